"""A fight set up: the rules compiled for an encounter, and the states that it goes through."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hazard import _core
from hazard.errors import meant
from hazard.fivee.content.actions import Action, Spell
from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.editions import edition_of
from hazard.fivee.content.encounter import Combatant, Encounter
from hazard.fivee.content.library import ContentError, bestiary, spells
from hazard.fivee.content.spellbook import SpellsUnder
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.rules.caveats import LeftOut
from hazard.fivee.rules.compile import Compiler
from hazard.fivee.rules.compiled_creature import CompiledCreature
from hazard.fivee.rules.under_edition import options_record
from hazard.language import ENGLISH

FightState = _core.FiveeState

SIDES = ("party", "monsters")


@dataclass(frozen=True)
class Fighter:
    """One combatant: the name at the table, the side, and the stat block behind it."""

    number: int
    name: str
    side: str
    compiled: CompiledCreature
    creature: Creature
    """The whole stat block, with what the rules leave out."""
    actions: Sequence[Action]
    """What it can do, spells included, numbered as the rules number it."""


class Fight:
    """An encounter compiled: who fights, the rules, and the state it begins in.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"], seed=1)
    >>> fight.fighters[0].side
    'party'
    """

    def __init__(
        self,
        encounter: Encounter,
        creatures: Mapping[str, Creature] | None = None,
        known_spells: Mapping[str, Spell] | None = None,
        seed: int = 0,
    ) -> None:
        """Compile ``encounter``; creatures that are not in the bestiary come from ``creatures``."""
        self._settings = encounter, creatures, known_spells, seed
        self.encounter = encounter
        self._own_creatures = {**encounter.own_creatures, **(creatures or {})}
        creatures_in_it = [self._creature(row) for row in encounter.combatants]
        self.edition = edition_of(encounter, creatures_in_it)
        known = spells() if known_spells is None else known_spells
        self._compiler = Compiler(SpellsUnder(self.edition, known), self.edition, encounter.underwater)
        self.fighters = self._gather(creatures_in_it)
        self._check_places()
        self.rules = self._rules()
        self.start = self._start(random.Random(seed))
        try:
            self.rules.check(self.start)
        except ValueError as error:
            raise ContentError("fivee.encounter_refused", encounter=encounter.name, error=error) from None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was compiled from."""
        return type(self), self._settings

    # ---- setting up ------------------------------------------------------------------------------------

    def _gather(self, creatures: Sequence[Creature]) -> list[Fighter]:
        rows = self.encounter.combatants
        names = numbered([row.name or creature.name for row, creature in zip(rows, creatures, strict=True)])
        spared: dict[str, int] = {}
        for number, creature in enumerate(creatures):
            for kind in (creature.kind, creature.size, *creature.tags):
                spared[kind] = spared.get(kind, 0) | 1 << number
        compiled: dict[str, CompiledCreature] = {}
        for creature in creatures:
            if creature.id not in compiled:
                compiled[creature.id] = self._compiler.creature(creature, spared)
        self._blocks = list(compiled.values())
        blocks = [compiled[creature.id] for creature in creatures]
        return [
            Fighter(number, names[number], row.side, block, creatures[number], block.actions)
            for number, (row, block) in enumerate(zip(rows, blocks, strict=True))
        ]

    def _creature(self, row: Combatant) -> Creature:
        found = self._own_creatures.get(row.creature) or bestiary().get(row.creature)
        if found is None:
            known = sorted({*bestiary(), *self._own_creatures})
            raise ContentError(
                "fivee.encounter_creature_unknown",
                encounter=self.encounter.name,
                creature=row.creature,
                hint=meant(row.creature, known),
            )
        return found

    def _check_places(self) -> None:
        taken: dict[tuple[int, int], str] = {}
        for fighter, row in zip(self.fighters, self.encounter.combatants, strict=True):
            side = fighter.compiled.record.side
            for x in range(row.at[0], row.at[0] + side):
                for y in range(row.at[1], row.at[1] + side):
                    place = f"{self.encounter.name}: {fighter.name} at {row.at[0]}, {row.at[1]}"
                    if x >= self.encounter.width or y >= self.encounter.height:
                        raise ContentError("fivee.does_not_fit_on_map", place=place)
                    if self.encounter.map[y][x] == "#":
                        raise ContentError("fivee.stands_in_wall", place=place)
                    if (x, y) in taken:
                        raise ContentError("fivee.two_in_same_cell", place=place, other=taken[x, y])
                    taken[x, y] = fighter.name

    def _rules(self) -> _core.FiveeRules:
        def cells(mark: str) -> list[tuple[int, int]]:
            return [
                (x, y)
                for y, row in enumerate(self.encounter.map)
                for x, cell in enumerate(row)
                if cell == mark
            ]

        numbers = {id(block): number for number, block in enumerate(self._blocks)}
        try:
            return _core.FiveeRules(
                self.encounter.width,
                self.encounter.height,
                cells("#"),
                cells("~"),
                [block.record for block in self._blocks],
                [(f.name, numbers[id(f.compiled)], SIDES.index(f.side)) for f in self.fighters],
                self._compiler.effects.modifiers,
                options_record(self.encounter, self.edition),
            )
        except ValueError as error:
            raise ContentError(
                "fivee.encounter_refused", encounter=self.encounter.name, error=error
            ) from None

    def _start(self, dice: random.Random) -> FightState:
        state = FightState()
        initiative = []
        for fighter, row in zip(self.fighters, self.encounter.combatants, strict=True):
            state.set_fighter(fighter.number, self._fresh(fighter, row, dice))
            bonus = fighter.compiled.record.initiative
            surprised = state.fighter(fighter.number)["flags"] & FLAGS["surprised"]
            rolled = dice.randint(1, 20) + bonus if row.initiative is None else row.initiative
            if surprised and self.edition == "2024" and row.initiative is None:  # disadvantage
                rolled = min(rolled, dice.randint(1, 20) + bonus)
            initiative.append((-rolled, -bonus, fighter.number))
        order = sorted(initiative)
        state.set_order([number for _, _, number in order])
        # Lair actions come on initiative 20, after those who are as quick.
        state.lair_turn = sum(rolled >= 20 for rolled in (-row[0] for row in order))
        return state

    def _fresh(self, fighter: Fighter, row: Combatant, dice: random.Random) -> dict[str, Any]:
        record = fighter.compiled.record
        most = record.most_hit_points
        flags = 0
        match row.hit_points:
            case int(points):
                most = points
            case "rolled":
                most = _drawn(record.hit_points, dice)
            case "unknown":
                flags = FLAGS["unknown_hit_points"]
        left = max(most - row.damage_taken, 0)
        conditions = 0
        if flags:  # as many as the dice allow may be left
            highest = record.hit_points.low + len(record.hit_points.probabilities) - 1
            left = max(left, 1) if row.damage_taken < highest else 0
        if left == 0:
            fallen, conditions = self.fallen(fighter)
            flags |= fallen
        if row.surprised or self.encounter.surprised == row.side:
            flags |= FLAGS["surprised"]
        uses = [0] * 8
        for place, number in fighter.compiled.limited:
            uses[place] = fighter.compiled.uses(number)
        return {
            "hit_points": left,
            "most": max(most, 1),
            "temporary": 0,
            "damage": row.damage_taken if flags else 0,
            "conditions": conditions,
            "flags": flags,
            "at": row.at,
            "exhaustion": 0,
            "successes": 0,
            "failures": 0,
            "concentration": 0,
            "legendary_left": fighter.creature.legendary_actions,
            "resistance_left": record.legendary_resistance,
            "last_attacker": 255,
            "readied": 0,
            "left": uses,
            "slots": record.slots,
        }

    def fallen(self, fighter: Fighter) -> tuple[int, int]:
        """Return the flags and conditions of somebody at 0 hit points, as when the rules let them fall.

        Whoever makes death saves is dying; whoever regenerates from 0 lies there until it does; all others
        are dead.
        """
        record, options = fighter.compiled.record, self.encounter.options
        saves = not options.party_dies_at_zero if record.character else options.monsters_make_death_saves
        if not saves and not record.regenerates_at_zero:
            return FLAGS["dead"], 0
        lying = sum(1 << CONDITIONS.index(name) for name in ("unconscious", "prone"))
        return FLAGS["down"] | (0 if saves else FLAGS["stable"]), lying

    # ---- looking at it ---------------------------------------------------------------------------------

    @cached_property
    def rolled_hit_points(self) -> int:
        """The combatants whose hit points a forecast rolls anew for each fight, one bit each."""
        rows = enumerate(self.encounter.combatants)
        return sum(1 << number for number, row in rows if row.hit_points in ("rolled", "unknown"))

    @cached_property
    def rolls_initiative(self) -> bool:
        """Whether a forecast rolls initiative for each fight."""
        return all(row.initiative is None for row in self.encounter.combatants)

    @property
    def caveats(self) -> list[LeftOut]:
        """What the rules here leave out of this fight, for the game master to keep in mind."""
        return [LeftOut(block.creature, caveat) for block in self._blocks for caveat in block.caveats]

    def modifier_name(self, number: int) -> str:
        """Return the action that a lasting modifier comes from."""
        return self._compiler.effects.modifier_names[number]

    def named(self, name: str) -> Fighter:
        """Return the combatant of that name."""
        for fighter in self.fighters:
            if fighter.name.lower() == name.lower():
                return fighter
        known = ", ".join(fighter.name for fighter in self.fighters)
        raise ContentError("fivee.nobody_called_so", name=name, known=known)


def names_of(fight: Fight, language: str) -> list[str]:
    """Return what the combatants are called at the table in a language."""
    if language == ENGLISH:
        return [fighter.name for fighter in fight.fighters]
    rows = zip(fight.encounter.combatants, fight.fighters, strict=True)
    return numbered([row.name or called(f.creature, language) for row, f in rows])


def numbered(wanted: Sequence[str]) -> list[str]:
    """Return different names: those that occur more than once get letters.

    >>> numbered(["Goblin", "Ogre", "Goblin"])
    ['Goblin A', 'Ogre', 'Goblin B']
    """
    seen: dict[str, int] = {}
    names = []
    for name in wanted:
        if wanted.count(name) == 1:
            names.append(name)
            continue
        number = seen.get(name, 0)
        seen[name] = number + 1
        names.append(f"{name} {chr(ord('A') + number)}")
    return names


def _drawn(dice: _core.FiveeDice, source: random.Random) -> int:
    values = range(dice.low, dice.low + len(dice.probabilities))
    return max(1, source.choices(values, weights=dice.probabilities)[0])
