"""``hazard spire advise``: what to play in one state, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json, say
from hazard.content import read_text

EXAMPLES = examples(
    "hazard spire advise state.json",
    "hazard spire advise -   (paste a message of the Communication Mod, then Ctrl-D)",
    "hazard spire advise '{\"in_game\": true, ...}'",
    "hazard spire advise state.json --json",
)


def run(
    state: Annotated[
        str,
        typer.Argument(
            metavar="STATE.json",
            help="A message of the Communication Mod: a file, '-' for standard input, or the text itself.",
        ),
    ],
    json: JsonOption = False,
) -> None:
    """Say what to do in one state: the turn to play in a fight, or what the policy does on another screen.

    Whatever is not known is listed as a warning; it is planned around.
    """
    from hazard.spire.advice import advise

    found = advise(_text(state))
    if json:
        print_json(found.to_dict())
        return
    for warning in found.warnings:
        sys.stderr.write(f"warning: {warning}\n")
    if found.seen:
        say(found.seen + "\n")
    say(f"{found.command}   ({found.why})")
    if found.moves:
        say("Plan: " + "; ".join(found.moves))
    if found.explanation:
        say("\n" + found.explanation)


def _text(state: str) -> str:
    if state == "-":
        return sys.stdin.read()
    if "{" in state:
        return state
    return read_text(Path(state))
