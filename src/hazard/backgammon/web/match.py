"""A finished backgammon match: who gave away how much, and where."""

from __future__ import annotations

from functools import cache

from nicegui import ui

from hazard.backgammon.analyst import Analyst
from hazard.backgammon.match_analysis import MatchAnalysis, analyse_match
from hazard.backgammon.matches import read_match
from hazard.errors import UserError
from hazard.game import GameError
from hazard.web.markup import escaped, rows
from hazard.web.site import Visit


@cache
def analyst(plies: int) -> Analyst:
    """Return somebody who knows, looking so many rolls ahead."""
    return Analyst(plies)


def text_of_match(content: bytes) -> str:
    """Return the text of a .mat file."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:  # older programs write the names of players so
        return content.decode("latin-1")


def analysed(name: str, text: str) -> MatchAnalysis:
    """Return every play of a match with what it cost."""
    try:
        return analyse_match(read_match(text), analyst(0))
    except GameError as error:
        raise UserError("backgammon.match_file_wrong", name=name, error=error) from None


def report(visit: Visit, analysis: MatchAnalysis) -> None:
    """Show what was given away, the worst first."""
    wrong = [judged for judged in analysis.judged if judged.mark]
    lines = [
        (
            str(judged.game),
            escaped(analysis.players[judged.player]),
            "" if judged.dice is None else f"{judged.dice[0]}\u2011{judged.dice[1]}",  # dice stay together
            escaped(judged.done),
            escaped(judged.best),
            f"{visit.number(judged.error, '.3f')} {escaped(judged.mark)}",
        )
        for judged in sorted(wrong, key=lambda judged: -judged.error)[:40]
    ]
    head = ("#", visit("player"), "", visit("done"), visit("best"), visit("cost"))
    for name, totals in zip(analysis.players, analysis.totals, strict=True):
        ui.label(f"{name}: {visit('error_per_play')} {visit.number(totals.error_per_play, '.4f')}")
    ui.html(rows(lines, head, numeric=[0, 5]), sanitize=False).classes("w-full").props(
        "data-testid=match-report"
    )
