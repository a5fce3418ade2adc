"""The n-tuple network of 2048: what it adds up, how it learns, what it is kept in, how it plays."""

import random
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.twenty48 import rulebook_2048 as rulebook
from typer.testing import CliRunner

import hazard
from hazard import Budget, Expectimax
from hazard.cli import app
from hazard.game import GameError
from hazard.games import Twenty48
from hazard.games.twenty48.network import DESIGN, GAME, SHIPPED, Network, Twenty48Training, read_network
from hazard.learn import About, LearningCurve, Weights, WeightsError, load_weights, save_weights
from hazard.learn import run_training as train

SHAPES = ("0 1 2 3 4 5", "4 5 6 7 8 9", "0 1 2 4 5 6", "4 5 6 8 9 10")
"""The cells of each shape, row by row, as in the picture of the C++ header."""


def number_of(board):
    """Four bits a cell, the first cell lowest."""
    return sum((tile.bit_length() - 1) << 4 * i for i, tile in enumerate(sum(board, ())) if tile)


def images(board):
    for way in (board, rulebook.turned(board)):
        for rows in (way, way[::-1]):
            yield rows
            yield rulebook.reversed_rows(rows)


class PlainNetwork:
    """The same network as the papers write it: a dictionary, one weight at a time."""

    def __init__(self):
        self.weights, self.errors, self.sizes = {}, {}, {}

    def places(self, board):
        for image in images(board):
            cells = sum(image, ())
            for number, shape in enumerate(SHAPES):
                yield number, tuple(cells[int(cell)] for cell in shape.split())

    def value(self, board):
        return sum(self.weights.get(place, 0.0) for place in self.places(board))

    def step(self, board, target, rate):
        error = target - self.value(board)
        for place in self.places(board):
            size = self.sizes.get(place, 0.0)
            agreement = abs(self.errors[place]) / size if size else 1.0
            self.weights[place] = self.weights.get(place, 0.0) + rate * error / 32 * agreement
            self.errors[place] = self.errors.get(place, 0.0) + error
            self.sizes[place] = size + abs(error)


def random_board(draw):
    return tuple(
        tuple(draw.choice([0, 0, 2 ** draw.randint(1, 4), 2 ** draw.randint(1, 15)]) for _ in range(4))
        for _ in range(4)
    )


@pytest.fixture(scope="module")
def shipped():
    return read_network(SHIPPED)


def test_it_learns_like_a_network_written_plainly():
    network, plain, draw = Network(), PlainNetwork(), random.Random(1)
    boards = [random_board(draw) for _ in range(40)]
    for _ in range(300):
        board, target = draw.choice(boards), draw.uniform(0, 5000)
        network.step(number_of(board), target, 0.8)
        plain.step(board, target, 0.8)
    for board in boards:
        assert network.of(number_of(board)) == pytest.approx(plain.value(board), abs=0.05)
    where, weights, errors, sizes = network.learned()
    assert np.unpackbits(where).sum() == len(weights) == len(plain.weights)
    assert np.sort(sizes) == pytest.approx(np.sort(list(plain.sizes.values())), rel=1e-4)
    assert np.sort(errors) == pytest.approx(np.sort(list(plain.errors.values())), rel=1e-3, abs=0.5)


@given(st.lists(st.integers(0, 15), min_size=16, max_size=16))
@settings(deadline=None)
def test_mirror_images_are_worth_the_same(shipped, powers):
    tiles = [2**power if power else 0 for power in powers]
    board = tuple(tuple(tiles[4 * row : 4 * row + 4]) for row in range(4))
    values = [shipped.of(number_of(image)) for image in images(board)]
    assert values == pytest.approx([values[0]] * 8, rel=1e-5, abs=0.1)


def test_the_value_of_a_choice_is_that_of_the_best_slide(shipped):
    game, draw = Twenty48(network="shipped"), random.Random(3)
    for _ in range(50):
        board = random_board(draw)
        expected = {
            way: points + shipped.of(number_of(after))
            for way, (after, points) in rulebook.slides(board).items()
        }
        if not expected:
            continue
        state = game.parse(rulebook.text(board))
        decision = hazard.decide(game, state, Expectimax(), Budget(depth=1))
        assert {option.words: option.value for option in decision.options} == pytest.approx(expected)
        assert game.value(state) == pytest.approx(max(0.0, *expected.values()))


# ---- training -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("training") / "whole.npz"
    return path, train(Twenty48Training(seed=7), path, games=192)


def test_a_resumed_training_ends_where_an_unbroken_one_does(trained, tmp_path):
    path, whole = tmp_path / "parts.npz", trained[1]
    train(Twenty48Training(seed=7), path, games=96)
    resumed = Twenty48Training.resumed(path)
    assert resumed.games == 96
    parts = train(resumed, path, games=192)
    assert parts.about.games == whole.about.games == 192
    for name in ("where", "weights", "errors", "sizes"):
        np.testing.assert_array_equal(parts.arrays[name], whole.arrays[name])


