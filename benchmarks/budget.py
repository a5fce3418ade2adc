"""How well a time budget is kept, and how soon Ctrl-C ends a search.

Overshoot is what a decision took beyond its budget, from the call to the answer, as the caller sees it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from time import perf_counter, sleep
from typing import Any

from common import Report, arguments, seeded_positions
from hazard import Budget, Expectimax, Game, Searcher, TreeSearch
from hazard.games import ConnectFour, EinStein, EinSteinRoll, Pig

SEARCHES: list[tuple[str, Any]] = [
    ("expectimax", Expectimax()),
    ("tree search", TreeSearch()),
    ("tree search, play-outs", TreeSearch(leaf="rollout", backup="mean", prove=False)),
]


def quantile(sorted_values: list[float], share: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def keep_to(seconds: float, decisions: int) -> tuple[list[list[Any]], list[float], int]:
    """Decide ``decisions`` times in all; return the table, the overshoots in ms, and how many ended early."""
    games: list[Game] = [Pig(), EinStein(), ConnectFour()]
    each = -(-decisions // (len(games) * len(SEARCHES)))
    rows, everything, ended = [], [], 0
    for game in games:
        states = seeded_positions(game, min(each, 12), seed=3, plies=(2, 4, 6, 8))
        for name, search in SEARCHES:
            over = []
            for turn in range(each):
                searcher = Searcher(game, search)
                began = perf_counter()
                decision = searcher.decide(states[turn % len(states)], Budget(seconds=seconds))
                took = perf_counter() - began
                over.append(1000 * (took - seconds))
                ended += decision.stopped != "seconds"  # proven or searched to the end before its time
            over.sort()
            everything += over
            told = [quantile(over, share) for share in (0.5, 0.99)]
            rows.append([type(game).__name__, name, len(over), *told, over[-1]])
    return rows, sorted(everything), ended


def waited(seconds: float, times: int) -> list[float]:
    """Return the overshoots in ms of only looking at the clock: how late the machine itself is."""
    over = []
    for _ in range(times):
        began = perf_counter()
        while perf_counter() - began < seconds:
            pass
        over.append(1000 * (perf_counter() - began - seconds))
    return sorted(over)


def interrupted(search: str) -> float:
    """Send SIGINT to a process half a second into a long search; return the ms until KeyboardInterrupt."""
    done = subprocess.run(
        [sys.executable, __file__, "--interrupt-me", search], capture_output=True, text=True, check=True
    )
    return float(json.loads(done.stdout)["ms"])


def interrupt_me(search: str) -> None:
    """Run inside the process that is to be interrupted: note the signal's time and the exception's."""
    sent = 0.0

    def press() -> None:
        nonlocal sent
        sleep(0.3)
        sent = perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us with it ignored
    chosen = {"expectimax": Expectimax(), "tree": TreeSearch(), "threads": TreeSearch(threads=2)}[search]
    searcher = Searcher(EinStein(), chosen)
    state = EinStein().apply(EinStein().start(), EinSteinRoll(3))
    threading.Thread(target=press, daemon=True).start()
    try:
        searcher.decide(state, Budget(seconds=60))
    except KeyboardInterrupt:
        print(json.dumps({"ms": 1000 * (perf_counter() - sent)}))
        return
    raise SystemExit("the search was not interrupted")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--decisions", type=int, help="how many decisions in all (1000)")
    parser.add_argument("--ms", type=float, default=50, help="the budget of each")
    parser.add_argument("--interrupt-me", help="used by the program itself")
    options = parser.parse_args()
    if options.interrupt_me:
        interrupt_me(options.interrupt_me)
        return
    decisions = options.decisions or (27 if options.quick else 1000)
    seconds = (10 if options.quick else options.ms) / 1000
    report = Report("budget", options.quick)

    rows, over, ended = keep_to(seconds, decisions)
    rows.append(["all", "", len(over), quantile(over, 0.5), quantile(over, 0.99), over[-1]])
    idle = waited(seconds, max(3, decisions // 9))
    rows.append(
        ["(none)", "watching the clock", len(idle), quantile(idle, 0.5), quantile(idle, 0.99), idle[-1]]
    )
    columns = ("game", "search", "decisions", "p50", "p99", "max")
    report.table(f"Overshoot of a budget of {1000 * seconds:g} ms, in ms", columns, rows)
    if ended:
        report.note(f"{ended} decisions needed less than their time: the answer was complete.")
    report.note("The last row is what other processes alone cost here: the claim needs a quiet machine.")
    report.at_most("overshoot, 99th percentile, ms", quantile(over, 0.99), 5, timed=True)

    names = ("expectimax",) if options.quick else ("expectimax", "tree", "threads")
    times = {name: max(interrupted(name) for _ in range(1 if options.quick else 5)) for name in names}
    report.table("Ctrl-C during a search of 60 s: ms to KeyboardInterrupt, worst of all tries",
                 ("search", "ms"), list(times.items()))  # fmt: skip
    report.at_most("Ctrl-C to KeyboardInterrupt, ms", max(times.values()), 100, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
