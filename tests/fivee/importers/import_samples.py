"""One creature of our own, the marsh hound, as each program would write it."""

import json
from typing import Any

BITE = (
    "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage."
    " If the target is a "
    "creature, it must succeed on a DC 11 Strength saving throw or be knocked prone."
)
BREATH = (
    "The hound exhales marsh gas in a 15-foot cone. Each creature in that area must make a DC"
    " 12 Constitution saving "
    "throw, taking 10 (3d6) poison damage on a failed save, or half as much damage on a successful one."
)
MULTIATTACK = "The hound makes two bite attacks."
PACK = (
    "The hound has advantage on an attack roll against a creature if at least one of the"
    " hound's allies is within 5 "
    "feet of the creature and the ally isn't incapacitated."
)
NEW_BITE = (
    "Melee Attack Roll: +4, reach 5 ft. Hit: 7 (2d4 + 2) Piercing damage. If the target is a"
    " Medium or smaller "
    "creature, it has the Prone condition."
)
NEW_BREATH = (
    "Constitution Saving Throw: DC 12, each creature in a 15-foot Cone. Failure: 10 (3d6)"
    " Poison damage. Success: Half "
    "damage."
)
SCORES = {"str": 14, "dex": 13, "con": 12, "int": 3, "wis": 12, "cha": 6}
_LONG = dict(
    zip(SCORES, ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), strict=True)
)

FIVE_E_DATABASE: list[Any] = [
    {
        "index": "marsh-hound",
        "name": "Marsh Hound",
        "size": "Medium",
        "type": "beast",
        "armor_class": [{"type": "natural", "value": 13}],
        "hit_points": 22,
        "hit_dice": "4d8",
        "hit_points_roll": "4d8+4",
        "speed": {"walk": "40 ft.", "swim": "20 ft."},
        **{long: SCORES[short] for short, long in _LONG.items()},
        "proficiencies": [
            {"value": 3, "proficiency": {"index": "saving-throw-dex"}},
            {"value": 5, "proficiency": {"index": "skill-perception"}},
        ],
        "damage_vulnerabilities": [],
        "damage_resistances": ["poison", "bludgeoning, piercing, and slashing from nonmagical weapons"],
        "damage_immunities": [],
        "condition_immunities": [{"index": "poisoned", "name": "Poisoned"}],
        "senses": {"darkvision": "60 ft.", "passive_perception": 15},
        "challenge_rating": 1,
        "proficiency_bonus": 2,
        "special_abilities": [{"name": "Pack Tactics", "desc": PACK}],
        "actions": [
            {"name": "Multiattack", "desc": MULTIATTACK},
            {
                "name": "Bite",
                "desc": BITE,
                "attack_bonus": 4,
                "damage": [{"damage_type": {"index": "piercing"}, "damage_dice": "2d4+2"}],
            },
            {
                "name": "Marsh Gas",
                "desc": BREATH,
                "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": 5},
                "dc": {"dc_type": {"index": "con"}, "dc_value": 12, "success_type": "half"},
                "damage": [{"damage_type": {"index": "poison"}, "damage_dice": "3d6"}],
            },
        ],
    }
]

OPEN5E_1: list[Any] = [
    {
        "model": "api.monster",
        "pk": "marsh-hound",
        "fields": {
            "name": "Marsh Hound",
            "size": "Medium",
            "type": "beast",
            "armor_class": 13,
            "hit_points": 22,
            "hit_dice": "4d8+4",
            "speed_json": json.dumps({"walk": 40, "swim": 20}),
            **{long: SCORES[short] for short, long in _LONG.items()},
            "dexterity_save": 3,
            "skills_json": json.dumps({"perception": 5}),
            "damage_resistances": "poison; bludgeoning, piercing, and slashing from nonmagical attacks",
            "condition_immunities": "poisoned",
            "senses": "darkvision 60 ft., passive Perception 15",
            "challenge_rating": "1",
            "special_abilities_json": json.dumps([{"name": "Pack Tactics", "desc": PACK}]),
            "actions_json": json.dumps(
                [
                    {"name": "Multiattack", "desc": MULTIATTACK},
                    {
                        "name": "Bite",
                        "desc": BITE,
                        "attack_bonus": 4,
                        "damage_dice": "2d4",
                        "damage_bonus": 2,
                    },
                    {"name": "Marsh Gas (Recharge 5-6)", "desc": BREATH},
                ]
            ),
            "reactions_json": "null",
        },
    }
]

