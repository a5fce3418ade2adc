"""Take It Easy: the game, boards as text and pictures, and what plays it well."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.takeiteasy.board import draw_board, read_board, write_board
    from hazard.takeiteasy.drawing import draw_svg
    from hazard.takeiteasy.game import TakeItEasy, TakeItEasyState

__all__ = [
    "TakeItEasy",
    "TakeItEasyState",
    "draw_board",
    "draw_svg",
    "read_board",
    "write_board",
]

lazily(
    __name__,
    {
        "hazard.takeiteasy.board": ["draw_board", "read_board", "write_board"],
        "hazard.takeiteasy.drawing": ["draw_svg"],
        "hazard.takeiteasy.game": ["TakeItEasy", "TakeItEasyState"],
    },
)
