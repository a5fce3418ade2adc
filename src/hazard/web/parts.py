"""Parts of a page that can be shown anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import MethodType
from typing import Any

from nicegui import ui


def part(draw: Callable[[Any], None]) -> cached_property[ui.refreshable[[], None]]:
    """Make a method of a page a part of it: called, it is shown; its ``refresh()`` shows it anew.

    Events of what it showed before are dropped. Buttons that somebody may press before the answer to the last
    press has come belong outside, where they stay.

    Each page has parts of its own. NiceGUI's decorator for methods has one list for all pages; it holds on to
    those that are gone, with the games they showed, until somebody opens another.
    """
    return cached_property(lambda page: ui.refreshable(MethodType(draw, page)))
