"""Messages between the server and its workers: the length in four bytes, then JSON."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")


def packed(message: dict[str, Any]) -> bytes:
    """Return a message as a frame.

    >>> packed({"a": 1})
    b'\\x00\\x00\\x00\\x07{"a":1}'
    """
    data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    return _LENGTH.pack(len(data)) + data


def write(stream: BinaryIO, message: dict[str, Any]) -> None:
    """Write a frame at once."""
    stream.write(packed(message))
    stream.flush()


def read(stream: BinaryIO) -> dict[str, Any] | None:
    """Read a frame; None at the end.

    >>> import io
    >>> stream = io.BytesIO(packed({"a": 1}))
    >>> read(stream), read(stream)
    ({'a': 1}, None)
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return _message(data) if len(data) == length else None


async def receive(stream: asyncio.StreamReader) -> dict[str, Any] | None:
    """Read a frame without holding anybody up; None at the end."""
    try:
        (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
        return _message(await stream.readexactly(length))
    except asyncio.IncompleteReadError:
        return None


def _message(data: bytes) -> dict[str, Any]:
    found = json.loads(data)
    assert isinstance(found, dict)
    return found
