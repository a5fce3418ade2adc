"""What a player wins by looking one decision ahead, where a game is too large for the best response."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

import numpy as np

from hazard.confidence import t95
from hazard.equilibrium.listing import Lister
from hazard.game import Game, GameError, Move, State, Turn, check_game
from hazard.search import SettingError


@dataclass(frozen=True)
class LocalBestResponse:
    """What a player wins by looking one decision ahead at a time: at most what the best response wins."""

    player: int
    value: float
    interval: tuple[float, float]
    """The 95 % confidence interval of ``value``."""
    games: int


def local_best_response(
    game: Game, strategy: Any, player: int = 0, *, games: int = 200, play_outs: int = 20, seed: int = 0
) -> LocalBestResponse:
    """Estimate what a player can win against ``strategy``, where the game is too large for the exact answer.

    In each decision the player believes what Bayes says of the others' strategy, tries each action in
    play-outs in which all go on by ``strategy``, and takes the best. That is some response, so that the best
    response wins at least as much (Lisy and Bowling 2017): a lower bound of what can be lost, up to chance.

    >>> from hazard.games import Kuhn
    >>> found = local_best_response(Kuhn(), None, player=0, games=300)  # against play at random
    >>> found.value > 0.2
    True
    """
    from hazard.several.beliefs import beliefs, probabilities

    check_game(game)
    for name, number in (("games", games), ("play_outs", play_outs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise SettingError("equilibrium.wrong_games", name=name, found=number)
    count = Lister(game, game.start(), 100_000, None)._count_players()
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < count:
        raise GameError("equilibrium.no_such_player", found=player, most=count - 1)
    draw, won = random.Random(seed), []

    def step(state: State) -> Move:
        turn = Turn(game.turn(state))
        if turn is Turn.CHANCE:
            pairs = list(game.outcomes(state))
            return draw.choices([move for move, _ in pairs], [p for _, p in pairs])[0]
        actions = list(game.actions(state))
        shares = probabilities(strategy, game, state, turn.number or 0, actions)
        return draw.choices(actions, shares if sum(shares) > 0 else None)[0]

    def played_out(state: State, total: float) -> float:
        while Turn(game.turn(state)) is not Turn.OVER:
            move = step(state)
            total += _own(_reward(game, state, move), player)
            state = game.apply(state, move)
        return total + _own(game.value(state), player)

    def best(state: State, history: list[Move]) -> Move:
        belief = beliefs(game, state, strategy, history=history)
        worlds, weights = zip(*belief.worlds, strict=True)
        worth = {}
        for action in game.actions(state):
            drawn = draw.choices(worlds, weights, k=play_outs)
            worth[action] = fmean(
                played_out(game.apply(world, action), _own(_reward(game, world, action), player))
                for world in drawn
            )
        return max(worth, key=lambda action: worth[action])

    for _ in range(games):
        state, total = game.start(), 0.0
        history: list[Move] = []
        while (turn := Turn(game.turn(state))) is not Turn.OVER:
            move = best(state, history) if turn.number == player else step(state)
            total += _own(_reward(game, state, move), player)
            history.append(move)
            state = game.apply(state, move)
        won.append(total + _own(game.value(state), player))
    width = t95(games - 1) * stdev(won) / np.sqrt(games) if games > 1 else float("inf")
    mean = fmean(won)
    return LocalBestResponse(player, mean, (mean - float(width), mean + float(width)), games)


def _reward(game: Any, state: State, move: Move) -> Any:
    return game.reward(state, move) if hasattr(game, "reward") else 0.0


def _own(worth: Any, player: int) -> float:
    if isinstance(worth, list | tuple):
        return float(worth[player])
    return float(worth) if player == 0 else -float(worth)
