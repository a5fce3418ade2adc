"""All rules in the order in which they are tried."""

from __future__ import annotations

from hazard.fivee.importers.prose import (
    rules_aiming,
    rules_attached,
    rules_besides,
    rules_beyond,
    rules_burning,
    rules_cases,
    rules_conditions,
    rules_damage,
    rules_heads,
    rules_hindrances,
    rules_holding,
    rules_margins,
    rules_other,
    rules_reactions,
    rules_recipes,
    rules_recipes_told,
    rules_saves,
    rules_scope,
    rules_sickness,
    rules_states,
    rules_swallow,
    rules_told,
    rules_ways_out,
)
from hazard.fivee.importers.prose.reader import Rules

RULES = Rules()
RULES.table += rules_states.FIRST.table
for _module in (
    rules_heads,
    rules_reactions,
    rules_swallow,
    rules_sickness,
    rules_saves,
    rules_scope,
    rules_attached,
    rules_burning,
    rules_damage,
    rules_holding,
    rules_hindrances,
    rules_conditions,
    rules_recipes_told,
    rules_recipes,
    rules_other,
    rules_besides,
    rules_beyond,
    rules_aiming,
    rules_states,
    rules_margins,
    rules_ways_out,
    rules_cases,
    rules_told,
):
    RULES.table += _module.RULES.table
