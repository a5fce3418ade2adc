"""The web pages under load: twenty visitors without a browser, each with their own fight, for two minutes.

Each opens the page, speaks to it over its websocket as a browser would, lets hazard play turn after turn with
a second to look at each suggestion, and now and then asks for a forecast. Told: how long a suggestion takes
from the click to its words, what went wrong, and how the server's memory grew. Nothing here waits without an
end: what takes longer than ``PATIENCE`` is an error of the visitor who waited for it.
"""

from __future__ import annotations

import ast
import asyncio
import html
import json
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import numpy as np
import socketio

from common import Report, arguments
from hazard.fivee.content.library import encounters

PATIENCE = 30.0
"""Seconds until somebody who waits gives up."""
READS = 1.0
"""Seconds that somebody looks at a suggestion before the next click."""
TELLS = 3.0
"""Seconds between two notes of a browser about what has arrived."""
LOOKS = 12
"""How often the server's memory is looked at; its growth is judged from the fourth look on."""
T = TypeVar("T")


async def soon(work: Awaitable[T], what: str) -> T:
    """Wait for something, but not for ever."""
    try:
        return await asyncio.wait_for(work, PATIENCE)
    except TimeoutError:
        raise TimeoutError(f"{what}: nothing for {PATIENCE:g} s") from None


def browser() -> aiohttp.ClientSession:
    """Return a client that, like a browser, opens a websocket on a connection of its own.

    A server may not be done with the page that came over a connection when a websocket takes it over, and
    drops it as idle.
    """
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))


