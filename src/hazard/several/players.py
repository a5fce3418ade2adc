"""Players of games with secrets: by a strategy, a style, or a search that sees what its seat sees."""

from __future__ import annotations

import random
from typing import Any

from hazard.game import Game, Move, State, Turn
from hazard.several.beliefs import Model, probabilities


class StrategyPlayer:
    """Plays a mixed strategy, which is anything a model may be: draws an action by its probability.

    >>> import hazard
    >>> from hazard.games import Kuhn
    >>> player = StrategyPlayer(hazard.equilibrium(Kuhn(), iterations=100))
    >>> player.choose(Kuhn(), ("KJ", "pb"), random.Random(1))  # a king always calls
    'b'
    """

    def __init__(self, strategy: Model, *, name: str = "strategy") -> None:
        """Play ``strategy``; where it says nothing, each action equally often."""
        self.strategy, self.name = strategy, name

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Draw an action."""
        number = Turn(game.turn(state)).number
        actions = list(game.actions(state))
        shares: Any = probabilities(self.strategy, game, state, number or 0, actions)
        if not sum(shares) > 0:
            shares = [1.0] * len(actions)
        return rng.choices(actions, shares)[0]
