"""A player behind a socket: the board line, what is answered, and what a stranger may do to it."""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.backgammon.positions_met import GAME, decisions

from hazard import GameError
from hazard.backgammon import START, Position, find_play
from hazard.backgammon.analyst import Analyst
from hazard.backgammon.fibs import read_fibs_board
from hazard.backgammon.server import LONGEST_LINE, Responder, Server

RESPONDER = Responder(Analyst())


def board_line(position, dice=(0, 0), *, colour=1, direction=-1, turn=None, cube=1, may=(1, 1), doubled=0,
               length=5, score=(0, 0), flags=(0, 0)):  # fmt: skip
    """A line as FIBS writes it, for a player who sees ``position``: written independently of the reader."""
    points = [0] * 26
    for point, count in enumerate(position.own, 1):
        points[point if direction < 0 else 25 - point] += colour * count
    for point, count in enumerate(position.opponent, 1):
        points[25 - point if direction < 0 else point] -= colour * count
    turn = colour if turn is None else turn
    mine, theirs = (dice, (0, 0)) if turn == colour else ((0, 0), dice)
    bars, off = (position.own[24], position.opponent[24]), position.off
    home = (0, 25) if direction < 0 else (25, 0)
    fields = ["board", "You", "them", length, *score, *points, turn, *mine, *theirs, cube, *may, doubled]
    fields += [colour, direction, *home, *off, *bars, 2, 0, *flags]
    return ":".join(map(str, fields))


# ---- the line


def test_the_line_in_the_manual_of_fibs_is_the_start():
    line = (
        "board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:"
        "0:25:0:0:0:0:2:0:0:0"
    )
    board = read_fibs_board(line)
    assert board.position == START
    assert (board.match.length, board.match.score, board.match.dice) == (3, (1, 0), (6, 2))
    assert board.names == ("You", "someplayer")


@pytest.mark.parametrize("colour", [1, -1])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_line_reads_back_whatever_the_colour_and_the_direction(colour, direction):
    for state in decisions(40, seed=31):
        position, dice = GAME.position(state), tuple(state.dice)
        board = read_fibs_board(board_line(position, dice, colour=colour, direction=direction, score=(3, 1)))
        assert board.position == position
        assert board.match.dice == dice
        assert board.match.score == (1, 3)
        # The other one's turn: everything is seen by the other side.
        other = board_line(position, dice, colour=colour, direction=direction, turn=-colour, score=(3, 1))
        board = read_fibs_board(other)
        assert board.position == position.swapped()
        assert board.match.score == (3, 1)
        assert board.match.dice == dice
        assert board.names == ("them", "You")


def test_the_cube_its_owner_the_double_and_the_crawford_game_are_read():
    def match(**more):
        return read_fibs_board(board_line(START, **more)).match

    assert match().cube_owner is None
    assert match(may=(1, 0), cube=4).cube_owner == 1
    assert match(may=(0, 1), cube=2).cube_owner == 0
    assert match(may=(0, 1), cube=2, turn=-1).cube_owner == 1
    assert match(doubled=1, turn=-1).offer == "double"
    assert match(may=(0, 0)).offer == "double"
    assert match(length=9999).length == 0
    assert match(score=(4, 1)).crawford
    assert not match(score=(4, 1), flags=(0, 1)).crawford
    assert not match(score=(4, 1), flags=(3, 0)).crawford
    assert not match(score=(3, 1)).crawford


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda f: f[:-1], "53 fields"),
        (lambda f: ["bored", *f[1:]], "begins with 'board:'"),
        (lambda f: [*f[:10], "x", *f[11:]], "field 11"),
        (lambda f: [*f[:6], "0", "15", *f[8:]], "expected at most 15"),
        (lambda f: [*f[:32], "0", *f[33:]], "turn"),
        (lambda f: [*f[:33], "7", *f[34:]], "dice"),
        (lambda f: [*f[:37], "3", *f[38:]], "power of two"),
        (lambda f: [*f[:41], "0", *f[42:]], "colour"),
        (lambda f: [*f[:6], "1", *f[7:]], "bar"),
        (lambda f: [*f[:3], "5", "7", *f[5:]], "score"),
    ],
)
def test_a_line_that_cannot_be_names_the_place(change, said):
    fields = change(board_line(START, (3, 1)).split(":"))
    with pytest.raises(GameError, match=said):
        read_fibs_board(":".join(fields))


