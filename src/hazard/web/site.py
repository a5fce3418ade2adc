"""What the pages of one server share: the store, the settings, and who is visiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from nicegui import app, ui
from starlette.requests import Request

from hazard.language import accepted, languages
from hazard.web.store import Store
from hazard.web.words import number, word

MOST_HELD = 4
"""So many of the pieces of work that were opened last stay in memory even while no page shows them."""


@dataclass
class Site:
    """One running server."""

    store: Store
    games: tuple[str, ...] = ()
    """Games of the user's own (``module:Class``), for the tree explorer; named on the command line only."""
    follow: Path | None = None
    """The log of a running Slay the Spire agent; named on the command line only."""
    _open: WeakValueDictionary[str, Any] = field(default_factory=WeakValueDictionary)
    """Work that some page shows, by id: two tabs on the same work see the same object."""
    _latest: dict[str, Any] = field(default_factory=dict)
    """What was opened last stays, with all it has found, while no page shows it for a moment."""

    def held(self, work_id: str, make: Callable[[], Any]) -> Any:
        """Return what is held for a piece of work, made if nobody has it open."""
        found = self._open.get(work_id)
        if found is None:
            found = self._open[work_id] = make()
        self._latest.pop(work_id, None)
        self._latest[work_id] = found
        if len(self._latest) > MOST_HELD:
            self._latest.pop(next(iter(self._latest)))
        return found

    def remove(self, work_id: str) -> None:
        """Forget a piece of work, here and on the disk."""
        self._latest.pop(work_id, None)
        self._open.pop(work_id, None)
        self.store.remove(work_id)


def accepted_language(request: Request) -> str:
    """Return the language that a browser asks for."""
    return accepted(request.headers.get("accept-language", ""))


class Visit:
    """One browser looking at one page: its language and its colours."""

    def __init__(self, site: Site, topic: str = "web") -> None:
        """Read the preferences of the browser whose page is being built; ``topic`` has its own words."""
        self.site = site
        self.topic = topic
        self.browser: str = app.storage.browser["id"]
        chosen = site.store.preference(self.browser, "language")
        known = chosen if chosen in languages() else None
        self.language: str = known or accepted_language(ui.context.client.request)
        dark = site.store.preference(self.browser, "dark")
        self.dark: bool | None = None if dark is None else dark == "yes"

    def __call__(self, key: str, **values: object) -> str:
        """Return the words for ``key`` in the visitor's language."""
        return word(key, self.language, self.topic, **values)

    def number(self, value: float, form: str) -> str:
        """Return a number in the visitor's language, by one of Python's forms."""
        return number(value, form, self.language)

    def prefer(self, name: str, value: str) -> None:
        """Remember a choice for this browser."""
        self.site.store.prefer(self.browser, name, value)
