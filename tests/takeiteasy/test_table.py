"""The line table: what it sees, how it learns, what it is kept in."""

import random
from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest
from tests.takeiteasy import rule_book_take_it_easy as rule_book

from hazard import Budget, Expectimax, GameError, _core, play_alone
from hazard.learn import load_weights, save_weights
from hazard.learn import run_training as train
from hazard.learn.weights import WeightsError
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.evaluators import find_evaluator, read_evaluator
from hazard.takeiteasy.table import DESIGN, GAME, LineTable, TableTraining, read_table, rounded


@pytest.fixture(scope="module")
def trained():
    training = TableTraining()
    while training.games < 4_000:
        training.play_round()
    return training


def states(count, seed=1):
    draw, game = random.Random(seed), TakeItEasy()
    for _ in range(count):
        board = rule_book.random_board(draw, draw.randint(1, 17))
        yield game.parse(rule_book.text(board)), board


def test_a_table_learns_from_its_own_games(trained):
    # The plain formula scores 117, random play 11: a few seconds of learning are between them and beyond.
    assert trained.measure()["mean score"] > 100


def test_the_same_seed_learns_the_same_and_another_does_not():
    def learned(seed):
        training = TableTraining(seed=seed)
        training.play_round()
        return training.weights.values()

    assert np.array_equal(learned(3), learned(3))
    assert not np.array_equal(learned(3), learned(4))


def test_a_board_and_its_half_turn_have_the_same_value_and_spread(trained):
    table, game = LineTable(trained.weights), TakeItEasy()
    names = dict(zip(rule_book.NAMES, reversed(rule_book.NAMES), strict=True))
    for state, board in states(100):
        other = game.parse(rule_book.text({names[name]: tile for name, tile in board.items()}))
        assert table.of(state) == pytest.approx(table.of(other), abs=1e-3)
        assert table.spread(state) == pytest.approx(table.spread(other), abs=1e-3)


def test_after_the_last_but_one_placement_the_value_is_exact(trained):
    table, draw, game = LineTable(trained.weights), random.Random(4), TakeItEasy()
    for _ in range(20):
        board = rule_book.random_board(draw, 18)
        (hole,) = set(rule_book.NAMES) - set(board)
        left = set(rule_book.TILES) - set(board.values())
        gains = [rule_book.score({**board, hole: tile}) - rule_book.score(board) for tile in left]
        assert table.of(game.parse(rule_book.text(board))) == pytest.approx(fmean(gains))


def test_the_chance_of_points_falls_with_their_number(trained):
    table = LineTable(trained.weights)
    for state, _ in states(20):
        chances = [table.chance_of(state, target) for target in range(0, 320, 20)]
        assert chances[0] == 1
        assert all(0 <= later <= earlier <= 1 for earlier, later in pairwise(chances))


def test_with_one_hex_left_the_chance_of_a_target_is_exact():
    formula, draw, game = find_evaluator("formula"), random.Random(5), TakeItEasy()
    for _ in range(20):
        board = rule_book.random_board(draw, 18)
        (hole,) = set(rule_book.NAMES) - set(board)
        scores = [
            rule_book.score({**board, hole: tile}) for tile in set(rule_book.TILES) - set(board.values())
        ]
        for target in (rule_book.score(board), max(scores), max(scores) + 1):
            expected = fmean(score >= target for score in scores)
            assert formula.chance_of(game.parse(rule_book.text(board)), target) == pytest.approx(expected)


def test_placing_by_the_table_is_looking_one_decision_ahead(trained):
    table = LineTable(trained.weights)
    game = TakeItEasy(evaluator=table)
    greedy = _core.take_it_easy_play(table, 9, 0, 30)
    searched = play_alone(game, Expectimax(table=False), Budget(depth=1), games=30, seed=9)
    assert list(searched.scores) == greedy  # the same draws, the same placements


def test_a_training_goes_on_where_it_was_killed(tmp_path):
    whole = train(TableTraining(), tmp_path / "whole.npz", games=1024)
    train(TableTraining(), tmp_path / "half.npz", games=512)
    half = train(TableTraining.resumed(tmp_path / "half.npz"), tmp_path / "half.npz", games=1024)
    assert half.about.games == whole.about.games == 1024
    assert all(np.array_equal(half.arrays[name], whole.arrays[name]) for name in whole.arrays)


def test_a_rounded_table_is_small_and_plays_the_same(trained, tmp_path):
    whole, small = tmp_path / "whole.npz", tmp_path / "small.npz"
    training = TableTraining(weights=trained.weights, games=trained.games)
    train(training, whole, games=training.games)
    save_weights(small, rounded(load_weights(whole, game=GAME, design=DESIGN)))
    assert small.stat().st_size < whole.stat().st_size / 2
    one, other = read_table(whole), read_evaluator(small)
    for state, _ in states(50):
        assert other.of(state) == pytest.approx(one.of(state), abs=0.3)
    with pytest.raises(WeightsError, match="expected those of a training"):
        TableTraining.resumed(small)


def test_a_weight_file_that_is_not_one_is_refused(tmp_path):
    path = tmp_path / "table.npz"
    with pytest.raises(WeightsError, match="there is no weight file"):
        read_evaluator(path)
    path.write_bytes(b"PK\x03\x04 not a zip")
    with pytest.raises(WeightsError, match="not a whole weight file"):
        read_evaluator(path)
    train(TableTraining(), path, games=0)
    found = load_weights(path, game=GAME, design=DESIGN)
    save_weights(
        path, found.model_copy(update={"arrays": {**found.arrays, "values": np.zeros(5, np.float32)}})
    )
    with pytest.raises(WeightsError, match="there are 5 weights"):
        read_evaluator(path)
    foreign = found.about.model_copy(update={"game": "chess"})
    save_weights(path, found.model_copy(update={"about": foreign}))
    with pytest.raises(WeightsError, match="is for chess"):
        read_evaluator(path)


@pytest.mark.parametrize(
    "settings", [{"rate": 0}, {"rate": 2}, {"anneal": 0}, {"trace_decay": -1}, {"threads": 2}]
)
def test_settings_that_cannot_learn_are_refused(settings):
    with pytest.raises(GameError, match=r"expected|found"):
        TableTraining(**settings)


# ---- play-outs -------------------------------------------------------------------------------------------


def test_playing_a_board_out_values_it_by_what_came():
    formula, game = find_evaluator("formula"), TakeItEasy()
    rollouts = find_evaluator("rollouts:400:formula")
    greedy = _core.take_it_easy_play(formula, 5, 0, 400)
    assert rollouts.of(game.start()) == pytest.approx(fmean(greedy), abs=6)  # two samples, 27 points a game
    assert 15 < rollouts.spread(game.start()) < 40
    assert rollouts.of(game.start()) == rollouts.of(game.start())


def test_play_outs_place_better_than_the_formula_they_are_played_by():
    formula = _core.take_it_easy_play(find_evaluator("formula"), 6, 0, 12)
    rollouts = _core.take_it_easy_play(find_evaluator("rollouts:40"), 6, 0, 12)
    assert fmean(rollouts) > fmean(formula)


@pytest.mark.parametrize("name", ["lines", "rollouts:0", "rollouts:x", "rollouts:5:lines", "", "none.npz"])
def test_an_unknown_evaluator_is_refused(name):
    with pytest.raises(GameError, match="there is no"):
        find_evaluator(name)
