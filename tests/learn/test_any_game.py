"""Learning of any game: right where the answer is known, repeatable, resumable, and refused in words."""

import json
import math

import numpy as np
import pytest
from tests.learn.own_games import (
    CompiledCountdown,
    Countdown,
    Endless,
    Heap,
    Large,
    Patterns,
    Pips4,
    Secret,
    Sets,
    Uneven,
    Wordy,
)
from typer.testing import CliRunner

import hazard
from hazard.cli import app
from hazard.learn import LearningCurve, SelfPlay
from hazard.learn.learned import load
from hazard.learn.self_play import train
from hazard.learn.sight import Sight
from hazard.learn.weights import WeightsError

SMALL = {"units": (32, 16), "rate": 0.01, "passes": 20, "opening": 8}


def trained(game, path, games, **settings):
    return train(game, path, games=games, threads=1, measure=False, **settings)


# ---- what is learned is right


@pytest.mark.parametrize("evaluator", ["policy", "value"])
def test_who_faces_a_multiple_of_three_has_lost(tmp_path, evaluator):
    """Bouton 1901, by induction: from 3k, whatever is taken, the other takes what makes it three."""
    game = CompiledCountdown()
    learned = trained(game, tmp_path / "w.npz", 1500, evaluator=evaluator, **SMALL).bound_to(game)
    for stones in range(1, 9):
        for mover in (1, -1):
            [value] = learned([Heap(stones, mover)])
            assert math.copysign(1, value) == (-mover if stones % 3 == 0 else mover), (stones, mover, value)


def test_the_policy_finds_the_only_winning_move(tmp_path):
    game = CompiledCountdown()
    learned = trained(game, tmp_path / "w.npz", 1500, **SMALL).bound_to(game)
    for stones in (2, 4, 5, 7, 8):
        weights = learned.weights(Heap(stones, 1))
        assert np.argmax(weights) + 1 == stones % 3


@pytest.mark.parametrize("game", [Patterns(), Pips4()], ids=["tuples", "value"])
def test_four_dice_are_worth_fourteen_points(tmp_path, game):
    evaluator = "tuples" if isinstance(game, Patterns) else "value"
    settings = {} if evaluator == "tuples" else {**SMALL, "opening": 0, "trace_decay": 1.0}
    settings["explore"] = 0.2
    learned = trained(game, tmp_path / "w.npz", 3000, evaluator=evaluator, **settings)
    decision = hazard.decide(game, None, hazard.Expectimax(evaluator=learned), hazard.Budget(depth=1))
    assert decision.action == "die"
    assert decision.value == pytest.approx(14.0, abs=0.7)


def test_a_table_is_chosen_where_features_name_patterns():
    assert SelfPlay(Large()).evaluator == "tuples"
    assert SelfPlay(Pips4()).evaluator == "value"  # values without bounds
    assert SelfPlay(CompiledCountdown()).evaluator == "policy"


# ---- the same for the same seed


def arrays_after(game, path, games, **settings):
    trained(game, path, games, **settings)
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files if name != "about"}


def assert_same(one, other):
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


@pytest.mark.parametrize("game", [CompiledCountdown(), Large()], ids=["policy", "tuples"])
def test_one_seed_learns_the_same_on_any_number_of_threads(tmp_path, game):
    one = arrays_after(game, tmp_path / "one.npz", 60, seed=5)
    train(game, tmp_path / "two.npz", games=60, threads=3, measure=False, seed=5)
    with np.load(tmp_path / "two.npz") as archive:
        assert_same(one, {name: archive[name] for name in archive.files if name != "about"})
    other = arrays_after(game, tmp_path / "other.npz", 60, seed=6)
    assert any(not np.array_equal(one[name], other[name]) for name in one)


def test_games_played_by_other_processes_teach_the_same(tmp_path):
    here = arrays_after(CompiledCountdown(), tmp_path / "here.npz", 40)
    workers = hazard.executor("processes", workers=2)
    train(CompiledCountdown(), tmp_path / "there.npz", games=40, executor=workers, measure=False)
    with np.load(tmp_path / "there.npz") as archive:
        assert_same(here, {name: archive[name] for name in archive.files if name != "about"})
    with pytest.raises(hazard.GameError, match="too large to be sent"):
        SelfPlay(Large(), executor=workers)


@pytest.mark.parametrize("game", [CompiledCountdown(), Large()], ids=["policy", "tuples"])
def test_a_resumed_training_ends_where_an_unbroken_one_does(tmp_path, game):
    whole = arrays_after(game, tmp_path / "whole.npz", 200)
    trained(game, tmp_path / "parts.npz", 70)
    train(game, tmp_path / "parts.npz", games=200, threads=1, measure=False, resume=True)
    with np.load(tmp_path / "parts.npz") as archive:
        assert_same(whole, {name: archive[name] for name in archive.files if name != "about"})


