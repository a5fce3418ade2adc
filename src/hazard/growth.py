"""What keeps growing while the states of a game are listed: the usual reason why a game has no last state."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hazard.game import State

WARN_AT = 500_000
"""States after which something that still grows is worth a word."""
ROUNDS = 3
"""Each round has twice as many states as the one before; what has grown this often, grows."""


class EndlessWarning(UserWarning):
    """The game may have no end of states."""


class Growth:
    """Looks at samples of the states, each from about twice as many as the last.

    >>> growth = Growth()
    >>> for count in (10, 20, 40, 80, 160):
    ...     growth.look([(n, n % 2) for n in range(count)], count)
    >>> growth.words()
    'state[0] only grows: 19, 39, 79, 159.'
    """

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self._largest: dict[str, list[float]] = {}
        self._warned = False

    def look(self, states: Sequence[State], count: int) -> None:
        """Take note of some of the ``count`` states there are; warn, once, where they may have no end."""
        largest: dict[str, float] = {}
        for state in states:
            for name, size in _sizes(state, "state"):
                largest[name] = max(size, largest.get(name, size))
        for name, size in largest.items():
            self._largest.setdefault(name, []).append(size)
        grown = self.words()
        if count >= WARN_AT and grown and not self._warned:
            self._warned = True
            samples = ", ".join(_short(states[i]) for i in (0, len(states) // 2, -1))
            warnings.warn(
                f"{count:,} states so far, among them {samples}. {grown} If nothing stops that, the game "
                "cannot be solved: limit it, or search the game instead",
                EndlessWarning,
                stacklevel=3,
            )

    def words(self) -> str:
        """Say which parts of the states have grown each time, or nothing."""
        found = []
        for name, sizes in self._largest.items():
            last = sizes[-ROUNDS - 1 :]
            if len(last) > ROUNDS and all(b > a for a, b in pairwise(last)):
                found.append(f"{name} only grows: {', '.join(f'{size:g}' for size in last)}.")
        return " ".join(found[:3])


def _sizes(part: object, name: str, depth: int = 0) -> Iterator[tuple[str, float]]:
    """Go through the numbers in a state, and the lengths of what it holds, each with its name."""
    if isinstance(part, bool):
        return
    if isinstance(part, int | float):
        yield name, float(abs(part)) if abs(part) < 1e300 else 1e300
    elif dataclasses.is_dataclass(part) and depth < 3:
        for field in dataclasses.fields(part):
            yield from _sizes(getattr(part, field.name), f"{name}.{field.name}", depth + 1)
    elif isinstance(part, str | bytes | tuple | frozenset):
        yield f"the length of {name}", float(len(part))
        if isinstance(part, tuple) and len(part) <= 16 and depth < 3:
            names = getattr(part, "_fields", None)
            for i, inner in enumerate(part):
                yield from _sizes(inner, f"{name}.{names[i]}" if names else f"{name}[{i}]", depth + 1)


def _short(state: State) -> str:
    text = repr(state)
    return text if len(text) <= 120 else text[:117] + "..."


def quarter_of_memory() -> int:
    """Return a quarter of the memory that this process may have, in bytes."""
    try:
        most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # a system that does not say
        most = 8_000_000_000
    with contextlib.suppress(OSError, ValueError):
        most = min(most, int(Path("/sys/fs/cgroup/memory.max").read_text()))  # a container's own limit
    return most // 4
