"""Forecasts: what is counted, that it can be played again, and that nothing depends on the threads."""

import dataclasses
import json
import re
import threading
import xml.etree.ElementTree as Tree

import numpy as np
import pytest
from typer.testing import CliRunner

from hazard.cli.app import app
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import ContentError, encounters
from hazard.fivee.forecasts.forecast import PERCENTILES, Chance, forecast
from hazard.fivee.forecasts.plot import draw_forecast
from hazard.fivee.forecasts.text import report
from hazard.fivee.rules.contest import DEAD, DOWN, DROPPED, FLED, Contest
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.policies import read_policy
from hazard.fivee.table.transcript import transcript

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def ambush():
    # Monsters who fight to win: gentle ones hold back, and hardly a party is lost.
    return Fight(encounters()["goblin-ambush"].model_copy(update={"objective": "deadly"}))


@pytest.fixture(scope="module")
def found(ambush):
    return forecast(ambush, fights=300, seed=7)


def columns(record):
    return vars(record).items()


# ---- the same again --------------------------------------------------------------------------------------


def test_the_number_of_threads_changes_nothing(ambush):
    alone, crowded = (forecast(ambush, 60, seed=3, threads=threads) for threads in (1, 4))
    for name, column in columns(alone.record):
        assert np.array_equal(column, getattr(crowded.record, name)), name


def test_another_seed_rolls_other_dice(ambush):
    one, other = (forecast(ambush, 40, seed=seed) for seed in (1, 2))
    assert not np.array_equal(one.record.history, other.record.history)


def test_a_longer_forecast_begins_with_the_shorter_one(ambush, found):
    shorter = forecast(ambush, 50, seed=7)
    assert np.array_equal(shorter.record.history, found.record.history[:50])


@pytest.mark.parametrize("name", sorted(encounters()))
def test_a_fight_told_again_ends_as_it_was_counted(name):
    fight = Fight(encounters()[name])
    counted = forecast(fight, 3, seed=5)
    for number in range(3):
        end = counted.contest.steps(number)[-1][0]
        for fighter in fight.fighters:
            points = end.fighter(fighter.number)["hit_points"] + end.fighter(fighter.number)["temporary"]
            stands = not counted.record.fates[number, fighter.number] & (DEAD | FLED | DOWN)
            assert counted.record.hit_points[number, fighter.number] == (np.ceil(points) if stands else 0)
        for language in ("en", "de"):
            assert counted.replay(number, language)


# ---- what is counted -------------------------------------------------------------------------------------


def test_every_fight_is_won_lost_or_undecided(found):
    assert found.win.share + found.total_party_kill.share + found.undecided.share == pytest.approx(1)
    assert found.rounds.sum() == pytest.approx(1)


def test_an_interval_is_wilsons():
    # Wilson (1927) for 1 of 10 and z = 1.96: (0.1 + 0.19207 ± 1.96 * sqrt(0.009 + 0.0096)) / 1.38416
    chance = Chance.counted(1, 10)
    assert (chance.low, chance.high) == pytest.approx((0.0179, 0.4042), abs=1e-4)


def test_whoever_dies_has_dropped_and_who_never_dropped_has_hit_points_left(found):
    fates = found.record.fates
    assert not ((fates & DEAD != 0) & (fates & DROPPED == 0)).any()
    assert (found.record.hit_points[fates & (DROPPED | FLED) == 0] > 0).all()


def test_the_winner_stands_and_the_loser_does_not(found):
    party = found.record.hit_points[:, :4].sum(axis=1)
    monsters = found.record.hit_points[:, 4:].sum(axis=1)
    won = found.record.winner == 0
    assert (party[won] > 0).all()
    assert (monsters[won] == 0).all()
    assert (party[~won] == 0).all()
    assert (monsters[~won] > 0).all()


def test_hit_points_over_time_begin_whole_and_end_as_the_fight_does(found):
    history = found.record.history
    whole = [fighter.creature.average_hit_points for fighter in found.fight.fighters]
    assert (history[:, 0] == whole).all()
    kept = found.record.rounds < history.shape[1]  # the rounds after that are not kept
    assert kept.mean() > 0.98
    assert np.array_equal(history[kept, -1], found.record.hit_points[kept])
    one = int(np.argmin(found.record.rounds))
    for later in range(found.record.rounds[one], history.shape[1]):
        assert np.array_equal(history[one, later], history[one, -1])


def test_percentiles_rise_and_there_is_a_row_for_each(found):
    for who in ("party", "monsters", "Wizard"):
        bands = found.bands(who)
        assert bands.shape == (len(PERCENTILES), found.rounds_shown + 1)
        assert (np.diff(bands, axis=0) >= 0).all()


def test_one_fight_in_a_hundred_is_worse_than_the_disaster(found):
    margins = found.margins[:, -1]
    assert found.record.winner[found.worst] == 1
    place = int(np.flatnonzero(found.ranking == found.worst)[0])
    assert place == 3  # of 300
    assert margins[found.ranking[0]] <= margins[found.worst] + 1  # the dead count as well


def test_the_lead_changes_when_the_margin_changes_its_sign(found):
    history = np.zeros((1, 21, 10), dtype=np.int16)
    # The party's share 1, 1/2, 1/2, then all of it; the monsters' 1, 1, 1/2, then none.
    history[0, :, 0] = [10, 5, 5] + [10] * 18
    history[0, :, 4] = [10, 10, 5] + [0] * 18
    record = dataclasses.replace(found.record.rows(np.array([0])), history=history)
    swing = dataclasses.replace(found, record=record).swing
    assert (
        swing.lead_changes == 1
    )  # behind after the first round, even after the second, ahead after the third


