"""Monopoly: squares and rents beside an exact Markov chain, whole games, and tree search in four seats.

The chain is written from the rule book (tests/games/monopoly/chain.py): jail is left by trying for doubles.
The players of the games that are compared with it do the same, and buy and build whatever they can. What a
deed earns is the rent that falls due, beside what the chain says that each roll of the others brings.
At the tables of four, every deal is played in every rotation of the seats: tree search with one that buys
everything and two at random, and with three that buy everything. The share is that of all estates at the end.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import hazard
from common import Report, arguments
from hazard import Budget, Turn, _core
from hazard.confidence import t95
from hazard.games import Monopoly
from hazard.games.monopoly.game import SQUARES, BuyEverything
from hazard.players import RandomPlayer, SearchPlayer
from hazard.search import TreeSearch

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.games.monopoly.chain import LongRun, long_run, rent_share

BOARD = _core.MONOPOLY_SQUARES
BANK, STATION, UTILITY = 7, 2, 3


class Waits(BuyEverything):
    """Buys and builds, and leaves jail by doubles alone; with ``shy``, it never buys."""

    def __init__(self, shy: bool = False) -> None:
        self.shy = shy

    def choose(self, game: Any, state: Any, rng: Any) -> Any:
        kinds = {action.kind.name: action for action in reversed(game.actions(state))}
        if "TRY_DOUBLES" in kinds and "BUILD" not in kinds:
            return kinds["TRY_DOUBLES"]
        if self.shy:
            for kind in ("ROLL", "AUCTION", "PASS"):
                if kind in kinds:
                    return kinds[kind]
        return super().choose(game, state, rng)


def steps(game: Monopoly, rng: random.Random, players: list[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Play a game; yield each state, the move and the state after it."""
    state = game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            pairs = game.outcomes(state)
            move = rng.choices([m for m, _ in pairs], [p for _, p in pairs])[0]
        elif players:
            move = players[turn.number].choose(game, state, rng)
        else:
            move = rng.choice(game.actions(state))
        after = game.apply(state, move)
        yield state, move, after
        state = after


def frequencies(report: Report, run: LongRun, rolls: int) -> None:
    """Compare where rolls end, with nobody owning anything."""
    counts: Counter[int] = Counter()
    seed = 0
    while counts.total() < rolls:
        game, rolled = Monopoly(players=2, max_turns=5000), None
        for state, move, _ in steps(game, random.Random(f"walk/{seed}"), [Waits(shy=True)] * 2):
            if rolled is not None and game.turn(state) is not Turn.CHANCE:
                counts[40 if state.jail[rolled] else state.at[rolled]] += 1
                rolled = None
            if move.kind.name == "DICE":
                rolled = state.mover
        seed += 1
    total = counts.total()
    off = {square: counts[square] / total - run.ends[square] for square in range(41)}
    shown = sorted(range(41), key=lambda square: -run.ends[square])[:6]
    rows = [[("In jail" if s == 40 else SQUARES[s]), run.ends[s], counts[s] / total] for s in shown]
    report.table(f"Where {total:,} rolls end, the most frequent", ("square", "chain", "games"), rows)
    error = max(abs(off[s]) / sqrt(run.ends[s] * (1 - run.ends[s]) / total) for s in off if run.ends[s] > 0)
    report.at_most(
        "squares: the largest distance from the chain, in standard errors", error, 4.5, timed=False
    )


