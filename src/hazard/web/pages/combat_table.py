"""A fight at the table: the map, whose turn it is, the suggestion, the dice, and everything that happened."""

from __future__ import annotations

from functools import partial, wraps
from typing import Any

from nicegui import ui

from hazard.fivee.board import GONE, notes
from hazard.fivee.commands import CommandReader
from hazard.fivee.documents import SuggestionDocument
from hazard.fivee.facts import Fact
from hazard.fivee.objectives import objectives
from hazard.fivee.phrases import Wording, cell_name
from hazard.fivee.questions import question_text
from hazard.fivee.telling import meant
from hazard.fivee.words import CONDITIONS
from hazard.game import GameError
from hazard.registry import UserError
from hazard.web.drawing.battle_map import Cell, battle_map
from hazard.web.frame import saying_errors, told
from hazard.web.markup import bar, escaped, percent, rows
from hazard.web.pages import combat_forecast
from hazard.web.picking import drawing, on_drop, on_pick
from hazard.web.rooms import Room
from hazard.web.site import Visit
from hazard.web.work import beside

PREFERENCES = ("any", "nearest", "weakest", "strongest", "wounded", "caster", "healer", "last_attacker")
LOOK_SECONDS = 0.5
"""How often a page looks whether somebody at another one has changed the fight."""


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
        drawing(battle_map(room.fight.encounter.map, tokens, label=room.fight.encounter.name))

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
        self.say = Wording(room.fight, visit.language)
        self.reader = CommandReader(room.fight)
        self.chosen: int | None = None
        self.reach: set[Cell] = set()
        self.area: set[Cell] = set()
        self.seen = room.changes
        self.acting = 0
        """Handlers under way: they show the fight anew themselves."""
        self.found: SuggestionDocument | None = None
        self.why = ""

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.element("div").classes("hz-columns"):
            with ui.column().classes("items-stretch"):
                self.board()
                self.chosen_panel()
                self._buttons()
            with ui.column().classes("items-stretch"):
                self.headline()
                with ui.tabs().classes("w-full").props("dense no-caps") as tabs:
                    turn = ui.tab(visit("turn_tab"))
                    order = ui.tab(visit("initiative"))
                    log = ui.tab(visit("log"))
                    forecast = ui.tab(visit("forecast")).props('data-testid="forecast-tab"')
                with ui.tab_panels(tabs, value=turn).classes("w-full"):
                    with ui.tab_panel(turn).classes("items-stretch q-pa-sm"):
                        self.turn_panel()
                    with ui.tab_panel(order).classes("q-pa-sm"):
                        self.order_panel()
                    with ui.tab_panel(log).classes("q-pa-sm"):
                        self.log_panel()
                    with ui.tab_panel(forecast).classes("items-stretch q-pa-sm"):
                        combat_forecast.show(visit, self.room)
        ui.timer(LOOK_SECONDS, self._look)
        ui.timer(0.01, self._fresh, once=True)

    def _careful(self, act: Any) -> Any:
        """Return a handler that does ``act``, says what is wrong with it, and shows the fight anew."""

        @wraps(act)  # the page asks for the signature to know whether an event is wanted
        async def done(*values: Any) -> None:
            self.acting += 1
            try:
                answer = act(*values)
                said = await answer if hasattr(answer, "__await__") else answer
                if isinstance(said, str) and said:
                    ui.notify(said, type="positive", multi_line=True, timeout=4000)
            except Exception as error:
                told(self.visit, error)
            finally:
                self.acting -= 1
            await self._fresh()

        return done

    async def _look(self) -> None:
        if self.seen != self.room.changes and not self.acting:
            await self._fresh()

    async def _fresh(self) -> None:
        """Show everything anew; the suggestion follows when it is found."""
        self.seen = self.room.changes
        self.found, self.why, self.area = None, "", set()
        for part in (self.board, self.headline, self.turn_panel, self.order_panel, self.log_panel):
            part.refresh()
        self.chosen_panel.refresh()
        table = self.room.table
        if table.question is None and not table.state.over:
            try:
                found = await self.room.report(self.visit.language)
            except GameError:
                return  # somebody was quicker; the next look shows it
            if self.seen == self.room.changes:
                self.found = found
                self.turn_panel.refresh()
                await self._show_area(found.plan.action)

    async def _show_area(self, action: str) -> None:
        """Show on the map what a plan's area would cover, before it is used."""
        area = await self.room.area(action)
        if area != self.area:
            self.area = area
            self.board.refresh()

    # ---- the map ---------------------------------------------------------------------------------------

    @ui.refreshable_method
    def board(self) -> None:
        """Draw the map."""
        room = self.room
        picture = drawing(
            battle_map(
                room.fight.encounter.map,
                room.tokens(self.visit.language),
                reach=self.reach,
                area=self.area,
                chosen=self.chosen,
                label=room.fight.encounter.name,
            )
        )
        picture.props('data-testid="map"')
        on_drop(picture, self._careful(self._dropped))
        on_pick(picture, saying_errors(self.visit, self._picked))

    async def _dropped(self, what: str, cell: Cell) -> str:
        who = self.room.fight.fighters[int(what)].name
        return await self.room.enter(Fact(kind="move", who=who, cell=cell_name(cell)))

    def _picked(self, name: str) -> None:
        kind, _, rest = name.partition(":")
        number = int(rest) if kind == "token" else None
        self.chosen = None if number == self.chosen else number
        self.reach = set() if self.chosen is None else self.room.reach(self.chosen)
        self.board.refresh()
        self.chosen_panel.refresh()

    @ui.refreshable_method
    def chosen_panel(self) -> None:
        """Show what can be done to whoever is chosen on the map."""
        if self.chosen is None:
            return
        visit, room = self.visit, self.room
        who = room.fight.fighters[self.chosen].name
        values = room.table.state.fighter(self.chosen)
        known = ", ".join(notes(self.say, room.fight, self.chosen, values))
        with ui.card().classes("w-full"):
            title = f"{self.say.names[self.chosen]} · {values['hit_points']:g}/{values['most']} {known}"
            ui.label(title).classes("text-weight-bold")
            with ui.row().classes("items-center"):
                points = ui.number(visit("points"), value=5, min=0, max=2000, precision=0).classes("w-20")
                for kind, word in (("damage", "damage_it"), ("heal", "heal_it")):
                    ui.button(
                        visit(word),
                        on_click=self._careful(
                            lambda kind=kind: room.enter(Fact(kind=kind, who=who, points=points.value or 0))
                        ),
                    ).props("dense no-caps outline")
                options = {name: self.say.condition(name) for name in CONDITIONS}
                condition = ui.select(options, label=visit("condition"), value=CONDITIONS[0]).classes("w-40")
                for kind, word in (("condition", "lay_on"), ("condition_ends", "take_off")):
                    ui.button(
                        visit(word),
                        on_click=self._careful(
                            lambda kind=kind: room.enter(Fact(kind=kind, who=who, condition=condition.value))
                        ),
                    ).props("dense no-caps outline")

    # ---- whose turn ------------------------------------------------------------------------------------

    @ui.refreshable_method
    def headline(self) -> None:
        """Say whose turn it is."""
        table, visit = self.room.table, self.visit
        if table.state.over:
            ui.label(visit("fight_over")).classes("text-h6")
            return
        if table.warning:
            ui.label(table.warning).classes("text-warning")
        who = self.say.names[table.game.decider(table.state)] if table.question is None else ""
        key = "turn_of" if table.state.legend < 0 else "lair_of" if table.state.lair else "legendary_of"
        line = visit("round", round=table.state.round) + (f": {visit(key, who=who)}" if who else "")
        ui.label(line).classes("text-h6").props('data-testid="headline"')

    @ui.refreshable_method
    def turn_panel(self) -> None:
        """Show the dice that are asked for, or the suggestion; and a line to type anything into."""
        visit, table = self.visit, self.room.table
        if table.question is not None:
            self._question()
        elif not table.state.over:
            self._objective()
            self._manner()
            if self.found is None:
                with ui.row().classes("items-center"):
                    ui.spinner()
                    ui.label(visit("working"))
            else:
                self._suggestion(self.found)
        line = ui.input(visit("what_happened")).props("outlined dense").classes("w-full")
        line.props('data-testid="typed"')
        line.on("keydown.enter", self._careful(lambda: self._typed(line.value or "")))
        ui.label(visit("what_can_be_typed")).classes("hz-soft text-body2")

    def _question(self) -> None:
        visit, table = self.visit, self.room.table
        assert table.question is not None
        ui.label(question_text(self.say, table.question)).classes("text-body1").props(
            'data-testid="question"'
        )
        answer = (
            ui.input(visit("i_rolled"))
            .props("outlined dense")
            .classes("w-full")
            .props('data-testid="answer"')
        )
        answer.on("keydown.enter", self._careful(lambda: self._typed(answer.value or "")))
        with ui.row():
            ui.button(visit("roll"), on_click=self._careful(lambda: self.room.roll(False))).props("no-caps")
            every = ui.button(visit("roll_all"), on_click=self._careful(lambda: self.room.roll(True)))
            every.props("no-caps outline").props('data-testid="roll-all"')

    def _objective(self) -> None:
        german = self.visit.language == "de"
        options = {o.name: (german and o.name_de) or o.name for o in objectives().values()}
        choice = ui.select(options, label=self.visit("objective"), value=self.room.table.objective)
        choice.classes("w-full").props("dense").props('data-testid="objective"')
        choice.on_value_change(
            self._careful(lambda event: self.room.enter(Fact(kind="objective", text=event.value)))
        )

    def _manner(self) -> None:
        """Let the game master say how the creature whose turn it is fights."""
        visit, room = self.visit, self.room
        fighter = room.table.decider
        if fighter.side != "monsters":
            return
        chosen, who = room.manners.get(fighter.creature.id, {}), fighter.creature.name
        written = {"": visit("as_written")}
        prefers = written | {name: visit(f"prefers_{name}") for name in PREFERENCES}
        tempers = written | {"0": visit("aggression_0"), "1": visit("aggression_1")}
        temper = chosen.get("aggression")
        with ui.row().classes("w-full no-wrap"):
            for name, options, value in (
                ("prefers", prefers, chosen.get("prefers", "")),
                ("aggression", tempers, "" if temper is None else f"{temper:g}"),
            ):
                choice = ui.select(options, label=visit(name, who=who), value=value).classes("grow")
                choice.props(f"dense data-testid={name}")
                choice.on_value_change(self._careful(partial(self._set_manner, fighter.creature.id, name)))

    def _set_manner(self, creature: str, name: str, event: Any) -> None:
        value = event.value or None
        chosen = float(value) if name == "aggression" and value is not None else value
        self.room.set_manner(creature, **{name: chosen})

    def _suggestion(self, found: SuggestionDocument) -> None:
        visit, room = self.visit, self.room
        head = ui.label(f"{found.actor} → {found.plan.text}").classes("text-subtitle1 text-weight-bold")
        head.props("data-testid=suggestion")
        ui.html(_odds(visit, found, self.say), sanitize=False).classes("w-full")
        with ui.row():
            for word, roll in (("do_and_roll", True), ("do_it", False)):
                button = ui.button(
                    visit(word),
                    on_click=self._careful(
                        lambda roll=roll: room.play(found.plan.action, visit.language, roll)
                    ),
                )
                button.props(("no-caps" if roll else "no-caps outline") + f" data-testid={word}")
            end = ui.button(visit("next_turn"), on_click=self._careful(lambda: room.enter(Fact(kind="next"))))
            end.props("no-caps flat").props('data-testid="next-turn"')
        if self.why:
            ui.label(self.why).style("white-space: pre-line").classes("text-body2").props('data-testid="why"')
        self._alternatives(found)
        if found.line:
            steps = "; ".join(
                f"{step.who}: {step.text}" if step.who else step.text for step in found.line[:4]
            )
            ui.label(f"{visit('likely_next')}: {steps}").classes("hz-soft text-body2")
        if found.reactions:
            ui.label(f"{visit('reaction_label')}: {', '.join(found.reactions)}").classes("hz-soft text-body2")
        for caveat in found.caveats:
            ui.label(f"{visit('mind')}: {caveat}").classes("hz-soft text-body2")

    def _alternatives(self, found: SuggestionDocument) -> None:
        visit, room = self.visit, self.room
        if not found.alternatives:
            return
        with ui.expansion(visit("alternatives"), value=True).classes("w-full").props("dense"):
            for other in found.alternatives[:8]:
                with ui.row().classes("items-center w-full no-wrap"):
                    ui.label(other.text).classes("grow text-body2")
                    ui.label(visit("behind_by", points=self.say.number(other.points_behind))).classes(
                        "hz-soft"
                    )
                    why = ui.button(icon="help_outline", on_click=lambda other=other: self._why(other.action))
                    why.props(f'flat dense round aria-label="{visit("why_not")}"').tooltip(visit("why_not"))
                    play = ui.button(
                        icon="play_arrow",
                        on_click=self._careful(
                            lambda other=other: room.play(other.action, visit.language, False)
                        ),
                    )
                    play.props(f'flat dense round aria-label="{visit("do_instead")}"')
                    play.tooltip(visit("do_instead")).props('data-testid="alternative"')

    async def _why(self, action: str) -> None:
        suggestion = await self.room.suggest()
        try:
            self.why = await beside(lambda: suggestion.why_not(action, self.visit.language))
            await self._show_area(action)
        except ValueError as error:
            told(self.visit, error)
        self.turn_panel.refresh()

    # ---- typing ----------------------------------------------------------------------------------------

    async def _typed(self, line: str) -> str:
        """Do what a line says, as ``hazard fivee run`` would."""
        room, table = self.room, self.room.table
        if not line.strip():
            return ""
        command = self.reader.read(line, table.question)
        if command.fact is not None:
            return await room.enter(command.fact)
        match command.order:
            case "undo":
                return await room.change(table.undo)
            case "redo":
                return await room.change(table.redo)
            case "next":
                return await room.enter(Fact(kind="next"))
            case "roll" | "roll all" if table.question is not None:
                return await room.roll(command.order == "roll all")
            case "objective":
                return await room.enter(Fact(kind="objective", text=command.rest.lower()))
            case "accept" | "do" if table.question is None:
                return await room.play(await self._named(command.rest), self.visit.language, False)
        raise UserError(f"{line!r}? {self.visit('what_can_be_typed')}")

    async def _named(self, rest: str) -> str:
        """Return the plan that is meant by a number of the list or by some of its words."""
        suggestion = await self.room.suggest()
        options = suggestion.decision.options
        if not rest:
            return str(options[0].action)
        if rest.isascii() and rest.isdigit():
            if not 1 <= int(rest) <= len(options):
                raise UserError(f"there is no plan {rest}; expected 1 to {len(options)}")
            return str(options[int(rest) - 1].action)
        return str((await beside(lambda: meant(suggestion.with_every_plan(), rest))).action)

    # ---- the rest --------------------------------------------------------------------------------------

    @ui.refreshable_method
    def order_panel(self) -> None:
        """List everybody in the order of initiative."""
        state = self.room.table.state
        active = state.legend if state.legend >= 0 else state.mover
        lines = []
        for number in state.order:
            values, fighter = state.fighter(number), self.room.fight.fighters[number]
            share = values["hit_points"] / values["most"]
            name = escaped(self.say.names[number])
            lines.append(
                (
                    "▶" if number == active else "",
                    f'<span style="color:var(--{fighter.side})"><b>{name}</b></span>',
                    f"{values['hit_points']:g}/{values['most']}",
                    bar(0 if values["flags"] & GONE else share, f"var(--{fighter.side})"),
                    escaped(", ".join(notes(self.say, self.room.fight, number, values))),
                )
            )
        ui.html(rows(lines, numeric=[2]), sanitize=False).classes("w-full")

    @ui.refreshable_method
    def log_panel(self) -> None:
        """List what happened, the latest first."""
        log = self.room.table.log
        for number in range(len(log), 0, -1):
            ui.label(f"{number}. {log[number - 1]}").classes("text-body2").props('data-testid="logged"')

    def _buttons(self) -> None:
        visit, room = self.visit, self.room
        with ui.row().classes("no-print"):
            for word, icon, act in (
                ("undo", "undo", room.table.undo),
                ("redo", "redo", room.table.redo),
            ):
                button = ui.button(
                    visit(word), icon=icon, on_click=self._careful(lambda act=act: room.change(act))
                )
                button.props("flat no-caps dense").props(f"data-testid={word}")
            save = ui.button(visit("export"), icon="download", on_click=saying_errors(visit, self._export))
            save.props("flat no-caps dense").props('data-testid="export"')
            ui.button(
                visit("print"), icon="print", on_click=lambda: ui.run_javascript("window.print()")
            ).props("flat no-caps dense")
            players = f"/combat/{room.work_id}/players"
            ui.button(
                visit("player_view"), icon="visibility", on_click=lambda: ui.navigate.to(players, True)
            ).props("flat no-caps dense")

    def _export(self) -> None:
        if self.room.table.question is not None:
            raise UserError(self.visit("after_dice"))
        ui.download.content(self.room.table.export(), f"{self.room.work_id}.json", "application/json")


