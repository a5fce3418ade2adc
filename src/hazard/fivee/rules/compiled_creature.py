"""A creature as the compiled rules see it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hazard import _core
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.rules.caveats import Caveat


@dataclass
class CompiledCreature:
    """A creature as the rules see it, with its actions in their order there."""

    creature: Creature
    record: _core.FiveeStatBlock
    actions: list[Action]
    caveats: list[Caveat] = field(default_factory=list)
    pools: list[str] = field(default_factory=list)
    """Words for what is spent together."""
    spells: set[str] = field(default_factory=set)
    """Names of the actions that are spells, or parts of one."""
    cantrips: set[str] = field(default_factory=set)
    common: set[str] = field(default_factory=set)
    """Names of what everybody can do."""

    @property
    def limited(self) -> list[tuple[int, int]]:
        """The places where uses are counted, each with the number of the first action counted there."""
        found: list[tuple[int, int]] = []
        pools: set[int] = set()
        for number, action in enumerate(self.record.actions):
            if self.uses(number) and not (action.pool and action.pool in pools):
                found.append((len(found), number))
                pools.add(action.pool)
        return found

    def uses(self, number: int) -> int:
        """Return how often an action may be used before it comes back; 0: without limit."""
        action = self.record.actions[number]
        return 1 if action.recharge or action.once_per_round else min(action.uses, 100)
