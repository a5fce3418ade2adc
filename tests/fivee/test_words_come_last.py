"""Words are made at the end: only doors, renderers and readers of what people type know any."""

import ast
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "hazard" / "fivee"
WORDS = {
    "director.phrases",
    "director.short_words",
    "table.command_words",
    "table.question_words",
}
"""The modules that hold sentences of English and German."""
DOORS = ("cli.", "web.")
RENDERERS = {
    "content.stat_block",
    "director.documents",
    "director.reason_documents",
    "director.round_telling",
    "director.showing",
    "director.telling",
    "balance.text",
    "forecasts.day_text",
    "forecasts.text",
    "table.board",
    "table.chronicle",
    "table.table",  # acknowledges each fact in words, and writes them down beside it
    "table.transcript",
}
READERS = {
    "content.naming",
    "table.answers",
    "table.commands",
    "table.fact_reading",
    "table.initiative",
    "table.join_reading",
    "table.meaning",
}
"""Text comes in from people only, and here it becomes records."""
WHEN_ASKED = {"rules.combat": {"director.short_words"}}
"""``describe`` is what the game model shows a move by."""


def imports(path):
    """Each module of the domain that a file imports, and whether it waits until a function is called."""
    tree = ast.parse(path.read_text("utf-8"))
    later = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hazard.fivee."):
            yield node.module.removeprefix("hazard.fivee."), id(node) in later


def test_words_are_known_to_doors_renderers_and_readers_only():
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        here = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        if here in WORDS | RENDERERS | READERS or here.startswith(DOORS):
            continue
        for there, later in imports(path):
            if there in WORDS and not (later and there in WHEN_ASKED.get(here, ())):
                wrong.append(f"{here} imports {there}")
    assert not wrong


def test_the_lists_name_modules_that_are_there():
    for name in WORDS | RENDERERS | READERS | set(WHEN_ASKED):
        assert (SOURCES / Path(*name.split("."))).with_suffix(".py").is_file(), name
