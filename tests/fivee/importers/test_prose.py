"""Sentences of stat blocks, in the wording of 2014 and of 2024, and the rows that they mean."""

from typing import Any

import pytest

from hazard.fivee.content.actions import Action
from hazard.fivee.importers.prose.action import ActionReading, read_action
from hazard.fivee.importers.prose.names import read_name

OLD = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 9 (1d10 + 4) slashing damage"
NEW = "Melee Attack Roll: +6, reach 5 ft. Hit: 9 (1d10 + 4) Slashing damage"


def reading(text: str, name: str = "Act", **more: Any) -> ActionReading:
    found = read_action(name, text, creature="Grim Beast", kind="monstrosity", **more)
    for row in found.rows:
        Action.model_validate(row)
    return found


def effects(text: str) -> list[dict[str, Any]]:
    found = reading(text)
    assert found.leftover == []
    return found.rows[0]["effects"]


# ---- attacks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "attack"),
    [
        ("Melee Weapon Attack: +4 to hit, reach 10 ft., one target.", {"to_hit": 4, "reach": 10}),
        (
            "Ranged Weapon Attack: +5 to hit, range 80/320 ft., one target.",
            {"to_hit": 5, "range": 80, "long_range": 320},
        ),
        (
            "Melee or Ranged Weapon Attack: +3 to hit, reach 5 ft. or range 20/60 ft., one creature.",
            {"to_hit": 3, "reach": 5, "range": 20, "long_range": 60},
        ),
        (
            "Melee Spell Attack: +7 to hit, reach 5 ft., one creature.",
            {"to_hit": 7, "reach": 5, "spell": True},
        ),
        ("Ranged Attack Roll: +8, range 150 ft.", {"to_hit": 8, "range": 150}),
        ("Melee Attack Roll: +8 to hit, reach 5 feet.", {"to_hit": 8, "reach": 5}),
        (
            "Melee Attack Roll: +5 (with Advantage if the target is Grappled by the beast), reach 5 ft.",
            {"to_hit": 5, "reach": 5, "advantage_if": "target_grappled_by_source"},
        ),
    ],
)
def test_an_attack_says_how_far_and_how_well(head: str, attack: dict[str, Any]) -> None:
    found = reading(f"{head} Hit: 5 (1d6 + 2) Piercing damage.")
    assert found.complete
    assert found.has_attack
    assert found.rows[0]["attack"] == attack


def test_damage_of_several_types_is_one_roll_of_each() -> None:
    assert effects(f"{OLD} plus 7 (2d6) fire damage.") == [{"damage": "1d10[slashing]+4+2d6[fire]"}]
    assert effects("Melee Attack Roll: +2, reach 5 ft. Hit: 1 Piercing damage.") == [
        {"damage": "1[piercing]"}
    ]


def test_a_versatile_weapon_is_two_actions() -> None:
    text = (
        "Melee or Ranged Weapon Attack: +3 to hit, reach 5 ft. or range 20/60 ft., one target. Hit:"
        " 4 (1d6 + 1) piercing "
        "damage, or 5 (1d8 + 1) piercing damage if used with two hands to make a melee attack, plus"
        " 3 (1d6) cold damage."
    )
    one, two = reading(text, "Spear").rows
    assert (one["name"], two["name"]) == ("Spear", "Spear (two hands)")
    assert one["effects"] == [{"damage": "1d6[piercing]+1+1d6[cold]"}]
    assert two["effects"] == [{"damage": "1d8[piercing]+1+1d6[cold]"}]
    assert two["attack"] == {"to_hit": 3, "reach": 5}  # nobody throws it with both hands


def test_another_damage_at_range_is_an_action_of_its_own() -> None:
    text = (
        "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 30/120 ft., one target."
        " Hit: 9 (2d6 + 2) piercing "
        "damage in melee or 5 (1d6 + 2) piercing damage at range."
    )
    near, far = reading(text, "Javelin").rows
    assert near["attack"] == {"to_hit": 4, "reach": 5}
    assert far["attack"] == {"to_hit": 4, "range": 30, "long_range": 120}
    assert far["effects"] == [{"damage": "1d6[piercing]+2"}]


