"""What a game master types is understood, and answered: the grammar, and the conversation."""

import contextlib
import io
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from hazard.fivee.cli.session import Session
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import encounters
from hazard.fivee.director.director import DirectorSettings
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import read_state
from hazard.fivee.table.commands import CommandReader
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.questions import Answer, Question, asked
from hazard.fivee.table.table import Table
from hazard.game import GameError
from hazard.language import languages

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


def test_a_fall_is_rolled_and_no_death():
    """1d6 for every 10 feet, at most 20d6, and prone: SRD 5.1, Falling; SRD 5.2, Rules Glossary: Falling."""
    table = a_table()
    told = talk(
        table, "fighter falls 35", "fighter falls 35 for 19", "fighter falls 5", "rogue falls 300 for 19"
    )
    assert "falls 35 feet, which is 3d6 (3 to 18, and prone): roll them" in told
    assert "below 10 feet nothing happens" in told
    assert "which is 20d6 (20 to 120, and prone)" in told
    assert table.number == 0
    assert "[1] Fighter falls 35 feet; Fighter: 12 → 3 hit points; Fighter is prone" in talk(
        table, "fighter falls 35 for 9"
    )
    assert "Kämpfer fällt 10 Fuß tief" in talk(a_table(language="de"), "kämpfer fällt 10 für 3")


@pytest.mark.parametrize(
    "line",
    [
        "fighter takes half of 13",
        "fighter takes 7 twice",
        "fighter max hp 20",
        "fighter loses 5 temp",
        "fighter poisoned until end of turn",
        "fighter stunned no save",
        "wizard fails 2 death saves",
        "wizard exhausted 2",
        "kämpfer nimmt die hälfte von 13",
        "magier bewusstlos bis zug",
        "fighter gets 5 hp",
    ],
)
def test_words_that_would_change_what_is_said_are_refused(line):
    reader = CommandReader(a_table().fight)
    with pytest.raises(GameError):
        reader.read(line)


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("rogue frightened of goblin a", {"condition": "frightened", "who": "Rogue", "source": "Goblin A"}),
        ("schurkin verängstigt vor goblin a", {"condition": "frightened", "source": "Goblin A"}),
        ("goblin a paralyzed for 1 minute", {"condition": "paralyzed", "rounds": 10}),
        ("goblin a gelähmt 2 minuten", {"condition": "paralyzed", "rounds": 20}),
        ("goblin a paralyzed for 1 hour", {"condition": "paralyzed", "rounds": 0}),
        ("wizard drops to 0", {"kind": "down"}),
        ("kämpfer gewinnt 3 tp", {"kind": "heal", "points": 3}),
    ],
)
def test_a_fact_says_what_its_words_say(line, fact):
    (found,) = CommandReader(a_table().fight).read(line).facts
    assert fact.items() <= found.model_dump().items()


def test_what_changes_nothing_says_so():
    told = talk(a_table(), "heal cleric 7, wizard loses concentration", "note a lull")
    assert "[1] Cleric: that changes nothing" in told
    assert "[2] Wizard: that changes nothing" in told
    assert "[3] a lull" in told


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
    assert table._events[0].fact.plan.record() == second


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
        ("save", "Nothing is written to a file"),
        ("help", "facts, at any time"),
        ("forecast", "The party wins"),
        ("objective merciless", "objective: merciless"),
        ("suggest kind", "! there is no objective 'kind'"),
        ("abracadabra", "! 'abracadabra' is not understood"),
        ("goblin dead", "! 'goblin dead' may mean Goblin A or Goblin B"),
        ("do 99", "! there is no plan 99; expected 1 to 8"),
        ("undo", "! there is nothing to undo"),
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
    "cleric heals fighter 7": {"kind": "heal", "who": "Fighter", "points": 7},
    "heal 7 hp cleric": {"kind": "heal", "who": "Cleric", "points": 7},
    "Cleric +7 hp": {"kind": "heal", "who": "Cleric", "points": 7},
    "fighter loses 5 hp": {"kind": "damage", "who": "Fighter", "points": 5},
    "fighter takes 5 poison damage": {"kind": "damage", "who": "Fighter", "points": 5},
    "goblin a kills wizard": {"kind": "dead", "who": "Wizard"},
    "wizard killed by goblin a": {"kind": "dead", "who": "Wizard"},
    "Goblin A trifft Kämpfer für 9": {"kind": "damage", "who": "Fighter", "points": 9, "source": "Goblin A"},
    "wizard falls prone": {"kind": "condition", "who": "Wizard", "condition": "prone"},
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
                table.enter(Fact(kind="plan", plan=dice.choice(actions[:3])))
            elif question.kind == kind:
                return table, question
            else:
                table.roll()
    pytest.fail(f"no {kind} came up")


