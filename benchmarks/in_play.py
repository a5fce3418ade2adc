"""Secrets in play: how exploitable searches are beside the equilibrium, and what weak opponents pay.

The table has the exact exploitability of what a search plays, asked once in every information set, after
10 ms, 100 ms and 1 s for each decision. Liar's Dice has three faces and none wild here, so that every set can
be asked.
Opponents: six weak styles of Leduc, 200 hands each. The style is not known: weights follow from the hands
seen, with the rival's card hidden, and the response may give up 0.5 chips a hand. Winnings are those of the
hands played, and beside them what the strategies in use win on average, which has no luck in it.
"""

from __future__ import annotations

import random
from typing import Any

import hazard
from common import Report, arguments
from hazard import Budget, Determinized, InformationSets, Turn
from hazard.arena import draw
from hazard.equilibrium.listing import list_game
from hazard.games import Leduc, LiarsDice
from hazard.games.secrets.leduc import STYLES
from hazard.several.deciding import SeveralSearcher
from hazard.several.opponents import Opponents
from hazard.several.players import StrategyPlayer

GIVE_UP = 0.5


def exploitability_of(game: Any, search: Any, seconds: float) -> float:
    searcher = SeveralSearcher(game, search)
    listed = list_game(game, game.start())
    strategy = {
        one.name: {searcher.decide(one.state, Budget(seconds=seconds)).action: 1.0}
        for one in listed.all_sets()
    }
    return hazard.exploitability(game, strategy).exploitability


def honest_limits(report: Report, quick: bool) -> None:
    times = (0.002,) if quick else (0.01, 0.1, 1.0)
    searches = [
        ("determinized", Determinized()),
        ("information sets, multiple", InformationSets()),
        ("information sets, single", InformationSets(observers="single")),
    ]
    rows: list[list[Any]] = []
    for title, game in (("Leduc", Leduc()), ("Liar's Dice, 3 faces", LiarsDice(faces=3, wild=0))):
        for name, search in searches:
            rows.append([title, name, *(exploitability_of(game, search, s) for s in times)])
        at_random = hazard.exploitability(game).exploitability
        found = hazard.equilibrium(game, algorithm="dcfr", iterations=500 if quick else 20_000)
        rows.append([title, "at random", *[at_random] * len(times)])
        rows.append([title, "equilibrium", *[found.exploitability] * len(times)])
        report.at_most(f"{title}: exploitability of the equilibrium", found.exploitability, 0.01, timed=False)
    report.table(
        "Exploitability by time for a decision", ("game", "search", *(f"{s:g} s" for s in times)), rows
    )


def hand(game: Leduc, seats: Any, rng: random.Random) -> tuple[list[Any], float]:
    state, history = game.start(), []
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            move = draw(game, state, rng.random())
        else:
            move = seats[turn.number].choose(game, state, rng)
        history.append(move)
        state = game.apply(state, move)
    return history, game.value(state)


def opponents_pay(report: Report, quick: bool) -> None:
    game, hands = Leduc(), 40 if quick else 200
    nash = hazard.equilibrium(game, algorithm="lp")
    rows: list[list[Any]] = []
    worst = 0.0
    for name, style in STYLES.items():
        rivals, rival = Opponents(game, STYLES, player=0), StrategyPlayer(style)
        won, expected = [0.0, 0.0], 0.0
        for number in range(hands):
            if number in (0, 1, 2, 4, 8, 16, 32, 64, 128):
                answer = rivals.response(GIVE_UP)
                worst = max(worst, answer.exploitability)
                worth = value_of(rivals, answer, name)
                me = StrategyPlayer(answer.strategy)
            history, value = hand(game, (me, rival), random.Random(f"{name}/{number}"))
            won[0] += value
            expected += worth / hands
            rivals.watch(history)
            won[1] += hand(game, (StrategyPlayer(nash), rival), random.Random(f"{name}/{number}"))[1]
        rows.append(
            [
                name,
                rivals.weights[name],
                won[0] / hands,
                won[1] / hands,
                expected,
                value_of(rivals, nash, name),
            ]
        )
    columns = (
        "style",
        "its weight in the end",
        "won a hand",
        "by the equilibrium",
        "on average",
        "by the equilibrium",
    )
    report.table(f"Leduc, {hands} hands against each style, chips a hand", columns, rows)
    report.at_most("exploitability of the responses, at most", worst, GIVE_UP, timed=False)
    totals = [sum(row[column] for row in rows) for column in (2, 3, 4, 5)]
    report.at_least("winnings on average, by the equilibrium's", totals[2] / totals[3], 3.0, timed=False)


def value_of(rivals: Opponents, me: Any, name: str) -> float:
    """What MAX's part of a strategy wins on average against a style."""
    strategy = {}
    for one in rivals.listed.all_sets():
        if one.name.player == 0:
            strategy[one.name] = me.strategy[one.name]
        else:
            shares = STYLES[name](rivals.game, one.state)
            total = sum(shares.get(action, 0.0) for action in one.actions)
            strategy[one.name] = {action: shares.get(action, 0.0) / total for action in one.actions}
    return hazard.exploitability(rivals.game, strategy).value


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("in_play", options.quick)
    opponents_pay(report, options.quick)
    honest_limits(report, options.quick)
    report.print(options.json)


if __name__ == "__main__":
    main()
