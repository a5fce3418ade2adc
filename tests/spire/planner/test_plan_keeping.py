"""A plan is kept while what was predicted happens, and dropped when something is learned."""

import json

import pytest
from tests.spire.planner.turn_planner import ListedPlan, ListPlanner
from tests.spire.protocol import message_samples as samples

from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import CombatPlayer
from hazard.spire.agent.policy import load_policy
from hazard.spire.agent.watchdog import Watchdog
from hazard.spire.protocol.simulator import Move, MoveKind, simulator
from hazard.spire.rules.setups import setup
from hazard.spire.stand_in.making import run_maker
from hazard.spire.stand_in.serve import StandIn

POLICY = load_policy()


class Notes:
    """A journal that only remembers."""

    def __init__(self):
        self.entries = []

    def write(self, kind, **entry):
        self.entries.append({"kind": kind, **entry})


def agent_with(planner, notes=None) -> Agent:
    player = CombatPlayer(POLICY, planner)
    player.watchdog = Watchdog(None)  # however busy the machine is
    return Agent(Settings(games=0), POLICY, player, notes)


def fought(
    planner, deck="starter", encounter="Jaw Worm", fights=3, potions=()
) -> tuple[Agent, StandIn, list]:
    notes = Notes()
    agent = agent_with(planner, notes)
    game = StandIn(run_maker(deck, [encounter], 20, 3, potions), fights)
    message = game.message()
    for _ in range(2000):
        if game.over:
            break
        message = game.obey(agent.answer(json.dumps(message)))
    assert game.over
    return agent, game, [entry for entry in notes.entries if "turn" in entry]


def test_a_turn_without_chance_is_planned_once():
    planner = ListPlanner()
    agent, game, entries = fought(planner)
    turns = {(entry["n"] - entry["n"] % 1, entry["turn"]) for entry in entries}
    assert len(turns) > 10
    assert agent.combat.counts()["replans_per_turn"] == 0
    assert len(planner.asked) == agent.combat.counts()["turns"]
    assert (game.results.refused, agent.tally.replaced) == (0, 0)


def test_cards_that_are_drawn_make_a_new_plan():
    agent, _, entries = fought(ListPlanner(), deck="act-2", encounter="Chosen", fights=2)
    reasons = {entry["replan"] for entry in entries if "replan" in entry}
    assert "chance has decided" in reasons
    assert 0 < agent.combat.counts()["replans_per_turn"] < 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda fight: fight["player"].update(energy=3), "energy"),
        (lambda fight: fight["player"].update(current_hp=11), "hp"),
        (lambda fight: fight["monsters"][0].update(current_hp=3), "monster 0's hp"),
        (lambda fight: fight["monsters"][0].update(block=4), "monster 0's block"),
        (lambda fight: fight["monsters"].append(samples.monster()), "2 monsters, not 1"),
        (lambda fight: fight["hand"].append(samples.card("Bash")), "the hand"),
        (lambda fight: fight["monsters"][0]["powers"].append(samples.power("Strength", 2)), "powers"),
    ],
)
def test_whatever_differs_from_the_prediction_makes_a_new_plan(change, reason):
    notes = Notes()
    game = StandIn(run_maker("starter", ["Jaw Worm"], 20, 3), 1)
    agent = agent_with(ListPlanner(), notes)
    message = game.obey("start ironclad 20")
    message = game.obey(agent.answer(json.dumps(message)))
    change(message["game_state"]["combat_state"])
    agent.answer(json.dumps(message))
    assert reason in notes.entries[-1]["replan"]


def test_a_planner_that_fails_is_replaced_by_the_simple_fallback():
    def broken(state):
        raise RuntimeError("out of ideas")

    agent, game, entries = fought(broken, fights=2)
    assert game.results.refused == 0
    assert any("out of ideas" in entry.get("fault", "") for entry in entries)
    assert agent.combat.counts()["fallbacks"] > 0


def test_a_move_that_the_game_does_not_allow_is_not_sent():
    def stubborn(state):
        return ListedPlan([Move(MoveKind.PLAY, 9, 3)])

    _, game, _ = fought(stubborn, fights=1)
    assert game.results.refused == 0


@pytest.mark.parametrize("potion", ["Fire Potion", "Block Potion", "Gambler's Brew", "Attack Potion"])
def test_the_planner_sees_every_potion_in_every_fight(potion):
    def thirsty(state):
        plan = ListPlanner()(state)
        drinks = [m for m in simulator(20).moves(state) if m.kind is MoveKind.POTION]
        return ListedPlan([drinks[0]]) if drinks else plan

    for encounter in ("Gremlin Nob", "Jaw Worm"):
        _, game, entries = fought(thirsty, encounter=encounter, fights=1, potions=(potion,))
        assert any(entry["command"].startswith("potion use 0") for entry in entries if entry["hp"] > 40)
        assert game.results.refused == 0


def test_selections_follow_the_plan():
    planner = ListPlanner()
    agent, game, entries = fought(planner, deck="act-3", encounter="Orb Walker", fights=2)
    chosen = [entry for entry in entries if entry["screen"] in ("HAND_SELECT", "GRID")]
    assert chosen
    assert (game.results.refused, agent.tally.replaced) == (0, 0)


def test_what_lies_on_top_of_the_draw_pile_is_remembered_when_cards_are_drawn():
    """Headbutt puts Bash on top; then Pommel Strike draws it: the plan knows, although no message says so."""
    piles = {"hand": ["Headbutt", "Pommel Strike", "Defend_R"], "discard_pile": ["Bash", "Strike_R"]}
    made = samples.fight(
        draw_pile=[samples.card("Strike_R"), samples.card("Defend_R"), samples.card("Strike_R")],
        **{name: [samples.card(id_) for id_ in ids] for name, ids in piles.items()},
    )
    planner = ListPlanner()
    agent = agent_with(planner)
    assert agent.answer(json.dumps(made)) == "play 1 0"
    moves = [move.told("en") for move in planner(planner.asked[0]).moves]
    assert moves[:3] == ["Headbutt on Jaw Worm", "choose Bash", "Pommel Strike on Jaw Worm"]
    assert agent.combat._standing.moves  # the whole turn: drawing a known card is no chance


@pytest.mark.parametrize("deck", ["starter", "act-2", "act-3"])
def test_in_every_encounter_nothing_is_learned_but_what_chance_decides(deck):
    names = setup(deck).encounters()
    notes = Notes()
    agent = agent_with(ListPlanner(), notes)
    game = StandIn(run_maker(deck, names, 20, 5), len(names))
    message = game.message()
    for _ in range(6000):
        if game.over:
            break
        message = game.obey(agent.answer(json.dumps(message)))
    assert game.over
    assert game.results.refused == 0
    assert {entry["replan"] for entry in notes.entries if "replan" in entry} <= {"chance has decided"}
    assert [entry for entry in notes.entries if entry.keys() & {"fault", "disagrees", "unknown"}] == []
