"""How one gets rid of it, harm of every turn, and what is kept in its words only; in words of our own."""

from __future__ import annotations

from typing import Any

from hazard.fivee.importers.prose.action import ActionReading, read_action
from hazard.fivee.importers.prose.spellcasting import read_spells

CLAW = "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) slashing damage. "
BURST = "Each creature within 10 feet of the beast must succeed on a DC 13 Strength saving throw or "


def reading(text: str) -> ActionReading:
    return read_action("Thing", text, "Beast")


def effects(text: str) -> list[dict[str, Any]]:
    """Return the effects of a text that is understood without rest."""
    found = reading(text)
    assert found.leftover == []
    return list(found.rows[0]["effects"])


def test_a_check_that_frees_is_the_number_of_the_condition() -> None:
    (only,) = effects(
        f"{BURST}be restrained. A restrained creature may use its action to attempt a DC 15 Strength check,"
        " freeing itself on a success."
    )
    assert only["conditions"] == [{"name": "restrained", "escape_dc": 15}]


def test_a_condition_that_an_action_ends_needs_no_check() -> None:
    (only,) = effects(
        f"{BURST}be blinded. A creature can take an action to wipe the slime off, ending the effect."
    )
    assert only["conditions"] == [{"name": "blinded", "action_ends": True}]


def test_harm_of_every_turn_lasts_until_the_check_that_ends_it() -> None:
    (only,) = effects(
        f"{CLAW}The target takes 2 (1d4) piercing damage at the start of each of its turns until a "
        f"creature uses an"
        " action to pull the splinter out with a successful DC 12 Wisdom (Medicine) check. The splinter "
        "also falls"
        " out if the target receives magical healing."
    )
    assert only["burning"] == {"damage": "1d4[piercing]", "check_dc": 12}
    assert only["besides"] == ["way_out"]


def test_the_other_of_two_conditions_is_another_way_to_do_it() -> None:
    found = reading(f"{BURST}be charmed or frightened (the beast's choice) until the end of its next turn.")
    assert found.leftover == []
    assert [row["effects"][0]["conditions"] for row in found.rows] == [
        [{"name": name, "until": "end_of_target_turn"}] for name in ("charmed", "frightened")
    ]


def test_a_duration_by_dice_is_its_mean_and_says_so() -> None:
    found = reading(f"{BURST}be frightened for 1d8 rounds.")
    assert found.rows[0]["effects"][0]["conditions"] == [{"name": "frightened", "rounds": 4}]
    assert found.beyond == ["for 1d8 rounds"]


def test_commas_and_apostrophes_that_an_export_lost_are_read() -> None:
    text = (
        "Melee Weapon Attack: +12 to hit  reach 15 ft.  one target. Hit: 24 (3d10 + 8) slashing damage. If "
        "the"
        " target is a Large or smaller creature  it makes a DC 20 Strength saving throw  falling prone on "
        "a failure."
    )
    found = reading(text)
    assert found.leftover == []
    assert found.rows[0]["attack"] == {"to_hit": 12, "reach": 15}
    assert found.rows[0]["effects"][1] == {
        "largest": "large",
        "save": {"ability": "str", "dc": 20},
        "conditions": [{"name": "prone"}],
    }


def test_what_a_state_of_its_own_does_is_kept_in_its_words() -> None:
    found = reading(
        f"{CLAW}The target is dazed until the end of its next turn. A dazed creature can do one thing only."
    )
    assert (found.leftover, found.complete) == ([], True)
    assert "own_state" in found.rows[0]["effects"][-1]["besides"]
    assert found.told == ["The target is dazed", "can do one thing only"]


def test_a_number_is_never_kept_in_words_only() -> None:
    found = reading(
        f"{CLAW}Undead near the beast strike it with +7 to hit. Undead near it take DC 12 into account."
    )
    assert len(found.leftover) == 2


def test_what_changes_the_meaning_is_not_kept_beside_it() -> None:
    assert reading(f"{CLAW}The attack instead does nothing on a full moon.").leftover


def test_the_lines_of_a_list_of_spells_may_stand_in_one_line() -> None:
    block = read_spells(
        "Its innate spellcasting ability is Charisma (spell save DC 15). It can innately cast the "
        "following spells:"
        " At will: detect magic, light, 3/day each: fear, fly, 1/day each: plane shift (self only)"
    )
    assert block.at_will == ["detect magic", "light"]
    assert block.per_day == {"fear": 3, "fly": 3, "plane shift": 1}
