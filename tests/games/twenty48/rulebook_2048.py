"""2048 written independently of the compiled game: rows of numbers, one rule at a time, nothing clever."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Board = tuple[tuple[int, ...], ...]
"""The rows from the top; 0 where there is no tile."""


def merged(line: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The line slid to its beginning, and the points: ``(2, 0, 2, 4)`` becomes ``(4, 4, 0, 0)`` for 4."""
    waiting = [tile for tile in line if tile]
    done: list[int] = []
    points = 0
    while waiting:
        tile = waiting.pop(0)
        if waiting and waiting[0] == tile:
            waiting.pop(0)
            tile *= 2
            points += tile
        done.append(tile)
    return tuple(done + [0] * (len(line) - len(done))), points


def turned(board: Board) -> Board:
    """The columns as rows."""
    return tuple(zip(*board, strict=True))


def reversed_rows(board: Board) -> Board:
    return tuple(row[::-1] for row in board)


def slide(board: Board, way: str) -> tuple[Board, int]:
    """The board after a slide, and the points."""
    if way in ("up", "down"):
        slid, points = slide(turned(board), "left" if way == "up" else "right")
        return turned(slid), points
    if way == "right":
        slid, points = slide(reversed_rows(board), "left")
        return reversed_rows(slid), points
    lines = [merged(row) for row in board]
    return tuple(row for row, _ in lines), sum(points for _, points in lines)


def slides(board: Board) -> dict[str, tuple[Board, int]]:
    """Every slide that changes the board."""
    found = {way: slide(board, way) for way in ("up", "right", "down", "left")}
    return {way: (after, points) for way, (after, points) in found.items() if after != board}


def spawns(board: Board) -> Iterator[tuple[int, int, int, float, Board]]:
    """Row, column, tile, probability and board of everything that chance may do."""
    empty = [(r, c) for r, row in enumerate(board) for c, tile in enumerate(row) if tile == 0]
    for r, c in empty:
        for tile, share in ((2, 0.9), (4, 0.1)):
            row = (*board[r][:c], tile, *board[r][c + 1 :])
            yield r, c, tile, share / len(empty), (*board[:r], row, *board[r + 1 :])


def text(board: Board) -> str:
    """The board as hazard writes it."""
    return "/".join(" ".join(str(tile) if tile else "." for tile in row) for row in board)


def images(board: Board) -> list[Board]:
    """All mirror images of the same shape: eight of a square, four of a rectangle."""
    four = [board, reversed_rows(board), board[::-1], reversed_rows(board[::-1])]
    return four + [turned(image) for image in four] if len(board) == len(board[0]) else four


@cache
def best_from(board: Board) -> float:
    """What best play still scores on average, with a slide to come."""
    options = (points + after_slide(after) for after, points in slides(board).values())
    return max(options, default=0.0)


def after_slide(board: Board) -> float:
    """The same, with a tile to come."""
    return sum(p * best_from(min(images(after))) for *_, p, after in spawns(board))


def best_expected_score(rows: int, columns: int) -> float:
    """What best play scores on average from an empty board, where two tiles come first."""
    empty: Board = ((0,) * columns,) * rows
    return sum(p * after_slide(board) for *_, p, board in spawns(empty))
