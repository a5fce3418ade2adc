"""A thousand rough rounds: threads, forks, Ctrl-C, pickles and ends of the program in the middle of searches.

Rounds run in blocks, each block in a process of its own, so that a crash is told from an error: by the signal
that ended the process, and by the round that it was in. A round is good if every answer is a legal one, what
should be refused is refused in words, and the searcher works on afterwards, in this thread and in another.
"""

from __future__ import annotations

import copy
import faulthandler
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from common import Report, arguments
from hazard.cli.common import progress_bar

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.search.bare_games import BarePig, BareTicTacToe
from tests.search.small_games import Expanded, TableGame, Wrapped

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, GameError, Minimax, Searcher, Solve, TreeSearch, Turn
from hazard.games import Pig, TicTacToe

BLOCK = 20
PATIENCE = 60.0
"""Seconds after which a round hangs."""

SEARCHES: dict[str, tuple[Any, Budget]] = {
    "expectimax": (Expectimax(), Budget(depth=4)),
    "expectimax, by time": (Expectimax(), Budget(seconds=0.02)),
    "minimax": (Minimax(), Budget(depth=4)),
    "alpha-beta": (AlphaBeta(), Budget(depth=5)),
    "beam": (Beam(), Budget(depth=4)),
    "tree search": (TreeSearch(), Budget(nodes=300)),
    "tree search, two threads": (TreeSearch(threads=2), Budget(nodes=300)),
    "tree search, siblings": (TreeSearch(siblings=True, every_outcome=True), Budget(nodes=100)),
    "Solve": (Solve(), Budget()),
    "by default": (None, Budget(seconds=0.05)),
}
COMPILED = "tree search, two threads"
"""Threads cannot share a game in Python, and are refused there."""
BARE = ("expectimax", "beam", "tree search", "Solve", "by default", "expectimax, by time")


def drawn_case(rng: random.Random) -> tuple[str, Searcher, Budget]:
    """Draw a search and a game that goes with it, compiled or in Python."""
    name = rng.choice(list(SEARCHES))
    search, budget = SEARCHES[name]
    without_chance = [TicTacToe(), Wrapped(TicTacToe()), Expanded(TicTacToe())]
    with_chance = [Pig(target=20), Wrapped(Pig(target=20)), Expanded(Pig(target=20))]
    bare = [BarePig(target=10), BareTicTacToe()] if name in BARE else []
    games = (
        [*without_chance, *bare]
        if name in ("minimax", "alpha-beta")
        else [*without_chance, *with_chance, *bare]
    )
    game = rng.choice([Pig(target=20), TicTacToe()] if name == COMPILED else games)
    return f"{name}, {type(game).__name__}", Searcher(game, search), budget


def legal(searcher: Searcher, budget: Budget) -> None:
    decision = searcher.decide(None, budget)
    actions = list(searcher.game.actions(searcher.game.start()))
    assert decision.action in actions, f"{decision.action!r} is none of {actions!r}"


def works_on(searcher: Searcher, budget: Budget) -> None:
    """Decide once more, in another thread and in this one; neither may wait for ever."""
    failed: list[BaseException] = []

    def ask() -> None:
        try:
            legal(searcher, budget)
        except BaseException as error:
            failed.append(error)

    other = threading.Thread(target=ask, daemon=True)
    other.start()
    other.join(PATIENCE / 2)
    assert not other.is_alive(), "the searcher stays locked"
    if failed:
        raise failed[0]
    legal(searcher, budget)


# ---- the rounds --------------------------------------------------------------------------------------------


def eight_threads(rng: random.Random) -> str:
    name, searcher, budget = drawn_case(rng)
    with ThreadPoolExecutor(8) as pool:
        for found in [pool.submit(legal, searcher, budget) for _ in range(16)]:
            found.result(PATIENCE)
    works_on(searcher, budget)
    return name


def asks_itself(rng: random.Random) -> str:
    """A game whose value, or an evaluator that, asks the searcher that is asking it: told that it is busy."""
    name = rng.choice([name for name in SEARCHES if name != COMPILED])
    search, budget = SEARCHES[name]

    class Asking(TableGame):
        def value(self, state: int) -> float:
            return searcher.decide(0, budget).value

        heuristic = value

    game = Asking([Turn.MAX, Turn.MAX, Turn.OVER], [[1, 2], [2], []], [0.0, 0.0, 1.0])
    searcher = Searcher(game, search)
    for ask in (
        lambda: searcher.decide(0, budget),
        lambda: ThreadPoolExecutor(1).submit(searcher.decide, 0, budget).result(),
    ):
        try:
            ask()
        except GameError as error:
            if "busy" not in str(error):
                raise
        else:
            raise AssertionError("nobody was told that the searcher is busy")
    return name


