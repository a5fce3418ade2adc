"""A player behind a socket: GNU Backgammon's external player, and whoever speaks its protocol.

A line comes in and a line goes out. A board line asks what to do: the answer is a play, ``roll``,
``double``, ``take`` or ``drop``. ``evaluation fibsboard BOARD`` asks for the five chances and the equity.
``version`` says who answers, ``exit`` ends. Whatever else comes in gets a line that begins with ``Error:``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import hazard
from hazard.backgammon.analyst import MOST_PLIES, Analyst
from hazard.backgammon.cube import CubeDecision
from hazard.backgammon.fibs import FibsBoard, read_fibs_board
from hazard.backgammon.notation import NO_PLAY, notation
from hazard.game import GameError

LONGEST_LINE = 4096
"""Bytes; a board line has about 200."""
SILENCE = 5.0
"""Seconds without a word after which somebody may lose the place to a newcomer, where all are taken."""

Log = Callable[[str], None]


class Responder:
    """Answers the lines of one protocol, whoever brings them.

    >>> print(Responder(Analyst()).answer("hello"))
    Error: cannot understand 'hello'; expected a board line, evaluation, version, set, help or exit
    """

    def __init__(self, analyst: Analyst) -> None:
        """Answer with what ``analyst`` thinks."""
        self._analysts = {analyst.plies: analyst}
        self._analyst = analyst

    def answer(self, line: str) -> str | None:
        """Return the answer, without its line end; ``None`` to end the conversation."""
        line = line.replace("\0", "").strip()
        command, _, rest = line.partition(" ")
        try:
            if line.startswith("board:"):
                return self._decide(read_fibs_board(line))
            match command.lower():
                case "evaluation":
                    return self._evaluation(rest.split())
                case "version":
                    return f"Interface: 2\nRFBF: 0\nEngine: hazard\nSoftware: hazard {hazard.__version__}"
                case "set":
                    return self._set(rest.split())
                case "help":
                    return "Send a board line of FIBS, evaluation fibsboard BOARD, version or exit."
                case "exit" | "quit":
                    return None
                case "":
                    return "Error: no command given"
        except GameError as error:
            return f"Error: {error}"
        return (
            f"Error: cannot understand {line[:40]!r}; "
            "expected a board line, evaluation, version, set, help or exit"
        )

    def _decide(self, board: FibsBoard) -> str:
        position, match = board.position, board.match
        if match.dice is not None:
            play = self._analyst.plays(position, match.dice, match)[0].play
            return "" if play == NO_PLAY else notation(play)
        decision = self._analyst.cube(position, match)
        if match.offer == "double":
            return "take" if decision.take else "drop"
        return "double" if decision.double else "roll"

    def _evaluation(self, words: list[str]) -> str:
        if len(words) < 2 or words[0].lower() != "fibsboard":
            raise GameError("backgammon.server_evaluation_not_read")
        board = read_fibs_board(words[1])
        plies, cubeful = self._evaluation_settings([word.lower() for word in words[2:]])
        if plies not in self._analysts:
            self._analysts[plies] = Analyst(plies, self._analyst.networks)
        analyst = self._analysts[plies]
        chances = analyst.chances(board.position)
        decision: CubeDecision = analyst.cube(board.position, board.match, chances)
        worth = chances.equity
        if cubeful or board.match.length:
            worth = _worth(decision)
        numbers = (
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose_gammon,
            chances.lose_backgammon,
            worth,
        )
        return " ".join(f"{number:.6f}" for number in numbers)

    def _evaluation_settings(self, words: list[str]) -> tuple[int, bool]:
        plies, cubeful = self._analyst.plies, False
        while words:
            word = words.pop(0)
            if word in ("cubeful", "cubeless"):
                cubeful = word == "cubeful"
            elif word == "cube" and words and words[0] in ("on", "off"):
                cubeful = words.pop(0) == "on"
            elif (
                word in ("plies", "noise", "reduced") and words and words[0].isascii() and words[0].isdigit()
            ):
                number = words.pop(0)[:9]
                plies = int(number) if word == "plies" else plies
                if plies > MOST_PLIES:
                    raise GameError("backgammon.too_many_plies", plies=plies, most=MOST_PLIES)
            else:
                raise GameError("backgammon.server_word_not_understood", word=word[:40])
        return plies, cubeful

    @staticmethod
    def _set(words: list[str]) -> str:
        if len(words) == 2 and words[0].lower() == "newinterface" and words[1].lower() in ("on", "off"):
            return f"New interface {words[1].upper()}"
        raise GameError("backgammon.server_option_not_supported", option=" ".join(words)[:40])


def _worth(decision: CubeDecision) -> float:
    """The equity under best play of the cube; in a match, the chance to win it."""
    chosen = "no double" if not decision.double else "double, take" if decision.take else "double, pass"
    option = decision.option(chosen)
    return option.equity if option.match_chance is None else option.match_chance


class Server:
    """Listens, and lets a :class:`Responder` answer; many may be connected, one is answered at a time."""

    def __init__(
        self,
        analyst: Analyst,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        connections: int = 8,
        idle_seconds: float = 3600.0,
        greeting_seconds: float = 30.0,
        log: Log | None = None,
    ) -> None:
        """Serve on ``host`` and ``port`` (0: any that is free), to so many at a time.

        Whoever says nothing for ``greeting_seconds`` after coming in, or for ``idle_seconds`` later, is sent
        away; so is the one who has been silent longest when a newcomer finds all places taken.
        """
        self.host = host
        self.port = port
        self.connections = connections
        self.idle_seconds = idle_seconds
        self.greeting_seconds = greeting_seconds
        self._responder = Responder(analyst)
        self._log = log or (lambda _: None)
        self._talks: dict[asyncio.Task[None], float] = {}  # with when each was last heard
        self._server: asyncio.Server | None = None
        # Thinking takes turns, beside the loop that listens.
        self._thinking = ThreadPoolExecutor(max_workers=1)

    async def start(self) -> None:
        """Begin to listen; ``port`` is then the one that was found."""
        self._server = await asyncio.start_server(self._serve, self.host, self.port, limit=LONGEST_LINE)
        self.port = self._server.sockets[0].getsockname()[1]

    async def run(self) -> None:
        """Listen until cancelled."""
        if self._server is None:
            await self.start()
        assert self._server is not None
        try:
            await asyncio.Event().wait()  # it listens already; ``serve_forever`` would outwait every visitor
        finally:
            self._server.close()
            for talk in self._talks:
                talk.cancel()
            self._thinking.shutdown(wait=False, cancel_futures=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        task = asyncio.current_task()
        assert task is not None
        self._talks[task] = asyncio.get_running_loop().time()
        try:
            if len(self._talks) > self.connections and not self._make_room(task):
                await self._send(writer, f"Error: {self.connections} are connected already; try later")
                return
            self._log(f"{peer} connected")
            await self._talk(reader, writer)
        except (ConnectionError, TimeoutError, asyncio.IncompleteReadError):
            pass  # whoever was there has left, or says nothing any more
        except asyncio.CancelledError:
            pass  # the server ends; Python 3.11 prints a traceback for a connection that ends as cancelled
        finally:
            self._talks.pop(task, None)
            self._log(f"{peer} left")
            writer.close()

    def _make_room(self, newcomer: asyncio.Task[None]) -> bool:
        """Send away whoever has been silent longest, if that is long; return whether somebody was."""
        others = [(heard, talk) for talk, heard in self._talks.items() if talk is not newcomer]
        heard, silent = min(others, key=lambda each: each[0])
        if asyncio.get_running_loop().time() - heard < SILENCE:
            return False
        del self._talks[silent]
        silent.cancel()
        return True

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task, patience = asyncio.current_task(), min(self.greeting_seconds, self.idle_seconds)
        assert task is not None
        while True:
            try:
                line = await asyncio.wait_for(reader.readuntil(b"\n"), patience)
            except asyncio.LimitOverrunError:
                await self._send(writer, f"Error: a line of more than {LONGEST_LINE} bytes")
                return
            loop, patience = asyncio.get_running_loop(), self.idle_seconds
            self._talks[task] = float("inf")  # it is answered, and not silent
            text = line.decode("utf-8", errors="replace")
            answer = await loop.run_in_executor(self._thinking, self._responder.answer, text)
            if answer is None:
                return
            await self._send(writer, answer)
            self._talks[task] = loop.time()

    async def _send(self, writer: asyncio.StreamWriter, answer: str) -> None:
        writer.write(answer.encode() + b"\n")
        await asyncio.wait_for(writer.drain(), self.idle_seconds)
