"""The network of Take It Easy: where its weights are kept, and how it learns."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, Weights, WeightsError, bytes_apart, bytes_joined, load_weights

Network = _core.TakeItEasyNetwork

GAME = "Take It Easy"
DESIGN = "network of hexes, lines and the bag, layout 1"
SHIPPED = Path(__file__).with_name("network.npz")
MEASURED_GAMES = 2_000
MEASURED_SEED = 2024

PARTS = {"rows": np.int16, "second rows": np.int16, "head": np.float32, "direct": np.float32}
"""The arrays of a file to play with, and their numbers."""


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """Return the network that comes with hazard, read once.

    >>> from hazard.games import TakeItEasy
    >>> game = TakeItEasy(evaluator=shipped_network())
    >>> state = game.parse("123 164 ./. . . ./. . . . ./. . . ./. . . + 978")
    >>> 120 < game.value(state) < 180  # points to come
    True
    """
    return read_network(SHIPPED)


def read_network(path: Path) -> Network:
    """Read a network to play with from a weight file: of a training, or rounded to be small."""
    weights = load_weights(path, game=GAME, design=DESIGN)
    found = (rounded(weights) if "weights" in weights.arrays else weights).arrays
    try:
        if found["rows"].dtype == np.uint8:
            found["rows"] = bytes_joined(found["rows"])
        if any(found[name].dtype != kind for name, kind in PARTS.items()):
            raise TypeError("its numbers are of another kind")
        return Network(*weights.about.settings["units"], *(found[name] for name in PARTS))
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsError("takeiteasy.network_cannot_be_built", path=path, error=error) from None


def rounded(weights: Weights) -> Weights:
    """Return a small copy of a training's weights, to play with: whole numbers of 16 bits.

    Rows of inputs that never occurred have learned nothing; they become zero, so that they need no room.
    """
    training = _training_from(weights)
    parts: Arrays = dict(zip(PARTS, training.parts(), strict=True))
    wide = weights.about.settings["units"][0]
    inputs = len(parts["direct"])
    _, _, squares, _ = training.memory()
    never = ~squares[: inputs * wide].reshape(inputs, wide).any(axis=1)
    parts["rows"][: inputs * wide].reshape(inputs, wide)[never] = 0
    parts["rows"] = bytes_apart(parts["rows"])  # nearly all of the file, which is a seventh smaller so
    return Weights(arrays=parts, about=weights.about)


class Beginning(NamedTuple):
    """What another training has learned, to begin with."""

    units: tuple[int, int, int]
    weights: npt.NDArray[np.float32]


def read_beginning(path: Path) -> Beginning:
    """Read the weights of a training, for another one to begin with."""
    weights = load_weights(path, game=GAME, design=DESIGN)
    if "weights" not in weights.arrays:
        raise WeightsError("takeiteasy.weights_only_to_play_with", path=path)
    return Beginning(tuple(weights.about.settings["units"]), weights.arrays["weights"])


def _training_from(weights: Weights) -> _core.TakeItEasyNetworkTraining:
    wide, middle, narrow = weights.about.settings["units"]
    found = weights.arrays
    return _core.TakeItEasyNetworkTraining.resumed(
        wide, middle, narrow, found["weights"], found["means"], found["squares"], int(found["steps"][0])
    )


class NetworkTraining:
    """A network that learns from its own games.

    Every board's target is the best placement of the next tile, averaged over several tiles, and corrected by
    how far the boards after it were from their own. The rate stays
    as it is for the first part of the games planned, then it sinks by a constant factor a game to the last
    rate; the number of placements looked at grows by a constant factor a game.

    Args:
        plan: games after which the rate has sunk to ``last_rate``; it stays there.
        rate: of Adam.
        last_rate: of Adam, in the end.
        hold: the share of the plan during which the rate does not sink.
        placements: looked at for a target, at the beginning and at the end of the plan.
        trace_decay: what the error of the next board counts, of the one after it this share of that, and so
            on; 0 to learn from the next tile alone.
        renew: games after which units that no board makes active begin anew, while the rate does not sink;
            0 for never.
        units: of the wide, the middle and the narrow layer, multiples of 16.
        seed: of the first weights and of all tiles.
        networks: what to begin with, of a training with the same units; random weights by default.
    """

    game = GAME
    design = DESIGN
    ROUND = 256
    """Games between two looks at the clock."""
    BATCHES = 4

    def __init__(
        self,
        *,
        plan: int = 1_000_000,
        rate: float = 1e-3,
        last_rate: float = 1e-5,
        hold: float = 0.25,
        placements: tuple[float, float] = (10.0, 60.0),
        trace_decay: float = 0.0,
        renew: int = 25_600,
        units: tuple[int, int, int] = (256, 32, 16),
        seed: int = 1,
        threads: int = 1,
        networks: Beginning | None = None,
        training: _core.TakeItEasyNetworkTraining | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        _check_schedule(plan, rate, last_rate, hold, placements)
        if not isinstance(renew, int) or isinstance(renew, bool) or renew < 0:
            raise GameError("takeiteasy.renew_not_a_game_count", renew=renew)
        if isinstance(trace_decay, bool) or not 0.0 <= trace_decay <= 1.0:
            raise GameError("takeiteasy.trace_decay_out_of_range", trace_decay=trace_decay)
        if threads != 1:
            raise GameError("takeiteasy.network_needs_one_thread", threads=threads)
        self.settings: dict[str, Any] = {
            "plan": plan,
            "rate": rate,
            "last_rate": last_rate,
            "hold": hold,
            "placements": list(placements),
            "trace_decay": trace_decay,
            "renew": renew,
            "units": list(units),
            "seed": seed,
        }
        self.games = games
        if training is not None:
            self.training = training
            return
        try:
            wide, middle, narrow = units
            if networks is None:
                self.training = _core.TakeItEasyNetworkTraining(wide, middle, narrow, seed)
            else:
                none = np.zeros_like(networks.weights)  # how steep it was there says nothing of here
                self.training = _core.TakeItEasyNetworkTraining.resumed(
                    wide, middle, narrow, networks.weights, none, none, 0
                )
        except (TypeError, ValueError):
            fitting = "" if networks is None else ", and those of the weights given"
            raise GameError("takeiteasy.units_do_not_fit", units=units, fitting=fitting) from None

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> NetworkTraining:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        if "weights" not in weights.arrays:
            raise WeightsError("takeiteasy.weights_only_to_play_with", path=path)
        try:
            training = _training_from(weights)
            settings = dict(weights.about.settings)
            return cls(**settings, threads=threads, training=training, games=weights.about.games)
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, GameError):
                raise
            raise WeightsError("takeiteasy.training_cannot_go_on", path=path, error=error) from None

    def schedule(self, games: int) -> tuple[float, float]:
        """Return the rate, and the placements looked at for a target, after so many games.

        >>> rate, placements = NetworkTraining(plan=1000, rate=1e-3, last_rate=1e-5, hold=0.5).schedule(750)
        >>> round(rate, 9), round(placements, 1)  # half way down, in equal factors
        (0.0001, 38.3)
        """
        asked = self.settings
        done = min(1.0, games / asked["plan"])
        sunk = max(0.0, (done - asked["hold"]) / (1.0 - asked["hold"]))
        first, last = asked["placements"]
        return (
            asked["rate"] * (asked["last_rate"] / asked["rate"]) ** sunk,
            first * (last / first) ** done,
        )

    def play_round(self) -> float:
        """Play some games and learn from them; return the mean squared error."""
        rate, placements = self.schedule(self.games)
        seed, decay = self.settings["seed"], self.settings["trace_decay"]
        boards, error, _ = self.training.learn(
            seed, self.games, self.ROUND, self.BATCHES, rate, placements, decay, self._renews()
        )
        self.games += self.ROUND
        return float(error / boards)

    def _renews(self) -> bool:
        """Say whether idle units begin anew after the next round; later there is no time to learn."""
        every: int = self.settings["renew"]
        if every == 0 or self.games >= self.settings["hold"] * self.settings["plan"]:
            return False
        return self.games // every != (self.games + self.ROUND) // every

    def arrays(self) -> Arrays:
        """Return the weights, and what Adam remembers of their slopes."""
        weights, means, squares, steps = self.training.memory()
        return {"weights": weights, "means": means, "squares": squares, "steps": np.array([steps], np.int64)}

    def measure(self) -> dict[str, float]:
        """Return the mean score without look-ahead, always of the same tiles."""
        return {"mean score": fmean(self.training.play(MEASURED_SEED, MEASURED_GAMES))}


def _check_schedule(
    plan: int, rate: float, last_rate: float, hold: float, placements: tuple[float, float]
) -> None:
    if not isinstance(plan, int) or isinstance(plan, bool) or plan < 1:
        raise GameError("takeiteasy.plan_not_a_game_count", plan=plan)
    if not 0.0 < last_rate <= rate <= 1.0:
        raise GameError("takeiteasy.rates_out_of_range", rate=rate, last_rate=last_rate)
    if not 0.0 <= hold < 1.0:
        raise GameError("takeiteasy.hold_out_of_range", hold=hold)
    if len(placements) != 2 or not all(1.0 <= number <= 10_000.0 for number in placements):
        raise GameError("takeiteasy.placements_out_of_range", placements=placements)


def trainable() -> Trainable:
    """Return how the command line trains the network."""
    return Trainable(NetworkTraining, NetworkTraining.resumed, 20_000, read_beginning)
