"""How values read: as a chance to win where the bounds are 0 and 1, as plain numbers elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hazard.decision import Decision, ValueKind
from hazard.game import Game
from hazard.language import ENGLISH, Speaker, number


@dataclass(frozen=True)
class Scale:
    """The unit, the number of decimals and the language that all values of one decision are shown in.

    >>> Scale(percent=True, decimals=1).value(0.7567), Scale(True, 1, "de").value(0.7567)
    ('75.7 %', '75,7 %')
    >>> Scale(percent=False, decimals=2).value(-3)
    '-3.00'
    """

    percent: bool = False
    decimals: int | None = 2
    """Digits after the point; None for numbers so large or small that four significant digits say more."""
    language: str = ENGLISH

    @property
    def say(self) -> Speaker:
        """Who says what stands beside the values."""
        return Speaker("render.told", self.language)

    def kind(self, kind: ValueKind) -> str:
        """Return the kind of a value, for a column.

        >>> Scale().kind("lower"), Scale(language="de").kind("estimate")
        ('at least', 'geschätzt')
        """
        return self.say(f"kind_{kind}")

    def value(self, value: float | None) -> str:
        """Return a value in words; what is not a number is ``unknown``."""
        text = self._number(value)
        return f"{text} %" if self.percent and text[-1].isdigit() else text

    def difference(self, difference: float) -> str:
        """Return a difference of two values; of two chances, in percentage points.

        >>> Scale(percent=True, decimals=1).difference(0.043)
        '4.3 points'
        """
        said = self._number(difference)
        return self.say("points", value=said) if self.percent else said

    def signed(self, difference: float) -> str:
        """Return a difference with its sign, without a unit.

        >>> Scale(percent=True, decimals=1).signed(0.043)
        '+4.3'
        """
        text = self._number(difference)
        return text if text.startswith("-") or not difference > 0 else f"+{text}"

    def bare(self, difference: float) -> str:
        """Return a difference without sign or unit, for a column that names them."""
        return self._number(difference)

    def compact(self, value: float | None) -> str:
        """Return a value in a few characters, to stand inside a node of a drawing.

        >>> Scale().compact(-1234567.8), Scale(percent=True).compact(0.756), Scale().compact(0.123456)
        ('-1.2e6', '75.6%', '0.12')
        """
        if value is None or math.isnan(value):
            return "?"
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        if self.percent:
            text = "0%" if value == 0.0 else "100%" if value == 1.0 else f"{100 * value:z.1f}%"
            return self._signs(text if len(text) <= 7 else _short(value))
        text = self._number(value)
        return text if len(text) <= 6 else self._signs(_short(value))

    def _signs(self, text: str) -> str:
        """Write a number that is made already as its language does."""
        return text.replace(".", number(0.5, ".1f", self.language)[1])

    def _number(self, value: float | None) -> str:
        if value is None or math.isnan(value):
            return self.say("unknown")
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        shown = 100 * value if self.percent else value
        if self.decimals is None:
            return number(shown + 0.0, ".4g", self.language)
        return number(shown, f"z.{self.decimals}f", self.language)


def _short(value: float) -> str:
    """At most seven characters: ``-12345``, ``0.0123``, ``-1.2e6``."""
    if 1e-3 <= abs(value) < 1e5:
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}" if value else "0"


def scale_of(decision: Decision, language: str = ENGLISH) -> Scale:
    """Choose the scale for ``decision``: enough decimals to tell its options apart, and no more.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> scale_of(hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=2)))
    Scale(percent=True, decimals=1, language='en')
    """
    gaps = [option.gap for option in decision.options]
    values = [option.value for option in decision.options]
    values += [outcome.value for option in decision.options for outcome in option.outcomes]
    values += [option.standard_error for option in decision.options if option.standard_error is not None]
    if bounds_of(decision.game) == (0.0, 1.0):
        return Scale(True, max(1, _telling([100 * gap for gap in gaps], most=4)), language)
    return Scale(False, _decimals(values, gaps), language)


def bounds_of(game: Game) -> tuple[float, float] | None:
    """Return the game's ``bounds``, or None where it states none.

    >>> from hazard.games import Pig
    >>> bounds_of(Pig())
    (0.0, 1.0)
    """
    bounds: Any = getattr(game, "bounds", None)
    if not callable(bounds):
        return None
    low, high = bounds()
    return float(low), float(high)


def _decimals(values: list[float], gaps: list[float]) -> int | None:
    finite = [abs(value) for value in values if math.isfinite(value)]
    largest = max(finite, default=0.0)
    if largest >= 1e9 or 0 < largest < 1e-4:
        return None
    if all(value == int(value) for value in finite):
        return 0
    return max(0, min(3, 3 - math.floor(math.log10(largest))), _telling(gaps, most=6))


def _telling(gaps: Iterable[float], most: int) -> int:
    """Decimals at which the smallest difference that is more than rounding still shows."""
    smallest = min((abs(gap) for gap in gaps if math.isfinite(gap) and abs(gap) > 1e-9), default=1.0)
    return max(0, min(most, math.ceil(-math.log10(smallest))))
