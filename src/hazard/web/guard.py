"""Who may come in: this machine's own browser, or whoever knows the token.

Three doors, for pages, files and websockets alike, each with its reason when it stays shut:

1. *Host*: a request that asks for a name this server does not have comes from a page elsewhere that had its
   own name point here (DNS rebinding).
2. *Origin*: a page of another site may not talk to this server through the visitor's browser.
3. *Token*: on this machine too, where others may have an account, a visitor shows the token once; a cookie
   that scripts cannot read carries it from then on. The browser that `hazard web` opens is sent there with a
   ticket that is good for one visit: other accounts can read the command lines of running programs. Wrong
   tokens are throttled, while the right one always passes, so that nobody is locked out by somebody who
   guesses.

Browsers keep cookies by the name of a machine, not by its ports: every program that serves pages there gets
the cookies of all others, in whatever form those have. Ours bear a mark that no other server has; all others
are left at the door.

Every answer says what a browser may do with it (`hazard.web.policy`), and that no page may show it in a
frame, where a visitor could be made to click blindly.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from hazard.language import Statement, accepted, phrase
from hazard.web.policy import Policed, leave_pages_plain
from hazard.web.throttle import Throttle

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "hazard_token"
SESSION = "hazard_session"
LARGEST_BODY = 4 * 1024 * 1024
"""Bytes of an upload; a saved fight has less than a tenth of it."""


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is this machine as only it can reach itself.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


Refusal = tuple[int, Statement]
"""A status, and what is said."""


class Guard:
    """The doors, as a layer around the application."""

    def __init__(
        self, inner: Application, host: str, token: str | None = None, mark: str = "", ticket: str = ""
    ) -> None:
        """Let requests through to ``inner``; ``host`` is the address that the server listens on.

        ``mark`` ends the names of this server's cookies, the token's and the session's. ``ticket`` lets in as
        the token does, once.
        """
        self.inner = inner
        self.host = host
        self.token = token
        self.ticket = ticket
        self.throttle = Throttle()
        self.cookie, self.session = COOKIE + mark, SESSION + mark

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] not in ("http", "websocket"):
            await self.inner(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        cookies = _cookies(scope)
        send = Policed(send)
        leave_pages_plain(scope)
        refusal = self._wrong_host(headers) or self._wrong_origin(headers) or self._too_large(headers)
        if refusal is not None:
            status, reason = refusal
            await _refuse(scope, receive, send, status, reason.told(_language(headers)))
        elif self.token is None or self._knows_token(cookies):
            self._leave_foreign_cookies(scope, cookies)
            await self.inner(scope, _counted(receive), send)
        elif scope["type"] == "http" and (self._shows_token(scope) or self._gives_ticket(scope)):
            await _welcome(scope, send, f"{self.cookie}={self.token}")
        else:
            await _ask_for_token(scope, receive, send, headers, self._wait(scope, cookies))

    def _wrong_host(self, headers: dict[str, str]) -> Refusal | None:
        named = _host_of(f"//{headers.get('host', '')}")
        if is_loopback(self.host) and not is_loopback(named):
            return 403, Statement("serve.host_unknown", host=repr(named))
        return None

    @staticmethod
    def _wrong_origin(headers: dict[str, str]) -> Refusal | None:
        origin = headers.get("origin")
        if origin is None or origin.partition("//")[2] == headers.get("host"):
            return None
        return 403, Statement("web.origin_refused", origin=origin)

    @staticmethod
    def _too_large(headers: dict[str, str]) -> Refusal | None:
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length):
            return 400, Statement("serve.length_unreadable", found=repr(length[:20]))
        if int(length) > LARGEST_BODY:
            return 413, Statement("serve.body_too_large", most=LARGEST_BODY)
        return None

    def _knows_token(self, cookies: list[tuple[str, str]]) -> bool:
        return any(name == self.cookie and self._equals_token(value) for name, value in cookies)

    def _leave_foreign_cookies(self, scope: Scope, cookies: list[tuple[str, str]]) -> None:
        """Hand on the session only: what other programs put into the browser is none of our business."""
        own = [f"{name}={value}" for name, value in cookies if name == self.session and value.isascii()]
        others = [(name, value) for name, value in scope["headers"] if name.lower() != b"cookie"]
        scope["headers"] = [*others, *((b"cookie", each.encode()) for each in own[:1])]

    def _shows_token(self, scope: Scope) -> bool:
        return self._equals_token(_asked(scope, "token"))

    def _gives_ticket(self, scope: Scope) -> bool:
        given = _asked(scope, "ticket")
        if not self.ticket or not hmac.compare_digest(given.encode(), self.ticket.encode()):
            return False
        self.ticket = ""
        return True

    def _wait(self, scope: Scope, cookies: list[tuple[str, str]]) -> int:
        """Count a token that is wrong; return the seconds until the next will be looked at, or 0."""
        shown = _asked(scope, "token") or _asked(scope, "ticket")
        if not shown and not any(name == self.cookie for name, _ in cookies):
            return 0
        return self.throttle.wait((scope.get("client") or ("", 0))[0])

    def _equals_token(self, shown: str) -> bool:
        assert self.token is not None
        return hmac.compare_digest(shown.encode(), self.token.encode())


def _cookies(scope: Scope) -> list[tuple[str, str]]:
    """Return the cookies of a request, each by itself: one that makes no sense spoils no other.

    >>> _cookies({"headers": [(b"cookie", b'a={"b": 1}; [c]; d=e=f')]})
    [('a', '{"b": 1}'), ('[c]', ''), ('d', 'e=f')]
    """
    lines = (value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"cookie")
    parts = (part.partition("=") for line in lines for part in line.split(";"))
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _asked(scope: Scope, name: str) -> str:
    shown: dict[str, list[str]] = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return shown.get(name, [""])[0]


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets that do not close
        return ""


def _counted(receive: Receive) -> Receive:
    """Return ``receive`` with a limit, for bodies that do not say how long they are."""
    left = LARGEST_BODY

    async def counted() -> MutableMapping[str, Any]:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.disconnect"}
        return message

    return counted


_DOOR = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>hazard</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 12vh auto; padding: 0 1rem; }}
form {{ display: flex; flex-wrap: wrap; gap: .5rem; }} input {{ flex: 1 1 12rem; }}
input, button {{ font: inherit; padding: .5rem .75rem; min-width: 0; }}
input::placeholder {{ color: inherit; opacity: .8; }}</style>
<h1>hazard</h1><p>{reason}</p>
<form><input type="password" name="token" aria-label="Token" placeholder="Token" required autofocus>
<button>{enter}</button></form></html>
"""


