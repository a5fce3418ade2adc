"""``hazard fivee day``: several encounters in a row, with rests."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar, say
from hazard.cli.fivee_forecast import (
    LanguageOption,
    MonstersOption,
    PartyOption,
    ThreadsOption,
    checked_language,
    complete_encounter,
    load,
    reporting,
)

EXAMPLES = examples(
    "hazard fivee day ogre-bridge undead-crypt troll-cave",
    "hazard fivee day ogre-bridge undead-crypt troll-cave --rests short,long",
    "hazard fivee day goblin-ambush goblin-ambush --rests none --days 5000",
)


def run(
    encounters: Annotated[
        list[str],
        typer.Argument(
            metavar="ENCOUNTER...",
            autocompletion=complete_encounter,
            help="TOML files, or names of encounters that come with hazard, all with the same party.",
        ),
    ],
    rests: Annotated[
        str | None,
        typer.Option(
            "--rests",
            metavar="short,long,none",
            help="The rests between the encounters, one fewer than there are; short if not given.",
        ),
    ] = None,
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="Days to count.")] = 1000,
    seed: SeedOption = 0,
    party: PartyOption = "quick",
    monsters: MonstersOption = "quick",
    threads: ThreadsOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Play an adventuring day a thousand times: is it survived, and what is left after each fight?"""
    from hazard.fivee.day import day
    from hazard.fivee.day_text import day_report
    from hazard.fivee.fight import Fight, names_of

    spoken = checked_language(language)
    fights = [Fight(load(name)) for name in encounters]
    between: Any = None if rests is None else [rest.strip() for rest in rests.split(",") if rest.strip()]
    with progress_bar() as shown:
        found = day(fights, between, days, seed, threads, party, monsters, reporting(shown, "days"))
    if json:
        print_json(found.to_dict())
        return
    names = {f.name: name for f, name in zip(fights[0].fighters, names_of(fights[0], spoken), strict=True)}
    say(day_report(found, spoken, names))