class Visitor:
    """One page, as its websocket shows it: elements by number, and what they answer to."""

    def __init__(self, address: str, number: int, reads: float = 0.0) -> None:
        """Begin with nothing loaded; look at each suggestion for so many seconds."""
        self.reads = reads
        self.address = address
        self.number = number
        self.elements: dict[str, dict[str, Any]] = {}
        self.errors: list[str] = []
        self.seconds: list[float] = []
        self.where = self.said = ""
        self.arrived = 0
        self.changed = asyncio.Event()

    async def open(self, session: aiohttp.ClientSession, path: str) -> None:
        """Load a page and connect to it."""
        async with session.get(self.address + path, timeout=aiohttp.ClientTimeout(PATIENCE)) as answer:
            text = await answer.text()
        raw = re.search(r"parseElements\(String\.raw`(.*?)`\)", text, re.S)
        query = re.search(r"query: (\{.*?\}),\n", text)
        assert raw is not None
        assert query is not None
        self.elements = json.loads(html.unescape(raw[1]))
        self.newest: dict[str, int] = {}
        self.arrived = 0
        asked = {name: str(value) for name, value in ast.literal_eval(query[1]).items()}
        self.client = asked["client_id"]
        asked |= {"document_id": str(uuid.uuid4()), "tab_id": str(uuid.uuid4()), "implicit_handshake": "true"}
        self.socket = socketio.AsyncClient(http_session=session, reconnection=False)
        self.socket.on("update", self._update)
        self.socket.on("open", self._open)
        self.socket.on("notify", self._notify)
        words = "&".join(f"{name}={value}" for name, value in asked.items())
        connected = self.socket.connect(
            f"{self.address}?{words}",
            transports=["websocket"],
            socketio_path="_nicegui_ws/socket.io",
            wait_timeout=PATIENCE,
        )
        await soon(connected, f"connecting to /{path}")
        self.telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Say now and then what has arrived, as a browser does; the server keeps only the rest."""
        while self.socket.connected:
            await self.socket.emit("ack", {"client_id": self.client, "next_message_id": self.arrived + 1})
            await asyncio.sleep(TELLS)

    async def leave(self) -> None:
        """Close the page."""
        self.telling.cancel()
        await soon(self.socket.disconnect(), "leaving")

    def _update(self, message: dict[str, Any]) -> None:
        number = int(message.pop("_id", 0))
        self.arrived = max(self.arrived, number)
        for key, element in message.items():
            if self.newest.get(key, -1) > number:
                continue  # messages are handed on side by side, and may overtake each other
            self.newest[key] = number
            if element is None:
                self.elements.pop(key, None)
            else:
                self.elements[key] = element
        self.changed.set()

    def _open(self, message: dict[str, Any]) -> None:
        self.where = str(message["path"]).lstrip("/")
        self.changed.set()

    def _notify(self, message: dict[str, Any]) -> None:
        self.said = str(message.get("message"))
        if message.get("type") == "negative":
            self.errors.append(self.said)

    def find(self, mark: str) -> tuple[str, dict[str, Any]] | None:
        """Return the element that a page marks so."""
        for key, element in self.elements.items():
            if str((element.get("props") or {}).get("data-testid", "")) == mark:
                return key, element
        return None

    async def until(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds; return whether it does."""
        end = time.perf_counter() + PATIENCE
        while not holds():
            left = end - time.perf_counter()
            self.changed.clear()
            if left <= 0:
                return False
            try:
                await asyncio.wait_for(self.changed.wait(), min(left, 1.0))
            except TimeoutError:
                continue
        return True

    async def click(self, mark: str) -> None:
        """Click what is marked so."""
        if not await self.until(lambda: self.find(mark) is not None):
            raise TimeoutError(f"there is no {mark}")
        found = self.find(mark)
        assert found is not None
        key, element = found
        listener = next(event for event in element["events"] if event["type"] == "click")
        event = {"id": int(key), "client_id": self.client, "args": ["{}"]}
        sent = self.socket.emit("event", event | {"listener_id": listener["listener_id"]})
        await soon(sent, f"a click on {mark}")

    def shown(self) -> tuple[str, str]:
        """Return whose turn it is and what is suggested, by the number that every new text has."""
        head, words = self.find("headline"), self.find("suggestion")
        return str(head and head[1].get("text")), str(words and (words[0], words[1].get("text")))

    def _over(self) -> bool:
        return self.find("headline") is None

    def _moved_on(self, before: tuple[str, str]) -> bool:
        """Tell whether the next suggestion is shown, or the fight is over."""
        return self._over() or (self.find("suggestion") is not None and self.shown() != before)

    async def visit(self, seconds: float) -> None:
        """Play until the time is up; begin anew when a fight is over."""
        end = time.perf_counter() + seconds
        names = list(encounters())
        async with browser() as session:
            fights = 0
            while time.perf_counter() < end:
                try:
                    await self._fight(session, names[(self.number + fights) % len(names)], end)
                except Exception as error:
                    self.errors.append(f"{type(error).__name__}: {error}")
                    await asyncio.sleep(0.5)
                fights += 1

    async def _fight(self, session: aiohttp.ClientSession, name: str, end: float) -> None:
        """Set an example up, start it, and play it to its end or to the end of the visit."""
        where = "combat"
        for mark in (f"example-{name}", "start-fight"):
            self.where = ""
            await self.open(session, where)
            await self.click(mark)
            if not await self.until(lambda: bool(self.where)):
                raise TimeoutError(f"{mark} leads nowhere; last said: {self.said}")
            await self.leave()
            where = self.where
        await self.open(session, where)
        turns = 0
        while time.perf_counter() < end:
            if not await self.until(lambda: self.find("suggestion") is not None or self._over()):
                raise TimeoutError("no suggestion")
            if self._over():
                break
            await asyncio.sleep(self.reads)
            await self._turn(name)
            turns += 1
            if turns % 5 == 0:
                await self.click("run-forecast")
        await self.leave()

    async def _turn(self, name: str) -> None:
        """Do what is suggested and wait for the next suggestion."""
        before = self.shown()
        begun = time.perf_counter()
        await self.click("do_and_roll")
        if not await self.until(partial(self._moved_on, before)):
            told = f"{before}, {self.shown()}; last said: {self.said}"
            raise TimeoutError(f"a turn of {name} does not end: {told}")
        self.seconds.append(time.perf_counter() - begun)


