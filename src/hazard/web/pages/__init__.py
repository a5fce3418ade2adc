"""The pages that belong to no domain, and how all pages are put under their addresses.

The first page is there at once; the others bring their games along, which takes a second, and are put under
their addresses while the visitor reads the first.
"""

from __future__ import annotations

from hazard.web.directory import PAGES, module_of
from hazard.web.pages import home
from hazard.web.site import Site


def register_first(site: Site) -> None:
    """Put the first page under its address."""
    home.register(site)


def register_others(site: Site) -> None:
    """Put all other pages under theirs."""
    for name in PAGES:
        module_of(name).register(site)
