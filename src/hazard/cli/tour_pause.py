"""Between two stops of the tour: on a terminal a key goes on or leaves, and each stop fits the screen."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from hazard.cli.common import output, say

GOES_ON = ("\r", "\n", " ")
_ASKED = "Space or Enter: the next stop. Any other key: leave the tour."


T = TypeVar("T")


class _Collected:
    """Standard output that keeps what is written; in all else it is the terminal, colours and all."""

    def __init__(self, screen: Any) -> None:
        self.screen, self.parts = screen, list[str]()

    def write(self, text: str) -> int:
        self.parts.append(text)
        return len(text)

    def flush(self) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self.screen, name)


def is_led() -> bool:
    """Whether somebody sits at a terminal and can press a key."""
    return sys.stdin.isatty() and output().is_terminal


def shown_on_one_screen(stop: Callable[[], T]) -> T:
    """Show a stop; on a terminal no more of it than fits, and how much is left out."""
    if not is_led():
        return stop()
    screen = sys.stdout
    collected = _Collected(screen)
    with contextlib.redirect_stdout(collected):
        found = stop()
    lines = "".join(collected.parts).strip("\n").split("\n")
    room = max(5, output().height - 4)
    screen.write("\n".join(lines[:room]) + "\n")
    if len(lines) > room:
        say(f"… {len(lines) - room} more lines; `hazard tour | less` shows all of them.")
    return found


def goes_on() -> bool:
    """Return whether the tour goes on: by a key on a terminal, without asking where nobody can press one."""
    if not is_led():
        return True
    say(_ASKED)
    key = _key()
    if key == "\x03":
        raise KeyboardInterrupt
    if key in GOES_ON:
        output().clear()
        return True
    return False


def _key() -> str:
    """Wait for a key, without Enter where the system allows that."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return _windows_key()
    place = sys.stdin.fileno()
    before = termios.tcgetattr(place)
    try:
        tty.setcbreak(place, termios.TCSANOW)  # what was pressed a moment ago counts
        return os.read(place, 1).decode("latin-1")
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)


def _windows_key() -> str:
    import importlib

    console = importlib.import_module("msvcrt")
    return str(console.getwch())
