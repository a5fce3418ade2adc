"""A forecast as a picture: SVG, no network, opens in any browser, light or dark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hazard.files import write_text
from hazard.fivee.forecasts.forecast import Chance, Forecast
from hazard.fivee.rules.fight import names_of
from hazard.language import ENGLISH, Speaker
from hazard.render.svg import escaped

WIDTH, PANEL, GAP = 720, 250, 64
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 64, 40
SIDES = (("party", "#3b6fb5"), ("monsters", "#d1661b"))
_STYLE = """
.paper { fill: #fff; } text { fill: #1d2430; } .soft { fill: #5b6577; } .grid { stroke: #dfe4eb; }
@media (prefers-color-scheme: dark) {
.paper { fill: #12161d; } text { fill: #e8ecf3; } .soft { fill: #9aa6b8; } .grid { stroke: #2a3240; } }
"""


def draw_forecast(found: Forecast, language: str = ENGLISH) -> str:
    """Return three panels: hit points over time by side, by character, and how many rounds it takes.

    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.forecasts.forecast import forecast
    >>> from hazard.fivee.content.library import encounters
    >>> picture = draw_forecast(forecast(Fight(encounters()["wolves-in-a-blizzard"]), fights=20))
    >>> picture.startswith("<svg") and picture.endswith("</svg>\\n")
    True
    """
    say = Speaker("fivee.plot", language)
    shown = dict(zip((f.name for f in found.fight.fighters), names_of(found.fight, language), strict=True))
    characters = [outlook.name for outlook in found.characters]
    rows = -(-len(characters) // 2)
    small = 130
    height = TOP + PANEL + GAP + rows * (small + GAP) + PANEL // 2 + BOTTOM + 8
    win, tpk = (_chance(chance, say) for chance in (found.win, found.total_party_kill))
    title = say("title", name=found.fight.encounter.called(language), win=win, tpk=tpk)
    about = say("about", fights=found.fights)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13"><title>{escaped(title)}</title>',
        f'<style>{_STYLE}</style><rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{escaped(title)}</text>',
        f'<text class="soft" x="{LEFT}" y="46">{escaped(about)}</text>',
    ]
    whole = _Panel(LEFT, TOP, WIDTH - LEFT - RIGHT, PANEL)
    most = max(float(found.bands(side).max()) for side, _ in SIDES)
    parts += whole.axes(found.rounds_shown, most)
    for index, (side, colour) in enumerate(SIDES):
        parts += whole.band(found.bands(side), most, colour)
        place = f'x="{WIDTH - RIGHT}" y="{TOP + 14 + 16 * index}" text-anchor="end"'
        parts.append(f'<text {place} style="fill:{colour}">{say(side)}</text>')
    half = (WIDTH - LEFT - RIGHT - GAP) // 2
    for number, name in enumerate(characters):
        x, y = LEFT + number % 2 * (half + GAP), TOP + PANEL + GAP + number // 2 * (small + GAP)
        parts += _character(found, name, shown[name], _Panel(x, y, half, small), say)
    y = TOP + PANEL + GAP + rows * (small + GAP)
    parts += _histogram(found.rounds, _Panel(LEFT, y, WIDTH - LEFT - RIGHT, PANEL // 2), say("rounds"))
    return "\n".join([*parts, "</svg>\n"])


def write_forecast(found: Forecast, path: Path, language: str = ENGLISH) -> None:
    """Write the picture to a file."""
    write_text(path, draw_forecast(found, language))


def _chance(chance: Chance, say: Speaker) -> str:
    return say("chance", share=100 * chance.share, low=100 * chance.low, high=100 * chance.high)


class _Panel:
    """A part of the picture with axes of its own: rounds across, hit points up."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height

    def place(self, across: float, up: float) -> tuple[float, float]:
        """Return where a point is, both given from 0 to 1."""
        return self.x + self.width * across, self.y + self.height * (1 - up)

    def axes(self, rounds: int, most: float) -> list[str]:
        parts = []
        for step in range(3):
            x, y = self.place(0, step / 2)
            parts.append(f'<path class="grid" d="M{x:.1f} {y:.1f}h{self.width}"/>')
            label = f"{most * step / 2:.0f}"
            parts.append(
                f'<text class="soft" x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
            )
        for moment in range(0, rounds + 1, max(1, -(-rounds // 10))):
            x, y = self.place(moment / rounds, 0)
            parts.append(
                f'<text class="soft" x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{moment}</text>'
            )
        return parts

    def band(self, bands: NDArray[np.float64], most: float, colour: str) -> list[str]:
        """Draw percentiles: the outer and inner ones as areas, the median as a line."""
        parts = []
        for low, high, opacity in ((0, 4, 0.15), (1, 3, 0.3)):
            around = [*self._points(bands[low], most), *reversed(self._points(bands[high], most))]
            corners = " ".join(around)
            parts.append(f'<polygon points="{corners}" fill="{colour}" opacity="{opacity}"/>')
        line = " ".join(self._points(bands[2], most))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        return parts

    def _points(self, values: Sequence[float] | NDArray[np.float64], most: float) -> list[str]:
        last = max(1, len(values) - 1)
        places = (self.place(i / last, float(value) / most) for i, value in enumerate(values))
        return [f"{x:.1f},{y:.1f}" for x, y in places]


def _character(found: Forecast, name: str, shown: str, panel: _Panel, say: Speaker) -> list[str]:
    bands = found.bands(name)
    outlook = next(outlook for outlook in found.outlooks if outlook.name == name)
    most = max(1.0, float(bands.max()))
    drops, dies = 100 * outlook.drops.share, 100 * outlook.dies.share
    told = say("character", name=shown, drops=drops, dies=dies)
    return [
        f'<text x="{panel.x}" y="{panel.y - 12}">{escaped(told)}</text>',
        *panel.axes(found.rounds_shown, most),
        *panel.band(bands, most, SIDES[0][1]),
    ]


def _histogram(chances: NDArray[np.float64], panel: _Panel, heading: str) -> list[str]:
    shown = [n for n in range(len(chances)) if chances[n] >= 0.0005]
    first, last = shown[0], shown[-1]
    most = float(chances.max())
    wide = panel.width / (last - first + 1)
    parts = [f'<text x="{panel.x}" y="{panel.y - 12}">{heading}</text>']
    for n in range(first, last + 1):
        x, y = panel.x + (n - first) * wide, panel.place(0, float(chances[n]) / most)[1]
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}" '
            f'height="{panel.y + panel.height - y:.1f}" fill="#21918c">'
            f"<title>{n}: {100 * chances[n]:.3g} %</title></rect>"
        )
        if (n - first) % max(1, -(-(last - first + 1) // 16)) == 0:
            place = f'x="{x + wide / 2:.1f}" y="{panel.y + panel.height + 18}" text-anchor="middle"'
            parts.append(f'<text class="soft" {place}>{n}</text>')
    return parts
