"""What cannot be compiled: the place, the reason, and what to write instead."""

from __future__ import annotations

import ast
import linecache
from typing import Any

from hazard.errors import HazardError
from hazard.game import GameError


class CompileError(GameError):
    """A game has something in it that is not compiled; the message names the line and the way out."""


class Later(Exception):  # noqa: N818 - not an error
    """What is needed is not known yet; another pass over the function will know it."""


class Never(Exception):  # noqa: N818 - not an error
    """Python would raise a TypeError here: a branch for moves of another kind, which is never taken."""


def refusal(
    game: str, method: str, file: str, node: ast.AST | None, line: int, code: str, **context: Any
) -> CompileError:
    """Return the error for one place."""
    at = getattr(node, "lineno", line)
    source = linecache.getline(file, at).strip()
    return CompileError(
        "compiled.cannot",
        game=game,
        file=file,
        line=at,
        method=method,
        reason=HazardError(f"compiled.{code}", **context),
        source=source,
    )
