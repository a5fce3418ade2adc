"""An adventuring day: what carries over, what a rest brings back, and when it ends."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from hazard.cli.app import app
from hazard.fivee.content.library import ContentError, bestiary, encounters
from hazard.fivee.forecasts.day import _Travellers, day, hit_die
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.rules.contest import DEAD
from hazard.fivee.rules.fight import Fight

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def crypt():
    return Fight(encounters()["undead-crypt"])


@pytest.fixture(scope="module")
def ambush():
    return Fight(encounters()["goblin-ambush"])


def test_a_day_of_one_fight_is_won_as_often_as_the_fight(ambush):
    alone = day([ambush], days=400)
    counted = forecast(ambush, 400, seed=99)
    assert alone.survived.low <= counted.win.high
    assert counted.win.low <= alone.survived.high


def test_the_same_seed_gives_the_same_day_whatever_the_threads(ambush):
    one, other = (day([ambush, ambush], ["short"], days=60, seed=4, threads=n) for n in (1, 3))
    assert one == other


def test_every_stage_is_reached_as_often_as_the_one_before_is_survived(ambush):
    found = day([ambush] * 3, ["short", "none"], days=100)
    for before, after in zip(found.stages, found.stages[1:], strict=False):
        assert after.reached == before.survived
        assert after.survived.share <= after.reached.share


def test_more_rest_helps(ambush):
    days = {rest: day([ambush, ambush], [rest], days=400, seed=2) for rest in ("none", "short", "long")}
    second = {rest: found.stages[1].win.share for rest, found in days.items()}
    assert second["none"] < second["short"] < second["long"]


def test_a_night_makes_the_second_fight_like_the_first_but_for_the_dead(ambush):
    travellers = _Travellers.fresh(ambush, 3)
    fresh = travellers.arrivals(ambush)
    travellers.hit_points[:] = [0, 5, 1, 0]
    travellers.slots[:] = 0
    travellers.left[:] = 0
    travellers.hit_dice[:] = 0
    travellers.dead[1, 0] = True
    travellers.rest("long", np.random.default_rng(0))
    rested = travellers.arrivals(ambush)
    assert np.array_equal(rested["slots"], fresh["slots"])
    assert np.array_equal(rested["left"], fresh["left"])
    alive = [0, 2]
    assert np.array_equal(rested["hit_points"][alive], fresh["hit_points"][alive])
    assert (travellers.hit_dice == 1).all()
    assert rested["fates"][1, 0] == DEAD
    assert rested["hit_points"][1, 0] == 0


def test_a_short_rest_wakes_heals_by_hit_dice_and_brings_no_slots_back(crypt):
    travellers = _Travellers.fresh(crypt, 2000)
    levels = [fighter.creature.level for fighter in travellers.fighters]
    travellers.hit_points[:, 0] = 0
    travellers.slots[:] = 0
    travellers.rest("short", np.random.default_rng(1))
    creature = travellers.fighters[0].creature
    die, extra = hit_die(creature), creature.modifier("con")
    spent = levels[0] - travellers.hit_dice[:, 0]
    healed = travellers.hit_points[:, 0] - 1
    whole = healed < creature.average_hit_points - 1  # no die was cut short
    assert healed[whole].sum() / spent[whole].sum() == pytest.approx((die + 1) / 2 + extra, rel=0.05)
    assert (travellers.hit_dice[:, 1:] == levels[1:]).all()  # nobody else was hurt
    assert (travellers.slots == 0).all()


def test_without_a_rest_the_unconscious_lie_through_the_next_fight(ambush):
    from hazard.fivee.rules.contest import Contest

    travellers = _Travellers.fresh(ambush, 1)
    travellers.hit_points[:, 3] = 0
    travellers.rest("none", np.random.default_rng(0))
    steps = Contest(ambush).steps(0, travellers.arrivals(ambush))
    wizard = steps[0][0].fighter(3)
    assert wizard["hit_points"] == 0
    assert wizard["flags"] & 16  # down
    assert wizard["flags"] & 32  # stable: no death saves


def test_arriving_fresh_changes_nothing(ambush):
    from hazard.fivee.rules.contest import Contest

    numbers = np.arange(30, dtype=np.uint64)
    plain = Contest(ambush).play(numbers)
    fresh = Contest(ambush).play(numbers, arrivals=_Travellers.fresh(ambush, 30).arrivals(ambush))
    for name, column in vars(plain).items():
        assert np.array_equal(column, getattr(fresh, name)), name


def test_hit_dice_are_those_of_the_classes():
    expected = {"wizard": 6, "rogue": 8, "cleric": 8, "fighter": 10}
    for name, die in expected.items():
        assert {hit_die(bestiary()[f"{name}-{level}"]) for level in (1, 5, 11)} == {die}


@pytest.mark.parametrize(
    ("rests", "days"), [(["short", "short"], 10), (["nap"], 10), ([], 10), (["short"], 0)]
)
def test_a_day_that_cannot_be_is_refused(ambush, rests, days):
    with pytest.raises(ContentError, match="expected"):
        day([ambush, ambush], rests, days=days)


def test_another_party_in_the_afternoon_is_refused(ambush, crypt):
    with pytest.raises(ContentError, match="same characters"):
        day([ambush, crypt], days=10)


def test_the_command_says_it_in_words_and_in_json():
    words = ["fivee", "day", "ogre-bridge", "undead-crypt", "--rests", "short", "--days", "30"]
    told = RUNNER.invoke(app, words)
    assert told.exit_code == 0
    assert "after a short rest" in told.output
    assert len(json.loads(RUNNER.invoke(app, [*words, "--json"]).stdout)["stages"]) == 2


@pytest.mark.parametrize(
    "words", [["nowhere"], ["goblin-ambush", "--rests", "short"], ["goblin-ambush", "troll-cave"]]
)
def test_a_mistake_ends_with_2(words):
    with pytest.raises(SystemExit) as ended:
        app(["fivee", "day", *words])
    assert ended.value.code == 2
