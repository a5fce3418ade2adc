"""Duelists from stat blocks, or from a line of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hazard.dice import attack_damage, attack_odds
from hazard.dice.combat import Resistance
from hazard.errors import meant
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError, bestiary
from hazard.fivee.content.traits import CriticalRange
from hazard.fivee.forecasts.duel import Blow, Duelist

_NUMBERS = ("hp", "ac", "to_hit", "attacks", "crit", "initiative")
_AT_FIRST = (
    None,
    "source_not_bloodied",
    "target_not_bloodied",
    "no_advantage",
    "target_not_grappled_by_source",
)
"""Situations that are so when a duel begins: what depends on another one is left out."""


def duelist_from(creature: Creature, against: Creature) -> Duelist:
    """Return a creature as one who stands and strikes with the attacks that hurt ``against`` most.

    Only attack rolls and their damage count: no saves, no traits but a wider critical range, no spells.

    >>> duelist_from(bestiary()["ogre"], bestiary()["fighter-1"]).attacks
    (Blow(to_hit=6, damage='2d8[bludgeoning]+4', advantage=0, crit_from=20),)
    """
    ways = list(_ways(creature))
    if not ways:
        raise ContentError("fivee.no_attack_to_duel_with", name=creature.name)
    magical = any(
        action.attack and (action.attack.magical or action.attack.spell) for action in against.actions
    )
    return Duelist(
        creature.name,
        creature.average_hit_points,
        creature.armor_class,
        max(ways, key=lambda way: _mean(way, against)),
        tuple(_resistances(creature, magical).items()),
        creature.modifier("dex") if creature.initiative is None else creature.initiative,
    )


def _ways(creature: Creature) -> Iterator[tuple[Blow, ...]]:
    """Give every way to attack in one turn that can be used again and again."""
    actions = {action.name: action for action in creature.actions}
    for action in creature.actions:
        if action.economy != "action" or action.per_day or action.recharge or action.slot:
            continue
        recipes = [[part.use for part in recipe for _ in range(part.times)] for recipe in action.recipes]
        for names in recipes or [[action.name]]:
            blows = [_blow(actions[name], creature) for name in names]
            strikes = tuple(blow for blow in blows if blow is not None)
            if strikes:
                yield strikes


def _blow(action: Action, creature: Creature) -> Blow | None:
    attack = action.attack
    damage = [e.damage for e in action.effects if e.damage and not e.save and e.only_if in _AT_FIRST]
    if attack is None or attack.to_hit is None or not damage or action.recharge or action.per_day:
        return None
    ranges = [trait.crit_from for trait in creature.traits if isinstance(trait, CriticalRange)]
    return Blow(attack.to_hit, "+".join(damage), crit_from=min([attack.crit_from, *ranges]))


def _mean(way: tuple[Blow, ...], against: Creature) -> float:
    return sum(
        attack_damage(attack_odds(blow.to_hit, against.armor_class, 0, blow.crit_from), blow.damage).mean()
        for blow in way
    )


def _resistances(creature: Creature, magical: bool) -> dict[str, Resistance]:
    found: dict[str, Resistance] = {}
    kinds: tuple[tuple[Resistance, str], ...] = (
        ("vulnerable", "vulnerable"), ("resistant", "resistant"), ("immune", "immune"),
    )  # fmt: skip
    for how, field in kinds:
        for defense in getattr(creature, field):
            if not (defense.nonmagical_only and magical):
                found.update(dict.fromkeys(defense.types, how))
    return found


def read_duelists(
    one: str, other: str, creatures: Mapping[str, Creature] | None = None
) -> tuple[Duelist, Duelist]:
    """Return two duelists, each by the name of a creature, yours included, or by its numbers.

    >>> a, b = read_duelists("troll", "hp=44,ac=18,to_hit=7,damage=1d8+6,attacks=2")
    >>> a.name, len(a.attacks), b.name, b.hit_points
    ('Troll', 3, 'B', 44)
    """
    known = {**bestiary(), **creatures} if creatures else bestiary()
    texts = (one, other)
    rows = [
        known.get(text) or _stand_in(read_duelist(text, name)) for text, name in zip(texts, "AB", strict=True)
    ]
    a, b = (
        duelist_from(rows[i], rows[1 - i]) if text in known else read_duelist(text, "AB"[i])
        for i, text in enumerate(texts)
    )
    return a, b


def _stand_in(duelist: Duelist) -> Creature:
    """Return a creature with the armour class that the other one's attacks are chosen against."""
    return Creature.model_validate(
        {
            "id": "stand-in",
            "name": duelist.name,
            "armor_class": min(40, duelist.armor_class),
            "hit_points": "1",
        }
    )


def read_duelist(text: str, name: str) -> Duelist:
    """Return the duelist that a line such as ``hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2`` describes."""
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in (*_NUMBERS, "damage", "name") or key in given:
            hint = meant(text, () if given else bestiary())
            raise ContentError("fivee.duelist_part_unreadable", part=part.strip(), text=text, hint=hint)
        given[key] = value
    if missing := [key for key in ("hp", "ac", "to_hit", "damage") if key not in given]:
        raise ContentError("fivee.duelist_lacks_parts", text=text, missing=", ".join(missing))
    numbers = {key: _number(text, key, given.get(key, "0")) for key in _NUMBERS}
    blow = Blow(numbers["to_hit"], given["damage"], crit_from=numbers["crit"] or 20)
    count = numbers["attacks"] if "attacks" in given else 1
    if not 1 <= count <= 16:
        raise ContentError("fivee.duelist_attacks_out_of_range", text=text, count=count)
    attacks = (blow,) * count
    return Duelist(
        given.get("name", name), numbers["hp"], numbers["ac"], attacks, initiative=numbers["initiative"]
    )


def _number(text: str, key: str, value: str) -> int:
    digits = value.removeprefix("+").removeprefix("-")
    if not digits.isdecimal() or len(digits) > 6:
        raise ContentError("fivee.duelist_value_not_number", setting=key, found=value, text=text)
    return int(value)
