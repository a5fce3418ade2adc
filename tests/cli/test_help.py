"""Help pages: what can be kept mechanically of good technical English."""

import re

import pytest
from typer.main import get_command

from hazard.cli import app

VERBS = {
    "Analyse", "Compare", "Compute", "Estimate", "Find", "Forecast", "Get", "Import", "List", "Measure",
    "Open", "Plan", "Play", "Run", "Serve", "Show", "Solve", "Stand", "Suggest", "Test", "Train", "Watch",
}  # fmt: skip
"""What the help of a command begins with: it says what the command does."""


def every_command(command=None, path=()):
    """List every command and group with the words that call it."""
    command = get_command(app) if command is None else command
    found = [(path, command)]
    for name, inner in getattr(command, "commands", {}).items():
        found += every_command(inner, (*path, name))
    return found


COMMANDS = {" ".join(("hazard", *path)): (path, command) for path, command in every_command()}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_page_shows_no_type_of_a_programming_language(ok, name):
    path, _ = COMMANDS[name]
    shown = ok(*path, "--help")
    assert not re.search(r"<(bool|int|float|str|path|list|file)\b", shown, re.IGNORECASE)
    assert not re.search(r"\d<=|x[<>]=|Usage:.*[{}]|\.{4}|<\w+\|", shown)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_first_what_it_does(name):
    _, command = COMMANDS[name]
    first = " ".join(command.help.split("\n\n")[0].split())
    assert first.split()[0] in VERBS
    assert first.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_option_is_made_of_whole_sentences(name):
    _, command = COMMANDS[name]
    for parameter in command.params:
        said = parameter.help or ""
        assert said[:1].isupper() or said.startswith("hazard "), (parameter.name, said)
        assert said.endswith("."), (parameter.name, said)
        assert ";" not in said, (parameter.name, said)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_examples_that_call_it(name):
    _, command = COMMANDS[name]
    assert f"\n{name}" in command.epilog


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_fits_a_terminal_of_80_columns(name):
    _, command = COMMANDS[name]
    assert all(len(re.sub(r"\[/?(bold|dim)\]", "", line)) <= 78 for line in command.epilog.splitlines())


def test_an_example_keeps_its_brackets(ok):
    assert "1d8[piercing]+2d6[fire]" in ok("dice", "--help")
