"""A character of D&D Beyond against the numbers of its sheet, worked out by hand. The file is our own."""

import contextlib
import copy
import json
import random

import pytest

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import import_text


def modifier(kind, of, value=None, **more):
    return {"type": kind, "subType": of, "value": value, "restriction": "", **more}


def item(name, **more):
    definition = {"id": more.pop("id", 1), "name": name, "grantedModifiers": more.pop("granted", []), **more}
    return {"definition": definition, "equipped": True, "isAttuned": False}


BRAM = {
    "data": {
        "name": "Bram",
        "stats": [{"id": n, "value": v} for n, v in enumerate((15, 10, 13, 8, 12, 14), 1)],
        "bonusStats": [{"id": n, "value": None} for n in range(1, 7)],
        "overrideStats": [{"id": n, "value": None} for n in range(1, 7)],
        "baseHitPoints": 34,
        "bonusHitPoints": None,
        "overrideHitPoints": None,
        "removedHitPoints": 9,
        "race": {"fullName": "Human", "baseRaceName": "Human", "weightSpeeds": {"normal": {"walk": 30}}},
        "classes": [
            {"level": 5, "isStartingClass": True, "definition": {"name": "Paladin"},
             "subclassDefinition": {"name": "Oath of Devotion"}},
        ],
        "modifiers": {
            "race": [modifier("bonus", f"{ability}-score", 1) for ability in ("strength", "constitution")],
            "class": [modifier("bonus", "strength-score", 2), modifier("proficiency", "wisdom-saving-throws"),
                      modifier("proficiency", "charisma-saving-throws"),
                      modifier("proficiency", "athletics")],
            "feat": [], "background": None, "condition": [],
            "item": [modifier("bonus", "armor-class", 1, componentId=9),
                     modifier("bonus", "saving-throws", 1, componentId=9),
                     modifier("resistance", "cold", componentId=9),
                     modifier("bonus", "armor-class", 5, componentId=77)],
        },
        "inventory": [
            item("Splint", armorTypeId=3, armorClass=17, filterType="Armor"),
            item("Shield", armorTypeId=4, armorClass=2, filterType="Armor"),
            item("Longsword, +1", type="Longsword", filterType="Weapon",
                 granted=[modifier("bonus", "magic", 1)]),
            item("Crossbow, Light", type="Crossbow, Light", filterType="Weapon"),
            item("Sunder", type="Energy Cannon", filterType="Weapon"),
            item("Cloak of Protection", id=9, filterType="Wondrous item"),
            {"definition": {"id": 77, "name": "Bracers"}, "equipped": False, "isAttuned": False},
        ],
        "options": {"class": [{"definition": {"name": "Dueling"}},
                              {"definition": {"name": "Blessed Warrior"}}]},
        "classSpells": [{"spells": [
            {"definition": {"name": "Bless", "level": 1}, "prepared": True},
            {"definition": {"name": "Cure Wounds", "level": 1}, "prepared": False},
            {"definition": {"name": "Zone of Truth", "level": 2}, "prepared": False, "alwaysPrepared": True},
        ]}],
        "spells": {"race": [], "class": None},
        "feats": [{"definition": {"name": "Sentinel"}}],
    },
}  # fmt: skip


def read(document):
    (found,) = import_text(json.dumps(document), "bram.json")
    return found


