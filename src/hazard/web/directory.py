"""All pages beside the first: those that the domains bring, and the tree explorer for every game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hazard.domains import PageEntry, pages
from hazard.web.words import word

TREE = PageEntry(
    name="tree",
    address="/tree",
    icon="account_tree",
    module="hazard.web.pages.tree",
    cover="hazard.web.pages.tree_cover:cover",
    words="web.tree",
)
PAGES = {entry.name: entry for entry in (*pages(), TREE)}


def title(name: str, language: str) -> str:
    """Return what a page is called, by its name or by the key of its title.

    >>> title("pig", "de"), title("tree", "de"), title("home", "de")
    ('Pig', 'Suchbaum', 'Start')
    """
    entry = PAGES.get(name)
    return word(name, language) if entry is None else word("title", language, entry.words)


def topic(name: str) -> str:
    """Return the topic of a page's own words."""
    return PAGES[name].words if name in PAGES else "web"


def module_of(name: str) -> Any:
    """Import a page's module."""
    return import_module(PAGES[name].module)
