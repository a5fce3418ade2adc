"""Blocks on a Ray cluster: many machines, joined by address, or one that is started here."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hazard.executing.executor import Blocks, Executor, Job, cores, timed
from hazard.executing.processes import raise_remote, remote
from hazard.executing.sending import received, sendable
from hazard.extras import require
from hazard.search import SettingError

SECONDS_TO_ANSWER = 5.0


class RayExecutor(Executor):
    """Plays blocks as tasks of Ray. A task whose worker or node is lost is begun again elsewhere."""

    kind = "ray"

    def __init__(self, workers: int | None, address: str | None) -> None:
        """Join the cluster at ``address``, or start one on this machine."""
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        self._ray = require("ray", caller="--on ray", library="Ray", extra="ray")
        self._joined(workers, address)
        super().__init__(workers or max(1, int(self._ray.cluster_resources().get("CPU", 1))))

    def _joined(self, workers: int | None, address: str | None) -> None:
        ray = self._ray
        if ray.is_initialized():
            return
        if address is not None:
            _knock(address)
        quiet = {"log_to_driver": False, "include_dashboard": False, "logging_level": "ERROR"}
        try:
            if address is None:
                ray.init(num_cpus=max(workers or 1, cores()), **quiet)
            else:
                quiet.pop("include_dashboard")
                ray.init(address=address, **quiet)
        except Exception as error:
            first = str(error).strip().splitlines() or [type(error).__name__]
            raise SettingError(
                "executor.ray_not_reachable", address=address or "local", error=first[0]
            ) from None

    def finished(self, job: Job, blocks: Blocks) -> Iterator[tuple[range, list[Any], float]]:
        """Yield each block with its results and the seconds it took."""
        ray = self._ray
        sent = ray.put(sendable(job))
        task = ray.remote(max_retries=0, num_cpus=1)(_play)
        running: dict[Any, range] = {}
        try:
            while True:
                while len(running) < self.workers and (block := blocks.take()) is not None:
                    running[task.remote(sent, block.start, block.stop)] = block
                if not running:
                    return
                ready, _ = ray.wait(list(running), num_returns=1)
                block = running.pop(ready[0])
                try:
                    kind, found = ray.get(ready[0])
                except ray.exceptions.RayError as error:  # a worker or a node is lost
                    blocks.give_back(block, type(error).__name__)
                    continue
                if kind == "error":
                    raise_remote(found)
                results, seconds = found
                yield block, results, seconds
        finally:
            for left in running:
                ray.cancel(left, force=True)


def _knock(address: str) -> None:
    """Refuse an address where nobody answers; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return  # a word of Ray's own, such as "auto"
    try:
        socket.create_connection((host, int(port)), timeout=SECONDS_TO_ANSWER).close()
    except (OSError, ValueError, OverflowError) as error:
        raise SettingError("executor.ray_not_reachable", address=address, error=str(error)) from None


def _play(sent: bytes, first: int, last: int) -> tuple[str, Any]:
    """Play a block in a worker, which keeps the job for its next block."""
    try:
        return "done", timed(_job(sent), range(first, last))
    except Exception as error:
        return "error", remote(error)


@lru_cache(maxsize=1)
def _job(sent: bytes) -> Job:
    job: Job = received(sent)
    return job
