"""Laws of what follows from a blow in its midst: bursts, reactions, charges; and of areas that stay."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged, has

from hazard import _core
from hazard.fivee.rules.states import read_state, write_state

HERO = creature("Hero", blow("Sword", "9[slashing]"), level=5)
FAR = (20, 11)


def bomb(damage: str = "10[fire]", save: dict[str, Any] | None = None, points: str = "5") -> Any:
    effect = {"damage": damage, **({"save": save} if save else {})}
    trait = {"kind": "death_burst", "area": {"shape": "emanation", "size": 5}, "effects": [effect]}
    return creature("Bomb", blow(), hit_points=points, traits=[trait])


def test_a_burst_is_one_roll_for_all_and_a_save_for_each() -> None:
    save = {"ability": "dex", "dc": 11, "on_success": "half"}
    scene = Scene(
        (HERO, "party", (3, 5)),
        (creature("Friend", level=5), "party", (5, 5)),
        (bomb("2d6[fire]", save), "monsters", (4, 5)),
        (creature("Mate"), "monsters", FAR),
    )
    scene.do("Sword at Bomb").come("hit for 9").come("8 rolled")
    assert scene.chances() == pytest.approx({"Hero saves": 0.5, "Hero fails": 0.5})
    scene.come("Hero fails").come("Friend saves")
    assert (scene.see("Hero")["hit_points"], scene.see("Friend")["hit_points"]) == (22, 26)


def test_one_burst_sets_off_the_next() -> None:
    twin = bomb().model_copy(update={"id": "twin", "name": "Twin"})
    scene = Scene(
        (HERO, "party", (3, 5)),
        (bomb(), "monsters", (4, 5)),
        (twin, "monsters", (5, 5)),
        (creature("Far", level=5), "party", (6, 5)),
        (creature("Mate"), "monsters", FAR),
    )
    scene.do("Sword at Bomb").come("hit for 9").come("10 rolled").come("10 rolled")
    assert flagged(scene.see("Twin"), "dead")
    assert (scene.see("Hero")["hit_points"], scene.see("Far")["hit_points"]) == (20, 20)


def test_the_last_monsters_burst_still_strikes() -> None:
    scene = Scene((HERO, "party", (3, 5)), (bomb(), "monsters", (4, 5)))
    scene.do("Sword at Bomb").come("hit for 9").come("10 rolled")
    assert scene.state.over
    assert scene.see("Hero")["hit_points"] == 20


def test_attacks_that_are_left_go_on_after_a_burst() -> None:
    twice = {"name": "Twice", "recipes": [[{"use": "Sword", "times": 2}]]}
    hero = creature("Hero", blow("Sword", "9[slashing]"), twice, level=5)
    scene = Scene(
        (hero, "party", (3, 5)), (bomb(), "monsters", (4, 5)), (creature("Mate"), "monsters", (3, 6))
    )
    scene.do("Twice at Bomb").come("hit for 9").come("10 rolled")
    assert (scene.state.actor, scene.state.target) == (scene.number("Hero"), scene.number("Mate"))


REBUKE = {
    "name": "Rebuke",
    "economy": "reaction",
    "trigger": "damaged",
    "range": 60,
    "per_day": 1,
    "effects": [{"save": {"ability": "dex", "dc": 15, "on_success": "half"}, "damage": "8[fire]"}],
}


def test_a_reaction_to_damage_comes_at_once_and_once() -> None:
    imp = creature("Imp", blow(), REBUKE)
    scene = Scene((HERO, "party", (3, 5)), (imp, "monsters", (4, 5)))
    scene.do("Sword at Imp").come("hit for 9")
    assert scene.state.actor == scene.number("Imp")
    assert scene.come("not saved, 8").see("Hero")["hit_points"] == 22
    assert scene.see("Imp")["left"][0] == 0


def test_nobody_strikes_back_from_the_grave_or_out_of_range() -> None:
    near = {**REBUKE, "range": 5}
    for action, at, points in ((REBUKE, (4, 5), 5), (near, (9, 5), 30)):
        imp = creature("Imp", blow(), action)
        bow = {"name": "Bow", "attack": {"to_hit": 5, "range": 60}, "effects": [{"damage": "9[piercing]"}]}
        scene = Scene(
            (creature("Hero", bow, level=5), "party", (3, 5)),
            (imp, "monsters", at),
            (creature("Mate"), "monsters", FAR),
        ).put("Imp", hit_points=points)
        scene.do("Bow at Imp").come("hit for 9")
        assert scene.state.actor != scene.number("Imp")
        assert scene.see("Hero")["hit_points"] == 30


def test_a_charge_is_followed_by_its_dice_and_its_save() -> None:
    push = {"save": {"ability": "str", "dc": 13}, "conditions": [{"name": "prone"}]}
    charge = {"kind": "charge", "feet": 20, "attack": "Tusk", "effects": [{"damage": "1d6[slashing]"}, push]}
    boar = creature("Boar", blow("Tusk", "4[slashing]"), traits=[charge])
    scene = Scene((boar, "monsters", (0, 5)), (HERO, "party", (7, 5)))
    scene.do("Tusk at Hero").come("hit for 4").come(", 6")
    assert scene.chances() == pytest.approx({"saved": 0.4, "not saved": 0.6})
    scene.come("not saved")
    assert (scene.see("Hero")["hit_points"], has(scene.see("Hero"), "prone")) == (20, True)


def test_a_bite_s_damage_comes_first_and_then_the_save_against_falling() -> None:
    """By hand: +4 against 15 hits on 11 or more, twice the dice on a 20; DC 11 is missed by 10 of 20."""
    bite = blow("Bite", "2d4+2[piercing]", to_hit=4)
    bite["effects"].append({"save": {"ability": "str", "dc": 11}, "conditions": [{"name": "prone"}]})
    scene = Scene((creature("Wolf", bite), "monsters", (6, 5)), (HERO, "party", (7, 5)))
    scene.do("Bite at Hero")
    ends = scene.until_decision()
    hurt = [
        (30 - scene.see("Hero", end)["hit_points"], has(scene.see("Hero", end), "prone"), p)
        for end, p in ends
    ]
    assert sum(p for lost, _, p in hurt if lost == 0) == pytest.approx(0.5)
    assert sum(p for _, down, p in hurt if down) == pytest.approx(0.25)
    assert not any(down for lost, down, _ in hurt if lost == 0)
    twos = 0.45 * 1 / 16 + 0.05 * 0  # 2d4 shows 2: four damage; a critical hit shows at least 4
    assert sum(p for lost, _, p in hurt if lost == 4) == pytest.approx(twos)
    assert sum(lost * p for lost, _, p in hurt) == pytest.approx(0.45 * 7 + 0.05 * 12)


def test_what_a_miss_does_is_rolled() -> None:
    arrow = {
        "name": "Arrow",
        "attack": {"to_hit": 5, "range": 60},
        "effects": [{"damage": "4d4[acid]"}, {"when": "miss", "damage": "1d4[acid]"}],
    }
    scene = Scene((creature("Mage", arrow), "monsters", (3, 5)), (HERO, "party", (9, 5)))
    scene.do("Arrow at Hero").come("miss")
    assert scene.spread("Hero") == pytest.approx({30 - face: 0.25 for face in range(1, 5)})


def test_whoever_rampages_bites_again_after_a_kill() -> None:
    gnoll = creature("Gnoll", blow("Bite", "9[piercing]"), traits=[{"kind": "rampage"}])
    victim = creature("Victim", hit_points="5", level=1)
    scene = Scene((gnoll, "monsters", (3, 5)), (victim, "party", (4, 5)), (HERO, "party", (3, 6)))
    scene.do("Bite at Victim").come("hit for 9")
    assert (scene.state.actor, scene.state.target) == (scene.number("Gnoll"), scene.number("Hero"))
    scene.come("hit for 9")
    assert scene.see("Hero")["hit_points"] == 21


def test_haste_is_one_attack_more_while_it_lasts() -> None:
    haste = {
        "name": "Haste",
        "economy": "bonus",
        "who": "self",
        "effects": [{"on_self": True, "modifier": {"extra_attacks": 1, "rounds": 10}}],
    }
    hero = creature("Hero", blow("Sword", "9[slashing]"), haste, level=5)
    scene = Scene((hero, "party", (3, 5)), (creature("Mate"), "monsters", (4, 5)))
    plan = next(plan for plan in scene.plans() if "Sword at Mate" in plan and "Haste" in plan)
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    scene.come("hit for 9").come("hit for 9")  # the spell comes before the attacks of this turn
    assert scene.see("Mate")["hit_points"] == 12
    scene.do("dodge").do("Sword at Mate").come("hit for 9").come("miss")
    assert scene.see("Mate")["hit_points"] == 3


def test_a_smite_waits_for_a_hit_and_adds_to_one_alone() -> None:
    smite = {
        "name": "Smite",
        "economy": "bonus",
        "per_day": 1,
        "who": "self",
        "effects": [{"on_self": True, "modifier": {"damage_dice": "8", "next_hit_only": True, "rounds": 10}}],
    }
    twice = {"name": "Twice", "recipes": [[{"use": "Sword", "times": 2}]]}
    hero = creature("Hero", blow("Sword", "5[slashing]"), twice, smite, level=5)
    scene = Scene((hero, "party", (3, 5)), (creature("Mate"), "monsters", (4, 5)))
    plan = next(plan for plan in scene.plans() if "Twice" in plan and "Smite" in plan)
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    scene.come("miss").come("hit for 13")  # the miss did not spend it
    scene.do("dodge").do("Sword at Mate").come("hit for 5")  # the hit did
    assert scene.see("Mate")["hit_points"] == 12


@pytest.mark.parametrize(
    ("modifier", "speed"), [({"half_speed": True}, 15), ({"no_healing": True}, 30), ({}, 30)]
)
def test_hindrances_do_what_they_say(modifier: dict[str, Any], speed: int) -> None:
    slow = {
        "name": "Slow",
        "range": 60,
        "effects": [{"modifier": {"armor_class": -1, "rounds": 10, **modifier}}],
    }
    word = {"name": "Word", "economy": "bonus", "who": "self", "effects": [{"heal": "5"}]}
    scene = Scene(
        (creature("Mage", slow), "monsters", (3, 5)),
        (creature("Hero", blow("Sword"), word, level=5), "party", (9, 5)),
    ).put("Hero", hit_points=10)
    scene.do("Slow at Hero")
    assert scene.fight.rules.speed(scene.state, scene.number("Hero")) == speed
    scene.do("Word")
    assert scene.see("Hero")["hit_points"] == (10 if modifier.get("no_healing") else 15)


# ---- areas that stay -----


def weaver(at_once: bool = False) -> Scene:
    web = {
        "name": "Web",
        "area": {"shape": "cube", "size": 15, "range": 60, "lingers": True, "at_once": at_once},
        "concentration": True,
        "effects": [{"save": {"ability": "dex", "dc": 11, "on_success": "half"}, "damage": "8[fire]"}],
    }
    return Scene(
        (creature("Mage", web), "monsters", (1, 5)),
        (HERO, "party", (9, 5)),
        (creature("Friend", blow(), level=5), "party", (20, 1)),
    )


def test_an_area_that_stays_strikes_those_who_start_a_turn_in_it() -> None:
    scene = weaver().do("Web")
    assert scene.chances() == pytest.approx({"saved, 4": 0.5, "not saved, 8": 0.5})
    scene.come("not saved")
    assert (scene.state.mover, scene.see("Hero")["hit_points"]) == (scene.number("Hero"), 22)


def test_some_areas_strike_at_once_too() -> None:
    scene = weaver(at_once=True).do("Web").come("8 rolled").come("Hero fails").come("not saved")
    assert scene.see("Hero")["hit_points"] == 14


def test_an_area_that_stays_is_gone_with_the_concentration() -> None:
    scene = weaver().do("Web").come("saved")
    assert len(scene.state.zones()) == 1
    ended = _core.fivee_end_concentration(scene.game.core, scene.state, scene.number("Mage"))
    assert not ended.zones()


def test_an_area_that_stays_is_written_and_read() -> None:
    scene = weaver().do("Web").come("saved")
    written = write_state(scene.fight, scene.state)
    (area,) = written["areas"]
    assert (area["source"], area["action"], area["made_from"]) == ("Mage", "Web", "b6")
    assert read_state(written)[1].zones() == scene.state.zones()


# ---- lairs -----


def test_a_lair_acts_on_initiative_twenty_from_the_first_round_on() -> None:
    quake = {"name": "Quake", "economy": "lair", "range": 60, "effects": [{"damage": "1[bludgeoning]"}]}
    scene = Scene(
        (HERO, "party", (3, 5)),
        (creature("Brute", blow(), quake), "monsters", (4, 5)),
        lair=True,
        initiative={"Hero": 20, "Brute": 12},
    )
    assert scene.state.mover == scene.number("Hero")  # as quick as the lair, and before it
    scene.do("dodge")
    assert (scene.state.round, scene.state.lair, scene.state.legend) == (1, True, scene.number("Brute"))
    scene.do("Quake at Hero").come(", 1")
    assert (scene.state.lair, scene.state.mover) == (False, scene.number("Brute"))
