"""Solutions in files: a ``.npz`` that numpy and other tools open, read back by ``Solution.load``.

It holds the arrays ``states`` (each state's text, in UTF-8), ``values``, ``turns`` (as :class:`hazard.Turn`
numbers them), ``actions`` (the number of the best move, -1 where nobody decides), and ``about``, a text in
JSON: the format, the game, where solving began and what the solver said.
"""

from __future__ import annotations

import json
import math
import os
import random
import zipfile
import zlib
from importlib import import_module
from typing import Any

import numpy as np

import hazard
from hazard.compiled import CompiledGame
from hazard.errors import HazardError
from hazard.files import whole_file
from hazard.game import Game, GameError, State, Turn, check_game
from hazard.solving.solved import REPORT, Arrays, StoredSolution, WrittenStates, agrees, steps, written

FORMAT = "hazard-solution/1"
_ARRAYS = {"states": "S", "values": "f", "errors": "f", "turns": "i", "actions": "i"}
_WALKS, _LONGEST = 3, 200


class SolutionError(HazardError):
    """A file contains no solution, or one of another game. The message says what was expected."""


def write_solution(
    path: str | os.PathLike[str],
    game: Game,
    root: State,
    states: list[State],
    arrays: Arrays,
    report: dict[str, float],
) -> None:
    """Write a solution, whole or not at all."""
    texts = np.array([written(game, state).encode() for state in states], dtype=np.bytes_)
    _check_texts(texts)
    about = {
        "format": FORMAT,
        "hazard": hazard.__version__,
        "game": _name(game),
        "settings": _plain_settings(game),
        "root": written(game, root),
        "report": {name: None if math.isinf(report[name]) else report[name] for name in REPORT},
    }
    with whole_file(path) as file:
        np.savez_compressed(file, allow_pickle=False, about=json.dumps(about), states=texts, **arrays)


def _check_texts(texts: Any) -> None:
    found, counts = np.unique(texts, return_counts=True)
    if len(found) < len(texts):
        twice = found[counts.argmax()].decode()
        raise GameError("solve.states_written_alike", text=twice)


