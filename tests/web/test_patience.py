"""Clients that do not finish what they ask, or never stop asking: no token is needed to try."""

import asyncio
import contextlib
import socket

import pytest

uvicorn = pytest.importorskip("uvicorn")

from hazard.web import patience  # noqa: E402

HEAD = b"POST / HTTP/1.1\r\nHost: here\r\n"


async def length_of_body(scope, receive, send):
    read, more = 0, True
    while more:
        message = await receive()
        read += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"%03d" % read})


def answers(*clients):
    """Return what a server says to each client; a client is what it sends, with waits between."""

    async def ask(port, parts):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(ConnectionError):
            for part in parts:
                if isinstance(part, bytes):
                    writer.write(part)
                    await writer.drain()
                else:
                    await asyncio.sleep(part)
        said = b""
        with contextlib.suppress(ConnectionError):
            said = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return said

    async def whole():
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            length_of_body,
            http=patience.Patient,
            h11_max_incomplete_event_size=patience.LARGEST_HEADERS,
            lifespan="off",
            log_level="critical",
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        try:
            port = listening.getsockname()[1]
            return await asyncio.gather(*(ask(port, parts) for parts in clients))
        finally:
            server.should_exit = True
            await running

    return asyncio.run(whole())


def test_who_does_not_finish_a_request_is_let_go(monkeypatch):
    monkeypatch.setattr(patience, "PATIENCE", 0.5)
    silent, slow_head, slow_body = answers(
        [],
        [HEAD, *[b"X: y\r\n", 0.1] * 20],
        [HEAD + b"Content-Length: 100\r\n\r\n", *[b"x", 0.1] * 20],
    )
    assert (silent, slow_head, slow_body) == (b"", b"", b"")


def test_who_finishes_in_time_is_answered_and_may_ask_again():
    ask = HEAD + b"Content-Length: 5\r\n"
    [said] = answers(
        [HEAD, 0.1, b"Content-Length: 5\r\n\r\n12", 0.1, b"345", ask + b"Connection: close\r\n\r\n12345"]
    )
    assert said.count(b"HTTP/1.1 200") == said.count(b"005") == 2


def test_a_head_without_an_end_is_refused_before_it_fills_the_memory():
    endless, large = answers(
        [HEAD, *[b"X: " + b"y" * 50_000 + b"\r\n"] * 100],
        [HEAD + b"X: " + b"y" * 200_000 + b"\r\nConnection: close\r\n\r\n"],
    )
    assert not endless or endless.startswith(b"HTTP/1.1 4")
    assert large.startswith(b"HTTP/1.1 200")
