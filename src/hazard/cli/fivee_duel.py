"""``hazard fivee duel``: two who stand and strike, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json, say
from hazard.registry import UserError, quoted
from hazard.render.explain import bar

if TYPE_CHECKING:
    from hazard.fivee.duel import Duel, First

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
    json: JsonOption = False,
) -> None:
    """Work out a duel: two stand and strike until one falls. Exact: no dice are rolled."""
    from hazard.fivee.duel import duel
    from hazard.fivee.duelists import read_duelists

    found = duel(*read_duelists(a, b), _first(first))
    if json:
        print_json({**found.to_dict(), "first": first})
        return
    say(_told(found))


def _first(text: str) -> First:
    match text:
        case "a" | "b" | "roll":
            return text
    raise UserError(f"--first is {quoted(text)}; expected a, b or roll")


def _told(found: Duel) -> str:
    lines = []
    sides = ((found.a, found.a_wins, found.damage_to_a), (found.b, found.b_wins, found.damage_to_b))
    wide = max(len(duelist.name) for duelist, _, _ in sides)
    for duelist, wins, damage in sides:
        lines.append(
            f"{duelist.name:<{wide}} wins {100 * wins:7.3f} %, loses {damage:.3f} of {duelist.hit_points} "
            "hit points on average"
        )
    lines += ["", f"Rounds: {found.mean_rounds:.2f} on average"]
    most = found.rounds.max()
    lines += [
        f"{n:>4}  {100 * p:5.1f} %  {bar(p / most, 40)}".rstrip()
        for n, p in enumerate(found.rounds)
        if p >= 0.0005
    ]
    return "\n".join(lines)
