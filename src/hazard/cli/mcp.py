"""``hazard mcp``: a Model Context Protocol server, for language models and their programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json, refuse_idle
from hazard.cli.serve import (
    GameOption,
    OriginOption,
    SecondsLimitOption,
    TokenFileOption,
    TokenOption,
    WaitingOption,
    WorkersOption,
    checked_games,
)
from hazard.extras import require

if TYPE_CHECKING:  # which needs an extra
    from hazard.serve.workers import Limits

EXAMPLES = examples(
    "hazard mcp   # started by a program that speaks MCP, on standard input and output",
    "hazard mcp --http 127.0.0.1:8323",
    "hazard mcp --seconds 10 --game my_game.py:Towers",
)


def run(
    context: typer.Context,
    http: Annotated[
        str | None,
        typer.Option(
            "--http",
            metavar="HOST:PORT",
            help="Serve streamable HTTP at this address instead of standard input and output. Port 0 picks a "
            "free one.",
        ),
    ] = None,
    token: TokenOption = None,
    token_file: TokenFileOption = None,
    origin: OriginOption = None,
    seconds: SecondsLimitOption = 30.0,
    workers: WorkersOption = 2,
    waiting: WaitingOption = 16,
    game: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Serve exact dice odds, best moves and suggestions as tools of the Model Context Protocol (MCP).

    A program that speaks MCP starts this command and exchanges messages with it on standard input and output,
    so in a terminal it shows nothing. With --http it listens on a network address instead, and every request
    needs the token that it prints. The tools only compute and change nothing. Press Ctrl-C to stop.
    """
    require("mcp", caller="hazard mcp", library="the mcp package", extra="mcp")
    from hazard.serve.workers import Limits

    games = checked_games(game)
    limits = Limits(seconds=seconds, workers=workers, waiting=waiting)
    if http is None:
        because = "cli.idle.standard_streams"
        refuse_idle(context, "--token", "--token-file", "--origin", "--json", because=because)
        on_standard_streams(limits, games)
    else:
        on_network(http, token, token_file, tuple(origin or ()), limits, games, json)


def on_standard_streams(limits: Limits, games: tuple[str, ...]) -> None:
    """Serve the program that has started this one."""
    import anyio

    from hazard.serve import mcp

    try:
        anyio.run(mcp.run_stdio, limits, games)
    except BaseExceptionGroup as group:
        raise _only(group) from None  # a client that reads no more, or a full disk, is told as such


def _only(error: BaseException) -> BaseException:
    """Return what went wrong, out of the groups that tasks put it in."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def on_network(
    address: str,
    token: str | None,
    token_file: Path | None,
    origins: tuple[str, ...],
    limits: Limits,
    games: tuple[str, ...],
    json: bool,
) -> None:
    """Serve streamable HTTP."""
    from hazard.serve import listening, mcp

    host, port = listening.read_address(address)
    allowed = tuple(listening.checked_origin(text) for text in origins)
    port = listening.free_port(host, port)
    door = listening.Door(host, port, mcp.PATH, listening.checked_token(token), allowed)
    os.umask(0o077)  # whatever this process writes is its owner's, and nobody else's to read
    with listening.told_in(token_file, door):
        if json:
            print_json({"address": door.address, "token": door.token})
        else:
            sys.stdout.write(f"hazard mcp is at {door.address} (press Ctrl-C to stop)\ntoken: {door.token}\n")
        sys.stdout.flush()
        listening.serve(door, mcp.http_application(limits, games), limits)
