"""All rules in the order in which they are tried."""

from __future__ import annotations

from hazard.fivee.importers.prose import (
    rules_beyond,
    rules_conditions,
    rules_damage,
    rules_heads,
    rules_other,
    rules_recipes,
    rules_saves,
    rules_scope,
)
from hazard.fivee.importers.prose.reader import Rules

RULES = Rules()
for _module in (
    rules_heads,
    rules_saves,
    rules_scope,
    rules_damage,
    rules_conditions,
    rules_recipes,
    rules_other,
    rules_beyond,
):
    RULES.table += _module.RULES.table
