"""What happens only sometimes: to the bloodied, to who has not saved yet, once in a round, from one pool."""

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged, has

HERO = creature("Hero", blow("Sword"), level=5)
BITES = {"to_hit": 5, "reach": 5}


def facing(*actions: dict[str, Any], hero: Any = HERO, **values: Any) -> Scene:
    return Scene(
        (creature("Beast", *actions, **values), "monsters", (5, 5)),
        (hero, "party", (6, 5)),
        (creature("Friend", blow(), level=5), "party", (20, 1)),
    )


def test_a_swarm_bites_for_half_as_many_dice_once_it_is_bloodied() -> None:
    bites = {
        "name": "Bites",
        "attack": BITES,
        "effects": [
            {"damage": "4d6[piercing]", "only_if": "source_not_bloodied"},
            {"damage": "2d6[piercing]", "only_if": "source_bloodied"},
        ],
    }
    hero = creature("Hero", blow("Sword"), level=5, hit_points="100")
    for points, low, high in ((16, 4, 24), (15, 2, 12)):  # of 30: half or fewer is bloodied
        scene = facing(bites, hero=hero).put("Beast", hit_points=points).do("Bites at Hero")
        left = {hp for hp in scene.spread("Hero") if hp < 100}
        assert (max(left), min(left)) == (100 - low, 100 - 2 * high)  # a critical hit doubles the dice


def test_a_shark_has_advantage_against_those_who_bleed() -> None:
    bite = blow("Bite", attack={"advantage_if": "target_wounded"})
    assert facing(bite).odds("Beast", "Bite", "Hero")["advantage"] == 0
    assert facing(bite).put("Hero", hit_points=29).odds("Beast", "Bite", "Hero")["advantage"] == 1


@pytest.mark.parametrize(("at_zero", "flag"), [("stable", "stable"), ("dies", "dead")])
def test_some_damage_leaves_those_it_fells_stable_and_some_dead(at_zero: str, flag: str) -> None:
    bite = {"name": "Bite", "attack": BITES, "effects": [{"damage": "5[poison]", "at_zero": at_zero}]}
    scene = facing(bite).put("Hero", hit_points=1).do("Bite at Hero").come("hit for 5")
    assert flagged(scene.see("Hero"), flag)


def breath(name: str, **values: Any) -> dict[str, Any]:
    return {
        "name": name,
        "area": {"shape": "cone", "size": 15},
        "effects": [{"save": {"ability": "dex", "dc": 11}, "damage": "4[fire]"}],
        **values,
    }


def test_two_breaths_are_spent_and_come_back_together() -> None:
    scene = facing(
        breath("Fire", recharge=5, pool="breath"), breath("Sleep", recharge=5, pool="breath"), blow("Bite")
    )
    assert any("Sleep" in plan for plan in scene.plans())
    scene.do("Fire").come("4 rolled").come("saves").do("dodge").do("dodge")
    assert scene.chances() == pytest.approx({"recharged": 1 / 3, "not recharged": 2 / 3})  # 5 or 6, once
    scene.come("not recharged")
    assert not any("Sleep" in plan or "Fire" in plan for plan in scene.plans())


def test_what_is_for_once_in_a_round_is_not_done_twice_in_it() -> None:
    lash = blow("Lash", economy="legendary", once_per_round=True)
    scene = Scene(
        (creature("Dragon", blow("Bite"), lash, legendary_actions=3), "monsters", (5, 5)),
        (HERO, "party", (6, 5)),
        (creature("Friend", blow(), level=5), "party", (7, 5)),
    )
    scene.do("dodge").do("dodge")
    assert any("Lash" in plan for plan in scene.plans())
    scene.do("Lash").come("miss").do("dodge")
    assert scene.plans() == ["pass"]
    scene.do("pass").do("dodge").do("dodge")  # its own turn lies between
    assert any("Lash" in plan for plan in scene.plans())


