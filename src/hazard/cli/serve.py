"""``hazard serve``: an HTTP interface with JSON, for other programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json
from hazard.extras import require
from hazard.registry import find_game

EXAMPLES = examples(
    "hazard serve",
    "hazard serve --port 8000 --token-file ~/.hazard/serve.json",
    "hazard serve --origin http://localhost:30000   # a page that may ask, such as Foundry's",
    "hazard serve --openapi > hazard.json",
    "curl -H 'Authorization: Bearer TOKEN' --json '{\"expressions\": [\"2d6\"]}' http://127.0.0.1:8322/v1/dice",
)

TokenOption = Annotated[
    str | None,
    typer.Option(
        "--token",
        metavar="TEXT",
        help="The token that every request shows, at least 16 characters long. By default, a new one is made "
        "at each start.",
    ),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        help="Write address and token to this file while the server runs. Only you can read it.",
    ),
]
OriginOption = Annotated[
    list[str] | None,
    typer.Option(
        "--origin",
        metavar="URL",
        help="Allow pages of this origin, such as http://localhost:30000, to ask from a browser. Repeat the "
        "option for more.",
    ),
]
SecondsLimitOption = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        min=0.1,
        max=3600,
        help="Time limit for each request, in seconds. Requests that take longer are ended.",
    ),
]
WorkersOption = Annotated[
    int,
    typer.Option(
        "--workers", metavar="N", min=1, max=64, help="How many requests to answer at the same time."
    ),
]
WaitingOption = Annotated[
    int,
    typer.Option(
        "--waiting",
        metavar="N",
        min=0,
        max=10_000,
        help="How many further requests may wait for their turn. Further requests are refused.",
    ),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Also serve this game of your own, under the name that is given here: file.py:Class "
        "or module:Class. "
        "Repeat the option for more.",
    ),
]


def run(
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="The port to listen on. 0 picks a free one."
        ),
    ] = 8322,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address to listen on."),
    ] = "127.0.0.1",
    token: TokenOption = None,
    token_file: TokenFileOption = None,
    origin: OriginOption = None,
    seconds: SecondsLimitOption = 30.0,
    workers: WorkersOption = 2,
    waiting: WaitingOption = 16,
    most_bytes: Annotated[
        int,
        typer.Option(
            "--max-bytes", metavar="N", min=1024, max=1 << 26, help="The largest request, in bytes."
        ),
    ] = 1 << 20,
    game: GameOption = None,
    openapi: Annotated[
        bool, typer.Option("--openapi", help="Print the OpenAPI description of the interface, and exit.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Serve decisions, dice odds and suggestions to other programs over HTTP, as JSON.

    Every request needs the token that is printed at the start, even from this machine. The answers have
    the same form as the --json output of the commands, and /v1/openapi.json describes them. Press Ctrl-C to
    stop.
    """
    require("fastapi", caller="hazard serve", library="FastAPI", extra="web")
    from hazard.serve import http, listening
    from hazard.serve.workers import Limits

    limits = Limits(seconds=seconds, workers=workers, waiting=waiting, bytes=most_bytes)
    games = checked_games(game)
    if openapi:
        print_json(http.application(limits, games).openapi())
        return
    origins = tuple(listening.checked_origin(text) for text in origin or ())
    chosen = listening.checked_token(token)
    door = listening.Door(host, listening.free_port(host, port), http.PATH, chosen, origins)
    os.umask(0o077)  # whatever this process writes is its owner's, and nobody else's to read
    with listening.told_in(token_file, door):
        if json:
            print_json({"address": door.address, "token": door.token})
        else:
            sys.stdout.write(f"hazard serve is at {door.address} (press Ctrl-C to stop)\n")
            sys.stdout.write(f"token: {door.token}\n")
        sys.stdout.flush()
        listening.serve(door, http.application(limits, games), limits)


def checked_games(specs: list[str] | None) -> tuple[str, ...]:
    """Return the games that were given, if all of them can be made: a mistake is said here, and not later.

    >>> checked_games(["pig(target=50)"])
    ('pig(target=50)',)
    """
    for spec in specs or ():
        find_game(spec)
    return tuple(spec.strip() for spec in specs or ())
