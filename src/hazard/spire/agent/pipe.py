"""The agent as a process: lines in, commands out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import BinaryIO, TextIO

from hazard.spire.agent.agent import Agent

READY = "ready\n"


def handshake(output: TextIO) -> None:
    """Say that the process is there: the mod waits for this line before anything else."""
    output.write(READY)
    output.flush()


def converse(
    agent: Agent, source: BinaryIO, output: TextIO, timed: Callable[[float], None] | None = None
) -> None:
    """Answer every line of ``source`` until it ends, or until the agent has played what it was to play."""
    for raw in source:
        began = time.perf_counter()
        line = raw.decode("utf-8", errors="replace").strip()
        if not line:
            continue
        command = agent.answer(line)
        if command is not None:
            output.write("".join(f"{words}\n" for words in (command, agent.follow_up) if words))
            output.flush()
        if timed is not None:
            timed(time.perf_counter() - began)
        if agent.done:
            return
