"""Foundry's sheets: armour, details, characters; and fields that hold anything at all."""

import copy
import json
import random
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
    only,
    part,
    save,
)

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import import_text
from hazard.fivee.importers.report import Imported

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


# ---- characters -------------------------------------------------------------------------------------------


def effect(key: str, value: str, **more: Any) -> dict[str, Any]:
    """An effect that is on all the time."""
    change = {"key": key, "mode": 2, "value": value}
    return {"name": key, "type": "base", "transfer": True, "disabled": False, "changes": [change], **more}


def hero(*items: dict[str, Any], levels: int = 5, **effects: dict[str, Any]) -> Imported:
    """A character of a d8 class, with an average for each level after the first."""
    taken = {str(level): "max" if level == 1 else "avg" for level in range(1, levels + 1)}
    job = {
        "_id": "job",
        "name": "Sorcerer",
        "type": "class",
        "system": {
            "identifier": "sorcerer",
            "levels": levels,
            "hd": {"denomination": "d8"},
            "advancement": [{"type": "HitPoints", "value": taken}],
        },
        "effects": [*effects.values()],
    }
    kin = {
        "_id": "kin",
        "name": "Dwarf",
        "type": "race",
        "system": {"movement": {"walk": "35"}, "senses": {"ranges": {"darkvision": 120}}},
    }
    actor = beast(job, kin, *items, ac={"calc": "default", "flat": None}, hp={"max": None, "value": 3})
    actor["type"] = "character"
    actor["system"]["attributes"] |= {"movement": {"units": None}, "senses": {"ranges": {}}}
    actor["system"]["details"] = {}
    actor["system"]["spells"] = {"spell1": {"value": 4}, "pact": {"value": 2}}
    return imported(actor)


def test_a_character_s_numbers_are_derived_from_its_items() -> None:
    found = hero(item("Mace", ATTACK, {"a": attack()})).creature
    # 8 + 4 x 5 for the dice and 5 x 3 for Constitution; proficiency 3 at the fifth level.
    assert (found.hit_points, found.level, found.challenge) == ("43", 5, None)
    assert (found.speed.walk, found.senses.darkvision) == (35, 120)
    assert found.actions[0].attack.to_hit == 7
    assert hero(item("Mace", ATTACK, {"a": attack()}), levels=9).creature.actions[0].attack.to_hit == 8


def test_effects_that_are_on_count_and_others_do_not() -> None:
    found = hero(
        item("Mace", ATTACK, {"a": attack()}),
        tough=effect("system.attributes.hp.bonuses.level", "1"),
        whole=effect("system.attributes.hp.bonuses.overall", "@classes.sorcerer.levels"),
        guarded=effect("system.attributes.ac.bonus", "1"),
        quick=effect("system.attributes.movement.walk", "10"),
        deft=effect("system.bonuses.mwak.attack", "2"),
        safe=effect("system.bonuses.abilities.save", "1"),
        off=effect("system.attributes.ac.bonus", "5", disabled=True),
        odd=effect("system.traits.dr.value", "fire"),
    )
    made = found.creature
    assert (made.hit_points, made.armor_class, made.speed.walk) == ("53", 10, 45)
    assert (made.actions[0].attack.to_hit, made.save_bonus("dex")) == (9, 0)
    assert ["system.traits.dr.value" in str(note) for note in found.lost] == [True]


def spell(name: str, level: int, method: str = "spell", prepared: int = 1) -> dict[str, Any]:
    system = {"level": level, "method": method, "prepared": prepared, "uses": {"max": ""}}
    return {"_id": name, "name": name, "type": "spell", "system": system}


def test_a_character_casts_what_is_prepared_with_its_slots() -> None:
    (casting,) = hero(
        spell("Fire Bolt", 0), spell("Bless", 1), spell("Bane", 1, prepared=0)
    ).creature.spellcasting
    assert (casting.ability, casting.dc, casting.to_hit, casting.level) == ("cha", 13, 5, 5)
    assert (casting.slots, casting.at_will, casting.prepared) == ({1: 4}, ("fire bolt",), ("bless",))


def test_the_slots_of_a_pact_are_all_of_one_level() -> None:
    (casting,) = hero(spell("Burning Hands", 1, "pact"), spell("Fireball", 3, "pact")).creature.spellcasting
    assert (casting.slots, casting.prepared) == ({3: 2}, ("burning hands", "fireball"))


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
