"""Adding creatures, before a fight or in the middle of it: by name, from pasted text, from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nicegui import events, ui

from hazard.errors import UserError
from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.importers import Imported, import_text
from hazard.fivee.table.facts import Fact
from hazard.web.frame import uploader
from hazard.web.site import Visit
from hazard.web.work import beside

LONGEST_TEXT = 1_000_000
LARGEST_FILE = 2_000_000
NOTES_SHOWN = 30


class Adding:
    """A panel that finds a creature and hands it on, as a fact, to whoever takes it in."""

    def __init__(
        self,
        visit: Visit,
        careful: Callable[[Any], Any],
        join: Callable[[Fact], Any],
        imported: Iterable[Creature] = (),
    ) -> None:
        """Let ``join`` take a creature in; ``careful`` says what goes wrong, and shows what came of it."""
        self.visit = visit
        self.careful = careful
        self.join = join
        self.imported = {creature.id: creature for creature in imported}

    def build(self) -> None:
        """Make the panel."""
        visit = self.visit
        sides = {"party": visit("party"), "monsters": visit("monsters")}
        self.side = ui.toggle(sides, value="monsters").props("no-caps")
        with ui.row().classes("items-center no-wrap w-full"):
            self.which = ui.select(self._known(), label=visit("search_bestiary"), with_input=True).classes(
                "grow"
            )
            self.which.props('data-testid="bestiary"')
            add = ui.button(visit("add"), on_click=self.careful(self._add)).props("no-caps")
            add.props('data-testid="add-creature"')
        with ui.expansion(visit("from_text"), icon="content_paste").classes("w-full"):
            self.text = ui.textarea(visit("paste_here")).props("outlined autogrow data-testid=pasted")
            self.text.classes("w-full")
            read = ui.button(visit("read_it"), on_click=self.careful(self._read)).props("no-caps")
            read.props('data-testid="read-pasted"')
        with ui.expansion(visit("from_file"), icon="upload_file").classes("w-full"):
            take = self.careful(self._upload)
            uploader(visit, "creature-file", LARGEST_FILE, take, label=visit("creature_file"))
        self.notes = ui.column().classes("w-full")

    def _known(self) -> dict[str, str]:
        """Return what can be added, by id: what was read before, and the bestiary."""
        known = {**self.imported, **bestiary(), **self.imported}
        names = {key: called(c, self.visit.language) for key, c in known.items()}
        first = {name: key for key, name in reversed(names.items())}
        return {key: name if first[name] == key else f"{name} ({key})" for key, name in names.items()}

    async def _add(self) -> str:
        if self.which.value is None:
            raise UserError(self.visit("search_bestiary"))
        chosen = str(self.which.value)
        own = self.imported.get(chosen)
        return await self._joined(Fact(kind="join", creature=chosen, stat_block=own, side=self.side.value))

    async def _read(self) -> str:
        return await self._take_in(self.text.value or "", "text")

    async def _upload(self, event: events.UploadEventArguments) -> str:
        content = await event.file.read()
        return await self._take_in(content.decode(errors="replace"), event.file.name)

    async def _take_in(self, text: str, name: str) -> str:
        """Read creatures: the first joins, all can be chosen, and what was not understood is listed."""
        found = await beside(lambda: _imported(text, name))
        first = found[0].creature
        told = await self._joined(
            Fact(kind="join", creature=first.id, stat_block=first, side=self.side.value)
        )
        self.imported |= {one.creature.id: one.creature for one in found}
        self.which.set_options(self._known())
        self._report(found)
        return told

    async def _joined(self, fact: Fact) -> str:
        answer = self.join(fact)
        return str(await answer if hasattr(answer, "__await__") else answer or "")

    def _report(self, found: list[Imported]) -> None:
        """List what was not understood."""
        visit = self.visit
        self.notes.clear()
        with self.notes:
            for imported in found:
                ui.label(visit("understood", name=imported.creature.name, lost=len(imported.lost)))
                for note in imported.lost[:NOTES_SHOWN]:
                    ui.label(f"{visit('not_understood')}: {note.action}: {note.phrase}").classes("hz-soft")


def _imported(text: str, name: str) -> list[Imported]:
    if len(text) > LONGEST_TEXT:
        raise UserError("fivee.text_too_long", file=name, count=len(text), most=LONGEST_TEXT)
    found = import_text(text, name, "auto")
    if not found:
        raise UserError("fivee.no_creature_in_text", file=name)
    return found
