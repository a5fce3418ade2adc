"""A fight in a room of the server: the table that all its visitors sit at, and what runs beside it."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from hazard import _core
from hazard.fivee.content.cells import cell_of
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.words import FLAGS
from hazard.fivee.content.written import read_creature
from hazard.fivee.director.director import Director, DirectorSettings, Suggestion
from hazard.fivee.director.documents import Reporter, SuggestionDocument
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import Fight, FightState
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.board import GONE, notes, tokens
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.table import Table
from hazard.fivee.web.battle_map import Cell, Token
from hazard.web.store import Store, Work
from hazard.web.work import Job, beside

KIND = "combat"


def begin(store: Store, work: Work, fight: Fight, state: FightState, title: str | None = None) -> None:
    """Begin a fight: from now on, the work is its journal."""
    Table.begin(store.journal(work.id), fight, state).close()
    store.save(work.id, {"stage": "table"}, title or fight.encounter.name)


class Room:
    """One fight. Whatever changes it goes through here, one at a time."""

    def __init__(self, store: Store, work_id: str) -> None:
        """Open the fight where its journal ends."""
        self.store = store
        self.work_id = work_id
        settings = DirectorSettings(depth=2, seconds=0.25)
        self.table = Table.resume(store.journal(work_id), settings=settings)
        weakref.finalize(self, self.table.close)  # the next one who opens the fight finds its file free
        self.changes = 0
        """Counts up with every change, so that each visitor's page knows when to look again."""
        self.forecast: Job[Any] | None = None
        work = store.find(work_id)
        self.manners: dict[str, dict[str, Any]] = dict(work.document.get("manners", {})) if work else {}
        """How creatures fight other than their stat block says, by its id: parts of a personality."""
        self._suggestion: tuple[tuple[int, int], Suggestion] | None = None
        """The last one with manners of its own, and the moment it is for."""
        self._lock = asyncio.Lock()

    @property
    def fight(self) -> Fight:
        """What is fought."""
        return self.table.fight

    async def change(self, act: Callable[[], str]) -> str:
        """Change the fight: ``act`` runs beside the page, and its fact is on the disk when this returns."""

        def done() -> str:
            try:
                return act()
            finally:
                self._save()

        async with self._lock:
            try:
                return await beside(done)
            finally:
                self.changes += 1

    def _save(self) -> None:
        self.store.save(self.work_id, {"stage": "table", "manners": self.manners})

    def set_manner(self, creature: str, **parts: Any) -> None:
        """Let all of a kind fight in another manner; what is None is as its stat block says."""
        kept = {**self.manners.get(creature, {}), **parts}
        self.manners[creature] = {name: value for name, value in kept.items() if value is not None}
        self.changes += 1
        self._save()

    def _mannered(self) -> Fight:
        """Return the fight with the manners that were chosen; the rules of it are the same."""
        creatures = {fighter.creature.id: fighter.creature for fighter in self.fight.fighters}
        for name, parts in self.manners.items():
            if name in creatures:
                own = creatures[name].personality.model_copy(update=parts)
                creatures[name] = creatures[name].model_copy(update={"personality": own})
        return Fight(self.fight.encounter, creatures)

    def _suggest(self) -> Suggestion:
        if not any(self.manners.values()):
            return self.table.suggest()
        asked = (self.table.number, self.changes)
        if self._suggestion is None or self._suggestion[0] != asked:
            director = Director(self._mannered(), self.table.objective, self.table.settings)
            self._suggestion = (asked, director.suggest(self.table.state))
        return self._suggestion[1]

    async def enter(self, fact: Fact) -> str:
        """Take a fact in."""
        return await self.change(lambda: self.table.enter(fact))

    async def enter_all(self, facts: Sequence[Fact], words: Sequence[str]) -> str:
        """Take several facts in: all of them, or none."""
        return await self.change(lambda: " · ".join(self.table.enter_all(facts, words)))

    async def play(self, plan: PlanRow, language: str, roll: bool) -> str:
        """Carry a plan out; ``roll`` lets hazard roll all its dice."""

        def act() -> str:
            table = self.table
            before = table.number
            with table.together():
                table.enter(Fact(kind="plan", plan=plan))
                while roll and table.question is not None:
                    table.roll()
            return " · ".join(table.log_in(language)[before:])

        return await self.change(act)

    async def roll(self, every: bool) -> str:
        """Let the dice fall that are asked for: one roll, or all of the turn."""

        def act() -> str:
            with self.table.together():
                told = [self.table.roll()]
                while every and self.table.question is not None:
                    told.append(self.table.roll())
            return " · ".join(told)

        return await self.change(act)

    async def suggest(self) -> Suggestion:
        """Return what whoever decides should do."""
        async with self._lock:
            return await beside(self._suggest)

    async def area(self, plan: PlanRow) -> set[Cell]:
        """Return the cells that a plan's area would cover."""
        suggestion = await self.suggest()
        return set(suggestion.game.core.cells(suggestion.state, plan.record()))

    async def report(self, language: str) -> SuggestionDocument:
        """Return the suggestion as a document, in the visitor's language."""
        suggestion = await self.suggest()
        return await beside(lambda: Reporter(suggestion, language).report())

    # ---- pictures --------------------------------------------------------------------------------------

    def tokens(self, language: str, told: bool = True) -> list[Token]:
        """Return everybody on the map; ``told``: with their numbers."""
        say = Wording(self.fight, language)
        return tokens_of(say, self.table.state, told)

    def reach(self, number: int) -> set[Cell]:
        """Return the cells that somebody can walk to with one move."""
        state = self.table.state
        values = state.fighter(number)
        if values["flags"] & GONE:
            return set()
        fighter = self.fight.fighters[number]
        record = fighter.compiled.record
        foes: list[Cell] = []
        for other in self.fight.fighters:
            standing = state.fighter(other.number)
            if other.side == fighter.side or standing["flags"] & (GONE | FLAGS["down"]):
                continue
            side = other.compiled.record.side
            x, y = standing["at"]
            foes += [(x + i, y + j) for i in range(side) for j in range(side)]
        x, y = values["at"]
        speed = self.fight.rules.speed(state, number)
        moves = battle_map_of(self.fight.encounter).moves((x, y, record.side), speed, foes)
        return {cell for cell, _, _ in moves.costs()}