def test_a_swarm_bites_less_when_half_of_it_is_gone() -> None:
    text = (
        "Melee Weapon Attack: +4 to hit, reach 0 ft., one creature in the swarm's space. Hit: 10"
        " (4d4) piercing damage, or "
        "5 (2d4) piercing damage if the swarm has half of its hit points or fewer."
    )
    assert effects(text) == [
        {"only_if": "source_not_bloodied", "damage": "4d4[piercing]"},
        {"only_if": "source_bloodied", "damage": "2d4[piercing]"},
    ]


def test_a_grapple_holds_and_restrains_and_keeps_the_mouth_busy() -> None:
    text = (
        f"{OLD}, and the target is grappled (escape DC 14). Until this grapple ends, the target is"
        f" restrained, and the "
        "beast can't bite another target."
    )
    (effect,) = effects(text)
    assert effect["conditions"] == [
        {"name": "grappled", "escape_dc": 14, "at_most": 1},
        {"name": "restrained", "escape_dc": 14},
    ]


def test_a_grapple_of_2024_names_its_hands_and_the_largest_victim() -> None:
    text = (
        f"{NEW}. If the target is a Large or smaller creature, it has the Grappled condition (escape"
        f" DC 14) from one of two "
        "claws, and it has the Restrained condition until the grapple ends."
    )
    assert effects(text)[1] == {
        "largest": "large",
        "conditions": [
            {"name": "grappled", "escape_dc": 14, "at_most": 2},
            {"name": "restrained", "escape_dc": 14},
        ],
    }


def test_an_attack_that_drains_splits_the_damage_it_drains() -> None:
    text = (
        "Melee Weapon Attack: +9 to hit, reach 5 ft., one creature. Hit: 7 (1d6 + 4) piercing"
        " damage plus 10 (3d6) necrotic "
        "damage. The target's hit point maximum is reduced by an amount equal to the necrotic"
        " damage taken, and the beast "
        "regains hit points equal to that amount. The reduction lasts until the target finishes a"
        " long rest. The target "
        "dies if this effect reduces its hit point maximum to 0."
    )
    assert effects(text) == [
        {"damage": "1d6[piercing]+4"},
        {"damage": "3d6[necrotic]", "heals_source": True, "drains_maximum": True},
    ]


def test_a_run_before_the_hit_is_a_charge() -> None:
    found = reading(
        f"{NEW}. If the target is a Medium or smaller creature and the beast moved 20+ feet straight"
        f" toward it "
        "immediately before the hit, the target takes an extra 3 (1d6) Slashing damage and has the"
        " Prone condition.",
        "Gore",
    )
    assert found.complete
    assert found.rows[0]["effects"] == [{"damage": "1d10[slashing]+4"}]
    assert found.charge == {
        "kind": "charge",
        "feet": 20,
        "attack": "Gore",
        "effects": [{"largest": "medium", "damage": "1d6[slashing]", "conditions": [{"name": "prone"}]}],
    }


def test_pushes_and_pulls_have_a_direction() -> None:
    away = f"{NEW}, and the target is pushed up to 15 feet straight away from the beast."
    toward = (
        f"{OLD}, and the target must succeed on a DC 20 Strength saving throw or be pulled up to 25"
        f" feet toward the beast."
    )
    assert effects(away)[0]["push_feet"] == 15
    assert effects(toward)[1] == {"save": {"ability": "str", "dc": 20}, "push_feet": -25}


def test_fire_that_burns_on_is_damage_every_turn() -> None:
    text = (
        f"{OLD}. If the target is a creature or a flammable object, it ignites. Until a creature"
        f" takes an action to douse "
        "the fire, the target takes 5 (1d10) fire damage at the start of each of its turns."
    )
    assert effects(text)[0]["burning"] == {"damage": "1d10[fire]"}


# ---- saves -----------------------------------------------------------------------------------------------


def test_a_breath_of_2014_and_of_2024_is_the_same_breath() -> None:
    old = (
        "The beast exhales fire in a 60-foot cone. Each creature in that area must make a DC 21"
        " Dexterity saving throw, "
        "taking 63 (18d6) fire damage on a failed save, or half as much damage on a successful one."
    )
    new = (
        "Dexterity Saving Throw: DC 21, each creature in a 60-foot Cone. Failure: 63 (18d6) Fire damage. "
        "Success: Half damage."
    )
    assert reading(old).rows == reading(new).rows
    assert reading(new).rows == [
        {
            "name": "Act",
            "area": {"shape": "cone", "size": 60},
            "effects": [{"save": {"ability": "dex", "dc": 21, "on_success": "half"}, "damage": "18d6[fire]"}],
        }
    ]


