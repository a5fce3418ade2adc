"""A game with nothing but its six methods is decided well by default: searched, solved or played out."""

from __future__ import annotations

import random

import pytest

import hazard
from hazard import Budget, Expectimax, Game, GameError, Solve, TreeSearch, Turn
from hazard.games import TicTacToe


class TwentyOne(Game):
    """Roll as often as you dare; over 21 loses, and then the higher total wins. The README's game."""

    def start(self):
        return (0, 0, 0, False)

    def turn(self, state):
        return Turn.CHANCE if state[3] else (Turn.MAX, Turn.MIN, Turn.OVER)[state[2]]

    def actions(self, state):
        return ["roll", "stop"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        mine, theirs, player, rolling = state
        if not rolling:
            return (mine, theirs, player + (move == "stop"), move == "roll")
        mine, theirs = (mine + move, theirs) if player == 0 else (mine, theirs + move)
        return (mine, theirs, 2 if max(mine, theirs) > 21 else player, False)

    def value(self, state):
        assert self.turn(state) is Turn.OVER, "an unfinished game has no value"
        return float(state[0] <= 21 and (state[1] > 21 or state[0] > state[1]))

    def bounds(self):
        return (0, 1)


class Gambler(Game):
    """Stake any part of what there is, up to what is missing to 100; each bet is won with 0.4."""

    def start(self):
        return (50, 0)

    def turn(self, state):
        return Turn.CHANCE if state[1] else Turn.OVER if state[0] in (0, 100) else Turn.MAX

    def actions(self, state):
        return range(1, min(state[0], 100 - state[0]) + 1)

    def outcomes(self, state):
        return [("won", 0.4), ("lost", 0.6)]

    def apply(self, state, move):
        stake = {"won": state[1], "lost": -state[1]}.get(move)
        return (state[0], move) if stake is None else (state[0] + stake, 0)

    def value(self, state):
        return float(state[0] == 100)


def undecided(game, solution, count, seed):
    """Positions of random games in which it matters what is done."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state, met = game.start(), []
        while game.turn(state) is not Turn.OVER:
            if game.turn(state) is Turn.CHANCE:
                outcomes, chances = zip(*game.outcomes(state), strict=True)
                state = game.apply(state, rng.choices(outcomes, chances)[0])
                continue
            values = [value for _, value in solution.options(state)]
            met += [state] if max(values) - min(values) > 1e-9 else []
            state = game.apply(state, rng.choice(list(game.actions(state))))
        found += [rng.choice(met)] if met else []
    return found


@pytest.mark.parametrize("game", [TwentyOne(), Gambler()], ids=lambda game: type(game).__name__)
def test_the_default_search_chooses_an_action_that_is_truly_best(game):
    solution = hazard.solve(game)
    for state in undecided(game, solution, 4, seed=1):
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
