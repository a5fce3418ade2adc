"""Words for what happens in 2048."""

from __future__ import annotations

from hazard import _core
from hazard.language import phrase


def described(move: _core.Twenty48Slide | _core.Twenty48Spawn, language: str) -> str:
    """Return a slide or a tile that appears in words; rows and columns are counted from 1.

    >>> described(_core.Twenty48Spawn(tile=2, row=0, column=3), "en")
    '2 at row 1 column 4'
    """
    if isinstance(move, _core.Twenty48Spawn):
        return phrase(
            "twenty48.move.spawn", language, tile=move.tile, row=move.row + 1, column=move.column + 1
        )
    return phrase(f"twenty48.move.{move.name.lower()}", language)
