"""Position ids, match ids and XGIDs, against what GNU Backgammon and XG print."""

import contextlib
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.backgammon.positions_met import GAME, any_position

from hazard import GameError, Turn
from hazard.backgammon import (
    START,
    BackgammonPlay,
    BackgammonState,
    MatchState,
    Position,
    draw,
    read_xgid,
    write_xgid,
)

BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# Boards that GNU Backgammon has printed with their ids; X, at the bottom, is on roll in each of them.
PRINTED = {
    "4HPwATDgc/ABMA": (START.own, START.opponent),
    "sOfgEwDg8+AIBg": ({6: 5, 8: 4, 13: 3, 16: 1, 21: 2}, {5: 2, 6: 4, 8: 3, 13: 5, 15: 1}),
    "/z4AADBsuxsEAA": ({3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 13: 1}, {1: 8, 2: 5, 24: 2}),
    "AgAAPBcAAAAAAA": ({1: 4, 3: 3, 4: 1}, {2: 1}),
}


@pytest.mark.parametrize("text", PRINTED)
def test_position_ids_are_those_that_were_printed(text):
    own, opponent = PRINTED[text]
    position = Position.of(own, opponent) if isinstance(own, dict) else Position(own, opponent)
    assert position.id == text
    assert Position.from_id(text) == Position.from_id(f"  {text}\n") == position


def test_pips_are_those_that_were_printed():
    assert Position.from_id("sOfgEwDg8+AIBg").pips == (159, 138)
    assert Position.from_id("4HPkASLgc/ABMA").pips == (167, 162)


@given(any_position())
def test_a_position_reads_back_from_its_id_and_looks_the_same_from_both_sides(position):
    assert Position.from_id(position.id) == position
    assert position.swapped().swapped() == position
    assert position.swapped().pips == position.pips[::-1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 14 of the signs"),
        ("4HPwATDgc/ABM", "found 13 signs"),
        ("4HPwATDgc/ABMAA", "found 15 signs"),
        ("4HPwATDgc/AB=A", "expected 14 of the signs"),
        ("4HPwATDgc_ABMA", "expected 14 of the signs"),
        ("4HPwATDgc/ABMB", "bits to spare"),
        ("//////////////", "bits to spare"),
        ("/////////////w", "does not describe a board"),
        ("AAAAAAAAAAAAAA", "both sides have borne off all"),
        ("AAAAAAAAAAAAgA", "nothing after them"),
    ],
)
def test_a_text_that_is_no_position_id_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        Position.from_id(text)


@pytest.mark.parametrize(
    ("own", "opponent", "complaint"),
    [
        ({6: 16}, {6: 15}, "own has 16 checkers; expected at most 15"),
        ({6: 1}, {1: 9, 2: 9}, "opponent has 18 checkers"),
        ({6: 1}, {19: 1}, "both sides stand on point 6"),
        ({26: 1}, {6: 1}, "point 26"),
        ({0: 1}, {6: 1}, "point 0"),
        ({6: -1}, {6: 1}, "expected 25 counts"),
        ({}, {}, "both sides have borne off"),
    ],
)
def test_a_board_that_cannot_be_is_refused(own, opponent, complaint):
    with pytest.raises(GameError, match=complaint):
        Position.of(own, opponent)


def test_both_sides_on_the_bar_against_closed_boards_is_a_position():
    closed = dict.fromkeys(range(1, 7), 2) | {25: 2}
    state = GAME.state(Position.of(closed, closed), dice=(6, 6))
    assert GAME.actions(state) == [BackgammonPlay()]


@given(st.text(alphabet=BASE_64, min_size=14, max_size=14) | st.text(max_size=20))
def test_any_text_is_a_position_or_a_clear_error(text):
    with contextlib.suppress(GameError):
        assert Position.from_id(text).id == text.strip()


# ---- match ids

