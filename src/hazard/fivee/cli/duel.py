"""``hazard fivee duel``: two who stand and strike, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import JsonOption, examples, print_json, say
from hazard.errors import UserError, known_language, quoted
from hazard.fivee.cli.forecast import (
    CreaturesOption,
    LanguageOption,
    refuse_idle_language,
)

if TYPE_CHECKING:
    from hazard.fivee.forecasts.duel import First

EXAMPLES = examples(
    "hazard fivee duel troll fighter-5",
    "hazard fivee duel hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2 ogre --first a",
)


def _duelist(name: str) -> Any:
    return typer.Argument(
        metavar=name,
        help="A duelist: a creature of the bestiary, or numbers such as "
        "hp=30,ac=12,to_hit=5,damage=1d6+4,attacks=2.",
    )


def run(
    context: typer.Context,
    a: Annotated[str, _duelist("A")],
    b: Annotated[str, _duelist("B")],
    first: Annotated[
        str,
        typer.Option(
            "--first", metavar="a|b|roll", help="Who strikes first: a, b, or whoever wins initiative (roll)."
        ),
    ] = "roll",
    creatures: CreaturesOption = None,
    language: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Compute the exact odds of a duel in which two creatures strike in turn until one falls."""
    from hazard.fivee.forecasts.day_text import duel_report
    from hazard.fivee.forecasts.duel import duel
    from hazard.fivee.forecasts.duelists import read_duelists
    from hazard.fivee.table.opening import own_creatures

    spoken = known_language(language)
    if json:
        refuse_idle_language(context)
    found = duel(*read_duelists(a, b, own_creatures(creatures or ())), _first(first))
    if json:
        print_json({**found.to_dict(), "first": first})
        return
    say(duel_report(found, spoken))


def _first(text: str) -> First:
    match text:
        case "a" | "b" | "roll":
            return text
    raise UserError("fivee.first_option_not_read", text=quoted(text))
