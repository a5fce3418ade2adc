"""All pages beside the first: those that the domains bring, and the tree explorer for every game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hazard.domains import PageEntry, pages
from hazard.web.words import add_words

TREE = PageEntry(
    name="tree",
    address="/tree",
    icon="account_tree",
    module="hazard.web.pages.tree",
    cover="hazard.web.pages.tree_cover:cover",
    titles={"en": "Tree explorer", "de": "Suchbaum"},
    about={
        "en": "Unfold the tree behind a decision, in any game, under every search.",
        "de": "Den Baum hinter einer Entscheidung aufklappen, in jedem Spiel, mit jeder Suche.",
    },
)
PAGES = {entry.name: entry for entry in (*pages(), TREE)}

for _entry in PAGES.values():
    add_words(
        {
            _entry.name: (_entry.titles["en"], _entry.titles["de"]),
            f"about_{_entry.name}": (_entry.about["en"], _entry.about["de"]),
        }
    )


def module_of(name: str) -> Any:
    """Import a page's module."""
    return import_module(PAGES[name].module)
