"""An adventuring day and a duel for the terminal, in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping

from hazard.fivee.content.called import called
from hazard.fivee.content.library import bestiary
from hazard.fivee.forecasts.day import Day, Stage
from hazard.fivee.forecasts.duel import Duel
from hazard.fivee.forecasts.forecast import Chance
from hazard.language import ENGLISH, Speaker
from hazard.render.explain import bar

_BAR = 40


def day_report(found: Day, language: str = ENGLISH, names: Mapping[str, str] | None = None) -> str:
    """Return what a day may bring; ``names`` has other names for the characters.

    >>> from hazard.fivee.forecasts.day import day
    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.content.library import encounters
    >>> wolves = Fight(encounters()["wolves-in-a-blizzard"])
    >>> "nach einer kurzen Rast" in day_report(day([wolves, wolves], days=20), "de")
    True
    """
    say, (party, monsters) = Speaker("fivee.day", language), found.policies
    lines = [
        say("title", days=found.days, seed=found.seed, party=party, monsters=monsters),
        say("survived", chance=_chance(found.survived, say)),
    ]
    for number, stage in enumerate(found.stages, 1):
        lines += ["", *_stage(number, stage, say, names or {})]
    return "\n".join(lines)


def _stage(number: int, stage: Stage, say: Speaker, names: Mapping[str, str]) -> list[str]:
    rest = say(stage.rest_before) if stage.rest_before else ""
    lines = [f"{number}. {rest}{names.get(stage.encounter, stage.encounter)}"]
    if stage.win is None:
        return [*lines, f"   {say('never')}"]
    won = say("won", won=_chance(stage.win, say), goes_on=_chance(stage.survived, say))
    lines.append(f"   {won}  {bar(stage.survived.share, _BAR // 2)}".rstrip())
    called = [names.get(character.name, character.name) for character in stage.characters]
    wide = max(map(len, called), default=0)
    for name, character in zip(called, stage.characters, strict=True):
        told = say(
            "character",
            alive=100 * character.alive.share,
            points=character.hit_points,
            dice=character.hit_dice,
        )
        if character.resources is not None:
            told += say("resources", share=100 * character.resources)
        lines.append(f"   {name:<{wide}}  {told}")
    return lines


def duel_report(found: Duel, language: str = ENGLISH) -> str:
    """Return who wins a duel, how often, and after how many rounds.

    >>> from hazard.fivee.forecasts.duel import duel
    >>> from hazard.fivee.forecasts.duelists import read_duelists
    >>> "Runden: im Mittel" in duel_report(duel(*read_duelists("ogre", "fighter-5")), "de")
    True
    """
    say, lines = Speaker("fivee.day", language), []
    sides = ((found.a, found.a_wins, found.damage_to_a), (found.b, found.b_wins, found.damage_to_b))
    known = {row.name: called(row, language) for row in bestiary().values()} if language != ENGLISH else {}
    names = [known.get(duelist.name, duelist.name) for duelist, _, _ in sides]
    wide = max(map(len, names))
    for name, (duelist, wins, damage) in zip(names, sides, strict=True):
        told = say("duelist", wins=100 * wins, damage=damage, points=duelist.hit_points)
        lines.append(f"{name:<{wide}} {told}")
    lines += ["", say("rounds", mean=found.mean_rounds)]
    most = found.rounds.max()
    lines += [
        f"{n:>4}  {say.number(100 * p):>5} %  {bar(p / most, _BAR)}".rstrip()
        for n, p in enumerate(found.rounds)
        if p >= 0.0005
    ]
    return "\n".join(lines)


def _chance(chance: Chance, say: Speaker) -> str:
    share, low, high = (say.number(100 * part) for part in (chance.share, chance.low, chance.high))
    return f"{share} % ({low}–{high})"
