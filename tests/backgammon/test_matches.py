"""Matches in and out: a record of a real game, random matches, and files that are broken."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.backgammon.positions_met import GAME

from hazard import GameError, Turn
from hazard.backgammon import (
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Move,
    Replay,
    Take,
    notation,
    read_match,
    write_match,
)

JELLYFISH = (Path(__file__).parent / "matches" / "jellyfish.mat").read_text()


def test_a_game_of_a_world_championship_is_legal_and_ends_as_recorded():
    match = read_match(JELLYFISH)
    (game,) = match.games
    assert (match.length, game.score, game.winner, game.points) == (21, (0, 0), 0, 2)
    assert game.actions[0] == Move(1, (3, 2), "24/21 13/11")
    assert game.actions[9:11] == (Double(0, 2), Take(1))
    assert Move(1, (4, 4), "(no play)") in game.actions
    assert game.actions[-1] == Move(0, (2, 2), "4/off 1/off")
    assert read_match(write_match(match)) == match


def random_game(draw, score, length):
    """A game of random plays, with the cube now and then; sometimes resigned or broken off."""
    replay, actions = Replay(), []
    player = draw.randrange(2)
    while replay.winner is None:
        if replay.offered_by is not None:
            action = Take(player) if draw.random() < 0.5 else Drop(player)
        elif replay.mover is not None and replay.cube_owner in (None, player) and draw.random() < 0.03:
            action = Double(player, 2 * replay.cube)
        else:
            high, low = draw.randint(2, 6), 1
            dice = (draw.randint(1, 6), draw.randint(1, 6)) if actions else (high, low)
            position = GAME.position(replay.state)
            play = draw.choice(GAME.actions(GAME.state(position, player, dice)))
            action = Move(player, dice, notation(play))
        actions.append(replay.follow(action))
        player = replay.mover
        if draw.random() < 0.01 and replay.winner is None:
            return GameRecord(score, tuple(actions), draw.randrange(2), replay.cube * draw.randint(1, 3))
    return GameRecord(score, tuple(actions), replay.winner, replay.points)


def random_match(seed):
    draw = random.Random(seed)
    length, score, games = draw.choice([0, 1, 5]), (0, 0), []
    while len(games) < 3 and (not length or max(score) < length):
        games.append(random_game(draw, score, length))
        won = [games[-1].points * (games[-1].winner == player) for player in (0, 1)]
        score = score[0] + won[0], score[1] + won[1]
    return MatchRecord(length, ("alice", "bob the 2nd"), tuple(games), {"Site": "the kitchen", "Round": "1"})


@pytest.mark.parametrize("seed", range(12))
def test_a_match_reads_back_from_its_text(seed):
    match = random_match(seed)
    text = write_match(match)
    assert read_match(text) == match
    assert write_match(read_match(text)) == text


def test_columns_may_stand_anywhere_and_plays_be_written_as_one_likes():
    match = read_match(
        '\ufeff; [Site "somewhere"]\r\n7 point match\r\n\r\nGame 1\r\n'
        "alice (1800) : 0\tbob : 0\r\n"
        "1) 13: 6/5 8/5                                    52: 24/22, 13/8\r\n"
        "2) Doubles => 2   Takes\r\n"
        "3) 66: 24/18(2) 13/7(2)     11: 6/5(2) 23/22 24/23\r\n"
    )
    assert match.notes == {"Site": "somewhere"}
    assert match.players == ("alice (1800)", "bob")
    assert match.games[0].actions == (
        Move(0, (1, 3), "8/5 6/5"),
        Move(1, (5, 2), "24/22 13/8"),
        Double(0, 2),
        Take(1),
        Move(0, (6, 6), "24/18(2) 13/7(2)"),
        Move(1, (1, 1), "24/22 6/5(2)"),
    )
    assert (match.games[0].winner, match.games[0].points) == (None, 0)


def test_the_right_column_wins_when_it_says_so():
    head = " 7 point match\n\n Game 1\n alice : 0    bob : 0\n"
    moves = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
    drop = "  2)  Doubles => 2                Drops\n"
    assert read_match(head + moves + drop + "      Wins 1 point\n").games[0].winner == 0
    resigned = read_match(head + moves + " " * 34 + "Wins 3 points and the match\n").games[0]
    assert (resigned.winner, resigned.points) == (1, 3)
    same_line = read_match(head + moves + "  2) 42: 8/4 6/4                 Wins 2 points\n").games[0]
    assert (same_line.winner, same_line.points) == (1, 2)


def test_jacobys_rule_lets_a_gammon_count_one_point_in_a_money_game():
    replay = Replay()
    replay.winner, replay.points = 0, 2
    with pytest.raises(GameError, match="player 1 wins 1; expected player 1 to win 2"):
        replay.win(0, 1, money=False)
    replay.win(0, 1, money=True)
    assert replay.points == 1


HEAD = " 7 point match\n\n Game 1\n alice : 0                      bob : 0\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 0, at the end: there is no match"),
        ("hello", "line 1: 'hello' stands before the first game"),
        (" 7 point match\n", "line 1, at the end: there are no games"),
        (" Game 1\n", "line 1: a game begins; expected the match before it"),
        (" 7 point match\n 7 point match\n", "line 2: a second match begins"),
        (" 7 point match\n Game 1\n", "line 2, at the end: the game has no players"),
        (" 7 point match\n Game 1\n  1) 31: 8/5 6/5\n", "line 3: .* does not name the players"),
        (';[Variation "Nackgammon"]\n', "line 1: the variation is 'Nackgammon'"),
        (HEAD + "  1) 31: 8/5 6/4\n", "line 5: '8/5 6/4' is not a legal play"),
        (HEAD + "  1) 31:\n", "line 5: .* is not a legal play"),
        (HEAD + "  1) 71: 8/5 6/5\n", r"line 5: the dice are \(7, 1\)"),
        (HEAD + "  1) 33: 8/5(2) 6/3(2)\n", "line 5: the opening roll is 3-3"),
        (HEAD + "  1)  Doubles => 2\n", "line 5: nobody has rolled yet"),
        (HEAD + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n", "line 6: it is player 2's turn"),
        (HEAD + "  1) 31: 8/5 6/5      Doubles => 4\n", "line 5: the cube is offered at 4; expected 2"),
        (HEAD + "  1) 31: 8/5 6/5      Doubles\n", "line 5: '' after 'Doubles'; expected the cube"),
        (HEAD + "  1) 31: 8/5 6/5      Takes\n", "line 5: nobody has doubled"),
        (
            HEAD + "  1) 31: 8/5 6/5      Doubles => 2\n  2) 31: 8/5 6/5\n",
            "line 6: a double has been offered; expected 'Takes' or 'Drops'",
        ),
        (
            HEAD + "  1) 31: 8/5 6/5      Doubles => 2\n  2) Takes      42: 8/4 6/4\n"
            "  3) 42: 8/4 6/4      Doubles => 4\n",
            "line 7: the cube belongs to the other player",
        ),
        (
            HEAD + "  1) 31: 8/5 6/5      Doubles => 2\n  2) Drops  52: 13/8 13/11\n",
            "line 6: the game is over",
        ),
        (
            HEAD + "  1) 31: 8/5 6/5      Doubles => 2\n  2) Drops\n     Wins 1 point\n",
            "line 7: player 1 wins 1; expected player 2 to win 1",
        ),
        (HEAD + "     Wins 4 points\n", "line 5: a resignation of 4"),
        (HEAD + "     Wins a lot\n", "line 5: 'a lot' after 'Wins'; expected such as 'Wins 2 points'"),
        (HEAD + "  1) 31: 8/5 6/5   52: 13/8 13/11   42: 8/4 6/4\n", "line 5: 3 entries in one line"),
        (HEAD + "  1) nothing\n", "line 5: cannot read '1\\) nothing'"),
        (HEAD + "31: 8/5 6/5\n", "line 5: cannot read"),
        (HEAD + " Game 2\n carol : 0                      bob : 0\n", "line 6: the players are"),
    ],
)
def test_an_error_names_its_line(text, complaint):
    with pytest.raises(GameError, match=complaint):
        read_match(text)


@settings(max_examples=150)
@given(st.data())
def test_a_broken_file_is_a_match_or_an_error_with_its_line(data):
    text = JELLYFISH[:1500]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 5))
        put = data.draw(
            st.text(alphabet="0123456789/:*()=> \nDoublesTakWin", max_size=5) | st.text(max_size=3)
        )
        text = text[:at] + put + text[at + gone :]
    try:
        match = read_match(text)
    except GameError as error:
        told = str(error)
        lines = text.count("\n")
        assert any(told.startswith(f"line {n}") for n in range(lines + 30)), told
        return
    assert match.games


GOOD = random_match(3)


@pytest.mark.parametrize(
    ("match", "complaint"),
    [
        (replace(GOOD, players=("a:b", "c")), "expected a name without colons"),
        (replace(GOOD, players=("", "c")), "expected a name"),
        (replace(GOOD, players=("a", "b\nc")), "expected a name"),
        (replace(GOOD, notes={"Site": "a\nb"}), "a note has a line break"),
        (replace(GOOD, games=(replace(GOOD.games[0], score=(1, 0)),)), "game 1: it begins at"),
        (
            MatchRecord(
                1, ("a", "b"), (GameRecord((0, 0), (Move(0, (3, 1), "8/4"), Move(0, (3, 1), "8/4"))),)
            ),
            "game 1: it is player 2's turn",
        ),
        (MatchRecord(1, ("a", "b"), (GameRecord((0, 0), (Move(0, (3, 1), "8/2"),)),)), "is not a legal play"),
        (
            MatchRecord(0, ("a", "b"), (GameRecord((0, 0), ()), GameRecord((0, 0), ()))),
            "game 1: nobody has won it",
        ),
        (
            MatchRecord(
                0, ("a", "b"), (GameRecord((0, 0), (Move(0, (3, 1), "8/5 6/5"), Double(1, 2), Drop(0))),)
            ),
            "game 1: the game is over; expected a winner",
        ),
    ],
)
def test_the_writer_refuses_what_is_not_a_match(match, complaint):
    with pytest.raises(GameError, match=complaint):
        write_match(match)


def test_a_replay_knows_whose_turn_it_is():
    replay = Replay()
    assert replay.mover is None
    replay.follow(Move(1, (6, 5), "24/13"))
    assert (replay.mover, GAME.turn(replay.state)) == (0, Turn.CHANCE)
    replay.follow(Double(0, 2))
    assert replay.mover == 1
    replay.follow(Take(1))
    assert (replay.mover, replay.cube, replay.cube_owner) == (0, 2, 1)
