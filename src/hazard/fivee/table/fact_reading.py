"""One fact in the words of a game master: who it is about, and what happened to them.

A fact is read only where it is clear: two people without a word that says who does it to whom, or two things
at once, are refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hazard.fivee.content.cells import cell_of
from hazard.fivee.content.naming import SHORTEST, Names
from hazard.fivee.content.words import Condition
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.command_words import (
    CONDITION_WORDS,
    DAMAGE_WORDS,
    DOUBTFUL,
    FILLERS,
    SIGNS,
    VERBS,
    any_of,
    little,
)
from hazard.fivee.table.facts import Fact
from hazard.game import GameError

MARK = "§"
"""Stands for a name that was found: as many as it is the first, the second, …"""
_MARKS = re.compile(rf"{MARK}+")
_HURTS = {"damage", "takes", "hit", "crit"}
_DOES_TO = {"hit", "crit", "heal", "dead", "damage", "down"}
"""Verbs between two people: the first does it to the second."""
_ARTICLE = rf"(?: (?:{any_of('article')}))?"
_BY = rf"(?<!\w)(?:{any_of('done_by')}){_ARTICLE} "
_TO = rf"(?<!\w)(?:{any_of('done_to')}){_ARTICLE} "
_OF = rf"(?<!\w)(?:{any_of('afraid_of')}){_ARTICLE} "
_MINUTES, _HOURS = frozenset(little("minutes")), frozenset(little("hours"))
_BESIDE = re.compile(rf"(?<!\w)({any_of('after', 'before')}){_ARTICLE} {MARK}{{2}}(?!{MARK})")
_HIT_POINTS = "|".join(word for word, verb in VERBS.items() if verb == "hit_points")
_HIT_POINTS_MINUS = re.compile(rf"(?:{_HIT_POINTS})\W*[-−–]\s*\d")


@dataclass(frozen=True)
class Piece:
    """A part of a line with marks for names, and the names."""

    text: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, text: str, names: Sequence[str]) -> Piece:
        """Take the names of a whole line; keep those that this part has, counted anew."""
        own = [names[len(mark) - 1] for mark in _MARKS.findall(text)]
        numbers = iter(range(1, len(own) + 1))
        return cls(" ".join(_MARKS.sub(lambda _: MARK * next(numbers), text).split()), tuple(own))

    def shown(self, called: Mapping[str, str]) -> str:
        """Return the part with the names in it."""
        return _MARKS.sub(lambda mark: called[self.names[len(mark[0]) - 1]], self.text)


@dataclass(frozen=True)
class _Said:
    """The words of a fact, sorted by what they are."""

    cells: tuple[str, ...]
    numbers: tuple[float, ...]
    verbs: frozenset[str]
    conditions: tuple[Condition, ...]
    others: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> _Said:
        cells = tuple(
            found for found in re.findall(r"(?<!\w)[a-z]{1,2}\d{1,2}(?!\w)", text) if cell_of(found)
        )
        for cell in cells:
            text = re.sub(rf"(?<!\w){cell}(?!\w)", " , ", text, count=1)
        numbers = tuple(
            float(found.replace(",", ".")) for found in re.findall(r"[0-9]+(?:[.,][0-9]+)?", text)
        )
        signs = {SIGNS[sign] for sign in re.findall(r"(?<!\w)[+−–-](?=\s*\d)", text)}
        words = re.findall(r"[^\W\d_]+", text)
        verbs = frozenset(VERBS[word] for word in words if word in VERBS) | signs
        hurts = bool(verbs & _HURTS)
        conditions = dict.fromkeys(
            CONDITION_WORDS[word]
            for word in words
            if word in CONDITION_WORDS and not (hurts and word in DAMAGE_WORDS)  # "5 poison damage"
        )
        known = (VERBS, CONDITION_WORDS, DAMAGE_WORDS, FILLERS)
        others = tuple(word for word in words if not any(word in each for each in known))
        return cls(cells, numbers, verbs, tuple(conditions), others)

    @property
    def rounds(self) -> int:
        """How long something lasts: ten rounds to a minute, and no limit where the fight is over before."""
        if _HOURS & set(self.others):
            return 0
        return int(self.number or 0) * (10 if _MINUTES & set(self.others) else 1)

    @property
    def number(self) -> float | None:
        return self.numbers[0] if self.numbers else None


class FactReader:
    """Reads facts about those in one fight."""

    def __init__(self, fight: Fight, names: Names, say: Wording) -> None:
        """Ask back in the language of ``say``."""
        self.fight, self.names, self.say = fight, names, say
        self._called = dict(zip((fighter.name for fighter in fight.fighters), say.names, strict=True))

    def read(self, piece: Piece, text: str) -> Fact:
        """Return the fact, or say what is not clear about it."""
        said = _Said.of(_MARKS.sub(" ", piece.text))
        limited = bool(said.verbs & {"use", "recharge"})
        self._refuse_doubtful(said, () if limited else said.others, text)
        for word in () if limited else said.others:
            if (near := self.names.near(word)) is not None:
                raise GameError("fivee.reply.did_you_mean", name=word, known=self._called[near])
        if "initiative" in said.verbs:
            return self._initiative(piece, said, text)
        who, source = self._roles(piece, text)
        self._refuse_negative(said, piece.text, text)
        self._refuse_two_things(said, text)
        found = self._meant(said, who, source, text)
        if found is None:
            raise GameError("fivee.reply.says_nothing", text=text, who=self._called[who])
        return found

    def _initiative(self, piece: Piece, said: _Said, text: str) -> Fact:
        """Return somebody's place in the order: a number, or after or before whom."""
        who, *others = dict.fromkeys(piece.names)
        beside = _BESIDE.search(piece.text) if len(others) == 1 else None
        if len(others) > 1 or (others and beside is None) or (said.number is None and beside is None):
            raise GameError("fivee.reply.initiative_what", text=text, who=self._called[who])
        score = None if said.number is None else int(said.number) * (-1 if "minus" in said.verbs else 1)
        return Fact(
            kind="initiative",
            who=who,
            score=score,
            source=others[0] if others else None,
            success=beside is not None and beside[1] in little("before"),
        )

    # ---- what is not clear -----------------------------------------------------------------------------

    def _roles(self, piece: Piece, text: str) -> tuple[str, str | None]:
        """Return to whom it happens, and who does it."""
        names = tuple(dict.fromkeys(piece.names))
        if len(names) == 1:
            return names[0], None
        marks = [MARK * (piece.names.index(name) + 1) for name in names]
        if len(names) == 2:
            said = re.findall(r"[^\W\d_]+", piece.text)
            feared = any(word in CONDITION_WORDS for word in said)  # "frightened of the ogre"
            for prefix, hurt in ((_BY, 1), *([(_OF, 1)] if feared else []), (_TO, 0)):
                for number, mark in enumerate(marks):
                    if re.search(rf"{prefix}{mark}(?!{MARK})", piece.text):
                        return names[number ^ hurt], names[number ^ hurt ^ 1]
            between = piece.text.partition(marks[0])[2].partition(marks[1])[0]
            words = re.findall(r"[^\W\d_]+", between)
            if any(VERBS.get(word) in _DOES_TO or word in CONDITION_WORDS for word in words):
                return names[1], names[0]
        known = ", ".join(self._called[name] for name in names)
        raise GameError("fivee.reply.who_of_them", text=text, known=known)

    def _refuse_doubtful(self, said: _Said, others: Sequence[str], text: str) -> None:
        """Refuse words that would change what is said, and numbers that a fact of this kind does not have."""
        for word in others:
            if word in DOUBTFUL:
                raise GameError("fivee.reply.word_changes_it", word=word, text=text)
        unsaved = (
            said.conditions and "no" in said.verbs and said.verbs & {"save", "fail"}
        )  # "stunned, no save"
        if unsaved or {"stands", "hit_points"} <= said.verbs:  # "gets 5 hp": more, or just five?
            raise GameError("fivee.reply.two_things", text=text, things=", ".join(sorted(said.verbs)))
        counted = "exhaustion" in said.conditions or ("death" in said.verbs and said.verbs & {"save", "fail"})
        if counted and said.number not in (None, 1):
            raise GameError("fivee.reply.one_at_a_time", number=f"{said.number:g}", text=text)
        if "temporary" in said.verbs and said.verbs & (_HURTS - {"hit"}):
            raise GameError("fivee.reply.temporary_is_set", text=text)

    def _refuse_negative(self, said: _Said, masked: str, text: str) -> None:
        """Refuse numbers below nothing; "Fighter -12" and "-12 hp" are damage."""
        if "minus" not in said.verbs:
            return
        says_what = said.verbs & (_HURTS | {"heal", "temporary"}) or said.conditions
        if says_what or _HIT_POINTS_MINUS.search(masked):
            raise GameError("fivee.reply.negative", number=f"−{said.number:g}", text=text)

    def _refuse_two_things(self, said: _Said, text: str) -> None:
        verbs, things = said.verbs, list(said.cells)
        things += [self.say.condition(name) for name in said.conditions]
        if verbs & {"concentration", "death", "slot", "use", "recharge"}:
            return
        amounts = {"heal", "temporary", "hit_points", "minus"} | _HURTS
        things += [f"{number:g}" for number in said.numbers] if verbs & amounts else []
        if not said.conditions:  # "falls prone" is one thing
            things += sorted(verbs & {"dead", "down", "stable", "fled"} if not said.numbers else ())
        elif verbs & {"dead", "fled"}:
            things += sorted(verbs & {"dead", "fled"})
        if said.numbers and verbs & _HURTS and verbs & {"dead", "stable", "fled"}:
            things += sorted(verbs & {"dead", "stable", "fled"})
        if len(things) > 1:
            raise GameError("fivee.reply.two_things", text=text, things=", ".join(things))

    # ---- what it says ----------------------------------------------------------------------------------

    def _meant(self, said: _Said, who: str, source: str | None, text: str) -> Fact | None:
        """Return the first kind of fact that the words fit, from the most telling words on."""
        verbs, number = said.verbs, said.number
        if "concentration" in verbs:
            return Fact(kind="concentration_ends", who=who)
        if "death" in verbs and verbs & {"save", "fail"}:
            return Fact(kind="death_save", who=who, success="fail" not in verbs)
        if said.conditions:
            condition = said.conditions[0]
            if verbs & {"no", "ends"}:
                return Fact(kind="condition_ends", who=who, condition=condition)
            rounds = min(250, said.rounds)
            return Fact(kind="condition", who=who, condition=condition, rounds=rounds, source=source)
        if "down" in verbs and number and not verbs & _HURTS:
            return self._fall(who, said.numbers)
        if "stands" in verbs and number is None:
            return Fact(kind="condition_ends", who=who, condition="prone")
        for kind in ("dead", "down", "stable", "fled"):
            if kind in verbs:
                return Fact(kind=kind, who=who)
        if "slot" in verbs and number is not None:
            return Fact(kind="slot", who=who, level=int(min(9, number)))
        if verbs & {"use", "recharge"}:
            kind = "recharge" if "recharge" in verbs else "use"
            return Fact(kind=kind, who=who, action=self._action(who, text))  # type: ignore[arg-type]
        if "reaction" in verbs:
            return Fact(kind="reaction", who=who)
        if said.cells:
            return Fact(kind="move", who=who, cell=said.cells[0])
        return None if number is None else _amount(verbs, who, source, number)

    def _fall(self, who: str, numbers: Sequence[float]) -> Fact:
        """Return a fall from a height: 1d6 for every 10 feet, at most 20d6, in both editions."""
        feet, dice = int(numbers[0]), min(20, int(numbers[0]) // 10)
        called = self._called[who]
        if dice == 0:
            raise GameError("fivee.reply.falls_short", who=called, feet=feet)
        if len(numbers) != 2 or not (numbers[1] == 0 or dice <= numbers[1] <= 6 * dice):
            raise GameError("fivee.reply.falls_how_hard", who=called, feet=feet, count=dice, most=6 * dice)
        return Fact(kind="fall", who=who, feet=feet, points=numbers[1])

    def _action(self, who: str, text: str) -> str:
        """Return the action of limited use that is meant: its name, or a clear part of it."""
        fighter = self.fight.named(who)
        limited = [
            action
            for number, action in enumerate(fighter.actions)
            if self.fight.rules.limited(fighter.number, number) >= 0
        ]
        low, called = text.lower(), {action.name: self.say.action(action) for action in limited}
        names = {a.name: [n.lower() for n in (a.name, a.name_de) if n] for a in limited}
        whole = {
            name: max(map(len, found))
            for name, every in names.items()
            if (found := [n for n in every if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", low)])
        }
        if whole:  # "Fire Breath" is no "Breath"
            return max(whole, key=lambda name: whole[name])
        said = [word for word in re.findall(r"[^\W\d_]+", low) if len(word) >= SHORTEST and word not in VERBS]
        begun = [
            name
            for name, every in names.items()
            if any(part.startswith(word) for n in every for part in n.split() for word in said)
        ]
        if len(begun) == 1:
            return begun[0]
        if begun:
            known = self.say.on("fivee.reply")("or").join(called[name] for name in begun)
            raise GameError("fivee.reply.may_mean", words=text, known=known)
        known = ", ".join(called.values()) or self.say.on("fivee.reply")("no_limited")
        raise GameError("fivee.reply.which_action", who=self._called[who], known=known)


def _amount(verbs: frozenset[str], who: str, source: str | None, number: float) -> Fact | None:
    """Return points that somebody loses or gains; "loses 5 hp" says more than "hp"."""
    if "temporary" in verbs:
        return Fact(kind="temporary", who=who, points=number)
    if "heal" in verbs:
        return Fact(kind="heal", who=who, points=number)
    if verbs & (_HURTS | {"minus"}):
        return Fact(kind="damage", who=who, points=number, source=source, critical="crit" in verbs)
    if "hit_points" in verbs:
        return Fact(kind="hit_points", who=who, points=number)
    return None
