"""Backgammon by hazard's networks against PubEval and GNU Backgammon: points per game, and speed.

Cubeless money play in pairs: the same dice twice, with seats swapped. The opponents come from the package
``gnubg-nn``: GNU Backgammon's networks without look-ahead (0-ply), and Tesauro's PubEval.

Each result is given twice: as the dice fell, and with their luck taken out. The luck of a roll is what the
networks' best play of it is worth beyond the mean over all 21 rolls. Whatever the networks think, that is
zero on average, so the mean stays what it is; its error becomes several times smaller.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from common import Report, arguments, interleaved
from hazard import Budget, Expectimax, Searcher, _core
from hazard.arena import draw
from hazard.backgammon import Backgammon, BackgammonRoll, BackgammonState, Position
from hazard.backgammon.chances import Chances
from hazard.backgammon.game import Networks
from hazard.backgammon.networks import SHIPPED, read_networks
from hazard.game import Turn

Player = Callable[[BackgammonState], BackgammonState]
LOOK_AHEAD = Expectimax(order_value=True, all_options=False)
WEIGHTS = "HAZARD_BENCHMARK_WEIGHTS"
"""The weight file, for the processes that play."""


@cache
def networks() -> Networks:
    return read_networks(Path(os.environ.get(WEIGHTS, SHIPPED)))


@cache
def game() -> Backgammon:
    return Backgammon(networks())


def ours(depth: int) -> Player:
    searcher = Searcher(game(), LOOK_AHEAD)
    return lambda state: game().apply(state, searcher.decide(state, Budget(depth=depth)).action)


def played(state: BackgammonState, steps: list[tuple[int, int]]) -> BackgammonState:
    """Return the state after checkers went from one index to another: 24 is the bar, below 0 is off."""
    own, opponent = list(state.own), list(state.opponent)
    for start, end in steps:
        own[start] -= 1
        if end < 0:
            continue
        own[end] += 1
        if opponent[23 - end] == 1:
            opponent[23 - end], opponent[24] = 0, opponent[24] + 1
    return game().state(Position(tuple(opponent), tuple(own)), 1 - state.mover)


def gnubg(state: BackgammonState) -> BackgammonState:
    import gnubg_nn

    steps = gnubg_nn.best_move([list(state.opponent), list(state.own)], *state.dice)
    return played(state, [(start - 1, end - 1) for start, end in steps])


def pubeval(state: BackgammonState) -> BackgammonState:
    import gnubg_nn

    flat = gnubg_nn.pub_best_move([list(state.opponent), list(state.own)], *state.dice)
    return played(state, list(zip(flat[::2], flat[1::2], strict=True)))


PLAYERS: dict[str, Callable[[], Player]] = {
    "PubEval": lambda: pubeval,
    "GNU Backgammon 0-ply": lambda: gnubg,
    "hazard static": lambda: ours(1),
    "hazard, one ply": lambda: ours(2),
}


def luck(before: BackgammonState, roll: BackgammonRoll) -> float:
    """Return what a roll was worth to MAX beyond the mean of all rolls, in the eyes of the networks."""
    rated = _core.backgammon_rated_rolls(networks(), before)
    worth = {tuple(dice): Chances(*chances).equity for dice, chances in rated}
    mean = sum(equity * (1 if high == low else 2) / 36 for (high, low), equity in worth.items())
    beyond = worth[roll.high, roll.low] - mean
    return beyond if before.mover == 0 else -beyond


def points(players: tuple[Player, Player], dice: random.Random) -> tuple[float, float]:
    """Play one game; return what the first player wins, and the same less the luck of the dice."""
    state, lucky = game().start(), 0.0
    while (turn := game().turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            roll = draw(game(), state, dice.random())
            # Who begins evens out in a pair.
            if state != game().start():
                lucky += luck(state, roll)
            state = game().apply(state, roll)
        else:
            state = players[0 if turn is Turn.MAX else 1](state)
    won = game().value(state)
    return won, won - lucky


def pair(first: str, second: str, seed: int) -> tuple[float, float]:
    """Play two games with the same dice and seats swapped; return points per game, with and without luck."""
    one, other = PLAYERS[first](), PLAYERS[second]()
    there, back = points((one, other), random.Random(seed)), points((other, one), random.Random(seed))
    return (there[0] - back[0]) / 2, (there[1] - back[1]) / 2


Estimate = tuple[float, float]
"""Points per game and their standard error."""


def match(first: str, second: str, games: int) -> tuple[Estimate, Estimate]:
    """Return what the first player wins per game, as the dice fell and without their luck."""
    pairs = max(2, games // 2)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(pair, [first] * pairs, [second] * pairs, range(pairs), chunksize=8))
    fell, fair = ((fmean(of), stdev(of) / pairs**0.5) for of in zip(*found, strict=True))
    return fell, fair


def positions(count: int, seed: int) -> list[BackgammonState]:
    """Return different positions before a roll, from games played at random."""
    rng, found = random.Random(seed), {}
    state = game().start()
    while len(found) < count:
        state = game().apply(state, draw(game(), state, rng.random()))
        state = game().apply(state, rng.choice(game().actions(state)))
        if game().turn(state) is Turn.OVER:
            state = game().start()
        else:
            found[game().text(state)] = state
    return list(found.values())


def speed(report: Report, gnubg_nn: Any, quick: bool) -> None:
    # Every round has its own positions: GNU Backgammon remembers what it has evaluated.
    rounds, size = (3, 100) if quick else (10, 2000)
    states = positions(rounds * size, seed=3)
    parts = [states[start : start + size] for start in range(0, len(states), size)]

    def by(evaluate: Callable[[list[BackgammonState]], object]) -> Callable[[], float]:
        left = iter(parts)

        def run() -> float:
            evaluate(next(left))
            return float(size)

        return run

    boards = {id(part): [[list(state.opponent), list(state.own)] for state in part] for part in parts}
    rates = interleaved(
        rounds,
        many=by(networks().equities),
        one_by_one=by(lambda part: [networks().chances(state) for state in part]),
        theirs=by(lambda part: [gnubg_nn.probabilities(board, 0) for board in boards[id(part)]]),
    )
    rows = [
        ["hazard, a list of positions", rates["many"]],
        ["hazard, called one by one", rates["one_by_one"]],
        ["GNU Backgammon 0-ply, called one by one", rates["theirs"]],
    ]
    report.table("Evaluations on one core", ("evaluator", "a second"), rows)
    report.at_least(
        "evaluations a second against GNU Backgammon's", rates["many"] / rates["theirs"], 2, timed=True
    )


MATCHES: list[tuple[str, str, float | None]] = [
    ("hazard, one ply", "hazard static", None),
    ("hazard static", "PubEval", 0.55),
    ("hazard static", "GNU Backgammon 0-ply", -0.08),
    ("hazard, one ply", "GNU Backgammon 0-ply", None),
]


def play_matches(report: Report, options: argparse.Namespace, opponents: bool) -> None:
    """Play what can be played; judge by the result without luck, which is the closer one."""
    rows = []
    for first, second, claimed in MATCHES:
        if not opponents and second != "hazard static":
            continue
        games = 4 if options.quick else options.look_ahead_games if "ply" in first else options.games
        fell, fair = match(first, second, games)
        told = [f"{mean:+.3f} ± {error:.3f}" for mean, error in (fell, fair)]
        rows.append([first, second, games, *told])
        if options.quick:
            continue
        if claimed is not None:
            report.at_least(f"{first} against {second}, points per game", fair[0], claimed, timed=False)
        if second == "hazard static":
            sure = fair[0] / fair[1]
            report.at_least("look-ahead against static play, in standard errors", sure, 2, timed=False)
    columns = ("player", "against", "games", "points per game", "variance-reduced")
    report.table("Matches, paired dice, with standard errors", columns, rows)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--games", type=int, default=6000, help="games of a match without look-ahead (6000)")
    parser.add_argument(
        "--look-ahead-games", type=int, default=2000, help="games of a match with look-ahead (2000)"
    )
    parser.add_argument(
        "--weights", help="a weight file of hazard train backgammon; the shipped one by default"
    )
    options = parser.parse_args()
    if options.weights is not None:
        os.environ[WEIGHTS] = options.weights
    report = Report("backgammon_strength", options.quick)
    try:
        import gnubg_nn
    except ImportError:
        gnubg_nn = None
        report.note("The package gnubg-nn is not installed: only hazard against itself.")
    if gnubg_nn is not None:
        speed(report, gnubg_nn, options.quick)
    play_matches(report, options, opponents=gnubg_nn is not None)
    report.print(options.json)


if __name__ == "__main__":
    main()
