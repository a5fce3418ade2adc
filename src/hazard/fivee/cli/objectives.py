"""``hazard fivee objectives``: what each objective does to the party."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar
from hazard.cli.common import say as show
from hazard.errors import known_language
from hazard.fivee.cli.forecast import (
    LanguageOption,
    MonstersOption,
    ThreadsOption,
    load,
    refuse_idle_language,
    reporting,
)
from hazard.language import Speaker

if TYPE_CHECKING:
    from hazard.fivee.forecasts.objectives import Harm

EXAMPLES = examples(
    "hazard fivee objectives",
    "hazard fivee objectives goblin-ambush my-encounter.toml --fights 500",
)


def run(
    context: typer.Context,
    encounter: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ENCOUNTER",
            help="Encounters: built-in names or TOML files. By default, all that come with hazard.",
        ),
    ] = None,
    fights: Annotated[
        int,
        typer.Option("--fights", metavar="N", min=1, help="How many fights of each encounter to simulate."),
    ] = 100,
    seed: SeedOption = 0,
    monsters: MonstersOption = "quick",
    threads: ThreadsOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Compare the objectives: how many characters die and drop per fight, and in how many rounds."""
    from hazard.fivee.content.library import encounters
    from hazard.fivee.forecasts.objectives import compare_objectives

    spoken = known_language(language)
    if json:
        refuse_idle_language(context)
    chosen = [load(name) for name in encounter] if encounter else list(encounters().values())
    with progress_bar() as bar:
        found = compare_objectives(chosen, fights, seed, monsters, threads, reporting(bar, "encounters"))
    if json:
        rows = [asdict(harm) for harm in found]
        print_json({"encounters": [each.name for each in chosen], "fights": fights, "objectives": rows})
        return
    show(report(found, len(chosen), fights, spoken))


def report(found: list[Harm], encounters: int, fights: int, language: str) -> str:
    """Return the table in words, characters per fight."""
    from hazard.fivee.content.called import called
    from hazard.fivee.content.objectives import objectives

    say = Speaker("fivee.objectives", language)
    heads = [say(name) for name in ("objective", "deaths", "drops", "rounds", "total_party_kills")]
    lines = [say("head", encounters=encounters, fights=fights), ""]
    lines.append(f"{heads[0]:<14}" + "".join(f"{head:>12}" for head in heads[1:4]) + f"  {heads[4]:>20}")
    for harm in found:
        name = called(objectives()[harm.objective], language)
        row = f"{name:<14}{say.number(harm.deaths, 2):>12}{say.number(harm.drops, 2):>12}"
        row += f"{say.number(harm.rounds):>12}  {say.number(100 * harm.total_party_kill):>18} %"
        lines.append(row)
    return "\n".join(lines)
