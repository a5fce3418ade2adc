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
        metavar="fights|table",
        help="How to choose cards, upgrades, removals, relics and paths: 'fights' simulates the fights ahead"
        " with each option, 'table' uses only the values of the policy.",
    ),
]
DraftTimeOption = Annotated[
    float,
    typer.Option(
        "--draft-ms",
        metavar="MS",
        min=1,
        max=60_000,
        help="Time limit for each of these choices, in milliseconds.",
    ),
]
WorthOption = Annotated[
    Path | None,
    typer.Option(
        "--worth",
        metavar="FILE.npz",
        help="The values of the rooms on the map, as 'hazard train spire' has learned them. By default, the"
        " built-in table.",
    ),
]
