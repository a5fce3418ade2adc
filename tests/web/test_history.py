"""A game on a page: an answer belongs to the position it was asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

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
