"""What a check of a game may find: each kind has a code, a severity and a mend in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from hazard.language import Statement
from hazard.text import shorten

Severity = Literal["error", "warning", "note"]

LONGEST_STATE = 100
"""Characters of a state that a finding shows."""

KINDS: dict[str, Severity] = {
    # ---- the class
    "misspelt": "warning",
    "not-a-method": "error",
    "parameters": "error",
    "no-return": "error",
    "no-such-method": "error",
    # ---- answers
    "exception": "error",
    "no-turn": "error",
    "no-list": "error",
    "no-moves": "error",
    "no-state": "error",
    "no-number": "error",
    "changes-its-mind": "error",
    "duplicate-action": "warning",
    # ---- chance
    "probability": "error",
    "probability-sum": "error",
    "duplicate-outcome": "warning",
    "zero-probability": "note",
    "sample-differs": "error",
    # ---- states
    "mutates-state": "error",
    "unhashable-state": "error",
    "hash-differs": "error",
    "equal-states-differ": "error",
    "identity-equality": "error",
    "same-hash": "warning",
    "rounding": "warning",
    "grows": "warning",
    "history": "warning",
    "idle-part": "warning",
    "endless": "warning",
    # ---- values
    "bounds": "error",
    "outside-bounds": "error",
    "rewards-outside-bounds": "warning",
    "score-twice": "warning",
    "one-sided": "warning",
    "heuristic-sign": "warning",
    "heuristic-mover": "warning",
    # ---- optional methods
    "expand-differs": "error",
    "evaluate-differs": "error",
    "prior": "error",
    "text-parse": "error",
    "same-words": "warning",
    "no-words": "warning",
    # ---- beyond the model
    "sees": "error",
    "payoffs": "error",
    "hidden": "warning",
    "third-player": "warning",
}
"""Every code with its severity; how to mend it is in the catalogues, ``check.fix``."""


def fix(code: str) -> Statement:
    """Return how to mend a kind of mistake.

    >>> fix("no-state").told("de")
    'Gib den Zustand zurück, der folgt.'
    """
    return Statement(f"check.fix.{code.replace('-', '_')}")


@dataclass(frozen=True)
class Finding:
    """One mistake, and the first place where it occurred.

    >>> print(Finding("no-turn", "Coin.turn('heads') returned None", "'heads'"))
    error [no-turn] Coin.turn('heads') returned None
      Return Turn.MAX, Turn.MIN, Turn.CHANCE or Turn.OVER.
    """

    code: str
    """The kind of mistake, such as ``probability-sum``; docs/checking.md lists them."""
    found: str
    """What was found, with the call where there is one."""
    state: str | None = None
    """The state, shortened."""
    times: int = 1
    """How often it was met."""

    @property
    def severity(self) -> Severity:
        """``error``, ``warning`` or ``note``."""
        return KINDS[self.code]

    @property
    def fix(self) -> str:
        """How to mend it, in a sentence."""
        return str(fix(self.code))

    def __str__(self) -> str:
        """Return two lines for a person."""
        often = f" ({self.times:,} times)" if self.times > 1 else ""
        return f"{self.severity} [{self.code}] {self.found}{often}\n  {self.fix}"

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        names = ("code", "severity", "found", "state", "times", "fix")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, repr=False)
class Report:
    """The findings of a check, errors first, and how much was played."""

    game: str
    findings: tuple[Finding, ...]
    moves: int
    """Moves that were played."""
    games: int
    """Games that were begun."""
    ended: int
    """Games that came to their end."""
    states: int
    """Different states that were met."""
    solved: bool
    """Whether the game was small enough to compare its bounds with exact values."""
    seed: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What is certainly wrong."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What is probably wrong, or slow."""
        return tuple(finding for finding in self.findings if finding.severity == "warning")

    def __repr__(self) -> str:
        """Count the findings; ``print`` shows them."""
        return f"<Report on {self.summary()}>"

    def __bool__(self) -> bool:
        """Whether the game is without errors."""
        return not self.errors

    def __str__(self) -> str:
        """Return the findings and a line of how far the check looked."""
        return "\n".join([*map(str, self.findings), self.summary()])

    def summary(self) -> str:
        """Say in one line what was found and how far the check looked."""
        counts = [
            f"{len(found)} {word}{'' if len(found) == 1 else 's'}"
            for found, word in ((self.errors, "error"), (self.warnings, "warning"))
        ]
        exact = ", bounds compared with exact values" if self.solved else ""
        return (
            f"{self.game}: {' and '.join(counts)}. {self.moves:,} moves in {self.games:,} random games, "
            f"{self.ended:,} of them finished, {self.states:,} states{exact}."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        rest = ("moves", "games", "ended", "states", "solved", "seed")
        findings = [finding.to_json() for finding in self.findings]
        return {"game": self.game, "findings": findings, **{name: getattr(self, name) for name in rest}}


@dataclass
class Findings:
    """Collects findings: each kind once for each method, with the first place and how often."""

    _first: dict[tuple[str, str], Finding] = field(default_factory=dict)
    _times: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, code: str, found: str, state: Any = None, *, about: str = "") -> None:
        """Keep what was found, unless the same is known ``about`` this method already."""
        key = (code, about)
        self._times[key] = self._times.get(key, 0) + 1
        if key not in self._first:
            shown = None if state is None else brief(state)
            self._first[key] = Finding(code, found, shown)

    def drop(self, code: str) -> None:
        """Forget a kind of finding that better evidence has done away with."""
        self._first = {key: first for key, first in self._first.items() if key[0] != code}

    def has_errors(self) -> bool:
        """Tell whether anything is certainly wrong."""
        return any(finding.severity == "error" for finding in self._first.values())

    def listed(self) -> tuple[Finding, ...]:
        """Return all findings, errors first, in the order they were met."""
        order = ("error", "warning", "note")
        found = [
            Finding(first.code, first.found, first.state, self._times[key])
            for key, first in self._first.items()
        ]
        return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def brief(thing: Any) -> str:
    """Return ``repr(thing)`` on one line, shortened.

    >>> brief("x" * 1000) == "'" + "x" * 98 + "…"
    True
    """
    try:
        return shorten(repr(thing), LONGEST_STATE)
    except Exception:
        return f"<a {type(thing).__name__} whose repr fails>"
