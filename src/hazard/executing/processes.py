"""Blocks on processes of this machine, each with a pipe of its own: one that dies takes nothing along."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from hazard.errors import HazardError
from hazard.executing.executor import Blocks, Executor, Job, timed
from hazard.executing.sending import received, sendable
from hazard.search import SettingError

SECONDS_TO_LEAVE = 2.0


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    block: range | None = None


class ProcessExecutor(Executor):
    """Plays blocks on processes."""

    kind = "processes"

    def finished(self, job: Job, blocks: Blocks) -> Iterator[tuple[range, list[Any], float]]:
        """Yield each block with its results and the seconds it took."""
        sent = sendable(job)
        crew: list[_Worker] = []
        try:
            while True:
                self._hand_out(crew, sent, blocks)
                busy = [worker for worker in crew if worker.block is not None]
                if not busy:
                    return
                for ready in wait([worker.pipe for worker in busy]):
                    worker = next(worker for worker in busy if worker.pipe is ready)
                    answer = self._answer(worker, crew, blocks)
                    if answer is not None:
                        yield answer
        finally:
            for worker in crew:
                _end(worker)

    def _hand_out(self, crew: list[_Worker], sent: bytes, blocks: Blocks) -> None:
        idle = [worker for worker in crew if worker.block is None]
        while True:
            if not idle and len(crew) >= self.workers:
                return
            block = blocks.take()
            if block is None:
                return
            worker = idle.pop() if idle else _started(sent)
            if worker not in crew:
                crew.append(worker)
            worker.block = block
            with contextlib.suppress(OSError):  # whoever is gone is noticed when it should answer
                worker.pipe.send(block)

    def _answer(
        self, worker: _Worker, crew: list[_Worker], blocks: Blocks
    ) -> tuple[range, list[Any], float] | None:
        block = worker.block
        assert block is not None
        try:
            kind, found = worker.pipe.recv()
        except (EOFError, OSError):
            crew.remove(worker)
            worker.process.join(SECONDS_TO_LEAVE)
            blocks.give_back(block, f"exit code {worker.process.exitcode}")
            return None
        if kind == "error":
            raise_remote(found)
        worker.block = None
        results, seconds = found
        return block, results, seconds


def raise_remote(found: tuple[BaseException | None, str]) -> None:
    """Raise what a worker has raised, with its traceback as a note."""
    error, trace = found
    if isinstance(error, HazardError):
        raise error
    if error is None:
        raise SettingError("executor.worker_failed", trace=trace)
    error.add_note(f"in a worker:\n{trace}")
    raise error


def remote(error: BaseException) -> tuple[BaseException | None, str]:
    """Return an exception as something that can be sent."""
    trace = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return None, trace
    return error, trace


def _started(sent: bytes) -> _Worker:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, sent, os.environ.get(SAFE_PATH)), daemon=True)
    with _elsewhere():
        process.start()
    there.close()
    return _Worker(process, here)


SAFE_PATH = "PYTHONSAFEPATH"
"""With it, what lies in this folder and is called as a module of Python's, such as random.py, is none."""


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Start processes that do not look for Python's modules here; they get our own path a moment later."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        _put_back(before)


def _put_back(value: str | None) -> None:
    if value is None:
        os.environ.pop(SAFE_PATH, None)
    else:
        os.environ[SAFE_PATH] = value


def _work(pipe: Connection, sent: bytes, safe_path: str | None) -> None:
    """Play blocks until the other end is closed. Ctrl-C is the driver's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _put_back(safe_path)
    try:
        job = received(sent)
    except BaseException as error:
        with contextlib.suppress(OSError, EOFError):
            pipe.recv()
            pipe.send(("error", remote(error)))
        return
    while True:
        try:
            block = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[str, Any] = ("done", timed(job, block))
        except BaseException as error:
            answer = ("error", remote(error))
        with contextlib.suppress(OSError):
            pipe.send(answer)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.block is not None:
        worker.process.terminate()
    worker.process.join(SECONDS_TO_LEAVE)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
