"""Files that are whole or absent: what is written is written beside its place first, and then put there."""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from hazard.errors import UserError


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a file to write, which takes its place once all of it is on the disk; else what was there stays.

    It has the rights of what it replaces, or those of ``mode`` from the first moment.

    Where there is something else than a plain file (a pipe, ``/dev/stdout``), it is written to as it is. An
    error names the path.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/new.txt") as file:
    ...         _ = file.write(b"whole")
    ...     print(os.listdir(folder), Path(folder, "new.txt").read_text())
    ['new.txt'] whole
    """
    try:
        place = Path(os.path.realpath(path))  # a link stays one, and what it leads to is written
    except OSError as error:  # there is no folder any more that we are in
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    unfinished = place.with_name(f"{place.name[:100]}.{secrets.token_hex(4)}.unfinished")
    try:
        before = _mode(place)
        if before is not None and not stat.S_ISREG(before):
            with place.open("wb") as file:
                yield file
            return
        rights = 0o666 if mode is None else mode
        with open(unfinished, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is None and before is not None:
            unfinished.chmod(stat.S_IMODE(before))
        unfinished.replace(place)
    except OSError as error:
        if error.filename in (None, str(place), str(unfinished)):
            raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error
        raise
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def home() -> Path:
    """Return the folder of whoever runs this; an account may have none."""
    try:
        return Path.home()
    except RuntimeError:
        raise UserError("cli.no_home") from None


def _mode(place: Path) -> int | None:
    try:
        return place.stat().st_mode
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def whole_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """The same for a long text in UTF-8, with its line ends as they are written."""
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
        try:
            yield text
            text.flush()
        finally:
            with contextlib.suppress(OSError):  # what cannot be flushed has been told
                text.detach()


def write_text(path: str | os.PathLike[str], text: str, mode: int | None = None) -> None:
    """Write a file of text in UTF-8, whole or not at all.

    >>> write_text("/nowhere/new.txt", "lost")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: '/nowhere/new.txt'
    """
    with whole_file(path, mode) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