def test_whoever_has_saved_against_a_presence_is_safe_from_it() -> None:
    presence = {
        "name": "Presence",
        "area": {"shape": "emanation", "size": 120},
        "once_per_target": True,
        "effects": [
            {"save": {"ability": "wis", "dc": 11}, "conditions": [{"name": "frightened", "rounds": 10}]}
        ],
    }
    scene = facing(presence, blow("Bite")).do("Presence").come("saves").come("fails")
    assert not has(scene.see("Hero"), "frightened")
    assert has(scene.see("Friend"), "frightened")
    scene.do("dodge").do("dodge").do("Presence")
    assert list(scene.chances()) == ["Friend saves", "Friend fails"]


@pytest.mark.parametrize(("for_good", "safe"), [(True, True), (False, False)])
def test_whoever_a_presence_has_ended_for_is_safe_from_it_where_its_text_says_so(
    for_good: bool, safe: bool
) -> None:
    presence = {
        "name": "Presence",
        "area": {"shape": "emanation", "size": 120},
        "once_per_target": True,
        "ends_for_good": for_good,
        "effects": [
            {
                "save": {"ability": "wis", "dc": 11},
                "conditions": [
                    {"name": name, "rounds": 10, "repeat_save": "end_of_turn"}
                    for name in ("frightened", "poisoned")
                ],
            }
        ],
    }
    scene = facing(presence, blow("Bite")).do("Presence").come("fails").come("fails")
    # One save each, though it lays two things on them.
    scene.do("dodge").come("shakes it off").do("dodge").come("does not shake it off")
    assert not has(scene.see("Hero"), "frightened")
    assert not has(scene.see("Hero"), "poisoned")
    scene.do("Presence")
    asked = "Friend" if safe else "Hero"
    assert list(scene.chances()) == [f"{asked} saves", f"{asked} fails"]


def test_a_magical_attack_that_is_no_spell_goes_through_a_hide_against_plain_weapons() -> None:
    stone = creature(
        "Hero",
        blow("Sword"),
        level=5,
        resistant=[{"types": ["bludgeoning"], "nonmagical_only": True}],
    )
    plain, magic = blow("Slam"), blow("Slam", magical=True)
    mean = [facing(slam, hero=stone).odds("Beast", "Slam", "Hero")["hit_damage"] for slam in (plain, magic)]
    assert mean[1] == pytest.approx(6.5)
    assert mean[0] < 3.5


# ---- one roll -----


def laid(**modifier: Any) -> dict[str, Any]:
    changes = {"next_roll_only": True, "rounds": 10, **modifier}
    return {"name": "Omen", "range": 60, "effects": [{"modifier": changes}]}


def test_a_jest_spoils_one_attack_and_no_more() -> None:
    twice = {"name": "Multiattack", "recipes": [[{"use": "Club", "times": 2}]]}
    scene = Scene(
        (creature("Bard", laid(attack_advantage=-1), level=5), "party", (4, 5)),
        (creature("Brute", blow(), twice), "monsters", (5, 5)),
    ).do("Omen at Brute")
    assert scene.odds("Brute", "Club", "Bard")["advantage"] == -1
    scene.do("Multiattack at Bard").come("miss")  # the first of two, rolled by itself
    assert scene.odds("Brute", "Club", "Bard")["advantage"] == 0


def test_a_light_on_somebody_guides_the_next_attack_whoever_makes_it() -> None:
    scene = Scene(
        (creature("Priest", laid(defense_advantage=1), level=5), "party", (2, 5)),
        (HERO, "party", (6, 5)),
        (creature("Brute", blow()), "monsters", (5, 5)),
    ).do("Omen at Brute")
    assert scene.odds("Hero", "Sword", "Brute")["advantage"] == 1
    scene.do("Sword at Brute").come("miss")
    assert scene.odds("Hero", "Sword", "Brute")["advantage"] == 0
