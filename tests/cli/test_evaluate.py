"""``hazard evaluate``: what policies are worth, from the shell."""

import json

import pytest

import hazard
from hazard.games import Pig

PIGS = """
import hazard
from hazard.games import Pig

def hold_at(points):
    return lambda state: Pig.HOLD if int(Pig().text(state).split()[2]) >= points else Pig.ROLL

hold_at_8 = hold_at(8)
unsure = hazard.mixture([(1, hold_at(4)), (1, hazard.RandomPlayer())])
number = 20

def wrong(state): return "hodl"
def broken(state): return 1 / 0
"""


@pytest.fixture
def pigs(tmp_path):
    path = tmp_path / "pigs.py"
    path.write_text(PIGS)
    return path


def test_it_says_what_the_library_says(ok):
    game = Pig(target=20)
    expected = hazard.evaluate(game, max=hazard.solve(game), min=hazard.RandomPlayer())
    text = ok("evaluate", "pig(target=20)", "--max", "optimal", "--min", "random")
    assert text.startswith(f"Pig, MAX optimal, MIN random: {expected.value:.9g} ± ")
    data = json.loads(ok("evaluate", "pig(target=20)", "--max", "optimal", "--min", "random", "--json"))
    assert data["value"] == pytest.approx(expected.value)
    assert (data["kind"], data["max"], data["min"]) == ("exact", "optimal", "random")
    assert "distribution" not in data


def test_policies_of_ones_own_searches_and_mixtures(ok, pigs):
    for text in (f"{pigs}:hold_at_8", f"{pigs}:hold_at(8)", f"{pigs}:hold_at(points=8)"):
        arguments = ("evaluate", "pig(target=15)", "--max", text, "--min", "expectimax(depth=1)", "--json")
        data = json.loads(ok(*arguments))
        assert data["max"] == text
        assert 0 < data["value"] < 1
    said = ok("evaluate", "pig(target=10)", "--max", "random", "--min", f"{pigs}:unsure")
    assert "MIN mixture(" in said


def test_the_distribution_and_its_bars(ok, pigs):
    asked = ("evaluate", "pig(target=20,players=1)", "--max", f"{pigs}:hold_at_8", "--at-least", "-3")
    text = ok(*asked, "--plot")
    assert "Results: mean" in text
    assert "-3 or more: " in text
    assert "█" in text
    data = json.loads(ok(*asked, "--json"))
    spread = data["distribution"]
    assert spread["mean"] == pytest.approx(data["value"], abs=1e-9)
    assert spread["at_least"]["-3"] == pytest.approx(sum(p for r, p in spread["results"] if r >= -3))


def test_games_are_played_where_it_is_asked_or_cannot_be_listed(ok):
    asked = ("evaluate", "pig(target=20)", "--max", "random", "--min", "random", "--json")
    played = json.loads(ok(*asked, "--games", "50", "--seed", "3"))
    assert (played["kind"], played["games"]) == ("estimate", 50)
    assert played == json.loads(ok(*asked, "--games", "50", "--seed", "3"))
    large = json.loads(ok(*asked, "--max-states", "100", "--plot"))
    assert (large["kind"], large["distribution"]["games"]) == ("estimate", 1000)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["piglet"], "no policy is given"),
        (["piglet", "--max", "random"], "MIN is to move in 0 0 0 min, but has no policy"),
        (["piglet", "--max", "optimall"], "there is no policy 'optimall'; did you mean 'optimal'?"),
        (["piglet", "--max", "human"], "a person has no policy"),
        (["piglet", "--max", "expectimax(dept=2)"], "did you mean 'depth'"),
        (["piglet", "--max", "no_such.py:policy"], "there is no file"),
        (["piglet", "--max", "{pigs}:hold"], "there is no policy in"),
        (["piglet", "--max", "{pigs}:number"], "20 is no policy"),
        (["piglet", "--max", "{pigs}:hold_at(1, 2)"], "cannot make the policy"),
        (
            ["piglet", "--max", "{pigs}:wrong", "--min", "random"],
            "chose 'hodl' in 0 0 0 max; expected one of",
        ),
        (["piglet", "--max", "{pigs}:broken", "--min", "random"], "pigs.py, line"),
        (["piglet", "--max", "random", "--min", "random", "--games", "0"], "games is 0"),
        (["piglet", "--max", "random", "--min", "random", "--at-least", "nan"], "the result is nan"),
        (["piglet", "--max", "random", "--min", "random", "--state", "x"], "cannot read the Pig state"),
        (["piglet", "--max", "random", "--min", "random", "--seed", "-1"], "the seed is -1"),
    ],
)
def test_a_mistake_is_one_line(refused, pigs, arguments, message):
    assert message in refused("evaluate", *(word.replace("{pigs}", str(pigs)) for word in arguments))
