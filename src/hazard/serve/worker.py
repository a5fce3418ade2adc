"""The process that a request is answered in: ``python -m hazard.serve.worker``.

It reads requests from standard input and writes what comes of them to standard output, one after the other,
as frames (:mod:`hazard.serve.frames`). Whoever started it ends it by closing the pipe, or kills it: that is
how a request is cancelled, whatever it is doing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from typing import Any, BinaryIO

from hazard.serve import frames
from hazard.serve.functions import FUNCTIONS
from hazard.serve.job import Job
from hazard.serve.mistakes import told

SOFT = 0.85
"""The share of the time after which a search that can answer early is asked to."""
BETWEEN_REPORTS = 0.1


def main() -> None:
    """Answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then closes the pipe
    incoming, outgoing = sys.stdin.buffer, _private_output()
    games = tuple(sys.argv[1:])
    with contextlib.suppress(BrokenPipeError):
        frames.write(outgoing, {"ready": True})
        while (asked := frames.read(incoming)) is not None:
            frames.write(outgoing, answered(asked, outgoing, games))


def _private_output() -> BinaryIO:
    """Return standard output, and have whatever prints print to standard error: frames are not mixed up."""
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return outgoing


def answered(asked: dict[str, Any], outgoing: BinaryIO, games: tuple[str, ...]) -> dict[str, Any]:
    """Return the last frame of a request: its answer, or why there is none."""
    seconds, language = asked["seconds"], asked["language"]
    stop = threading.Event()
    soft = threading.Timer(SOFT * seconds, stop.set)
    hard = threading.Timer(seconds + 1, os._exit, (1,))  # should nobody be there to kill it
    job = Job(language, seconds, stop, Reports(outgoing) if asked["progress"] else None, games)
    for timer in (soft, hard):
        timer.daemon = True
        timer.start()
    try:
        return {"answer": FUNCTIONS[asked["name"]](asked["request"], job)}
    except Exception as error:
        return {"mistake": told(error, asked["request"].get("language") or language).to_dict()}
    finally:
        soft.cancel()
        hard.cancel()


class Reports:
    """Passes on how far a request is, a few times a second."""

    def __init__(self, outgoing: BinaryIO) -> None:
        """Report to the server."""
        self._outgoing, self._last = outgoing, 0.0

    def __call__(self, done: float, total: float | None, what: str) -> None:
        """Report, unless there was a report just now."""
        now = time.monotonic()
        if now - self._last >= BETWEEN_REPORTS:
            self._last = now
            frames.write(self._outgoing, {"progress": [done, total, what]})


if __name__ == "__main__":
    main()
