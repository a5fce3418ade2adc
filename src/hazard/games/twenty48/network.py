"""The n-tuple network of 2048: where its weights are kept, and how it learns."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, Weights, WeightsError, bytes_apart, bytes_joined, load_weights

Network = _core.Twenty48Network

GAME = "2048"
DESIGN = "four tuples of six cells, layout 1"
SHIPPED = Path(__file__).with_name("network.npz")
MEASURED_GAMES = 200


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """Return the network that comes with hazard, read once: it takes 256 MB.

    >>> board = 0x0000_0001_0012_0379  # 512 128 8 . in the first row, 4 2 . . in the second
    >>> 10_000 < shipped_network().of(board) < 400_000  # points to come after that slide
    True
    """
    return read_network(SHIPPED)


def read_network(path: Path) -> Network:
    """Read a network from a weight file: of a training, or rounded to be small."""
    return network_from(path, load_weights(path, game=GAME, design=DESIGN), to_learn=False)


def network_from(path: Path, weights: Weights, *, to_learn: bool) -> Network:
    """Build the network of a weight file that has been read."""
    found, none = weights.arrays, np.empty(0, np.float32)
    try:
        if to_learn and "rounded" in found:
            raise WeightsError("twenty48.weights_are_rounded", path=path)
        kept = _unrounded(found) if "rounded" in found else found["weights"]
        sums = (found["errors"], found["sizes"]) if to_learn else (none, none)
        network = Network(float(weights.about.settings["start_value"]))
        network.restore(found["where"], kept, *sums)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError("twenty48.cannot_build_network", path=path, error=error) from None
    return network


def rounded(weights: Weights, keep: int, unit: float) -> Weights:
    """Return a small copy of a training's weights to play with.

    It has the ``keep`` weights that learned most, rounded to multiples of ``unit`` points.
    """
    found = weights.arrays
    places = np.flatnonzero(np.unpackbits(found["where"], bitorder="little"))
    least = np.sort(found["sizes"])[max(0, len(places) - keep)]
    kept = found["sizes"] >= least
    bits = np.zeros(8 * len(found["where"]), np.uint8)
    bits[places[kept]] = 1
    steps = np.clip(np.rint(found["weights"][kept] / unit), -(2**15), 2**15 - 1)
    arrays: Arrays = {
        "where": np.packbits(bits, bitorder="little"),
        "rounded": bytes_apart(steps),
        "unit": np.array([unit], np.float32),
    }
    return Weights(arrays=arrays, about=weights.about)


def _unrounded(found: Arrays) -> npt.NDArray[np.float32]:
    return (bytes_joined(found["rounded"]) * found["unit"]).astype(np.float32)


class Twenty48Training:
    """A network that learns from its own games, by temporal differences and step sizes of each weight's own.

    Args:
        rate: how much of the error a position corrects while all that is known of it agrees.
        trace_decay: λ: 0 learns from the next position alone, 1 from how the game ends.
        start_value: what a board is thought to be worth before anything is known of it. Far too much makes
            it try everything (optimistic initialisation), which pays in long trainings only.
        seed: of all tiles.
    """

    game = GAME
    design = DESIGN

    def __init__(
        self,
        *,
        rate: float = 1.0,
        trace_decay: float = 0.5,
        start_value: float = 0.0,
        seed: int = 1,
        threads: int = 1,
        network: Network | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        if not 0.0 < rate <= 1.0:
            raise GameError("twenty48.rate_out_of_range", rate=rate)
        if not 0.0 <= trace_decay <= 1.0:
            raise GameError("twenty48.trace_decay_out_of_range", trace_decay=trace_decay)
        if not 0.0 <= start_value <= 1e6:
            raise GameError("twenty48.start_value_out_of_range", start_value=start_value)
        if threads != 1:
            raise GameError("twenty48.too_many_threads", threads=threads)
        self.settings: dict[str, Any] = {
            "rate": rate,
            "trace_decay": trace_decay,
            "start_value": start_value,
            "seed": seed,
        }
        self.games = games
        self.moves = 0
        self.network = network or Network(start_value)

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> Twenty48Training:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        network = network_from(path, weights, to_learn=True)
        return cls(**weights.about.settings, threads=threads, network=network, games=weights.about.games)

    def play_round(self) -> float:
        """Play some games and learn from each; return the mean squared error."""
        games = 32
        rate, decay = self.settings["rate"], self.settings["trace_decay"]
        moves, _, error = self.network.learn(self.settings["seed"], self.games, games, rate, decay)
        self.games += games
        self.moves += moves
        return float(error / max(moves, 1))

    def arrays(self) -> Arrays:
        """Return the weights that have learned something, and the sums that their step sizes come from."""
        where, weights, errors, sizes = self.network.learned()
        return {"where": where, "weights": weights, "errors": errors, "sizes": sizes}

    def measure(self) -> dict[str, float]:
        """Return the mean score without look-ahead, always with the same tiles to begin with."""
        _, scores = self.network.play(2048, MEASURED_GAMES)
        return {"mean score": fmean(scores)}


def trainable() -> Trainable:
    """Return how the command line trains the table."""
    return Trainable(Twenty48Training, Twenty48Training.resumed, 4_000)
