"""One decision at a time: threads wait for each other, and are told where waiting could never end."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from hazard.game import GameError

T = TypeVar("T")


class OneAtATime:
    """A lock for a searcher, whose table and tree belong to one decision at a time.

    A thread waits for ever if it asks for what it holds itself, because a game asks the searcher that asks
    it, or for what another thread holds that waits for this one, because two games ask each other's
    searchers. Whoever would close such a ring is refused. The last to wait sees all the others waiting, so
    that no ring is missed.

    >>> OneAtATime().run(lambda: 3)
    3
    """

    def __init__(self) -> None:
        """Begin with nobody inside."""
        self.lock = threading.Lock()
        self.inside: int | None = None

    def run(self, work: Callable[[], T]) -> T:
        """Do ``work`` when it is this thread's turn."""
        me = threading.get_ident()
        try:
            self._stand_in_line(me)
            # The lock by itself: Ctrl-C can then not come between taking and holding it.
            with self.lock:
                _line.pop(me, None)
                try:
                    self.inside = me
                    return work()
                finally:
                    self.inside = None
        finally:
            _line.pop(me, None)

    def held_by_another(self) -> bool:
        """Tell whether another thread than this one is inside, or was when the process was forked."""
        return self.lock.locked() and self.inside != threading.get_ident()

    def _stand_in_line(self, me: int) -> None:
        with _looking:
            met, ahead = set(), self.inside
            while ahead is not None and ahead not in met:
                if ahead == me:
                    raise GameError("search.searcher_is_busy")
                met.add(ahead)
                awaited = _line.get(ahead)
                ahead = None if awaited is None else awaited.inside
            _line[me] = self


_line: dict[int, OneAtATime] = {}
"""What each thread is waiting for."""
_looking = threading.Lock()


def _forget_threads() -> None:
    """A forked process has only the thread that forked it."""
    global _looking
    _looking = threading.Lock()
    _line.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