@pytest.mark.parametrize(
    ("target", "area"),
    [
        ("each creature in a 90-foot-long, 5-foot-wide Line", {"shape": "line", "size": 90}),
        ("each creature in a 90-foot-long, 10-foot-wide Line", {"shape": "line", "size": 90, "width": 10}),
        (
            "each creature in a 20-foot-radius Sphere centered on a point the beast can see within 120 feet",
            {"shape": "sphere", "size": 20, "range": 120},
        ),
        (
            "each enemy in a 30-foot Emanation originating from the beast",
            {"shape": "emanation", "size": 30, "spares_friends": True},
        ),
    ],
)
def test_areas_have_a_shape_a_size_and_a_reach(target: str, area: dict[str, Any]) -> None:
    found = reading(f"Wisdom Saving Throw: DC 15, {target}. Failure: 10 (3d6) Psychic damage.")
    assert found.complete
    assert found.rows[0]["area"] == area


def test_a_presence_frightens_for_a_minute_and_who_saved_is_safe() -> None:
    (row,) = reading(
        "Each creature of the beast's choice that is within 120 feet of the beast and aware of it"
        " must succeed on a DC 16 "
        "Wisdom saving throw or become frightened for 1 minute. A creature can repeat the saving"
        " throw at the end of each "
        "of its turns, ending the effect on itself on a success. If a creature's saving throw is"
        " successful or the effect "
        "ends for it, the creature is immune to the beast's Frightful Presence for the next 24 hours."
    ).rows
    assert row["once_per_target"] is True
    assert row["ends_for_good"] is True
    assert row["area"] == {"shape": "emanation", "size": 120, "spares_friends": True}
    assert row["effects"] == [
        {
            "save": {"ability": "wis", "dc": 16},
            "conditions": [{"name": "frightened", "rounds": 10, "repeat_save": "end_of_turn"}],
        }
    ]


def test_a_stench_spares_only_those_who_saved() -> None:
    (row,) = reading(
        "Each creature within 5 feet of the beast must succeed on a DC 10 Constitution saving throw"
        " or be poisoned until the start of its next turn. On a successful saving throw, the creature"
        " is immune to the beast's Stench for 24 hours."
    ).rows
    assert row["once_per_target"] is True
    assert "ends_for_good" not in row


def test_some_are_spared_by_kind() -> None:
    text = (
        f"{OLD}. If the target is a creature other than an elf or undead, it must succeed on a DC 10"
        f" Constitution saving "
        "throw or be paralyzed for 1 minute. The target can repeat the saving throw at the end of"
        " each of its turns, ending "
        "the effect on itself on a success."
    )
    assert effects(text)[1] == {
        "spares": ("elf", "undead"),
        "save": {"ability": "con", "dc": 10},
        "conditions": [{"name": "paralyzed", "rounds": 10, "repeat_save": "end_of_turn"}],
    }


def test_a_second_failure_is_worse() -> None:
    text = (
        "Constitution Saving Throw: DC 15, each creature in a 30-foot Cone. First Failure: The"
        " target has the Restrained "
        "condition and repeats the save at the end of its next turn if it is still Restrained,"
        " ending the effect on itself "
        "on a success. Second Failure: The target has the Petrified condition instead of the"
        " Restrained condition."
    )
    (effect,) = effects(text)
    assert effect["conditions"] == [
        {"name": "restrained", "repeat_save": "end_of_turn", "becomes": "petrified"}
    ]


def test_a_poison_that_hurts_while_it_lasts() -> None:
    text = (
        f"{OLD}. The target must succeed on a DC 21 Constitution saving throw or become poisoned."
        f" While poisoned in this "
        "way, the target can't regain hit points, and it takes 21 (6d6) poison damage at the start"
        " of each of its turns. "
        "The poisoned target can repeat the saving throw at the end of each of its turns, ending"
        " the effect on itself on "
        "a success."
    )
    effect = effects(text)[1]
    assert effect["conditions"] == [
        {"name": "poisoned", "repeat_save": "end_of_turn", "ongoing": "6d6[poison]"}
    ]
    assert effect["modifier"]["no_healing"] is True


