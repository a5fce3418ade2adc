"""Pig, the jeopardy dice game."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.games.pig.game import Pig, PigState

__all__ = [
    "Pig",
    "PigState",
]

lazily(
    __name__,
    {
        "hazard.games.pig.game": ["Pig", "PigState"],
    },
)
