"""What of the game the rules know, counted against the ids that an Ironclad can meet in a fight."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

from hazard.spire.protocol.known import known
from hazard.spire.protocol.message import plain_id

KINDS = ("cards", "monsters", "powers", "relics", "potions")


@dataclass(frozen=True)
class Coverage:
    """How much of one kind of thing is known."""

    kind: str
    listed: int
    missing: tuple[str, ...]

    @property
    def covered(self) -> int:
        """How many are known."""
        return self.listed - len(self.missing)


def coverage() -> list[Coverage]:
    """Return for each kind of thing what is known and what is missing.

    >>> [found.kind for found in coverage()]
    ['cards', 'monsters', 'powers', 'relics', 'potions']
    """
    listed, index = _lists(), known()
    return [
        Coverage(
            kind, len(listed[kind]), tuple(i for i in listed[kind] if plain_id(i) not in getattr(index, kind))
        )
        for kind in KINDS
    ]


def left_out() -> list[str]:
    """Return what the rules know of and leave out, in words."""
    return _lists()["left_out"]


def _lists() -> dict[str, list[str]]:
    text = resources.files("hazard.spire").joinpath("protocol/ids.toml").read_text("utf-8")
    return tomllib.loads(text)