# What GNU Backgammon's manual and its printed boards say of these ids.
MATCHES = {
    "QYkqASAAIAAA": {"length": 9, "score": (2, 4), "cube": 2, "cube_owner": 0, "on_roll": 1, "dice": (5, 2)},
    "cAkAAAAAAAAA": {"length": 0, "cube": 1, "cube_owner": None, "on_roll": 1, "jacoby": True},
    "cAngAAAAAAAE": {"length": 7, "score": (0, 0), "cube": 1, "cube_owner": None, "on_roll": 1},
    "cAmmAAAAAAAE": {"length": 5, "score": (0, 0), "on_roll": 1, "dice": (4, 1)},
    "USGgACAAIAAE": {"length": 5, "score": (2, 4), "cube": 2, "cube_owner": 1, "on_roll": 1, "resigned": 1},
}


@pytest.mark.parametrize("text", MATCHES)
def test_match_ids_mean_what_gnu_backgammon_says(text):
    match = MatchState.from_id(text)
    assert {name: getattr(match, name) for name in MATCHES[text]} == MATCHES[text]
    # Only the last bit may differ: whether Jacoby's rule is off, which a match does not need to be told.
    assert match.id[:-1] == text[:-1]
    assert match.id[-1] == ("A" if match.jacoby else "E")


def any_match() -> st.SearchStrategy[MatchState]:
    def made(length, score, cube, dice, offer, flag, **rest):
        if length:
            score = tuple(min(points, length) for points in score)
        offered = offer if dice is None else "none"
        money = {"jacoby": flag} if not length else {"crawford": flag}
        highest = max(1024, 2 ** (cube + (offered == "double")))
        return MatchState(length=length, score=score, cube=2**cube, dice=dice, offer=offered,
                          max_cube=highest, **money, **rest)  # fmt: skip

    return st.builds(
        made,
        length=st.just(0) | st.integers(1, 25) | st.just(32767),
        score=st.tuples(st.integers(0, 32767), st.integers(0, 32767)),
        cube=st.integers(0, 14),
        cube_owner=st.sampled_from([None, 0, 1]),
        on_roll=st.integers(0, 1),
        dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)),
        offer=st.sampled_from(["none", "double"]),
        flag=st.booleans(),
    )


@given(any_match(), st.integers(0, 3), st.sampled_from(["none", "playing", "over", "resigned", "dropped"]))
def test_a_match_reads_back_from_its_id(match, resigned, phase):
    match = replace(match, resigned=resigned, phase=phase, turn=None)
    assert MatchState.from_id(match.id) == match


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("QYkqASAAIAA", "expected 12 of the signs"),
        ("QYkqASAAIAA=", "expected 12 of the signs"),
        ("cAkAAAAAAAAI", "expected only zeros after 67 bits"),
        ("YAkAAAAAAAAA", "the cube's owner is 2"),
        ("cA8AAAAAAAAA", "the game's phase is 7"),
        ("cIk/AAAAAAAA", "the dice are"),
        ("8AkAAAAAAAAA", "a money game is a Crawford game"),
        ("cAkgAAAAAAH/", "expected only zeros after 67 bits"),
    ],
)
def test_a_text_that_is_no_match_id_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        MatchState.from_id(text)


