"""Creatures and facts as plain data, for journals, set-ups, states and exports: one way out, one way back.

What is as by default is left out; everything else comes back as it was.

>>> from hazard.fivee.content.library import bestiary
>>> all(read_creature(write_row(creature), name) == creature for name, creature in bestiary().items())
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Row
from hazard.fivee.content.library import validated
from hazard.fivee.content.traits import Trait
from hazard.fivee.table.facts import Fact


def write_row(row: Row) -> dict[str, Any]:
    """Return a row as plain JSON data."""
    return row.model_dump(mode="json", exclude_defaults=True)


def read_creature(values: Any, place: str) -> Creature:
    """Return the creature that was written."""
    return validated(Creature, _with_kinds(values), place)


def read_fact(values: Any, place: str) -> Fact:
    """Return the fact that was written."""
    if isinstance(values, Mapping) and "stat_block" in values:
        values = {**values, "stat_block": _with_kinds(values["stat_block"])}
    return validated(Fact, values, place)


def _with_kinds(creature: Any) -> Any:
    """Return a creature whose traits say their kind: earlier versions left it out of what they wrote."""
    if not isinstance(creature, Mapping) or not isinstance(creature.get("traits"), list):
        return creature
    return {**creature, "traits": [_with_kind(trait) for trait in creature["traits"]]}


def _with_kind(trait: Any) -> Any:
    """Return a trait with its kind, by the fields it has.

    >>> _with_kind({"feet": 10, "effects": []})["kind"], _with_kind({})["kind"]
    ('aura', 'legendary_resistance')
    """
    if not isinstance(trait, Mapping) or "kind" in trait:
        return trait
    for model in get_args(get_args(Trait)[0]):
        kinds = get_args(model.model_fields["kind"].annotation)
        required = {name for name, field in model.model_fields.items() if field.is_required()} - {"kind"}
        # A kind was left out only where there is no other; no two of these traits fit the same fields.
        if len(kinds) == 1 and required <= set(trait) <= set(model.model_fields):
            return {"kind": kinds[0], **trait}
    return trait
