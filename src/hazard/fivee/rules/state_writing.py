"""A moment of a fight as plain JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from hazard import _core
from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.content.words import ABILITIES, CONDITIONS, FLAGS
from hazard.fivee.content.written import write_row
from hazard.fivee.rules.fight import Fight, Fighter, FightState
from hazard.fivee.rules.state_document import (
    NOBODY,
    REPEAT,
    UNTIL,
    VERSION,
    CombatantState,
    DeathSaves,
    EffectState,
    StateDocument,
    ZoneState,
    modifiers_of,
)
from hazard.game import GameError


def write_state(fight: Fight, state: FightState, *, inline: bool = True) -> dict[str, Any]:
    """Return a moment of a fight as plain JSON data: a decision, or the start of a turn.

    With ``inline``, the encounter and its creatures are written out; without, the encounter by its name.
    """
    if state.chance:
        raise GameError("fivee.state_needs_decision")
    rested = _core.fivee_rested(state)
    order = rested.order[: len(fight.fighters)]
    stage: Literal["start", "deciding", "legendary"] = "deciding" if rested.deciding else "start"
    if rested.legend >= 0:
        stage = "legendary"
    document = StateDocument(
        encounter=fight.encounter if inline else _name_of(fight.encounter),
        round=rested.round,
        turn=fight.fighters[rested.mover].name,
        stage=stage,
        legendary=fight.fighters[rested.legend].name if rested.legend >= 0 else None,
        lair=rested.lair,
        order=tuple(fight.fighters[number].name for number in order),
        lair_turn=rested.lair_turn,
        areas=tuple(_zone_row(fight, zone) for zone in rested.zones()),
        style=rested.style,
        combatants=tuple(_row(fight, rested, fighter) for fighter in fight.fighters),
    )
    first = {"version": VERSION, "encounter": None, "round": document.round, "turn": None, "stage": stage}
    written = {**first, **write_row(document)}
    if own := _own_creatures(fight):
        written["creatures"] = [write_row(creature) for creature in own]
    return written


def _zone_row(fight: Fight, zone: Mapping[str, Any]) -> ZoneState:
    source = fight.fighters[zone["source"]]
    return ZoneState(
        source=source.name,
        action=source.actions[zone["action"]].name,
        rounds=zone["rounds"],
        made_from=cell_name(zone["from"]),
        aim=zone["aim"],
    )


def _name_of(encounter: Encounter) -> str | Encounter:
    return next((name for name, known in encounters().items() if known == encounter), encounter)


def _own_creatures(fight: Fight) -> list[Creature]:
    found = {f.creature.id: f.creature for f in fight.fighters}
    return [creature for name, creature in found.items() if bestiary().get(name) != creature]


def _row(fight: Fight, state: FightState, fighter: Fighter) -> CombatantState:
    values = state.fighter(fighter.number)
    rows = [effect for effect in state.ongoing() if effect["target"] == fighter.number]
    attacker, concentration = values["last_attacker"], values["concentration"]
    uses = {
        action.name: values["left"][place]
        for number, action in enumerate(fighter.actions)
        if (place := fight.rules.limited(fighter.number, number)) >= 0
    }
    return CombatantState(
        name=fighter.name,
        hit_points=values["hit_points"],
        most_hit_points=values["most"],
        temporary_hit_points=values["temporary"],
        damage_taken=values["damage"],
        at=cell_name(values["at"]),
        conditions=tuple(name for bit, name in enumerate(CONDITIONS) if values["conditions"] >> bit & 1),
        effects=tuple(_effect_row(fight, effect) for effect in rows),
        exhaustion=values["exhaustion"],
        death_saves=DeathSaves(successes=values["successes"], failures=values["failures"]),
        concentration=fighter.actions[concentration - 1].name if concentration else None,
        slots={level: count for level, count in enumerate(values["slots"]) if count and level},
        uses_left=uses,
        legendary_actions_left=values["legendary_left"],
        legendary_resistance_left=values["resistance_left"],
        last_attacker=None if attacker == NOBODY else fight.fighters[attacker].name,
        readied=fighter.actions[values["readied"] - 1].name if values["readied"] else None,
        flags=tuple(flag for flag, bit in FLAGS.items() if values["flags"] & bit),  # type: ignore[misc]
    )


def _effect_row(fight: Fight, effect: Mapping[str, Any]) -> EffectState:
    source = fight.fighters[effect["source"]]
    action, what = effect["action"], effect["what"]
    known = action < len(source.actions)
    part = 0 if what < len(CONDITIONS) else modifiers_of(source, action).index(what - len(CONDITIONS))
    return EffectState(
        condition=CONDITIONS[what] if what < len(CONDITIONS) else None,
        action=source.actions[action].name if known else None,
        part=part,
        source=source.name,
        rounds=effect["rounds"],
        until=UNTIL[effect["until"]],
        repeat_save=REPEAT[effect["repeat"]],
        ability=ABILITIES[effect["ability"]],
        dc=effect["dc"],
        ends_on_damage=effect["ends_on_damage"],
        escape=effect["escape"],
        fresh=effect["fresh"],
        becomes=None if effect["becomes"] == NOBODY else CONDITIONS[effect["becomes"]],
        wound=None if effect["wound"] == NOBODY else source.actions[effect["wound"]].name,
    )
