"""Foundry's attacks and saves are read as its sheets count them; what cannot be read is listed."""

from typing import Any

import pytest
from tests.fivee.importers.foundry_documents import (
    ATTACK,
    BREATH,
    STING,
    attack,
    beast,
    creature,
    imported,
    item,
    lost,
    only,
    part,
    save,
)

# ---- damage -----------------------------------------------------------------------------------------------


def test_a_placeholder_that_names_an_activity_is_filled_from_that_one() -> None:
    venom = save("con", "", "15", part(7, "6", "poison"))
    sting = item("Stinger", STING, {"blow": attack(), "venom": venom})
    found = imported(beast(sting))
    blow, poison = found.creature.actions[0].effects
    assert (blow.damage, poison.damage) == ("2d6[piercing]+4", "7d6[poison]")
    assert (poison.save.ability, poison.save.dc, poison.save.on_success) == ("con", 15, "half")
    assert found.notes == []


def test_an_activity_that_is_not_there_is_listed_and_nothing_stands_in_for_it() -> None:
    sting = item("Stinger", STING, {"blow": attack(), "poison": save("con", "", "15", part(7, 6, "poison"))})
    assert only(sting).effects[0].damage == "2d6[piercing]+4"
    assert all(effect.damage != "7d6[poison]" for effect in only(sting).effects)
    assert any("'venom'" in line for line in lost(sting))


@pytest.mark.parametrize(
    ("weapon", "kind"), [("mace", "bludgeoning"), ("greataxe", "slashing"), ("pike", "piercing")]
)
def test_a_weapon_without_a_type_has_that_of_its_kind(weapon: str, kind: str) -> None:
    axe = item(
        "Arm",
        ATTACK,
        {"a": attack()},
        damage={"base": part(3, 12)},
        type={"value": "martialM", "baseItem": weapon},
    )
    assert only(axe).effects[0].damage == f"3d12[{kind}]+4"
    assert lost(axe) == []


def test_damage_without_a_type_is_kept_and_listed() -> None:
    wing = item("Wing", ATTACK, {"a": attack()}, damage={"base": part(2, 6)})
    assert only(wing).effects[0].damage == "2d6+4"
    assert lost(wing) == ["Marsh Wyrm, Wing: damage of 2d6+4 without a type"]


def test_damage_without_a_type_in_a_save_is_kept_and_listed() -> None:
    text = (
        "Each creature within 10 feet must succeed on a [[/save]] saving throw or take "
        "[[/damage average]] damage."
    )
    wing = item("Wing", text, {"a": save("dex", "str", "", part(2, 6, bonus="@mod"))})
    (effect,) = only(wing).effects
    # By Strength: 8 + 3 + 4, and 4 more damage.
    assert (effect.damage, effect.save.dc) == ("2d6+4", 15)
    assert lost(wing) == ["Marsh Wyrm, Wing: damage of 2d6+4 without a type"]


@pytest.mark.parametrize(
    ("row", "damage"),
    [
        (part(4, 8, "necrotic", bonus="@abilities.con.mod"), "4d8[necrotic]+3"),
        (part(1, 6, "cold", bonus="@prof"), "1d6[cold]+3"),
        (part(2, 4, "fire", bonus="@abilities.cha.mod + 1"), "2d4[fire]+3"),
        (part(None, None, "fire", bonus="5"), "5[fire]"),
        (
            part(1, 4, "fire", custom={"enabled": True, "formula": "3d6 + floor(@details.cr / 2)"}),
            "3d6[fire]+3",
        ),
        (part("2", "8", "acid", bonus=2), "2d8[acid]+2"),
        (part(1, 8, "acid", bonus="@mod"), "1d8[acid]+4"),
    ],
)
def test_the_formulas_of_a_damage_are_worked_out(row: dict[str, Any], damage: str) -> None:
    touch = item("Touch", ATTACK, {"a": attack("str", row, base=False)}, "feat")
    assert only(touch).effects[0].damage == damage
    assert lost(touch) == []


@pytest.mark.parametrize(
    "bonus", ["@scale.rogue.sneak", "1d4", "2d6r1", "__import__('os')", "@mod @mod", "9" * 30]
)
def test_a_formula_that_is_not_understood_is_listed(bonus: str) -> None:
    claw = item("Claw", ATTACK, {"a": attack("str", part(1, 6, "cold", bonus=bonus))})
    assert only(claw).effects[0].damage == "2d6[piercing]+4"
    assert any("the formula" in line for line in lost(claw))


def test_a_weapon_s_modifier_is_added_once_and_never_to_a_plain_number() -> None:
    with_mod = item("Claw", ATTACK, {"a": attack()}, damage={"base": part(1, 6, "slashing", bonus="@mod")})
    assert only(with_mod).effects[0].damage == "1d6[slashing]+4"
    flat = item("Claw", ATTACK, {"a": attack()}, damage={"base": part(None, None, "slashing", bonus="1")})
    assert only(flat).effects[0].damage == "1[slashing]"


def test_two_hands_have_the_damage_of_two_hands() -> None:
    text = f"{ATTACK[:-1]}, or [[/damage average attackMode=twoHanded]] damage if used with two hands."
    sword = item(
        "Longsword", text, {"a": attack()}, type={"value": "martialM"}, properties=["ver"],
        damage={"base": part(1, 8, "slashing"), "versatile": part(1, 10)},
    )  # fmt: skip
    one, two = creature(sword).actions
    assert (one.effects[0].damage, two.effects[0].damage) == ("1d8[slashing]+4", "1d10[slashing]+4")


