"""Backgammon: the game, the ways people write it down, and what there is to know beside the rules."""

from hazard.backgammon.bearoff import BearOff, RaceChances, bear_off
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
    "BearOff",
    "Double",
    "Drop",
    "GameRecord",
    "MatchRecord",
    "MatchState",
    "Move",
    "Position",
    "RaceChances",
    "Replay",
    "Take",
    "bear_off",
    "draw",
    "find_play",
    "read_match",
    "read_xgid",
    "write_match",
    "write_xgid",
]
