"""A game that breaks its contract gets an error that says where and what was expected, never an answer."""

from __future__ import annotations

import math
import re

import pytest
from tests.search.broken_games import (
    PLAIN,
    SHORT,
    MyError,
    Toss,
    broken,
    every_search,
    named,
    raising,
    refusal,
)
from tests.search.small_games import TableGame

from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Game,
    GameError,
    Minimax,
    Searcher,
    TreeSearch,
    Turn,
    decide,
    solve,
)
from hazard.games import Pig


@every_search
def test_the_unbroken_game_is_decided(search):
    # heads and tails alike: 0.5 * 3 = 1.5 beats 1
    assert decide(Toss(), None, search, SHORT).action == "toss"


@every_search
@pytest.mark.parametrize(
    ("pairs", "word"),
    [
        ([("heads", 0.5), ("tails", 0.6)], "sum to 1.1"),
        ([("heads", 0.5)], "sum to 0.5"),
        ([("heads", 1.5), ("tails", -0.5)], "from 0 to 1"),
        ([("heads", -0.5), ("tails", 1.5)], "-0.5"),
        ([("heads", math.nan), ("tails", 1)], "NaN"),
        ([("heads", math.inf), ("tails", 0)], "inf"),
        ([("heads", "half"), ("tails", 0.5)], "expected a number"),
        ([("heads", None), ("tails", 0.5)], "expected a number"),
        (["heads", "tails"], "pair (outcome, probability)"),
        ([("heads", 0.5, 1), ("tails", 0.5)], "pair (outcome, probability)"),
        ([], "lists nothing"),
        (None, "expected a list"),
        (7, "expected a list"),
    ],
)
def test_outcomes_that_are_no_distribution_are_refused_by_state(search, pairs, word):
    message = refusal(broken(outcomes=lambda self, state: pairs), search)
    assert "tossed" in message
    assert word in message


@pytest.mark.parametrize("pairs", [[("heads", 0.5), ("tails", 0.6)], [], None, [("heads", math.nan)]])
def test_solve_refuses_the_same_outcomes(pairs):
    with pytest.raises(GameError, match="tossed"):
        solve(broken(outcomes=lambda self, state: pairs))


def test_probabilities_may_be_off_by_rounding_only():
    thirds = [("a", 1 / 3), ("heads", 1 / 3), ("b", 1 / 3)]
    assert decide(broken(outcomes=lambda self, state: thirds), budget=Budget()).options[
        0
    ].value == pytest.approx(1)
    off = [("heads", 0.5), ("tails", 0.5 + 3e-9)]
    assert "sum to 1.000000003" in refusal(broken(outcomes=lambda self, state: off))


@every_search
@pytest.mark.parametrize(
    ("value", "word"),
    [
        (math.nan, "NaN"),
        (math.inf, "infinite"),
        (-math.inf, "infinite"),
        ("three", "expected a number"),
        (None, "expected a number"),
        ([3.0], "expected a number"),
        (3 + 1j, "expected a number"),
    ],
)
def test_a_value_that_is_no_finite_number_is_refused_by_state(search, value, word):
    game = broken(value=lambda self, state: value if state == "heads" else 0.0)
    message = refusal(game, search)
    assert "value" in message
    assert "'heads'" in message
    assert word in message


def test_solve_refuses_a_value_that_is_no_finite_number():
    for value in (math.nan, math.inf, "three"):
        with pytest.raises(GameError, match="'heads'"):
            solve(broken(value=lambda self, state, value=value: value if state == "heads" else 0.0))


@every_search
def test_a_value_outside_the_bounds_is_refused_by_state(search):
    game = broken(bounds=lambda self: (0, 2))
    message = refusal(game, search)
    assert "'heads'" in message
    assert "outside" in message
    assert "2.0" in message


