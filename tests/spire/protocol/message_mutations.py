"""Breaking a message at random: values, keys, places in lists, ids, characters; most stay JSON."""

import json
import random
from copy import deepcopy
from typing import Any

_VALUES: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    7,
    99,
    10**12,
    -(10**30),
    1.5,
    "",
    "x",
    "Strike_R",
    "FLOOR",
    "\ud800",
    [],
    {},
    [[]],
    {"id": "Nobody Knows"},
    ["", 3],
]


def mutated(text: str, source: random.Random) -> str:
    """Return ``text`` with one to five things wrong."""
    if source.random() < 0.1:
        return _broken_text(text, source)
    root = json.loads(text)
    for _ in range(source.randint(1, 5)):
        _change(root, source)
    return json.dumps(root)


def _broken_text(text: str, source: random.Random) -> str:
    place = source.randrange(len(text) + 1)
    match source.randrange(3):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + text[place + source.randrange(1, 60) :]
    return text[:place] + chr(source.choice((0, 9, 34, 44, 58, 91, 93, 123, 125, 0x2028))) + text[place + 1 :]


def _change(root: Any, source: random.Random) -> None:
    """Go down to a random part and replace, remove, repeat or swap something there."""
    parent, key = None, None
    here = root
    while isinstance(here, dict | list) and here and (parent is None or source.random() < 0.85):
        parent = here
        key = source.choice(list(here)) if isinstance(here, dict) else source.randrange(len(here))
        if key == "map" and source.random() < 0.8:
            key = source.choice(list(here))  # the map is most of a message, and the dullest part
        here = here[key]
    if parent is None:
        return
    match source.randrange(4):
        case 0:
            parent[key] = deepcopy(source.choice(_VALUES))
        case 1:
            del parent[key]
        case 2 if isinstance(parent, list):
            parent.insert(source.randrange(len(parent) + 1), deepcopy(parent[key]))
        case 3 if isinstance(parent, list):
            source.shuffle(parent)
        case _ if isinstance(here, int) and not isinstance(here, bool):
            parent[key] = source.choice((here + 1, here - 1, -here, 2 * here, 0))
        case _:
            parent[key] = deepcopy(source.choice(_VALUES))
