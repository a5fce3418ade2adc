"""What a game master types is understood, and answered: the grammar, and the conversation."""

import contextlib
import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from hazard.cli.fivee_session import Session
from hazard.fivee.commands import CommandReader
from hazard.fivee.director import DirectorSettings
from hazard.fivee.facts import Fact
from hazard.fivee.fight import Fight
from hazard.fivee.library import encounters
from hazard.fivee.questions import Answer, Question, asked
from hazard.fivee.states import read_state
from hazard.fivee.table import Table
from hazard.game import GameError

QUICK = DirectorSettings(depth=1, seconds=5)


def a_table(name="goblin-ambush", seed=3, **more):
    return Table(Fight(encounters()[name], seed=seed), settings=QUICK, seed=seed, **more)


def points(table, name):
    return table.state.fighter(table.fight.named(name).number)["hit_points"]


# ---- the conversation ----------------------------------------------------------------------------------


def talk(table, *lines):
    """Return what a session says to some lines."""
    page = io.StringIO()
    waiting = iter(lines)

    def read():
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    Session(table, Console(file=page, width=120), read).run()
    return page.getvalue()


def test_a_suggestion_is_accepted_and_rolled():
    table = a_table()
    told = talk(table, "next", "ok", "roll all")
    assert "[2] Goblin B → " in told
    assert table.question is None
    assert table.decider.name != "Goblin B"


def test_what_was_rolled_at_the_table_is_entered():
    table = a_table()
    talk(table, "next", "do shortbow wizard", "hit 5")
    assert points(table, "Wizard") == 2


def test_another_plan_is_done_by_number():
    table = a_table()
    second = table.suggest().decision.options[1].action
    talk(table, "do 2")
    assert table._events[0].fact.action == second


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("why not dodge", "Why not dodge?"),
        ("warum nicht Ausweichen", "Why not dodge?"),
        ("suggest deadly", "Rogue → "),
        ("options", " 2  "),
        ("map", "GA"),
        ("status", "Goblin A"),
        ("log", "Rogue"),
        ("show goblin a", "Shortbow: +4 to hit"),
        ("state", '"version": "hazard-fight/1"'),
        ("save", "Everything is in memory"),
        ("help", "facts, at any time"),
        ("forecast", "The party wins"),
        ("objective merciless", "objective: merciless"),
        ("suggest kind", "! there is no objective 'kind'"),
        ("abracadabra", "! 'abracadabra' is not understood"),
        ("goblin dead", "! 'goblin dead' may mean Goblin A or Goblin B"),
        ("do 99", "! there is no plan 99; expected 1 to 8"),
        ("undo", "! there is nothing to take back"),
    ],
)
def test_every_order_is_answered(line, expected):
    assert expected in talk(a_table(), line)


def test_a_whole_fight_can_be_rolled_to_its_end():
    told = talk(a_table("wolves-in-a-blizzard"), *["roll"] * 400, "undo", "redo")
    assert "The fight is over" in told
    assert "Everything" not in told or "memory" in told


def test_legendary_actions_are_offered_when_due():
    told = talk(a_table("dragon-lair"), *["roll"] * 12)
    assert "a legendary action of Adult Black Dragon is due" in told


def test_it_speaks_german():
    told = talk(
        a_table(language="de"), "12 schaden an Kämpfer", "rückgängig", "Magier liegend", "hilfe", "ende"
    )
    assert "Kämpfer: 12 → 0 Trefferpunkte; Kämpfer geht zu Boden" in told
    assert "zurückgenommen" in told
    assert "Magier ist liegend" in told
    assert "Tatsachen" in told


# ---- the grammar ---------------------------------------------------------------------------------------