def ask_each_other(rng: random.Random) -> str:
    """Two games ask each other's searchers from two threads each: whoever closes the ring is told."""
    name = rng.choice([name for name in SEARCHES if name != COMPILED])
    search, budget = SEARCHES[name]

    class Asking(TableGame):
        other: Searcher

        def value(self, state: int) -> float:
            try:
                return self.other.decide(0, budget).value
            except GameError as error:
                if "busy" not in str(error):
                    raise
                return 0.5

        heuristic = value

    games = [Asking([Turn.MAX, Turn.MAX, Turn.OVER], [[1, 2], [2], []], [0.0, 0.0, 1.0]) for _ in range(2)]
    searchers = [Searcher(game, search) for game in games]
    games[0].other, games[1].other = reversed(searchers)
    with ThreadPoolExecutor(4) as pool:
        for found in [pool.submit(legal, searcher, budget) for searcher in 2 * searchers]:
            found.result(PATIENCE)
    return name


def forks(rng: random.Random) -> str:
    """A child of a process that has searched, or is searching in another thread, searches too."""
    name, searcher, budget = drawn_case(rng)
    legal(searcher, budget)
    solution = hazard.solve(rng.choice([Pig(target=5), BarePig(target=5)]))
    going_on = threading.Event()
    busy = rng.random() < 0.5

    def search_on() -> None:
        while not going_on.is_set():
            legal(searcher, budget)

    other = threading.Thread(target=search_on, daemon=True)
    if busy:
        other.start()
        time.sleep(rng.uniform(0, 0.01))
    child = os.fork()
    if child == 0:
        os._exit(as_child(searcher, budget, solution))
    code = ended(child)
    going_on.set()
    if busy:
        other.join(PATIENCE)
    assert code == 0, f"the child of a {'busy' if busy else 'quiet'} process ended with {code}"
    works_on(searcher, budget)
    return f"{name}{', while searching' if busy else ''}"


def as_child(searcher: Searcher, budget: Budget, solution: hazard.Solution) -> int:
    try:
        legal(searcher, budget)
        legal(Searcher(searcher.game, searcher.search), budget)
        assert solution.action() in (Pig.ROLL, "roll")  # compiled, and in Python
        assert abs(sum(value for *_, value, _ in solution.items())) > 0
        return 0
    except BaseException:
        traceback.print_exc()
        return 3


def ended(child: int) -> int:
    """Wait for a child, not for ever; return its exit code, or minus the signal."""
    until = time.monotonic() + PATIENCE / 2
    while time.monotonic() < until:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the child hangs")


def interrupted(rng: random.Random) -> str:
    """Press Ctrl-C in the middle of a long search, or somewhere in a row of short ones."""
    name, searcher, short = drawn_case(rng)
    long = (
        Budget(seconds=20)
        if rng.random() < 0.5 and not isinstance(searcher.search, Minimax | AlphaBeta)
        else short
    )
    timer = threading.Timer(rng.uniform(0, 0.03), os.kill, (os.getpid(), signal.SIGINT))
    began = time.monotonic()
    try:
        timer.start()
        while time.monotonic() < began + PATIENCE / 2:
            legal(searcher, long)
        raise AssertionError("Ctrl-C was not heard")
    except KeyboardInterrupt:
        pass
    timer.join()
    assert time.monotonic() < began + 10, "Ctrl-C was heard late"
    works_on(searcher, short)
    return name


