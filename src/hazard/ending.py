"""The end of a program while its threads search.

Python tears daemon threads out of whatever they do when the program ends, and compiled code does not survive
that: the program would end by a signal instead of its own exit code. So the end waits here until other
threads are out of compiled code: what they search is called off, and nothing new begins.
"""

from __future__ import annotations

import atexit
import os
import threading

from hazard import _core

LONGEST_WAIT = 5.0
"""Seconds; a game in Python may take long over one answer, and nobody waits for it for ever."""


class CompiledCode:
    """Counts the threads that are in compiled code; the main thread is never torn out of anything."""

    def __init__(self) -> None:
        """Begin with none."""
        self.forget_threads()
        self._over = False

    def forget_threads(self) -> None:
        """Count anew: a forked process has only the thread that forked it."""
        self._changed = threading.Condition()
        self._threads = 0

    def __enter__(self) -> None:
        """Go in; at the end of the program the thread ends instead."""
        if threading.current_thread() is threading.main_thread():
            return
        with self._changed:
            if self._over:
                raise SystemExit
            self._threads += 1

    def __exit__(self, *error: object) -> None:
        """Come out."""
        if threading.current_thread() is threading.main_thread():
            return
        with self._changed:
            self._threads -= 1
            self._changed.notify_all()

    def end(self) -> None:
        """Let nobody in any more, call off what is searched, and wait until everybody is out."""
        with self._changed:
            self._over = True
            _core.call_off_searches()
            self._changed.wait_for(lambda: self._threads <= 0, LONGEST_WAIT)


compiled_code = CompiledCode()
atexit.register(compiled_code.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=compiled_code.forget_threads)
