"""How long a server waits for a client that has begun to ask, and how much of a request's head it keeps.

Whoever connects and says nothing, or says it a letter at a time, would otherwise keep a place for ever, and
with enough of them everybody else out; the token is not looked at before the head of a request is there.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 30.0
"""Seconds for the whole of a request, its body included."""
LARGEST_HEADERS = 512 * 1024
"""Bytes. Cookies of all other programs of the machine come along, of 4 KB each."""


class Patient(H11Protocol):
    """HTTP for clients that finish what they ask; of others it lets go."""

    _left: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and see whether more is to come."""
        super().data_received(data)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop()
        super().connection_lost(exc)

    def _look(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._stop()
        elif self._left is None:
            self._left = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop(self) -> None:
        if self._left is not None:
            self._left.cancel()
            self._left = None
