"""Does hazard ever say what is not so? Trees and cyclic games drawn at random, against plain recursion.

Every tree is searched in every way: by expectimax with its switches on and off, to the end, to a depth and
cut off, and with approximations; by minimax and alpha-beta (where there is no chance), tree search, a beam
and Solve, and as ``decide`` does by default. Each value marked exact, at least or at most, each interval
and each choice called proven is compared with the truth, which plain Python finds by recursion, and in cyclic
games by trying every pair of plans.
"""

from __future__ import annotations

import math
import os
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from common import Report, arguments
from hazard.cli.common import progress_bar

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.search.drawn_games import BareGame, DrawnGame, draw_game, dressed, options, worth
from tests.search.judging import (
    SWITCHES,
    combination,
    false_certainties,
    false_claims,
    false_values,
    is_best,
    is_near,
)
from tests.search.positional import random_game, true_values

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, GameError, Minimax, Searcher, Solve, TreeSearch, Turn

COMBINATIONS = 2 ** len(SWITCHES)
TO_THE_END, TO_A_DEPTH, CUT_OFF = 20, 6, 4
"""Combinations of switches for each tree; every tree takes up where the one before it stopped."""
BEYOND_PROOF = 10**20
"""Two chances of 2**-40 in a row make play last 10**25 steps, beyond what 32 digits can prove."""
SHOWN = 5
"""False claims of each search that are printed."""


@dataclass
class Tally:
    """What was looked at, by name, and what was false."""

    counts: Counter[str] = field(default_factory=Counter)
    combinations: Counter[int] = field(default_factory=Counter)
    false: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts.update(other.counts)
        self.combinations.update(other.combinations)
        self.false += other.false

    def judge(self, kind: str, case: str, decision: Any, wrong: list[str]) -> None:
        """Count a decision and keep what is wrong with it."""
        self.counts[f"{kind}: decisions"] += 1
        self.counts[f"{kind}: options"] += len(decision.options)
        self.counts[f"{kind}: marked"] += sum(option.kind != "estimate" for option in decision.options)
        self.counts[f"{kind}: proven"] += decision.proven
        self.counts[f"{kind}: false"] += bool(wrong)
        told = f"{case}, {settings(decision.search)}, {settings(decision.budget)}"
        self.false += [(kind, f"{told}: {line}") for line in wrong]


def settings(record: Any) -> str:
    """Write a search or a budget with what differs from the defaults."""
    usual = type(record)()
    names = [f.name for f in fields(record) if getattr(record, f.name) != getattr(usual, f.name)]
    return f"{type(record).__name__}({', '.join(f'{name}={getattr(record, name)!r}' for name in names)})"


# ---- trees ---------------------------------------------------------------------------------------------


def judge_tree(seed: int) -> Tally:
    """Search one tree, and one without chance, in every way."""
    tally, rng = Tally(), random.Random(f"searches {seed}")
    game = dressed(draw_game(seed), random.Random(f"methods {seed}"))
    tally.counts.update(features(game))
    numbers = combinations_for(seed)
    for judge in (to_the_end, to_a_depth, cut_off, approximately, by_tree_search, by_beam, wholly):
        judge(tally, f"tree {seed}", game, rng, numbers)
    plain = dressed(draw_game(seed, chance=False), random.Random(f"methods {seed}"))
    without_chance(tally, f"tree {seed} without chance", plain, rng)
    return tally


def combinations_for(seed: int) -> Iterator[int]:
    """Go through the combinations of switches, mixed, from where the last tree stopped."""
    number = seed * (TO_THE_END + TO_A_DEPTH + CUT_OFF)
    while True:
        yield number * 2731 % COMBINATIONS  # odd, so that all of them come
        number += 1


