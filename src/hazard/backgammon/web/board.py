"""A backgammon board that looks like one. Point 1 of the player at the bottom is at the lower right."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hazard.backgammon.positions import BAR, POINTS, START, Position
from hazard.language import ENGLISH, Speaker
from hazard.web.dice import die

_WIDE, _HIGH, _EDGE = 780, 580, 30
_POINT, _LEFT, _TALL, _DISC = 52, 30, 220, 23
_BAR_X = _LEFT + 6 * _POINT + 22
_OFF_X = _LEFT + 12 * _POINT + 80
OFF = 0
_MARK = "#56B4E9"
"""Of where a checker can go: blue, which everybody can tell from the wood."""
_SHOWN = 5
"""Discs that are drawn on one point; a number tells of more."""


@dataclass(frozen=True)
class Marks:
    """What is pointed out: where a checker can be taken from, where it can go, and which one is taken."""

    sources: Collection[int] = ()
    goals: Collection[int] = ()
    taken: int | None = None


def board(
    position: Position,
    dice: tuple[int, int] | None = None,
    marks: Marks | None = None,
    language: str = ENGLISH,
) -> str:
    """Return the board as SVG; ``position`` is seen by the player at the bottom, whose points are numbered.

    >>> from hazard.backgammon import START
    >>> picture = board(START, (3, 1), Marks(sources=[6, 8]))
    >>> picture.count('data-pick="point:'), picture.count('class="disc')
    (26, 30)
    """
    marks, say = marks or Marks(), Speaker("backgammon.web", language)
    parts = [
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="group" aria-label="{say("board")}">'
        f'<rect width="{_WIDE}" height="{_HIGH}" rx="10" fill="#5b3a1e"/>'
        f'<rect x="{_LEFT}" y="{_EDGE}" width="{6 * _POINT}" height="{_HIGH - 2 * _EDGE}" fill="#e9d9b6"/>'
        f'<rect x="{_LEFT + 6 * _POINT + 44}" y="{_EDGE}" width="{6 * _POINT}" '
        f'height="{_HIGH - 2 * _EDGE}" fill="#e9d9b6"/>'
    ]
    parts += [
        _triangle(point, point in marks.goals, point in marks.sources, say("point", number=point))
        for point in range(1, POINTS + 1)
    ]
    for point in range(1, POINTS + 1):
        parts.append(_stack(point, position.own[point - 1], True, point == marks.taken))
        parts.append(_stack(point, position.opponent[POINTS - point], False, False))
    parts.append(_bar(position, marks, say("bar")))
    parts.append(_off(position, OFF in marks.goals, say("off")))
    if dice is not None:
        middle = _LEFT + 9 * _POINT + 20
        parts.append(
            die(dice[0], 44, middle - 50, _HIGH / 2 - 22) + die(dice[1], 44, middle + 6, _HIGH / 2 - 22)
        )
    return "".join(parts) + "</svg>"


def _x(point: int) -> float:
    """Return the middle of a point: 1 to 12 along the bottom from the right, 13 to 24 along the top."""
    column = POINTS // 2 - point if point <= 12 else point - 13
    return _LEFT + column * _POINT + _POINT / 2 + (44 if column >= 6 else 0)


def _triangle(point: int, goal: bool, source: bool, name: str) -> str:
    x, low = _x(point), point <= 12
    base, tip = (_HIGH - _EDGE, _HIGH - _EDGE - _TALL) if low else (_EDGE, _EDGE + _TALL)
    fill = "#8c2f1b" if point % 2 else "#3d2b1f"
    label_y = _HIGH - 7 if low else 23
    glow = (
        f'<polygon points="{x - 26},{base} {x + 26},{base} {x},{tip}" fill="{_MARK}" stroke="#0b3a5a"/>'
        if goal
        else ""
    )
    ring = (
        f'<circle cx="{x}" cy="{label_y - 8}" r="14" fill="none" stroke="{_MARK}" stroke-width="2.5"/>'
        if source
        else ""
    )
    return (
        f'<g data-pick="point:{point}" tabindex="{0 if goal or source else -1}" role="button" '
        f'aria-label="{name}"><rect x="{x - 26}" y="{min(base, tip)}" width="52" height="{_TALL}" '
        f'fill="transparent"/><polygon points="{x - 26},{base} {x + 26},{base} {x},{tip}" fill="{fill}"/>'
        f'{glow}<text x="{x}" y="{label_y}" font-size="23" text-anchor="middle" fill="#f3e6cc">{point}</text>'
        f"{ring}</g>"
    )


def _disc(x: float, y: float, own: bool, text: str = "", taken: bool = False) -> str:
    fill, rim = ("#f7f3e8", "#8d8672") if own else ("#23272e", "#777")
    ring = ' stroke="#0072B2" stroke-width="6"' if taken else f' stroke="{rim}" stroke-width="2"'
    said = (
        f'<text x="{x}" y="{y + 6}" font-size="17" font-weight="700" text-anchor="middle" '
        f'fill="{"#222" if own else "#eee"}">{text}</text>'
        if text
        else ""
    )
    return f'<circle class="disc" cx="{x}" cy="{y}" r="{_DISC - 1}" fill="{fill}"{ring}/>{said}'


def _stack(point: int, count: int, own: bool, taken: bool) -> str:
    x, low = _x(point), point <= 12
    parts = []
    for place in range(min(count, _SHOWN)):
        step = _EDGE + _DISC + place * 2 * _DISC * 0.95
        y = _HIGH - step if low else step
        top = place == min(count, _SHOWN) - 1
        parts.append(_disc(x, y, own, str(count) if top and count > _SHOWN else "", taken and top))
    return f'<g pointer-events="none">{"".join(parts)}</g>'


def _bar(position: Position, marks: Marks, name: str) -> str:
    parts = [
        f'<g data-pick="point:{BAR}" tabindex="{0 if BAR in marks.sources else -1}" role="button" '
        f'aria-label="{name}"><rect x="{_LEFT + 6 * _POINT}" y="{_EDGE}" width="44" '
        f'height="{_HIGH - 2 * _EDGE}" fill="#4a2f18"/></g>'
    ]
    for own, count, y in (
        (True, position.own[-1], _HIGH / 2 + 60),
        (False, position.opponent[-1], _HIGH / 2 - 60),
    ):
        if count:
            taken = own and marks.taken == BAR
            parts.append(f'<g pointer-events="none">{_disc(_BAR_X, y, own, str(count), taken)}</g>')
    return "".join(parts)


def _off(position: Position, goal: bool, name: str) -> str:
    own, opponent = position.off
    glow = f' stroke="{_MARK}" stroke-width="4"' if goal else ""
    return (
        f'<g data-pick="point:{OFF}" tabindex="{0 if goal else -1}" role="button" aria-label="{name}">'
        f'<rect x="{_OFF_X - 22}" y="{_HIGH / 2 + 20}" width="44" height="{_HIGH / 2 - 20 - _EDGE}" '
        f'fill="#3a2412"{glow}/><text x="{_OFF_X}" y="{_HIGH - 50}" font-size="24" text-anchor="middle" '
        f'fill="#f7f3e8">{own}</text></g>'
        f'<rect x="{_OFF_X - 22}" y="{_EDGE}" width="44" height="{_HIGH / 2 - 20 - _EDGE}" fill="#3a2412"/>'
        f'<text x="{_OFF_X}" y="65" font-size="24" text-anchor="middle" fill="#aaa">{opponent}</text>'
    )


def cover() -> str:
    """Return the small picture of the first page."""
    return board(START, (3, 1))
