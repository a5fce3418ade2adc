"""The convolutional network of Take It Easy as ONNX: how it is written, and how it is run in batches.

Writing needs the package ``onnx`` (the extra ``train``), running ``onnxruntime`` (the extra ``onnx``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hazard.extras import require
from hazard.files import whole_file
from hazard.game import GameError
from hazard.learn.weights import Weights
from hazard.takeiteasy.cnn import HEX_KERNEL, POINTS_PER_ONE
from hazard.takeiteasy.planes import NO_TILE, PLACES, PLANES, SIDE, Floats, boards_of, planes_of

OPSET, IR_VERSION = 17, 8
"""Old enough for every runtime of the last years."""


class OnnxNetwork:
    """A network in an ONNX file, as an evaluator for any search and as a policy.

    Give it to a search: ``Expectimax(evaluator=OnnxNetwork("net.onnx"))``. All leaves that the search
    collects are valued in one call.
    """

    def __init__(self, path: str | Path, threads: int = 1) -> None:
        """Read the file and check that it is a network for this game."""
        runtime = require(
            "onnxruntime", caller="running an ONNX network", library="onnxruntime", extra="onnx"
        )
        if not Path(path).is_file():
            raise GameError("takeiteasy.no_such_onnx_file", path=path)
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # whatever the runtime finds wrong with a damaged file
            raise GameError("takeiteasy.onnx_cannot_be_run", path=path, error=error) from None
        inputs = [(one.name, one.shape[1:]) for one in self._session.get_inputs()]
        outputs = [one.name for one in self._session.get_outputs()]
        if inputs != [("planes", [PLANES, SIDE, SIDE])] or outputs != ["value", "policy"]:
            raise GameError(
                "takeiteasy.onnx_of_another_game",
                path=path,
                inputs=inputs,
                outputs=outputs,
                planes=PLANES,
                height=SIDE,
                width=SIDE,
            )

    def __call__(self, states: Sequence[Any]) -> list[float]:
        """Return the points to come in each state."""
        tiles, hands = boards_of(states)
        (values,) = self._session.run(["value"], {"planes": planes_of(tiles, hands)})
        return [float(value) * POINTS_PER_ONE for value in values]

    def policy(self, states: Sequence[Any]) -> Floats:
        """Return how much each hex is preferred for the tile in the hand: one row a state, of sum 1."""
        tiles, hands = boards_of(states)
        if (hands == NO_TILE).any():
            raise GameError("takeiteasy.policy_without_tile_in_hand")
        (logits,) = self._session.run(["policy"], {"planes": planes_of(tiles, hands)})
        liked = np.where(tiles == NO_TILE, logits[:, PLACES], -np.inf)
        shares = np.exp(liked - liked.max(axis=1, keepdims=True))
        found: Floats = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
        return found


def write_onnx(weights: Weights, path: Path) -> None:
    """Write a trained network as ONNX: planes of any number of boards in, values and policies out."""
    onnx = require("onnx", caller="writing an ONNX network", library="onnx", extra="train")
    helper, arrays = onnx.helper, weights.arrays
    nodes: list[Any] = []
    constants: list[Any] = []

    def constant(name: str) -> str:
        array = arrays[name] * HEX_KERNEL if arrays[name].shape[2:] == (3, 3) else arrays[name]
        constants.append(onnx.numpy_helper.from_array(array.astype(np.float32), f"{name} weights"))
        return f"{name} weights"

    def node(kind: str, inputs: list[str], output: str, **settings: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **settings))
        return output

    def convolved(seen: str, name: str, pad: int = 1) -> str:
        given = [seen, constant(name), constant(f"{name} bias")]
        return node("Conv", given, f"{name} out", pads=[pad] * 4)

    def linear(seen: str, name: str) -> str:
        given = [seen, constant(name), constant(f"{name} bias")]
        return node("Gemm", given, f"{name} out", transB=1)

    seen = node("Relu", [convolved("planes", "stem")], "seen")
    for block in range(weights.about.settings["blocks"]):
        inner = node("Relu", [convolved(seen, f"block {block} first")], f"block {block} inner")
        both = node("Add", [seen, convolved(inner, f"block {block} second")], f"block {block} sum")
        seen = node("Relu", [both], f"block {block} out")
    node("Flatten", [convolved(seen, "policy", 0)], "policy")
    hidden = node("Relu", [linear(node("Flatten", [seen], "flat"), "hidden")], "hidden active")
    constants.append(onnx.numpy_helper.from_array(np.array([1], np.int64), "second axis"))
    node("Squeeze", [linear(hidden, "value"), "second axis"], "value")

    kind = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "take it easy",
        [helper.make_tensor_value_info("planes", kind, ["boards", PLANES, SIDE, SIDE])],
        [
            helper.make_tensor_value_info("value", kind, ["boards"]),
            helper.make_tensor_value_info("policy", kind, ["boards", SIDE * SIDE]),
        ],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    with whole_file(path) as file:
        file.write(model.SerializeToString())
