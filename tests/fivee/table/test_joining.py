"""Somebody joins a running fight: everybody else stays as they are, and it can be taken back."""

from __future__ import annotations

import pytest

from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.director.director import DirectorSettings
from hazard.fivee.importers.toml import to_toml
from hazard.fivee.rules.fight import Fight, names_of
from hazard.fivee.table.commands import CommandReader
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.join_reading import read_joining
from hazard.fivee.table.table import Table
from hazard.game import GameError

QUICK = DirectorSettings(depth=1, seconds=0.05)
GOBLIN = Fact(kind="join", creature="goblin", side="monsters")


def begun(name: str = "goblin-ambush", turns: int = 4, **more) -> Table:
    """Return a fight in which something has happened already."""
    table = Table(Fight(encounters()[name], seed=3), settings=QUICK, seed=5, **more)
    for _ in range(turns):
        table.enter(Fact(kind="plan", plan=table.suggest().decision.action))
        while table.question is not None:
            table.roll()
    table.enter(Fact(kind="condition", who=table.fight.fighters[0].name, condition="prone"))
    return table


def everybody(table: Table, count: int) -> list[dict]:
    return [table.state.fighter(number) for number in range(count)]


@pytest.mark.parametrize("name", encounters())
def test_whoever_joins_changes_nobody_else(name):
    table = begun(name)
    before, order = table.fight, table.state.order[: len(table.fight.fighters)]
    people, ongoing, mover = everybody(table, len(before.fighters)), table.state.ongoing(), table.state.mover
    names = names_of(before, "en"), names_of(before, "de")
    told = table.enter(GOBLIN)
    assert table.fight.fighters[-1].creature.id == "goblin"
    assert table.fight.fighters[-1].name in told
    assert everybody(table, len(before.fighters)) == people
    assert [{**effect, "what": 0} for effect in table.state.ongoing()] == [{**e, "what": 0} for e in ongoing]
    assert table.state.order[: len(order) + 1] == [*order, len(order)]
    assert (table.state.mover, table.state.round) == (mover, table.state.round)
    assert names_of(table.fight, "en")[:-1] == names[0]
    assert names_of(table.fight, "de")[:-1] == names[1]


def test_it_is_taken_back_and_done_again():
    table = begun()
    before, count = table.state, len(table.fight.fighters)
    table.enter(GOBLIN)
    table.enter(Fact(kind="damage", who="Goblin G", points=3))
    table.undo()
    table.undo()
    assert table.state == before
    assert len(table.fight.fighters) == count
    table.redo()
    assert len(table.fight.fighters) == count + 1
    table.redo()
    assert table.state.fighter(count)["hit_points"] == 4


def test_it_is_there_after_a_restart(tmp_path):
    fight = Fight(encounters()["troll-cave"], seed=2)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    wolf = bestiary()["wolf"].model_copy(update={"id": "my-wolf", "name": "My Wolf"})
    table.enter(Fact(kind="join", stat_block=wolf, side="party", cell="e5", source=fight.fighters[0].name))
    table.enter(Fact(kind="damage", who="My Wolf", points=2))
    state, order = table.state, table.state.order
    table.close()
    again = Table.resume(tmp_path / "a.hazard")
    assert again.state == state
    assert again.state.order == order
    assert order[order.index(0) + 1] == again.fight.named("My Wolf").number
    assert "My Wolf" in again.export()
    again.close()


def test_the_name_of_the_only_one_of_a_kind_stays():
    table = Table(Fight(encounters()["ogre-bridge"], seed=1))
    for _ in range(3):
        table.enter(Fact(kind="join", creature="wolf", side="monsters"))
    assert [fighter.name for fighter in table.fight.fighters[-3:]] == ["Wolf", "Wolf B", "Wolf C"]


def test_another_stat_block_of_the_same_id_does_not_change_the_first():
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    strong = bestiary()["goblin"].model_copy(update={"armor_class": 19})
    table.enter(Fact(kind="join", stat_block=strong, side="monsters"))
    assert {f.creature.armor_class for f in table.fight.fighters if f.name.startswith("Goblin")} == {15, 19}


