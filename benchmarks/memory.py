"""Memory: what a table limit and a node limit mean in resident megabytes, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from common import Report, arguments
from hazard import Budget, Expectimax, Searcher, TreeSearch
from hazard.games import ConnectFour, EinStein


def resident_mb() -> float:
    """Return the memory this process holds now."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    import resource  # the peak, where there is no /proc: macOS counts bytes

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


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
    state = game.apply(game.start(), "roll 3")
    before = resident_mb()
    decision = searcher.decide(state, Budget(nodes=20_000 if quick else 1_000_000))
    return {
        "before": before,
        "after": resident_mb(),
        "work": decision.statistics.simulations,
        "kept": decision.statistics.tree_nodes,
    }


PARTS = {"table": table_search, "tree": tree_search}


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
    table, tree = (in_a_process(part, options.quick) for part in PARTS)
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
    report.print(options.json)


if __name__ == "__main__":
    main()
