"""Any amount of energy is read and spent as it is, and makes nothing playable that the game withholds."""

import json

import pytest
from tests.spire.protocol import message_samples as samples
from tests.spire.scenes import following

from hazard.spire.agent.advice import advise
from hazard.spire.agent.combat import withhold
from hazard.spire.agent.plans import planner_within
from hazard.spire.protocol.commands import why_illegal
from hazard.spire.protocol.message import read_message
from hazard.spire.protocol.reading import read_fight
from hazard.spire.protocol.simulator import simulator

PLANNER = planner_within(simulations=60)
ENERGIES = range(21)


def fight(energy, *hand, **changes):
    monsters = [samples.monster(current_hp=200, max_hp=200)]
    made = samples.fight(hand=list(hand), monsters=monsters, **changes)
    made["game_state"]["combat_state"]["player"]["energy"] = energy
    return made


def moves(made) -> list[str]:
    """What may be done, by the rules and by the game."""
    message = read_message(json.dumps(made))
    reading = read_fight(message)
    rules = simulator(reading.ascension)
    withhold(rules, reading, message)
    return [move.told("en") for move in rules.moves(reading.state)]


@pytest.mark.parametrize("energy", [0, 6, 7, 20])
@pytest.mark.parametrize("id_", ["Strike_R", "Whirlwind"])
def test_what_the_game_withholds_is_never_planned_however_much_energy_there_is(energy, id_):
    withheld, other = samples.card(id_, is_playable=False), samples.card("Iron Wave", is_playable=energy > 0)
    made = fight(energy, withheld, other)
    found = advise(json.dumps(made), PLANNER)
    assert why_illegal(read_message(json.dumps(made)), found.command) is None
    assert "fallback" not in found.why
    assert not any(move.startswith(withheld["name"]) for move in found.moves)
    told = any(f"does not let {withheld['name']} be played" in str(warning) for warning in found.warnings)
    assert told == (energy >= withheld["cost"])  # otherwise there is nothing to withhold


@pytest.mark.parametrize("energy", ENERGIES)
@pytest.mark.parametrize("id_", ["Strike_R", "Defend_R", "Bash", "Whirlwind", "Anger"])
def test_what_the_game_withholds_is_no_move(energy, id_):
    words = moves(fight(energy, samples.card(id_, is_playable=False)))
    assert words == ["end turn"]


@pytest.mark.parametrize("energy", ENERGIES)
def test_a_card_of_cost_x_takes_all_energy_and_acts_as_often(energy):
    """Whirlwind deals 5 to all for each energy."""
    reading = read_fight(read_message(json.dumps(fight(energy, samples.card("Whirlwind")))))
    assert reading.warnings == []
    rules = simulator(reading.ascension)
    assert reading.picture["player"]["energy"] == energy
    after = rules.picture(following(rules.game, reading.state, "Whirlwind"))
    assert after["player"]["energy"] == 0
    assert after["monsters"][0]["hp"] == 200 - 5 * energy


@pytest.mark.parametrize("energy", ENERGIES)
@pytest.mark.parametrize("cost", range(8))
def test_a_card_can_be_played_exactly_if_there_is_energy_for_it(energy, cost):
    made = fight(energy, samples.card("Strike_R", cost=cost, is_playable=None))
    assert any(word.startswith("Strike") for word in moves(made)) == (cost <= energy)


def test_two_of_a_kind_of_which_one_is_withheld_are_told_apart():
    hand = [samples.card("Strike_R", is_playable=False), samples.card("Defend_R"), samples.card("Strike_R")]
    message = read_message(json.dumps(fight(7, *hand)))
    reading = read_fight(message)
    rules = simulator(reading.ascension)
    withhold(rules, reading, message)
    assert reading.picture["withheld"] == [0]
    plays = [move.index for move in rules.moves(reading.state) if move.told("en").startswith("Strike")]
    assert plays == [2]
