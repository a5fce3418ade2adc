"""Asking a game: every call is watched, and an exception of the game's own becomes a finding."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

from hazard.checking.contents import contents
from hazard.checking.findings import Findings, brief
from hazard.checking.shape import METHODS
from hazard.game import Game, GameError

_PACKAGE = Path(__file__).parent.parent


class NoAnswer(Exception):  # noqa: N818 - a sign that a finding has been made
    """The game gave no answer to go on with; why is among the findings."""


class Asker:
    """Asks one game, and keeps what is found on the way."""

    def __init__(self, game: Game, findings: Findings) -> None:
        """Ask ``game``; tell ``findings``."""
        self.game, self.findings, self.name = game, findings, type(game).__name__
        self.broken: set[str] = set()
        """Methods that cannot be called at all."""

    def has(self, method: str) -> bool:
        """Tell whether there is such a method, of the game's own and fit to be called."""
        found = getattr(type(self.game), method, None)
        own = found is None or found is not getattr(Game, method, None)
        return own and hasattr(self.game, method) and method not in self.broken

    def call(self, method: str, *given: Any) -> str:
        """Write the call for a message."""
        return f"{self.name}.{method}({', '.join(map(brief, given))})"

    def ask(self, method: str, *given: Any, state: Any = None) -> Any:
        """Call the method, about ``state`` where it is not given one; what it raises is found."""
        try:
            return getattr(self.game, method)(*given)
        except (Exception, SystemExit) as error:
            state = given[0] if METHODS[method][:1] == ("state",) else state
            missing = isinstance(error, GameError) and error.code == f"game.no_{method}_method"
            said = " ".join(str(error).split())
            found = (
                f"`turn` says that somebody is to act in {brief(state)}, but {self.name} has no `{method}`"
                if missing
                else f"{self.call(method, *given)} raised {type(error).__name__}: {said}{_place(error)}"
            )
            self.findings.add("no-such-method" if missing else "exception", found, state, about=method)
            raise NoAnswer from None

    def listed(self, method: str, *given: Any) -> list[Any]:
        """Call a method that lists; a generator is run here, once."""
        answer = self.ask(method, *given)
        try:
            items = iter(answer)
        except TypeError:
            self.findings.add(
                "no-list", f"{self.call(method, *given)} returned {brief(answer)}", given[0], about=method
            )
            raise NoAnswer from None
        try:
            return list(items)
        except (Exception, SystemExit) as error:
            self.findings.add(
                "exception",
                f"{self.call(method, *given)} raised {type(error).__name__}: {error}{_place(error)}",
                given[0],
                about=method,
            )
            raise NoAnswer from None

    def changed(self, method: str, first: Any, second: Any, *given: Any) -> bool:
        """Say so where the same question got two answers."""
        if alike(first, second):
            return False
        self.findings.add(
            "changes-its-mind",
            f"{self.call(method, *given)} answered {brief(first)}, and when asked again {brief(second)}",
            given[0] if given else None,
            about=method,
        )
        return True


def alike(first: Any, second: Any) -> bool:
    """Tell whether two answers are the same answer, by equality or by all that they are made of."""
    try:
        if bool(first == second):
            return True
    except Exception:  # arrays have no single truth
        pass
    return bool(contents(first) == contents(second))


def raised_by_state(error: Exception) -> str | None:
    """Say what a state's own ``__eq__`` or the like raised; None for a fault of hazard's."""
    innermost = traceback.extract_tb(error.__traceback__)[-1]
    if _PACKAGE in Path(innermost.filename).parents:
        return None
    said = " ".join(str(error).split())
    return f"a state's own `{innermost.name}` raised {type(error).__name__}: {said}{_place(error)}"


def _place(error: BaseException) -> str:
    """Name the innermost line outside hazard."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_file() and _PACKAGE not in Path(frame.filename).parents:
            return f" ({Path(frame.filename).name}, line {frame.lineno})"
    return ""