def _odds(visit: Visit, found: SuggestionDocument, say: Wording) -> str:
    """Return the chances of a plan as rows with bars."""
    lines = []
    for attack in found.plan.attacks:
        times = f"{attack.times} × " if attack.times > 1 else ""
        name = escaped(f"{times}{attack.action} → {attack.target}")
        for word, chance, damage, colour in (
            ("chance_crit", attack.critical, attack.critical_damage, "#CC79A7"),
            ("chance_hit", attack.hit, attack.hit_damage, "var(--good)"),
            ("chance_miss", attack.miss, 0.0, "var(--soft)"),
        ):
            lines.append((name, visit(word), percent(chance), bar(chance, colour), say.number(damage)))
            name = ""
    for save in found.plan.saves:
        name = escaped(f"{save.action} → {save.target}")
        fails = save.after_hit * save.fails
        lines.append(
            (name, visit("chance_fails"), percent(fails), bar(fails),
             escaped(" ".join([say.number(save.damage_on_failure), *save.conditions])))
        )  # fmt: skip
        saves = save.after_hit * (1 - save.fails)
        lines.append(
            ("", visit("chance_saves"), percent(saves), bar(saves, "var(--soft)"),
             say.number(save.damage_on_success))
        )  # fmt: skip
    for who, chance in found.plan.kill.items():
        if chance > 0:
            lines.append(
                (escaped(visit("kills", who=who)), "", percent(chance), bar(chance, "var(--monsters)"), "")
            )
    dealt = "; ".join(f"{who} {say.number(points)}" for who, points in found.plan.expected_damage.items())
    summary = f"<p>{visit('expected_damage')}: {escaped(dealt)}</p>" if dealt else ""
    return rows(lines, numeric=[2, 4]) + summary
