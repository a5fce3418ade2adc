"""Setting up a fight: who takes part, where they stand, what the map is like."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from hazard.fivee.board import tokens as letters_of
from hazard.fivee.creature import Creature
from hazard.fivee.encounter import Combatant, Encounter
from hazard.fivee.fight import Fight, numbered
from hazard.fivee.importers import Imported, import_text
from hazard.fivee.library import ContentError, bestiary, validated
from hazard.fivee.objectives import objectives
from hazard.registry import UserError
from hazard.web import rooms
from hazard.web.drawing.battle_map import Cell, Token, battle_map
from hazard.web.frame import saying_errors, told
from hazard.web.picking import drawing, on_drop, on_pick
from hazard.web.site import Visit
from hazard.web.store import Work
from hazard.web.work import beside

LONGEST_TEXT = 1_000_000
_GROUNDS = {"move_tokens": None, "floor": ".", "wall": "#", "rough": "~"}
_CELLS = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}


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
        return {**bestiary(), **self.imported}

    def save(self, **changes: Any) -> None:
        """Change the encounter; a change that cannot be is refused and nothing is written."""
        values = self.encounter.model_dump(mode="json") | changes
        self.encounter = validated(Encounter, values, "set-up")
        rows = [
            c.model_dump(mode="json", exclude_defaults=True) | {"id": c.id} for c in self.imported.values()
        ]
        document = {"stage": "setup", "encounter": self.encounter.model_dump(mode="json"), "creatures": rows}
        self.visit.site.store.save(self.work_id, document, self.encounter.name)

    # ---- who -------------------------------------------------------------------------------------------

    def add(self, creature: str, side: str) -> None:
        """Add a creature on the first free place of its side."""
        at = self._free(_CELLS[self.creatures[creature].size], side)
        rows = [row.model_dump(mode="json") for row in self.encounter.combatants]
        self.save(combatants=[*rows, {"creature": creature, "side": side, "at": list(at)}])

    def _free(self, cells: int, side: str) -> Cell:
        taken = self.occupied()
        width, height = self.encounter.width, self.encounter.height
        columns = range(width - cells + 1)
        for x in columns if side == "party" else reversed(columns):
            for y in sorted(range(height - cells + 1), key=lambda y: abs(2 * y - height)):
                wanted = [(x + i, y + j) for i in range(cells) for j in range(cells)]
                if not any(cell in taken or self.encounter.map[cell[1]][cell[0]] == "#" for cell in wanted):
                    return (x, y)
        raise UserError("there is no free place on the map")

    def occupied(self, but: int = -1) -> set[Cell]:
        """Return the cells that somebody stands in."""
        found: set[Cell] = set()
        for number, row in enumerate(self.encounter.combatants):
            cells = _CELLS[self._size(row)]
            if number != but:
                found |= {(row.at[0] + i, row.at[1] + j) for i in range(cells) for j in range(cells)}
        return found

    def _size(self, row: Combatant) -> str:
        if row.creature not in self.creatures:
            raise ContentError(f"there is no creature {row.creature!r} here")
        return self.creatures[row.creature].size

    def move(self, number: int, to: Cell) -> None:
        """Put somebody elsewhere."""
        rows = [row.model_dump(mode="json") for row in self.encounter.combatants]
        cells = _CELLS[self._size(self.encounter.combatants[number])]
        wanted = {(to[0] + i, to[1] + j) for i in range(cells) for j in range(cells)}
        if wanted & self.occupied(but=number):
            raise UserError("somebody stands there")
        inside = all(x < self.encounter.width and y < self.encounter.height for x, y in wanted)
        if not inside or any(self.encounter.map[y][x] == "#" for x, y in wanted):
            raise UserError("there is no room")
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
            raise UserError("somebody stands there")
        rows = [list(row) for row in self.encounter.map]
        rows[y][x] = self.brush
        self.save(map=["".join(row) for row in rows])

    def take_in(self, found: list[Imported], side: str) -> None:
        """Add creatures of another program's file, the first of them to the map."""
        for imported in found:
            self.imported[imported.creature.id] = imported.creature
        self.add(found[0].creature.id, side)

    # ---- pictures --------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return what everybody is called."""
        known = self.creatures
        german = self.visit.language == "de"
        return numbered(
            [
                row.name or (german and known[row.creature].name_de) or known[row.creature].name
                for row in self.encounter.combatants
            ]
        )

    def tokens(self) -> list[Token]:
        """Return everybody on the map."""
        names = self.names()
        letters = letters_of(names)
        return [
            Token(n, names[n], letters[n], row.side, row.at, _CELLS[self._size(row)], None)
            for n, row in enumerate(self.encounter.combatants)
        ]

    def begin(self) -> Fight:
        """Return the fight that this is the set-up of; what is wrong with it is said here."""
        return Fight(self.encounter, self.imported)


