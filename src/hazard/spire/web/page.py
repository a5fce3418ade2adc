"""Slay the Spire: paste a state and see the turn to play; step through a run, or follow one."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from nicegui import events, ui
from pydantic import Field

from hazard.errors import UserError, quoted
from hazard.spire.agent.advice import Advice, advise, message_part
from hazard.spire.agent.journal import read_journal
from hazard.spire.agent.replay import totals
from hazard.spire.protocol.message import Message, read_message
from hazard.spire.stand_in.making import DECKS, run_maker
from hazard.spire.stand_in.serve import StandIn
from hazard.spire.web.cards import hand, monster_row, plan, player_row
from hazard.web.frame import address_is, nothing_here, page, saying_errors, slow_button, told, uploader
from hazard.web.history import Entered
from hazard.web.markup import rows
from hazard.web.parts import part
from hazard.web.site import Site, Visit
from hazard.web.work import beside

KIND = "spire"
LARGEST_LOG = 3_500_000


_ENTRY = ("kind", "n", "command", "why", "ms", "game", "floor", "act", "turn", "hp", "plan", "plans",
          "replan", "value", "screen", "unknown", "reason", "error", "fault", "repairs", "score",
          "victory")  # fmt: skip
"""What an entry of a log tells that has a name in every language."""


def register(site: Site) -> None:
    """Put the page under /spire."""

    @ui.page("/spire")
    def begin() -> None:
        with page(site, KIND) as visit:
            SpirePage(visit, None).build()

    @ui.page("/spire/{work_id}")
    def resume(work_id: str) -> None:
        work = site.store.find(work_id, KIND)
        with page(site, KIND) as visit:
            if work is None:
                nothing_here(visit)
            else:
                SpirePage(visit, work.document).build()


class SpireDocument(Entered):
    """What was looked at: a message of the mod, or an agent's log."""

    message: str | None = Field(None, min_length=1)
    log: str | None = Field(None, min_length=1)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return what was looked at if it can be read."""
    found = SpireDocument.model_validate(document)
    if found.message is not None:
        read_message(message_part(found.message))
    elif found.log is None or not _entries(found.log):
        raise UserError("spire.neither_message_nor_journal")
    return found.model_dump(exclude_unset=True)


def _example_message() -> str:
    seed = random.randrange(1_000_000)
    stand_in = StandIn(run_maker(random.choice(DECKS), [], ascension=20, seed=seed), fights=1)
    return json.dumps(stand_in.obey("start ironclad 20"), indent=1)


class SpirePage:
    """One visitor's state or run."""

    def __init__(self, visit: Visit, document: dict[str, Any] | None) -> None:
        """Begin with nothing, or with what was looked at before."""
        self.visit = visit
        self.first_text = "" if document is None else str(document.get("message", ""))
        self.first_log = "" if document is None else str(document.get("log", ""))
        self.entries: list[dict[str, Any]] = []
        self.at = 0

    def build(self) -> None:
        """Make the page."""
        visit = self.visit
        with ui.element("div").classes("hz-columns"):
            with ui.column().classes("items-stretch"):
                ui.label(visit("paste_state"))
                self.text = ui.textarea(value=self.first_text).props("outlined data-testid=state rows=8")
                with ui.row().classes("w-full"):
                    slow_button(visit, visit("advise_me"), self._advise, icon="style").props(
                        "data-testid=advise"
                    ).classes("grow")
                    slow_button(visit, visit("an_example"), self._example).props(
                        "outline data-testid=spire-example"
                    )
                take = saying_errors(visit, self._upload)
                uploader(visit, "spire-file", LARGEST_LOG, take, label=visit("state_file"))
                if visit.site.follow is not None:
                    self.following = ui.switch(visit("follow_log"))
                    ui.timer(1.0, self._follow)
                self.run_panel()
            self.answer = ui.column().classes("w-full items-stretch")
        if self.first_text:
            ui.timer(0.05, saying_errors(visit, self._advise), once=True)
        elif self.first_log:
            ui.timer(0.05, saying_errors(visit, self._read_first_log), once=True)

    async def _example(self) -> None:
        """Let a fight of our own begin, and show its first turn as the mod would send it."""
        self.text.value = await beside(_example_message)
        await self._advise()

    # ---- a state ---------------------------------------------------------------------------------------

    async def _advise(self) -> None:
        text = (self.text.value or "").strip()
        if not text:
            raise UserError(self.visit("paste_state"))
        message = read_message(message_part(text))
        found = await beside(lambda: advise(text, language=self.visit.language))
        if text != self.first_text:
            self.first_text = text
            title = (
                f"{message.game.act_boss or ''} {self.visit('floor_of', floor=message.game.floor)}".strip()
            )
            self._keep(title, {"message": text})
        self._show(message, found)

    def _keep(self, title: str, document: dict[str, Any]) -> None:
        """Write down what was handed in; a reload finds it again."""
        address_is(f"/spire/{self.visit.site.store.add(KIND, title, document).id}")

    def _show(self, message: Message, found: Advice) -> None:
        visit = self.visit
        self.answer.clear()
        with self.answer:
            if message.combat is not None:
                combat = message.combat
                lines = [player_row(combat.player, visit("ironclad"))]
                lines += [
                    monster_row(monster, visit.language) for monster in combat.monsters if not monster.is_gone
                ]
                ui.html(rows(lines, numeric=[1]), sanitize=False).classes("w-full").props(
                    "data-testid=fighters"
                )
                ui.html(hand(combat.hand), sanitize=False).classes("w-full").props("data-testid=hand")
            ui.label(f"{visit('command')}: {found.command}").classes("text-h6").props("data-testid=command")
            ui.label(f"{visit('why')}: {found.why}")
            if found.moves:
                ui.label(visit("the_plan")).classes("text-weight-bold")
                ui.html(plan(found.moves), sanitize=False).classes("w-full").props("data-testid=plan")
            ui.label(found.explanation).classes("text-body2").style("white-space: pre-wrap")
            for warning in found.warnings:
                ui.label(f"{visit('mind')}: {warning}").classes("hz-warn").props("data-testid=warning")

    # ---- a run -----------------------------------------------------------------------------------------

    async def _upload(self, event: events.UploadEventArguments) -> None:
        content = (await event.file.read()).decode("utf-8", "replace")
        lines = [line for line in content.splitlines() if line.strip()]
        if len(lines) > 1 and _is_entry(lines[0]):
            entries = await beside(lambda: _entries(content))
            self._keep(event.file.name, {"log": content})
            self._take(entries)
            return
        self.text.value = content
        await self._advise()

    async def _read_first_log(self) -> None:
        self._take(await beside(lambda: _entries(self.first_log)))

    async def _follow(self) -> None:
        follow = self.visit.site.follow
        if follow is None or not self.following.value:
            return
        try:
            entries = await beside(lambda: list(read_journal(follow)) if follow.is_file() else [])
        except Exception as error:
            self.following.value = False
            told(self.visit, error)
            return
        if len(entries) != len(self.entries):
            self._take(entries)
            self.at = max(0, len(entries) - 1)
            self.run_panel.refresh()

    def _take(self, entries: list[dict[str, Any]]) -> None:
        self.entries = entries
        self.at = 0
        self.run_panel.refresh()

    @part
    def run_panel(self) -> None:
        """Show one decision of the run, with ways to the others."""
        visit = self.visit
        if not self.entries:
            return
        ui.label(visit("run_log")).classes("text-weight-bold")
        counted = totals(self.entries).items()
        summary = ", ".join(f"{visit(f'total_{name}')}: {_shown(visit, value)}" for name, value in counted)
        ui.label(summary).classes("hz-soft text-body2")
        with ui.row().classes("items-center"):
            for icon, word, step in (("chevron_left", "back", -1), ("chevron_right", "on", 1)):
                button = ui.button(icon=icon, on_click=lambda step=step: self._step(step))
                button.props(f'dense round outline aria-label="{visit(word)}" data-testid="{icon}"')
            ui.label(visit("decision_of", number=self.at + 1, count=len(self.entries))).props(
                "data-testid=at"
            )
        entry = self.entries[self.at]
        for name, value in entry.items():
            if name not in ("message", "time"):
                title = visit(f"entry_{name}") if name in _ENTRY else name
                ui.label(f"{title}: {_shown(visit, value)}").classes("text-body2")
        if isinstance(entry.get("message"), str):
            look = slow_button(visit, visit("advise_me"), lambda: self._look_at(entry["message"]))
            look.props("dense outline")

    def _step(self, step: int) -> None:
        self.at = min(max(0, self.at + step), len(self.entries) - 1)
        self.run_panel.refresh()

    async def _look_at(self, message: str) -> None:
        self.text.value = message
        await self._advise()


def _shown(visit: Visit, value: object) -> str:
    """Return what an entry of a log says, its numbers as people write them."""
    if isinstance(value, float):
        return visit.number(value, ".4g") if abs(value) < 10_000 else visit.number(value, ",.0f")
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(visit, part)}" for name, part in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _is_entry(line: str) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "kind" in found


def _entries(content: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journal.jsonl"
        file.write_text(content, encoding="utf-8")
        try:
            entries = list(read_journal(file))
            totals(entries)
        except UserError as error:  # where it lay for a moment means nothing to anybody
            raise error.renamed(quoted(file), "log") from None
        except (TypeError, ValueError) as error:
            raise UserError("spire.journal_cannot_be_summarised", error=error) from None
    return entries