class Server:
    """``hazard web`` as a process of its own; it speaks to files, so that it never waits for a reader."""

    def __init__(self, folder: Path) -> None:
        """Start it, and wait until it has said where it is."""
        self.said, self.complained = folder / "stdout.txt", folder / "stderr.txt"
        command = [sys.executable, "-m", "hazard", "web", "--no-browser", "--port", "0", "--json"]
        command += ["--token", "none"]
        self.begun = time.perf_counter()
        with self.said.open("w") as out, self.complained.open("w") as err:
            self.process = subprocess.Popen([*command, "--data", str(folder)], stdout=out, stderr=err)
        self._until(lambda: "}" in self.said.read_text(), "does not say where it is")
        self.address: str = json.loads(self.said.read_text())["address"]

    def _until(self, holds: Callable[[], bool], otherwise: str) -> None:
        while not holds():
            if self.process.poll() is not None:
                raise SystemExit(f"hazard web ended by itself: {self.complained.read_text()}")
            if time.perf_counter() - self.begun > PATIENCE:
                self.stop()
                raise SystemExit(f"hazard web {otherwise}: {self.complained.read_text()}")
            time.sleep(0.01)

    def usable_after(self) -> float:
        """Return the seconds from the command until a visitor has the home page and its websocket."""
        self._until(lambda: asyncio.run(self._came_in()), "does not answer")
        return time.perf_counter() - self.begun

    async def _came_in(self) -> bool:
        visitor = Visitor(self.address, 0)
        async with browser() as session:
            try:
                await visitor.open(session, "")
            except aiohttp.ClientConnectionError:
                return False
            await visitor.leave()
        return True

    def megabytes(self) -> float:
        """Return how much memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def stop(self) -> None:
        """End it, by force if it does not listen."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


async def measure(server: Server, visitors: int, seconds: float) -> tuple[list[Visitor], list[float]]:
    """Let everybody visit, and watch the server's memory."""
    reads = READS if visitors > 1 else 0.0
    everybody = [Visitor(server.address, number, reads) for number in range(visitors)]
    held: list[float] = []

    async def watch() -> None:
        for _ in range(LOOKS):
            await asyncio.sleep(seconds / LOOKS)
            held.append(server.megabytes())

    await asyncio.gather(watch(), *(visitor.visit(seconds) for visitor in everybody))
    return everybody, held


def judge(report: Report, alone: Visitor, everybody: list[Visitor], usable: float, held: list[float]) -> None:
    """Put what was seen into tables and claims."""
    everyone = [alone, *everybody]
    one = np.array(alone.seconds or [PATIENCE])
    times = np.array([found for visitor in everybody for found in visitor.seconds] or [PATIENCE])
    errors = [error for visitor in everyone for error in visitor.errors]
    slowest, third = float(np.quantile(times, 0.99)), held[LOOKS // 4]
    report.table(
        "One visitor",
        ("s until the home page", "turns", "p50 s", "p99 s"),
        [(usable, len(one), float(np.median(one)), float(np.quantile(one, 0.99)))],
    )
    report.table(
        "All at once",
        ("visitors", "turns", "p50 s", "p99 s", "worst s", "errors", "MB after a third", "MB at the end"),
        [(len(everybody), len(times), float(np.median(times)), slowest, float(times.max()), len(errors),
          third, held[-1])],
    )  # fmt: skip
    for error in sorted(set(errors))[:10]:
        report.note(error)
    report.at_most("errors", len(errors), 0, timed=False)
    report.at_most("from the command to a home page that is connected, s", usable, 2, timed=True)
    text = "one visitor: from the click to the next suggestion at depth 2, median, s"
    report.at_most(text, float(np.median(one)), 0.3, timed=True)
    text = "everybody: from the click to the next suggestion, 99th percentile, s"
    report.at_most(text, slowest, 2, timed=True)
    report.at_most("memory at the end by that after a third", held[-1] / third, 1.1, timed=True)


def main() -> None:
    """Start a server, measure, and judge."""
    options = arguments(__doc__).parse_args()
    report = Report("web_load", options.quick)
    visitors, seconds, first = (2, 3.0, 2.0) if options.quick else (20, 120.0, 15.0)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            usable = server.usable_after()
            (alone,), _ = asyncio.run(measure(server, 1, first))
            everybody, held = asyncio.run(measure(server, visitors, seconds))
        finally:
            server.stop()
    judge(report, alone, everybody, usable, held)
    report.print(options.json)


if __name__ == "__main__":
    main()
