"""The battle map: ground, reach, areas and tokens with their hit points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hazard.render.svg import escaped

CELL = 40
Cell = tuple[int, int]


@dataclass(frozen=True)
class Token:
    """Somebody on the map."""

    number: int
    name: str
    letters: str
    side: str
    """``party`` or ``monsters``."""
    at: Cell
    cells: int = 1
    share: float | None = 1.0
    """Of its hit points; None: nobody is told."""
    points: str = ""
    notes: str = ""
    active: bool = False
    fallen: bool = False


def battle_map(
    ground: Sequence[str],
    tokens: Sequence[Token],
    *,
    reach: Collection[Cell] = (),
    area: Collection[Cell] = (),
    chosen: int | None = None,
    label: str = "map",
) -> str:
    """Return the map as SVG. Row 1 is at the top, column a on the left, as in the words of a plan.

    >>> picture = battle_map(["..", ".#"], [Token(0, "Ogre <x>", "Og", "monsters", (0, 0))])
    >>> "Ogre &lt;x&gt;" in picture, picture.count("<rect")
    (True, 7)
    """
    width, height = len(ground[0]) * CELL, len(ground) * CELL
    edge = CELL * 0.6
    parts = [
        f'<svg viewBox="{-edge} {-edge} {width + edge} {height + edge}" role="group" '
        f'aria-label="{escaped(label)}" style="user-select:none;--columns:{len(ground[0])}">'
    ]
    for y, row in enumerate(ground):
        parts.append(_label(-edge / 2, y * CELL + CELL * 0.6, str(y + 1)))
        parts += [_cell(x, y, kind, (x, y) in reach, (x, y) in area) for x, kind in enumerate(row)]
    parts += [_label(x * CELL + CELL / 2, -edge * 0.3, column_name(x)) for x in range(len(ground[0]))]
    parts += [_token(token, token.number == chosen) for token in sorted(tokens, key=lambda t: not t.fallen)]
    return "".join(parts) + "</svg>"


def column_name(x: int) -> str:
    """Return a column's letters.

    >>> column_name(0), column_name(27)
    ('a', 'ab')
    """
    return (chr(ord("a") + x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="16" text-anchor="middle" fill="var(--soft)">{text}</text>'


def _cell(x: int, y: int, kind: str, in_reach: bool, in_area: bool) -> str:
    place = f'x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}"'
    fill = {"#": "#5b5b63", "~": "var(--wash)"}.get(kind, "var(--paper)")
    parts = [
        f'<rect {place} fill="{fill}" stroke="var(--line)" data-cell="{x},{y}" data-pick="cell:{x},{y}"/>'
    ]
    if kind == "~":
        middle = f"{x * CELL + CELL / 2}"
        parts.append(
            f'<text x="{middle}" y="{y * CELL + CELL * 0.7}" font-size="22" text-anchor="middle" '
            f'fill="var(--warn-ink)" pointer-events="none" aria-hidden="true">≈</text>'
        )
    if in_reach:
        parts.append(f'<rect {place} fill="var(--good)" opacity=".18" pointer-events="none"/>')
    if in_area:
        parts.append(
            f'<rect {place} fill="var(--warn)" opacity=".4" stroke="var(--warn)" pointer-events="none"/>'
        )
    return "".join(parts)


def _token(token: Token, chosen: bool) -> str:
    x, y = token.at[0] * CELL, token.at[1] * CELL
    size = token.cells * CELL
    middle, radius = size / 2, size / 2 - 3
    letters = 9 + 8 * token.cells
    colour, ink = f"var(--{token.side})", f"var(--on-{token.side})"
    ring = "var(--ink)" if chosen else "var(--active)" if token.active else "none"
    if token.fallen:  # an outline with a cross in it
        colour, ink, ring = "var(--wash)", "var(--ink)", "var(--ink)" if chosen else colour
    told = ", ".join(filter(None, [token.name, token.points, token.notes]))
    shape = (
        f'<circle cx="{middle}" cy="{middle}" r="{radius}"'
        if token.side == "party"  # the sides differ in shape as well as in colour
        else f'<rect x="3" y="3" width="{size - 6}" height="{size - 6}" rx="6"'
    )
    parts = [
        f'<g transform="translate({x} {y})" data-pick="token:{token.number}" data-drag="{token.number}" '
        f'data-cell="{token.at[0]},{token.at[1]}" tabindex="0" role="button" aria-label="{escaped(told)}">'
        f"<title>{escaped(told)}</title>",
        f'{shape} fill="{colour}" stroke="{ring}" stroke-width="{2 if token.fallen else 4}"/>',
    ]
    if token.active and not chosen and not token.fallen:  # a dark line around the light one
        around = shape.replace(f'r="{radius}"', f'r="{radius + 2}"').replace(
            f'x="3" y="3" width="{size - 6}" height="{size - 6}"',
            f'x="1" y="1" width="{size - 2}" height="{size - 2}"',
        )
        parts.append(f'{around} fill="none" stroke="var(--ink)" stroke-width="1.5"/>')
    if token.fallen:
        low, high = size * 0.2, size * 0.8
        cross = f"M{low} {low} L{high} {high} M{high} {low} L{low} {high}"
        parts.append(f'<path d="{cross}" stroke="var(--line)" stroke-width="3"/>')
    parts.append(
        f'<text x="{middle}" y="{middle + letters * 0.36:.0f}" font-size="{letters}" '
        f'font-weight="700" text-anchor="middle" fill="{ink}" pointer-events="none">'
        f"{escaped(token.letters)}</text>"
    )
    if token.share is not None:
        parts.append(_bar(token.share, size))
    if token.notes:
        parts.append(f'<circle cx="{size - 7}" cy="7" r="6" fill="var(--warn)" stroke="var(--paper)"/>')
    return "".join(parts) + "</g>"


def _bar(share: float, size: float) -> str:
    width = size - 10
    full = max(0.0, min(1.0, share)) * width
    return (
        f'<rect x="5" y="{size - 10}" width="{width}" height="5" fill="#000" opacity=".45"/>'
        f'<rect x="5" y="{size - 10}" width="{full:.1f}" height="5" fill="#7CFC9A"/>'
    )


def cover() -> str:
    """Return the small picture of the first page."""
    ground = ["........", "..#.....", "..#..~~.", "......~."]
    people = [
        Token(0, "Fighter", "Fi", "party", (1, 1)),
        Token(1, "Wizard", "Wi", "party", (0, 3), share=0.4),
        Token(2, "Ogre", "Og", "monsters", (4, 0), 2, 0.7, active=True),
        Token(3, "Goblin", "Go", "monsters", (6, 3), share=1.0),
    ]
    return battle_map(ground, people, area=[(3, 2), (3, 3), (2, 3)])
