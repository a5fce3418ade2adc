"""Every stat block that comes with hazard has the printed numbers, and they agree with each other."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.fivee.content.written_rows import written
from tests.looping import for_each

from hazard.dice import parse
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.library import bestiary
from hazard.fivee.content.stat_block import stat_block_lines
from hazard.fivee.content.traits import Aura, Charge, DeathBurst
from hazard.fivee.content.words import ABILITIES

# Printed bonuses that do not follow from ability and proficiency; the documents have them so.
ODD_TO_HIT = {
    ("rat", "Bite"): 0,
    ("black-bear", "Bite"): 3,
    ("black-bear", "Claws"): 3,
    ("brown-bear", "Bite"): 5,
    ("brown-bear", "Claws"): 5,
    ("quasit", "Claws"): 4,
    ("specter", "Life Drain"): 4,
    ("ghost", "Withering Touch"): 5,
    ("ghoul", "Bite"): 2,
    ("ghast", "Bite"): 3,
    ("clay-golem", "Slam"): 8,
    ("iron-golem", "Slam"): 13,
    ("iron-golem", "Sword"): 13,
    ("purple-worm", "Bite"): 9,
    ("purple-worm", "Tail Stinger"): 9,
    # Weapons +1.
    ("fighter-11", "Longsword"): 10,
    ("rogue-11", "Shortsword"): 10,
    ("cleric-11", "Warhammer"): 6,
}
ODD_SAVE_DC = {
    ("iron-golem", "Poison Breath"): 19,
    ("gorgon", "Petrifying Breath"): 13,
    ("assassin", "Shortsword"): 15,  # the poison's
    ("assassin", "Light Crossbow"): 15,
    ("many-eyed-tyrant", "Grasping Floor"): 15,  # the lair's
    ("many-eyed-tyrant", "Opening Eye"): 15,
}
every_creature = for_each("creature", lambda: bestiary().values(), lambda creature: creature.id)
every_written = for_each(
    "creature",
    lambda: written().values(),
    lambda creature: creature.id,
)
"""Without most of those that are built: fighting styles and auras change their bonuses."""


class Blow(NamedTuple):
    """An action as printed: its bonus to hit, if it has one, and the averages of its damage."""

    to_hit: int | None
    averages: tuple[int, ...]


class Printed(NamedTuple):
    """The printed line of one creature."""

    armor_class: int
    hit_points: int
    blows: dict[str, Blow]


def printed() -> dict[str, Printed]:
    """The table beside this file, by id."""
    table: dict[str, Printed] = {}
    text = Path(__file__).with_name("printed_stat_blocks.txt").read_text(encoding="utf-8")
    for line in (line for line in text.splitlines() if not line.startswith("#")):
        name, armor_class, hit_points, blows = (cell.strip() for cell in line.split("|"))
        if name:
            latest = table[name] = Printed(int(armor_class), int(hit_points), {})
        latest.blows.update(_blow(text) for text in blows.split(";") if text.strip())
    return table


def _blow(text: str) -> tuple[str, Blow]:
    parts = re.fullmatch(r"\s*(.+?)(?: ([+-]\d+))?(?:: ([\d, ]+))?\s*", text)
    assert parts is not None
    name, to_hit, averages = parts.groups()
    numbers = tuple(int(number) for number in averages.split(",")) if averages else ()
    return name, Blow(int(to_hit) if to_hit else None, numbers)


def effects_of(creature: Creature) -> list[tuple[str, Effect]]:
    """Every effect of a creature, with the name of what has it."""
    ours = [(action.name, effect) for action in creature.actions for effect in action.effects]
    traits = (trait for trait in creature.traits if isinstance(trait, Aura | Charge | DeathBurst))
    return ours + [(trait.kind, effect) for trait in traits for effect in trait.effects]


def averages(action: Action) -> tuple[int, ...]:
    """The rounded-down mean of each part of an action's damage, in order."""
    parts: list[int] = []
    for effect in action.effects:
        dice = [effect.damage, *(condition.ongoing for condition in effect.conditions)]
        for part in chain.from_iterable(parse(text).typed_parts() for text in dice if text):
            parts.append(int(part[0].mean() + 1e-9))
    return tuple(parts)


def test_the_printed_table_covers_every_creature_of_the_documents() -> None:
    theirs = {c.id for c in bestiary().values() if not c.is_character and c.source != "hazard"}
    assert set(printed()) == theirs


@pytest.mark.parametrize(("name", "line"), printed().items(), ids=list(printed()))
def test_armour_class_hit_points_to_hit_and_damage_are_the_printed_ones(name: str, line: Printed) -> None:
    creature = bestiary()[name]
    assert (creature.armor_class, creature.average_hit_points) == (line.armor_class, line.hit_points)
    actions = {action.name: action for action in creature.actions}
    for action, blow in line.blows.items():
        attack = actions[action].attack
        assert (attack.to_hit if attack else None, averages(actions[action])) == blow, action


