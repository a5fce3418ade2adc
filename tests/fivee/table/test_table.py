"""A fight at the table: facts, dice, undo, and a file that forgets nothing."""

import contextlib
import os
import random
import signal
import sqlite3
import time
from typing import get_args

import pytest

from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.library import ContentError, encounters
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.director import DirectorSettings
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import read_state, write_state
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.journal import Journal
from hazard.fivee.table.table import Table
from hazard.game import GameError

QUICK = DirectorSettings(depth=1, seconds=5)


def a_table(name="goblin-ambush", seed=3, **more):
    return Table(Fight(encounters()[name], seed=seed), settings=QUICK, seed=seed, **more)


def points(table, name):
    return table.state.fighter(table.fight.named(name).number)["hit_points"]


def flags(table, name):
    return table.state.fighter(table.fight.named(name).number)["flags"]


def play(table, decisions, dice):
    """Let the director and the dice play on; stop where the fight does."""
    for _ in range(decisions):
        while table.question is not None:
            table.roll()
        if table.state.over:
            return
        actions = table.game.actions(table.state)
        table.enter(Fact(kind="plan", plan=dice.choice(actions[:4])))


# ---- facts ---------------------------------------------------------------------------------------------


def test_damage_fells_a_character_and_kills_a_goblin():
    table = a_table()
    table.enter(Fact(kind="damage", who="Wizard", points=7))
    assert flags(table, "Wizard") & FLAGS["down"]
    told = table.enter(Fact(kind="damage", who="Goblin A", points=50))
    assert flags(table, "Goblin A") & FLAGS["dead"]
    assert told == "Goblin A: 7 → 0 hit points; Goblin A is dead"


def test_healing_brings_back_who_was_down():
    table = a_table()
    table.enter(Fact(kind="down", who="Wizard"))
    told = table.enter(Fact(kind="heal", who="Wizard", points=4))
    assert points(table, "Wizard") == 4
    assert "Wizard is up again" in told


def test_damage_to_who_concentrates_asks_for_the_save():
    table = a_table()
    cleric = table.fight.named("Cleric")
    bless = [action.name for action in cleric.actions].index("Bless")
    state = table.state.copy()
    state.set_fighter(cleric.number, {**state.fighter(cleric.number), "concentration": bless + 1})
    table = Table(table.fight, state, settings=QUICK)
    table.enter(Fact(kind="damage", who="Cleric", points=5))
    assert table.question is not None
    assert (table.question.kind, table.question.dc) == ("concentration", 10)
    told = table.enter(Fact(kind="dice", result=0))
    assert "Cleric loses concentration" in told
    assert table.question is None


def test_exhaustion_is_told_by_its_level():
    table = a_table()
    told = [table.enter(Fact(kind="condition", who="Fighter", condition="exhaustion")) for _ in range(4)]
    assert told[0] == "Fighter: exhaustion 1"
    assert told[3] == "Fighter: 12 → 6 hit points; Fighter: exhaustion 4"  # the maximum is halved


def test_a_condition_with_rounds_ends_by_itself():
    table = a_table()
    table.enter(Fact(kind="condition", who="Wizard", condition="poisoned", rounds=1))
    assert table.state.ongoing()[0]["rounds"] == 1
    for _ in range(2 * len(table.fight.fighters) + 2):
        if table.question is not None:
            table.roll()
        else:
            table.enter(Fact(kind="next"))
    assert table.state.ongoing() == []


def test_next_ends_the_turn_even_while_dice_are_asked_for():
    table = a_table()
    first = table.decider.name
    attack = next(plan for plan in table.game.actions(table.state) if plan.target is not None)
    table.enter(Fact(kind="plan", plan=attack))
    assert table.question is not None
    table.enter(Fact(kind="next"))
    assert table.question is None
    assert table.decider.name != first


def test_whoever_dies_on_their_own_turn_has_had_it():
    table = a_table()
    first = table.decider.name
    table.enter(Fact(kind="dead", who=first))
    assert table.decider.name != first


