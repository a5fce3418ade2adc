"""The combat director's first page: an example, a fight of one's own, or one that was saved."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Literal

from nicegui import events, ui
from pydantic import Field

from hazard.errors import UserError
from hazard.fivee.content.encounter import Combatant, Encounter
from hazard.fivee.content.library import ContentError, bestiary, encounters, read_encounter, validated
from hazard.fivee.content.objectives import objective_named
from hazard.fivee.rules.states import read_state
from hazard.fivee.web import rooms
from hazard.fivee.web import setup as combat_setup
from hazard.fivee.web import table as combat_table
from hazard.web.carrying import text_of
from hazard.web.frame import nothing_here, page, saying_errors, uploader
from hazard.web.history import Entered
from hazard.web.site import Site, Visit
from hazard.web.store import Store, Work

LARGEST_FILE = 2 * 1024 * 1024
MOST_BROUGHT = 1000
"""Creatures that a set-up may bring along."""


def register(site: Site) -> None:
    """Put the pages under /combat."""

    @ui.page("/combat")
    def choose() -> None:
        with page(site, "combat") as visit:
            _choose(visit)

    @ui.page("/combat/{work_id}")
    def fight(work_id: str) -> None:
        work = site.store.find(work_id, rooms.KIND)
        with page(site, "combat", wide=True) as visit:
            if work is None:
                nothing_here(visit)
            elif work.document["stage"] == "setup":
                combat_setup.show(visit, work)
            else:
                room = site.held(work_id, lambda: rooms.Room(site.store, work_id))
                combat_table.show(visit, room)

    @ui.page("/combat/{work_id}/players")
    def players(work_id: str) -> None:
        work = site.store.find(work_id, rooms.KIND)
        with page(site, "combat", wide=True) as visit:
            if work is None or work.document["stage"] != "table":
                nothing_here(visit)
            else:
                room = site.held(work_id, lambda: rooms.Room(site.store, work_id))
                combat_table.show_to_players(visit, room)


def _choose(visit: Visit) -> None:
    ui.label(visit("choose_fight")).classes("text-h6")
    with ui.element("div").classes("hz-cards"):
        _example(visit, "", visit("empty_map"), visit("empty_map_about"))
        for name, encounter in encounters().items():
            _example(visit, name, encounter.called(visit.language), encounter.described(visit.language))
    ui.label(visit("or_load")).classes("text-subtitle1")
    load = saying_errors(visit, lambda event: _load(visit, event))
    uploader(visit, "load", LARGEST_FILE, load, label=visit("drop_state"))


def _example(visit: Visit, key: str, title: str, about: str) -> None:
    begin = saying_errors(visit, lambda: _set_up(visit, key))
    with ui.card().classes("hz-card").props("tabindex=0 role=button") as card:
        card.on("click", begin).on("keydown.enter", begin)
        card.props(f'data-testid="example-{key or "empty"}"')
        ui.label(title).classes("text-weight-bold")
        ui.label(about).classes("text-body2")


def _set_up(visit: Visit, key: str) -> None:
    encounter = encounters()[key] if key else _empty(visit("new_fight"))
    document = {"stage": "setup", "encounter": encounter.model_dump(mode="json"), "creatures": []}
    work = visit.site.store.add(rooms.KIND, encounter.called(visit.language), document)
    ui.navigate.to(f"/combat/{work.id}")


def _empty(name: str) -> Encounter:
    """Return an open field with one on each side, to be added to."""
    rows = tuple("." * 20 for _ in range(14))
    party = Combatant(creature="fighter-1", side="party", at=(4, 7))
    monster = Combatant(creature="goblin", side="monsters", at=(14, 7))
    return Encounter(name=name, map=rows, combatants=(party, monster))


async def _load(visit: Visit, event: events.UploadEventArguments) -> None:
    content = await event.file.read()
    if len(content) > LARGEST_FILE:
        raise UserError("fivee.upload_too_large", count=len(content), most=LARGEST_FILE)
    work_id = load_file(visit.site.store, event.file.name, text_of(event.file.name, content))
    ui.navigate.to(f"/combat/{work_id}")


class SetUpDocument(Entered):
    """A fight that is being put together, as the store has it."""

    stage: Literal["setup"]
    encounter: dict[str, Any]
    creatures: list[dict[str, Any]] = Field([], max_length=MOST_BROUGHT)


def checked(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    """Return a set-up if it can be gone on with; whether a fight can begin is said when it is to."""
    found = SetUpDocument.model_validate(document)
    encounter = validated(Encounter, found.encounter, "encounter")
    known = {**bestiary(), **rooms.creatures_of(found.creatures)}
    for row in encounter.combatants:
        if row.creature not in known:
            raise ContentError("fivee.no_such_creature_here", creature=row.creature)
    objective_named(encounter.objective)
    return found.model_dump()


def export(visit: Visit, work_id: str) -> None:
    """Let the browser download a fight as the state that it is in."""
    room = visit.site.held(work_id, lambda: rooms.Room(visit.site.store, work_id))
    combat_table.export(visit, room)


def own_export(visit: Visit, work: Work) -> bool:
    """Export a fight that is at the table; tell whether this work is one."""
    if work.document.get("stage") != "table":
        return False
    export(visit, work.id)
    return True


def own_import(store: Store, name: str, text: str, values: dict[str, Any] | None) -> str | None:
    """Take in an encounter (TOML, no values) or the state of a fight; nothing else is meant for here."""
    return load_file(store, name, text) if values is None or "encounter" in values else None


def load_file(store: Store, name: str, text: str) -> str:
    """Take in a saved state (JSON) or an encounter (TOML); return the id of the work."""
    if name.lower().endswith(".toml"):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "encounter.toml"
            file.write_text(text, encoding="utf-8")
            try:
                encounter = read_encounter(file)
            except ContentError as error:
                raise error.renamed(str(file), name) from None
        document = {"stage": "setup", "encounter": encounter.model_dump(mode="json"), "creatures": []}
        return store.add(rooms.KIND, encounter.name, document).id
    fight, state = read_state(_json(text, name), name)
    work = store.add(rooms.KIND, fight.encounter.name, {"stage": "setup"})
    rooms.begin(store, work, fight, state)
    return work.id


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UserError("fivee.file_is_no_saved_fight", file=name) from None
