"""What a game master types, read forgivingly: facts, answers to the dice, and orders.

Names may be shortened as long as they are clear ("gob a"), words come in any order, and in any language
that hazard has. Several facts stand on one line with commas between them; each names somebody. The whole
grammar, by example, is the help of the commands; the words themselves are in ``command_words``.

>>> from hazard.fivee.rules.fight import Fight
>>> from hazard.fivee.content.library import encounters
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

from pydantic import ValidationError

from hazard.fivee.content.naming import Mention, Names
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.answers import AnswerReader
from hazard.fivee.table.command_words import FILLERS, ORDERS, PADDING, TAKES_WORDS, any_of, little
from hazard.fivee.table.fact_reading import MARK, FactReader, Piece
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.questions import Question
from hazard.game import GameError
from hazard.language import phrase

_COMMA = re.compile(r"[;·]|,(?!\d)|(?<!\d),")
"""Between two facts; a comma between digits is a decimal one."""
_AND = re.compile(rf"(?<!\w)(?:{any_of('and')})(?!\w)")
_NOTE = (*(f"{word} " for word in little("note")), "# ")


@dataclass(frozen=True)
class Command:
    """What was typed: facts to enter, or an order with the rest of its words."""

    facts: tuple[Fact, ...] = ()
    order: str | None = None
    rest: str = ""
    parts: tuple[str, ...] = ()
    """The words of each fact."""

    @property
    def fact(self) -> Fact | None:
        """The only fact, or the first."""
        return self.facts[0] if self.facts else None


class CommandReader:
    """Reads what is typed about one fight."""

    def __init__(self, fight: Fight, language: str = "en") -> None:
        """Learn the names of everybody, in both languages; ask back in ``language``."""
        self.fight = fight
        self.language = language
        self.names = Names(fight)
        say = Wording(fight, language)
        self._called = dict(zip((fighter.name for fighter in fight.fighters), say.names, strict=True))
        self._answers = AnswerReader(say)
        self._facts = FactReader(fight, self.names, say)

    def read(self, line: str, question: Question | None = None) -> Command:
        """Return what ``line`` means; while dice are asked for, their answer comes first."""
        text = " ".join(line.replace(MARK, " ").split())
        try:
            if question is not None and (answer := self._answer(text.lower(), question)) is not None:
                return Command((answer,), parts=(text,))
            if (order := self._order(text)) is not None:
                return order
            return self._line(text, question)
        except ValidationError:
            raise GameError("fivee.reply.too_large", text=text) from None

    # ---- orders ----------------------------------------------------------------------------------------

    def _order(self, text: str) -> Command | None:
        low = text.lower()
        for typed, order in ORDERS.items():
            if low == typed or low.startswith(f"{typed} "):
                rest = text[len(typed) :].strip()
                if order in TAKES_WORDS or not _says_more(rest):
                    return Command(order=order, rest=rest if order in TAKES_WORDS else "")
                if order != "initiative" and not self.names.mentions(low):
                    raise GameError("fivee.reply.order_alone", order=typed, rest=rest)
                return None  # "end prone fighter": no order
        if re.fullmatch(r"[0-9]{1,3}", low):
            return Command(order="do", rest=low)
        return None

    # ---- answers ---------------------------------------------------------------------------------------

    def _answer(self, low: str, question: Question) -> Fact | None:
        """Return the answer to a question, or None if this is about something else."""
        mentions = self.names.mentions(low)
        about = {self.fight.fighters[number].name for number in (question.who, question.actor) if number >= 0}
        if any(len(mention.meant) != 1 or mention.meant[0] not in about for mention in mentions):
            return None
        return self._answers.read(_masked(low, mentions), low, bool(mentions), question)

    # ---- facts -----------------------------------------------------------------------------------------

    def _line(self, text: str, question: Question | None) -> Command:
        """Return the facts of a line, all of them; or say which part is not clear."""
        low = text.lower()
        if low.startswith(_NOTE):
            return Command((Fact(kind="note", text=text.split(" ", 1)[1]),), parts=(text,))
        mentions = self.names.mentions(low)
        for mention in mentions:
            part = _around(low, mention)
            try:
                self._one(mention, text if part == low else mention.text)
            except GameError as error:
                if part == low:
                    raise
                raise GameError("fivee.reply.part_failed", part=part, why=error) from None
        names = [mention.meant[0] for mention in mentions]
        pieces = _pieces(_masked(low, mentions), names)
        shown = tuple(piece.shown(self._called) for piece in pieces)
        if len(pieces) == 1:
            return Command((self._fact(pieces[0], text),), parts=(text,))
        facts: list[Fact] = []
        for piece, words in zip(pieces, shown, strict=True):
            try:
                answer = None if facts or question is None else self._answer(words.lower(), question)
                facts.append(answer or self._part(piece, words))
            except (GameError, ValidationError) as error:
                far = GameError("fivee.reply.too_large", text=words)
                why = error if isinstance(error, GameError) else far
                raise GameError("fivee.reply.part_failed", part=words, why=why) from None
        return Command(tuple(facts), parts=shown)

    def _part(self, piece: Piece, words: str) -> Fact:
        order = self._order(words)
        if order is None or piece.names:
            return self._fact(piece, words)
        if order.order == "next":
            return Fact(kind="next")
        raise GameError("fivee.reply.order_inside", text=words)

    def _fact(self, piece: Piece, text: str) -> Fact:
        if not piece.names:
            known = ", ".join(self._called.values())
            word = text.split(" ")[0] if text else ""
            for each in re.findall(r"[^\W\d_]+", text.lower()):
                if (near := self.names.near(each)) is not None:
                    raise GameError("fivee.reply.did_you_mean", name=each, known=self._called[near])
            raise GameError("fivee.reply.not_understood", text=text, word=word, known=known)
        return self._facts.read(piece, text)

    # ---- names -----------------------------------------------------------------------------------------

    def one_name(self, text: str) -> str:
        """Return who is meant by a name alone, or ask back."""
        for mention in self.names.mentions(text.lower()):
            return self._one(mention, text)
        known = ", ".join(self._called.values())
        raise GameError("fivee.reply.nobody_called", name=text, known=known)

    def _either(self, names: list[str]) -> str:
        return phrase("fivee.reply.or", self.language).join(names)

    def _one(self, mention: Mention, text: str) -> str:
        called = [self._called[name] for name in mention.meant]
        if not called:
            known = ", ".join(self._called.values())
            raise GameError("fivee.reply.nobody_called", name=mention.text, known=known)
        if len(called) > 1:
            raise GameError("fivee.reply.may_mean", words=text, known=self._either(called))
        return mention.meant[0]


def _says_more(rest: str) -> bool:
    """Whether words after an order say more than "roll it for me, please"."""
    words = re.findall(r"\w+", rest.lower())
    return not all(word in FILLERS or word in PADDING for word in words)


def _around(low: str, mention: Mention) -> str:
    """Return the part of a line, between commas, that speaks of somebody."""
    ends = [0, *(comma.end() for comma in _COMMA.finditer(low)), len(low) + 1]
    start = max(end for end in ends if end <= mention.start)
    return low[start : min(end for end in ends if end > mention.start) - 1].strip()


def _masked(low: str, mentions: list[Mention]) -> str:
    """Return a text with a mark for each name: one for the first, two for the second, and so on."""
    found, end = "", 0
    for number, mention in enumerate(mentions, 1):
        found += low[end : mention.start] + f" {MARK * number} "
        end = mention.end
    return " ".join((found + low[end:]).split())


def _pieces(masked: str, names: list[str]) -> list[Piece]:
    """Return what stands between commas; and between "and", where each side names somebody."""
    found = []
    for piece in _COMMA.split(masked):
        sides = [side for side in _AND.split(piece) if side.strip()]
        whole = len(sides) > 1 and all(MARK in side for side in sides)
        found += sides if whole else [piece]
    return [Piece.of(piece, names) for piece in found if piece.strip()] or [Piece("", ())]
