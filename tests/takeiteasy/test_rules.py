import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import brute_force
from tests.takeiteasy import rule_book_take_it_easy as rule_book

import hazard
from hazard import Budget, Turn
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.board import TILE_NAMES, hex_number, tile_number
from hazard.takeiteasy.game import Draw, Placement

GAME = TakeItEasy()

# The most that any board can score, and one of the 16 boards that do (8 but for half turns), found by going
# through every choice of a number for every line. 307 is the published maximum.
BEST = "924 978 963/964 928 973 968/174 168 123 178 164/578 563 528 574/573 568 524"


def board_of(text):
    return {n: t for n, t in zip(rule_book.NAMES, text.replace("/", " ").split(), strict=True) if t != "."}


def turned(board):
    names = dict(zip(rule_book.NAMES, reversed(rule_book.NAMES), strict=True))
    return {names[name]: tile for name, tile in board.items()}


# ---- scoring ---------------------------------------------------------------------------------------------


def test_the_best_board_scores_307():
    assert GAME.parse(BEST).score == rule_book.score(board_of(BEST)) == 307


def test_every_line_of_the_best_board_counts_its_number_times_its_length():
    board = board_of(BEST)
    lines = [(int(board[names[0]][direction]), len(names)) for direction, names in rule_book.LINES]
    assert all(len({board[n][d] for n in names}) == 1 for d, names in rule_book.LINES)
    assert [length for _, length in lines] == [3, 4, 5, 4, 3] * 3
    assert sum(number * length for number, length in lines) == 307


# Boards worked out by hand. One column of 9 is 27; the long falling line of 7 is 35.
BY_HAND = [
    ("923 964 978/. . . ./. . . . ./. . . ./. . .", 27),
    ("173 . ./. 574 . ./. . 978 . ./. . 174 ./. . 573", 35),
    (". . 128/. . 164 ./. . 568 . ./. 974 . ./578 . .", 0),  # rising 8 4 8 4 8 is broken
    (". . 128/. . 168 ./. . 568 . ./. 978 . ./578 . .", 40),
    ("123 124 128/. . . ./. . . . ./. . . ./. . .", 3),
    (". . ./923 964 978 ./. . . . ./. . . ./. . .", 0),  # a column of four with three tiles
]


@pytest.mark.parametrize(("text", "points"), BY_HAND)
def test_boards_worked_out_by_hand(text, points):
    assert GAME.parse(text).score == rule_book.score(board_of(text)) == points


@given(st.integers(0, 19), st.randoms(use_true_random=False))
def test_any_board_scores_as_by_the_rule_book(tiles, draw):
    board = rule_book.random_board(draw, tiles)
    state = GAME.parse(rule_book.text(board))
    assert state.score == rule_book.score(board)
    assert GAME.text(state) == rule_book.text(board)


@given(st.integers(0, 19), st.randoms(use_true_random=False))
def test_a_board_and_its_half_turn_are_worth_the_same(tiles, draw):
    board = rule_book.random_board(draw, tiles)
    one, other = GAME.parse(rule_book.text(board)), GAME.parse(rule_book.text(turned(board)))
    assert one.score == other.score
    assert GAME.value(one) == pytest.approx(GAME.value(other))
    folded = TakeItEasy(symmetry=True)
    assert folded.parse(rule_book.text(board)) == folded.parse(rule_book.text(turned(board)))


# ---- play ------------------------------------------------------------------------------------------------


def test_the_lines_of_play_are_as_many_as_tiles_and_hexes_allow():
    # 27 tiles, each on 19 hexes, then 26 tiles.
    assert brute_force.perft(GAME, GAME.start(), 3) == [27, 27 * 19, 27 * 19 * 26]


@pytest.mark.parametrize("seed", range(8))
def test_random_games_go_by_the_rule_book(seed):
    draw, state, board, left, paid = random.Random(seed), GAME.start(), {}, set(rule_book.TILES), 0.0
    while GAME.turn(state) is not Turn.OVER:
        assert GAME.turn(state) is Turn.CHANCE
        outcomes = {TILE_NAMES[drawn.tile]: p for drawn, p in GAME.outcomes(state)}
        assert set(outcomes) == left
        assert all(p == pytest.approx(1 / len(left)) for p in outcomes.values())
        hand = draw.choice(sorted(left))
        state = GAME.apply(state, Draw(tile_number(hand)))
        left.remove(hand)
        assert GAME.text(state) == rule_book.text(board, hand)
        free = [name for name in rule_book.NAMES if name not in board]
        assert GAME.actions(state) == [Placement(hex_number(name)) for name in free]
        for name in free:
            gain = rule_book.score({**board, name: hand}) - rule_book.score(board)
            assert GAME.reward(state, Placement(hex_number(name))) == gain
        name = draw.choice(free)
        paid += GAME.reward(state, Placement(hex_number(name)))
        state = GAME.apply(state, Placement(hex_number(name)))
        board[name] = hand
    assert (len(board), len(left)) == (19, 8)
    assert paid == state.score == rule_book.score(board)
    assert GAME.value(state) == 0