def read_solution(
    path: str | os.PathLike[str], game: Game | None, state: State
) -> tuple[Game, State, StoredSolution]:
    """Return the game, where solving began, and the solution of a file."""
    about, arrays = _read(path)
    if game is None:
        game = _made(path, about)
    else:
        check_game(game)
        _check_game(path, about, game)
    root = _root(path, game, about["root"], state)
    texts = arrays.pop("states")
    report = {name: math.inf if about["report"][name] is None else about["report"][name] for name in REPORT}
    stored = StoredSolution(game, WrittenStates(game, root, texts), arrays, report)
    for seed in range(_WALKS):
        _check_walk(path, game, root, stored, random.Random(seed))
    return game, root, stored


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Arrays]:
    if os.path.isfile(path) and not zipfile.is_zipfile(path):  # numpy would recommend to unpickle it
        raise SolutionError("solve.file_is_no_solution", path=os.fspath(path))
    try:
        with np.load(path, allow_pickle=False) as found:
            about = json.loads(str(found["about"]))
            version = about["format"]
            if version == FORMAT:
                arrays = {name: found[name] for name in _ARRAYS}
    except OSError as error:
        if error.filename is not None or error.errno is not None:
            raise
        raise SolutionError("solve.not_a_solution_file", path=os.fspath(path), error=error) from None
    except (
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        AttributeError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise SolutionError("solve.solution_file_damaged", path=os.fspath(path), error=error) from None
    if version != FORMAT:
        raise SolutionError("solve.unknown_file_format", path=os.fspath(path), found=version, expected=FORMAT)
    _check_arrays(path, about, arrays)
    return about, arrays


def _check_arrays(path: str | os.PathLike[str], about: dict[str, Any], arrays: Arrays) -> None:
    count = len(arrays["values"]) if arrays["values"].ndim == 1 else -1
    for name, kind in _ARRAYS.items():
        found = arrays[name]
        if found.dtype.kind != kind or found.shape != (count,) or count == 0:
            raise SolutionError(
                "solve.file_array_of_wrong_shape",
                path=os.fspath(path),
                name=name,
                dtype=found.dtype,
                shape=found.shape,
            )
    report = about.get("report")
    sound = isinstance(report, dict) and all(
        name in report and (report[name] is None or isinstance(report[name], int | float)) for name in REPORT
    )
    if not sound or not all(isinstance(about.get(name), str) for name in ("game", "root")):
        raise SolutionError("solve.file_description_incomplete", path=os.fspath(path))
    if np.isnan(arrays["values"][np.isfinite(arrays["errors"])]).any() or np.isnan(arrays["errors"]).any():
        raise SolutionError("solve.file_values_not_numbers", path=os.fspath(path))
    if not np.isin(arrays["turns"], list(Turn)).all():
        raise SolutionError(
            "solve.file_turns_unknown", path=os.fspath(path), known=", ".join(Turn.__members__)
        )


# ---- the game of a file --------------------------------------------------------------------------------


def _name(game: Game) -> str:
    return f"{type(game).__module__}:{type(game).__qualname__}"


def _plain_settings(game: Game) -> list[Any] | None:
    """Return the settings of a game that comes with hazard, if JSON can say them."""
    if not isinstance(game, CompiledGame):
        return None
    words, named = game._settings
    try:
        found: list[Any] = json.loads(json.dumps([list(words), named]))
    except (TypeError, ValueError):
        return None
    return found


def _made(path: str | os.PathLike[str], about: dict[str, Any]) -> Game:
    module, _, name = about["game"].partition(":")
    settings = about.get("settings")
    if module.startswith("hazard.") and name.isidentifier() and isinstance(settings, list):
        try:
            kind = getattr(import_module(module), name)
            if isinstance(kind, type) and issubclass(kind, CompiledGame):
                words, named = settings
                made: Game = kind(*words, **named)
                return made
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise SolutionError(
                "solve.cannot_create_game_of_file", path=os.fspath(path), error=error
            ) from None
    raise SolutionError(
        "solve.file_needs_the_game", path=os.fspath(path), game=name or about["game"], name=name
    )


def _check_game(path: str | os.PathLike[str], about: dict[str, Any], game: Game) -> None:
    theirs, ours = about["game"].rpartition(":")[2], type(game).__qualname__
    if theirs != ours:
        raise SolutionError("solve.file_of_another_game", path=os.fspath(path), found=theirs, expected=ours)


def _root(path: str | os.PathLike[str], game: Game, text: str, state: State) -> State:
    """Return the state where solving began: the one that is given, the start, or what the text says."""
    found = game.start() if state is None else state
    if written(game, found) == text:
        return found
    if state is None and isinstance(game, CompiledGame):
        try:
            return game.parse(text)
        except GameError:
            pass  # told below
    raise SolutionError(
        "solve.file_began_elsewhere", path=os.fspath(path), found=text, expected=written(game, found)
    )


def _check_walk(
    path: str | os.PathLike[str], game: Game, root: State, stored: StoredSolution, draw: random.Random
) -> None:
    """Play at random from the root: what is met must be in the file, and be worth what the game says."""
    state = root
    for _ in range(_LONGEST):
        if not _fits(game, state, stored):
            raise SolutionError(
                "solve.file_does_not_fit_game", path=os.fspath(path), state=written(game, state)
            )
        following = steps(game, state)
        if not following:
            return
        state = following[int(draw.random() * len(following))].following


def _fits(game: Game, state: State, stored: StoredSolution) -> bool:
    number, turn = stored.find(state), Turn(game.turn(state))
    if number is None or turn != stored.turn(number):
        return False
    best, value = int(stored.actions[number]), stored.value(number)
    if turn is Turn.OVER:
        return best == -1 and agrees(value, game.value(state), stored.error)
    if (best == -1) != (turn is Turn.CHANCE):
        return False
    moves = steps(game, state)
    mean = 0.0
    for step in moves if turn is Turn.CHANCE else moves[best : best + 1]:
        where = stored.find(step.following)
        if where is None:
            return False
        mean += step.probability * (step.reward + stored.value(where))
    return best < len(moves) and agrees(value, mean, stored.error)