@pytest.mark.parametrize(
    ("bounds", "word"),
    [
        ((2, 1), "above"),
        ((1,), "pair"),
        ((1, 2, 3), "pair"),
        (5, "pair"),
        (None, "pair"),
        (("a", 2), "number"),
        ((0, math.nan), "NaN"),
        ({0: 1, 1: 2}, "pair"),
    ],
)
def test_bounds_that_are_no_interval_are_refused(bounds, word):
    message = refusal(broken(bounds=lambda self: bounds))
    assert "bounds" in message
    assert word in message
    with pytest.raises(GameError, match="bounds"):
        solve(broken(bounds=lambda self: bounds))


@every_search
@pytest.mark.parametrize("listed", [[], (), None, 3])
def test_a_live_state_without_actions_is_refused_by_state(search, listed):
    game = broken(
        turn=lambda self, state: Turn.MAX if state in ("choose", "keep") else Toss.turn(self, state),
        actions=lambda self, state: listed if state == "keep" else ["keep", "toss"],
    )
    assert "'keep'" in refusal(game, search)


def test_a_root_without_actions_is_refused_by_state():
    message = refusal(broken(actions=lambda self, state: []))
    assert "'choose'" in message
    assert "not over" in message


@every_search
def test_an_unhashable_state_is_refused_with_advice(search):
    root = broken(start=lambda self: ["choose"], turn=lambda self, state: Turn.MAX)
    message = refusal(root, search)
    assert "['choose']" in message
    assert "hash" in message
    below = broken(
        apply=lambda self, state, move: [move], turn=lambda self, s: Turn.MAX if s == "choose" else Turn.OVER
    )
    message = refusal(below, search)
    assert "['" in message
    assert "hash" in message


@every_search
@pytest.mark.parametrize("answer", [7, -1, None, "max", 2**80, 1.0, (Turn.MAX,)])
def test_a_turn_that_is_no_turn_is_refused_by_state(search, answer):
    game = broken(turn=lambda self, state: answer if state == "keep" else Toss.turn(self, state))
    message = refusal(game, search)
    assert "turn('keep')" in message
    assert "Turn.MAX" in message
    assert "'choose'" in refusal(broken(turn=lambda self, state: answer), search)


# ---- exceptions of the user's own -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "note"),
    [
        ("turn", "turn('choose')"),
        ("actions", "actions('choose')"),
        ("outcomes", "outcomes('tossed')"),
        ("apply", "apply('choose', "),
        ("value", "value("),
        ("reward", "reward('choose', "),
        ("rank", "rank('choose', "),
        ("expand", "expand('choose')"),
        ("describe", "describe("),
    ],
)
@pytest.mark.parametrize("search", [Expectimax(), Beam(expand=1), TreeSearch()], ids=named)
def test_an_exception_in_a_method_keeps_its_traceback_and_names_the_method_and_state(search, method, note):
    with pytest.raises(MyError, match="mine") as caught:
        decide(broken(**{method: raising}), None, search, SHORT).explain()
    assert any(entry.name == "raising" for entry in caught.traceback)
    assert any(note in text for text in getattr(caught.value, "__notes__", [])), caught.value.__notes__


@pytest.mark.parametrize("error", [MyError("mine"), TypeError("mine"), KeyError("mine")])
@pytest.mark.parametrize("method", ["actions", "outcomes"])
def test_an_exception_in_a_generator_is_the_users_own_whatever_its_type(method, error):
    def listing(self, state):
        yield ("toss", 1.0) if method == "outcomes" else "toss"
        raise error

    with pytest.raises(type(error), match="mine") as caught:
        decide(broken(**{method: listing}), budget=SHORT)
    assert any(method in text for text in getattr(caught.value, "__notes__", []))


def test_an_exception_in_quiet_names_the_state():
    with pytest.raises(MyError) as caught:
        decide(broken(quiet=raising, outcomes=lambda self, s: [("choose", 1.0)]), budget=Budget(depth=1))
    assert any("quiet(" in text for text in caught.value.__notes__)


def test_an_exception_in_prior_names_the_state():
    with pytest.raises(MyError) as caught:
        decide(broken(prior=raising), None, TreeSearch(select="puct"), SHORT)
    assert any("prior('choose'" in text for text in caught.value.__notes__)


