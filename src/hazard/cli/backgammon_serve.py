"""``hazard backgammon serve``: a player for GNU Backgammon and other programs, behind a socket."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from hazard.backgammon.analyst import Analyst
from hazard.backgammon.server import Server
from hazard.cli.common import JsonOption, examples, print_json
from hazard.registry import UserError

EXAMPLES = examples(
    "hazard backgammon serve --port 4321",
    "In GNU Backgammon: set player 0 external localhost:4321",
)


def run(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 4321,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; by default this machine only.")
    ] = "127.0.0.1",
    plies: Annotated[int, typer.Option("--plies", min=0, max=2, help="Rolls to look ahead.")] = 1,
    connections: Annotated[int, typer.Option("--connections", min=1, help="How many at a time.")] = 8,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not say who comes and goes.")] = False,
    json: JsonOption = False,
) -> None:
    """Answer board lines of FIBS with plays and cube actions, as GNU Backgammon asks its external players.

    With --json, one line of JSON says where it listens. Ctrl-C ends it.
    """

    def log(text: str) -> None:
        if not quiet:
            sys.stderr.write(f"{text}\n")

    server = Server(Analyst(plies), host, port, connections=connections, log=log)

    async def serve() -> None:
        try:
            await server.start()
        except OSError as error:
            raise UserError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
        if json:
            print_json({"host": server.host, "port": server.port, "plies": plies})
            sys.stdout.flush()
        else:
            log(f"Listening on {server.host}:{server.port}; Ctrl-C ends it.")
        await server.run()

    asyncio.run(serve())