def returns(report: Report, run: LongRun, games: int) -> None:
    """Compare the rent that fell due with what the chain says, deed by deed."""
    due: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    spread: Counter[int] = Counter()
    for number in range(games):
        game = Monopoly(players=3, max_turns=400)
        rolled, before = False, None
        for state, move, after in steps(game, random.Random(f"rent/{number}"), [Waits()] * 3):
            mover = state.mover
            if move.kind.name == "DICE" and not rolled:
                rolled = True
                for square, (kind, _, group, _, _) in enumerate(BOARD):
                    owner = state.owner[square]
                    if group < 0 or owner in (BANK, mover) or square in state.mortgaged:
                        continue
                    both = state.owner[12] == state.owner[28]
                    usual = game._core.rent(state, square, 7)
                    share = rent_share(run, square, usual, kind == STATION, kind == UTILITY, both)
                    expected[square] += share
                    spread[square] += share * usual * 1.5  # of a payment that is rare: p times its square
            before = state
            if rolled and game.turn(after) is not Turn.CHANCE:
                rolled = False
                square = after.at[mover] if not after.out[mover] else before.at[mover]
                owner = before.owner[square]
                if owner in (BANK, mover) or after.jail[mover]:
                    continue
                paid = after.debt or after.cash[owner] - before.cash[owner]
                if square in before.mortgaged or after.out[mover]:
                    continue
                due[square] += paid
    rows, worst = [], 0.0
    for square in sorted(expected):
        ratio = due[square] / expected[square]
        errors = (due[square] - expected[square]) / sqrt(spread[square])
        worst = max(worst, abs(errors))
        rows.append([SQUARES[square], expected[square], due[square], ratio, errors])
    title = f"Rent that fell due in {games:,} games of three who build"
    report.table(title, ("deed", "by the chain", "in the games", "ratio", "standard errors"), rows)
    total = sum(due.values()) / sum(expected.values())
    report.at_most(
        "rent of all deeds: relative distance from the chain",
        abs(total - 1),
        0.2 if games < 100 else 0.03,
        timed=False,
    )
    report.at_most("rent of a deed: the largest distance, in standard errors", worst, 4.5, timed=False)


def whole_games(report: Report, games: int) -> None:
    """Play to the end at random; what is illegal or stuck raises."""
    ends: Counter[str] = Counter()
    longest = 0
    for number in range(games):
        game, moves, after = Monopoly(players=2 + number % 5, max_turns=1000), 0, None
        for state, move, after in steps(game, random.Random(f"whole/{number}"), []):
            moves += 1
            if moves > 1_000_000 or min(after.cash) < 0 or game._core.houses_left(after) < 0:
                raise AssertionError(f"game {number} is stuck or illegal at {move} in {game.text(state)}")
        longest = max(longest, moves)
        ends["one is left" if sum(after.out) == 5 else "turns are over"] += 1
    report.table(f"{games} whole games at random", ("end", "games"), [[k, n] for k, n in ends.items()])
    report.at_least("games played to their end without a stuck or illegal state", games, games, timed=False)


def tree_search(report: Report, quick: bool) -> None:
    """Let tree search sit at a table with others, in every seat."""
    search, buys, draws = SearchPlayer(TreeSearch(), Budget(nodes=100)), BuyEverything(), RandomPlayer()
    tables = [([buys, draws, draws], 4 if quick else 20)]
    if not quick:  # the edge is small: it takes many deals to show it
        tables.append(([buys, buys, buys], 120))
    rows = []
    for others, deals in tables:
        match = hazard.play(Monopoly(max_turns=300), [search, *others], games=4 * deals, seed=1)
        rivals = [seat for seat, other in enumerate(others, 1) if other is buys]
        ahead = [
            fmean(score[0] - fmean(score[seat] for seat in rivals) for score in match.scores[deal : deal + 4])
            for deal in range(0, len(match.scores), 4)
        ]
        width = t95(len(ahead) - 1) * stdev(ahead) / sqrt(len(ahead))
        name = " and ".join(dict.fromkeys(other.name for other in others))
        rows.append([name, match.games, match.mean(0), match.mean(1), fmean(ahead), width])
        said = f"tree search beside {name}: how far ahead of buy-everything, lower end of 95 %"
        report.at_least(said, fmean(ahead) - width, 0.0, timed=False)
    columns = ("at the table", "games", "tree search's share", "buy-everything's", "ahead by", "95 % ±")
    report.table("Tree search, 100 simulations a decision; without skill a share is 0.25", columns, rows)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report, quick = Report("monopoly", options.quick), options.quick
    run = long_run()
    frequencies(report, run, 10_000 if quick else 1_000_000)
    returns(report, run, 20 if quick else 1_000)
    whole_games(report, 6 if quick else 200)
    tree_search(report, quick)
    report.print(options.json)


if __name__ == "__main__":
    main()
