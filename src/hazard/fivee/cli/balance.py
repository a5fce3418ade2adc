"""``hazard fivee balance``: whether a fight is fair, and what would make it so."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import (
    JsonOption,
    SeedOption,
    check_suffix,
    examples,
    given,
    print_json,
    progress_bar,
    refuse_idle,
    say,
)
from hazard.errors import UserError, known_language
from hazard.files import write_text
from hazard.fivee.cli.forecast import (
    CreaturesOption,
    LanguageOption,
    MonstersOption,
    ObjectiveOption,
    PartyOption,
    ThreadsOption,
    complete_encounter,
    load_fight,
    refuse_idle_language,
    reporting,
)

if TYPE_CHECKING:
    from hazard.fivee.balance.balance import Advice, Balance

EXAMPLES = examples(
    "hazard fivee balance goblin-ambush",
    "hazard fivee balance my-encounter.toml --want drops=40",
    "hazard fivee balance troll-cave --want tpk=5 --write easier.toml",
    "hazard fivee balance goblin-ambush wolves-in-a-blizzard",
)


def run(
    context: typer.Context,
    encounter: Annotated[
        list[str],
        typer.Argument(
            metavar="ENCOUNTER",
            autocompletion=complete_encounter,
            help="Encounters: built-in names or TOML files. Several are compared side by side.",
        ),
    ],
    want: Annotated[
        str | None,
        typer.Option(
            "--want",
            metavar="MEASURE=PERCENT",
            help="Look for changes that reach this chance: that somebody drops (drops=40) or dies (dies=10), "
            "a total party kill (tpk=5), or that the party wins (win=90).",
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FILE.toml",
            help="Write the encounter after the first change that --want has found.",
        ),
    ] = None,
    fights: Annotated[
        int, typer.Option("--fights", metavar="N", min=1, help="How many fights to simulate.")
    ] = 1000,
    seed: SeedOption = 0,
    objective: ObjectiveOption = None,
    party: PartyOption = "quick",
    monsters: MonstersOption = "quick",
    threads: ThreadsOption = None,
    creatures: CreaturesOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Compare a fight's experience budgets of 2014 and 2024 with its forecast, and find fair changes."""
    from hazard.fivee.balance.balance import Wanted, balance
    from hazard.fivee.balance.text import report, side_by_side
    from hazard.fivee.importers.toml import encounter_toml

    spoken = known_language(language)
    if json:
        refuse_idle_language(context)
    wanted = None if want is None else Wanted.read(want)
    if write is not None:
        if want is None:
            refuse_idle(context, "--write", because="fivee.idle.want")
        check_suffix(write, ".toml")
    if len(encounter) > 1 and given(context, "--want"):
        refuse_idle(context, "--want", because="fivee.idle.one_encounter")
    found = []
    for name in encounter:
        with progress_bar() as bar:
            fight = load_fight(name, creatures, objective)
            told = balance(fight, fights, seed, threads, party, monsters, wanted, reporting(bar, "forecasts"))
        found.append(told)
    if write is not None:
        _write(write, found[0].advice, encounter_toml)
    if json:
        print_json([_data(one) for one in found] if len(found) > 1 else _data(found[0]))
        return
    say(report(found[0], spoken) if len(found) == 1 else side_by_side(found, spoken))


def _write(file: Path, advice: tuple[Advice, ...], written: Any) -> None:
    if not advice:
        raise UserError("fivee.nothing_to_write")
    write_text(file, written(advice[0].changed.encounter))


def _data(found: Balance) -> dict[str, Any]:
    """Return a balance as data, names and numbers only."""
    from hazard.fivee.balance.balance import MEASURES, Truth
    from hazard.fivee.content.written import write_row

    def truth(of: Truth) -> dict[str, Any]:
        chances = {measure: asdict(of.chance(measure)) for measure in MEASURES}
        spent = {"hit_points": of.hit_points_spent, "resources": of.resources_spent}
        contest = of.forecast.contest
        return {
            "fights": of.forecast.fights,
            "seed": contest.seed,
            "chances": chances,
            "rounds": of.rounds,
            "spent": spent,
        }

    return {
        "encounter": found.fight.encounter.name,
        "levels": list(found.sides.levels),
        "challenges": list(found.sides.challenges),
        "left_out": list(found.sides.left_out),
        "budgets": [asdict(budget) | {"counted": budget.counted} for budget in found.budgets],
        "truth": truth(found.truth),
        "wanted": None if found.wanted is None else asdict(found.wanted),
        "advice": [
            {
                "changes": [asdict(change) for change in one.changed.changes],
                "truth": truth(one.truth),
                "encounter": write_row(one.changed.encounter),
            }
            for one in found.advice
        ],
    }
