"""``hazard fivee day``: several encounters in a row, with rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, progress_bar, say
from hazard.cli.fivee_forecast import (
    MonstersOption,
    PartyOption,
    ThreadsOption,
    complete_encounter,
    load,
    reporting,
)
from hazard.render.explain import bar

if TYPE_CHECKING:
    from hazard.fivee.day import Day, Stage
    from hazard.fivee.forecast import Chance

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
    json: JsonOption = False,
) -> None:
    """Play an adventuring day a thousand times: is it survived, and what is left after each fight?"""
    from hazard.fivee.day import day
    from hazard.fivee.fight import Fight

    fights = [Fight(load(name)) for name in encounters]
    between: Any = None if rests is None else [rest.strip() for rest in rests.split(",") if rest.strip()]
    with progress_bar() as shown:
        found = day(fights, between, days, seed, threads, party, monsters, reporting(shown, "days"))
    if json:
        print_json(found.to_dict())
        return
    say(_told(found))


def _told(found: Day) -> str:
    party, monsters = found.policies
    lines = [
        f"{found.days:,} days, seed {found.seed}; party {party}, monsters {monsters}",
        f"The whole day is survived: {_chance(found.survived)}",
    ]
    for number, stage in enumerate(found.stages, 1):
        lines += ["", *_stage(number, stage)]
    return "\n".join(lines)


def _stage(number: int, stage: Stage) -> list[str]:
    rest = {
        None: "",
        "none": "without a rest, ",
        "short": "after a short rest, ",
        "long": "after a long rest, ",
    }
    lines = [f"{number}. {rest[stage.rest_before]}{stage.encounter}"]
    if stage.win is None:
        return [*lines, "   no day came so far"]
    share = stage.survived.share
    lines.append(
        f"   won {_chance(stage.win)}; the day goes on {_chance(stage.survived)}  {bar(share, 20)}".rstrip()
    )
    wide = max((len(character.name) for character in stage.characters), default=0)
    for character in stage.characters:
        left = "" if character.resources is None else f", resources {100 * character.resources:.0f} %"
        lines.append(
            f"   {character.name:<{wide}}  alive {100 * character.alive.share:5.1f} %, "
            f"{character.hit_points:5.1f} hit points, {character.hit_dice:.1f} hit dice{left}"
        )
    return lines


def _chance(chance: Chance) -> str:
    return f"{100 * chance.share:.1f} % ({100 * chance.low:.1f}–{100 * chance.high:.1f})"
