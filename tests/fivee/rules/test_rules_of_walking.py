"""Laws of getting about: running past foes, giving them a wide berth, dashes and steps through the air."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, has

HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
GUARD = creature("Guard", blow("Pike", "1d10[piercing]"))
MATE = creature("Mate", blow())
GATE = ["#########", "....#....", ".........", "####.####"]
"""The guard stands in the niche below; whoever goes along the row leaves its reach."""
BOW = {"name": "Bow", "attack": {"to_hit": 5, "range": 80}, "effects": [{"damage": "1d6[piercing]"}]}
STEP = {"name": "Misty Step", "economy": "bonus", "who": "self", "teleport_feet": 30}


def run_past(rows: list[str], start: tuple[int, int], guard: tuple[int, int], foe: tuple[int, int]) -> Scene:
    return Scene((HERO, "party", start), (GUARD, "monsters", guard), (MATE, "monsters", foe), rows=rows)


def provoked(scene: Scene, words: str) -> list[int]:
    return scene.provoked(next(plan for plan in scene.plans() if words in plan))


def test_a_foe_that_is_passed_strikes_from_where_its_reach_ends() -> None:
    rows = GATE
    scene = Scene(
        (HERO, "party", (0, 2)),
        (GUARD, "monsters", (4, 3)),
        (MATE, "monsters", (7, 2)),
        rows=rows,
    )
    plan = next(plan for plan in scene.plans() if "Sword at Mate" in plan)
    assert scene.provoked(plan) == [scene.number("Guard")]
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    assert (scene.state.actor, scene.state.target) == (scene.number("Guard"), scene.number("Hero"))
    assert tuple(scene.see("Hero")["at"]) == (5, 2)  # the last cell within the guard's reach
    scene.come("miss")
    assert (scene.state.actor, scene.state.target) == (scene.number("Hero"), scene.number("Mate"))


def test_whoever_falls_to_a_parting_blow_lies_where_it_fell() -> None:
    rows = GATE
    scene = Scene(
        (HERO, "party", (0, 2)), (GUARD, "monsters", (4, 3)), (MATE, "monsters", (7, 2)), rows=rows
    ).put("Hero", hit_points=1)
    scene.do(next(plan for plan in scene.plans() if "Sword at Mate" in plan)).come("hit for")
    assert tuple(scene.see("Hero")["at"]) == (5, 2)
    assert has(scene.see("Hero"), "unconscious")


def test_with_room_enough_a_foe_is_given_a_wide_berth() -> None:
    scene = run_past(["." * 12] * 9, (0, 4), (4, 4), (7, 4))
    plans = [plan for plan in scene.plans() if "Sword at Mate" in plan]
    assert plans
    assert all(not scene.provoked(plan) for plan in plans)


def test_the_same_walk_is_free_for_who_flies_by() -> None:
    rows = GATE
    hawk = creature("Hero", blow("Sword"), level=5, traits=[{"kind": "flyby"}])
    scene = Scene((hawk, "party", (0, 2)), (GUARD, "monsters", (4, 3)), (MATE, "monsters", (7, 2)), rows=rows)
    assert provoked(scene, "Sword at Mate") == []


def archer(**values: Any) -> Scene:
    shooter = creature("Hero", BOW, STEP, level=5, **values)
    return Scene((shooter, "party", (3, 5)), (MATE, "monsters", (4, 5)))


def test_a_step_through_the_air_leads_out_of_reach_and_provokes_nobody() -> None:
    scene = archer()
    plan = next(plan for plan in scene.plans() if "Misty Step" in plan and "Bow at Mate" in plan)
    found = scene.plan(plan)
    assert scene.game.core.teleports(scene.state, found)
    assert scene.provoked(plan) == []
    assert max(abs(found.to[0] - 4), abs(found.to[1] - 5)) > 1
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    assert scene.state.actor == scene.number("Hero")
    assert tuple(scene.see("Hero")["at"]) == found.to


def test_a_step_through_the_air_frees_from_a_grip() -> None:
    scene = archer().lay("Mate", "Hero", "grappled", escape=True)
    plan = next(plan for plan in scene.plans() if "Misty Step, move" in plan)
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    assert not has(scene.see("Hero"), "grappled")


def test_nobody_steps_through_a_wall_they_cannot_see_past() -> None:
    rows = ["......#......"] * 9
    shooter = creature("Hero", BOW, STEP, level=5)
    scene = Scene((shooter, "party", (4, 4)), (MATE, "monsters", (5, 4)), rows=rows)
    steps = [scene.plan(plan) for plan in scene.plans() if "Misty Step, move" in plan]
    assert steps
    assert all(plan.to[0] < 6 for plan in steps)


def test_a_dash_as_a_bonus_action_brings_a_far_foe_within_reach() -> None:
    rush = {"name": "Aggressive", "economy": "bonus", "standard": "dash"}
    orc = creature("Orc", blow("Axe"), rush)
    for feet, reached in ((11, True), (14, False)):
        scene = Scene((orc, "monsters", (0, 5)), (HERO, "party", (feet, 5)))
        assert any("Aggressive" in plan and "Axe at Hero" in plan for plan in scene.plans()) is reached


def test_whoever_dodges_may_still_use_a_bonus_action() -> None:
    word = {
        "name": "Word",
        "economy": "bonus",
        "who": "ally",
        "range": 60,
        "effects": [{"heal": "1d4+3"}],
    }
    healer = creature("Hero", word, level=5)
    friend = creature("Friend", blow(), level=5)
    scene = Scene((healer, "party", (3, 5)), (friend, "party", (3, 7)), (MATE, "monsters", (20, 5)))
    scene.put("Friend", hit_points=2)
    assert any("dodge" in plan and "Word at Friend" in plan for plan in scene.plans())


@pytest.mark.parametrize(("wall", "bonus"), [([], 0), ([(5, 5)], 5)], ids=["in the open", "behind a corner"])
def test_walls_between_help_on_saves_of_dexterity(wall: list[tuple[int, int]], bonus: int) -> None:
    ray = {
        "name": "Ray",
        "range": 120,
        "effects": [{"save": {"ability": "dex", "dc": 15, "on_success": "half"}, "damage": "8[fire]"}],
    }
    grid = [["." for _ in range(12)] for _ in range(9)]
    for x, y in wall:
        grid[y][x] = "#"
    rows = ["".join(row) for row in grid]
    scene = Scene((creature("Mage", ray), "monsters", (4, 4)), (HERO, "party", (6, 6)), rows=rows)
    plan = next(plan for plan in scene.plans() if plan.startswith("Ray at Hero"))
    scene.state = scene.game.apply(scene.state, scene.plan(plan))
    saves = sum(chance for words, chance in scene.chances().items() if words.startswith("saved"))
    assert saves == pytest.approx((6 + bonus) / 20)


def test_strength_is_no_help_behind_a_wall() -> None:
    pull = {"name": "Pull", "range": 120, "effects": [{"save": {"ability": "str", "dc": 15}, "push_feet": 5}]}
    rows = ["............"] * 5 + [".....#......"] + ["............"] * 3
    scene = Scene((creature("Mage", pull), "monsters", (4, 4)), (HERO, "party", (6, 6)), rows=rows)
    scene.do("Pull at Hero")
    assert scene.chances()["saved"] == pytest.approx(6 / 20)
