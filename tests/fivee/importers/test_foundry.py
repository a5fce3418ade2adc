"""Foundry's fields are read as its sheets count them; what cannot be read is listed."""

import copy
import json
import random
from typing import Any

import pytest

from hazard.fivee.creature import Creature
from hazard.fivee.importers import import_text
from hazard.fivee.importers.report import Imported
from hazard.fivee.library import ContentError

NO_PART: dict[str, Any] = {"number": None, "denomination": None, "bonus": "", "types": []}


def part(number: int | None, faces: int | None, *types: str, bonus: str = "", **more: Any) -> dict[str, Any]:
    """Damage as a sheet keeps it."""
    custom = {"enabled": False, "formula": ""}
    return {
        "number": number,
        "denomination": faces,
        "bonus": bonus,
        "types": [*types],
        "custom": custom,
        **more,
    }


def attack(ability: str = "str", *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An attack as an activity."""
    return {
        "type": "attack",
        "activation": {"type": "action", "value": 1},
        "attack": {
            "ability": ability,
            "bonus": more.pop("bonus", ""),
            "flat": more.pop("flat", False),
            "type": {"value": more.pop("how", "melee"), "classification": "weapon"},
        },
        "damage": {"includeBase": more.pop("base", True), "parts": [*parts]},
        **more,
    }


def save(ability: Any, calculation: str, formula: Any, *parts: dict[str, Any]) -> dict[str, Any]:
    """A save as an activity."""
    return {
        "type": "save",
        "activation": {"type": "action", "value": 1},
        "damage": {"onSave": "half", "parts": [*parts]},
        "save": {"ability": ability, "dc": {"calculation": calculation, "formula": formula}},
    }


def item(
    name: str, text: str, activities: dict[str, Any], kind: str = "weapon", **system: Any
) -> dict[str, Any]:
    """An item; a weapon is a part of the body, unless told otherwise."""
    shape = {
        "description": {"value": f"<p>{text}</p>"},
        "activities": activities,
        "type": {"value": "natural", "baseItem": ""},
        "properties": [],
        "range": {"value": None, "long": None, "units": "ft", "reach": None},
        "damage": {"base": part(2, 6, "piercing"), "versatile": part(None, None)},
        "uses": {"max": "", "recovery": []},
        "proficient": 1,
    }
    return {"_id": name.lower(), "name": name, "type": kind, "system": {**shape, **system}}


ATTACK = "[[/attack extended]]. [[/damage extended]]."
STING = (
    f"{ATTACK}</p><p>The target must make a [[/save]] saving throw, taking "
    "[[/damage average activity=venom]] damage on a failed save, or half as much damage on a successful one."
)


def beast(*items: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """An actor of challenge 6 (proficiency 3): Strength +4, Dexterity -1, Constitution +3, Charisma +2."""
    scores = {"str": 19, "dex": 8, "con": 16, "int": 5, "wis": 12, "cha": 14}
    return {
        "name": "Marsh Wyrm",
        "type": "npc",
        "items": [*items],
        "system": {
            "abilities": {key: {"value": score, "proficient": 0} for key, score in scores.items()},
            "attributes": {
                "ac": changes.get("ac", {"flat": 13, "calc": "natural"}),
                "hp": changes.get("hp", {"value": 110, "max": 110, "formula": "13d10 + 39"}),
                "movement": changes.get("movement", {"walk": 20, "fly": 80, "units": "ft"}),
                "senses": changes.get("senses", {"darkvision": 60, "units": "ft"}),
                "spellcasting": "cha",
            },
            "details": {"type": {"value": "dragon", "subtype": ""}, "cr": 6},
            "traits": {"size": "lg", **changes.get("traits", {})},
            "skills": {"prc": {"value": 1, "ability": "wis"}},
            "source": {"rules": "2014"},
            "resources": {"legact": {"max": 0}, "legres": {"max": 0}},
        },
    }


def imported(actor: dict[str, Any]) -> Imported:
    (found,) = import_text(json.dumps(actor), "wyrm.json", "foundry")
    return found


def only(*items: dict[str, Any], **changes: Any) -> Any:
    """The first action of a beast that has these items."""
    return creature(*items, **changes).actions[0]


def creature(*items: dict[str, Any], **changes: Any) -> Creature:
    return imported(beast(*items, **changes)).creature


def lost(*items: dict[str, Any], **changes: Any) -> list[str]:
    return [str(note) for note in imported(beast(*items, **changes)).lost]


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

BREATH = (
    "It breathes in a 30-foot cone. Each creature in that area must make a [[/save]] saving throw, taking "
    "[[/damage average]] damage on a failed save, or half as much damage on a successful one."
)


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


# ---- the sheet --------------------------------------------------------------------------------------------


def armor(kind: str, value: int, dexterity: int | None = None, **more: Any) -> dict[str, Any]:
    system = {"type": {"value": kind}, "equipped": True, "armor": {"value": value, "dex": dexterity, **more}}
    return {"_id": kind, "name": kind, "type": "equipment", "system": system}


@pytest.mark.parametrize(
    ("ac", "worn", "expected"),
    [
        ({"flat": None, "calc": "default"}, [armor("heavy", 18)], 18),  # Dexterity -1 does not count
        ({"flat": None, "calc": "default"}, [armor("medium", 14)], 13),
        ({"flat": None, "calc": "default"}, [armor("light", 12), armor("shield", 2)], 13),
        ({"flat": None, "calc": "default"}, [armor("heavy", 16, magicalBonus=1)], 17),
        ({"flat": 19, "calc": "default"}, [], 9),  # a left-over
        ({"flat": 19, "calc": "natural"}, [armor("heavy", 18)], 19),
        ({"flat": None, "calc": "mage"}, [], 12),
        ({"flat": None, "calc": "custom", "formula": "12 + @abilities.con.mod"}, [], 15),
    ],
)
def test_armour_is_counted_as_the_sheet_counts_it(
    ac: dict[str, Any], worn: list[dict[str, Any]], expected: int
) -> None:
    assert creature(*worn, ac=ac).armor_class == expected


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"senses": {"blindsight": 10**7}}, "blindsight"),
        ({"senses": {"blindsight": "far"}}, "blindsight"),
        ({"movement": {"walk": -5, "fly": [1]}}, "walk"),
        ({"traits": {"di": {"value": ["fire", None, "midi"]}}}, "immune"),
        ({"traits": {"dr": {"value": 7, "custom": {}}}}, "traits.dr"),
    ],
)
def test_an_impossible_detail_is_listed_and_the_creature_is_read(changes: dict[str, Any], word: str) -> None:
    found = imported(beast(item("Bite", ATTACK, {"a": attack()}), **changes))
    assert found.creature.armor_class == 13
    assert found.creature.actions[0].effects[0].damage == "2d6[piercing]+4"
    assert any(word in str(note) for note in found.lost)
    assert any(word in line for line in found.creature.not_understood)


def test_passive_perception_is_ten_and_the_skill() -> None:
    assert creature().senses.passive_perception == 14  # Wisdom +1, proficiency 3


def test_metres_are_read_as_feet() -> None:
    found = creature(movement={"walk": 9, "fly": 18, "units": "m"}, senses={"darkvision": 18, "units": "m"})
    assert (found.speed.walk, found.speed.fly, found.senses.darkvision) == (30, 60, 60)


def test_an_item_that_cannot_be_read_is_listed_and_the_others_are_read() -> None:
    odd = item("Odd", ATTACK, {"a": attack()}, range={"value": "far", "reach": {}})
    found = imported(beast(odd, item("Bite", ATTACK, {"a": attack()})))
    assert [action.name for action in found.creature.actions] == ["Bite"]
    assert [note.action for note in found.lost] == ["Odd"]


def test_activities_in_a_list_are_read_by_their_ids() -> None:
    sting = item("Stinger", STING, {})
    venom = save("con", "", "15", part(7, 6, "poison"))
    sting["system"]["activities"] = [{"_id": "blow", **attack()}, {"_id": "venom", **venom}]
    assert only(sting).effects[1].damage == "7d6[poison]"


# ---- anything ---------------------------------------------------------------------------------------------

WHOLE = beast(
    item("Stinger", STING, {"blow": attack(), "venom": save(["con"], "", "15", part(7, 6, "poison"))}),
    item("Breath", BREATH, {"a": save("dex", "con", "11", part(8, 6, "fire"))}, "feat",
         uses={"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]}),
    armor("shield", 2),
    {"_id": "s", "name": "Fireball", "type": "spell", "system": {"level": 3, "uses": {"max": "1"},
     "preparation": {"mode": "innate"}}},
    traits={"di": {"value": ["fire"], "bypasses": [], "custom": ""}, "ci": {"value": ["prone"]}},
)  # fmt: skip
ODD: list[Any] = [None, "", [], {}, 0, -1, "12", "x", True, 1.5, 10**9, ["x"], [None], {"a": None}, "none"]


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document."""
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
    return [found for key in keys for found in [(*path, key), *places(node[key], (*path, key))]]


@pytest.mark.parametrize("value", [*ODD, "absent"], ids=repr)
def test_any_field_may_be_anything(value: Any) -> None:
    # Some of the places for each value, other ones for each.
    every = places(WHOLE)
    for path in random.Random(repr(value)).sample(every, len(every) // 8):
        actor = copy.deepcopy(WHOLE)
        node = actor
        for step in path[:-1]:
            node = node[step]
        if value == "absent":
            del node[path[-1]]
        else:
            node[path[-1]] = copy.deepcopy(value)
        assert refusal(actor).startswith("odd.json")


def refusal(actor: Any) -> str:
    """The error of an actor that is refused, or the name of its file."""
    try:
        import_text(json.dumps(actor), "odd.json", "foundry")
    except ContentError as error:
        return str(error)
    return "odd.json"


def test_a_number_as_text_is_the_number() -> None:
    def texts(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: texts(value) for key, value in node.items()}
        if isinstance(node, list):
            return [texts(value) for value in node]
        return str(node) if isinstance(node, int) and not isinstance(node, bool) else node

    for key in ("attributes", "details"):
        actor = copy.deepcopy(WHOLE)
        actor["system"][key] = texts(actor["system"][key])
        assert imported(actor) == imported(WHOLE)
    actor = copy.deepcopy(WHOLE)
    actor["items"][0]["system"]["activities"] = texts(actor["items"][0]["system"]["activities"])
    assert imported(actor) == imported(WHOLE)
