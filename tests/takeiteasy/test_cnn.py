"""The convolutional network of Take It Easy: what it sees, how it learns, and the same as ONNX."""

import importlib.util
import random
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import hazard
from hazard import Budget, Expectimax, TreeSearch
from hazard.cli import app
from hazard.cli.errors import describe
from hazard.extras import MissingExtraError
from hazard.game import GameError
from hazard.games import TakeItEasy
from hazard.learn import run_training as train
from hazard.takeiteasy import cnn
from hazard.takeiteasy.board import hex_number
from hazard.takeiteasy.cnn import CnnTraining, first_weights
from hazard.takeiteasy.game import Placement
from hazard.takeiteasy.onnx import OnnxNetwork, write_onnx
from hazard.takeiteasy.planes import LINES, PLACES, boards_of, planes_of, points_of


def installed(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


needs_torch = pytest.mark.skipif(
    not installed("torch", "onnx"), reason="PyTorch is not installed: pip install 'hazard[train]'"
)
needs_onnx = pytest.mark.skipif(
    not installed("torch", "onnx", "onnxruntime"),
    reason="PyTorch or onnxruntime is not installed: pip install 'hazard[train,onnx]'",
)
TINY = {"channels": 4, "blocks": 1}


def some_states(count, hand=True):
    game, draw, found = TakeItEasy(), random.Random(1), []
    for _ in range(count):
        state = game.start()
        for _ in range(draw.randint(1, 17)):
            state = game.apply(state, draw.choice([tile for tile, _ in game.outcomes(state)]))
            state = game.apply(state, draw.choice(game.actions(state)))
        found.append(game.apply(state, game.outcomes(state)[0][0]) if hand else state)
    return game, found


# ---- what it sees (no extra needed) ---------------------------------------------------------------------


def test_neighbours_on_the_grid_are_neighbours_on_the_board():
    # Two hexes touch where they share a line and lie next to each other on both others.
    for a in range(19):
        for b in range(19):
            apart = sorted(abs(LINES[a] - LINES[b]))
            step = np.array(divmod(int(PLACES[b]), 5)) - divmod(int(PLACES[a]), 5)
            near = max(abs(step)) <= 1 and cnn.HEX_KERNEL[tuple(step + 1)] == 1.0
            assert near == (apart in ([0, 1, 1], [0, 0, 0])), (a, b)


def test_points_are_those_of_the_rules():
    game, states = some_states(60)
    tiles, hands = boards_of(states)
    for state, points in zip(states, points_of(tiles, hands), strict=True):
        names = [f"{'abcde'[place // 5]}" for place in PLACES]
        row = [names[:h].count(names[h]) + 1 for h in range(19)]
        for h in np.flatnonzero(np.array(state.tiles) == 27):
            assert points[h] == game.reward(state, Placement(hex_number(f"{names[h]}{row[h]}")))


def test_planes_hold_every_number_once():
    _, states = some_states(40)
    tiles, hands = boards_of(states)
    planes = planes_of(tiles, hands)
    lying = (tiles != 27).sum(axis=1)
    np.testing.assert_array_equal(planes[:, 2:11].sum(axis=(1, 2, 3)), 3 * lying)
    np.testing.assert_array_equal(planes[:, 1].sum(axis=(1, 2)), 19 - lying)
    assert planes[:, 11:20, 0, 0].sum() == 3 * len(states)
    np.testing.assert_allclose(planes[:, 20:, 0, 0].sum(axis=1), 3 * (26 - lying) / 9, rtol=1e-6)


# ---- learning --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("cnn") / "whole.npz"
    return path, train(CnnTraining(seed=3, **TINY), path, games=128)


@needs_torch
def test_a_resumed_training_ends_where_an_unbroken_one_does(trained, tmp_path):
    path = tmp_path / "parts.npz"
    train(CnnTraining(seed=3, **TINY), path, games=64)
    parts = train(CnnTraining.resumed(path), path, games=128)
    assert parts.about.games == 128
    assert parts.arrays.keys() == trained[1].arrays.keys()
    for name, array in trained[1].arrays.items():
        np.testing.assert_allclose(parts.arrays[name], array, rtol=1e-4, atol=1e-6, err_msg=name)


@needs_torch
@pytest.mark.parametrize("wrong", [{"channels": 0}, {"blocks": 99}, {"rate": 0.0}], ids=str)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(GameError, match="expected"):
        CnnTraining(**wrong)


# ---- as ONNX ---------------------------------------------------------------------------------------------


@needs_onnx
def test_the_onnx_network_answers_as_the_trained_one(trained, tmp_path):
    import torch

    write_onnx(trained[1], tmp_path / "net.onnx")
    network = OnnxNetwork(tmp_path / "net.onnx")
    _, states = some_states(50)
    planes = torch.from_numpy(planes_of(*boards_of(states)))
    weights = {name: torch.tensor(array) for name, array in trained[1].arrays.items()}
    values, logits = cnn.forward(torch, weights, planes)
    assert network(states) == pytest.approx(20 * values.numpy(), abs=1e-3)
    shares = network.policy(states)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-5)
    for state, row, like in zip(states, shares, logits.numpy()[:, PLACES], strict=True):
        empty = np.array(state.tiles) == 27
        assert (row[~empty] == 0).all()
        assert row.argmax() == np.where(empty, like, -np.inf).argmax()


