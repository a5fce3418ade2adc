"""A convolutional policy and value network for Take It Easy, in PyTorch (the extra ``train``).

It sees a board as planes of hexes (:mod:`hazard.takeiteasy.planes`) and answers two questions: how many
points are to come, and where the tile in the hand belongs. It learns from its own games: a placement is worth
its points and what the board after it is worth; the best one is the value's target before and after the draw,
and the policy learns to prefer what is worth more. Trained, it is written as ONNX, which needs no PyTorch to
run (:mod:`hazard.takeiteasy.onnx`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from hazard.extras import require
from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, WeightsError, load_weights
from hazard.takeiteasy.planes import (
    HEXES,
    NO_TILE,
    PLACES,
    PLANES,
    SIDE,
    TILES,
    Floats,
    Ints,
    planes_of,
    points_of,
)

GAME = "Take It Easy"
DESIGN = "convolutions on the hex grid, layout 1"
POINTS_PER_ONE = 20.0
HIDDEN = 64
MEASURED_GAMES, MEASURED_SEED = 200, 2024

HEX_KERNEL: Floats = np.array([[0, 1, 1], [1, 1, 1], [1, 1, 0]], np.float32)
"""The six neighbours of a hex on the grid: all but two corners."""


class CnnTraining:
    """A convolutional network that learns from its own games.

    Args:
        channels: planes between two layers.
        blocks: of two convolutions each, around which what was seen before is passed on.
        rate: of Adam.
        seed: of the first weights and of all tiles.
    """

    game = GAME
    design = DESIGN
    ROUND = 64
    """Games that are played side by side, and then learned from."""
    BATCH = 256
    SOFTNESS = 0.1
    """How much less a placement is worth, in the network's units, that the policy prefers e times less."""

    def __init__(
        self,
        *,
        channels: int = 32,
        blocks: int = 2,
        rate: float = 2e-3,
        seed: int = 1,
        threads: int = 1,
        memory: Arrays | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        if not 1 <= channels <= 256 or not 0 <= blocks <= 16:
            raise GameError("takeiteasy.network_size_out_of_range", channels=channels, blocks=blocks)
        if not 0.0 < rate <= 1.0:
            raise GameError("takeiteasy.rate_out_of_range", rate=rate)
        torch = require("torch", caller="training a convolutional network", library="PyTorch", extra="train")
        torch.set_num_threads(threads)
        self.torch = torch
        self.settings: dict[str, Any] = {"channels": channels, "blocks": blocks, "rate": rate, "seed": seed}
        self.games = games
        first = first_weights(channels, blocks, seed)
        self.weights = {
            name: torch.tensor(array if memory is None else memory[name], requires_grad=True)
            for name, array in first.items()
        }
        self.optimiser = torch.optim.Adam(self.weights.values(), lr=rate)
        if memory is not None:
            self._remember(memory)

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> CnnTraining:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        try:
            settings = weights.about.settings
            return cls(**settings, threads=threads, memory=weights.arrays, games=weights.about.games)
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            if isinstance(error, GameError):
                raise
            raise WeightsError("takeiteasy.training_cannot_go_on", path=path, error=error) from None

    def play_round(self) -> float:
        """Play some games side by side and learn from them; return the mean squared error, in points."""
        random = np.random.default_rng((self.settings["seed"], self.games))
        examples, _ = self.play(random, self.ROUND)
        self.games += self.ROUND
        torch, errors = self.torch, []
        order = random.permutation(len(examples["values"]))
        for start in range(0, len(order), self.BATCH):
            some = order[start : start + self.BATCH]
            planes, values, wanted = (
                torch.from_numpy(examples[name][some]) for name in ("planes", "values", "wanted")
            )
            found, logits = forward(torch, self.weights, planes)
            error = ((found - values) ** 2).mean()
            logits = torch.where(planes[:, 1].flatten(1)[:, PLACES] > 0, logits[:, PLACES], -1e9)
            surprise = -(wanted * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
            self.optimiser.zero_grad()
            (error + 0.1 * surprise).backward()
            self.optimiser.step()
            errors.append(float(error.detach()))
        return float(np.mean(errors)) * POINTS_PER_ONE**2

    def play(self, random: np.random.Generator, games: int) -> tuple[Arrays, Floats]:
        """Play games side by side; return what there is to learn from them, and their scores."""
        tiles: Ints = np.full((games, HEXES), NO_TILE)
        order = np.array([random.permutation(TILES)[:HEXES] for _ in range(games)])
        scores = np.zeros(games, np.float32)
        planes, values, wanted = [], [], []
        every = np.arange(games)
        for turn in range(HEXES):
            hands = order[:, turn]
            worth, points = self._worth(tiles, hands)
            best = worth.argmax(axis=1)
            preferred = np.exp((worth - worth.max(axis=1, keepdims=True)) / self.SOFTNESS)
            preferred /= preferred.sum(axis=1, keepdims=True)
            before = [hands] if turn == 0 else [hands, np.full(games, NO_TILE)]
            for seen in before:  # with the tile in the hand, and before it was drawn
                planes.append(planes_of(tiles, seen))
                values.append(worth[every, best])
                wanted.append(preferred if seen is hands else np.zeros_like(preferred))
            scores += points[every, best]
            tiles[every, best] = hands
        learned: Arrays = {
            "planes": np.concatenate(planes),
            "values": np.concatenate(values),
            "wanted": np.concatenate(wanted),
        }
        return learned, scores

    def _worth(self, tiles: Ints, hands: Ints) -> tuple[Floats, Floats]:
        """Return what each placement is worth, in the network's units, and the points it pays."""
        torch = self.torch
        points = points_of(tiles, hands)
        board, hexes = np.nonzero(tiles == NO_TILE)
        after = tiles[board]
        after[np.arange(len(board)), hexes] = hands[board]
        worth = np.full(tiles.shape, -np.inf, np.float32)
        later = np.zeros(len(board), np.float32)
        if len(board) > len(tiles):  # else this is the last placement
            with torch.no_grad():
                planes = torch.from_numpy(planes_of(after, np.full(len(after), NO_TILE)))
                later = forward(torch, self.weights, planes)[0].numpy()
        worth[board, hexes] = later + points[board, hexes] / POINTS_PER_ONE
        return worth, points

    def arrays(self) -> Arrays:
        """Return the weights, and what Adam remembers of each."""
        found: Arrays = {name: weight.detach().numpy() for name, weight in self.weights.items()}
        for name, weight in self.weights.items():
            known = self.optimiser.state.get(weight)
            if known:
                found[f"{name} mean"] = known["exp_avg"].numpy()
                found[f"{name} square"] = known["exp_avg_sq"].numpy()
                found["steps"] = np.array([float(known["step"])], np.float32)
        return {name: array.copy() for name, array in found.items()}

    def _remember(self, memory: Arrays) -> None:
        if "steps" not in memory:
            return
        for name, weight in self.weights.items():
            self.optimiser.state[weight] = {
                "step": self.torch.tensor(float(memory["steps"][0])),
                "exp_avg": self.torch.tensor(memory[f"{name} mean"]),
                "exp_avg_sq": self.torch.tensor(memory[f"{name} square"]),
            }

    def measure(self) -> dict[str, float]:
        """Return the mean score of its best placements, always of the same tiles."""
        _, scores = self.play(np.random.default_rng(MEASURED_SEED), MEASURED_GAMES)
        return {"mean score": float(scores.mean())}


def first_weights(channels: int, blocks: int, seed: int) -> dict[str, Floats]:
    """Return small random weights by name, in the order in which they are used."""
    random = np.random.default_rng(seed)

    def spread(*shape: int) -> Floats:
        size = np.sqrt(2.0 / int(np.prod(shape[1:])))
        drawn: Floats = (random.standard_normal(shape) * size).astype(np.float32)
        return drawn

    found: dict[str, Floats] = {}
    names = ["stem", *(f"block {i} {part}" for i in range(blocks) for part in ("first", "second"))]
    for name in names:
        found[name] = spread(channels, PLANES if name == "stem" else channels, 3, 3)
        found[f"{name} bias"] = np.zeros(channels, np.float32)
    found["policy"] = spread(1, channels, 1, 1)
    found["policy bias"] = np.zeros(1, np.float32)
    found["hidden"] = spread(HIDDEN, channels * SIDE * SIDE)
    found["hidden bias"] = np.zeros(HIDDEN, np.float32)
    found["value"] = spread(1, HIDDEN)
    found["value bias"] = np.zeros(1, np.float32)
    return found


def forward(torch: Any, weights: Any, planes: Any) -> tuple[Any, Any]:
    """Return the values of boards, and how much the policy likes each place of the grid."""
    functional = torch.nn.functional
    neighbours = torch.from_numpy(HEX_KERNEL)

    def convolved(seen: Any, name: str) -> Any:
        return functional.conv2d(seen, weights[name] * neighbours, weights[f"{name} bias"], padding=1)

    seen = torch.relu(convolved(planes, "stem"))
    block = 0
    while f"block {block} first" in weights:
        inner = torch.relu(convolved(seen, f"block {block} first"))
        seen = torch.relu(seen + convolved(inner, f"block {block} second"))
        block += 1
    logits = functional.conv2d(seen, weights["policy"], weights["policy bias"]).flatten(1)
    hidden = torch.relu(functional.linear(seen.flatten(1), weights["hidden"], weights["hidden bias"]))
    return functional.linear(hidden, weights["value"], weights["value bias"])[:, 0], logits


def trainable() -> Trainable:
    """Return how the command line trains the convolutional network."""
    from hazard.takeiteasy.onnx import write_onnx

    return Trainable(CnnTraining, CnnTraining.resumed, 2_000, write_onnx=write_onnx)
