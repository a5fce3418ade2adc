"""A network of your own as an evaluator, in one line: PyTorch, ONNX, or any function of an array."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.extras import require
from hazard.game import Game, GameError, check_game

Floats = NDArray[np.float32]


def evaluator(game: Game, model: Any) -> NetworkEvaluator:
    """Return a network as an evaluator for the searches of ``game``.

    ``model`` is a PyTorch module, the path of an ONNX file, or any function of an array. It gets one row for
    each state, made by the game's ``features(state)``, and returns a value for each: MAX's, in the units
    of the game's own values. What lies outside of the game's ``bounds`` is cut to them.

    >>> class Race(Game):
    ...     def start(self): return 0
    ...     def turn(self, state): ...
    ...     def apply(self, state, move): ...
    ...     def value(self, state): return 1.0
    ...     def features(self, state): return [state, 1.0]
    >>> evaluator(Race(), lambda rows: rows @ np.array([0.5, 0.25]))([2, 4])
    [1.25, 2.25]
    """
    return NetworkEvaluator(game, model)


class NetworkEvaluator:
    """See :func:`evaluator`. All leaves that a search collects are valued in one call."""

    def __init__(self, game: Game, model: Any) -> None:
        """Look at the game and the network."""
        check_game(game)
        if not callable(getattr(game, "features", None)):
            raise GameError("learn.no_features", game=type(game).__name__)
        self.game, self.model = game, model
        bounds = getattr(game, "bounds", None)
        ends: tuple[float, float] = (-np.inf, np.inf) if bounds is None else bounds()
        self._low, self._high = ends
        self._run = _runner(model)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the network; an ONNX file is opened again."""
        return type(self), (self.game, self.model)

    def rows(self, states: Sequence[Any]) -> Floats:
        """Return the features of each state as a row."""
        found = [self.game.features(state) for state in states]  # type: ignore[attr-defined]
        try:
            rows = np.asarray(found, dtype=np.float32)
        except (TypeError, ValueError):
            rows = np.zeros(0, dtype=np.float32)
        if rows.ndim != 2:
            raise GameError("learn.features_differ", game=type(self.game).__name__)
        return rows

    def __call__(self, states: Sequence[Any]) -> list[float]:
        """Return the value of each state."""
        values = np.asarray(self._run(self.rows(states)), dtype=np.float64)
        if values.shape == (len(states), 1):
            values = values[:, 0]
        if values.shape != (len(states),):
            raise GameError("learn.wrong_shape", found=str(values.shape), count=len(states))
        found: list[float] = np.clip(values, self._low, self._high).tolist()
        return found


def _runner(model: Any) -> Any:
    """Return a function of an array for whatever the model is."""
    if isinstance(model, str | os.PathLike):
        return _onnx(Path(model))
    if any(kind.__module__.startswith("torch.nn") for kind in type(model).__mro__):
        torch = require("torch", caller="a PyTorch evaluator", library="PyTorch", extra="train")
        model.eval()

        def run(rows: Floats) -> Any:
            with torch.inference_mode():
                return model(torch.from_numpy(rows)).numpy()

        return run
    if not callable(model):
        raise GameError("learn.no_model", found=repr(model))
    return model


def _onnx(path: Path) -> Any:
    runtime = require("onnxruntime", caller="an ONNX evaluator", library="onnxruntime", extra="onnx")
    try:
        session = runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever the runtime finds wrong with a file
        raise GameError("learn.onnx_cannot_be_run", path=str(path), error=str(error)) from None
    name = session.get_inputs()[0].name

    def run(rows: Floats) -> Any:
        try:
            return session.run(None, {name: rows})[0]
        except Exception as error:  # the runtime's own kinds
            raise GameError(
                "learn.onnx_refuses", path=str(path), found=str(rows.shape), error=str(error)
            ) from None

    return run
