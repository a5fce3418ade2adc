"""Traits that change numbers, and lists of spells."""

from typing import Any

import pytest

from hazard.fivee.importers.prose.spellcasting import read_spells
from hazard.fivee.importers.prose.traits import TraitReading, read_trait

KNOWN: dict[str, Any] = {"Gore": {"attack": {"to_hit": 5, "reach": 5}}}


def trait(name: str, text: str) -> TraitReading:
    return read_trait(name, text, "Grim Beast", "monstrosity", KNOWN, {})


@pytest.mark.parametrize(
    ("name", "text", "row"),
    [
        ("Pack Tactics", "The beast has advantage ...", {"kind": "pack_tactics"}),
        (
            "Legendary Resistance (4/Day)",
            "If the beast fails ...",
            {"kind": "legendary_resistance", "times": 4},
        ),
        (
            "Sneak Attack (1/Turn)",
            "The beast deals an extra 13 (4d6) damage when it hits ...",
            {"kind": "sneak_attack", "dice": "4d6"},
        ),
        (
            "Brave",
            "The beast has advantage on saving throws against being frightened.",
            {"kind": "save_advantage", "against": ["frightened"]},
        ),
        (
            "Relentless (Recharges after a Short or Long Rest)",
            "If the beast takes 10 damage or less that would reduce it to 0 hit points, it is reduced"
            " to 1 hit point instead.",
            {"kind": "relentless", "most_damage": 10},
        ),
        (
            "Heated Body",
            "A creature that touches the beast or hits it with a melee attack while within 5 ft. of it"
            " takes 7 (2d6) fire "
            "damage.",
            {"kind": "aura", "feet": 5, "when": "hit_by_melee", "effects": [{"damage": "2d6[fire]"}]},
        ),
        (
            "Stench",
            "Any creature that starts its turn within 5 ft. of the beast must succeed on a DC 10"
            " Constitution saving throw or "
            "be poisoned until the start of its next turn.",
            {
                "kind": "aura",
                "feet": 5,
                "effects": [
                    {
                        "save": {"ability": "con", "dc": 10},
                        "conditions": [{"name": "poisoned", "until": "start_of_target_turn"}],
                    }
                ],
            },
        ),
        (
            "Death Burst",
            "The beast explodes when it dies. Dexterity Saving Throw: DC 11, each creature in a 10-foot"
            " Emanation originating "
            "from the beast. Failure: 7 (2d6) Fire damage. Success: Half damage.",
            {
                "kind": "death_burst",
                "area": {"shape": "emanation", "size": 10},
                "effects": [
                    {"save": {"ability": "dex", "dc": 11, "on_success": "half"}, "damage": "2d6[fire]"}
                ],
            },
        ),
        (
            "Charge",
            "If the beast moves at least 20 ft. straight toward a target and then hits it with a gore"
            " attack on the same turn, "
            "the target takes an extra 9 (2d8) piercing damage. If the target is a creature, it must"
            " succeed on a DC 13 "
            "Strength saving throw or be knocked prone.",
            {
                "kind": "charge",
                "feet": 20,
                "attack": "Gore",
                "effects": [
                    {"damage": "2d8[piercing]"},
                    {"save": {"ability": "str", "dc": 13}, "conditions": [{"name": "prone"}]},
                ],
            },
        ),
    ],
)
def test_a_trait_that_changes_numbers_is_one_of_ours(name: str, text: str, row: dict[str, Any]) -> None:
    found = trait(name, text)
    assert found.rows == [row]
    assert found.leftover == []


def test_a_trait_without_meaning_in_a_fight_is_kept_by_name_alone() -> None:
    found = trait("Amphibious", "The beast can breathe air and water.")
    assert (found.rows, found.leftover) == ([{"kind": "other", "name": "Amphibious"}], [])


def test_a_trait_that_nobody_knows_is_kept_and_listed() -> None:
    found = trait("Mirror Skin", "Spells bounce off the beast.")
    assert found.rows[0]["kind"] == "other"
    assert "bounce" in found.rows[0]["note"]
    assert "bounce" in found.leftover[0]


def test_spells_of_2014_have_slots() -> None:
    block = read_spells(
        "The mage is a 9th-level spellcaster. Its spellcasting ability is Intelligence (spell save"
        " DC 14, +6 to hit with "
        "spell attacks). The mage has the following wizard spells prepared:\n\n- Cantrips (at"
        " will): fire bolt, light\n"
        "- 1st level (4 slots): shield, magic missile\n- 3rd level (3 slots): fireball*"
    )
    assert (block.ability, block.dc, block.to_hit, block.level) == ("int", 14, 6, 9)
    assert block.slots == {1: 4, 3: 3}
    assert block.at_will == ["fire bolt", "light"]
    assert block.prepared == ["shield", "magic missile", "fireball"]


def test_spells_of_2024_have_days() -> None:
    block = read_spells(
        "The mage casts one of the following spells, using Wisdom as the spellcasting ability"
        " (spell save DC 16):\n\n"
        "- **At Will:** Light\n- **2/Day Each:** Fireball (level 5 version), Fly\n- **1/Day:** Teleport"
    )
    assert (block.ability, block.dc, block.to_hit) == ("wis", 16, None)
    assert block.at_will == ["light"]
    assert block.per_day == {"fireball": 2, "fly": 2, "teleport": 1}
