"""A few processes that answer requests, with limits on their time and number.

A request has a process for itself. When the time is up, or nobody waits for the answer any more, the process
is killed and another takes its place: whatever was being computed ends at once, and its memory is free again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import anyio

from hazard.serve import frames
from hazard.serve.functions import FUNCTIONS
from hazard.serve.job import MOST_SECONDS
from hazard.serve.mistakes import STATUS, Mistake, ServeError, told

Report = Callable[[float, float | None, str], Awaitable[None]]
TICK = 0.25
"""Seconds between two looks at the clock."""
LONGEST_LOADING = 120.0
"""Seconds that a process may take to load, on a machine that is busy."""


@dataclass(frozen=True)
class Limits:
    """How much of the machine requests may take."""

    seconds: float = MOST_SECONDS
    """For one request, from when it is begun."""
    workers: int = 2
    """Requests that are answered at the same time."""
    waiting: int = 16
    """Requests that wait for their turn; further ones are refused."""
    bytes: int = 1 << 20
    """Of a request's body."""


class RefusedError(Exception):
    """A request was refused; ``mistake`` says why."""

    def __init__(self, mistake: Mistake) -> None:
        """Keep the mistake."""
        super().__init__(mistake.message)
        self.mistake = mistake


class Workers:
    """The processes. They are started when they are needed, and kept."""

    def __init__(self, limits: Limits | None = None, games: tuple[str, ...] = ()) -> None:
        """Prepare; ``games`` are those of the server's owner."""
        self.limits = limits or Limits()
        self.games = games
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        """Those that were killed too, until the end: each is waited for."""
        self._loading: set[asyncio.subprocess.Process] = set()
        self._starting: set[asyncio.Future[None]] = set()
        self._closed = False
        self._turn = asyncio.Semaphore(self.limits.workers)
        self._waiting = 0

    async def call(
        self, name: str, request: dict[str, Any], language: str = "en", report: Report | None = None
    ) -> dict[str, Any]:
        """Return the answer of a function, or raise :class:`RefusedError`; a cancelled call ends its work."""
        if self._turn.locked() and self._waiting >= self.limits.waiting:
            raise refused(ServeError("serve.busy", waiting=self._waiting), language)
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            asked = {
                "name": name, "request": request, "language": language, "seconds": self.limits.seconds,
                "progress": report is not None,
            }  # fmt: skip
            return await self._answer(asked, language, report)
        finally:
            self._turn.release()

    async def _answer(self, asked: dict[str, Any], language: str, report: Report | None) -> dict[str, Any]:
        worker = await self._worker()
        whole = False
        try:
            await self._ready(worker, language)
            async with asyncio.timeout(self.limits.seconds):
                found = await self._conversation(worker, asked, report)
                whole = True
        except TimeoutError:
            raise refused(ServeError("serve.out_of_time", seconds=self.limits.seconds), language) from None
        finally:
            if whole and len(self._idle) < self.limits.workers:
                self._idle.append(worker)
            else:
                self._kill(worker)
                self._start_another()
        if "mistake" in found:
            raise RefusedError(Mistake(**found["mistake"]))
        answer: dict[str, Any] = found["answer"]
        return answer

    async def _conversation(
        self, worker: asyncio.subprocess.Process, asked: dict[str, Any], report: Report | None
    ) -> dict[str, Any]:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(frames.packed(asked))
        clock = None
        if report is not None and not FUNCTIONS[asked["name"]].reports:
            clock = asyncio.create_task(_by_the_clock(asked["request"].get("seconds"), report))
        try:
            while "progress" in (found := await self._frame(worker.stdout, asked["language"])):
                if report is not None:
                    await report(*found["progress"])
        finally:
            if clock is not None:
                clock.cancel()
        return found

    async def _ready(self, worker: asyncio.subprocess.Process, language: str) -> None:
        """Wait until a new process has loaded: that is no part of the request's time."""
        if worker in self._loading:
            assert worker.stdout is not None
            async with asyncio.timeout(LONGEST_LOADING):
                await self._frame(worker.stdout, language)
            self._loading.discard(worker)

    async def _frame(self, stream: asyncio.StreamReader, language: str) -> dict[str, Any]:
        found = await frames.receive(stream)
        if found is None:  # it has crashed, or was killed by somebody else
            raise refused(ServeError("serve.worker_ended"), language)
        return found

    async def _worker(self) -> asyncio.subprocess.Process:
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
        return await self._started()

    async def warm_up(self) -> None:
        """Start a process before the next request: it takes a moment to load."""
        if not self._idle and not self._closed:
            self._idle.append(await self._started())

    def _start_another(self) -> None:
        task = asyncio.ensure_future(self.warm_up())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _started(self) -> asyncio.subprocess.Process:
        self._all = {worker for worker in self._all if worker.returncode is None}
        worker = await asyncio.create_subprocess_exec(
            # -P: what lies in this folder and is called as a module of Python's is none.
            sys.executable, "-P", "-m", "hazard.serve.worker", *self.games,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._all.add(worker)
        self._loading.add(worker)
        return worker

    def _kill(self, worker: asyncio.subprocess.Process) -> None:
        self._loading.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        with anyio.CancelScope(shield=True):
            if self._starting:
                await asyncio.wait(self._starting)
            for worker in self._all:
                self._kill(worker)
            for worker in self._all:
                await worker.wait()


async def _by_the_clock(seconds: float | None, report: Report) -> None:
    """Report the seconds that have passed, of those that the search may take."""
    for tick in itertools.count(1):
        await asyncio.sleep(TICK)
        if seconds is not None and tick * TICK > seconds:
            return  # what is reported only grows
        await report(tick * TICK, seconds, "seconds")


def refused(error: ServeError, language: str) -> RefusedError:
    """Return an error of the server itself, in words."""
    assert error.code in STATUS
    return RefusedError(told(error, language))
