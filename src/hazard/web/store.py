"""What people entered, in SQLite, on the disk before the page says so.

One row for each piece of work (a fight, a game, a position), with a document that belongs to its page; one
for each browser's preferences. Write-ahead logging with ``synchronous=FULL``: a process that is killed loses
nothing that was acknowledged. The schema grows by the numbered steps of ``_MIGRATIONS``; a file of a newer
hazard is refused and left as it is. All of it is its owner's only: it holds what cookies are signed with.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hazard.errors import UserError

_MIGRATIONS = (
    """
    create table work (
      id text primary key, kind text not null, title text not null, document text not null,
      changed text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) without rowid;
    create index work_by_change on work (changed desc);
    create table preference (browser text, name text, value text not null, primary key (browser, name))
    """,
    # Two changes within a millisecond have the same time; what was saved last is counted instead.
    """
    alter table work add column saved integer not null default 0;
    drop index work_by_change;
    create index work_by_saved on work (saved desc, changed desc)
    """,
)
LOG = logging.getLogger("hazard.web")
_NEXT = "(select coalesce(max(saved), 0) + 1 from work)"


@dataclass(frozen=True)
class Work:
    """A piece of work: what page it belongs to, what it is called, and all that there is to know."""

    id: str
    kind: str
    title: str
    document: dict[str, Any]
    changed: str


class Store:
    """The file behind the pages; safe to use from several threads.

    >>> import tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> work = store.add("pig", "Pig to 100", {"state": "0 0 0"})
    >>> store.save(work.id, {"state": "0 7 0"})
    >>> [found.document for found in store.recent()]
    [{'state': '0 7 0'}]
    """

    def __init__(self, folder: Path) -> None:
        """Open the store in ``folder``, or begin it."""
        self.folder = folder
        self.file = folder / "hazard-web.db"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's other files take after it
            _keep_private(folder)
            self._database = sqlite3.connect(
                self.file, timeout=5, isolation_level=None, check_same_thread=False
            )
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = full")
            self._lock = threading.RLock()
            self._migrate()
        except OSError as error:
            raise UserError("web.store_cannot_be_used", place=folder, error=error.strerror) from None
        except sqlite3.Error as error:
            raise UserError("web.store_cannot_be_used", place=self.file, error=error) from None

    def _migrate(self) -> None:
        (version,) = self._database.execute("pragma user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise UserError("web.store_of_newer_version", file=self.file, version=version)
        for number, step in enumerate(_MIGRATIONS[version:], version + 1):
            with self._transaction() as database:
                for statement in step.split(";"):
                    database.execute(statement)
                database.execute(f"pragma user_version = {number}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("begin immediate")
            try:
                yield self._database
            except BaseException:
                self._database.execute("rollback")
                raise
            self._database.execute("commit")

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    # ---- work ------------------------------------------------------------------------------------------

    def add(self, kind: str, title: str, document: dict[str, Any]) -> Work:
        """Begin a piece of work; its id is what its address ends with."""
        work_id = secrets.token_urlsafe(8)
        with self._transaction() as database:
            row = (work_id, kind, title, json.dumps(document))
            columns = "id, kind, title, document, saved"
            database.execute(f"insert into work ({columns}) values (?, ?, ?, ?, {_NEXT})", row)
        found = self.find(work_id)
        assert found is not None
        return found

    def save(self, work_id: str, document: dict[str, Any], title: str | None = None) -> None:
        """Write the document of a piece of work; when this returns, it is on the disk."""
        with self._transaction() as database:
            written = database.execute(
                f"update work set document = ?, title = coalesce(?, title), saved = {_NEXT},"
                " changed = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = ?",
                (json.dumps(document), title, work_id),
            )
        if not written.rowcount:
            raise UserError("web.deleted_in_the_meantime")

    def remove(self, work_id: str) -> None:
        """Forget a piece of work, and the journal that it may have."""
        if self.find(work_id) is None:
            return
        with self._transaction() as database:
            database.execute("delete from work where id = ?", (work_id,))
        journal = self.journal(work_id)
        for file in (journal, journal.with_name(f"{journal.name}-wal")):
            with suppress(OSError):  # some systems keep a file that somebody has open
                file.unlink()

    def journal(self, work_id: str) -> Path:
        """Return the file that a fight is written to as it happens."""
        folder = self.folder / "fights"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder / f"{work_id}.hazard"

    def find(self, work_id: str, kind: str | None = None) -> Work | None:
        """Return a piece of work, or None where there is none of that id (and kind)."""
        query = "select id, kind, title, document, changed from work where id = ?"
        with self._lock:
            row = self._database.execute(query, (work_id,)).fetchone()
        return None if row is None or kind not in (None, row[1]) else _work(row)

    def recent(self, kind: str | None = None, most: int = 12) -> list[Work]:
        """Return the latest work first."""
        query = (
            "select id, kind, title, document, changed from work"
            " where ? is null or kind = ? order by saved desc, changed desc limit ?"
        )
        with self._lock:
            return [_work(row) for row in self._database.execute(query, (kind, kind, most))]

    # ---- preferences -----------------------------------------------------------------------------------

    def preference(self, browser: str, name: str) -> str | None:
        """Return what a browser has chosen."""
        query = "select value from preference where browser = ? and name = ?"
        with self._lock:
            row = self._database.execute(query, (browser, name)).fetchone()
        return None if row is None else str(row[0])

    def prefer(self, browser: str, name: str, value: str) -> None:
        """Remember what a browser has chosen."""
        with self._transaction() as database:
            database.execute("insert or replace into preference values (?, ?, ?)", (browser, name, value))


def _keep_private(folder: Path) -> None:
    """Let nobody but its owner into a folder, nor into what an earlier hazard left there."""
    for path in (folder, *folder.rglob("*")):
        if path.is_symlink():
            continue  # what it leads to is not ours
        wanted = 0o700 if path.is_dir() else 0o600
        try:
            if path.stat().st_mode & 0o777 != wanted:
                path.chmod(wanted)
        except FileNotFoundError:
            continue  # SQLite of another process tidies up
        except OSError as error:  # somebody else's, or a disk that knows no owners
            LOG.warning("%s: others may be able to read it (%s)", path, error.strerror)


def _work(row: tuple[str, str, str, str, str]) -> Work:
    return Work(row[0], row[1], row[2], json.loads(row[3]), row[4])