def test_an_exception_in_sample_names_the_state():
    class Drawn(Toss):
        outcomes = Game.outcomes
        sample = raising

    for search in (Expectimax(), TreeSearch()):
        with pytest.raises(MyError) as caught:
            decide(Drawn(), None, search, SHORT)
        assert any("sample('tossed'" in text for text in caught.value.__notes__)


@pytest.mark.parametrize("method", ["evaluate", "bounds", "start"])
def test_an_exception_where_there_is_no_single_state_names_the_method(method):
    game = broken(**{method: raising})
    with pytest.raises(MyError) as caught:
        decide(game, None, Expectimax(), Budget(depth=1))
    assert any(entry.name == "raising" for entry in caught.traceback)


def test_solve_keeps_the_users_exception():
    for method in ("turn", "actions", "outcomes", "apply", "value"):
        with pytest.raises(MyError) as caught:
            solve(broken(**{method: raising}))
        assert any(method in text for text in caught.value.__notes__)


def test_a_failed_search_leaves_the_searcher_usable():
    class Once(Toss):
        failed = False

        def actions(self, state):
            if not self.failed:
                self.failed = True
                raise MyError
            return super().actions(state)

    for search in (Expectimax(), Beam(), TreeSearch()):
        searcher = Searcher(Once(), search)
        with pytest.raises(MyError):
            searcher.decide(budget=SHORT)
        assert searcher.decide(budget=SHORT).action == "toss"


# ---- games that do not end --------------------------------------------------------------------------------

ROUND = TableGame([0, 1, 3], [[1, 2], [0, 2]], [0.1, 0.2, 0.5])


@pytest.mark.parametrize(
    "search", [Expectimax(), AlphaBeta(), Minimax(), Expectimax(table=False), PLAIN], ids=named
)
def test_a_cycle_without_a_limit_is_an_error_and_with_a_depth_is_none(search):
    with pytest.raises(GameError, match=r"never end|not end"):
        decide(ROUND, None, search, Budget())
    assert decide(ROUND, None, search, Budget(depth=6)).value == pytest.approx(0.5)


def test_a_beam_on_a_cycle_without_a_limit_is_an_error():
    alone = TableGame([0, 0], [[1, 1], [0, 0]], [0.0, 0.0])
    with pytest.raises(GameError, match="does not end"):
        decide(alone, None, Beam(), Budget())
    assert decide(alone, None, Beam(), Budget(depth=5)).stopped == "depth"


class Counter(Toss):
    def start(self):
        return 0

    def turn(self, state):
        return Turn.MAX

    def actions(self, state):
        return [1, 2]

    def apply(self, state, move):
        return state + move

    def value(self, state):
        return 0.0


@pytest.mark.parametrize("search", [Expectimax(), AlphaBeta(), Minimax(), Beam(width=2)], ids=named)
def test_counting_for_ever_without_a_limit_is_an_error(search):
    with pytest.raises(GameError, match=r"not end"):
        decide(Counter(), None, search, Budget())


def test_solving_an_endless_game_says_it_has_too_many_states():
    with pytest.raises(GameError, match="more than 500 states"):
        solve(Counter(), max_states=500)


@pytest.mark.parametrize("budget", [Budget(), Budget(depth=2)])
@pytest.mark.parametrize("search", [Expectimax(), PLAIN], ids=named)
def test_chance_that_only_leads_to_chance_is_an_error(search, budget):
    game = TableGame([0, 2, 2], [[1, 2], [1, 2], [2, 1]], [0.0] * 3)
    with pytest.raises(GameError, match=r"end|without a decision"):
        decide(game, None, search, budget)


def test_chance_that_only_leads_to_chance_does_not_hold_tree_search_up():
    game = TableGame([0, 2, 2], [[1, 2], [1, 2], [2, 1]], [0.0] * 3)
    assert decide(game, None, TreeSearch(), Budget(nodes=100)).stopped == "nodes"


def test_a_small_cyclic_game_is_answered_within_seconds_however_deep_the_search_gets():
    # Iterative deepening passes 2,000 decisions here: it must stop there, not fail.
    game = TableGame([0, 0, 3], [[1, 2], [0, 2], []], [0.0, 0.0, 0.5])
    found = decide(game, None, Expectimax(), Budget(depth=2500))
    assert found.value == pytest.approx(0.5)


