"""What came of a run: how far it went, who ended it, and what each class of fight cost."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hazard.content import read_text
from hazard.errors import UserError

CLASSES = {
    "MonsterRoom": "hallway",
    "MonsterRoomElite": "elite",
    "MonsterRoomBoss": "boss",
    "EventRoom": "event",
}


@dataclass
class FightRecord:
    """One fight: where, against whom, and what it cost."""

    encounter: str
    kind: str
    act: int
    floor: int
    hp_before: int
    hp_after: int = 0

    @property
    def hp_lost(self) -> int:
        """Hit points that it cost; healing in the fight counts."""
        return self.hp_before - self.hp_after


@dataclass
class RunRecord:
    """One run."""

    seed: int
    ascension: int
    act: int = 1
    floor: int = 0
    victory: bool = False
    """The third act was won, and a fourth that was begun as well."""
    act_three_won: bool = False
    heart_killed: bool = False
    unsettled: bool = False
    killed_by: str = ""
    killed_in: str = ""
    """The class of the fight, or an event."""
    hp: int = 0
    gold: int = 0
    potions_unused: int = 0
    commands: int = 0
    refused: int = 0
    slowest_ms: float = 0.0
    """The longest that the agent took for a command."""
    fights: list[FightRecord] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RunRecord:
        """Read what :meth:`as_dict` wrote.

        >>> record = RunRecord(1, 20, floor=3, fights=[FightRecord("Cultist", "hallway", 1, 1, 68, 60)])
        >>> RunRecord.from_dict(record.as_dict()) == record
        True
        """
        return cls(**{**data, "fights": [FightRecord(**fight) for fight in data["fights"]]})


def read_records(path: Path, ascension: int) -> dict[int, RunRecord]:
    """Return the records of a file by their seeds; nothing if there is no file yet."""
    if not path.exists():
        return {}
    found: dict[int, RunRecord] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        try:
            record = RunRecord.from_dict(json.loads(line))
        except (ValueError, TypeError, KeyError):
            raise UserError("spire.record_unreadable", path=str(path), line=number) from None
        if record.ascension != ascension:
            raise UserError(
                "spire.record_of_another_ascension",
                path=str(path),
                line=number,
                found=record.ascension,
                ascension=ascension,
            )
        found[record.seed] = record
    return found
