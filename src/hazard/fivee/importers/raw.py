"""A creature as a source states it: numbers already numbers, actions still prose."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import Rules
from hazard.fivee.importers.report import Note, Severity

Section = Literal["trait", "action", "bonus", "reaction", "legendary", "lair"]


@dataclass
class Stated:
    """What a source states in fields beside the prose: a cross-check."""

    to_hit: int | None = None
    damage: list[tuple[str, str | None]] = field(default_factory=list)
    """Dice and type; the type may be unknown."""
    dc: int | None = None
    ability: str | None = None
    on_success: str | None = None


@dataclass
class Entry:
    """One trait or action."""

    name: str
    text: str
    section: Section = "action"
    usage: dict[str, Any] = field(default_factory=dict)
    """recharge, per_day, per_rest, cost: where a field says it and not the name."""
    stated: Stated = field(default_factory=Stated)


@dataclass
class RawCreature:
    """The values of a :class:`hazard.fivee.content.creature.Creature`, and the entries to be read."""

    place: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    rules: Rules = "5.1"
    printed_hit_points: int | None = None
    legendary_actions: int | None = None
    notes: list[Note] = field(default_factory=list)

    def note(self, phrase: str, severity: Severity = "lost", action: str = "") -> None:
        """Remember something for the report."""
        self.notes.append(Note(self.name, action, phrase, severity))


def slug(name: str) -> str:
    """Return an id for a name.

    >>> slug("Will-o'-Wisp"), slug("Vampire, Bat Form"), slug("???")
    ('will-o-wisp', 'vampire-bat-form', 'creature')
    """
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return (
        re.sub(r"[^a-z0-9]+", "-", ascii_name.lower().replace("'", "")).strip("-")[:80].strip("-")
        or "creature"
    )


@dataclass
class Unreadable:
    """A creature of a file that could not be read, with the error that says why."""

    name: str
    error: ContentError


def each(nodes: Iterable[Any], make: Callable[[Any], RawCreature]) -> list[RawCreature | Unreadable]:
    """Read creatures one by one: what is wrong with one of them does not touch the others."""
    found: list[RawCreature | Unreadable] = []
    for number, node in enumerate(nodes, 1):
        try:
            found.append(make(node))
        except ContentError as error:
            found.append(Unreadable(_name_of(node) or f"creature {number}", error))
    return found


def _name_of(node: Any) -> str:
    """Return what a broken record seems to be called."""
    value = getattr(node, "value", node)
    if isinstance(value, str):
        return next((line.strip() for line in value.splitlines() if line.strip()), "")[:60]
    record = value if isinstance(value, dict) else {}
    inner = record.get("fields") if isinstance(record.get("fields"), dict) else record
    name = inner.get("name", inner.get("Name")) if isinstance(inner, dict) else None
    return name[:60] if isinstance(name, str) else ""
