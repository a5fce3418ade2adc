"""``hazard fivee day``: several encounters in a row, with rests."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar, say
from hazard.errors import known_language
from hazard.fivee.cli.forecast import (
    CreaturesOption,
    LanguageOption,
    MonstersOption,
    PartyOption,
    ThreadsOption,
    complete_encounter,
    load_fight,
    refuse_idle_language,
    reporting,
)

EXAMPLES = examples(
    "hazard fivee day ogre-bridge undead-crypt troll-cave",
    "hazard fivee day ogre-bridge undead-crypt troll-cave --rests short,long",
    "hazard fivee day goblin-ambush goblin-ambush --rests none --days 5000",
)


def run(
    context: typer.Context,
    encounters: Annotated[
        list[str],
        typer.Argument(
            metavar="ENCOUNTER",
            autocompletion=complete_encounter,
            help="The encounters in order, all with the same party: TOML files or names of"
            " built-in encounters.",
        ),
    ],
    rests: Annotated[
        str | None,
        typer.Option(
            "--rests",
            metavar="short,long,none",
            help="The rests between the encounters, separated by commas: one fewer than "
            "there are encounters. By default, short rests.",
        ),
    ] = None,
    days: Annotated[
        int, typer.Option("--days", metavar="N", min=1, help="How many days to simulate.")
    ] = 1000,
    seed: SeedOption = 0,
    party: PartyOption = "quick",
    monsters: MonstersOption = "quick",
    threads: ThreadsOption = None,
    creatures: CreaturesOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Forecast an adventuring day by simulation: whether the party survives, and what each fight leaves."""
    from hazard.fivee.forecasts.day import day
    from hazard.fivee.forecasts.day_text import day_report
    from hazard.fivee.rules.fight import names_of

    spoken = known_language(language)
    if json:
        refuse_idle_language(context)
    fights = [load_fight(name, creatures) for name in encounters]
    between: Any = None if rests is None else [rest.strip() for rest in rests.split(",") if rest.strip()]
    with progress_bar() as shown:
        found = day(fights, between, days, seed, threads, party, monsters, reporting(shown, "days"))
    if json:
        print_json(found.to_dict())
        return
    names = {f.name: name for f, name in zip(fights[0].fighters, names_of(fights[0], spoken), strict=True)}
    names |= {fight.encounter.name: fight.encounter.called(spoken) for fight in fights}
    say(day_report(found, spoken, names))