def test_a_sheet_has_the_numbers_of_its_player():
    bram = read(BRAM).creature
    # Strength 15 + 1 + 2, Constitution 13 + 1.
    assert (bram.abilities.str, bram.abilities.con, bram.abilities.cha) == (18, 14, 14)
    assert bram.hit_points == "44"  # 34, and 2 for each of five levels
    assert bram.armor_class == 20  # 17 + 2, and the cloak; the bracers are in the bag
    assert bram.level == 5
    sword, bow = bram.actions[:2]
    assert (sword.name, sword.attack.to_hit, sword.effects[0].damage) == (
        "Longsword +1",
        8,
        "1d8[slashing]+7",
    )
    assert (bow.name, bow.attack.to_hit, bow.effects[0].damage) == ("Light Crossbow", 3, "1d8[piercing]")
    assert bram.saves == {
        "str": 5,
        "dex": 1,
        "con": 3,
        "int": 0,
        "wis": 5,
        "cha": 6,
    }  # one more each: the cloak
    assert bram.skills["athletics"] == 7
    assert bram.resistant[0].types == ("cold",)
    casting = bram.spellcasting[0]
    assert (casting.dc, casting.slots, casting.prepared) == (13, {1: 4, 2: 2}, ("bless", "zone of truth"))


def test_what_has_no_place_is_listed():
    notes = [str(note) for note in read(BRAM).notes]
    assert notes == [
        "Bram, Sunder: a weapon of a kind of its own",
        "Bram, Blessed Warrior: a choice of the class",
        "Bram, Sentinel: a feat",
    ]


def changed(**values):
    document = copy.deepcopy(BRAM)
    document["data"].update(values)
    return document


def test_hit_points_and_scores_that_are_set_by_hand_count():
    assert read(changed(overrideHitPoints=51)).creature.hit_points == "51"
    assert read(changed(overrideStats=[{"id": 1, "value": 20}])).creature.abilities.str == 20
    belt = [modifier("set", "strength-score", 21, componentId=9)]
    assert read(changed(modifiers={"item": belt})).creature.abilities.str == 21


def test_a_subclass_of_another_book_is_listed_and_the_class_is_read():
    row = {"level": 3, "definition": {"name": "Fighter"}, "subclassDefinition": {"name": "Rune Knight"}}
    found = read(changed(classes=[row], classSpells=[], options={}))
    assert found.creature.level == 3
    assert "Bram: what Rune Knight brings" in [str(note) for note in found.notes]


def test_a_class_that_nobody_knows_is_refused_with_its_place():
    with pytest.raises(ContentError, match=r"bram.json: data.classes\[0\].definition: class: 'artificer'"):
        read(changed(classes=[{"level": 2, "definition": {"name": "Artificer"}}]))


def test_a_damaged_sheet_is_read_or_refused_with_a_sentence():
    dice = random.Random(7)
    refused = 0
    for _ in range(150):
        document = copy.deepcopy(BRAM)
        place = document["data"]
        while True:
            key = dice.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if isinstance(place[key], dict | list) and place[key] and dice.random() < 0.8:
                place = place[key]
                continue
            place[key] = dice.choice([None, "", "x", -3, 10**6, [], {}, [None], {"a": 1}, True, 2.5])
            break
        try:
            read(document)
        except ContentError:
            refused += 1
    assert refused < 150


def test_what_is_not_played_of_a_sheet_stays_with_the_character():
    sheet = copy.deepcopy(BRAM)
    sheet["data"]["characterValues"] = [{"typeId": 1, "value": 22}, {"typeId": 8, "value": None}]
    sheet["data"]["baseHitPoints"] = None
    left = read(sheet).creature.not_understood
    assert "Sentinel: a feat" in left
    assert "set by hand on the sheet (kind 1): 22" in left
    assert any("no hit points" in line for line in left)


def test_no_field_of_a_sheet_is_needed_but_its_classes():
    def places(value, path=()):
        keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        for key in keys:
            yield (*path, key)
            yield from places(value[key], (*path, key))

    for *path, last in places(BRAM["data"]):
        for gone in (True, False):
            sheet = copy.deepcopy(BRAM)
            node = sheet["data"]
            for key in path:
                node = node[key]
            if gone:
                del node[last]
            else:
                node[last] = None
            if [*path, last][0] in ("classes", "stats"):
                with contextlib.suppress(ContentError):
                    read(sheet)
            else:
                assert read(sheet).creature.level == 5