READER = CommandReader(Fight(encounters()["goblin-ambush"], seed=1))
QUESTION = Question("strike", 3, 4, 0, None, 0, False, True, (), ((1.0, Answer(4)),))

ANSWERS = {
    "area_save": {"save": (0, 4), "fail": (0, 0), "geschafft": (0, 4), "99!": (0, 4), "1!": (0, 0)},
    "area_damage": {"28": (28, 0), "28 damage": (28, 0)},
    "death_save": {"save": (0, 4), "fail": (0, 0), "natural 20": (0, 6), "natürliche 1": (0, 2), "12": (0, 4),
                   "9": (0, 0)},
    "recharge": {"yes": (0, 4), "nein": (0, 0), "6": (0, 4), "1": (0, 0)},
    "concentration": {"save": (0, 4), "misslungen": (0, 0), "25!": (0, 4), "1!": (0, 0)},
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


def a_strike():
    """Return a question about an attack that can do different amounts of damage, and a reader of answers."""
    table, question = question_of("strike")
    assert question.hit[0] < question.hit[1] < question.critical[1]
    return table, question, CommandReader(table.fight)


def test_what_an_attack_did_is_understood():
    _, question, reader = a_strike()
    (least, most), (_, worst) = question.hit, question.critical
    for line, expected in {
        f"hit {most}": (most, 0), f"hit for {least}": (least, 0), f"{most} damage": (most, 0),
        f"crit {worst}": (worst, 2), f"treffer {least}": (least, 0), "miss": (0, 1), "daneben": (0, 1),
        "miss reaction": (0, 9), f"hit {most} reaction": (most, 8), f"natural 20 {worst}": (worst, 2),
        "natural 1": (0, 1), f"rolled {question.dc - 1}": (0, 1), f"{question.dc - 1} to hit": (0, 1),
        f"roll {question.dc - 1}": (0, 1), f"wurf {question.dc - 1}": (0, 1),
    }.items():  # fmt: skip
        fact = reader.read(line, question).fact
        assert (fact.kind, fact.points, fact.result) == ("dice", *expected), line


def test_a_number_alone_is_the_roll_or_the_damage_and_is_asked_about():
    _, question, reader = a_strike()
    with pytest.raises(GameError, match=r"17: the roll or the damage\? rolled 17: a .*; hit 17: "):
        reader.read("17", question)
    with pytest.raises(GameError) as caught:
        CommandReader(reader.fight, "de").read("17", question)
    asked = r"17: der Wurf oder der Schaden\? wurf 17: .*; treffer 17: "
    assert re.match(asked, caught.value.told("de"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_dice_cannot_give_is_refused_with_what_they_can(language):
    table, question, _ = a_strike()
    reader = CommandReader(table.fight, language)
    (least, most), (low, worst) = question.hit, question.critical
    damage = rf"{least} (to|bis) {most} \((on a critical hit|kritisch) {low} (to|bis) {worst}\)"
    for line in (
        f"hit {most + 1}",
        f"hit {least - 1}",
        "hit 4.5",
        f"crit {worst + 1}",
        f"{question.dc} and 99",
    ):
        with pytest.raises(GameError, match=damage):
            reader.read(line, question)
    with pytest.raises(GameError, match=f"{question.roll[0]} (to|bis) {question.roll[1]}"):
        reader.read(f"99 and {most}", question)
    assert reader.read(f"hit {most + 1}!", question).fact.points == most + 1  # a table may know better
    for line in ("hit -3", "-3", "crit -3", "-3 damage", "17 and -3"):
        with pytest.raises(GameError, match="−3"):
            reader.read(line, question)


def test_a_hit_that_asks_for_its_damage_says_how_much_it_can_be():
    _, question, reader = a_strike()
    with pytest.raises(GameError, match=f"a hit for how much\\? .* {question.hit[0]} to {question.hit[1]}"):
        reader.read("hit", question)
    with pytest.raises(GameError, match="a hit for how much"):
        reader.read(f"rolled {question.dc}", question)


def test_rolls_of_saves_and_recharges_are_those_of_their_dice():
    for kind in ("area_save", "concentration", "recharge"):
        table, question = question_of(kind)
        least, most = question.roll
        assert (least, most) == (1, 6) if kind == "recharge" else most - least >= 19
        reader = CommandReader(table.fight)
        for number in (least - 1, most + 1):
            with pytest.raises(GameError, match=f"expected {least} to {most}|−"):
                reader.read(f"{number}", question)
        assert reader.read(f"{most}", question).fact.kind == "dice"


def test_the_roll_and_the_damage_are_told_together():
    """ "I rolled 17 and 9": the first number is held against the armour class, the second is the damage."""
    table, question, reader = a_strike()
    target = table.fight.fighters[question.who]
    assert question.dc >= target.creature.armor_class  # cover may add to it
    enough, short, most = question.dc, question.dc - 1, question.hit[1]
    for line in (f"I rolled {enough} and {most}", f"{enough} {most}", f"{enough}, {most}",
                 f"ich habe {enough} und {most}"):  # fmt: skip
        fact = reader.read(line, question).fact
        assert (fact.points, fact.result) == (most, 0), line
    assert reader.read(f"{short} and {most}", question).fact.result == 1  # a miss
    assert reader.read(f"crit {short} and {most}", question).fact.result == 2  # a natural 20 hits anything
    with pytest.raises(GameError, match="the roll and the damage"):
        reader.read("1 2 3", question)


def test_damage_to_the_target_answers_the_attack_and_other_facts_do_not():
    table, question, reader = a_strike()
    target = table.fight.fighters[question.who].name
    other = next(f.name for f in table.fight.fighters if f.number not in (question.who, question.actor))
    assert reader.read(f"{question.hit[1]} damage to {target}", question).fact.kind == "dice"
    assert reader.read(f"{target} -{question.hit[1]}", question).fact.kind == "dice"
    assert reader.read(f"12 damage to {other}", question).fact.kind == "damage"
    before = table.question
    table.enter(Fact(kind="damage", who=other, points=1))
    assert asked(table.game, table.state) == before


# ---- several facts on one line -------------------------------------------------------------------------


def documented_line():
    """Return the line of several facts that docs/fivee.md shows."""
    page = Path(__file__).parents[3] / "docs" / "fivee.md"
    return next(line for line in page.read_text().splitlines() if "loses concentration" in line).strip("› ")


def test_the_documentations_line_of_several_facts_does_them_all():
    table = a_table()
    table.enter(Fact(kind="damage", who="Cleric", points=5))
    hurt = points(table, "Cleric")
    told = talk(table, documented_line())
    assert "!" not in told
    assert [event.fact.kind for event in table._events[1:]] == [
        "move", "condition", "heal", "dead", "concentration_ends",
    ]  # fmt: skip
    for number in range(2, 7):  # each is acknowledged with its number
        assert f"[{number}] " in told
    assert table.state.fighter(table.fight.named("Fighter").number)["at"] == (2, 3)
    assert points(table, "Goblin A") == 0
    assert points(table, "Cleric") > hurt


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Fighter c4, gobbo x dead", "'gobbo x dead'"),
        ("wizard takes 2, goblin dead", "may mean Goblin A or Goblin B"),
        ("wizard takes 2, prone", "'prone': .* no creature is named"),
        ("wizard takes 2, fighter zz99", "nothing on this line was applied"),
        ("wizard takes 2, wizard uses slot 9", "no slot of level 9"),
        ("wizard takes 2, fighter c4, undo", "'undo' is an order"),
        ("wizard takes 2, fightr c4", "did you mean Fighter"),
        ("wizard takes 2 and fighter", "'Fighter' says nothing about Fighter"),
    ],
)
def test_a_line_with_a_part_that_fails_changes_nothing(line, reason, tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=3)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start, settings=QUICK)
    table.enter(Fact(kind="damage", who="Fighter", points=1))
    table.undo()
    before = table.state
    assert re.search(reason, talk(table, line))
    assert (table.state, table.number) == (before, 0)
    assert table.redo()  # what was taken back is still there
    table.close()
    again = Table.resume(tmp_path / "a.hazard")
    assert again.number == 1
    again.close()


