import pytest
from tests import brute_force

import hazard
from hazard import Turn
from hazard.games import TicTacToe, TicTacToeCell

GAME = TicTacToe()

# Lines of play by their length. 9 * 8 * 7 * ... until a fifth move can complete a row: 1,440 of the 15,120
# lines of five moves are won and go no further, so 13,680 * 4 = 54,720 have six.
LINES = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_perft_counts_the_lines_of_play_by_length():
    assert brute_force.perft(GAME, GAME.start(), 9) == LINES


def test_the_plain_search_visits_each_line_once():
    decision = hazard.decide(GAME, None, brute_force.PLAIN, hazard.Budget(depth=9))
    assert decision.statistics.nodes == 1 + sum(LINES)
    assert decision.statistics.evaluations == 255_168  # complete games, a well known number


def test_nobody_wins_against_best_play():
    decision = hazard.decide(GAME, None, hazard.Minimax(), hazard.Budget(depth=9))
    assert (decision.value, decision.kind) == (0.0, "exact")
    assert {option.value for option in decision.options} == {0.0}  # any first move still draws


@pytest.mark.parametrize(
    ("text", "turn", "value"),
    [
        ("xxx/oo./...", Turn.OVER, 1.0),
        ("xx./ooo/x..", Turn.OVER, -1.0),
        ("xox/xoo/oxx", Turn.OVER, 0.0),
        ("x../.../...", Turn.MIN, 0.0),
        ("xoo/xxo/oxx", Turn.OVER, 1.0),  # the last cell may win as well: a full board is no draw by itself
    ],
)
def test_the_end_of_the_game_is_seen(text, turn, value):
    state = GAME.parse(text)
    assert (GAME.turn(state), GAME.value(state)) == (turn, value)


def test_moves_are_named_by_column_and_row():
    state = GAME.apply(GAME.apply(GAME.start(), TicTacToeCell(0, 0)), TicTacToeCell(2, 1))
    assert GAME.text(state) == "x../..o/..."
    assert GAME.picture(state) == "  a b c\n1 x . .\n2 . . o\n3 . . ."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x../...", "rows have 3 \\+ 3 cells; expected 3 rows of 3"),
        ("x../.z./...", "unknown sign 'z'"),
        ("xx./.../...", "has 2 x and 0 o; expected as many, or one x more"),
        ("xxx/ooo/...", "play went on"),
        ("xxx/oo./o..", "play went on"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(hazard.GameError, match=complaint):
        GAME.parse(text)


def test_a_move_that_cannot_be_made_is_refused():
    with pytest.raises(hazard.GameError, match=r"no move TicTacToeCell\(column=0, row=0\) in x"):
        GAME.apply(GAME.parse("x../.../..."), TicTacToeCell(column=0, row=0))
    with pytest.raises(hazard.GameError, match=r"no move 'a1' in x.*expected one of b1, c1"):
        GAME.parse_move(GAME.parse("x../.../..."), "a1")
