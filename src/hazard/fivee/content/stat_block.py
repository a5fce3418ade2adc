"""A stat block as text, in our own words: what the rules here know of a creature."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hazard.dice import parse
from hazard.fivee.content.actions import Action
from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature, Defense
from hazard.fivee.content.effects import Effect, Modifier
from hazard.fivee.content.words import ABILITIES
from hazard.language import ENGLISH, Speaker, number, phrase, sentence

_TYPE = re.compile(r"\[(\w+)\]")


def stat_block_lines(creature: Creature, language: str = ENGLISH) -> list[str]:
    """Return a creature as lines of text.

    >>> from hazard.fivee.content.library import bestiary
    >>> print(stat_block_lines(bestiary()["wolf"])[2])
    Armour class 13, hit points 11 (2d8+2), speed 40 ft.
    """
    return list(_Block(creature, language).lines())


class _Block:
    def __init__(self, creature: Creature, language: str) -> None:
        self.creature, self.language = creature, language
        self.word = Speaker("fivee.stat_block", language)
        self.feet = self.said("feet")

    def lines(self) -> Iterator[str]:
        c = self.creature
        yield called(c, self.language)
        rating = (
            f"{self.word('level')} {c.level}"
            if c.is_character
            else f"{self.word('challenge')} {_rating(c.challenge)}"
        )
        source = self.word("own") if c.source == "hazard" else f"SRD {c.rules}"
        kind = self.word("kind", kind=self.said(c.kind), size=self.said(c.size))
        yield f"{kind}, {rating} ({source}), ID {c.id}"
        yield (
            f"{self.word('armor')} {c.armor_class}, {self.word('points_inside')} {c.average_hit_points} "
            f"({self.dice(c.hit_points)}), {self.word('speed_inside')} {self.speeds()}"
        )
        yield "  ".join(
            f"{self.ability(a)} {getattr(c.abilities, a)} ({c.modifier(a):+d})" for a in ABILITIES
        )
        if c.saves:
            yield f"{self.word('saves')}: " + ", ".join(
                f"{self.ability(a)} {b:+d}" for a, b in c.saves.items()
            )
        for key, defenses in (("vulnerable", c.vulnerable), ("resistant", c.resistant), ("immune", c.immune)):
            if defenses:
                yield f"{self.word(key)}: {self.defenses(defenses)}"
        if c.condition_immunities:
            yield f"{self.word('conditions')}: {', '.join(map(self.condition, c.condition_immunities))}"
        if c.traits:
            yield f"{self.word('traits')}: {', '.join(self.said(_trait(trait)) for trait in c.traits)}"
        yield f"{self.word('personality')}: {self.personality()}"
        yield from self.actions()
        yield from self.spells()
        if c.not_understood:
            yield f"{self.word('left_out')}:"
            yield from (f"- {text}" for text in c.not_understood)

    def said(self, word: str) -> str:
        """Return a term of the rules; what somebody has written in their own words stays."""
        return sentence(f"fivee.term.{word.replace(' ', '_')}", self.language, {}) or word

    def dice(self, dice: str) -> str:
        """Return dice with their types of damage in the reader's language: ``10W6[Energie]+40``."""
        typed = _TYPE.sub(lambda found: f"[{self.said(found[1])}]", dice)
        return re.sub(r"(?<=\d)d(?=\d)", self.word("dice"), typed)

    def ability(self, name: str) -> str:
        return phrase(f"fivee.ability.{name}", self.language)

    def condition(self, name: str) -> str:
        return phrase(f"fivee.condition.{name}", self.language)

    def defenses(self, defenses: Iterable[Defense]) -> str:
        plain = f" ({self.said('not magical')})"
        return "; ".join(
            ", ".join(map(self.said, d.types)) + (plain if d.nonmagical_only else "") for d in defenses
        )

    def speeds(self) -> str:
        given = self.creature.speed.model_dump(exclude={"hover"})
        parts = [
            f"{feet} {self.feet}" if kind == "walk" else f"{self.said(kind)} {feet} {self.feet}"
            for kind, feet in given.items()
            if feet
        ]
        return ", ".join(parts) or f"0 {self.feet}"

    def personality(self) -> str:
        p = self.creature.personality
        aggression = number(p.aggression, "g", self.language)
        parts = [f"{self.said('aggression')} {aggression}"]
        if p.prefers != "any":
            parts.append(f"{self.said('prefers')} {self.said(p.prefers.replace('_', ' '))}")
        if p.flees_below:
            parts.append(f"{self.said('flees below')} {100 * p.flees_below:.0f} %")
        return ", ".join(parts)

    def actions(self) -> Iterator[str]:
        for economy in ("action", "bonus", "reaction", "legendary", "lair"):
            rows = [action for action in self.creature.actions if action.economy == economy]
            used = {part.use for row in self.creature.actions for recipe in row.recipes for part in recipe}
            parts = [row for row in rows if economy == "reaction" and not row.trigger and row.name in used]
            for heading, group in ((economy, [row for row in rows if row not in parts]), ("part", parts)):
                if group:
                    yield f"{self.word(heading)}:"
                yield from (f"  {self.action(row)}" for row in group)

    def named(self, name: str) -> str:
        rows = (called(action, self.language) for action in self.creature.actions if action.name == name)
        return next(rows, name)

    def action(self, action: Action) -> str:
        name = self.named(action.name)
        parts = list(self.parts(action))
        limits = [
            f"{self.word('recharge')} {action.recharge}–6" if action.recharge else "",
            f"{action.per_day} {self.word('day')}{self.shared(action)}" if action.per_day else "",
            f"{self.word('slot')} {action.slot}" if action.slot else "",
            f"{self.word('cost')} {action.cost}" if action.cost > 1 else "",
        ]
        limit = f" ({', '.join(filter(None, limits))})" if any(limits) else ""
        does = "; ".join(filter(None, parts)) or self.said(action.standard or "-")
        return f"{name}{limit}: {does.removesuffix('.')}."

    def shared(self, action: Action) -> str:
        """Say that its uses are those of other actions too: a monk's ki is one pool."""
        alike = [row for row in self.creature.actions if row.pool is not None and row.pool == action.pool]
        return f", {self.word('shared')}" if len(alike) > 1 else ""

    def parts(self, action: Action) -> Iterator[str]:
        for recipe in action.recipes:
            uses = [(part.times, self.named(part.use)) for part in recipe]
            yield ", ".join(f"{times} × {name}" if times > 1 else name for times, name in uses)
        if (attack := action.attack) is not None:
            where = [f"{self.word('melee')} {attack.reach} {self.feet}" if attack.reach else ""]
            long = f"/{attack.long_range}" if attack.long_range else ""
            where.append(f"{self.word('range')} {attack.range}{long} {self.feet}" if attack.range else "")
            bonus = f"{attack.to_hit:+d} {self.word('hit')}, " if attack.to_hit is not None else ""
            each = f"{attack.times} × " if attack.times > 1 else ""
            yield each + bonus + f" {self.word('or')} ".join(filter(None, where))
        if action.area is not None:
            yield f"{action.area.size} {self.feet} {self.said(action.area.shape)}"
        if action.halves_damage:
            yield self.word("halves")
        yield from (self.effect(effect) for effect in action.effects)

    def effect(self, effect: Effect) -> str:
        parts = [f"({effect.situation})"] if effect.situation else []
        if effect.save is not None:
            dc = f" {self.word('dc')} {effect.save.dc}" if effect.save.dc else ""
            kept = f" ({self.word(effect.save.on_success)})" if effect.damage else ""
            parts.append(f"{self.ability(effect.save.ability)}{dc}{kept}")
        if effect.damage is not None:
            parts.append(f"{int(parse(effect.damage).mean())} ({self.dice(effect.damage)})")
        if effect.conditions:
            parts.append(", ".join(self.condition(condition.name) for condition in effect.conditions))
        if effect.heal is not None:
            parts.append(f"{self.word('heals')} {self.dice(effect.heal)}")
        if effect.push_feet:
            parts.append(f"{self.said('push')} {effect.push_feet} {self.feet}")
        if effect.temporary_hit_points is not None:
            parts.append(f"{self.dice(effect.temporary_hit_points)} {self.word('temporary')}")
        if effect.modifier is not None:
            parts.append(", ".join(self.modifier(effect.modifier)))
        return " ".join(parts)

    def modifier(self, modifier: Modifier) -> Iterator[str]:
        """Say what changes rolls for a while."""
        rolls = {"attack_dice": "on_attacks", "damage_dice": "on_damage", "save_dice": "on_saves"}
        for name, where in rolls.items():
            if dice := getattr(modifier, name):
                sign = "" if dice.startswith("-") else "+"
                yield f"{sign}{self.dice(dice)} {self.word(where)}"
        if modifier.next_hit_only:
            yield self.word("next_hit")
        if modifier.armor_class:
            yield f"{modifier.armor_class:+d} {self.word('armor')}"
        if modifier.extra_attacks:
            yield self.word("one_more")
        if modifier.resist:
            yield f"{self.word('resistant')}: {', '.join(map(self.said, modifier.resist))}"
        for name, where in (("attack_advantage", "on_attacks"), ("save_advantage", "on_saves")):
            if way := getattr(modifier, name):
                yield f"{self.word('advantage' if way > 0 else 'disadvantage')} {self.word(where)}"
        if modifier.defense_advantage:
            way = "advantage" if modifier.defense_advantage > 0 else "disadvantage"
            yield f"{self.word(way)} {self.word('against_it')}"
        if modifier.speed_feet:
            yield f"{modifier.speed_feet:+d} {self.feet}"

    def spells(self) -> Iterator[str]:
        for casting in self.creature.spellcasting:
            slots = ", ".join(f"{level}: {count}" for level, count in casting.slots.items())
            numbers = f"{self.word('dc')} {casting.dc}, {casting.to_hit:+d}; {slots or '-'}"
            yield f"{self.word('spells')} ({numbers}):"
            names = [self.spell(name) for name in (*casting.at_will, *casting.prepared)]
            often = casting.per_day.items()
            names += [f"{self.spell(name)} ({count} {self.word('day')})" for name, count in often]
            yield f"  {', '.join(names)}"

    def spell(self, name: str) -> str:
        """Return what a spell is called; one that the rules do not know keeps its name."""
        from hazard.fivee.content.library import spells

        known = None if self.language == ENGLISH else spells().get(name)
        return name if known is None else called(known.action, self.language)


def _rating(challenge: float | None) -> str:
    return {0.125: "1/8", 0.25: "1/4", 0.5: "1/2", None: "-"}.get(challenge, f"{challenge or 0:g}")


def _trait(trait: object) -> str:
    kind = str(getattr(trait, "kind", ""))
    if kind != "other":
        return kind.replace("_", " ")
    return str(getattr(trait, "name", kind)).replace("_", " ").partition(" (")[0]  # the rest is in the list
