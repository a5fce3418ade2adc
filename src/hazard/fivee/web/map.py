"""The map of a fight: tokens to drag and to choose, and what can be done to whoever is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.table.board import notes
from hazard.fivee.table.facts import Fact
from hazard.fivee.web.battle_map import Cell, battle_map
from hazard.web.frame import on_enter, saying_errors
from hazard.web.parts import part
from hazard.web.picking import on_drop, on_pick, picture

if TYPE_CHECKING:
    from hazard.fivee.web.table import TablePage


class MapPanel:
    """The map on one game master's page."""

    def __init__(self, page: TablePage) -> None:
        """Show the fight of ``page``."""
        self.page = page
        self.visit, self.room = page.visit, page.room
        self.chosen: int | None = None
        self.reach: set[Cell] = set()
        self.area: set[Cell] = set()

    def build(self) -> None:
        """Make the panel."""
        board = self.board().classes("hz-map").props('data-testid="map"')
        on_drop(board, self.page.careful(self._dropped))
        on_pick(board, saying_errors(self.visit, self._picked))
        self.chosen_panel()

    def refresh(self) -> None:
        """Show the fight anew."""
        if self.chosen is not None and self.chosen >= len(self.room.fight.fighters):
            self.chosen, self.reach = None, set()  # whoever it was has never joined
        self.board.refresh()
        self.chosen_panel.refresh()

    def show_area(self, area: set[Cell]) -> None:
        """Show what a plan's area would cover, before it is used."""
        if area != self.area:
            self.area = area
            self.board.refresh()

    @picture
    def board(self) -> str:
        """Draw the map."""
        room = self.room
        return battle_map(
            room.fight.encounter.map,
            room.tokens(self.visit.language),
            reach=self.reach,
            area=self.area,
            chosen=self.chosen,
            label=room.fight.encounter.called(self.visit.language),
        )

    async def _dropped(self, what: str, cell: Cell) -> str:
        who = self.room.fight.fighters[int(what)].name
        return await self.room.enter(Fact(kind="move", who=who, cell=cell_name(cell)))

    def _picked(self, name: str) -> None:
        kind, _, rest = name.partition(":")
        number = int(rest) if kind == "token" else None
        self.chosen = None if number == self.chosen else number
        self.reach = set() if self.chosen is None else self.room.reach(self.chosen)
        self.refresh()

    @part
    def chosen_panel(self) -> None:
        """Show what can be done to whoever is chosen on the map."""
        if self.chosen is None:
            return
        room, say = self.room, self.page.say
        values = room.table.state.fighter(self.chosen)
        known = ", ".join(notes(say, room.fight, self.chosen, values))
        with ui.card().classes("w-full").props('data-testid="chosen"'):
            title = f"{say.names[self.chosen]} · {values['hit_points']:g}/{values['most']} {known}"
            ui.label(title).classes("text-weight-bold")
            with ui.row().classes("items-center"):
                self._points(room.fight.fighters[self.chosen].name)
                self._conditions(room.fight.fighters[self.chosen].name)
                self._place(room.fight.fighters[self.chosen].name)

    def _points(self, who: str) -> None:
        points = ui.number(self.visit("points"), value=5, min=0, max=2000, precision=0).classes("w-20")
        for kind, word in (("damage", "damage_it"), ("heal", "heal_it")):
            self._button(word, lambda kind=kind: Fact(kind=kind, who=who, points=points.value or 0))

    def _conditions(self, who: str) -> None:
        options = {name: self.page.say.condition(name) for name in CONDITIONS}
        condition = ui.select(options, label=self.visit("condition"), value=CONDITIONS[0]).classes("w-40")
        for kind, word in (("condition", "lay_on"), ("condition_ends", "take_off")):
            self._button(word, lambda kind=kind: Fact(kind=kind, who=who, condition=condition.value))

    def _place(self, who: str) -> None:
        """Let it be moved without a mouse."""
        cell = ui.input(self.visit("cell"), placeholder="c4").classes("w-20").props('data-testid="cell"')

        def move(to: str) -> Fact:
            return Fact(kind="move", who=who, cell=to.strip().lower())

        on_enter(cell, self.page.careful(lambda to: self.room.enter(move(to))))
        self._button("move_it", lambda: move(cell.value or ""))

    def _button(self, word: str, fact: Any) -> None:
        act = self.page.careful(lambda: self.room.enter(fact()))
        ui.button(self.visit(word), on_click=act).props(f"dense no-caps outline data-testid={word}")
