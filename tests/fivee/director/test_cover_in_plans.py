"""Where plans stand: cover from the other side's shots counts, and never costs a shot of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import FIELD, Scene, blow, creature

from hazard.fivee.content.library import encounters
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight

BOW = blow("Bow", "1d8+3[piercing]", attack={"reach": 0, "range": 150})


def with_walls(*cells: tuple[int, int]) -> list[str]:
    rows = [list(row) for row in FIELD]
    for x, y in cells:
        rows[y][x] = "#"
    return ["".join(row) for row in rows]


def shooting(*walls: tuple[int, int], feet: int = 5, foe: dict[str, Any] = BOW) -> Scene:
    """An archer in the row of a foe to the left, with a step to go."""
    return Scene(
        (creature("Archer", BOW, speed={"walk": feet}), "monsters", (16, 6)),
        (creature("Foe", foe, level=5), "party", (2, 6)),
        rows=with_walls(*walls),
    )


def best(scene: Scene) -> Plan:
    """The plan that looks best at first sight."""
    plans = scene.game.actions(scene.state)
    return max(plans, key=lambda plan: scene.game.core.rank(scene.state, plan))


@pytest.mark.parametrize(("wall", "cell"), [((14, 5), (15, 5)), ((14, 7), (15, 7))])
def test_of_two_equal_cells_an_archer_takes_the_one_behind_cover(
    wall: tuple[int, int], cell: tuple[int, int]
) -> None:
    #  ....#G      the wall stops the lines to two corners of its cell, and no arrow to or from it
    #  F....A
    scene = shooting(wall)
    plan = best(scene)
    assert (plan.to, plan.action) == (cell, 0)
    suggestion = Director(scene.fight, settings=DirectorSettings(depth=2, seconds=10.0)).suggest(scene.state)
    assert suggestion.decision.action.to == cell


def test_cover_is_worth_nothing_against_those_who_cannot_shoot() -> None:
    assert best(shooting((14, 5), foe=blow("Sword"))).to != (15, 5)


def test_an_archer_shoots_though_it_could_be_out_of_sight() -> None:
    # A long wall: from almost everywhere behind it nobody is seen, and nobody sees.
    plan = best(shooting(*((12, y) for y in range(7)), feet=30))
    assert plan.action == 0


@pytest.mark.parametrize("name", sorted(encounters()))
def test_nobody_cowers_behind_cover_for_ever(name: str) -> None:
    fight = Fight(encounters()[name], seed=1)
    game = Combat(fight, plans=0)
    state = game.start()
    while game.turn(state).name == "CHANCE":
        state = game.apply(state, game.outcomes(state)[0][0])
    first = max(game.actions(state), key=lambda plan: game.core.rank(state, plan))
    assert first.action is not None or first.standard != "dodge"
