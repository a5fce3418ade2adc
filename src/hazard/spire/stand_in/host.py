"""Starting a client as the mod does: a process, its lines, and how long it took for each."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from hazard.spire.stand_in.run import Json
from hazard.spire.stand_in.serve import Talks


class ClientError(Exception):
    """A client that said nothing in time, or left."""


class Client:
    """A client's process: lines to it, lines from it."""

    def __init__(self, command: Sequence[str], patience: float = 10.0) -> None:
        """Start it, and wait for its first line as the mod does."""
        self.patience = patience
        began = perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()
        self.greeting = self.hear()
        self.handshake = perf_counter() - began

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        if self.process.stderr is not None:
            self._errors.extend(self.process.stderr)

    def tell(self, line: str) -> None:
        """Send a line; a client that has left hears nothing."""
        try:
            if self.process.stdin is not None:
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise ClientError("the client has left") from None

    def hear(self, patience: float | None = None) -> str:
        """Return the next line, if it comes in time."""
        try:
            line = self._lines.get(timeout=patience or self.patience)
        except queue.Empty:
            raise ClientError(f"the client said nothing for {patience or self.patience:g} s") from None
        if line is None:
            raise ClientError("the client has left")
        return line

    def close(self) -> str:
        """End the conversation, and return what the client wrote to standard error."""
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):  # it may have left before it heard everything
                self.process.stdin.close()
        try:
            self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # Its last words may still be in the pipe; what it started in turn may hold the pipe open for ever.
        self._error_reader.join(self.patience)
        return "".join(self._errors)


@dataclass
class Conversation:
    """What a client did, and how fast."""

    handshake: float = 0.0
    seconds: list[float] = field(default_factory=list)
    """From a message that was sent to the command that came."""
    report: str = ""

    def percentile(self, share: float) -> float:
        """Return the time within which that share of the commands came, in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def host(command: Sequence[str], stand_in: Talks, patience: float = 10.0) -> Conversation:
    """Let a client play until everything is fought; it is timed command by command."""
    client = Client(command, patience)
    found = Conversation(client.handshake)
    message: Json = stand_in.message()
    try:
        while not stand_in.over:
            line = json.dumps(message, separators=(",", ":"))
            began = perf_counter()
            client.tell(line)
            answer = client.hear()
            found.seconds.append(perf_counter() - began)
            message = stand_in.obey(answer)
    finally:
        found.report = client.close()
    return found
