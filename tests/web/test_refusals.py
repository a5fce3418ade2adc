"""What the core refuses is told in German on a German page, and no sentence drifts away from its source."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

pytest.importorskip("nicegui")

import hazard
from hazard.fivee.commands import CommandReader
from hazard.fivee.facts import Fact
from hazard.fivee.fight import Fight
from hazard.fivee.importers import import_text
from hazard.fivee.library import encounters
from hazard.fivee.states import read_state
from hazard.fivee.table import Table
from hazard.registry import find_game
from hazard.web.refusals import GERMAN, refusal


def _shape(node: ast.expr) -> str | None:
    """Return a string of the sources with its gaps empty."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(str(part) for part in parts)
    return None


@cache
def spoken() -> set[str]:
    """Return every sentence that the sources have."""
    found = set()
    for source in Path(hazard.__file__).parent.rglob("*.py"):
        if source.name != "refusals.py":
            nodes = ast.walk(ast.parse(source.read_text("utf-8")))
            found |= {shape for node in nodes if isinstance(node, ast.expr) and (shape := _shape(node))}
    return found


@pytest.mark.parametrize("english", GERMAN)
def test_every_sentence_is_one_that_the_core_says(english: str) -> None:
    assert re.sub(r"\{\w+\}", "{}", english) in spoken()


@pytest.mark.parametrize("english", GERMAN)
def test_a_sentence_has_the_same_gaps_in_german_and_is_known_by_its_words(english: str) -> None:
    gaps = {gap for _, gap, _, _ in Formatter().parse(english) if gap}
    assert gaps == {gap for _, gap, _, _ in Formatter().parse(GERMAN[english]) if gap}
    values = {gap: f"'{gap}'" for gap in gaps}
    assert refusal(english.format(**values), "de") == GERMAN[english].format(**values)
    assert refusal(english.format(**values), "en") == english.format(**values)


def _table() -> Table:
    return Table(Fight(encounters()["goblin-ambush"], seed=1))


def _typed(line: str) -> None:
    table = _table()
    fact = CommandReader(table.fight, "de").read(line).fact
    assert fact is not None
    table.enter(fact)


MISTAKES = {
    "a cell that is not there": lambda: _typed("wizard to z99"),
    "a wall": lambda: _typed("wizard to a1"),
    "nobody": lambda: _typed("xyzzy"),
    "too many": lambda: _typed("12 damage to goblin"),
    "nothing to take back": lambda: _table().undo(),
    "no dice": lambda: _table().roll(),
    "an unknown creature": lambda: _table().enter(Fact(kind="join", creature="nobody", side="party")),
    "an unknown encounter": lambda: read_state({"encounter": "no-such-place"}, "fight.json"),
    "no stat block": lambda: import_text("Just a poem\nabout the sea", "poem.txt", "auto"),
    "a bad position": lambda: find_game("backgammon").parse("//////////////  max rolls"),
    "a bad state": lambda: find_game("pig").parse("nonsense"),
    "a bad board": lambda: find_game("tictactoe").parse("xx/.. max"),
    "a tile that is none": lambda: find_game("2048(rows=2,columns=2)").parse("3 ./. ."),
    "tiles that cannot be": lambda: find_game("2048(rows=2,columns=2)").parse("131072 131072/. ."),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_likely_mistakes_are_told_in_german(mistake: str) -> None:
    with pytest.raises(ValueError) as caught:
        MISTAKES[mistake]()
    told = refusal(str(caught.value), "de")
    assert not re.search(r"\b(the|expected|there|stands|not understood)\b", told), told
