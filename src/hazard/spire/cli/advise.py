"""``hazard spire advise``: what to play in one state, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, say
from hazard.content import read_text, standard_input
from hazard.errors import known_language
from hazard.language import Speaker
from hazard.spire.cli.drafts import Draft, DraftOption

EXAMPLES = examples(
    "hazard spire advise state.json",
    "hazard spire advise -   # paste a message of the Communication Mod, then press Ctrl-D",
    "hazard spire advise '{\"in_game\": true, ...}'",
    "hazard spire advise state.json --simulations 5000 --seed 1   # the same answer on any machine",
    "hazard spire advise state.json --ms 500 --lang de",
    "hazard spire advise state.json --json",
)

LanguageOption = Annotated[
    str,
    typer.Option(
        "--lang", "--language", metavar="en|de", help="The language of the output: English or German."
    ),
]


def run(
    state: Annotated[
        str,
        typer.Argument(
            metavar="STATE.json",
            help="A message of the Communication Mod: a file, the JSON text itself, or '-'"
            " for standard input.",
        ),
    ],
    ms: Annotated[
        float | None,
        typer.Option(
            "--ms",
            metavar="MS",
            min=0.1,
            max=60_000,
            help="Time limit for a plan, in milliseconds. By default, 50.",
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            metavar="N",
            min=1,
            max=100_000_000,
            help="Limit the search by simulated fights instead of time, so that the answer"
            " does not depend on the machine.",
        ),
    ] = None,
    draft: DraftOption = Draft.FIGHTS,
    seed: SeedOption = 0,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Suggest what to do in one state: the turn to play in a fight, or the choice on any other screen.

    Values come with their standard errors. Plans with close values may be equally good, and another run may
    choose one of them. With --simulations, the same seed always gives the same answer. Cards, monsters and
    relics that the rules do not know are listed as warnings, and the plan works around them.
    """
    from hazard.spire.agent.advice import advise
    from hazard.spire.agent.drafter import Drafter
    from hazard.spire.agent.plans import planner_within
    from hazard.spire.agent.policy import load_policy
    from hazard.spire.drafting.comparing import FIGHTS_TO_COMPARE, Limits

    known_language(language)
    drafter = None
    if draft is Draft.FIGHTS:
        limits = Limits() if simulations is None else Limits(seconds=None, fights=FIGHTS_TO_COMPARE)
        drafter = Drafter(load_policy(), limits, seed)
    found = advise(_text(state), planner_within(ms, simulations, seed), language, drafter)
    if json:
        print_json(found.to_dict())
        return
    tell = Speaker("spire.advice", language)
    for warning in found.warnings:
        sys.stderr.write(tell("warning", warning=warning) + "\n")
    if found.seen:
        say(found.seen + "\n")
    say(f"{found.command}   ({found.why})")
    if found.moves:
        say(tell("plan", moves="; ".join(found.moves)))
    if found.explanation:
        say("\n" + found.explanation)


def _text(state: str) -> str:
    if state == "-":
        return standard_input()
    if "{" in state:
        return state
    return read_text(Path(state))
