"""The stand-in as a process: commands on standard input, messages on standard output, as the mod speaks.

A run is a row of fights; with rooms in between, every kind of screen comes up. After the last fight, or when
the player dies, the run is over, the menu comes back, and the next run can be started.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO

from hazard.spire.stand_in.fight_room import FightRoom
from hazard.spire.stand_in.rooms import Chest, Event, GameOver, Map, Rest, Rewards, Room, Shop
from hazard.spire.stand_in.run import MENU, Json, RefusedError, Run

RunMaker = Callable[[int], tuple[Run, Callable[[], tuple[Any, str]]]]
"""From the number of a run: what the player has, and what makes the next fight (state and kind of room)."""


@dataclass
class Results:
    """What the client did."""

    runs: int = 0
    won: int = 0
    fights: int = 0
    commands: int = 0
    refused: int = 0
    hp_lost: list[int] = field(default_factory=list)


class Talks(Protocol):
    """Whoever speaks the mod's side."""

    @property
    def over(self) -> bool:
        """Whether everything was played."""

    def message(self) -> Json:
        """Return what there is to see now."""

    def obey(self, line: str) -> Json:
        """Take a line of the client, and return what the mod would send."""


class StandIn:
    """Speaks the mod's side: :meth:`hello` first, then :meth:`obey` for every line of the client."""

    def __init__(self, make_run: RunMaker, fights: int, rooms: bool = False) -> None:
        """Let the client play ``fights`` fights, one a run, or with ``rooms`` several in a row."""
        self.make_run, self.fights, self.rooms = make_run, fights, rooms
        self.results = Results()
        self._room: Room | None = None
        self._run: Run | None = None
        self._next: Iterator[Room] = iter(())

    @property
    def over(self) -> bool:
        """Whether all fights were fought."""
        return self._room is None and self.results.fights >= self.fights

    def message(self) -> Json:
        """Return what there is to see now."""
        return MENU if self._room is None else self._room.message()

    def obey(self, line: str) -> Json:
        """Take a line of the client, and return what the mod would send."""
        words = line.strip().lower().split()
        self.results.commands += 1
        try:
            self._obey(words)
        except RefusedError as error:
            self.results.refused += 1
            return {"error": str(error), "ready_for_command": True}
        return self.message()

    def _obey(self, words: list[str]) -> None:
        if not words:
            raise RefusedError("Invalid command: nothing")
        if words[0] in ("state", "key", "click", "wait"):
            return
        allowed = self.message()["available_commands"]
        families = (("confirm", "proceed"), ("skip", "cancel", "return", "leave"))
        same = next((family for family in families if words[0] in family), (words[0],))
        if not any(word in allowed for word in same):
            raise RefusedError(f"Invalid command: {words[0]}. Possible commands: {allowed}")
        if self._room is None:
            self._start()
        elif words[0] == "potion" and self._run is not None and not isinstance(self._room, FightRoom):
            if words[1:2] != ["discard"]:
                raise RefusedError("Selected potion cannot be used.")
            self._run.throw_away(words[2:])
        elif self._room.obey(words):
            self._room = next(self._next, None)

    def _start(self) -> None:
        run, next_fight = self.make_run(self.results.runs)
        self._run = run
        self.results.runs += 1
        self._next = self._walk(run, next_fight)
        self._room = next(self._next)

    def _walk(self, run: Run, next_fight: Callable[[], tuple[Any, str]]) -> Iterator[Room]:
        """Go from room to room; with ``rooms``, through one of each kind, fights between them."""
        kinds: list[Callable[[Run], Room]] = [Event, Rest, Shop, Chest, Rest]
        between = kinds if self.rooms else []
        for stop in [None, *between]:
            if self.rooms:
                run.floor += 1
                yield Map(run)
            if stop is not None:
                yield stop(run)
            if stop is None or self.results.fights < self.fights:
                state, room_type = next_fight()
                fight = FightRoom(run, state, room_type)
                before = run.hp
                self.results.fights += 1
                yield fight
                self.results.hp_lost.append(before - run.hp)
                if not fight.won:
                    yield GameOver(run, victory=False)
                    return
                if self.rooms:
                    yield Rewards(run)
        if self.rooms:
            yield Chest(run, of_boss=True)
        self.results.won += 1
        yield GameOver(run, victory=True)


def serve(stand_in: Talks, source: TextIO, output: TextIO) -> None:
    """Wait for the client's ``ready``, then talk until all is fought or nobody listens any more."""
    for line in source:
        if line.strip():
            break
    _send(stand_in.message(), output)
    for line in source:
        if not line.strip():
            continue
        answer = stand_in.obey(line)
        if stand_in.over and "error" not in answer:
            _send(answer, output)
            return
        _send(answer, output)


def _send(message: Json, output: TextIO) -> None:
    output.write(json.dumps(message, separators=(",", ":")) + "\n")
    output.flush()
