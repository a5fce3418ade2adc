"""Multiattacks made of more than attacks: breaths, rays and gazes among them."""

from __future__ import annotations

import pytest
from tests.fivee.small_fights import Scene, blow, creature

from hazard.dice import roll
from hazard.fivee.content.library import encounters
from hazard.fivee.director.breakdown import break_down
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.fight import Fight

BREATH = {
    "name": "Breath",
    "area": {"shape": "cone", "size": 15},
    "effects": [{"save": {"ability": "dex", "dc": 11, "on_success": "half"}, "damage": "4d6[fire]"}],
    "recharge": 5,
}
RAY = {
    "name": "Ray",
    "range": 60,
    "effects": [{"save": {"ability": "con", "dc": 11}, "damage": "4d6[force]"}],
}
HERO = creature("Hero", blow("Sword"), level=5)


def recipes(*ways: list[str]) -> dict[str, object]:
    return {"name": "Multiattack", "recipes": [[{"use": part} for part in way] for way in ways]}


def beast(*actions: dict[str, object], **more: object) -> Scene:
    return Scene((creature("Beast", *actions, **more), "monsters", (4, 5)), (HERO, "party", (5, 5)))


def test_a_breath_in_a_multiattack_is_spent_and_must_recharge() -> None:
    # "When its fire breath is available, it can use the breath in place of its bite or horns" (chimera).
    scene = beast(recipes(["Club", "Club"], ["Breath", "Club"]), blow(), BREATH)
    assert any("Multiattack 2" in plan for plan in scene.plans())
    scene.do("Multiattack 2 at Hero")
    place = scene.fight.rules.limited(0, scene.action("Beast", "Breath"))
    assert scene.see("Beast")["left"][place] == 0
    spent = beast(recipes(["Club", "Club"], ["Breath", "Club"]), blow(), BREATH)
    spent.put("Beast", left=[0] * 8)
    assert any("Multiattack 1" in plan for plan in spent.plans())
    assert not any("Multiattack 2" in plan for plan in spent.plans())


def test_a_breath_among_attacks_is_aimed_at_somebody() -> None:
    scene = beast(recipes(["Club", "Club"], ["Breath", "Club"]), blow(), BREATH)
    plan = scene.plan("Multiattack 2 at Hero")
    breath = 0.5 * roll("4d6").mean() + 0.5 * (roll("4d6") // 2).mean()  # DEX +0 against DC 11
    club = 0.5 * roll("1d6+3").mean() + 0.05 * roll("2d6+3").mean()
    assert break_down(scene.game, scene.state, plan).expected_damage[1] == pytest.approx(breath + club)


def test_two_rays_look_better_at_first_sight_than_one() -> None:
    scene = beast(recipes(["Ray", "Ray"]), RAY)
    assert "Multiattack" in scene.plans()[0]


def test_the_boss_of_our_own_making_uses_more_than_one_eye() -> None:
    fight = Fight(encounters()["many-eyed-tyrant"], seed=0)
    tyrant = fight.named("Many-Eyed Tyrant")
    state = fight.start.copy()
    state.turn = state.order.index(tyrant.number)
    state.deciding = True
    found = Director(fight, settings=DirectorSettings(seconds=20)).suggest(state)
    assert found.breakdown.action == "Eye Rays"


def test_every_way_of_a_legendary_action_is_offered() -> None:
    wink = {"name": "Wink", "economy": "legendary", "recipes": [[{"use": "Ray"}], [{"use": "Glance"}]]}
    glance = {**RAY, "name": "Glance", "effects": [{"damage": "1d6[psychic]"}]}
    scene = beast(RAY, glance, wink, legendary_actions=3)
    state = scene.state.copy()
    state.turn = 1
    state.legend = 0
    scene.state = state
    assert {plan for plan in scene.plans() if "Wink" in plan} == {"Wink 1 at Hero", "Wink 2 at Hero"}