# ---- evaluators and priors --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (lambda states: [], "one value for each"),
        (lambda states: [0.5] * (len(states) + 1), "one value for each"),
        (lambda states: None, "one value for each"),
        (lambda states: 0.5, "one value for each"),
        (lambda states: [math.nan] * len(states), "finite"),
        (lambda states: [math.inf] * len(states), "finite"),
        (lambda states: ["x"] * len(states), "finite"),
        (lambda states: [None] * len(states), "finite"),
        (lambda states: [1.5] * len(states), "outside the game's bounds"),
        (lambda states: [-0.5] * len(states), "outside the game's bounds"),
    ],
)
@pytest.mark.parametrize(
    "search", [Expectimax, TreeSearch, Beam, lambda **s: TreeSearch(threads=2, batch=4, **s)]
)
def test_an_evaluator_is_checked(search, answer, word):
    with pytest.raises(GameError, match=re.escape(word)):
        decide(Pig(), None, search(evaluator=answer), Budget(depth=2, nodes=200))


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_exception_in_an_evaluator_comes_out_of_every_thread(threads):
    with pytest.raises(MyError):
        decide(Pig(), None, TreeSearch(evaluator=raising, threads=threads), Budget(nodes=1000))


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ([], "one number for each"),
        ([1.0], "one number for each"),
        ([0.2, 0.3, 0.5], "one number for each"),
        (None, "one number for each"),
        ([0.5, -0.5], "negative"),
        ([0.5, math.nan], "NaN"),
        (["a", "b"], "number"),
        ([math.inf, 1.0], "inf"),
    ],
)
def test_a_prior_is_checked(answer, word):
    message = refusal(broken(prior=lambda self, state, actions: answer), TreeSearch(select="puct"))
    assert "'choose'" in message
    assert word in message


@pytest.mark.parametrize("answer", [[], [1.0, 2.0, 3.0], None, [math.nan] * 2, ["x", "y"]])
def test_a_batch_evaluate_is_checked(answer):
    both_live = broken(
        turn=lambda self, s: Turn.MAX if s in ("choose", "keep", "tossed") else Turn.OVER,
        evaluate=lambda self, states: answer,
    )
    assert "evaluate" in refusal(both_live, Expectimax())


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (None, "pair (turn, moves)"),
        (Turn.MAX, "pair (turn, moves)"),
        ((Turn.MAX,), "pair (turn, moves)"),
        ([Turn.MAX, []], "pair (turn, moves)"),
        ((9, []), "Turn.MAX"),
        ((Turn.MAX, 5), "list of moves"),
        ((Turn.MAX, []), "lists nothing"),
        ((Turn.MAX, ["toss"]), "(move, probability, next_state)"),
        ((Turn.MAX, [("toss", 1)]), "(move, probability, next_state)"),
        ((Turn.MAX, [("toss", "x", "tossed")]), "number"),
        ((Turn.MAX, [("toss", 1, ["tossed"])]), "hash"),
        ((Turn.MAX, [("toss", 1, "tossed", math.nan)]), "NaN"),
        ((Turn.MAX, [("toss", 1, "tossed", math.inf)]), "infinite"),
        ((Turn.CHANCE, [("toss", 0.4, "tossed")]), "sum to 0.4"),
    ],
)
def test_expand_is_checked(answer, word):
    game = broken(expand=lambda self, state: answer)
    message = refusal(game)
    assert word in message
    assert "choose" in message or word == "hash"


def test_rewards_are_checked():
    for value in (math.nan, math.inf, None, "x"):
        message = refusal(broken(reward=lambda self, s, m, value=value: value))
        assert "reward" in message
        assert "'choose'" in message


def test_ranks_are_checked():
    for value in (math.nan, None, "x"):
        message = refusal(broken(rank=lambda self, s, m, value=value: value))
        assert "rank" in message
        assert "'choose'" in message
