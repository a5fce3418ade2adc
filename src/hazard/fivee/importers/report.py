"""What an importer hands back: the creature, and a note for everything that it did not take over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from hazard.fivee.content.creature import Creature
from hazard.fivee.importers.printed import Number

Severity = Literal["lost", "differs", "told", "beyond"]
"""``lost``: said in the source, and not in the creature. ``differs``: two statements of the source disagree.
``told``: it matters in a fight and is kept in its words only; the effect says of what kind it is.
``beyond``: it means nothing within a fight (a curse that works while one sleeps)."""


@dataclass(frozen=True)
class Note:
    """One phrase that needs a person's eye."""

    creature: str
    action: str
    """Name of the action or trait; empty for the stat block itself."""
    phrase: str
    severity: Severity = "lost"

    def __str__(self) -> str:
        """Say where, and what."""
        place = f"{self.creature}, {self.action}" if self.action else self.creature
        return f"{place}: {self.phrase}"


@dataclass(frozen=True)
class Reading:
    """How one action or trait of the source was read."""

    name: str
    section: str
    attack: bool
    save: bool
    complete: bool
    """Nothing with a meaning in a fight was left over."""
    told: bool = False
    """Something of it is kept in its words only."""
    numbers: tuple[Number, ...] = ()
    """Every "+N to hit", every "DC N" and all dice of the text, read or not."""
    held: int = 0
    """How many numbers of the reading were held against the text."""
    misread: tuple[str, ...] = ()
    """Those that the text does not say."""


@dataclass(frozen=True)
class Imported:
    """A creature in our own format, and what to look at before trusting it."""

    creature: Creature
    notes: list[Note] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    printed_hit_points: int | None = None

    @property
    def lost(self) -> list[Note]:
        """The notes about what is missing."""
        return [note for note in self.notes if note.severity == "lost"]


@dataclass(frozen=True)
class Skipped:
    """A creature of a file that could not be read, and why."""

    name: str
    why: str


class Creatures(list[Imported]):
    """The creatures of a file, and those that were skipped.

    >>> found = Creatures([], [Skipped("Bat", "armor_class: expected a whole number, found 'x'")])
    >>> len(found), found.skipped[0].name
    (0, 'Bat')
    """

    def __init__(self, found: Iterable[Imported] = (), skipped: Iterable[Skipped] = ()) -> None:
        """Keep both lists."""
        super().__init__(found)
        self.skipped = list(skipped)
