"""Blocks on threads of this process: compiled games, which leave Python's lock alone, run side by side."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from hazard.executing.executor import Blocks, Executor, Job, timed


class ThreadExecutor(Executor):
    """Plays blocks on threads."""

    kind = "threads"

    def finished(self, job: Job, blocks: Blocks) -> Iterator[tuple[range, list[Any], float]]:
        """Yield each block with its results and the seconds it took."""
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="hazard-games")
        running: dict[Future[tuple[list[Any], float]], range] = {}
        try:
            while True:
                while len(running) < self.workers and (block := blocks.take()) is not None:
                    running[pool.submit(timed, job, block)] = block
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    block = running.pop(future)
                    results, seconds = future.result()
                    yield block, results, seconds
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
