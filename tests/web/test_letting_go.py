"""Memory: what nobody looks at any more is let go."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("nicegui")

from nicegui import Client, core, ui

import hazard.fivee.web.page  # its words  # noqa: F401
from hazard.fivee.content.library import encounters
from hazard.fivee.rules.contest import Record
from hazard.fivee.rules.fight import Fight
from hazard.fivee.web.forecast import Outcome, start
from hazard.fivee.web.rooms import KIND, Room, begin
from hazard.fivee.web.table import TablePage
from hazard.web.frame import uploader
from hazard.web.parts import part
from hazard.web.store import Store
from hazard.web.words import word


class Visit:
    """A visitor who reads English; the real one needs a browser."""

    language = "en"
    site = SimpleNamespace(store=SimpleNamespace(folder=Path("kept")), follow=None)

    def __call__(self, key: str, **values: object) -> str:
        return word(key, "en", "fivee.web", **values)


def opened(folder: Path) -> Room:
    store = Store(folder)
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    work = store.add(KIND, "Goblins", {"stage": "setup"})
    begin(store, work, fight, fight.start)
    return Room(store, work.id)


def collected(held: weakref.ref[object]) -> bool:
    gc.collect()
    return held() is None


class Page:
    """A page with one part, which counts how often it is drawn."""

    drawn = 0

    @part
    def board(self) -> None:
        self.drawn += 1


async def _shown(page: object) -> Client:
    client = Client(ui.page("/shown"), request=None)
    with client:
        page.board()  # type: ignore[attr-defined]
    return client


def test_pages_that_are_gone_are_let_go_though_nobody_opens_another() -> None:
    async def visited() -> list[weakref.ref[object]]:
        pages = [Page() for _ in range(3)]
        for client in [await _shown(page) for page in pages]:
            client.delete()
        return [weakref.ref(page) for page in pages]

    *earlier, _ = asyncio.run(visited())  # NiceGUI remembers the one that was drawn last
    assert all(collected(page) for page in earlier)


def test_a_page_that_took_files_is_let_go() -> None:
    class Taker:
        """Whoever a file is for."""

        async def take(self, event: object) -> None: ...

    async def visited() -> weakref.ref[object]:
        taker = Taker()
        client = Client(ui.page("/takes"), request=None)
        with client:
            uploader(Visit(), "file", 1000, taker.take)  # type: ignore[arg-type]
        client.delete()
        return weakref.ref(taker)

    assert collected(asyncio.run(visited()))


def test_parts_of_two_pages_are_shown_anew_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refreshed() -> tuple[int, int]:
        monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
        first, second = Page(), Page()
        clients = [await _shown(page) for page in (first, second)]
        await first.board.refresh()
        for client in clients:
            client.delete()
        return first.drawn, second.drawn

    assert asyncio.run(refreshed()) == (2, 1)


def test_every_part_of_the_table_belongs_to_its_page_alone(tmp_path: Path) -> None:
    room = opened(tmp_path)
    pages = [TablePage(Visit(), room) for _ in range(2)]  # type: ignore[arg-type]
    assert pages[0].headline is pages[0].headline
    assert pages[0].headline is not pages[1].headline
    assert pages[0].turn.advice is not pages[1].turn.advice


def test_a_room_that_no_page_shows_closes_its_file(tmp_path: Path) -> None:
    room = opened(tmp_path)
    work_id, store = room.work_id, room.store
    gone = weakref.ref(room)
    del room
    assert collected(gone)
    assert Room(store, work_id).table.number == 0  # one at a time: the file is free again


def test_a_forecast_keeps_what_is_shown_and_not_the_fights(tmp_path: Path) -> None:
    room = opened(tmp_path)
    gc.collect()
    before = sum(isinstance(thing, Record) for thing in gc.get_objects())
    room.forecast = start(Visit(), room, 400)  # type: ignore[arg-type]
    room.forecast.wait()
    assert isinstance(room.forecast.partial, Outcome)
    assert abs(sum(room.forecast.partial.rounds) - 1) < 0.05  # all but the longest fights
    gc.collect()
    assert sum(isinstance(thing, Record) for thing in gc.get_objects()) == before


def test_a_turn_leaves_nothing_behind_but_what_happened(tmp_path: Path) -> None:
    room = opened(tmp_path)

    async def play(turns: int) -> None:
        for _ in range(turns):
            found = await room.report("en")
            await room.area(found.plan.move)
            await room.play(found.plan.move, "en", True)

    def left() -> Counter[str]:
        room.table._suggestion = None  # the one of the moment, and no two are of the same size
        gc.collect()
        kinds = Counter(f"{type(thing).__module__}.{type(thing).__name__}" for thing in gc.get_objects())
        return Counter({kind: count for kind, count in kinds.items() if kind.startswith("hazard")})

    asyncio.run(play(2))  # what is made once is there
    before, facts = left(), room.table.number
    asyncio.run(play(3))
    grown = left() - before
    happened = room.table.number - facts
    for kind in ("hazard.fivee.table.facts.Fact", "hazard.fivee.table.journal.Event"):
        assert grown.pop(kind) == happened
    assert grown.pop("hazard.fivee.rules.plans.PlanRow") == 3  # what was done, as data
    assert not grown
