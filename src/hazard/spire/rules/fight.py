"""A fight of Slay the Spire as a game that every search of hazard can play."""

from __future__ import annotations

from typing import Any

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError
from hazard.spire.rules.compile import Compiled, compiled
from hazard.spire.rules.scenario import Scenario, state_data

SpireState = _core.SpireState


class Combat(CompiledGame[SpireState]):
    """A combat: the player is MAX, shuffles, rolls and random targets are chance.

    The value of a fight that is over is the share of HP left, -1 if it is lost.

    >>> game = new_fight(Scenario(monsters=["Jaw Worm"]))
    >>> state = game.sampled(game.start(), seed=1)
    >>> game.describe(state, game.actions(state)[-1]), game.describe(state, game.actions(state)[0], "de")
    ('end turn', 'Strike auf Jaw Worm')
    """

    _engine_type = _core.SpireCombatEngine

    def __init__(self, content: Compiled, start: SpireState) -> None:
        """Play from ``start`` under the rules of ``content``."""
        self.content = content
        self.core: Any = _core.SpireCombat(content.core, start)
        """The compiled rules, for planners."""
        self._core = self.core

    def sampled(self, state: SpireState, seed: int) -> SpireState:
        """Return ``state`` with chance drawn until the player decides or the fight is over."""
        after: SpireState = self._core.sampled(state, seed)
        return after

    def key(self, state: SpireState) -> int:
        """Return the fingerprint that equal states share."""
        return int(self._core.key(state))

    def describe(self, state: SpireState, move: Any, language: str = "en") -> str:
        """Return words for an action or an outcome."""
        from hazard.spire.words import described

        return described(move, language)

    def moves(self, state: SpireState) -> list[tuple[int, int, int, list[int]]]:
        """Return the actions as plain data, in the order of :meth:`actions`: kind, index, target, picks."""
        found: list[tuple[int, int, int, list[int]]] = self._core.moves(state)
        return found


def state_from(content: Compiled, data: dict[str, Any]) -> SpireState:
    """Return a state from plain data, as :meth:`SpireState.as_dict` gives it; what is missing is empty."""
    try:
        return _core.spire_state(content.core, data)
    except ValueError as error:
        raise GameError(str(error)) from None


def new_fight(scenario: Scenario, ascension: int = 0, seed: int = 0, oracle: int = 0) -> Combat:
    """Return a fight that is about to begin; ``seed`` rolls the monsters' hit points.

    With ``oracle`` not 0 every chance of the fight is decided by that number, and foreseen by a search: a
    bound for measuring, never a fair way to play.
    """
    content = compiled(ascension)
    data = state_data(content, scenario) | {"oracle": oracle}
    try:
        start = _core.spire_state(content.core, data, True, seed)
    except ValueError as error:
        raise GameError(str(error)) from None
    return Combat(content, start)
