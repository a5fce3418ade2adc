"""A door on the network: its address, its token, and the file that tells other programs of both."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hazard.errors import UserError, quoted
from hazard.files import write_text
from hazard.serve.guard import Application, Guard
from hazard.serve.workers import Limits

SHORTEST_TOKEN = 16
"""The right token always passes, however often somebody guesses: it has to be long."""


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(24)


def checked_token(token: str | None) -> str:
    """Return the token that was chosen, if it is good enough, or a new one.

    >>> len(checked_token(None))
    32
    >>> checked_token("secret")
    Traceback (most recent call last):
    hazard.errors.UserError: the token has 6 characters; expected at least 16
    """
    if token is None or token == "new":
        return new_token()
    if len(token) < SHORTEST_TOKEN:
        raise UserError("serve.token_too_short", count=len(token), least=SHORTEST_TOKEN)
    if not re.fullmatch(r"[\w.~-]+", token, re.ASCII):
        raise UserError("serve.token_with_wrong_signs")
    return token


def checked_origin(text: str) -> str:
    """Return an origin as browsers send it.

    >>> checked_origin("http://localhost:30000/")
    'http://localhost:30000'
    """
    found = text.strip().rstrip("/")
    if not re.fullmatch(r"https?://(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?", found, re.ASCII):
        raise UserError("serve.origin_unreadable", found=quoted(text))
    return found


def read_address(text: str) -> tuple[str, int]:
    """Return host and port.

    >>> read_address("127.0.0.1:8323"), read_address("[::1]:0")
    (('127.0.0.1', 8323), ('::1', 0))
    """
    found = re.fullmatch(r"([\w.-]+|\[[0-9a-fA-F:.]+\]):(\d{1,5})", text.strip(), re.ASCII)
    if not found or int(found[2]) > 65535:
        raise UserError("serve.address_unreadable", found=quoted(text))
    return found[1].strip("[]"), int(found[2])


def free_port(host: str, wanted: int) -> int:
    """Return a port that can be listened on: ``wanted``, or for 0 any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, wanted))
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError("web.cannot_listen", host=host, port=wanted, error=reason) from None
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Door:
    """Where a server listens, and who may come in."""

    host: str
    port: int
    path: str
    token: str = field(repr=False)
    origins: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """What other programs are told.

        >>> Door("::1", 8322, "/v1", "secret").address
        'http://[::1]:8322/v1'
        """
        name = f"[{self.host}]" if ":" in self.host else "127.0.0.1" if self.host == "0.0.0.0" else self.host
        return f"http://{name}:{self.port}{self.path}"


def serve(door: Door, application: Application, limits: Limits) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from hazard.web.patience import LARGEST_HEADERS, Patient

    uvicorn.run(
        Guard(application, door.host, door.token, limits.bytes, door.origins),
        host=door.host,
        port=door.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        http=Patient,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
        timeout_graceful_shutdown=1,
        limit_concurrency=200,
    )


@contextlib.contextmanager
def told_in(file: Path | None, door: Door) -> Iterator[None]:
    """Write address and token to a file that only its owner can read, for as long as the server runs."""
    if file is None:
        yield
        return
    content = json.dumps({"address": door.address, "token": door.token}, indent=2) + "\n"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_text(file, content, mode=0o600)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if file.read_text("utf-8") == content:  # another server may have taken its place
                file.unlink()
