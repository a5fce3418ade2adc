"""The board of Take It Easy as a picture: SVG, opens in any browser."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hazard.render.svg import escaped
from hazard.takeiteasy.board import HEIGHTS, HEX_NAMES, NO_TILE, NUMBERS, TILE_NAMES, write_board

SIDE = 44.0
"""Of a hex, in units of the picture."""

_COLOURS = {
    1: "#9aa5b1",
    5: "#2f9e8f",
    9: "#f2c230",
    2: "#e58fb1",
    6: "#c4372c",
    7: "#8db92e",
    3: "#4a7fc1",
    4: "#5bbcd6",
    8: "#e07b00",
}
_ANGLES = (90.0, 30.0, -30.0)
"""Of the bands of the three directions, clockwise from the right."""


def draw_svg(
    tiles: Sequence[int],
    said: Mapping[int, str] | None = None,
    *,
    best: int | None = None,
    heat: Mapping[int, float] | None = None,
) -> str:
    """Return the board as SVG; empty hexes show what is ``said`` of them, and ``best`` has a bold edge.

    ``heat`` colours empty hexes, from 0 (pale) to 1. Each hex is a group that a page can find by its name:
    ``data-pick="hex:c3"``.

    >>> picture = draw_svg([NO_TILE] * 19, {9: "+12.5"}, best=9)
    >>> picture.count("<polygon"), "+12.5" in picture
    (19, True)
    """
    across, down = 1.5 * SIDE, math.sqrt(3) * SIDE
    width, height = 2 * SIDE + 4 * across + 24, 5 * down + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        'font-family="system-ui, sans-serif" text-anchor="middle">',
        f"<title>{escaped(write_board(tiles))}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
    ]
    number = 0
    for column, hexes in enumerate(HEIGHTS):
        for row in range(hexes):
            x, y = 12 + SIDE + column * across, 12 + down * (row + (5 - hexes) / 2 + 0.5)
            words = (said or {}).get(number, HEX_NAMES[number])
            drawn = _hex(x, y, tiles[number], words, number == best, (heat or {}).get(number))
            name, empty = HEX_NAMES[number], tiles[number] == NO_TILE
            role = f'tabindex="0" role="button" aria-label="{name}"' if empty else ""
            parts.append(f'<g data-pick="hex:{name}" {role}>{drawn}</g>')
            number += 1
    return "".join([*parts, "</svg>\n"])


def tile_svg(tile: int) -> str:
    """Return one tile as SVG.

    >>> tile_svg(0).count("<path")
    3
    """
    side = f"{-SIDE:.0f} {-SIDE:.0f} {2 * SIDE:.0f} {2 * SIDE:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{side}" text-anchor="middle" '
        f'font-family="system-ui, sans-serif">{_hex(0, 0, tile, "", False)}</svg>'
    )


def _hex(x: float, y: float, tile: int, words: str, best: bool, heat: float | None = None) -> str:
    corners = " ".join(
        f"{x + 0.97 * SIDE * math.cos(math.radians(60 * k)):.1f},"
        f"{y + 0.97 * SIDE * math.sin(math.radians(60 * k)):.1f}"
        for k in range(6)
    )
    edge = 'stroke="#0072B2" stroke-width="5"' if best else 'stroke="#30363d" stroke-width="1.5"'
    if tile == NO_TILE:
        return (
            f'<polygon points="{corners}" fill="{_warmth(heat)}" {edge}/>'
            f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="15" fill="#222">{escaped(words)}</text>'
        )
    bands = "".join(_band(x, y, tile, direction) for direction in range(3))
    return f'<polygon points="{corners}" fill="#22272e" {edge}/>{bands}'


def _warmth(heat: float | None) -> str:
    """Pale to green, for how good a hex is."""
    if heat is None:
        return "#f4f1e8"
    mixed = (
        round(a + (b - a) * min(max(heat, 0.0), 1.0))
        for a, b in zip((244, 241, 232), (90, 190, 140), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _band(x: float, y: float, tile: int, direction: int) -> str:
    """One of the three stripes of a tile, with its number near the end where it comes in."""
    number = int(TILE_NAMES[tile][direction])
    thick = 7 + 3 * NUMBERS[direction].index(number)
    angle, reach = math.radians(_ANGLES[direction]), 0.78 * SIDE
    dx, dy = reach * math.cos(angle), reach * math.sin(angle)
    label = -1 if direction != 2 else 1
    tx, ty = x + label * 0.8 * dx, y + label * 0.8 * dy + 4.5
    return (
        f'<path d="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" stroke="{_COLOURS[number]}" '
        f'stroke-width="{thick}"/>'
        f'<text x="{tx:.1f}" y="{ty:.1f}" font-size="13" font-weight="bold" fill="#fff" stroke="#22272e" '
        f'stroke-width="2.5" paint-order="stroke">{number}</text>'
    )
