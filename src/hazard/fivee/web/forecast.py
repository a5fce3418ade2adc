"""How a fight is likely to end, from this moment: updated while it is played out, with a way to stop it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from nicegui import ui

from hazard.errors import UserError
from hazard.fivee.director.phrases import Wording
from hazard.fivee.forecasts.forecast import Chance, Forecast, Outlook
from hazard.fivee.rules.contest import Contest, Record
from hazard.fivee.rules.policies import QUICK
from hazard.fivee.web.rooms import Room
from hazard.web.frame import saying_errors, told
from hazard.web.markup import bar, escaped, percent, rows
from hazard.web.site import Visit
from hazard.web.work import Job

FIGHTS = (200, 1000, 5000)
_INK = "var(--soft)"
"""Of the charts: drawn as SVG, they take the colours of the page, light or dark."""
_AXIS: dict[str, Any] = {
    "axisLabel": {"color": _INK},
    "splitLine": {"lineStyle": {"color": _INK, "opacity": 0.3}},
}
_CHUNK = 200
"""Fights between two looks at the stop button."""


@dataclass(frozen=True)
class Outcome:
    """What a page shows of a forecast: a thousandth of what the fights themselves take up."""

    win: Chance
    total_party_kill: Chance
    characters: list[Outlook]
    rounds: list[float]
    """The probability that the fight lasts so many rounds, from 0 to the last that is shown."""
    bands: dict[str, list[list[float]]]
    """Hit points of each side over time, a row for each percentile."""

    @classmethod
    def of(cls, found: Forecast) -> Outcome:
        """Count what came of the fights."""
        return cls(
            found.win,
            found.total_party_kill,
            found.characters,
            found.rounds[: found.rounds_shown + 1].tolist(),
            {side: found.bands(side).tolist() for side in ("party", "monsters")},
        )


def start(visit: Visit, room: Room, fights: int) -> Job[None]:
    """Play the fight on, many times, beside the page; what is known so far is the job's partial result."""
    table = room.table
    if table.question is not None or table.state.over:
        raise UserError(visit("after_dice" if table.question is not None else "fight_over"))
    contest = Contest(room.fight, QUICK, QUICK, 0, table.state)

    def play(job: Job[None]) -> None:
        parts: list[Record] = []
        for first in range(0, fights, _CHUNK):
            numbers = np.arange(first, min(first + _CHUNK, fights), dtype=np.uint64)
            parts.append(contest.play(numbers, threads=1))
            found = Outcome.of(Forecast(contest, joined(parts)))
            job.report(min(1.0, (first + _CHUNK) / fights), found)

    return Job(play)


