"""Work as a file: out of the list of one hazard, and into the list of another.

One small JSON document for every kind of work, :class:`WorkFile`. What comes in is read by the code that
opens such work for its page; whatever that refuses is not stored. A page may have files of its own besides,
by ``own_export`` and ``own_import``: a fight at the table is the state that ``hazard fivee`` reads as well.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NoReturn

from nicegui import ui
from pydantic import BaseModel, ConfigDict, Field, field_validator

from hazard.errors import HazardError, UserError
from hazard.web.directory import PAGES, module_of
from hazard.web.site import Site, Visit

FORMAT: Literal["hazard-work/1"] = "hazard-work/1"
LARGEST_FILE = 3_500_000
"""Bytes; the guard lets 4 MB through, and a browser puts something around a file."""
LONGEST_TITLE = 200


class WorkFile(BaseModel):
    """A piece of work as it travels."""

    model_config = ConfigDict(strict=True, extra="forbid")

    format: Literal["hazard-work/1"]
    kind: str
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    document: dict[str, Any]

    @field_validator("kind")
    @classmethod
    def _known(cls, kind: str) -> str:
        if kind not in PAGES:
            raise HazardError("schema.other", place="kind", found=repr(kind), known=list(PAGES))
        return kind


def written(kind: str, title: str, document: dict[str, Any]) -> str:
    """Return a piece of work as the text of a file.

    >>> written("tree", "Pig", {"game": "pig"})
    '{"format":"hazard-work/1","kind":"tree","title":"Pig","document":{"game":"pig"}}'
    """
    file = {"format": FORMAT, "kind": kind, "title": title[:LONGEST_TITLE] or kind, "document": document}
    return json.dumps(file, ensure_ascii=False, separators=(",", ":"))


def hand_out(kind: str, title: str, document: dict[str, Any], name: str) -> None:
    """Let the browser download a piece of work; one that could not be read again is refused."""
    content = written(kind, title, document).encode("utf-8", "replace")
    if len(content) > LARGEST_FILE:
        raise UserError("web.file_too_large", count=len(content), most=LARGEST_FILE)
    ui.download.content(content, f"{kind}-{name}.json", "application/json")


def export(visit: Visit, work_id: str) -> None:
    """Let the browser download what the store has under an id."""
    work = visit.site.store.find(work_id)
    if work is None:
        raise UserError(visit("not_found"))
    own = getattr(module_of(work.kind), "own_export", None)
    if own is None or not own(visit, work):
        hand_out(work.kind, work.title, work.document, work.id)


def take_in(site: Site, name: str, content: bytes) -> str:
    """Store what a file holds, if its page can go on with it; return the address that it is at."""
    if len(content) > LARGEST_FILE:
        raise UserError("web.file_too_large", count=len(content), most=LARGEST_FILE)
    text = text_of(name, content)
    values = None if name.lower().endswith(".toml") else _json(name, text)
    for entry in PAGES.values():
        own = getattr(module_of(entry.name), "own_import", None)
        if own is not None and (work_id := own(site.store, name, text, values)) is not None:
            return f"{entry.address}/{work_id}"
    file = WorkFile.model_validate(values)
    page = module_of(file.kind)
    document = page.checked(site, file.document)
    if hasattr(page, "address_of"):  # all of it is in its address
        return str(page.address_of(document))
    return f"{PAGES[file.kind].address}/{site.store.add(file.kind, file.title, document).id}"


def text_of(name: str, content: bytes) -> str:
    """Return what is in a file, or say where it is no text."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UserError("web.file_not_utf8", file=name, place=error.start) from None


def _json(name: str, text: str) -> dict[str, Any]:
    try:
        values = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise UserError("web.not_an_exported_file", file=name)
    return values


def _no_number(sign: str) -> NoReturn:
    raise HazardError("web.not_a_number", sign=sign)
