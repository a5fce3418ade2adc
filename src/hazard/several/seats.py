"""A game of several players with everybody in MAX's seat: what the core walks, turns by number aside."""

from __future__ import annotations

from typing import Any

from hazard.game import Game, Move, State, Turn


class Seats(Game):
    """The same states and moves, with every decision MAX's."""

    def __init__(self, game: Game) -> None:
        """Wrap a game that was written for several players, or with secrets."""
        self.game = game
        for optional in ("sample", "expand"):
            if hasattr(game, optional):
                setattr(self, optional, getattr(self, f"_{optional}"))

    def start(self) -> State:
        """Return the first state."""
        return self.game.start()

    def turn(self, state: State) -> Turn:
        """Tell chance and the end from decisions."""
        turn = Turn(self.game.turn(state))
        return turn if turn in (Turn.CHANCE, Turn.OVER) else Turn.MAX

    def actions(self, state: State) -> Any:
        """List the actions."""
        return self.game.actions(state)

    def outcomes(self, state: State) -> Any:
        """List what chance may do."""
        return self.game.outcomes(state)

    def apply(self, state: State, move: Move) -> State:
        """Return the state that follows."""
        return self.game.apply(state, move)

    def value(self, state: State) -> float:
        """Return nothing: payoffs are asked of the game itself."""
        return 0.0

    def _sample(self, state: State, random: Any) -> Any:
        return self.game.sample(state, random)  # type: ignore[attr-defined]

    def _expand(self, state: State) -> Any:
        turn, moves = self.game.expand(state)  # type: ignore[attr-defined]
        return (turn if turn in (Turn.CHANCE, Turn.OVER) else Turn.MAX), moves
