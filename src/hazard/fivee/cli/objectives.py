"""``hazard fivee objectives``: what each objective does to the party."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar, say
from hazard.fivee.cli.forecast import (
    LanguageOption,
    MonstersOption,
    ThreadsOption,
    checked_language,
    load,
    refuse_idle_language,
    reporting,
)

if TYPE_CHECKING:
    from hazard.fivee.director.phrases import Language
    from hazard.fivee.forecasts.objectives import Harm

EXAMPLES = examples(
    "hazard fivee objectives",
    "hazard fivee objectives goblin-ambush my-encounter.toml --fights 500",
)
_HEADS = {
    "en": ("objective", "deaths", "drops", "rounds", "total party kills"),
    "de": ("Ziel", "Tote", "Gefallene", "Runden", "ganze Gruppe besiegt"),
}


def run(
    context: typer.Context,
    encounter: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ENCOUNTER]...",
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

    spoken = checked_language(language)
    if json:
        refuse_idle_language(context)
    chosen = [load(name) for name in encounter] if encounter else list(encounters().values())
    with progress_bar() as bar:
        found = compare_objectives(chosen, fights, seed, monsters, threads, reporting(bar, "encounters"))
    if json:
        rows = [asdict(harm) for harm in found]
        print_json({"encounters": [each.name for each in chosen], "fights": fights, "objectives": rows})
        return
    say(report(found, len(chosen), fights, spoken))


def report(found: list[Harm], encounters: int, fights: int, language: Language) -> str:
    """Return the table in words, characters per fight."""
    from hazard.fivee.content.objectives import objectives
    from hazard.fivee.director.phrases import numbers_in

    german = language == "de"
    if german:
        lines = [f"Im Mittel je Kampf, {encounters} Begegnung(en) zu je {fights} Kämpfen:", ""]
    else:
        lines = [f"Per fight on average, {encounters} encounter(s), {fights} fights each:", ""]
    heads = _HEADS[language]
    lines.append(f"{heads[0]:<14}" + "".join(f"{head:>12}" for head in heads[1:4]) + f"  {heads[4]:>20}")
    for harm in found:
        name = objectives()[harm.objective].name_de if german else None
        row = f"{name or harm.objective:<14}{harm.deaths:>12.2f}{harm.drops:>12.2f}{harm.rounds:>12.1f}"
        lines.append(numbers_in(f"{row}  {100 * harm.total_party_kill:>18.1f} %", language))
    return "\n".join(lines)