def battle_map_of(encounter: Encounter) -> _core.BattleMap:
    """Return the compiled map of an encounter."""
    marks: dict[str, list[Cell]] = {"#": [], "~": []}
    for y, row in enumerate(encounter.map):
        for x, mark in enumerate(row):
            if mark in marks:
                marks[mark].append((x, y))
    return _core.BattleMap(encounter.width, encounter.height, marks["#"], marks["~"])


def tokens_of(say: Wording, state: FightState, told: bool = True) -> list[Token]:
    """Return everybody of a fight who has not fled."""
    letters = tokens(say.names)
    active = state.legend if state.legend >= 0 else state.mover
    found = []
    for fighter in say.fight.fighters:
        values = state.fighter(fighter.number)
        flags = values["flags"]
        if flags & FLAGS["fled"]:
            continue
        unknown = bool(flags & FLAGS["unknown_hit_points"])
        points = f"−{values['damage']:g}" if unknown else f"{values['hit_points']:g}/{values['most']}"
        found.append(
            Token(
                fighter.number,
                say.names[fighter.number],
                letters[fighter.number],
                fighter.side,
                tuple(values["at"]),
                fighter.compiled.record.side,
                None if unknown or not told else values["hit_points"] / values["most"],
                points if told else "",
                ", ".join(notes(say, say.fight, fighter.number, values)) if told or flags & GONE else "",
                fighter.number == active and not state.over,
                bool(flags & (FLAGS["dead"] | FLAGS["down"])),
            )
        )
    return found


def creatures_of(rows: list[dict[str, Any]]) -> dict[str, Creature]:
    """Return the creatures that a set-up brought along, by id."""
    found = [read_creature(row, f"creature {number}") for number, row in enumerate(rows)]
    return {creature.id: creature for creature in found}


def cells_named(names: list[str]) -> set[Cell]:
    """Return the cells of these names; what is no cell is left out."""
    return {cell for name in names if (cell := cell_of(name)) is not None}
