"""Backgammon: the game, and the ways people write its positions, plays and matches down."""

from hazard.backgammon.board import draw
from hazard.backgammon.game import Backgammon, BackgammonState
from hazard.backgammon.match_ids import MatchState, read_xgid, write_xgid
from hazard.backgammon.matches import read_match, write_match
from hazard.backgammon.notation import find_play
from hazard.backgammon.positions import START, Position
from hazard.backgammon.records import Double, Drop, GameRecord, MatchRecord, Move, Replay, Take

__all__ = [
    "START",
    "Backgammon",
    "BackgammonState",
    "Double",
    "Drop",
    "GameRecord",
    "MatchRecord",
    "MatchState",
    "Move",
    "Position",
    "Replay",
    "Take",
    "draw",
    "find_play",
    "read_match",
    "read_xgid",
    "write_match",
    "write_xgid",
]
