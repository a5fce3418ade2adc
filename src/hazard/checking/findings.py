"""What a check of a game may find: each kind has a code, a severity and a mend in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from hazard.text import shorten

Severity = Literal["error", "warning", "note"]

LONGEST_STATE = 100
"""Characters of a state that a finding shows."""

KINDS: dict[str, tuple[Severity, str]] = {
    # ---- the class
    "misspelt": ("warning", "Rename it, or begin its name with an underscore if it is only your own."),
    "not-a-method": ("error", "Make it a method: hazard calls it."),
    "parameters": ("error", "Give the method the parameters that hazard passes, in this order."),
    "no-return": ("error", "Return the answer: a function without a `return` returns None."),
    "no-such-method": ("error", "Write the method, or let `turn` not ask for it."),
    # ---- answers
    "exception": ("error", "Every state that can be reached must be answered without an exception."),
    "no-turn": ("error", "Return Turn.MAX, Turn.MIN, Turn.CHANCE or Turn.OVER."),
    "no-list": ("error", "Return a list of moves; for chance of pairs (outcome, probability)."),
    "no-moves": (
        "error",
        "Return Turn.OVER from `turn` where the game has ended, or list a move such as 'pass'.",
    ),
    "no-state": ("error", "Return the state that follows."),
    "no-number": ("error", "Return a finite number."),
    "changes-its-mind": (
        "error",
        "Give the same answer to the same question; randomness belongs in `outcomes` or `sample`.",
    ),
    "duplicate-action": ("warning", "List every action once: the same one twice is searched twice."),
    # ---- chance
    "probability": ("error", "Give each outcome a number from 0 to 1."),
    "probability-sum": ("error", "Divide by the total, or list the outcome that is missing."),
    "duplicate-outcome": ("warning", "List every outcome once, with the sum of its probabilities."),
    "zero-probability": ("note", "No change is needed: an outcome of probability 0 is skipped."),
    "sample-differs": ("error", "Let `sample` draw from what `outcomes` lists, or leave `outcomes` out."),
    # ---- states
    "mutates-state": (
        "error",
        "Make a new state and leave the old one as it was; tuples and frozen dataclasses help.",
    ),
    "unhashable-state": (
        "error",
        "Use a tuple in place of a list, a frozenset in place of a set, a frozen dataclass.",
    ),
    "hash-differs": ("error", "Compute `__hash__` from exactly what `__eq__` compares."),
    "equal-states-differ": (
        "error",
        "Let `__eq__` compare everything that matters for the rest of the game, whose turn it is included.",
    ),
    "identity-equality": (
        "error",
        "Let equal positions be equal: a tuple, a frozen dataclass, or `__eq__` with `__hash__`.",
    ),
    "same-hash": (
        "warning",
        "Compute `__hash__` from what tells states apart, such as hash((self.a, self.b)).",
    ),
    "rounding": (
        "warning",
        "Count in whole numbers, such as cents, or round in `apply`: sums of fractions depend on order.",
    ),
    "grows": (
        "warning",
        "Remove the field, or cap it where more makes no difference: there are infinitely many states.",
    ),
    "history": (
        "warning",
        "Keep only what matters for the rest of the game, in sorted order, and not the history.",
    ),
    "idle-part": (
        "warning",
        "Leave it out, or out of what `__eq__` and `__hash__` compare: equal positions are then one state.",
    ),
    "endless": (
        "warning",
        "Make sure that the game ends, after a fixed number of moves if need be, or limit depth or seconds.",
    ),
    # ---- values
    "bounds": ("error", "Return a pair (lowest, highest) of numbers."),
    "outside-bounds": ("error", "Widen `bounds`, or keep the value within them."),
    "rewards-outside-bounds": (
        "warning",
        "`bounds` hold for all rewards still to come together with the end; widen them if such play counts.",
    ),
    "score-twice": (
        "warning",
        "With rewards, `value` is what the end itself pays, usually 0; the score so far is in the rewards.",
    ),
    "one-sided": (
        "warning",
        "Values are for MAX, whoever moves: mirror the value where MIN has won.",
    ),
    "heuristic-sign": ("warning", "`heuristic` is for MAX, as `value` is: high where MAX is ahead."),
    "heuristic-mover": (
        "warning",
        "`heuristic` is for MAX, whoever is to move: mirror it where MIN moves.",
    ),
    # ---- optional methods
    "expand-differs": (
        "error",
        "Let `expand` say what `turn`, `actions`, `outcomes`, `apply` and `reward` say.",
    ),
    "evaluate-differs": (
        "error",
        "Let `evaluate` return one value for each state, the one that `heuristic` gives.",
    ),
    "prior": (
        "error",
        "Return one number for each action in the order given, zero or more, not all of them zero.",
    ),
    "text-parse": ("error", "Let `parse` read back what `text` writes, as an equal state."),
    "same-words": (
        "warning",
        "Give different actions different words; a person could not tell them apart.",
    ),
    "no-words": ("warning", "Return text."),
    # ---- beyond the model
    "sees": (
        "error",
        "Let `sees` tell apart what the player can tell apart, the player's own past included, and nothing "
        "else.",
    ),
    "payoffs": (
        "error",
        "Let `value` return one number for each player, the same count at every end.",
    ),
    "hidden": (
        "warning",
        "A search sees the whole state. Let chance draw what is hidden when it is revealed, or write "
        "`sees(state, player)` and use hazard.equilibrium.",
    ),
    "third-player": (
        "warning",
        "Searches are for two players, MAX and MIN. For more, `turn` returns Turn.player(n), `value` one "
        "number for each player, and hazard.equilibrium is to be used.",
    ),
}
"""Every code with its severity and how to mend it."""


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
        return KINDS[self.code][0]

    @property
    def fix(self) -> str:
        """How to mend it, in a sentence."""
        return KINDS[self.code][1]

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
