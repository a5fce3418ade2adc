"""hazard's own rows, ``[[creature]]`` and ``[[character]]``, where an importer is expected."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hazard.content import ContentError, rows_of
from hazard.fivee.characters.build import build
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature
from hazard.fivee.importers.report import Creatures, Imported


def read(text: str, name: str) -> Creatures:
    """Return the creatures of a text, characters built.

    >>> row = '[[character]]\\nname = "Ann"\\nclass = "fighter"\\nlevel = 1\\n'
    >>> read(row, "party.toml")[0].creature.hit_points
    '10'
    """
    try:
        rows = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContentError("content.not_toml", file=name, error=error) from None
    found = Creatures(Imported(row) for row in rows_of(rows, Path(name), "creature", Creature))
    for row in rows_of(rows, Path(name), "character", Character):
        found.append(Imported(build(row, f"{name}: character {row.name!r}")))
    if not found:
        raise ContentError("fivee.no_creatures_in_file", file=name)
    return found
