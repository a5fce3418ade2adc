"""How likely each final result is when everybody's policy is known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import numpy as np
from rich.text import Text

from hazard.game import Game, State
from hazard.policies.against import draws_only, wrapped
from hazard.policies.chain import Flow, Numbers, TooManyStatesError, flow, list_chain
from hazard.policies.evaluate import GAMES, MOST_STATES, both_sides, limit_states, play_outs
from hazard.policies.totals import digits_for, reaching
from hazard.render.explain import bar
from hazard.search import SettingError
from hazard.solving.solve import Progress

_MOST_ROWS = 24


@dataclass(frozen=True, eq=False, repr=False)
class ResultDistribution:
    """The final results of a game, lowest first, with their probabilities.

    A result is the sum of all rewards and what the end is worth, for MAX.
    """

    kind: Literal["exact", "estimate"]
    """Computed from every state, or counted in games played out."""
    values: Numbers
    chances: Numbers
    remaining: float = 0.0
    """Exact: the probability of play that had come to no end when the count was stopped."""
    endless: float = 0.0
    """Exact: the probability of play without end; its result are the rewards it collects."""
    games: int = 0
    """How many games were played; 0 where it is exact."""

    @property
    def mean(self) -> float:
        """The mean result, of all play that has come to one."""
        return float(np.dot(self.values, self.chances) / self.chances.sum())

    @property
    def deviation(self) -> float:
        """The standard deviation of the result."""
        off = self.values - self.mean
        return math.sqrt(float(np.dot(off * off, self.chances) / self.chances.sum()))

    def items(self) -> Iterator[tuple[float, float]]:
        """Go through the results with their probabilities, lowest first."""
        return zip(self.values.tolist(), self.chances.tolist(), strict=True)

    def at_least(self, result: float) -> float:
        """Return the probability of ``result`` or more."""
        if not isinstance(result, int | float) or math.isnan(result):
            raise SettingError("policy.result_is_no_number", found=result)
        return float(self.chances[self.values >= reaching(result)].sum())

    def quantile(self, share: float) -> float:
        """Return the lowest result that is not exceeded with probability ``share``."""
        if not 0 <= share <= 1:
            raise SettingError("policy.share_out_of_range", share=share)
        reached = np.cumsum(self.chances) / self.chances.sum()
        place = int(np.searchsorted(reached, share - 1e-12))
        return float(self.values[min(place, len(self.values) - 1)])

    def cvar(self, share: float) -> float:
        """Return the mean of the worst ``share`` of results (conditional value at risk)."""
        if not 0 < share <= 1:
            raise SettingError("policy.share_not_above_zero", share=share)
        threshold = self.quantile(share)
        short = np.maximum(0.0, threshold - self.values)
        return threshold - float(np.dot(short, self.chances) / self.chances.sum()) / share

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "kind": self.kind,
            "mean": self.mean,
            "deviation": self.deviation,
            "quantiles": {f"{share:g}": self.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)},
            "remaining": self.remaining,
            "endless": self.endless,
            "games": self.games,
            "results": [[value, chance] for value, chance in self.items()],
        }

    def plot(self, width: int = 72) -> str:
        """Return a line for each result (or, of many, each range of results): its chance, and a bar."""
        rows = self._rows()
        wide = max(len(name) for name, _ in rows)
        most = max(chance for _, chance in rows)
        room = max(4, width - wide - 13)
        lines = [
            f"{name:>{wide}}  {100 * chance:6.2f} %  {bar(chance / most, room)}".rstrip()
            for name, chance in rows
        ]
        return "\n".join(lines)

    def _rows(self) -> list[tuple[str, float]]:
        if len(self.values) <= _MOST_ROWS:
            return [(f"{value:g}", chance) for value, chance in self.items()]
        edges = np.linspace(self.quantile(0.001), self.quantile(0.999), _MOST_ROWS + 1)
        if self._whole():
            step = max(1, math.ceil((edges[-1] - edges[0] + 1) / _MOST_ROWS))
            edges = np.arange(edges[0], edges[-1] + step + 1, step)
        place = np.clip(np.searchsorted(edges, self.values, "right") - 1, 0, len(edges) - 2)
        chances = np.bincount(place, self.chances, minlength=len(edges) - 1)
        last = len(chances) - 1
        return [(self._range(edges, row, last), float(chance)) for row, chance in enumerate(chances)]

    def _range(self, edges: Numbers, row: int, last: int) -> str:
        """Name a range of results; the outermost hold the tails."""
        if row == 0:
            return f"< {edges[1]:.6g}"
        if row == last:
            return f"≥ {edges[row]:.6g}"
        if not self._whole():
            return f"{edges[row]:.6g} to {edges[row + 1]:.6g}"
        low, high = edges[row], edges[row + 1] - 1
        return f"{low:.6g}" if low == high else f"{low:.6g} to {high:.6g}"

    def _whole(self) -> bool:
        return bool(np.all(self.values == np.round(self.values)))

    def __str__(self) -> str:
        """Say the mean, the spread, and how it is known."""
        half = f"half of the games {self.quantile(0.25):g} to {self.quantile(0.75):g}"
        known = "exact" if self.kind == "exact" else f"estimate from {self.games:,} games"
        said = f"mean {self.mean:.6g}, deviation {self.deviation:.4g}, {half} ({known})"
        if self.endless > 1e-9:
            said += f"; {100 * self.endless:.4g} % of play never ends"
        return said if self.remaining < 1e-9 else f"{said}; {self.remaining:.1e} had not ended"

    def __repr__(self) -> str:
        """Say the same in brackets."""
        return f"<ResultDistribution: {self}>"

    def __rich__(self) -> Text:
        """Show the summary and the bars on a rich console."""
        return Text(f"{self}\n\n{self.plot()}", no_wrap=True)

    def _repr_html_(self) -> str:
        """Show the same in a notebook."""
        rows, most = self._rows(), max(chance for _, chance in self._rows())
        cells = "".join(
            f'<tr><td style="text-align:right">{escape(name)}</td>'
            f'<td style="text-align:right">{100 * chance:.2f} %</td>'
            f'<td style="text-align:left"><div style="background:#3b6fb5;height:0.8em;'
            f'width:{240 * chance / most:.1f}px"></div></td></tr>'
            for name, chance in rows
        )
        return f"<table><caption>{escape(str(self))}</caption>{cells}</table>"


def distribution(
    game: Game,
    max: Any = None,
    min: Any = None,
    state: State = None,
    *,
    games: int | None = None,
    seed: int = 0,
    max_states: int = MOST_STATES,
    progress: Progress | None = None,
) -> ResultDistribution:
    """Return the probability of each final result of two policies, from ``state`` (by default the start).

    It is exact for a finite game. With cycles, the probabilities are followed until less than 1e-12 is left.
    A game with more than ``max_states`` states, or whose outcomes can only be sampled, is played out 1,000
    times. ``games`` always plays this many games instead.

    >>> from hazard.games import Pig
    >>> turns = distribution(Pig(target=2, die=(0, 1), players=1), max=lambda state: Pig.ROLL)
    >>> [(round(-result), round(chance, 4)) for result, chance in turns.items() if chance > 0.11]
    [(3, 0.1406), (2, 0.1875), (1, 0.25)]
    """
    sides = both_sides(game, max, min)
    start = game.start() if state is None else state
    if games is None and not draws_only(game):
        try:
            meeting = wrapped(game, sides)
            limit_states(meeting, max_states)
            chain = list_chain(meeting, meeting.at(start), max_states, progress)
            return _of_flow(flow(chain, max_states, progress))
        except TooManyStatesError:
            pass
    result = play_outs(game, sides, start, GAMES if games is None else games, seed, progress)
    digits = digits_for(float(np.abs(result.scores).max(initial=0.0)))
    values, counts = np.unique(np.round(result.scores, digits) + 0.0, return_counts=True)
    return ResultDistribution("estimate", values, counts / result.games, games=result.games)


def _of_flow(found: Flow) -> ResultDistribution:
    return ResultDistribution("exact", found.values, found.chances, found.remaining, found.endless)