OPEN5E_2: list[Any] = [
    {
        "model": "api_v2.creature",
        "pk": "mine_marsh-hound",
        "fields": {
            "name": "Marsh Hound",
            "document": "mine-2024",
            "size": "medium",
            "type": "beast",
            "armor_class": 13,
            "hit_points": 22,
            "hit_dice": "4d8 + 4",
            "walk": 40,
            "swim": 20,
            **{f"ability_score_{long}": SCORES[short] for short, long in _LONG.items()},
            "saving_throw_dexterity": 3,
            "skill_bonus_perception": 5,
            "damage_resistances_display": "poison",
            "condition_immunities": ["poisoned"],
            "darkvision_range": 60,
            "passive_perception": 15,
            "challenge_rating": "1.000",
            "initiative_bonus": 1,
        },
    },
    {
        "model": "api_v2.creaturetrait",
        "pk": "mine_marsh-hound_pack-tactics",
        "fields": {"name": "Pack Tactics", "desc": PACK, "parent": "mine_marsh-hound"},
    },
    {
        "model": "api_v2.creatureaction",
        "pk": "mine_marsh-hound_multiattack",
        "fields": {
            "name": "Multiattack",
            "desc": "The hound makes two Bite attacks.",
            "parent": "mine_marsh-hound",
        },
    },
    {
        "model": "api_v2.creatureaction",
        "pk": "mine_marsh-hound_bite",
        "fields": {"name": "Bite", "desc": NEW_BITE, "parent": "mine_marsh-hound", "action_type": "ACTION"},
    },
    {
        "model": "api_v2.creatureaction",
        "pk": "mine_marsh-hound_gas",
        "fields": {
            "name": "Marsh Gas",
            "desc": NEW_BREATH,
            "parent": "mine_marsh-hound",
            "action_type": "ACTION",
            "uses_type": "RECHARGE_ON_ROLL",
            "uses_param": 5,
        },
    },
    {
        "model": "api_v2.creatureactionattack",
        "pk": "mine_marsh-hound_bite_bite",
        "fields": {
            "parent": "mine_marsh-hound_bite",
            "to_hit_mod": 4,
            "damage_die_count": 2,
            "damage_die_type": "D4",
            "damage_bonus": 2,
            "damage_type": None,
            "extra_damage_type": "piercing",
        },
    },
]

FIVE_E_TOOLS: dict[str, Any] = {
    "monster": [
        {
            "name": "Marsh Hound",
            "size": ["M"],
            "type": {"type": "beast", "tags": []},
            "ac": [{"ac": 13, "from": ["natural armor"]}],
            "hp": {"average": 22, "formula": "4d8 + 4"},
            "speed": {"walk": 40, "swim": 20},
            **SCORES,
            "save": {"dex": "+3"},
            "skill": {"perception": "+5"},
            "resist": [
                "poison",
                {
                    "resist": ["bludgeoning", "piercing", "slashing"],
                    "note": "from nonmagical attacks",
                    "cond": True,
                },
            ],
            "conditionImmune": ["poisoned"],
            "senses": ["darkvision 60 ft."],
            "passive": 15,
            "cr": "1",
            "trait": [{"name": "Pack Tactics", "entries": [PACK]}],
            "action": [
                {"name": "Multiattack", "entries": [MULTIATTACK]},
                {
                    "name": "Bite",
                    "entries": [
                        "{@atk mw} {@hit 4} to hit, reach 5 ft., one target. {@h}7 ({@damage 2d4 + 2}) "
                        "piercing damage. If the target is a creature, it must succeed on a {@dc 11} "
                        "Strength saving throw or be knocked {@condition prone}."
                    ],
                },
                {
                    "name": "Marsh Gas {@recharge 5}",
                    "entries": [BREATH.replace("DC 12", "{@dc 12}").replace("3d6", "{@damage 3d6}")],
                },
            ],
        }
    ]
}

