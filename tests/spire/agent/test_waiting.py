"""The agent gives a legal command in time whatever its planner does, and waits for a game that is busy."""

import json
from threading import Event

import pytest
from tests.spire.protocol import message_samples as samples

from hazard import _core
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import MOST_WAITS, WAITS_FOR_ACTIONS, CombatPlayer
from hazard.spire.agent.policy import load_policy
from hazard.spire.agent.watchdog import MOST_LATE, LateError, Watchdog
from hazard.spire.protocol.commands import why_illegal
from hazard.spire.protocol.message import read_message

POLICY = load_policy()


def busy(made, phase="EXECUTING_ACTIONS"):
    made["game_state"]["action_phase"] = phase
    return made


def ending(state):
    """A planner that ends every turn at once."""

    class Plan:
        moves = (_core.SpireMove(_core.SpireMoveKind.END, None, "", None),)
        value = 0.0

    return Plan()


def agent_with(planner, milliseconds=None) -> Agent:
    return Agent(Settings(games=0), POLICY, CombatPlayer(POLICY, planner, milliseconds))


# ---- a planner that is late ---------------------------------------------------------------------------


def test_a_planner_that_never_answers_is_not_waited_for():
    """Its budget is 20 ms, so a command is due; only a few such calls are ever under way."""
    never, asked = Event(), []

    def hangs(state):
        asked.append(state)
        never.wait()

    agent = agent_with(hangs, milliseconds=20)
    try:
        for turn in range(1, 6):
            line = json.dumps(samples.fight(turn=turn))
            assert why_illegal(read_message(line), agent.answer(line)) is None
            assert "LateError" in agent.combat.last["fault"]
    finally:
        never.set()
    assert len(asked) == MOST_LATE
    assert agent.combat.counts()["late"] == agent.combat.counts()["fallbacks"] == 5


@pytest.mark.parametrize("error", [RuntimeError, ValueError, MemoryError, KeyError, RecursionError])
def test_a_planner_that_raises_leaves_a_legal_command(error):
    def raises(state):
        raise error("no plan")

    line = json.dumps(samples.big_fight())
    assert why_illegal(read_message(line), agent_with(raises).answer(line)) is None


def test_without_a_plan_a_potion_is_drunk_before_one_dies():
    """Five worms bite for 55 at 50 of 75 HP, where the fallback keeps its potions otherwise."""

    def raises(state):
        raise RuntimeError("no plan")

    for worms, drinks in ((5, True), (4, False)):
        made = samples.fight(monsters=[samples.monster() for _ in range(worms)])
        made["game_state"]["potions"] = [samples.potion("Block Potion")]
        made["game_state"]["combat_state"]["player"]["current_hp"] = 50
        made["game_state"]["current_hp"] = 50
        made["available_commands"].append("potion")
        assert (agent_with(raises).answer(json.dumps(made)) == "potion use 0") is drinks


def test_what_work_returns_or_raises_comes_through_the_watchdog():
    assert Watchdog(60.0).done(lambda: "done") == "done"
    with pytest.raises(ZeroDivisionError):
        Watchdog(60.0).done(lambda: 1 / 0)
    with pytest.raises(LateError, match="within 10 ms"):
        Watchdog(0.01).done(Event().wait)


# ---- a game that is busy ------------------------------------------------------------------------------


def test_nothing_is_sent_but_patience_while_actions_are_executed():
    agent = agent_with(ending)
    assert agent.answer(json.dumps(samples.fight())) == "end"
    again = json.dumps(busy(samples.fight()))  # the same turn, and 'end' is allowed
    assert {agent.answer(again) for _ in range(MOST_WAITS)} == {"wait 30"}
    assert agent.answer(json.dumps(samples.fight(turn=2))) == "end"


def test_where_waiting_is_not_allowed_the_state_is_asked_for():
    made = busy(samples.fight())
    made["available_commands"] = ["play", "end", "state"]
    assert agent_with(ending).answer(json.dumps(made)) == "state"


def test_a_turn_that_was_ended_is_not_ended_again_where_the_game_does_not_say_what_it_does():
    agent = agent_with(ending)
    assert agent.answer(json.dumps(busy(samples.fight(), ""))) == "end"
    other = json.dumps(busy(samples.fight(hand=[]), ""))
    assert agent.answer(other) == "wait 30"
    assert agent.answer(json.dumps(busy(samples.fight(turn=2), ""))) == "end"


def test_an_end_that_the_game_refused_is_tried_again():
    agent, line = agent_with(ending), json.dumps(busy(samples.fight(), ""))
    assert agent.answer(line) == "end"
    assert agent.answer('{"error": "Invalid command", "ready_for_command": true}') == "state"
    assert agent.answer(json.dumps(busy(samples.fight(times_damaged=1), ""))) == "end"


def test_selections_in_the_middle_of_an_action_are_answered():
    made = busy(samples.hand_select("ArmamentsAction"))
    assert agent_with(ending).answer(json.dumps(made)).startswith("choose")


def test_patience_with_a_game_that_is_always_busy_ends():
    """It is waited for once, and then no more until it says that it waits itself."""
    agent = agent_with(ending)
    lines = [json.dumps(busy(samples.fight(turn=turn))) for turn in (1, 2)]
    answers = [agent.answer(lines[0]) for _ in range(WAITS_FOR_ACTIONS + 1)]
    assert answers == ["wait 30"] * WAITS_FOR_ACTIONS + ["end"]
    assert agent.answer(lines[1]) == "end"
    assert agent.answer(lines[1]) == "wait 30"  # that turn has been ended
    assert agent.answer(json.dumps(samples.fight(turn=3))) == "end"
    assert agent.answer(json.dumps(busy(samples.fight(turn=4)))) == "wait 30"
