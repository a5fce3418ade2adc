"""A game that is being played: every position it went through, as text, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from hazard.errors import UserError
from hazard.game import GameError
from hazard.web.store import Store, Work
from hazard.web.work import beside

T = TypeVar("T")

MOST_STEPS = 100_000
LONGEST_LINE = 1000


class Entered(BaseModel):
    """What people entered, read back: nothing is taken for something else, and nothing is left over."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Step(Entered):
    """A position, and what led to it."""

    text: str = Field(max_length=LONGEST_LINE)
    told: str = Field(max_length=LONGEST_LINE)
    score: float = Field(allow_inf_nan=False)
    face: int | None = Field(None, ge=1, le=6)
    """What a die showed, where one was rolled."""


class Played(Entered):
    """A game as the store has it."""

    positions: list[Step] = Field(min_length=1, max_length=MOST_STEPS)
    at: int = Field(ge=0)
    settings: dict[str, Any] = {}


def checked_game(
    document: dict[str, Any], parse: Callable[[str], object], settings: type[Entered] = Entered
) -> dict[str, Any]:
    """Return the document of a game if it can be gone on with; say what is wrong with it otherwise."""
    game = Played.model_validate(document)
    settings.model_validate(game.settings)
    if game.at >= len(game.positions):
        raise UserError("web.no_such_position", number=game.at, last=len(game.positions) - 1)
    for number, step in enumerate(game.positions):
        try:
            parse(step.text)
        except GameError as error:
            raise UserError("web.error_in_position", number=number, error=error) from None
    return game.model_dump(exclude_unset=True)


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
    def of(cls, store: Store, work: Work, document: dict[str, Any]) -> History:
        """Go on with a game of the store, whose document was found to be in order."""
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

    async def considered(self, think: Callable[[str], T]) -> T | None:
        """Return what ``think`` finds about the position, in a thread; nothing if the game went on meanwhile.

        An answer that comes late would be shown beside a position that it is not about.
        """
        asked = self.text
        found = await beside(think, asked)
        return found if self.text == asked else None

    def save(self, title: str | None = None) -> None:
        """Write it down."""
        document = {"positions": self.positions, "at": self.at, "settings": self.settings}
        self.store.save(self.work_id, document, title)
