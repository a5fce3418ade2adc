"""Pictures of distributions: bars for the terminal, and SVG without a network or a library."""

from __future__ import annotations

from collections.abc import Mapping

from hazard._core import Distribution
from hazard.render.explain import bar
from hazard.render.svg import escaped
from hazard.text import shorten

MOST_ROWS = 40
MOST_BARS = 400
TAIL = 5e-5
"""What is less likely, at either end, is shown as one: it would round to nothing."""

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 52, 44
COLOURS = ("#3b6fb5", "#d1661b", "#21918c", "#8f2f6b", "#6a8f1f", "#8a5a2b")
_STYLE = """
.paper { fill: #fff; } text { fill: #1d2430; } .soft { fill: #5b6577; } .grid { stroke: #dfe4eb; }
@media (prefers-color-scheme: dark) {
.paper { fill: #12161d; } text { fill: #e8ecf3; } .soft { fill: #9aa6b8; } .grid { stroke: #2a3240; } }
"""

Bin = tuple[int, int, float]
"""The first value, the last, and the chance of one of them."""


def histogram(distribution: Distribution, width: int = 72) -> str:
    """Return a line for each value (or, of many, each range of values): its chance, and a bar.

    >>> from hazard.dice import roll
    >>> print(histogram(roll("2d4"), width=30))
    2    6.25 %  ████▎
    3   12.50 %  ████████▌
    4   18.75 %  ████████████▊
    5   25.00 %  █████████████████
    6   18.75 %  ████████████▊
    7   12.50 %  ████████▌
    8    6.25 %  ████▎
    """
    rows = bins(distribution, MOST_ROWS)
    names = [_name(distribution, low, high) for low, high, _ in rows]
    wide = max(map(len, names))
    room = max(4, width - wide - 12)
    most = max(chance for _, _, chance in rows)
    lines = [
        f"{name:>{wide}}  {_percent(chance)}  {bar(chance / most, room)}".rstrip()
        for name, (_, _, chance) in zip(names, rows, strict=True)
    ]
    return "\n".join(lines)


