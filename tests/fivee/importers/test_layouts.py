"""Stat blocks in the layouts of several publishers: heads, scores, headings, broken lines, many in a row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hazard.fivee import import_text
from hazard.fivee.importers import Imported

LAYOUTS = dict(
    part.split("\n", 1)
    for part in re.split(
        r"^@@ ", Path(__file__).with_name("layouts.txt").read_text(encoding="utf-8"), flags=re.M
    )[1:]
)
"""The same hound as several publishers would print it."""
MORE = LAYOUTS.pop("villain and lair actions")
SCORES = {"str": 16, "dex": 14, "con": 16, "int": 8, "wis": 12, "cha": 10}


def only(text: str) -> Imported:
    found = import_text(text, form="stat-block")
    assert [(one.name, one.why) for one in found.skipped] == []
    (creature,) = found
    return creature


def check(found: Imported, name: str = "Cinder Hound") -> None:
    """The hound has the numbers that were printed, whatever the layout."""
    creature = found.creature
    assert (creature.name, creature.size, creature.kind) == (name, "medium", "elemental")
    assert (creature.armor_class, found.printed_hit_points, creature.challenge) == (15, 60, 4)
    assert dict(creature.abilities) == SCORES
    assert (creature.speed.walk, creature.speed.climb) == (40, 20)
    assert (creature.senses.darkvision, creature.senses.passive_perception) == (60, 13)
    claw, soot = creature.actions
    assert claw.attack is not None
    assert claw.attack.to_hit == 5
    assert claw.effects[0].damage == "2d6[slashing]+3"
    assert soot.recharge == 5
    assert soot.effects[0].save is not None
    assert (soot.effects[0].save.dc, soot.effects[0].save.ability) == (13, "con")
    assert not found.lost


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_numbers_are_the_same_in_every_layout(layout: str) -> None:
    check(only(LAYOUTS[layout]))


def test_creatures_in_a_row_are_told_apart_without_lines_of_dashes() -> None:
    first = LAYOUTS["2014"]
    second = first.replace("Cinder", "Ash")
    found = import_text(
        f"{first}\n{second}\n{LAYOUTS['challenge first, bloodied hit points']}", form="stat-block"
    )
    assert [one.creature.name for one in found] == ["Cinder Hound", "Ash Hound", "Cinder Hound"]
    check(found[0])
    check(found[1], "Ash Hound")


def test_a_summoned_creature_in_a_text_is_no_creature_of_its_own() -> None:
    text = (
        LAYOUTS["2014"]
        + "Call. The hound calls a spark within 10 feet.\nThe spark has AC 12 and HP 5.\nAC 12\nHP 5\n"
    )
    assert [one.creature.name for one in import_text(text, form="stat-block")] == ["Cinder Hound"]


def test_a_score_that_contradicts_its_modifier_is_reported() -> None:
    found = only(LAYOUTS["2014"].replace("14 (+2)", "14 (+3)"))
    assert [str(note) for note in found.notes if note.severity == "differs"] == [
        "Cinder Hound: dex 14 (+3): the modifier is another; the score is used"
    ]


def test_villain_actions_are_used_once_and_lair_actions_need_no_names() -> None:
    found = only(LAYOUTS["2014"] + MORE)
    smoke, lair = found.creature.actions[2:]
    assert (smoke.name, smoke.economy, smoke.per_day) == ("Smoke", "legendary", 1)
    assert (lair.name, lair.economy) == ("Lair Action 1", "lair")
    assert found.creature.legendary_actions == 1
    assert not found.lost
