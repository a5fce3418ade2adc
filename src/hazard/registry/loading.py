"""Loading a user's own game from a module or a file; whatever their code raises is told in one line."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hazard.errors import UserError, no_such, quoted
from hazard.executing.sending import BY_PATH, load_file
from hazard.game import Game

_PACKAGE = Path(__file__).parents[1]


@contextlib.contextmanager
def as_user_error(doing: str, what: str) -> Iterator[None]:
    """Turn whatever somebody else's code raises into one line that says what it was doing and where."""
    try:
        # What their code prints must not mix with our answer, which may be JSON.
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        raise UserError(f"registry.cannot.{doing}", what=what, error=_one_line(error)) from error


def _one_line(error: BaseException) -> str:
    """Say an error in one line, with its place when it lies in a file outside this package."""
    said = " ".join(str(error).split())
    if not said:
        said = type(error).__name__
    elif not isinstance(error, ValueError):
        said = f"{type(error).__name__}: {said}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_file() and _PACKAGE not in Path(frame.filename).parents:
            return f"{said} ({Path(frame.filename).name}, line {frame.lineno})"
    return said


def load_game(path: str) -> Any:
    """Find ``module:Class``, ``file.py:Class``, or ``file.py`` with one game in it."""
    where, _, name = path.rpartition(":") if not path.endswith(".py") else (path, "", "")
    module = load_module(where)
    own = {
        key: item
        for key, item in vars(module).items()
        if (inspect.isclass(item) and issubclass(item, Game) and not inspect.isabstract(item))
        or isinstance(item, Game)
    }
    if name in own:
        return own[name]
    if name and hasattr(module, name):
        raise UserError("registry.not_a_game", path=path)
    if name:
        raise no_such(name, own, "game_in", where)
    here = [item for item in own.values() if inspect.isclass(item) and item.__module__ == module.__name__]
    if len(here) != 1:
        raise UserError("registry.several_games_in_file", where=where, count=len(here), where_again=where)
    return here[0]


def load_module(where: str) -> ModuleType:
    """Import what is named by ``package.module`` or ``file.py``."""
    return _load_file(where) if where.endswith(".py") else _load_module(where)


def _load_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UserError("registry.not_a_module", name=quoted(name))
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    with as_user_error("import", repr(name)):
        return importlib.import_module(name)


def _load_file(where: str) -> ModuleType:
    path = Path(where)
    with as_user_error("read", quoted(where)):
        if not path.is_file():
            raise UserError("registry.no_such_file", path=quoted(where))
        if str(path.resolve().parent) not in sys.path:
            sys.path.append(str(path.resolve().parent))  # so that it may import its neighbours
        return load_file(f"{BY_PATH}{path.stem}", path.resolve())
