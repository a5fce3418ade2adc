"""From a command to its answer the way is short, goes in one direction, and is the one that is documented.

``HAZARD_UPDATE_GOLDEN=1 pytest tests/test_short_way.py`` writes the tables of docs/architecture.md anew.
"""

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import hazard
from tests.spire.protocol import message_samples as samples

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "architecture.md"
MOST, MOST_AFTER = 1500, 120
"""Changes of file: in all, and after the last decision, when there are only words left to find."""
COMMANDS = {
    "hazard fivee suggest goblin-ambush": ("fivee", "suggest", "goblin-ambush", "--depth", "1"),
    "hazard spire advise STATE.json": (
        "spire", "advise", samples.EVERY_SAMPLE["fight"], "--simulations", "50",
    ),
}  # fmt: skip
READERS = {
    "content.py", "dice/parser.py", "fivee/content/library.py", "fivee/rules/compile.py",
    "spire/rules/library.py", "spire/rules/compile.py", "spire/rules/phrases.py", "spire/protocol/reading.py",
}  # fmt: skip


@cache
def walked(*arguments: str) -> dict:
    """Return how a command went through the files, in a process of its own: nothing is there from before."""
    program = [sys.executable, str(HERE / "file_walk.py"), *arguments]
    return json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)


LONGEST = [("fivee", "suggest", name, "--depth", "1") for name in ("bandits-toll", "many-eyed-tyrant")]
"""The most creatures, and the most spells, of all encounters that come with hazard."""
every_command = pytest.mark.parametrize(
    "arguments", [*COMMANDS.values(), *LONGEST], ids=[*COMMANDS, "bandits-toll", "many-eyed-tyrant"]
)


@every_command
def test_the_way_from_a_command_to_its_answer_is_short(arguments):
    way = walked(*arguments)
    assert way["said"]
    assert way["before"]
    assert len(way["before"]) + len(way["after"]) <= MOST
    assert len(way["after"]) < MOST_AFTER


@every_command
def test_after_the_decision_nothing_is_read_or_compiled(arguments):
    way = walked(*arguments)
    assert READERS & set(way["before"])
    assert not READERS & set(way["after"])


@pytest.mark.parametrize("command", COMMANDS)
def test_the_documented_way_is_the_one_that_is_taken(command):
    page = PAGE.read_text("utf-8")
    heading = f"### `{command}`\n\n"
    before, _, rest = page.partition(heading)
    shown, gap, after = rest.partition("\n\n")
    made = _table(*walked(*COMMANDS[command])["met"])
    if os.environ.get("HAZARD_UPDATE_GOLDEN"):
        PAGE.write_text(before + heading + made + gap + after, "utf-8")
        return
    assert shown.rstrip("\n") == made


def _table(before: list[str], after: list[str]) -> str:
    """Return the files in the order in which they are met, each with what it says of itself."""
    lines = ["| file | what it is there for |", "| --- | --- |"]
    lines += [f"| `{file}` | {_purpose(file)} |" for file in before]
    lines.append("| | **The decision has been made; what follows is words.** |")
    lines += [f"| `{file}` | {_purpose(file)} |" for file in after]
    return "\n".join(lines)


def _purpose(file: str) -> str:
    text = (Path(hazard.__file__).parent / file).read_text("utf-8")
    said = " ".join((ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0].split())
    return re.sub(r":\w+:`|``", "`", said)
