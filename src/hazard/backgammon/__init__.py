"""Backgammon: the game, and the ways people write its positions, plays and matches down."""

from hazard.backgammon.board import draw
from hazard.backgammon.game import Backgammon, BackgammonState
from hazard.backgammon.match_ids import MatchState, read_xgid, write_xgid
from hazard.backgammon.notation import find_play
from hazard.backgammon.positions import START, Position

__all__ = [
    "START",
    "Backgammon",
    "BackgammonState",
    "MatchState",
    "Position",
    "draw",
    "find_play",
    "read_xgid",
    "write_xgid",
]
