"""The option ``--evaluator``: what ``hazard train`` has learned, in the searches of a command."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from hazard.errors import UserError
from hazard.players import Player, SearchPlayer

EvaluatorOption = Annotated[
    Path | None,
    typer.Option(
        "--evaluator",
        metavar="FILE",
        help="Evaluate states with this weight file (.npz) of 'hazard train'.",
    ),
]


def with_evaluator(search: Any, path: Path | None) -> Any:
    """Return a search that uses the evaluator in a file."""
    if path is None:
        return search
    if not any(field.name == "evaluator" for field in fields(search)):
        raise UserError("cli.search_takes_no_evaluator", search=type(search).__name__.lower())
    from hazard.learn.learned import load

    return replace(search, evaluator=load(path))


def give_evaluator(player: Player, path: Path | None) -> None:
    """Let a player search with the evaluator in a file."""
    if path is None:
        return
    if not isinstance(player, SearchPlayer):
        raise UserError("cli.player_takes_no_evaluator", player=player.name)
    player.search = with_evaluator(player.search, path)
    player.name = f"{player.name} with {path.name}"
