"""Who may come in: a program of this machine, or of another one, that knows the token.

Before a request reaches a door, each with its reason when it is refused:

1. *Host*: a request for a name that this server does not have comes from a page elsewhere that had its own
   name point here (DNS rebinding).
2. *Origin*: a page of another site may use this server only if its owner has said so.
3. *Size*: a body has a limit, whether it says its length or not.
4. *Token*: on this machine too, where others may have an account. The right token always passes; wrong ones
   are throttled, so that nobody is locked out by somebody who guesses. Tokens are long: guessing is hopeless.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from hazard.errors import quoted
from hazard.language import accepted
from hazard.serve.mistakes import ServeError, told
from hazard.web.guard import is_loopback
from hazard.web.throttle import Throttle

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)
"""Said with every answer."""


@dataclass
class Guard:
    """The checks, as a layer around an application."""

    inner: Application
    host: str
    token: str
    most_bytes: int
    origins: tuple[str, ...] = ()
    throttle: Throttle = field(default_factory=Throttle)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.inner(scope, receive, send)
            return  # a websocket is not answered, and closed by the server
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        send = _safely(send, headers.get("origin") if self._allowed(headers) else None)
        try:
            self._check_host(headers)
            self._check_origin(headers)
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                await _preflight(send)
                return
            self._check_token(headers, (scope.get("client") or ("", 0))[0])
            self._check_length(headers)
        except ServeError as error:
            await refuse(send, error, accepted(headers.get("accept-language", "")))
            return
        await self.inner(scope, _counted(receive, self.most_bytes), send)

    def _check_host(self, headers: dict[str, str]) -> None:
        try:
            named = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:  # brackets that do not close
            named = ""
        if is_loopback(self.host) and not is_loopback(named):
            raise ServeError("serve.host_unknown", host=quoted(named))

    def _allowed(self, headers: dict[str, str]) -> bool:
        origin = headers.get("origin")
        return origin in self.origins or (
            origin is not None and origin.partition("//")[2] == headers.get("host")
        )

    def _check_origin(self, headers: dict[str, str]) -> None:
        origin = headers.get("origin")
        if origin is not None and not self._allowed(headers):
            raise ServeError("serve.origin_refused", origin=origin[:200])

    def _check_length(self, headers: dict[str, str]) -> None:
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length):
            raise ServeError("serve.length_unreadable", found=quoted(length))
        if int(length) > self.most_bytes:
            raise ServeError("serve.body_too_large", most=self.most_bytes)

    def _check_token(self, headers: dict[str, str], address: str) -> None:
        scheme, _, shown = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not shown.strip():
            raise ServeError("serve.token_missing")
        if hmac.compare_digest(shown.strip().encode("latin-1", "replace"), self.token.encode()):
            return
        if seconds := self.throttle.wait(address):
            raise ServeError("serve.too_many_wrong_tokens", seconds=seconds)
        raise ServeError("serve.token_wrong")


def _safely(send: Send, origin: str | None) -> Send:
    """Return ``send`` that adds to every answer what browsers should know."""
    shared = [] if origin is None else [(b"access-control-allow-origin", origin.encode("latin-1"))]

    async def say(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *SAFE, *shared, (b"vary", b"origin")]
        await send(message)

    return say


async def _preflight(send: Send) -> None:
    """Tell a browser that a page of an allowed origin may ask."""
    headers = [
        (b"access-control-allow-methods", b"GET, POST, DELETE"),
        (b"access-control-allow-headers", b"authorization, content-type, accept-language"),
        (b"access-control-max-age", b"600"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _counted(receive: Receive, most: int) -> Receive:
    """Return ``receive`` with a limit, for bodies that do not say how long they are."""
    left = most

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise ServeError("serve.body_too_large", most=most)
        return message

    return counted


async def refuse(send: Send, error: ServeError, language: str) -> None:
    """Answer with what is wrong."""
    mistake = told(error, language)
    body = json.dumps(mistake.to_dict()).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"content-language", language.encode()),
    ]
    if mistake.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="hazard"'))
    if mistake.status == 429:
        headers.append((b"retry-after", str(error.context["seconds"]).encode()))
    await send({"type": "http.response.start", "status": mistake.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
