"""Games from shared libraries: anything that fills the table of ``hazard_game.h``."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any

from hazard.compiled import CompiledGame
from hazard.compiling.rules import SIZES
from hazard.compiling.table import LEAST_BYTES, VERSION, GameTable, address_of
from hazard.errors import HazardError
from hazard.game import GameError, shown

REQUIRED = ("start", "turn", "apply", "value")
MOST_TEXT = 4096
NO_ROOM = -2


class _Call(ctypes.Structure):
    """``struct hazard_call``."""

    _fields_ = [
        ("memory", ctypes.c_void_p),
        ("memory_end", ctypes.c_void_p),
        ("error", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("message", ctypes.c_char * 232),
    ]


def include() -> str:
    """Return the folder of ``hazard_game.h``, for compilers: ``cc -I``.

    >>> (Path(include()) / "hazard_game.h").exists()
    True
    """
    return str(Path(__file__).parents[1] / "include")


def foreign(source: str | os.PathLike[str] | int | Any) -> ForeignGame:
    """Load a game from a shared library that was written in C, Rust, Zig or any other language.

    ``source`` is the path of the library, which exports ``hazard_game_table``; or the table itself, as a
    ctypes structure or an address, for functions that were made in this process (by Numba, for example).
    States are ``bytes``, moves are whole numbers.
    """
    return ForeignGame(source)


class ForeignGame(CompiledGame[bytes, int]):
    """A game that is a table of functions, of which Python knows nothing else."""

    def __init__(self, source: Any) -> None:
        """Load the library and check its table."""
        self._kept = source
        self._path = str(source) if isinstance(source, str | os.PathLike) else "this process"
        self._given = self._found(source)
        self._table = GameTable()  # what an older library does not have is 0
        ctypes.memmove(
            ctypes.byref(self._table),
            ctypes.byref(self._given),
            min(self._given.table_bytes, ctypes.sizeof(GameTable)),
        )
        self._check()
        from hazard import _core

        size = next(size for size in SIZES if size >= self._table.state_bytes)
        self._core = getattr(_core, f"TableGame{size}")(address_of(self._table), self)
        self._engine_type = getattr(_core, f"TableEngine{size}")
        self.called = (self._table.name or b"game").decode("utf-8", "replace")
        if self._table.features and self._table.feature_count:
            self.features = self._features
        if self._table.player_count:
            self._take_seats()

    def _found(self, source: Any) -> GameTable:
        if isinstance(source, GameTable):
            return source
        if isinstance(source, int):
            return GameTable.from_address(source)
        path = os.path.abspath(source)
        try:
            self._library = ctypes.CDLL(path)
        except OSError as error:
            raise GameError("compiled.foreign_cannot_load", path=self._path, error=str(error)) from None
        try:
            ask = self._library.hazard_game_table
        except AttributeError:
            raise GameError("compiled.foreign_has_no_table", path=self._path) from None
        ask.restype = ctypes.POINTER(GameTable)
        found = ask()
        if not found:
            raise GameError("compiled.foreign_has_no_table", path=self._path)
        table: GameTable = found.contents
        return table

    def _check(self) -> None:
        table, path = self._table, self._path
        if table.version != VERSION or table.table_bytes < LEAST_BYTES:
            raise GameError(
                "compiled.foreign_other_version", path=path, found=table.version, expected=VERSION
            )
        for name in REQUIRED:
            if not getattr(table, name):
                raise GameError("compiled.foreign_incomplete", path=path, name=name)
        if table.player_count and not table.payoffs:
            raise GameError("compiled.foreign_incomplete", path=path, name="payoffs")
        if not table.actions and not table.outcomes and not table.sample:
            raise GameError("compiled.foreign_incomplete", path=path, name="actions")
        if not 0 < table.state_bytes <= SIZES[-1]:
            raise GameError("compiled.foreign_state_size", path=path, found=table.state_bytes, most=SIZES[-1])

    def _take_seats(self) -> None:
        """Take what the library has for secrets and several players: it makes them such games."""
        from hazard import _core

        self.players = int(self._table.player_count)
        size = type(self._core).__name__.removeprefix("TableGame")
        self._seats: Any = getattr(_core, f"TableSeats{size}")(self._core.rules)
        several = getattr(_core, f"TableSeveral{size}")
        self.several_engine = lambda: several(self._seats)
        self.value = self._payoffs  # type: ignore[method-assign]
        if self._table.sees:
            self.sees = self._seats.sees

    def _payoffs(self, state: bytes) -> Any:
        return tuple(self._seats.payoffs(state))

    def engine(self) -> Any:
        """Return a fresh engine for this game, with a memory of its own."""
        from hazard import _core

        if self._table.player_count:
            raise GameError("game.value_for_each", game=self.called, count=self.players)
        size = type(self._core).__name__.removeprefix("TableGame")
        core = getattr(_core, f"TableGame{size}")(address_of(self._table), self)
        return self._engine_type(core.rules)

    def _features(self, state: bytes) -> list[float]:
        """Return the library's numbers of a state; where they are whole, they may be learned one by one."""
        count = int(self._table.feature_count)
        kinds = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        ask = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(self._table.features)
        found, call = (ctypes.c_double * count)(), _Call()
        answer = ask(self._table.rules, ctypes.addressof(call), self.encode(state), ctypes.addressof(found))
        if answer < 0:
            message = call.message.decode("utf-8", "replace")
            self.failed("features", state, False, None, answer, 0, message)
        return [int(number) if number.is_integer() else number for number in found]

    # ---- words

    def _said(self, function: str, data: bytes, *more: int) -> str | None:
        address = getattr(self._table, function)
        if not address:
            return None
        kinds = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_int64] * len(more)]
        ask = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds, ctypes.c_char_p, ctypes.c_int32)(address)
        room, call = ctypes.create_string_buffer(MOST_TEXT), _Call()
        written = ask(self._table.rules, ctypes.addressof(call), data, *more, room, MOST_TEXT)
        return room.value.decode("utf-8", "replace") if written >= 0 else None

    def text(self, state: bytes) -> str:
        """Return ``state`` in the library's words, or as hexadecimal digits."""
        found = self._said("text", self.encode(state))
        return state.hex() if found is None else found

    def describe(self, state: bytes, move: int, language: str = "en") -> str:
        """Return the library's words for a move, or its number."""
        found = self._said("describe", self.encode(state), int(move))
        return str(move) if found is None else found

    def parse(self, text: str) -> bytes:
        """Read a state as :meth:`text` writes it."""
        if self._table.parse:
            kinds = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
            ask = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(self._table.parse)
            room, call = ctypes.create_string_buffer(int(self._table.state_bytes)), _Call()
            if ask(self._table.rules, ctypes.addressof(call), text.encode(), room) >= 0:
                return room.raw
            message = call.message.decode("utf-8", "replace")
            raise GameError("compiled.foreign_text", path=self._path, text=shown(text), message=message)
        try:
            return self.encode(bytes.fromhex(text))
        except ValueError:
            raise GameError(
                "compiled.foreign_no_parse", path=self._path, text=shown(text), bytes=self._table.state_bytes
            ) from None

    def heuristic(self, state: bytes) -> float:
        """Return what an unfinished state is worth, as far as the library tells."""
        return self.value(state)

    # ---- what the bytes mean (see bind_game_table.hpp)

    def encode(self, state: Any) -> bytes:
        """Return a state as bytes."""
        if not isinstance(state, bytes) or len(state) != self._table.state_bytes:
            raise GameError("game.not_a_state", found=repr(state))
        return state

    def decode(self, data: bytes) -> bytes:
        """Return a state."""
        return data

    def move(self, chance: bool, number: int) -> int:
        """Return a move."""
        return number

    def number(self, chance: bool, move: Any) -> int | None:
        """Return a move as a number; None for what cannot be one."""
        return int(move) if isinstance(move, int) and -(2**63) <= move < 2**63 else None

    def words(self, state: bytes, move: int) -> str:
        """Return the words for a move."""
        return self.describe(state, move)

    def failed(
        self, method: str, data: bytes, chance: bool, number: int | None, error: int, line: int, message: str
    ) -> None:
        """Raise what the library complains of."""
        raise GameError(
            "compiled.foreign_failed",
            game=self.called,
            method=method,
            state=self.text(data),
            message=message or HazardError("compiled.foreign_error", number=error),
        )
