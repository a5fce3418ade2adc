"""The faces of a die, as SVG."""

from __future__ import annotations

_PIPS = {
    1: [(1, 1)], 2: [(0, 0), (2, 2)], 3: [(0, 0), (1, 1), (2, 2)], 4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)], 6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}  # fmt: skip


def die(face: int, size: int = 48, x: float = 0, y: float = 0, fill: str = "#fffdf5") -> str:
    """Return a die's face as a group of SVG.

    >>> die(5).count("<circle")
    5
    """
    pips = "".join(
        f'<circle cx="{x + size * (0.25 + 0.25 * i):.1f}" cy="{y + size * (0.25 + 0.25 * j):.1f}" '
        f'r="{size * 0.09:.1f}" fill="#222"/>'
        for i, j in _PIPS[face]
    )
    return (
        f'<g><rect x="{x}" y="{y}" width="{size}" height="{size}" rx="{size * 0.18:.1f}" fill="{fill}" '
        f'stroke="#555"/>{pips}</g>'
    )


def cover() -> str:
    """Return two dice, the small picture of Pig on the first page."""
    return f'<svg viewBox="-5 -5 115 60">{die(6)}{die(1, x=56)}</svg>'
