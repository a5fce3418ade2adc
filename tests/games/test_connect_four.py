import random

import pyspiel
import pytest
from tests import brute_force

import hazard
from hazard import Turn
from hazard.games import ConnectFour, ConnectFourDrop

GAME = ConnectFour()

# Lines of play by their length: 7 to the power of the length, less the 7 that would put a seventh stone into
# one column, and from the eighth move on less those that were won with the seventh.
LINES = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def random_game(seed, length):
    """The states of a random game, up to ``length`` moves or its end."""
    draw, state = random.Random(seed), GAME.start()
    states = [state]
    while len(states) <= length and GAME.turn(state) is not Turn.OVER:
        state = GAME.apply(state, draw.choice(GAME.actions(state)))
        states.append(state)
    return states


def test_perft_counts_the_lines_of_play_by_length():
    totals = [brute_force.plain_nodes(GAME, depth) for depth in range(1, 9)]
    assert [b - a for a, b in zip([1, *totals], totals, strict=False)] == LINES


def open_spiel_perft(state, plies):
    if plies == 0 or state.is_terminal():
        return int(plies == 0)
    return sum(open_spiel_perft(state.child(action), plies - 1) for action in state.legal_actions())


@pytest.mark.parametrize("seed", range(12))
def test_perft_from_the_middle_of_a_game_equals_open_spiels(seed):
    twin, state = pyspiel.load_game("connect_four").new_initial_state(), GAME.start()
    draw = random.Random(seed)
    for _ in range(20):  # far enough for full columns and threats
        if twin.is_terminal():
            break
        column = draw.choice(twin.legal_actions())
        twin.apply_action(column)
        state = GAME.apply(state, ConnectFourDrop(column))
    assert brute_force.perft(GAME, state, 3) == [open_spiel_perft(twin, plies) for plies in (1, 2, 3)]


def test_random_games_go_as_in_open_spiel():
    for seed in range(200):
        draw, state = random.Random(seed), GAME.start()
        twin = pyspiel.load_game("connect_four").new_initial_state()
        while not twin.is_terminal():
            assert GAME.turn(state) is (Turn.MAX, Turn.MIN)[twin.current_player()]
            assert GAME.actions(state) == [ConnectFourDrop(column) for column in twin.legal_actions()]
            column = draw.choice(twin.legal_actions())
            twin.apply_action(column)
            state = GAME.apply(state, ConnectFourDrop(column))
            assert GAME.text(state) == "/".join(str(twin).split())
        assert (GAME.turn(state), GAME.value(state)) == (Turn.OVER, twin.returns()[0])


@pytest.mark.parametrize(
    ("moves", "depth", "value", "best"),
    [
        ("dadada", 1, 1.0, {"d"}),  # three in column d, and x to move
        ("dadad", 2, 20 / 512, {"d"}),  # o must close that column; the rest is the lines stones lie on
        ("ddee", 3, 1.0, {"c", "f"}),  # two in the bottom row: a third leaves two open ends, o can close one
        ("gdaea", 3, -1.0, {"c"}),  # the same for o; f would leave one open end only
    ],
)
def test_forced_moves_are_found(moves, depth, value, best):
    decision = hazard.decide(GAME, GAME.parse(moves), None, hazard.Budget(depth=depth))
    assert decision.value == value
    assert decision.best.words in best


def test_endgames_have_the_value_of_brute_force():
    solved = 0
    for seed in range(400):
        states = random_game(seed, 42)
        if len(states) < 36:
            continue
        state = states[33]  # nine empty cells
        if GAME.turn(state) is Turn.OVER:
            continue
        decision = hazard.decide(GAME, state, None, hazard.Budget())
        assert decision.kind == "exact"
        assert decision.value == brute_force.expectimax(GAME, state, 9)
        solved += 1
    assert solved >= 20


def test_the_value_before_the_end_never_looks_like_a_win():
    for seed in range(50):
        for state in random_game(seed, 42):
            if GAME.turn(state) is not Turn.OVER:
                assert abs(GAME.value(state)) < 1


def test_a_state_is_the_same_whatever_order_it_was_reached_in():
    one, other = GAME.parse("abcd"), GAME.parse("cdab")
    assert one == other
    assert hash(one) == hash(other)
    assert GAME.parse(GAME.text(one)) == one  # the score it carries too


def test_boards_and_move_lists_are_both_read():
    assert GAME.parse("ddec") == GAME.parse("......./......./......./......./...o.../..oxx..")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("......./.......", "expected 6 rows of 7"),
        ("......./......./......./......./...x.../.......", "a stone in column d"),
        ("......./......./......./......./......./..xx...", "2 x and 0 o"),
        ("......./......./......./......./oooo.../xxxx...", "play went on"),
        ("ddddddd", "move 7 of 'ddddddd' is 'd'; expected one of a, b, c, e, f, g"),
        ("dadadada", "move 8 of 'dadadada' is 'a'; the game is over by then"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(hazard.GameError, match=complaint):
        GAME.parse(text)