def test_the_newcomer_takes_part():
    table = begun("ogre-bridge")
    table.enter(Fact(kind="join", creature="goblin", side="monsters", source=table.decider.name))
    newcomer = table.fight.fighters[-1]
    while table.decider.number != newcomer.number:
        table.enter(Fact(kind="next"))
        while table.question is not None:
            table.roll()
    assert table.suggest().decision.options


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (Fact(kind="join"), "side"),
        (Fact(kind="join", side="party"), "name the creature"),
        (Fact(kind="join", side="party", creature="no-such"), "no-such"),
        (Fact(kind="join", side="party", creature="wolf", cell="zz99"), "no cell"),
        (Fact(kind="join", side="party", creature="wolf", source="Gandalf"), "Gandalf"),
    ],
)
def test_what_cannot_join_is_refused_with_a_reason(fact, reason):
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    with pytest.raises(ValueError, match=reason):
        table.enter(fact)
    assert table.number == 0


def test_nobody_joins_in_somebody_elses_cell():
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    taken = cell_name(table.state.fighter(0)["at"])
    with pytest.raises(GameError, match="already stands on"):
        table.enter(Fact(kind="join", creature="wolf", side="party", cell=taken))


def test_a_fight_has_room_for_so_many():
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    while len(table.fight.fighters) < 24:
        table.enter(GOBLIN)
    with pytest.raises(ValueError, match="24"):
        table.enter(GOBLIN)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("wolf after goblin a at c4", {"source": "Goblin A", "cell": "c4"}),
        ("wolf at c4 after goblin a", {"source": "Goblin A", "cell": "c4"}),
        ("a wolf after the wizard for the party", {"source": "Wizard", "side": "party"}),
        ("wolf as Grey before goblin a", {"source": "Goblin A", "who": "Grey", "success": True}),
        ("wolf as Grey party", {"side": "party", "who": "Grey"}),
        ("ein wolf nach Goblin A auf c4", {"source": "Goblin A", "cell": "c4"}),
        ("wolf als Grau vor dem Magier", {"source": "Wizard", "who": "Grau", "success": True}),
        ("wolf named Max and Moritz", {"who": "Max and Moritz"}),
    ],
)  # fmt: skip
def test_every_word_about_whoever_joins_is_obeyed_in_any_order(line, meant):
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    (fact,) = read_joining(fight, CommandReader(fight), line, "en")
    expected = {"kind": "join", "creature": "wolf", "side": "monsters"} | meant
    assert fact.model_dump(exclude_defaults=True) == expected


def test_several_join_around_the_cell_that_was_said_under_the_name_that_was_said():
    table = Table(Fight(encounters()["goblin-ambush"], seed=1))
    table.enter_all(read_joining(table.fight, CommandReader(table.fight), "three wolves at f2 as Fang", "en"))
    newcomers = table.fight.fighters[-3:]
    assert [fighter.name for fighter in newcomers] == ["Fang", "Fang B", "Fang C"]
    cells = [table.state.fighter(fighter.number)["at"] for fighter in newcomers]
    assert cells[0] == (5, 1)
    assert all(max(abs(x - 5), abs(y - 1)) == 1 for x, y in cells[1:])


def test_a_file_with_several_creatures_does_not_say_who_joins(tmp_path):
    file = tmp_path / "pack.toml"
    wolves = [
        bestiary()["wolf"].model_copy(update={"id": name.lower(), "name": name, "name_de": None})
        for name in ("Ash", "Birch")
    ]
    file.write_text(to_toml(wolves), encoding="utf-8")
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    with pytest.raises(GameError, match="Ash, Birch; name one, as in 'join Ash from"):
        read_joining(fight, CommandReader(fight), str(file), "en")
    for words in (f"{file} bir", f"birch from {file}", f"birch aus {file} nach goblin a"):
        (fact,) = read_joining(fight, CommandReader(fight), words, "en")
        assert fact.creature == "birch"
