"""How a job travels to other processes and machines, with the files in which somebody wrote their game.

What a job is made of is pickled by name. A worker finds those names as the driver does: in the same folders,
in files that the driver has loaded by their path, and in the program that was started. These files go along,
so that a machine that does not have them can use them too.
"""

from __future__ import annotations

import importlib.util
import io
import pickle
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from hazard import __version__
from hazard.search import SettingError

BY_PATH = "hazard_user_"
"""How modules are called that were loaded from a file by its path."""
PROGRAM = "hazard_driver_program"
"""How the program that was started is called in a worker; there, ``__main__`` is something else."""


@dataclass(frozen=True)
class Parcel:
    """A job, and where the names in it come from."""

    version: str
    folders: tuple[str, ...]
    files: dict[str, tuple[str, str]]
    """Path and text of each module that was loaded from a file by its path."""
    job: bytes


def sendable(job: Any) -> bytes:
    """Return a job as bytes for other processes, or say what keeps it from being sent."""
    try:
        written = pickle.dumps(job)
    except Exception as error:
        raise SettingError("executor.cannot_send", error=str(error)) from error
    parts = (__version__, tuple(filter(None, sys.path)), _files(), written)
    return pickle.dumps(parts)


def _files() -> dict[str, tuple[str, str]]:
    """Return the files that were loaded by their path, and the program itself."""
    found: dict[str, tuple[str, str]] = {}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path is None or not (name.startswith(BY_PATH) or name == "__main__"):
            continue
        try:
            found[PROGRAM if name == "__main__" else name] = (path, Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # a program without a text of its own, such as a zip file
    return found


def received(sent: bytes) -> Any:
    """Return a job in a worker."""
    parcel = Parcel(*pickle.loads(sent))
    if parcel.version != __version__:
        raise SettingError("executor.versions_differ", driver=parcel.version, worker=__version__)
    for folder in parcel.folders:
        if folder not in sys.path and Path(folder).exists():
            sys.path.append(folder)
    try:
        for name in parcel.files:
            if name != PROGRAM:
                _loaded(name, parcel)
        return _Reader(parcel).load()
    except (ImportError, AttributeError) as error:
        raise SettingError("executor.worker_cannot_load", error=str(error)) from error


class _Reader(pickle.Unpickler):
    """Finds what the driver's program defines where a worker has loaded it."""

    def __init__(self, parcel: Parcel) -> None:
        super().__init__(io.BytesIO(parcel.job))
        self._parcel = parcel

    def find_class(self, module: str, name: str) -> Any:
        if module == "__main__" and not hasattr(sys.modules["__main__"], name.partition(".")[0]):
            if PROGRAM not in self._parcel.files:
                raise AttributeError(f"{name} is defined in no file")
            _loaded(PROGRAM, self._parcel)
            module = PROGRAM
        return super().find_class(module, name)


def _loaded(name: str, parcel: Parcel) -> ModuleType:
    """Load a file as the driver did; where it is not there, or another one, from what was sent of it."""
    if name in sys.modules:
        return sys.modules[name]
    path, text = parcel.files[name]
    return load_file(name, path if _text_of(path) == text else _written(path, text))


def _text_of(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _written(path: str, text: str) -> str:
    place = Path(tempfile.mkdtemp(prefix="hazard-"), Path(path).name)
    place.write_text(text, encoding="utf-8")
    return str(place)


def load_file(name: str, path: str | Path) -> ModuleType:
    """Run a file of Python as the module of a name."""
    loading = importlib.util.spec_from_file_location(name, path)
    if loading is None or loading.loader is None:
        raise ImportError(f"{path} is no file of Python")
    module = importlib.util.module_from_spec(loading)
    sys.modules[name] = module  # dataclasses and pickling look modules up by name
    try:
        loading.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