def features(game: DrawnGame) -> list[str]:
    """Name what a tree has that has led searches astray; only what can be reached counts."""
    met, ahead = {0}, [0]
    while ahead:
        for following in game.following[ahead.pop()]:
            if following not in met:
                met.add(following)
                ahead.append(following)
    turns, chances = game.turns, [game.chances[s] for s in met if game.turns[s] is Turn.CHANCE]
    edges = [(s, t) for s in met for t in game.following[s]]
    after = {(turns[s], turns[t]) for s, t in edges}
    ways = Counter(t for _, t in set(edges))
    limits, values = game.limits, [game.truth[s] for s in met]
    has = {
        "rewards": any(any(game.rewards[s]) for s in met),
        "bounds": limits is not None,
        "a value at a bound": limits is not None and (min(values) == limits[0] or max(values) == limits[1]),
        "an outcome that cannot happen": any(0 in row for row in chances),
        "a chance node of one outcome": any(len(row) == 1 for row in chances),
        "chance after chance": (Turn.CHANCE, Turn.CHANCE) in after,
        "MIN after MIN": (Turn.MIN, Turn.MIN) in after,
        "a state reached from several": max(ways.values(), default=0) > 1,
        "options that tie": len(set(options(game, 0))) < len(game.following[0]),
    }
    return [f"tree with {name}" for name, so in has.items() if so]


Numbers = Iterator[int]
TABLES = (0.001, 0.01, 1.0)


def drawn(number: int, megabytes: float, **more: Any) -> Expectimax:
    """Make the search of a combination of the switches, with a table of that size if it has one."""
    switches = combination(number)
    return Expectimax(**switches, **({"table_mb": megabytes} if switches["table"] else {}), **more)