def test_who_fails_by_five_sleeps() -> None:
    text = (
        f"{OLD}, and the target must succeed on a DC 13 Constitution saving throw or be poisoned for"
        f" 1 hour. If the saving "
        "throw fails by 5 or more, the target is also unconscious while poisoned in this way. The"
        " target wakes up if it "
        "takes damage or if another creature takes an action to shake it awake."
    )
    assert effects(text)[1]["conditions"] == [
        {"name": "poisoned", "rounds": 600},
        {
            "name": "unconscious",
            "rounds": 600,
            "if_fails_by": 5,
            "ends_on_damage": True,
            "action_ends": True,
        },
    ]


def test_until_whose_turn_is_kept_apart() -> None:
    mine = f"{NEW}, and the target has the Poisoned condition until the start of the beast's next turn."
    theirs = f"{NEW}, and the target has the Poisoned condition until the end of its next turn."
    assert effects(mine)[0]["conditions"] == [{"name": "poisoned", "until": "start_of_source_turn"}]
    assert effects(theirs)[0]["conditions"] == [{"name": "poisoned", "until": "end_of_target_turn"}]


def test_one_of_two_breaths_is_two_actions_from_one_pool() -> None:
    text = (
        "The beast uses one of the following breath weapons.\n"
        "Fire Breath. The beast exhales fire in a 20-foot line that is 5 feet wide. Each creature"
        " in that line must make a "
        "DC 11 Dexterity saving throw, taking 14 (4d6) fire damage on a failed save, or half as"
        " much damage on a successful "
        "one.\n"
        "Sleep Breath. The beast exhales sleep gas in a 15-foot cone. Each creature in that area"
        " must succeed on a DC 11 "
        "Constitution saving throw or fall unconscious for 1 minute. This effect ends for a"
        " creature if the creature takes "
        "damage or someone uses an action to wake it."
    )
    fire, sleep = reading(text, "Breath Weapons (Recharge 5-6)").rows
    assert (fire["name"], sleep["name"]) == ("Fire Breath", "Sleep Breath")
    assert fire["pool"] == sleep["pool"] == "Breath Weapons"
    assert fire["recharge"] == sleep["recharge"] == 5
    assert sleep["effects"][0]["conditions"] == [
        {"name": "unconscious", "rounds": 10, "ends_on_damage": True, "action_ends": True}
    ]


def test_two_effects_of_one_save_are_one_throw() -> None:
    text = (
        "Strength Saving Throw: DC 15, one creature within 5 feet. Failure: 9 (2d4 + 4) Bludgeoning damage. "
        "If the target is a Medium or smaller creature, it has the Prone condition."
    )
    assert effects(text) == [
        {"save": {"ability": "str", "dc": 15}, "damage": "2d4[bludgeoning]+4"},
        {
            "largest": "medium",
            "save": {"ability": "str", "dc": 15, "same_throw": True},
            "conditions": [{"name": "prone"}],
        },
    ]


def test_in_addition_goes_on_with_the_same_save() -> None:
    text = (
        "The beast exhales gas in a 60-foot cone. Each creature in that area must succeed on a DC 18 "
        "Constitution saving throw. On a failed save, the creature can't use reactions. In addition, "
        "the creature can use either an action or a bonus action on its turn, but not both. These "
        "effects last "
        "for 1 minute."
    )
    (effect,) = effects(text)
    assert effect["save"] == {"ability": "con", "dc": 18}
    assert effect["modifier"] == {"no_reactions": True, "one_action": True, "rounds": 10}


def test_what_a_curse_does_depends_on_the_save_against_the_curse() -> None:
    text = (
        f"{OLD}. If the target is a creature, it must succeed on a DC 12 Constitution saving throw or be "
        "cursed with beast rot. The cursed target can't regain hit points, and its hit point maximum "
        "decreases by 10 (3d6) for every 24 hours that elapse."
    )
    assert effects(text)[1] == {"save": {"ability": "con", "dc": 12}, "modifier": {"no_healing": True}}