def test_the_mean_of_random_play_is_that_of_the_definition():
    # A line of n hexes shows one number if n tiles drawn from 27 agree: 3 numbers, 9 tiles each. Random play
    # is a random board, so the mean is the sum over lines of length * number * P(all n of the 9).
    def agree(n):
        chance = Fraction(1)
        for i in range(n):
            chance *= Fraction(9 - i, 27 - i)
        return chance

    mean = sum(
        agree(len(names)) * len(names) * sum(rule_book.NUMBERS[direction])
        for direction, names in rule_book.LINES
    )
    draw = random.Random(5)
    scores = [GAME.parse(rule_book.text(rule_book.random_board(draw, 19))).score for _ in range(4000)]
    error = (sum((s - sum(scores) / 4000) ** 2 for s in scores) / 4000) ** 0.5 / 4000**0.5
    assert sum(scores) / 4000 == pytest.approx(float(mean), abs=4 * error)


# ---- values ----------------------------------------------------------------------------------------------


def exact(board, left, played_for):
    """What is still to come under best play, by going through everything."""
    free = [name for name in rule_book.NAMES if name not in board]
    if not free:
        return played_for(board)
    return sum(
        max(exact({**board, name: tile}, left - {tile}, played_for) for name in free) for tile in left
    ) / len(left)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("target", [None, 60])
def test_the_last_two_placements_are_solved_exactly(seed, target):
    # A board with something to play for: the best one, two tiles taken away.
    board = {
        n: t for n, t in board_of(BEST).items() if n not in random.Random(seed).sample(rule_book.NAMES, 2)
    }
    left = set(rule_book.TILES) - set(board.values())
    hand = min(left)
    game = TakeItEasy(target=target and target + 200)
    now = rule_book.score(board) if target is None else 0

    def played_for(full):
        points = rule_book.score(full)
        return points - now if target is None else float(points >= target + 200)

    state = game.parse(rule_book.text(board, hand))
    decision = hazard.decide(game, state, budget=Budget(depth=4))
    free = [name for name in rule_book.NAMES if name not in board]
    truth = {n: exact({**board, n: hand}, left - {hand}, played_for) for n in free}
    assert {o.words: o.value for o in decision.options} == pytest.approx(truth)
    assert all(option.kind == "exact" for option in decision.options)


def test_a_line_pays_in_whatever_order_its_tiles_lie():
    column = BEST.split("/")[0].split()
    scores = Counter(
        GAME.parse("/".join([" ".join(order), ". . . ./. . . . ./. . . ./. . ."])).score
        for order in permutations(column)
    )
    assert scores == {27: 6}


# ---- what is refused -------------------------------------------------------------------------------------

EMPTY = ". . ./. . . ./. . . . ./. . . ./. . ."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 19 in columns of 3, 4, 5, 4, 3"),
        (EMPTY + " .", "20 hexes in columns of 3, 4, 5, 4, 4"),
        (EMPTY.replace("/", " "), "19 hexes in columns of 19"),
        (EMPTY.replace(". . .", "164 . 164", 1), "the tile 164 is on a1 and a3"),
        (EMPTY.replace(". . .", "164 . .", 1) + " + 461", "the tile 164 is on a1 and in the hand"),
        (EMPTY.replace(". . .", ". 165 .", 1), "a2 of the board .* there is no tile '165'"),
        (EMPTY.replace(". . .", ". 16 .", 1), "there is no tile '16'"),
        (EMPTY.replace(". . .", ". x .", 1), "there is no tile 'x'"),
        (EMPTY.replace(". . .", ". ١٦٤ .", 1), "there is no tile"),
        (EMPTY + " +", "no tile after its '\\+'"),
        (EMPTY + " + 164 + 123", "there is no tile"),
        (BEST + " + 124", "is full; expected no tile in the hand"),
        ("164 " * 100_000, "cannot read the board"),
    ],
)
def test_an_impossible_board_is_refused_with_its_place(text, message):
    with pytest.raises(hazard.GameError, match=message):
        GAME.parse(text)


@pytest.mark.parametrize(
    "settings",
    [{"target": 0}, {"target": 308}, {"target": True}, {"target": "150"}, {"symmetry": 1}, {"evaluator": 3}],
)
def test_settings_that_make_no_game_are_refused(settings):
    with pytest.raises(hazard.GameError, match="expected"):
        TakeItEasy(**settings)
