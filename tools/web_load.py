"""Twenty visitors without a browser, each with a fight of their own, for two minutes.

Each opens the page, speaks to it over its websocket as a browser would, lets hazard play turn after turn, and
now and then asks for a forecast. Reported: how long a suggestion takes from the click to its words, what went
wrong, and how the server's memory grew.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np
import socketio

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from common import Report, arguments
from hazard.fivee.library import encounters

PATIENCE = 30.0


class Visitor:
    """One page, as its websocket shows it: elements by number, and what they answer to."""

    def __init__(self, address: str, number: int) -> None:
        """Begin with nothing loaded."""
        self.address = address
        self.number = number
        self.elements: dict[str, dict[str, Any]] = {}
        self.errors: list[str] = []
        self.seconds: list[float] = []
        self.where = self.said = ""
        self.changed = asyncio.Event()

    async def open(self, session: aiohttp.ClientSession, path: str) -> None:
        """Load a page and connect to it."""
        async with session.get(self.address + path) as answer:
            text = await answer.text()
        raw = re.search(r"parseElements\(String\.raw`(.*?)`\)", text, re.S)
        query = re.search(r"query: (\{.*?\}),\n", text)
        assert raw is not None
        assert query is not None
        self.elements = json.loads(html.unescape(raw[1]))
        self.newest: dict[str, int] = {}
        asked = {name: str(value) for name, value in _python_dict(query[1]).items()}
        self.client = asked["client_id"]
        asked |= {"document_id": str(uuid.uuid4()), "tab_id": str(uuid.uuid4()), "implicit_handshake": "true"}
        self.socket = socketio.AsyncClient(http_session=session, reconnection=False)
        self.socket.on("update", self._update)
        self.socket.on("open", self._open)
        self.socket.on("notify", self._notify)
        words = "&".join(f"{name}={value}" for name, value in asked.items())
        await self.socket.connect(
            f"{self.address}?{words}", transports=["websocket"], socketio_path="_nicegui_ws/socket.io"
        )

    def _update(self, message: dict[str, Any]) -> None:
        number = int(message.pop("_id", 0))
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

    async def until(self, holds: Any) -> bool:
        """Wait until something holds."""
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
        await self.socket.emit(
            "event",
            {
                "id": int(key),
                "client_id": self.client,
                "listener_id": listener["listener_id"],
                "args": ["{}"],
            },
        )

    def shown(self) -> tuple[str, str]:
        """Return whose turn it is and what is suggested, by the number that every new text has."""
        head, words = self.find("headline"), self.find("suggestion")
        return str(head and head[1].get("text")), str(words and (words[0], words[1].get("text")))

    def _moved_on(self, before: tuple[str, str]) -> bool:
        """Tell whether the next suggestion is shown, or the fight is over."""
        return self.find("headline") is None or (
            self.find("suggestion") is not None and self.shown() != before
        )

    async def visit(self, seconds: float) -> None:
        """Play until the time is up; begin anew when a fight is over."""
        end = time.perf_counter() + seconds
        names = list(encounters())
        async with aiohttp.ClientSession() as session:
            fights = 0
            while time.perf_counter() < end:
                try:
                    await self._fight(session, names[(self.number + fights) % len(names)], end)
                except Exception as error:
                    self.errors.append(f"{type(error).__name__}: {error}")
                    await asyncio.sleep(0.5)
                fights += 1

    async def _fight(self, session: aiohttp.ClientSession, name: str, end: float) -> None:
        self.where = ""
        await self.open(session, "combat")
        await self.click(f"example-{name}")
        await self.until(lambda: bool(self.where))
        await self.socket.disconnect()
        setup, self.where = self.where, ""
        await self.open(session, setup)
        await self.click("start-fight")
        await self.until(lambda: bool(self.where))
        await self.socket.disconnect()
        await self.open(session, self.where)
        turns = 0
        while time.perf_counter() < end:
            if not await self.until(
                lambda: self.find("suggestion") is not None or self.find("headline") is None
            ):
                raise TimeoutError("no suggestion")
            if self.find("suggestion") is None:
                break  # the fight is over
            before = self.shown()
            begun = time.perf_counter()
            await self.click("do_and_roll")
            moved = await self.until(partial(self._moved_on, before))
            if not moved:
                raise TimeoutError(
                    f"a turn of {name} does not end: {before}, {self.shown()}; last said: {self.said}"
                )
            self.seconds.append(time.perf_counter() - begun)
            turns += 1
            if turns % 5 == 0:
                await self.click("run-forecast")
        await self.socket.disconnect()


def _python_dict(text: str) -> dict[str, Any]:
    import ast

    found = ast.literal_eval(text)
    assert isinstance(found, dict)
    return found


def megabytes(process: int) -> float:
    """Return how much memory a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


async def measure(
    address: str, process: int, visitors: int, seconds: float
) -> tuple[list[Visitor], list[float]]:
    """Let everybody visit, and watch the server's memory."""
    everybody = [Visitor(address, number) for number in range(visitors)]
    held: list[float] = []

    async def watch() -> None:
        for _ in range(12):
            await asyncio.sleep(seconds / 12)
            held.append(megabytes(process))

    await asyncio.gather(watch(), *(visitor.visit(seconds) for visitor in everybody))
    return everybody, held


def until_it_answers(address: str) -> float:
    """Wait for the first page and return the time at which it was there."""
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return time.perf_counter()
        except OSError:
            time.sleep(0.02)


def main() -> None:
    """Start a server, measure, and judge."""
    options = arguments(__doc__).parse_args()
    visitors, seconds = (2, 8.0) if options.quick else (20, 120.0)
    report = Report("web_load", options.quick)
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "hazard",
            "web",
            "--no-browser",
            "--port",
            "0",
            "--json",
            "--data",
            folder,
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert server.stdout is not None
        begun = time.perf_counter()
        said = ""
        while "}" not in said:
            said += server.stdout.readline()
        address = json.loads(said)["address"]
        usable = until_it_answers(address) - begun
        try:
            alone, _ = asyncio.run(measure(address, server.pid, 1, 5.0 if options.quick else 15.0))
            everybody, held = asyncio.run(measure(address, server.pid, visitors, seconds))
        finally:
            server.terminate()
    times = np.array([found for visitor in everybody for found in visitor.seconds] or [PATIENCE])
    errors = [error for visitor in everybody for error in visitor.errors]
    report.table(
        f"{visitors} visitors, {seconds:g} s",
        ("turns", "p50 s", "p99 s", "worst s", "errors", "MB after a third", "MB at the end"),
        [
            (
                len(times),
                np.median(times),
                np.quantile(times, 0.99),
                times.max(),
                len(errors),
                held[3],
                held[-1],
            )
        ],
    )
    for error in sorted(set(errors))[:10]:
        report.note(error)
    one = np.array(alone[0].seconds or [PATIENCE])
    report.table(
        "One visitor", ("s until the first page", "turns", "p50 s", "p99 s"),
        [(usable, len(one), np.median(one), np.quantile(one, 0.99))],
    )  # fmt: skip
    report.at_most("from the command to the first page, s", usable, 2, timed=True)
    report.at_most(
        "one visitor: a turn played and the next suggestion shown, median, s",
        float(np.median(one)),
        0.3,
        timed=True,
    )
    report.at_most("errors", len(errors), 0, timed=True)
    report.at_most(
        "a turn played and the next suggestion shown, 99th percentile, s",
        np.quantile(times, 0.99),
        2,
        timed=True,
    )
    report.at_most("growth of memory over the last two thirds", held[-1] / held[3], 1.25, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
