"""Work is on the disk before the page says so."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from hazard.errors import UserError
from hazard.web.site import MOST_HELD, Site
from hazard.web.store import _MIGRATIONS, Store


def test_what_was_saved_is_there_after_the_process_is_gone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    work = store.add("pig", "Pig", {"state": "0 0 0"})
    store.save(work.id, {"state": "0 5 0"})
    # A second connection sees only what was committed; the first is never closed, as after a kill.
    again = Store(tmp_path).find(work.id)
    assert again is not None
    assert again.document == {"state": "0 5 0"}


SAVING = """
import sys; from pathlib import Path; from hazard.web.store import Store
store = Store(Path(sys.argv[1])); work = store.add("pig", "Pig", {"saved": 0}); print(work.id, flush=True)
for number in range(1, 1_000_000):
    store.save(work.id, {"saved": number, "filling": "x" * 2000}); print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="ends a process without a warning")
@pytest.mark.parametrize("acknowledged", [1, 40, 250])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, acknowledged: int) -> None:
    command = [sys.executable, "-c", SAVING, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as saving:
        assert saving.stdout is not None
        work_id = saving.stdout.readline().strip()
        for _ in range(acknowledged):
            saving.stdout.readline()
        os.kill(saving.pid, signal.SIGKILL)
        said = saving.stdout.read().splitlines()  # acknowledged before it was killed, but not read yet
    last = int(said[-1]) if said else acknowledged
    found = Store(tmp_path).find(work_id)
    assert found is not None
    assert found.document["saved"] in (last, last + 1)  # one more may have been on its way


def test_the_store_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store._database.execute("pragma journal_mode").fetchone() == ("wal",)
    assert store._database.execute("pragma synchronous").fetchone() == (2,)


def test_work_is_found_by_its_kind_only(tmp_path: Path) -> None:
    store = Store(tmp_path)
    work = store.add("pig", "Pig", {})
    assert store.find(work.id, "pig") is not None
    assert store.find(work.id, "combat") is None
    assert store.find("../../etc/passwd") is None


def test_the_latest_work_comes_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second = store.add("pig", "one", {}), store.add("pig", "two", {})
    store.save(first.id, {}, "one again")
    assert [work.title for work in store.recent()] == ["one again", "two"]
    store.remove(second.id)
    assert [work.title for work in store.recent("pig")] == ["one again"]


def test_a_store_of_an_older_hazard_is_brought_up_to_date_with_all_that_is_in_it(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "hazard-web.db")
    for statement in _MIGRATIONS[0].split(";"):
        database.execute(statement)
    database.execute("insert into work (id, kind, title, document) values ('a', 'pig', 'Pig', '{}')")
    database.execute("pragma user_version = 1")
    database.commit()
    database.close()
    store = Store(tmp_path)
    store.add("pig", "newer", {})
    assert [work.title for work in store.recent()] == ["newer", "Pig"]


def test_a_store_of_a_newer_hazard_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    Store(tmp_path).close()
    file = tmp_path / "hazard-web.db"
    with sqlite3.connect(file) as database:
        database.execute("pragma user_version = 999")
    with pytest.raises(UserError, match="newer hazard"):
        Store(tmp_path)


def test_a_file_that_is_no_store_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "hazard-web.db").write_bytes(b"this is no database, whatever its name says" * 40)
    with pytest.raises(UserError, match=r"hazard-web\.db"):
        Store(tmp_path)


def test_work_that_is_removed_takes_its_journal_along(tmp_path: Path) -> None:
    store = Store(tmp_path)
    work = store.add("combat", "A fight", {})
    store.journal(work.id).write_text("all that happened")
    store.remove(work.id)
    assert not store.journal(work.id).exists()
    store.remove("../hazard-web")  # no work, so no file of its name is touched
    assert store.file.exists()


def test_work_that_was_removed_is_not_written_to_in_silence(tmp_path: Path) -> None:
    store = Store(tmp_path)
    work = store.add("pig", "Pig", {})
    store.remove(work.id)
    with pytest.raises(UserError, match="deleted in the meantime"):
        store.save(work.id, {"state": "0 5 0"})
    assert store.recent() == []


def test_what_a_page_shows_is_held_and_what_nobody_shows_is_let_go(tmp_path: Path) -> None:
    class Game:
        """Something that a page shows."""

    site = Site(Store(tmp_path))
    shown = site.held("shown", Game)
    others = [weakref.ref(site.held(f"other {number}", Game)) for number in range(MOST_HELD + 10)]
    assert site.held("shown", Game) is shown
    assert [other() for other in others[:10]] == [None] * 10
    assert others[-1]() is not None


def _modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in folder.rglob("*")}


@pytest.mark.skipif(os.name != "posix", reason="owners and others are told apart on POSIX only")
def test_only_their_owner_may_read_the_files_whatever_was_there_before(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    store = Store(folder)
    store.journal("a").write_text("all that happened")
    other = tmp_path / "somebody-elses.txt"
    other.write_text("")
    other.chmod(0o644)
    (folder / "link").symlink_to(other)
    names = {"hazard-web.db", "hazard-web.db-wal", "hazard-web.db-shm"}
    assert {name for name, mode in _modes(folder).items() if mode == 0o600} >= names  # while it is in use
    for path in (folder, *folder.rglob("*")):  # as an earlier hazard left them
        path.chmod(0o755 if path.is_dir() else 0o644)
    Store(folder).add("pig", "Pig", {})
    assert folder.stat().st_mode & 0o777 == 0o700
    modes = _modes(folder)
    assert modes.pop("fights") == 0o700
    assert modes.pop("link") == 0o644  # what it leads to belongs to somebody else
    assert modes == dict.fromkeys([*names, "fights/a.hazard"], 0o600)
