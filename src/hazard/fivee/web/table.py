"""A fight at the table: the map, whose turn it is, everybody in their order, and everything that happened."""

from __future__ import annotations

import asyncio
from functools import wraps
from typing import Any

from nicegui import ui

from hazard.errors import UserError
from hazard.fivee.director.phrases import Wording
from hazard.fivee.table.board import GONE, notes
from hazard.fivee.table.facts import Fact
from hazard.fivee.web import adding as combat_adding
from hazard.fivee.web import forecast as combat_forecast
from hazard.fivee.web.battle_map import battle_map
from hazard.fivee.web.map import MapPanel
from hazard.fivee.web.rooms import Room
from hazard.fivee.web.turn import TurnPanel
from hazard.web.frame import saying_errors, told
from hazard.web.markup import bar, escaped, rows
from hazard.web.parts import part
from hazard.web.picking import drawing
from hazard.web.site import Visit

LOOK_SECONDS = 0.5
"""How often a page looks whether somebody at another one has changed the fight."""
SOON_SECONDS = 0.15
"""A suggestion that comes this soon is shown at once, without a sign that it is being looked for."""


def show(visit: Visit, room: Room) -> None:
    """Show a fight to the game master."""
    TablePage(visit, room).build()


def show_to_players(visit: Visit, room: Room) -> None:
    """Show the map, and no numbers."""
    seen = {"changes": -1}

    @ui.refreshable
    def board() -> None:
        tokens = room.tokens(visit.language, told=False)
        ui.label(visit("round", round=room.table.state.round)).classes("text-h6")
        label = room.fight.encounter.called(visit.language)
        drawing(battle_map(room.fight.encounter.map, tokens, label=label)).classes("hz-map")

    def look() -> None:
        if seen["changes"] != room.changes:
            seen["changes"] = room.changes
            board.refresh()

    board()
    ui.timer(LOOK_SECONDS, look)


