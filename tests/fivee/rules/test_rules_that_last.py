"""What lasts and what answers: concentration, conditions, reactions, auras, regeneration, legends."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged, has

from hazard.dice import roll

HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
BRUTE = creature("Brute", blow())
NEAR = (3, 5)


def spell(condition: dict[str, Any], ability: str = "wis", dc: int = 15, **more: Any) -> dict[str, Any]:
    """A condition on one target that fails its save."""
    effect = {"save": {"ability": ability, "dc": dc}, "conditions": [condition]}
    return {"name": "Hex", "range": 60, "effects": [effect], **more}


def turns(scene: Scene, name: str, most: int = 40) -> None:
    """Let everybody dodge until somebody decides; the dice show what they list first."""
    for _ in range(most):
        outcomes = scene.chances()
        if outcomes:
            scene.come(next(iter(outcomes)))
        elif scene.game.decider(scene.state) == scene.number(name):
            return
        else:
            scene.do("dodge")
    raise AssertionError(f"it is never {name}'s turn")


# ---- concentration -----


@pytest.mark.parametrize(("damage", "keeps"), [("1", 0.55), ("21", 0.55), ("22", 0.5), ("40", 0.05)])
def test_concentration_is_a_save_against_ten_or_half_the_damage(damage: str, keeps: float) -> None:
    scene = Scene(
        (
            creature("Brute", {"name": "Ray", "range": 60, "effects": [{"damage": damage}]}),
            "monsters",
            (4, 5),
        ),
        (HERO, "party", NEAR),
    )
    scene.put("Hero", concentration=1, hit_points=90, most=90).do("Ray at Hero").come("not saved")
    assert scene.chances()["keeps concentration"] == pytest.approx(keeps)
    assert scene.come("loses concentration").see("Hero")["concentration"] == 0


def test_whoever_cannot_act_loses_concentration_and_lets_go() -> None:
    scene = Scene(
        (creature("Brute", spell({"name": "stunned", "rounds": 10})), "monsters", (4, 5)),
        (HERO, "party", NEAR),
    )
    scene.lay("Hero", "Brute", "grappled", escape=True).put("Hero", concentration=1).do("Hex at Hero").come(
        "not saved"
    )
    assert scene.see("Hero")["concentration"] == 0
    assert not has(scene.see("Brute"), "grappled")


def test_what_was_concentrated_on_ends_with_it() -> None:
    hold = spell({"name": "paralyzed", "rounds": 10, "repeat_save": "end_of_turn"}, concentration=True)
    scene = Scene(
        (creature("Mage", hold), "monsters", (9, 5)),
        (HERO, "party", NEAR),
        (creature("Friend", blow("Axe", "30"), level=5), "party", (8, 5)),
    )
    scene.do("Hex at Hero").come("not saved").come("does not shake it off")
    assert has(scene.see("Hero"), "paralyzed")
    scene.put("Mage", hit_points=200, most=200).do("Axe at Mage").come("hit for 30").come(
        "loses concentration"
    )
    assert not has(scene.see("Hero"), "paralyzed")


# ---- how long things last -----


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_condition_of_so_many_rounds_costs_its_victim_so_many_turns(rounds: int) -> None:
    scene = Scene(
        (creature("Mage", spell({"name": "poisoned", "rounds": rounds})), "monsters", (9, 5)),
        (HERO, "party", NEAR),
    )
    scene.do("Hex at Hero").come("not saved")
    poisoned = 0
    for _ in range(rounds + 2):
        turns(scene, "Hero")
        poisoned += has(scene.see("Hero"), "poisoned")
        scene.do("dodge")
    assert poisoned == rounds


def test_a_repeated_save_ends_it_at_the_end_of_the_turn() -> None:
    hold = spell({"name": "restrained", "repeat_save": "end_of_turn"})
    scene = Scene((creature("Mage", hold), "monsters", (9, 5)), (HERO, "party", NEAR))
    scene.do("Hex at Hero").come("not saved").do("dodge")
    # +0 against 15: 6 faces of 20.
    assert scene.chances() == pytest.approx({"shakes it off": 0.3, "does not shake it off": 0.7})
    assert not has(scene.come("shakes it off").see("Hero"), "restrained")


def test_a_failed_repeat_turns_one_condition_into_another() -> None:
    gaze = spell({"name": "restrained", "repeat_save": "end_of_turn", "becomes": "petrified"})
    scene = Scene(
        (creature("Mage", gaze), "monsters", (9, 5)),
        (HERO, "party", NEAR),
        (creature("Friend", level=5), "party", (20, 11)),
    )
    scene.do("Hex at Hero").come("not saved").do("dodge").come("does not shake it off")
    assert has(scene.see("Hero"), "petrified")
    assert not has(scene.see("Hero"), "restrained")


@pytest.mark.parametrize(
    ("until", "own_turns"),
    [
        ("start_of_source_turn", 1),
        ("end_of_source_turn", 1),
        ("start_of_target_turn", 0),
        ("end_of_target_turn", 1),
    ],
)
def test_conditions_end_at_the_moment_they_say(until: str, own_turns: int) -> None:
    scene = Scene(
        (creature("Mage", spell({"name": "poisoned", "until": until})), "monsters", (9, 5)),
        (HERO, "party", NEAR),
    )
    scene.do("Hex at Hero").come("not saved")
    poisoned = 0
    for _ in range(3):
        turns(scene, "Hero")
        poisoned += has(scene.see("Hero"), "poisoned")
        scene.do("dodge")
    assert poisoned == own_turns


def test_a_curse_until_the_turn_of_somebody_who_died_ends_when_that_turn_would_come() -> None:
    mage = creature("Mage", spell({"name": "poisoned", "until": "end_of_source_turn"}))
    scene = Scene((mage, "monsters", (9, 5)), (HERO, "party", NEAR), (BRUTE, "monsters", (20, 11)))
    scene.do("Hex at Hero").come("not saved").put("Mage", flags=["dead"], hit_points=0)
    scene.do("dodge")
    turns(scene, "Hero")
    assert not has(scene.see("Hero"), "poisoned")


def test_whoever_faints_falls_prone() -> None:
    scene = Scene(
        (creature("Mage", spell({"name": "unconscious", "rounds": 10})), "monsters", (9, 5)),
        (HERO, "party", NEAR),
    )
    assert has(scene.do("Hex at Hero").come("not saved").see("Hero"), "prone")


def test_a_wound_goes_on_at_the_start_of_every_turn() -> None:
    hug = blow("Hug", "1d4[bludgeoning]")
    hug["effects"].append({"conditions": [{"name": "grappled", "escape_dc": 14, "ongoing": "1d6[acid]"}]})
    scene = Scene((creature("Ooze", hug), "monsters", (4, 5)), (HERO, "party", NEAR))
    scene.do("Hug at Hero").come("hit for 2")
    assert scene.spread("Hero") == pytest.approx({28 - face: 1 / 6 for face in range(1, 7)})


def test_getting_free_is_a_check_that_poison_hampers() -> None:
    hug = blow("Hug", "1d4[bludgeoning]")
    hug["effects"].append({"conditions": [{"name": "grappled", "escape_dc": 14}]})
    for conditions, chance in (([], 0.35), (["poisoned"], 0.35**2)):
        scene = Scene((creature("Ooze", hug), "monsters", (4, 5)), (HERO, "party", NEAR))
        scene.do("Hug at Hero").come("hit for 2").put("Hero", *conditions).do("escape")
        assert scene.chances()["gets free"] == pytest.approx(chance)
        assert not has(scene.come("gets free").see("Hero"), "grappled")


def test_nobody_is_held_by_somebody_who_has_gone_away() -> None:
    scene = Scene(
        (BRUTE, "monsters", (4, 5)),
        (creature("Hero", level=5), "party", NEAR),
        (creature("Friend", level=5), "party", (9, 5)),
    )
    scene.lay("Brute", "Hero", "grappled", escape=True)
    scene.do("Club at Friend").come("miss")
    assert not has(scene.see("Hero"), "grappled")


def test_the_grappled_stay_where_they_are() -> None:
    scene = Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", (9, 5))).lay(
        "Hero", "Brute", "grappled", escape=True
    )
    assert not any("move to" in plan for plan in scene.plans())


# ---- charm and fear -----


def test_the_charmed_do_not_attack_the_charmer_not_even_with_what_is_left_over() -> None:
    twice = creature("Brute", blow(damage="6"), {"name": "Twice", "recipes": [[{"use": "Club", "times": 2}]]})
    other = creature("Other", level=5)
    scene = Scene((twice, "monsters", (4, 5)), (HERO, "party", NEAR), (other, "party", (5, 5)))
    scene.lay("Hero", "Brute", "charmed").put("Other", hit_points=1)
    assert not any("at Hero" in plan for plan in scene.plans())
    scene.do("Twice at Other").come("down after 1")
    assert scene.state.mover != scene.number("Brute")


def test_the_frightened_go_no_closer_to_what_they_fear() -> None:
    scene = Scene((BRUTE, "monsters", (12, 5)), (HERO, "party", NEAR)).lay("Hero", "Brute", "frightened")
    for plan in scene.plans():
        assert scene.plan(plan).to[0] >= 12


# ---- reactions -----

SHIELD = {
    "name": "Shield",
    "economy": "reaction",
    "trigger": "hit",
    "who": "self",
    "per_day": 1,
    "effects": [{"on_self": True, "modifier": {"armor_class": 5, "until": "start_of_source_turn"}}],
}


def test_a_shield_turns_a_hit_by_five_and_stays_until_ones_turn() -> None:
    mage = creature("Hero", SHIELD, level=5)
    scene = Scene((BRUTE, "monsters", (4, 5)), (mage, "party", NEAR)).do("Club at Hero")
    chances = scene.chances()
    assert chances["miss"] == pytest.approx(0.45)
    assert chances["miss, reaction"] == pytest.approx(0.25)  # 10 to 14
    scene.come("miss, reaction")
    assert scene.odds("Brute", "Club", "Hero")["armor_class"] == 15  # the hero's turn has begun
    scene = Scene(
        (BRUTE, "monsters", (4, 5)), (creature("Mate", blow()), "monsters", (2, 5)), (mage, "party", NEAR)
    )
    scene.do("Club at Hero").come("miss, reaction")
    assert scene.odds("Mate", "Club", "Hero")["armor_class"] == 20
    assert flagged(scene.see("Hero"), "reacted")


def test_a_parry_is_for_one_blow_in_melee() -> None:
    parry = {
        **SHIELD,
        "name": "Parry",
        "trigger": "hit_melee",
        "effects": [{"on_self": True, "modifier": {"armor_class": 2}}],
    }
    bow = {"name": "Bow", "attack": {"to_hit": 5, "range": 60}, "effects": [{"damage": "1d8"}]}
    noble = creature("Hero", parry, level=5)
    scene = Scene(
        (BRUTE, "monsters", (4, 5)), (creature("Archer", bow), "monsters", (3, 11)), (noble, "party", NEAR)
    )
    assert scene.odds("Archer", "Bow", "Hero")["miss"] == pytest.approx(0.45)
    assert scene.do("Club at Hero").chances()["miss, reaction"] == pytest.approx(0.1)
    assert scene.come("miss, reaction").odds("Archer", "Bow", "Hero")["armor_class"] == 15


def test_uncanny_dodge_halves_one_hit() -> None:
    dodge = {
        "name": "Uncanny Dodge",
        "economy": "reaction",
        "trigger": "hit",
        "who": "self",
        "halves_damage": True,
    }
    twice = creature("Brute", blow(damage="7"), {"name": "Twice", "recipes": [[{"use": "Club", "times": 2}]]})
    scene = Scene((twice, "monsters", (4, 5)), (creature("Hero", dodge, level=5), "party", NEAR))
    assert scene.odds("Brute", "Club", "Hero")["halved"]
    scene.do("Twice at Hero").come("hit for 3").come("hit for 7")
    assert scene.see("Hero")["hit_points"] == 20


def test_walking_out_of_reach_is_answered_once_and_not_when_disengaged() -> None:
    spear = {"name": "Spear", "attack": {"to_hit": 5, "reach": 10}, "effects": [{"damage": "1d6"}]}
    prey = creature("Brute", blow(), {"name": "Slip", "economy": "bonus", "standard": "disengage"})
    far = creature("Far", level=5)
    scene = Scene(
        (prey, "monsters", (4, 5)),
        (HERO, "party", NEAR),
        (creature("Guard", spear, level=5), "party", (2, 5)),
        (far, "party", (10, 5)),
    )
    plan = next(plan for plan in scene.plans() if "Club at Far" in plan)
    numbers = {scene.number("Hero"), scene.number("Guard")}
    assert set(scene.provoked(plan)) == numbers
    for flag, name in (("reacted", "Hero"), ("reacted", "Guard")):
        left = Scene(
            (prey, "monsters", (4, 5)),
            (HERO, "party", NEAR),
            (creature("Guard", spear, level=5), "party", (2, 5)),
            (far, "party", (10, 5)),
        )
        left.put(name, flags=[flag])
        assert set(left.provoked(plan)) == numbers - {left.number(name)}
    scene.do(plan)
    assert scene.state.actor in numbers
    free = Scene((prey, "monsters", (4, 5)), (HERO, "party", NEAR), (far, "party", (10, 5))).put(
        "Brute", flags=["disengaged"]
    )
    assert free.do("Club at Far").state.actor == free.number("Brute")


def test_nobody_answers_what_they_cannot_see() -> None:
    far = creature("Far", level=5)
    scene = Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", NEAR), (far, "party", (10, 5))).put(
        "Brute", "invisible"
    )
    plan = next(plan for plan in scene.plans() if "Club at Far" in plan)
    assert scene.provoked(plan) == []


# ---- traits -----


def test_sneak_attack_is_once_a_turn_with_advantage_or_a_friend_beside_the_target() -> None:
    rogue = creature(
        "Hero",
        blow("Dagger", "1d4+3[piercing]"),
        {"name": "Twice", "recipes": [[{"use": "Dagger", "times": 2}]]},
        level=5,
        traits=[{"kind": "sneak_attack", "dice": "3d6"}],
    )
    friend = creature("Friend", level=5)
    for at, conditions, sneaks in (
        ((5, 5), [], True),
        ((9, 9), [], False),
        ((9, 9), ["restrained"], True),
        ((5, 5), ["invisible"], False),
    ):
        scene = Scene((rogue, "party", NEAR), (BRUTE, "monsters", (4, 5)), (friend, "party", at)).put(
            "Brute", *conditions
        )
        odds = scene.odds("Hero", "Dagger", "Brute")
        assert odds["hit_damage"] == pytest.approx(5.5 + 10.5 * sneaks)
        assert odds["critical_damage"] == pytest.approx(8 + 21 * sneaks)
    scene = Scene((rogue, "party", NEAR), (BRUTE, "monsters", (4, 5)), (friend, "party", (5, 5)))
    scene.do("Twice at Brute").come("hit for 10")
    assert scene.odds("Hero", "Dagger", "Brute")["hit_damage"] == pytest.approx(5.5)


def test_sneak_attack_is_halved_with_the_weapon_it_comes_with() -> None:
    rogue = creature(
        "Hero", blow("Dagger", "1d4+3[piercing]"), level=5, traits=[{"kind": "sneak_attack", "dice": "3d6"}]
    )
    ghost = creature("Brute", blow(), resistant=[{"types": ["piercing"]}])
    scene = Scene(
        (rogue, "party", NEAR), (ghost, "monsters", (4, 5)), (creature("Friend", level=5), "party", (5, 5))
    )
    assert scene.odds("Hero", "Dagger", "Brute")["hit_damage"] == pytest.approx(
        (roll("1d4+3d6+3") // 2).mean()
    )


TROLL = creature(
    "Brute",
    blow(),
    traits=[{"kind": "regeneration", "amount": 10, "stopped_by": ["fire"], "only_above_zero": False}],
)
TORCH = creature("Hero", blow("Torch", "5[fire]"), blow("Sword", "5[slashing]"), level=5)


@pytest.mark.parametrize(("weapon", "points"), [("Sword", 20), ("Torch", 10)])
def test_regeneration_comes_at_the_start_of_the_turn_unless_stopped(weapon: str, points: int) -> None:
    scene = Scene((TORCH, "party", NEAR), (TROLL, "monsters", (4, 5))).put("Brute", hit_points=15)
    assert scene.do(f"{weapon} at Brute").come("hit for 5").see("Brute")["hit_points"] == points


def test_a_troll_at_zero_rises_again_and_the_fight_is_not_over() -> None:
    scene = Scene((TORCH, "party", NEAR), (TROLL, "monsters", (4, 5))).put("Brute", hit_points=5)
    scene.do("Sword at Brute").come("hit for 5")
    assert not scene.state.over
    assert scene.see("Brute")["hit_points"] == 10
    scene = Scene((TORCH, "party", NEAR), (TROLL, "monsters", (4, 5))).put("Brute", hit_points=5)
    assert scene.do("Torch at Brute").come("hit for 5").state.over


def test_blows_do_not_kill_a_troll_at_zero_but_fire_does() -> None:
    other = creature("Other", blow("Sword", "5[slashing]"), blow("Torch", "5[fire]"), level=5)
    for weapon, over in (("Sword", False), ("Torch", True)):
        scene = Scene((TORCH, "party", NEAR), (other, "party", (5, 5)), (TROLL, "monsters", (4, 5))).put(
            "Brute", hit_points=5
        )
        scene.do("Sword at Brute").come("hit for 5").do(f"{weapon} at Brute").come("critical hit for 5")
        assert scene.state.over is over


def test_a_zombie_rises_with_a_save_against_five_and_the_damage_but_not_from_light_or_a_critical() -> None:
    zombie = creature("Brute", blow(), traits=[{"kind": "undead_fortitude"}])
    hero = creature("Hero", blow("Sword", "5[slashing]"), blow("Light", "5[radiant]"), level=5)
    mate = creature("Mate")
    scene = Scene((hero, "party", NEAR), (zombie, "monsters", (4, 5)), (mate, "monsters", (20, 11))).put(
        "Brute", hit_points=3
    )
    scene.do("Sword at Brute").come("hit for 5")
    assert scene.chances() == pytest.approx({"rises again": 0.55, "is destroyed": 0.45})  # against 10
    assert scene.come("rises again").see("Brute")["hit_points"] == 1
    for words, outcome in (("Light at Brute", "hit for 5"), ("Sword at Brute", "critical hit for 5")):
        scene = Scene((hero, "party", NEAR), (zombie, "monsters", (4, 5)), (mate, "monsters", (20, 11))).put(
            "Brute", hit_points=3
        )
        assert flagged(scene.do(words).come(outcome).see("Brute"), "dead")


def test_a_zombie_whose_hit_points_nobody_has_rolled_rises_too() -> None:
    zombie = creature("Brute", blow(), hit_points="1d4+1", traits=[{"kind": "undead_fortitude"}])
    hero = creature("Hero", blow("Sword", "5[slashing]"), level=5)
    scene = Scene(
        (hero, "party", NEAR),
        (zombie, "monsters", (4, 5)),
        (creature("Mate"), "monsters", (20, 11)),
        hit_points={"Brute": "unknown"},
    )
    scene.do("Sword at Brute").come("hit for 5").come("goes down")
    assert scene.chances() == pytest.approx({"rises again": 0.55, "is destroyed": 0.45})
    assert scene.come("rises again").see("Brute")["hit_points"] == 1


def test_whoever_is_relentless_stays_at_one_once() -> None:
    boar = creature("Brute", blow(), traits=[{"kind": "relentless", "most_damage": 7}])
    hero = creature("Hero", blow("Sword", "7[slashing]"), level=5)
    scene = Scene((hero, "party", NEAR), (boar, "monsters", (4, 5))).put("Brute", hit_points=5)
    assert scene.do("Sword at Brute").come("hit for 7").see("Brute")["hit_points"] == 1
    assert scene.do("dodge").do("Sword at Brute").come("hit for 7").state.over


def test_an_aura_strikes_those_who_start_their_turn_near_by_the_dice() -> None:
    azer = creature(
        "Brute", blow(), traits=[{"kind": "aura", "feet": 5, "effects": [{"damage": "1d6[fire]"}]}]
    )
    for at, spread in ((NEAR, {30 - face: 1 / 6 for face in range(1, 7)}), ((1, 5), {30: 1.0})):
        scene = Scene((azer, "monsters", (4, 5)), (HERO, "party", at)).do("dodge")
        assert scene.spread("Hero") == pytest.approx(spread)


def test_whoever_hits_a_burning_body_is_burnt_for_each_hit() -> None:
    burning = creature(
        "Brute",
        blow(),
        traits=[{"kind": "aura", "feet": 5, "when": "hit_by_melee", "effects": [{"damage": "1d6[fire]"}]}],
    )
    hero = creature(
        "Hero", blow("Sword", "1"), {"name": "Twice", "recipes": [[{"use": "Sword", "times": 2}]]}, level=5
    )
    scene = Scene((hero, "party", NEAR), (burning, "monsters", (4, 5)))
    scene.do("Twice at Brute").come("hit for 1").come(", 4").come("hit for 1")
    assert scene.spread("Hero") == pytest.approx({26 - face: 1 / 6 for face in range(1, 7)})


def test_a_burst_that_strikes_many_forgets_nobodys_concentration() -> None:
    mine = creature(
        "Brute",
        blow(),
        hit_points="5",
        traits=[
            {
                "kind": "death_burst",
                "area": {"shape": "sphere", "size": 10},
                "effects": [{"damage": "10[fire]"}],
            }
        ],
    )
    hero = creature("Hero", blow("Sword", "9"), level=5)
    scene = Scene(
        (hero, "party", NEAR),
        (creature("Friend", level=5), "party", (3, 4)),
        (mine, "monsters", (4, 5)),
        (creature("Mate"), "monsters", (20, 11)),
    )
    scene.put("Hero", concentration=1).do("Sword at Brute").come("hit for 9").come("10 rolled")
    assert scene.state.checked == scene.number("Hero")
    assert scene.chances()["keeps concentration"] == pytest.approx(0.55)
    assert scene.come("keeps concentration").see("Friend")["hit_points"] == 20


# ---- legends -----


def test_legendary_resistance_turns_a_failure_into_a_success_so_many_times() -> None:
    hold = spell({"name": "paralyzed", "rounds": 10})
    dragon = creature("Brute", blow(), traits=[{"kind": "legendary_resistance", "times": 1}])
    scene = Scene((creature("Hero", hold, level=5), "party", NEAR), (dragon, "monsters", (9, 5)))
    scene.do("Hex at Brute").come("not saved")
    assert (has(scene.see("Brute"), "paralyzed"), scene.see("Brute")["resistance_left"]) == (False, 0)
    scene.do("dodge").do("Hex at Brute").come("not saved")
    assert has(scene.see("Brute"), "paralyzed")


def test_legendary_actions_come_after_the_turns_of_others_and_are_spent() -> None:
    tail = blow("Tail", "1d6[bludgeoning]", economy="legendary", attack={"reach": 15})
    dragon = creature("Brute", blow(), tail, legendary_actions=1)
    scene = Scene(
        (HERO, "party", NEAR), (creature("Friend", level=5), "party", (2, 5)), (dragon, "monsters", (4, 5))
    )
    scene.do("dodge")
    assert scene.state.legend == scene.number("Brute")
    assert any("Tail at Hero" in plan for plan in scene.plans())
    scene.do("Tail at Hero").come("miss")
    assert scene.see("Brute")["legendary_left"] == 0
    scene.do("dodge")
    assert scene.state.legend == -1  # the dragon's own turn: spent ones come back
    assert scene.see("Brute")["legendary_left"] == 1
    scene.do("dodge")
    assert scene.state.legend == -1  # none after its own turn
    assert scene.state.mover == scene.number("Hero")


def test_a_stunned_legend_does_nothing_between_turns() -> None:
    tail = blow("Tail", "1d6[bludgeoning]", economy="legendary", attack={"reach": 15})
    dragon = creature("Brute", blow(), tail, legendary_actions=3)
    scene = Scene(
        (HERO, "party", NEAR), (creature("Friend", level=5), "party", (2, 5)), (dragon, "monsters", (4, 5))
    )
    assert scene.put("Brute", "stunned").do("dodge").state.legend == -1


def test_a_lair_acts_once_a_round_and_costs_nothing() -> None:
    quake = {"name": "Quake", "economy": "lair", "range": 60, "effects": [{"damage": "1d6[bludgeoning]"}]}
    dragon = creature("Brute", blow(), quake, legendary_actions=0)
    scene = Scene((HERO, "party", NEAR), (dragon, "monsters", (4, 5)), lair=True)
    scene.do("dodge").do("dodge")
    assert (scene.state.round, scene.state.legend) == (2, scene.number("Brute"))
    assert scene.do("Quake at Hero").spread("Hero") == pytest.approx(
        {30 - face: 1 / 6 for face in range(1, 7)}
    )


# ---- setting up -----


def test_hit_points_that_may_still_be_there_are_not_dead() -> None:
    ogre = creature("Brute", blow(), hit_points="4d8+4")  # 8 to 36, 22 on average
    hero = (HERO, "party", NEAR)
    scene = Scene(hero, (ogre, "monsters", (4, 5)), hit_points={"Brute": "unknown"})
    rows = list(scene.fight.encounter.combatants)
    for taken, dead in ((30, False), (36, True)):
        rows[1] = rows[1].model_copy(update={"damage_taken": taken})
        encounter = scene.fight.encounter.model_copy(update={"combatants": tuple(rows)})
        fight = type(scene.fight)(encounter, {"hero": HERO, "brute": ogre})
        assert flagged(fight.start.fighter(1), "dead") is dead


def test_a_character_that_comes_with_nothing_left_is_dying_not_dead() -> None:
    scene = Scene(
        (HERO, "party", NEAR),
        (creature("Friend", level=5), "party", (2, 5)),
        (BRUTE, "monsters", (4, 5)),
        hit_points={"Hero": 0},
    )
    hero = scene.fight.start.fighter(0)
    assert (flagged(hero, "down"), flagged(hero, "dead"), has(hero, "unconscious")) == (True, False, True)


def test_a_multiattack_keeps_what_is_left_when_too_many_limited_actions_are_dropped() -> None:
    limited = [blow(f"Trick {n}", "1d6", per_day=1) for n in range(9)]
    all_of_them = {
        "name": "All",
        "recipes": [[{"use": row["name"]} for row in limited], [{"use": "Trick 8"}]],
    }
    scene = Scene((creature("Brute", *limited, all_of_them), "monsters", (4, 5)), (HERO, "party", NEAR))
    record = scene.fight.fighters[0].compiled.record
    everything = next(action for action in record.actions if action.name == "All")
    assert [len(sequence) for sequence in everything.sequences] == [8]
    assert any("Trick 8" in str(caveat) for caveat in scene.fight.caveats)