def to_the_end(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    for _ in range(TO_THE_END):
        number = next(numbers)
        search = drawn(number, rng.choice(TABLES))
        decision = hazard.decide(game, 0, search, Budget())
        wrong = false_claims(game, decision) + unfinished(game, decision)
        if search.all_options and {option.kind for option in decision.options} != {"exact"}:
            wrong.append("an option is not exact")
        tally.combinations[number] += 1
        tally.judge("expectimax to the end", case, decision, wrong)


def unfinished(game: DrawnGame, decision: Any) -> list[str]:
    """Say what a search lacks that has gone through the whole game."""
    wrong = []
    if not is_near(decision.value, worth(game, decision.state)):
        wrong.append(f"{decision.value} instead of {worth(game, decision.state)}")
    if not (decision.proven and is_best(game, decision)):
        wrong.append("the choice is not best, or not proven")
    return wrong


def to_a_depth(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    for _ in range(TO_A_DEPTH):
        number, depth = next(numbers), rng.randint(1, 5)
        # `quiet` looks further than the depth, and the definition does not.
        search = drawn(number, rng.choice(TABLES), quiet_depth=0)
        decision = hazard.decide(game, 0, search, Budget(depth=depth))
        wrong, expected = false_claims(game, decision), options(game, 0, depth)
        if not is_best(game, decision, depth):
            wrong.append(f"the choice is not best to depth {depth}")
        for option in decision.options if search.all_options else decision.options[:1]:
            if not is_near(option.value, expected[option.action]):
                wrong.append(f"{option.action}: {option.value} instead of {expected[option.action]}")
        tally.combinations[number] += 1
        tally.judge("expectimax to a depth", case, decision, wrong)


def positions(game: DrawnGame) -> list[int]:
    return [s for s, turn in enumerate(game.turns) if turn in (Turn.MAX, Turn.MIN)]


def cut_off(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    """Search several positions with one searcher, which keeps its table from one to the next."""
    number = next(numbers)
    search = drawn(number, rng.choice(TABLES), quiet_depth=rng.choice([0, 4]))
    searcher = Searcher(game, search)
    for _ in range(CUT_OFF):
        budget = rng.choice([Budget(nodes=rng.randint(1, 60)), Budget(depth=rng.randint(1, 4))])
        decision = searcher.decide(rng.choice(positions(game)), budget)
        tally.combinations[number] += 1
        tally.judge("expectimax cut off", case, decision, false_claims(game, decision))


def approximately(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    """What approximates may be wrong, and may not say that it is right."""
    for _ in range(3):
        search = drawn(
            rng.randrange(COMBINATIONS),
            1.0,
            min_reach=rng.choice([0.0, 0.1, 0.4]),
            buckets=rng.choice([0, 1, 2]),
            top=rng.choice([0, 0, 1, 2]),
            samples=rng.choice([0, 0, 1, 2]),
            seed=rng.randrange(100),
        )
        budget = rng.choice([Budget(), Budget(depth=rng.randint(1, 4)), Budget(nodes=rng.randint(1, 60))])
        decision = hazard.decide(game, 0, search, budget)
        tally.judge("expectimax with approximations", case, decision, false_claims(game, decision))


def by_tree_search(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    for _ in range(2):
        leaf = rng.choice(["auto", "rollout"])
        backup = rng.choice(["auto", "mean", "expectation", "best"])
        search = TreeSearch(
            leaf=leaf,
            backup=backup,
            unseen=rng.choice(["leaf", "reweight"]) if backup in ("expectation", "best") else "leaf",
            siblings=leaf == "auto" and rng.random() < 0.3,
            every_outcome=leaf == "auto" and rng.random() < 0.3,
            widen_actions=rng.choice([0.0, 0.0, 1.5]),
            widen_outcomes=rng.choice([0.0, 0.0, 1.5]),
            prove=rng.random() < 0.9,
            close=rng.choice([0.0, 0.0, 0.5]),
            play_outs=rng.choice([0.0, 0.0, 1.0]),
            batch=rng.choice([1, 3]),
            max_nodes=rng.choice([16, 4_000_000]),
            seed=rng.randrange(1000),
        )
        searcher = Searcher(game, search)
        for simulations in (rng.randint(1, 80), 400):
            decision = searcher.decide(rng.choice(positions(game)), Budget(nodes=simulations))
            wrong = false_claims(game, decision)
            wrong += unfinished(game, decision) if decision.stopped == "complete" else []
            tally.judge("tree search", case, decision, wrong)


def by_beam(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    for _ in range(2):
        search = Beam(width=rng.choice([1, 2, 50]), expand=rng.randint(0, 2), merge=rng.random() < 0.5)
        budget = rng.choice([Budget(), Budget(depth=rng.randint(1, 5)), Budget(nodes=rng.randint(1, 40))])
        decision = hazard.decide(game, rng.choice(positions(game)), search, budget)
        tally.judge("beam", case, decision, false_claims(game, decision))


def wholly(tally: Tally, case: str, game: DrawnGame, rng: random.Random, numbers: Numbers) -> None:
    """Solve it, and decide as somebody does who names no search, with a heuristic and without."""
    solved = hazard.solve(game)
    wrong = [
        f"solve: {value} in {state} instead of {game.truth[state]}"
        for state, _, value, _ in solved.items()
        if not abs(value - game.truth[state]) <= solved.error + 1e-12
    ]
    for kind, asked, search in (
        ("Solve", game, Solve()),
        ("the default search", game, None),
        ("the default search", BareGame(game), None),
    ):
        decision = hazard.decide(asked, rng.choice(positions(game)), search)
        wrong += false_claims(game, decision)
        wrong += unfinished(game, decision) if decision.stopped == "complete" else []
        tally.judge(kind, case, decision, wrong)
        wrong = []


def without_chance(tally: Tally, case: str, game: DrawnGame, rng: random.Random) -> None:
    names = ("table", "deepen", "order_table", "order_rank", "order_killers", "order_history", "all_options")
    for kind, search in (
        ("minimax", Minimax(deepen=rng.random() < 0.5)),
        ("alpha-beta", AlphaBeta(**{name: rng.random() < 0.5 for name in names})),
        (
            "alpha-beta",
            AlphaBeta(**{name: rng.random() < 0.8 for name in names} | {"table": True}, table_mb=0.001),
        ),
    ):
        whole = hazard.decide(game, 0, search, Budget())
        tally.judge(kind, case, whole, false_claims(game, whole) + unfinished(game, whole))
        budget = rng.choice([Budget(depth=rng.randint(1, 4)), Budget(nodes=rng.randint(1, 60))])
        part = hazard.decide(game, rng.choice(positions(game)), search, budget)
        tally.judge(kind, case, part, false_claims(game, part))


# ---- games that come round -------------------------------------------------------------------------------


def judge_cyclic(seed: int) -> Tally:
    """Solve one cyclic game, and search it."""
    tally, game, case = Tally(), random_game(seed), f"cyclic game {seed}"
    truth, solution = true_values(game), hazard.solve(game)
    for state, _, value, _ in solution.items():
        if truth[state] is None:
            tally.counts["cyclic: states without a value"] += 1
            continue
        tally.counts["cyclic: states with a value"] += 1
        tally.false += [
            ("solve", f"{case}, state {state}: {line}")
            for line in false_interval(tally, truth[state], value, solution.interval(state))
        ]
    if all(truth[state] is not None for state, *_ in solution.items()):
        searched_round(tally, case, game, solution, truth)
    return tally


def false_interval(tally: Tally, true: Any, value: float, interval: tuple[float, float]) -> list[str]:
    low, high = interval
    if math.isinf(true):
        tally.counts["cyclic: states worth infinity"] += 1
        return [] if low == high == true else [f"{low} to {high} instead of {true}"]
    if not math.isfinite(high - low):
        beyond = abs(true) > BEYOND_PROOF
        tally.counts[
            "cyclic: beyond 10**20 and open" if beyond else "cyclic: open though there is a value"
        ] += 1
    wrong = [] if low <= true <= high else [f"{low} to {high}, but it is {float(true)}"]
    if not abs(value - true) <= 1e-7 * max(1, abs(true)):
        wrong.append(f"{value} instead of {float(true)}")
    return wrong


def searched_round(tally: Tally, case: str, game: Any, solution: Any, truth: list[Any]) -> None:
    """Hold what searches claim of a game that comes round against its values."""
    for state in [s for s, turn, *_ in solution.items() if turn in (Turn.MAX, Turn.MIN)]:
        following = zip(game.rewards[state], game.edges[state], strict=True)
        values = [reward + float(truth[t]) for reward, t in following]
        if not all(abs(v) <= 1e6 for v in values):
            continue  # its values have fewer digits behind the point than the judge asks for
        for kind, asked, search, budget in (
            ("the default search, cyclic", BareGame(game), None, Budget(seconds=0.2)),
            ("expectimax, cyclic", game, Expectimax(table_mb=1), Budget(depth=6)),
            ("tree search, cyclic", game, TreeSearch(), Budget(nodes=300)),
            ("beam, cyclic", game, Beam(), Budget(depth=6)),
        ):
            try:
                decision = hazard.decide(asked, state, search, budget)
            except GameError as error:
                # Chance that goes round without a decision: expectimax says so, and by default the game is
                # solved, unless a busy machine leaves no time for it.
                if "without a decision" not in str(error):
                    raise
                tally.counts[f"{kind}: refused"] += 1
                continue
            wrong = false_values(decision, values) + false_certainties(decision, values, float(truth[state]))
            tally.judge(kind, case, decision, wrong)


def frozen_lakes(report: Report) -> int:
    """Solve the lake without a discount: 14/17 and 1, derived in tests/solving/test_solve_cycles.py."""
    try:
        from hazard.adapters import from_gymnasium

        lakes = {size: from_gymnasium("FrozenLake-v1", map_name=size) for size in ("4x4", "8x8")}
    except ImportError as error:
        report.note(f"FrozenLake is left out: {error}")
        return 2
    rows = []
    for size, success in (("4x4", Fraction(14, 17)), ("8x8", Fraction(1))):
        solution = hazard.solve(lakes[size])
        low, high = solution.interval(0)
        inside = low - 1e-15 <= success <= high + 1e-15
        rows.append([f"FrozenLake {size}", solution.states, float(success), low, high, inside])
    columns = ("undiscounted", "states", "success", "low", "high", "contained")
    report.table("FrozenLake without a discount", columns, rows)
    return sum(row[-1] and math.isfinite(row[4] - row[3]) for row in rows)


# ---- many at once ----------------------------------------------------------------------------------------


def judge_all(judge: Callable[[int], Tally], seeds: range) -> Tally:
    """Judge each seed; what raises an error is false as well."""
    total = Tally()
    for seed in seeds:
        try:
            total.add(judge(seed))
        except Exception:
            total.false.append(("errors", f"{judge.__name__}({seed}) {traceback.format_exc(limit=-3)}"))
    return total


def in_parallel(judge: Callable[[int], Tally], seeds: range, processes: int, words: str) -> Tally:
    total, done = Tally(), 0
    parts = [seeds[start : start + 50] for start in range(0, len(seeds), 50)]
    with progress_bar() as progress, ProcessPoolExecutor(processes) as pool:
        for future in as_completed([pool.submit(judge_all, judge, part) for part in parts]):
            total.add(future.result())
            done += 1
            if progress:
                progress(words, min(50 * done, len(seeds)), len(seeds))
    return total


def print_trees(report: Report, tally: Tally, trees: int) -> None:
    has = sorted((name, count) for name, count in tally.counts.items() if name.startswith("tree with"))
    report.table("Trees drawn", ("trees with", "trees"), [["all", trees], *([n[10:], c] for n, c in has)])
    kinds = sorted({name.partition(":")[0] for name in tally.counts if name.endswith(": decisions")})
    columns = ("decisions", "refused", "options", "marked", "proven", "false")
    rows = [[kind, *(tally.counts[f"{kind}: {column}"] for column in columns)] for kind in kinds]
    report.table("Decisions against plain recursion", ("search", *columns), rows)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--trees", type=int, help="how many trees (20,000)")
    parser.add_argument("--cyclic", type=int, help="how many cyclic games (2,000)")
    parser.add_argument("--seed", type=int, default=1, help="draw others (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="processes (one for each core)")
    asked = parser.parse_args()
    trees = asked.trees or (150 if asked.quick else 20_000)
    cyclic = asked.cyclic or (60 if asked.quick else 2_000)
    first = asked.seed * 10_000_000
    report = Report("truth", asked.quick)

    tally = in_parallel(judge_tree, range(first, first + trees), asked.processes, "trees")
    tally.add(in_parallel(judge_cyclic, range(first, first + cyclic), asked.processes, "cyclic games"))
    print_trees(report, tally, trees)
    counts = tally.counts
    rows = sorted([name[8:], count] for name, count in counts.items() if name.startswith("cyclic: "))
    title = f"{cyclic:,} cyclic games against every pair of plans"
    report.table(title, ("states", "count"), rows)
    lakes = frozen_lakes(report)

    for kind in sorted({kind for kind, _ in tally.false}):
        for line in [line for each, line in tally.false if each == kind][:SHOWN]:
            report.note(f"FALSE ({kind}) {line}")
    covered = min(tally.combinations[number] for number in range(COMBINATIONS))
    positions_judged = counts["expectimax cut off: decisions"] + counts["tree search: decisions"]
    claims = sum(count for name, count in counts.items() if name.endswith((": marked", ": decisions")))
    report.note(f"{claims:,} marks, intervals and choices were compared; seed {asked.seed}.")
    report.at_most("false claims of any kind", len(tally.false), 0, timed=False)
    report.at_least("trees", trees, 150 if asked.quick else 20_000, timed=False)
    report.at_least(
        "uses of each combination of the switches", covered, 0 if asked.quick else 10, timed=False
    )
    least = 1000 if asked.quick else 5_000
    report.at_least("positions judged for their interval and proof", positions_judged, least, timed=False)
    report.at_most(
        "cyclic states with a value and no proof",
        counts["cyclic: open though there is a value"],
        0,
        timed=False,
    )
    report.at_least("frozen lakes solved without a discount", lakes, 2, timed=False)
    report.print(asked.json)


if __name__ == "__main__":
    main()
