"""``hazard spire advise``: what to play in one state, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, say
from hazard.content import read_text
from hazard.registry import UserError, quoted

EXAMPLES = examples(
    "hazard spire advise state.json",
    "hazard spire advise -   (paste a message of the Communication Mod, then Ctrl-D)",
    "hazard spire advise '{\"in_game\": true, ...}'",
    "hazard spire advise state.json --simulations 5000 --seed 1   (the same answer on any machine)",
    "hazard spire advise state.json --ms 500 --lang de",
    "hazard spire advise state.json --json",
)

LanguageOption = Annotated[
    str, typer.Option("--lang", "--language", metavar="en|de", help="English or German.")
]


def run(
    state: Annotated[
        str,
        typer.Argument(
            metavar="STATE.json",
            help="A message of the Communication Mod: a file, '-' for standard input, or the text itself.",
        ),
    ],
    ms: Annotated[
        float | None,
        typer.Option(
            "--ms", metavar="MS", min=0.1, max=60_000, help="Milliseconds for a plan, 50 if nothing is said."
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            metavar="N",
            min=1,
            max=100_000_000,
            help="Fights to play out instead of a time: the same answer however busy the machine is.",
        ),
    ] = None,
    seed: SeedOption = 0,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Say what to do in one state: the turn to play in a fight, or what the policy does on another screen.

    Values come with their standard errors. Plans that are close may be as good as the first, and another run
    may choose one of them; with --simulations the same seed gives the same answer. Whatever is not known is
    listed as a warning; it is planned around.
    """
    from hazard.spire.advice import advise
    from hazard.spire.agent.plans import planner_within

    if language not in ("en", "de"):
        raise UserError(f"there is no language {quoted(language)}; expected en or de")
    found = advise(_text(state), planner_within(ms, simulations, seed), language)
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
