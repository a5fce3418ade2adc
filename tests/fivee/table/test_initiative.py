"""Initiative entered, changed and kept; who joins in the terminal; what is asked before it is spent."""

import io
import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from hazard.cli import app
from hazard.fivee.cli.session import Session
from hazard.fivee.content.library import encounters
from hazard.fivee.content.words import ANSWERED, MISSED, SAVED
from hazard.fivee.director.director import DirectorSettings
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.initiative import asked_for, rolled
from hazard.fivee.table.questions import Answer
from hazard.fivee.table.table import Table
from hazard.game import GameError

QUICK = DirectorSettings(depth=1, seconds=5)
SCORES = {"Fighter": 18, "Rogue": 15, "Cleric": 9, "Wizard": 12}


def ambush(**scores):
    encounter = encounters()["goblin-ambush"]
    fight = Fight(encounter)
    numbers = {**SCORES, **scores}
    rows = [
        row.model_copy(update={"initiative": numbers.get(fighter.name, 10 - fighter.number)})
        for row, fighter in zip(encounter.combatants, fight.fighters, strict=True)
    ]
    return Fight(encounter.model_copy(update={"combatants": tuple(rows)}), seed=1)


def order(table):
    return [name for name, _ in table.initiatives]


def talk(table, *lines):
    output = io.StringIO()
    waiting = iter(lines)

    def read():
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    Session(table, Console(file=output, width=200), read).run()
    return output.getvalue()


def test_an_initiative_changes_the_order_and_nobodys_turn():
    table = Table(ambush(), settings=QUICK)
    assert order(table)[:4] == ["Fighter", "Rogue", "Wizard", "Cleric"]
    mover = table.decider.name
    talk(table, "initiative wizard 16")
    assert order(table)[:4] == ["Fighter", "Wizard", "Rogue", "Cleric"]
    assert table.decider.name == mover
    talk(table, "rogue initiative after cleric", "initiative goblin f before fighter")
    assert order(table)[:5] == ["Goblin F", "Fighter", "Wizard", "Cleric", "Rogue"]
    table.undo()
    assert order(table)[0] == "Fighter"


def test_a_tie_is_asked_about():
    table = Table(ambush(), settings=QUICK)
    told = talk(table, "initiative wizard 18", "initiative wizard 18 before fighter")
    assert "Fighter has 18 too; say who is first" in told
    assert order(table)[:2] == ["Wizard", "Fighter"]
    assert "hat auch 18" in talk(Table(ambush(), settings=QUICK, language="de"), "initiative magier 18")


@pytest.mark.parametrize("line", ["initiative wizard", "initiative wizard fighter 3", "initiative"])
def test_an_initiative_without_a_number_is_asked_back_about_or_shown(line):
    table = Table(ambush(), settings=QUICK)
    told = talk(table, line)
    assert table.number == 0
    assert ("expected a number" in told) == (line != "initiative")
    if line == "initiative":
        assert "  18  Fighter\n" in told


def test_it_is_there_after_a_restart(tmp_path):
    fight = ambush()
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start, settings=QUICK)
    table.enter(Fact(kind="initiative", who="Wizard", score=16))
    before = table.initiatives
    table.close()
    again = Table.resume(tmp_path / "a.hazard", settings=QUICK)
    assert again.initiatives == before
    assert again.log_in("de")[-1].startswith("Magier: Initiative 16; Reihenfolge: Kämpfer, Magier")
    again.enter(Fact(kind="initiative", who="Rogue", score=17))
    assert order(again)[:3] == ["Fighter", "Rogue", "Wizard"]
    again.close()


def test_everybody_is_asked_and_ties_are_too():
    fight = Fight(encounters()["goblin-ambush"])
    lines = iter(["18", "x", "12", "12", "", "12", "15", "Fighter c4, goblin c", "goblin c, rogue"])
    asked = []

    def ask(question):
        asked.append(question)
        return next(lines)

    encounter, found = asked_for(fight.encounter, fight, 5, ask, "en")
    scores = {f.name: row.initiative for f, row in zip(fight.fighters, encounter.combatants, strict=True)}
    assert (scores["Fighter"], scores["Rogue"], scores["Cleric"], scores["Goblin A"]) == (18, 12, 12, 12)
    assert 1 <= scores["Wizard"] - 3 <= 20  # rolled: Dexterity 3
    assert "is no number" in asked[2]
    assert asked[5].startswith("Initiative of Goblin A, Goblin B")
    assert asked[6].endswith("(names, the quickest first, or Enter for this order)")
    assert "'15' is no order" in asked[7]
    assert "'Fighter c4, goblin c' is no order" in asked[8]
    tied = ("Goblin C", "Rogue", "Goblin A")
    assert sorted(tied, key=found.index) == list(tied)
    assert sorted(found) == sorted(scores)
    assert [scores[name] for name in found] == sorted(scores.values(), reverse=True)


def test_a_seed_that_is_recorded_rolls_the_same_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        done = CliRunner().invoke(
            app, ["fivee", "run", "goblin-ambush", "--save", f"{name}.hazard", "--depth", "1"], input="quit\n"
        )
        assert done.exit_code == 0, done.output
    tables = [Table.resume(tmp_path / f"{name}.hazard") for name in ("a", "b")]
    seeds = [table.journal.about("seed") for table in tables]
    assert seeds[0] != seeds[1]  # fresh
    fight = Fight(encounters()["goblin-ambush"])
    again = rolled(fight.encounter, fight, int(seeds[0]))
    assert [row.initiative for row in again.combatants] == [
        row.initiative for row in tables[0].fight.encounter.combatants
    ]
    for table in tables:
        table.close()


