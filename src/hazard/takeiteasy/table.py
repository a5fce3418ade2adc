"""The line table of Take It Easy: where its weights are kept, and how it learns."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, Weights, WeightsError, bytes_apart, bytes_joined, load_weights

LineTable = _core.TakeItEasyLineTable

GAME = "Take It Easy"
DESIGN = "lines, numbers, ways and hexes, layout 1"
MEASURED_GAMES = 2_000
MEASURED_SEED = 2024


def read_table(path: Path) -> LineTable:
    """Read a table to play with from a weight file: of a training, or rounded to be small."""
    return LineTable(_weights_from(path, load_weights(path, game=GAME, design=DESIGN)))


def rounded(weights: Weights, unit: float = 1 / 64) -> Weights:
    """Return a small copy of a training's weights to play with: multiples of ``unit`` points."""
    arrays: Arrays = {"unit": np.array([unit], np.float32), "squares": weights.arrays["squares"]}
    steps = np.clip(np.rint(weights.arrays["values"] / unit), -(2**15), 2**15 - 1)
    arrays["rounded"] = bytes_apart(steps)
    return Weights(arrays=arrays, about=weights.about)


def _weights_from(path: Path, weights: Weights) -> _core.TakeItEasyLineWeights:
    found, made = weights.arrays, _core.TakeItEasyLineWeights()
    try:
        values = _unrounded(found) if "rounded" in found else found["values"]
        made.restore(values, found["squares"])
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsError("takeiteasy.table_cannot_be_built", path=path, error=error) from None
    return made


def _unrounded(found: Arrays) -> npt.NDArray[np.float32]:
    return (bytes_joined(found["rounded"]) * found["unit"]).astype(np.float32)


class TableTraining:
    """A line table that learns from its own games, by temporal differences with a step size that sinks.

    Args:
        rate: how much of an error one game corrects, at first.
        anneal: games after which the rate is half of that; after twice as many it is a third, and so on.
        trace_decay: λ: 0 learns from the next position alone, 1 from how the game ends.
        seed: of all tiles.
    """

    game = GAME
    design = DESIGN
    ROUND = 256
    """Games between two looks at the clock."""

    def __init__(
        self,
        *,
        rate: float = 0.8,
        anneal: float = 400_000,
        trace_decay: float = 0.0,
        seed: int = 1,
        threads: int = 1,
        weights: _core.TakeItEasyLineWeights | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        if not 0.0 < rate <= 1.0:
            raise GameError("takeiteasy.rate_out_of_range", rate=rate)
        if not 1.0 <= anneal <= 1e12:
            raise GameError("takeiteasy.anneal_not_a_game_count", anneal=anneal)
        if not 0.0 <= trace_decay <= 1.0:
            raise GameError("takeiteasy.trace_decay_out_of_range", trace_decay=trace_decay)
        if threads != 1:
            raise GameError("takeiteasy.table_needs_one_thread", threads=threads)
        self.settings: dict[str, Any] = {
            "rate": rate,
            "anneal": anneal,
            "trace_decay": trace_decay,
            "seed": seed,
        }
        self.games = games
        self.weights = _core.TakeItEasyLineWeights() if weights is None else weights

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> TableTraining:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        if "rounded" in weights.arrays:
            raise WeightsError("takeiteasy.weights_only_to_play_with", path=path)
        made = _weights_from(path, weights)
        return cls(**weights.about.settings, threads=threads, weights=made, games=weights.about.games)

    def play_round(self) -> float:
        """Play some games and learn from each; return the mean squared error."""
        asked = self.settings
        _, error = self.weights.learn(
            asked["seed"], self.games, self.ROUND, asked["rate"], asked["anneal"], asked["trace_decay"]
        )
        self.games += self.ROUND
        return float(error / (self.ROUND * 17))

    def arrays(self) -> Arrays:
        """Return the weights of the values, and those of their spread."""
        return {"values": self.weights.values(), "squares": self.weights.squares()}

    def measure(self) -> dict[str, float]:
        """Return the mean score without look-ahead, always of the same tiles."""
        table = LineTable(self.weights)
        return {"mean score": fmean(_core.take_it_easy_play(table, MEASURED_SEED, 0, MEASURED_GAMES))}


def trainable() -> Trainable:
    """Return how the command line trains the table."""
    return Trainable(TableTraining, TableTraining.resumed, 50_000)
