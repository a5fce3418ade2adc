"""Take It Easy: the game, boards as text and pictures, and what plays it well."""

from hazard.takeiteasy.board import draw_board, read_board, write_board
from hazard.takeiteasy.drawing import draw_svg
from hazard.takeiteasy.game import TakeItEasy, TakeItEasyState

__all__ = ["TakeItEasy", "TakeItEasyState", "draw_board", "draw_svg", "read_board", "write_board"]
