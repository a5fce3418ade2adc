"""What the agent remembers of a run because no message says it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hazard.language import Statement


@dataclass(frozen=True)
class Answer:
    """A command, and why."""

    command: str
    why: Statement
    patient: bool = False
    """Whether it only waits for the game: then it may be said again and again."""


@dataclass
class FloorMemory:
    """What was done on this floor, so that no screen is entered in vain twice."""

    floor: int = -1
    shop_seen: bool = False
    cards_skipped: int = 0
    rewards_left: set[str] = field(default_factory=set)
    choices: list[str] = field(default_factory=list)
    """What was chosen here, in plain letters, the last one last: it tells what a grid of cards is for."""


@dataclass
class Attempts:
    """Which commands were tried after which message: what changed nothing is not tried again.

    >>> attempts = Attempts()
    >>> attempts.note("a line", "choose 0")
    >>> attempts.next("a line", "choose 0", ["choose 0", "choose 1", "state"])
    'choose 1'
    """

    tried: dict[int, list[str]] = field(default_factory=dict)
    last: int | None = None
    repeats: int = 0

    def note(self, line: str, command: str) -> None:
        """Remember that ``command`` was the answer to ``line``."""
        key = hash(line)
        self.repeats = self.repeats + 1 if self.tried.get(key) else 0
        self.tried.setdefault(key, []).append(command)
        self.last = key

    def next(self, line: str, wanted: str, legal: list[str]) -> str:
        """Return ``wanted``, or if it was tried before, the legal command that was tried least."""
        before = self.tried.get(hash(line), ())
        if wanted not in before:
            return wanted
        return min(legal, key=before.count, default=wanted)

    def forget(self) -> None:
        """Begin anew, on a new floor."""
        self.tried.clear()
        self.repeats = 0