FACTS = {
    "12 damage to Fighter": {"kind": "damage", "who": "Fighter", "points": 12},
    "fighter takes 12": {"kind": "damage", "who": "Fighter", "points": 12},
    "Fighter -12": {"kind": "damage", "who": "Fighter", "points": 12},
    "12 schaden an Kämpfer": {"kind": "damage", "who": "Fighter", "points": 12},
    "goblin a hits fighter for 9": {"kind": "damage", "who": "Fighter", "points": 9, "source": "Goblin A"},
    "gob b deals 9 damage to wiz": {"kind": "damage", "who": "Wizard", "points": 9, "source": "Goblin B"},
    "fighter takes 9 from goblin c": {"kind": "damage", "who": "Fighter", "points": 9, "source": "Goblin C"},
    "heal Cleric 7": {"kind": "heal", "who": "Cleric", "points": 7},
    "Cleric +7": {"kind": "heal", "who": "Cleric", "points": 7},
    "Klerikerin heilt 7": {"kind": "heal", "who": "Cleric", "points": 7},
    "temp cleric 5": {"kind": "temporary", "who": "Cleric", "points": 5},
    "cleric hp 3": {"kind": "hit_points", "who": "Cleric", "points": 3},
    "Fighter moves to c4": {"kind": "move", "who": "Fighter", "cell": "c4"},
    "move fighter c4": {"kind": "move", "who": "Fighter", "cell": "c4"},
    "goblin a c4": {"kind": "move", "who": "Goblin A", "cell": "c4"},
    "Kämpfer geht nach c4": {"kind": "move", "who": "Fighter", "cell": "c4"},
    "prone Wizard": {"kind": "condition", "who": "Wizard", "condition": "prone"},
    "wizard is poisoned 3 rounds": {
        "kind": "condition",
        "who": "Wizard",
        "condition": "poisoned",
        "rounds": 3,
    },
    "Magier vergiftet": {"kind": "condition", "who": "Wizard", "condition": "poisoned"},
    "wizard not prone": {"kind": "condition_ends", "who": "Wizard", "condition": "prone"},
    "wizard stands up": {"kind": "condition_ends", "who": "Wizard", "condition": "prone"},
    "end poisoned wizard": {"kind": "condition_ends", "who": "Wizard", "condition": "poisoned"},
    "goblin a dead": {"kind": "dead", "who": "Goblin A"},
    "kill goblin a": {"kind": "dead", "who": "Goblin A"},
    "goblin a ist tot": {"kind": "dead", "who": "Goblin A"},
    "wizard down": {"kind": "down", "who": "Wizard"},
    "wizard is stable": {"kind": "stable", "who": "Wizard"},
    "goblin f flees": {"kind": "fled", "who": "Goblin F"},
    "wizard uses slot 1": {"kind": "slot", "who": "Wizard", "level": 1},
    "wizard loses concentration": {"kind": "concentration_ends", "who": "Wizard"},
    "wizard fails death save": {"kind": "death_save", "who": "Wizard"},
    "wizard death save made": {"kind": "death_save", "who": "Wizard", "success": True},
    "wizard reaction": {"kind": "reaction", "who": "Wizard"},
    "note the bridge burns": {"kind": "note", "text": "the bridge burns"},
    "fighter uses second wind": {"kind": "use", "who": "Fighter", "action": "Second Wind"},
}


@pytest.mark.parametrize("line", FACTS)
def test_a_fact_is_understood(line):
    reader = CommandReader(Fight(encounters()["goblin-ambush"], seed=1))
    fact = reader.read(line).fact
    assert fact is not None
    assert fact.model_dump(exclude_defaults=True) == FACTS[line]


def question_of(kind):
    """Return a question of this kind, from fights that are played until it comes up."""
    for name in ("many-eyed-tyrant", "undead-crypt", "dragon-lair", "wolves-in-a-blizzard", "cult-ritual"):
        table = a_table(name, seed=1)
        dice = random.Random(1)
        for _ in range(900):
            if table.state.over:
                break
            question = table.question
            if question is None:
                actions = table.game.actions(table.state)
                table.enter(Fact(kind="plan", action=dice.choice(actions[:3])))
            elif question.kind == kind:
                return table, question
            else:
                table.roll()
    pytest.fail(f"no {kind} came up")


READER = CommandReader(Fight(encounters()["goblin-ambush"], seed=1))
QUESTION = Question("strike", 3, 4, 0, None, 0, False, True, (), ((1.0, Answer(4)),))

