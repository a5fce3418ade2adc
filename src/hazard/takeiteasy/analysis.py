"""Analysis of a finished game: what each placement cost, the luck of each draw, the best possible score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from hazard import _core
from hazard.decide import Searcher
from hazard.game import GameError
from hazard.search import Budget, Expectimax
from hazard.takeiteasy.board import HEX_NAMES, HEXES, TILE_NAMES, hex_number, tile_number, write_board
from hazard.takeiteasy.game import Draw, Placement, TakeItEasy


@dataclass(frozen=True)
class Placed:
    """A tile and the hex it was put on, by their numbers."""

    tile: int
    hex: int

    def __str__(self) -> str:
        """Return it as it is read: ``164@c3``."""
        return f"{TILE_NAMES[self.tile]}@{HEX_NAMES[self.hex]}"


def read_game(text: str) -> list[Placed]:
    """Read a whole game: nineteen tiles in the order they were drawn, each with its hex.

    >>> read_game("164@c3 978@a1")
    Traceback (most recent call last):
    hazard.game.GameError: the game has 2 placements; expected 19, such as '164@c3 978@a1 ...'
    """
    placed: list[Placed] = []
    for number, word in enumerate(re.split(r"[\s,;]+", text.strip()), 1):
        tile, at, where = word.partition("@")
        if not at:
            raise GameError("takeiteasy.placement_unreadable", number=number, word=word[:40])
        try:
            found = Placed(tile_number(tile), hex_number(where))
        except GameError as error:
            raise GameError("takeiteasy.error_in_placement", number=number, error=error) from None
        for earlier in placed:
            if earlier.tile == found.tile:
                raise GameError("takeiteasy.tile_drawn_before", number=number, tile=TILE_NAMES[found.tile])
            if earlier.hex == found.hex:
                raise GameError("takeiteasy.hex_taken", number=number, place=HEX_NAMES[found.hex])
        placed.append(found)
    if len(placed) != HEXES:
        raise GameError("takeiteasy.wrong_number_of_placements", count=len(placed), wanted=HEXES)
    return placed


@dataclass(frozen=True)
class Judged:
    """One turn: what was drawn and where it went, and what that was worth in points."""

    placed: Placed
    best: int
    """The hex that looked best."""
    luck: float
    """What the draw brought, against the average draw."""
    cost: float
    """What the placement gave away, against the best one."""
    points: int
    """What it paid at once."""


@dataclass(frozen=True)
class GameAnalysis:
    """A game's score taken apart: expected + luck - cost."""

    turns: tuple[Judged, ...]
    score: int
    expected: float
    """What a game is worth before the first draw."""
    hindsight: int
    """The most that these tiles allowed, all known beforehand."""
    hindsight_board: str

    @property
    def luck(self) -> float:
        """What all draws brought together."""
        return sum(turn.luck for turn in self.turns)

    @property
    def cost(self) -> float:
        """What all placements gave away together."""
        return sum(turn.cost for turn in self.turns)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "score": self.score,
            "expected": self.expected,
            "luck": self.luck,
            "cost": self.cost,
            "hindsight": self.hindsight,
            "hindsight_board": self.hindsight_board,
            "turns": [
                {
                    "tile": TILE_NAMES[turn.placed.tile],
                    "hex": HEX_NAMES[turn.placed.hex],
                    "best": HEX_NAMES[turn.best],
                    "luck": turn.luck,
                    "cost": turn.cost,
                    "points": turn.points,
                }
                for turn in self.turns
            ],
        }


def hindsight(tiles: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the best score that the tiles allow when all are known, exactly, and a board that has it.

    Of more than 19 tiles the best 19 are laid: of all 27 the most there is.

    >>> hindsight(range(27))[0]
    307
    """
    bits = sum(1 << tile for tile in set(tiles))
    if len(set(tiles)) != len(tiles) or not HEXES <= len(tiles) <= 27:
        raise GameError("takeiteasy.wrong_number_of_tiles", count=len(tiles), least=HEXES)
    score, laid = _core.take_it_easy_hindsight(bits)
    return score, tuple(laid)


def analyse(placed: Sequence[Placed], game: TakeItEasy | None = None, depth: int = 2) -> GameAnalysis:
    """Judge every turn of a whole game by looking ``depth`` decisions ahead.

    A draw's luck is what the best placement is then worth, against what was to be expected before; a
    placement's cost is how much less it is worth than the best. With what a game is worth at the start they
    add up to the score.
    """
    game = TakeItEasy(evaluator="auto") if game is None else game
    searcher, state = Searcher(game, Expectimax(table=False)), game.start()
    first = [game.apply(state, draw) for draw, _ in game.outcomes(state)]
    expected = now = fmean(game.value(drawn) for drawn in first)
    turns: list[Judged] = []
    for one in placed:
        state = game.apply(state, Draw(one.tile))
        decision = searcher.decide(state, Budget(depth=depth))
        worth = {option.action: option.value for option in decision.options}
        here, best = worth[Placement(one.hex)], decision.options[0]
        points = game.reward(state, Placement(one.hex))
        luck, cost = best.value - now, best.value - here
        turns.append(Judged(one, best.action.hex, luck, cost, round(points)))
        now = here - points
        state = game.apply(state, Placement(one.hex))
    score, laid = hindsight([one.tile for one in placed])
    return GameAnalysis(tuple(turns), state.score, expected, score, write_board(laid))
