"""Sentences of attacks, saves and recipes in other words, and below each of them what it says, in short.

``sentences.txt`` has a sentence a line and, behind ``=``, the reading, held against it by eye. Each must be
read completely, with every number, and say nothing else.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fivee.importers.test_shelf import action_words

from hazard.fivee.content.actions import Action
from hazard.fivee.importers.printed import misread, with_reading
from hazard.fivee.importers.prose.action import read_action

LINES = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()
PAIRS = [(LINES[n], LINES[n + 1].removeprefix("= ")) for n in range(0, len(LINES) - 1, 2)]
KNOWN = {
    name: {"name": name, "attack": {"to_hit": 5, "reach": 5}, "effects": [{"damage": "1"}]}
    for name in ("Bite", "Claw", "Tail")
} | {"Fire Breath": {"name": "Fire Breath", "effects": [{"damage": "1"}]}}


@pytest.mark.parametrize(("sentence", "said"), PAIRS, ids=range(len(PAIRS)))
def test_a_sentence_is_read_completely_and_says_nothing_else(sentence: str, said: str) -> None:
    name = "Multiattack" if sentence.startswith("M: ") else "Thing"
    text = sentence.removeprefix("M: ")
    reading = read_action(name, text, "Gloom Stag", "beast", known=KNOWN)
    assert reading.leftover == []
    assert " || ".join(action_words(Action.model_validate(row)).strip() for row in reading.rows) == said
    beside = reading.beyond + reading.told
    assert [n.text for n in with_reading(text, reading.rows, beside) if not (n.read or n.beside)] == []
    assert misread(text, reading.rows, reading.complete)[1] == []