ANSWERS = {
    "strike": {"hit 9": (9, 0), "9": (9, 0), "crit 15": (15, 2), "treffer 4": (4, 0), "miss": (0, 1),
               "daneben": (0, 1), "miss reaction": (0, 9), "hit 4 reaction": (4, 8)},
    "area_save": {"save": (0, 4), "fail": (0, 0), "geschafft": (0, 4), "99": (0, 4), "1": (0, 0)},
    "area_damage": {"28": (28, 0), "28 damage": (28, 0)},
    "death_save": {"save": (0, 4), "fail": (0, 0), "natural 20": (0, 6), "natürliche 1": (0, 2), "12": (0, 4),
                   "9": (0, 0)},
    "recharge": {"yes": (0, 4), "nein": (0, 0), "6": (0, 4), "1": (0, 0)},
    "concentration": {"save": (0, 4), "misslungen": (0, 0), "25": (0, 4), "3": (0, 0)},
}  # fmt: skip


@pytest.mark.parametrize("kind", ANSWERS)
def test_what_the_dice_said_is_understood(kind):
    table, question = question_of(kind)
    reader = CommandReader(table.fight)
    for line, (amount, result) in ANSWERS[kind].items():
        fact = reader.read(line, question).fact
        assert fact is not None
        assert (fact.kind, fact.points, fact.result) == ("dice", amount, result), line
    assert sum(chance for chance, _ in question.results) == pytest.approx(1)


def test_the_roll_and_the_damage_are_told_together():
    """ "I rolled 17 and 9": the first number is held against the armour class, the second is the damage."""
    table, question = question_of("strike")
    reader = CommandReader(table.fight)
    target = table.fight.fighters[question.who]
    assert question.dc >= target.creature.armor_class  # cover may add to it
    enough, short = question.dc, question.dc - 1
    for line in (f"I rolled {enough} and 9", f"{enough} 9", f"{enough}, 9", f"ich habe {enough} und 9"):
        fact = reader.read(line, question).fact
        assert (fact.points, fact.result) == (9, 0), line
    assert reader.read(f"{short} and 9", question).fact.result == 1  # a miss
    assert reader.read(f"crit {short} and 9", question).fact.result == 2  # a natural 20 hits anything
    with pytest.raises(GameError, match="the roll and the damage"):
        reader.read("1 2 3", question)


def test_damage_to_the_target_answers_the_attack_and_other_facts_do_not():
    table, question = question_of("strike")
    reader = CommandReader(table.fight)
    target = table.fight.fighters[question.who].name
    other = next(f.name for f in table.fight.fighters if f.number not in (question.who, question.actor))
    assert reader.read(f"12 damage to {target}", question).fact.kind == "dice"
    assert reader.read(f"12 damage to {other}", question).fact.kind == "damage"
    before = table.question
    table.enter(Fact(kind="damage", who=other, points=1))
    assert asked(table.game, table.state) == before


def test_the_dice_agree_with_the_rules_on_how_likely_they_are():
    table, question = question_of("strike")
    blow = table.game.blow(table.state, question.actor, question.action, question.who)
    assert question.chance == pytest.approx(blow["hit"] + blow["critical"])


@pytest.mark.parametrize(
    "line", ["", "hit", "💥", "x" * 500, "9 9 9", "Fighter", "do", "-", "§§ 12", "to to to c4"]
)
def test_nonsense_is_answered_not_crashed_on(line):
    assert "Traceback" not in talk(a_table(), line)


def test_the_state_a_session_prints_can_be_read(tmp_path):
    table = a_table()
    fight, state = read_state(json.loads(table.export()))
    assert state == table.state
    assert fight.encounter == table.fight.encounter


WORDS = (
    "12 damage to Fighter goblin a gob wizard c4 prone not hit crit miss save fail 9 -3 +4 heal undo ok 20 ² "
    "uses slot reaction dead , . § nach liegend schaden zz99 0 99999 death natural end next"
)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS.split()), max_size=6).map(" ".join))
def test_any_line_is_a_command_or_refused_with_a_sentence(line):
    for question in (None, QUESTION):
        with contextlib.suppress(GameError):
            command = READER.read(line, question)
            assert (command.fact is None) != (command.order is None)
