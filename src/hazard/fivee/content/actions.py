"""Actions: what a creature may do with its turn, and spells, which are actions with a level."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from hazard.errors import HazardError
from hazard.fivee.content.effects import Dice, Effect, Feet, Row, Situation
from hazard.fivee.content.words import Condition, Edition, Mastery


class Attack(Row):
    """An attack roll. Without ``to_hit``, the caster's spell attack bonus."""

    to_hit: Annotated[int, Field(ge=-10, le=30)] | None = None
    reach: Feet | None = None
    """For melee; a dagger has both reach and range."""
    range: Feet | None = None
    long_range: Feet | None = None
    """Beyond ``range`` and up to here with disadvantage."""
    spell: bool = False
    magical: bool = False
    """A magic weapon: nobody's resistance to plain weapons helps against it. Spells always are."""
    crit_from: Annotated[int, Field(ge=2, le=20)] = 20
    times: Annotated[int, Field(ge=1, le=10)] = 1
    """So many rolls, each against a target of one's choice (scorching ray: 3)."""
    mastery: Mastery | None = None
    """The weapon's mastery property, for those who have mastered it (rules of 2024)."""
    advantage_if: Situation | None = None
    """When its roll has advantage (a shark smells blood)."""

    @model_validator(mode="after")
    def _can_reach(self) -> Attack:
        if self.reach is None and self.range is None:
            raise HazardError("fivee.attack_without_reach")
        if self.long_range is not None and (self.range is None or self.long_range < self.range):
            raise HazardError("fivee.long_range_without_range")
        return self


class Area(Row):
    """Where an action strikes everybody at once, with one roll of damage for all."""

    shape: Literal["sphere", "cylinder", "cube", "cone", "line", "emanation"]
    size: Feet
    """Radius, side or length. An emanation reaches this far around its source."""
    width: Feet = 5
    """Of a line."""
    range: Feet = 0
    """How far away its origin may be; 0: it starts at its source."""
    spares_friends: bool = False
    """Only creatures of the source's choice are struck."""
    lingers: bool = False
    """It stays while the spell lasts and strikes whoever starts a turn in it (spirit guardians)."""
    on_entering: bool = False
    """An area that stays also strikes whoever enters it on their turn."""
    strikes: Literal["start_of_turn", "end_of_turn"] = "start_of_turn"
    """When an area that stays strikes those who are in it."""
    later_saves: bool = True
    """Whoever is struck after the area has appeared may save, as those who are struck at once."""
    at_once: bool = True
    """An area that stays strikes those too who are in it when it appears; one that goes with its maker
    never does."""


class Part(Row):
    """So many uses of another action within a multiattack."""

    use: str
    times: Annotated[int, Field(ge=1, le=10)] = 1


