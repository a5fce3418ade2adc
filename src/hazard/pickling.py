"""How compiled values travel, to another process or into a notebook's memory: as what they were made from.

A compiled game is its class and its settings. A compiled state is the bytes that it consists of, which only
the same version of hazard reads back: :meth:`hazard.games.CompiledGame.text` is for keeping.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import hazard
from hazard.errors import HazardError


def snapshot(value: Any) -> Any:
    """Return a setting as it is now: a list that its owner may change later is copied.

    >>> faces = [0, 1]
    >>> kept = snapshot(faces)
    >>> faces.append(2)
    >>> kept
    [0, 1]
    """
    return value.copy() if isinstance(value, list | dict | set) else value


def made_again(maker: Callable[..., Any], words: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    """Make a thing from its settings."""
    return maker(*words, **named)


def reduced_state(state: Any) -> tuple[Any, ...]:
    """Return how ``state`` is made again; the compiled core asks for every state that is pickled."""
    return restored_state, (type(state), hazard.__version__, state._bytes())


def restored_state(kind: Any, version: str, data: bytes) -> Any:
    """Make a compiled state of its bytes.

    >>> from hazard.games import Pig
    >>> restored_state(type(Pig().start()), "0.0.1", b"")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hazard.errors.HazardError: this PigState was pickled by hazard 0.0.1; expected ...
    """
    if version != hazard.__version__:
        raise HazardError(
            "game.pickled_by_other_version", kind=kind.__name__, found=version, expected=hazard.__version__
        )
    return kind._from_bytes(data)
