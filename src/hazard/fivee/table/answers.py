"""What a game master says that the dice show: a hit and its damage, a save, a number that is told apart.

The roll and the damage are two numbers: one alone, where either is possible, is asked back about, and what
the dice cannot give is refused with what they can, unless it ends with "!" (a table may know better).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hazard.fivee.content.words import ANSWERED, CRITICAL, MISSED, SAVED
from hazard.fivee.director.phrases import Wording
from hazard.fivee.table.command_words import FILLERS, VERBS, little
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.questions import Question, Span
from hazard.game import GameError
from hazard.language import Statement, typed_words

DIGITS = "0123456789"
_KNOWN = frozenset({
    "hit", "crit", "miss", "save", "fail", "yes", "no", "damage", "natural", "reaction", "takes", "to",
    "death", "with", "rolled", "of", *little("and", "i_have"),
})  # fmt: skip
_ROLL = typed_words("fivee.typed.order.roll")
"""An order by itself, and what was rolled when a number follows."""
_NEGATIVE = re.compile(r"(?<![\w.])[-−–]\s*([0-9]+)")


@dataclass(frozen=True)
class Said:
    """The words of an answer."""

    verbs: frozenset[str]
    numbers: tuple[float, ...]
    text: str
    sure: bool
    """It is so, whatever the dice can give."""

    @classmethod
    def of(cls, rest: str, text: str) -> Said:
        """Read what is left of a line when the names are out of it."""
        words = re.findall(r"[^\W\d_]+|[0-9]+(?:\.[0-9]+)?", re.sub(r"(?<=\d),(?=\d)", ".", rest))
        numbers = tuple(float(word) for word in words if word[0] in DIGITS)
        found = {word for word in words if word[0] not in DIGITS and word not in FILLERS}
        verbs = {"rolled" if numbers and word in _ROLL else VERBS.get(word, word) for word in found}
        return cls(frozenset(verbs), numbers, text.removesuffix("!").strip(), text.endswith("!"))

    @property
    def about_dice(self) -> bool:
        """Whether dice may be meant at all."""
        return not self.verbs - _KNOWN and bool(self.verbs or self.numbers)


class AnswerReader:
    """Reads answers to what the dice are asked for."""

    def __init__(self, say: Wording) -> None:
        """Speak of those who fight as ``say`` does."""
        self.say = say

    def read(self, rest: str, text: str, named: bool, question: Question) -> Fact | None:
        """Return the answer in ``text``, or None if it is about something else."""
        said = Said.of(rest, text)
        if not said.about_dice or (named and not said.verbs and not said.numbers):
            return None
        if negative := _NEGATIVE.search(rest):
            if not (named and not said.verbs and question.kind == "strike"):  # "Fighter -12" is damage
                raise GameError("fivee.reply.negative", number=f"−{negative[1]}", text=said.text)
            said = Said(frozenset({"damage"}), said.numbers, said.text, said.sure)
        if question.kind == "strike":
            return self._strike(said, question)
        if question.kind == "death_save":
            return self._death_save(said)
        if question.kind == "area_damage" or (question.kind == "rider" and question.ability is None):
            return self._amount(said, question)
        return self._save(said, question)

    # ---- attacks ---------------------------------------------------------------------------------------

    def _strike(self, said: Said, question: Question) -> Fact | None:
        verbs = said.verbs
        answered = ANSWERED if "reaction" in verbs else 0
        if verbs & {"miss", "no"}:
            return Fact(kind="dice", result=MISSED | answered)
        total, damage = self._total_and_damage(said, question)
        critical = "crit" in verbs
        if "natural" in verbs and total is not None:
            if not 1 <= total <= 20 or total % 1:
                raise GameError("fivee.reply.no_d20", number=total)
            if total == 1:
                return Fact(kind="dice", result=MISSED | answered)
            critical = critical or total == 20
            total = None
        if total is not None:
            self._check(total, question.roll, said)
            if total < question.dc and not verbs & {"crit", "yes", "takes"} and not _hits(verbs):
                return Fact(kind="dice", result=MISSED | answered)
        if damage is None:
            if total is None and not critical and not verbs & {"hit", "yes", "takes", "natural", "damage"}:
                return None
            if question.hit != (0, 0) or question.critical != (0, 0):
                raise GameError("fivee.reply.how_much", range=self._range(question))
            damage = 0.0  # a web, a grip
        critical = critical or _only_criticals(question)
        self._check_damage(damage, critical, said, question)
        return Fact(kind="dice", points=damage, result=answered | (CRITICAL if critical else 0))

    def _total_and_damage(self, said: Said, question: Question) -> tuple[float | None, float | None]:
        """Return what was rolled in all, and the damage; one number alone is asked about."""
        numbers, verbs = said.numbers, said.verbs
        if len(numbers) > 2:
            raise GameError("fivee.reply.two_numbers", count=len(numbers))
        if len(numbers) == 2:
            return numbers[0], numbers[1]
        if not numbers:
            return None, None
        if verbs & {"rolled", "natural"} or {"hit", "to"} <= verbs:  # "17 to hit"
            return numbers[0], None
        if verbs & {"hit", "crit", "damage", "takes", "yes"}:
            return None, numbers[0]
        raise self._roll_or_damage(numbers[0], question)

    def _roll_or_damage(self, number: float, question: Question) -> GameError:
        hits = number >= question.dc
        as_roll = Statement("fivee.reply.roll_hits" if hits else "fivee.reply.roll_misses", dc=question.dc)
        if not _within(number, question.roll):
            as_roll = Statement("fivee.reply.roll_cannot", least=question.roll[0], most=question.roll[1])
        fits = _within(number, _damages(question, critical=False))
        as_damage = Statement("fivee.reply.damage_can") if fits else self._range(question)
        shown = f"{number:g}"
        return GameError("fivee.reply.roll_or_damage", number=shown, as_roll=as_roll, as_damage=as_damage)

    def _range(self, question: Question) -> Statement:
        action = self.say.action(self.say.fight.fighters[question.actor].actions[question.action])
        (least, most), (low, high) = _damages(question, critical=False), _damages(question, critical=True)
        name = action
        return Statement("fivee.reply.damage_range", action=name, least=least, most=most, low=low, high=high)

    def _check_damage(self, damage: float, critical: bool, said: Said, question: Question) -> None:
        if not said.sure and not _within(damage, _damages(question, critical=critical)):
            shown = self._range(question)
            raise GameError("fivee.reply.no_such_damage", number=damage, range=shown, again=said.text)

    # ---- everything else -------------------------------------------------------------------------------

    def _check(self, number: float, span: Span, said: Said) -> None:
        if not said.sure and span != (0, 0) and not _within(number, span):
            least, most = span
            raise GameError(
                "fivee.reply.no_such_roll", number=number, least=least, most=most, again=said.text
            )

    def _check_points(self, points: float, saved: bool | None, said: Said, question: Question) -> None:
        """Refuse an amount that cannot come up, with the save made or failed."""
        possible = [
            answer.points
            for _, answer in question.results
            if saved is None or bool(answer.result & SAVED) == saved
        ]
        if possible and (points % 1 == 0 or points not in possible):
            self._check(points, (int(min(possible)), int(max(possible))), said)

    def _amount(self, said: Said, question: Question) -> Fact | None:
        if not said.numbers:
            return None
        self._check_points(said.numbers[0], None, said, question)
        return Fact(kind="dice", points=said.numbers[0])

    def _death_save(self, said: Said) -> Fact | None:
        verbs = said.verbs
        if said.numbers:  # what the d20 shows
            number = said.numbers[0]
            if not 1 <= number <= 20 or number % 1:
                raise GameError("fivee.reply.no_d20", number=number)
            critical = CRITICAL if number in (1, 20) else 0
            return Fact(kind="dice", result=(SAVED if number >= 10 else 0) | critical)
        critical = CRITICAL if "crit" in verbs else 0
        if verbs & {"save", "yes"}:
            return Fact(kind="dice", result=SAVED | critical)
        return Fact(kind="dice", result=critical) if verbs & {"fail", "no", "miss"} else None

    def _save(self, said: Said, question: Question) -> Fact | None:
        made, failed = bool(said.verbs & {"save", "yes"}), bool(said.verbs & {"fail", "no", "miss"})
        if len(said.numbers) > 2:
            raise GameError("fivee.reply.two_numbers", count=len(said.numbers))
        hurts = question.kind == "rider" and question.damages
        total = said.numbers[0] if len(said.numbers) == 2 else None
        number = said.numbers[-1] if said.numbers else None
        if not made and not failed:
            if total is None:  # a number alone is what was rolled in all, unless damage is asked for too
                if number is None or question.kind == "collapse":
                    return None
                if hurts:
                    raise GameError("fivee.reply.made_or_damage", number=f"{number:g}")
                total = number
            self._check(total, question.roll, said)
            made = total >= question.dc
        if not hurts:
            return Fact(kind="dice", result=SAVED if made else 0)
        if number is None and (not made or _halves(question)):
            raise GameError("fivee.reply.save_damage")
        self._check_points(number or 0.0, made, said, question)
        return Fact(kind="dice", points=number or 0.0, result=SAVED if made else 0)


def _within(number: float, span: Span) -> bool:
    return span[0] <= number <= span[1] and number % 1 == 0


def _hits(verbs: frozenset[str]) -> bool:
    return "hit" in verbs and "to" not in verbs


def _damages(question: Question, *, critical: bool) -> Span:
    """Return the least and the most damage; a reaction that halves it may or may not be used."""
    least, most = question.critical if critical else question.hit
    halved = any(a.result & ANSWERED and not a.result & MISSED for _, a in question.results)
    return (least // 2 if halved else least, most)


def _only_criticals(question: Question) -> bool:
    """Whether every hit is critical (on somebody who is helpless), and none is turned aside."""
    hits = [answer.result for _, answer in question.results if not answer.result & MISSED]
    turned = any(answer.result & MISSED and answer.result & ANSWERED for _, answer in question.results)
    return bool(hits) and not turned and all(result & CRITICAL for result in hits)


def _halves(question: Question) -> bool:
    return any(answer.result & SAVED and answer.points > 0 for _, answer in question.results)
