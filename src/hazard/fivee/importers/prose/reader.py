"""The reader: where it stands in the text, and the table of rules it tries there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hazard.fivee.importers.prose.draft import Draft
from hazard.fivee.importers.prose.mechanics import is_picture, says_nothing
from hazard.fivee.importers.prose.text import shown

_CONNECTIVE = re.compile(r"(?:[ ,;:]|(?:and|also|then|in addition|additionally|otherwise)\b)*", re.I)
_STOP = re.compile(r"[.\n!]\s*")
_CLAUSE = re.compile(r"[^.,;:\n]+(?=[.,;\n]|$)")
_SENTENCE = re.compile(r"[^.\n]*")


class Reader:
    """Prose and a position in it.

    >>> reader = Reader("DC 11 Strength")
    >>> reader.take(re.compile(r"DC (\\d+)"))[1], reader.rest
    ('11', ' Strength')
    """

    def __init__(self, text: str, draft: Draft | None = None) -> None:
        """Stand at the beginning of ``text``."""
        self.text = text
        self.position = 0
        self.draft = Draft() if draft is None else draft

    @property
    def rest(self) -> str:
        """What has not been read."""
        return self.text[self.position :]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what fits ``pattern`` here, if anything does."""
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found


Action = Callable[[Reader, re.Match[str]], bool | None]


@dataclass(frozen=True)
class Rule:
    """What to do where a pattern fits. The action answers ``False`` to refuse."""

    pattern: re.Pattern[str]
    action: Action


class Rules:
    """A table of rules, tried in order."""

    def __init__(self) -> None:
        """Begin with none."""
        self.table: list[Rule] = []

    def add(self, pattern: str) -> Callable[[Action], Action]:
        """Return a decorator that adds a rule."""

        def keep(action: Action) -> Action:
            self.table.append(Rule(re.compile(pattern, re.I), action))
            return action

        return keep

    def apply(self, reader: Reader) -> bool:
        """Apply the first rule that fits where the reader stands."""
        start = reader.position
        for rule in self.table:
            found = reader.take(rule.pattern)
            if found is None or found.end() == start:
                continue
            if rule.action(reader, found) is not False:
                return True
            reader.position = start
        return False


def read(reader: Reader, rules: Rules) -> Draft:
    """Read to the end; what no rule knows is left over, sentence by sentence."""
    draft = reader.draft
    while True:
        reader.take(_CONNECTIVE)
        if reader.position >= len(reader.text):
            return draft
        if reader.take(_STOP):
            draft.end_sentence(goes_on=reader.rest[:11].lower() == "in addition")
        elif not rules.apply(reader):
            clause = _CLAUSE.match(reader.text, reader.position)
            if (
                clause
                and clause.end() > clause.start()
                and (says_nothing(clause[0]) or is_picture(clause[0]))
            ):
                reader.position = clause.end()
                draft.beyond.append(shown(clause[0]))
                continue
            phrase = reader.take(_SENTENCE)
            assert phrase is not None
            if phrase.end() == phrase.start():  # cannot happen: a stop was looked for before
                reader.position += 1
            elif re.search(r"\w", phrase[0]):
                draft.leftover.append(shown(phrase[0]))