def test_several_facts_are_written_down_as_one_line_was(tmp_path):
    fight = Fight(encounters()["goblin-ambush"], seed=3)
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start, settings=QUICK)
    talk(table, "goblin a takes 2 and goblin b takes 3; wizard prone, Kämpfer nach c4")
    state = table.state
    assert (points(table, "Goblin A"), points(table, "Goblin B")) == (5, 4)
    table.close()
    again = Table.resume(tmp_path / "a.hazard")
    assert (again.number, again.state) == (4, state)
    again.close()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("goblin takes 5 from wizard", "may mean Goblin A"),  # never the wizard
        ("gobin a takes 5 from wizard", "did you mean Goblin"),
        ("wizard fighter prone", "names Wizard, Fighter"),
        ("fighter and wizard prone", "'Fighter' says nothing"),
        ("fighter takes 5 prone", "two things at once"),
        ("wizard prone poisoned", "two things at once"),
        ("fighter from c3 to c4", "two things at once"),
        ("heal cleric -7", "−7"),
        ("fighter takes -5", "−5"),
        ("cleric hp -5", "−5"),
        ("ogre takes 5", "no creature is named"),
        ("wizard b takes 5", "nobody called 'wizard b'"),
    ],
)
def test_a_fact_that_is_not_clear_is_asked_back_about(line, reason):
    with pytest.raises(GameError, match=reason):
        READER.read(line)


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


