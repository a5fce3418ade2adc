"""Work as a file: out of the list of one hazard, and into the list of another.

One small JSON document for every kind of work, :class:`WorkFile`. What comes in is read by the code that
opens such work for its page; whatever that refuses is not stored. A fight at the table has a file of its own,
the state that ``hazard fivee`` reads as well.
"""

from __future__ import annotations

import importlib
import json
from typing import Any, Literal, NoReturn

from nicegui import ui
from pydantic import BaseModel, ConfigDict, Field

from hazard.registry import UserError
from hazard.web.frame import PAGES
from hazard.web.site import Site, Visit
from hazard.web.store import Work

FORMAT: Literal["hazard-work/1"] = "hazard-work/1"
LARGEST_FILE = 3_500_000
"""Bytes; the guard lets 4 MB through, and a browser puts something around a file."""
LONGEST_TITLE = 200


class WorkFile(BaseModel):
    """A piece of work as it travels."""

    model_config = ConfigDict(strict=True, extra="forbid")

    format: Literal["hazard-work/1"]
    kind: Literal["combat", "takeiteasy", "spire", "backgammon", "twenty48", "pig", "tree"]
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    document: dict[str, Any]


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
        raise UserError(f"{len(content):,} bytes; at most {LARGEST_FILE:,} are read")
    ui.download.content(content, f"{kind}-{name}.json", "application/json")


def export(visit: Visit, work_id: str) -> None:
    """Let the browser download what the store has under an id."""
    work = visit.site.store.find(work_id)
    if work is None:
        raise UserError(visit("not_found"))
    if _is_fight(work):
        from hazard.web.pages import combat

        combat.export(visit, work.id)
    else:
        hand_out(work.kind, work.title, work.document, work.id)


def _is_fight(work: Work) -> bool:
    return work.kind == "combat" and work.document.get("stage") == "table"


def take_in(site: Site, name: str, content: bytes) -> str:
    """Store what a file holds, if its page can go on with it; return the address that it is at."""
    if len(content) > LARGEST_FILE:
        raise UserError(f"{len(content):,} bytes; at most {LARGEST_FILE:,} are read")
    text = text_of(name, content)
    values = None if name.lower().endswith(".toml") else _json(name, text)
    if values is None or "encounter" in values:
        from hazard.web.pages import combat

        return f"/combat/{combat.load_file(site.store, name, text)}"
    file = WorkFile.model_validate(values)
    page = importlib.import_module(f"hazard.web.pages.{file.kind}")  # one of the names above
    document = page.checked(site, file.document)
    address = {kind: address for kind, address, _ in PAGES}[file.kind]
    if file.kind == "tree":  # all of it is in its address
        return str(page.address_of(document))
    return f"{address}/{site.store.add(file.kind, file.title, document).id}"


def text_of(name: str, content: bytes) -> str:
    """Return what is in a file, or say where it is no text."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: byte {error.start} is not UTF-8 text") from None


def _json(name: str, text: str) -> dict[str, Any]:
    try:
        values = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise UserError(
            f"{name}: neither JSON nor, by its name, TOML; expected a file that was exported here"
        )
    return values


def _no_number(sign: str) -> NoReturn:
    raise ValueError(f"{sign} is no number")