def show(visit: Visit, work: Work) -> None:
    """Show the set-up."""
    setup = SetUp(visit, work)

    @ui.refreshable
    def board() -> None:
        picture = drawing(battle_map(setup.encounter.map, setup.tokens(), label=setup.encounter.name))
        picture.props('data-testid="map"')
        on_drop(picture, careful(lambda what, cell: setup.move(int(what), cell)))
        on_pick(picture, careful(lambda name: _painted(setup, name)))

    @ui.refreshable
    def people() -> None:
        for number, name in enumerate(setup.names()):
            with ui.row().classes("items-center no-wrap w-full"):
                side = setup.encounter.combatants[number].side
                ui.badge(visit(side)).style(f"background: var(--{side}) !important")
                ui.label(name)
                ui.space()
                out = ui.button(icon="close", on_click=careful(lambda number=number: setup.remove(number)))
                out.props(f'flat dense round aria-label="{visit("remove")}: {name}"')

    def careful(act: Any) -> Any:
        def done(*values: Any) -> None:
            try:
                act(*values)
            finally:
                board.refresh()
                people.refresh()

        return saying_errors(visit, done)

    ui.label(visit("set_up")).classes("text-h6")
    with ui.element("div").classes("hz-columns"):
        with ui.column().classes("items-stretch"):
            board()
            ui.label(visit("set_up_help")).classes("hz-soft")
            grounds = ui.toggle({key: visit(key) for key in _GROUNDS}, value="move_tokens")
            grounds.on_value_change(lambda event: setattr(setup, "brush", _GROUNDS[event.value]))
        with ui.column().classes("items-stretch"):
            name = ui.input(visit("name"), value=setup.encounter.name)
            name.on("blur", saying_errors(visit, lambda: setup.save(name=name.value.strip() or "A fight")))
            _objective(visit, setup)
            with ui.card().classes("w-full"):
                people()
            _adding(visit, setup, careful)
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
    german = visit.language == "de"
    options = {o.name: (german and o.name_de) or o.name for o in objectives().values()}
    choice = ui.select(options, label=visit("objective"), value=setup.encounter.objective)
    choice.on_value_change(saying_errors(visit, lambda event: setup.save(objective=event.value)))


def _adding(visit: Visit, setup: SetUp, careful: Any) -> None:
    german = visit.language == "de"
    known = {key: (german and c.name_de) or c.name for key, c in setup.creatures.items()}
    with ui.card().classes("w-full items-stretch"):
        ui.label(visit("add_creature")).classes("text-weight-bold")
        side = ui.toggle({"party": visit("party"), "monsters": visit("monsters")}, value="monsters")
        with ui.row().classes("items-center no-wrap w-full"):
            which = ui.select(known, label=visit("search_bestiary"), with_input=True).classes("grow")
            which.props('data-testid="bestiary"')
            add = ui.button(visit("add"), on_click=careful(lambda: _add(setup, which.value, side.value)))
            add.props('data-testid="add-creature"')
        with ui.expansion(visit("from_text"), icon="content_paste").classes("w-full"):
            text = (
                ui.textarea(visit("paste_here"))
                .props("outlined autogrow")
                .classes("w-full")
                .props('data-testid="pasted"')
            )
            notes = ui.column().classes("w-full")

            async def read() -> None:
                found = await beside(lambda: _imported(text.value or "", "text"))
                setup.take_in(found, side.value)
                _report(visit, notes, found)

            ui.button(visit("read_it"), on_click=_then(careful, visit, read)).props(
                'data-testid="read-pasted"'
            )
        with ui.expansion(visit("from_file"), icon="upload_file").classes("w-full"):
            more = ui.column().classes("w-full")

            async def upload(event: events.UploadEventArguments) -> None:
                content = await event.file.read()
                found = await beside(lambda: _imported(content.decode(errors="replace"), event.file.name))
                setup.take_in(found, side.value)
                _report(visit, more, found)

            loader = ui.upload(
                auto_upload=True, max_file_size=2_000_000, on_upload=_then(careful, visit, upload)
            )
            loader.classes("w-full").props('data-testid="creature-file"')


def _then(careful: Any, visit: Visit, act: Any) -> Any:
    """Return a handler that shows the map anew after ``act``, which may wait for something."""
    refreshed = careful(lambda: None)

    async def done(*values: Any) -> None:
        try:
            await act(*values)
        except Exception as error:
            told(visit, error)
        await refreshed()

    return done


def _add(setup: SetUp, creature: str | None, side: str) -> None:
    if creature is None:
        raise UserError(setup.visit("search_bestiary"))
    setup.add(creature, side)


def _imported(text: str, name: str) -> list[Imported]:
    if len(text) > LONGEST_TEXT:
        raise UserError(f"{name}: {len(text):,} characters; at most {LONGEST_TEXT:,} are read")
    found = import_text(text, name, "auto")
    if not found:
        raise UserError(f"{name}: there is no creature in it")
    return found


def _report(visit: Visit, where: ui.column, found: list[Imported]) -> None:
    """List what was not understood."""
    where.clear()
    with where:
        for imported in found:
            ui.label(visit("understood", name=imported.creature.name, lost=len(imported.lost)))
            for note in imported.lost[:30]:
                ui.label(f"{visit('not_understood')}: {note.action}: {note.phrase}").classes("hz-soft")


def _start(visit: Visit, setup: SetUp) -> None:
    fight = setup.begin()
    work = visit.site.store.find(setup.work_id)
    assert work is not None
    rooms.begin(visit.site.store, work, fight, fight.start)
    ui.navigate.to(f"/combat/{setup.work_id}?begun")
