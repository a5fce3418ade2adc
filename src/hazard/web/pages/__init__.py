"""The pages, one file each; :func:`register_all` puts every one under its address."""

from __future__ import annotations

from hazard.web.pages import backgammon, combat, home, pig, spire, takeiteasy, tree, twenty48
from hazard.web.site import Site


def register_all(site: Site) -> None:
    """Put every page under its address."""
    for module in (home, combat, takeiteasy, spire, backgammon, twenty48, pig, tree):
        module.register(site)
