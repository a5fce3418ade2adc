"""What is said of an expression that cannot be read or rolled."""

from __future__ import annotations

from hazard.errors import HazardError
from hazard.language import Statement


class DiceError(HazardError):
    """A mistake in a dice expression: where it is, and what was expected there.

    >>> from hazard.dice import parse
    >>> try:
    ...     parse("2d6+x")
    ... except DiceError as error:
    ...     print(error.position, error.expected)
    ...     print(error.caret())
    4 a number, dice or '('
    2d6+x
        ^
    """

    def __init__(
        self, problem: Statement | HazardError, text: str, position: int, expected: Statement | None = None
    ) -> None:
        """Describe a ``problem`` at ``position`` (from 0) of ``text``."""
        self.problem = problem
        self.text = text
        self.position = position
        self.expected = expected
        where = {"text": _printable(text), "place": position + 1, "problem": problem}
        if expected is None:
            super().__init__("dice.mistake", **where)
        else:
            super().__init__("dice.mistake_expecting", **where, expected=expected)

    def caret(self) -> str:
        """Return the expression, and below it a caret at the mistake."""
        return f"{_printable(self.text)}\n{' ' * self.position}^"

    def __reduce__(self) -> tuple[object, ...]:
        """Let other processes have it too."""
        return type(self), (self.problem, self.text, self.position, self.expected)


def _printable(text: str) -> str:
    """Return ``text`` with one harmless character in place of each that would disturb a terminal."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
