"""Saves as several publishers word them: the same numbers, whoever the sentence speaks of first."""

from __future__ import annotations

from typing import Any

import pytest

from hazard.fivee.importers.prose.action import ActionReading, read_action

SAVE = {"ability": "con", "dc": 13}
HALF = {**SAVE, "on_success": "half"}
BURN = {"damage": "4d6[fire]", "save": HALF}


def reading(text: str) -> ActionReading:
    found = read_action("Blast", text, "Ember Toad", "beast")
    assert found.leftover == []
    return found


def effects(text: str) -> list[dict[str, Any]]:
    (row,) = reading(text).rows
    return list(row["effects"])


@pytest.mark.parametrize(
    "text",
    [
        "Each creature within 10 feet of the toad must make a DC 13 Constitution saving throw, taking 14 "
        "(4d6) fire"
        " damage on a failed save, or half as much damage on a successful one.",
        "Creatures within 10 feet of the toad make DC 13 Constitution saves. Those who fail take 14 (4d6) "
        "fire damage."
        " Those who succeed take half.",
        "Every creature within 10 feet has to make a Constitution saving throw (DC 13). A creature that "
        "fails takes"
        " 14 (4d6) fire damage; one that succeeds takes half damage.",
        "Creatures within 10 feet of it take 14 (4d6) fire damage. A successful DC 13 Constitution saving "
        "throw halves"
        " the damage.",
        "All creatures within 10 feet of the toad take 14 (4d6) fire damage, DC 13 Con save for half.",
        "Each creature within 10 feet: 14 (4d6) fire (DC 13 Con half).",
    ],
)
def test_half_damage_is_one_save_in_any_words(text: str) -> None:
    (row,) = reading(text).rows
    assert row["area"] == {"shape": "emanation", "size": 10}
    assert row["effects"] == [BURN]


def test_plural_creatures_within_a_distance_are_an_area_and_no_single_target() -> None:
    (row,) = reading(
        "Up to three creatures within 30 feet must succeed on a DC 13 Constitution saving throw or be "
        "blinded until the"
        " end of its next turn."
    ).rows
    assert (row["targets"], row["range"]) == (3, 30)
    assert "area" not in row


def test_a_success_that_spares_the_condition_halves_the_damage_only() -> None:
    found = effects(
        "Creatures in a 15-foot cone make DC 13 Constitution saves. Those who fail take 14 (4d6) fire "
        "damage and are"
        " poisoned for one minute. Those who succeed take half and are not poisoned. Poisoned creatures "
        "can attempt a"
        " new save at the end of each of their turns."
    )
    poisoned = {"name": "poisoned", "rounds": 10, "repeat_save": "end_of_turn"}
    assert found == [{**BURN, "conditions": [poisoned]}]


def test_save_ends_is_a_save_at_the_end_of_each_turn() -> None:
    (effect,) = effects(
        "One creature within 30 feet must succeed on a DC 13 Constitution saving throw or be blinded (save "
        "ends at end"
        " of turn)."
    )
    assert effect == {"save": SAVE, "conditions": [{"name": "blinded", "repeat_save": "end_of_turn"}]}


@pytest.mark.parametrize(
    ("after", "action_ends"),
    [
        ("A creature can use an action to extinguish this fire.", True),
        ("", False),
    ],
)
def test_fire_that_nobody_can_put_out_goes_on(after: str, action_ends: bool) -> None:
    found = effects(
        "Each creature in a 15-foot cone must succeed on a DC 13 Constitution saving throw or catch fire. "
        "A creature on"
        f" fire takes 3 (1d6) fire damage at the start of each of its turns. {after}"
    )
    burning = {"damage": "1d6[fire]", **({} if action_ends else {"action_ends": False})}
    assert found == [{"save": SAVE, "burning": burning}]


def test_harm_in_a_case_that_is_told_last_is_not_dealt_at_once() -> None:
    state, harm = effects(
        "The toad curses one creature within 60 feet. The target must succeed on a DC 13 Constitution "
        "saving throw or be"
        " cursed for 1 minute. A cursed target takes 5 (2d4) piercing damage whenever it moves 5 feet or "
        "more on its"
        " turn. The target can repeat the saving throw at the end of each of its turns, ending the curse "
        "on a success."
    )
    assert state == {"save": SAVE, "besides": ["own_state"]}
    assert harm["situation"] == "whenever it moves 5 ft or more on its turn"
    assert (harm["damage"], harm["save"]) == ("2d4[piercing]", {**SAVE, "same_throw": True})


@pytest.mark.parametrize(
    ("text", "attack"),
    [
        ("+7 to hit, reach 5 ft., one target. Hit: 11 (2d6+4) slashing.", {"to_hit": 7, "reach": 5}),
        (
            "Melee Spell Attack, +6 to hit, reach 5 ft., one creature. Hit: 11 (2d6 + 4) slashing damage.",
            {"to_hit": 6, "reach": 5, "spell": True},
        ),
        (
            "+4 to hit, range 60/180 ft., one target. Hit: 11 (2d6 + 4) slashing damage.",
            {"to_hit": 4, "range": 60, "long_range": 180},
        ),
        (
            "Melee Weapon Attack: +5 to hit (reach 10 ft., one target). Hit: 11 (2d6 + 4) slashing damage.",
            {"to_hit": 5, "reach": 10},
        ),
    ],
)
def test_the_head_of_an_attack_may_leave_words_out(text: str, attack: dict[str, Any]) -> None:
    (row,) = reading(text).rows
    assert row["attack"] == attack
    assert row["effects"] == [{"damage": "2d6[slashing]+4"}]


def test_a_trigger_of_2024_may_say_where_the_creature_is() -> None:
    (row,) = reading(
        "Trigger: A creature the toad can see within 30 feet of itself hits it with an attack roll. "
        "Response—Constitution"
        " Saving Throw: DC 13, the triggering creature. Failure: 14 (4d6) Fire damage. Success: Half damage."
    ).rows
    assert row["trigger"] == "hit"
    assert row["effects"] == [BURN]
