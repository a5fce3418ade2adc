"""Secrets in play: how exploitable searches are beside the equilibrium, and what weak opponents pay.

The table has the exact exploitability of what a search plays, asked with a seed in every information set
that its own play comes to. Decisions have so many simulations that they take 10 ms, 100 ms and 1 s, about:
the numbers are the same on every machine, the milliseconds beside them are this one's. Means are of several
seeds. Liar's Dice has three faces and none wild here.
Opponents: six weak styles of Leduc, 200 hands each. The style is not known: weights follow from the hands
seen, with the rival's card hidden, and the response may give up 0.5 chips a hand. Winnings are those of the
hands played, and beside them what the strategies in use win on average, which has no luck in it.
"""

from __future__ import annotations

import random
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any

import hazard
from common import Report, arguments
from hazard import Budget, Determinized, InformationSets, Turn
from hazard.arena import draw
from hazard.confidence import t95
from hazard.equilibrium.listing import list_game
from hazard.games import Leduc, LiarsDice
from hazard.games.secrets.leduc import STYLES
from hazard.several.deciding import SeveralSearcher
from hazard.several.opponents import Opponents
from hazard.several.players import StrategyPlayer

GIVE_UP = 0.5
SIMULATIONS = ((60_000, 5), (600_000, 1), (6_000_000, 1))
"""About 10 ms, 100 ms and 1 s; and how many seeds."""


def exploitability_of(game: Any, search: Any, simulations: int, seed: int) -> tuple[float, float]:
    """Return the exploitability of what a search plays, and the processor's milliseconds of a decision."""
    searcher = SeveralSearcher(game, search)
    sets = list(list_game(game, game.start()).all_sets())
    for one in sets:  # a game in Python is asked once; what it answers is kept
        searcher.decide(one.state, Budget(nodes=50))
    began, strategy, reached = process_time(), {}, {(player, 0) for player in range(2)}
    for one in sets:  # parents first; what the search's own play never comes to changes nothing
        player = one.name.player
        if (player, one.parent) in reached:
            action = searcher.decide(one.state, Budget(nodes=simulations), seed=seed).action
            strategy[one.name] = {action: 1.0}
            reached.add((player, one.first + one.actions.index(action)))
    each = 1e3 * (process_time() - began) / len(strategy)
    return hazard.exploitability(game, strategy).exploitability, each


def honest_limits(report: Report, quick: bool) -> None:
    searches = [
        ("determinized", Determinized()),
        ("information sets, multiple", InformationSets()),
        ("information sets, single", InformationSets(observers="single")),
    ]
    columns = ((500, 2),) if quick else SIMULATIONS
    rows: list[list[Any]] = []
    for title, game in (("Leduc", Leduc()), ("Liar's Dice, 3 faces", LiarsDice(faces=3, wild=0))):
        for name, search in searches:
            row: list[Any] = [title, name]
            for simulations, repeats in columns:
                runs = [exploitability_of(game, search, simulations, seed) for seed in range(repeats)]
                found = [one for one, _ in runs]
                row += [fmean(found), spread(found), fmean(each for _, each in runs)]
            rows.append(row)
        at_random = hazard.exploitability(game).exploitability
        equilibrium = hazard.equilibrium(game, algorithm="dcfr", iterations=500 if quick else 20_000)
        rows.append([title, "at random", *[at_random, "", ""] * len(columns)])
        rows.append([title, "equilibrium", *[equilibrium.exploitability, "", ""] * len(columns)])
        report.at_most(
            f"{title}: exploitability of the equilibrium", equilibrium.exploitability, 0.01, timed=False
        )
    heads = [head for simulations, _ in columns for head in (f"{simulations:,}", "95 % ±", "ms")]
    report.table("Exploitability by simulations for a decision", ("game", "search", *heads), rows)


def spread(found: list[float]) -> Any:
    """Return half the width of the 95 % interval of a mean; nothing for one number."""
    if len(found) < 2:
        return ""
    return t95(len(found) - 1) * stdev(found) / sqrt(len(found))


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
