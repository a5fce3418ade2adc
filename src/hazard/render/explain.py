"""A decision as text for a person: in colour on a terminal, plain where it is piped."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hazard.decision import Decision, Option, OutcomeValue
from hazard.game import Turn
from hazard.language import ENGLISH
from hazard.limits import remarks, value_unknown
from hazard.render import sentences
from hazard.render.scale import Scale, scale_of
from hazard.search import SettingError
from hazard.text import shorten

PLAIN_WIDTH = 80
LEAST_WIDTH = 20
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def explain(
    decision: Decision,
    *,
    console: Console | None = None,
    width: int | None = None,
    options: int = 8,
    language: str = ENGLISH,
) -> str:
    """Return ``decision`` in words, without escape codes; with a ``console``, also print it there in colour.

    Args:
        decision: what to explain.
        console: where to print as well, for example ``rich.console.Console()``.
        width: columns of the returned text, by default 80.
        options: rows to show at most, of actions and of outcomes alike.
        language: the language of the words, such as ``"de"``.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=3))
    >>> print(explain(decision).splitlines()[0])  # doctest: +ELLIPSIS
    roll: ... % chance to win (estimate)
    """
    for name, found, least in (("width", width, LEAST_WIDTH), ("options", options, 1)):
        if found is not None and (not isinstance(found, int) or found < least):
            raise SettingError("render.setting_too_small", name=name, found=found, least=least)
    explanation = Explanation(decision, options, language)
    if console is not None:
        console.print(explanation)
    page = io.StringIO()
    plain = Console(
        file=page,
        width=width or PLAIN_WIDTH,
        color_system=None,
        force_terminal=False,
        force_jupyter=False,
        legacy_windows=False,
        _environ={},
    )
    plain.print(explanation)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()).strip("\n")


@dataclass(frozen=True)
class Explanation:
    """A decision as a rich renderable that fits itself to the width of the console."""

    decision: Decision
    rows: int = 8
    language: str = ENGLISH

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the headline, the options, the outcomes, the line and the statistics."""
        decision, scale = self.decision, scale_of(self.decision, self.language)
        say = scale.say
        words_width = max(6, min(40, options.max_width // 3))
        bar_width = max(0, min(20, (options.max_width - words_width - 36) // 2 * 2))
        look = _Look(scale, words_width, bar_width if bar_width >= 6 else 0, self.rows)
        yield Text(sentences.headline(decision, scale), style="bold green")
        yield Text(sentences.situation(decision, scale))
        yield Text(sentences.comparison(decision, scale))
        if said := sentences.unfinished(decision, scale):
            yield Text(said)
        for remark in remarks(decision, self.language):
            yield Text(remark)
        yield _section(say("options"), options_table(decision, look))
        if decision.best.outcomes:
            action = shorten(decision.best.told(self.language), words_width)
            yield _section(say("can_happen", action=action), outcomes_table(decision, look))
        plan = sentences.plan_steps(decision, scale)
        if plan:
            yield _section(say("plan"), Group(*(Text(step) for step in plan)))
        elif decision.line:
            yield _section(say("principal_variation"), Text(sentences.principal_line(decision, scale)))
        yield Text("")
        yield Text(sentences.statistics_line(decision, scale), style="dim")


@dataclass(frozen=True)
class _Look:
    scale: Scale
    words: int
    bar: int
    rows: int


def _section(title: str, body: RenderableType) -> Group:
    return Group(Text(""), Text(title, style="bold"), Padding(body, (0, 0, 0, 2)))


def _table(look: _Look, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=look.words)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def options_table(decision: Decision, look: _Look) -> Table:
    """Return the ranked options with value, gap, kind, share of the visits and a bar."""
    visits = sum(option.visits for option in decision.options)
    say, language = look.scale.say, look.scale.language
    columns = ["column_value", "column_behind", *(["column_visits"] if visits else [])]
    table = _table(look, *map(say, columns))
    table.add_column("", no_wrap=True)
    if look.bar:
        table.add_column("", no_wrap=True)
    shown, unknown = decision.options[: look.rows], value_unknown(decision)
    for option in shown:
        best = option is decision.best
        cells = [_value_text(option, look.scale), _gap_text(decision, option, look.scale)]
        if unknown:
            cells = ["?", "?"]
        if visits:
            cells.append(sentences.probability_text(option.visits / visits, language))
        cells.append(look.scale.kind(option.kind))
        if look.bar and not unknown:
            cells.append(bar(_fraction(decision, option, look.scale), look.bar))
        style = "bold green" if best else ""
        said = shorten(option.told(language), look.words)
        table.add_row(*(Text(cell, style=style) for cell in [said, *cells]))
    hidden = len(decision.options) - len(shown)
    if hidden:
        table.add_row(Text(say("more", count=hidden), style="dim"))
    return table


def _value_text(option: Option, scale: Scale) -> str:
    value = scale.value(option.value)
    error = option.standard_error
    return value if error is None or not math.isfinite(error) else f"{value} ± {scale.bare(error)}"


def _gap_text(decision: Decision, option: Option, scale: Scale) -> str:
    if option is decision.best:
        return "-"
    return f"{sentences.gap_sense(decision, option)} {scale.bare(option.gap)}".lstrip()


def _fraction(decision: Decision, option: Option, scale: Scale) -> float:
    """How much of the bar to fill: the chance itself, or the place between the worst and the best value."""
    if scale.percent:
        return option.value
    gaps = [other.gap for other in decision.options if math.isfinite(other.gap)]
    span = max(gaps, default=0.0) - min(gaps, default=0.0)
    return 1.0 if not span > 0 else 1.0 - (option.gap - min(gaps)) / span


def bar(fraction: float, width: int) -> str:
    """Return a bar of at most ``width`` characters, to an eighth of one.

    >>> bar(0.5, 8), bar(0.28, 4), bar(7.0, 2)
    ('████', '█▏', '██')
    """
    share = min(1.0, max(0.0, fraction)) if math.isfinite(fraction) else 0.0
    whole, part = divmod(round(share * width * 8), 8)
    return (_EIGHTHS[8] * whole + _EIGHTHS[part]).rstrip() or ("▏" if share > 0 else "")


def outcomes_table(decision: Decision, look: _Look) -> Table:
    """Return what chance may do after the chosen action, the best for the mover first."""
    best, sign = decision.best, 1.0 if decision.turn is Turn.MAX else -1.0
    ordered = sorted(best.outcomes, key=lambda outcome: -sign * _finite(outcome.value))
    say, language = look.scale.say, look.scale.language
    table = _table(look, say("column_chance"))
    if look.bar:
        table.add_column("", no_wrap=True)
    table.add_column(say("column_value"), justify="right", no_wrap=True)
    table.add_column(say("column_from_mean"), justify="right", no_wrap=True)
    top = len(ordered) if len(ordered) <= look.rows else (look.rows + 1) // 2
    bottom = min(len(ordered) - top, look.rows - top)
    for outcome in ordered[:top]:
        table.add_row(*_outcome_cells(outcome, best, sign, look))
    middle = ordered[top : len(ordered) - bottom]
    if middle:
        table.add_row(*_middle_cells(middle, look))
    for outcome in ordered[len(ordered) - bottom :]:
        table.add_row(*_outcome_cells(outcome, best, sign, look))
    left = 1.0 - math.fsum(outcome.probability for outcome in best.outcomes)
    if left > 1e-6:
        share = sentences.probability_text(left, language)
        table.add_row(Text(say("not_searched"), style="dim"), Text(share, style="dim"))
    return table


def _outcome_cells(outcome: OutcomeValue, best: Option, sign: float, look: _Look) -> list[Text]:
    difference = outcome.value - best.value
    good = sign * difference
    word, style = ("better", "green") if good > 1e-12 else ("worse", "red") if good < -1e-12 else ("even", "")
    scale = look.scale
    share = sentences.probability_text(outcome.probability, scale.language)
    cells = [Text(shorten(outcome.told(scale.language), look.words)), Text(share)]
    if look.bar:
        cells.append(Text(bar(outcome.probability, look.bar), style="cyan"))
    against = scale.say(word, value=scale.signed(difference)) if math.isfinite(difference) else ""
    return [*cells, Text(scale.value(outcome.value)), Text(against, style=style)]


def _middle_cells(middle: list[OutcomeValue], look: _Look) -> list[Text]:
    """One row for the outcomes that are neither among the best nor among the worst: their mean."""
    mass = math.fsum(outcome.probability for outcome in middle)
    mean = (
        math.fsum(outcome.probability * outcome.value for outcome in middle) / mass if mass > 0 else math.nan
    )
    say = look.scale.say
    cells = [say("more", count=len(middle)), sentences.probability_text(mass, look.scale.language)]
    cells += [bar(mass, look.bar)] if look.bar else []
    return [Text(cell, style="dim") for cell in [*cells, say("mean", value=look.scale.value(mean))]]


def _finite(value: float) -> float:
    return value if math.isfinite(value) else math.copysign(1e308, value) if math.isinf(value) else 0.0
