"""The stand-in speaks as the mod does: its messages are sound, and a client that obeys them gets through."""

import io
import json
import random
import sys

import pytest

from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import CombatPlayer
from hazard.spire.agent.policy import load_policy
from hazard.spire.protocol.commands import legal_commands, why_illegal
from hazard.spire.protocol.message import read_message
from hazard.spire.protocol.reading import read_fight
from hazard.spire.protocol.tracked import Tracked
from hazard.spire.stand_in.fight_room import FightRoom
from hazard.spire.stand_in.host import ClientError, host
from hazard.spire.stand_in.making import run_maker
from hazard.spire.stand_in.serve import StandIn, serve

POLICY = load_policy()


def no_planner(state):
    raise RuntimeError("nobody plans here")


def simple_agent() -> Agent:
    return Agent(Settings(games=0), POLICY, CombatPlayer(POLICY, no_planner))


def stand_in(fights=1, rooms=False, deck="starter", encounters=("Jaw Worm",), seed=0) -> StandIn:
    return StandIn(run_maker(deck, list(encounters), 20, seed), fights, rooms)


def played(game: StandIn, agent: Agent, most: int = 3000) -> list[dict]:
    """Play to the end in this process; return all messages."""
    messages = [game.message()]
    while not game.over and len(messages) < most:
        command = agent.answer(json.dumps(messages[-1]))
        messages.append(game.obey(command))
    return messages


def test_a_whole_fight_is_fought_without_a_refused_command():
    game = stand_in(fights=3)
    played(game, simple_agent())
    assert game.over
    assert (game.results.fights, game.results.refused) == (3, 0)


def test_every_message_is_sound_and_lists_only_what_can_be_done():
    game = stand_in(fights=6, rooms=True, deck="act-1", encounters=())
    screens = set()
    for made in played(game, simple_agent()):
        message = read_message(json.dumps(made))
        assert message.problems == []
        assert all(why_illegal(message, command) is None for command in legal_commands(message))
        if message.in_game:
            screens.add(message.game.screen_type)
        if message.combat is not None:
            assert read_fight(message).warnings == []
    assert {"NONE", "MAP", "EVENT", "COMBAT_REWARD", "CARD_REWARD", "GAME_OVER"} <= screens


def test_the_same_seed_serves_the_same_run():
    first = [played(stand_in(seed=5), simple_agent()) for _ in range(2)]
    assert first[0] == first[1]
    assert played(stand_in(seed=6), simple_agent()) != first[0]


@pytest.mark.parametrize("name", ["Jaw Worm", "Cultist", "Gremlin Nob", "3 Sentries", "Hexaghost"])
def test_a_fight_is_read_back_as_it_is_whatever_was_shown_and_played_before(name):
    """Messages and what is added up from them give the very state of the rules, hidden numbers and all."""
    game = stand_in(fights=2, deck="act-1", encounters=(name,))
    agent, tracked, compared = simple_agent(), Tracked(), 0
    message = game.message()
    while not game.over:
        command = agent.answer(json.dumps(message))
        if isinstance(game._room, FightRoom) and message["game_state"]["screen_type"] == "NONE":
            seen = read_message(json.dumps(message))
            tracked.see(seen)
            assert read_fight(seen, tracked).state == game._room.state
            compared += 1
            if command.startswith("play"):
                tracked.play(seen.combat.hand[(int(command.split()[1]) or 10) - 1])
        message = game.obey(command)
    assert compared > 20


@pytest.mark.parametrize(("deck", "seed"), [("act-1", 1), ("act-2", 2), ("act-3", 3)])
def test_whatever_a_legal_client_does_is_taken(deck, seed):
    chance = random.Random(seed)
    potions = ("Fire Potion", "Gambler's Brew")
    game = StandIn(run_maker(deck, [], 20, seed, potions), fights=40, rooms=True)
    for _ in range(1500):
        message = read_message(json.dumps(game.message()))
        if game.over:
            break
        moves = [c for c in legal_commands(message) if not c.startswith(("wait", "state"))]
        answer = game.obey(chance.choice(moves))
        assert "error" not in answer, answer
    assert game.results.fights > 5


@pytest.mark.parametrize(
    "line", ["play 9", "play 1 7", "choose 0", "potion use 0", "proceed", "", "dance", "play x"]
)
def test_a_wrong_command_is_refused_with_an_error_and_changes_nothing(line):
    game = stand_in()
    game.obey("start ironclad 20")
    before = game.message()
    assert "error" in game.obey(line)
    assert game.message() == before


def test_it_talks_over_pipes():
    source = io.StringIO("ready\nstart ironclad 20\nstate\nend\n")
    output = io.StringIO()
    serve(stand_in(), source, output)
    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [line.get("in_game") for line in lines] == [False, True, True, True]
    assert lines[1] == lines[2]
    assert lines[3]["game_state"]["combat_state"]["turn"] == 2


def test_the_agent_is_played_as_a_real_process():
    command = [sys.executable, "-m", "hazard", "spire", "agent", "--games", "0", "--no-log", "--json"]
    game = stand_in(fights=2, rooms=True)
    talk = host(command, game, patience=30)
    assert game.results.refused == 0
    assert game.results.fights == 2
    assert json.loads(talk.report)["commands"] == len(talk.seconds)


def test_a_client_that_leaves_or_says_nothing_is_named():
    with pytest.raises(ClientError, match="has left"):
        host([sys.executable, "-c", "print('ready')"], stand_in(), patience=10)
    with pytest.raises(ClientError, match="said nothing"):
        host([sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(60)"], stand_in(), 1)
