"""An adventuring day and a duel in words for the terminal, in English or German."""

from __future__ import annotations

from collections.abc import Mapping

from hazard.fivee.content.library import bestiary
from hazard.fivee.director.phrases import numbers_in
from hazard.fivee.forecasts.day import Day, Stage
from hazard.fivee.forecasts.duel import Duel
from hazard.fivee.forecasts.forecast import Chance
from hazard.fivee.table.transcript import Language
from hazard.render.explain import bar

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "title": "{days:,} days, seed {seed}; party {party}, monsters {monsters}",
        "survived": "The party survives the whole day: {chance}",
        "none": "without a rest, ",
        "short": "after a short rest, ",
        "long": "after a long rest, ",
        "never": "no day got this far",
        "won": "won {won}; the day goes on {goes_on}",
        "character": "alive {alive:5.1f} %, {points:5.1f} hit points, {dice:.1f} hit dice",
        "resources": ", resources {share:.0f} %",
        "duelist": "wins {wins:7.3f} %, loses {damage:.3f} of {points} hit points on average",
        "rounds": "Rounds: {mean:.2f} on average",
    },
    "de": {
        "title": "{days:,} Tage, Startwert {seed}; Gruppe {party}, Monster {monsters}",
        "survived": "Die Gruppe übersteht den ganzen Tag: {chance}",
        "none": "ohne Rast, ",
        "short": "nach einer kurzen Rast, ",
        "long": "nach einer langen Rast, ",
        "never": "so weit kam kein Tag",
        "won": "gewonnen {won}; der Tag geht weiter {goes_on}",
        "character": "am Leben {alive:5.1f} %, {points:5.1f} Trefferpunkte, {dice:.1f} Trefferwürfel",
        "resources": ", Ressourcen {share:.0f} %",
        "duelist": "gewinnt {wins:7.3f} %, verliert im Mittel {damage:.3f} von {points} Trefferpunkten",
        "rounds": "Runden: im Mittel {mean:.2f}",
    },
}
_BAR = 40


def day_report(found: Day, language: Language = "en", names: Mapping[str, str] | None = None) -> str:
    """Return what a day may bring; ``names`` has other names for the characters.

    >>> from hazard.fivee.forecasts.day import day
    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.content.library import encounters
    >>> wolves = Fight(encounters()["wolves-in-a-blizzard"])
    >>> "nach einer kurzen Rast" in day_report(day([wolves, wolves], days=20), "de")
    True
    """
    words, (party, monsters) = _WORDS[language], found.policies
    lines = [
        words["title"].format(days=found.days, seed=found.seed, party=party, monsters=monsters),
        words["survived"].format(chance=_chance(found.survived)),
    ]
    for number, stage in enumerate(found.stages, 1):
        lines += ["", *_stage(number, stage, words, names or {})]
    return numbers_in("\n".join(lines), language)


def _stage(number: int, stage: Stage, words: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    rest = words[stage.rest_before] if stage.rest_before else ""
    lines = [f"{number}. {rest}{stage.encounter}"]
    if stage.win is None:
        return [*lines, f"   {words['never']}"]
    won = words["won"].format(won=_chance(stage.win), goes_on=_chance(stage.survived))
    lines.append(f"   {won}  {bar(stage.survived.share, _BAR // 2)}".rstrip())
    called = [names.get(character.name, character.name) for character in stage.characters]
    wide = max(map(len, called), default=0)
    for name, character in zip(called, stage.characters, strict=True):
        told = words["character"].format(
            alive=100 * character.alive.share, points=character.hit_points, dice=character.hit_dice
        )
        if character.resources is not None:
            told += words["resources"].format(share=100 * character.resources)
        lines.append(f"   {name:<{wide}}  {told}")
    return lines


def duel_report(found: Duel, language: Language = "en") -> str:
    """Return who wins a duel, how often, and after how many rounds.

    >>> from hazard.fivee.forecasts.duel import duel
    >>> from hazard.fivee.forecasts.duelists import read_duelists
    >>> "Runden: im Mittel" in duel_report(duel(*read_duelists("ogre", "fighter-5")), "de")
    True
    """
    words, lines = _WORDS[language], []
    sides = ((found.a, found.a_wins, found.damage_to_a), (found.b, found.b_wins, found.damage_to_b))
    german = {row.name: row.name_de or row.name for row in bestiary().values()} if language == "de" else {}
    names = [german.get(duelist.name, duelist.name) for duelist, _, _ in sides]
    wide = max(map(len, names))
    for name, (duelist, wins, damage) in zip(names, sides, strict=True):
        told = words["duelist"].format(wins=100 * wins, damage=damage, points=duelist.hit_points)
        lines.append(f"{name:<{wide}} {told}")
    lines += ["", words["rounds"].format(mean=found.mean_rounds)]
    most = found.rounds.max()
    lines += [
        f"{n:>4}  {100 * p:5.1f} %  {bar(p / most, _BAR)}".rstrip()
        for n, p in enumerate(found.rounds)
        if p >= 0.0005
    ]
    return numbers_in("\n".join(lines), language)


def _chance(chance: Chance) -> str:
    return f"{100 * chance.share:.1f} % ({100 * chance.low:.1f}–{100 * chance.high:.1f})"