@every_creature
def test_hit_dice_carry_the_constitution_modifier_once_a_die(creature: Creature) -> None:
    if creature.is_character:
        assert parse(creature.hit_points).dice() == ()
        return
    (dice,) = parse(creature.hit_points).dice()
    assert parse(creature.hit_points).flat == dice.count * creature.modifier("con")


@every_written
def test_to_hit_is_proficiency_and_ability(creature: Creature) -> None:
    for action in creature.actions:
        if action.attack is None:
            continue
        to_hit = action.attack.to_hit
        assert to_hit is not None, f"{action.name}: only a spell may take the caster's bonus"
        if (creature.id, action.name) in ODD_TO_HIT:
            assert to_hit == ODD_TO_HIT[creature.id, action.name]
            continue
        abilities = ("int", "wis", "cha") if action.attack.spell else ("str", "dex")
        assert to_hit - creature.proficiency_bonus in {creature.modifier(a) for a in abilities}, action.name


@every_creature
def test_save_dcs_are_8_and_proficiency_and_ability(creature: Creature) -> None:
    possible = {8 + creature.proficiency_bonus + creature.modifier(ability) for ability in ABILITIES}
    for name, effect in effects_of(creature):
        if effect.save is not None:
            assert effect.save.dc is not None, f"{name}: only a spell may take the caster's DC"
            dc = ODD_SAVE_DC.get((creature.id, name))
            assert effect.save.dc == dc if dc else effect.save.dc in possible, name
    for casting in creature.spellcasting:
        assert casting.dc == 8 + creature.proficiency_bonus + creature.modifier(casting.ability)
        assert casting.to_hit == casting.dc - 8


@every_written
def test_saves_and_passive_perception_follow_from_the_scores(creature: Creature) -> None:
    for ability, bonus in creature.saves.items():
        assert bonus == creature.modifier(ability) + creature.proficiency_bonus, ability
    perception = creature.skills.get("perception", creature.modifier("wis"))
    assert creature.senses.passive_perception == 10 + perception


@every_creature
def test_every_damage_has_a_type(creature: Creature) -> None:
    for name, effect in effects_of(creature):
        if effect.damage:
            assert None not in {kind for _, kind in parse(effect.damage).typed_parts()}, name


# ---- single creatures, as the documents have them ----------------------------------------------------------


def test_a_wolf_of_5_1_allows_a_save_and_one_of_5_2_does_not() -> None:
    old, new = (bestiary()[name].actions[0].effects[1] for name in ("wolf", "wolf-5.2"))
    assert old.save is not None
    assert (old.save.ability, old.save.dc, old.conditions[0].name) == ("str", 11, "prone")
    assert (new.save, new.conditions[0].name, new.largest) == (None, "prone", "medium")


def test_the_tyrants_disintegrate_ray_needs_no_code_of_its_own() -> None:
    ray = next(a for a in bestiary()["many-eyed-tyrant"].actions if a.name == "Disintegrate Ray")
    (effect,) = ray.effects
    assert effect.save is not None
    assert effect.damage is not None
    assert (effect.save.ability, effect.save.dc, effect.save.on_success) == ("dex", 16, "none")
    assert parse(effect.damage).typed_parts() == [(parse("10d6+40"), "force")]


def test_half_damage_on_a_save_is_kept_where_some_sources_lose_it() -> None:
    # Five breaths and bursts that one public data set marks as "no damage on a save", against its own text.
    for name, action in (
        ("adult-red-dragon", "Fire Breath"),
        ("ancient-white-dragon", "Cold Breath"),
        ("lich", "Disrupt Life"),
        ("winter-wolf", "Cold Breath"),
    ):
        (effect,) = next(a for a in bestiary()[name].actions if a.name == action).effects
        assert effect.save is not None
        assert effect.save.on_success == "half", name


def test_trolls_and_vampires_regenerate_until_the_right_damage_stops_them() -> None:
    found = {
        name: next(t for t in bestiary()[name].traits if t.kind == "regeneration")
        for name in ("troll", "troll-5.2", "vampire-spawn", "vampire")
    }
    assert {name: (t.amount, t.stopped_by, t.only_above_zero) for name, t in found.items()} == {
        "troll": (10, ("acid", "fire"), False),
        "troll-5.2": (15, ("acid", "fire"), False),
        "vampire-spawn": (10, ("radiant",), True),
        "vampire": (20, ("radiant",), True),
    }


def test_a_german_stat_block_has_no_english_words_left():
    # Names of traits and spells that have no German name in their row stay as they are.
    english = (
        r"\b(large|medium|aberration|paralyzed|frightened|restrained|prone|push|sphere|prefers|STR|DEX)\b"
    )
    told = "\n".join(stat_block_lines(bestiary()["many-eyed-tyrant"], "de"))
    assert not re.search(english, told)
    assert "Aberration, groß" in told
    assert "(10W6[Energie]+40)" in told


def test_a_creature_of_our_own_does_not_claim_to_be_of_the_srd():
    assert "(by hazard)" in stat_block_lines(bestiary()["many-eyed-tyrant"])[1]
    assert "(SRD 5.1)" in stat_block_lines(bestiary()["wolf"])[1]
