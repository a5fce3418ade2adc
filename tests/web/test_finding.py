"""A suggestion that cannot be found: the page says why, and does not leave a wheel turning in silence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from nicegui import Client, core, ui
from tests.web.test_letting_go import Visit, opened

from hazard.errors import UserError
from hazard.fivee.director.documents import SuggestionDocument
from hazard.fivee.web.table import TablePage


def test_why_there_is_no_suggestion_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = opened(tmp_path)

    async def report(language: str) -> SuggestionDocument:
        raise UserError("there is no such objective")

    async def said() -> list[str]:
        monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
        monkeypatch.setattr(room, "report", report)
        client = Client(ui.page("/fight"), request=None)
        page = TablePage(Visit(), room)  # type: ignore[arg-type]
        with client:
            page.build()
            await page._fresh()
        told = [message["message"] for _, kind, message in client.outbox.messages if kind == "notify"]
        client.delete()
        return told

    assert asyncio.run(said()) == ["there is no such objective"]
