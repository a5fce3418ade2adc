"""Clicks, keys and drags on a drawing: what a person points at, by the names that the drawing gives it.

A drawing marks what can be chosen with ``data-pick="name"`` (and ``tabindex="0"``, so that Enter works too),
what can be dragged with ``data-drag="name"`` and where it can be dropped with ``data-cell="x,y"``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

_PICK = """(e) => {
  const found = e.target.closest('[data-pick]');
  if (found) { emit(found.dataset.pick); }
}"""
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


def on_pick(element: ui.element, handler: Callable[[str], Any]) -> None:
    """Call ``handler`` with the name of what is clicked, or chosen with Enter."""
    element.on("click", lambda event: handler(str(event.args)), js_handler=_PICK)
    element.on("keydown.enter", lambda event: handler(str(event.args)), js_handler=_PICK)


def on_drop(element: ui.element, handler: Callable[[str, tuple[int, int]], Any]) -> None:
    """Call ``handler`` with what was dragged and the column and row of where it was dropped."""

    def dropped(event: Any) -> Any:
        x, y = str(event.args["cell"]).split(",")
        return handler(str(event.args["what"]), (int(x), int(y)))

    element.on("pointerdown", js_handler=_TAKE)
    element.on("pointerup", dropped, js_handler=_DROP)