class Action(Row):
    """One thing a creature can do.

    >>> bite = Action.model_validate({
    ...     "name": "Bite", "attack": {"to_hit": 4, "reach": 5},
    ...     "effects": [
    ...         {"damage": "2d4+2[piercing]"},
    ...         {"save": {"ability": "str", "dc": 11}, "conditions": [{"name": "prone"}]},
    ...     ],
    ... })
    >>> bite.attack.to_hit, bite.effects[1].save.dc
    (4, 11)
    """

    name: str
    name_de: str | None = None
    economy: Literal["action", "bonus", "reaction", "legendary", "lair"] = "action"
    attack: Attack | None = None
    area: Area | None = None
    range: Feet = 5
    """How far a target may be, for actions without attack and area."""
    targets: Annotated[int, Field(ge=1, le=20)] = 1
    """How many different creatures (bless: 3)."""
    who: Literal["enemy", "ally", "self", "any"] = "enemy"
    """Whom one would use it on; an ally may be oneself."""
    needs: tuple[Condition, ...] = ()
    """Only on a target with one of these conditions (a vampire bites whom it holds)."""
    effects: tuple[Effect, ...] = ()
    recipes: tuple[tuple[Part, ...], ...] = ()
    """Multiattack: the combinations to choose from, each a list of parts."""
    all_hit: tuple[Effect, ...] = ()
    """Of a multiattack: what happens besides to a target that several of its attacks have hit; how many
    and which is in the note."""
    recharge: Annotated[int, Field(ge=2, le=6)] | None = None
    """Comes back on this roll of a d6 or higher, at the start of the turn."""
    per_day: Annotated[int, Field(ge=1, le=100)] | None = None
    per_rest: bool = False
    """With ``per_day``: comes back after a short rest as well."""
    slot: Annotated[int, Field(ge=0, le=9)] = 0
    """Takes a spell slot of this level or above (a paladin's smite)."""
    cost: Annotated[int, Field(ge=1, le=5)] = 1
    """Of a legendary action."""
    concentration: bool = False
    magical: bool = False
    """Magic that is no spell (a mind blast): magic resistance helps against its saves. Spells always are."""
    trigger: Literal["opportunity", "hit", "hit_melee", "damaged", "ally_hit", "attacked"] | None = None
    """What a reaction answers. A ``hit`` reaction with an armour class may turn the hit into a miss."""
    halves_damage: bool = False
    """A reaction that halves the damage of the hit it answers (uncanny dodge)."""
    standard: Literal["dash", "disengage", "dodge", "hide", "help", "shove", "grapple", "escape"] | None = (
        None
    )
    """One of the actions everybody has, here at another price (cunning action)."""
    teleport_feet: Feet = 0
    """The creature may appear this far away before or instead of anything else (misty step)."""
    moves: Annotated[float, Field(ge=0, le=2)] = 0
    """It may also move by this share of its speed."""
    missiles: bool = False
    """They strike by themselves, unless a reaction with ``stops_missiles`` stops them (magic missile)."""
    casts: str | None = None
    """A spell from its list that this action casts (a dragon's legendary action)."""
    cast_level: Annotated[int, Field(ge=1, le=9)] | None = None
    once_per_round: bool = False
    """A legendary action that is not to be taken again before its own next turn."""
    once_per_target: bool = False
    """Whoever has saved against it is safe from it for the day (frightful presence)."""
    ends_for_good: bool = False
    """With ``once_per_target``: so is whoever it has ended for."""
    pool: str | None = None
    """Actions with the same word here are spent and recharged together (a dragon's two breaths)."""
    note: str | None = None
    """What the numbers leave out, for the game master."""

    @model_validator(mode="after")
    def _makes_sense(self) -> Action:
        if self.recipes and (self.effects or self.attack or self.area):
            raise HazardError("fivee.multiattack_mixes_parts")
        does = (self.standard, self.teleport_feet, self.halves_damage, self.moves, self.casts)
        if not (self.recipes or self.effects or any(does)):
            raise HazardError("fivee.action_does_nothing")
        if self.attack and self.area:
            raise HazardError("fivee.action_with_attack_and_area")
        if self.trigger and self.economy != "reaction":
            raise HazardError("fivee.trigger_without_reaction")
        return self


class Revision(Row):
    """What of a spell is different by the rules of 2024; ``None``: nothing."""

    upcast: Dice | None = None
    effects: tuple[Effect, ...] | None = None
    attack: Attack | None = None
    attack_roll: bool = True
    """Whether there still is one."""
    area: Area | None = None
    concentration: bool | None = None

    def of(self, action: Action) -> Action:
        """Return the action with what is different."""
        changes: dict[str, object] = {
            name: value
            for name in ("effects", "attack", "area", "concentration")
            if (value := getattr(self, name)) is not None
        }
        if not self.attack_roll:
            changes["attack"] = None
        if self.area is not None:
            changes["targets"] = 1
        return action.model_copy(update=changes)


class Spell(Row):
    """A spell: an action, its level, and how it grows."""

    level: Annotated[int, Field(ge=0, le=9)]
    """0 for a cantrip."""
    action: Action
    """With ``to_hit`` and ``dc`` left out: they are the caster's."""
    add_modifier: bool = False
    """The caster's spellcasting modifier is added to healing or damage (cure wounds)."""
    upcast: Dice | None = None
    """More damage or healing for each slot level above the spell's."""
    upcast_targets: int = 0
    upcast_attacks: int = 0
    """More attack rolls for each slot level above the spell's (scorching ray)."""
    again: Literal["action", "bonus"] | None = None
    """Later turns of its duration may use it again at this price, without a slot (spiritual weapon)."""
    grows_at: tuple[int, ...] = ()
    """Caster levels at which a cantrip's dice grow by one of its first kind (5, 11, 17)."""
    beams: bool = False
    """It grows by attacks instead of dice (eldritch blast)."""
    revised: Revision | None = None
    """By the rules of 2024; ``None``: as before."""

    def under(self, edition: Edition) -> Spell:
        """Return the spell by the rules of an edition."""
        if edition == "2014" or self.revised is None:
            return self
        grown = self.revised.upcast or self.upcast
        return self.model_copy(update={"action": self.revised.of(self.action), "upcast": grown})
