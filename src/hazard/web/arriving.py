"""Pages that are still being loaded: whoever asks for one waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from hazard.web.guard import Application, Receive, Scope, Send

LONGEST_WAIT = 60.0


class Arriving:
    """A layer around the application that holds requests for pages back until all are there."""

    def __init__(self, inner: Application, ready: threading.Event) -> None:
        """Let requests through to ``inner`` once ``ready`` is set; those for the first page at once."""
        self.inner = inner
        self.ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, in time."""
        path = scope.get("path", "/")
        if not self.ready.is_set() and path != "/" and not path.startswith("/_nicegui"):
            await asyncio.to_thread(self.ready.wait, LONGEST_WAIT)
        await self.inner(scope, receive, send)


def load(work: Callable[[], None]) -> threading.Event:
    """Run ``work`` in a thread; the event is set when it has ended, well or badly."""
    ready = threading.Event()

    def run() -> None:
        try:
            work()
        finally:
            ready.set()

    threading.Thread(target=run, name="hazard-pages", daemon=True).start()
    return ready
