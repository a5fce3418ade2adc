"""The one syntax of games, searches, players and policies: a name, and settings in parentheses.

::

    pig                            expectimax(depth=4)
    pig(target=50, die=8)          expectimax(star2=off, seconds=0.5)
    my_game.py:Towers(height=3)    treesearch(nodes=10_000)

``on``, ``off``, ``none``, numbers, quoted text and tuples are read as such; any other value is plain text.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field
from typing import Any

from hazard.errors import UserError, quoted

LONGEST_SPEC = 10_000
_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False, "none": None}


@dataclass(frozen=True)
class Spec:
    """A name and its settings, as :func:`parse_spec` reads them."""

    name: str
    arguments: tuple[Any, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)


def split_list(text: str) -> list[str]:
    """Split at the commas that are outside brackets and quotes.

    >>> split_list("expectimax(star2=off,depth=4), random")
    ['expectimax(star2=off,depth=4)', 'random']
    """
    closers = {")": "(", "]": "[", "}": "{"}
    parts, start, quote = [], 0, ""
    open_brackets: list[str] = []
    for position, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "([{":
            open_brackets.append(character)
        elif character in closers:
            if not open_brackets or open_brackets.pop() != closers[character]:
                raise UserError("registry.bracket_not_opened", text=quoted(text), character=character)
        elif character == "," and not open_brackets:
            parts.append(text[start:position].strip())
            start = position + 1
    if quote or open_brackets:
        raise UserError("registry.spec_not_closed", text=quoted(text), what="quote" if quote else "bracket")
    return [*parts, text[start:].strip()]


def parse_spec(text: str) -> Spec:
    """Read ``name`` or ``name(setting=value, ...)``.

    >>> parse_spec("pig(target=50, die=(0, 1))")
    Spec(name='pig', arguments=(), settings={'target': 50, 'die': (0, 1)})
    """
    text = text.strip()
    if len(text) > LONGEST_SPEC:
        raise UserError("registry.spec_too_long", text=quoted(text), count=len(text))
    name, bracket, inside = text.partition("(")
    name = name.strip()
    if not name:
        raise UserError("registry.spec_without_name", text=quoted(text))
    if not bracket:
        return Spec(name)
    if not inside.endswith(")"):
        raise UserError("registry.spec_without_end", text=quoted(text), name=name)
    split_list(text)  # checks the brackets as a whole
    arguments: list[Any] = []
    settings: dict[str, Any] = {}
    for part in split_list(inside[:-1]) if inside[:-1].strip() else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier():
            arguments.append(literal(part))
        elif key.strip() in settings:
            raise UserError("registry.setting_given_twice", text=quoted(text), setting=key.strip())
        else:
            settings[key.strip()] = literal(value)
    return Spec(name, tuple(arguments), settings)


def literal(text: str) -> Any:
    """Read one value: a word such as ``off``, a Python literal, or else plain text.

    >>> literal("off"), literal("2.5"), literal("(0, 1)"), literal("rollout")
    (False, 2.5, (0, 1), 'rollout')
    """
    text = text.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return python_literal(text)
    except ValueError:
        return text


def python_literal(text: str) -> Any:
    """Read a Python literal, or raise a ``ValueError``: nothing is ever executed.

    >>> python_literal("{'gold': [1, 2]}")
    {'gold': [1, 2]}
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(str(error)) from None


def plain_name(name: str) -> str:
    """Forget capitals, hyphens and the like.

    >>> plain_name("Alpha-Beta")
    'alphabeta'
    """
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")
