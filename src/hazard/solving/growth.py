"""What keeps growing while the states of a game are listed: the usual reason why a game has no last state."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path

from hazard.game import Game, GameError, State
from hazard.language import Statement
from hazard.solving.dive import Dive, Outlook
from hazard.solving.sizes import sizes

WARN_AT = 500_000
"""States after which something that still grows is worth a word."""
SURE_AT = 100_000
"""The same where a line of play shows that it has no limit."""
WARN_AFTER = 3.0
"""Seconds after which it is, however few states a slow game has shown by then."""
FEWEST = 10_000
"""States before which nothing is said in any case."""
REFUSE_AT, REFUSE_AFTER = 500_000, 20.0
"""States and seconds of which one is enough for giving a game up that play cannot bring to an end."""
ROUNDS = 3
"""Each round has twice as many states as the one before; what has grown this often, grows."""
DIVING = 0.5
"""The share of the processor's time for looking ahead."""
WAITING = 8
"""How many times as long that may take where the processor is shared, or the game waits for something."""
NEARLY_DONE, FEW_OPEN = 0.5, 100
"""The end is near where there are fewer states to be followed than this share of those before. Of so few, the
number wavers and tells nothing."""
NEW = 0.75
"""The share of the states that are looked at in which a fraction is another one each time."""
WIDEST = 200
"""Numbers of a state that are looked at."""
PARTS = 3
"""Parts of a state that are looked at, those first that have grown most often."""


class EndlessWarning(UserWarning):
    """The game may have no end of states."""


class Growth:
    """Looks at samples of the states, each from about twice as many as the last.

    >>> growth = Growth()
    >>> for count in (10, 20, 40, 80, 160):
    ...     growth.look([(n, n % 2) for n in range(count)], count)
    >>> str(growth.words())
    'state[0] only grows: 19, 39, 79, 159.'
    """

    def __init__(
        self, game: Game | None = None, refuse: bool = False, interrupt: Callable[[], None] = lambda: None
    ) -> None:
        """Nothing has been seen yet. A ``game`` can be looked ahead in, and ``refuse`` gives it up early."""
        self._game, self._refuse, self._interrupt = game, refuse, interrupt
        self._largest: dict[str, list[float]] = {}
        self._dives: dict[str, Dive] = {}
        self._fine: dict[str, set[float]] = {}
        self._open: list[int] = []
        self._warned = False
        self._began, self._began_working = time.monotonic(), time.process_time()

    def look(self, states: Sequence[State], count: int, open_states: int = 0) -> None:
        """Take note of some of the ``count`` states there are; warn, once, where they may have no end.

        ``open_states`` of them are still to be followed: where those become fewer, the end is near.
        """
        self._open.append(open_states)
        found: dict[str, set[float]] = {}
        for state in states:
            for name, size in islice(sizes(state), WIDEST):
                found.setdefault(name, set()).add(size)
        for name, met in found.items():
            self._largest.setdefault(name, []).append(max(met))
        self._fine = {
            name: met for name, met in found.items() if sum(size % 1 != 0 for size in met) > NEW * len(states)
        }
        if count < FEWEST or self.ending:
            return
        endless = self._look_ahead(states, count)
        seconds = time.monotonic() - self._began
        if endless is not None and self._refuse and (count >= REFUSE_AT or seconds >= REFUSE_AFTER):
            raise GameError(
                "solve.no_end_in_sight",
                count=f"{count:,}",
                open=f"{open_states:,}",
                samples=_samples(states),
                part=endless.name,
                moves=f"{endless.moves:,}",
                began=f"{endless.began:g}",
                largest=f"{endless.largest:g}",
            )
        late = seconds >= WARN_AFTER or count >= (WARN_AT if endless is None else SURE_AT)
        grown = self.words() if endless is None else _line(endless)
        if late and grown and not self._warned:
            self._warned = True
            said = Statement(
                "solve.growing", count=count, open=open_states, samples=_samples(states), grown=grown
            )
            warnings.warn(str(said), EndlessWarning, stacklevel=3)

    def _look_ahead(self, states: Sequence[State], count: int) -> Dive | None:
        """Return a line of play on which something grows without meeting a limit, if there is one."""
        if self._game is None:
            return None
        rises = {name: _rises(grown) for name, grown in self._largest.items()}
        for name in sorted(rises, key=lambda name: -rises[name])[:PARTS]:
            if rises[name] == 0:
                break
            # A mistake in the rules is met again, and told, where the states are listed.
            with contextlib.suppress(GameError, TypeError, ValueError, AttributeError, LookupError):
                if name not in self._dives or self._dives[name].overtaken(max(self._largest[name])):
                    self._dives[name] = Dive(self._game, name, states)
                if self._dive(self._dives[name], count) == "endless":
                    return self._dives[name]
        return None

    def _dive(self, dive: Dive, count: int) -> Outlook:
        now, working = time.monotonic(), time.process_time()
        until = now + WAITING * max(0.3, DIVING * (now - self._began))
        work_until = working + max(0.3, DIVING * (working - self._began_working))

        def keep_on() -> bool:
            self._interrupt()
            return time.process_time() < work_until and time.monotonic() < until

        return dive.further(count, max(self._largest[dive.name]), keep_on)

    @property
    def ending(self) -> bool:
        """Whether clearly fewer states are to be followed than when there were half as many in all."""
        return len(self._open) > 1 and FEW_OPEN < self._open[-2] > self._open[-1] / NEARLY_DONE

    def verdict(self) -> Statement | None:
        """Say what grows, and whether any end of it is in sight; or nothing."""
        grown = self.words()
        return grown if grown is None or self.ending else Statement("solve.no_end_of_it", grown=grown)

    def words(self) -> Statement | None:
        """Say which parts of the states have grown each time, or else become ever finer; or nothing."""
        found: list[Statement] = []
        for name, grown in self._largest.items():
            last = grown[-ROUNDS - 1 :]
            met = name in self._dives and self._dives[name].stopped
            if not met and len(last) > ROUNDS and all(b > a for a, b in pairwise(last)):
                sizes = ", ".join(f"{size:g}" for size in last)
                found.append(Statement("solve.only_grows", part=name, sizes=sizes))
        for name, fine in self._fine.items() if not found else ():
            few = ", ".join(f"{size:.10g}" for size in sorted(fine)[:3])
            found.append(Statement("solve.ever_new_values", part=name, few=few))
        return together(found[:3])


def together(said: Sequence[Statement]) -> Statement | None:
    """Return what says one after the other; nothing of nothing."""
    whole = said[0] if said else None
    for each in said[1:]:
        whole = Statement("solve.then", first=whole, rest=each)
    return whole


def _rises(grown: Sequence[float]) -> int:
    return sum(b > a for a, b in pairwise(grown))


def _line(dive: Dive) -> Statement:
    return Statement(
        "solve.grows_in_one_line", part=dive.name, moves=dive.moves, began=dive.began, largest=dive.largest
    )


def _samples(states: Sequence[State]) -> str:
    return ", ".join(_short(states[i]) for i in (0, len(states) // 2, -1))


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