def test_initiatives_on_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["fivee", "run", "goblin-ambush", "--depth", "1", "--initiative"]
    done = CliRunner().invoke(app, [*words, "wizard 30, goblin c 29"], input="initiative\nquit\n")
    assert "  30  Wizard\n  29  Goblin C\n" in done.stdout
    for wrong in ("wizard", "wizard x", "nobody 3", "goblin 4"):
        done = CliRunner().invoke(app, [*words, wrong, "--new"], input="quit\n")
        assert done.exit_code == 2, done.output
    asked = CliRunner().invoke(app, [*words, "ask", "--new"], input="20\n19\n18\n17\n1\nquit\n")
    assert asked.exit_code == 0, asked.output
    cut = CliRunner().invoke(app, [*words, "ask", "--new"], input="20\n")
    assert cut.exit_code == 2
    assert "--initiative roll" in cut.stderr


# ---- reinforcements --------------------------------------------------------------------------------------


def test_reinforcements_join_in_the_terminal(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text('[[creature]]\nid = "mud"\nname = "Mud"\narmor_class = 9\nhit_points = "9"\n')
    table = Table(ambush(), settings=QUICK)
    told = talk(
        table, "join wolf", "join 2 ogre after goblin a", f"join {own} as Old Mud at q1",
        "join veteran party",
        "join wolfe", "join", "kommt goblin", "join 99 rat",
    )  # fmt: skip
    names = [fighter.name for fighter in table.fight.fighters[10:]]
    assert names == ["Wolf", "Ogre", "Ogre B", "Old Mud", "Veteran", "Goblin G"]
    assert [fighter.side for fighter in table.fight.fighters[10:]][3:5] == ["monsters", "party"]
    place = order(table).index("Goblin A")
    assert set(order(table)[place + 1 : place + 3]) == {"Ogre", "Ogre B"}
    assert told.count("! ") == 3
    assert "did you mean" in told


# ---- what is asked before it is spent --------------------------------------------------------------------


def shielded(agrees):
    """Let hazard roll until a goblin's blow would be turned aside by Shield."""
    for seed in range(200):
        table = Table(ambush(), settings=QUICK, seed=seed)
        while table.decider.name != "Goblin A":
            table.enter(Fact(kind="next"))
        table.enter(Fact(kind="move", who="Goblin A", cell="c7"))
        plan = table.plan_meant("scimitar wizard")
        from hazard.fivee.rules.plans import PlanRow

        table.enter(Fact(kind="plan", plan=PlanRow.of(plan)))
        offers = []

        def asked(offer, offers=offers):
            offers.append(offer)
            return agrees

        table.roll(asked)
        if offers:
            return table, offers[0]
    raise AssertionError


def test_a_shield_is_asked_about_not_spent():
    table, offer = shielded(False)
    wizard = table.fight.named("Wizard")
    assert (offer.kind, wizard.actions[offer.action].name) == ("reaction", "Shield")
    assert not offer.otherwise.result & MISSED
    assert table.state.fighter(wizard.number)["slots"][1] == 2
    assert table.state.fighter(wizard.number)["hit_points"] < 7
    table, _ = shielded(True)
    assert table.state.fighter(wizard.number)["slots"][1] == 1
    assert table.state.fighter(wizard.number)["hit_points"] == 7


def test_legendary_resistance_is_the_game_masters():
    fight = Fight(encounters()["dragon-lair"], seed=1)
    for resists, left in ((True, 2), (False, 3)):
        table = Table(fight, settings=QUICK)
        while table.decider.name != "Wizard":
            if table.question is not None:
                table.roll()
            else:
                table.enter(Fact(kind="next"))
        from hazard.fivee.rules.plans import PlanRow

        table.enter(Fact(kind="move", who="Wizard", cell="j6"))
        table.enter(Fact(kind="plan", plan=PlanRow.of(table.plan_meant("hold monster dragon"))))
        asked = []

        def agrees(offer, resists=resists, asked=asked):
            asked.append(offer)
            return resists

        fact = table.with_resistance(Fact(kind="dice", result=0), agrees)
        table.enter(fact)
        dragon = table.fight.named("Adult Black Dragon").number
        assert [(offer.kind, offer.count) for offer in asked] == [("resistance", 3)]
        assert table.state.fighter(dragon)["resistance_left"] == left
        assert bool(table.state.fighter(dragon)["conditions"]) == (not resists)


def test_enter_and_y_accept_the_suggestion():
    for word in ("", "y", "j"):
        table = Table(ambush(), settings=QUICK)
        while table.decider.side == "party":
            table.enter(Fact(kind="next"))
        before = table.number
        talk(table, word)
        assert table.number == before + 1
    table = Table(ambush(), settings=QUICK)  # a player's turn is the player's
    talk(table, "", "")
    assert table.number == 0


def test_facts_about_initiative_are_data():
    fact = Fact(kind="initiative", who="Wizard", score=-1, order=("A", "B"))
    assert Fact.model_validate(json.loads(fact.model_dump_json())) == fact
    with pytest.raises(GameError):
        Table(ambush()).enter(Fact(kind="initiative", who="Wizard", order=("Wizard",)))
    assert (ANSWERED, SAVED, Answer()) == (8, 4, Answer(0.0, 0))
