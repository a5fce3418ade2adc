"""Every creature survives being written down: in a journal, a set-up, a state, an export."""

import json
import sqlite3
import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fivee.content.drawn_creatures import drawn
from tests.fivee.content.written_rows import written

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError, bestiary, encounters
from hazard.fivee.content.traits import OtherTrait
from hazard.fivee.content.written import read_creature, read_fact, write_row
from hazard.fivee.importers.toml import to_toml
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import StateDocument, read_state
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.journal import Journal
from hazard.fivee.table.table import Table

MANY = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def through_json(creature):
    return read_creature(json.loads(json.dumps(write_row(creature))), "creature")


def through_toml(creature):
    return Creature.model_validate(tomllib.loads(to_toml([creature]))["creature"][0])


def through_a_fact(creature):
    fact = Fact(kind="join", creature=creature.id, stat_block=creature, side="party")
    return read_fact(json.loads(json.dumps(write_row(fact))), "fact").stat_block


def through_a_state(creature):
    document = StateDocument(encounter="goblin-ambush", creatures=(creature,))
    return StateDocument.model_validate(json.loads(json.dumps(write_row(document)))).creatures[0]


WAYS = (through_json, through_toml, through_a_fact, through_a_state)


@pytest.mark.parametrize("way", WAYS)
def test_every_creature_that_ships_comes_back_as_it_was(way):
    for creature in bestiary().values():
        assert way(creature) == creature


@MANY
@given(drawn(Creature))
def test_creatures_nobody_wrote_come_back_as_they_were(creature):
    for way in WAYS:
        assert way(creature) == creature, way


def through_a_journal(file, facts):
    """Return facts as a journal gives them back after a restart."""
    journal = Journal.create(file, {}, {})
    journal.hold()
    for fact in facts:
        journal.append(fact, "somebody joins", None)
    journal.release()
    journal.close()
    journal = Journal.open(file)
    events, _ = journal.read()
    journal.close()
    return [event.fact for event in events]


def joining(creature):
    return Fact(kind="join", creature=creature.id, stat_block=creature, side="monsters")


@settings(MANY, max_examples=10)
@given(st.lists(drawn(Creature), max_size=5))
def test_a_journal_gives_back_creatures_nobody_wrote(creatures):
    facts = [joining(creature) for creature in creatures]
    with tempfile.TemporaryDirectory() as folder:
        assert through_a_journal(Path(folder) / "a.hazard", facts) == facts


def test_a_journal_gives_back_every_creature_that_ships(tmp_path):
    facts = [joining(creature) for creature in bestiary().values()]
    assert through_a_journal(tmp_path / "a.hazard", facts) == facts


def test_whoever_was_pasted_into_a_fight_is_there_after_a_restart(tmp_path):
    by_trait = {trait.kind: c for c in bestiary().values() for trait in c.traits if c.size != "gargantuan"}
    assert len(by_trait) >= 15
    fight = Fight(encounters()["dragon-lair"], seed=1)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    for creature in {c.id: c for c in by_trait.values()}.values():
        own = creature.model_copy(update={"id": f"my-{creature.id}", "name": f"My {creature.name}"})
        table.enter(joining(own))
    state, creatures = table.state, [fighter.creature for fighter in table.fight.fighters]
    exported = table.export()
    table.close()
    again = Table.resume(tmp_path / "a.hazard")
    assert again.state == state
    assert [fighter.creature for fighter in again.fight.fighters] == creatures
    again.close()
    fight, moment = read_state(json.loads(exported))
    assert [fighter.creature for fighter in fight.fighters] == creatures
    assert moment == state


def without_kinds(row):
    """Return a creature as earlier versions wrote it: a trait of a single kind did not say which."""
    several = {"sneak_attack", "martial_advantage", "pack_tactics", "magic_resistance", "undead_fortitude",
               "evasion", "reckless", "blood_frenzy", "flyby", "magic_weapons", "rampage", "avoidance",
               "nimble_escape", "aggressive", "surprise_attack"}  # fmt: skip
    traits = [
        trait if trait["kind"] in several else {key: value for key, value in trait.items() if key != "kind"}
        for trait in row.get("traits", [])
    ]
    return {**row, "traits": traits}


def test_creatures_that_earlier_versions_wrote_without_their_traits_kind_are_read():
    lost = 0
    for creature in written().values():
        row = without_kinds(write_row(creature))
        lost += any("kind" not in trait for trait in row["traits"])
        assert read_creature(row, creature.id) == creature
        fact = {"kind": "join", "creature": creature.id, "stat_block": row, "side": "party"}
        assert read_fact(fact, "fact").stat_block == creature
    assert lost == 84  # of 165: so many could not be read again


@MANY
@given(drawn(Creature))
def test_so_are_those_that_nobody_wrote(creature):
    assert read_creature(without_kinds(write_row(creature)), "creature") == creature


def test_a_trait_without_its_kind_is_refused_where_a_person_writes():
    row = write_row(bestiary()["troll"])
    with pytest.raises(ValueError, match="kind"):
        Creature.model_validate(without_kinds(row))
    with pytest.raises(ValueError, match="kind"):
        OtherTrait.model_validate({"name": "Keen Smell"})


# ---- files that cannot be read -------------------------------------------------------------------------


def begun(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    table.enter(Fact(kind="damage", who="Wizard", points=1))
    table.enter(Fact(kind="damage", who="Wizard", points=2))
    table.close()
    return tmp_path / "a.hazard"


BREAKS = {
    "an event": ("update events set fact = '{\"kind\": 3}' where number = 1",
                 "update events set fact = '{\"kind\": \"damage\", \"who\": \"Wizard\", \"points\": 1}' "
                 "where number = 1"),
    "the start": ("update about set key = 'strat' where key = 'start'",
                  "update about set key = 'start' where key = 'strat'"),
    "the version": ("update about set value = 'hazard-journal/9' where key = 'version'",
                    "update about set value = 'hazard-journal/2' where key = 'version'"),
    "the table of what it is about": ("alter table about rename to gone", "alter table gone rename to about"),
    "the cursor": ("update cursor set number = 99", "update cursor set number = 2"),
    "a state": ("update events set state = '{\"encounter\": 7}' where number = 2",
                "update events set state = null where number = 2"),
}  # fmt: skip


@pytest.mark.parametrize("broken", BREAKS)
def test_a_file_that_could_not_be_opened_is_free_to_be_mended(tmp_path, broken):
    file, (breaks, mends) = begun(tmp_path), BREAKS[broken]
    change(file, breaks)
    errors = []
    for _ in range(2):  # the second is told the same, not that somebody else has the file
        with pytest.raises(ContentError) as caught:
            Table.resume(file)
        errors.append(caught)  # holds everything that the failed opening had in its hands
    assert str(errors[0].value) == str(errors[1].value)
    assert "another hazard" not in str(errors[0].value)
    change(file, mends)
    table = Table.resume(file)
    assert table.number == 2
    table.close()


def change(file, statement):
    database = sqlite3.connect(file, timeout=0.1)
    with database:
        database.execute(statement)
    database.close()
