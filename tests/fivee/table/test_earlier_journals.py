"""Journals of the first version: their plans are words, and they are opened and gone on with."""

import json
import sqlite3
from pathlib import Path

import pytest

from hazard.fivee.content.library import encounters
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import read_state, write_state
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.journal import EARLIER, VERSION, Journal
from hazard.fivee.table.table import Table

WRITTEN = json.loads(Path(__file__).with_name("journals_1.json").read_text("utf-8"))
"""Fights that the first version has written: their facts, and the state that they led to."""


def as_written(file, name):
    """Write a file as the first version did, but without states: every fact has to be replayed."""
    fight = Fight(encounters()[name], seed=4)
    journal = Journal.create(file, write_state(fight, fight.start), {"objective": fight.encounter.objective})
    journal.close()
    database = sqlite3.connect(file)
    with database:
        database.execute("update about set value = ? where key = 'version'", EARLIER)
        rows = [(number, json.dumps(fact), "…") for number, fact in enumerate(WRITTEN[name]["facts"], 1)]
        database.executemany("insert into events (number, fact, told) values (?, ?, ?)", rows)
        database.execute("update cursor set number = ?", (len(rows),))
    database.close()
    return fight


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_a_journal_of_the_first_version_leads_where_it_led(name, tmp_path):
    file = tmp_path / "old.hazard"
    fight = as_written(file, name)
    table = Table.resume(file)
    assert table.warning is None
    assert table.number == len(WRITTEN[name]["facts"])
    assert table.state == read_state(WRITTEN[name]["end"])[1]
    assert write_state(fight, table.state, inline=False) == WRITTEN[name]["end"]
    assert all("…" not in told for told in table.log_in("de"))  # told anew, from the plans behind the words
    table.close()


def test_what_is_added_to_it_is_data_and_the_file_is_one_of_this_version(tmp_path):
    file = tmp_path / "old.hazard"
    as_written(file, "goblin-ambush")
    table = Table.resume(file)
    assert table.journal.about("version") in EARLIER
    plan = table.game.actions(table.state)[0]
    table.enter(Fact(kind="plan", action=table.game.describe(table.state, plan)))
    table.close()
    again = Table.resume(file)
    assert again.journal.about("version") == VERSION
    assert again._events[-1].fact.plan.record() == plan
    assert again._events[-1].fact.action is None
    assert again.state == table.state
    again.close()
