"""A network of one's own values the leaves of any search, all that are collected in one call."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hazard
from hazard.learn import evaluator

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "compiled"))
import connect_four


def middle(rows: np.ndarray) -> np.ndarray:
    """Stones in the middle column, as the player to move sees them, for MAX."""
    assert rows.shape[1] == 85
    return rows[:, 84] * (rows[:, 18:24].sum(1) - rows[:, 60:66].sum(1)) / 10


class Wild:
    def __call__(self, rows: np.ndarray) -> np.ndarray:
        return np.full((len(rows), 1), 99.0)


def test_any_function_of_an_array_values_states_at_once() -> None:
    game = connect_four.ConnectFour()
    search = hazard.Expectimax(evaluator=evaluator(game, middle))
    assert hazard.decide(game, None, search, hazard.Budget(depth=1)).action == 3


def test_values_are_cut_to_the_bounds_and_columns_are_values() -> None:
    game = connect_four.ConnectFour()
    assert evaluator(game, Wild())([game.start()] * 2) == [1.0, 1.0]


def test_an_evaluator_travels_with_its_game() -> None:
    found = pickle.loads(pickle.dumps(evaluator(connect_four.ConnectFour(), Wild())))
    assert found([connect_four.Grid()]) == [1.0]


def test_a_pytorch_module_in_one_line() -> None:
    torch = pytest.importorskip("torch")
    game = connect_four.ConnectFour()
    model = torch.nn.Sequential(
        torch.nn.Linear(85, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1), torch.nn.Tanh()
    )
    (value,) = evaluator(game, model)([game.start()])
    assert -1.0 <= value <= 1.0


def test_the_example_in_pytorch_finds_the_winning_move() -> None:
    """Bouton 1901: 1, 3, 4 has the Nim sum 6; only taking two from the heap of four makes it 0."""
    pytest.importorskip("torch")
    script = Path(__file__).parents[2] / "examples" / "torch_value.py"
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("(2, 2)")


def exported(path: Path, rows: int | str) -> Path:
    """Write the mean of four numbers as ONNX, for so many rows at once."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    make, kind = onnx.helper, onnx.TensorProto.FLOAT
    node = make.make_node("ReduceMean", ["features"], ["value"], axes=[1], keepdims=1)
    graph = make.make_graph(
        [node],
        "mean",
        [make.make_tensor_value_info("features", kind, [rows, 4])],
        [make.make_tensor_value_info("value", kind, [rows, 1])],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path)
    return path


class Fours(hazard.Game):
    def start(self):
        return (0, 0, 0, 2)

    def turn(self, state):
        return hazard.Turn.OVER

    def apply(self, state, move):
        return state

    def value(self, state):
        return 0.0

    def features(self, state):
        return list(state)


def test_an_onnx_file_values_any_number_of_states_at_once(tmp_path: Path) -> None:
    found = evaluator(Fours(), exported(tmp_path / "mean.onnx", "rows"))
    assert found([(0, 0, 0, 2)]) == [0.5]
    assert pickle.loads(pickle.dumps(found))([(0, 0, 0, 2), (4, 0, 0, 0), (1, 1, 1, 1)]) == [0.5, 1.0, 1.0]


def test_an_onnx_file_of_another_shape_is_named(tmp_path: Path) -> None:
    found = evaluator(Fours(), exported(tmp_path / "one.onnx", 1))
    assert found([(0, 0, 0, 2)]) == [0.5]
    with pytest.raises(hazard.GameError, match=r"one.onnx does not take rows of shape \(2, 4\)"):
        found([(0, 0, 0, 2), (0, 0, 0, 2)])


def test_what_cannot_be_an_evaluator_is_said() -> None:
    game = connect_four.ConnectFour()
    with pytest.raises(hazard.GameError, match="has no method features"):
        evaluator(hazard.games.Pig(), Wild())
    with pytest.raises(hazard.GameError, match="expected a PyTorch module"):
        evaluator(game, 3)
    with pytest.raises(hazard.GameError, match=r"shape \(3,\)"):
        evaluator(game, lambda rows: np.zeros(3))([game.start()])
