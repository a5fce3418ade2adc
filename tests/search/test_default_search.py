"""A game with nothing but its six methods is decided well by default: searched, solved or played out."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from tests.search.bare_games import Gambler, TwentyOne, undecided

import hazard
from hazard import Budget, Expectimax, Game, GameError, Solve, TreeSearch, Turn
from hazard.games import TicTacToe


@pytest.mark.parametrize("game", [TwentyOne(), Gambler()], ids=lambda game: type(game).__name__)
def test_the_default_search_chooses_an_action_that_is_truly_best(game):
    solution = hazard.solve(game)
    for state in undecided(game, solution, 4, random.Random(1)):
        decision = hazard.decide(game, state, budget=Budget(seconds=4))
        truth = dict(solution.options(state))
        assert truth[decision.action] == pytest.approx(solution.value(state), abs=1e-8)
        assert decision.value == pytest.approx(solution.value(state), abs=1e-8)
        assert (decision.kind, decision.proven) == ("exact", True)


def test_twenty_one_by_tree_search_is_what_it_is():
    truth = hazard.solve(TwentyOne()).value()
    assert truth == pytest.approx(0.3312, abs=1e-4)
    decision = hazard.decide(TwentyOne(), None, TreeSearch(), Budget(nodes=40_000))
    assert decision.kind == "estimate"
    assert decision.value == pytest.approx(truth, abs=0.15)
    assert "Unfinished games were played out: TwentyOne has no heuristic." in decision.explain()


def test_play_outs_learn_what_good_play_is_worth():
    # At random, MIN nearly always goes bust, and the start would be worth 0.8 to MAX.
    truth = hazard.solve(TwentyOne()).value()
    decision = hazard.decide(TwentyOne(), None, Expectimax(), Budget(depth=12))
    assert decision.value == pytest.approx(truth, abs=0.1)


def test_a_game_that_comes_round_is_solved_where_a_search_sees_no_end():
    decision = hazard.decide(Gambler(), (50, 0), budget=Budget(seconds=4))
    assert isinstance(decision.search, Solve)
    # Bold play is best where the odds are against you: all at once wins with 0.4 (Dubins and Savage 1965).
    assert (decision.action, decision.value) == (50, pytest.approx(0.4, abs=1e-8))
    assert "the whole game is solved" in decision.explain()
    assert [outcome.value for outcome in decision.best.outcomes] == [1.0, 0.0]


def test_a_solution_is_kept_for_the_next_decision():
    searcher = hazard.Searcher(Gambler())
    first = searcher.decide((50, 0), Budget(seconds=4))
    again = searcher.decide((25, 0), Budget(seconds=4))
    assert isinstance(again.search, Solve)
    assert again.value == pytest.approx(0.16, abs=1e-8)  # 25, then 50: bold play again
    assert again.statistics.nodes == first.statistics.nodes


class Craps(Game):
    """Put a chip on the shooter or keep it: the dice are thrown again until the point or a seven comes."""

    def start(self):
        return "bet?"

    def turn(self, state):
        return Turn.MAX if state == "bet?" else Turn.OVER if isinstance(state, float) else Turn.CHANCE

    def actions(self, state):
        return ["bet", "keep"]

    def outcomes(self, state):
        return [(total, (6 - abs(7 - total)) / 36) for total in range(2, 13)]

    def apply(self, state, move):
        if state == "bet?":
            return 1.0 if move == "keep" else "come out"
        if state == "come out":
            return {7: 2.0, 11: 2.0, 2: 0.0, 3: 0.0, 12: 0.0}.get(move, move)
        return 2.0 if move == state else 0.0 if move == 7 else state

    def value(self, state):
        return state


def test_dice_that_are_thrown_until_something_comes_are_solved():
    # 7 or 11 at once: 8/36. Points 4 and 10, 5 and 9, 6 and 8: twice 3/36 * 3/9 + 4/36 * 4/10 + 5/36 * 5/11.
    decision = hazard.decide(Craps())
    assert (decision.action, decision.value) == ("keep", 1.0)
    assert decision.options[1].value == pytest.approx(2 * 244 / 495, abs=1e-9)
    assert decision.proven


def test_a_mistake_of_the_game_is_told_by_the_default_search_too():
    class Loaded(Craps):
        def outcomes(self, state):
            return super().outcomes(state)[1:]

    with pytest.raises(GameError, match="sum to"):
        hazard.decide(Loaded())


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_of_a_default_searcher_solves_as_well(again):
    searcher = again(hazard.Searcher(Gambler()))
    assert isinstance(searcher.decide((50, 0), Budget(seconds=4)).search, Solve)


def test_a_search_that_is_asked_for_is_the_one_that_is_made():
    for search, budget in (
        (Expectimax(), Budget(seconds=0.02)),
        (None, Budget(depth=3)),
        (None, Budget(nodes=50)),
    ):
        assert isinstance(hazard.decide(Gambler(), (50, 0), search, budget).search, Expectimax)


def test_solving_may_be_asked_for_and_is_refused_where_it_is_too_much():
    found = hazard.decide(TicTacToe(), None, Solve())
    assert (found.value, found.kind, found.proven) == (0.0, "exact", True)
    with pytest.raises(GameError, match=r"not solved within .*max_states=10"):
        hazard.decide(Gambler(), (50, 0), Solve(max_states=10))


def test_tree_search_without_a_heuristic_refuses_what_needs_one():
    for settings in ({"leaf": "heuristic"}, {"siblings": True}, {"every_outcome": True}, {"play_outs": 1.0}):
        with pytest.raises(hazard.SettingError, match=r"Gambler has neither a `heuristic` nor"):
            hazard.Searcher(Gambler(), TreeSearch(**settings))
        hazard.Searcher(Gambler(), TreeSearch(**settings, evaluator=lambda states: [0.5] * len(states)))
