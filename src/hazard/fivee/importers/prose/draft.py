"""An action while it is being read: effects that grow clause by clause, and what was not understood."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from hazard.errors import HazardError
from hazard.fivee.content.words import Ability, Condition, Size
from hazard.fivee.importers.prose.words import average, typed

When = Literal["hit", "miss", "always"]


@dataclass
class SaveDraft:
    """A saving throw; the effects that ask for it share it, so that a later "half damage" reaches them."""

    ability: Ability
    dc: int
    half: bool = False
    situation: str | None = None
    """The case that it is asked in, which holds for whatever depends on it."""
    besides: list[str] = field(default_factory=list)
    """What a success still does, said before what a failure does."""


@dataclass
class DamagePart:
    """Damage of one type."""

    dice: str
    type: str

    @property
    def text(self) -> str:
        """As our dice expressions write it."""
        return typed(self.dice, self.type)


@dataclass
class Inflicted:
    """A condition with what ends it; see :class:`hazard.fivee.content.effects.Infliction`."""

    name: Condition
    rounds: int | None = None
    until: str = "duration"
    repeat_save: str = "never"
    ends_on_damage: bool = False
    action_ends: bool = False
    escape_dc: int | None = None
    level: int = 1
    if_fails_by: int = 1
    ongoing: str | None = None
    ongoing_at: str = "start_of_turn"
    at_most: int | None = None
    becomes: Condition | None = None

    def row(self) -> dict[str, Any]:
        """Return the values that are not the usual ones."""
        return {key: value for key, value in vars(self).items() if value != _USUAL.get(key)}


_USUAL = {key: value for key, value in vars(Inflicted("prone")).items() if key != "name"}


@dataclass(frozen=True)
class Scope:
    """For whom and when a clause holds."""

    when: When = "hit"
    largest: Size | None = None
    only_if: str | None = None
    spares: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    on_self: bool = False
    on_conditions: tuple[Condition, ...] = ()
    situation: str | None = None


@dataclass
class EffectDraft:
    """One effect of the action."""

    scope: Scope
    save: SaveDraft | None
    damage: list[DamagePart] = field(default_factory=list)
    conditions: list[Inflicted] = field(default_factory=list)
    heal: str | None = None
    temporary_hit_points: str | None = None
    push_feet: int = 0
    modifier: dict[str, Any] = field(default_factory=dict)
    burning: dict[str, Any] = field(default_factory=dict)
    heals_source: bool = False
    drains_maximum: bool = False
    at_zero: str | None = None
    besides: list[str] = field(default_factory=list)
    swallows: dict[str, Any] | None = None

    def row(self, same_throw: bool = False) -> dict[str, Any]:
        """Return the values of an :class:`hazard.fivee.content.effects.Effect`."""
        row: dict[str, Any] = {
            key: value for key, value in vars(self.scope).items() if value != vars(Scope())[key]
        }
        if self.save:
            row["save"] = {"ability": self.save.ability, "dc": self.save.dc}
            if self.save.half and self.damage:
                row["save"]["on_success"] = "half"
            if same_throw:
                row["save"]["same_throw"] = True
        if self.damage:
            row["damage"] = "+".join(part.text for part in self.damage)
        if self.conditions:
            laid = [condition.row() for condition in self.conditions]
            row["conditions"] = [each for number, each in enumerate(laid) if each not in laid[:number]]
        for key in (
            "heal",
            "temporary_hit_points",
            "push_feet",
            "modifier",
            "burning",
            "heals_source",
            "drains_maximum",
            "at_zero",
            "besides",
        ):
            if getattr(self, key):
                row[key] = getattr(self, key)
        if self.swallows is not None:
            row["swallows"] = self.swallows
        return row

    @property
    def empty(self) -> bool:
        """Whether it does nothing (yet)."""
        does = (
            self.damage,
            self.conditions,
            self.heal,
            self.temporary_hit_points,
            self.push_feet,
            self.modifier,
            self.burning,
            self.besides,
        )
        return not any(does) and not self.drains_maximum


def rows(effects: list[EffectDraft]) -> list[dict[str, Any]]:
    """Return effects as rows; those that share a save have it thrown once."""
    found = []
    thrown: list[SaveDraft] = []
    for effect in effects:
        found.append(effect.row(same_throw=any(effect.save is save for save in thrown)))
        thrown += [effect.save] if effect.save else []
    return found


@dataclass
class Variant:
    """Another way to do the same: two hands, at range, instead of damage."""

    label: str
    changes: dict[str, Any] = field(default_factory=dict)
    effects: list[EffectDraft] | None = None


@dataclass(frozen=True)
class State:
    """A state that only this stat block knows, and the effect that brings it about."""

    lasts: Inflicted
    save: SaveDraft | None
    scope: Scope
    effect: EffectDraft


@dataclass
class Draft:
    """The action that is being read."""

    fields: dict[str, Any] = field(default_factory=dict)
    """Of the :class:`hazard.fivee.content.actions.Action`: attack, area, range, targets, …"""
    effects: list[EffectDraft] = field(default_factory=list)
    variants: list[Variant] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """What means something in a fight and is kept in its words only; an effect's ``besides`` says so."""
    wrong_averages: list[str] = field(default_factory=list)
    charge_feet: int | None = None
    """The run that the effects of a charge need."""

    save: SaveDraft | None = None
    """The save that the present clause depends on."""
    last_save: SaveDraft | None = None
    section: str = "hit"
    """hit, miss, failure, second, by5, success, both"""
    base: Scope = Scope()
    """Holds for the whole action: whom it can be used on."""
    scope: Scope = Scope()
    """Holds until the end of the sentence."""
    parent: Inflicted | None = None
    """The condition that a "while poisoned, …" speaks of."""
    recent: list[Inflicted] = field(default_factory=list)
    """What "the effect" means in the sentences that follow."""
    recent_modifiers: list[dict[str, Any]] = field(default_factory=list)
    second: Inflicted | None = None
    """What a second failure does; how it ends is how the first one ends, once it has grown."""
    fails_by: int = 1
    curse: tuple[SaveDraft | None, Scope] | None = None
    """On whom a curse or a disease lies."""

    early: list[str] = field(default_factory=list)
    """What is said besides before there is any effect."""
    states: dict[str, State] = field(default_factory=dict)
    """States of its own, by their words."""
    known: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The creature's other actions, by name, which recipes may use."""
    recipes: list[list[str]] = field(default_factory=list)
    """The combinations so far; an action that is used twice stands twice."""
    closed: list[list[str]] = field(default_factory=list)
    """Combinations before an "or"."""
    extra: list[dict[str, Any]] = field(default_factory=list)
    """Actions that a recipe needs and the stat block does not list: a spell in place of an attack."""

    def finished(self) -> list[EffectDraft]:
        """Return the effects that do something."""
        found = [effect for effect in self.effects if not effect.empty]
        if found:
            found[0].besides += [kind for kind in dict.fromkeys(self.early) if kind not in found[0].besides]
        if self.fields.get("some_only"):
            for effect in found:
                if "some_only" not in effect.besides:
                    effect.besides.append("some_only")
        return found

    def effect(self) -> EffectDraft:
        """Return the effect that the present clause adds to."""
        last = self.effects[-1] if self.effects else None
        scope = self.scope
        if self.save is not None and self.save.situation and scope.situation is None:
            scope = replace(scope, situation=self.save.situation)
        if last is not None and last.scope == scope and last.save is self.save:
            return last
        self.effects.append(EffectDraft(scope, self.save))
        if self.save is not None and self.save.besides:
            self.effects[-1].besides += self.save.besides
            self.save.besides = []
        return self.effects[-1]

    def begin_section(self, name: str) -> None:
        """Go on with what happens on a hit, on a failure, …"""
        self.section = name
        self.base = replace(self.base, when="miss" if name == "miss" else "hit")
        self.fails_by = 5 if name == "by5" else 1
        if name in ("failure", "second", "by5"):
            self.save = self.last_save
        else:
            self.save = None
        self.end_sentence()

    def end_sentence(self, goes_on: bool = False) -> None:
        """Forget what holds for one sentence only; "In addition" goes on with the same save."""
        self.scope = self.base
        self.parent = None
        if not goes_on and self.section in ("hit", "miss", "both", "success"):
            self.save = None
            self.fails_by = 1

    def ask_save(self, name: Ability, dc: int) -> None:
        """Let what follows depend on a save."""
        if not 1 <= dc <= 40:
            raise HazardError("fivee.save_dc_out_of_range", found=dc)
        self.save = self.last_save = SaveDraft(name, dc, situation=self.scope.situation)
        self.recent, self.recent_modifiers = [], []

    def add_damage(self, printed: int, dice: str, kind: str) -> DamagePart:
        """Add damage to the present effect; compare its mean with the printed number."""
        self.check_average(printed, dice)
        part = DamagePart(dice, kind.lower())
        self.effect().damage.append(part)
        return part

    def check_average(self, printed: int, dice: str) -> None:
        """Note where the printed number is not the mean of the dice, rounded down (and at least 1)."""
        mean = average(dice)
        if max(mean, 0) != printed and not (printed == 1 and mean < 1):
            self.wrong_averages.append(f"printed {printed}, but {dice} is {mean} on average")

    def inflict(self, condition: Inflicted) -> None:
        """Lay a condition on the target in the present scope."""
        condition.if_fails_by = max(condition.if_fails_by, self.fails_by)
        if self.section == "second" and self.recent:
            first = self.recent[-1]
            first.becomes, first.repeat_save, first.until = condition.name, "end_of_turn", "duration"
            self.second = condition
            return
        self.effect().conditions.append(condition)
        self.recent.append(condition)

    def modify(self, **changes: Any) -> dict[str, Any]:
        """Change the target's rolls or movement."""
        modifier = self.effect().modifier
        modifier.update(changes)
        if not any(modifier is known for known in self.recent_modifiers):
            self.recent_modifiers.append(modifier)
        return modifier
