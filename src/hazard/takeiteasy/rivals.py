"""Against others on the same tiles: how often each placement ends ahead of their boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hazard import _core
from hazard.game import GameError, State, Turn
from hazard.takeiteasy.board import HEX_NAMES, NO_TILE, TILE_NAMES
from hazard.takeiteasy.game import TakeItEasy
from hazard.takeiteasy.strength import evaluator_of

PLAY_OUTS = 1_000
"""Enough to go through all orders of the tiles in the last four placements."""


@dataclass(frozen=True)
class Chance:
    """How likely a placement is to win: more points than every rival in the end; a tie counts in shares."""

    hex: str
    chance: float
    error: float
    """The standard error of :attr:`chance`; 0 where all orders of the tiles were gone through."""


def chances_to_win(
    game: TakeItEasy, state: State, rivals: Sequence[State], play_outs: int = PLAY_OUTS, seed: int = 0
) -> list[Chance]:
    """Return each placement's chance to end ahead of all rivals on the same tiles, the best first.

    Everybody is taken to go on without look-ahead, by the game's evaluator, and for points. Where there are
    no more than ``play_outs`` orders of the tiles to come, all are gone through for every hex. Before, so
    many are drawn for the hex that promises most points, and the others are taken to be behind it in every
    game by what they promise less. A rival may still have to place the tile that was drawn last.

    >>> game = TakeItEasy(evaluator="table")
    >>> mine = game.parse("123 524 ./. . . ./. . . . ./. . . ./. . . + 178")
    >>> theirs = game.parse("123 . 178/. . . ./. 524 . . ./. . . ./. . .")
    >>> best = chances_to_win(game, mine, [theirs], play_outs=50)[0]
    >>> 0 < best.chance < 1
    True
    """
    if game.turn(state) is not Turn.MAX:
        raise GameError("takeiteasy.no_tile_drawn")
    if not rivals:
        raise GameError("takeiteasy.no_rival")
    if play_outs < 1:
        raise GameError("takeiteasy.too_few_play_outs", play_outs=play_outs)
    for number, rival in enumerate(rivals, 1):
        _check(state, rival, number)
    found, complete = _core.take_it_easy_race(evaluator_of(game), state, list(rivals), play_outs, seed)
    empty = [hex_name for hex_name, tile in zip(HEX_NAMES, state.tiles, strict=True) if tile == NO_TILE]
    chances = [
        Chance(name, chance, 0.0 if complete else math.sqrt(max(0.0, chance * (1 - chance)) / play_outs))
        for name, chance in zip(empty, found, strict=True)
    ]
    return sorted(chances, key=lambda one: -one.chance)


def _check(state: State, rival: State, number: int) -> None:
    """Refuse a board that is not of the same game."""
    if rival.hand != NO_TILE:
        raise GameError("takeiteasy.rival_with_tile_in_hand", number=number)
    drawn = {*state.tiles, state.hand} - {NO_TILE}
    if others := {*rival.tiles} - {NO_TILE} - drawn:
        names = ", ".join(sorted(TILE_NAMES[tile] for tile in others))
        raise GameError("takeiteasy.rival_has_other_tiles", number=number, tiles=names)
