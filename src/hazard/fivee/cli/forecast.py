"""``hazard fivee forecast``: how a fight is likely to end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import (
    JsonOption,
    SeedOption,
    check_suffix,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
)
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.errors import UserError, known_language, quoted
from hazard.language import phrase
from hazard.solving.solve import Progress as Bar

if TYPE_CHECKING:  # content is read when it is needed: other commands start without it
    from hazard.fivee.content.encounter import Encounter
    from hazard.fivee.rules.contest import Progress
    from hazard.fivee.rules.fight import Fight

EXAMPLES = examples(
    "hazard fivee forecast goblin-ambush",
    "hazard fivee forecast goblin-ambush --fights 10000 --plot ambush.svg",
    "hazard fivee forecast troll-cave --replay worst",
    "hazard fivee forecast troll-cave --objective teaching",
    "hazard fivee forecast my-encounter.toml --monsters 'director(2)' --fights 200",
)


def complete_encounter(incomplete: str) -> list[str]:
    """Complete the name of an encounter that comes with hazard."""
    from hazard.fivee.content.library import encounters

    return [name for name in encounters() if name.startswith(incomplete)]


EncounterArgument = Annotated[
    str,
    typer.Argument(
        metavar="ENCOUNTER",
        autocompletion=complete_encounter,
        help="The encounter: a TOML file, or the name of a built-in encounter such as goblin-ambush.",
    ),
]
PartyOption = Annotated[
    str,
    typer.Option(
        "--party",
        metavar="POLICY",
        help="How the party chooses its actions: quick, nearest, weakest, director(2) or joint.",
    ),
]
MonstersOption = Annotated[
    str,
    typer.Option(
        "--monsters",
        metavar="POLICY",
        help="How the monsters choose their actions: quick, nearest, weakest, director(2) or joint.",
    ),
]
ObjectiveOption = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        help="The objective of the monsters, such as teaching or deadly. By default, the encounter's own.",
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        min=1,
        max=1024,
        help="How many threads to use. By default, one for each core.",
    ),
]
CreaturesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--creatures",
        metavar="FILE.toml",
        help="A file with creatures and characters of your own. Repeat the option for more files.",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--lang", "--language", metavar="en|de", help="The language of the output: English or German."
    ),
]


def run(
    context: typer.Context,
    encounter: EncounterArgument,
    fights: Annotated[
        int, typer.Option("--fights", metavar="N", min=1, help="How many fights to simulate.")
    ] = 1000,
    seed: SeedOption = 0,
    party: PartyOption = "quick",
    monsters: MonstersOption = "quick",
    objective: ObjectiveOption = None,
    threads: ThreadsOption = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.svg", help="Also draw the forecast to this file (.svg)."),
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option(
            "--replay",
            metavar="worst|N",
            help="Also replay one fight blow by blow: a fight as bad as the worst one in a hundred "
            "(worst), or the fight with this number.",
        ),
    ] = None,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    creatures: CreaturesOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Forecast a fight by simulation: who wins, who falls, how long it takes, and what is left."""
    from hazard.fivee.forecasts.forecast import forecast
    from hazard.fivee.forecasts.plot import write_forecast
    from hazard.fivee.forecasts.text import report

    spoken = known_language(language)
    number = _number(replay)
    if plot is not None:
        check_suffix(plot, ".svg")
    if on is not None:
        refuse_idle(context, "--threads", because="cli.idle.on_has_workers")
    executor = executor_from(context, on, workers, address)
    with progress_bar() as bar:
        found = forecast(
            load_fight(encounter, creatures, objective),
            fights,
            seed,
            threads,
            party,
            monsters,
            reporting(bar, "fights"),
            executor=executor,
        )
    if plot is not None:
        write_forecast(found, plot, spoken)
    if json:
        told = {} if replay is None else {"replay": found.replay(number, spoken).split("\n")}
        print_json({**found.to_dict(spoken), **told})
        return
    say(report(found, spoken))
    if replay is not None:
        shown = found.worst if number is None else number
        say(f"\n{phrase('fivee.forecast.fight', spoken, number=shown)}\n")
        say(found.replay(number, spoken))


def load_fight(name: str, files: Sequence[Path] | None, objective: str | None = None) -> Fight:
    """Return the fight of an encounter, with creatures of these files, and perhaps another objective."""
    from hazard.fivee.content.objectives import objective_named
    from hazard.fivee.rules.fight import Fight
    from hazard.fivee.table.opening import own_creatures

    encounter = load(name)
    if objective is not None:
        encounter = encounter.model_copy(update={"objective": objective_named(objective).name})
    return Fight(encounter, own_creatures(files or ()))


def load(name: str) -> Encounter:
    """Return the encounter of that name or file.

    >>> load("goblin-ambush").name
    'Goblin ambush'
    """
    from hazard.fivee.content.library import encounters, read_encounter

    known = encounters()
    if name in known:
        return known[name]
    if name.endswith(".toml") or "/" in name:
        return read_encounter(Path(name))
    raise UserError("fivee.no_such_encounter", name=quoted(name), known=", ".join(known))


def refuse_idle_language(context: typer.Context) -> None:
    """Refuse a language for an answer in JSON that has no words."""
    refuse_idle(context, "--lang", because="cli.idle.names_only")


def _number(replay: str | None) -> int | None:
    if replay is None or replay == "worst":
        return None
    if not replay.isdecimal() or len(replay) > 18:
        raise UserError("fivee.replay_not_read", text=quoted(replay))
    return int(replay)


def reporting(bar: Bar | None, what: str) -> Progress | None:
    """Return what moves the bar, if there is one."""
    if bar is None:
        return None
    return lambda done, total: bar(what, done, total)
