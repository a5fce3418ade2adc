"""A game in Python, compiled: its table of functions, and what its bytes mean."""

from __future__ import annotations

import ctypes
import hashlib
import json
from typing import Any

from hazard import __version__
from hazard.cache import cache_folder, write_whole
from hazard.compiling.layout import Layout, MisfitError, MoveCode, Texts
from hazard.compiling.sampling import _refused, count_players, records_of, state_type
from hazard.compiling.table import FUNCTIONS, SEATS, GameTable, address_of, filled
from hazard.compiling.types import Type
from hazard.extras import require
from hazard.game import Game, GameError, shown, words

SIZES = (56, 248, 2040)
"""Bytes of a state, for which the core has searches."""

NEVER = {"evaluate": "evaluate"}


class Rules:
    """The compiled rules of one game. They stay in memory as long as this object."""

    def __init__(self, game: Game) -> None:
        """Compile the game, or load what was compiled before; refuse what cannot be."""
        require("llvmlite", caller="hazard.compiled", library="llvmlite", extra="compiled")
        self.game, self.name = game, type(game).__name__
        self._refuse_unfit()
        self.kind: Type = state_type(game)
        self.players = count_players(game)
        """How many, where they have secrets or a number of their own each; else 0."""
        entries, assembly = self._written()
        self.texts: Texts = entries.unit.texts
        self.layout = Layout(self.kind, self.texts)
        if self.layout.size > SIZES[-1]:
            raise _refused(game, "state_too_large", found=self.layout.size, most=SIZES[-1])
        self.outdated = entries.unit.constants.changed
        self.moves: dict[bool, MoveCode | None] = {False: entries.actions, True: entries.outcomes}
        self.loaded = _loaded(assembly)
        self._start = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 3)(self._begin)
        written = set(entries.written)
        if "apply" not in written:  # nobody decides anything: every step is an outcome
            written.add("apply")
        self.table: GameTable = filled(
            self.name,
            self.layout.size,
            self._bounds(),
            lambda name: self._address(name, written),
            self._features or 0,
            self.players,
        )

    def _refuse_unfit(self) -> None:
        game = self.game
        for method, code in NEVER.items():
            if hasattr(game, method):
                raise _refused(game, f"method_{code}")
        own = type(game).outcomes is not Game.outcomes
        if hasattr(game, "sample") and not own:
            raise _refused(game, "method_sample")
        if hasattr(game, "expand") and not hasattr(game, "reward"):
            _, steps = game.expand(game.start())
            if any(len(step) > 3 for step in steps):
                raise _refused(game, "method_expand")

    def _written(self) -> tuple[Any, str]:
        from hazard.compiling.entries import Entries
        from hazard.compiling.unit import Unit

        unit = Unit(self.game, self.name, records_of(self.kind))
        entries = Entries(unit, self.kind, self.players)
        self._features = self._feature_count()
        entries.write(self._features, self._bounds())
        return entries, str(unit.module)

    def _feature_count(self) -> int | None:
        features = getattr(self.game, "features", None)
        return len(features(self.game.start())) if callable(features) else None

    def _bounds(self) -> tuple[float, float]:
        bounds = getattr(self.game, "bounds", None)
        if bounds is None:
            return -float("inf"), float("inf")
        found = bounds()
        try:
            low, high = (float(end) for end in found)
        except (TypeError, ValueError):
            raise GameError("game.bounds_are_no_pair", game=self.name, found=shown(found)) from None
        if not low <= high:
            raise GameError("game.bounds_are_reversed", game=self.name, found=shown(found))
        return low, high

    def _address(self, name: str, written: set[str]) -> int:
        if name == "start":
            return ctypes.cast(self._start, ctypes.c_void_p).value or 0
        if name not in written or name not in (*FUNCTIONS, *SEATS):
            return 0
        if name == "apply" and self.moves[False] is None:
            name = "apply_outcome"
        return int(self.loaded.address(f"hazard_{name}"))

    def _begin(self, rules: int, call: int, target: int) -> int:
        state = self.game.start()
        ctypes.memmove(target, self.encode(state), self.layout.size)
        return int(self.game.turn(state))

    # ---- what the bytes mean (see bind_game_table.hpp)

    def encode(self, state: Any) -> bytes:
        """Return a state as bytes."""
        try:
            return self.layout.write(state)
        except MisfitError as misfit:
            raise GameError(
                "compiled.not_such_state",
                game=self.name,
                found=shown(state),
                kind=self.kind.said,
                why=misfit,
            ) from None

    def decode(self, data: bytes) -> Any:
        """Return the state that bytes stand for."""
        return self.layout.read(data)

    def move(self, chance: bool, number: int) -> Any:
        """Return the move that a number stands for."""
        code = self.moves[chance]
        assert code is not None
        return code.move(number)

    def number(self, chance: bool, move: Any) -> int | None:
        """Return a move as a number; None for what cannot be one."""
        code = self.moves[chance]
        try:
            return None if code is None else code.number(move)
        except MisfitError:
            return None

    def text(self, state: Any) -> str:
        """Return a state as messages show it."""
        return shown(state)

    def words(self, state: Any, move: Any) -> str:
        """Return the words for a move."""
        return words(self.game, state, move)

    def failed(
        self, method: str, data: bytes, chance: bool, number: int | None, error: int, line: int, message: str
    ) -> None:
        """Raise what the rules raise for a state: the plain ones are asked, and complain in Python."""
        state = self.decode(data)
        try:
            call = self._asked_again(method, state, chance, number)
        except Exception as raised:
            raised.add_note(f"in {self.name}.{method}({shown(state)})")
            raise
        raise GameError("compiled.failed", game=self.name, method=call, state=shown(state), line=line)

    def _asked_again(self, method: str, state: Any, chance: bool, number: int | None) -> str:
        game: Any = self.game
        if method in ("successors", "actions", "outcomes"):
            listed = [pair[0] for pair in game.outcomes(state)] if chance else list(game.actions(state))
            for move in listed if method == "successors" else []:
                game.turn(game.apply(state, move))
                self.encode(game.apply(state, move))
            return "outcomes" if chance else "actions"
        arguments = [state] if number is None else [state, self.move(chance, number)]
        if method == "prior":
            arguments.append(list(game.actions(state)))
        found = getattr(game, method)(*arguments)
        if self.players and method in ("value", "heuristic", "reward"):
            self._check_payoffs(method, arguments, found)
        if method == "apply":
            game.turn(found)
            self.encode(found)
        return method

    def _check_payoffs(self, method: str, arguments: list[Any], found: Any) -> None:
        numbers = list(found) if hasattr(found, "__len__") else [found] * 2 if found else [0] * self.players
        if len(numbers) != self.players:
            where = f"{self.name}.{method}({', '.join(map(shown, arguments))})"
            raise GameError("game.payoffs_miscounted", where=where, found=shown(found), count=self.players)

    # ---- for searches

    def core(self) -> Any:
        """Return the game as the core has it."""
        from hazard import _core

        size = next(size for size in SIZES if size >= self.layout.size)
        return getattr(_core, f"TableGame{size}")(address_of(self.table), self)

    def engine(self) -> Any:
        """Return a fresh engine, with a memory of its own."""
        from hazard import _core

        if self.players and not hasattr(self.game, "sees"):
            raise GameError("game.value_for_each", game=self.name, count=self.players)
        core = self.core()
        size = type(core).__name__.removeprefix("TableGame")
        return getattr(_core, f"TableEngine{size}")(core.rules)

    def seats(self) -> Any:
        """Return the game as searches for secrets and several players have it."""
        from hazard import _core

        core = self.core()
        size = type(core).__name__.removeprefix("TableGame")
        return getattr(_core, f"TableSeats{size}")(core.rules)

    def several_engine(self) -> Any:
        """Return those searches."""
        from hazard import _core

        seats = self.seats()
        return getattr(_core, type(seats).__name__.replace("Seats", "Several"))(seats)


def _loaded(assembly: str) -> Any:
    """Return the machine code of a module, made now or kept from before.

    The key is all that the code depends on: the instructions, which hold every constant of the game, and
    the version and processor that they are for. A file is whole or absent, so that processes may share it.
    """
    from hazard.compiling.machine import Loaded, compiled_object, machine_name

    about = json.dumps([__version__, machine_name()])
    key = hashlib.sha256(about.encode() + assembly.encode()).hexdigest()
    path = cache_folder() / "compiled" / f"{key[:40]}.o"
    try:
        kept = path.read_bytes()
        digest, code = kept[:32], kept[32:]
        if hashlib.sha256(code).digest() == digest:
            return Loaded(code)
    except OSError:
        pass
    code = compiled_object(assembly)
    write_whole(path, hashlib.sha256(code).digest() + code)
    return Loaded(code)
