"""The mod's messages are read whatever state they are in, and its commands are told legal from illegal."""

import json
import random

import pytest
from tests.spire.protocol import message_samples as samples
from tests.spire.protocol.message_mutations import mutated

from hazard.spire.protocol.commands import legal_commands, play, why_illegal
from hazard.spire.protocol.message import Message, MessageError, read_message


def read(made) -> Message:
    return read_message(json.dumps(made))


@pytest.mark.parametrize("name", samples.EVERY_SAMPLE)
def test_a_sound_message_needs_no_repair(name):
    assert read_message(samples.EVERY_SAMPLE[name]).problems == []


@pytest.mark.parametrize("name", samples.EVERY_SAMPLE)
def test_every_listed_command_is_legal(name):
    message = read_message(samples.EVERY_SAMPLE[name])
    commands = legal_commands(message)
    assert len(commands) > 1  # more than asking for the state again
    assert [why_illegal(message, command) for command in commands] == [None] * len(commands)


def test_what_cannot_be_read_is_replaced_and_its_place_is_named():
    made = samples.fight()
    made["game_state"]["combat_state"]["hand"][2]["cost"] = "a lot"
    made["game_state"]["combat_state"]["hand"][3] = 17
    message = read(made)
    assert len(message.combat.hand) == 5  # places count: play 5 must still be Bash
    assert message.combat.hand[4].id == "Bash"
    assert [problem.context["place"] for problem in message.problems] == [
        "game_state.combat_state.hand.2.cost",
        "game_state.combat_state.hand.3",
    ]


def test_fields_that_nobody_knows_are_no_problem():
    made = samples.fight()
    made["game_state"]["blights"] = [{"id": "Accursed"}]
    assert read(made).problems == []


@pytest.mark.parametrize("line", ["", "ready", "[1, 2]", "17", '{"a": ', "\x00", '"text"', "[" * 5000])
def test_what_is_no_object_is_refused_with_a_sentence(line):
    with pytest.raises(MessageError, match=r"JSON"):
        read_message(line)


def test_a_mutated_message_is_read_or_refused():
    lines = list(samples.EVERY_SAMPLE.values())
    for case in range(1000):
        source = random.Random(case)
        text = mutated(source.choice(lines), source)
        try:
            message = read_message(text)
        except MessageError:
            continue
        for command in legal_commands(message):
            assert why_illegal(message, command) is None, (case, command)


def test_the_tenth_card_is_played_as_zero():
    message = read(samples.big_fight())
    assert len(message.combat.hand) == 10
    assert play(9) == "play 0"
    assert why_illegal(message, "play 0") is None
    assert why_illegal(message, "play 11") == "there are 10 cards in hand"


def test_dead_monsters_keep_their_place_and_cannot_be_aimed_at():
    message = read(samples.big_fight())
    assert why_illegal(message, "play 1 0") == "monster 0 cannot be aimed at"
    assert why_illegal(message, "play 1 1") is None
    assert why_illegal(message, "play 1") == "a target is needed"
    assert why_illegal(message, "play 1 3") == "monster 3 cannot be aimed at"


def test_the_first_message_of_a_fight_announces_its_base_damage():
    slime = read(samples.big_fight()).combat.monsters[1]
    assert (slime.intent, slime.move_adjusted_damage, slime.damage) == ("DEBUG", -1, 11)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("play 9", "there are 5 cards in hand"),
        ("play", "play needs the number of a card"),
        ("play x", "play needs the number of a card"),
        ("choose 0", "choose is not among play, end, key, click, wait, state"),
        ("potion use 0", "potion is not among play, end, key, click, wait, state"),
        ("proceed", "proceed is not among play, end, key, click, wait, state"),
        ("wait soon", "wait needs a number of frames"),
        ("", "there is no command"),
    ],
)
def test_an_illegal_command_is_told_why(command, reason):
    assert why_illegal(read(samples.fight()), command) == reason


def test_potions_need_a_target_only_if_they_are_thrown():
    message = read(samples.big_fight())
    assert why_illegal(message, "potion use 0") == "a target is needed"
    assert why_illegal(message, "potion use 0 2") is None
    assert why_illegal(message, "potion use 1") is None
    assert why_illegal(message, "potion use 2") == "there are 2 places for potions"


def test_any_word_that_goes_back_stands_for_any_other():
    message = read(samples.card_reward())
    assert [why_illegal(message, word) for word in ("skip", "cancel", "return", "leave")] == [None] * 4
    assert why_illegal(message, "proceed") is not None


def test_a_run_is_started_with_a_class_and_an_ascension():
    message = read(samples.menu())
    assert why_illegal(message, "start ironclad 20") is None
    assert why_illegal(message, "start ironclad 21") == "the ascension is a number from 0 to 20"
    assert why_illegal(message, "start wizard") == "start needs one of ironclad, silent, defect, watcher"
