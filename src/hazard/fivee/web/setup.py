"""Setting up a fight: who takes part, where they stand, what the map is like."""

from __future__ import annotations

from functools import wraps
from typing import Any

from nicegui import ui

from hazard.errors import UserError
from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Combatant, Encounter
from hazard.fivee.content.library import ContentError, bestiary, validated
from hazard.fivee.content.objectives import objectives
from hazard.fivee.content.written import write_row
from hazard.fivee.rules.fight import Fight, numbered
from hazard.fivee.table.board import tokens as letters_of
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.joining import cells_of, edge_first
from hazard.fivee.web import rooms
from hazard.fivee.web.adding import Adding
from hazard.fivee.web.battle_map import Cell, Token, battle_map
from hazard.web.frame import named, saying_errors
from hazard.web.picking import Picture, on_drop, on_pick
from hazard.web.site import Visit
from hazard.web.store import Work

_GROUNDS = {"move_tokens": None, "floor": ".", "wall": "#", "rough": "~"}


class SetUp:
    """An encounter that is being put together; every change is on the disk before it is shown."""

    def __init__(self, visit: Visit, work: Work) -> None:
        """Go on with what the store has."""
        self.visit = visit
        self.work_id = work.id
        self.encounter = validated(Encounter, work.document["encounter"], "set-up")
        self.imported = rooms.creatures_of(work.document.get("creatures", []))
        self.brush: str | None = None

    @property
    def creatures(self) -> dict[str, Creature]:
        """All that can be added, by id."""
        return {**bestiary(), **self.encounter.own_creatures, **self.imported}

    def save(self, **changes: Any) -> None:
        """Change the encounter; a change that cannot be is refused and nothing is written."""
        values = self.encounter.model_dump(mode="json") | changes
        self.encounter = validated(Encounter, values, "set-up")
        rows = [write_row(creature) for creature in self.imported.values()]
        document = {"stage": "setup", "encounter": self.encounter.model_dump(mode="json"), "creatures": rows}
        self.visit.site.store.save(self.work_id, document, self.title)

    @property
    def title(self) -> str:
        """What it is called in the visitor's language."""
        return self.encounter.called(self.visit.language)

    def rename(self, name: str) -> None:
        """Call it something else, in every language."""
        if name != self.title:
            self.save(name=name or self.visit("a_fight"), name_de=None)

    # ---- who -------------------------------------------------------------------------------------------

    def add(self, creature: str, side: str) -> None:
        """Add a creature on the first free place of its side."""
        at = self._free(cells_of(self.creatures[creature]), side)
        rows = [row.model_dump(mode="json") for row in self.encounter.combatants]
        self.save(combatants=[*rows, {"creature": creature, "side": side, "at": list(at)}])

    def _free(self, cells: int, side: str) -> Cell:
        taken = self.occupied()
        for at in edge_first(self.encounter.width, self.encounter.height, side):
            wanted = _covered(at, cells)
            if self._has_room(wanted) and not wanted & taken:
                return at
        raise UserError(self.visit("no_free_place"))

    def _has_room(self, wanted: set[Cell]) -> bool:
        """Return whether cells are on the map and not in a wall."""
        width, height = self.encounter.width, self.encounter.height
        return all(x < width and y < height and self.encounter.map[y][x] != "#" for x, y in wanted)

    def occupied(self, but: int = -1) -> set[Cell]:
        """Return the cells that somebody stands in."""
        found: set[Cell] = set()
        for number, row in enumerate(self.encounter.combatants):
            if number != but:
                found |= _covered(row.at, self._cells(row))
        return found

    def _cells(self, row: Combatant) -> int:
        if row.creature not in self.creatures:
            raise ContentError("fivee.no_such_creature_here", creature=row.creature)
        return cells_of(self.creatures[row.creature])

    def move(self, number: int, to: Cell) -> None:
        """Put somebody elsewhere."""
        rows = [row.model_dump(mode="json") for row in self.encounter.combatants]
        wanted = _covered(to, self._cells(self.encounter.combatants[number]))
        if wanted & self.occupied(but=number):
            raise UserError(self.visit("taken_place"))
        if not self._has_room(wanted):
            raise UserError(self.visit("no_room"))
        rows[number]["at"] = list(to)
        self.save(combatants=rows)

    def remove(self, number: int) -> None:
        """Take somebody out."""
        rows = [row.model_dump(mode="json") for row in self.encounter.combatants]
        del rows[number]
        self.save(combatants=rows)

    def paint(self, cell: Cell) -> None:
        """Put the chosen ground into a cell."""
        if self.brush is None:
            return
        x, y = cell
        if self.brush == "#" and cell in self.occupied():
            raise UserError(self.visit("taken_place"))
        rows = [list(row) for row in self.encounter.map]
        rows[y][x] = self.brush
        self.save(map=["".join(row) for row in rows])

    def join(self, fact: Fact) -> None:
        """Add whoever is to join."""
        assert fact.side is not None
        creature = fact.creature or ""
        if fact.stat_block is not None:
            creature = fact.stat_block.id
            self.imported[creature] = fact.stat_block
        if creature not in self.creatures:
            raise ContentError("fivee.no_such_creature_here", creature=creature)
        self.add(creature, fact.side)

    # ---- pictures --------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return what everybody is called."""
        known = self.creatures
        rows = self.encounter.combatants
        return numbered([row.name or called(known[row.creature], self.visit.language) for row in rows])

    def tokens(self) -> list[Token]:
        """Return everybody on the map."""
        names = self.names()
        letters = letters_of(names)
        return [
            Token(n, names[n], letters[n], row.side, row.at, self._cells(row), None)
            for n, row in enumerate(self.encounter.combatants)
        ]

    def begin(self) -> Fight:
        """Return the fight that this is the set-up of; what is wrong with it is said here."""
        return Fight(self.encounter, self.imported)


