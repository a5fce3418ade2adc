"""A fight in words: deck, relics, potions and monsters by name, as plain data for the compiled rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hazard.errors import HazardError, nearest, no_such
from hazard.game import GameError
from hazard.spire.rules.compile import UPGRADES_FOREVER, Compiled
from hazard.spire.rules.monster_rows import EMPTY_PLACE

STARTER_DECK = ("Strike x5", "Defend x4", "Bash")
_GONE = 1
_COUNTED = re.compile(r"(.+?)\s*(?:[x*]\s*(\d{1,2}))?")


@dataclass(frozen=True)
class Scenario:
    """What a fight begins with.

    Cards are named by id or by name, ``"Strike"`` or ``"Bash+"``, and ``"Strike x5"`` is five of them;
    Searing Blow may have more upgrades, ``"Searing Blow+4"``.
    """

    monsters: Sequence[str]
    deck: Sequence[str] = STARTER_DECK
    relics: Sequence[str] = ("Burning Blood",)
    potions: Sequence[str] = ()
    hp: int = 80
    max_hp: int = 80
    act: int = 1
    gold: int = 99
    known_order: bool = False
    """Whether the order of the draw pile, first card drawn first, is known."""


def card_data(content: Compiled, name: str) -> tuple[int, int, int, int, bool]:
    """Return a card as the rules read it.

    >>> from hazard.spire.rules.compile import compiled
    >>> card_data(compiled(), "Bash+")[0] == compiled().cards["Bash+"]
    True
    """
    found = re.fullmatch(r"(.+?)\+(\d+)", name.strip())
    base, upgrades = (
        (found[1], int(found[2])) if found else (name.strip(), 1 if name.strip().endswith("+") else 0)
    )
    row = _row(card_names(content), f"{base.rstrip('+')}+" if upgrades else base, "card")
    forever = content.core_card(row).flags & UPGRADES_FOREVER
    if upgrades > 1 and not forever:
        raise GameError("spire.too_many_upgrades", card=base, upgrades=upgrades)
    return (row, -1, -1, upgrades if forever else 0, False)


def card_names(content: Compiled) -> dict[str, int]:
    """Return the rows of all cards by id and by name; the Ironclad's own come first where names clash."""
    names: dict[str, int] = {}
    for number, kind in enumerate(content.card_kinds):
        names.setdefault(kind.name, number)
    return names | dict(content.cards)


def _row(table: Mapping[str, int], name: str, what: str) -> int:
    if name in table:
        return table[name]
    lowered = {key.lower(): key for key in table}
    if name.lower() in lowered:
        return table[lowered[name.lower()]]
    if close := nearest(name, table):
        error = no_such(name, close, what)
        raise GameError(error.code, **error.context)
    raise GameError("spire.no_such_name", what=HazardError(f"registry.kind_{what}", of=""), name=name)


def counted(items: Iterable[str]) -> list[str]:
    """Return the items with ``"Strike x5"`` written out.

    >>> counted(["Strike x2", "Bash"])
    ['Strike', 'Strike', 'Bash']
    """
    found: list[str] = []
    for item in items:
        match = _COUNTED.fullmatch(item.strip())
        if match is None:
            raise GameError("spire.item_unreadable", item=item)
        found += [match[1]] * int(match[2] or 1)
    return found


def relic_row(content: Compiled, name: str) -> int:
    """Return the row of a relic, by id or by name."""
    names = {row.name: content.relics[row.id] for row in content.library.relics}
    return _row(names | dict(content.relics), name, "relic")


def potion_row(content: Compiled, name: str) -> int:
    """Return the row of a potion, by id or by name."""
    names = {row.name: content.potions[row.id] for row in content.library.potions}
    return _row(names | dict(content.potions), name, "potion")


def monster_row(content: Compiled, name: str) -> int:
    """Return the row of a monster, by id or by name."""
    names = {row.name: content.monsters[row.id] for row in content.library.monsters}
    return _row(names | dict(content.monsters), name, "monster")


def state_data(content: Compiled, scenario: Scenario) -> dict[str, Any]:
    """Return the plain data of a fight that is about to begin."""
    if not 0 < scenario.hp <= scenario.max_hp:
        raise GameError("spire.player_hp_out_of_range", hp=scenario.hp, max_hp=scenario.max_hp)
    deck = [card_data(content, name) for name in counted(scenario.deck)]
    monsters = counted(scenario.monsters)
    if not monsters or len(monsters) > 7:
        raise GameError("spire.monster_count_out_of_range", count=len(monsters))
    return {
        "player": player_data(content, scenario),
        "monsters": [_place(content, name) for name in monsters],
        "draw": deck[::-1],
        "known_top": len(deck) if scenario.known_order else 0,
        "ascension": content.ascension,
        "act": scenario.act,
        "phase": 4,
    }


def _place(content: Compiled, name: str) -> dict[str, Any]:
    """Return a place in the line: a monster, or nobody yet."""
    return {"flags": _GONE} if name == EMPTY_PLACE else {"kind": monster_row(content, name)}


def player_data(content: Compiled, scenario: Scenario) -> dict[str, Any]:
    """Return the player's part: HP, relics with what they change, potions."""
    kinds = [content.relic_kinds[relic_row(content, name)] for name in scenario.relics]
    ids = {kind.id for kind in kinds}
    slots = 5 if "Potion Belt" in ids else 3
    slots -= 1 if content.ascension >= 11 else 0
    potions = [potion_row(content, name) for name in scenario.potions]
    if len(potions) > slots:
        raise GameError("spire.too_many_potions", count=len(potions), slots=slots)
    return {
        "hp": scenario.hp,
        "max_hp": scenario.max_hp,
        "gold": scenario.gold,
        "energy_each_turn": 3 + sum(kind.energy for kind in kinds),
        "draw_each_turn": 5 + (2 if "Snecko Eye" in ids else 0),
        "potion_slots": slots,
        "potions": potions,
        "relics": [kind.bit for kind in kinds],
    }
