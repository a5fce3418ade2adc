"""Everything that is many independent games gives the same on any executor, and what is cut off says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hazard.backgammon import Position
from hazard.backgammon.rollout import rollout
from hazard.executing.executor import Executor, executor
from hazard.search import Budget
from hazard.spire.planner.settings import Settings
from hazard.spire.planner.strength import measure
from hazard.spire.stand_in.measure import Player, play_runs
from hazard.takeiteasy.game import TakeItEasy
from hazard.takeiteasy.strength import play_games

RACE = Position.of({6: 3, 5: 4}, {6: 4, 4: 3})


def rolled_out(crew: Executor | None) -> Any:
    return rollout(RACE, games=72, seed=3, threads=1, executor=crew)


def draws_played(crew: Executor | None) -> Any:
    played = play_games(TakeItEasy(), "expectimax(depth=1)", 5, seed=1, play_outs=2, executor=crew)
    return played.scores, played.gains, played.luck


def draws_searched(crew: Executor | None) -> Any:
    """A tree search remembers nothing from one game to the next."""
    way = "treesearch(nodes=40, select=puct, exploration=0.3)"
    return play_games(TakeItEasy(), way, 4, seed=1, executor=crew).scores


def fights_measured(crew: Executor | None) -> Any:
    found = measure(
        "starter", Settings(way="policy"), seeds=range(3), budget=Budget(nodes=50),
        encounters=["Cultist", "Jaw Worm"], executor=crew,
    )  # fmt: skip
    return [(record.encounter, record.lost, record.deaths) for record in found.records]


@pytest.mark.parametrize("measured", [rolled_out, draws_played, draws_searched, fights_measured])
@pytest.mark.parametrize(("kind", "workers"), [("threads", 1), ("threads", 3), ("processes", 2)])
def test_a_measurement_is_the_same_on_every_executor(
    measured: Callable[[Executor | None], Any], kind: str, workers: int
) -> None:
    assert measured(executor(kind, workers=workers)) == measured(None)


def test_runs_are_the_same_on_every_executor() -> None:
    player = Player(ascension=0, simulations=2, draft="table")
    alone = {record.seed: record.floor for record in play_runs(player, [3, 4, 5], "here")}
    assert {record.seed: record.floor for record in play_runs(player, [3, 4, 5], "threads", 2)} == alone
