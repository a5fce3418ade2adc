"""What keeps growing while the states of a game are listed: the usual reason why a game has no last state."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hazard.game import State

WARN_AT = 500_000
"""States after which something that still grows is worth a word."""
WARN_AFTER = 3.0
"""Seconds after which it is, however few states a slow game has shown by then."""
FEWEST = 10_000
"""States before which nothing is said in any case."""
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
        self._open: list[int] = []
        self._warned = False
        self._began = time.monotonic()

    def look(self, states: Sequence[State], count: int, open_states: int = 0) -> None:
        """Take note of some of the ``count`` states there are; warn, once, where they may have no end.

        ``open_states`` of them are still to be followed: where those become fewer, the end is near.
        """
        self._open.append(open_states)
        largest: dict[str, float] = {}
        for state in states:
            for name, size in _sizes(state, "state"):
                largest[name] = max(size, largest.get(name, size))
        for name, size in largest.items():
            self._largest.setdefault(name, []).append(size)
        grown = self.words()
        late = count >= WARN_AT or (count >= FEWEST and time.monotonic() - self._began >= WARN_AFTER)
        if late and grown and not self.ending and not self._warned:
            self._warned = True
            samples = ", ".join(_short(states[i]) for i in (0, len(states) // 2, -1))
            warnings.warn(
                f"{count:,} states so far, {open_states:,} of them still to be followed, among them "
                f"{samples}. {grown} If nothing stops that, the game cannot be solved: limit it, or search "
                "the game instead",
                EndlessWarning,
                stacklevel=3,
            )

    @property
    def ending(self) -> bool:
        """Whether fewer states are to be followed than when there were half as many in all."""
        return len(self._open) > 1 and self._open[-1] < self._open[-2]

    def verdict(self) -> str:
        """Say what grows, and whether any end of it is in sight; or nothing."""
        grown = self.words()
        if not grown or self.ending:
            return grown
        return (
            f"{grown} No end of it is in sight: as many states as ever are still to be followed. If nothing "
            "in the rules stops that, the game has no last state, and no limit is large enough."
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
    return min(most, *_own_limits()) // 4


def _own_limits(root: Path = Path("/sys/fs/cgroup"), mine: Path = Path("/proc/self/cgroup")) -> Iterator[int]:
    """Go through the limits of this process: those of its container, of every group around it, its own."""
    yield sys.maxsize
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # which not every system has

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft > 0:
            yield soft
    groups = [(root, "memory.max"), (root / "memory", "memory.limit_in_bytes")]
    with contextlib.suppress(OSError, ValueError):
        for line in mine.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and "memory" not in controllers.split(","):
                continue
            base, name = groups[1] if controllers else groups[0]
            inner = base / path.lstrip("/")
            groups += [(group, name) for group in (inner, *inner.parents) if group.is_relative_to(base)]
    for group, name in groups:
        with contextlib.suppress(OSError, ValueError):
            yield int((group / name).read_text())  # "max" where there is none
