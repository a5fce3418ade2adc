"""``hazard web``: the pages, on this machine."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json
from hazard.registry import UserError, find_game

EXAMPLES = examples(
    "hazard web",
    "hazard web --port 8000 --no-browser",
    "hazard web --game my_game.py:Towers",
    "hazard web --host 0.0.0.0 --token new",
)


def run(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 8321,
    host: Annotated[
        str,
        typer.Option(
            "--host", help="The address to listen on; another than this machine's own asks for --token."
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option("--token", help="What visitors must know; 'new' makes one. At least eight characters."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="The folder for what people enter (by default the user's own)."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", help="A game of your own for the tree explorer: module:Class. May be repeated."
        ),
    ] = None,
    follow: Annotated[
        Path | None,
        typer.Option("--follow", help="The log of a running `hazard spire agent`, to look at as it plays."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
    json: JsonOption = False,
) -> None:
    """Open the pages: the combat director, the boards, the tree explorer.

    Everything stays on this machine; whatever is entered is written to the disk at once. Ctrl-C ends it.
    """
    try:
        from hazard.web import app
    except ModuleNotFoundError as error:
        raise UserError(
            f"the web pages need {error.name}; install them with: pip install 'hazard[web]'"
        ) from None
    from hazard.web.site import Site
    from hazard.web.store import Store

    for spec in game or ():
        find_game(spec)  # a mistake is said here, not in a page
    token = secrets.token_urlsafe(12) if token == "new" else token
    app.check_door(host, token)
    port = app.free_port(host, port)
    os.umask(0o077)  # whatever this process writes is its owner's, and nobody else's to read
    store = Store((app.data_folder() if data is None else data) / "web")
    where = app.address(host, port, token)
    if json:
        print_json({"address": where, "folder": str(store.folder)})
    else:
        sys.stdout.write(f"hazard is at {where} (Ctrl-C ends it)\n")
    sys.stdout.flush()
    app.serve(Site(store, tuple(game or ()), follow), host, port, token, show=browser)
