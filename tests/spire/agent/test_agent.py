"""The agent answers whatever comes with something legal, never loops, and keeps to its policy."""

import io
import json
import random

import pytest
from tests.spire.protocol import message_samples as samples
from tests.spire.protocol.message_mutations import mutated

from hazard.errors import UserError
from hazard.search import Budget
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.journal import Journal, read_journal
from hazard.spire.agent.pipe import converse, handshake
from hazard.spire.agent.policy import load_policy
from hazard.spire.protocol.commands import legal_commands, why_illegal
from hazard.spire.protocol.message import MessageError, read_message

POLICY = load_policy()


def fresh() -> Agent:
    return Agent(Settings(games=0), POLICY)


def answer(made) -> str:
    return fresh().answer(json.dumps(made))


@pytest.mark.parametrize("name", samples.EVERY_SAMPLE)
def test_every_screen_gets_a_legal_command_that_does_something(name):
    line = samples.EVERY_SAMPLE[name]
    command = fresh().answer(line)
    assert why_illegal(read_message(line), command) is None
    assert command.split()[0] not in ("state", "wait")


def test_mutated_messages_get_a_legal_command():
    agent = fresh()
    lines = list(samples.EVERY_SAMPLE.values())
    for case in range(800):
        source = random.Random(case)
        line = mutated(source.choice(lines), source)
        command = agent.answer(line)
        try:
            message = read_message(line)
        except MessageError:
            assert command == "state"
            continue
        if message.ready_for_command:
            assert why_illegal(message, command) is None, (case, command)
        else:
            assert command is None


@pytest.mark.parametrize("name", samples.EVERY_SAMPLE)
def test_a_message_that_comes_back_is_answered_differently_until_all_is_tried(name):
    agent, line = fresh(), samples.EVERY_SAMPLE[name]
    message = read_message(line)
    legal = legal_commands(message)
    answers = [agent.answer(line) for _ in legal]
    assert set(answers) == set(legal) or not message.in_game


def test_nothing_is_said_before_the_game_is_ready():
    assert answer({**samples.fight(), "ready_for_command": False}) is None


def test_after_an_error_the_state_is_asked_for_and_the_same_is_not_tried_again():
    agent = fresh()
    line = json.dumps(samples.rest())
    first = agent.answer(line)
    assert agent.answer('{"error": "Invalid command", "ready_for_command": true}') == "state"
    assert agent.answer(line) != first


def test_runs_are_started_as_often_as_asked_and_then_it_leaves():
    agent = Agent(Settings(games=2, ascension=5), POLICY)
    menu, over = json.dumps(samples.menu()), json.dumps(samples.game_over())
    answers = [agent.answer(line) for line in (menu, menu, over, menu, over, menu)]
    again = "start ironclad 5"  # a start that did not begin a run is no run
    assert answers == [again, again, "proceed", again, "proceed", None]
    assert agent.done


def test_the_pipe_says_ready_answers_line_by_line_and_ends_with_its_input():
    lines = [json.dumps(samples.menu()), "", "garbage", json.dumps(samples.game_over())]
    output = io.StringIO()
    handshake(output)
    converse(fresh(), io.BytesIO("\n".join(lines).encode() + b"\n\xff\xfe\n"), output)
    assert output.getvalue().split("\n") == ["ready", "start ironclad 20", "state", "proceed", "state", ""]


def test_a_grid_that_can_be_gone_on_with_is_never_cancelled():
    """The mod sends no message after that, and both sides would wait for ever."""
    for commands in (["choose", "cancel"], ["confirm", "cancel"], ["choose", "confirm", "return"]):
        made = {**samples.grid(for_purge=True), "available_commands": commands}
        agent, line = fresh(), json.dumps(made)
        answers = {agent.answer(line) for _ in range(60)}
        assert not answers & {"cancel", "return", "skip", "leave"}
        assert len(answers) > 1


def test_where_a_grid_can_only_be_cancelled_the_state_is_asked_for_as_well():
    made = {**samples.grid(), "available_commands": ["cancel"]}
    made["game_state"]["choice_list"] = []
    output = io.StringIO()
    converse(fresh(), io.BytesIO(json.dumps(made).encode() + b"\n"), output)
    assert output.getvalue() == "cancel\nstate\n"


def test_the_journal_has_a_line_for_each_decision(tmp_path):
    journal = Journal(tmp_path / "log.jsonl")
    agent = Agent(Settings(games=0, keep_messages=True), POLICY, journal=journal)
    for line in samples.EVERY_SAMPLE.values():
        agent.answer(line)
    journal.close()
    entries = [entry for entry in read_journal(tmp_path / "log.jsonl") if entry["kind"] == "decision"]
    assert len(entries) == len(samples.EVERY_SAMPLE)
    assert all(entry["why"] and entry["ms"] >= 0 and entry["message"] for entry in entries)


def test_where_nothing_is_to_be_done_no_potion_is_wasted():
    made = samples.big_fight()
    made["available_commands"] = ["potion", "key", "click", "wait", "state"]
    assert answer(made) == "wait 30"


