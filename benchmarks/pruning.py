"""Nodes visited against plain expectimax at the same depth, one switch at a time.

Counts, not times: they are the same on every machine. Every exact setting must give the plain value, and
every row is printed, also where a switch loses (Star does with few outcomes or loose bounds).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from common import Report, arguments, seeded_positions
from hazard import AlphaBeta, Budget, Expectimax, Game, Minimax, Searcher
from hazard.game import State
from hazard.games import ConnectFour, EinStein, Pig

SWITCHES = (
    "alpha_beta", "star1", "star2", "table", "deepen", "order_table", "order_rank", "order_killers",
    "order_history", "order_outcomes", "merge",
)  # fmt: skip
PLAIN = Expectimax(**dict.fromkeys(SWITCHES, False), all_options=False, quiet_depth=0)
ALL = Expectimax(all_options=False, quiet_depth=0)
NO_TABLE = replace(ALL, table=False, order_table=False)

# What a switch needs under it to do anything: Star needs the windows of alpha-beta, and so does ordering.
NEEDS = {
    "star1": ("alpha_beta",),
    "star2": ("alpha_beta", "star1"),
    "order_table": ("alpha_beta", "table"),
    "order_rank": ("alpha_beta",),
    "order_killers": ("alpha_beta",),
    "order_history": ("alpha_beta",),
    "order_outcomes": ("alpha_beta", "star1"),
    "deepen": ("alpha_beta", "table", "order_table"),
}
APPROXIMATIONS: dict[str, dict[str, Any]] = {
    "min_reach=0.001": {"min_reach": 0.001},
    "min_reach=0.01": {"min_reach": 0.01},
    "buckets=2": {"buckets": 2},
    "buckets=3": {"buckets": 3},
    "top=1": {"top": 1},
    "top=2": {"top": 2},
    "samples=2": {"samples": 2},
    "samples=4": {"samples": 4},
    "quiet_depth=4": {"quiet_depth": 4},
}


@dataclass
class Work:
    """A game, the depth to search it to, and where from."""

    game: Game
    depth: int
    states: list[State]
    starts: int
    """How many of the states, the first ones, are starting positions."""

    @property
    def name(self) -> str:
        return type(self.game).__name__


def workloads(quick: bool) -> list[Work]:
    einstein, four, pig = EinStein(), ConnectFour(), Pig()
    rolls = [einstein.apply(einstein.start(), outcome) for outcome, _ in einstein.outcomes(einstein.start())]
    middle = seeded_positions(einstein, 2 if quick else 8, seed=1, plies=(4, 6, 8, 10))
    fours = [four.start(), *seeded_positions(four, 1 if quick else 4, seed=1, plies=(6, 8, 12))]
    pigs = [pig.parse(text) for text in ("0 0 0", "40 35 12", "60 70 15 min", "88 80 6")]
    return [
        Work(einstein, 3 if quick else 5, rolls + middle, len(rolls)),
        Work(four, 6 if quick else 8, fours, 1),
        Work(pig, 5 if quick else 8, pigs, 1),
    ]


def configurations() -> dict[str, Expectimax]:
    found = {"plain": PLAIN}
    for switch in SWITCHES:
        under = NEEDS.get(switch, ())
        label = " + ".join([*under, switch]) if under else switch
        found[f"plain + {label}"] = replace(PLAIN, **dict.fromkeys((*under, switch), True))
    found["all on"] = ALL
    found["all on, no table"] = NO_TABLE
    for switch in SWITCHES:
        if switch != "table":
            found[f"all on, no {switch}"] = replace(ALL, **{switch: False})
    for switch in ("star1", "star2", "order_rank", "order_killers", "order_history", "deepen"):
        found[f"no table, no {switch}"] = replace(NO_TABLE, **{switch: False})
    return found


def measure(work: Work, search: Any) -> tuple[int, int, list[float]]:
    """Return the nodes over all positions, over the starts, and the values; each search begins cold."""
    decisions = [Searcher(work.game, search).decide(state, Budget(depth=work.depth)) for state in work.states]
    nodes = [decision.statistics.nodes for decision in decisions]
    return sum(nodes), sum(nodes[: work.starts]), [decision.value for decision in decisions]


def exact_switches(report: Report, work: Work) -> dict[str, int]:
    """Print the ablation of one game; return the nodes of each configuration."""
    plain, plain_start, values = measure(work, PLAIN)
    totals, rows, worst = {}, [], 0.0
    for label, search in configurations().items():
        nodes, start, found = measure(work, search)
        totals[label], totals[label + " (start)"] = nodes, start
        worst = max(worst, *(abs(a - b) for a, b in zip(values, found, strict=True)))
        rows.append([label, nodes, nodes / plain, plain / nodes, plain_start / start])
    columns = ("switches", "nodes", "of plain", "times fewer", "start only")
    report.table(f"{work.name}, depth {work.depth}, {len(work.states)} positions", columns, rows)
    report.at_most(f"{work.name}: largest change of a value by any exact switch", worst, 1e-9, timed=False)
    return totals


def recommend(report: Report, costs: dict[str, dict[str, float]]) -> None:
    """Say which defaults the counts support: a switch whose absence costs nodes earns its place."""
    verdicts: dict[str, list[str]] = {"on": [], "either way": [], "mixed": [], "off": []}
    for switch, changes in costs.items():
        least, most = min(changes.values()), max(changes.values())
        told = ", ".join(f"{game} {change:+.1%}" for game, change in changes.items() if abs(change) >= 0.005)
        verdict = "either way" if not told else "on" if least > -0.05 else "mixed" if most > 0.05 else "off"
        verdicts[verdict].append(f"{switch} ({told})" if told else switch)
    report.note(
        "Nodes without a switch, all others on (a plus: it saves nodes), and the default it supports:"
    )
    for verdict, switches in verdicts.items():
        report.note(f"  {verdict}: {'; '.join(switches) or 'none'}")
    report.note("  (deepen repeats shallow searches at a fixed depth; a time budget cannot do without it)")


def approximations(report: Report, work: Work) -> None:
    """Print what each approximating setting saves and costs."""
    nodes, _, values = measure(work, ALL)
    rows: list[list[Any]] = [["exact", nodes, 1.0, 0.0, 0.0]]
    for label, settings in APPROXIMATIONS.items():
        found, _, guesses = measure(work, replace(ALL, **settings))
        errors = [abs(a - b) for a, b in zip(values, guesses, strict=True)]
        rows.append([label, found, found / nodes, sum(errors) / len(errors), max(errors)])
    columns = ("setting", "nodes", "of exact", "mean error", "largest error")
    report.table(
        f"{work.name}, depth {work.depth}: settings that approximate, on top of all on", columns, rows
    )


def deepening(report: Report, quick: bool) -> None:
    """Print where deepening begins to pay: it repeats the shallow depths, and orders the last one by them."""
    game, rows = ConnectFour(), []
    bare = AlphaBeta(all_options=False, table=False, deepen=False)
    for depth in range(4, 8 if quick else 12):
        alone, table, both = (
            Searcher(game, search).decide(None, Budget(depth=depth)).statistics.nodes
            for search in (bare, replace(bare, table=True), replace(bare, table=True, deepen=True))
        )
        rows.append([depth, alone, table, both, alone / both])
    columns = ("depth", "alpha-beta alone", "with table", "with table, deepening", "alone / both")
    report.table("Connect four from the start, nodes of alpha-beta by depth", columns, rows)
    tell = f"Connect four depth {depth}: alpha-beta alone / with table and deepening"
    report.at_least(tell, rows[-1][-1], 1 if quick else 2, timed=False)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("pruning", options.quick)
    costs: dict[str, dict[str, float]] = {switch: {} for switch in SWITCHES}
    for work in workloads(options.quick):
        totals = exact_switches(report, work)
        for switch in SWITCHES:
            without = totals["all on, no table" if switch == "table" else f"all on, no {switch}"]
            costs[switch][work.name] = without / totals["all on"] - 1
        approximations(report, work)
        plain = totals["plain"]
        if isinstance(work.game, EinStein):
            # A shallow tree has less to cut: the quick run claims less.
            off, on = (1.5, 1.5) if options.quick else (5, 10)
            tell = f"EinStein depth {work.depth}: plain / all switches"
            report.at_least(f"{tell}, table off", plain / totals["all on, no table"], off, timed=False)
            report.at_least(f"{tell}, table on", plain / totals["all on"], on, timed=False)
        if isinstance(work.game, ConnectFour):
            full = measure(work, Minimax())[0]
            cut = measure(work, AlphaBeta(all_options=False, quiet_depth=0))[0]
            rows = [["minimax", full, 1.0], ["alpha-beta", cut, full / cut]]
            report.table(f"Connect four, depth {work.depth}", ("search", "nodes", "times fewer"), rows)
            report.at_least("Connect four: minimax / alpha-beta", full / cut, 20, timed=False)
            deepening(report, options.quick)
    recommend(report, costs)
    report.print(options.json)


if __name__ == "__main__":
    main()
