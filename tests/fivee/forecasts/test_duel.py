"""Duels worked out exactly, against the published one, a game solved, and fights by the dice."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import hazard
from hazard import Turn
from hazard.cli.app import app
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import ContentError, bestiary
from hazard.fivee.forecasts.duel import Blow, Duelist, duel, turn_damage
from hazard.fivee.forecasts.duelists import duelist_from, read_duelist
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.rules.fight import Fight

# Published: 30 hit points each, A strikes twice for d6+4, B once for d8+5, +5 against armour class 12.
A = Duelist("A", 30, 12, (Blow(5, "1d6+4"),) * 2)
B = Duelist("B", 30, 12, (Blow(5, "1d8+5"),))
A_WINS, DAMAGE_TO_A = 0.89906, 15.496
RUNNER = CliRunner()


class StandAndStrike(hazard.Game):
    """The same duel as a game of chance alone, for the solver."""

    def __init__(self, one, other):
        self.points = (one.hit_points, other.hit_points)
        self.damage = (turn_damage(one, other), turn_damage(other, one))

    def start(self):
        return (*self.points, 0)

    def turn(self, state):
        return Turn.OVER if min(state[:2]) == 0 else Turn.CHANCE

    def outcomes(self, state):
        chances = self.damage[state[2]]
        return [(amount, p) for amount, p in enumerate(chances.tolist()) if p > 0]

    def apply(self, state, amount):
        a, b, striker = state
        return (a, max(0, b - amount), 1) if striker == 0 else (max(0, a - amount), b, 0)

    def value(self, state):
        return float(state[1] == 0)

    def bounds(self):
        return (0, 1)


def test_the_published_duel_comes_out():
    found = duel(A, B, first="a")
    assert found.a_wins == pytest.approx(A_WINS, abs=5e-6)
    assert found.damage_to_a == pytest.approx(DAMAGE_TO_A, abs=5e-4)


def test_the_solver_finds_the_same():
    one, other = (
        Duelist("One", 14, 13, (Blow(3, "1d6"), Blow(2, "1d4"))),
        Duelist("Other", 17, 15, (Blow(5, "2d4+1"),)),
    )
    solution = hazard.solve(StandAndStrike(one, other))
    assert duel(one, other, "a").a_wins == pytest.approx(solution.value(), abs=1e-9)


def test_the_forecast_agrees_within_its_interval():
    def creature(name, damage, times):
        strike = {"name": "Strike", "attack": {"to_hit": 5, "reach": 5}, "effects": [{"damage": damage}]}
        actions = [strike]
        if times > 1:
            actions.insert(0, {"name": "Multiattack", "recipes": [[{"use": "Strike", "times": times}]]})
        return Creature.model_validate(
            {
                "id": name,
                "name": name,
                "armor_class": 12,
                "hit_points": "30",
                "challenge": 1,
                "actions": actions,
            }
        )

    creatures = {row.id: row for row in (creature("a", "1d6+4", 2), creature("b", "1d8+5", 1))}
    rows = [
        {"creature": "a", "side": "party", "at": [0, 0], "initiative": 20},
        {"creature": "b", "side": "monsters", "at": [1, 0], "initiative": 10},
    ]
    encounter = Encounter.model_validate({"name": "Duel", "map": [".."], "combatants": rows})
    counted = forecast(Fight(encounter, creatures), fights=20_000, seed=1)
    assert counted.win.low <= A_WINS <= counted.win.high
    taken = 30.0 - counted.record.hit_points[:, 0]
    error = taken.std() / np.sqrt(counted.fights)
    assert abs(taken.mean() - DAMAGE_TO_A) < 3 * error
    exact = duel(A, B, "a").rounds
    shown = counted.rounds[: len(exact)]
    assert np.abs(shown - exact[: len(shown)]).max() < 0.015


def test_chances_add_up_and_match_the_rounds_followed_one_by_one():
    for first in ("a", "b", "roll"):
        found = duel(A, B, first)
        for chances in (found.a_left, found.b_left, found.rounds):
            assert chances.sum() == pytest.approx(1, abs=1e-9)
            assert (chances >= -1e-15).all()
        assert found.a_left[0] == pytest.approx(found.b_wins)


def test_who_strikes_first_is_better_off_and_equals_are_even():
    assert duel(A, B, "a").a_wins > duel(A, B, "roll").a_wins > duel(A, B, "b").a_wins
    assert duel(B, B, "roll").a_wins == pytest.approx(0.5)
    assert duel(B, B, "a").a_wins == pytest.approx(duel(B, B, "b").b_wins)


def test_a_blow_that_always_fells_wins_at_once():
    giant = Duelist("Giant", 100, 50, (Blow(50, "500"),))
    mouse = Duelist("Mouse", 1, 1, (Blow(-10, "1"),))
    # It misses on a natural 1; the mouse needs a natural 20 a hundred times.
    assert duel(giant, mouse, "a").rounds[1] == pytest.approx(0.95)
    assert duel(giant, mouse, "a").a_wins == pytest.approx(1, abs=1e-12)


def test_resistance_halves_and_immunity_ends_no_duel():
    tough = Duelist("Tough", 30, 12, (Blow(5, "1d8+5[slashing]"),), (("slashing", "resistant"),))
    # A hit does 3 to 6 in place of 6 to 13, a critical one 3 to 10 in place of 7 to 21.
    assert len(turn_damage(tough, tough)) == 11
    assert len(turn_damage(tough, B)) == 22
    ghost = Duelist("Ghost", 30, 12, (Blow(5, "1d8[slashing]"),), (("slashing", "immune"),))
    with pytest.raises(ContentError, match="no end"):
        duel(ghost, ghost)


def test_a_creature_brings_its_best_attacks():
    troll = duelist_from(bestiary()["troll"], against=bestiary()["fighter-5"])
    assert troll.hit_points == 84
    assert len(troll.attacks) == 3
    goblin = duelist_from(bestiary()["goblin"], against=bestiary()["fighter-5"])
    assert [blow.to_hit for blow in goblin.attacks] == [4]


@pytest.mark.parametrize(
    "text",
    [
        "hp=0,ac=12,to_hit=5,damage=1d6",
        "hp=x",
        "nobody",
        "hp=5,ac=10,to_hit=1,damage=1d",
        "hp=5,ac=10,to_hit=1,damage=9999d9999",
        "hp=5,ac=10,to_hit=1,damage=500d9",
        "",
    ],
)
def test_a_duelist_that_cannot_be_read_is_refused(text):
    with pytest.raises(ContentError):
        read_duelist(text, "A")


def test_the_command_says_it_in_words_and_in_json():
    words = [
        "fivee",
        "duel",
        "hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2",
        "hp=30,ac=12,to_hit=5,damage=1d8+5",
        "--first",
        "a",
    ]
    told = RUNNER.invoke(app, words)
    assert told.exit_code == 0
    assert "89.906 %" in told.output
    assert json.loads(RUNNER.invoke(app, [*words, "--json"]).stdout)["damage_to_a"] == pytest.approx(
        DAMAGE_TO_A, abs=5e-4
    )


@pytest.mark.parametrize("words", [["troll"], ["troll", "nobody"], ["troll", "ogre", "--first", "c"]])
def test_a_mistake_ends_with_2(words):
    with pytest.raises(SystemExit) as ended:
        app(["fivee", "duel", *words])
    assert ended.value.code == 2
