"""Long work beside the page: in a thread, with progress and a way to stop it.

The compiled searches and forecasts release the interpreter's lock, so a thread is enough, and the event loop
goes on answering. A page starts a :class:`Job` and looks at it from a timer; a job outlives a reload.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_ANSWERS = ThreadPoolExecutor(max_workers=8, thread_name_prefix="hazard-answer")
"""For what somebody waits for; long jobs have threads of their own, so that nobody waits for those."""
_JOBS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="hazard-job")


class Stopped(Exception):  # noqa: N818  (it is no error: somebody pressed the button)
    """Raised inside a job by :meth:`Job.report` once it was asked to stop."""


async def beside(function: Callable[..., T], *values: Any) -> T:
    """Run a function in a thread and wait for it without holding up the page."""
    return await asyncio.get_running_loop().run_in_executor(_ANSWERS, lambda: function(*values))


class Job(Generic[T]):
    """One piece of long work.

    >>> job = Job(lambda job: sum(range(10)))
    >>> job.wait()
    45
    """

    def __init__(self, function: Callable[[Job[T]], T]) -> None:
        """Start ``function``; it gets the job, to report its progress to."""
        self.progress = 0.0
        self.partial: Any = None
        self.error: Exception | None = None
        self.result: T | None = None
        self._stop = threading.Event()
        self._done = threading.Event()
        _JOBS.submit(self._run, function)

    def _run(self, function: Callable[[Job[T]], T]) -> None:
        try:
            self.result = function(self)
        except Stopped:
            pass
        except Exception as error:
            self.error = error
        finally:
            self._done.set()

    def report(self, progress: float, partial: Any = None) -> None:
        """Say how far it is (0 to 1) and what is known so far; called by the function itself."""
        self.progress = progress
        if partial is not None:
            self.partial = partial
        if self._stop.is_set():
            raise Stopped

    def stop(self) -> None:
        """Ask it to stop at its next report; what it reported last stays."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    @property
    def done(self) -> bool:
        """Whether it has ended: with a result, an error, or because it was stopped."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> T | None:
        """Wait for its end and return the result."""
        self._done.wait(seconds)
        if self.error is not None:
            raise self.error
        return self.result
