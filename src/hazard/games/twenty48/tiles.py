"""2048's board, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

_CELL = 100
_COLOURS = {
    0: ("var(--wash)", "var(--ink)"), 2: ("#eee4da", "#333"), 4: ("#ede0c8", "#333"), 8: ("#f2b179", "#222"),
    16: ("#f59563", "#222"), 32: ("#f67c5f", "#222"), 64: ("#d9502f", "#fff"), 128: ("#edcf72", "#222"),
    256: ("#e5c04b", "#222"), 512: ("#d4a928", "#222"), 1024: ("#56B4E9", "#111"), 2048: ("#0072B2", "#fff"),
    4096: ("#009E73", "#fff"), 8192: ("#00664a", "#fff"), 16384: ("#7a3b8f", "#fff"),
    32768: ("#3a1d47", "#fff"), 65536: ("#1d1226", "#fff"), 131072: ("#000", "#ffd75e"),
}  # fmt: skip


def tiles(board: Sequence[Sequence[int]], label: str = "board") -> str:
    """Return the board as SVG; 0 is an empty cell.

    >>> ">2048<" in tiles([[2048, 0]])
    True
    """
    height, width = len(board) * _CELL, len(board[0]) * _CELL
    parts = [f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">']
    for y, row in enumerate(board):
        for x, tile in enumerate(row):
            fill, ink = _COLOURS[tile]
            place = f'x="{x * _CELL + 5}" y="{y * _CELL + 5}" width="{_CELL - 10}" height="{_CELL - 10}"'
            parts.append(f'<rect {place} rx="8" fill="{fill}"/>')
            if tile:
                size = {1: 46, 2: 42, 3: 36, 4: 30, 5: 25}.get(len(str(tile)), 22)
                parts.append(
                    f'<text x="{x * _CELL + 50}" y="{y * _CELL + 50 + size * 0.36:.0f}" text-anchor="middle" '
                    f'font-size="{size}" font-weight="700" fill="{ink}">{tile}</text>'
                )
    return "".join(parts) + "</svg>"


def cover() -> str:
    """Return the small picture of the first page."""
    return tiles([[2, 16, 128, 2048], [0, 4, 32, 512], [0, 2, 8, 64], [0, 0, 4, 2]])
