"""Cards that a fight offers are planned with: what is on offer is known, and the plan goes on from it."""

import json

import pytest

from hazard.search import Budget
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import CombatPlayer
from hazard.spire.agent.policy import load_policy
from hazard.spire.planner.planner import plan
from hazard.spire.protocol.commands import why_illegal
from hazard.spire.protocol.message import read_message
from hazard.spire.protocol.pending import read_choice
from hazard.spire.rules.setups import SETUPS, Setup
from hazard.spire.stand_in.making import run_maker
from hazard.spire.stand_in.serve import StandIn

POLICY = load_policy()


@pytest.mark.parametrize(
    ("deck", "relics", "potions"),
    [
        (["Discovery x8", "Strike x2"], [], []),
        (["Strike x5", "Defend x4", "Bash"], ["Nilry's Codex"], []),
        (["Strike x5", "Defend x4", "Bash"], [], ["Attack Potion", "Skill Potion", "Power Potion"]),
    ],
)
def test_what_is_offered_in_a_fight_is_planned_with(monkeypatch, deck, relics, potions) -> None:
    monkeypatch.setitem(SETUPS, "mine", Setup(1, 30, 80, tuple(deck), tuple(relics)))
    game = StandIn(run_maker("mine", ["Gremlin Nob"], 0, 3, tuple(potions)), 1)
    player = CombatPlayer(POLICY, lambda state: plan(state, Budget(nodes=60)))
    agent = Agent(Settings(games=0, ascension=0), POLICY, player)
    by_table: list[str] = []
    monkeypatch.setattr("hazard.spire.agent.agent.answer_screen", lambda *seen: by_table.append("asked"))
    message, offers = game.message(), 0
    while not game.over:
        line = json.dumps(message)
        command = agent.answer(line)
        assert command is not None
        seen = read_message(line)
        assert why_illegal(seen, command) is None
        if seen.combat is not None and seen.game.screen_type == "CARD_REWARD":
            offers += 1
            assert not by_table
            assert read_choice(seen) is not None
        by_table.clear()
        message = game.obey(command)
    assert offers > 0
