"""How choices outside of fights are made: the options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Draft(StrEnum):
    """How the agent chooses what changes its deck, and its way."""

    FIGHTS = "fights"
    TABLE = "table"


DraftOption = Annotated[
    Draft,
    typer.Option(
        "--draft",
        help="How cards, upgrades, removals, relics and ways are chosen: 'fights' simulates the fights"
        " ahead with each of them, 'table' goes by the policy's values alone.",
    ),
]
DraftTimeOption = Annotated[
    float,
    typer.Option(
        "--draft-ms", metavar="MS", min=1, max=60_000, help="Time limit for such a choice, in milliseconds."
    ),
]
WorthOption = Annotated[
    Path | None,
    typer.Option(
        "--worth",
        metavar="FILE.npz",
        help="What rooms on the map are worth, as 'hazard train spire' has learnt it. By default, the"
        " built-in table.",
    ),
]
