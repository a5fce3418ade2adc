"""The training loop: rounds of self-play, checkpoints, measurements and a log, for any value function.

A :class:`Training` is what a domain brings: it plays and learns one round at a time in compiled code, and
hands out its weights. The loop does the rest, the same for every domain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from hazard.content import read_text
from hazard.files import write_text
from hazard.game import GameError
from hazard.learn.weights import About, Arrays, Weights, save_weights


class Training(Protocol):
    """A value function that learns from self-play."""

    game: str
    design: str
    settings: dict[str, Any]
    games: int
    """Games played so far, resumed ones included."""

    def play_round(self) -> float:
        """Play and learn for about a second; return the mean squared error of the value function."""

    def arrays(self) -> Arrays:
        """Return the weights as they are now, and whatever else resuming needs."""

    def measure(self) -> dict[str, float]:
        """Return how well it plays, against something that does not change."""


@dataclass(frozen=True)
class Trainable:
    """How the training of one evaluator is made; a domain lists its own in ``domain.py``."""

    new: Callable[..., Training]
    resumed: Callable[[Path, int], Training]
    default_measure: int
    read: Callable[[Path], Any] | None = None
    """What a new training may start from, in a weight file; handed over as ``networks``."""
    write_onnx: Callable[[Weights, Path], None] | None = None


@dataclass(frozen=True)
class Measurement:
    """One line of the log."""

    games: int
    seconds: float
    error: float
    scores: dict[str, float] = field(default_factory=dict)


class LearningCurve:
    """The log of a training: one JSON object a line, beside the weight file.

    >>> curve = LearningCurve.beside(Path("/nowhere/weights.npz"))
    >>> curve.path.name, list(curve)
    ('weights.log.jsonl', [])
    """

    def __init__(self, path: Path) -> None:
        """Use the log at ``path``, which need not exist yet."""
        self.path = path

    @classmethod
    def beside(cls, weights: Path) -> LearningCurve:
        """Return the log that belongs to a weight file."""
        return cls(weights.with_suffix(".log.jsonl"))

    def add(self, measurement: Measurement) -> None:
        """Append one line."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(measurement)) + "\n")
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def keep_up_to(self, games: int) -> None:
        """Drop what was measured after a checkpoint that a training resumes from."""
        kept = [json.dumps(asdict(line)) + "\n" for line in self if line.games <= games]
        if not self.path.exists():
            return
        write_text(self.path, "".join(kept))

    def __iter__(self) -> Iterator[Measurement]:
        """Read the measurements, oldest first; a last line that was cut off is left out."""
        if not self.path.exists():
            return
        lines = read_text(self.path).splitlines()
        for number, line in enumerate(lines, 1):
            try:
                yield Measurement(**json.loads(line))
            except (ValueError, TypeError):
                if number == len(lines):
                    return
                raise GameError("learn.line_not_a_measurement", path=self.path, number=number) from None


class MeasurePlan:
    """When to measure: every so many games, or each time that their number has grown by more than half."""

    def __init__(self, every: int, games: int) -> None:
        """Begin after some games; 0 is never, -1 is by growth."""
        self._every = every
        self._next = float("inf")
        if every:
            self.measured(games)

    def is_due(self, games: int) -> bool:
        """Tell whether it is time."""
        return games >= self._next

    def measured(self, games: int) -> None:
        """Plan the next time."""
        self._next = games + self._every if self._every > 0 else max(FIRST_MEASURE, MEASURE_GROWTH * games)


FIRST_MEASURE, MEASURE_GROWTH = 256, 1.6


def run_training(
    training: Training,
    path: Path,
    *,
    games: int | None = None,
    seconds: float | None = None,
    checkpoint_seconds: float = 60.0,
    measure_games: int = 0,
    seconds_before: float = 0.0,
    command: str = "",
    report: Callable[[Measurement], None] | None = None,
) -> Weights:
    """Train until ``games`` or ``seconds`` are reached, or Ctrl-C; the weights are in ``path`` either way.

    A checkpoint is written every ``checkpoint_seconds``, whole or not at all, so that a process that is
    killed loses no more than that. Every ``measure_games`` games, the player is measured; -1 measures more
    and more rarely, so that it always takes about the same share of the time. ``report`` is called after
    every round.
    """
    curve = LearningCurve.beside(path)
    began = saved = monotonic()
    plan = MeasurePlan(measure_games, training.games)

    def weights() -> Weights:
        about = About(
            game=training.game,
            design=training.design,
            settings=training.settings,
            games=training.games,
            seconds=round(seconds_before + monotonic() - began, 1),
            command=command,
        )
        return Weights(arrays=training.arrays(), about=about)

    try:
        while (games is None or training.games < games) and (
            seconds is None or monotonic() - began < seconds
        ):
            error = training.play_round()
            scores: dict[str, float] = {}
            if plan.is_due(training.games):
                scores = training.measure()
                plan.measured(training.games)
            found = Measurement(training.games, round(seconds_before + monotonic() - began, 1), error, scores)
            if scores:
                curve.add(found)
            if report is not None:
                report(found)
            if monotonic() - saved >= checkpoint_seconds:
                save_weights(path, weights())
                saved = monotonic()
    except KeyboardInterrupt:
        pass  # asked to stop: what was learned is kept
    final = weights()
    save_weights(path, final)
    return final
