"""The board line of FIBS, the First Internet Backgammon Server, which GNU Backgammon sends to other players.

53 fields with colons between them: ``board``, two names, the match, 26 points, whose turn it is, dice, the
cube, and what follows from the rest. Points are numbered 1 to 24, with a bar at either end; the player's own
checkers have the sign of its colour, and move up or down as its direction says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.positions import POINTS, Position
from hazard.game import GameError

_FIELDS = 53
_UNLIMITED = 9999


@dataclass(frozen=True, slots=True)
class FibsBoard:
    """A position seen by the side whose turn it is, player 1 of ``match``; after a double, by the doubler."""

    position: Position
    match: MatchState
    names: tuple[str, str]
    """The side whose turn it is, and the other."""


def read_fibs_board(line: str) -> FibsBoard:
    """Read a board line.

    >>> board = read_fibs_board(
    ...     "board:You:them:5:0:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:"
    ...     "1:-1:0:25:0:0:0:0:2:0:0:0"
    ... )
    >>> board.position.id, board.match.dice, board.match.score, board.names
    ('4HPwATDgc/ABMA', (3, 1), (2, 0), ('You', 'them'))
    """
    fields = line.strip().rstrip(":").split(":")
    if len(fields) != _FIELDS or fields[0] != "board":
        raise GameError(
            "backgammon.board_line_fields_wrong", expected=_FIELDS, count=len(fields), line=line.strip()[:40]
        )
    for number, field in enumerate(fields[3:], 4):
        if not re.fullmatch(r"[+-]?[0-9]{1,5}", field.strip()):
            raise GameError("backgammon.board_line_field_no_number", number=number, found=field[:20])
    numbers = [int(field) for field in fields[3:]]
    length, *score = numbers[:3]
    points = numbers[3:29]
    turn, *dice = numbers[29:34]
    cube, may_double, other_may_double, doubled, colour, direction = numbers[34:40]
    for name, found in (("turn", turn), ("colour", colour), ("direction", direction)):
        if found not in (-1, 1):
            raise GameError("backgammon.board_line_not_one_or_minus_one", field=name, found=found)
    # The player's turn, or the other one's.
    mine = turn == colour
    own, opponent = _sides(points, colour, direction)
    position = Position(own, opponent) if mine else Position(opponent, own)
    if not any(own) or not any(opponent):
        raise GameError("backgammon.board_line_game_over")
    may = (may_double, other_may_double) if mine else (other_may_double, may_double)
    rolled = _dice(dice[:2] if mine else dice[2:]) or _dice(dice[:2]) or _dice(dice[2:])
    offered = bool(doubled) or not (may_double or other_may_double)
    length = 0 if length == _UNLIMITED else length
    ordered = (score[1], score[0]) if mine else (score[0], score[1])
    match = MatchState(
        length=length,
        score=ordered,
        cube=cube,
        cube_owner=None if bool(may[0]) == bool(may[1]) else int(bool(may[0])),
        on_roll=1,
        dice=None if offered else rolled,
        offer="double" if offered else "none",
        crawford=_is_crawford(length, ordered, numbers[-2:]),
    )
    names = (fields[1], fields[2]) if mine else (fields[2], fields[1])
    return FibsBoard(position, match, names)


def _sides(points: list[int], colour: int, direction: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both sides' checkers on their own points 1 to 24 and the bar, the player's first.

    Who moves down comes from the bar at 25 and counts as the line does; who moves up, the other way round.
    """
    down = points[1:] if direction < 0 else points[POINTS::-1]
    up = points[POINTS::-1] if direction < 0 else points[1:]
    own = tuple(max(0, colour * n) for n in down)
    other = tuple(max(0, -colour * n) for n in up)
    # A bar belongs to the side that comes from it.
    if colour * down[POINTS] < 0 or colour * up[POINTS] > 0:
        raise GameError("backgammon.board_line_wrong_bar")
    return own, other


def _dice(dice: list[int]) -> tuple[int, int] | None:
    return (dice[0], dice[1]) if any(dice) else None


def _is_crawford(length: int, score: tuple[int, int], flags: list[int]) -> bool:
    """Whether this is the Crawford game: somebody needs one point, and no flag says that it is past."""
    return bool(length) and length - max(score) == 1 and not any(flags)