def test_plain_and_compiled_rules_are_seen_alike(tmp_path):
    """The core reads a compiled state's bytes, and Python its fields: the numbers are the same."""
    plain, compiled = Countdown(), CompiledCountdown()
    trained(compiled, tmp_path / "w.npz", 20)
    learned = load(tmp_path / "w.npz")
    judge = learned.bound_to(compiled)
    for stones in range(1, 11):
        _value, _, numbers = judge._judged(Heap(stones, -1))
        assert numbers == judge.sight.numbers(Heap(stones, -1)) == [stones, -1]
    sight = Sight(plain, [Heap()])
    assert sight.raw(Heap(7, -1)) == [7, -1]


# ---- in searches, and in a file


def test_every_search_takes_what_was_learned(tmp_path):
    game = CompiledCountdown()
    learned = trained(game, tmp_path / "w.npz", 1500, **SMALL)
    again = load(tmp_path / "w.npz")
    for search, budget in (
        (hazard.Expectimax(evaluator=again), hazard.Budget(depth=1)),
        (hazard.AlphaBeta(evaluator=again), hazard.Budget(depth=1)),
        (hazard.TreeSearch(evaluator=again), hazard.Budget(nodes=40)),
        (hazard.TreeSearch(select="gumbel", evaluator=learned), hazard.Budget(nodes=40)),
        (hazard.TreeSearch(select="uct", evaluator=learned), hazard.Budget(nodes=40)),
    ):
        assert hazard.decide(game, Heap(8, 1), search, budget).action == 2


def test_tree_search_goes_by_the_learned_policy_by_itself(tmp_path):
    game = CompiledCountdown()
    policy = trained(game, tmp_path / "policy.npz", 20)
    value = trained(game, tmp_path / "value.npz", 20, evaluator="value")
    for learned, select in ((policy, "puct"), (value, "uct")):
        searcher = hazard.Searcher(game, hazard.TreeSearch(evaluator=learned))
        assert searcher.search.select == select


def test_the_network_of_a_plain_game_in_python_learns_too(tmp_path):
    learned = trained(Countdown(), tmp_path / "w.npz", 30)
    search = hazard.TreeSearch(evaluator=learned)
    assert hazard.decide(Countdown(), Heap(2, 1), search, hazard.Budget(nodes=30)).action == 2


# ---- mistakes


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Endless(), "has not ended after 20000 moves"),
        (Uneven(), "same number of numbers"),
        (Wordy(), "does not return numbers"),
        (Secret(), "sees"),
        (Sets(), "cannot be taken apart"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_game_that_cannot_be_learned_is_refused(game, message):
    with pytest.raises(hazard.GameError, match=message):
        SelfPlay(game)


def test_an_evaluator_of_another_game_is_refused(tmp_path):
    trained(CompiledCountdown(), tmp_path / "w.npz", 20)
    learned = load(tmp_path / "w.npz")
    with pytest.raises(hazard.GameError, match=r"was trained for CompiledCountdown; expected .* Pips4"):
        hazard.decide(Pips4(), None, hazard.TreeSearch(evaluator=learned), hazard.Budget(nodes=9))
    with pytest.raises(hazard.GameError, match="has to know its game"):
        learned([Heap()])


def test_a_file_of_another_training_is_refused():
    from hazard.backgammon.networks import SHIPPED

    with pytest.raises(WeightsError, match="no evaluator for a game of your own"):
        load(SHIPPED)


@pytest.mark.parametrize(
    "settings",
    [{"units": (7,)}, {"simulations": 0}, {"trace_decay": 2}, {"rate": 0.0}, {"batch": "many"}, {"rat": 0.1}],
    ids=str,
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(hazard.HazardError, match=r"expected|did you mean"):
        SelfPlay(CompiledCountdown(), **settings)


# ---- the command line


def typed(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_one_command_learns_and_three_use_what_it_wrote(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = "tests.learn.own_games:CompiledCountdown"
    done = typed("train", game, "--games", 300, "--plot", "curve.svg", "--json", "--set", "units=(32,16)")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["file"] == "compiledcountdown.npz"
    assert set(answer["scores"]) >= {"random", "plain search"}
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    curve = LearningCurve.beside(tmp_path / "compiledcountdown.npz")
    assert list(curve)
    more = typed("train", game, "--games", 400, "--resume")
    assert more.exit_code == 0, more.output
    file = ("--evaluator", "compiledcountdown.npz")
    for words in (
        ("decide", game, "--search", "treesearch", "--nodes", 50, *file),
        ("decide", game, "--depth", 1, *file),
        ("arena", game, "--players", "treesearch(nodes=20),treesearch(nodes=20)", "--games", 2, *file),
        ("play", game, "--watch", "--against", "treesearch(nodes=20)", *file),
    ):
        done = typed(*words)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("decide pig --evaluator none.npz", "there is no weight file"),
        ("decide pig --search solve --evaluator none.npz", "takes no evaluator"),
        ("arena pig --players random,random --games 2 --evaluator none.npz", "takes no evaluator"),
        ("train leduc --games 2 --out w.npz", "no training"),
    ],
)
def test_mistakes_get_one_line_and_code_2(tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    done = typed(*words.split())
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output