IMPROVED_INITIATIVE: dict[str, Any] = {
    "Name": "Marsh Hound",
    "Source": "My own",
    "Type": "Medium beast, unaligned",
    "HP": {"Value": 22, "Notes": "(4d8+4)"},
    "AC": {"Value": 13, "Notes": "(natural armor)"},
    "Speed": ["40 ft.", "swim 20 ft."],
    "Abilities": {key.capitalize(): score for key, score in SCORES.items()},
    "DamageVulnerabilities": [],
    "DamageResistances": ["poison", "bludgeoning, piercing, and slashing from nonmagical attacks"],
    "DamageImmunities": [],
    "ConditionImmunities": ["poisoned"],
    "Saves": [{"Name": "Dex", "Modifier": 3}],
    "Skills": [{"Name": "Perception", "Modifier": 5}],
    "Senses": ["darkvision 60 ft.", "passive Perception 15"],
    "Challenge": "1",
    "Traits": [{"Name": "Pack Tactics", "Content": PACK, "Usage": ""}],
    "Actions": [
        {"Name": "Multiattack", "Content": MULTIATTACK, "Usage": ""},
        {"Name": "Bite", "Content": BITE, "Usage": ""},
        {"Name": "Marsh Gas", "Content": BREATH, "Usage": "Recharge 5-6"},
    ],
    "Reactions": [],
    "LegendaryActions": [],
}


def _activity(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "activation": {"type": "action", "value": 1}, **more}


