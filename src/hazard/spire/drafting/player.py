"""A player between fights: deck, relics, hit points, and what a choice would make of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hazard import _core
from hazard.spire.rules.compile import UPGRADES_FOREVER, Compiled, compiled
from hazard.spire.rules.scenario import card_data, counted, relic_row

CardRow = tuple[int, int]
"""The row of a card, and its extra: upgrades of Searing Blow, growth of Ritual Dagger."""


@dataclass(frozen=True)
class Player:
    """Who fights the fights ahead.

    >>> player = named_player(["Strike x5", "Defend x4", "Bash"], ["Burning Blood"], ascension=20)
    >>> len(player.with_card(player.content.cards["Shrug It Off"]).deck)
    11
    """

    deck: tuple[CardRow, ...]
    relics: tuple[int, ...] = ()
    """Rows of the relics that act in fights."""
    hp: int = 68
    max_hp: int = 75
    ascension: int = 20

    @property
    def content(self) -> Compiled:
        """The compiled content at this ascension."""
        return compiled(self.ascension)

    def with_card(self, row: int) -> Player:
        """Return the player with one more card."""
        return replace(self, deck=(*self.deck, (row, 0)))

    def without(self, place: int) -> Player:
        """Return the player without the card at ``place`` of the deck."""
        return replace(self, deck=self.deck[:place] + self.deck[place + 1 :])

    def upgraded(self, place: int) -> Player:
        """Return the player with the card at ``place`` upgraded; as it is where that cannot be."""
        row, extra = self.deck[place]
        kind = self.content.core_card(row)
        card = (kind.upgrade, extra + bool(kind.flags & UPGRADES_FOREVER))
        return replace(self, deck=(*self.deck[:place], card, *self.deck[place + 1 :]))

    def with_relic(self, row: int) -> Player:
        """Return the player with one more relic."""
        return self if row in self.relics else replace(self, relics=(*self.relics, row))

    def without_relic(self, row: int) -> Player:
        """Return the player without a relic, as when one takes the place of another."""
        return replace(self, relics=tuple(relic for relic in self.relics if relic != row))

    def state(self) -> _core.SpireState:
        """Return the player as a state of the rules: the deck is the draw pile, and nobody is met."""
        kinds = [self.content.relic_kinds[row] for row in self.relics]
        ids = {kind.id for kind in kinds}
        data = {
            "player": {
                "hp": max(1, self.hp),
                "max_hp": max(1, self.hp, self.max_hp),
                "energy_each_turn": 3 + sum(kind.energy for kind in kinds),
                "draw_each_turn": 5 + (2 if "Snecko Eye" in ids else 0),
                "relics": [kind.bit for kind in kinds],
            },
            "draw": [(row, -1, -1, extra, False) for row, extra in self.deck],
            "ascension": self.ascension,
        }
        return _core.spire_player(self.content.core, data)


def named_player(
    deck: Iterable[str], relics: Iterable[str] = (), hp: int = 68, max_hp: int = 75, ascension: int = 20
) -> Player:
    """Return a player whose cards and relics are given by name, as in a :class:`~hazard.spire.Scenario`."""
    content = compiled(ascension)
    cards = [card_data(content, name) for name in counted(deck)]
    rows = tuple(relic_row(content, name) for name in relics)
    return Player(tuple((card[0], card[3]) for card in cards), rows, hp, max_hp, ascension)
