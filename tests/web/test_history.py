"""A game on a page: an answer belongs to the position it was asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from hazard.errors import UserError
from hazard.games.twenty48 import web as twenty48
from hazard.games.twenty48.tiles import tiles
from hazard.web.history import History
from hazard.web.store import Store


def test_an_answer_that_comes_after_the_next_step_is_none(tmp_path: Path) -> None:
    history = History.begin(Store(tmp_path), "pig", "Pig", "0 0 0 max")
    moved = Event()

    def slowly(text: str) -> str:
        moved.wait(10)
        return f"about {text}"

    async def asked(*, goes_on: bool) -> str | None:
        moved.clear()
        answer = asyncio.ensure_future(history.considered(slowly))
        await asyncio.sleep(0)
        if goes_on:
            history.step("0 0 4 max", "roll 4")
        moved.set()
        return await answer

    assert asyncio.run(asked(goes_on=False)) == "about 0 0 0 max"
    assert asyncio.run(asked(goes_on=True)) is None


def test_a_game_of_2048_goes_on_with_every_tile_that_can_be_made() -> None:
    text = "131072 65536 32768 2/. . . ./. . . ./. . . 4"
    step = {"text": text, "told": "", "score": 3.5e6}
    site: Any = None
    assert twenty48.checked(site, {"positions": [step], "at": 0})["positions"][0]["text"] == text
    drawn = tiles([[0 if cell == "." else int(cell) for cell in row.split()] for row in text.split("/")])
    assert all(f">{tile}<" in drawn for tile in (131072, 65536, 32768, 4, 2))
    too_much = {**step, "text": text.replace("32768", "65536")}
    with pytest.raises(UserError, match="add up to 262150; expected at most 262140"):
        twenty48.checked(site, {"positions": [too_much], "at": 0})
