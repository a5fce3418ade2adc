"""Backgammon by hazard's networks against PubEval and GNU Backgammon: points per game, and speed.

Cubeless money play in pairs: the same dice twice, with seats swapped. The opponents come from the package
``gnubg-nn``: GNU Backgammon's networks without look-ahead (0-ply), and Tesauro's PubEval.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from statistics import fmean, stdev
from typing import Any

from common import Report, arguments, interleaved
from hazard import Budget, Expectimax, Searcher
from hazard.arena import draw
from hazard.backgammon import Backgammon, BackgammonState, Position
from hazard.backgammon.networks import read_networks
from hazard.game import Turn

Player = Callable[[BackgammonState], BackgammonState]
LOOK_AHEAD = Expectimax(order_value=True, all_options=False)


@cache
def game() -> Backgammon:
    return Backgammon(read_networks())


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


def points(players: tuple[Player, Player], dice: random.Random) -> float:
    """Play one game; return what the first player wins."""
    state = game().start()
    while game().turn(state) is not Turn.OVER:
        if game().turn(state) is Turn.CHANCE:
            state = game().apply(state, draw(game(), state, dice.random()))
        else:
            state = players[0 if game().turn(state) is Turn.MAX else 1](state)
    return game().value(state)


def pair(first: str, second: str, seed: int) -> float:
    """Play two games with the same dice and seats swapped; return points per game."""
    one, other = PLAYERS[first](), PLAYERS[second]()
    scores = points((one, other), random.Random(seed)), -points((other, one), random.Random(seed))
    return fmean(scores)


def match(first: str, second: str, games: int) -> tuple[float, float]:
    """Return points per game and their standard error."""
    pairs = max(2, games // 2)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(pair, [first] * pairs, [second] * pairs, range(pairs), chunksize=8))
    return fmean(found), stdev(found) / pairs**0.5


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
    networks = read_networks()

    def by(evaluate: Callable[[list[BackgammonState]], object]) -> Callable[[], float]:
        left = iter(parts)

        def run() -> float:
            evaluate(next(left))
            return float(size)

        return run

    boards = {id(part): [[list(state.opponent), list(state.own)] for state in part] for part in parts}
    rates = interleaved(
        rounds,
        many=by(networks.equities),
        one_by_one=by(lambda part: [networks.chances(state) for state in part]),
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


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--games", type=int, default=6000, help="games of a match without look-ahead (6000)")
    parser.add_argument(
        "--look-ahead-games", type=int, default=1000, help="games of a match with look-ahead (1000)"
    )
    options = parser.parse_args()
    report = Report("backgammon_strength", options.quick)
    matches = [("hazard, one ply", "hazard static", None)]
    try:
        import gnubg_nn
    except ImportError:
        report.note("The package gnubg-nn is not installed: only hazard against itself.")
    else:
        speed(report, gnubg_nn, options.quick)
        matches += [
            ("hazard static", "PubEval", 0.55),
            ("hazard static", "GNU Backgammon 0-ply", -0.08),
            ("hazard, one ply", "GNU Backgammon 0-ply", None),
        ]
    rows = []
    for first, second, claimed in matches:
        looks_ahead = "one ply" in first
        games = 4 if options.quick else options.look_ahead_games if looks_ahead else options.games
        mean, error = match(first, second, games)
        rows.append([first, second, games, f"{mean:+.3f}", error])
        if not options.quick and claimed is not None:
            report.at_least(f"{first} against {second}, points per game", mean, claimed, timed=False)
        if not options.quick and second == "hazard static":
            report.at_least(
                "look-ahead against static play, in standard errors", mean / error, 2, timed=False
            )
    columns = ("player", "against", "games", "points per game", "standard error")
    report.table("Matches, paired dice", columns, rows)
    report.print(options.json)


if __name__ == "__main__":
    main()
