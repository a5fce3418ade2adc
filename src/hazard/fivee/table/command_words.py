"""The words of the game master's commands: those of every language that there are catalogues for, at once."""

from __future__ import annotations

import re

from hazard.fivee.content.words import CONDITIONS, Condition
from hazard.language import typed_under

_LITTLE = typed_under("fivee.typed.little")


def _meanings(topic: str) -> dict[str, str]:
    """Return what each word of a topic stands for, longer words first: "why not" before "why"."""
    rows = [(word, name) for name, words in typed_under(topic).items() for word in words]
    return dict(sorted(rows, key=lambda row: -len(row[0])))


def little(*names: str) -> tuple[str, ...]:
    """Return the little words of some kinds.

    >>> little("note")
    ('note', 'notiz')
    """
    return tuple(word for name in names for word in _LITTLE[name])


def any_of(*names: str) -> str:
    """Return a pattern for any of the little words of some kinds, longer ones first.

    >>> any_of("after", "before")
    'before|after|nach|vor'
    """
    return "|".join(map(re.escape, sorted(little(*names), key=lambda word: -len(word))))


ORDERS = {word: name.replace("_", " ") for word, name in _meanings("fivee.typed.order").items()} | {
    "?": "help"
}
TAKES_WORDS = frozenset({"do", "why not", "suggest", "objective", "show", "join"})
"""Orders that say more in the words after them; any other with more words is refused, not half obeyed."""
PADDING = frozenset(little("padding"))
VERBS = _meanings("fivee.typed.verb")
FILLERS = frozenset(little("filler"))
"""Words that say nothing by themselves, and shorten nobody's name."""
DOUBTFUL = frozenset(little("doubtful"))
"""Words that change what is said in ways that no fact has: half of 13, until the end of the turn."""
DAMAGE_WORDS = little("damage_type")
"""Kinds of damage, where "damage" follows."""
SIGNS = {"+": "heal", "-": "minus", "−": "minus", "–": "minus"}
_KNOWN = typed_under("fivee.typed.condition")
CONDITION_WORDS: dict[str, Condition] = {word: name for name in CONDITIONS for word in _KNOWN[name]}
