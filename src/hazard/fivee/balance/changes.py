"""Changes that make an encounter easier or harder: numbers, hit points, one creature for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import MOST_COMBATANTS, Combatant, Encounter
from hazard.fivee.content.library import bestiary
from hazard.fivee.content.words import SIZES

MOST_HIT_POINTS = 2000
SIDES_OF_SIZES = (1, 1, 1, 2, 3, 4)


@dataclass(frozen=True)
class Change:
    """One change, as data."""

    kind: Literal["number", "swap", "hit_points"]
    creature: str | None = None
    """The creature that there is more or less of, or that one is swapped for."""
    before: int | str | None = None
    """How many there were, or which creature was there."""
    after: int | None = None
    """How many there are now, or the percent of their hit points that monsters have."""


@dataclass(frozen=True)
class Changed:
    """An encounter after its changes."""

    encounter: Encounter
    changes: tuple[Change, ...] = ()

    def then(self, change: Change, encounter: Encounter) -> Changed:
        """Return the encounter after one more change."""
        return Changed(encounter, (*self.changes, change))


def kinds_of(encounter: Encounter) -> Counter[str]:
    """Return how many monsters there are of each creature."""
    return Counter(row.creature for row in encounter.combatants if row.side == "monsters")


def with_number(changed: Changed, kind: str, count: int, creatures: Mapping[str, Creature]) -> Changed | None:
    """Return the encounter with so many monsters of a kind; None where there is no room for them.

    Those who came last go first; those who come stand as near as they can to one who is there.
    """
    rows = list(changed.encounter.combatants)
    here = [place for place, row in enumerate(rows) if row.creature == kind and row.side == "monsters"]
    for place in reversed(here[count:]):
        del rows[place]
    for _ in range(len(here), count):
        cell = _free_cell(changed.encounter, rows, rows[here[0]].at, kind, creatures)
        if cell is None or len(rows) >= MOST_COMBATANTS:
            return None
        rows.append(rows[here[0]].model_copy(update={"at": cell, "name": None}))
    change = Change("number", kind, len(here), count)
    return changed.then(change, changed.encounter.model_copy(update={"combatants": tuple(rows)}))


def with_swap(changed: Changed, old: str, new: str, creatures: Mapping[str, Creature]) -> Changed | None:
    """Return the encounter with another creature for the first of a kind; None where it does not fit."""
    rows = list(changed.encounter.combatants)
    place = next(i for i, row in enumerate(rows) if row.creature == old and row.side == "monsters")
    others = rows[:place] + rows[place + 1 :]
    cell = _free_cell(changed.encounter, others, rows[place].at, new, creatures)
    if cell is None:
        return None
    rows[place] = Combatant(creature=new, side="monsters", at=cell, initiative=rows[place].initiative)
    change = Change("swap", new, old)
    return changed.then(change, changed.encounter.model_copy(update={"combatants": tuple(rows)}))


def with_hit_points(changed: Changed, percent: int, creatures: Mapping[str, Creature]) -> Changed:
    """Return the encounter with monsters that have so many percent of their hit points."""
    rows = tuple(
        row.model_copy(update={"hit_points": _scaled(row, percent, creatures)})
        if row.side == "monsters"
        else row
        for row in changed.encounter.combatants
    )
    change = Change("hit_points", after=percent)
    return changed.then(change, changed.encounter.model_copy(update={"combatants": rows}))


def swaps(old: str, creatures: Mapping[str, Creature], harder: bool) -> Iterator[str]:
    """Return who could take another's place, the most alike first: of its edition, near in challenge."""
    was = creatures[old]
    if was.challenge is None:
        return
    known = bestiary()
    rated = []
    for name in known:
        new = known[name]
        if new.challenge is None or new.rules != was.rules or name == old or not new.actions:
            continue
        gap = new.challenge - was.challenge
        if (gap > 0) is harder and gap != 0 and abs(gap) <= max(2.0, 0.75 * was.challenge):
            rated.append((new.kind != was.kind, not set(new.tags) & set(was.tags), abs(gap), name))
    yield from (name for *_, name in sorted(rated))


def _scaled(row: Combatant, percent: int, creatures: Mapping[str, Creature]) -> int:
    whole = row.hit_points if isinstance(row.hit_points, int) else creatures[row.creature].average_hit_points
    return max(1, min(MOST_HIT_POINTS, (whole * percent + 50) // 100))


def _free_cell(
    encounter: Encounter,
    rows: list[Combatant],
    near: tuple[int, int],
    kind: str,
    creatures: Mapping[str, Creature],
) -> tuple[int, int] | None:
    taken = {cell for row in rows for cell in _cells(row.at, creatures[row.creature])}
    walls = {(x, y) for y, line in enumerate(encounter.map) for x, mark in enumerate(line) if mark == "#"}
    best: tuple[int, int, int] | None = None
    for y in range(encounter.height):
        for x in range(encounter.width):
            cells = list(_cells((x, y), creatures[kind]))
            if any(a >= encounter.width or b >= encounter.height for a, b in cells):
                continue
            if not taken.isdisjoint(cells) or not walls.isdisjoint(cells):
                continue
            far = (max(abs(x - near[0]), abs(y - near[1])), y, x)
            best = far if best is None else min(best, far)
    return None if best is None else (best[2], best[1])


def _cells(at: tuple[int, int], creature: Creature) -> Iterator[tuple[int, int]]:
    side = SIDES_OF_SIZES[SIZES.index(creature.size)]
    return ((at[0] + dx, at[1] + dy) for dx in range(side) for dy in range(side))
