"""Take It Easy: scores with and without look-ahead, speed, hindsight, a target, a rival on the same tiles.

Every way to play gets the same draws. Measurements are seeded far from trainings, which count from 1: no game
of a training is a game of a measurement. Seconds are of processor time: each game is played by one thread,
and what else runs on the machine should not count.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import fmean, pstdev
from threading import Lock
from time import process_time, thread_time

from common import Report, arguments
from hazard import _core
from hazard.decide import Searcher
from hazard.takeiteasy.analysis import hindsight
from hazard.takeiteasy.board import HEXES, TILES, hex_number
from hazard.takeiteasy.cli.strength import EVALUATION_SEED
from hazard.takeiteasy.evaluators import TABLE, find_evaluator
from hazard.takeiteasy.game import Draw, Placement, TakeItEasy
from hazard.takeiteasy.rivals import chances_to_win
from hazard.takeiteasy.strength import Played, play_games
from hazard.takeiteasy.ways import find_player

PLAN = "treesearch(nodes=150, select=puct, exploration=0.2, siblings=True)"
BEST = "strongest"
COLUMNS = (
    *("how", "games", "mean", "± s.e.", "std", "variance-reduced", "± s.e."),
    *("gain over greedy", "± s.e.", "ms a move"),
)
PARTS = ["strength", "speed", "hindsight", "chance", "rivals"]
PLAY_OUTS = 10
AT_ONCE = 100
"""Games that a thread plays before it takes others."""


class Kept:
    """Games that were played, a line of a file for some of them: an hour's measurement may be stopped."""

    def __init__(self, path: Path | None) -> None:
        """Read what an earlier run left there; a line that it could not finish is played again."""
        self.path, self.found, self.lock = path, {}, Lock()
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            with suppress(ValueError):
                key, scores, seconds, gains, luck = json.loads(line)
                self.found[tuple(key)] = Played(key[1], tuple(scores), seconds, tuple(gains), tuple(luck))

    def played(self, game: TakeItEasy, how: str, first: int, games: int, play_outs: int) -> Played:
        """Play some games, unless they are there already."""
        key = (game.value(game.start()), how, first, games, play_outs)  # other weights, another value
        if key in self.found:
            return self.found[key]
        played = play_games(
            game, how, games, EVALUATION_SEED, first=first, play_outs=play_outs, clock=thread_time
        )
        if self.path is not None:
            line = json.dumps([key, played.scores, played.seconds, played.gains, played.luck])
            with self.lock, self.path.open("a") as file:
                file.write("\n" + line)
        return played


def timed(game: TakeItEasy, how: str, games: int, play_outs: int = 0, kept: Kept | None = None) -> Played:
    """Play games, a core each, with the processor time they took for their seconds."""
    some = kept or Kept(None)

    def play(first: int) -> Played:
        return some.played(game, how, first, min(AT_ONCE, games - first), play_outs)

    with ThreadPoolExecutor(os.cpu_count()) as crew:
        return joined(how, crew.map(play, range(0, games, AT_ONCE)))


def joined(how: str, parts: Iterable[Played]) -> Played:
    """Put games together that were played apart."""
    scores: list[int] = []
    gains: list[float] = []
    luck: list[float] = []
    seconds = 0.0
    for part in parts:
        scores += part.scores
        gains += part.gains
        luck += part.luck
        seconds += part.seconds
    return Played(how, tuple(scores), seconds, tuple(gains), tuple(luck))


def with_error(found: tuple[float, float] | None, shape: str) -> tuple[str | None, str | None]:
    return (None, None) if found is None else (f"{found[0]:{shape}}", f"{found[1]:.2f}")


def row(found: Played) -> list[object]:
    return [
        found.name,
        len(found.scores),
        f"{found.mean:.2f}",
        f"{found.standard_error:.2f}",
        f"{found.deviation:.1f}",
        *with_error(found.without_luck, ".2f"),
        *with_error(found.gain, "+.2f"),
        f"{found.milliseconds:.3f}",
    ]


