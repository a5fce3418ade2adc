"""What the pages of games have in common: an address that begins one, and one for each that was begun."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from hazard.web.frame import page
from hazard.web.history import History
from hazard.web.site import Site, Visit


def register_beginning(address: str, begin: Callable[[], History]) -> None:
    """Let ``address`` begin a game and lead on to it."""

    @ui.page(address)
    def start() -> None:
        ui.navigate.to(f"{address}/{begin().work_id}")


def register_played(
    site: Site, kind: str, address: str, show: Callable[[Visit, History], None], *, wide: bool = False
) -> None:
    """Put every game of a kind under its own address; two tabs on the same one see the same game."""

    @ui.page(address + "/{work_id}")
    def play(work_id: str) -> None:
        work = site.store.find(work_id, kind)
        with page(site, kind, wide=wide) as visit:
            if work is None:
                ui.label(visit("not_found"))
            else:
                show(visit, site.held(work_id, lambda: History.of(site.store, work)))
