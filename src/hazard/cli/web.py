"""``hazard web``: the pages, on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hazard.cli.common import JsonOption, examples, print_json
from hazard.errors import UserError
from hazard.registry import find_game

EXAMPLES = examples(
    "hazard web",
    "hazard web --port 8000 --no-browser",
    "hazard web --game my_game.py:Towers",
    "hazard web --host 0.0.0.0 --token correct-horse",
)


def run(
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="The port to listen on. 0 picks a free one."
        ),
    ] = 8321,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="The address to listen on.",
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TEXT",
            help="The password for visitors, at least eight characters long. By default, a new one is "
            "made at each start and given to the browser that opens. 'none' asks for no password, "
            "on this machine only.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="FOLDER",
            help="The folder in which to keep what is entered. By default, the user's data folder.",
        ),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="A game of your own for the tree explorer, as file.py:Class or "
            "module:Class. Repeat the option for more.",
        ),
    ] = None,
    follow: Annotated[
        Path | None,
        typer.Option(
            "--follow", metavar="FILE", help="Show the journal of a running `hazard spire agent` as it plays."
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """Open the web page in a browser: the combat director, the game boards and the tree explorer.

    All data stays on this machine, and everything that you enter is saved at once. Press Ctrl-C to stop.
    """
    try:
        from hazard.web import app
    except ModuleNotFoundError as error:
        raise UserError("cli.web_package_missing", package=error.name) from None
    from hazard.web.site import Site
    from hazard.web.store import Store

    for spec in game or ():
        find_game(spec)  # a mistake is said here, not in a page
    token = app.chosen_token(token)
    app.check_door(host, token)
    port = app.free_port(host, port)
    os.umask(0o077)  # whatever this process writes is its owner's, and nobody else's to read
    store = Store((app.data_folder() if data is None else data) / "web")
    where = app.address(host, port, token)
    if json:
        print_json({"address": where, "folder": str(store.folder)})
    else:
        sys.stdout.write(f"hazard is at {where} (press Ctrl-C to stop)\n")
    sys.stdout.flush()
    app.serve(Site(store, tuple(game or ()), follow), host, port, token, show=browser)