def _covered(at: Cell, cells: int) -> set[Cell]:
    return {(at[0] + i, at[1] + j) for i in range(cells) for j in range(cells)}


def show(visit: Visit, work: Work) -> None:
    """Show the set-up."""
    setup = SetUp(visit, work)

    board = Picture(lambda: battle_map(setup.encounter.map, setup.tokens(), label=setup.title))

    @ui.refreshable
    def people() -> None:
        for number, name in enumerate(setup.names()):
            with ui.row().classes("items-center no-wrap w-full"):
                side = setup.encounter.combatants[number].side
                ui.badge(visit(side)).style(
                    f"background: var(--{side}) !important; color: var(--on-{side}) !important"
                )
                ui.label(name)
                ui.space()
                out = ui.button(icon="close", on_click=careful(lambda number=number: setup.remove(number)))
                named(out, f"{visit('remove')}: {name}").props("flat dense round")

    def careful(act: Any) -> Any:
        @wraps(act)
        async def done(*values: Any) -> None:
            try:
                answer = act(*values)
                if hasattr(answer, "__await__"):
                    await answer
            finally:
                board.refresh()
                people.refresh()

        return saying_errors(visit, done)

    ui.label(visit("set_up")).classes("text-h6")
    with ui.element("div").classes("hz-columns"):
        with ui.column().classes("items-stretch"):
            drawn = board().classes("hz-map").props('data-testid="map"')
            on_drop(drawn, careful(lambda what, cell: setup.move(int(what), cell)))
            on_pick(drawn, careful(lambda name: _painted(setup, name)))
            ui.label(visit("set_up_help")).classes("hz-soft")
            grounds = ui.toggle({key: visit(key) for key in _GROUNDS}, value="move_tokens")
            grounds.on_value_change(lambda event: setattr(setup, "brush", _GROUNDS[event.value]))
        with ui.column().classes("items-stretch"):
            name = ui.input(visit("name"), value=setup.title)
            name.on("blur", saying_errors(visit, lambda: setup.rename(name.value.strip())))
            _objective(visit, setup)
            with ui.card().classes("w-full"):
                people()
            with ui.card().classes("w-full items-stretch"):
                ui.label(visit("add_creature")).classes("text-weight-bold")
                Adding(visit, careful, setup.join, setup.imported.values()).build()
            start = ui.button(visit("start_fight"), icon="play_arrow")
            start.on_click(saying_errors(visit, lambda: _start(visit, setup))).props(
                'data-testid="start-fight"'
            )


def _painted(setup: SetUp, name: str) -> None:
    kind, _, cell = name.partition(":")
    if kind == "cell":
        x, y = cell.split(",")
        setup.paint((int(x), int(y)))


def _objective(visit: Visit, setup: SetUp) -> None:
    options = {o.name: called(o, visit.language) for o in objectives().values()}
    choice = ui.select(options, label=visit("objective"), value=setup.encounter.objective)
    choice.on_value_change(saying_errors(visit, lambda event: setup.save(objective=event.value)))


def _start(visit: Visit, setup: SetUp) -> None:
    fight = setup.begin()
    work = visit.site.store.find(setup.work_id)
    assert work is not None
    rooms.begin(visit.site.store, work, fight, fight.start, setup.title)
    ui.navigate.to(f"/combat/{setup.work_id}?begun")
