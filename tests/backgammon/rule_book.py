"""The rules of backgammon as a rule book tells them, slow and plain: the twin of the compiled moves.

A board is ``(own, opponent)``: two dictionaries turned into sorted tuples of (point, checkers), both in the
mover's numbers 1 to 24. The mover's bar is 25 and the opponent's is 0, where its checkers would come from.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

ROLLS = list(combinations_with_replacement(range(1, 7), 2))
Board = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def board(own: dict[int, int], opponent: dict[int, int]) -> Board:
    return tuple(tuple(sorted((p, n) for p, n in side.items() if n)) for side in (own, opponent))  # type: ignore[return-value]


START = board({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})


def of_state(state: Any) -> Board:
    """The board of a compiled state, which numbers each side's points from its own home."""
    own = dict(enumerate(state.own, 1))
    return board(own, {25 - point: n for point, n in enumerate(state.opponent, 1)})


def turned(position: Board) -> Board:
    own, opponent = position
    return board({25 - p: n for p, n in opponent}, {25 - p: n for p, n in own})


def steps(position: Board, die: int) -> set[Board]:
    """Every board that moving one checker by ``die`` leads to."""
    own, opponent = dict(position[0]), dict(position[1])
    found = set()
    for point in own:
        if 25 in own and point != 25:
            continue  # checkers on the bar enter first
        target = point - die
        if target > 0 and opponent.get(target, 0) >= 2:
            continue  # blocked
        if target <= 0 and (max(own) > 6 or (target < 0 and point != max(own))):
            continue  # off only when all are home, and by too much only from the rearmost point
        mine, theirs = dict(own), dict(opponent)
        mine[point] -= 1
        if target > 0:
            mine[target] = mine.get(target, 0) + 1
            if theirs.pop(target, 0):
                theirs[0] = theirs.get(0, 0) + 1
        found.add(board(mine, theirs))
    return found


def after(position: Board, dice: tuple[int, ...]) -> list[set[Board]]:
    """The boards after none, one, two, ... of the dice, played in this order."""
    levels = [{position}]
    for die in dice:
        levels.append({following for reached in levels[-1] for following in steps(reached, die)})
    return levels


def plays(position: Board, high: int, low: int) -> set[Board]:
    """The boards a legal play may end in: as many dice as can be played, of one the larger."""
    if high == low:
        return [level for level in after(position, (high,) * 4) if level][-1]
    high, low = max(high, low), min(high, low)
    large, small = after(position, (high, low)), after(position, (low, high))
    return large[2] | small[2] or large[1] or small[1] or {position}


def over(position: Board) -> bool:
    return not all(position)


def points(position: Board) -> int:
    """What the mover has won with the play that led here: 0 if it is not over."""
    own, opponent = position
    if own:
        return 0
    if sum(n for _, n in opponent) < 15:
        return 1
    return 3 if any(point <= 6 for point, _ in opponent) else 2
