"""The end of a race from tables, built when they are first needed and kept in the cache folder."""

from __future__ import annotations

import json
import logging
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hazard import _core
from hazard.backgammon.positions import Position
from hazard.cache import cache_folder, write_whole
from hazard.game import GameError

BearOffTable = _core.BackgammonBearOff

_LAYOUT = 1
_PARTS = (("off", "<f4"), ("first", "<f4"), ("wins", "<f8"))
"""The arrays of a file in their order, and their numbers: little-endian, four bytes or eight."""
_log = logging.getLogger("hazard")


@dataclass(frozen=True, slots=True)
class RaceChances:
    """What the side on roll can expect when all checkers are at home."""

    win: float
    win_gammon: float
    lose_gammon: float
    exact: bool
    """Whether both sides play for the win; otherwise each plays to need the fewest rolls."""


class BearOff:
    """Tables of the bear-off: rolls of one side for any position at home, and wins of both sides.

    With up to ``checkers`` checkers on each side the chance to win is exact, under best play of both sides
    and without a cube. With more it comes from the rolls each side needs alone.

    >>> table = bear_off()
    >>> both_on_six = Position.of({6: 2}, {6: 2})
    >>> f"{table.chances(both_on_six).win:.9f}", table.chances(both_on_six).exact
    ('0.754494349', True)
    """

    def __init__(self, table: BearOffTable) -> None:
        """Wrap compiled tables; :func:`bear_off` makes them."""
        self.table = table

    @property
    def checkers(self) -> int:
        """How many checkers a side may have for an exact answer."""
        return int(self.table.checkers)

    def chances(self, position: Position) -> RaceChances:
        """Return the chances of the side on roll.

        >>> sure_to_lose_next = Position.of({6: 1, 5: 1}, {1: 2})  # 6-5 wins, and doubles from 3-3 up
        >>> round(36 * bear_off().chances(sure_to_lose_next).win, 9)
        6.0
        """
        found = self.table.chances(_state(position))
        assert found is not None
        return RaceChances(*found)

    def rolls(self, position: Position) -> tuple[float, ...]:
        """Return how likely the side on roll is to be off after 0, 1, 2, ... rolls, playing for the fewest.

        >>> [round(36 * chance) for chance in bear_off().rolls(Position.of({6: 1, 4: 1}, {1: 1}))[:2]]
        [0, 8]
        """
        return tuple(self.table.rolls(_state(position)))

    def mean_rolls(self, position: Position) -> float:
        """Return how many rolls the side on roll needs on average.

        >>> round(bear_off().mean_rolls(Position.of({6: 15}, {1: 1})), 3)
        12.266
        """
        return sum(n * chance for n, chance in enumerate(self.rolls(position)))


def _state(position: Position) -> Any:
    if any(position.own[6:]) or any(position.opponent[6:]):
        raise GameError("backgammon.checker_not_at_home", position=position.id)
    if not any(position.opponent):
        raise GameError("backgammon.bearoff_game_over", position=position.id)
    return _core.BackgammonState(position.own, position.opponent)


@lru_cache(maxsize=4)
def bear_off(checkers: int = 6) -> BearOff:
    """Return the tables, exact for up to ``checkers`` (1 to 9) on each side.

    They are built once, within a second for 6, and read from the cache folder from then on. A file there
    that is damaged is built again.

    >>> bear_off().checkers
    6
    """
    if checkers not in range(1, 10):
        raise GameError("backgammon.bearoff_checkers_out_of_range", found=checkers)
    path = cache_folder() / f"backgammon-bearoff-{checkers}.bin"
    table = read_tables(path, checkers)
    if table is None:
        table = BearOffTable.build(checkers)
        write_whole(path, _content(table))
    return BearOff(table)


def read_tables(path: Path, checkers: int) -> BearOffTable | None:
    """Read tables from a file; ``None`` if there is none, or, with a note, if it is damaged."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.warning("%s: %s; the bear-off table is built again", path, error.strerror)
        return None
    try:
        return _table(content, checkers)
    except ValueError as error:
        _log.warning("%s: %s; the bear-off table is built again", path, error)
        return None


def _content(table: BearOffTable) -> bytes:
    """The file: a line of JSON that says what follows, then the arrays."""
    arrays = [getattr(table, name) for name, _ in _PARTS]
    body = b"".join(array.astype(kind).tobytes() for array, (_, kind) in zip(arrays, _PARTS, strict=True))
    about = {
        "what": "hazard backgammon bear-off",
        "layout": _LAYOUT,
        "checkers": table.checkers,
        "sizes": [array.size for array in arrays],
        "crc32": zlib.crc32(body),
    }
    return json.dumps(about).encode() + b"\n" + body


def _table(content: bytes, checkers: int) -> BearOffTable:
    import numpy as np

    line, _, body = content.partition(b"\n")
    about = json.loads(line[:1000])
    if not isinstance(about, dict) or about.get("layout") != _LAYOUT or about.get("checkers") != checkers:
        raise ValueError("not a bear-off table of this layout")
    if about.get("crc32") != zlib.crc32(body):
        raise ValueError("its checksum does not fit")
    arrays, begin = [], 0
    for (_, kind), size in zip(_PARTS, about["sizes"], strict=True):
        dtype = np.dtype(kind)
        arrays.append(
            np.frombuffer(body, dtype, int(size), begin).astype(dtype.newbyteorder("="), copy=False)
        )
        begin += int(size) * dtype.itemsize
    return BearOffTable(checkers, *arrays)
