"""What stands beside a save: cases, states of their own, who is spared, what a success still does.

Each sentence is of a class that several publishers use, in words of our own.
"""

from __future__ import annotations

from typing import Any

import pytest

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.importers.prose.action import ActionReading, read_action
from hazard.fivee.importers.prose.traits import read_trait
from hazard.fivee.rules.beyond_rules import within_the_rules


def reading(text: str) -> ActionReading:
    return read_action("Thing", text, "Beast")


def effects(text: str) -> list[dict[str, Any]]:
    """Return the effects of a text that is understood without rest."""
    found = reading(text)
    assert found.leftover == []
    (row,) = found.rows
    return list(row["effects"])


ROAR = "Each creature within 20 feet of the beast must succeed on a DC 13 Wisdom saving throw or "


def test_a_case_is_kept_in_its_words_with_all_its_numbers() -> None:
    (_, case) = effects(
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. If the"
        " target is thrown at another creature, that creature must succeed on a DC 15 Dexterity saving throw"
        " or take 3 (1d6) bludgeoning damage."
    )
    assert case["situation"] == "If the target is thrown at another creature"
    assert (case["save"], case["damage"]) == ({"ability": "dex", "dc": 15}, "1d6[bludgeoning]")


def test_what_happens_in_a_case_is_left_out_of_a_fight_and_said() -> None:
    wolf = bestiary()["wolf"].model_dump()
    wolf["actions"][0]["effects"] = [
        {"damage": "1d6", "situation": "when the moon is full"},
        {"damage": "1d4"},
    ]
    kept, caveats = within_the_rules(Creature.model_validate(wolf))
    assert [effect.damage for effect in kept.actions[0].effects] == ["1d4"]
    assert "when the moon is full" in str(caveats[0])


def test_the_case_of_a_save_holds_for_what_follows_from_it() -> None:
    (only,) = effects(
        "When the beast enters a creature's space, the creature must make a DC 13 Dexterity saving throw. "
        "On a"
        " failed save, the creature takes 10 (3d6) acid damage."
    )
    assert only["situation"].startswith("When")
    assert only["damage"] == "3d6[acid]"


def test_harm_of_every_turn_is_not_dealt_at_once() -> None:
    """Engulfed: 10 (3d6) at once, and 21 (6d6) at the start of each of the ooze's turns."""
    (only,) = effects(
        "When the beast enters a creature's space, the creature must make a DC 13 Dexterity saving throw. "
        "On a"
        " success, the creature can choose to be pushed 5 feet back or to the side of the beast. A "
        "creature that"
        " chooses not to be pushed suffers the consequences of a failed saving throw. On a failed save, "
        "the beast"
        " enters the creature's space, and the creature takes 10 (3d6) acid damage and is engulfed. The "
        "engulfed"
        " creature can't breathe, is restrained, and takes 21 (6d6) acid damage at the start of each of the"
        " beast's turns. An engulfed creature can try to escape by taking an action to make a DC 12 "
        "Strength check."
    )
    assert only["damage"] == "3d6[acid]"
    assert only["burning"] == {"damage": "6d6[acid]", "at": "start_of_source_turn", "check_dc": 12}
    assert only["conditions"] == [{"name": "restrained", "escape_dc": 12}]
    found = reading("The target takes 21 (6d6) acid damage at the start of each of the beast's turns.")
    assert found.leftover
    assert not found.rows


def test_a_state_of_its_own_carries_what_is_said_of_it_later() -> None:
    (only,) = effects(
        f"{ROAR}be bewildered until the end of its next turn. A bewildered creature has disadvantage on "
        f"attack rolls."
    )
    assert only["besides"] == ["own_state"]
    assert only["modifier"] == {"attack_advantage": -1, "until": "end_of_target_turn"}


@pytest.mark.parametrize(
    ("words", "besides"),
    [
        ("be frightened for 1 minute. Creatures with Intelligence 3 or lower automatically succeed on the "
         "saving"
         " throw.", "fares_otherwise"),
        ("be blinded for 1 minute. The area is heavily obscured.", "obscures"),
        ("be poisoned for 1 minute. The cloud lasts until the end of the beast's next turn.", "stays"),
        ("be reduced to 0 hit points.", "slays"),
        ("suffer the Wanderer's Curse.", "own_state"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_play_is_named_by_its_kind(words: str, besides: str) -> None:
    assert besides in effects(ROAR + words)[-1]["besides"]


def test_a_target_that_only_some_are_is_played_for_all_and_said() -> None:
    (only,) = effects(
        "Each creature within 20 feet of the beast that has an Intelligence of 8 or higher must make a DC "
        "13 Wisdom"
        " saving throw, taking 7 (2d6) psychic damage on a failed save, or half as much damage on a "
        "successful one."
    )
    assert only["besides"] == ["some_only"]


def test_each_creature_within_a_distance_is_an_area_also_without_of_it() -> None:
    text = "Each creature within 20 feet{} must succeed on a DC 18 Wisdom saving throw or be stunned."
    rows = [reading(text.format(words)).rows for words in (" of the beast", "")]
    assert rows[0] == rows[1]
    assert rows[0][0]["area"] == {"shape": "emanation", "size": 20}


def test_what_is_flung_falls() -> None:
    fling, wall, other = effects(
        "One Large or smaller creature grappled by the beast is thrown up to 30 feet in a random "
        "direction and"
        " knocked prone. If a thrown target strikes a solid surface, the target takes 3 (1d6) bludgeoning "
        "damage for"
        " every 10 feet it was thrown. If the target is thrown at another creature, that creature must "
        "succeed on a"
        " DC 15 Dexterity saving throw or take the same damage and be knocked prone."
    )
    assert (fling["push_feet"], fling["largest"], fling["conditions"]) == (30, "large", [{"name": "prone"}])
    assert wall["damage"] == other["damage"] == "1d6[bludgeoning]"
    assert other["save"] == {"ability": "dex", "dc": 15}


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Whenever the beast takes damage, each creature within 10 feet of the beast must succeed on a DC "
         "14 Wisdom"
         " saving throw or take 7 (2d6) psychic damage.", "Whenever it takes damage"),
        ("If the beast moves at least 15 feet, each humanoid within 30 feet of the beast must succeed on "
         "a DC 14 Wisdom"
         " saving throw or take 7 (2d6) psychic damage.", "If it moves at least 15 ft"),
        ("A creature in the beast's space that casts a spell must succeed on a DC 14 Wisdom saving throw "
         "or take"
         " 7 (2d6) psychic damage.", "A creature in its space"),
    ],
)  # fmt: skip
def test_a_trait_with_a_moment_of_its_own_is_read_with_its_numbers(text: str, when: str) -> None:
    found = read_trait("Thing", text, "Beast", "", {}, {})
    assert found.leftover == []
    (row,) = found.rows
    assert row["kind"] == "triggered"
    assert row["when"].startswith(when)
    assert row["effects"] == [{"save": {"ability": "wis", "dc": 14}, "damage": "2d6[psychic]"}]


def test_what_must_sing_is_still_listed() -> None:
    assert reading(f"{ROAR}be knocked prone. The target must sing.").leftover == ["The target must sing"]