async def _ask_for_token(
    scope: Scope, receive: Receive, send: Send, headers: dict[str, str], wait: int
) -> None:
    """Let a person enter the token; tell a program that it is missing, or to ``wait`` so many seconds."""
    status = 429 if wait else 401
    if scope["type"] == "websocket" or "text/html" not in headers.get("accept", ""):
        missing = Statement("web.token_missing")
        wrong = Statement("serve.too_many_wrong_tokens", seconds=wait) if wait else missing
        await _refuse(scope, receive, send, status, wrong.told(_language(headers)), wait)
        return
    language = _language(headers)
    reason, enter = phrase("web.token_needed", language), phrase("web.enter", language)
    page = _DOOR.format(language=language, reason=reason, enter=enter)
    await _answer(send, status, "text/html", page, retry=wait)


def _language(headers: dict[str, str]) -> str:
    return accepted(headers.get("accept-language", ""))


async def _answer(send: Send, status: int, kind: str, text: str, door: str = "http", retry: int = 0) -> None:
    body = text.encode()
    headers = [
        (b"content-type", f"{kind}; charset=utf-8".encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    if retry:
        headers.append((b"retry-after", str(retry).encode()))
    await send({"type": f"{door}.response.start", "status": status, "headers": headers})
    await send({"type": f"{door}.response.body", "body": body})


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, reason: str, retry: int = 0
) -> None:
    door = "http"
    if scope["type"] == "websocket":
        await receive()  # the handshake
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": reason[:120]})
            return
        door = "websocket.http"
    await _answer(send, status, "text/plain", f"hazard: {reason}\n", door, retry)


async def _welcome(scope: Scope, send: Send, cookie: str) -> None:
    """Put the token into a cookie and out of the address."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    for shown in ("token", "ticket"):
        query.pop(shown, None)
    # Of this server and nobody else's: two slashes would begin another's name.
    path = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{urlencode(query, doseq=True)}" if query else "")
    # Lax: whoever follows a link to here from a chat or a letter brings it along; no other request of theirs.
    cookie = f"{cookie}; Path=/; HttpOnly; SameSite=Lax"
    headers = [(b"location", path.encode("latin-1", "replace")), (b"set-cookie", cookie.encode("latin-1"))]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
