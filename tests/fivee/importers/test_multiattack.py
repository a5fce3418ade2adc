"""Multiattack in prose, and the recipes that it means."""

from collections import Counter

import pytest

from hazard.fivee.importers.prose.action import read_action

MELEE = {"attack": {"to_hit": 5, "reach": 5}}
RANGED = {"attack": {"to_hit": 5, "range": 60}}
KNOWN = {
    "Bite": MELEE,
    "Claw": MELEE,
    "Tail Spike": RANGED,
    "Longbow": RANGED,
    "Frightful Presence": {"area": {}},
    "Fire Breath": {"area": {}, "recharge": 5},
}


def recipes(text: str) -> list[Counter[str]]:
    reading = read_action("Multiattack", text, "Grim Beast", "monstrosity", known=KNOWN)
    assert reading.leftover == []
    (row,) = [row for row in reading.rows if "recipes" in row]
    return [Counter({part["use"]: part.get("times", 1) for part in recipe}) for recipe in row["recipes"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The beast makes three bite attacks.", [{"Bite": 3}]),
        ("The beast makes two attacks: one with its bite and one with its claws.", [{"Bite": 1, "Claw": 1}]),
        ("The beast makes one Bite attack and two Claw attacks.", [{"Bite": 1, "Claw": 2}]),
        (
            "The beast can use its Frightful Presence. It then makes three attacks: one with its bite"
            " and two with its claws.",
            [{"Frightful Presence": 1, "Bite": 1, "Claw": 2}],
        ),
        (
            "The beast makes three attacks: one with its bite and two with its claws or three with its"
            " tail spikes.",
            [{"Bite": 1, "Claw": 2}, {"Tail Spike": 3}],
        ),
        ("The beast makes two melee attacks or two ranged attacks.", None),
        (
            "The beast makes two attacks, using Bite or Longbow in any combination.",
            [{"Bite": 2}, {"Bite": 1, "Longbow": 1}, {"Longbow": 2}],
        ),
        ("The beast makes two Bite or Claw attacks.", [{"Bite": 2}, {"Claw": 2}]),
        (
            "The beast makes two Claw attacks. It can replace one attack with a use of Fire Breath.",
            [{"Claw": 2}, {"Claw": 1, "Fire Breath": 1}],
        ),
        (
            "The beast makes three attacks: one with its bite and two with its claws. It can use its"
            " Fire Breath in place "
            "of its bite.",
            [{"Bite": 1, "Claw": 2}, {"Claw": 2, "Fire Breath": 1}],
        ),
        (
            "The beast makes one bite attack and two claw attacks. Alternatively, it makes two longbow"
            " attacks.",
            [{"Bite": 1, "Claw": 2}, {"Longbow": 2}],
        ),
        (
            "The beast makes two Claw attacks and uses Fire Breath if available.",
            [{"Claw": 2, "Fire Breath": 1}],
        ),
    ],
)
def test_multiattack_is_a_list_of_recipes(text: str, expected: list[dict[str, int]] | None) -> None:
    found = recipes(text)
    if expected is None:  # any two of the two melee attacks, or any two of the two ranged ones
        assert len(found) == 6
        assert all(sum(recipe.values()) == 2 for recipe in found)
        return
    assert found == [Counter(recipe) for recipe in expected]


def test_a_spell_in_place_of_an_attack_becomes_an_action() -> None:
    reading = read_action(
        "Multiattack",
        "The beast makes two Claw attacks. It can replace one attack with a use of Spellcasting to"
        " cast Ice Knife (level 2 "
        "version).",
        "Grim Beast",
        known=KNOWN,
    )
    assert reading.leftover == []
    spell, multiattack = reading.rows
    assert spell == {"name": "Ice Knife (level 2)", "casts": "ice knife", "cast_level": 2}
    assert [{"use": "Claw"}, {"use": "Ice Knife (level 2)"}] in multiattack["recipes"]


def test_an_attack_that_nobody_has_is_left_over() -> None:
    reading = read_action("Multiattack", "The beast makes two horn attacks.", "Grim Beast", known=KNOWN)
    assert reading.leftover == ["§ makes two horn attacks"]
    assert reading.rows == []
