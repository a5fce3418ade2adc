"""Clicks, keys and drags on a drawing: what a person points at, by the names that the drawing gives it.

A drawing marks what can be chosen with ``data-pick="name"`` (and ``tabindex="0"``, so that Enter works too),
what can be dragged with ``data-drag="name"`` and where it can be dropped with ``data-cell="x,y"``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import MethodType
from typing import Any

from nicegui import ui

_CHOOSE = """(e) => {
  const found = e.target.closest('[data-pick]');
  if (found && !e.detail) { emit(found.dataset.pick); }
}"""
"""For keys, and for clicks without a pointer (``detail`` is 0), as readers of the screen make them."""
_PRESS = """(e) => {
  const found = e.button ? null : e.target.closest('[data-pick]');
  window.hazardPress = found ? found.dataset.pick : null;
}"""
_RELEASE = """(e) => {
  const pressed = window.hazardPress; window.hazardPress = null;
  const found = document.elementFromPoint(e.clientX, e.clientY)?.closest('[data-pick]');
  if (pressed && found && found.dataset.pick === pressed) { emit(pressed); }
}"""
"""A browser makes no click of press and release where what was pressed was drawn anew in between."""
_TAKE = """(e) => {
  const found = e.target.closest('[data-drag]');
  window.hazardDrag = found ? {what: found.dataset.drag, x: e.clientX, y: e.clientY} : null;
  if (found) { e.preventDefault(); }
}"""
_DROP = """(e) => {
  const drag = window.hazardDrag; window.hazardDrag = null;
  if (!drag || Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < 6) { return; }
  const under = document.elementsFromPoint(e.clientX, e.clientY).find((n) => n.dataset && n.dataset.cell);
  if (under) { emit({what: drag.what, cell: under.dataset.cell}); }
}"""


def drawing(svg: str) -> ui.html:
    """Show markup of our own; everything in it that came from outside is escaped where it was drawn."""
    return ui.html(svg, sanitize=False).classes("hz-svg")


class Picture:
    """A drawing that stays where it is while what it shows changes.

    The web framework drops events of elements that are no more: a board that was made anew after each click
    would lose the next one, where somebody clicks before the answer to the first has come.
    """

    def __init__(self, draw: Callable[[], str]) -> None:
        """Show what ``draw`` draws."""
        self._draw = draw

    def __call__(self) -> ui.html:
        """Put it on the page."""
        self._shown = drawing(self._draw())
        return self._shown

    def refresh(self) -> None:
        """Draw it anew, in its place."""
        self._shown.set_content(self._draw())


def picture(draw: Callable[[Any], str]) -> cached_property[Picture]:
    """Make a method of a page that draws something a :class:`Picture`; each page has its own."""
    return cached_property(lambda page: Picture(MethodType(draw, page)))


def on_pick(element: ui.element, handler: Callable[[str], Any]) -> None:
    """Call ``handler`` with the name of what is clicked, or chosen with Enter."""
    element.on("pointerdown", js_handler=_PRESS)
    for event, script in (("pointerup", _RELEASE), ("click", _CHOOSE), ("keydown.enter", _CHOOSE)):
        element.on(event, lambda chosen: handler(str(chosen.args)), js_handler=script)


def on_drop(element: ui.element, handler: Callable[[str, tuple[int, int]], Any]) -> None:
    """Call ``handler`` with what was dragged and the column and row of where it was dropped."""

    def dropped(event: Any) -> Any:
        x, y = str(event.args["cell"]).split(",")
        return handler(str(event.args["what"]), (int(x), int(y)))

    element.on("pointerdown", js_handler=_TAKE)
    element.on("pointerup", dropped, js_handler=_DROP)
