"""Backgammon: the game, the ways people write it down, and what there is to know beside the rules."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.backgammon.bearoff import BearOff, RaceChances, bear_off
    from hazard.backgammon.board import draw
    from hazard.backgammon.chances import Chances
    from hazard.backgammon.cube import CubeDecision, CubeOption, cube_decision, cube_efficiency
    from hazard.backgammon.game import Backgammon, BackgammonPlay, BackgammonRoll, BackgammonState
    from hazard.backgammon.match_equity import MatchEquity, match_equity
    from hazard.backgammon.match_ids import MatchState, read_xgid, write_xgid
    from hazard.backgammon.matches import read_match, write_match
    from hazard.backgammon.notation import find_play, notation
    from hazard.backgammon.positions import START, Position
    from hazard.backgammon.records import Double, Drop, GameRecord, MatchRecord, Move, Replay, Take
    from hazard.backgammon.rollout import RolloutResult, rollout

__all__ = [
    "START",
    "Backgammon",
    "BackgammonPlay",
    "BackgammonRoll",
    "BackgammonState",
    "BearOff",
    "Chances",
    "CubeDecision",
    "CubeOption",
    "Double",
    "Drop",
    "GameRecord",
    "MatchEquity",
    "MatchRecord",
    "MatchState",
    "Move",
    "Position",
    "RaceChances",
    "Replay",
    "RolloutResult",
    "Take",
    "bear_off",
    "cube_decision",
    "cube_efficiency",
    "draw",
    "find_play",
    "match_equity",
    "notation",
    "read_match",
    "read_xgid",
    "rollout",
    "write_match",
    "write_xgid",
]

lazily(
    __name__,
    {
        "hazard.backgammon.bearoff": ["BearOff", "RaceChances", "bear_off"],
        "hazard.backgammon.board": ["draw"],
        "hazard.backgammon.chances": ["Chances"],
        "hazard.backgammon.cube": ["CubeDecision", "CubeOption", "cube_decision", "cube_efficiency"],
        "hazard.backgammon.game": ["Backgammon", "BackgammonPlay", "BackgammonRoll", "BackgammonState"],
        "hazard.backgammon.match_equity": ["MatchEquity", "match_equity"],
        "hazard.backgammon.match_ids": ["MatchState", "read_xgid", "write_xgid"],
        "hazard.backgammon.matches": ["read_match", "write_match"],
        "hazard.backgammon.notation": ["find_play", "notation"],
        "hazard.backgammon.positions": ["START", "Position"],
        "hazard.backgammon.records": [
            "Double",
            "Drop",
            "GameRecord",
            "MatchRecord",
            "Move",
            "Replay",
            "Take",
        ],
        "hazard.backgammon.rollout": ["RolloutResult", "rollout"],
    },
)
