"""Phrases that only monsters use: their own numbers, their tricks, the conditions of their roll tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hazard.errors import HazardError
from hazard.spire.rules.numbers import NUMBER, at_ascension, one_number
from hazard.spire.rules.phrases import AMOUNTS, OPS, POWERS, WHO, WORDS, Names, StepRow, read, read_each

RULES = {name: number for number, name in enumerate(WORDS["monster_rule"])}
QUESTIONS = {name: number for number, name in enumerate(WORDS["roll_question"])}
COMPARISONS = {"<": 0, "<=": 1, "=": 2, ">=": 3, ">": 4}
TIMES_OWN, TIMES_HALF_TURN = 254, 253

_TRICKS = {
    "split": "split",
    "divide": "divide",
    "upgrade burns": "upgrade_burns",
    "open up": "open_up",
    "stasis": "stasis",
    "shake off debuffs": "shake_off_debuffs",
    "shake off weakness": "shake_off_weakness",
    "heal to half": "heal_to_half",
    "reincarnate": "reincarnate",
    "rebirth": "rebirth",
    "implant": "implant",
    "fade": "fade",
    "buff by turns": "buff_by_turns",
}
_COUNTED_TRICKS = {
    "sear": "sear",
    "steal": "steal",
    "wake after": "wake_after",
    "summon": "summon",
    "block as struck by": "block_as_struck",
}
_DAMAGE = re.compile(rf"damage ({NUMBER}|own)(?: x ?({NUMBER}|own|half turn))?( healing)?")
_GROW = re.compile(rf"grow ({NUMBER})(?: upto ({NUMBER}))?")
_COUNTED = re.compile(rf"({'|'.join(_COUNTED_TRICKS)}) ({NUMBER})")
_HEAL = re.compile(rf"heal ({NUMBER}) to allies")
_LEADER = re.compile(rf"block ({NUMBER}) to leader")


def read_moves(written: Sequence[tuple[str, str, Names]]) -> list[list[StepRow]]:
    """Return the steps of phrases in monsters' moves: first those that only monsters use, then all others.

    >>> cultist = ("monster 'Cultist'", "damage 1 x5/6@2", Names(ascension=2))
    >>> [step.times for step in read_moves([cultist])[0]]
    [6]
    """
    own = read_each(written, read_own)
    others = iter(read_each([row for row, steps in zip(written, own, strict=True) if not steps], read))
    return [steps or next(others) for steps in own]


def read_own(phrase: str, names: Names) -> list[StepRow]:
    """Return the steps of a phrase that only monsters use; none if it is not one of these."""
    text = " ".join(phrase.split())
    if text in _TRICKS:
        return [_trick(_TRICKS[text])]
    if m := _COUNTED.fullmatch(text):
        return [_trick(_COUNTED_TRICKS[m[1]], one_number(m[2], names.ascension))]
    if m := _GROW.fullmatch(text):
        return [_trick("grow", one_number(m[1], names.ascension), one_number(m[2] or "1", names.ascension))]
    if m := _LEADER.fullmatch(text):
        return [_trick("block_leader", one_number(m[1], names.ascension))]
    if m := _HEAL.fullmatch(text):
        return [StepRow(OPS["heal"], WHO["allies"], 1, one_number(m[1], names.ascension))]
    if m := _DAMAGE.fullmatch(text):
        return [_damage(m, names)]
    return []


def _trick(rule: str, amount: int = 0, times: int = 1) -> StepRow:
    return StepRow(OPS["trigger"], WHO["self"], times, amount, RULES[rule])


def _damage(m: re.Match[str], names: Names) -> StepRow:
    own = m[1] == "own"
    amount = "own" if own else "healing" if m[3] else "plain"
    times = {"own": TIMES_OWN, "half turn": TIMES_HALF_TURN}.get(m[2]) or one_number(
        m[2] or "1", names.ascension
    )
    return StepRow(
        OPS["damage"], WHO["target"], times, 0 if own else one_number(m[1], names.ascension), AMOUNTS[amount]
    )


class StartRow(NamedTuple):
    """A power that a monster starts with, its amount from low to high."""

    power: int
    low: int
    high: int


@lru_cache(maxsize=4096)
def read_start(phrase: str, ascension: int) -> StartRow:
    """Return the power that ``phrase`` gives at the start of a fight.

    >>> read_start("curl_up 3-7/4-8@7", 20)[1:]
    (4, 8)
    """
    word, _, number = phrase.partition(" ")
    if word not in POWERS:
        raise HazardError("spire.no_such_power", power=word)
    low, high = at_ascension(number, ascension) if number else (-1, -1)
    return StartRow(POWERS[word], low, high)


class ConditionRow(NamedTuple):
    """A condition as the rules read it."""

    asks: int
    compare: int = COMPARISONS["="]
    about: int = 0
    modulo: int = 0
    number: int = 0


_PLAIN = {
    text.replace("_", " "): text for text in ("below_half", "asleep", "alone", "not_alone", "odd_place")
}
_USED = re.compile(r"(used|unused) (\w+)")
_COMPARED = re.compile(rf"(minions|turn|own)(?: % (\d+))? (<|<=|=|>=|>) ({NUMBER})")
_MISSING = re.compile(rf"allies miss ({NUMBER})")
_LACKS = re.compile(r"player lacks (\w+)")


def read_condition(phrase: str, moves: Mapping[str, int], ascension: int) -> ConditionRow:
    """Return the condition of a roll table that ``phrase`` means.

    >>> read_condition("turn % 4 = 0", {}, 0).modulo
    4
    >>> read_condition("at night", {}, 0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hazard.errors.HazardError: no rule for the condition 'at night'; try something like 'unused bite' or ...
    """
    if phrase in _PLAIN:
        return ConditionRow(QUESTIONS[_PLAIN[phrase]])
    if m := _USED.fullmatch(phrase):
        if m[2] not in moves:
            raise HazardError("spire.no_such_move", move=m[2])
        return ConditionRow(QUESTIONS[m[1]], about=moves[m[2]])
    if m := _COMPARED.fullmatch(phrase):
        number = one_number(m[4], ascension)
        return ConditionRow(QUESTIONS[m[1]], COMPARISONS[m[3]], 0, int(m[2] or 0), number)
    if m := _MISSING.fullmatch(phrase):
        return ConditionRow(QUESTIONS["allies_miss"], number=one_number(m[1], ascension))
    if m := _LACKS.fullmatch(phrase):
        if m[1] not in POWERS:
            raise HazardError("spire.no_such_power", power=m[1])
        return ConditionRow(QUESTIONS["player_lacks"], about=POWERS[m[1]])
    raise HazardError("spire.no_rule_for_condition", phrase=phrase)
