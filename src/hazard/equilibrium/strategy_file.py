"""Strategies in files: a ``.npz`` that numpy and other tools open, read back by ``Equilibrium.load``.

It holds the arrays ``players``, ``sets`` (what is seen, as text), ``counts`` (of actions), ``actions`` (as
text, set by set) and ``probabilities``, and ``about``, a text in JSON: the format, the game, where it began
and how the strategies were found.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from typing import Any

import numpy as np

import hazard
from hazard.equilibrium.finding import listed_game
from hazard.equilibrium.listing import Listed, Strategies
from hazard.equilibrium.result import Equilibrium, Memory, Point
from hazard.errors import HazardError
from hazard.files import whole_file
from hazard.game import Game, GameError, State, check_game, state_text

FORMAT = "hazard-equilibrium/1"
_ARRAYS = {"players": "i", "sets": "S", "counts": "i", "actions": "S", "probabilities": "f"}
_ABOUT = {
    "game": str,
    "state": str,
    "algorithm": str,
    "iterations": int,
    "seconds": float,
    "stopped": str,
    "history": list,
}


class StrategyFileError(HazardError):
    """A file contains no strategies, or those of another game. The message says what was expected."""


def write_equilibrium(path: str | os.PathLike[str], found: Equilibrium) -> None:
    """Write strategies, whole or not at all."""
    about = {
        "format": FORMAT,
        "hazard": hazard.__version__,
        "game": type(found.game).__qualname__,
        "state": state_text(found.game, found.listed.root),
        "algorithm": found.algorithm,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "stopped": found.stopped,
        "history": [list(point) for point in found.history],
    }
    sets = list(found.listed.all_sets())
    names = _texts([one.name.sees for one in sets])
    keys = list(zip([one.name.player for one in sets], names, strict=True))
    if len(set(keys)) < len(keys):
        twice = next(text for player, text in keys if keys.count((player, text)) > 1)
        raise GameError("equilibrium.sets_written_alike", text=twice.decode())
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            about=json.dumps(about),
            players=np.array([one.name.player for one in sets], np.int64),
            sets=np.array(names, np.bytes_),
            counts=np.array([len(one.actions) for one in sets], np.int64),
            actions=np.array(_texts([action for one in sets for action in one.actions]), np.bytes_),
            probabilities=np.array([p for one in sets for p in found.strategy.of(one).values()], np.float64),
            **_memory_arrays(found),
        )


_MEMORY = ("strategy", "regret", "sum")


def _memory_arrays(found: Equilibrium) -> dict[str, Any]:
    """What a run needs to be taken up again, set by set as the probabilities are."""
    if found.memory is None:
        return {}
    arrays = {}
    for name in _MEMORY:
        numbers = getattr(found.memory, name)
        parts = [numbers[one.name.player][one.first : one.first + len(one.actions)]
                 for one in found.listed.all_sets()]  # fmt: skip
        arrays[f"memory_{name}"] = np.concatenate(parts) if parts else np.zeros(0)
    return arrays


def _texts(things: list[Any]) -> list[bytes]:
    return [repr(thing).encode() for thing in things]


def read_equilibrium(path: str | os.PathLike[str], game: Game, state: State) -> Equilibrium:
    """Return what a file has for ``game``, judged anew."""
    about, arrays = _read(path)
    check_game(game)
    theirs, ours = about["game"], type(game).__qualname__
    if theirs != ours:
        raise StrategyFileError(
            "equilibrium.file_of_another_game", path=os.fspath(path), found=theirs, expected=ours
        )
    listed = listed_game(game, state)
    began = state_text(game, listed.root)
    if began != about["state"]:
        raise StrategyFileError(
            "equilibrium.file_began_elsewhere", path=os.fspath(path), found=about["state"], expected=began
        )
    return Equilibrium(
        listed,
        _numbers(path, listed, arrays),
        algorithm=about["algorithm"],
        iterations=about["iterations"],
        seconds=about["seconds"],
        stopped=about["stopped"],
        history=tuple(Point(*row) for row in about["history"]),
        memory=_memory(path, listed, arrays, about["iterations"]),
    )


def _memory(
    path: str | os.PathLike[str], listed: Listed, arrays: dict[str, Any], steps: int
) -> Memory | None:
    if "memory_sum" not in arrays:
        return None
    parts = [
        _numbers(path, listed, {**arrays, "probabilities": arrays[f"memory_{name}"]}) for name in _MEMORY
    ]
    for numbers in parts[1:]:
        for own in numbers:
            own[0] = 0.0  # the empty sequence is missed by nobody, and counts by the steps
    return Memory(parts[0], parts[1], parts[2], steps)


def _numbers(path: str | os.PathLike[str], listed: Listed, arrays: dict[str, Any]) -> Strategies:
    """Return the probabilities in the order of the game as it was listed now."""
    ends = np.cumsum(arrays["counts"])
    places = {
        (int(player), bytes(text)): slice(int(end - count), int(end))
        for player, text, count, end in zip(
            arrays["players"], arrays["sets"], arrays["counts"], ends, strict=True
        )
    }
    numbers: Strategies = [np.ones(listed.count(player)) for player in range(listed.players)]
    for one in listed.all_sets():
        # numpy drops zero bytes at the end of a text, and repr makes none.
        place = places.pop((one.name.player, repr(one.name.sees).encode()), None)
        if place is None or [bytes(t) for t in arrays["actions"][place]] != _texts(list(one.actions)):
            raise StrategyFileError(
                "equilibrium.file_does_not_fit_game", path=os.fspath(path), sees=repr(one.name.sees)
            )
        shares = arrays["probabilities"][place]
        numbers[one.name.player][one.first : one.first + len(one.actions)] = shares
    if places:
        raise StrategyFileError(
            "equilibrium.file_does_not_fit_game", path=os.fspath(path), sees=next(iter(places))[1].decode()
        )
    return numbers


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    def damaged(reason: object) -> StrategyFileError:
        return StrategyFileError("equilibrium.file_damaged", path=os.fspath(path), reason=reason)

    try:
        with np.load(path, allow_pickle=False) as found:
            about = json.loads(str(found["about"]))
            version = about["format"]
            arrays = {name: found[name] for name in _ARRAYS} if version == FORMAT else {}
            kept = [f"memory_{name}" for name in _MEMORY]
            if version == FORMAT and all(name in found for name in kept):
                arrays.update((name, found[name]) for name in kept)
    except OSError as error:
        if error.filename is not None or error.errno is not None:
            raise
        raise damaged(error) from None
    except (
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        AttributeError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise damaged(error) from None
    if version != FORMAT:
        raise StrategyFileError(
            "equilibrium.unknown_file_format", path=os.fspath(path), found=version, expected=FORMAT
        )
    for name, kind in _ABOUT.items():
        if not isinstance(about.get(name), kind):
            raise damaged(f"about.{name}")
    if not all(isinstance(row, list) and len(row) == 3 for row in about["history"]):
        raise damaged("about.history")
    for name, letter in _ARRAYS.items():
        if arrays[name].ndim != 1 or (arrays[name].dtype.kind != letter and len(arrays[name])):
            raise damaged(name)
    _check_shares(arrays, damaged)
    for name in _MEMORY:
        numbers = arrays.get(f"memory_{name}", arrays["probabilities"])
        fits = numbers.shape == arrays["probabilities"].shape and numbers.dtype.kind == "f"
        if not fits or not np.isfinite(numbers).all():
            raise damaged(f"memory_{name}")
    return about, arrays


def _check_shares(arrays: dict[str, Any], damaged: Any) -> None:
    counts, shares = arrays["counts"], arrays["probabilities"]
    if not len(counts) == len(arrays["players"]) == len(arrays["sets"]) or (counts < 1).any():
        raise damaged("counts")
    if not counts.sum() == len(arrays["actions"]) == len(shares):
        raise damaged("actions")
    if len(shares):
        sums = np.add.reduceat(shares, np.cumsum(counts) - counts)
        if not ((shares >= 0).all() and (np.abs(sums - 1) <= 1e-9).all()):
            raise damaged("probabilities")
