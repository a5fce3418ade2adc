"""Words for what happens in Pig."""

from __future__ import annotations

from hazard import _core
from hazard.language import phrase


def described(move: _core.PigAction | _core.PigFace, language: str) -> str:
    """Return an action or a face in words.

    >>> described(_core.PigAction.HOLD, "de")
    'halten'
    """
    if isinstance(move, _core.PigFace):
        return phrase("pig.move.face", language, number=move.number)
    return phrase(f"pig.move.{move.name.lower()}", language)