@pytest.mark.parametrize("line", ["roll all now 5", "map foo", "options 3", "log x", "next week", "save 15"])
def test_an_order_with_words_that_it_does_not_know_does_nothing(line):
    table = a_table()
    told = talk(table, line)
    assert "nothing was done" in told
    assert table.number == 0
    assert talk(table, "roll it for me, please").count("[") > 0


ODD_NAMES = (
    "Ogre", "Ogre Chief", "Ogre Chief's Dog", "Hit", "Goblin Hit", "Longbow Lou", "Al", "Alan",
    "Mira the Dead", "Prone Pete", "Dagger", "No One", "Roll", "Undo", "Next", "Sir Hit-a-lot", "Cure Wounds",
    "Jean-Luc", "O'Brien", "Dr. No", "Max and Moritz", "Der Tod", "R2D2", "Goblin 10",
)  # fmt: skip


@pytest.mark.parametrize("language", languages())
def test_facts_reach_people_whose_names_are_words_of_commands_or_parts_of_others(language):
    rows = [
        {"creature": "goblin", "name": name, "side": "party" if place % 2 else "monsters", "at": [place, 0]}
        for place, name in enumerate(ODD_NAMES)
    ]
    encounter = {"name": "Odd names", "map": ["." * len(ODD_NAMES)] * 3, "combatants": rows}
    reader = CommandReader(Fight(Encounter.model_validate(encounter)), language)
    for name in ODD_NAMES:
        for line, kind in (
            ("12 damage to {}", "damage"), ("{} takes 12", "damage"), ("{} nimmt 12", "damage"),
            ("heal {} 7", "heal"), ("{} +7", "heal"), ("{} c4", "move"), ("prone {}", "condition"),
            ("{} nicht liegend", "condition_ends"), ("{} dead", "dead"), ("{} hp 5", "hit_points"),
            ("{} verliert Konzentration", "concentration_ends"), ("initiative {} 17", "initiative"),
        ):  # fmt: skip
            for words in (line.format(name), line.format(name).lower()):
                (fact,) = reader.read(words).facts
                assert (fact.who, fact.kind) == (name, kind), words