def test_roars_that_follow_each_other_are_all_kept_and_their_order_is_left_over() -> None:
    roar = (
        "Wisdom Saving Throw: DC 20, each enemy in a 500-foot Emanation originating from the beast. Failure: "
    )
    found = reading(
        "Whenever it roars, the roar has a different effect, as detailed below: - First Roar: "
        f"{roar}The target has the Frightened condition for 1 minute. - Second Roar: "
        f"{roar}The target has the Paralyzed condition for 1 minute."
    )
    assert [row["name"] for row in found.rows] == ["First Roar", "Second Roar"]
    assert found.leftover


def test_a_way_out_that_nobody_can_model_is_left_over() -> None:
    found = reading(
        "Dexterity Saving Throw: DC 13, one creature the beast can see within 60 feet. Failure: "
        "The target has "
        "the Restrained condition until the web is destroyed (AC 10; HP 5; Vulnerability to Fire damage)."
    )
    assert not found.complete


# ---- what else an action does ----------------------------------------------------------------------------


def test_a_parry_is_armour_against_one_blow() -> None:
    old = (
        "The beast adds 2 to its AC against one melee attack that would hit it. To do so, the beast"
        " must see the attacker and "
        "be wielding a melee weapon."
    )
    new = (
        "Trigger: The beast is hit by a melee attack roll while holding a weapon. Response: The"
        " beast adds 2 to its AC "
        "against that attack, possibly causing it to miss."
    )
    for text in (old, new):
        (row,) = reading(text, economy="reaction").rows
        assert row["trigger"] == "hit_melee"
        assert row["effects"][0]["modifier"]["armor_class"] == 2


def test_a_legendary_action_may_cast_move_teleport_or_strike() -> None:
    known = {"Rend": {"name": "Rend", "attack": {"to_hit": 9, "reach": 10}}}
    cast = reading(
        "The beast uses Spellcasting to cast Scorching Ray (level 3 version).", economy="legendary"
    )
    assert cast.rows[0]["casts"] == "scorching ray"
    assert cast.rows[0]["cast_level"] == 3
    strike = reading("The beast moves up to half its Speed, and it makes one Rend attack.", known=known)
    assert strike.complete
    assert strike.rows[0]["moves"] == 0.5
    assert strike.rows[0]["recipes"] == [[{"use": "Rend"}]]
    jump = reading("The beast teleports up to 60 feet to an unoccupied space it can see.")
    assert jump.rows[0]["teleport_feet"] == 60


def test_what_is_not_understood_is_listed_and_the_rest_is_kept() -> None:
    found = reading(f"{OLD}. The target owes the beast a favour and has to dance.")
    assert found.leftover == ["The target owes § a favour and has to dance"]
    assert not found.complete
    assert found.rows[0]["effects"] == [{"damage": "1d10[slashing]+4"}]


def test_what_means_nothing_in_a_fight_is_a_note() -> None:
    found = reading(
        f"{OLD}. A humanoid slain by this attack rises 24 hours later as a zombie under the beast's control."
    )
    assert found.complete
    assert "rises" in found.beyond[0]
    assert "rises" in found.rows[0]["note"]


def test_an_ongoing_effect_is_not_taken_for_something_of_the_next_day() -> None:
    found = reading(
        f"{OLD}. Every 24 hours the target has disadvantage on attack rolls against the beast in its"
        f" dreams of fire."
    )
    assert not found.complete or found.beyond


@pytest.mark.parametrize(
    ("name", "bare", "fields"),
    [
        ("Fire Breath (Recharge 5-6)", "Fire Breath", {"recharge": 5}),
        ("Web {Recharge 6}", "Web", {"recharge": 6}),
        ("Roar (3/Day)", "Roar", {"per_day": 3}),
        ("Teleport (Costs 2 Actions)", "Teleport", {"cost": 2}),
        ("Surge (Recharges after a Short or Long Rest)", "Surge", {"per_day": 1, "per_rest": True}),
        ("Claw (Hybrid Form Only)", "Claw", {}),
    ],
)
def test_a_name_says_how_often(name: str, bare: str, fields: dict[str, Any]) -> None:
    usage = read_name(name)
    assert (usage.name, usage.fields) == (bare, fields)