class TablePage:
    """One game master's page."""

    def __init__(self, visit: Visit, room: Room) -> None:
        """Look at ``room``."""
        self.visit = visit
        self.room = room
        self.seen = room.changes
        self.acting = 0
        """Handlers under way: they show the fight anew themselves."""
        self.map = MapPanel(self)
        self.turn = TurnPanel(self)

    @property
    def say(self) -> Wording:
        """How to speak of those who fight now, in the visitor's language."""
        return Wording(self.room.fight, self.visit.language)

    def build(self) -> None:
        """Make the page."""
        with ui.element("div").classes("hz-columns") as self.place:
            with ui.column().classes("items-stretch"):
                self.map.build()
                ui.label(self.visit("map_help")).classes("hz-soft text-body2 no-print")
                self._buttons()
                with ui.expansion(self.visit("add_creature"), icon="person_add").classes("w-full no-print"):
                    self.adding = combat_adding.Adding(self.visit, self.careful, self._join)
                    self.adding.build()
            with ui.column().classes("items-stretch"):
                self.headline()
                self._tabs()
        self.paper()
        ui.timer(LOOK_SECONDS, self._look)
        ui.timer(0.01, self._advise, once=True)

    def _tabs(self) -> None:
        visit = self.visit
        with ui.tabs().classes("w-full").props("dense no-caps") as tabs:
            turn = ui.tab(visit("turn_tab"))
            order = ui.tab(visit("initiative"))
            log = ui.tab(visit("log"))
            forecast = ui.tab(visit("forecast")).props('data-testid="forecast-tab"')
        with ui.tab_panels(tabs, value=turn).classes("w-full"):
            with ui.tab_panel(turn).classes("items-stretch q-pa-sm"):
                self.turn.build()
            with ui.tab_panel(order).classes("q-pa-sm"):
                self.order_panel()
            with ui.tab_panel(log).classes("q-pa-sm"):
                self.log_panel()
            with ui.tab_panel(forecast).classes("items-stretch q-pa-sm"):
                combat_forecast.show(visit, self.room)

    # ---- keeping up ------------------------------------------------------------------------------------

    def careful(self, act: Any) -> Any:
        """Return a handler that does ``act``, says what is wrong with it, and shows the fight anew.

        It answers whether all went well.
        """

        @wraps(act)  # the page asks for the signature to know whether an event is wanted
        async def done(*values: Any) -> bool:
            self.acting += 1
            known, well = self.log(), True
            try:
                answer = act(*values)
                if hasattr(answer, "__await__"):
                    await answer
                self._tell_since(known)
            except Exception as error:
                told(self.visit, error)
                well = False
            finally:
                self.acting -= 1
            await self._fresh()
            return well

        return done

    def log(self) -> list[str]:
        """Return what happened, in the visitor's language."""
        return self.room.table.log_in(self.visit.language)

    def _tell_since(self, known: list[str]) -> None:
        """Say what has happened since, or what was taken back."""
        log = self.log()
        said = " · ".join(log[len(known) :])
        if len(log) < len(known):
            said = f"{self.visit('taken_back')}: {' · '.join(known[len(log) :])}"
        if said:
            ui.notify(said, type="positive", multi_line=True, timeout=4000)

    async def _look(self) -> None:
        if self.seen != self.room.changes and not self.acting:
            await self._fresh()

    async def _fresh(self) -> None:
        """Show everything anew; a suggestion that takes a while follows when it is found."""
        self.seen = self.room.changes
        self.turn.found, self.turn.why, self.map.area = None, "", set()
        finding = asyncio.create_task(self._find())
        await asyncio.wait({finding}, timeout=SOON_SECONDS)
        if self.seen != self.room.changes:
            return  # somebody was quicker; whoever it was, or the next look, shows it
        late = not finding.done()
        self.map.refresh()
        self.turn.refresh()
        for shown in (self.headline, self.order_panel, self.log_panel, self.paper):
            shown.refresh()
        if late and await finding:
            self._show_found()

    async def _advise(self) -> None:
        """Show the suggestion on a page that is otherwise up to date."""
        if await self._find():
            self._show_found()

    def _show_found(self) -> None:
        self.turn.advice.refresh()
        if self.map.area:
            self.map.board.refresh()

    async def _find(self) -> bool:
        """Look for the suggestion and what its area would cover; return whether there is one to show."""
        table, seen = self.room.table, self.seen
        if table.question is not None or table.state.over:
            return False
        try:
            found = await self.room.report(self.visit.language)
            area = await self.room.area(found.plan.move)
        except Exception as error:
            if seen == self.room.changes:  # else somebody was quicker, and it is no longer asked for
                with self.place:  # a task of its own is on no page
                    told(self.visit, error)
            return False
        if seen != self.room.changes or seen != self.seen:
            return False
        self.turn.found, self.map.area = found, area
        return True

    # ---- the parts -------------------------------------------------------------------------------------

    @part
    def headline(self) -> None:
        """Say whose turn it is."""
        table, visit = self.room.table, self.visit
        if table.state.over:
            ui.label(visit("fight_over")).classes("text-h6").props('data-testid="over"')
            return
        if table.warning:
            ui.label(table.warning).classes("hz-warn")
        who = self.say.names[table.game.decider(table.state)] if table.question is None else ""
        key = "turn_of" if table.state.legend < 0 else "lair_of" if table.state.lair else "legendary_of"
        line = visit("round", round=table.state.round) + (f": {visit(key, who=who)}" if who else "")
        ui.label(line).classes("text-h6").props('data-testid="headline"')

    @part
    def order_panel(self) -> None:
        """List everybody in the order of initiative."""
        ui.html(self._order(), sanitize=False).classes("w-full")

    def _order(self) -> str:
        state, fight, say = self.room.table.state, self.room.fight, self.say
        active = state.legend if state.legend >= 0 else state.mover
        lines = []
        for number in state.order[: len(fight.fighters)]:
            values, side = state.fighter(number), fight.fighters[number].side
            share = 0 if values["flags"] & GONE else values["hit_points"] / values["most"]
            lines.append(
                (
                    "▶" if number == active else "",
                    f'<span style="color:var(--{side})"><b>{escaped(say.names[number])}</b></span>',
                    f"{values['hit_points']:g}/{values['most']}",
                    bar(share, f"var(--{side})"),
                    escaped(", ".join(notes(say, fight, number, values))),
                )
            )
        return rows(lines, numeric=[2])

    @part
    def log_panel(self) -> None:
        """List what happened, the latest first."""
        log = self.log()
        lines = [
            f'<li data-testid="logged" value="{number}">{escaped(log[number - 1])}</li>'
            for number in range(len(log), 0, -1)
        ]
        ui.html(f'<ol class="hz-log text-body2" reversed>{"".join(lines)}</ol>', sanitize=False)

    @part
    def paper(self) -> None:
        """Put what the tabs hide on what is printed: everybody, and all that happened."""
        visit, told = self.visit, "".join(f"<li>{escaped(line)}</li>" for line in self.log())
        with ui.column().classes("w-full print-only"):
            ui.label(visit("initiative")).classes("text-weight-bold")
            ui.html(self._order(), sanitize=False).classes("w-full")
            ui.label(visit("log")).classes("text-weight-bold")
            ui.html(f'<ol class="hz-log text-body2">{told}</ol>', sanitize=False)

    async def _join(self, fact: Fact) -> str:
        return await self.room.enter(fact)

    def _buttons(self) -> None:
        visit, room = self.visit, self.room
        with ui.row().classes("no-print"):
            for word, icon, act in (
                ("undo", "undo", self.careful(lambda: room.change(room.table.undo))),
                ("redo", "redo", self.careful(lambda: room.change(room.table.redo))),
                ("export", "download", saying_errors(visit, lambda: export(visit, room))),
                ("print", "print", lambda: ui.run_javascript("window.print()")),
                ("player_view", "visibility",
                 lambda: ui.navigate.to(f"/combat/{room.work_id}/players", True)),
            ):  # fmt: skip
                button = ui.button(visit(word), icon=icon, on_click=act)
                button.props(f"flat no-caps dense data-testid={word}")


def export(visit: Visit, room: Room) -> None:
    """Let the browser download the state of a fight; in the middle of a roll there is none."""
    if room.table.question is not None:
        raise UserError(visit("after_dice"))
    ui.download.content(room.table.export(), f"{room.work_id}.json", "application/json")
