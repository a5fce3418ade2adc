"""The options that the commands of ``hazard takeiteasy`` share."""

from __future__ import annotations

from typing import Annotated

import typer

from hazard.takeiteasy.evaluators import NAMES
from hazard.takeiteasy.game import TakeItEasy


def complete_evaluator(incomplete: str) -> list[str]:
    """Complete the name of an evaluator."""
    return [name for name in NAMES if name.startswith(incomplete)]


EvaluatorOption = Annotated[
    str,
    typer.Option(
        "--evaluator",
        metavar="NAME",
        autocompletion=complete_evaluator,
        help=f"The evaluator of boards: {', '.join(NAMES)}, or a weight file (.npz).",
    ),
]
TargetOption = Annotated[
    int | None,
    typer.Option(
        "--target",
        metavar="N",
        help="Maximise the probability of reaching N points instead of the mean score.",
    ),
]
HowOption = Annotated[
    str,
    typer.Option(
        "--how",
        metavar="SEARCH",
        help="How to play: greedy, lookahead, strongest, or a search with its budget, "
        "such as 'treesearch(nodes=150)'.",
    ),
]


def game_for(target: int | None, evaluator: str) -> TakeItEasy:
    """Build the game that the options ask for."""
    return TakeItEasy(target=target, evaluator=evaluator)
