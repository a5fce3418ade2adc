"""``hazard spire serve``: a stand-in for the game."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, Any

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, say
from hazard.registry import UserError

EXAMPLES = examples(
    "hazard spire serve --fights 3   (type ready, then start ironclad, play 1 0, end ...)",
    "hazard spire serve --encounter 'Gremlin Nob' --fights 10 --client 'hazard spire agent --games 0'",
    "hazard spire serve --deck act-2 --rooms --client 'python my_bot.py' --json",
)


def run(
    deck: Annotated[
        str,
        typer.Option("--deck", metavar="NAME", help="What the player has; see 'hazard spire fight --help'."),
    ] = "starter",
    encounter: Annotated[
        list[str] | None,
        typer.Option(
            "--encounter", metavar="NAME", help="Whom to fight, in turn; all of the deck's act if none."
        ),
    ] = None,
    potion: Annotated[
        list[str] | None, typer.Option("--potion", metavar="NAME", help="A potion to begin each fight with.")
    ] = None,
    ascension: Annotated[int, typer.Option("--ascension", min=0, max=20, help="How hard.")] = 20,
    fights: Annotated[int, typer.Option("--fights", metavar="N", min=1, help="Fights to fight.")] = 1,
    rooms: Annotated[
        bool,
        typer.Option("--rooms", help="Several fights a run, and every other kind of screen between them."),
    ] = False,
    client: Annotated[
        str | None,
        typer.Option("--client", metavar="COMMAND", help="Start this client, as the mod does, and time it."),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Speak the Communication Mod's side of the protocol, from our own rules: any client can be tried on it.

    Commands are read from standard input and messages are written to standard output, or a client is started
    with --client; then the results are told.
    """
    from hazard.spire.serve import StandIn, serve
    from hazard.spire.stand_in.host import ClientError, host
    from hazard.spire.stand_in.making import run_maker

    stand_in = StandIn(run_maker(deck, encounter or [], ascension, seed, tuple(potion or ())), fights, rooms)
    if client is None:
        serve(stand_in, sys.stdin, sys.stdout)
        return
    try:
        words = shlex.split(client)
        if not words:
            raise UserError("--client is empty; expected a command")
        found = host(words, stand_in)
    except ValueError as error:
        raise UserError(f"cannot read --client: {error}") from None
    except ClientError as error:
        raise UserError(f"{error}; the client is {client}") from None
    results = stand_in.results
    told: dict[str, Any] = {
        "runs": results.runs,
        "fights": results.fights,
        "fights_lost": results.runs - results.won,
        "hp_lost_mean": round(sum(results.hp_lost) / max(1, len(results.hp_lost)), 2),
        "commands": results.commands,
        "refused": results.refused,
        "handshake_ms": round(1000 * found.handshake, 1),
        "ms_p50": round(found.percentile(0.5), 2),
        "ms_p99": round(found.percentile(0.99), 2),
    }
    if json:
        print_json(told)
        return
    for name, value in told.items():
        say(f"{name.replace('_', ' '):<14} {value}")
