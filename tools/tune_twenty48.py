"""Tune the weights of 2048's row heuristic: an evolution strategy over whole games.

python tools/tune_twenty48.py --seconds 600

Each generation draws candidates around the present weights, lets all of them play the same number of games,
and moves towards the better half: covariance matrix adaptation (Hansen 2016, "The CMA evolution strategy: a
tutorial"), on the logarithms of the weights, because each may be wrong by a factor. What scores best once may
have been lucky, so the answer is the centre of the candidates, not the best of them.
"""

import argparse
import math
from dataclasses import astuple, fields
from statistics import fmean
from time import monotonic

import numpy as np
import numpy.typing as npt

from hazard import Budget, Expectimax, play_alone
from hazard.games import Twenty48
from hazard.games.twenty48.game import RowWeights

Vector = npt.NDArray[np.float64]
NAMES = [field.name for field in fields(RowWeights)]
# Games begin late, where most points are made and lost: from an empty board a shallow search, which is what
# there is time for, never meets the tiles that a deep one has to live with.
EMPTY = ". . . ./. . . ./. . . ./. . . ."
POSITIONS = (
    "2048 1024 512 256/. . . ./. . . ./. . . . spawn",
    "4096 2048 1024 512/. . . ./. . . ./. . . . spawn",
    "8192 4096 2048 1024/. . . ./. . . ./. . . . spawn",
)
# How far apart the first candidates are: a third more or less of a weight, and less of a power.
SPREAD = np.array([0.06 if name.endswith("_power") else 0.35 for name in NAMES])


class Evolution:
    """Covariance matrix adaptation around ``centre``, for the greatest value."""

    def __init__(self, centre: Vector, candidates: int, seed: int) -> None:
        """Begin with candidates one apart in each direction."""
        n = len(centre)
        self.centre, self.size, self.covariance = centre, 1.0, np.eye(n)
        self.candidates, self.generations = candidates, 0
        self._random = np.random.default_rng(seed)
        better = candidates // 2
        weights = math.log(better + 0.5) - np.log(np.arange(1, better + 1))
        self.weights = weights / weights.sum()
        effective = 1 / float((self.weights**2).sum())
        self._size_rate = (effective + 2) / (n + effective + 5)
        self._damping = 1 + self._size_rate + 2 * max(0.0, math.sqrt((effective - 1) / (n + 1)) - 1)
        self._path_rate = (4 + effective / n) / (n + 4 + 2 * effective / n)
        self._one_rate = 2 / ((n + 1.3) ** 2 + effective)
        many = 2 * (effective - 2 + 1 / effective) / ((n + 2) ** 2 + effective)
        self._many_rate = min(1 - self._one_rate, many)
        self._effective = effective
        self._length = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))  # of a standard normal vector
        self._size_path, self._path = np.zeros(n), np.zeros(n)

    def ask(self) -> Vector:
        """Return candidates, one a row."""
        squares, self._axes = np.linalg.eigh(self.covariance)
        self._scales = np.sqrt(np.maximum(squares, 1e-12))
        normal = self._random.standard_normal((self.candidates, len(self.centre)))
        self._steps = normal * self._scales @ self._axes.T
        return self.centre + self.size * self._steps

    def tell(self, values: Vector) -> None:
        """Move towards the candidates of the greatest values."""
        best = self._steps[np.argsort(-values)[: len(self.weights)]]
        step = self.weights @ best
        self.centre = self.centre + self.size * step
        rate, many = self._size_rate, self._effective
        whitened = self._axes @ ((self._axes.T @ step) / self._scales)
        self._size_path = (1 - rate) * self._size_path + math.sqrt(rate * (2 - rate) * many) * whitened
        rate = self._path_rate
        self._path = (1 - rate) * self._path + math.sqrt(rate * (2 - rate) * many) * step
        one, several = self._one_rate, self._many_rate
        self.covariance = (
            (1 - one - several) * self.covariance
            + one * np.outer(self._path, self._path)
            + several * (best.T * self.weights) @ best
        )
        growth = float(np.linalg.norm(self._size_path)) / self._length - 1
        self.size *= math.exp(self._size_rate / self._damping * growth)
        self.generations += 1


def weights_at(start: Vector, logarithms: Vector) -> RowWeights:
    """Return the weights that are ``start`` times the exponentials of the logarithms."""
    return RowWeights(**dict(zip(NAMES, (start * np.exp(SPREAD * logarithms)).tolist(), strict=True)))


def mean_score(weights: RowWeights, positions: tuple[str, ...], depth: int, games: int, seed: int) -> float:
    """Play to the end from each of the positions, for points."""
    game, search = Twenty48(row_weights=weights), Expectimax(deepen=False, min_reach=0.0003)
    scores = [
        play_alone(game, search, Budget(depth=depth), games, seed, state=game.parse(position)).mean
        for position in positions
    ]
    return fmean(scores)


def main() -> None:
    """Tune until the time is over, and print the centre after each generation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whole", action="store_true", help="whole games, not late ones")
    parser.add_argument("--depth", type=int, default=2, help="decisions to look ahead while tuning")
    parser.add_argument("--games", type=int, default=60, help="games of each candidate from each position")
    parser.add_argument("--candidates", type=int, default=14, help="candidates of each generation")
    parser.add_argument("--seconds", type=float, default=600.0, help="time to tune for")
    parser.add_argument("--seed", type=int, default=1, help="of the candidates and of all tiles")
    parser.add_argument("--start", type=float, nargs=len(NAMES), metavar="W", help=" ".join(NAMES))
    options = parser.parse_args()
    start = np.array(options.start or astuple(Twenty48().row_weights))
    positions = (EMPTY,) if options.whole else POSITIONS
    evolution = Evolution(np.zeros(len(start)), options.candidates, options.seed)
    end = monotonic() + options.seconds
    while monotonic() < end:
        seed = 1_000_000 * options.seed + evolution.generations
        values = [
            mean_score(weights_at(start, one), positions, options.depth, options.games, seed)
            for one in evolution.ask()
        ]
        evolution.tell(np.array(values))
        centre = " ".join(f"{value:.4g}" for value in astuple(weights_at(start, evolution.centre)))
        mean = sum(values) / len(values)
        print(f"{evolution.generations:4} {mean:9,.0f} size {evolution.size:.2f}  {centre}", flush=True)


if __name__ == "__main__":
    main()