@pytest.mark.parametrize(
    ("words", "damage"),
    [("5 type=fire", "5[fire]"), ("2d4 type=acid", "2d4[acid]"), ("1d6 + 2 cold average", "1d6[cold]+2"),
     ("formula=1d8 type=poison", "1d8[poison]"), ("1d10 + @mod thunder", "1d10[thunder]+4")],
)  # fmt: skip
def test_a_damage_that_states_itself_is_taken_as_it_stands(words: str, damage: str) -> None:
    text = f"{ATTACK} The target must succeed on a [[/save]] saving throw or take [[/damage {words}]] damage."
    claw = item("Claw", text, {"a": attack(), "b": save("con", "", "12")})
    assert only(claw).effects[1].damage == damage


# ---- to hit -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "to_hit", "damage"),
    [
        ({}, 7, "2d6[piercing]+4"),  # 4 + 3
        ({"ability": "none"}, 3, "2d6[piercing]"),  # proficiency alone
        ({"ability": "dex"}, 2, "2d6[piercing]-1"),
        ({"bonus": "2"}, 9, "2d6[piercing]+4"),
        ({"bonus": "@abilities.cha.mod"}, 9, "2d6[piercing]+4"),
        ({"bonus": "6", "flat": True}, 6, "2d6[piercing]+4"),
    ],
)
def test_what_is_added_to_an_attack_is_what_the_sheet_adds(
    changes: dict[str, Any], to_hit: int, damage: str
) -> None:
    made = only(item("Claw", ATTACK, {"a": attack(**changes)}))
    assert (made.attack.to_hit, made.effects[0].damage) == (to_hit, damage)


def test_a_magic_weapon_adds_its_bonus_to_attack_and_damage() -> None:
    sword = item("Sword", ATTACK, {"a": attack()}, properties=["mgc"], magicalBonus=2)
    assert (only(sword).attack.to_hit, only(sword).effects[0].damage) == (9, "2d6[piercing]+6")
    plain = item("Sword", ATTACK, {"a": attack()}, properties=[], magicalBonus=2)
    assert only(plain).attack.to_hit == 7


def test_an_attack_roll_that_is_written_out_needs_its_bonus_only() -> None:
    text = (
        "<em>Melee or Ranged Attack Roll:</em> [[/attack]], reach 10 ft. or range 20/60 ft. "
        "[[/damage average extended]]"
    )
    hammer = item(
        "Hammer",
        text,
        {"a": attack(how="")},
        properties=["thr"],
        range={"value": 20, "long": 60, "reach": 10},
    )
    made = only(hammer)
    assert (made.attack.to_hit, made.attack.reach, made.attack.range, made.attack.long_range) == (
        7,
        10,
        20,
        60,
    )
    assert lost(hammer) == []


def test_a_body_s_own_weapon_with_reach_and_range_serves_for_both() -> None:
    burst = item(
        "Burst", ATTACK, {"a": attack("cha", how="")}, range={"value": 120, "long": None, "reach": 5}
    )
    assert (only(burst).attack.reach, only(burst).attack.range) == (5, 120)


# ---- saves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calculation", "formula", "dc"),
    [
        ("con", "11", 14),  # 8 + 3 + 3: a formula beside a calculation is a left-over
        ("str", "", 15),
        ("spellcasting", "11", 13),  # by Charisma
        ("", "17", 17),
        ("", 17, 17),
        ("", "8 + @abilities.con.mod + @prof", 14),
        ("", "@abilities.cha.dc", 13),
        ("initial", "16", 16),
    ],
)
def test_a_save_is_as_hard_as_its_calculation_says(calculation: str, formula: Any, dc: int) -> None:
    breath = item("Breath", BREATH, {"a": save(["dex"], calculation, formula, part(8, 6, "fire"))}, "feat")
    (effect,) = only(breath).effects
    assert (effect.save.ability, effect.save.dc, effect.damage) == ("dex", dc, "8d6[fire]")


@pytest.mark.parametrize("ability", ["none", "", [], "luck", None])
def test_a_save_with_no_ability_is_never_one_with_another(ability: Any) -> None:
    breath = item("Breath", BREATH, {"a": save(ability, "", "15", part(8, 6, "fire"))}, "feat")
    found = imported(beast(breath))
    assert not [e for a in found.creature.actions for e in a.effects if e.save]
    assert found.lost


def test_a_save_that_states_its_difficulty_has_it() -> None:
    text = (
        f"{ATTACK} The target must succeed on a [[/save ability=wisdom dc=@attributes.spell.dc]] saving "
        "throw or be frightened for 1 minute."
    )
    assert only(item("Gaze", text, {"a": attack()})).effects[1].save.model_dump()["dc"] == 13


def test_an_attack_whose_words_lack_its_reach_has_that_of_its_fields() -> None:
    text = (
        "<em>Melee Weapon Attack:</em><strong>+7 to hit,</strong>, 5 ft., one target. Hit: 11 (2d6 + 4) "
        "piercing damage."
    )
    made = only(item("Sword", text, {"a": attack()}, range={"value": None, "long": None, "reach": 10}))
    assert (made.attack.to_hit, made.attack.reach, made.effects[0].damage) == (7, 10, "2d6[piercing]+4")
