"""How monsters choose, written a second time: as a person would tell it, with dice.

Each rule takes a roll of 0 to 99, what the monster did last and before that, a coin with a chance, and a way
to roll again between two numbers. :func:`chances` plays it through with each roll and both sides of a coin; a
roll that is rolled again is followed until less than 1e-12 is left.

They tell the tables of the public simulators sts_lightspeed and sts-sim (its source). Where these differ,
the one was followed that is closer to the game: a Red Slaver stabs from 55 on, not from 50, and a Mystic
counts what all allies miss together (sts-sim); the Writhing Mass and the Gremlin Leader roll again where
sts-sim takes a short cut (sts_lightspeed); a Reptomancer has room for a fourth dagger (sts-sim). That a
Blue Slaver does not rake twice in a row from 17 on is in sts_lightspeed alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any


class RolledAgain(Exception):  # noqa: N818 - it is no error
    """The dice are rolled once more, between two numbers."""


class CoinAsked(Exception):  # noqa: N818 - it is no error
    """A coin is asked for whose side is not known yet."""


class Dice:
    """What a rule may ask for; coins come up as they were decided beforehand."""

    def __init__(self, last: str, before: str, sides: list[bool], **facts: Any) -> None:
        self.last, self.before, self.facts = last, before, facts
        self._sides = list(sides)
        self._next = 0

    def coin(self, chance: float) -> bool:
        if self._next == len(self._sides):
            raise CoinAsked(chance)
        self._next += 1
        return self._sides[self._next - 1]

    def again(self, low: int, high: int) -> str:
        raise RolledAgain(low, high)

    def twice(self, move: str) -> bool:
        return self.last == move and self.before == move


Rule = Callable[[int, Dice], str]


def chances(rule: Rule, last: str, before: str, **facts: Any) -> dict[str, float]:
    """Return the chance of each move."""
    found: dict[str, float] = defaultdict(float)
    waiting = {(0, 99): 1.0}
    while waiting:
        (low, high), weight = waiting.popitem()
        if weight < 1e-12:
            continue
        for roll in range(low, high + 1):
            _follow(rule, roll, (last, before, facts), [], weight / (high - low + 1), found, waiting)
    total = sum(found.values())
    return {move: chance / total for move, chance in found.items()}


def _follow(
    rule: Rule, roll: int, told: Any, sides: list[bool], weight: float, found: Any, waiting: Any
) -> None:
    last, before, facts = told
    try:
        found[rule(roll, Dice(last, before, sides, **facts))] += weight
    except CoinAsked as flip:
        chance = flip.args[0]
        _follow(rule, roll, told, [*sides, True], weight * chance, found, waiting)
        _follow(rule, roll, told, [*sides, False], weight * (1 - chance), found, waiting)
    except RolledAgain as again:
        waiting[again.args] = waiting.get(again.args, 0.0) + weight


def jaw_worm(roll: int, d: Dice) -> str:
    if roll < 25:
        if d.last != "chomp":
            return "chomp"
        return "bellow" if d.coin(0.5625) else "thrash"
    if roll < 55:
        if not d.twice("thrash"):
            return "thrash"
        return "chomp" if d.coin(0.357) else "bellow"
    if d.last != "bellow":
        return "bellow"
    return "chomp" if d.coin(0.416) else "thrash"


def acid_slime_m_17(roll: int, d: Dice) -> str:
    if roll < 40:
        if not d.twice("corrosive_spit"):
            return "corrosive_spit"
        return "tackle" if d.coin(0.5) else "lick"
    if roll < 80:
        if not d.twice("tackle"):
            return "tackle"
        return "corrosive_spit" if d.coin(0.5) else "lick"
    if d.last != "lick":
        return "lick"
    return "corrosive_spit" if d.coin(0.4) else "tackle"


def acid_slime_l(roll: int, d: Dice) -> str:
    if roll < 30:
        if not d.twice("corrosive_spit"):
            return "corrosive_spit"
        return "tackle" if d.coin(0.5) else "lick"
    if roll < 70:
        if d.last != "tackle":
            return "tackle"
        return "corrosive_spit" if d.coin(0.4) else "lick"
    if not d.twice("lick"):
        return "lick"
    return "corrosive_spit" if d.coin(0.4) else "tackle"


def red_slaver(roll: int, d: Dice) -> str:
    entangled = "entangle" in d.facts["used"]
    if roll >= 75 and not entangled:
        return "entangle"
    if roll >= 55 and entangled and not d.twice("stab"):
        return "stab"
    limited = d.last == "scrape" if d.facts["ascension"] >= 17 else d.twice("scrape")
    return "stab" if limited else "scrape"


def blue_slaver(roll: int, d: Dice) -> str:
    if roll >= 40 and not d.twice("stab"):
        return "stab"
    limited = d.last == "rake" if d.facts["ascension"] >= 17 else d.twice("rake")
    return "stab" if limited else "rake"


def byrd(roll: int, d: Dice) -> str:
    if roll < 50:
        if not d.twice("peck"):
            return "peck"
        return "swoop" if d.coin(0.4) else "caw"
    if roll < 70:
        if d.last != "swoop":
            return "swoop"
        return "caw" if d.coin(0.375) else "peck"
    if d.last != "caw":
        return "caw"
    return "swoop" if d.coin(0.2857) else "peck"


def shelled_parasite(roll: int, d: Dice) -> str:
    if roll < 20:
        return "fell" if d.last != "fell" else d.again(20, 99)
    if roll < 60:
        return "double_strike" if not d.twice("double_strike") else "life_suck"
    return "life_suck" if not d.twice("life_suck") else "double_strike"


def gremlin_leader(roll: int, d: Dice) -> str:
    gremlins = d.facts["minions"]
    if gremlins == 0:
        if roll < 75:
            return "rally" if d.last != "rally" else "stab"
        return "stab" if d.last != "stab" else "rally"
    if gremlins == 1:
        if roll < 50:
            return "rally" if d.last != "rally" else d.again(50, 99)
        if roll < 80:
            return "encourage" if d.last != "encourage" else "stab"
        return "stab" if d.last != "stab" else d.again(0, 80)
    if roll < 66:
        return "encourage" if d.last != "encourage" else "stab"
    return "stab" if d.last != "stab" else "encourage"


def writhing_mass(roll: int, d: Dice) -> str:
    if roll < 10:
        return "strong_strike" if d.last != "strong_strike" else d.again(10, 99)
    if roll < 20:
        if "implant" not in d.facts["used"] and d.last != "implant":
            return "implant"
        return "strong_strike" if d.coin(0.1) else d.again(20, 99)
    if roll < 40:
        if d.last != "wither":
            return "wither"
        return d.again(0, 19) if d.coin(0.4) else d.again(40, 99)
    if roll < 70:
        if d.last != "multi_strike":
            return "multi_strike"
        return "flail" if d.coin(0.3) else d.again(0, 39)
    return "flail" if d.last != "flail" else d.again(0, 69)


def darkling(roll: int, d: Dice) -> str:
    if roll < 40:
        may_chomp = d.last != "chomp" and d.facts["place"] % 2 == 0
        return "chomp" if may_chomp else d.again(40, 99)
    if roll < 70:
        return "harden" if d.last != "harden" else "nip"
    return "nip" if not d.twice("nip") else d.again(0, 99)


def time_eater(roll: int, d: Dice) -> str:
    if roll < 45:
        return "reverberate" if not d.twice("reverberate") else d.again(50, 99)
    if roll < 80:
        if d.last != "head_slam":
            return "head_slam"
        return "reverberate" if d.coin(0.66) else "ripple"
    return "ripple" if d.last != "ripple" else d.again(0, 74)


def nemesis(roll: int, d: Dice) -> str:
    rested = d.last != "scythe"
    if roll < 30:
        if rested:
            return "scythe"
        if d.coin(0.5):
            return "tri_attack" if not d.twice("tri_attack") else "tri_burn"
        return "tri_burn" if d.last != "tri_burn" else "tri_attack"
    if roll < 65:
        if not d.twice("tri_attack"):
            return "tri_attack"
        return "scythe" if d.coin(0.5) and rested else "tri_burn"
    if d.last != "tri_burn":
        return "tri_burn"
    return "scythe" if d.coin(0.5) and rested else "tri_attack"


def reptomancer(roll: int, d: Dice) -> str:
    if roll < 33:
        return "snake_strike" if d.last != "snake_strike" else d.again(33, 99)
    if roll < 66:
        may_summon = not d.twice("summon") and d.facts["minions"] < 4
        return "summon" if may_summon else "snake_strike"
    return "big_bite" if d.last != "big_bite" else d.again(0, 65)


def snake_plant(roll: int, d: Dice) -> str:
    if roll < 65:
        return "chomp" if not d.twice("chomp") else "enfeebling_spores"
    spored = d.last == "enfeebling_spores"
    if d.facts["ascension"] >= 17:
        spored = spored or d.before == "enfeebling_spores"
    return "chomp" if spored else "enfeebling_spores"


def spire_growth(roll: int, d: Dice) -> str:
    may_constrict = not d.facts["constricted"] and d.last != "constrict"
    if d.facts["ascension"] >= 17 and may_constrict:
        return "constrict"
    if roll < 50 and not d.twice("quick_tackle"):
        return "quick_tackle"
    if may_constrict:
        return "constrict"
    return "smash" if not d.twice("smash") else "quick_tackle"


def champ(roll: int, d: Dice) -> str:
    highest = 30 if d.facts["ascension"] >= 19 else 15
    if d.facts["stances"] < 2 and d.last != "defensive_stance" and roll <= highest:
        return "defensive_stance"
    if roll <= 30 and d.last not in ("gloat", "defensive_stance"):
        return "gloat"
    if roll <= 55 and d.last != "face_slap":
        return "face_slap"
    return "heavy_slash" if d.last != "heavy_slash" else "face_slap"