def test_a_fixed_initiative_is_kept_and_the_others_are_rolled():
    def row(creature, side, x, initiative=None):
        return {"creature": creature, "side": side, "at": [x, 0], "initiative": initiative}

    rows = [row("fighter-1", "party", 0), row("goblin", "monsters", 5, 99), row("rogue-1", "party", 1)]
    encounter = Encounter.model_validate({"name": "Three", "map": ["......"], "combatants": rows})
    contest = Contest(Fight(encounter))
    orders = [contest.steps(number)[0][0].order[:3] for number in range(20)]
    assert {order[0] for order in orders} == {1}
    assert {tuple(order[1:]) for order in orders} == {(0, 2), (2, 0)}


def test_hit_points_that_are_rolled_differ_from_fight_to_fight():
    rows = [
        {"creature": "fighter-1", "side": "party", "at": [0, 0]},
        {"creature": "ogre", "side": "monsters", "at": [3, 0], "hit_points": "unknown", "damage_taken": 5},
    ]
    encounter = Encounter.model_validate({"name": "Ogre", "map": ["......", "......"], "combatants": rows})
    counted = forecast(Fight(encounter), 200)
    first = counted.record.history[:, 0, 1]
    assert len(set(first)) > 10
    assert abs(first.mean() - (59.5 - 5)) < 3  # 7d10+21 less what it has taken


# ---- who decides -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["nearest", "weakest", "director(1)"])
def test_every_policy_fights_to_the_end(policy):
    counted = forecast(Fight(encounters()["wolves-in-a-blizzard"]), 4, party=policy, monsters=policy)
    assert counted.fights == 4
    assert str(read_policy(policy)) == policy


@pytest.mark.parametrize("policy", ["clever", "quick(2)", "director(0)", "director(99)", "", "director(-1)"])
def test_an_unknown_policy_is_refused(policy):
    with pytest.raises(ContentError, match="expected"):
        read_policy(policy)


@pytest.mark.parametrize(("what", "value"), [("fights", 0), ("fights", -5), ("seed", -1), ("seed", 2**64)])
def test_numbers_out_of_range_are_refused(ambush, what, value):
    with pytest.raises(ContentError, match="expected"):
        forecast(ambush, **{what: value})


def test_progress_is_told_and_an_error_in_it_ends_the_forecast(ambush):
    told = []
    forecast(ambush, 200, progress=lambda done, total: told.append((done, total)))
    assert all(0 <= done <= total == 200 for done, total in told)

    def refuse(done, total):
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        forecast(ambush, 100_000, progress=refuse)
    assert threading.active_count() == before


# ---- shown -----------------------------------------------------------------------------------------------


def test_the_report_says_what_was_counted_in_both_languages(found):
    english, german = report(found), report(found, "de")
    assert f"{100 * found.win.share:.1f} %" in english
    assert f"{100 * found.win.share:.1f} %".replace(".", ",") in german
    assert "Klerikerin" in german
    assert "Cleric" in english
    assert f"fight {found.worst}" in english
    assert f"Kampf {found.worst}" in german


def test_the_picture_is_well_formed_and_has_a_band_for_each_side_and_character(found):
    drawing = draw_forecast(found)
    Tree.fromstring(drawing)
    assert drawing.count("<polyline") == 2 + 4


def test_the_command_answers_in_words_and_in_json(tmp_path):
    words = RUNNER.invoke(app, ["fivee", "forecast", "troll-cave", "--fights", "20", "--replay", "worst"])
    assert words.exit_code == 0
    assert "Total party kill" in words.output
    assert "Round 1" in words.output
    picture = tmp_path / "cave.svg"
    line = [
        "fivee",
        "forecast",
        "troll-cave",
        "--fights",
        "20",
        "--json",
        "--replay",
        "3",
        "--plot",
        str(picture),
    ]
    answer = json.loads(RUNNER.invoke(app, line).stdout)
    assert answer["fights"] == 20
    assert answer["replay"][0].startswith("Initiative")
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["nowhere"], "nowhere"),
        (["missing.toml"], "missing.toml"),
        (["troll-cave", "--party", "clever"], "clever"),
        (["troll-cave", "--replay", "best"], "best"),
        (["troll-cave", "--language", "fr"], "fr"),
        (["troll-cave", "--plot", "cave.png"], "cave.png"),
        (["troll-cave", "--fights", "0"], "--fights"),
        (["troll-cave", "--seed", "-1"], "-1"),
    ],
)
def test_a_mistake_is_named_and_ends_with_2(words, place, capsys):
    with pytest.raises(SystemExit) as ended:
        app(["fivee", "forecast", *words])
    assert ended.value.code == 2
    assert place in capsys.readouterr().err


def test_what_a_blow_takes_is_what_it_is_told_to_have_done():
    # A troll that is struck and then begins its turn gets its regeneration under its own heading.
    fight = Fight(encounters()["troll-cave"], seed=1)
    contest, blow = Contest(fight), re.compile(r"hits (.+?) for (\d+) \([^)]*\)\. (.+?) (\d+) → (\d+)")
    told = 0
    for number in range(4):
        for who, done, target, was, left in blow.findall(transcript(fight, contest.steps(number))):
            if who == target:
                assert int(left) == max(0, int(was) - int(done)), (number, who, done, was, left)
                told += 1
    assert told > 20