def test_nobody_moves_into_a_wall_or_into_somebody():
    table = a_table()
    for cell, message in (
        ("a1", "wall"),
        ("f7", "Fighter already stands on f7"),
        ("zz9", "there is no cell 'zz9'"),
    ):
        with pytest.raises(GameError, match=message):
            table.enter(Fact(kind="move", who="Wizard", cell=cell))
    table.enter(Fact(kind="move", who="Wizard", cell="c5"))
    assert table.state.fighter(table.fight.named("Wizard").number)["at"] == (2, 4)


def test_slots_and_uses_are_spent_and_come_back():
    table = a_table("dragon-lair")
    table.enter(Fact(kind="slot", who="Wizard", level=3))
    table.enter(Fact(kind="use", who="Adult Black Dragon", action="Acid Breath"))
    with pytest.raises(GameError, match="has no use of Acid Breath left"):
        table.enter(Fact(kind="use", who="Adult Black Dragon", action="Acid Breath"))
    assert "Acid Breath is ready again" in table.enter(
        Fact(kind="recharge", who="Adult Black Dragon", action="Acid Breath")
    )


def test_death_saves_can_be_entered():
    table = a_table()
    table.enter(Fact(kind="down", who="Wizard"))
    for _ in range(2):
        table.enter(Fact(kind="death_save", who="Wizard", success=False))
    assert "Wizard is dead" in table.enter(Fact(kind="death_save", who="Wizard", success=False))


def test_a_refused_fact_changes_nothing():
    table = a_table()
    before = table.state
    for fact in (
        Fact(kind="dice", points=3),
        Fact(kind="plan", action="fly to the moon"),
        Fact(kind="damage", who="Nobody", points=1),
        Fact(kind="slot", who="Goblin A", level=1),
        Fact(kind="objective", text="kindness"),
        Fact(kind="hit_points", who="Wizard", points=99),
    ):
        with pytest.raises(GameError):
            table.enter(fact)
    assert table.state == before
    assert table.number == 0


# ---- back and forth ------------------------------------------------------------------------------------


def test_everything_can_be_taken_back_and_done_again():
    table = a_table("many-eyed-tyrant")
    states = [table.state]
    dice = random.Random(5)
    while table.number < 60 and not table.state.over:
        before = table.number
        play(table, 1, dice)
        if table.number == before:
            break
        while len(states) <= table.number:
            states.append(None)
        states[table.number] = table.state
    last = table.number
    while table.number:
        table.undo()
        assert states[table.number] is None or table.state == states[table.number]
    with pytest.raises(GameError, match="nothing to undo"):
        table.undo()
    while table.number < last:
        table.redo()
    assert table.state == states[last]
    with pytest.raises(GameError, match="nothing to redo"):
        table.redo()


def test_a_new_fact_takes_the_place_of_what_was_undone():
    table = a_table()
    table.enter(Fact(kind="damage", who="Fighter", points=1))
    table.enter(Fact(kind="damage", who="Fighter", points=2))
    table.undo()
    table.enter(Fact(kind="damage", who="Fighter", points=4))
    assert points(table, "Fighter") == 12 - 1 - 4
    assert table.number == 2


def test_the_objective_is_a_fact_like_any_other():
    table = a_table()
    assert table.objective == "challenging"
    table.enter(Fact(kind="objective", text="merciless"))
    assert table.objective == "merciless"
    assert table.suggest().objective.name == "merciless"
    table.undo()
    assert table.objective == "challenging"


# ---- the file ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["goblin-ambush", "many-eyed-tyrant", "undead-crypt"])
def test_a_fight_resumes_in_exactly_the_state_it_was_left_in(tmp_path, name):
    fight = Fight(encounters()[name], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start, settings=QUICK, seed=8)
    dice = random.Random(8)
    for _ in range(12):
        play(table, 2, dice)
        table.enter(Fact(kind="note", text="on it goes"))
        if dice.random() < 0.3:
            table.undo()
        left, number, log, asked_for = table.state, table.number, table.log, table.question
        table.close()
        table = Table.resume(tmp_path / "a.hazard", settings=QUICK)
        assert table.state == left
        assert (table.number, table.log, table.question) == (number, log, asked_for)
    table.close()


