"""One way to play many independent games, whoever plays them.

A *job* is a function of numbers: ``job(range(40, 60))`` plays the games 40 to 59 and returns one result for
each. Every game has its own seed, made from its number, so that the results are the same for any number of
workers of any kind, and for any cut into blocks. Blocks take about a second: large enough that sending them
costs nothing, small enough that little is lost with a worker.

An executor keeps what a worker has finished. When a worker is killed, its block is played again elsewhere;
after Ctrl-C, :attr:`Done.results` has all that was finished until then.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hazard.search import SettingError

BLOCK_SECONDS = 1.0
MOST_TRIES = 3
"""How often a block is begun; one that has cost so many workers is the cause itself."""

KINDS = ("threads", "processes", "ray")

Job = Callable[[range], list[Any]]
Partial = Callable[["Done"], None]


@dataclass
class Done:
    """What is finished so far: results by number, and whether that is all."""

    total: int
    by_number: dict[int, Any] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def results(self) -> list[Any]:
        """The results in the order of their numbers; without gaps once all is done."""
        return [self.by_number[number] for number in sorted(self.by_number)]

    @property
    def complete(self) -> bool:
        """Whether every number has its result."""
        return len(self.by_number) == self.total


class Executor(ABC):
    """Plays the games of a job, block by block."""

    kind: str

    def __init__(self, workers: int) -> None:
        """Remember how many workers there are to be."""
        self.workers = workers

    def __repr__(self) -> str:
        """Name the kind and the size."""
        return f"<Executor on {self.workers} {self.kind}>"

    @abstractmethod
    def finished(self, job: Job, blocks: Blocks) -> Iterator[tuple[range, list[Any], float]]:
        """Yield each block with its results and the seconds it took, as soon as it is finished."""

    def run(self, job: Job, total: int, partial: Partial | None = None, *, unit: int = 1) -> Done:
        """Play the numbers from 0 to ``total``; ``partial`` sees what is done after every block.

        Blocks begin at multiples of ``unit``: pairs of games stay together. Ctrl-C ends the run, and what
        is done is returned.

        >>> from hazard.executing.executor import executor
        >>> executor("threads", workers=2).run(lambda numbers: [n * n for n in numbers], 5).results
        [0, 1, 4, 9, 16]
        """
        done, blocks = Done(total), Blocks(total, self.workers, unit)
        stream = self.finished(job, blocks)
        try:
            for numbers, results, seconds in stream:
                if len(results) != len(numbers):
                    raise SettingError("executor.wrong_count", found=len(results), expected=len(numbers))
                done.by_number.update(zip(numbers, results, strict=True))
                blocks.learn(len(numbers), seconds)
                if partial is not None:
                    partial(done)
        except KeyboardInterrupt:
            done.interrupted = True
        finally:
            stream.close()  # type: ignore[attr-defined]
        return done


class Blocks:
    """Cuts numbers into blocks of about a second each, by how long the ones before have taken."""

    def __init__(self, total: int, workers: int, unit: int = 1) -> None:
        """Begin with small blocks, of which nobody knows yet how long they take."""
        self.total, self.workers, self.unit = total, workers, unit
        self._next = 0
        self._again: list[range] = []
        self._seconds_each: float | None = None
        self._tries: dict[int, int] = {}

    def learn(self, count: int, seconds: float) -> None:
        """Take note of how long a block has taken."""
        each = seconds / count
        self._seconds_each = each if self._seconds_each is None else 0.5 * (self._seconds_each + each)

    def take(self) -> range | None:
        """Return the next block; None when none is left."""
        if self._again:
            return self._again.pop()
        if self._next >= self.total:
            return None
        size = self.unit
        if self._seconds_each is not None:
            size = int(BLOCK_SECONDS / max(self._seconds_each, 1e-9))
            # The last blocks are smaller, so that all workers end at about the same time.
            size = min(size, -(-(self.total - self._next) // (2 * self.workers)))
        size = max(self.unit, size // self.unit * self.unit)
        first, self._next = self._next, min(self.total, self._next + size)
        return range(first, self._next)

    def give_back(self, block: range, why: str) -> None:
        """Have a block played again whose worker is lost, unless it has cost too many."""
        self._tries[block.start] = self._tries.get(block.start, 0) + 1
        if self._tries[block.start] >= MOST_TRIES:
            raise SettingError(
                "executor.block_kills_workers",
                first=block.start,
                last=block.stop - 1,
                why=why,
                tries=MOST_TRIES,
            )
        self._again.append(block)


def timed(job: Job, block: range) -> tuple[list[Any], float]:
    """Play a block, and say how long it took."""
    began = time.perf_counter()
    return job(block), time.perf_counter() - began


def cores() -> int:
    """Return how many processors this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executor(on: str = "threads", *, workers: int | None = None, address: str | None = None) -> Executor:
    """Return what plays many independent games: ``"threads"``, ``"processes"`` or ``"ray"``.

    Threads suit games of the core and compiled ones, processes everything else on one machine. Ray is for
    many machines: it joins the cluster at ``address``, or starts one here. ``workers`` is by default one for
    each processor, and on Ray what the cluster has.

    >>> executor("threads", workers=2)
    <Executor on 2 threads>
    """
    if on not in KINDS:
        raise SettingError("executor.no_such_kind", found=on, known=", ".join(KINDS))
    if workers is not None and (not isinstance(workers, int) or isinstance(workers, bool) or workers < 1):
        raise SettingError("executor.workers_not_positive", found=workers)
    if address is not None and on != "ray":
        raise SettingError("executor.address_without_ray", found=address, on=on)
    if on == "ray":
        from hazard.executing.on_ray import RayExecutor

        return RayExecutor(workers, address)
    if on == "processes":
        from hazard.executing.processes import ProcessExecutor

        return ProcessExecutor(workers or cores())
    from hazard.executing.threads import ThreadExecutor

    return ThreadExecutor(workers or cores())
