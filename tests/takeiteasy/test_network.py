"""The network of Take It Easy: what it sees, what it adds up, how it learns, what it is kept in."""

import random
from statistics import fmean

import numpy as np
import pytest
from typer.testing import CliRunner

import hazard
from hazard import Budget, Expectimax
from hazard.cli import app
from hazard.game import GameError
from hazard.games import TakeItEasy
from hazard.learn import LearningCurve, Weights, WeightsError, load_weights, save_weights
from hazard.learn import run_training as train
from hazard.takeiteasy.network import (
    DESIGN,
    GAME,
    SHIPPED,
    Beginning,
    NetworkTraining,
    read_network,
    rounded,
    shipped_network,
)

SMALL = {"units": (32, 16, 16), "plan": 1024}
NUMBERS = ((1, 5, 9), (2, 6, 7), (3, 4, 8))
TILES = [(a, b, c) for a in NUMBERS[0] for b in NUMBERS[1] for c in NUMBERS[2]]

# Half hexes from the top and the column of each hex: two hexes share a line where one of three sums agrees.
HEXES = [(c, 2 * r + 5 - n) for c, n in enumerate((3, 4, 5, 4, 3)) for r in range(n)]
LINES_OF = [(c, 5 + (h - c + 2) // 2, 10 + (h + c - 2) // 2) for c, h in HEXES]


def seen(state):
    """List the inputs of a board, as the header of the C++ describes them."""
    on = {h: TILES[t] for h, t in enumerate(state.tiles) if t < 27}
    left = [tile for tile in TILES if tile not in on.values()]
    standing, inputs = [], []

    def count(direction, number):
        return sum(tile[direction] == number for tile in left)

    for line in range(15):
        way, hexes = line // 5, [h for h in range(19) if line in LINES_OF[h]]
        numbers = {on[h][way] for h in hexes if h in on}
        missing = sum(h not in on for h in hexes)
        dead = missing == 0 or len(numbers) > 1
        number = numbers.pop() if numbers else None
        if dead or (number and count(way, number) < missing):
            standing.append("dead")
            place = 150
        elif number is None:
            standing.append("open")
            place = 151
        else:
            standing.append(number)
            place = (NUMBERS[way].index(number) * 5 + missing) * 10 + count(way, number)
        inputs.append(("line", line, place))
    for h in set(range(19)) - set(on):
        asked = tuple(standing[line] for line in LINES_OF[h])
        wanted = [(way, number) for way, number in enumerate(asked) if isinstance(number, int)]
        fitting = sum(all(tile[way] == number for way, number in wanted) for tile in left)
        inputs.append(("hex", h, (asked, fitting if len(wanted) > 1 else 0)))
    inputs += [("tile", TILES.index(tile), None) for tile in left]
    inputs += [("count", (way, n), count(way, n)) for way in range(3) for n in NUMBERS[way]]
    return [*inputs, ("empties", None, 19 - len(on))]


def asks():
    """Number what a hex may be asked: first all that its lines may stand for, then how many tiles fit."""
    numbered, words = {}, [(*numbers, "open", "dead") for numbers in NUMBERS]
    for asked in ((a, b, c) for a in words[0] for b in words[1] for c in words[2]):
        wanted = sum(isinstance(number, int) for number in asked)
        for fitting in range({3: 2, 2: 4}.get(wanted, 1)):
            numbered[asked, fitting] = len(numbered)
    return numbered


ASKS = asks()


def number_of(kind, which, what):
    lines = 1 + 19 * len(ASKS)
    tiles = lines + 15 * 152
    if kind == "hex":
        return 1 + which * len(ASKS) + ASKS[what]
    if kind == "line":
        return lines + which * 152 + what
    if kind == "tile":
        return tiles + which
    if kind == "count":
        way, number = which
        return tiles + 27 + (3 * way + NUMBERS[way].index(number)) * 10 + what
    return tiles + 27 + 90 + what


def plain_value(parts, inputs):
    """The network as it is written down, from its rounded parts."""
    rows, second, head, direct = (np.asarray(part, np.float64) for part in parts)
    wide, middle, narrow = SMALL["units"]
    rows = rows.reshape(-1, wide) / 512
    second = second.reshape(wide, middle) / 4096
    b2, w3, b3, w4, b4 = np.split(head, np.cumsum([middle, middle * narrow, narrow, narrow]))
    first = np.maximum(0, rows[inputs].sum(axis=0) + rows[-1])
    after = np.maximum(0, first @ second + b2)
    last = np.maximum(0, after @ w3.reshape(middle, narrow) + b3)
    return 20 * (last @ w4 + b4[0] + direct[inputs].sum())


def random_board(game, draw, placed):
    state = game.start()
    for _ in range(placed):
        state = game.apply(state, draw.choice([tile for tile, _ in game.outcomes(state)]))
        state = game.apply(state, draw.choice(game.actions(state)))
    return state


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("training") / "whole.npz"
    return path, train(NetworkTraining(seed=7, **SMALL), path, games=1024)


def test_a_board_is_worth_what_the_network_written_plainly_says(trained):
    network = read_network(trained[0])
    parts, game, draw = network.parts(), TakeItEasy(), random.Random(1)
    for _ in range(100):
        state = random_board(game, draw, draw.randint(1, 18))
        inputs = [number_of(*one) for one in seen(state)]
        # Activations are rounded down to half of their unit: a few hundredths of a point.
        assert network.of(state) == pytest.approx(plain_value(parts, inputs), abs=0.25)


def test_a_search_of_one_decision_takes_the_placement_of_the_highest_value(trained):
    network = read_network(trained[0])
    game, draw = TakeItEasy(evaluator=network), random.Random(2)
    for _ in range(10):
        state = random_board(game, draw, draw.randint(1, 15))
        state = game.apply(state, game.outcomes(state)[0][0])
        expected = {
            hex_: game.reward(state, hex_) + network.of(game.apply(state, hex_))
            for hex_ in game.actions(state)
        }
        decision = hazard.decide(game, state, Expectimax(), Budget(depth=1))
        found = {option.action: option.value for option in decision.options}
        assert found == pytest.approx(expected, abs=1e-3)


# ---- training -----------------------------------------------------------------------------------------


def test_a_resumed_training_ends_where_an_unbroken_one_does(trained, tmp_path):
    path, whole = tmp_path / "parts.npz", trained[1]
    train(NetworkTraining(seed=7, **SMALL), path, games=512)
    resumed = NetworkTraining.resumed(path)
    assert resumed.games == 512
    parts = train(resumed, path, games=1024)
    assert parts.about.games == whole.about.games == 1024
    for name in ("weights", "means", "squares", "steps"):
        np.testing.assert_array_equal(parts.arrays[name], whole.arrays[name])


def test_twelve_thousand_games_teach_it_what_a_good_beginner_knows():
    # Random play makes 11 points a game; so much training in two seconds 144 and 147 (two seeds).
    settings = {"rate": 1e-2, "last_rate": 2e-3, "units": (64, 16, 16), "placements": (8.0, 8.0)}
    training = NetworkTraining(seed=1, plan=12_288, **settings)
    while training.games < 12_288:
        training.play_round()
    assert training.measure()["mean score"] > 130


def test_a_training_may_start_from_the_weights_of_another(trained, tmp_path):
    command = ["train", "takeiteasy", "--evaluator", "network", "--games", "256"]
    command += ["--start", str(trained[0]), "--out", str(tmp_path / "next.npz")]
    found = CliRunner().invoke(app, [*command, "--set", "units=(64,16,16)"])
    assert found.exit_code == 2
    assert "those of the weights given" in found.output
    found = CliRunner().invoke(app, [*command, "--set", "rate=1e-6", "--set", "last_rate=1e-6"])
    assert found.exit_code == 0, found.output
    after = load_weights(tmp_path / "next.npz", game=GAME, design=DESIGN)
    assert after.about.games == 256
    np.testing.assert_allclose(after.arrays["weights"], trained[1].arrays["weights"], atol=1e-4)


def test_units_that_no_board_makes_active_begin_anew(trained):
    weights = trained[1].arrays["weights"].copy()
    wide, middle, _ = SMALL["units"]
    bias = slice(len(weights) - _after_rows(SMALL["units"]), None)
    weights[bias][:8] = -1000.0  # eight units for which no sum can be above zero
    still = {**SMALL, "rate": 1e-6, "last_rate": 1e-6}
    for renew, expected in ((256, 0), (0, 8)):
        training = NetworkTraining(**still, renew=renew, networks=Beginning(SMALL["units"], weights))
        training.play_round()
        after = training.arrays()["weights"][bias]
        assert (after[:8] < -999).sum() == expected
        second = after[wide : wide + wide * middle].reshape(wide, middle)
        assert (second[:8] == 0).all() == (renew > 0)  # nothing to say yet


def _after_rows(units):
    """Count the weights that follow the rows: of the biases and of all later layers."""
    wide, middle, narrow = units
    return wide + wide * middle + middle + middle * narrow + narrow + narrow + 1 + 8384


@pytest.mark.parametrize(
    "wrong",
    [
        {"plan": 0},
        {"rate": 0.0},
        {"rate": 1e-6},
        {"hold": 1.0},
        {"placements": (0.0, 5.0)},
        {"trace_decay": 1.5},
        {"trace_decay": True},
        {"renew": -1},
        {"renew": True},
        {"units": (30, 16, 16)},
        {"units": (32, 16)},
        {"threads": 2},
    ],
    ids=str,
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(GameError, match=r"expected|one thread"):
        NetworkTraining(**wrong)


def test_the_command_trains_resumes_and_measures(tmp_path):
    out = tmp_path / "my.npz"

    def hazard_train(*words):
        command = ["train", "takeiteasy", "--evaluator", "network", "--out", str(out), *map(str, words)]
        return CliRunner().invoke(app, command)

    first = hazard_train("--games", 256, "--measure", 256, "--set", "units=(32,16,16)")
    assert first.exit_code == 0, first.output
    assert "After 256 games, mean score: " in first.stdout
    second = hazard_train("--resume", "--games", 512, "--measure", 256)
    assert second.exit_code == 0, second.output
    assert [found.games for found in LearningCurve.beside(out)] == [256, 512]


def test_an_evaluator_that_cannot_be_trained_is_named(tmp_path):
    command = [
        "train",
        "takeiteasy",
        "--evaluator",
        "netwrok",
        "--games",
        "1",
        "--out",
        str(tmp_path / "a.npz"),
    ]
    found = CliRunner().invoke(app, command)
    assert found.exit_code == 2
    assert "did you mean 'network'?" in found.output


# ---- files --------------------------------------------------------------------------------------------


def test_the_shipped_network_says_how_it_was_made():
    about = load_weights(SHIPPED, game=GAME, design=DESIGN).about
    assert about.command.startswith("hazard train takeiteasy --evaluator network")
    assert about.games > 1_000_000
    assert SHIPPED.stat().st_size < 10e6


def test_the_shipped_network_plays_better_than_good_people():
    # Good people make 150 to 170 points. Games spread by 27: the mean of 2,000 by 0.6.
    assert fmean(shipped_network().play(1, 2000)) > 163


def test_a_rounded_copy_plays_like_the_training_it_was_made_of(trained, tmp_path):
    path, small = trained[0], tmp_path / "small.npz"
    save_weights(small, rounded(load_weights(path, game=GAME, design=DESIGN)))
    assert read_network(small).play(5, 100) == read_network(path).play(5, 100)
    assert small.stat().st_size < path.stat().st_size / 2
    with pytest.raises(WeightsError, match="rounded; expected those of a training"):
        NetworkTraining.resumed(small)


def test_a_file_whose_arrays_do_not_fit_is_refused(trained, tmp_path):
    whole = load_weights(trained[0], game=GAME, design=DESIGN)
    small, path = rounded(whole), tmp_path / "odd.npz"
    for name in small.arrays:
        for odd in (small.arrays[name][:-1], small.arrays[name].astype(np.float64), None):
            arrays = {**small.arrays, name: odd}
            kept = {key: array for key, array in arrays.items() if array is not None}
            save_weights(path, Weights(arrays=kept, about=small.about))
            with pytest.raises(WeightsError, match="its network cannot be built"):
                read_network(path)


def test_a_weight_file_of_another_game_is_refused(tmp_path, trained):
    whole = load_weights(trained[0], game=GAME, design=DESIGN)
    foreign = Weights(arrays=whole.arrays, about=whole.about.model_copy(update={"game": "chess"}))
    save_weights(tmp_path / "chess.npz", foreign)
    with pytest.raises(WeightsError, match="is for chess"):
        read_network(tmp_path / "chess.npz")


def test_games_of_one_seed_are_the_same_games(trained):
    network = read_network(trained[0])
    assert network.play(3, 20) == network.play(3, 20)
    assert fmean(network.play(3, 20)) != fmean(network.play(4, 20))
