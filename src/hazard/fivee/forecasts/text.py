"""A forecast for the terminal, in the words of a language."""

from __future__ import annotations

import numpy as np

from hazard.fivee.forecasts.forecast import Chance, Forecast
from hazard.fivee.rules.fight import names_of
from hazard.language import ENGLISH, Speaker
from hazard.render.explain import bar

_BAR = 40


def report(found: Forecast, language: str = ENGLISH) -> str:
    """Return what a game master wants to know of a forecast.

    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.forecasts.forecast import forecast
    >>> from hazard.fivee.content.library import encounters
    >>> told = report(forecast(Fight(encounters()["wolves-in-a-blizzard"]), fights=20))
    >>> "Total party kill" in told
    True
    """
    say, contest = Speaker("fivee.forecast", language), found.contest
    title = say(
        "title",
        name=found.fight.encounter.called(language),
        fights=found.fights,
        seed=contest.seed,
        party=contest.party,
        monsters=contest.monsters,
    )
    swing = say("swing", spread=found.swing.spread, changes=found.swing.lead_changes)
    parts = [
        title,
        _ends(found, say),
        _characters(found, say),
        _rounds(found, say),
        _bands(found, say),
        swing + "\n" + say("worst", number=found.worst),
    ]
    if caveats := found.fight.caveats:
        told = [f"  {caveat.told(language)}" for caveat in caveats]
        parts.append("\n".join([say("caveats") + ":", *told]))
    return "\n\n".join(parts)


def _ends(found: Forecast, say: Speaker) -> str:
    rows = [(say("win"), found.win), (say("tpk"), found.total_party_kill)]
    if found.undecided.share > 0:
        rows.append((say("undecided"), found.undecided))
    wide = max(len(name) for name, _ in rows)
    lines = [
        f"{name:<{wide}}  {_percent(c, say)}  {_interval(c, say):13}  {bar(c.share, _BAR)}"
        for name, c in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def _characters(found: Forecast, say: Speaker) -> str:
    names = names_of(found.fight, say.language)
    wide = max(len(names[f.number]) for f in found.fight.fighters if f.side == "party")
    last = max(9, len(say("resources")))
    head = f"{'':{wide}}  {say('drops'):>7}{'':18}{say('dies'):>7}{'':18}{say('left'):>9}"
    head += f"  {say('resources'):>{last}}"
    lines = [head.rstrip()]
    for name, outlook in zip(names, found.outlooks, strict=True):
        if outlook.side != "party":
            continue
        left = "" if outlook.resources_left is None else f"{100 * outlook.resources_left:.0f} %"
        drops, dies = (f"{_percent(c, say)} {_interval(c, say):17}" for c in (outlook.drops, outlook.dies))
        lines.append(
            f"{name:<{wide}}  {drops}{dies}{say.number(outlook.hit_points_left):>9}  {left:>{last}}".rstrip()
        )
    return "\n".join(lines)


def _rounds(found: Forecast, say: Speaker) -> str:
    chances = found.rounds
    most = chances.max()
    shown = [n for n in range(len(chances)) if chances[n] >= 0.0005]
    lines = [say("rounds", mean=found.record.rounds.mean())]
    lines += [
        f"{n:>4}  {say.number(100 * chances[n]):>5} %  {bar(chances[n] / most, _BAR)}".rstrip() for n in shown
    ]
    return "\n".join(lines)


def _bands(found: Forecast, say: Speaker) -> str:
    party, monsters = found.bands("party"), found.bands("monsters")
    lines = [say("bands"), f"{say('round'):>7}  {say('party'):<24}{say('monsters')}"]
    for moment in range(party.shape[1]):
        told = [
            f"{_whole(bands[2, moment]):>4} ({_whole(bands[0, moment])}–{_whole(bands[4, moment])})"
            for bands in (party, monsters)
        ]
        lines.append(f"{moment:>7}  {told[0]:<24}{told[1]}".rstrip())
    return "\n".join(lines)


def _whole(value: np.float64) -> str:
    return f"{value:.0f}"


def _percent(chance: Chance, say: Speaker) -> str:
    return f"{say.number(100 * chance.share):>5} %"


def _interval(chance: Chance, say: Speaker) -> str:
    return f"({say.number(100 * chance.low)}–{say.number(100 * chance.high)})"
