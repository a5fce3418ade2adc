"""What a function is told besides its request: the language, the time, and whom to report to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hazard.serve.mistakes import ServeError
from hazard.serve.requests import Request

Progress = Callable[[float, float | None, str], None]
"""How much is done, of how much if that is known, and what is being done."""

MOST_SECONDS = 30.0
"""For a request, if the server is not told otherwise."""


@dataclass(frozen=True)
class Job:
    """What a function is told besides its request."""

    language: str = "en"
    seconds: float = MOST_SECONDS
    """All the time there is. Searches that have another limit than time are stopped before it is over."""
    stop: threading.Event | None = None
    progress: Progress | None = None
    games: tuple[str, ...] = ()
    """Games of the server's owner that may be asked for, as they were given at the start."""

    def spoken(self, request: Request) -> Any:
        """Return the language of the answer."""
        return request.language or self.language

    def checked(self, seconds: float | None) -> None:
        """Refuse a search that is to take longer than there is time."""
        if seconds is not None and seconds > self.seconds:
            raise ServeError("serve.too_many_seconds", seconds=seconds, most=self.seconds)

    def bar(self, what: str) -> Callable[[int, int], None] | None:
        """Return what moves a bar, where somebody looks at it."""
        progress = self.progress
        return None if progress is None else lambda done, total: progress(done, total, what)
