"""A running fight as JSON: a readable schema, and the way to and from the states of the rules.

A state file has the encounter (by name, by file, or in full), the round, whose turn it is, and a row for each
combatant; what is left out is as at the start. ``StateDocument.model_json_schema()`` documents the format.

>>> from hazard.fivee.rules.fight import Fight
>>> from hazard.fivee.content.library import encounters
>>> fight = Fight(encounters()["goblin-ambush"], seed=1)
>>> document = write_state(fight, fight.start)
>>> document["combatants"][0]["name"], document["round"]
('Fighter', 1)
>>> read_state(document)[1] == fight.start
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hazard import _core
from hazard.content import read_text
from hazard.errors import HazardError
from hazard.fivee.content.cells import cell_name, cell_of
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import ContentError, encounters, read_encounter, validated
from hazard.fivee.content.words import ABILITIES, CONDITIONS, FLAGS
from hazard.fivee.rules.fight import Fight, Fighter, FightState
from hazard.fivee.rules.state_document import (
    NOBODY,
    REPEAT,
    UNTIL,
    CombatantState,
    EffectState,
    StateDocument,
    ZoneState,
    modifiers_of,
)
from hazard.fivee.rules.state_writing import write_state

__all__ = ["CombatantState", "StateDocument", "load_state", "read_into", "read_state", "write_state"]


def load_state(file: Path) -> tuple[Fight, FightState]:
    """Return the fight and the moment that a JSON file describes."""
    text = read_text(file)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ContentError("fivee.file_not_json", file=file, error=error) from None
    return read_state(values, str(file), file.parent)


def read_state(values: Any, place: str = "state", folder: Path | None = None) -> tuple[Fight, FightState]:
    """Return the fight and the moment that plain JSON data describe.

    >>> read_state({"encounter": "goblin-ambush", "turn": "Gandalf"})
    Traceback (most recent call last):
    hazard.content.ContentError: state: turn: there is nobody called 'Gandalf'; expected one of Fighter, Rogue, Cleric, Wizard, Goblin A, Goblin B, Goblin C, Goblin D, Goblin E, Goblin F
    """  # noqa: E501
    if not isinstance(values, Mapping):
        raise ContentError("fivee.state_not_an_object", place=place, found=type(values).__name__)
    if isinstance(given := values.get("encounter"), Mapping):  # says what is wrong there by itself
        validated(Encounter, given, f"{place}: encounter")
    elif "encounter" in values and not isinstance(given, str | Encounter):
        raise ContentError("fivee.state_encounter_wrong_kind", place=place, found=given)
    document = validated(StateDocument, values, place)
    creatures = {creature.id: creature for creature in document.creatures}
    fight = Fight(_encounter(document.encounter, folder, place), creatures)
    state = read_into(fight, document, place)
    return fight, state


def read_into(fight: Fight, document: StateDocument, place: str = "state") -> FightState:
    """Return the moment that ``document`` describes, for a fight that is there already."""
    try:
        return _Reader(fight, document, place).read()
    except ValueError as error:
        if isinstance(error, ContentError):
            raise
        raise ContentError("fivee.state_refused", place=place, error=error) from None


def _encounter(given: str | Encounter, folder: Path | None, place: str) -> Encounter:
    if isinstance(given, Encounter):
        return given
    if given in encounters():
        return encounters()[given]
    if given.endswith(".toml"):
        if folder is None:  # what came over a wire may not have files of this machine opened
            raise ContentError("fivee.state_encounter_is_file", place=place, found=given)
        return read_encounter(folder / given)
    raise ContentError(
        "fivee.state_encounter_unknown", place=place, found=given, known=", ".join(encounters())
    )


class _Reader:
    def __init__(self, fight: Fight, document: StateDocument, place: str) -> None:
        self.fight, self.document, self.place = fight, document, place
        self.state = fight.start.copy()

    def read(self) -> FightState:
        document, state = self.document, self.state
        if document.order is not None:
            self._order(document.order)
        state.round = document.round
        if document.turn is not None:
            state.turn = state.order.index(self._number(document.turn, "turn"))
        effects: list[dict[str, Any]] = []
        seen: set[int] = set()
        for row in document.combatants:
            number = self._number(row.name, "combatants")
            if number in seen:
                raise ContentError("fivee.state_combatant_twice", place=self.place, name=row.name)
            seen.add(number)
            self._combatant(self.fight.fighters[number], row, effects)
        state.set_ongoing([effect for effect in effects if self._goes_on(effect)])
        state.set_zones([self._zone(row) for row in document.areas])
        self._stage()
        state.style = document.style
        self.fight.rules.check(state)
        return _core.fivee_rested(state)

    def _goes_on(self, effect: Mapping[str, Any]) -> bool:
        """Whether an effect lasts: one that needs concentration ends with whoever falls."""
        source = self.fight.fighters[effect["source"]]
        fallen = self.state.fighter(source.number)["flags"] & (FLAGS["down"] | FLAGS["dead"])
        action = effect["action"]
        return not (fallen and action < len(source.actions) and source.actions[action].concentration)

    def _stage(self) -> None:
        document = self.document
        match document.stage:
            case "start":
                self.state.deciding = False
            case "deciding":
                # Whoever lies there decides nothing: unless a file says so, their turn is yet to begin.
                lost = self.state.fighter(self.state.mover)["flags"] & (FLAGS["down"] | FLAGS["dead"])
                self.state.deciding = not lost or "stage" in document.model_fields_set
            case "legendary":
                if document.legendary is None:
                    raise ContentError("fivee.state_legendary_missing", place=self.place)
                self.state.legend = self._number(document.legendary, "legendary")
                self.state.lair = document.lair

    def _number(self, name: str, where: str) -> int:
        try:
            return self.fight.named(name).number
        except ContentError as error:
            raise ContentError(
                "fivee.state_name_refused", place=self.place, where=where, error=error
            ) from None

    def _order(self, names: Sequence[str]) -> None:
        numbers = [self._number(name, "order") for name in names]
        missing = [f.name for f in self.fight.fighters if f.number not in numbers]
        if missing or len(set(numbers)) != len(numbers):
            twice = HazardError("fivee.somebody_is_twice")
            problem = HazardError("fivee.somebody_is_missing", names=missing) if missing else twice
            raise ContentError("fivee.state_order_incomplete", place=self.place, problem=problem)
        self.state.set_order(numbers)
        self.state.lair_turn = self.document.lair_turn

    def _combatant(self, fighter: Fighter, row: CombatantState, effects: list[dict[str, Any]]) -> None:
        where = f"{self.place}: combatants: {fighter.name}"
        values = self.state.fighter(fighter.number)
        most = row.most_hit_points if row.most_hit_points is not None else values["most"]
        given = {
            "hit_points": row.hit_points,
            "most": row.most_hit_points,
            "temporary": row.temporary_hit_points,
            "damage": row.damage_taken,
            "exhaustion": row.exhaustion,
            "legendary_left": row.legendary_actions_left,
            "resistance_left": row.legendary_resistance_left,
        }
        values.update({key: value for key, value in given.items() if value is not None})
        if row.hit_points is not None and row.hit_points > most:
            raise ContentError(
                "fivee.state_hit_points_above_most", where=where, found=row.hit_points, most=most
            )
        if row.flags is not None:
            values["flags"] = sum(FLAGS[flag] for flag in set(row.flags))
        elif row.hit_points is not None and row.hit_points > 0:
            values["flags"] &= ~(FLAGS["down"] | FLAGS["dead"] | FLAGS["stable"])
        if row.at is not None:
            values["at"] = self._cell(row.at, where)
        if row.death_saves is not None:
            values["successes"], values["failures"] = row.death_saves.successes, row.death_saves.failures
        if row.last_attacker is not None:
            values["last_attacker"] = self._number(row.last_attacker, f"combatants: {fighter.name}")
        if row.readied is not None:
            values["readied"] = self._action(fighter, row.readied, where) + 1
        if row.concentration is not None:
            values["concentration"] = self._action(fighter, row.concentration, where) + 1
        if row.slots is not None:
            values["slots"] = [row.slots.get(level, 0) for level in range(10)]
        if row.uses_left is not None:
            values["left"] = self._uses(fighter, row.uses_left, where)
        conditions = set(row.conditions or ()) | {e.condition for e in row.effects if e.condition is not None}
        values["conditions"] = sum(1 << CONDITIONS.index(name) for name in conditions)
        lost = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]
        if values["hit_points"] == 0 and not values["flags"] & lost:  # nobody stands at 0
            flags, lying = self.fight.fallen(fighter)
            values["flags"] |= flags
            values["conditions"] |= lying
            values["concentration"] = 0
        self.state.set_fighter(fighter.number, values)
        effects += [self._effect(fighter, effect, where) for effect in row.effects]

    def _cell(self, name: str, where: str) -> tuple[int, int]:
        cell = cell_of(name)
        encounter = self.fight.encounter
        if cell is None or cell[0] >= encounter.width or cell[1] >= encounter.height:
            last = cell_name((encounter.width - 1, encounter.height - 1))
            raise ContentError("fivee.state_cell_unknown", where=where, cell=name, last=last)
        return cell

    def _action(self, fighter: Fighter, name: str, where: str) -> int:
        for number, action in enumerate(fighter.actions):
            if action.name.lower() == name.lower():
                return number
        known = ", ".join(action.name for action in fighter.actions)
        raise ContentError("fivee.no_such_action", where=where, name=name, known=known)

    def _uses(self, fighter: Fighter, given: Mapping[str, int], where: str) -> list[int]:
        left = list(self.state.fighter(fighter.number)["left"])
        for name, uses in given.items():
            place = self.fight.rules.limited(fighter.number, self._action(fighter, name, where))
            if place < 0:
                raise ContentError("fivee.state_uses_unlimited", where=where, action=name)
            left[place] = uses
        return left

    def _zone(self, row: ZoneState) -> dict[str, Any]:
        where = f"{self.place}: areas: {row.action}"
        source = self.fight.fighters[self._number(row.source, "areas")]
        action = self._action(source, row.action, where)
        strike = source.compiled.record.actions[action].lingers
        if strike < 0:
            raise ContentError("fivee.action_area_does_not_stay", where=where)
        return {
            "source": source.number,
            "action": action,
            "strike": strike,
            "rounds": row.rounds,
            "from": self._cell(row.made_from, where),
            "aim": row.aim,
        }

    def _effect(self, bearer: Fighter, effect: EffectState, where: str) -> dict[str, Any]:
        where = f"{where}: effects"
        source = bearer if effect.source is None else self.fight.named(effect.source)
        action = NOBODY if effect.action is None else self._action(source, effect.action, where)
        if effect.condition is not None:
            what = CONDITIONS.index(effect.condition)
        else:
            modifiers = [] if action == NOBODY else modifiers_of(source, action)
            if effect.part >= len(modifiers):
                raise ContentError("fivee.state_effect_unknown", where=where, who=source.name)
            what = len(CONDITIONS) + modifiers[effect.part]
        return {
            "target": bearer.number,
            "source": source.number,
            "what": what,
            "rounds": effect.rounds,
            "action": action,
            "dc": effect.dc,
            "ability": ABILITIES.index(effect.ability),
            "until": UNTIL.index(effect.until),
            "repeat": REPEAT.index(effect.repeat_save),
            "ends_on_damage": effect.ends_on_damage,
            "escape": effect.escape,
            "fresh": effect.fresh,
            "becomes": NOBODY if effect.becomes is None else CONDITIONS.index(effect.becomes),
            "wound": NOBODY if effect.wound is None else self._action(source, effect.wound, where),
        }