def test_what_was_undone_can_be_done_again_after_a_resume(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    table.enter(Fact(kind="damage", who="Fighter", points=5))
    table.undo()
    table.close()
    table = Table.resume(tmp_path / "a.hazard")
    assert points(table, "Fighter") == 12
    table.redo()
    assert points(table, "Fighter") == 7
    table.close()


def test_what_other_rules_have_written_is_passed_over_and_said(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    file = tmp_path / "a.hazard"
    table = Table.begin(file, fight, fight.start)
    for number in range(1, 5):
        table.enter(Fact(kind="damage", who="Fighter", points=number))
    table.close()
    broken = 'update events set state = null, fact = \'{"kind": "dice"}\' where number = '
    with sqlite3.connect(file) as database:
        database.execute(broken + "2")
    database.close()
    table = Table.resume(file)  # the states after it are written down
    assert table.warning is None
    assert points(table, "Fighter") == 2
    table.undo()
    assert points(table, "Fighter") == 12 - 1 - 2 - 3
    table.undo()  # past what cannot be replayed
    assert (table.number, points(table, "Fighter")) == (1, 11)
    table.redo()
    assert table.number == 3
    table.redo()
    table.close()
    with sqlite3.connect(file) as database:
        database.execute(broken + "4")
    database.close()
    table = Table.resume(file)
    assert (table.number, points(table, "Fighter")) == (3, 6)
    assert "fact 4" in table.warning
    table.enter(Fact(kind="heal", who="Fighter", points=1))
    table.close()
    table = Table.resume(file)
    assert (table.number, points(table, "Fighter"), table.warning) == (4, 7, None)
    table.close()


def test_a_file_is_used_by_one_at_a_time(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    with pytest.raises(ContentError, match="another hazard process is running this fight"):
        Table.resume(tmp_path / "a.hazard")
    table.close()


def test_files_that_are_no_save_are_refused(tmp_path):
    file = tmp_path / "bad.hazard"
    with pytest.raises(ContentError, match="there is no such file"):
        Table.resume(file)
    for content in (b"", b"hello", b"SQLite format 3\x00" + b"\x00" * 200):
        file.write_bytes(content)
        with pytest.raises(ContentError, match="bad"):
            Table.resume(file)
    file.unlink()
    fight = Fight(encounters()["goblin-ambush"])
    with pytest.raises(ContentError, match="there is no folder"):
        Table.begin(tmp_path / "none" / "a.hazard", fight, fight.start)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("update about set value = 'hazard-journal/9' where key = 'version'", "version 'hazard-journal/9'"),
        ("update about set value = '[]' where key = 'start'", "start: expected an object"),
        ("update events set fact = '{' where number = 1", "event 1: not JSON"),
        ("update events set fact = '{\"kind\": \"dance\"}' where number = 1", "event 1: the entry kind"),
        ("delete from events where number = 1", "event 1 is missing"),
        ("update cursor set number = 99", "the cursor is at 99; expected 0 to 2"),
        ("drop table cursor", "not a saved fight|cannot be used"),
        ("update events set state = '{\"encounter\": \"x\", \"turn\": \"Sam\"}'", "nobody called 'Sam'"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_with_the_place(tmp_path, statement, message):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    table.enter(Fact(kind="damage", who="Fighter", points=5))
    table.enter(Fact(kind="note", text="x"))
    table.close()
    with sqlite3.connect(tmp_path / "a.hazard") as database:
        database.execute(statement)
    database.close()
    with pytest.raises(ContentError, match=message):
        Table.resume(tmp_path / "a.hazard")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a child of its own")
def test_a_killed_process_loses_nothing(tmp_path):
    """Ten random moments; ``benchmarks/nothing_lost.py`` has two hundred, through the command line."""
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    dice = random.Random(4)
    file = tmp_path / "a.hazard"
    Table.begin(file, fight, fight.start).close()
    for _ in range(10):
        acknowledged, written = os.pipe()
        child = os.fork()
        if child == 0:  # acknowledges each fact once it is written; ends by being killed
            try:
                table = Table.resume(file, settings=QUICK)
                while True:
                    told = table.enter(Fact(kind="temporary", who="Fighter", points=1 + table.number % 7))
                    os.write(written, f"{table.number} {told}\n".encode())
            finally:
                os._exit(1)
        os.close(written)
        seen = os.read(acknowledged, 10_000)
        time.sleep(dice.uniform(0, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(acknowledged, "rb") as pipe:
            lines = (seen + pipe.read()).decode().splitlines()
        number, _, told = lines[-1].partition(" ")
        table = Table.resume(file)
        assert table.number in (int(number), int(number) + 1)
        assert table.log[int(number) - 1] == told
        table.close()


def test_the_journal_is_as_safe_as_sqlite_can_be(tmp_path):
    journal = Journal.create(tmp_path / "a.hazard", {}, {})
    assert journal._database.execute("pragma journal_mode").fetchone() == ("wal",)
    assert journal._database.execute("pragma synchronous").fetchone() == (2,)  # FULL
    journal.close()
    assert [file.name for file in tmp_path.iterdir()] == ["a.hazard"]  # one file again, once it is closed


def test_what_is_entered_together_is_on_the_disk_after_it_and_survives_a_mistake(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)

    def enter_three_with_a_mistake():
        with table.together():
            table.enter(Fact(kind="damage", who="Fighter", points=1))
            table.enter(Fact(kind="damage", who="Fighter", points=2))
            table.enter(Fact(kind="damage", who="Nobody", points=3))

    with pytest.raises(ContentError, match="Nobody"):
        enter_three_with_a_mistake()
    assert table.number == 2
    table.close()
    again = Table.resume(tmp_path / "a.hazard")
    assert again.number == 2
    again.close()


def test_what_the_disk_does_not_take_did_not_happen(tmp_path, monkeypatch):
    fight = Fight(encounters()["goblin-ambush"], seed=8)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    before = table.state

    def full():
        raise ContentError("the disk is full")

    monkeypatch.setattr(table.journal, "release", full)
    with pytest.raises(ContentError, match="full"), table.together():
        table.enter(Fact(kind="damage", who="Fighter", points=1))
    assert table.state is before
    assert table.log == []


def test_a_fight_has_one_game_master_at_a_time(tmp_path):
    journal = Journal.create(tmp_path / "a.hazard", {}, {})
    with pytest.raises(ContentError, match=r"a\.hazard"):
        Journal.open(tmp_path / "a.hazard")
    journal.close()
    Journal.open(tmp_path / "a.hazard").close()


def test_a_journal_of_before_write_ahead_logging_is_gone_on_with(tmp_path):
    file = tmp_path / "a.hazard"
    Journal.create(file, {"round": 1}, {}).close()
    database = sqlite3.connect(file)
    assert database.execute("pragma journal_mode = delete").fetchone() == ("delete",)
    database.close()
    journal = Journal.open(file)
    assert journal.start() == {"round": 1}
    journal.close()


def any_fact(dice, table):
    """Return a fact that may or may not make sense."""
    encounter = table.fight.encounter
    who = dice.choice(table.fight.fighters)
    return Fact(
        kind=dice.choice(get_args(Fact.model_fields["kind"].annotation)),
        who=who.name,
        points=dice.choice([0, 1, 3, 8, 30, 2000]),
        result=dice.randrange(32),
        source=dice.choice([None, dice.choice(table.fight.fighters).name]),
        cell=cell_name((dice.randrange(encounter.width), dice.randrange(encounter.height))),
        condition=dice.choice(CONDITIONS),
        rounds=dice.choice([0, 1, 3]),
        plan=dice.choice([None, *table.game.actions(table.state)]),
        action=dice.choice([action.name for action in who.actions]),
        level=dice.randrange(10),
        success=dice.random() < 0.5,
        text=dice.choice(["deadly", "merciless"]),
    )


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_entered_the_fight_stays_one_that_can_go_on(seed):
    dice = random.Random(seed)
    table = a_table(dice.choice(sorted(encounters())), seed=seed)
    for _ in range(100):
        with contextlib.suppress(ValueError):  # refused: nothing has changed
            if dice.random() < 0.4:
                table.enter(any_fact(dice, table))
            elif table.state.over:
                table.undo()
            elif table.question is not None:
                table.roll()
            else:
                table.enter(Fact(kind="plan", plan=dice.choice(table.game.actions(table.state))))
        table.fight.rules.check(table.state)
        if not table.state.chance and not table.state.over:
            assert table.game.actions(table.state)
            assert read_state(write_state(table.fight, table.state))[1] == table.state
