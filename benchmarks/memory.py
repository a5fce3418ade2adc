"""Memory: what a table limit and a node limit mean in resident megabytes, and when solving refuses a game
that has no last state; each in a process of its own."""

from __future__ import annotations

import functools
import json
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from common import Report, arguments
from hazard import Budget, Expectimax, Game, GameError, Searcher, TreeSearch, Turn, solve
from hazard.games import ConnectFour, EinStein, EinSteinRoll
from hazard.solving.growth import quarter_of_memory


def resident_mb() -> float:
    """Return the memory this process holds now."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return peak_mb()  # where there is no /proc


def table_search(quick: bool) -> dict[str, Any]:
    game = ConnectFour()
    searcher = Searcher(game, Expectimax(table_mb=4 if quick else 64))
    before = resident_mb()
    decision = searcher.decide(game.start(), Budget(nodes=200_000 if quick else 20_000_000))
    return {
        "before": before,
        "after": resident_mb(),
        "work": decision.statistics.nodes,
        "kept": decision.statistics.table_bytes,
    }


def tree_search(quick: bool) -> dict[str, Any]:
    game = EinStein()
    searcher = Searcher(game, TreeSearch(max_nodes=5_000 if quick else 100_000, prove=False))
    state = game.apply(game.start(), EinSteinRoll(3))
    before = resident_mb()
    decision = searcher.decide(state, Budget(nodes=20_000 if quick else 1_000_000))
    return {
        "before": before,
        "after": resident_mb(),
        "work": decision.statistics.simulations,
        "kept": decision.statistics.tree_nodes,
    }


class Endless(Game):
    """States without end: counted up, a walk on the integers, or a Pig that nobody caps."""

    def turn(self, state: Any) -> Turn:
        return Turn.MAX

    def value(self, state: Any) -> float:
        return 0.0


class Counting(Endless):
    def start(self) -> int:
        return 0

    def actions(self, state: int) -> list[int]:
        return [1, 2]

    def apply(self, state: int, move: int) -> int:
        return state + move


class Walk(Counting):
    def turn(self, state: int) -> Turn:
        return Turn.CHANCE

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return [(-1, 0.5), (1, 0.5)]


class UncappedPig(Endless):
    """Two scores, the pot, and whether the die rolls; holding never ends the game."""

    def start(self) -> tuple[int, int, int, bool]:
        return (0, 0, 0, False)

    def turn(self, state: tuple[int, int, int, bool]) -> Turn:
        return Turn.CHANCE if state[3] else Turn.MAX

    def actions(self, state: Any) -> list[str]:
        return ["roll", "hold"]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state: tuple[int, int, int, bool], move: Any) -> tuple[int, int, int, bool]:
        mine, theirs, pot, _ = state
        if move == "roll":
            return (mine, theirs, pot, True)
        if move == "hold":
            return (theirs, mine + pot, 0, False)
        return (theirs, mine, 0, False) if move == 1 else (mine, theirs, pot + move, False)


class Counted(Counting):
    """As many states as it is told, and then the end."""

    def __init__(self, last: int) -> None:
        self.last = last

    def turn(self, state: int) -> Turn:
        return Turn.OVER if state >= self.last else Turn.MAX


def refusal(game: Game, quick: bool) -> dict[str, Any]:
    """How long it takes until an endless game is warned of and refused, and what it takes in memory."""
    limit = 60_000_000 if quick else quarter_of_memory()
    told: list[float] = []
    began = time.perf_counter()
    warnings.showwarning = lambda *_: told.append(time.perf_counter() - began)  # type: ignore[assignment]
    before = resident_mb()
    try:
        solve(game, max_bytes=limit, max_states=2**31)
    except GameError as error:
        said = str(error)
    return {
        "warned": told[0] if told else None,
        "refused": time.perf_counter() - began,
        "grown": peak_mb() - before,
        "limit": limit / 2**20,
        "says": "only grows" in said and "No end of it is in sight" in said,
    }


def finite(quick: bool) -> dict[str, Any]:
    states = 50_000 if quick else 5_000_000
    began, before = time.perf_counter(), resident_mb()
    solution = solve(Counted(states - 2))
    return {"states": solution.states, "seconds": time.perf_counter() - began, "grown": peak_mb() - before}


def peak_mb() -> float:
    """Return the most memory this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 1024


ENDLESS: dict[str, type[Game]] = {"counter": Counting, "walk": Walk, "uncapped-pig": UncappedPig}
PARTS = {
    "table": table_search,
    "tree": tree_search,
    "finite": finite,
    **{
        name: functools.partial(lambda kind, quick: refusal(kind(), quick), kind)
        for name, kind in ENDLESS.items()
    },
}


def in_a_process(part: str, quick: bool) -> dict[str, Any]:
    command = [sys.executable, __file__, "--part", part, *(["--quick"] if quick else [])]
    found: dict[str, Any] = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--part", choices=PARTS, help="used by the program itself")
    options = parser.parse_args()
    if options.part:
        print(json.dumps(PARTS[options.part](options.quick)))
        return
    report = Report("memory", options.quick)
    table, tree = (in_a_process(part, options.quick) for part in ("table", "tree"))
    limit, nodes = (4, 5_000) if options.quick else (64, 100_000)
    rows = [
        [f"expectimax, table of {limit} MB", table["work"], table["kept"], table["before"], table["after"]],
        [f"tree search, {nodes:,} nodes", tree["work"], tree["kept"], tree["before"], tree["after"]],
    ]
    columns = ("search", "nodes or simulations", "table bytes or tree nodes", "MB before", "MB after")
    report.table("Resident memory", columns, rows)
    report.at_most("table, MB", table["kept"] / 2**20, limit, timed=False)
    # Memory, like time, belongs to the machine and is not tested; the counts are.
    grown = table["after"] - table["before"]
    report.at_most(f"growth of the process with a {limit} MB table, MB", grown, 1.25 * limit + 8, timed=True)
    report.at_most("nodes in the tree", tree["kept"], nodes, timed=False)
    report.at_least("simulations done", tree["work"], 20_000 if options.quick else 1_000_000, timed=False)
    report.at_most("growth of the process with the tree, MB", tree["after"] - tree["before"], 128, timed=True)
    endless_games(report, options.quick)
    report.print(options.json)


def endless_games(report: Report, quick: bool) -> None:
    """Solving ends before its memory does, and says why; a large game that has an end is solved."""
    rows = []
    for name in ENDLESS:
        found = in_a_process(name, quick)
        warned = f"{found['warned']:.1f}" if found["warned"] is not None else "-"
        rows.append([name, warned, found["refused"], found["grown"], found["limit"]])
        report.at_most(f"{name}: memory at refusal, MB", found["grown"], 1.1 * found["limit"], timed=True)
        report.at_least(f"{name}: the refusal says that it grows without end", found["says"], 1, timed=False)
        if not quick:
            report.at_most(f"{name}: seconds to the warning", found["warned"], 10, timed=True)
    columns = ("endless game", "warned after s", "refused after s", "grown by MB", "limit MB")
    report.table("States without end", columns, rows)
    large = in_a_process("finite", quick)
    row = [f"{large['states']:,}", large["seconds"], large["grown"]]
    report.table("A large game with an end", ("states", "seconds", "grown by MB"), [row])
    report.at_least(
        "states of a finite game that is solved", large["states"], 50_000 if quick else 5_000_000, timed=False
    )


if __name__ == "__main__":
    main()