# ---- other classes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "whose"), [("THE_SILENT", "Silent"), ("DEFECT", "Defect"), ("WATCHER", "Watcher")]
)
def test_a_run_of_another_class_is_refused_at_its_first_message(name, whose):
    made = samples.rest(**{"class": name})
    with pytest.raises(
        UserError, match=f"this run is the {whose}'s; hazard knows and plays the Ironclad only"
    ):
        fresh().answer(json.dumps(made))


def test_no_agent_is_made_for_another_class():
    with pytest.raises(UserError, match="the Watcher's"):
        Agent(Settings("watcher"), POLICY)


def test_a_class_that_nobody_knows_is_doubted_once_and_then_refused():
    agent, line = fresh(), json.dumps(samples.rest(**{"class": "THE_HERMIT"}))
    assert agent.answer(line) == "state"
    with pytest.raises(UserError, match="of the class 'THE_HERMIT'"):
        agent.answer(line)
    assert agent.answer(json.dumps(samples.rest())) == "choose 1"  # it was a garbled line


# ---- the policy ---------------------------------------------------------------------------------------


def test_the_hurt_rest_and_the_healthy_forge():
    assert answer(samples.rest(current_hp=20)) == "choose 0"
    assert answer(samples.rest(current_hp=70)) == "choose 1"
    assert answer(samples.rest(current_hp=50, floor=15)) == "choose 0"  # before the boss


def test_who_cannot_heal_does_not_rest():
    relics = [samples.relic("Mark of the Bloom")]
    assert answer(samples.rest(current_hp=20, relics=relics)) == "choose 1"


def test_elites_are_sought_when_healthy_and_shunned_when_hurt():
    assert answer(samples.map_screen(current_hp=70)) == "choose 1"
    assert answer(samples.map_screen(current_hp=15)) == "choose 0"


def test_the_best_card_is_taken_and_bad_ones_are_left():
    assert answer(samples.card_reward("Clash", "Shrug It Off", "Searing Blow")) == "choose 1"
    assert answer(samples.card_reward("Clash", "Searing Blow", "Rupture")) == "skip"


def test_cards_that_were_left_are_not_looked_at_again():
    agent = fresh()
    rewards = json.dumps(samples.combat_reward({"reward_type": "CARD"}))
    assert agent.answer(rewards) == "choose 0"
    assert agent.answer(json.dumps(samples.card_reward("Clash"))) == "skip"
    assert agent.answer(rewards) == "proceed"


def test_a_full_belt_makes_room_for_a_better_potion_only():
    belt = [samples.potion("SmokeBomb"), samples.potion("FairyPotion")]
    better = {"reward_type": "POTION", "potion": samples.potion("Fire Potion")}
    worse = {"reward_type": "POTION", "potion": samples.potion("SmokeBomb")}
    assert answer(samples.combat_reward(better, potions=belt)) == "potion discard 0"
    assert answer(samples.combat_reward(worse, potions=belt)) == "proceed"


def test_the_shop_is_entered_once():
    agent = fresh()
    assert agent.answer(json.dumps(samples.shop_room())) == "choose 0"
    assert agent.answer(json.dumps(samples.shop_screen(gold=10))) == "leave"
    assert agent.answer(json.dumps(samples.shop_room())) == "proceed"


def test_the_shop_sells_what_is_worth_most_for_the_gold():
    assert answer(samples.shop_screen(gold=500)) == "choose 1"  # Offering
    assert answer(samples.shop_screen(gold=80)) == "choose 0"  # removing a card


@pytest.mark.parametrize(
    ("made", "command"),
    [
        (samples.event("Big Fish", current_hp=20), "choose 0"),
        (samples.event("Big Fish", current_hp=70), "choose 1"),
        (samples.event("Vampires", "Accept", "Refuse"), "choose 1"),
        (samples.event("Something New", "Gamble", "Leave"), "choose 1"),
        (samples.event("Something New", "Gamble", "Drink"), "choose 0"),
        (samples.boss_reward(), "choose 1"),
        (samples.chest(), "choose 0"),
        (samples.chest(opened=True), "proceed"),
        (samples.game_over(), "proceed"),
        (samples.grid(for_upgrade=True), "choose 1"),  # Bash
        (samples.grid(for_purge=True), "choose 2"),  # the curse
        (samples.headbutt_grid(), "choose 1"),  # back on top: Bash
        (samples.hand_select("ArmamentsAction"), "choose 1"),  # Bash is upgraded already
        (samples.hand_select("ExhaustAction", "True Grit"), "choose 0"),
    ],
)
def test_screens_are_answered_by_the_policy(made, command, monkeypatch):
    monkeypatch.setattr("hazard.spire.planner.planner.DEFAULT_BUDGET", Budget(nodes=20000))  # however busy
    assert answer(made) == command


def test_a_selected_card_is_not_chosen_again():
    made = samples.grid(for_purge=True, num_cards=2)
    screen = made["game_state"]["screen_state"]
    screen["selected_cards"] = [screen["cards"][2]]
    assert answer(made) == "choose 0"


def test_a_full_selection_is_confirmed():
    made = samples.hand_select()
    screen = made["game_state"]["screen_state"]
    screen["selected"] = [screen["hand"].pop()]
    made["available_commands"].insert(0, "confirm")
    assert answer(made) == "confirm"
