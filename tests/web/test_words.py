"""Every page speaks both languages: no word is missing, and none is asked for that is not there."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import hazard

pytest.importorskip("nicegui")

from hazard.fivee.content.library import encounters
from hazard.fivee.content.objectives import objectives
from hazard.web import words
from hazard.web.directory import PAGES, module_of

SOURCES = sorted(path for path in Path(hazard.__file__).parent.rglob("*.py") if "web" in str(path))
for name in PAGES:
    module_of(name)

SAME = {
    "backgammon", "twenty48", "pig", "takeiteasy", "spire", "start", "name", "hazard", "ironclad", "equity",
    "gammons", "initiative", "monsters", "behind_by", "cut_by_star", "entry_hp", "entry_ms", "entry_plan",
}  # fmt: skip
"""Names, and words that German has taken over as they are."""


@pytest.mark.parametrize("key", sorted(words._WORDS))
def test_a_word_is_there_in_both_languages_with_the_same_gaps(key: str) -> None:
    english, german = words._WORDS[key]
    assert english.strip()
    assert german.strip()
    gaps = [{gap for _, gap, _, _ in Formatter().parse(text) if gap} for text in (english, german)]
    assert gaps[0] == gaps[1]
    assert english != german or key in SAME


def test_every_word_that_a_page_asks_for_is_there() -> None:
    asked = {
        key for source in SOURCES for key in re.findall(r"visit\(\s*\"(\w+)\"", source.read_text("utf-8"))
    }
    assert len(asked) > 100
    assert asked - words._WORDS.keys() == set()


def test_pages_show_no_words_of_their_own() -> None:
    """Whatever is put on a page comes from the tables; a sentence in the code would be in one language."""
    shown = re.compile(r"ui\.(?:label|button|tab|input|notify|switch|expansion)\(\s*\"[^\"]*[a-z]{3}[^\"]*\"")
    found = {source.name: shown.findall(source.read_text("utf-8")) for source in SOURCES}
    found["frame.py"].remove('ui.label("hazard"')  # its name
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_what_comes_with_hazard_is_told_in_german() -> None:
    assert [e.name for e in encounters().values() if not (e.name_de and e.description_de)] == []
    assert [o.name for o in objectives().values() if not o.name_de] == []
