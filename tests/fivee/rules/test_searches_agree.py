"""A fight is worth what it is worth, whichever search goes through it.

A search without a table goes deeper while the game still tells it the moves of a position: the game must not
forget the rest of its list meanwhile.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature

import hazard
from hazard.fivee.rules.combat import Combat

# Nothing that saves work: the definition of expectimax.
PLAIN = hazard.Expectimax(
    alpha_beta=False,
    star1=False,
    star2=False,
    table=False,
    deepen=False,
    merge=False,
    quiet_depth=0,
    order_table=False,
    order_rank=False,
    order_killers=False,
    order_history=False,
    order_outcomes=False,
)
SAVING_WORK = hazard.Expectimax(quiet_depth=0)

TWO_BLOWS = {"name": "Multiattack", "recipes": [[{"use": "Claw"}, {"use": "Claw"}]]}


@pytest.mark.parametrize(
    ("actions", "plans", "depth"),
    [
        ([blow("Claw", "5"), blow("Bite", "8", to_hit=1)], 0, 6),
        ([blow("Claw", "5"), blow("Bite", "8", to_hit=1)], 3, 7),
        ([blow("Claw", "1d2+3"), blow("Bite", "1d2+6", to_hit=1), TWO_BLOWS], 2, 5),
    ],
)
def test_every_search_finds_the_same_value(actions: list[dict[str, Any]], plans: int, depth: int) -> None:
    scene = Scene(
        (creature("Ann", blow("Sword", "7"), blow("Axe", "9", to_hit=2)), "party", (3, 3)),
        (creature("Orc", *actions), "monsters", (4, 3)),
        hit_points={"Ann": 14, "Orc": 14},
    )
    game = Combat(scene.fight, buckets=0, plans=plans)
    budget = hazard.Budget(depth=depth, seconds=60)
    plain, fast = (
        hazard.decide(game, game.start(), search=search, budget=budget) for search in (PLAIN, SAVING_WORK)
    )
    assert plain.stopped == fast.stopped == "depth"
    assert plain.value == pytest.approx(fast.value, abs=1e-9)
    assert {option.action: option.value for option in plain.options} == pytest.approx(
        {option.action: option.value for option in fast.options}, abs=1e-9
    )