@given(st.text(alphabet=BASE_64, min_size=12, max_size=12) | st.text(max_size=20))
def test_any_text_is_a_match_or_a_clear_error(text):
    with contextlib.suppress(GameError):
        assert MatchState.from_id(text).id[:-1] == text.strip()[:-1]


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"cube": 3}, "the cube is 3; expected a power of two"),
        ({"cube": 65536}, "power of two up to 32768"),
        ({"cube": 2048}, "the cube is 2048; expected at most 1024, the largest it may be"),
        ({"cube": 4, "max_cube": 2}, "the cube is 4; expected at most 2"),
        ({"cube": 4, "max_cube": 4, "offer": "double"}, "the cube is 4, and is offered doubled; expected at"),
        ({"dice": (7, 1)}, r"the dice are \(7, 1\); expected two numbers from 1 to 6"),
        ({"dice": (3, 0)}, "the dice are"),
        ({"length": 5, "score": (6, 0)}, "expected two numbers from 0 to 5"),
        ({"length": -1}, "the match length is -1"),
        ({"cube_owner": 2}, "the cube's owner is 2"),
        ({"on_roll": 2}, "the player on roll is 2"),
        ({"dice": (3, 1), "offer": "double"}, "there are dice and a double"),
        ({"offer": "gift"}, "the offer is 'gift'"),
        ({"length": 5, "beavers": True}, "beavers in a match"),
        ({"length": 5, "jacoby": True}, "Jacoby's rule is on in a match"),
    ],
)
def test_a_match_that_cannot_be_is_refused(fields, complaint):
    with pytest.raises(GameError, match=complaint):
        MatchState(**fields)


# ---- XGID

# XG's strings and what it prints beside them.
XGIDS = {
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10": (START.id, {"length": 0, "on_roll": 1}),
    # "Score is X:0 O:0. Unlimited Game, Jacoby Beaver"
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10": (START.id, {"jacoby": True, "beavers": True}),
    # "Score is X:3 O:6 7 pt.(s) match.", the cube of 2 on O's side; X at the bottom to play 21
    "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10": (
        None,
        {"length": 7, "score": (6, 3), "cube": 2, "cube_owner": 0, "on_roll": 1, "dice": (2, 1)},
    ),
    # On the bar against a closed board with 65.
    "XGID=------E-E---Dc-----bbbbbbA:0:0:1:65:0:0:0:0:10": (None, {"dice": (6, 5), "jacoby": False}),
}


@pytest.mark.parametrize("text", XGIDS)
def test_an_xgid_means_what_xg_prints(text):
    position, match = read_xgid(text)
    position_id, fields = XGIDS[text]
    assert position_id in (None, position.id)
    assert {name: getattr(match, name) for name in fields} == fields
    assert write_xgid(position, match) == text
    assert read_xgid(text.removeprefix("XGID=").removesuffix(":10")) == (position, match)


def test_an_xgid_and_gnu_backgammons_ids_say_the_same():
    position, match = read_xgid("XGID=------E-E---Dc-----bbbbbbA:0:0:1:65:0:0:0:0:10")
    assert position == Position.of({6: 5, 8: 5, 12: 4, 25: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 12: 3})
    state = GAME.parse(f"{position.id}:{match.id}")
    assert state == GAME.parse("XGID=------E-E---Dc-----bbbbbbA:0:0:1:65:0:0:0:0:10")
    assert (GAME.turn(state), GAME.actions(state)) == (Turn.MAX, [BackgammonPlay()])


def test_the_player_at_the_top_is_min_and_sees_the_board_from_the_other_side():
    bottom, _ = read_xgid("XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:63:0:0:0:3:8")
    top, match = read_xgid("XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8")
    assert (match.on_roll, match.cube_owner, match.max_cube) == (0, 1, 256)
    assert top == bottom.swapped()
    assert top.own[6 - 1] == 2  # the b on the bottom's 19 point
    assert GAME.turn(GAME.state(top, 1 - match.on_roll, match.dice)) is Turn.MIN