def strength(report: Report, evaluator: str, quick: bool, games: int | None, search: str, kept: Kept) -> None:
    game = TakeItEasy(evaluator=evaluator)
    some, few = (2, 2) if quick else (games or 5_000, 1_000)
    many = 200 if quick else max(20_000, some)  # no search has a game that it has not
    greedy = timed(game, "greedy", many)
    plan, best = timed(game, PLAN, few, PLAY_OUTS, kept), timed(game, search, some, PLAY_OUTS, kept)
    rows = [row(one) for one in (greedy, plan, best)]
    report.table(f"What it scores by {evaluator!r}", COLUMNS, rows)
    ahead, error = best.ahead_of(Played("greedy", greedy.scores[:some], 0.0))
    report.note(f"the last is ahead of greedy by {ahead:+.2f} ± {error:.2f} on the same draws")
    if quick:
        return
    report.at_least("greedy, mean score", greedy.mean, 166.0, timed=False)
    report.at_least("150 simulations, mean score", plan.mean, 146.0, timed=False)
    report.at_most("150 simulations, ms a move", plan.milliseconds, 50.0, timed=True)
    report.at_least("with search, mean score", best.mean, 167.3, timed=False)
    report.at_most("with search, ms a move", best.milliseconds, 100.0, timed=True)
    report.at_least("with search, mean score: the goal", best.mean, 168.3, timed=False)


def speed(report: Report, quick: bool) -> None:
    table = find_evaluator("table" if TABLE.exists() else "formula")
    games = 200 if quick else 20_000
    best = 0.0
    for _ in range(1 if quick else 3):
        began = process_time()
        _core.take_it_easy_play(table, EVALUATION_SEED, 0, games)
        best = max(best, games / (process_time() - began))
    hints = milliseconds_of_hints(3 if quick else 20)
    slowest = max(hints, key=lambda hexes: hints[hexes])
    report.table(
        "Speed, one thread",
        ("what", "measured"),
        [
            ["greedy table, games/s", best],
            ["hint on an empty board, ms", hints[HEXES]],
            [f"the slowest hint of a game, with {slowest} hexes empty, ms", hints[slowest]],
        ],
    )
    report.at_least("greedy table, whole games a second", best, 8_000, timed=True)
    report.at_most("the slowest hint of a game, ms", hints[slowest], 10.0, timed=True)


def milliseconds_of_hints(times: int) -> dict[int, float]:
    """Return how long a hint takes, by how many hexes are empty; the least of some times."""
    game = TakeItEasy(evaluator="auto")
    search, budget_of = find_player("lookahead")
    assert search is not None
    assert budget_of is not None
    searcher, state, found = Searcher(game, search), game.start(), {}
    for tile in _core.take_it_easy_draws(EVALUATION_SEED, 0):
        state = game.apply(state, Draw(tile))
        seconds = []
        for _ in range(times):
            began = process_time()
            decision = searcher.decide(state, budget_of(state))
            seconds.append(process_time() - began)
        found[len(game.actions(state))] = 1000 * min(seconds)
        state = game.apply(state, decision.action)
    return found


def with_hindsight(report: Report, quick: bool) -> None:
    sets = 100 if quick else 10_000
    draws = [_core.take_it_easy_draws(EVALUATION_SEED, number) for number in range(sets)]
    began = process_time()
    scores = [hindsight(list(tiles))[0] for tiles in draws]
    milliseconds = 1000 * (process_time() - began) / sets
    error = pstdev(scores) / math.sqrt(sets)
    report.table(
        "The best of random sets, all tiles known",
        ("sets", "mean", "± s.e.", "std", "ms a set"),
        [[sets, f"{fmean(scores):.2f}", f"{error:.2f}", f"{pstdev(scores):.1f}", f"{milliseconds:.2f}"]],
    )
    bound = 0.6 if not quick else 5 * error
    report.at_most("distance of the mean from 248.2", abs(fmean(scores) - 248.2), bound, timed=False)
    report.at_most("ms a set", milliseconds, 5.0, timed=True)
    report.at_most("of all tiles: distance from 307", abs(hindsight(range(TILES))[0] - 307), 0, timed=False)


