"""Who is met: encounters by name, the pools of each act, and lines of monsters drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib import resources

from hazard.errors import nearest
from hazard.spire.rules.library import ContentError, Library, read_toml, shipped
from hazard.spire.rules.monster_rows import EMPTY_PLACE, EncounterRow


@cache
def groups() -> Mapping[str, Mapping[str, float]]:
    """Return the groups that lines draw from: names with chances of monsters or of other groups.

    >>> groups()["louse"]
    {'FuzzyLouseNormal': 0.5, 'FuzzyLouseDefensive': 0.5}
    """
    file = resources.files("hazard.spire") / "content" / "encounters.toml"
    found: Mapping[str, Mapping[str, float]] = read_toml(file).get("groups", {})
    return found


def encounter(name: str, library: Library | None = None) -> EncounterRow:
    """Return an encounter by the game's name for it.

    >>> encounter("3 Sentries").line
    ['Sentry', 'Sentry', 'Sentry']
    >>> encounter("3 sentinels")
    Traceback (most recent call last):
    hazard.content.ContentError: there is no encounter '3 sentinels'; did you mean '3 Sentries'?
    """
    rows = (library or shipped()).encounters
    for row in rows:
        if row.id.casefold() == name.casefold():
            return row
    raise ContentError("spire.no_such_encounter", name=name, closest=_closest(name, rows))


def _closest(name: str, rows: list[EncounterRow]) -> str:
    return nearest(name, [row.id for row in rows], least=0.0)[0]


def pool(act: int, name: str, library: Library | None = None) -> dict[str, float]:
    """Return the encounters of an act's pool (``weak``, ``strong``, ``elite``, ``boss``, ``event``), weighed.

    >>> pool(1, "elite")
    {'Gremlin Nob': 1.0, 'Lagavulin': 1.0, '3 Sentries': 1.0}
    """
    rows = [row for row in (library or shipped()).encounters if row.act == act]
    found = {row.id: row.weight for row in rows if row.pool == name}
    if name == "strong":
        found |= {row.id: row.also_strong for row in rows if row.also_strong}
    return found


def draw_line(row: EncounterRow, chance: random.Random) -> list[str]:
    """Return who stands in the line, left to right; ``-`` is a place that somebody may take later.

    >>> draw_line(encounter("Centurion and Healer"), random.Random(1))
    ['Centurion', 'Healer']
    """
    if row.choices:
        return [_draw(name, chance) for name in chance.choice(row.choices)]
    if row.draw:
        bag = [name for name, count in row.bag.items() for _ in range(count)]
        return chance.sample(bag, row.draw)
    return [_draw(name, chance) for name in row.line]


def _draw(name: str, chance: random.Random) -> str:
    while name in groups():
        members = groups()[name]
        name = chance.choices(list(members), list(members.values()))[0]
    return name


def possible_monsters(row: EncounterRow) -> set[str]:
    """Return every monster that the encounter may bring.

    >>> sorted(possible_monsters(encounter("Large Slime")))
    ['AcidSlime_L', 'SpikeSlime_L']
    """
    found: set[str] = set()
    waiting = [*row.line, *row.bag, *(name for line in row.choices for name in line)]
    while waiting:
        name = waiting.pop()
        if name in groups():
            waiting += groups()[name]
        elif name != EMPTY_PLACE:
            found.add(name)
    return found
