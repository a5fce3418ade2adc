"""Weight files: named arrays and what they are, in NumPy's own format.

A weight file is an ``.npz`` archive, so that ``numpy.load`` opens it anywhere: one array for each part of the
value function, and ``about``, a JSON text: what the arrays are for, how they were made, their checksum.
"""

from __future__ import annotations

import hashlib
import math
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hazard.files import whole_file
from hazard.game import GameError

Arrays = dict[str, npt.NDArray[Any]]

WORTH_COMPRESSING = 64 * 2**20
"""Bytes up to which a file is compressed; more would keep a training waiting longer than it learns."""


LARGEST = 2**30
"""Bytes that a weight file may unpack to: a small file can say that it holds more than any memory."""


class WeightsError(GameError):
    """A weight file cannot be used: the message says which and why."""


class About(BaseModel):
    """What a weight file holds and how it was made."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["hazard weights 1"] = "hazard weights 1"
    game: str = Field(description="what the weights are for")
    design: str = Field(description="inputs and layout; weights of another design do not fit")
    settings: dict[str, Any] = Field(description="what the training was asked to do")
    games: int = Field(ge=0, description="games of self-play so far")
    seconds: float = Field(ge=0, description="time spent on them")
    command: str = Field(default="", description="what made the file")
    checksum: str = Field(default="", description="SHA-256 over the names, shapes and bytes of the arrays")


class Weights(BaseModel):
    """The arrays of a weight file, and what they are."""

    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True)

    arrays: Arrays
    about: About


def save_weights(path: Path, weights: Weights) -> None:
    """Write a weight file, whole or not at all: a file of that name stays until the new one is on disk.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name, "demo.npz")
    >>> about = About(game="demo", design="two numbers", settings={}, games=3, seconds=0.5)
    >>> save_weights(path, Weights(arrays={"w": np.array([1.0, 2.0], np.float32)}, about=about))
    >>> load_weights(path, game="demo", design="two numbers").arrays["w"]
    array([1., 2.], dtype=float32)
    """
    about = weights.about.model_copy(update={"checksum": checksum(weights.arrays)})
    text = np.frombuffer(about.model_dump_json().encode(), np.uint8)
    small = sum(array.nbytes for array in weights.arrays.values()) <= WORTH_COMPRESSING
    write = np.savez_compressed if small else np.savez
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        write(file, about=text, **weights.arrays)  # type: ignore[arg-type]


def read_weights(path: Path) -> Weights:
    """Read a weight file and check that it is whole, whatever it is for."""
    try:
        _check_size(path)
        with np.load(path, allow_pickle=False) as archive:
            arrays: Arrays = {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise WeightsError("learn.no_such_weight_file", path=path) from None
    except WeightsError:
        raise
    except Exception as error:  # whatever NumPy, zip and zlib find wrong with a damaged archive
        raise WeightsError("learn.weight_file_not_whole", path=path, error=error) from None
    text = arrays.pop("about", None)
    if text is None or text.dtype != np.uint8:
        raise WeightsError("learn.weights_without_description", path=path)
    try:
        about = About.model_validate_json(text.tobytes())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "about"
        raise WeightsError(
            "learn.weights_description_wrong", path=path, place=place, problem=first["msg"]
        ) from None
    if about.checksum != checksum(arrays):
        raise WeightsError("learn.weights_checksum_differs", path=path)
    return Weights(arrays=arrays, about=about)


def load_weights(path: Path, *, game: str, design: str) -> Weights:
    """Read a weight file and check it: that it is whole, and that it is for this game and design."""
    weights = read_weights(path)
    about = weights.about
    if (about.game, about.design) != (game, design):
        raise WeightsError(
            "learn.weights_for_another_game",
            path=path,
            found_game=about.game,
            found_design=about.design,
            game=game,
            design=design,
        )
    return weights


def _check_size(path: Path) -> None:
    """Refuse what would unpack to more than there should be, before any of it is unpacked.

    What a member says of its size is what is unpacked of it at most; an array that says it is larger than its
    member is not whole, and NumPy says so, but has asked for its memory by then.
    """
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        for member in members:
            with archive.open(member) as file:
                size = max(size, _array_bytes(file))
    if size > LARGEST:
        raise WeightsError("learn.weights_too_large", path=path, size=size, most=LARGEST)


def _array_bytes(file: IO[bytes]) -> int:
    """Return how many bytes an array needs, by its header."""
    version = np.lib.format.read_magic(file)  # type: ignore[no-untyped-call,unused-ignore]
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read(file)  # type: ignore[no-untyped-call,unused-ignore]
    return math.prod(shape) * int(kind.itemsize)


def bytes_apart(numbers: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return whole numbers of 16 bits as two rows of bytes: of weights, the higher ones are nearly all alike.

    >>> bytes_apart(np.array([1, -2, 258])).tolist()
    [[1, 254, 2], [0, 255, 1]]
    """
    return np.ascontiguousarray(numbers.astype("<i2").view(np.uint8).reshape(-1, 2).T)


def bytes_joined(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """Return the numbers whose bytes were kept apart.

    >>> bytes_joined(np.array([[1, 254, 2], [0, 255, 1]], np.uint8)).tolist()
    [1, -2, 258]
    """
    return np.ascontiguousarray(rows.T).view("<i2").ravel().astype(np.int16, copy=False)


def checksum(arrays: Mapping[str, npt.NDArray[Any]]) -> str:
    """Return the SHA-256 of the arrays, by name."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
