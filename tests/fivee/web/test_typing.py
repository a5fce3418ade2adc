"""What is typed on the page is what is typed in the terminal; but files of the server do not join."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nicegui")

from hazard.errors import UserError
from hazard.fivee.content.library import encounters
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.table import Table
from hazard.fivee.web.typing import do_typed


def typed(table: Table, line: str) -> str:
    """Do a line as the page does."""

    async def enter_all(facts: Any, words: Any) -> str:
        return " · ".join(table.enter_all(facts, words))

    room: Any = SimpleNamespace(table=table, fight=table.fight, enter_all=enter_all)

    class Visit:
        language = "en"

        def __call__(self, key: str, **values: object) -> str:
            return key

    visit: Any = Visit()
    return asyncio.run(do_typed(visit, room, line))


def test_reinforcements_join_and_initiatives_change() -> None:
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    assert typed(table, "join 2 wolf after goblin a").startswith("Wolf joins the fight")
    assert [fighter.name for fighter in table.fight.fighters[-2:]] == ["Wolf", "Wolf B"]
    assert typed(table, "initiative wolf b before wolf").startswith("order: ")


@pytest.mark.parametrize("line", ["join /etc/passwd.txt", "join mine.toml", "join ../a.json as X"])
def test_files_of_the_server_are_not_for_its_visitors(line: str) -> None:
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    with pytest.raises(UserError):
        typed(table, line)
    assert table.number == 0