@needs_onnx
def test_searches_value_their_leaves_by_it(trained, tmp_path):
    write_onnx(trained[1], tmp_path / "net.onnx")
    network = OnnxNetwork(tmp_path / "net.onnx")
    game, (state, *_) = some_states(1)
    decision = hazard.decide(game, state, Expectimax(evaluator=network), Budget(depth=1))
    best = max(game.actions(state), key=lambda a: game.reward(state, a) + network([game.apply(state, a)])[0])
    assert decision.action == best
    searched = hazard.decide(game, state, TreeSearch(evaluator=network, batch=8), Budget(nodes=50))
    assert searched.action in game.actions(state)
    with pytest.raises(GameError, match="with a tile in the hand"):
        network.policy(some_states(1, hand=False)[1])


@needs_onnx
def test_what_is_no_network_for_the_game_is_refused(tmp_path):
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    with pytest.raises(GameError, match="is not an ONNX network"):
        OnnxNetwork(broken)
    with pytest.raises(GameError, match="there is no ONNX file"):
        OnnxNetwork(tmp_path / "none.onnx")


@needs_onnx
def test_the_command_trains_and_writes_onnx(tmp_path):
    out, file = tmp_path / "my.npz", tmp_path / "my.onnx"
    command = ["train", "takeiteasy", "--evaluator", "cnn", "--out", str(out), "--onnx", str(file)]
    found = CliRunner().invoke(app, [*command, "--games", "64", "--set", "channels=4", "--set", "blocks=0"])
    assert found.exit_code == 0, found.output
    assert OnnxNetwork(file)([TakeItEasy().start()])


# ---- a missing extra -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "extra", "act"),
    [
        ("torch", "train", lambda path: CnnTraining()),
        ("onnxruntime", "onnx", lambda path: OnnxNetwork(path / "any.onnx")),
    ],
)
def test_a_missing_extra_is_named(module, extra, act, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    with pytest.raises(MissingExtraError) as caught:
        act(tmp_path)
    message, code = describe(caught.value)
    assert f"pip install 'hazard[{extra}]'" in message
    assert code == 2


def test_onnx_is_refused_for_a_network_that_is_none_of_convolutions(tmp_path):
    out = ["--out", str(tmp_path / "a.npz"), "--onnx", str(tmp_path / "a.onnx"), "--games", "1"]
    found = CliRunner().invoke(app, ["train", "2048", *out])
    assert found.exit_code == 2
    assert "--onnx is for convolutional networks" in found.output


def test_first_weights_are_the_same_for_the_same_seed():
    for name, array in first_weights(4, 1, 7).items():
        np.testing.assert_array_equal(array, first_weights(4, 1, 7)[name])
