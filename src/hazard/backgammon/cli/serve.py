"""``hazard backgammon serve``: a player for GNU Backgammon and other programs, behind a socket."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from hazard.backgammon.analyst import Analyst
from hazard.backgammon.server import Server
from hazard.cli.common import JsonOption, examples, print_json
from hazard.errors import UserError

EXAMPLES = examples(
    "hazard backgammon serve --port 4321",
    "In GNU Backgammon: set player 0 external localhost:4321",
)


def run(
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="The port to listen on. 0 picks a free one."
        ),
    ] = 4321,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="The address to listen on. The default accepts connections from this machine only.",
        ),
    ] = "127.0.0.1",
    plies: Annotated[
        int,
        typer.Option("--plies", metavar="N", min=0, max=2, help="How many rolls to look ahead: 0, 1 or 2."),
    ] = 1,
    connections: Annotated[
        int,
        typer.Option(
            "--connections", metavar="N", min=1, help="How many connections to accept at the same time."
        ),
    ] = 8,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not log connections.")] = False,
    json: JsonOption = False,
) -> None:
    """Serve as an external player for GNU Backgammon: answer FIBS board lines with plays and cube actions.

    With --json, the first output is a JSON object with the address. Press Ctrl-C to stop.
    """

    def log(text: str) -> None:
        if not quiet:
            sys.stderr.write(f"{text}\n")

    server = Server(Analyst(plies), host, port, connections=connections, log=log)

    async def serve() -> None:
        try:
            await server.start()
        except OSError as error:
            raise UserError(
                "backgammon.cannot_listen", host=host, port=port, error=error.strerror or error
            ) from None
        if json:
            print_json({"host": server.host, "port": server.port, "plies": plies})
            sys.stdout.flush()
        else:
            log(f"Listening on {server.host}:{server.port}; press Ctrl-C to stop.")
        await server.run()

    asyncio.run(serve())
