"""What the pages of one server share: the store, the settings, and who is visiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nicegui import app, ui

from hazard.web.store import Store
from hazard.web.words import Language, word


@dataclass
class Site:
    """One running server."""

    store: Store
    games: tuple[str, ...] = ()
    """Games of the user's own (``module:Class``), for the tree explorer; named on the command line only."""
    follow: Path | None = None
    """The log of a running Slay the Spire agent; named on the command line only."""
    open_work: dict[str, Any] = field(default_factory=dict)
    """Work that is held in memory, by id: two tabs on the same work see the same object."""

    def held(self, work_id: str, make: Callable[[], Any]) -> Any:
        """Return what is held for a piece of work, made at the first call."""
        if work_id not in self.open_work:
            self.open_work[work_id] = make()
        return self.open_work[work_id]


class Visit:
    """One browser looking at one page: its language and its colours."""

    def __init__(self, site: Site) -> None:
        """Read the preferences of the browser whose page is being built."""
        self.site = site
        self.browser: str = app.storage.browser["id"]
        request = ui.context.client.request
        accepted = request.headers.get("accept-language", "")
        chosen = site.store.preference(self.browser, "language")
        chosen = chosen or ("de" if accepted.lower().startswith("de") else "en")
        self.language: Language = "de" if chosen == "de" else "en"
        dark = site.store.preference(self.browser, "dark")
        self.dark: bool | None = None if dark is None else dark == "yes"

    def __call__(self, key: str, **values: object) -> str:
        """Return the words for ``key`` in the visitor's language."""
        return word(key, self.language, **values)

    def prefer(self, name: str, value: str) -> None:
        """Remember a choice for this browser."""
        self.site.store.prefer(self.browser, name, value)