# ---- the answers


def test_a_roll_is_answered_by_a_legal_play():
    for state in decisions(40, seed=32):
        position, dice = GAME.position(state), tuple(state.dice)
        answer = RESPONDER.answer(board_line(position, dice))
        assert find_play(state, answer) in GAME.actions(state)


def test_the_opening_roll_is_played_as_everybody_does():
    assert RESPONDER.answer(board_line(START, (3, 1)) + "\n\0") == "8/5 6/5"
    assert RESPONDER.answer("\0" + board_line(START, (6, 1), turn=-1)) == "13/7 8/7"


def test_a_roll_that_moves_nothing_is_answered_by_an_empty_line():
    closed = Position.of({25: 1, 6: 2}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    assert RESPONDER.answer(board_line(closed, (6, 5))) == ""


def test_the_cube_is_turned_taken_and_dropped():
    ahead = Position.of({1: 2, 2: 2}, {6: 3, 5: 3})
    even = Position.of({6: 2, 5: 2, 4: 2}, {6: 2, 5: 2, 4: 2})
    behind = ahead.swapped()
    assert RESPONDER.answer(board_line(START)) == "roll"
    assert RESPONDER.answer(board_line(ahead, length=9999)) == "double"
    assert RESPONDER.answer(board_line(ahead, length=9999, may=(0, 1), cube=2)) == "roll"
    # The other side is on roll and has doubled; the player sees the board.
    assert RESPONDER.answer(board_line(behind, turn=-1, doubled=1, length=9999)) == "drop"
    assert RESPONDER.answer(board_line(even, turn=-1, doubled=1, length=9999)) == "take"
    assert RESPONDER.answer(board_line(ahead, score=(0, 4))) == "roll"  # the Crawford game


def test_an_evaluation_is_five_chances_and_the_equity():
    answer = RESPONDER.answer(f"evaluation fibsboard {board_line(START, length=9999)} plies 0 cube off")
    win, gammon, backgammon, lost, lost_backgammon, equity = map(float, answer.split())
    assert 0.5 < win < 0.56
    assert win > gammon > backgammon >= 0
    expected = 2 * win - 1 + gammon + backgammon - lost - lost_backgammon
    assert equity == pytest.approx(expected, abs=1e-5)
    in_a_match = RESPONDER.answer(f"evaluation fibsboard {board_line(START)} plies 1 cube on").split()
    assert 0.45 < float(in_a_match[-1]) < 0.6  # the chance to win the match
    # What cannot be obeyed is refused, not done otherwise.
    assert "expected 0 to 2" in RESPONDER.answer(f"evaluation fibsboard {board_line(START)} plies 3")
    cubeful = RESPONDER.answer(f"evaluation fibsboard {board_line(START, length=9999)} cubeful")
    assert float(cubeful.split()[-1]) != equity


def test_the_small_commands_are_answered():
    assert RESPONDER.answer("version").startswith("Interface: 2\n")
    assert RESPONDER.answer("exit") is None
    assert RESPONDER.answer("set newinterface on") == "New interface ON"
    assert "board line" in RESPONDER.answer("help")
    for line in ("", "set debug on", "hello", "evaluation", "evaluation fibsboard x", "board:"):
        assert RESPONDER.answer(line).startswith("Error: ")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300))
