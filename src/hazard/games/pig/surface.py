"""When to hold in Pig: the famous roll/hold surface (Neller and Presser 2004), as numbers, SVG or HTML.

For each pair of scores, the surface is the smallest turn total with which holding is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rich.console import Group
from rich.style import Style
from rich.text import Text

from hazard.errors import UserError
from hazard.files import write_text
from hazard.game import GameError
from hazard.games import Pig
from hazard.solving.solve import Solution

COLOURS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))
"""Dark to bright, evenly readable and safe for the colour-blind (viridis)."""
LARGEST = 250
"""Points a target may have for the surface to be drawn."""


@dataclass(frozen=True)
class Surface:
    """The least turn total to hold with: ``hold_at[mine][theirs]``, None where it cannot come to that."""

    title: str
    hold_at: tuple[tuple[int | None, ...], ...]

    @classmethod
    def of(cls, solution: Solution) -> Surface:
        """Read the surface off a solved Pig.

        >>> from hazard import solve
        >>> Surface.of(solve(Pig(target=40))).hold_at[0][0]
        18
        """
        game = solution.game
        assert isinstance(game, Pig)
        mine, theirs = game.targets[0], game.targets[1] if game.players == 2 else 1
        if max(mine, theirs) > LARGEST:
            raise UserError("pig.target_too_large_for_picture", found=max(mine, theirs), most=LARGEST)
        rows = tuple(tuple(_hold_at(game, solution, i, j) for j in range(theirs)) for i in range(mine))
        return cls(f"Pig to {mine}: hold with a turn total of at least ...", rows)

    @property
    def largest(self) -> int:
        """The largest turn total on the surface."""
        return max((total for row in self.hold_at for total in row if total is not None), default=1)

    def colour(self, total: int | None) -> tuple[int, int, int]:
        """Return the colour of a turn total; grey where there is none."""
        if total is None:
            return 128, 128, 128
        place = (total / self.largest) * (len(COLOURS) - 1)
        below = min(int(place), len(COLOURS) - 2)
        mix = place - below
        red, green, blue = (
            round(a + (b - a) * mix) for a, b in zip(COLOURS[below], COLOURS[below + 1], strict=True)
        )
        return red, green, blue

    def __rich__(self) -> Group:
        """Show every fifth score or so: numbers, on coloured ground where there are colours."""
        size, rivals = len(self.hold_at), len(self.hold_at[0])
        step, rival_step = max(1, -(-size // 20)), max(1, -(-rivals // 20))
        lines = [Text(self.title, style="bold")]
        for theirs in range(((rivals - 1) // rival_step) * rival_step, -1, -rival_step):
            line = Text(f"{theirs:>5} │")
            for mine in range(0, size, step):
                total = self.hold_at[mine][theirs]
                red, green, blue = self.colour(total)
                ink = "black" if red + green + blue > 330 else "white"
                style = Style(color=ink, bgcolor=f"rgb({red},{green},{blue})")
                line.append("  · " if total is None else f"{total:>3} ", style)
            lines.append(line)
        mine_axis = "".join(f"{mine:>3} " for mine in range(0, size, step))
        lines += [Text("      └" + "─" * len(mine_axis)), Text("       " + mine_axis)]
        lines.append(Text("up: the other's score   across: mine"))
        return Group(*lines)

    def write(self, path: Path) -> None:
        """Write the surface as .svg, or inside a page as .html."""
        text = self.svg()
        if path.suffix.lower() == ".html":
            head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{self.title}</title>'
            text = f'{head}<body style="margin:2em;font-family:sans-serif">{text}</body></html>\n'
        write_text(path, text)

    def svg(self) -> str:
        """Return the surface as SVG: one path for each turn total, a stroke for each run of equal cells."""
        cell, left, top = 6, 60, 50
        size, rivals = len(self.hold_at), len(self.hold_at[0])
        width, height = left + cell * size + 110, top + cell * max(rivals, 20) + 60
        bottom = top + cell * rivals
        # A cell is one unit wide and high, scores count from the bottom left, and a stroke runs through the
        # middle of its row.
        cells = f"translate({left} {bottom - cell // 2}) scale({cell} {-cell})"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
                f'<rect width="{width}" height="{height}" fill="white"/>',
                f'<text x="{left}" y="26" font-size="16">{self.title}</text>',
                f'<g transform="{cells}" shape-rendering="crispEdges">',
                *self._paths(),
                "</g>",
                *self._axes(cell, left, bottom),
                *self._legend(left + cell * size + 30, top),
                "</svg>\n",
            ]
        )

    def _paths(self) -> list[str]:
        """Draw the cells: equal neighbours in a row are one stroke, equal totals one path with its words."""
        strokes: dict[int | None, str] = {}
        for theirs in range(len(self.hold_at[0])):
            first = 0
            for total, run in groupby(row[theirs] for row in self.hold_at):
                length = len(list(run))
                strokes[total] = strokes.get(total, "") + f"M{first} {theirs}h{length}"
                first += length
        return [
            f'<path stroke="rgb{self.colour(total)}" d="{drawn}"><title>{_hover(total)}</title></path>'
            for total, drawn in strokes.items()
        ]

    def _axes(self, cell: int, left: int, bottom: int) -> list[str]:
        size, rivals = len(self.hold_at), len(self.hold_at[0])
        step = 10 if size > 20 else 1
        parts = [
            f'<text x="{left + cell * mine}" y="{bottom + 16}" text-anchor="middle">{mine}</text>'
            for mine in range(0, size + 1, step)
        ]
        parts += [
            f'<text x="{left - 6}" y="{bottom - cell * theirs + 4}" text-anchor="end">{theirs}</text>'
            for theirs in range(0, rivals + 1, step)
        ]
        parts.append(
            f'<text x="{left + cell * size / 2}" y="{bottom + 36}" text-anchor="middle">my score</text>'
        )
        middle = bottom - cell * rivals / 2
        parts.append(
            f'<text x="18" y="{middle}" text-anchor="middle" transform="rotate(-90 18 {middle})">'
            "their score</text>"
        )
        return parts

    def _legend(self, x: int, top: int) -> list[str]:
        steps = sorted({round(self.largest * part / 8) for part in range(9)})
        return [
            f'<rect x="{x}" y="{top + 18 * place}" width="18" height="18" fill="rgb{self.colour(total)}"/>'
            f'<text x="{x + 26}" y="{top + 18 * place + 13}">{total}</text>'
            for place, total in enumerate(reversed(steps))
        ]


def _hold_at(game: Pig, solution: Solution, mine: int, theirs: int) -> int | None:
    """Return the least turn total with which holding is best; the target where it never is."""
    seen = False
    for total in range(game.targets[0] - mine):
        try:
            action = solution.action(game.parse(f"{mine} {theirs} {total}"))
        except GameError:  # nobody has a score or a turn total of 1
            continue
        if action is Pig.HOLD:
            return total
        seen = True
    return game.targets[0] - mine if seen else None


def _hover(total: int | None) -> str:
    return "cannot happen" if total is None else f"hold at {total}"
