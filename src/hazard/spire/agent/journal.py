"""The agent's diary: one line of JSON for each decision, so that a run can be read, counted and replayed."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from hazard.errors import UserError, quoted

FORMAT = 1


class Journal:
    """Writes entries as they come; a journal that cannot be written is silent, for a run matters more."""

    def __init__(self, path: Path | None) -> None:
        """Append to ``path``; without one, keep nothing."""
        self.path = path
        self._file: TextIO | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8", errors="backslashreplace")

    def write(self, kind: str, **entry: Any) -> None:
        """Write one entry; what is empty is left out."""
        if self._file is None:
            return
        told = {key: value for key, value in entry.items() if value not in (None, [], {}, "")}
        line = json.dumps({"kind": kind, "time": round(time.time(), 3), **told}, default=str)
        try:
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:  # a full disk: said once
            reason = f"cannot write {str(self.path)!r}: {error.strerror}"
            sys.stderr.write(f"hazard: {reason}; going on without a journal\n")
            self._give_up()

    def _give_up(self) -> None:
        with contextlib.suppress(OSError):
            self.close()

    def close(self) -> None:
        """Close the file."""
        file, self._file = self._file, None
        if file is not None:
            file.close()


LONGEST_LINE = 1 << 24
"""Bytes; of a file without line ends no more is read at once."""


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """Read a journal entry by entry; a last line that was cut off is left out."""
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line.decode())
            except (ValueError, RecursionError) as error:
                if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                    return
                if isinstance(error, UnicodeDecodeError):
                    raise UserError("spire.journal_line_not_utf8", path=quoted(path), number=number) from None
                raise UserError("spire.journal_line_not_json", path=quoted(path), number=number) from None
            if not isinstance(entry, dict) or "kind" not in entry:
                raise UserError("spire.journal_entry_without_kind", path=quoted(path), number=number)
            yield entry
