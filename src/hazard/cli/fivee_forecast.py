"""``hazard fivee forecast``: how a fight is likely to end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, SeedOption, check_suffix, examples, print_json, progress_bar, say
from hazard.registry import UserError, quoted
from hazard.solve import Progress as Bar

if TYPE_CHECKING:  # content is read when it is needed: other commands start without it
    from hazard.fivee.contest import Progress
    from hazard.fivee.encounter import Encounter
    from hazard.fivee.transcript import Language

EXAMPLES = examples(
    "hazard fivee forecast goblin-ambush",
    "hazard fivee forecast goblin-ambush --fights 10000 --plot ambush.svg",
    "hazard fivee forecast troll-cave --replay worst",
    "hazard fivee forecast my-encounter.toml --monsters 'director(2)' --fights 200",
)


def complete_encounter(incomplete: str) -> list[str]:
    """Complete the name of an encounter that comes with hazard."""
    from hazard.fivee.library import encounters

    return [name for name in encounters() if name.startswith(incomplete)]


EncounterArgument = Annotated[
    str,
    typer.Argument(
        metavar="ENCOUNTER",
        autocompletion=complete_encounter,
        help="A TOML file, or the name of an encounter that comes with hazard, such as goblin-ambush.",
    ),
]
PartyOption = Annotated[
    str,
    typer.Option("--party", metavar="P", help="How the party chooses: quick, nearest, weakest, director(2)."),
]
MonstersOption = Annotated[str, typer.Option("--monsters", metavar="P", help="How the monsters choose.")]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, help="Threads; as many as there are cores.")
]
LanguageOption = Annotated[
    str, typer.Option("--lang", "--language", metavar="en|de", help="English or German.")
]


def run(
    encounter: EncounterArgument,
    fights: Annotated[int, typer.Option("--fights", metavar="N", min=1, help="Fights to count.")] = 1000,
    seed: SeedOption = 0,
    party: PartyOption = "quick",
    monsters: MonstersOption = "quick",
    threads: ThreadsOption = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Draw it, too.")] = None,
    replay: Annotated[
        str | None,
        typer.Option(
            "--replay",
            metavar="worst|N",
            help="Tell one fight blow by blow: the one-in-a-hundred disaster, or the fight of that number.",
        ),
    ] = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Fight an encounter a thousand times and count: who wins, who falls, how long it takes, what is left."""
    from hazard.fivee.fight import Fight
    from hazard.fivee.forecast import forecast
    from hazard.fivee.forecast_plot import write_forecast
    from hazard.fivee.forecast_text import report

    spoken = checked_language(language)
    number = _number(replay)
    if plot is not None:
        check_suffix(plot, ".svg")
    with progress_bar() as bar:
        found = forecast(
            Fight(load(encounter)), fights, seed, threads, party, monsters, reporting(bar, "fights")
        )
    if plot is not None:
        write_forecast(found, plot)
    if json:
        told = {} if replay is None else {"replay": found.replay(number, spoken).split("\n")}
        print_json({**found.to_dict(), **told})
        return
    say(report(found, spoken))
    if replay is not None:
        shown = found.worst if number is None else number
        say(f"\n{'Kampf' if spoken == 'de' else 'Fight'} {shown}\n")
        say(found.replay(number, spoken))


def load(name: str) -> Encounter:
    """Return the encounter of that name or file.

    >>> load("goblin-ambush").name
    'Goblin ambush'
    """
    from hazard.fivee.library import encounters, read_encounter

    known = encounters()
    if name in known:
        return known[name]
    if name.endswith(".toml") or "/" in name:
        return read_encounter(Path(name))
    raise UserError(
        f"there is no encounter {quoted(name)}; expected a TOML file or one of {', '.join(known)}"
    )


def checked_language(text: str) -> Language:
    """Return the language, if it is spoken here."""
    from hazard.fivee.transcript import LANGUAGES

    for language in LANGUAGES:
        if text == language:
            return language
    raise UserError(f"there is no language {quoted(text)}; expected en or de")


def _number(replay: str | None) -> int | None:
    if replay is None or replay == "worst":
        return None
    if not replay.isdecimal() or len(replay) > 18:
        raise UserError(f"cannot replay {quoted(replay)}; expected worst, or the number of a fight")
    return int(replay)


def reporting(bar: Bar | None, what: str) -> Progress | None:
    """Return what moves the bar, if there is one."""
    if bar is None:
        return None
    return lambda done, total: bar(what, done, total)
