"""``hazard fivee duel``: two who stand and strike, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json, say
from hazard.cli.fivee_forecast import LanguageOption, checked_language
from hazard.registry import UserError, quoted

if TYPE_CHECKING:
    from hazard.fivee.duel import First

EXAMPLES = examples(
    "hazard fivee duel troll fighter-5",
    "hazard fivee duel hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2 ogre --first a",
)
DuelistArgument = Annotated[
    str,
    typer.Argument(help="A creature of the bestiary, or hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2."),
]


def run(
    a: DuelistArgument,
    b: DuelistArgument,
    first: Annotated[
        str, typer.Option("--first", metavar="a|b|roll", help="Who strikes first; roll: by initiative.")
    ] = "roll",
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Work out a duel: two stand and strike until one falls. Exact: no dice are rolled."""
    from hazard.fivee.day_text import duel_report
    from hazard.fivee.duel import duel
    from hazard.fivee.duelists import read_duelists

    spoken = checked_language(language)
    found = duel(*read_duelists(a, b), _first(first))
    if json:
        print_json({**found.to_dict(), "first": first})
        return
    say(duel_report(found, spoken))


def _first(text: str) -> First:
    match text:
        case "a" | "b" | "roll":
            return text
    raise UserError(f"--first is {quoted(text)}; expected a, b or roll")
