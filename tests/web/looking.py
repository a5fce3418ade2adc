"""What a program can see of a page's looks: what sticks out, is cut off, overlaps or is hard to read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

WIDTHS = (360, 1280, 1920)
"""Of a telephone, a desk and a projector."""
COLOURS = ("light", "dark")

MAY_SCROLL = (
    ".hz-map",  # on a telephone a map is wider than the page, or nobody could touch a token
    "textarea",  # a message of a game is long
    ".q-menu",  # so are lists to choose from
    ".q-uploader__list",
)
ORNAMENTS = (".hz-picture",)
"""Whose small letters nobody has to read."""
_SCRIPT = (Path(__file__).parent / "looking.js").read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """Return what is wrong with the looks of a page as it is shown now."""
    return list(page.evaluate(_SCRIPT, {"mayScroll": list(MAY_SCROLL), "ornaments": list(ORNAMENTS)}))


def settled(page: Any, width: int, colours: str) -> None:
    """Show the page at a width and in its light or dark colours, and wait until it has found its shape."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    page.mouse.move(0, 0)  # away from what was clicked last
    page.evaluate("document.activeElement?.blur(); window.scrollTo(0, 0)")
    page.wait_for_timeout(350)  # charts grow with the window, colours fade over
