"""Strategies of all players: for each information set the probability of each action."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hazard.equilibrium.listing import InformationSet, Listed, OneSet, Strategies
from hazard.game import GameError, Move, State, shown

Probabilities = dict[Move, float]


class Strategy(Mapping[InformationSet, Probabilities]):
    """A mapping from information sets to the probabilities of their actions.

    A key is ``(player, sees)``: the player's number, and what the game's ``sees`` returns. :meth:`at` looks
    a state up instead.
    """

    def __init__(self, listed: Listed, numbers: Strategies) -> None:
        """Wrap the numbers; use :func:`hazard.equilibrium`."""
        self.listed, self.numbers = listed, numbers

    def __getitem__(self, name: InformationSet | tuple[int, Any]) -> Probabilities:
        """Return what the player of an information set does there."""
        known = self.listed.found.get(InformationSet(*name))
        if known is None:
            raise KeyError(name)
        return self.of(known)

    def __iter__(self) -> Iterator[InformationSet]:
        """Go through the information sets, player by player."""
        return (one.name for one in self.listed.all_sets())

    def __len__(self) -> int:
        """Count the information sets."""
        return len(self.listed.found)

    def of(self, one: OneSet) -> Probabilities:
        """Return the probabilities of an information set."""
        found = self.numbers[one.name.player][one.first : one.first + len(one.actions)]
        return dict(zip(one.actions, map(float, found), strict=True))

    def at(self, state: State) -> Probabilities:
        """Return what the player to move in ``state`` does, by what that player sees."""
        return self.of(self.listed.at(state))

    def __repr__(self) -> str:
        """Say how much it covers."""
        return f"<Strategy: {len(self)} information sets of {self.listed.players} players>"


def numbers_from(listed: Listed, given: Any) -> Strategies:
    """Return a strategy as arrays: of a :class:`Strategy`, of any mapping, or uniform for None.

    Information sets that a mapping leaves out are played uniformly. What it has must be complete: every
    probability from 0 to 1, and together 1.
    """
    numbers = [np.array(found) for found in listed.form.uniform()]
    if given is None:
        return numbers
    mapping = getattr(given, "strategy", given)
    if isinstance(mapping, Strategy) and mapping.listed is listed:
        return [found.copy() for found in mapping.numbers]
    if not isinstance(mapping, Mapping):
        raise GameError("equilibrium.no_strategy", found=shown(given))
    for name, shares in mapping.items():
        if not isinstance(name, tuple) or len(name) != 2:
            raise GameError("equilibrium.no_set_name", found=shown(name))
        one = listed.find(*name)
        numbers[one.name.player][one.first : one.first + len(one.actions)] = _checked(one, shares)
    return numbers


def _checked(one: OneSet, shares: Any) -> list[float]:
    def fail() -> GameError:
        expected = ", ".join(map(shown, one.actions))
        return GameError(
            "equilibrium.wrong_probabilities",
            player=one.name.player,
            sees=shown(one.name.sees),
            found=shown(shares),
            expected=expected,
        )

    if not isinstance(shares, Mapping) or any(action not in one.actions for action in shares):
        raise fail()
    try:
        found = [float(shares.get(action, 0.0)) for action in one.actions]
    except (TypeError, ValueError):
        raise fail() from None
    if not all(0 <= share <= 1 + 1e-9 for share in found) or abs(math.fsum(found) - 1) > 1e-9:
        raise fail()
    return found
