"""A position as people know it: a board in text."""

from __future__ import annotations

from hazard.backgammon.positions import Position

_ROWS = 5


def draw(position: Position) -> str:
    """Draw the board with the side to move, X, at the bottom: its home is at the bottom right.

    A stack that is too high for the drawing ends in its number.

    >>> print(draw(Position.of({6: 7, 13: 5, 24: 2, 25: 1}, {5: 2, 6: 5, 8: 3, 13: 3})))
    +13-14-15-16-17-18-+BAR+19-20-21-22-23-24-+
    | X           O    |   | O  O           X |  O: 103 pips, 2 off
    | X           O    |   | O  O           X |
    | X           O    |   | O                |
    | X                |   | O                |
    | X                |   | O                |
    |                  |   |                  |
    |                  |   | 7                |
    |                  |   | X                |
    | O                |   | X                |
    | O                |   | X                |
    | O                | X | X                |  X: 180 pips
    +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+
    """
    mine, theirs = position.pips
    my_off, their_off = position.off
    lines = ["+13-14-15-16-17-18-+BAR+19-20-21-22-23-24-+"]
    upper = [*range(13, 19), None, *range(19, 25)]
    lower = [*range(12, 6, -1), None, *range(6, 0, -1)]
    lines += [_row(position, upper, height, top=True) for height in range(_ROWS)]
    lines += [_row(position, [0] * 6 + [None] + [0] * 6, 0, top=True)]
    lines += [_row(position, lower, height, top=False) for height in reversed(range(_ROWS))]
    lines += ["+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"]
    lines[1] += f"  O: {_count(theirs, their_off)}"
    lines[-2] += f"  X: {_count(mine, my_off)}"
    return "\n".join(lines)


def _count(pips: int, off: int) -> str:
    return f"{pips} pips" + (f", {off} off" if off else "")


def _row(position: Position, points: list[int | None], height: int, *, top: bool) -> str:
    """One line of the board; ``height`` counts from its edge, ``None`` stands for the bar."""
    cells = []
    for point in points:
        if point is None:
            sign, count = ("O", position.opponent[24]) if top else ("X", position.own[24])
            count = 0 if 0 in points else count
        elif point == 0:
            sign, count = " ", 0
        elif own := position.own[point - 1]:
            sign, count = "X", own
        else:
            sign, count = "O", position.opponent[24 - point]
        cells.append(_cell(sign, count, height))
    return f"|{''.join(cells[:6])}|{cells[6]}|{''.join(cells[7:])}|"


def _cell(sign: str, count: int, height: int) -> str:
    if height >= count:
        return "   "
    if height == _ROWS - 1 and count > _ROWS:
        return f"{count:^3}" if count < 10 else f"{count:>2} "
    return f" {sign} "