FOUNDRY: dict[str, Any] = {
    "name": "Marsh Hound",
    "type": "npc",
    "system": {
        "abilities": {
            key: {"value": score, "proficient": int(key == "dex")} for key, score in SCORES.items()
        },
        "attributes": {
            "ac": {"flat": 13, "calc": "natural"},
            "hp": {"value": 22, "max": 22, "formula": "4d8 + 4"},
            "movement": {"walk": 40, "swim": 20, "units": "ft", "hover": False},
            "senses": {"darkvision": 60},
        },
        "details": {"type": {"value": "beast", "subtype": ""}, "cr": 1},
        "traits": {
            "size": "med",
            "dr": {
                "value": ["poison", "bludgeoning", "piercing", "slashing"],
                "bypasses": ["mgc"],
                "custom": "",
            },
            "di": {"value": [], "bypasses": [], "custom": ""},
            "dv": {"value": [], "bypasses": [], "custom": ""},
            "ci": {"value": ["poisoned"], "custom": ""},
        },
        "skills": {"prc": {"value": 2, "ability": "wis"}},
        "source": {"rules": "2014"},
        "resources": {"legact": {"max": 0}, "legres": {"max": 0}},
    },
    "items": [
        {
            "_id": "pack000000000000",
            "name": "Pack Tactics",
            "type": "feat",
            "system": {
                "description": {"value": f"<p>{PACK}</p>"},
                "activities": {},
                "uses": {"max": "", "recovery": []},
            },
        },
        {
            "_id": "multi00000000000",
            "name": "Multiattack",
            "type": "feat",
            "system": {
                "description": {
                    "value": "<p>The hound makes two [[/item .bite000000000000]]{bite} attacks.</p>"
                },
                "activities": {"a": _activity("utility")},
            },
        },
        {
            "_id": "bite000000000000",
            "name": "Bite",
            "type": "weapon",
            "system": {
                "description": {
                    "value": "<p>[[/attack extended]]. [[/damage extended]].</p><p>If the target is a "
                    "creature, it must succeed on a [[/save]] saving throw or be knocked "
                    "&amp;Reference[prone].</p>"
                },
                "range": {"value": None, "long": None, "units": "ft", "reach": None},
                "damage": {"base": {"number": 2, "denomination": 4, "bonus": "", "types": ["piercing"]}},
                "properties": [],
                "activities": {
                    "a": _activity(
                        "attack",
                        range={"value": "5", "units": "ft"},
                        attack={
                            "ability": "str",
                            "bonus": "",
                            "type": {"value": "melee", "classification": "weapon"},
                        },
                        damage={"includeBase": True, "parts": []},
                    ),
                    "b": _activity(
                        "save", save={"ability": "str", "dc": {"calculation": "", "formula": "11"}}
                    ),
                },
            },
        },
        {
            "_id": "gas0000000000000",
            "name": "Marsh Gas",
            "type": "feat",
            "system": {
                "description": {
                    "value": "<p>The hound exhales marsh gas in a 15-foot cone. Each creature in that area "
                    "must make a [[/save]] saving throw, taking [[/damage average]] damage on a failed save, "
                    "or half as much damage on a successful one.</p>"
                },
                "uses": {"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]},
                "activities": {
                    "a": _activity(
                        "save",
                        save={"ability": ["con"], "dc": {"calculation": "", "formula": "12"}},
                        damage={
                            "onSave": "half",
                            "parts": [{"number": 3, "denomination": 6, "bonus": "", "types": ["poison"]}],
                        },
                    )
                },
            },
        },
    ],
}


def _old_item(name: str, text: str, **system: Any) -> dict[str, Any]:
    return {"name": name, "type": "weapon", "data": {"description": {"value": text}, **system}}


FOUNDRY_OLD: dict[str, Any] = {
    "name": "Marsh Hound",
    "type": "npc",
    "data": {
        **FOUNDRY["system"],
        "traits": {**FOUNDRY["system"]["traits"], "dr": {"value": ["poison", "physical"], "custom": ""}},
    },
    "items": [
        {"name": "Pack Tactics", "type": "feat", "data": {"description": {"value": PACK}}},
        _old_item("Multiattack", MULTIATTACK, activation={"type": "action"}, actionType="other"),
        _old_item(
            "Bite",
            "<p>If the target is a creature, it must succeed on a DC 11 Strength saving throw or be"
            " knocked prone.</p>",
            activation={"type": "action"},
            actionType="mwak",
            ability="str",
            attackBonus=0,
            damage={"parts": [["2d4 + @mod", "piercing"]]},
            range={"value": 5, "long": None},
        ),
        _old_item(
            "Marsh Gas", BREATH, activation={"type": "action"}, actionType="save", recharge={"value": 5}
        ),
    ],
}

STAT_BLOCK_2014 = f"""Marsh Hound
Medium beast, unaligned
Armor Class 13 (natural armor)
Hit Points 22 (4d8 + 4)
Speed 40 ft., swim 20 ft.
STR DEX CON INT WIS CHA
14 (+2) 13 (+1) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
Saving Throws Dex +3
Skills Perception +5
Damage Resistances poison; bludgeoning, piercing, and slashing from nonmagical attacks
Condition Immunities poisoned
Senses darkvision 60 ft., passive Perception 15
Languages -
Challenge 1 (200 XP)
Pack Tactics. {PACK}
Actions
Multiattack. {MULTIATTACK}
Bite. {BITE}
Marsh Gas (Recharge 5-6). {BREATH}
"""

STAT_BLOCK_2024 = f"""**Marsh Hound**
*Medium Beast, Unaligned*

**AC** 13   **Initiative** +1 (11)
**HP** 22 (4d8 + 4)
**Speed** 40 ft., Swim 20 ft.

| STR | 14 | +2 | +2 | DEX | 13 | +1 | +3 | CON | 12 | +1 | +1 |
| INT | 3 | -4 | -4 | WIS | 12 | +1 | +1 | CHA | 6 | -2 | -2 |

**Skills** Perception +5
**Resistances** Poison
**Immunities** Poisoned
**Senses** Darkvision 60 ft.; Passive Perception 15
**Languages** None
**CR** 1 (XP 200; PB +2)

## Traits
***Pack Tactics.*** {PACK}

## Actions
***Multiattack.*** The hound makes two Bite attacks.

***Bite.*** *Melee Attack Roll:* +4, reach 5 ft. *Hit:* 7 (2d4 + 2) Piercing damage. If the target is a
Medium or smaller creature, it has the Prone condition.

***Marsh Gas (Recharge 5-6).*** {NEW_BREATH}
"""

OLD_WORDING: dict[str, str] = {
    "5e-database": json.dumps(FIVE_E_DATABASE),
    "open5e": json.dumps(OPEN5E_1),
    "5etools": json.dumps(FIVE_E_TOOLS),
    "improved-initiative": json.dumps(IMPROVED_INITIATIVE),
    "foundry": json.dumps(FOUNDRY),
    "foundry, older": json.dumps(FOUNDRY_OLD),
    "stat-block": STAT_BLOCK_2014,
}
NEW_WORDING: dict[str, str] = {"open5e 2": json.dumps(OPEN5E_2), "stat-block 2024": STAT_BLOCK_2024}
EVERY_SAMPLE = {**OLD_WORDING, **NEW_WORDING}
