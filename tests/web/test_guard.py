"""Who may come in. Every request goes through the guard before anything else sees it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("nicegui")

from hazard.errors import UserError
from hazard.web.app import check_door
from hazard.web.guard import COOKIE, LARGEST_BODY, SESSION, Guard
from hazard.web.policy import SAFE

TOKEN = "correct-horse"


async def _inner(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    read = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        read += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(read).encode()})


def ask(
    guard: Guard,
    kind: str = "http",
    path: str = "/",
    query: str = "",
    bodies: tuple[bytes, ...] = (b"",),
    extensions: dict[str, Any] | None = None,
    **headers: str,
) -> list[dict[str, Any]]:
    """Return what the guard, or the application behind it, answers."""
    said: list[dict[str, Any]] = []
    parts = list(bodies)
    named = {"host": "127.0.0.1:8321", **{name.replace("_", "-"): value for name, value in headers.items()}}

    async def receive() -> dict[str, Any]:
        if kind == "websocket":
            return {"type": "websocket.connect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Any) -> None:
        said.append(dict(message))

    scope = {
        "type": kind,
        "path": path,
        "query_string": query.encode(),
        "extensions": extensions or {},
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
    }
    asyncio.run(guard(scope, receive, send))
    return said


@pytest.fixture
def local() -> Guard:
    return Guard(_inner, "127.0.0.1")


@pytest.fixture
def public() -> Guard:
    return Guard(_inner, "0.0.0.0", TOKEN)


def test_this_machines_own_browser_comes_in(local: Guard) -> None:
    assert ask(local)[0]["status"] == 200
    assert ask(local, origin="http://127.0.0.1:8321")[0]["status"] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "", "[::"])
def test_a_name_that_was_pointed_here_is_refused(local: Guard, host: str) -> None:
    assert ask(local, host=host)[0]["status"] == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1"]
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_page_of_another_site_is_refused(local: Guard, origin: str, kind: str) -> None:
    said = ask(local, kind, origin=origin)
    assert said[0].get("status") == 403 or said[0] == {
        "type": "websocket.close",
        "code": 1008,
        "reason": f"a page of {origin} may not use this server",
    }


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_without_the_token_nothing_is_reached(public: Guard, kind: str) -> None:
    said = ask(public, kind)
    assert said[0].get("status", 401) == 401
    assert said[0]["type"] in ("http.response.start", "websocket.close")


@pytest.mark.parametrize("wrong", ["", "correct-hors", "correct-horsee", "x" * 1000, "ü"])
def test_a_wrong_token_is_no_token(public: Guard, wrong: str) -> None:
    assert ask(public, query=f"token={wrong}")[0]["status"] == 401
    assert ask(public, cookie=f"{COOKIE}={wrong}")[0]["status"] == 401


def test_the_token_goes_from_the_address_into_a_cookie_that_scripts_cannot_read(public: Guard) -> None:
    answer = ask(public, path="/tree", query=f"game=pig&token={TOKEN}")[0]
    headers = dict(answer["headers"])
    assert answer["status"] == 303
    assert headers[b"location"] == b"/tree?game=pig"
    assert b"HttpOnly" in headers[b"set-cookie"]
    assert b"SameSite=Lax" in headers[b"set-cookie"]


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/\r\nset-cookie: a=b", "/ü/€"])
def test_the_token_leads_on_to_this_server_only(public: Guard, path: str) -> None:
    headers = dict(ask(public, path=path, query=f"token={TOKEN}")[0]["headers"])
    assert re.fullmatch(rb"/[^/\\\r\n][!-~]*", headers[b"location"])


def test_whoever_has_the_cookie_comes_in(public: Guard) -> None:
    assert ask(public, cookie=f"{COOKIE}={TOKEN}")[0]["status"] == 200
    assert ask(public, "websocket", cookie=f"{COOKIE}={TOKEN}")[0]["type"] == "websocket.accept"


@given(st.lists(st.text(st.characters(max_codepoint=255, exclude_characters=";\r\n"), max_size=30)))
def test_no_cookie_of_another_program_shuts_the_token_out(foreign: list[str]) -> None:
    guard = Guard(_inner, "0.0.0.0", TOKEN)
    for place in range(len(foreign) + 1):
        cookies = [*foreign[:place], f"{COOKIE}={TOKEN}", *foreign[place:]]
        assert ask(guard, cookie="; ".join(cookies))[0]["status"] == 200
    if f"{COOKIE}={TOKEN}" not in foreign:
        assert ask(guard, cookie="; ".join(foreign))[0]["status"] == 401
        assert ask(guard, cookie="; ".join(foreign), query=f"token={TOKEN}")[0]["status"] == 303


def test_only_the_servers_own_session_is_handed_on() -> None:
    seen = []

    async def look(scope: Any, receive: Any, send: Any) -> None:
        seen.extend(scope["headers"])
        await _inner(scope, receive, send)

    guard = Guard(look, "127.0.0.1", mark="_1a2b")
    ask(guard, cookie=f"session=theirs; {SESSION}=another; {SESSION}_1a2b=ours; caf\xe9=\xff")
    assert [value for name, value in seen if name == b"cookie"] == [f"{SESSION}_1a2b=ours".encode()]


def test_two_servers_of_one_machine_have_cookies_of_their_own() -> None:
    one, other = (Guard(_inner, "0.0.0.0", TOKEN, mark) for mark in ("_1", "_2"))
    cookie = dict(ask(one, query=f"token={TOKEN}")[0]["headers"])[b"set-cookie"].decode().partition(";")[0]
    assert ask(one, cookie=cookie)[0]["status"] == 200
    assert ask(other, cookie=cookie)[0]["status"] == 401


def test_no_answer_may_be_shown_in_a_frame(local: Guard, public: Guard) -> None:
    answers = [
        ask(local),
        ask(local, "websocket"),
        ask(local, host="evil.example"),
        ask(local, content_length="-5"),
        ask(public),
        ask(public, accept="text/html"),
        ask(public, query=f"token={TOKEN}"),
    ]
    for said in answers:
        assert set(SAFE) <= set(said[0]["headers"])
        assert b"frame-ancestors 'none'" in dict(said[0]["headers"])[b"content-security-policy"]


def test_a_websocket_is_refused_with_its_reason_where_the_server_can_say_it(local: Guard) -> None:
    said = ask(local, "websocket", extensions={"websocket.http.response": {}}, origin="http://evil.example")
    assert (said[0]["type"], said[0]["status"]) == ("websocket.http.response.start", 403)
    assert set(SAFE) <= set(said[0]["headers"])
    assert said[1]["body"] == b"hazard: a page of http://evil.example may not use this server\n"


def test_a_body_that_says_it_is_too_large_is_refused_with_a_reason(local: Guard) -> None:
    said = ask(local, content_length=str(LARGEST_BODY + 1))
    assert said[0]["status"] == 413
    assert b"at most 4,194,304 bytes" in said[1]["body"]
    for wrong in ("-5", "²", "9" * 5000, "4 4", ""):
        assert ask(local, content_length=wrong)[0]["status"] == 400


def test_a_body_that_does_not_say_how_long_it_is_is_cut_off(local: Guard) -> None:
    assert ask(local, bodies=(b"x" * LARGEST_BODY, b"x", b"x")) == []


@pytest.mark.parametrize(
    "token", ["with spaces", "semi;colon", "schlüssel", "new\nline", "a&b=c#def", '"quoted"']
)
def test_a_token_that_no_cookie_or_address_can_carry_is_refused_at_the_start(token: str) -> None:
    with pytest.raises(UserError, match="letters, digits"):
        check_door("0.0.0.0", token)


def test_another_address_needs_a_token_and_a_long_one() -> None:
    for token in (None, "short"):
        with pytest.raises(UserError):
            check_door("192.168.0.7", token)
    check_door("192.168.0.7", TOKEN)
    check_door("127.0.0.1", None)


def test_a_ticket_lets_in_once() -> None:
    guard = Guard(_inner, "127.0.0.1", TOKEN, ticket="one-way")
    assert ask(guard, query="ticket=wrong")[0]["status"] == 401
    first = ask(guard, path="/pig", query="ticket=one-way")[0]
    assert first["status"] == 303
    assert dict(first["headers"])[b"location"] == b"/pig"
    assert dict(first["headers"])[b"set-cookie"].startswith(f"{COOKIE}={TOKEN}".encode())
    assert ask(guard, query="ticket=one-way")[0]["status"] == 401
    assert ask(Guard(_inner, "127.0.0.1", TOKEN), query="ticket=")[0]["status"] == 401


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_thousand_wrong_tokens_are_throttled_and_the_right_one_still_passes(kind: str) -> None:
    guard = Guard(_inner, "127.0.0.1", TOKEN)
    deny = {"extensions": {"websocket.http.response": {}}} if kind == "websocket" else {}
    told = [ask(guard, kind, cookie=f"{COOKIE}=guess{i}", **deny)[0]["status"] for i in range(1000)]  # type: ignore[arg-type]
    assert set(told) == {401, 429}
    assert told[:10] == [401] * 10
    assert told.count(401) < 30  # ten at once, and one for each second that this takes
    assert ask(guard)[0]["status"] == 401  # who guesses nothing is asked for the token as ever
    assert ask(guard, cookie=f"{COOKIE}={TOKEN}")[0]["status"] == 200
    throttled = ask(guard, query="token=guess", accept="text/html")
    assert throttled[0]["status"] == 429
    assert int(dict(throttled[0]["headers"])[b"retry-after"]) >= 1
    assert b"<form" in throttled[1]["body"]


def test_a_page_bears_a_nonce_on_its_own_scripts_and_a_policy_that_names_it() -> None:
    async def page(scope: Any, receive: Any, send: Any) -> None:
        assert all(name != b"accept-encoding" for name, _ in scope["headers"])
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", b"47")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"<script>1</script><scripted>", "more_body": True})
        await send({"type": "http.response.body", "body": b"<SCRIPT src=a></SCRIPT>"})

    nonces = set()
    for _ in range(2):
        start, body = ask(Guard(page, "127.0.0.1", None), accept="text/html", accept_encoding="gzip")
        headers = dict(start["headers"])
        found = re.search(rb"script-src 'self' 'nonce-([\w-]+)'", headers[b"content-security-policy"])
        assert found is not None
        nonce = found[1]
        assert body["body"].count(b'<script nonce="' + nonce + b'"') == 2
        assert b"<scripted>" in body["body"]
        assert int(headers[b"content-length"]) == len(body["body"])
        assert (
            b"'unsafe-inline'"
            not in headers[b"content-security-policy"].split(b"script-src")[1].split(b";")[0]
        )
        nonces.add(nonce)
    assert len(nonces) == 2
