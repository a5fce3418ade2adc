"""Rules in Python, compiled: nodes a second beside plain Python, uncompiled hazard and hand-written C++.

Six games that are written in Python alone (examples/compiled). Plain expectimax without a table goes through
the same tree in each case, and runs take turns. Rates are per second of processor time, best of several.
"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import hazard
from common import Report, arguments
from hazard import Budget, Expectimax, Turn
from hazard.games import ConnectFour, EinStein, Pig

FOLDER = Path(__file__).parents[1] / "examples" / "compiled"
PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False, deepen=False)
# The class, the depth for Python's own speed and for compiled speed, and the same game in C++.
GAMES: dict[str, tuple[str, int, int, Callable[[], hazard.Game] | None]] = {
    "pig": ("PigGame", 5, 9, Pig),
    "twenty_one": ("TwentyOne", 3, 5, None),
    "einstein": ("EinStein", 2, 4, EinStein),
    "small_2048": ("Small2048", 2, 3, None),
    "connect_four": ("ConnectFour", 5, 8, ConnectFour),
    "backgammon_race": ("BackgammonRace", 3, 5, None),
}


def recursion(game: hazard.Game, state: object, depth: int) -> tuple[float, int]:
    """Expectimax as one writes it by hand in Python; the value, and how many nodes are below."""
    turn = game.turn(state)
    if turn == Turn.OVER:
        return game.value(state), 0
    if turn == Turn.CHANCE:
        total, nodes = 0.0, 0
        for outcome, probability in game.outcomes(state):
            value, below = recursion(game, game.apply(state, outcome), depth)
            total += probability * (reward(game, state, outcome) + value)
            nodes += below + 1
        return total, nodes
    if depth == 0:
        return game.heuristic(state), 0  # type: ignore[attr-defined]
    best, nodes = None, 0
    for action in game.actions(state):
        following = game.apply(state, action)
        if depth == 1 and game.turn(following) != Turn.OVER:
            value, below = game.heuristic(following), 0  # type: ignore[attr-defined]
        else:
            value, below = recursion(game, following, depth - 1)
        value += reward(game, state, action)
        nodes += below + 1
        if best is None or (value > best if turn == Turn.MAX else value < best):
            best = value
    assert best is not None
    return best, nodes


def reward(game: hazard.Game, state: object, move: object) -> float:
    found = getattr(game, "reward", None)
    return 0.0 if found is None else found(state, move)


def first_choice(game: hazard.Game) -> object:
    """The first state in which somebody decides."""
    state = game.start()
    while game.turn(state) == Turn.CHANCE:
        state = game.apply(state, max(game.outcomes(state), key=lambda pair: pair[1])[0])
    return state


def rates(rounds: int, runs: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Nodes per second of processor time, best of several; runs take turns."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            began = time.process_time()
            nodes = run()
            best[name] = max(best[name], nodes / max(time.process_time() - began, 1e-9))
    return best


def searched(game: hazard.Game, state: object, depth: int) -> Callable[[], int]:
    def run() -> int:
        return hazard.decide(game, state, PLAIN, Budget(depth=depth)).statistics.nodes

    return run


def measure(report: Report, quick: bool) -> None:
    sys.path.insert(0, str(FOLDER))
    rows = []
    for name, (kind, shallow, deep, twin) in GAMES.items():
        game = getattr(importlib.import_module(name), kind)()
        plain, compiled = hazard.uncompiled(game), hazard.compile(game)
        state = first_choice(plain)
        if quick:
            shallow, deep = max(1, shallow - 2), shallow
        value, nodes = recursion(plain, state, shallow)
        found = [hazard.decide(g, state, PLAIN, Budget(depth=shallow)) for g in (plain, compiled)]
        same = all(abs(d.best.value - value) < 1e-9 and d.statistics.nodes == nodes + 1 for d in found)
        report.at_least(f"{name}: value and nodes of all three are equal", float(same), 1.0, timed=False)
        runs = {
            "python": lambda g=plain, s=state, d=shallow: recursion(g, s, d)[1],
            "uncompiled": searched(plain, state, shallow),
            "compiled": searched(compiled, state, deep),
        }
        if twin is not None:
            other = twin()
            runs["c++"] = searched(other, first_choice(other), deep)
        rate = rates(1 if quick else 3, runs)
        rows.append(
            [name, nodes, *[rate[key] / 1e6 for key in ("python", "uncompiled", "compiled")],
             rate.get("c++", 0.0) / 1e6 or None]
        )  # fmt: skip
        report.at_least(
            f"{name}: compiled over plain recursion", rate["compiled"] / rate["python"], 30.0, timed=True
        )
        report.at_least(
            f"{name}: compiled over uncompiled hazard",
            rate["compiled"] / rate["uncompiled"],
            30.0,
            timed=True,
        )
        if twin is not None:
            report.at_least(
                f"{name}: compiled over hand-written C++", rate["compiled"] / rate["c++"], 0.3, timed=True
            )
    report.table(
        "Plain expectimax without a table, million nodes a second",
        ["game", "nodes", "Python by hand", "uncompiled", "compiled", "C++"],
        rows,
    )


READY = """
import sys, time
sys.path.insert(0, {folder!r})
import hazard
game = getattr(__import__({name!r}), {kind!r})()
began = time.process_time()
hazard.compile(game)
print(time.process_time() - began)
"""


def readiness(report: Report, quick: bool) -> None:
    """Seconds of processor time until a game can be searched, in a fresh process: cold, and cached."""
    rows = []
    for name, (kind, *_) in list(GAMES.items())[: 1 if quick else None]:
        with tempfile.TemporaryDirectory() as cache:
            script = READY.format(folder=str(FOLDER), name=name, kind=kind)
            found = []
            for _ in range(2):
                environment = {**os.environ, "XDG_CACHE_HOME": cache}
                command = [sys.executable, "-c", script]
                done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                found.append(float(done.stdout))
        rows.append([name, *found])
        report.at_most(f"{name}: ready cold, seconds", found[0], 3.0, timed=True)
        report.at_most(f"{name}: ready from the cache, seconds", found[1], 0.5, timed=True)
    report.table("Until a game is ready, seconds", ["game", "cold", "cached"], rows)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("compiled", options.quick)
    measure(report, options.quick)
    readiness(report, options.quick)
    report.print(options.json)


if __name__ == "__main__":
    main()
