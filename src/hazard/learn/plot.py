"""A learning curve as a picture: SVG, no network, opens in any browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hazard.files import write_text
from hazard.learn.training import Measurement
from hazard.render.svg import escaped

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 76, 180, 44, 48
COLOURS = ("#3b528b", "#21918c", "#e07b00", "#8f2f6b")


def draw_curve(measurements: Sequence[Measurement], title: str) -> str:
    """Return the scores over the games played, a line for each opponent or measure.

    >>> points = [Measurement(100, 1.0, 0.1, {"plain": 0.2}), Measurement(200, 2.0, 0.1, {"plain": 0.4})]
    >>> draw_curve(points, "demo").count("<polyline")
    1
    """
    series: dict[str, list[tuple[float, float]]] = {}
    for found in measurements:
        for name, score in found.scores.items():
            series.setdefault(name, []).append((found.games, score))
    values = [score for points in series.values() for _, score in points] or [0.0, 1.0]
    most = max((found.games for found in measurements), default=1) or 1
    low, high = _nice_range(min(values), max(values))

    def place(games: float, score: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * games / most
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{escaped(title)}</text>',
    ]
    for step in range(5):
        score = low + (high - low) * step / 4
        x, y = place(0, score)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{_mark(score, high)}</text>')
        x, y = place(most * step / 4, low)
        parts.append(f'<text x="{x:.1f}" y="{y + 20:.1f}" text-anchor="middle">{most * step / 4:,.0f}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">games</text>')
    for colour, (name, points) in zip(COLOURS * (1 + len(series) // 4), series.items(), strict=False):
        line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = place(*points[-1])
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{escaped(name)}</text>')
    return "".join([*parts, "</svg>\n"])


def write_curve(measurements: Sequence[Measurement], title: str, path: Path) -> None:
    """Write the picture to a file."""
    write_text(path, draw_curve(measurements, title))


def _mark(score: float, highest: float) -> str:
    return f"{score:,.0f}" if highest >= 1000 else f"{score:.4g}"


def _nice_range(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    return low - room, high + room
