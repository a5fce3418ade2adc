"""Potions are always in sight, at a price in HP: kept in an easy fight, drunk where they save much."""

import json

import pytest
from tests.spire.protocol import message_samples as samples
from tests.spire.scenes import attacker, scene

from hazard.search import Budget
from hazard.spire.agent.advice import advise
from hazard.spire.agent.plans import planner_within
from hazard.spire.planner import Planner, Settings
from hazard.spire.planner.settings import defaults

PLANNER = planner_within(simulations=400)


def fight(hp, hand, potion, monsters=1, **changes):
    made = samples.fight(
        monsters=[samples.monster() for _ in range(monsters)],
        hand=[samples.card(id_) for id_ in hand],
        **changes,
    )
    game = made["game_state"]
    game["potions"] = [samples.potion(potion)]
    game["current_hp"] = game["combat_state"]["player"]["current_hp"] = hp
    made["available_commands"].append("potion")
    return json.dumps(made)


@pytest.mark.parametrize("hp", [36, 40, 45])
def test_nobody_dies_in_a_hallway_with_the_potion_that_would_have_saved_them(hp):
    """Four worms bite for 4 * 12 = 48 at ascension 20, and 12 block leave 36; 45 HP are 60 % of 75."""
    found = advise(fight(hp + 1, ["AscendersBane"] * 3, "Block Potion", monsters=4), PLANNER)
    assert found.command == "potion use 0"


@pytest.mark.parametrize("potion", ["Block Potion", "Fire Potion", "Strength Potion", "SmokeBomb"])
def test_an_easy_fight_costs_no_potion(potion):
    worm = [samples.monster(current_hp=6)]
    made = json.loads(fight(70, ["Strike_R", "Defend_R"], potion))
    made["game_state"]["combat_state"]["monsters"] = worm
    assert advise(json.dumps(made), PLANNER).command.startswith("play 1")


def test_a_potion_costs_more_where_worse_fights_are_to_come():
    worth = defaults()["worth"]
    assert worth["potion_in_hallway"] > worth["potion"] > 0


@pytest.mark.parametrize("way", ["search", "beam"])
def test_whoever_can_win_does_not_flee(way):
    game, state = scene(["Strike"], potions=["Smoke Bomb"], monsters=[attacker(5, hp=30)], hp=60)
    found = Planner(game.content, Settings(way)).plan(state, Budget(nodes=300))
    assert "Smoke Bomb" not in found.words()[0]


@pytest.mark.parametrize("way", ["search", "beam"])
def test_whoever_would_die_flees(way):
    game, state = scene(["Wound"], potions=["Smoke Bomb"], monsters=[attacker(50, hp=300)], hp=30)
    found = Planner(game.content, Settings(way)).plan(state, Budget(nodes=300))
    assert found.words()[0] == "drink Smoke Bomb"
