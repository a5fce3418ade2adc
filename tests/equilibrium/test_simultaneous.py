"""Moves at the same time, as hidden ones one after the other."""

import random
import runpy
from pathlib import Path

import pytest
from scipy.optimize import linprog

import hazard
from hazard import GameError, Turn


class Matrix(hazard.Game):
    """Both choose a number at once, after chance has chosen a matrix that both see."""

    def __init__(self, matrices):
        self.matrices = matrices

    def start(self):
        return ()

    def turn(self, state):
        return (Turn.CHANCE, {Turn.MAX, Turn.MIN}, Turn.OVER)[len(state)]

    def actions(self, state, player):
        matrix = self.matrices[state[0]]
        return list(range(len(matrix) if player == 0 else len(matrix[0])))

    def outcomes(self, state):
        return [(number, 1 / len(self.matrices)) for number in range(len(self.matrices))]

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        number, (row, column) = state
        return self.matrices[number][row][column]


def value_of(matrix):
    """The value of a matrix game, by a linear program of the textbook."""
    rows, columns = len(matrix), len(matrix[0])
    above = [[-matrix[r][c] for r in range(rows)] + [1.0] for c in range(columns)]
    solved = linprog([0.0] * rows + [-1.0], above, [0.0] * columns, [[1.0] * rows + [0.0]], [1.0],
                     [(0, 1)] * rows + [(None, None)])  # fmt: skip
    return -solved.fun


@pytest.mark.parametrize("seed", range(8))
def test_simultaneous_choices_are_worth_what_the_matrix_game_is(seed):
    draw = random.Random(seed)
    matrices = [[[draw.randint(-5, 5) for _ in range(3)] for _ in range(4)] for _ in range(2)]
    found = hazard.equilibrium(hazard.in_turns(Matrix(matrices)), target=1e-5, iterations=100_000)
    assert found.value == pytest.approx(sum(map(value_of, matrices)) / 2, abs=1e-4)


def test_whoever_chooses_second_sees_nothing_of_the_first_choice():
    game = hazard.in_turns(Matrix([[[1, 2], [3, 4]]]))
    state = game.apply(game.start(), 0)
    seen = {game.sees(game.apply(state, action), 1) for action in game.actions(state)}
    assert len(seen) == 1


def test_three_may_choose_at_once_and_a_single_player_alone():
    class Three(hazard.Game):
        def start(self):
            return ()

        def turn(self, state):
            return [(Turn.player(0), Turn.player(2), Turn.player(1)), Turn.player(2), Turn.OVER][len(state)]

        def actions(self, state, player=None):
            return [f"{player}a", f"{player}b"]

        def apply(self, state, move):
            return (*state, move)

        def value(self, state):
            return [1.0, 0.0, 0.0]

        def reward(self, state, move):
            return [0.0, 1.0, 0.0] if isinstance(move, tuple) else [0.0, 0.0, 2.0]

    game = hazard.in_turns(Three())
    found = hazard.equilibrium(game, iterations=10)
    assert found.values == pytest.approx((1.0, 1.0, 2.0))
    state = game.start()
    for player in range(3):
        assert game.turn(state) == Turn.player(player)
        state = game.apply(state, f"{player}b")
    assert state == (("0b", "1b", "2b"),)


def test_several_at_once_without_the_helper_are_told_of_it():
    for call in (hazard.equilibrium, hazard.decide):
        with pytest.raises(GameError, match=r"hazard\.in_turns"):
            call(Matrix([[[1, 2], [3, 4]]]), (0,))


def test_a_tuple_of_turns_that_are_no_players_is_refused():
    class Wrong(Matrix):
        def turn(self, state):
            return (Turn.MAX, Turn.CHANCE)

    with pytest.raises(GameError, match="expected a tuple of different players"):
        hazard.in_turns(Wrong([[[1]]])).start()


def test_the_checker_names_payoffs_of_the_wrong_length_and_a_sees_that_forgets():
    class Short(Matrix):
        def value(self, state):
            return [1.0, 2.0, 3.0] if state[-1] == (0, 0) else [1.0, 2.0]

    report = hazard.check(hazard.in_turns(Short([[[1, 2], [3, 4]]])))
    assert [finding.code for finding in report.findings] == ["payoffs"], report


def test_the_example_of_goofspiel_is_worth_nothing_to_either():
    """Both have the same cards and see the same prizes: the value of a symmetric game is 0."""
    example = Path(__file__).parents[2] / "examples" / "goofspiel.py"
    names = runpy.run_path(str(example))
    low, high = hazard.equilibrium(hazard.in_turns(names["Goofspiel"](3)), iterations=500).interval
    assert low <= 1e-9
    assert high >= -1e-9
    assert high - low < 0.05


def test_the_checker_finds_a_player_that_forgets_in_a_game_too_large_to_list():
    class Forgetful(hazard.games.LiarsDice):
        def sees(self, state, player):
            view = super().sees(state, player)
            return view if len(state[1]) < 3 else ("somebody's dice", state[1])

    report = hazard.check(Forgetful(dice=2, faces=6))
    assert any("must not forget" in finding.found for finding in report.errors), report
    assert not hazard.check(hazard.games.LiarsDice(dice=2, faces=6)).errors
