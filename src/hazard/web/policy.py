"""What a browser may do with an answer: run the scripts that the server put there, and nothing else.

Each page has a nonce, a number used once, in its policy and on the scripts that came with it. A script that
got into a page by any other way, in a name or a note that somebody typed, has no nonce and does not run; nor
does a handler inside a tag. Vue makes templates into functions in the browser, which needs ``unsafe-eval``,
and Quasar writes styles into elements, which needs inline styles; a style runs nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

SAFE = (
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
"""Said with every answer; the first is for browsers that do not know ``frame-ancestors``."""
OF_FILES = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_ANSWERS = ("http.response.start", "websocket.http.response.start", "websocket.accept")
_SCRIPT = re.compile(rb"<script(?=[\s>])", re.IGNORECASE)


def of_page(nonce: str) -> bytes:
    """Return the policy of a page whose scripts bear ``nonce``."""
    parts = (
        "default-src 'self'",
        f"script-src 'self' 'nonce-{nonce}' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return "; ".join(parts).encode()


class Policed:
    """``send`` that says with every answer what a browser may do with it."""

    def __init__(self, send: Send) -> None:
        """Hand messages on to ``send``."""
        self._send = send
        self._page: Message | None = None
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        """Send a part of an answer; a page is sent when all of it is there."""
        if message["type"] in _ANSWERS:
            page = message["type"] == "http.response.start" and _is_page(message)
            if page:
                self._page = message
                return
            _say(message, OF_FILES)
        elif self._page is not None and message["type"] == "http.response.body":
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            message = await self._begin_page()
        await self._send(message)

    async def _begin_page(self) -> Message:
        assert self._page is not None
        nonce, start = secrets.token_urlsafe(16), self._page
        body = _SCRIPT.sub(b'<script nonce="' + nonce.encode() + b'"', bytes(self._body))
        others = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        start["headers"] = [*others, (b"content-length", str(len(body)).encode())]
        _say(start, of_page(nonce))
        await self._send(start)
        self._page = None
        return {"type": "http.response.body", "body": body}


def _is_page(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in message.get("headers", ())
    )


def _say(message: Message, policy: bytes) -> None:
    headers = message.get("headers", ())
    message["headers"] = [*headers, (b"content-security-policy", policy), *SAFE]


def leave_pages_plain(scope: MutableMapping[str, Any]) -> None:
    """Ask for a page that is not compressed, so that its scripts can be given their nonce.

    >>> scope = {"headers": [(b"accept", b"text/html,*/*"), (b"accept-encoding", b"gzip")]}
    >>> leave_pages_plain(scope)
    >>> scope["headers"]
    [(b'accept', b'text/html,*/*')]
    """
    accepted = b",".join(value for name, value in scope["headers"] if name.lower() == b"accept")
    if b"text/html" in accepted or not accepted:
        scope["headers"] = [pair for pair in scope["headers"] if pair[0].lower() != b"accept-encoding"]