def interrupted_solving(rng: random.Random) -> str:
    game = rng.choice([Pig(), BarePig(target=100), Wrapped(Pig())])
    timer = threading.Timer(rng.uniform(0, 0.05), os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        while True:
            hazard.solve(game)
    except KeyboardInterrupt:
        pass
    timer.join()
    assert hazard.solve(Pig(target=2, die=(0, 1))).states > 0
    return type(game).__name__


def copied_while_searching(rng: random.Random) -> str:
    """Pickle and copy a searcher, its game and its decisions while another thread searches with it."""
    name, searcher, budget = drawn_case(rng)
    decision = searcher.decide(None, budget)
    solution = hazard.solve(rng.choice([Pig(target=5), BarePig(target=5)]))
    with ThreadPoolExecutor(1) as pool:
        found = [pool.submit(legal, searcher, budget) for _ in range(5)]
        for _ in range(3):
            for twin in (pickle.loads(pickle.dumps(searcher)), copy.deepcopy(searcher), copy.copy(searcher)):
                legal(twin, budget)
            again = pickle.loads(pickle.dumps(decision))
            assert (again.action, again.value) == (decision.action, decision.value)
            assert copy.deepcopy(decision).action == decision.action
            assert pickle.loads(pickle.dumps(solution)).value() == solution.value()
            assert copy.deepcopy(solution).action() == solution.action()
        for result in found:
            result.result(PATIENCE)
    works_on(searcher, budget)
    return name


ENDING = """
import os, random, sys, threading, time
sys.path.insert(0, {folder!r})
import no_crash
rng = random.Random({seed!r})
name, searcher, budget = no_crash.drawn_case(rng)
def search():
    while True:
        no_crash.legal(searcher, no_crash.Budget(seconds=0.01) if {by_time} else budget)
for _ in range(2):
    threading.Thread(target=search, daemon=True).start()
time.sleep(rng.uniform(0, 0.05))
"""


def ends_while_searching(rng: random.Random) -> str:
    """The program is over while daemon threads search: it ends with its own code, at once."""
    way, code = rng.choice([("", 0), ("sys.exit(7)\n", 7), ("raise SystemExit(5)\n", 5)])
    seed, by_time = rng.random(), rng.random() < 0.3
    text = ENDING.format(folder=str(Path(__file__).parent), seed=seed, by_time=by_time) + way
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    told = [
        line
        for line in done.stderr.splitlines()
        if "Fatal" in line or "terminate" in line or "leaked" in line
    ]
    assert done.returncode == code, f"ended with {done.returncode} instead of {code}: {done.stderr[-300:]}"
    assert not told, told
    return drawn_case(random.Random(seed))[0]


ROUNDS = {
    "eight threads on one searcher": eight_threads,
    "a value that asks its own searcher": asks_itself,
    "two games that ask each other": ask_each_other,
    "a fork after use, or during it": forks,
    "Ctrl-C in a search": interrupted,
    "Ctrl-C while solving": interrupted_solving,
    "pickles and copies during a search": copied_while_searching,
    "the end of the program during a search": ends_while_searching,
}


# ---- blocks of rounds --------------------------------------------------------------------------------------


def run_block(first: int, last: int, seed: int) -> None:
    """Run some rounds in this process, and say one line about each before and after it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
    kinds = list(ROUNDS)
    for number in range(first, last):
        kind = kinds[number % len(kinds)]
        print(f"begin\t{number}\t{kind}", flush=True)
        faulthandler.dump_traceback_later(PATIENCE + 30, exit=True)
        try:
            print(f"good\t{number}\t{ROUNDS[kind](random.Random(f'{seed} {number}'))}", flush=True)
        except BaseException as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
            print(f"fault\t{number}\t{' '.join(told.split())}", flush=True)
        faulthandler.cancel_dump_traceback_later()


@dataclass
class Watched:
    """How rounds went, by their numbers, and how the processes ended that they ran in."""

    good: dict[int, str] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    codes: Counter[int] = field(default_factory=Counter)

    def add(self, other: Watched) -> None:
        self.good |= other.good
        self.faults |= other.faults
        self.codes += other.codes

    @property
    def crashes(self) -> int:
        """Processes that a signal has ended, those that a round has started included."""
        inner = sum("ended with -" in text for text in self.faults.values())
        return max(inner, sum(count for code, count in self.codes.items() if code != 0))


def watch_block(first: int, last: int, seed: int) -> Watched:
    """Run rounds in a process of their own, and go on behind a crash."""
    watched = Watched()
    while first < last:
        command = [sys.executable, __file__, "--block", str(first), str(last), "--seed", str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        watched.codes[done.returncode] += 1
        begun = first
        for line in filter(lambda text: text.count("\t") == 2, done.stdout.splitlines()):
            word, number, text = line.split("\t")
            begun = int(number)
            if word != "begin":
                (watched.good if word == "good" else watched.faults)[begun] = text
        if done.returncode == 0:
            return watched
        watched.faults[begun] = f"the process ended with {done.returncode}: {done.stderr[-600:]}"
        first = begun + 1
    return watched


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, help="how many (1,000)")
    parser.add_argument("--seed", type=int, default=1, help="draw others (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="blocks at a time (the cores)")
    parser.add_argument("--block", type=int, nargs=2, metavar=("FIRST", "LAST"), help="run these rounds here")
    asked = parser.parse_args()
    if asked.block:
        run_block(*asked.block, asked.seed)
        return
    kinds = list(ROUNDS)
    rounds = asked.rounds or (2 * len(kinds) if asked.quick else 1_000)
    report, watched = Report("no_crash", asked.quick), Watched()
    starts = range(0, rounds, BLOCK)
    with progress_bar() as progress, ThreadPoolExecutor(asked.processes) as pool:
        blocks = [pool.submit(watch_block, at, min(at + BLOCK, rounds), asked.seed) for at in starts]
        for done, block in enumerate(as_completed(blocks)):
            watched.add(block.result())
            if progress:
                progress("rounds", min((done + 1) * BLOCK, rounds), rounds)
    rows = []
    for place, kind in enumerate(kinds):
        mine = range(place, rounds, len(kinds))
        good, faults = (sum(n in mine for n in found) for found in (watched.good, watched.faults))
        rows.append([kind, len(mine), good, faults])
    report.table("Rough rounds", ("round", "rounds", "good", "faults"), rows)
    codes = [[str(code), count] for code, count in sorted(watched.codes.items())]
    report.table("How the processes ended", ("exit code", "processes"), codes)
    for number, text in sorted(watched.faults.items()):
        report.note(f"round {number}, {kinds[number % len(kinds)]}: {text}")
    report.at_least("good rounds", len(watched.good), rounds, timed=False)
    report.at_most("crashes", watched.crashes, 0, timed=False)
    report.print(asked.json)


if __name__ == "__main__":
    main()
