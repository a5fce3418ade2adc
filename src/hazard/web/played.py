"""What the pages of games have in common: an address that begins one, and one for each that was begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from starlette.responses import RedirectResponse, Response

from hazard.web.carrying import export
from hazard.web.frame import in_words, nothing_here, page, saying_errors
from hazard.web.history import History
from hazard.web.site import Site, Visit
from hazard.web.store import Work


def register_beginning(address: str, begin: Callable[[], History]) -> None:
    """Let ``address`` begin a game and lead on to it; the way back goes past it, and begins no other."""

    @ui.page(address)
    def start() -> Response:
        return RedirectResponse(f"{address}/{begin().work_id}", 303)


def register_played(
    site: Site,
    kind: str,
    address: str,
    show: Callable[[Visit, History], None],
    checked: Callable[[Site, dict[str, Any]], dict[str, Any]],
    *,
    wide: bool = False,
) -> None:
    """Put every game of a kind under its own address; two tabs on the same one see the same game."""

    def opened(work: Work) -> History:
        return History.of(site.store, work, checked(site, work.document))

    @ui.page(address + "/{work_id}")
    def play(work_id: str) -> None:
        work = site.store.find(work_id, kind)
        with page(site, kind, wide=wide) as visit:
            if work is None:
                nothing_here(visit)
                return
            try:
                history = site.held(work_id, lambda: opened(work))
            except ValueError as error:  # whatever wrote it, the page says so
                ui.label(in_words(visit, error)).classes("hz-warn")
                return
            show(visit, history)
            out = ui.button(
                visit("export"),
                icon="download",
                on_click=saying_errors(visit, lambda: export(visit, work_id)),
            )
            out.classes("self-start no-print").props("flat dense no-caps data-testid=export")
