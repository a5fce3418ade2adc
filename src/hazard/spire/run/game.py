"""A whole run of Slay the Spire as a game that every search of hazard can play."""

from __future__ import annotations

from typing import Any

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError, Turn
from hazard.spire.rules.fight import SpireState
from hazard.spire.run.compile import CompiledRun, compiled_run

SpireRunState = _core.SpireRunState

RunMove = tuple[int, int, int, int, int]
"""A move as plain data: kind and index; in a fight its own kind, index and target behind them."""


class SpireRun(CompiledGame[SpireRunState]):
    """A run of the Ironclad: the player is MAX, maps, rewards, encounters and fights are chance.

    The value of a run that is over is 1 if the Heart is dead, 0.8 if the third act was won, and else grows
    with the floor that was reached.

    >>> game = SpireRun(ascension=20)
    >>> state = game.sampled(game.start(), seed=1)
    >>> state.floor, state.hp, state.screen, len(game.actions(state))
    (0, 68, 'event', 4)
    """

    _engine_type = _core.SpireRunEngine

    def __init__(self, ascension: int = 0) -> None:
        """Play at ``ascension``, 0 to 20."""
        self.rules: CompiledRun = compiled_run(ascension)
        self.core: Any = _core.SpireRun(self.rules.core)
        self._core = self.core

    def sampled(self, state: SpireRunState, seed: int) -> SpireRunState:
        """Return ``state`` with chance drawn until the player decides or the run is over."""
        found: SpireRunState = self.core.sampled(state, seed)
        return found

    def drawn(self, state: SpireRunState, seed: int) -> SpireRunState:
        """Return what follows one chance."""
        found: SpireRunState = self.core.drawn(state, seed)
        return found

    def describe(self, state: SpireRunState, move: Any, language: str = "en") -> str:
        """Return words for an action or an outcome."""
        from hazard.spire.words import described

        return described(move, language)

    def moves(self, state: SpireRunState) -> list[RunMove]:
        """Return the actions as plain data, in the order of :meth:`actions`."""
        found: list[RunMove] = self.core.moves(state)
        return found

    def after(self, state: SpireRunState, move: RunMove, seed: int) -> SpireRunState:
        """Return what follows a move of :meth:`moves`; ``seed`` draws chance up to the next decision."""
        try:
            found: SpireRunState = self.core.after(state, move, seed)
        except ValueError as error:
            raise GameError(str(error)) from None
        return found

    def picture(self, state: SpireRunState) -> dict[str, Any]:
        """Return the state between fights as plain data."""
        found: dict[str, Any] = self.core.picture(state)
        return found

    def fight(self, state: SpireRunState) -> SpireState:
        """Return the fight that is going on."""
        found: SpireState = state.fight
        return found

    def key(self, state: SpireRunState) -> int:
        """Return the fingerprint that equal states share."""
        return int(self.core.key(state))

    def random_runs(self, runs: int, seed: int = 0) -> dict[str, float]:
        """Play whole runs, each decision as likely as the others, and return what came of them.

        >>> found = SpireRun().random_runs(20, seed=1)
        >>> found["defeats"], found["unsettled"]
        (20, 0)
        """
        found: dict[str, float] = self.core.random_runs(runs, seed)
        return found

    def decides(self, state: SpireRunState) -> bool:
        """Whether the player has to decide."""
        return self.turn(state) is Turn.MAX
