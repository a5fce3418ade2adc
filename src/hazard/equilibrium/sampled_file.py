"""Sampled strategies in files: a ``.npz`` with the strategies, and with what a run needs to go on.

It holds ``about``, a text in JSON (the game, how far the run was, its settings), ``sets``, a text in JSON for
each information set (player, what is seen, actions), and ``probabilities``, set by set. For each thread of
the run there are ``states_0`` (a text for each set it has met, in its order, with what its player had done
before), and the numbers ``regrets_0``, ``averages_0``, ``baselines_0`` and ``tried_0``.
"""

from __future__ import annotations

import ast
import json
import os
import zipfile
from typing import Any

import numpy as np

from hazard.equilibrium.listing import InformationSet
from hazard.equilibrium.sampling import SampledStrategy, _Sampler
from hazard.equilibrium.strategy_file import StrategyFileError
from hazard.files import whole_file
from hazard.game import Game, GameError, State, shown, state_text

FORMAT = "hazard-sampled/1"
_NUMBERS = ("regrets", "averages", "baselines", "tried")


def write_sampled(path: str | os.PathLike[str], found: SampledStrategy) -> None:
    """Write strategies, and the run where its states can be written, whole or not at all."""
    sets: list[bytes] = []
    shares: list[float] = []
    for name, actions in found.shares.items():
        row = [name.player, _literal(name.sees), [_literal(action) for action in actions]]
        sets.append(json.dumps(row).encode())
        shares += actions.values()
    run = None if found.run is None else _run_arrays(found.run)
    about = {
        "format": FORMAT,
        "game": type(found.game).__qualname__,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "run": None if run is None or found.run is None else found.run.settings,
    }
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            about=json.dumps(about),
            sets=np.array(sets, np.bytes_),
            probabilities=np.array(shares, np.float64),
            **(run or {}),
        )


def _run_arrays(run: _Sampler) -> dict[str, Any] | None:
    """Everything that goes on; None where a state has no text that reads back."""
    arrays: dict[str, Any] = {}
    for number, (_, regret) in enumerate(run.parts):
        rows = []
        for *_, state, before in run.met(number):
            text = _state_literal(run.game, state)
            if text is None:
                return None
            rows.append(json.dumps([*text, before]).encode())
        arrays[f"states_{number}"] = np.array(rows, np.bytes_)
        arrays[f"steps_{number}"] = regret.steps
        arrays.update(
            (f"{name}_{number}", part) for name, part in zip(_NUMBERS, regret.memory(), strict=True)
        )
    root = _state_literal(run.game, run.root)
    return None if root is None else {**arrays, "root": json.dumps(root)}


def read_sampled(path: str | os.PathLike[str], game: Game) -> SampledStrategy:
    """Return what a file has for ``game``."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = dict(file)
        about = json.loads(str(arrays["about"]))
        found = about["format"]
        if found != FORMAT:
            raise StrategyFileError(
                "equilibrium.unknown_file_format", path=os.fspath(path), found=found, expected=FORMAT
            )
        theirs, ours = about["game"], type(game).__qualname__
        if theirs != ours:
            raise StrategyFileError(
                "equilibrium.file_of_another_game", path=os.fspath(path), found=theirs, expected=ours
            )
        shares = _shares(arrays)
        run = None if about["run"] is None else _taken_up(game, about["run"], arrays)
        return SampledStrategy(game, shares, int(about["iterations"]), float(about["seconds"]), "read", run)
    except StrategyFileError:
        raise
    except OSError as error:
        if error.filename is not None or error.errno is not None:
            raise
        raise _damaged(path, error) from None
    except (*_WRONG, zipfile.BadZipFile) as error:
        raise _damaged(path, error) from None


_WRONG = (ValueError, KeyError, TypeError, IndexError, SyntaxError, AttributeError, EOFError, GameError)


def _damaged(path: str | os.PathLike[str], reason: object) -> StrategyFileError:
    return StrategyFileError("equilibrium.file_damaged", path=os.fspath(path), reason=reason)


def _shares(arrays: dict[str, Any]) -> dict[InformationSet, dict[Any, float]]:
    found, first, numbers = {}, 0, arrays["probabilities"]
    for text in arrays["sets"]:
        player, sees, actions = json.loads(bytes(text))
        own = numbers[first : first + len(actions)].tolist()
        if not all(0 <= p <= 1 + 1e-9 for p in own) or abs(sum(own) - 1) > 1e-6:
            raise ValueError("probabilities")
        name = InformationSet(int(player), ast.literal_eval(sees))
        found[name] = dict(zip(map(ast.literal_eval, actions), own, strict=True))
        first += len(actions)
    if first != len(numbers):
        raise ValueError("probabilities")
    return found


def _taken_up(game: Game, settings: dict[str, Any], arrays: dict[str, Any]) -> _Sampler:
    """Return a run with all that it remembered."""
    run = _Sampler(game, _read_state(game, *json.loads(str(arrays["root"]))), **settings)
    for number, (wrapped, regret) in enumerate(run.parts):
        rows = [json.loads(bytes(text)) for text in arrays[f"states_{number}"]]
        states = [(_read_state(game, kind, text), int(before)) for kind, text, before in rows]
        memory = [np.ascontiguousarray(arrays[f"{name}_{number}"], np.float64) for name in _NUMBERS]
        if not all(np.isfinite(part).all() for part in memory):
            raise ValueError("memory")
        regret.remember(wrapped, states, memory, int(arrays[f"steps_{number}"]))
    return run


def _literal(thing: Any) -> str:
    """Write what can be read back as a literal of Python: texts, numbers, tuples."""
    text = repr(thing)
    try:
        if ast.literal_eval(text) == thing:
            return text
    except (ValueError, SyntaxError):
        pass
    raise GameError("equilibrium.no_literal", found=shown(thing))


def _state_literal(game: Game, state: State) -> tuple[str, str] | None:
    """Return the text of a state, and how it is read back; None where it has none."""
    try:
        return "literal", _literal(state)
    except GameError:
        parse = getattr(game, "parse", None)
        text = state_text(game, state)
        try:
            return ("text", text) if parse is not None and parse(text) == state else None
        except (ValueError, GameError):
            return None


def _read_state(game: Any, kind: str, text: str) -> State:
    return ast.literal_eval(text) if kind == "literal" else game.parse(text)
