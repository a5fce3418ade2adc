"""``hazard fivee round``: the round of a whole side as one plan."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, refuse_idle, say
from hazard.errors import UserError, known_language
from hazard.fivee.cli.forecast import CreaturesOption, LanguageOption
from hazard.fivee.cli.suggest import ObjectiveOption, SourceArgument, turn_of

EXAMPLES = examples(
    "hazard fivee round wolves-in-a-blizzard --for 'Wolf A'",
    "hazard fivee round state.json --json",
    "hazard fivee round hobgoblin-phalanx --seconds 3 --samples 2000 --lang de",
)


def run(
    context: typer.Context,
    source: SourceArgument,
    whom: Annotated[
        str | None,
        typer.Option("--for", metavar="NAME", help="Plan from this creature's turn on, as if it were next."),
    ] = None,
    objective: ObjectiveOption = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="N",
            min=1,
            max=1_000_000,
            help="How many simulations of the next rounds to use for comparing tasks and turns. By "
            "default, as many as take about a second.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="Time limit to find the side's task, in seconds.")
    ] = 0.8,
    creatures: CreaturesOption = None,
    seed: SeedOption = 0,
    lang: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Plan the round of a whole side: its common task, and each creature's turn in order."""
    from hazard.fivee.director.round_telling import round_document, tell_round
    from hazard.fivee.director.rounds import RoundPlanner
    from hazard.fivee.table.opening import open_fight
    from hazard.fivee.table.questions import next_decision

    spoken = known_language(lang)
    if not 0 < seconds <= 3600:
        raise UserError("fivee.seconds_out_of_range", seconds=seconds)
    if source.lower().endswith(".json"):
        refuse_idle(context, "--creatures", because="fivee.idle.state_has_creatures")
    fight, state = open_fight(source, seed, creatures or ())
    planner = RoundPlanner(fight, objective, samples, seconds=seconds, seed=seed + 1)
    if whom is not None:
        state = turn_of(fight, state, whom, spoken)
    else:  # recharges and death saves come first
        state = next_decision(planner.game("monsters"), state, random.Random(seed))
    found = planner.plan(state)
    if json:
        print_json(round_document(found, spoken).model_dump(mode="json"))
    else:
        say(tell_round(found, spoken))
