"""Whatever happens by itself comes to an end; where it did not, the fight is given up and that is told."""

import pytest
from tests.spire.rules.random_battery import cases, unsettled
from tests.spire.scenes import attacker, cards, following, hp_of, monster, names, play, said, scene

from hazard.game import Turn
from hazard.search import Budget
from hazard.spire.planner import Planner, Settings
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat, state_from
from hazard.spire.rules.phrases import WORDS
from hazard.spire.rules.setups import SETUPS

HALF_DEAD = 4
PLAYER, CHOOSE_OPTIONAL, UNSCALED = 7, 1 << 8, WORDS["amount"].index("unscaled")
OPS, DEEDS = WORDS["op"], WORDS["deed"]


def between_lives():
    return monster("AwakenedOne", hp=0, max_hp=300, flags=HALF_DEAD)


def step(op, times=1, amount=0, arg=0):
    return OPS.index(op), PLAYER, PLAYER, times, amount, arg


@pytest.mark.parametrize(
    ("hand", "potions", "words", "pile"),
    [
        (["Havoc"], (), "Havoc", "exhaust"),  # what Havoc plays is exhausted
        ([], ("Distilled Chaos",), "drink Distilled Chaos", "discard"),
    ],
)
def test_an_aimed_card_without_anybody_to_aim_at_is_put_away_without_effect(hand, potions, words, pile):
    game, state = scene(hand, potions=potions, draw=["Strike"], monsters=[between_lives()])
    after = play(game, state, words)
    assert game.turn(after) is Turn.MAX
    assert names(after, pile)["Strike"] == 1
    assert names(after, "draw")["Strike"] == 0
    assert hp_of(after) == 0
    assert after.as_dict()["queued"] == []


def test_mayhem_puts_away_what_it_cannot_aim():
    waiting = [step("play_top", amount=1)]
    game, state = scene(draw=["Strike"], monsters=[between_lives()], steps=waiting)
    assert game.turn(state) is Turn.MAX
    assert names(state, "discard")["Strike"] == 1


def test_a_card_that_needs_no_aim_is_played_while_nobody_can_be_aimed_at():
    game, state = scene(["Havoc"], draw=["Defend"], monsters=[between_lives()])
    after = play(game, state, "Havoc")
    assert after.as_dict()["player"]["block"] == 5
    assert names(after, "exhaust")["Defend"] == 1


@pytest.mark.parametrize("way", ["search", "beam", "policy"])
def test_every_way_to_plan_gets_past_the_lives_of_the_awakened_one(way):
    deck = ["Strike x3", "Bash", "Havoc"]
    game, state = scene(["Havoc", "Strike"], draw=deck, monsters=[between_lives()])
    found = Planner(game.content, Settings(way)).plan(state, Budget(nodes=100))
    assert found.moves[0] in game.actions(state)
    assert found.unsettled == 0


@pytest.mark.parametrize(
    "waiting",
    [
        [step("block", amount=1, arg=UNSCALED)] * 129,  # there is room for 128
        [step("hurt", times=200)] * 60,  # 12,000 blows, of 10,000 that may happen
    ],
    ids=["too many steps at once", "too many in all"],
)
def test_what_does_not_come_to_rest_is_given_up_and_told(waiting):
    game, state = scene(["Strike"], steps=waiting)
    assert state.unsettled
    assert not state.won
    assert not state.lost
    assert game.turn(state) is Turn.OVER
    assert game.value(state) == -1.0
    assert "unsettled" in game.text(state)
    again = state_from(game.content, state.as_dict())
    assert again == state


@pytest.mark.parametrize("way", ["search", "beam"])
def test_a_plan_shuns_a_line_that_does_not_come_to_rest_and_counts_it(way):
    """To exhaust a card queues two steps more than there is room for; to choose none of them does not."""
    choice = step("choose", times=DEEDS.index("exhaust"), amount=1, arg=CHOOSE_OPTIONAL)
    queued = [choice] + [step("block", amount=1, arg=UNSCALED)] * 127
    powers = {"feel_no_pain": 3, "dark_embrace": 1}
    game, state = scene(
        ["Wound", "Strike"], powers=powers, steps=queued, monsters=[attacker(12)], draw=["Strike x4"]
    )
    assert following(game, state, "choose Wound").unsettled
    found = Planner(game.content, Settings(way)).plan(state, Budget(nodes=200))
    assert found.words()[0] == "done"
    assert found.unsettled > 0
    assert found.to_dict()["unsettled"] == found.unsettled
    assert "because their effects did not end" in found.explain()


def test_random_fights_with_everything_that_there_is_settle():
    """`benchmarks/spire_settle.py` plays many more of them."""
    for one in cases(130):
        never, happened, actions = unsettled(one, fights=3)
        assert never == 0, (one.number, one.encounter)
        assert happened < 5000
        assert actions > 0


def test_a_card_that_is_withheld_cannot_be_played_until_the_next_turn():
    for energy in (0, 3, 7, 20):
        data = {
            "player": {"hp": 50, "max_hp": 75, "energy": energy},
            "monsters": [monster()],
            "hand": cards(["Whirlwind", "Strike", "Anger"]),
            "withheld": [0, 1],
        }
        content = compiled(0)
        state = state_from(content, data)
        game = Combat(content, state)
        assert {action.split()[0] for action in said(game, state)} == {"Anger", "end"}
        assert state.as_dict()["withheld"] == [0, 1]
        after = play(game, state, "end turn")
        assert after.as_dict()["withheld"] == []
        assert {action.split()[0] for action in said(game, after)} == {
            "Whirlwind",
            "Strike",
            "Anger",
            "end",
        }


def test_the_set_ups_are_measured_without_potions():
    """So what potions are worth to the planner does not change what is measured."""
    assert all(not player.potions for player in SETUPS.values())