def beside(distributions: Mapping[str, Distribution], width: int = 100) -> str:
    """Return several histograms side by side, a line for each value, the bars all of one scale.

    >>> from hazard.dice import roll
    >>> print(beside({"1d4": roll("1d4"), "2d2": roll("2d2")}, width=50))
        1d4                     2d2
    1   25.00 %  ██████
    2   25.00 %  ██████         25.00 %  ██████
    3   25.00 %  ██████         50.00 %  ████████████
    4   25.00 %  ██████         25.00 %  ██████
    """
    low, high = _span(distributions)
    columns = [bins(distribution, MOST_ROWS, low, high) for distribution in distributions.values()]
    names = [str(a) if a == b else f"{a} to {b}" for a, b, _ in columns[0]]
    wide = max(map(len, names))
    cells = max(16, (width - wide) // len(columns))
    most = max(chance for rows in columns for _, _, chance in rows)
    heading = "".join(f"  {shorten(name, cells - 4):{cells - 2}}" for name in distributions)
    lines = [" " * (wide + 3) + heading.lstrip()]
    for index, name in enumerate(names):
        parts = []
        for rows in columns:
            chance = rows[index][2]
            shown = f"{_percent(chance)}  {bar(chance / most, cells - 12)}" if chance > 0 else ""
            parts.append(f"  {shown:{cells - 2}}")
        lines.append(f"{name:>{wide}}{''.join(parts)}".rstrip())
    return "\n".join(line.rstrip() for line in lines)


def _span(distributions: Mapping[str, Distribution]) -> tuple[int, int]:
    """Return the lowest and the highest value worth showing of any of them."""
    found = distributions.values()
    return min(d.quantile(TAIL) for d in found), max(d.quantile(1 - TAIL) for d in found)


def bins(distribution: Distribution, most: int, low: int | None = None, high: int | None = None) -> list[Bin]:
    """Return the chances of the values, joined to at most ``most`` ranges of one length.

    The tails that round to nothing are joined to the outermost ranges.
    """
    first = distribution.quantile(TAIL) if low is None else low
    last = distribution.quantile(1 - TAIL) if high is None else high
    step = max(1, -(-(last - first + 1) // most))
    found: list[Bin] = []
    for begin in range(first, last + 1, step):
        end = min(begin + step - 1, last)
        above = distribution.at_least(begin) if begin > first else 1.0
        beyond = distribution.at_least(end + 1) if end < last else 0.0
        found.append((begin, end, max(0.0, above - beyond)))
    return found


def _name(distribution: Distribution, low: int, high: int) -> str:
    """Return what a range is called; the outermost hold the tails that are cut off."""
    if low > distribution.low and distribution.at_most(low - 1) <= TAIL:
        return f"≤ {high}"
    if high < distribution.high and distribution.at_least(high + 1) <= TAIL:
        return f"≥ {low}"
    return str(low) if low == high else f"{low} to {high}"


def _percent(chance: float) -> str:
    return f"{100 * chance:6.2f} %"


def svg(distribution: Distribution, title: str = "") -> str:
    """Return one distribution as bars.

    >>> from hazard.dice import roll
    >>> svg(roll("2d6"), "2d6").count("<rect")  # eleven bars, and the paper
    12
    """
    return chart({title: distribution}, title)


def chart(distributions: Mapping[str, Distribution], title: str = "") -> str:
    """Return distributions as SVG: one as bars, several as steps of different colours on the same axes."""
    low, high = _span(distributions)
    shown = [bins(distribution, MOST_BARS, low, high) for distribution in distributions.values()]
    most = max(chance for rows in shown for _, _, chance in rows)
    across = (WIDTH - LEFT - RIGHT) / (high - low + 1)
    up = (HEIGHT - TOP - BOTTOM) / most

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13"><title>{escaped(title)}</title>',
        f'<style>{_STYLE}</style><rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
        f'<text x="{LEFT}" y="28" font-size="16">{escaped(title)}</text>',
        *_axes(low, high, most, across),
    ]
    for index, (name, rows) in enumerate(zip(distributions, shown, strict=True)):
        colour = COLOURS[index % len(COLOURS)]
        if len(shown) == 1:
            parts += _bars(rows, low, across, up, colour)
        else:
            parts.append(_steps(rows, low, across, up, colour))
            place = f'x="{WIDTH - RIGHT}" y="{TOP + 16 * index:g}" text-anchor="end"'
            parts.append(f'<text {place} style="fill:{colour}">{escaped(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _axes(low: int, high: int, most: float, across: float) -> list[str]:
    parts = []
    for step in range(5):
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * step / 4
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        label = f"{100 * most * step / 4:.3g} %"
        parts.append(f'<text class="soft" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    every = max(1, -(-(high - low + 1) // 12))
    for value in range(low, high + 1, every):
        x = LEFT + (value - low + 0.5) * across
        place = f'x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle"'
        parts.append(f'<text class="soft" {place}>{value}</text>')
    return parts


def _bars(rows: list[Bin], low: int, across: float, up: float, colour: str) -> list[str]:
    gap = min(2.0, across * 0.2)
    parts = []
    for begin, end, chance in rows:
        x, width, height = LEFT + (begin - low) * across, (end - begin + 1) * across - gap, chance * up
        name = str(begin) if begin == end else f"{begin} to {end}"
        parts.append(
            f'<rect x="{x + gap / 2:.2f}" y="{HEIGHT - BOTTOM - height:.2f}" width="{width:.2f}" '
            f'height="{height:.2f}" fill="{colour}"><title>{name}: {100 * chance:.3g} %</title></rect>'
        )
    return parts


def _steps(rows: list[Bin], low: int, across: float, up: float, colour: str) -> str:
    path = f"M{LEFT} {HEIGHT - BOTTOM}"
    for _, end, chance in rows:
        path += f"V{HEIGHT - BOTTOM - chance * up:.2f}H{LEFT + (end + 1 - low) * across:.2f}"
    return f'<path d="{path}V{HEIGHT - BOTTOM}" fill="none" stroke="{colour}" stroke-width="2"/>'
