"""Speed against OpenSpiel and against a search written by hand in Python, measured in one run.

Runs take turns and the best of several rounds counts. Nodes are counted alike: every state a search looks
at, leaves and chance nodes included; the baselines' nodes are counted in a run of their own, untimed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

from common import Report, arguments, interleaved
from hazard import Budget, Expectimax, Game, Searcher, TreeSearch, Turn
from hazard.game import State
from hazard.games import ConnectFour, Pig, TicTacToe
from pruning import PLAIN
from python_pig import HandWritten, PythonPig, generic_expectimax

GAMES: list[tuple[str, Game, int, int]] = [
    # OpenSpiel's name, our game, depth, quick depth
    ("tic_tac_toe", TicTacToe(), 7, 4),
    ("connect_four", ConnectFour(), 7, 3),
    # The same rules but for one: OpenSpiel lets a player hold before the first roll of a turn.
    ("pig", Pig(), 8, 3),
]
PLAY_OUT = {"leaf": "rollout", "backup": "mean", "select": "uct", "prove": False, "reuse": False}


def openspiel_nodes(state: Any, depth: int) -> int:
    """Count what ``expectiminimax`` looks at: it calls itself once for each node."""
    if state.is_terminal() or depth == 0:
        return 1
    chance = state.is_chance_node()
    moves = [outcome for outcome, _ in state.chance_outcomes()] if chance else state.legal_actions()
    return 1 + sum(openspiel_nodes(state.child(move), depth - (not chance)) for move in moves)


def our_search(game: Game, state: State, search: Any, budget: Budget) -> Callable[[], float]:
    """Return a run of one search on a fresh searcher; it returns its nodes or simulations."""

    def run() -> float:
        return float(Searcher(game, search).decide(state, budget).statistics.nodes)

    return run


def expectimax(report: Report, quick: bool, rounds: int) -> None:
    rows, worst = [], float("inf")
    for name, game, full, small in GAMES:
        depth = small if quick else full
        root = pyspiel.load_game(name).new_initial_state()
        theirs = openspiel_nodes(root, depth)

        def baseline(root: Any = root, depth: int = depth, nodes: int = theirs) -> float:
            minimax.expectiminimax(root, depth, lambda state: 0.0, root.current_player())
            return nodes

        once = our_search(game, game.start(), PLAIN, Budget(depth=depth))

        def ours(once: Callable[[], float] = once) -> float:
            return sum(once() for _ in range(1 if quick else 10))  # once is over before a clock can tell

        same = int(once())
        rate = interleaved(rounds, hazard=ours, openspiel=baseline)
        ratio = rate["hazard"] / rate["openspiel"]
        worst = min(worst, ratio)
        if name != "pig":
            report.at_most(f"{name}: difference of the two node counts", abs(same - theirs), 0, timed=False)
        rows.append([name, depth, same, theirs, rate["hazard"], rate["openspiel"], ratio])
    columns = ("game", "depth", "our nodes", "their nodes", "our nodes/s", "their nodes/s", "ratio")
    report.table("Plain expectimax, compiled games, against OpenSpiel's expectiminimax", columns, rows)
    report.at_least("plain expectimax, nodes/s against OpenSpiel, worst game", worst, 200, timed=True)


def tree_search(report: Report, quick: bool, rounds: int) -> None:
    count = 500 if quick else 20_000
    rows, worst, two = [], float("inf"), float("inf")
    for name, game, *_ in GAMES:
        spiel = pyspiel.load_game(name)

        def baseline(spiel: Any = spiel) -> float:
            # One play-out a simulation, one thread, nothing solved early: the same work as ours.
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            bot = pyspiel.MCTSBot(spiel, evaluator, 1.4, count, 1000, False, 1, False)
            bot.mcts_search(spiel.new_initial_state())
            return count

        def ours(threads: int, count: int, game: Game = game) -> Callable[[], float]:
            search = TreeSearch(threads=threads, **PLAY_OUT)
            return our_search(game, game.start(), search, Budget(nodes=count))

        # Threads are for decisions that take longer than starting them.
        long = count * (1 if quick else 25)

        def apart(alone: Callable[[int, int], Callable[[], float]] = ours, count: int = long) -> float:
            # Two searches that share nothing but the machine: as much as threads can hope for.
            with ThreadPoolExecutor(2) as pool:
                return sum(pool.map(lambda _: alone(1, count)(), range(2)))

        rate = interleaved(
            rounds,
            memory=0 if quick else 300,  # for two trees
            openspiel=baseline,
            hazard=ours(1, count),
            one=ours(1, long),
            two=ours(2, long),
            apart=apart,
        )
        ratio, speed_up = rate["hazard"] / rate["openspiel"], rate["two"] / rate["one"]
        worst, two = min(worst, ratio), min(two, speed_up)
        row = [name, rate["hazard"], rate["openspiel"], ratio, rate["one"], rate["two"], speed_up]
        rows.append([*row, rate["apart"] / rate["one"]])
    title = (
        f"Tree search with random play-outs, simulations/s: {count:,} against pyspiel.MCTSBot, then {long:,}"
    )
    columns = ("game", "ours/s", "OpenSpiel/s", "ratio", "1 thread", "2 threads", "ratio", "2 trees apart")
    report.table(title, columns, rows)
    report.at_least("play-outs, simulations/s against OpenSpiel, worst game", worst, 3, timed=True)
    report.at_least("play-outs, two threads against one, worst game", two, 1.7, timed=True)


def python_game(report: Report, quick: bool, rounds: int) -> None:
    """Compare on a game written in Python: nodes/s of plain search, and time to the same depth and value."""
    game, root = PythonPig(), (40, 35, 12, 0)
    depth, deep = (4, 5) if quick else (7, 10)
    plain = our_search(game, root, PLAIN, Budget(depth=depth))
    nodes = int(plain())
    counted = HandWritten.count_nodes(root, depth)

    def by_hand() -> float:
        HandWritten().value(root, depth)
        return counted

    def generic() -> float:
        generic_expectimax(game, root, depth)
        return counted

    rate = interleaved(rounds, hazard=plain, by_hand=by_hand, generic=generic)
    rows = [
        ["hazard, plain", nodes, rate["hazard"], rate["hazard"] / rate["by_hand"]],
        ["pure Python, for this game only", counted, rate["by_hand"], 1.0],
        [
            "pure Python, for any game with expand",
            counted,
            rate["generic"],
            rate["generic"] / rate["by_hand"],
        ],
    ]
    report.table(f"Python Pig, depth {depth}, plain", ("search", "nodes", "nodes/s", "ratio"), rows)
    report.at_most(
        "Python Pig: difference of our node count from the hand count", abs(nodes - counted), 0, timed=False
    )
    report.at_least(
        "Python Pig, plain nodes/s against pure Python", rate["hazard"] / rate["by_hand"], 1.2, timed=True
    )
    same_depth(report, game, root, deep, quick)


def same_depth(report: Report, game: Game, root: State, deepest: int, quick: bool) -> None:
    """Time the table and pruning against the plain recursion, depth by depth."""
    rows, ratio, off = [], 0.0, 0.0
    for depth in range(4, deepest + 1, 1 if quick else 2):
        found: dict[str, float] = {}

        def ours(depth: int = depth, found: dict[str, float] = found) -> float:
            decision = Searcher(game, Expectimax(all_options=False)).decide(root, Budget(depth=depth))
            found["ours"], found["nodes"] = decision.value, decision.statistics.nodes
            return 1

        def by_hand(depth: int = depth, found: dict[str, float] = found) -> float:
            found["by hand"] = HandWritten().value(root, depth)
            return 1

        rate = interleaved(1 if depth > 8 else 3, hazard=ours, by_hand=by_hand)
        ratio = rate["hazard"] / rate["by_hand"]
        off = max(off, abs(found["ours"] - found["by hand"]))
        rows.append([depth, int(found["nodes"]), 1 / rate["hazard"], 1 / rate["by_hand"], ratio])
    columns = ("depth", "our nodes", "our seconds", "pure Python seconds", "ratio")
    report.table("Python Pig, table and pruning on, time to the same depth", columns, rows)
    report.at_most("Python Pig: largest difference between the two values", off, 1e-9, timed=False)
    report.at_least(f"Python Pig, time to depth {deepest} against pure Python", ratio, 20, timed=True)


def starting(report: Report, rounds: int) -> None:
    """Measure the processor time of commands that have next to nothing to do, the best of several starts."""
    commands = {
        "hazard --help": ["--help"],
        "hazard --version": ["--version"],
        "hazard dice 2d6": ["dice", "2d6"],
    }
    best = {
        name: min(_processor_seconds(words) for _ in range(rounds + 1)) for name, words in commands.items()
    }
    rows = [[name, 1000 * seconds] for name, seconds in best.items()]
    report.table("Starting the command line, processor time", ("command", "ms"), rows)
    report.at_most("processor seconds of hazard --help", best["hazard --help"], 0.35, timed=True)


def _processor_seconds(words: list[str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "hazard.cli", *words], check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def by_hand_in_cpp(report: Report, quick: bool, rounds: int) -> None:
    """Compare plain expectimax of compiled Pig with a program written for Pig alone."""
    compiler = shutil.which("c++")
    if compiler is None:
        report.note("There is no C++ compiler here: Pig was not compared with its twin in C++.")
        return
    depth, game = (4 if quick else 8), Pig()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "pig_twin"
        source = Path(__file__).with_name("pig_twin.cpp")
        subprocess.run([compiler, "-std=c++20", "-O3", str(source), "-o", str(program)], check=True)
        best, theirs, values = 0.0, 0.0, (0.0, 0.0)
        for _ in range(rounds):
            told = subprocess.run(
                [str(program), str(depth), "20"], capture_output=True, text=True, check=True
            )
            value, nodes, seconds = told.stdout.split()
            theirs = max(theirs, int(nodes) / float(seconds))
            for _ in range(2 if quick else 20):
                found = Searcher(game, PLAIN).decide(budget=Budget(depth=depth))
                best = max(best, found.statistics.nodes / found.statistics.seconds)
            values = found.value, float(value)
    report.table(
        f"Pig, plain expectimax, depth {depth}, against a program in C++ for Pig alone",
        ("our nodes", "their nodes", "our nodes/s", "their nodes/s", "ratio"),
        [[found.statistics.nodes, int(nodes), best, theirs, best / theirs]],
    )
    report.at_most(
        "Pig and its twin: difference of the values", abs(values[0] - values[1]), 1e-6, timed=False
    )
    report.at_most(
        "Pig and its twin: difference of the nodes", abs(found.statistics.nodes - int(nodes)), 0, timed=False
    )
    report.at_least("Pig, plain nodes/s against the twin in C++", best / theirs, 0.6, timed=True)


class Paths(Game):
    """Every way to play leads to a state of its own, so that nothing that is remembered is of use."""

    LENGTH = 8

    def start(self) -> State:
        return (1, 0)

    def turn(self, state: State) -> Turn:
        if state[1] >= self.LENGTH:
            return Turn.OVER
        return (Turn.MAX, Turn.CHANCE, Turn.MIN, Turn.CHANCE)[state[1] % 4]

    def actions(self, state: State) -> list[int]:
        return [0, 1, 2]

    def outcomes(self, state: State) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.25), (2, 0.25)]

    def apply(self, state: State, move: int) -> State:
        return (state[0] * 3 + move, state[1] + 1)

    def value(self, state: State) -> float:
        return (state[0] * 2654435761 % 1000) / 1000

    def bounds(self) -> tuple[float, float]:
        return (0.0, 1.0)


def by_recursion(game: Game, state: State) -> float:
    """Expectimax for any game, as its definition reads in Python."""
    turn = game.turn(state)
    if turn is Turn.OVER:
        return game.value(state)
    if turn is Turn.CHANCE:
        return sum(p * by_recursion(game, game.apply(state, move)) for move, p in game.outcomes(state))
    values = [by_recursion(game, game.apply(state, move)) for move in game.actions(state)]
    return max(values) if turn is Turn.MAX else min(values)


def without_transpositions(report: Report, quick: bool, rounds: int) -> None:
    """Compare a Python game in which nothing comes back with the recursion that one would write for it."""
    game = Paths()
    game.LENGTH = 6 if quick else 10
    off = 0.0

    def ours() -> float:
        nonlocal off
        found = Searcher(game, Expectimax()).decide(budget=Budget())
        off = max(off, abs(found.value - by_hand_value))
        return 1

    def by_hand() -> float:
        by_recursion(game, game.start())
        return 1

    by_hand_value = by_recursion(game, game.start())
    rate = interleaved(rounds, hazard=ours, by_hand=by_hand)
    ratio = rate["hazard"] / rate["by_hand"]
    columns = ("our seconds", "seconds of the recursion", "ratio")
    report.table(
        "A Python game without transpositions, to its end",
        columns,
        [[1 / rate["hazard"], 1 / rate["by_hand"], ratio]],
    )
    report.at_most("Without transpositions: difference of the values", off, 1e-9, timed=False)
    report.at_least("Without transpositions, against recursion in Python", ratio, 1.5, timed=True)


def few_simulations(report: Report, quick: bool, rounds: int) -> None:
    """Time decisions of ten simulations: what they cost is what surrounds a search."""
    rows, worst, batches = [], 0.0, 20 if quick else 300 * rounds
    for name, game in (("pig", Pig()), ("tic_tac_toe", TicTacToe()), ("connect_four", ConnectFour())):
        for reuse in (True, False):
            searcher, state = Searcher(game, TreeSearch(reuse=reuse)), game.start()
            microseconds, budget = float("inf"), Budget(nodes=10)
            for _ in range(batches):  # short ones, which are over before the machine turns to something else
                began = time.perf_counter()
                for _ in range(5):
                    searcher.decide(state, budget)
                microseconds = min(microseconds, 1e6 * (time.perf_counter() - began) / 5)
            worst = max(worst, microseconds)
            rows.append([name, reuse, microseconds])
    report.table("Tree search of 10 simulations", ("game", "reuse", "microseconds a decision"), rows)
    report.at_most("ten simulations, microseconds a decision, worst game", worst, 60, timed=True)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, help="how often each is run; the best counts")
    options = parser.parse_args()
    rounds = options.rounds or (1 if options.quick else 5)
    report = Report("speed", options.quick)
    expectimax(report, options.quick, rounds)
    tree_search(report, options.quick, rounds)
    python_game(report, options.quick, rounds)
    by_hand_in_cpp(report, options.quick, rounds)
    without_transpositions(report, options.quick, rounds)
    few_simulations(report, options.quick, rounds)
    starting(report, rounds)
    report.print(options.json)


if __name__ == "__main__":
    main()