@given(any_position(), any_match(), st.sampled_from([1, 64, 1024]), st.booleans())
def test_a_position_and_a_match_read_back_from_their_xgid(position, match, largest, beavers):
    highest = max(largest, match.cube * (2 if match.offer == "double" else 1))
    match = replace(match, max_cube=highest, beavers=beavers and not match.length)
    assert read_xgid(write_xgid(position, match)) == (position, match)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("XGID=", "expected 10 fields"),
        ("XGID=-b----E-C---eE---c-e----B-", "expected 10 fields"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "expected 26 signs"),
        ("XGID=-b----P-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "expected 26 signs"),
        ("XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", "other player's bar"),
        ("XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "other player's bar"),
        ("XGID=-b----O-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "own has 25 checkers"),
        ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10", "the cube is 'x'"),
        ("XGID=-b----E-C---eE---c-e----B-:99:0:1:00:0:0:0:0:10", "expected at most 15"),
        ("XGID=-b----E-C---eE---c-e----B-:11:1:1:00:0:0:0:0:10", "the cube is 2048; expected at most 1024"),
        ("XGID=-b----E-C---eE---c-e----B-:3:1:1:00:0:0:0:7:2", "the cube is 8; expected at most 4"),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", "the cube's owner is '2'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "the turn is '0'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", "the dice are '71'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:30:0:0:0:0:10", "the dice are '30'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:9:0:7:10", "the score is"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:4:0:10", "the rules field is 4"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:16", "expected at most 15"),
    ],
)
def test_a_text_that_is_no_xgid_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        read_xgid(text)


@given(st.text(alphabet="-AaBbOop:0123456789DXGI=", max_size=60) | st.text(max_size=60))
def test_any_text_is_an_xgid_or_a_clear_error(text):
    with pytest.raises(GameError, match="expected"):
        read_xgid(text)


# ---- the game's own text, and the drawing


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "cannot read the backgammon state"),
        ("4HPwATDgc/ABMA", "cannot read the backgammon state"),
        ("4HPwATDgc/ABMA max 7-1", r"the dice are \(7, 1\)"),
        ("4HPwATDgc/ABMA max 0-0", r"the dice are \(0, 0\)"),
        ("4HPwATDgc/ABMA max won 1", "nobody has won"),
        ("0HPkATDgc/ABMA opening", "is not the start of a game"),
        ("AAAABgAAAAAAAA max rolls", "is over; expected who won"),
        ("AAAABgAAAAAAAA max won 3", "is worth 1, not 3"),
        ("BgAAAAAAAAAAAA max rolls", "expected the loser to be next"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "a double or a resignation is offered"),
        ("4HPwATDgc/ABMA:cAoAAAAAAAAA", "phase is 'over'"),
    ],
)
def test_a_state_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        GAME.parse(text)


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, 2, 3), (1,)])
def test_a_state_has_two_dice(dice):
    with pytest.raises(GameError, match="expected two numbers from 1 to 6"):
        GAME.state(START, dice=dice)


@pytest.mark.parametrize(
    ("own", "mover", "dice"),
    [((16, 0), 0, (1, 2)), ((1, 0), 2, (1, 2)), ((1, 0), 0, (0, 7)), ((1, 0), 0, (1, 0))],
)
def test_a_compiled_state_stays_inside_its_arrays(own, mover, dice):
    with pytest.raises(GameError, match="expected at most 15 checkers a side"):
        BackgammonState(own + (0,) * 23, (1,) * 10 + (0,) * 15, mover, dice)


@given(st.text(max_size=40))
def test_any_text_is_a_state_or_a_clear_error(text):
    with pytest.raises(GameError, match="expected"):
        GAME.parse(text)


@given(any_position())
def test_a_drawing_shows_every_checker(position):
    lines = draw(position).splitlines()
    assert len(lines) == 13
    assert len({len(line) for line in lines[2:-2]}) == 1
    for sign, side, off, pips in (
        ("X", position.own, position.off[0], position.pips[0]),
        ("O", position.opponent, position.off[1], position.pips[1]),
    ):
        board = "\n".join(line[:43] for line in lines[1:-1])
        in_numbers = sum(count - 4 for count in side if count > 5)  # such a stack has four signs and a number
        assert board.count(sign) == sum(side) - in_numbers
        assert re.search(rf"  {sign}: {pips} pips" + (f", {off} off" if off else "$"), "\n".join(lines), re.M)
