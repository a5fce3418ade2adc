"""How fast algorithms come to an equilibrium, as a picture: exploitability by iterations, logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from hazard.equilibrium.result import Point
from hazard.language import ENGLISH, phrase
from hazard.render.svg import escaped

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 110, 44, 48
COLOURS = ("#3b528b", "#21918c", "#e07b00", "#8f2f6b", "#5a7d2a", "#b3322e", "#777777")


def draw_convergence(histories: Mapping[str, Sequence[Point]], title: str, language: str = ENGLISH) -> str:
    """Return an SVG picture with a line for each algorithm, by the name it is given.

    >>> import hazard
    >>> from hazard.games import Kuhn
    >>> runs = {name: hazard.equilibrium(Kuhn(), algorithm=name, iterations=50) for name in ("cfr", "dcfr")}
    >>> drawn = draw_convergence({name: run.history for name, run in runs.items()}, "Kuhn poker")
    >>> drawn.count("<polyline")
    2
    """
    lines = {
        name: [
            (math.log10(point.iteration), math.log10(point.exploitability))
            for point in points
            if point.exploitability > 0
        ]
        for name, points in histories.items()
    }
    every = [at for points in lines.values() for at in points] or [(0.0, 0.0)]
    most = max(1, math.ceil(max(x for x, _ in every)))
    low, high = math.floor(min(y for _, y in every)), math.ceil(max(y for _, y in every))
    high = max(high, low + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * x / most
        return across, TOP + (HEIGHT - TOP - BOTTOM) * (high - y) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{escaped(title)}</text>',
        *_scales(place, most, low, high, phrase("render.told.iterations", language)),
    ]
    ends: list[float] = []
    for colour, (name, points) in zip(COLOURS * (1 + len(lines) // 7), lines.items(), strict=False):
        if not points:
            continue
        drawn = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = place(*points[-1])
        while any(abs(y - other) < 14 for other in ends):  # names stand below each other
            y += 14
        ends.append(y)
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{escaped(name)}</text>')
    return "".join([*parts, "</svg>\n"])


def _scales(
    place: Callable[[float, float], tuple[float, float]], most: int, low: int, high: int, across: str
) -> list[str]:
    parts = []
    for power in range(low, high + 1, max(1, (high - low) // 8)):
        x, y = place(0, power)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for power in range(most + 1):
        x, y = place(power, low)
        parts.append(f'<text x="{x:.1f}" y="{y + 20:.1f}" text-anchor="middle">{10**power:,}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escaped(across)}</text>')
    return parts
