"""Notes in short are read as if they were written out: words of our own, in the ways that books shorten."""

from __future__ import annotations

from typing import Any

import pytest

from hazard.fivee.importers.printed import numbers_of
from hazard.fivee.importers.prose.action import read_action
from hazard.fivee.importers.prose.traits import read_trait

KNOWN: dict[str, dict[str, Any]] = {
    name: {"name": name, "effects": [{"damage": "1d6"}]}
    for name in ("Axe", "Claw", "Bite", "Tail Lash", "Howl")
}
PAIRS = [
    ("Melee Weapon Attack: +9 to hit, 5 ft., one target, 18 (2d12+5) slashing damage + 13 (3d8) force.",
     "Melee Weapon Attack: +9 to hit, reach 5 ft., one target. Hit: 18 (2d12 + 5) slashing damage plus 13 "
     "(3d8) force"
     " damage."),
    ("Ranged Spell Attack: +7 to hit, 120 ft., one target, 16 (3d8+3) cold.",
     "Ranged Spell Attack: +7 to hit, range 120 ft., one target. Hit: 16 (3d8 + 3) cold damage."),
    ("Melee or Ranged Weapon Attack: +6 to hit 5 ft. or range 20/60' one target 6 (1d6+3) piercing.",
     "Melee or Ranged Weapon Attack: +6 to hit, reach 5 ft. or range 20/60 ft., one target. Hit: 6 (1d6 + "
     "3) piercing"
     " damage."),
    ("Howls in a 30' cone. Each creature in that area: 36 (8d8) thunder (DC 16 Con half).",
     "The beast howls in a 30-foot cone. Each creature in that area must make a DC 16 Constitution saving "
     "throw, taking"
     " 36 (8d8) thunder damage on a failed save, or half as much damage on a successful one."),
    ("Each creature within 60' of beast that can hear it: DC 15 Wis save or be frightened for 1 min. A "
     "frightened"
     " creature can re-save at end of each of its turns success ends effect on itself.",
     "Each creature within 60 feet of the beast that can hear it must succeed on a DC 15 Wisdom saving "
     "throw or be"
     " frightened for 1 minute. A frightened creature can repeat the saving throw at the end of each of "
     "its turns,"
     " ending the effect on itself on a success."),
    ("Each creature within 20' of beast: DC 12 Con save or poisoned until end of its next turn. A "
     "creature that fails by"
     " 5+ is also blinded.",
     "Each creature within 20 feet of the beast must succeed on a DC 12 Constitution saving throw or be "
     "poisoned until"
     " the end of its next turn. A creature that fails the saving throw by 5 or more is also blinded."),
    ("All creatures within 20 feet of the beast take 36 (8d8) lightning damage, or half damage with a "
     "successful DC 16"
     " Dexterity saving throw.",
     "Each creature within 20 feet of the beast must make a DC 16 Dexterity saving throw, taking 36 (8d8) "
     "lightning"
     " damage on a failed save, or half as much damage on a successful one."),
    ("The beast targets one creature within 60 feet, forcing it to make a DC 15 Dexterity saving throw. "
     "The creature takes"
     " 27 (5d10) fire damage on a failure or half on a success.",
     "The beast targets one creature within 60 feet. The target must make a DC 15 Dexterity saving throw, "
     "taking 27"
     " (5d10) fire damage on a failed save, or half as much damage on a successful one."),
]  # fmt: skip


@pytest.mark.parametrize(("short", "long"), PAIRS)
def test_what_is_said_in_short_means_the_same_as_written_out(short: str, long: str) -> None:
    first, second = read_action("Thing", short, "Beast"), read_action("Thing", long, "Beast")
    assert first.leftover == second.leftover == []
    assert first.rows == second.rows


@pytest.mark.parametrize(
    ("text", "recipes"),
    [
        ("Two Axe attacks.", [{"Axe": 2}]),
        ("Makes two Claws.", [{"Claw": 2}]),
        ("Three Bites or two Claws and one Tail Lash.", [{"Bite": 3}, {"Claw": 2, "Tail Lash": 1}]),
        ("Uses Howl then three Claws.", [{"Howl": 1, "Claw": 3}]),
        ("The beast attacks once with its bite and twice with its claws.", [{"Bite": 1, "Claw": 2}]),
    ],
)
def test_several_attacks_in_short_are_recipes(text: str, recipes: list[dict[str, int]]) -> None:
    found = read_action("Multiattack", text, "Beast", known=KNOWN)
    assert found.leftover == []
    (row,) = found.rows
    assert [{part["use"]: part.get("times", 1) for part in recipe} for recipe in row["recipes"]] == recipes


def test_a_trait_in_short_is_an_aura() -> None:
    text = "Any creature that starts its turn within 10' of beast: 7 (2d6) poison (DC 13 Con half)."
    (row,) = read_trait("Stench", text, "Beast", "", {}, {}).rows
    assert (row["kind"], row["feet"]) == ("aura", 10)
    assert row["effects"] == [
        {"save": {"ability": "con", "dc": 13, "on_success": "half"}, "damage": "2d6[poison]"}
    ]


def test_the_yardstick_counts_a_save_in_short() -> None:
    (dice, dc) = sorted(
        numbers_of("13 (3d8) fire (DC 16 Con half)"), key=lambda number: number.kind, reverse=True
    )
    assert (dice.kind, dc.value, dc.ability) == ("dice", "16", "con")
