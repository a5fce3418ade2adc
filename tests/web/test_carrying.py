"""Work leaves as a file and comes back as it was; a file that is broken or hostile leaves nothing behind."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import Server, connected, marked

pytest.importorskip("nicegui")
pytest.importorskip("playwright")
from playwright.sync_api import Page, expect
from pydantic import ValidationError

from hazard.fivee.content.library import encounters
from hazard.fivee.rules.states import write_state
from hazard.web.carrying import LARGEST_FILE, take_in, written
from hazard.web.frame import in_words
from hazard.web.site import Site
from hazard.web.store import Store, Work

EMPTY = ". . ./. . . ./. . . . ./. . . ./. . ."


def _game(*texts: str, told: str = "", **settings: Any) -> dict[str, Any]:
    positions = [{"text": text, "told": told if n else "", "score": 0.0} for n, text in enumerate(texts)]
    return {"positions": positions, "at": len(texts) - 1, "settings": settings}


ENCOUNTER = encounters()["goblin-ambush"]
DOCUMENTS: dict[str, dict[str, Any]] = {
    "pig": _game("0 0 0 max", "0 0 4 max", told="You: Roll → 4"),
    "twenty48": _game("2 . . ./. . . ./. . . ./. . . 2", "4 . . ./. . . ./. . . ./. 2 . ."),
    "backgammon": _game("4HPwATDgc/ABMA opening", "4HPwATDgc/ABMA max 3-1", plies=2),
    "takeiteasy": _game(EMPTY, f"{EMPTY} + 978", told="978", mode="physical", tiles=[]),
    "spire": {"message": '{"in_game": true, "game_state": {"screen_type": "REST"}}'},
    "combat": {"stage": "setup", "encounter": ENCOUNTER.model_dump(mode="json"), "creatures": []},
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(Store(tmp_path))


def _stored(site: Site) -> list[Work]:
    return site.store.recent()


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_work_of_every_kind_comes_back_as_it_went(site: Site, kind: str) -> None:
    file = written(kind, "My wörk", DOCUMENTS[kind])
    address = take_in(site, "work.json", file.encode())
    (work,) = _stored(site)
    assert address.endswith(f"/{work.id}")
    assert (work.kind, work.title, work.document) == (kind, "My wörk", DOCUMENTS[kind])
    assert written(work.kind, work.title, work.document) == file


def test_a_tree_comes_back_as_its_address(site: Site) -> None:
    asked = {"game": "pig", "state": "40 35 12 max", "search": "minimax", "depth": 3, "seconds": 1.0}
    address = take_in(site, "tree.json", written("tree", "Pig", asked).encode())
    assert address == "/tree?game=pig&state=40+35+12+max&search=minimax&depth=3&seconds=1.0"


def test_a_fight_comes_in_by_its_own_file(site: Site) -> None:
    from hazard.fivee.rules.fight import Fight

    fight = Fight(ENCOUNTER, seed=1)
    address = take_in(site, "fight.json", json.dumps(write_state(fight, fight.start)).encode())
    (work,) = _stored(site)
    assert address == f"/combat/{work.id}"
    assert work.document == {"stage": "table"}


def _file(kind: str = "pig", **changes: Any) -> bytes:
    return json.dumps(json.loads(written(kind, "Pig", DOCUMENTS.get(kind, {}))) | changes).encode()


def _changed(kind: str, **changes: Any) -> bytes:
    return _file(kind, document=DOCUMENTS[kind] | changes)


def _step(**changes: Any) -> list[dict[str, Any]]:
    return [{"text": "0 0 0 max", "told": "", "score": 0} | changes]


BROKEN = {
    "no JSON": (b"{", "weder JSON"),
    "no text": (b"\xff\xfe", "kein UTF-8-Text"),
    "a list": (b"[]", "weder JSON"),
    "deep": (b"[" * 100_000, "weder JSON"),
    "no number": (_file().replace(b"0.0", b"NaN"), "weder JSON"),
    "without end": (_file().replace(b"0.0", b"1e999"), "kann nicht inf sein"),
    "large": (b" " * (LARGEST_FILE + 1), "höchstens"),
    "no format": (b'{"kind": "pig"}', "format fehlt"),
    "another format": (_file(format="hazard-work/2"), "format ist 'hazard-work/2'; erwartet"),
    "another kind": (_file(kind="../store"), "kind ist '../store'; erwartet"),
    "a long title": (_file(title="x" * 201), "title hat die Länge 201; erwartet: höchstens 200"),
    "half a letter": (_file(title="\ud800"), "title kann nicht"),
    "no title": (_file(title=7), "title kann nicht 7 sein"),
    "more": (_file(id="mine"), "id ist hier unbekannt"),
    "no document": (_file(document=[]), "document kann nicht"),
    "an empty game": (_changed("pig", positions=[]), "positions hat die Länge 0; erwartet: mindestens 1"),
    "a place beyond": (_changed("pig", at=2), "keine Stellung 2; erwartet: 0 bis 1"),
    "a place before": (_changed("pig", at=-1), "at ist -1; erwartet: mindestens 0"),
    "nonsense": (_changed("pig", at=0, positions=_step(text="nonsense")), "Stellung 0: der Pig-Stand"),
    "a seven": (_changed("pig", positions=_step(face=7)), "positions.0.face ist 7; erwartet: höchstens 6"),
    "a flag": (_changed("pig", positions=_step(score=True)), "positions.0.score kann nicht True"),
    "a setting": (_changed("pig", settings={"plies": 1}), "plies ist hier unbekannt"),
    "a strength": (_changed("backgammon", settings={"plies": 9}), "plies ist 9; erwartet: höchstens 2"),
    "no match": (_changed("backgammon", settings={"match": ["a", "b"]}), "vor der ersten Partie"),
    "too few tiles": (_changed("takeiteasy", settings={"mode": "alone", "tiles": [1]}), "erwartet: 19"),
    "no such tile": (_changed("takeiteasy", positions=[*_step(text=EMPTY), *_step(text=EMPTY, told="119")],
                              at=0), "es gibt kein Plättchen '119'"),
    "nothing": (_file("spire", document={}), "weder eine Nachricht noch ein Protokoll"),
    "no message": (_file("spire", document={"message": "{"}), "das ist kein JSON"),
    "no log": (_file("spire", document={"log": "{}\n"}), "log, Zeile 1 ist kein Eintrag"),
    "odd entries": (_file("spire", document={"log": '{"kind": "decision", "unknown": 3}\n'}), "auswerten"),
    "no such game": (_file("tree", document={"game": "os.py:system"}), "kein Spiel 'os.py:system'"),
    "a long search": (_file("tree", document={"game": "pig", "depth": 99}), "depth ist 99; erwartet: höch"),
    "a stage": (_changed("combat", stage="table"), "stage ist 'table'; erwartet"),
    "an objective": (_changed("combat", encounter=ENCOUNTER.model_dump(mode="json") | {"objective": "x"}),
                     "kein Ziel 'x'"),
    "a file of ours": (b'{"encounter": "../secret.toml"}', "ist eine Datei; erwartet: der Kampf selbst"),
}  # fmt: skip


class GermanVisit:
    language = "de"

    def __init__(self, site: Site) -> None:
        self.site = site

    def __call__(self, key: str, **values: object) -> str:
        return f"{key}: {values}"


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_broken_file_is_refused_with_its_reason_and_nothing_is_stored(site: Site, mistake: str) -> None:
    content, reason = BROKEN[mistake]
    with pytest.raises(ValueError) as caught:
        take_in(site, "work.json", content)
    assert reason in in_words(GermanVisit(site), caught.value)  # type: ignore[arg-type]
    assert _stored(site) == []
    assert not list(site.store.folder.glob("fights/*"))


def test_the_reason_is_told_in_english_too(site: Site) -> None:
    with pytest.raises(ValidationError) as caught:
        take_in(site, "work.json", b"{}")
    visit = GermanVisit(site)
    visit.language = "en"
    assert in_words(visit, caught.value).startswith("the entry format is missing; the entry kind is missing")  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"= x", b"name = 1", b"", b'name = "x"\nmap = ["."]\ncombatants = [1]'])
def test_no_refusal_says_where_the_server_keeps_its_files(site: Site, content: bytes) -> None:
    with pytest.raises(ValueError) as caught:
        take_in(site, "fight.toml", content)
    assert tempfile.gettempdir() not in in_words(GermanVisit(site), caught.value)  # type: ignore[arg-type]


# ---- in the browser ----------------------------------------------------------------------------------------


def _drop(tab: Page, content: bytes, name: str = "work.json") -> None:
    upload = {"name": name, "mimeType": "application/json", "buffer": content}
    marked(connected(tab), "import").locator("input[type=file]").set_input_files(upload)


def _exported(tab: Page) -> bytes:
    with tab.expect_download() as download:
        marked(connected(tab), "export").first.click()
    return Path(download.value.path()).read_bytes()


def test_a_game_is_exported_on_its_page_and_imported_on_the_first(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}pig")
    marked(tab, "roll").click()
    expect(tab.get_by_text("You: Roll").first).to_be_visible()
    first, content = tab.url, _exported(tab)
    assert json.loads(content)["format"] == "hazard-work/1"
    tab.goto(server.address)
    _drop(tab, content)
    tab.wait_for_url("**/pig/*")
    assert tab.url != first
    expect(tab.get_by_text("You: Roll").first).to_be_visible()


def test_work_is_exported_from_the_list_and_a_bad_file_is_refused(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}spire")
    marked(tab, "spire-example").click()
    expect(marked(tab, "command")).to_be_visible()
    tab.wait_for_url("**/spire/*")
    first = tab.url
    tab.goto(server.address)
    content = _exported(tab)
    assert json.loads(content)["kind"] == "spire"
    before = tab.get_by_role("link").count()
    _drop(tab, b'{"format": "hazard-work/1", "kind": "nonsense"}')
    expect(tab.get_by_role("alert")).to_contain_text("the entry kind is 'nonsense'; expected")
    tab.reload()
    assert tab.get_by_role("link").count() == before
    _drop(tab, content)
    tab.wait_for_url("**/spire/*")
    assert tab.url != first
    expect(marked(tab, "command")).to_be_visible()


def test_a_file_of_another_kind_is_refused_for_what_it_is(tab: Page) -> None:
    _drop(tab, b"MZ", "setup.exe")
    expect(tab.get_by_role("alert")).to_contain_text("setup.exe: the file is neither JSON nor named .toml")
