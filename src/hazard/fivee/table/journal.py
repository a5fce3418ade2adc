"""A fight written to disk as it happens: every fact is a row, in a transaction of its own.

The file is an SQLite database with write-ahead logging; while it is open, the latest facts may lie in a file
beside it whose name ends with ``-wal``. Each fact is committed with ``synchronous=FULL`` before it is
acknowledged: a process that is killed, or a machine that loses its power, loses nothing that was. States are
kept at decisions, as JSON; what lies between them is replayed. Undo moves a cursor and removes nothing; a new
fact after an undo takes the place of what was undone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.written import read_fact, write_row
from hazard.fivee.table.facts import Fact

VERSION = "hazard-journal/2"
EARLIER = ("hazard-journal/1",)
"""Versions that are read as well: their plans are words. A fact that is added makes the file one of this."""
_CACHE_KB = 64
"""Facts are only appended, so that what was written before need not stay in memory."""
_TABLES = """
create table about (key text primary key, value text not null) without rowid;
create table events (
  number integer primary key, fact text not null, told text not null, state text,
  at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
create table cursor (only_row integer primary key check (only_row = 1), number integer not null);
insert into cursor values (1, 0);
"""


class Event(NamedTuple):
    """A fact with its number, the words it was acknowledged with, and the state where somebody decides."""

    number: int
    fact: Fact
    told: str
    state: dict[str, Any] | None


class Journal:
    """The file of one running fight."""

    def __init__(self, file: Path, database: sqlite3.Connection) -> None:
        """Hold an open file; :meth:`create` and :meth:`open` are the ways in."""
        self.file = file
        self._database = database

    # ---- opening ---------------------------------------------------------------------------------------

    @classmethod
    def create(cls, file: Path, start: dict[str, Any], about: dict[str, str]) -> Journal:
        """Begin a journal: the state a fight starts in, and what else has to be known."""
        if file.exists():
            raise ContentError("fivee.file_exists_already", file=file)
        if not file.parent.is_dir():
            raise ContentError("fivee.no_such_folder", file=file, folder=str(file.parent))
        with _opened(cls, file) as journal, journal._transaction() as database:
            for statement in _TABLES.split(";"):
                database.execute(statement)
            rows = {"version": VERSION, "start": json.dumps(start), **about}
            database.executemany("insert into about values (?, ?)", list(rows.items()))
        return journal

    @classmethod
    def open(cls, file: Path) -> Journal:
        """Open a journal to go on with it."""
        if not file.is_file():
            raise ContentError("fivee.no_such_file", file=file)
        with _opened(cls, file) as journal:
            version = journal.about("version")
            if version not in (VERSION, *EARLIER):
                raise ContentError("fivee.save_version_differs", file=file, found=version, known=VERSION)
        return journal

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    # ---- writing ---------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Let what is appended from now on wait for :meth:`release`."""
        with _sentences(self.file):
            self._database.execute("begin immediate")

    def release(self) -> None:
        """Write all that has waited, in one go: it is on the disk when this returns, or none of it is."""
        with _sentences(self.file):
            try:
                self._database.execute("commit")
            except sqlite3.Error:
                self._database.execute("rollback")
                raise

    def drop(self) -> None:
        """Forget all that has waited: what was there before is there again."""
        with _sentences(self.file):
            if self._database.in_transaction:
                self._database.execute("rollback")

    def append(self, fact: Fact, told: str, state: dict[str, Any] | None) -> int:
        """Write a fact; when this returns, it is on the disk. Return its number."""
        with _sentences(self.file), self._transaction() as database:
            number = self._cursor(database) + 1
            database.execute("delete from events where number >= ?", (number,))
            database.execute("update about set value = ? where key = 'version'", (VERSION,))
            kept = None if state is None else json.dumps(state)
            row = (number, json.dumps(write_row(fact)), told, kept)
            database.execute("insert into events (number, fact, told, state) values (?, ?, ?, ?)", row)
            database.execute("update cursor set number = ?", (number,))
        return number

    def move_cursor(self, number: int) -> None:
        """Undo or redo: what lies after ``number`` is undone."""
        with _sentences(self.file), self._transaction() as database:
            database.execute("update cursor set number = ?", (number,))

    # ---- reading ---------------------------------------------------------------------------------------

    def about(self, key: str) -> str | None:
        """Return what was written at the beginning."""
        row = self._database.execute("select value from about where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def start(self) -> dict[str, Any]:
        """Return the state that the fight began in."""
        with _sentences(self.file):
            return _object(self.about("start"), f"{self.file}: start")

    def read(self) -> tuple[list[Event], int]:
        """Return all events, undone ones included, and the number of the last that is not undone."""
        with _sentences(self.file):
            # All at once: a query that is not read to its end keeps the file locked, even when it is closed.
            rows = self._database.execute(
                "select number, fact, told, state from events order by number"
            ).fetchall()
            events = []
            for expected, (number, fact, told, state) in enumerate(rows, 1):
                place = f"{self.file}: event {number}"
                if number != expected:
                    raise ContentError("fivee.event_missing", place=place, number=expected)
                kept = None if state is None else _object(state, place)
                events.append(Event(number, read_fact(_object(fact, place), place), str(told), kept))
            cursor = self._cursor(self._database)
        if not 0 <= cursor <= len(events):
            raise ContentError("fivee.cursor_out_of_range", file=self.file, found=cursor, most=len(events))
        return events, cursor

    @staticmethod
    def _cursor(database: sqlite3.Connection) -> int:
        row = database.execute("select number from cursor").fetchone()
        if row is None or not isinstance(row[0], int):
            raise sqlite3.DatabaseError("there is no cursor")
        return int(row[0])

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self._database.in_transaction:
            yield self._database
            return
        self._database.execute("begin immediate")
        try:
            yield self._database
        except BaseException:
            self._database.execute("rollback")
            raise
        self._database.execute("commit")


@contextmanager
def _opened(kind: type[Journal], file: Path) -> Iterator[Journal]:
    """Open a file; if what is done inside goes wrong, nobody holds it any more."""
    with _sentences(file):
        # Whoever shares a journal between threads lets them in one at a time.
        database = sqlite3.connect(file, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            _take_alone(database)
            yield kind(file, database)
        except BaseException:
            database.close()
            raise


def _take_alone(database: sqlite3.Connection) -> None:
    database.execute("pragma locking_mode = exclusive")  # one game master at a time
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")
    database.execute(f"pragma cache_size = -{_CACHE_KB}")
    database.execute("begin exclusive")
    database.execute("commit")


def _object(text: Any, place: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise ContentError("fivee.save_entry_not_json", place=place) from None
    if not isinstance(found, dict):
        raise ContentError("fivee.save_entry_not_an_object", place=place)
    return found


@contextmanager
def _sentences(file: Path) -> Iterator[None]:
    """Say in a sentence what SQLite has against a file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise ContentError("fivee.fight_in_use", file=file) from None
        raise ContentError("fivee.save_cannot_be_used", file=file, error=error) from None
    except sqlite3.DatabaseError as error:
        raise ContentError("fivee.not_a_saved_fight", file=file, error=error) from None
