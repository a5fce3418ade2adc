"""A forecast in words for the terminal, in English or German."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hazard.fivee.director.phrases import numbers_in
from hazard.fivee.forecasts.forecast import Chance, Forecast
from hazard.fivee.rules.fight import names_of
from hazard.fivee.table.transcript import Language
from hazard.render.explain import bar

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "{name}: {fights:,} fights, seed {seed}; party {party}, monsters {monsters}",
        "win": "The party wins",
        "tpk": "Total party kill",
        "undecided": "Undecided",
        "drops": "drops",
        "dies": "dies",
        "left": "HP left",
        "resources": "resources",
        "rounds": "Rounds: {mean:.1f} on average",
        "bands": "Hit points over time: median (5th to 95th percentile)",
        "round": "round",
        "party": "party",
        "monsters": "monsters",
        "swing": "Swing: the final margin has a standard deviation of {spread:.2f}. It ranges from -1 (the "
        "party is\ngone, the monsters are unhurt) to +1. The lead changes {changes:.2f} times per fight.",
        "worst": "One fight in a hundred is as bad as fight {number}, or worse (--replay worst shows it).",
        "caveats": "Not included in these numbers",
    },
    "de": {
        "title": "{name}: {fights:,} Kämpfe, Startwert {seed}; Gruppe {party}, Monster {monsters}",
        "win": "Die Gruppe gewinnt",
        "tpk": "Alle Charaktere fallen",
        "undecided": "Unentschieden",
        "drops": "fällt",
        "dies": "stirbt",
        "left": "TP übrig",
        "resources": "Ressourcen",
        "rounds": "Runden: im Mittel {mean:.1f}",
        "bands": "Trefferpunkte im Verlauf: Median (5. bis 95. Perzentil)",
        "round": "Runde",
        "party": "Gruppe",
        "monsters": "Monster",
        "swing": "Schwankung: Der Abstand am Ende hat die Standardabweichung {spread:.2f}. Er reicht von -1 "
        "(Gruppe\nbesiegt, Monster unverletzt) bis +1. Die Führung wechselt {changes:.2f}-mal pro Kampf.",
        "worst": "Einer von hundert Kämpfen endet so schlecht wie Kampf {number} oder schlechter "
        "(--replay worst zeigt ihn).",
        "caveats": "In diesen Zahlen nicht enthalten",
    },
}
_BAR = 40


def report(found: Forecast, language: Language = "en") -> str:
    """Return what a game master wants to know of a forecast.

    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.forecasts.forecast import forecast
    >>> from hazard.fivee.content.library import encounters
    >>> told = report(forecast(Fight(encounters()["wolves-in-a-blizzard"]), fights=20))
    >>> "Total party kill" in told
    True
    """
    words = _WORDS[language]
    contest = found.contest
    title = words["title"].format(
        name="{name}",
        fights=found.fights,
        seed=contest.seed,
        party=contest.party,
        monsters=contest.monsters,
    )
    swing = words["swing"].format(spread=found.swing.spread, changes=found.swing.lead_changes)
    counted = [
        title,
        _ends(found, words),
        _characters(found, words, language),
        _rounds(found, words),
        _bands(found, words),
        swing + "\n" + words["worst"].format(number=found.worst),
    ]
    parts = [numbers_in(part, language) for part in counted]
    parts[0] = parts[0].replace("{name}", found.fight.encounter.called(language))
    if caveats := found.fight.caveats:
        told = [f"  {caveat.told(language)}" for caveat in caveats]
        parts.append("\n".join([words["caveats"] + ":", *told]))
    return "\n\n".join(parts)


def _ends(found: Forecast, words: Mapping[str, str]) -> str:
    rows = [(words["win"], found.win), (words["tpk"], found.total_party_kill)]
    if found.undecided.share > 0:
        rows.append((words["undecided"], found.undecided))
    wide = max(len(name) for name, _ in rows)
    lines = [f"{name:<{wide}}  {_percent(c)}  {_interval(c):13}  {bar(c.share, _BAR)}" for name, c in rows]
    return "\n".join(line.rstrip() for line in lines)


def _characters(found: Forecast, words: Mapping[str, str], language: Language) -> str:
    names = names_of(found.fight, language)
    wide = max(len(names[f.number]) for f in found.fight.fighters if f.side == "party")
    last = max(9, len(words["resources"]))
    head = f"{'':{wide}}  {words['drops']:>7}{'':18}{words['dies']:>7}{'':18}{words['left']:>9}"
    head += f"  {words['resources']:>{last}}"
    lines = [head.rstrip()]
    for name, outlook in zip(names, found.outlooks, strict=True):
        if outlook.side != "party":
            continue
        left = "" if outlook.resources_left is None else f"{100 * outlook.resources_left:.0f} %"
        drops, dies = (f"{_percent(c)} {_interval(c):17}" for c in (outlook.drops, outlook.dies))
        lines.append(f"{name:<{wide}}  {drops}{dies}{outlook.hit_points_left:9.1f}  {left:>{last}}".rstrip())
    return "\n".join(lines)


def _rounds(found: Forecast, words: Mapping[str, str]) -> str:
    chances = found.rounds
    most = chances.max()
    shown = [n for n in range(len(chances)) if chances[n] >= 0.0005]
    lines = [words["rounds"].format(mean=found.record.rounds.mean())]
    lines += [f"{n:>4}  {100 * chances[n]:5.1f} %  {bar(chances[n] / most, _BAR)}".rstrip() for n in shown]
    return "\n".join(lines)


def _bands(found: Forecast, words: Mapping[str, str]) -> str:
    party, monsters = found.bands("party"), found.bands("monsters")
    lines = [words["bands"], f"{words['round']:>7}  {words['party']:<24}{words['monsters']}"]
    for moment in range(party.shape[1]):
        told = [
            f"{_whole(bands[2, moment]):>4} ({_whole(bands[0, moment])}–{_whole(bands[4, moment])})"
            for bands in (party, monsters)
        ]
        lines.append(f"{moment:>7}  {told[0]:<24}{told[1]}".rstrip())
    return "\n".join(lines)


def _whole(value: np.float64) -> str:
    return f"{value:.0f}"


def _percent(chance: Chance) -> str:
    return f"{100 * chance.share:5.1f} %"


def _interval(chance: Chance) -> str:
    return f"({100 * chance.low:.1f}–{100 * chance.high:.1f})"
