"""Where to keep what can be made again: a folder for caches, and files that are whole or absent."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from hazard.files import home


def cache_folder() -> Path:
    """Return the folder for hazard's caches; ``XDG_CACHE_HOME`` moves it on every platform.

    >>> cache_folder().name
    'hazard'
    """
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen) / "hazard"
    if sys.platform == "darwin":
        return home() / "Library" / "Caches" / "hazard"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / "hazard"
    return home() / ".cache" / "hazard"


def write_whole(path: Path, content: bytes) -> bool:
    """Write a file so that nobody ever sees a part of it; return whether that could be done.

    A cache that cannot be written (a full disk, a folder that is read-only) is no error: it is made again.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            temporary = file.name
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return False
    return True
