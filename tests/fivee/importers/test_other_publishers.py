"""Laws of reading prose that nobody here has seen: synonyms and word orders, drawn at random."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fivee.importers.prose_grammar import Said, attacks, breaths, gazes

from hazard.fivee.importers import import_text
from hazard.fivee.importers.printed import misread, numbers_of, with_reading
from hazard.fivee.importers.prose.action import ActionReading, read_action

HEAD = """Beast
Medium beast, unaligned
Armor Class 12
Hit Points 22 (4d8 + 4)
Speed 30 ft.
STR DEX CON INT WIS CHA
14 (+2) 13 (+1) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
Challenge 1 (200 XP)
Actions
"""


def reading(text: str) -> ActionReading:
    """Read an action of a creature that is called Beast."""
    return read_action("Thing", text, "Beast", "beast")


def plain_dice(text: str) -> tuple[str, str]:
    """Return dice and type of damage with one part."""
    found = re.fullmatch(r"(\d+d\d+)\[(\w+)\]([+-]\d+)?", text)
    assert found is not None, text
    return found[1] + (found[3] or ""), found[2]


@settings(max_examples=150)
@given(attacks())
def test_an_attack_is_read_in_whatever_words(said: Said) -> None:
    found = reading(said.text)
    assert found.leftover == [], said.text
    (row,) = found.rows
    assert (row["attack"]["to_hit"], row["attack"]["reach"]) == (said.to_hit, said.feet)
    assert plain_dice(row["effects"][0]["damage"]) == (said.dice, said.kind)


@settings(max_examples=150)
@given(breaths())
def test_a_breath_is_read_in_whatever_words(said: Said) -> None:
    found = reading(said.text)
    assert found.leftover == [], said.text
    (row,) = found.rows
    assert row["area"] == {"shape": "cone", "size": said.feet}
    (effect,) = row["effects"]
    assert (effect["save"]["dc"], effect["save"]["ability"]) == (said.dc, said.ability)
    assert (effect["save"].get("on_success") == "half") == said.half, said.text
    assert plain_dice(effect["damage"]) == (said.dice, said.kind)


@settings(max_examples=150)
@given(gazes())
def test_a_save_against_a_condition_is_read_in_whatever_words(said: Said) -> None:
    found = reading(said.text)
    assert found.leftover == [], said.text
    (row,) = found.rows
    (effect,) = row["effects"]
    assert (effect["save"]["dc"], effect["save"]["ability"]) == (said.dc, said.ability)
    assert [laid["name"] for laid in effect["conditions"]] == [said.condition]
    assert said.feet in (row.get("range"), row.get("area", {}).get("size"))


@settings(max_examples=60)
@given(st.one_of(attacks(), breaths(), gazes()))
def test_every_number_of_a_drawn_text_is_counted_and_read(said: Said) -> None:
    rows = reading(said.text).rows
    numbers = with_reading(said.text, rows, [])
    assert [number.value for number in numbers if number.kind == "attack"] == (
        [str(said.to_hit)] if said.to_hit is not None else []
    )
    assert all(number.read for number in numbers), said.text
    assert misread(said.text, rows)[1] == []


def test_a_number_that_the_text_does_not_say_is_a_misreading() -> None:
    row = {"effects": [{"save": {"ability": "con", "dc": 14}, "damage": "3d6[fire]"}]}
    text = "Each creature must make a DC 13 Constitution save, taking 10 (3d6) cold damage on a failure."
    held, wrong = misread(text, [row])
    assert held == 3  # the DC, the dice, their type
    assert wrong == [
        "read DC 14, which the text does not say",
        "read 3d6 fire, which the text does not say",
    ]


def test_every_dc_is_counted_whatever_it_is_for() -> None:
    text = "escape DC 12. A DC 15 Wisdom (Perception) check. DC 13 WIS save. Dexterity Saving Throw: DC 17."
    assert [(n.value, n.ability) for n in numbers_of(text)] == [
        ("12", None),
        ("15", None),
        ("13", "wis"),
        ("17", "dex"),
    ]


def test_a_complete_action_has_all_its_numbers_or_is_not_called_complete() -> None:
    text = (
        HEAD + "Odd Roar. The beast roars. Each creature within 10 feet of the beast must succeed on a DC"
        " 12 Wisdom saving throw or be frightened until the end of its next turn, and must sing on a"
        " failed DC 15 check.\n"
    )
    (beast,) = import_text(text)
    (roar,) = [found for found in beast.readings if found.name == "Odd Roar"]
    assert not roar.complete
    assert {number.value: number.read for number in roar.numbers} == {"12": True, "15": False}


def test_the_publishers_of_a_flavour_sentence_do_not_make_an_action_incomplete() -> None:
    found = reading(
        "The beast lowers its horns and paws at the ground. Each creature within 30 feet of the beast"
        " must succeed"
        " on a DC 15 WIS save or be frightened for 1 minute, as the sound chills it to the bone."
    )
    assert found.complete
    assert len(found.beyond) == 2


def test_only_half_of_some_damage_is_not_half_of_all() -> None:
    found = reading(
        "Each creature within 10 feet of the beast must make a DC 15 DEX save. On a failure, a"
        " creature takes 7 (2d6)"
        " fire damage and 7 (2d6) poison damage. On a success, it takes half the fire damage."
    )
    assert not found.complete
    assert "on_success" not in found.rows[0]["effects"][0]["save"]


def test_a_hold_that_depends_on_size_and_hands_is_read_behind_its_condition() -> None:
    found = reading(
        "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 9 (2d6 + 2) bludgeoning"
        " damage, and the target"
        " is grappled (escape DC 13) if it is a Medium or smaller creature and the beast doesn't have"
        " another creature"
        " grappled. The beast can't make thing attacks against other targets."
    )
    assert found.complete
    grapple = found.rows[0]["effects"][1]
    assert grapple["largest"] == "medium"
    assert grapple["conditions"] == [{"name": "grappled", "escape_dc": 13, "at_most": 1}]


def test_what_happens_when_all_attacks_hit_is_kept_with_the_multiattack() -> None:
    text = HEAD + (
        "Multiattack. The beast makes two bite attacks. If both attacks hit the same target, the"
        " target must succeed"
        " on a DC 13 STR save or be knocked prone.\n"
        "Bite. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage.\n"
    )
    (beast,) = import_text(text)
    multiattack = next(action for action in beast.creature.actions if action.recipes)
    (effect,) = multiattack.all_hit
    assert (effect.save.dc, effect.conditions[0].name) == (13, "prone")
    assert "both attacks hit" in multiattack.note


def test_an_aura_that_needs_a_spent_breath_says_so() -> None:
    text = HEAD.removesuffix("Actions\n") + (
        "Bad Air. After the beast uses its Fire Breath, the air is bitter. While the beast's Fire Breath is"
        " unavailable, each creature that starts its turn within 10 feet of the beast must succeed on"
        " a DC 12 CON save"
        " or be poisoned until the start of its next turn.\n"
    )
    (beast,) = import_text(text)
    (aura,) = beast.creature.traits
    assert (aura.kind, aura.feet, aura.only_while, aura.effects[0].save.dc) == (
        "aura",
        10,
        "breath_spent",
        12,
    )


def test_one_bad_creature_is_skipped_and_named() -> None:
    good = (
        HEAD
        + "Bite. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage.\n"
    )
    bad = "Blob\nLarge ooze\nArmor Class thick\nHit Points 9 (2d8)\nSpeed 5 ft.\n"
    found = import_text(good + "\n---\n\n" + bad, "mine.txt")
    assert [imported.creature.name for imported in found] == ["Beast"]
    (skipped,) = found.skipped
    assert skipped.name == "Blob"
    assert skipped.why.startswith("mine.txt")
