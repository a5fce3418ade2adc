"""The table of ``hazard_game.h`` in memory, filled with the addresses of functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

VERSION = 1
FUNCTIONS = (
    "start", "turn", "actions", "outcomes", "apply", "value",
    "apply_outcome", "heuristic", "reward", "reward_outcome", "rank", "quiet", "prior", "sample",
    "successors", "best", "features",
)  # fmt: skip
WORDS = ("text", "describe", "parse")
SEATS = ("payoffs", "guesses", "rewards", "rewards_outcome", "sees")


class GameTable(ctypes.Structure):
    """``struct hazard_game``."""

    _fields_ = [
        ("version", ctypes.c_uint32),
        ("table_bytes", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("rules", ctypes.c_void_p),
        ("state_bytes", ctypes.c_uint64),
        ("low", ctypes.c_double),
        ("high", ctypes.c_double),
        *[(name, ctypes.c_void_p) for name in FUNCTIONS],
        ("feature_count", ctypes.c_uint64),
        *[(name, ctypes.c_void_p) for name in WORDS],
        ("player_count", ctypes.c_uint64),
        *[(name, ctypes.c_void_p) for name in SEATS],
    ]


LEAST_BYTES: int = GameTable.player_count.offset
"""A table of the first version, without what was appended since."""


def filled(
    name: str,
    state_bytes: int,
    bounds: tuple[float, float],
    address: Callable[[str], int],
    feature_count: int = 0,
    player_count: int = 0,
) -> GameTable:
    """Return a table; ``address`` gives 0 for a function that the game does not have."""
    table = GameTable(VERSION, ctypes.sizeof(GameTable), name.encode(), None, state_bytes, *bounds)
    table.feature_count, table.player_count = feature_count, player_count
    for function in (*FUNCTIONS, *WORDS, *SEATS):
        found = address(function)
        if found:
            setattr(table, function, found)
    return table


def address_of(table: Any) -> int:
    """Return where a table is."""
    return ctypes.addressof(table)
