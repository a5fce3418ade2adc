"""The first page: what hazard is, a card for each domain, and what can be gone on with."""

from __future__ import annotations

from datetime import datetime

from nicegui import events, ui

from hazard.domains import PageEntry, loaded
from hazard.web.carrying import LARGEST_FILE, export, take_in
from hazard.web.directory import PAGES, title
from hazard.web.frame import named, page, saying_errors, uploader
from hazard.web.site import Site, Visit
from hazard.web.store import Work
from hazard.web.words import word
from hazard.web.work import beside

SHOWN = 12


def register(site: Site) -> None:
    """Put the page at the root."""

    @ui.page("/")
    def home() -> None:
        with page(site, "home") as visit:
            ui.label(visit("motto")).classes("text-h6")
            with ui.element("div").classes("hz-cards"):
                for entry in PAGES.values():
                    _card(visit, entry)
            _recent(visit)
            _arriving(visit)


def _card(visit: Visit, entry: PageEntry) -> None:
    address, called = entry.address, title(entry.name, visit.language)
    with ui.card().classes("hz-card").props(f'tabindex=0 role=link aria-label="{called}"') as card:
        card.on("click", lambda: ui.navigate.to(address)).on("keydown.enter", lambda: ui.navigate.to(address))
        cover = ui.html(loaded(entry.cover)(), sanitize=False).classes("hz-picture w-full")
        cover.props("aria-hidden=true")  # an ornament: the card is named already
        ui.label(called).classes("text-subtitle1 text-weight-bold")
        ui.label(word("about", visit.language, entry.words)).classes("text-body2")


def _was_touched(work: Work) -> bool:
    """Return whether there is anything to go on with: opening a game's page begins one, to look at."""
    return len(work.document.get("positions", ())) != 1


def _moment(changed: str) -> str:
    """Return when something was changed, by the clock of this machine.

    >>> len(_moment("2026-01-02T03:04:05.678Z"))
    16
    """
    return f"{datetime.fromisoformat(changed).astimezone():%Y-%m-%d %H:%M}"


def _recent(visit: Visit) -> None:
    """Show what was worked on last."""

    def remove(work: Work) -> None:
        visit.site.remove(work.id)
        works.refresh()

    @ui.refreshable
    def works() -> None:
        found = [work for work in visit.site.store.recent(most=5 * SHOWN) if _was_touched(work)][:SHOWN]
        if not found:
            ui.label(visit("nothing_yet")).classes("hz-soft")
        for work in found:
            with ui.row().classes("items-center w-full no-wrap"):
                name = title(work.kind, visit.language)
                whole = name if work.title == name else f"{name}: {work.title}"
                with ui.row().classes("items-baseline gap-x-4 gap-y-0"):
                    ui.link(whole, f"{PAGES[work.kind].address}/{work.id}")
                    ui.label(_moment(work.changed)).classes("hz-soft")
                ui.space()
                keep = saying_errors(visit, lambda work=work: export(visit, work.id))
                for key, icon, act in (
                    ("export", "download", keep),
                    ("delete", "delete", lambda work=work: remove(work)),
                ):
                    button = named(ui.button(icon=icon, on_click=act), f"{visit(key)}: {whole}")
                    button.props(f"flat dense round data-testid={key}")

    ui.label(visit("recent")).classes("text-h6")
    works()


def _arriving(visit: Visit) -> None:
    """Take in a file that was exported, here or by another hazard, and open what is in it."""

    async def take(event: events.UploadEventArguments) -> None:
        content = await event.file.read()
        ui.navigate.to(await beside(take_in, visit.site, event.file.name, content))

    uploader(visit, "import", LARGEST_FILE, saying_errors(visit, take), label=visit("import_work"))
