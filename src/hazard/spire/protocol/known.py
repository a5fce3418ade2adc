"""What the rules know by the game's ids: rows of cards, powers, relics, potions and monsters.

Ids are compared by their letters and digits alone. What is not known has a stand-in and a sentence for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hazard import _core
from hazard.spire.protocol.message import Card, plain_id
from hazard.spire.rules.compile import UNKNOWN, Compiled, compiled

UNPLAYABLE = -2
ALIKE = {f"{card}{letter}": f"{card}r" for card in ("strike", "defend") for letter in "gbp"}
"""Cards of other classes that do the same, by their plain ids."""
UNKNOWN_MONSTER = "Unknown monster"


@dataclass(frozen=True)
class Known:
    """The rows of the content by plain id, at one ascension."""

    content: Compiled
    cards: Mapping[str, int]
    powers: Mapping[str, int]
    relics: Mapping[str, int]
    potions: Mapping[str, int]
    monsters: Mapping[str, int]
    quiet_relics: frozenset[str]
    move_rows: Mapping[int, Mapping[int, list[int]]]
    """Of each kind of monster: rows of its moves by the game's own number."""
    monster_kinds: Sequence[_core.SpireMonsterKind]
    potion_kinds: Sequence[_core.SpirePotionKind]

    def card_row(self, card_id: str, upgraded: bool) -> int | None:
        """Return the row of the card, upgraded if it can be."""
        key = plain_id(card_id)
        key = ALIKE.get(key, key)
        if upgraded and f"{key}+" in self.cards:
            return self.cards[f"{key}+"]
        return self.cards.get(key)

    def power_row(self, power_id: str) -> int | None:
        """Return the number of the power; bombs are numbered, ``TheBomb0``, ``TheBomb1``, and tick apart."""
        key = plain_id(power_id)
        return self.powers.get(key, self.powers.get(key.rstrip("0123456789")))

    def stand_in(self, card: Card) -> int:
        """Return the row of a card that costs what it costs, and does nothing."""
        kind = "attack" if card.has_target else card.type.lower()
        name = "Unknown curse" if card.cost == UNPLAYABLE else UNKNOWN.get(kind, UNKNOWN["skill"])
        return self.cards[plain_id(name)]

    @property
    def stand_in_monster(self) -> int:
        """Return the row of a monster that repeats what it announces."""
        return self.monsters[plain_id(UNKNOWN_MONSTER)]


def _plain(rows: Mapping[str, int]) -> dict[str, int]:
    return {plain_id(name): row for name, row in rows.items()}


@cache
def known(ascension: int = 0) -> Known:
    """Return what is known at ``ascension``.

    >>> known().card_row("strike_r", upgraded=False) == known().content.cards["Strike_R"]
    True
    """
    content = compiled(ascension)
    moves: dict[int, dict[int, list[int]]] = {}
    kinds = tuple(content.core.monsters)
    for row, kind in enumerate(kinds):
        numbers: dict[int, list[int]] = {}
        for place, move in enumerate(kind.moves):
            numbers.setdefault(move.number, []).append(place)
        moves[row] = numbers
    return Known(
        content,
        _plain(content.cards),
        _plain(content.powers),
        _plain(content.relics),
        _plain(content.potions),
        _plain(content.monsters),
        _quiet(),
        moves,
        kinds,
        tuple(content.core.potions),
    )


@cache
def _quiet() -> frozenset[str]:
    text = resources.files("hazard.spire").joinpath("protocol/quiet.toml").read_text("utf-8")
    rows: dict[str, Any] = tomllib.loads(text)
    return frozenset(map(plain_id, rows["relics"]))
