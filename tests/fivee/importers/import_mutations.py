"""Breaking a file at random: characters, values, keys, wording."""

import json
import random
from typing import Any

_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    10**12,
    1.5,
    "",
    "x",
    "9d9",
    "§",
    "\ud800",
    [],
    {},
    [[]],
    {"a": 1},
    ["", 3],
]
_PHRASES = [
    "DC 99",
    "(99d99 + 9)",
    "0 (0d0)",
    " until the end of its next turn",
    " or ",
    " plus 3 (1d6) fire damage",
    "Failure: ",
    "Success: ",
    "Second Failure: ",
    " one attack with its bite",
    "{@hit",
    "[[/attack",
    "\n- ",
    "999999999999999999999",
    "The target is grappled (escape DC 0)",
    "While poisoned, it takes 3 (1d6) fire damage at the start of each of its turns.",
]


def mutated(text: str, source: random.Random) -> str:
    """Return ``text`` with one to four things wrong."""
    for _ in range(source.randint(1, 4)):
        text = source.choice((_character, _value, _value, _phrase, _phrase, _cut))(text, source)
    return text


def _character(text: str, source: random.Random) -> str:
    place = source.randrange(len(text) + 1)
    return (
        text[:place]
        + chr(source.choice((0, 9, 34, 44, 58, 91, 93, 123, 125, 0x2028, 0x1F600)))
        + text[place + 1 :]
    )


def _cut(text: str, source: random.Random) -> str:
    start = source.randrange(len(text) + 1)
    return text[:start] + text[start + source.randrange(1, 60) :]


def _phrase(text: str, source: random.Random) -> str:
    """Put a phrase between two words, as JSON needs it."""
    spaces = [index for index, character in enumerate(text) if character == " "]
    if not spaces:
        return text
    place = source.choice(spaces)
    phrase = source.choice(_PHRASES)
    phrase = json.dumps(phrase)[1:-1] if text.lstrip()[:1] in "[{" else phrase
    return text[:place] + phrase + text[place:]


def _value(text: str, source: random.Random) -> str:
    """Replace or remove one value of a JSON document."""
    try:
        root = json.loads(text)
    except (ValueError, RecursionError):
        return _cut(text, source)
    places: list[tuple[Any, Any]] = []
    pending = [root]
    while pending:
        node = pending.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
        places += [(node, key) for key in keys]
        pending += [node[key] for key in keys]
    if not places:
        return json.dumps(source.choice(_VALUES))
    node, key = source.choice(places)
    if isinstance(node, dict) and source.random() < 0.3:
        del node[key]
    else:
        node[key] = source.choice(_VALUES)
    return json.dumps(root)