def test_a_training_can_be_played_with(trained):
    game = Twenty48(network=trained[0])
    state = game.parse("2 4 8 128/. 4 16 64/. . 2 16/. . . 2 spawn")
    assert 0.0 < game.value(state) < 20_000


def test_the_learning_curve_begins_where_it_is_said_to():
    # Without look-ahead, 1,500 games of training make 22,600 points a game (two seeds); random play 1,100.
    network = Network()
    network.learn(1, 0, 1500, 1.0, 0.5)
    _, scores = network.play(2048, 100)
    assert 18_000 < fmean(scores) < 28_000


@pytest.mark.parametrize(
    "wrong",
    [{"rate": 0.0}, {"rate": 1.5}, {"trace_decay": -0.1}, {"start_value": -1.0}, {"threads": 2}],
    ids=str,
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(GameError, match=r"expected|one thread"):
        Twenty48Training(**wrong)


def test_the_command_trains_resumes_measures_and_draws(tmp_path):
    out, plot = tmp_path / "my.npz", tmp_path / "curve.svg"

    def hazard_train(*words):
        return CliRunner().invoke(app, ["train", "2048", "--out", str(out), *map(str, words)])

    first = hazard_train("--games", 32, "--measure", 32)
    assert first.exit_code == 0, first.output
    assert "After 32 games, mean score: " in first.stdout
    second = hazard_train("--resume", "--games", 64, "--measure", 32, "--plot", plot)
    assert second.exit_code == 0, second.output
    assert [found.games for found in LearningCurve.beside(out)] == [32, 64]
    assert plot.read_text().startswith("<svg")


# ---- files --------------------------------------------------------------------------------------------


def test_the_shipped_network_says_how_it_was_made():
    about = load_weights(SHIPPED, game=GAME, design=DESIGN).about
    assert about.command.startswith("hazard train 2048")
    assert about.games > 10_000
    assert SHIPPED.stat().st_size < 6.5e6


def test_the_shipped_network_plays_far_better_than_the_row_heuristic(shipped):
    _, scores = shipped.play(1, 30)
    by_rows = hazard.play_alone(Twenty48(), budget=Budget(depth=1), games=30, seed=1)
    assert fmean(scores) > 3 * by_rows.mean
    assert fmean(scores) > 60_000


def test_what_the_network_plays_alone_is_what_the_search_plays(shipped):
    _, scores = shipped.play(4, 40)
    searched = hazard.play_alone(Twenty48(network="shipped"), budget=Budget(depth=1), games=40, seed=4)
    low, high = searched.interval
    spread = (high - low) / 2 + 2 * np.std(scores) / 40**0.5
    assert abs(fmean(scores) - searched.mean) < 1.5 * spread


@pytest.mark.parametrize("cut", [0.0, 0.3, 0.9999])
def test_a_file_that_was_cut_off_is_refused(tmp_path, cut):
    path = tmp_path / "cut.npz"
    whole = SHIPPED.read_bytes()
    path.write_bytes(whole[: int(len(whole) * cut)])
    with pytest.raises(WeightsError, match=r"cut\.npz is not a whole weight file"):
        Twenty48(network=path)


def refused(tmp_path, arrays, message, *, design=DESIGN, resume=False):
    path = tmp_path / "odd.npz"
    about = About(game=GAME, design=design, settings={"start_value": 0.0}, games=1, seconds=1.0)
    save_weights(path, Weights(arrays=arrays, about=about))
    with pytest.raises(WeightsError, match=message):
        Twenty48Training.resumed(path) if resume else read_network(path)


def test_weights_that_do_not_fit_are_refused(tmp_path):
    where = np.zeros(Network.weights // 8, np.uint8)
    three = np.ones(3, np.float32)
    refused(tmp_path, {"where": where, "weights": three}, "numbers of weights")
    refused(tmp_path, {"where": where[:-1], "weights": three[:0]}, "numbers of weights")
    refused(tmp_path, {"where": where}, "cannot be built")
    refused(tmp_path, {"where": where, "weights": three[:0]}, "expected weights for", design="tuples of 9")
    refused(tmp_path, {"where": where, "weights": three[:0]}, "cannot be built", resume=True)


def test_rounded_weights_cannot_be_trained_further(tmp_path):
    done = CliRunner().invoke(app, ["train", "2048", "--resume", "--games", "1", "--out", str(SHIPPED)])
    assert done.exit_code == 2
    assert "expected the weights of a training" in done.stderr


@pytest.mark.parametrize(
    "setting",
    [
        {"network": "none.npz"},
        {"network": 3},
        {"network": "shipped", "rows": 3},
        {"network": "shipped", "goal": 64},
    ],
    ids=str,
)
def test_networks_that_do_not_fit_the_game_are_refused(setting):
    with pytest.raises(GameError, match=r"there is no weight file|expected|is for four by four"):
        Twenty48(**setting)


def test_auto_is_the_shipped_network_where_it_fits():
    assert Twenty48(network="auto").network == "shipped"
    assert Twenty48(3, 3, network="auto").network is None
    assert Twenty48(objective="survival", network="auto").network is None
