"""A planner that is late is not waited for: whoever has to give a command gives another one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
MOST_LATE = 2
"""So many calls may be under way, late, before no other is begun."""


class LateError(RuntimeError):
    """Work that was not done in time."""


class Watchdog:
    """Has work done, but no longer than so many seconds; without a number, however long it takes.

    Work that is late goes on in its thread, for nothing can end it from outside; its result is dropped.

    >>> Watchdog(10.0).done(lambda: 6 * 7)
    42
    """

    def __init__(self, seconds: float | None) -> None:
        """Wait so long for each piece of work."""
        self.seconds = seconds
        self._late: list[Thread] = []

    def done(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns, and raise what it raises; :class:`LateError` if it takes too long."""
        if self.seconds is None:
            return work()
        self._late = [thread for thread in self._late if thread.is_alive()]
        if len(self._late) >= MOST_LATE:
            raise LateError(f"{len(self._late)} plans that were late are still under way")
        found: list[Any] = []
        thread = Thread(target=_keep, args=(work, found), name="hazard-plan", daemon=True)
        thread.start()
        thread.join(self.seconds)
        if not found:
            self._late.append(thread)
            raise LateError(f"there was no plan within {1000 * self.seconds:.0f} ms")
        result, error = found[0]
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]


def _keep(work: Callable[[], Any], found: list[Any]) -> None:
    try:
        found.append((work(), None))
    except BaseException as error:  # whoever asked for the work is told
        found.append((None, error))
