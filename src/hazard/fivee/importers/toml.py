"""Writing creatures as TOML that a person can read, and that reads back to the same creature."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.written import write_row

_WIDTH = 110
_TABLES = ("actions", "spellcasting")
"""Written as tables of their own, below the creature's lines."""
_ROWS = ("combatants", "creature", "character")
"""The same of an encounter."""


def to_toml(creatures: Iterable[Creature], comment: str = "") -> str:
    """Return creatures as a TOML document.

    >>> from hazard.fivee.content.library import bestiary
    >>> print(to_toml([bestiary()["giant-fire-beetle"]]).split("senses")[0])
    [[creature]]
    id = "giant-fire-beetle"
    name = "Giant Fire Beetle"
    name_de = "Riesenfeuerkäfer"
    size = "small"
    kind = "beast"
    armor_class = 13
    hit_points = "1d6+1"
    abilities = { str = 8, con = 12, int = 1, wis = 7, cha = 3 }
    <BLANKLINE>
    """
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return (head + "\n" if head else "") + "\n\n".join(_creature(creature) for creature in creatures)


def _creature(creature: Creature) -> str:
    row = write_row(creature)
    lines = ["[[creature]]"]
    lines += [_line(key, value) for key, value in row.items() if key not in _TABLES]
    for table in _TABLES:
        for entry in row.get(table, []):
            lines += ["", f"[[creature.{table}]]"]
            lines += [_line(key, value) for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> str:
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= _WIDTH or not isinstance(value, list):
        return line
    inside = "".join(f"  {_value(item)},\n" for item in value)
    return f"{_key(key)} = [\n{inside}]"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    assert isinstance(value, dict)
    inside = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
    return f"{{ {inside} }}" if inside else "{}"


def _text(text: str) -> str:
    """Return a basic string; JSON escapes what TOML wants escaped, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def encounter_toml(encounter: Encounter) -> str:
    """Return an encounter as a TOML document, with the creatures and characters that it defines.

    >>> import tomllib
    >>> from hazard.fivee.content.library import encounters
    >>> all(Encounter.model_validate(tomllib.loads(encounter_toml(e))) == e for e in encounters().values())
    True
    """
    row = write_row(encounter)
    lines = [_line(key, value) for key, value in row.items() if key not in _ROWS]
    for table in ("combatants", "character"):
        for entry in row.get(table, []):
            lines += ["", f"[[{table}]]", *(_line(key, value) for key, value in entry.items())]
    own = "\n\n" + to_toml(encounter.creature) if encounter.creature else ""
    return "\n".join(lines) + "\n" + own
