"""``hazard dice``: what dice may show, exactly, one expression or several side by side."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import JsonOption, check_suffix, examples, output, print_json, refuse_idle, say, show
from hazard.dice import DiceError, Distribution, parse, roll
from hazard.errors import UserError
from hazard.files import write_text
from hazard.text import shorten

EXAMPLES = examples(
    "hazard dice 2d6+3",
    "hazard dice 4d6kh3 3d6 --at-least 15",
    "hazard dice '1d8[piercing]+2d6[fire]' --json",
    "hazard dice 8d6 '8d6//2' --plot fireball.svg",
    heading="Examples",
)
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MOST = 20


def run(
    context: typer.Context,
    expressions: Annotated[
        list[str],
        typer.Argument(
            metavar="EXPRESSION",
            help="A dice expression such as 2d6+3, 4d6kh3 (keep the highest three), "
            "2d20kl1 (keep the lowest), d%, 1d6! (explode), 2d6r<3 (reroll, ro: "
            "once), 8d6mi2 (count every die as at least 2), 8d6//2, adv(d20+5), "
            "1d8\\[fire] or the German 1W6+4.",
        ),
    ],
    at_least: Annotated[
        list[int] | None,
        typer.Option(
            "--at-least",
            "-n",
            metavar="N",
            help="Show the probability of N or more. Repeat the option for more.",
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="svg|FILE",
            help="Draw the probabilities: svg prints the picture, a file name ending in .svg writes it.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Compute the exact probability of every result of a dice expression."""
    if len(expressions) > _MOST:
        raise UserError("cli.too_many_expressions", count=len(expressions), most=_MOST)
    if plot == "svg":
        refuse_idle(context, "--json", "--at-least", because="cli.idle.plot_svg")
    elif plot is not None:
        check_suffix(Path(str(plot)), ".svg")
    rolled = {text: rolled_here(text) for text in expressions}
    bounds = sorted(set(at_least or ()))
    if plot is not None:
        draw(rolled, plot)
    if plot == "svg":
        return
    if json:
        print_json({"expressions": [summary(text, found, bounds) for text, found in rolled.items()]})
        return
    if plot is None or bounds:
        tell(rolled, bounds)
    if plot is not None:
        say(f"Written: {plot}")


def rolled_here(text: str) -> Distribution:
    """Return the distribution of ``text``; show where a wrong one is wrong."""
    try:
        return roll(text)
    except DiceError as error:
        if len(error.text) <= 200:
            sys.stderr.write(error.caret() + "\n")
        raise


def summary(text: str, found: Distribution, bounds: list[int]) -> dict[str, Any]:
    """Return everything about one expression, as plain data."""
    return {
        "expression": text,
        "canonical": str(parse(text)),
        "low": found.low,
        "high": found.high,
        "mean": found.mean(),
        "variance": found.variance(),
        "deviation": found.deviation(),
        "quantiles": {str(q): found.quantile(q) for q in _QUANTILES},
        "at_least": {str(bound): found.at_least(bound) for bound in bounds},
        "probabilities": {str(value): p for value, p in found.items()},
    }


def tell(rolled: dict[str, Distribution], bounds: list[int]) -> None:
    """Print for a person: one expression with its histogram, several as a table and side by side."""
    if len(rolled) == 1:
        [(text, found)] = rolled.items()
        spread = f"mean {found.mean():.2f}, deviation {found.deviation():.2f}"
        middle = f"half of the rolls {found.quantile(0.25)} to {found.quantile(0.75)}"
        say(f"{text}: {spread}, {found.low} to {found.high}, {middle}")
        for bound in bounds:
            say(f"{bound} or more: {100 * found.at_least(bound):.2f} %")
        say()
        say(found.plot(min(output().width, 100)))
        return
    table = Table(title="Side by side", title_justify="left")
    table.add_column("dice")
    for heading in (
        "mean",
        "deviation",
        "least",
        "5 %",
        "middle",
        "95 %",
        "most",
        *(f"≥ {n}" for n in bounds),
    ):
        table.add_column(heading, justify="right")
    for text, found in rolled.items():
        numbers = (found.low, *(found.quantile(q) for q in (0.05, 0.5, 0.95)), found.high)
        chances = (f"{100 * found.at_least(bound):.2f} %" for bound in bounds)
        row = (f"{found.mean():.2f}", f"{found.deviation():.2f}", *map(str, numbers), *chances)
        table.add_row(shorten(text, 40), *row)
    show(table)
    from hazard.dice.plot import beside

    say()
    say(beside(rolled, output().width))


def draw(rolled: dict[str, Distribution], plot: str) -> None:
    """Write the picture, or print it."""
    from hazard.dice.plot import chart

    picture = chart(rolled, shorten(", ".join(rolled), 70))
    if plot == "svg":
        sys.stdout.write(picture)
    else:
        write_text(plot, picture)