def joined(parts: list[Record]) -> Record:
    """Return the fights of several records as one."""
    names = Record.__dataclass_fields__
    return Record(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def show(visit: Visit, room: Room) -> None:
    """Show the forecast's panel."""
    shown: dict[str, Any] = {"at": None}

    @ui.refreshable
    def result() -> None:
        job = room.forecast
        if job is None:
            return
        if not job.done:
            ui.linear_progress(job.progress, show_value=False).props(
                'instant-feedback data-testid="forecast-progress"'
            )
        if job.error is not None:
            told(visit, job.error)
        if job.partial is not None:
            _report(visit, job.partial, _names(visit, room))

    def look() -> None:
        job = room.forecast
        now = None if job is None else (id(job), job.progress, job.done)
        if now != shown["at"]:
            shown["at"] = now
            result.refresh()

    def begin() -> None:
        if room.forecast is not None:
            room.forecast.stop()
        room.forecast = start(visit, room, int(fights.value))

    def stop() -> None:
        if room.forecast is not None:
            room.forecast.stop()

    with ui.row().classes("items-center"):
        fights = ui.select(list(FIGHTS), label=visit("fights"), value=FIGHTS[1]).classes("w-28")
        ui.button(visit("run"), icon="insights", on_click=saying_errors(visit, begin)).props(
            'data-testid="run-forecast"'
        )
        ui.button(visit("stop"), icon="stop", on_click=stop).props('outline data-testid="stop-forecast"')
        ui.label(visit("from_here")).classes("hz-soft")
    result()
    ui.timer(0.3, look)


def _names(visit: Visit, room: Room) -> dict[str, str]:
    """Return what everybody is called on this page, by the name that the forecast knows."""
    known = (fighter.name for fighter in room.fight.fighters)
    return dict(zip(known, Wording(room.fight, visit.language).names, strict=True))


def _report(visit: Visit, found: Outcome, names: dict[str, str]) -> None:
    lines = [
        (
            visit("party_wins"),
            percent(found.win.share, visit.language),
            bar(found.win.share, "var(--party)"),
            _interval(visit, found.win),
        ),
        (
            visit("tpk"),
            percent(found.total_party_kill.share, visit.language),
            bar(found.total_party_kill.share, "var(--monsters)"),
            _interval(visit, found.total_party_kill),
        ),
    ]
    ui.html(rows(lines, numeric=[1]), sanitize=False).classes("w-full").props('data-testid="forecast-result"')
    people = [
        (escaped(names.get(o.name, o.name)),
         percent(o.drops.share, visit.language), bar(o.drops.share, "var(--warn)"),
         percent(o.dies.share, visit.language), bar(o.dies.share, "var(--monsters)"))
        for o in found.characters
    ]  # fmt: skip
    head = (visit("name"), visit("drops"), "", visit("dies"), "")
    ui.html(rows(people, head, numeric=[1, 3]), sanitize=False).classes("w-full")
    ui.echart(_rounds(visit, found), renderer="svg").classes("w-full h-48")
    ui.echart(_bands(visit, found), renderer="svg").classes("w-full h-64")


def _interval(visit: Visit, chance: Chance) -> str:
    low, high = (percent(share, visit.language) for share in (chance.low, chance.high))
    return f'<span class="hz-soft">{low} – {high}</span>'


def _title(text: str) -> dict[str, Any]:
    return {"text": text, "left": 0, "top": 2, "textStyle": {"fontSize": 13, "color": _INK}}


def _rounds(visit: Visit, found: Outcome) -> dict[str, Any]:
    return {
        "grid": {"left": 50, "right": 10, "top": 34, "bottom": 30},
        "title": _title(visit("rounds")),
        "xAxis": _AXIS | {"type": "category", "data": [str(n) for n in range(1, len(found.rounds))]},
        "yAxis": _AXIS | {"type": "value", "axisLabel": {"formatter": "{value} %", "color": _INK}},
        "series": [
            {"type": "bar", "data": [round(100 * p, 2) for p in found.rounds[1:]], "color": "var(--party)"}
        ],
    }


def _bands(visit: Visit, found: Outcome) -> dict[str, Any]:
    """Return hit points over time: the median of each side, and the band that nine of ten fights stay in."""
    series: list[dict[str, Any]] = []
    for side, colour in (("party", "var(--party)"), ("monsters", "var(--monsters)")):
        low, _, middle, _, high = found.bands[side]
        spread = [round(h - w, 2) for w, h in zip(low, high, strict=True)]
        plain = {"type": "line", "symbol": "none", "stack": side, "lineStyle": {"opacity": 0}, "silent": True}
        series += [
            {**plain, "data": low, "tooltip": {"show": False}},
            {**plain, "data": spread, "areaStyle": {"color": colour, "opacity": 0.2}},
            {"type": "line", "name": visit(side), "data": middle, "color": colour, "symbol": "none"},
        ]
    return {
        "grid": {"left": 50, "right": 10, "top": 40, "bottom": 30},
        "title": _title(visit("hit_points")),
        "legend": {
            "data": [visit("party"), visit("monsters")],
            "right": 0,
            "top": 0,
            "textStyle": {"color": _INK},
        },
        "xAxis": _AXIS | {"type": "category", "data": [str(n) for n in range(len(found.rounds))]},
        "yAxis": _AXIS | {"type": "value"},
        "series": series,
    }
