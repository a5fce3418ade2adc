"""The pages, one file each.

The first page is there at once; the others bring their games along, which takes a second, and are put under
their addresses while the visitor reads the first.
"""

from __future__ import annotations

import importlib

from hazard.web.pages import home
from hazard.web.site import Site

_OTHERS = ("combat", "takeiteasy", "spire", "backgammon", "twenty48", "pig", "tree")


def register_first(site: Site) -> None:
    """Put the first page under its address."""
    home.register(site)


def register_others(site: Site) -> None:
    """Put all other pages under theirs."""
    for name in _OTHERS:
        importlib.import_module(f"hazard.web.pages.{name}").register(site)
