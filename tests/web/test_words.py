"""Every page speaks every language: what a page asks for is in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hazard

pytest.importorskip("nicegui")

from hazard.fivee.content.library import encounters
from hazard.fivee.content.objectives import objectives
from hazard.web.directory import PAGES, module_of
from hazard.web.words import word

SOURCES = sorted(path for path in Path(hazard.__file__).parent.rglob("*.py") if "web" in str(path))
for name in PAGES:
    module_of(name)
GAPS = (
    *(
        "cost",
        "count",
        "expected",
        "floor",
        "game",
        "hits",
        "how",
        "lost",
        "luck",
        "megabytes",
        "name",
        "number",
    ),
    *("points", "pot", "round", "score", "who"),
)
ASKED = re.compile(r"visit\(\s*\"(\w+)\"")


def own_topic(source: Path) -> str:
    """The topic of the page that a file belongs to."""
    domain = source.relative_to(Path(hazard.__file__).parent).parts
    if domain[0] == "web":
        return "web.tree" if "tree" in source.name else "web"
    return f"{domain[1] if domain[0] == 'games' else domain[0]}.web"


def test_every_word_that_a_page_asks_for_is_there() -> None:
    asked = {(source, key) for source in SOURCES for key in ASKED.findall(source.read_text("utf-8"))}
    assert len(asked) > 100
    for source, key in asked:
        assert word(key, "en", own_topic(source), **dict.fromkeys(GAPS, 1)), (source.name, key)


def test_pages_show_no_words_of_their_own() -> None:
    """Whatever is put on a page comes from the tables; a sentence in the code would be in one language."""
    shown = re.compile(r"ui\.(?:label|button|tab|input|notify|switch|expansion)\(\s*\"[^\"]*[a-z]{3}[^\"]*\"")
    found = {source.name: shown.findall(source.read_text("utf-8")) for source in SOURCES}
    found["frame.py"].remove('ui.label("hazard"')  # its name
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_what_comes_with_hazard_is_told_in_german() -> None:
    assert [e.name for e in encounters().values() if not (e.name_de and e.description_de)] == []
    assert [o.name for o in objectives().values() if not o.name_de] == []
