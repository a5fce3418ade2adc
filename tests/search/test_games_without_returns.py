"""Games in which play leads to no state in two ways: nothing is looked for twice, and nothing is missed."""

from collections import Counter

import pytest

from hazard import Budget, Expectimax, Game, GameError, Searcher, Solve, Turn
from hazard.solving.whole import solve_within

MANY = 512  # states without a return that make a game look like a tree


class Ways(Game):
    """A state is every move so far, so that each way to play is a state of its own."""

    length = 8

    def __init__(self):
        self.calls = Counter()

    def start(self):
        return ()

    def turn(self, state):
        over = len(state) == self.length
        return Turn.OVER if over else (Turn.MAX, Turn.CHANCE, Turn.MIN, Turn.CHANCE)[len(state) % 4]

    def actions(self, state):
        return [0, 1, 2]

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.25), (2, 0.25)]

    def apply(self, state, move):
        self.calls["apply"] += 1
        return (*state, move)

    def value(self, state):
        self.calls["value"] += 1
        number = sum(3**i * move for i, move in enumerate(state))
        return number * 2654435761 % 1000 / 1000

    def bounds(self):
        return (0.0, 1.0)


class Twins(Ways):
    """Two of the three first moves lead to the same game; nothing comes back before the third."""

    def apply(self, state, move):
        return super().apply(state, min(move, 1) * 2 if not state else move)


class EndsWhereItBegan(Ways):
    """A line of 1,500 moves without a choice; the last one leads back, or to the end."""

    length = 1500

    def __init__(self, back):
        super().__init__()
        self.back = back

    def start(self):
        return 0

    def turn(self, state):
        return Turn.OVER if state == self.length else Turn.MAX

    def actions(self, state):
        return [1]

    def apply(self, state, move):
        return self.back if state + 1 == self.length else state + 1

    def value(self, state):
        return 0.5


def by_definition(game, state):
    turn = game.turn(state)
    if turn is Turn.OVER:
        return game.value(state)
    if turn is Turn.CHANCE:
        return sum(p * by_definition(game, game.apply(state, move)) for move, p in game.outcomes(state))
    values = [by_definition(game, game.apply(state, move)) for move in game.actions(state)]
    return max(values) if turn is Turn.MAX else min(values)


def searched(game, state=None, **settings):
    game.calls.clear()
    return Searcher(game, Expectimax(**settings)).decide(state, Budget())


@pytest.mark.parametrize("game", [Ways(), Twins()])
@pytest.mark.parametrize("settings", [{}, {"merge": False}, {"table": False}, {"all_options": False}])
def test_the_value_is_that_of_the_definition(game, settings):
    found = searched(game, **settings)
    assert found.value == pytest.approx(by_definition(game, game.start()), abs=1e-12)
    assert found.kind == "exact"


def test_successors_are_not_made_to_be_compared_where_none_was_ever_equal():
    game = Ways()
    searched(game, merge=False)
    needed = game.calls["apply"]
    searched(game)
    # Before the game looked like a tree, at most two more for each state.
    assert needed > 2 * MANY
    assert game.calls["apply"] <= needed + 2 * MANY


def test_a_state_that_comes_back_late_is_still_the_one_it_was():
    game = Twins()
    searched(game, alpha_beta=False)
    # Of the three first moves two are the same: two thirds of the ends, each valued once.
    assert game.calls["value"] == 2 * 3**7


def test_once_a_state_has_come_back_what_follows_is_remembered():
    game = Twins()
    plain = searched(game, alpha_beta=False, table=False, merge=False).statistics.nodes
    assert plain == sum(3**depth for depth in range(9))
    # Two thirds are searched. Of the last one the roll is shown, and what each outcome is worth is known.
    assert (
        searched(game, alpha_beta=False).statistics.nodes == 1 + 2 * sum(3**depth for depth in range(8)) + 4
    )


def test_the_next_decision_finds_what_the_one_before_it_has_searched():
    game = Ways()
    searcher = Searcher(game, Expectimax())
    first = searcher.decide(None, Budget())
    again = searcher.decide((first.action, 0, 0, 0), Budget())
    fresh = searched(game, (first.action, 0, 0, 0))
    assert again.value == fresh.value
    assert again.statistics.nodes < fresh.statistics.nodes


def test_play_that_leads_back_is_refused_however_long_the_way():
    assert searched(EndsWhereItBegan(1500)).value == 0.5
    for back in (0, 700, 1499):
        with pytest.raises(GameError) as refused:
            searched(EndsWhereItBegan(back))
        assert refused.value.code == "search.play_can_return"


class FewEnds(Ways):
    """Each way to play is a state of its own up to the last move: then only that move counts."""

    def apply(self, state, move):
        return ("end", move) if len(state) == self.length - 1 else super().apply(state, move)

    def turn(self, state):
        return Turn.OVER if state[:1] == ("end",) else super().turn(state)

    def value(self, state):
        return {0: 0.25, 1: 1, 2: 0.5}[state[1]]


def test_a_solution_after_a_search_knows_every_end_once():
    game = FewEnds()
    searcher = Searcher(game, Expectimax())
    assert searcher.decide(None, Budget()).value == pytest.approx(by_definition(game, ()))
    solution = solve_within(searcher._engine, game, (), Solve(), None)
    assert solution.states == sum(3**depth for depth in range(8)) + 3
    assert all(solution.value(("end", move)) == game.value(("end", move)) for move in range(3))
    again = searcher.decide(None, Budget())
    assert again.value == solution.value()


def test_play_outs_after_a_search_value_the_same_ends():
    game = FewEnds()
    searcher = Searcher(game, Expectimax())
    searcher.decide(None, Budget())
    found = searcher.decide((0, 0), Budget(depth=1))
    assert (found.kind, found.statistics.short_play_outs) == ("estimate", 0)
    assert 0.25 <= found.value <= 1


def test_a_trace_shows_ends_that_are_kept_apart():
    found = Searcher(FewEnds(), Expectimax(trace=100_000)).decide(None, Budget())
    assert {node.value for node in found.trace if node.turn is Turn.OVER} == {0.25, 0.5, 1.0}


class LateFault(Ways):
    """Wrong at one end only, which comes late."""

    def __init__(self, fault):
        super().__init__()
        self.fault = fault

    def value(self, state):
        return self.fault() if state == (2,) * self.length else super().value(state)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda: float("nan"), "game.is_nan"),
        (lambda: 7.0, "game.value_out_of_bounds"),
        (lambda: None, "game.not_a_number"),
    ],
)
def test_a_late_end_that_is_worth_nothing_sensible_is_told_by_name(fault, code):
    with pytest.raises(GameError, match=r"LateFault.value\(\(2, 2, 2, 2, 2, 2, 2, 2\)\)") as refused:
        searched(LateFault(fault), alpha_beta=False, star1=False, star2=False)
    assert refused.value.code == code


def test_an_exception_at_a_late_end_goes_up_with_a_note():
    with pytest.raises(ZeroDivisionError) as raised:
        searched(LateFault(lambda: 1 / 0), alpha_beta=False, star1=False, star2=False)
    assert raised.value.__notes__ == ["in LateFault.value((2, 2, 2, 2, 2, 2, 2, 2))"]


def test_ctrl_c_at_a_late_end_is_heard_once():
    calls = []

    def press():
        calls.append(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searched(LateFault(press), alpha_beta=False, star1=False, star2=False)
    assert len(calls) == 1
