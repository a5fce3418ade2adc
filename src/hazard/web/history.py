"""A game that is being played: every position it went through, as text, with undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hazard.web.store import Store, Work


@dataclass
class History:
    """Positions in the order they were reached; on the disk after every step.

    >>> import tempfile; from pathlib import Path
    >>> history = History.begin(Store(Path(tempfile.mkdtemp())), "pig", "Pig", "0 0 0 max")
    >>> history.step("0 0 4 max", "roll 4", score=4)
    >>> history.undo(); history.text, history.score
    ('0 0 0 max', 0.0)
    """

    store: Store = field(repr=False)
    work_id: str
    positions: list[dict[str, Any]]
    at: int
    settings: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begin(cls, store: Store, kind: str, title: str, text: str, **settings: Any) -> History:
        """Begin a game at a position."""
        positions = [{"text": text, "told": "", "score": 0}]
        work = store.add(kind, title, {"positions": positions, "at": 0, "settings": settings})
        return cls(store, work.id, positions, 0, settings)

    @classmethod
    def of(cls, store: Store, work: Work) -> History:
        """Go on with a game of the store."""
        document = work.document
        return cls(store, work.id, document["positions"], document["at"], document.get("settings", {}))

    @property
    def text(self) -> str:
        """The position it is at."""
        return str(self.positions[self.at]["text"])

    @property
    def score(self) -> float:
        """What was scored on the way."""
        return float(self.positions[self.at]["score"])

    @property
    def log(self) -> list[str]:
        """What was done, in words."""
        return [str(step["told"]) for step in self.positions[1 : self.at + 1]]

    def step(self, text: str, told: str, score: float = 0.0, **more: Any) -> None:
        """Go on to another position; what was undone is gone."""
        del self.positions[self.at + 1 :]
        self.positions.append({"text": text, "told": told, "score": score, **more})
        self.at += 1
        self.save()

    def undo(self) -> None:
        """Go one position back."""
        self.at = max(0, self.at - 1)
        self.save()

    def redo(self) -> None:
        """Go one position on again."""
        self.at = min(len(self.positions) - 1, self.at + 1)
        self.save()

    def save(self, title: str | None = None) -> None:
        """Write it down."""
        document = {"positions": self.positions, "at": self.at, "settings": self.settings}
        self.store.save(self.work_id, document, title)
