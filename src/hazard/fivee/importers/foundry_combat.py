"""A combat of Foundry VTT as it stands: actors as Foundry keeps them, tokens on a scene, whose turn it is.

A tracker knows less and allows more than the rules of a fight: tokens share a cell, lie off the map or bear
the same name, and a chest may be a combatant. What cannot be taken over as it is is put right or left out,
and a note says so; only a combat in which nobody could act is refused.

>>> wolf = {"name": "Wolf", "type": "npc", "system": {
...     "abilities": {"str": {"value": 12}, "dex": {"value": 15}, "con": {"value": 12},
...                   "int": {"value": 3}, "wis": {"value": 12}, "cha": {"value": 6}},
...     "attributes": {"ac": {"flat": 13, "calc": "natural"}, "hp": {"value": 11, "max": 11}}}, "items": []}
>>> tracker = {"map": ["....", "...."], "actors": {"w": wolf}, "turn": 1, "combatants": [
...     {"name": "Wolf", "actor": "w", "side": "party", "at": [0, 0]},
...     {"name": "Wolf", "actor": "w", "side": "monsters", "at": [0, 0], "hit_points": 3}]}
>>> state, notes = read_tracker(tracker)
>>> state["turn"], [row["name"] for row in state["combatants"]], [note.code for note in notes][:1]
('Wolf 2', ['Wolf', 'Wolf 2'], ['fivee.tracker_moved'])
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from hazard.errors import HazardError
from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Row
from hazard.fivee.content.encounter import LARGEST_SIDE, MOST_COMBATANTS
from hazard.fivee.content.library import ContentError, validated
from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.content.written import write_row
from hazard.fivee.importers.formats import import_text
from hazard.fivee.importers.report import Imported

Name = Annotated[str, Field(min_length=1, max_length=120)]
Points = Annotated[float, Field(ge=0, le=2000)]
Coordinate = Annotated[int, Field(ge=-1000, le=1000)]
_CELLS = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}


class TrackedCombatant(Row):
    """One row of the combat tracker."""

    name: Name
    actor: Annotated[str, Field(description="Which of `actors` it is.", max_length=200)]
    side: Literal["party", "monsters"]
    at: Annotated[tuple[Coordinate, Coordinate], Field(description="Column and row of the token's top left.")]
    hit_points: Points | None = None
    most_hit_points: Points | None = None
    temporary_hit_points: Points | None = None
    conditions: Annotated[tuple[str, ...], Field(max_length=60, description="Foundry's status ids.")] = ()
    defeated: bool = False
    initiative: float | None = None


class TrackerDocument(Row):
    """A combat as Foundry VTT shows it."""

    version: Literal["hazard-tracker/1"] = "hazard-tracker/1"
    name: Name = "Combat"
    map: Annotated[
        tuple[str, ...],
        Field(min_length=1, max_length=LARGEST_SIDE, description="Rows of . floor, # wall, ~ difficult."),
    ]
    actors: Annotated[
        dict[str, dict[str, Any]], Field(description="As `actor.toObject()` gives them, by id.")
    ]
    combatants: Annotated[tuple[TrackedCombatant, ...], Field(min_length=1, max_length=100)]
    round: Annotated[int, Field(ge=0, le=250)] = 1
    turn: Annotated[int | None, Field(ge=0, description="Whose turn it is, by place in `combatants`.")] = None
    objective: Annotated[str, Field(max_length=60)] = "challenging"


def read_tracker(values: Any, place: str = "tracker") -> tuple[dict[str, Any], list[HazardError]]:
    """Return the combat as a state of a fight (``hazard-fight/1``), and what was put right or left out."""
    if not isinstance(values, Mapping):
        raise ContentError("fivee.state_not_an_object", place=place, found=type(values).__name__)
    return _Reader(validated(TrackerDocument, values, place), place).read()


class _Reader:
    def __init__(self, document: TrackerDocument, place: str) -> None:
        self.document, self.place = document, place
        self.notes: list[HazardError] = []
        self.imported: dict[str, Imported | None] = {}

    def read(self) -> tuple[dict[str, Any], list[HazardError]]:
        document = self.document
        present = [number for number in range(len(document.combatants)) if self._takes_part(number)]
        if len({document.combatants[number].side for number in present}) < 2:
            raise ContentError("fivee.tracker_one_side", place=self.place)
        turn = self._turn(present)
        present = self._few_enough(present, turn)
        names, cells = self._names(present), self._cells(present)
        rows = {number: document.combatants[number] for number in present}
        order = [number for number in self._order() if number in rows]
        creatures = {(found := self._creature(rows[n].actor)).id: found for n in present}
        encounter = {
            "name": document.name,
            "map": list(document.map),
            "objective": document.objective,
            "combatants": [
                {"creature": self._creature(rows[n].actor).id, "name": names[n], "side": rows[n].side,
                 "at": list(cells[n])}
                for n in present
            ],
        }  # fmt: skip
        state = {
            "encounter": encounter,
            "creatures": [write_row(creature) for creature in creatures.values()],
            "round": max(1, document.round),
            "turn": names[turn],
            "order": [names[n] for n in order],
            "combatants": [self._combatant(rows[n], names[n]) for n in present],
        }
        return state, self.notes

    def _order(self) -> list[int]:
        """Return all rows by initiative; who has none comes last."""
        rows = self.document.combatants
        return sorted(
            range(len(rows)), key=lambda n: -(-99 if (given := rows[n].initiative) is None else given)
        )

    def _turn(self, present: list[int]) -> int:
        """Return whose turn it is, or who comes next where whoever it is cannot act."""
        turn, order = self.document.turn, self._order()
        if turn is None:
            return next(number for number in order if number in present)
        if turn >= len(order):
            raise ContentError("fivee.tracker_turn_of_nobody", place=self.place, number=turn)
        place = order.index(turn)
        found = next(number for number in (*order[place:], *order[:place]) if number in present)
        if found != turn:
            rows = self.document.combatants
            self.notes.append(
                HazardError("fivee.tracker_turn_passes", name=rows[turn].name, next=rows[found].name)
            )
        return found

    def _takes_part(self, number: int) -> bool:
        row = self.document.combatants[number]
        if row.actor not in self.document.actors:
            raise ContentError("fivee.tracker_no_actor", place=self.place, name=row.name, actor=row.actor)
        fallen = row.defeated or "dead" in row.conditions
        if fallen or (row.side == "monsters" and row.hit_points == 0):
            return False
        if self._imported(row.actor) is None:
            self.notes.append(HazardError("fivee.tracker_left_out", name=row.name))
            return False
        return True

    def _imported(self, actor: str) -> Imported | None:
        """Read an actor, each once; ``None`` for what is no creature, such as a group or a vehicle."""
        if actor not in self.imported:
            data = self.document.actors[actor]
            try:
                found = import_text(json.dumps(data), str(data.get("name", actor)), "foundry")
            except HazardError:
                found = []  # type: ignore[assignment]
            self.imported[actor] = found[0] if found else None
        return self.imported[actor]

    def _creature(self, actor: str) -> Creature:
        """Return a creature with an id of its own: two actors of one name may differ."""
        found = self._imported(actor)
        assert found is not None
        number = list(self.document.actors).index(actor)
        return found.creature.model_copy(update={"id": f"{found.creature.id}-actor-{number}"})

    def _few_enough(self, present: list[int], turn: int) -> list[int]:
        """Keep whoever's turn it is and those who are nearest to it, where there are too many."""
        if len(present) <= MOST_COMBATANTS:
            return present
        rows = self.document.combatants
        x, y = rows[turn].at
        near = sorted(present, key=lambda n: max(abs(rows[n].at[0] - x), abs(rows[n].at[1] - y)))
        kept = sorted(near[:MOST_COMBATANTS])
        for number in near[MOST_COMBATANTS:]:
            self.notes.append(HazardError("fivee.tracker_too_many", name=rows[number].name))
        return kept

    def _names(self, present: list[int]) -> dict[int, str]:
        taken: Counter[str] = Counter()
        names: dict[int, str] = {}
        for number in present:
            name = self.document.combatants[number].name.strip() or "?"
            taken[name] += 1
            proposed = name if taken[name] == 1 else f"{name} {taken[name]}"
            while proposed in names.values():
                taken[name] += 1
                proposed = f"{name} {taken[name]}"
            names[number] = proposed
        return names

    def _cells(self, present: list[int]) -> dict[int, tuple[int, int]]:
        """Return where each stands: as the token does, or in the nearest place with room."""
        width = min(map(len, self.document.map))
        height = len(self.document.map)
        walls = {(x, y) for y, row in enumerate(self.document.map) for x in range(width) if row[x] == "#"}
        free = {(x, y) for x in range(width) for y in range(height)} - walls
        places: dict[int, tuple[int, int]] = {}
        for number in present:
            row = self.document.combatants[number]
            size = _CELLS[self._creature(row.actor).size]
            place = _nearest(row.at, size, free, width, height)
            if place is None:
                raise ContentError("fivee.tracker_no_room", place=self.place, name=row.name)
            if place != row.at:
                self.notes.append(HazardError("fivee.tracker_moved", name=row.name, cell=cell_name(place)))
            free -= _covered(place, size)
            places[number] = place
        return places

    def _combatant(self, row: TrackedCombatant, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {"name": name}
        if row.most_hit_points:
            found["most_hit_points"] = max(1, round(max(row.most_hit_points, row.hit_points or 0)))
        elif row.hit_points is not None:
            average = self._creature(row.actor).average_hit_points
            found["most_hit_points"] = max(1, round(row.hit_points), average or 1)
        if row.hit_points is not None:
            found["hit_points"] = row.hit_points
        if row.temporary_hit_points:
            found["temporary_hit_points"] = row.temporary_hit_points
        known = [name for name in row.conditions if name in CONDITIONS]
        if known:
            found["conditions"] = sorted(set(known))
        return found


def _covered(place: tuple[int, int], size: int) -> set[tuple[int, int]]:
    return {(place[0] + dx, place[1] + dy) for dx in range(size) for dy in range(size)}


def _nearest(
    at: tuple[int, int], size: int, free: set[tuple[int, int]], width: int, height: int
) -> tuple[int, int] | None:
    """Return the place with room for somebody that is nearest to where the token lies."""
    places = ((x, y) for x in range(width - size + 1) for y in range(height - size + 1))
    room = [place for place in places if _covered(place, size) <= free]
    return min(room, key=lambda p: ((p[0] - at[0]) ** 2 + (p[1] - at[1]) ** 2, p), default=None)