def chance(report: Report, evaluator: str, quick: bool, target: int = 150) -> None:
    games = 4 if quick else 60_000
    mean = timed(TakeItEasy(evaluator=evaluator), "greedy", games)
    chance_of = timed(TakeItEasy(target=target, evaluator=evaluator), "greedy", games)
    gains = [(b >= target) - (a >= target) for a, b in zip(mean.scores, chance_of.scores, strict=True)]
    error = pstdev(gains) / math.sqrt(games)
    rows = [
        [name, games, f"{100 * one.reached(target):.2f} %", f"{one.mean:.2f}"]
        for name, one in (("the mean", mean), (f"the chance of {target}", chance_of))
    ]
    report.table(f"Played for a target of {target}", ("played for", "games", "reached", "mean"), rows)
    report.note(f"reached more often: {100 * fmean(gains):+.2f} ± {100 * error:.2f} percentage points")
    if not quick:
        report.at_least(
            f"reached {target} more often, in standard errors", fmean(gains) / error, 2.0, timed=False
        )


def rivals(report: Report, evaluator: str, quick: bool) -> None:
    """Play the same tiles as the line table, for points and to end ahead of it."""
    games = 4 if quick else 2_000
    mine, theirs = TakeItEasy(evaluator=evaluator), TakeItEasy(evaluator="table")
    won: dict[str, list[float]] = {"points": [], "to end ahead": []}
    for number in range(games):
        draws = _core.take_it_easy_draws(EVALUATION_SEED, number)
        for aim, results in won.items():
            here, there = race(mine, theirs, draws, to_win=aim != "points")
            results.append(1.0 if here > there else 0.5 if here == there else 0.0)
    gains = [after - before for before, after in zip(*won.values(), strict=True)]
    error = pstdev(gains) / math.sqrt(games)
    rows = [[aim, games, f"{100 * fmean(results):.2f} %"] for aim, results in won.items()]
    report.table("Against the line table on the same tiles", ("played for", "games", "won"), rows)
    report.note(f"won more often: {100 * fmean(gains):+.2f} ± {100 * error:.2f} percentage points")
    if not quick:
        report.at_least("won more often, in standard errors", fmean(gains) / error, 2.0, timed=False)


def race(mine: TakeItEasy, theirs: TakeItEasy, draws: Sequence[int], to_win: bool) -> tuple[int, int]:
    """Return both scores; the rival places first, without look-ahead."""
    here, there = mine.start(), theirs.start()
    for tile in draws:
        drawn = theirs.apply(there, Draw(tile))
        there = theirs.apply(drawn, Placement(_core.take_it_easy_best_hex(theirs.evaluator, drawn)))
        drawn = mine.apply(here, Draw(tile))
        best = Placement(_core.take_it_easy_best_hex(mine.evaluator, drawn))
        if to_win and len(mine.actions(drawn)) <= 4:  # before, what promises most points is best either way
            best = Placement(hex_number(chances_to_win(mine, drawn, [there])[0].hex))
        here = mine.apply(drawn, best)
    return here.score, there.score


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--evaluator", default="auto", help="auto, network, table, or a weight file")
    parser.add_argument("--games", type=int, default=None, help="games with the strongest search (5,000)")
    parser.add_argument("--keep", type=Path, help="file of games played, to go on with after a stop")
    parser.add_argument("--search", default=BEST, help=f"the strongest search: {BEST}")
    options = parser.parse_args()
    report = Report("takeiteasy", options.quick)
    parts = options.part or PARTS
    if "strength" in parts:
        strength(report, options.evaluator, options.quick, options.games, options.search, Kept(options.keep))
    if "speed" in parts:
        speed(report, options.quick)
    if "hindsight" in parts:
        with_hindsight(report, options.quick)
    if "chance" in parts:
        chance(report, options.evaluator, options.quick)
    if "rivals" in parts:
        rivals(report, options.evaluator, options.quick)
    report.print(options.json)


if __name__ == "__main__":
    main()
