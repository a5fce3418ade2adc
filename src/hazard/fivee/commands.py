"""What a game master types, read forgivingly: facts, answers to the dice, and orders.

Names may be shortened as long as they are clear ("gob a"), words come in any order, and the obvious German
words do as well. ``HELP`` is the whole grammar, by example; the words themselves are in ``command_words``.

>>> from hazard.fivee.fight import Fight
>>> from hazard.fivee.library import encounters
>>> reader = CommandReader(Fight(encounters()["goblin-ambush"], seed=1))
>>> reader.read("12 damage to gob a").fact.model_dump(exclude_defaults=True)
{'kind': 'damage', 'who': 'Goblin A', 'points': 12.0}
>>> reader.read("Kämpfer nach c4").fact.model_dump(exclude_defaults=True)
{'kind': 'move', 'who': 'Fighter', 'cell': 'c4'}
>>> reader.read("why not bow wizard").order
'why not'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from pydantic import ValidationError

from hazard.fivee.command_words import CONDITION_WORDS, ORDERS, SIGNS, VERBS
from hazard.fivee.facts import Fact
from hazard.fivee.fight import Fight, names_of
from hazard.fivee.phrases import cell_of
from hazard.fivee.questions import ANSWERED, CRITICAL, MISSED, SAVED, Question
from hazard.fivee.words import Condition
from hazard.game import GameError

DIGITS = "0123456789"
MARK = "§"
"""Stands for a name that was found: as many as it is the first, the second, …"""


@dataclass(frozen=True)
class Command:
    """What was typed: a fact to enter, or an order with the rest of its words."""

    fact: Fact | None = None
    order: str | None = None
    rest: str = ""


class CommandReader:
    """Reads what is typed about one fight."""

    def __init__(self, fight: Fight) -> None:
        """Learn the names of everybody, in both languages."""
        self.fight = fight
        self.names: dict[str, str] = {}
        german = names_of(fight, "de")
        for fighter, name in zip(fight.fighters, german, strict=True):
            self.names[name.lower()] = fighter.name
        for fighter in fight.fighters:
            self.names[fighter.name.lower()] = fighter.name

    def read(self, line: str, question: Question | None = None) -> Command:
        """Return what ``line`` means; while dice are asked for, their answer comes first."""
        text = " ".join(line.strip().split())
        try:
            if question is not None and (answer := self._answer(text.lower(), question)) is not None:
                return Command(fact=answer)
            if (order := self._order(text)) is not None:
                return order
            return Command(fact=self._fact(text))
        except ValidationError:
            raise GameError(f"{text!r}: a number is too large; points go up to 2000, slots to 9") from None

    # ---- orders ----------------------------------------------------------------------------------------

    def _order(self, text: str) -> Command | None:
        low = text.lower()
        for phrase, order in ORDERS:
            if low == phrase or low.startswith(phrase + " "):
                rest = text[len(phrase) :].strip()
                if rest and order in ("undo", "redo", "next", "quit", "accept"):
                    continue  # "next to c4", "end prone fighter": no order
                return Command(order=order, rest=rest)
        if re.fullmatch(r"[0-9]{1,3}", low):
            return Command(order="do", rest=low)
        return None

    # ---- answers ---------------------------------------------------------------------------------------

    def _answer(self, low: str, question: Question) -> Fact | None:
        """Return the answer to a question, or None if this is about something else."""
        names, rest = self.find_names(low)
        about = self.fight.fighters[question.who].name if question.who >= 0 else None
        if any(name not in (about, self.fight.fighters[question.actor].name) for name in names):
            return None
        words = re.findall(r"[^\W\d_]+|[0-9]+(?:\.[0-9]+)?", re.sub(r",(?! )", ".", rest))
        numbers = [float(word) for word in words if word[0] in DIGITS]
        verbs = {VERBS.get(word, word) for word in words if word[0] not in DIGITS}
        number = numbers[0] if numbers else None
        known = {"hit", "crit", "miss", "save", "fail", "yes", "no", "damage", "natural", "reaction", "takes",
                 "to", "death", "with", "rolled", "of", "and", "i", "und", "ich", "habe"}  # fmt: skip
        if verbs - known or (names and not verbs and number is None) or not (verbs or numbers):
            return None
        if question.kind == "strike":
            return _strike(verbs, numbers, question)
        if question.kind == "death_save":
            return _death_save(verbs, number)
        if question.kind == "area_damage" or (question.kind == "rider" and question.ability is None):
            return None if number is None else Fact(kind="dice", points=number)
        return _save(verbs, numbers, question)

    # ---- facts -----------------------------------------------------------------------------------------

    def _fact(self, text: str) -> Fact:
        low = text.lower()
        if low.startswith(("note ", "notiz ", "# ")):
            return Fact(kind="note", text=text.split(" ", 1)[1])
        names, rest = self.find_names(low)
        cells, rest = self._find_cells(rest)
        numbers = [float(found.replace(",", ".")) for found in re.findall(r"[0-9]+(?:[.,][0-9]+)?", rest)]
        signs = {SIGNS[sign] for sign in re.findall(r"[+−–-](?=\s*\d)", rest)}
        words = re.findall(r"[^\W\d_]+", rest)
        verbs = {VERBS[word] for word in words if word in VERBS} | signs
        conditions = [CONDITION_WORDS[word] for word in words if word in CONDITION_WORDS]
        if not names:
            raise GameError(self._who(text))
        second_is_hurt = re.search(rf"(?<!\w)(?:to|an|auf)(?: the)? {MARK}{MARK}(?!{MARK})", _single(rest))
        found = self._meant(names, cells, numbers, verbs, conditions, text, second_is_hurt is not None)
        if found is None:
            raise GameError(f"{text!r} says nothing about {names[0]} that is understood; help shows what is")
        return found

    def _meant(
        self,
        names: list[str],
        cells: list[str],
        numbers: list[float],
        verbs: set[str],
        conditions: list[Condition],
        text: str,
        second_is_hurt: bool,
    ) -> Fact | None:
        """Return the first kind of fact that the words fit, from the most telling words on."""
        who, source = names[0], names[1] if len(names) > 1 else None
        number = numbers[0] if numbers else None
        if "concentration" in verbs:
            return Fact(kind="concentration_ends", who=who)
        if "death" in verbs and verbs & {"save", "fail"}:
            return Fact(kind="death_save", who=who, success="fail" not in verbs)
        if conditions:
            if verbs & {"no", "ends"}:
                return Fact(kind="condition_ends", who=who, condition=conditions[0])
            rounds = min(250, int(number or 0))
            return Fact(kind="condition", who=who, condition=conditions[0], rounds=rounds, source=source)
        if "stands" in verbs:
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
        if cells:
            return Fact(kind="move", who=who, cell=cells[0])
        if number is None:
            return None
        for kind in ("temporary", "hit_points", "heal"):
            if kind in verbs:
                return Fact(kind=kind, who=who, points=number)  # type: ignore[arg-type]
        if verbs & {"damage", "takes", "hit", "crit", "minus"}:
            # "Goblin A hits Fighter for 9", "Goblin A deals 9 to Fighter": the second is hurt by the first.
            hits = "hit" in verbs and not verbs & {"takes", "to", "from"}
            if source is not None and (hits or second_is_hurt):
                who, source = source, who
            return Fact(kind="damage", who=who, points=number, source=source, critical="crit" in verbs)
        return None

    def _action(self, who: str, text: str) -> str:
        fighter = self.fight.named(who)
        limited = [
            action
            for number, action in enumerate(fighter.actions)
            if self.fight.rules.limited(fighter.number, number) >= 0
        ]
        for action in limited:
            if any(name and name.lower() in text.lower() for name in (action.name, action.name_de)):
                return action.name
        known = ", ".join(action.name for action in limited) or "nothing"
        raise GameError(f"say which action of {who}: {known} is of limited use")

    # ---- names and cells -------------------------------------------------------------------------------

    def find_names(self, low: str) -> tuple[list[str], str]:
        """Return the combatants named in a text, in order, and the text without them."""
        found: list[str] = []
        while True:
            match = self._first_name(low)
            if match is None:
                return found, low
            start, end, name = match
            found.append(name)
            low = low[:start] + f" {MARK * len(found)} " + low[end:]

    def _first_name(self, low: str) -> tuple[int, int, str] | None:
        whole = [
            (found.start(), -found.end(), name)
            for known, name in self.names.items()
            for found in [re.search(rf"(?<!\w){re.escape(known)}(?!\w)", low)]
            if found is not None
        ]
        if whole:
            start, end, name = min(whole)
            return start, -end, name
        for found in re.finditer(r"[^\W\d_]{3,}(?: [a-z](?!\w))?", low):
            for part in (found[0], found[0].split(" ")[0]):
                if part in VERBS or part in CONDITION_WORDS:
                    continue
                meant = self._abbreviated(part)
                if len(meant) == 1:
                    return found.start(), found.start() + len(part), meant.pop()
        return None

    def _abbreviated(self, part: str) -> set[str]:
        """Return whom a shortened name may mean: "gob a" and "drag" are enough."""
        head, _, letter = part.partition(" ")
        found = set()
        for known, name in self.names.items():
            words = known.split()
            begins = any(word.startswith(head) for word in words)
            if begins and (not letter or words[-1] == letter):
                found.add(name)
        return found

    def _find_cells(self, low: str) -> tuple[list[str], str]:
        cells = [found for found in re.findall(r"(?<!\w)[a-z]{1,2}\d{1,2}(?!\w)", low) if cell_of(found)]
        for cell in cells:
            low = low.replace(cell, " , ", 1)
        return cells, low

    def _who(self, text: str) -> str:
        word = text.split(" ")[0] if text else ""
        known = ", ".join(fighter.name for fighter in self.fight.fighters)
        several = sorted(
            chain.from_iterable(self._abbreviated(w) for w in text.lower().split() if len(w) > 2)
        )
        if several:
            return f"{text!r} may mean {' or '.join(dict.fromkeys(several))}; say which"
        return f"{text!r} is not understood: {word!r} is no command, and nobody is named; there are {known}"


def _single(text: str) -> str:
    return " ".join(text.split())


# ---- what dice may say -----------------------------------------------------------------------------------


def _total_and_damage(numbers: list[float]) -> tuple[float | None, float | None]:
    """Return what was rolled in all, if that was said as well ("17 and 9"), and the damage."""
    if len(numbers) > 2:
        raise GameError(f"{len(numbers)} numbers; expected the roll and the damage, such as 17 and 9")
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (None, numbers[0] if numbers else None)


def _strike(verbs: set[str], numbers: list[float], question: Question) -> Fact | None:
    answered = ANSWERED if "reaction" in verbs else 0
    total, number = _total_and_damage(numbers)
    short = total is not None and total < question.dc and not verbs & {"hit", "crit", "yes"}
    if short or verbs & {"miss", "no"}:
        return Fact(kind="dice", result=MISSED | answered)
    if number is None:
        if verbs & {"hit", "crit", "yes", "takes"}:
            raise GameError("a hit for how much? (hit 9; or roll)")
        return None
    return Fact(kind="dice", points=number, result=answered | (CRITICAL if "crit" in verbs else 0))


def _death_save(verbs: set[str], number: float | None) -> Fact | None:
    if number is not None:  # what the d20 shows
        if not 1 <= number <= 20 or number % 1:
            raise GameError(f"a d20 does not show {number:g}; expected 1 to 20")
        return Fact(
            kind="dice", result=(SAVED if number >= 10 else 0) | (CRITICAL if number in (1, 20) else 0)
        )
    critical = CRITICAL if "crit" in verbs else 0
    if verbs & {"save", "yes"}:
        return Fact(kind="dice", result=SAVED | critical)
    return Fact(kind="dice", result=critical) if verbs & {"fail", "no", "miss"} else None


def _save(verbs: set[str], numbers: list[float], question: Question) -> Fact | None:
    made, failed = verbs & {"save", "yes"}, verbs & {"fail", "no", "miss"}
    total, number = _total_and_damage(numbers)
    if total is not None and not made and not failed:
        made, failed = ({"save"}, set()) if total >= question.dc else (set(), {"fail"})
    if not made and not failed:
        if number is None or question.kind == "collapse" or (question.damages and question.kind == "rider"):
            return None
        made = {"save"} if number >= question.dc else set()  # what was rolled in all, against the DC
        return Fact(kind="dice", result=SAVED if made else 0)
    points = number or 0.0
    if question.kind == "rider" and question.damages and number is None and (failed or _halves(question)):
        raise GameError("how much damage? (fail 9, or save 4; or roll)")
    if question.kind != "rider":
        points = 0.0
    return Fact(kind="dice", points=points, result=SAVED if made else 0)


def _halves(question: Question) -> bool:
    return any(answer.result & SAVED and answer.points > 0 for _, answer in question.results)