def test_no_line_breaks_the_parser(text):
    answer = RESPONDER.answer(text)
    assert answer is None or "\n" not in answer or answer.startswith("Interface")


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["", "evaluation fibsboard "]))
def test_no_damaged_board_line_breaks_the_parser(draw, command):
    fields = board_line(START, (draw.randint(0, 6), draw.randint(0, 6))).split(":")
    for _ in range(draw.randint(1, 4)):
        where = draw.randrange(len(fields))
        fields[where] = draw.choice(["", "0", "1", "-1", "2", "15", "-15", "99999", "x", "1.5", "٣", "board"])
    answer = RESPONDER.answer(command + ":".join(fields))
    assert isinstance(answer, str)
    assert "\n" not in answer


# ---- the socket


def talking(conversation, **more):
    """Run a server, and a conversation with it."""

    async def run():
        server = Server(Analyst(), **more)
        await server.start()
        serving = asyncio.create_task(server.run())
        try:
            return await asyncio.wait_for(conversation(server), 30)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    return asyncio.run(run())


def test_whoever_says_nothing_loses_the_place_to_a_newcomer(monkeypatch):
    monkeypatch.setattr("hazard.backgammon.server.SILENCE", 0.05)

    async def conversation(server):
        silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        silent[0][1].write(b"version\n")  # it has said something, and so is not the longest silent
        await silent[0][0].readline()
        await asyncio.sleep(0.1)
        welcome = await ask(server, "version")
        assert await silent[1][0].read() == b""
        return welcome

    assert talking(conversation, connections=2)[0].startswith("Interface")


def test_whoever_comes_in_and_says_nothing_is_sent_away_soon():
    async def conversation(server):
        reader, _ = await asyncio.open_connection("127.0.0.1", server.port)
        return await reader.read()

    assert talking(conversation, greeting_seconds=0.05) == b""


async def ask(server, *lines):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    answers = []
    for line in lines:
        writer.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        await writer.drain()
        answers.append((await reader.readline()).decode())
    writer.close()
    return answers


def test_plays_come_over_the_socket():
    async def conversation(server):
        # As GNU Backgammon sends it: the line, its end, and the zero that ends a string in C.
        line = board_line(START, (3, 1)).encode() + b"\n\0"
        return await ask(server, line, line, board_line(START))

    assert talking(conversation) == ["8/5 6/5\n", "8/5 6/5\n", "roll\n"]


def test_many_talk_at_once_and_one_too_many_is_told():
    async def conversation(server):
        first = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        await asyncio.sleep(0.05)
        refused = await ask(server, b"")
        for reader, writer in first:
            writer.write(b"version\n")
            assert (await reader.readline()).startswith(b"Interface")
            writer.close()
        await asyncio.sleep(0.05)
        return refused + await ask(server, "version")

    refused, welcome = talking(conversation, connections=2)
    assert refused.startswith("Error: 2 are connected")
    assert welcome.startswith("Interface")


def test_garbage_oversize_lines_and_clients_that_vanish_leave_it_standing():
    async def conversation(server):
        draw = random.Random(1)
        assert (await ask(server, draw.randbytes(100).replace(b"\n", b"") + b"\n"))[0].startswith("Error: ")
        assert (await ask(server, b"x" * (4 * LONGEST_LINE) + b"\n"))[0].startswith("Error: a line of more")
        assert (await ask(server, b"x" * (4 * LONGEST_LINE)))[0].startswith("Error: a line of more")
        for half in (b"", b"board:You", board_line(START, (3, 1)).encode() + b"\n"):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(half)
            await writer.drain()
            writer.transport.abort()
        return await ask(server, board_line(START, (3, 1)))

    assert talking(conversation) == ["8/5 6/5\n"]


def test_who_says_nothing_is_left():
    async def conversation(server):
        reader, _ = await asyncio.open_connection("127.0.0.1", server.port)
        return await reader.read()

    assert talking(conversation, idle_seconds=0.05) == b""
