"""The training loop and the learner: repeatable, resumable, and better than before."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from hazard.backgammon.networks import SHIPPED, BackgammonTraining, read_networks
from hazard.cli import app
from hazard.game import GameError
from hazard.learn import LearningCurve, Measurement, run_training
from hazard.learn.plot import draw_curve
from hazard.learn.weights import load_weights

SMALL = {"units": (8, 4), "rate_games": 10_000}


def weights_after(games, path, **settings):
    training = BackgammonTraining(**SMALL, **settings)
    return run_training(training, path, games=games).arrays


def test_one_seed_learns_the_same_on_any_number_of_threads(tmp_path):
    one = weights_after(192, tmp_path / "one.npz", seed=5, threads=1)
    two = weights_after(192, tmp_path / "two.npz", seed=5, threads=3)
    other = weights_after(192, tmp_path / "other.npz", seed=6, threads=1)
    np.testing.assert_array_equal(one["contact"], two["contact"])
    np.testing.assert_array_equal(one["race"], two["race"])
    assert not np.array_equal(one["contact"], other["contact"])


def test_a_resumed_training_ends_where_an_unbroken_one_does(tmp_path):
    whole = weights_after(256, tmp_path / "whole.npz")
    weights_after(128, tmp_path / "parts.npz")
    resumed = BackgammonTraining.resumed(tmp_path / "parts.npz")
    assert resumed.games == 128
    parts = run_training(resumed, tmp_path / "parts.npz", games=256).arrays
    np.testing.assert_array_equal(whole["contact"], parts["contact"])


def test_it_learns_to_beat_a_plain_player():
    training = BackgammonTraining(units=(16, 8), rate=0.1, last_rate=0.1, trace_decay=0.7)
    while training.games < 1000:
        training.play_round()
    points, error = training.networks.duel(None, 50, 1)
    assert points > 2 * error


def test_a_fresh_training_comes_to_the_stated_point_of_the_learning_curve():
    training = BackgammonTraining(seed=2, threads=2)
    while training.games < 4000:
        training.play_round()
    points, _ = training.averaged.duel(None, 500, 1)
    assert points == pytest.approx(1.08, abs=0.1)


def test_networks_play_even_against_themselves():
    networks = read_networks()
    mean, _ = networks.duel(networks, 50, 3)
    assert mean == 0.0


def test_the_log_is_read_back_and_forgets_what_a_checkpoint_does_not_have(tmp_path):
    curve = LearningCurve.beside(tmp_path / "w.npz")
    for games in (10, 20, 30):
        curve.add(Measurement(games, games / 10, 0.5, {"plain": games / 100}))
    with curve.path.open("a", encoding="utf-8") as file:
        file.write('{"games": 40, "sec')  # the process was killed here
    assert [found.games for found in curve] == [10, 20, 30]
    curve.keep_up_to(20)
    assert [found.games for found in curve] == [10, 20]


def test_a_log_that_somebody_edited_names_the_line(tmp_path):
    curve = LearningCurve(tmp_path / "w.log.jsonl")
    curve.path.write_text('{"games": 1}\n{"games": 1, "seconds": 1, "error": 1}\n')
    with pytest.raises(GameError, match="line 1: this is not a measurement"):
        list(curve)


def test_the_curve_has_a_line_for_each_score():
    points = [Measurement(g, g, 0.1, {"a": g, "b <c>": -g}) for g in (1, 2, 3)]
    picture = draw_curve(points, "curve")
    assert picture.count("<polyline") == 2
    assert "b &lt;c&gt;" in picture


@pytest.mark.parametrize(
    "settings",
    [{"units": (0, 4)}, {"units": (8, 4000)}, {"trace_decay": 1.5}, {"rate": 0.0}, {"last_rate": 0.5}],
    ids=str,
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(GameError, match="expected"):
        BackgammonTraining(**settings)


# ---- the command line ---------------------------------------------------------------------------------


def hazard(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_train_writes_weights_a_log_and_a_picture(tmp_path):
    out, plot = tmp_path / "w.npz", tmp_path / "curve.svg"
    words = ["train", "backgammon", "--out", out, "--set", "units=(8,4)", "--measure", 128]
    first = hazard(*words, "--games", 128, "--plot", plot, "--json")
    assert first.exit_code == 0, first.output
    answer = json.loads(first.stdout)
    assert answer["games"] == 128
    assert "plain player" in answer["scores"]
    assert plot.read_text().startswith("<svg")
    again = hazard("train", "backgammon", "--out", out, "--resume", "--games", 192)
    assert again.exit_code == 0, again.output
    assert "192 games" in again.stdout
    assert read_networks(out).units == (8, 4)


def test_a_training_starts_from_the_weights_of_another_and_keeps_settings_of_its_own(tmp_path):
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    units = ["--set", "units=(8,4)"]
    hazard("train", "backgammon", "--out", first, *units, "--games", 64, "--measure", 0)
    started = ["train", "backgammon", "--start", first, "--out", second, "--set", "rate=0.01", "--measure", 0]
    none_played = hazard(*started, "--games", 0)
    assert none_played.exit_code == 0, none_played.output
    learned = load_weights(first, game="backgammon", design=BackgammonTraining.design)
    begun = load_weights(second, game="backgammon", design=BackgammonTraining.design)
    assert (begun.arrays["contact"] == learned.arrays["contact_now"]).all()
    assert (begun.about.settings["rate"], begun.about.games) == (0.01, 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "there is no training for 'chess'"),
        (["backgammon"], "no limit is given"),
        (["backgammon", "--games", "1", "--set", "units"], "expected name=value"),
        (["backgammon", "--games", "1", "--set", "speed=3"], "a setting is wrong"),
        (["backgammon", "--games", "1", "--set", "units=(1,2,3)"], "expected"),
        (["backgammon", "--games", "1", "--resume"], "there is no weight file"),
        (["backgammon", "--games", "1", "--start", "nowhere.npz"], "there is no weight file"),
        (
            ["backgammon", "--games", "1", "--resume", "--start", "a.npz"],
            "--start and --resume exclude each other",
        ),
        (
            ["backgammon", "--games", "1", "--start", str(SHIPPED), "--set", "units=(8,4)"],
            "expected (192, 32)",
        ),
        (["2048", "--games", "1", "--start", "a.npz"], "--start is for backgammon"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_mistakes_get_one_line_and_code_2(tmp_path, words, message):
    done = hazard("train", *words, "--out", tmp_path / "w.npz")
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_weights_that_exist_are_not_overwritten(tmp_path):
    out = tmp_path / "w.npz"
    out.write_bytes(b"precious")
    done = hazard("train", "backgammon", "--games", 1, "--out", out)
    assert done.exit_code == 2
    assert out.read_bytes() == b"precious"
    damaged = hazard("train", "backgammon", "--games", 1, "--out", out, "--resume")
    assert damaged.exit_code == 2
    assert "not a whole weight file" in damaged.stderr
