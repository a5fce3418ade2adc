"""``hazard spire serve``: a stand-in for the game."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import JsonOption, SeedOption, examples, print_json, refuse_idle, say
from hazard.errors import UserError

if TYPE_CHECKING:
    from hazard.spire.stand_in.host import Conversation
    from hazard.spire.stand_in.serve import StandIn
    from hazard.spire.stand_in.whole_run import RunHost

EXAMPLES = examples(
    "hazard spire serve --fights 3   # type ready, start ironclad, play 1 0, end ...",
    "hazard spire serve --encounter 'Gremlin Nob' --fights 10 --client 'hazard spire agent --games 0'",
    "hazard spire serve --deck act-2 --rooms --client 'python my_bot.py' --json",
    "hazard spire serve --run --ascension 20 --seed 7 --client 'hazard spire agent --games 1'",
)


def run(
    context: typer.Context,
    deck: Annotated[
        str,
        typer.Option(
            "--deck", metavar="NAME", help="The player's deck, relics and HP: starter, act-1, act-2 or act-3."
        ),
    ] = "starter",
    encounter: Annotated[
        list[str] | None,
        typer.Option(
            "--encounter",
            metavar="NAME",
            help="The encounter to fight. Repeat the option to fight several in turn. By "
            "default, all encounters of the deck's act.",
        ),
    ] = None,
    potion: Annotated[
        list[str] | None,
        typer.Option(
            "--potion", metavar="NAME", help="A potion to start each fight with. Repeat the option for more."
        ),
    ] = None,
    ascension: Annotated[
        int,
        typer.Option("--ascension", metavar="N", min=0, max=20, help="The ascension level, from 0 to 20."),
    ] = 20,
    fights: Annotated[int, typer.Option("--fights", metavar="N", min=1, help="How many fights to play.")] = 1,
    rooms: Annotated[
        bool,
        typer.Option(
            "--rooms", help="Play several fights in a run, with every other kind of screen between them."
        ),
    ] = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--run",
            help="Play whole runs instead, from Neow to the Heart, with maps, events, shops and rewards.",
        ),
    ] = False,
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=0, help="With --run: how many runs to play. 0 never stops."),
    ] = 1,
    client: Annotated[
        str | None,
        typer.Option(
            "--client",
            metavar="COMMAND",
            help="Start this client, as the mod does, and measure its response times.",
        ),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Stand in for the game and the Communication Mod, so that any client can be tested without them.

    Commands are read from standard input and messages are written to standard output. With --client, the
    client is started and connected instead, and a report of the results follows.
    """
    from hazard.spire.stand_in.making import run_maker
    from hazard.spire.stand_in.serve import StandIn, serve
    from hazard.spire.stand_in.whole_run import RunHost

    if client is None:
        because = "spire.idle.protocol_output"
        refuse_idle(context, "--json", because=because)
    if whole:
        because = "spire.idle.whole_run"
        refuse_idle(context, "--deck", "--encounter", "--potion", "--fights", "--rooms", because=because)
        _serve_runs(RunHost(ascension, seed, games), client, json)
        return
    refuse_idle(context, "--games", because="spire.idle.counts_runs")
    stand_in = StandIn(run_maker(deck, encounter or [], ascension, seed, tuple(potion or ())), fights, rooms)
    if client is None:
        serve(stand_in, sys.stdin, sys.stdout)
        return
    found = _hosted(client, stand_in)
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
    _told(told, json)


def _told(told: dict[str, Any], json: bool) -> None:
    if json:
        print_json(told)
        return
    for name, value in told.items():
        say(f"{name.replace('_', ' '):<14} {value}")


def _hosted(client: str, stand_in: StandIn | RunHost) -> Conversation:
    """Start the client and let it play."""
    from hazard.spire.stand_in.host import ClientError, host

    try:
        words = shlex.split(client)
        if not words:
            raise UserError("spire.client_empty")
        return host(words, stand_in)
    except ValueError as error:
        raise UserError("spire.cannot_read_client", error=error) from None
    except ClientError as error:
        raise UserError("spire.client_failed", error=error, client=client) from None


def _serve_runs(runs: RunHost, client: str | None, json: bool) -> None:
    """Play whole runs, with whoever is at the other end or with a client that is started."""
    from hazard.spire.stand_in.measure import summary
    from hazard.spire.stand_in.serve import serve

    if client is None:
        serve(runs, sys.stdin, sys.stdout)
        return
    found = _hosted(client, runs)
    told = summary(runs.results.records) | {
        "handshake_ms": round(1000 * found.handshake, 1),
        "ms_p50": round(found.percentile(0.5), 2),
        "ms_p99": round(found.percentile(0.99), 2),
        "slowest_ms": round(1000 * max(found.seconds, default=0.0), 1),
    }
    _told(told, json)
