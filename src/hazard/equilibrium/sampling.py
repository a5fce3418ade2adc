"""Equilibria by samples of play: for games too large to be listed, or to see how far samples come."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight
from hazard.ending import compiled_code
from hazard.equilibrium.finding import check_threads_and_checkpoints
from hazard.equilibrium.listing import InformationSet, Listed, Lister, Progress, seen
from hazard.equilibrium.local_response import LocalBestResponse, local_best_response
from hazard.equilibrium.result import Equilibrium, Point, Standing, Stopped
from hazard.equilibrium.strategy import Probabilities, numbers_from
from hazard.game import Game, GameError, Move, State, Turn, check_game, shown
from hazard.search import Budget, SettingError
from hazard.several.seats import Seats
from hazard.twin import rules_of

__all__ = ["LocalBestResponse", "SampledStrategy", "local_best_response", "sampled_equilibrium"]

_STOPPED: dict[str, Stopped] = {
    "nodes": "iterations",
    "seconds": "seconds",
    "asked": "asked",
    "memory": "asked",
}
MAX_SETS = 20_000_000


class _Sampler:
    """The compiled iteration on one game, with the names of its information sets.

    With several threads there are as many samplers, each with memory and random numbers of its own, that
    share the iterations evenly; what they have played is added up.
    """

    def __init__(
        self,
        game: Game,
        root: State,
        sampling: str,
        baselines: bool,
        seed: int,
        max_sets: int = MAX_SETS,
        threads: int = 1,
    ) -> None:
        self.game, self.root = game, root
        self.settings: dict[str, Any] = {
            "sampling": sampling,
            "baselines": baselines,
            "seed": seed,
            "threads": threads,
        }
        self.players = Lister(game, root, 100_000, None)._count_players()
        rules = rules_of(game)
        self.parts: list[tuple[Any, Any]] = []
        self.sets: list[list[tuple[InformationSet, tuple[Move, ...], int, State, int]]] = []
        for number in range(threads):
            wrapped: Any
            if rules is None:
                wrapped = _core.SeveralPython(game, Seats(game), 50_000_000, self.players)
                kind = _core.PythonSeveralRegret
            else:
                wrapped = rules.seats()
                kind = getattr(_core, f"{type(wrapped).__name__.replace('Seats', 'Several')}Regret")
            drawn = (seed + number * _APART) % 2**64
            self.parts.append((wrapped, kind(wrapped, root, sampling, baselines, 0.6, max_sets, drawn)))
            self.sets.append([])

    @property
    def steps(self) -> int:
        """How many iterations there were, of all threads."""
        return sum(regret.steps for _, regret in self.parts)

    def __len__(self) -> int:
        """Count the information sets of the sampler that has met most."""
        return max(len(regret) for _, regret in self.parts)

    def until(self, steps: int | None, seconds: float | None, stop: threading.Event | None) -> str:
        """Run until there were so many iterations, or the time is over; say what came first."""
        count = len(self.parts)
        if count == 1:
            return self._run(0, steps, seconds, stop)
        halt = _Either(stop)
        with ThreadPoolExecutor(count) as pool:
            runs = [
                pool.submit(self._run, n, None if steps is None else (steps + n) // count, seconds, halt)
                for n in range(count)
            ]
            try:
                ended = [run.result() for run in runs]
            except BaseException:
                halt.set()
                raise
        return next((one for one in ended if one != "nodes"), "nodes")

    def _run(self, number: int, steps: int | None, seconds: float | None, stop: Any) -> str:
        wrapped, regret = self.parts[number]
        if steps is not None and steps <= regret.steps:
            return "nodes"
        with compiled_code:
            limit = Budget(seconds, None if steps is None else steps - regret.steps)
            return str(regret.run(wrapped, limit, stop))

    def met(self, number: int) -> list[tuple[InformationSet, tuple[Move, ...], int, State, int]]:
        """Return the sets that one sampler has met: name, actions, first number, a state, what was before."""
        wrapped, regret = self.parts[number]
        sets = self.sets[number]
        for state, player, first, _, before in regret.sets(wrapped, len(sets)):
            name = InformationSet(player, seen(self.game, state, player))
            sets.append((name, tuple(self.game.actions(state)), first, state, before))
        return sets

    def strategy(self) -> dict[InformationSet, Probabilities]:
        """Return the average strategy of every set that was met."""
        sums: dict[InformationSet, tuple[tuple[Move, ...], npt.NDArray[np.float64]]] = {}
        for number, (_, regret) in enumerate(self.parts):
            averages = regret.memory()[1]
            for name, actions, first, *_ in self.met(number):
                shares = averages[first : first + len(actions)]
                known = sums.get(name)
                sums[name] = (actions, shares if known is None else known[1] + shares)
        found = {}
        for name, (actions, shares) in sums.items():
            total = float(shares.sum())
            even = 1.0 / len(actions)
            found[name] = {
                action: float(share) / total if total > 0 else even
                for action, share in zip(actions, shares, strict=True)
            }
        return found


class _Either:
    """Asks to stop when somebody else does, or when it was told itself."""

    def __init__(self, other: threading.Event | None) -> None:
        self.other, self.told = other, False

    def set(self) -> None:
        self.told = True

    def is_set(self) -> bool:
        return self.told or (self.other is not None and self.other.is_set())


def sampled_and_judged(
    listed: Listed,
    sampling: str,
    budget: Budget,
    goal: float,
    began: float,
    seed: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> Equilibrium:
    """Iterate on samples, and judge the average now and then, exactly, on the game as it was listed."""
    sampler = _Sampler(listed.game, listed.root, sampling, True, seed)
    ends = None if budget.seconds is None else time.monotonic() + budget.seconds
    history: list[Point] = []
    block = 100
    while True:
        left = None if ends is None else max(1e-3, ends - time.monotonic())
        steps = sampler.steps + block
        ended = sampler.until(steps if budget.nodes is None else min(steps, budget.nodes), left, stop)
        block = max(100, sampler.steps // 4)
        numbers = numbers_from(listed, sampler.strategy())
        standing = Standing(listed, numbers)
        history.append(Point(sampler.steps, time.monotonic() - began, standing.exploitability))
        if progress is not None:
            said = f"exploitability {standing.exploitability:.2g}, iterations"
            progress(said, sampler.steps, budget.nodes)
        reached = standing.exploitability <= goal
        if reached or ended != "nodes" or sampler.steps == budget.nodes:
            return Equilibrium(
                listed,
                numbers,
                algorithm=sampling,
                iterations=sampler.steps,
                seconds=time.monotonic() - began,
                stopped="target" if reached else _STOPPED[ended],
                history=tuple(history),
            )


@dataclass(frozen=True, repr=False)
class SampledStrategy(Mapping[InformationSet, Probabilities]):
    """Strategies that samples have come to, of a game that need not fit into memory.

    It is a mapping as every strategy is; what was never met is played at random. How good it is has to be
    estimated: see :func:`local_best_response`.
    """

    game: Game
    shares: dict[InformationSet, Probabilities]
    iterations: int
    seconds: float
    stopped: str
    run: _Sampler | None = field(default=None, compare=False)
    """What ``resume`` goes on with; None for a file that has the strategies only."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the strategies to a ``.npz`` file, whole or not at all; :meth:`load` reads it back.

        With them goes what ``resume`` needs, where the game's states are literals of Python (texts, numbers,
        tuples), or the game has ``parse``.
        """
        from hazard.equilibrium.sampled_file import write_sampled

        write_sampled(path, self)

    @staticmethod
    def load(path: str | os.PathLike[str], game: Game) -> SampledStrategy:
        """Read what :meth:`save` has written, to play by and to go on with."""
        from hazard.equilibrium.sampled_file import read_sampled

        return read_sampled(path, game)

    def __getitem__(self, name: InformationSet | tuple[int, Any]) -> Probabilities:
        """Return what the player of an information set does there."""
        return self.shares[InformationSet(*name)]

    def __iter__(self) -> Iterator[InformationSet]:
        """Go through the information sets."""
        return iter(self.shares)

    def __len__(self) -> int:
        """Count the information sets that were met."""
        return len(self.shares)

    def at(self, state: State) -> Probabilities:
        """Return what the player to move in ``state`` does, by what that player sees."""
        number = Turn(self.game.turn(state)).number
        if number is None:
            raise GameError("equilibrium.nobody_decides", state=shown(state))
        found = self.shares.get(InformationSet(number, seen(self.game, state, number)))
        if found is None:
            actions = list(self.game.actions(state))
            return dict.fromkeys(actions, 1.0 / len(actions))
        return found

    def __repr__(self) -> str:
        """Say how much was met."""
        return f"<SampledStrategy: {len(self):,} information sets, {self.iterations:,} iterations>"


def sampled_equilibrium(
    game: Game,
    state: State = None,
    sampling: str = "external",
    budget: Budget | None = None,
    *,
    iterations: int | None = None,
    baselines: bool = True,
    seed: int = 0,
    threads: int = 1,
    max_sets: int = MAX_SETS,
    resume: SampledStrategy | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> SampledStrategy:
    """Find strategies by samples of play, without listing the game: Monte Carlo counterfactual regret.

    ``sampling`` is ``"external"`` (chance and the others are drawn) or ``"outcome"`` (a single line of play,
    with ``baselines`` against its variance). Ten seconds, unless ``budget`` or ``iterations`` say otherwise.

    ``threads`` run side by side, each with memory of its own, share the iterations, and are added up: the
    noise of the samples shrinks, and each thread needs as much memory as one alone. (A game that runs in
    Python has one thread at a time.) With ``iterations``, the result is the same for the same ``seed`` and
    number of threads, on every run and however often it was interrupted.

    ``resume`` goes on with an earlier result, or with one that was read from a file, to the sample as if it
    had not stopped; ``iterations`` are further ones, and the settings are those of the earlier run.
    ``checkpoint`` names a file that the run is saved to every ``checkpoint_seconds``, and at its end.
    ``progress`` is told how many iterations and information sets there are.

    >>> from hazard.games import Kuhn
    >>> found = sampled_equilibrium(Kuhn(), iterations=20_000)
    >>> round(found[1, "Kb"]["b"], 2), round(found[1, "Jb"]["b"], 2)  # a king calls, a jack does not
    (1.0, 0.0)
    """
    check_game(game)
    refuse_at_sight(game)
    if budget is not None and not isinstance(budget, Budget):
        raise SettingError("equilibrium.expected_budget", found=shown(budget))
    if sampling not in ("external", "outcome"):
        raise SettingError("equilibrium.wrong_sampling", found=sampling)
    check_threads_and_checkpoints(threads, checkpoint_seconds)
    seconds = None if budget is None else budget.seconds
    if seconds is None and iterations is None:
        seconds = 10.0
    began = time.monotonic()
    if resume is None:
        root = game.start() if state is None else state
        sampler = _Sampler(game, root, sampling, baselines, seed, max_sets, threads)
        if sampler.players < 2:
            raise GameError("equilibrium.one_player", game=type(game).__name__)
    elif not isinstance(resume, SampledStrategy) or resume.run is None or resume.game is not game:
        raise SettingError("equilibrium.no_sampled_run", found=shown(resume))
    else:
        sampler = resume.run
    before = 0.0 if resume is None else resume.seconds

    def found(ended: str) -> SampledStrategy:
        spent = before + time.monotonic() - began
        return SampledStrategy(game, sampler.strategy(), sampler.steps, spent, _STOPPED[ended], sampler)

    most = None if iterations is None else sampler.steps + iterations
    ends = None if seconds is None else began + seconds
    saved = began
    while True:
        left = None if ends is None else max(1e-3, ends - time.monotonic())
        part = min((one for one in (left, progress and _PART, checkpoint and checkpoint_seconds) if one),
                   default=None)  # fmt: skip
        ended = sampler.until(most, part, stop)
        if progress is not None:
            progress(f"{len(sampler):,} information sets, iterations", sampler.steps, most)
        finished = ended != "seconds" or (ends is not None and time.monotonic() >= ends)
        if checkpoint is not None and (finished or time.monotonic() - saved >= checkpoint_seconds):
            found(ended).save(checkpoint)
            saved = time.monotonic()
        if finished:
            return found(ended)


_PART = 0.25
"""Seconds between two reports of progress."""
_APART = 0x9E3779B97F4A7C15
"""What the seeds of two threads differ by."""
