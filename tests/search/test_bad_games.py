"""A game that breaks its contract gets an error that says where and what was expected, never an answer."""

from __future__ import annotations

import contextlib
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import TableGame

import hazard
from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Game,
    GameError,
    Minimax,
    Searcher,
    SettingError,
    TreeSearch,
    Turn,
    decide,
    solve,
)
from hazard.games import Pig, TicTacToe

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
SEARCHES = [Expectimax(), PLAIN, Beam(), TreeSearch(), TreeSearch(leaf="rollout", select="puct")]
SHORT = Budget(depth=3, nodes=300)


def named(search):
    return (
        "plain"
        if search is PLAIN
        else type(search).__name__ + ("-rollout" * (getattr(search, "leaf", "") == "rollout"))
    )


every_search = pytest.mark.parametrize("search", SEARCHES, ids=named)


class Toss(Game):
    """MAX tosses a coin or keeps 1; heads is worth 3, tails 0. Tests override what they break."""

    def start(self):
        return "choose"

    def turn(self, state):
        return {"choose": Turn.MAX, "tossed": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["toss", "keep"]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return "tossed" if move == "toss" else move

    def value(self, state):
        return {"heads": 3.0, "keep": 1.0}.get(state, 0.0)


def broken(**methods):
    """Return Toss with these methods instead of its own."""
    return type("Broken", (Toss,), methods)()


def refused(game, *words, search=None, error=GameError):
    """Search, and return the error, which must have every one of ``words`` in its message."""
    with pytest.raises(error) as caught:
        decide(game, None, search, SHORT)
    for word in words:
        assert word in str(caught.value)
    return caught.value


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
    refused(broken(outcomes=lambda self, state: pairs), "tossed", word, search=search)


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
    refused(broken(outcomes=lambda self, state: off), "sum to 1.000000003")


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
    refused(game, "value", "'heads'", word, search=search)


def test_solve_refuses_a_value_that_is_no_finite_number():
    for value in (math.nan, math.inf, "three"):
        with pytest.raises(GameError, match="'heads'"):
            solve(broken(value=lambda self, state, value=value: value if state == "heads" else 0.0))


@every_search
def test_a_value_outside_the_bounds_is_refused_by_state(search):
    game = broken(bounds=lambda self: (0, 2))
    refused(game, "'heads'", "outside", "2.0", search=search)


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
    refused(broken(bounds=lambda self: bounds), "bounds", word)
    with pytest.raises(GameError, match="bounds"):
        solve(broken(bounds=lambda self: bounds))


@every_search
@pytest.mark.parametrize("listed", [[], (), None, 3])
def test_a_live_state_without_actions_is_refused_by_state(search, listed):
    game = broken(
        turn=lambda self, state: Turn.MAX if state in ("choose", "keep") else Toss.turn(self, state),
        actions=lambda self, state: listed if state == "keep" else ["keep", "toss"],
    )
    refused(game, "'keep'", search=search)


def test_a_root_without_actions_is_refused_by_state():
    refused(broken(actions=lambda self, state: []), "'choose'", "not over")


@every_search
def test_an_unhashable_state_is_refused_with_advice(search):
    refused(
        broken(start=lambda self: ["choose"], turn=lambda self, state: Turn.MAX),
        "['choose']",
        "hash",
        search=search,
    )
    game = broken(
        apply=lambda self, state, move: [move], turn=lambda self, s: Turn.MAX if s == "choose" else Turn.OVER
    )
    refused(game, "['", "hash", search=search)


@every_search
@pytest.mark.parametrize("answer", [7, -1, None, "max", 2**80, 1.0, (Turn.MAX,)])
def test_a_turn_that_is_no_turn_is_refused_by_state(search, answer):
    game = broken(turn=lambda self, state: answer if state == "keep" else Toss.turn(self, state))
    refused(game, "turn('keep')", "Turn.MAX", search=search)
    game = broken(turn=lambda self, state: answer)
    refused(game, "'choose'", search=search)


# ---- exceptions of the user's own -------------------------------------------------------------------------


class MyError(Exception):
    pass


def raising(*args):
    raise MyError("mine")


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
        decide(broken(**{method: raising}), None, search, SHORT)
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
    refused(
        broken(prior=lambda self, state, actions: answer), "'choose'", word, search=TreeSearch(select="puct")
    )


@pytest.mark.parametrize("answer", [[], [1.0, 2.0, 3.0], None, [math.nan] * 2, ["x", "y"]])
def test_a_batch_evaluate_is_checked(answer):
    both_live = broken(
        turn=lambda self, s: Turn.MAX if s in ("choose", "keep", "tossed") else Turn.OVER,
        evaluate=lambda self, states: answer,
    )
    refused(both_live, "evaluate", search=Expectimax())


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
    error = refused(game, word)
    assert "choose" in str(error) or word == "hash"


def test_rewards_are_checked():
    for value in (math.nan, math.inf, None, "x"):
        refused(broken(reward=lambda self, s, m, value=value: value), "reward", "'choose'")


def test_ranks_are_checked():
    for value in (math.nan, None, "x"):
        refused(broken(rank=lambda self, s, m, value=value: value), "rank", "'choose'")


# ---- asking the wrong thing -------------------------------------------------------------------------------


@pytest.mark.parametrize("search", [Minimax(), AlphaBeta()], ids=named)
def test_minimax_and_alpha_beta_refuse_chance_and_name_the_state(search):
    refused(Toss(), "Expectimax", "tossed", search=search)
    with pytest.raises(GameError, match="rolling"):
        decide(Pig(), None, search, Budget(depth=2))


def test_there_is_nothing_to_decide_when_it_is_over_or_chances_turn():
    with pytest.raises(GameError, match=r"'heads'.*over"):
        decide(Toss(), "heads")
    with pytest.raises(GameError, match=r"'tossed'.*chance"):
        decide(Toss(), "tossed")
    with pytest.raises(GameError, match=r"0 0 0 max rolling.*chance"):
        decide(Pig(), Pig().parse("0 0 0 max rolling"))


@pytest.mark.parametrize("state", [TicTacToe().start(), "0 0 0", 5, (0, 0)])
def test_a_state_of_another_game_is_refused(state):
    for act in (decide, solve, lambda game, s: solve(Pig(target=5)).value(s)):
        with pytest.raises(GameError, match="state of this game"):
            act(Pig(target=5), state)


@pytest.mark.parametrize("game", [None, "pig", 5, object(), Pig, Toss])
def test_what_is_no_game_is_refused(game):
    for act in (decide, solve, Searcher):
        with pytest.raises(GameError, match=r"hazard\.Game"):
            act(game)


@pytest.mark.parametrize("search", ["expectimax", 5, Expectimax, object()])
def test_what_is_no_search_is_refused(search):
    with pytest.raises(SettingError, match="search"):
        decide(Toss(), None, search)


@pytest.mark.parametrize("budget", [1, 0.5, "1s", {"seconds": 1}, Budget])
def test_what_is_no_budget_is_refused(budget):
    with pytest.raises(SettingError, match=r"[Bb]udget"):
        decide(Toss(), None, None, budget)


NOT_A_COUNT = (0, -1, 1.5, "3", True, math.nan)


@pytest.mark.parametrize("found", NOT_A_COUNT)
@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_a_budget_of_no_whole_number_is_refused(name, found):
    with pytest.raises(SettingError, match=name):
        Budget(**{name: found})


@pytest.mark.parametrize("found", [0, -1, "3", True, math.nan, math.inf, [1]])
def test_a_budget_of_no_seconds_is_refused(found):
    with pytest.raises(SettingError, match="seconds"):
        Budget(seconds=found)


@pytest.mark.parametrize("huge", [2**31, 2**40, 2**64, 10**30])
def test_a_huge_limit_is_as_good_as_none_or_refused_by_name(huge):
    for make in (
        lambda: decide(TicTacToe(), None, None, Budget(nodes=huge)),
        lambda: decide(TicTacToe(), None, None, Budget(depth=huge)),
        lambda: decide(Pig(), None, Expectimax(buckets=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(top=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(samples=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(quiet_depth=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, TreeSearch(rollout_depth=huge), Budget(nodes=5)),
        lambda: decide(Pig(), None, Beam(width=huge), Budget(depth=1)),
    ):
        with contextlib.suppress(SettingError):
            assert make().options


def wrong_values(field):
    return {
        "bool": [1, 0, None, "yes"],
        "int": [-1, 1.5, "3", True, None],
        "float": [-0.1, math.nan, math.inf, "3", True, None],
        "Evaluator | None": [5, "value"],
    }.get(field.type, ["nonsense", None, 3.5, -1, True, [], [1.5], [-1], [None]])


@pytest.mark.parametrize("kind", [Expectimax, AlphaBeta, Minimax, Beam, TreeSearch])
def test_every_setting_refuses_what_it_cannot_be_and_says_its_name(kind):
    for field in kind.__dataclass_fields__.values():
        for wrong in wrong_values(field):
            with pytest.raises(SettingError, match=f"{kind.__name__}.{field.name}"):
                kind(**{field.name: wrong})


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (Expectimax, {"table_mb": 0}),
        (AlphaBeta, {"table_mb": 0}),
        (Expectimax, {"min_reach": 1.5}),
        (TreeSearch, {"threads": 0}),
        (TreeSearch, {"batch": 0}),
        (TreeSearch, {"max_nodes": 3}),
        (TreeSearch, {"select": "UCT"}),
        (Beam, {"width": 0}),
        (Beam, {"width": []}),
        (Beam, {"width": (4, 0)}),
    ],
)
def test_settings_out_of_range_are_refused(kind, wrong):
    with pytest.raises(SettingError, match=f"{kind.__name__}.{next(iter(wrong))}"):
        kind(**wrong)


@pytest.mark.parametrize("tolerance", [0, -1, math.nan, math.inf, "x", None])
def test_solve_refuses_a_tolerance_that_is_none(tolerance):
    with pytest.raises(SettingError, match="tolerance"):
        solve(Pig(target=5), tolerance=tolerance)


@pytest.mark.parametrize("max_states", [0, -1, 2**40, 1.5, "x", None])
def test_solve_refuses_a_number_of_states_that_is_none(max_states):
    with pytest.raises(SettingError, match="max_states"):
        solve(Pig(target=5), max_states=max_states)


# ---- fuzz: broken at random -------------------------------------------------------------------------------

BAD_PROBABILITIES = [math.nan, -0.25, 1.75, "half", None]
BAD_VALUES = [math.nan, math.inf, "much", None, 99.0]
BAD_TURNS = [17, None, "MAX", -3]
DEFECTS = ["turn", "actions", "outcomes", "value", "apply", "raise", "empty", "reward"]


@st.composite
def graphs(draw):
    """A small game graph, perhaps cyclic, and defects: (kind, state) pairs with a bad answer each."""
    n = draw(st.integers(2, 6))
    turns = [draw(st.sampled_from([0, 1]))] + [draw(st.integers(0, 3)) for _ in range(n - 1)]
    edges = [draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3)) for _ in range(n)]
    values = [draw(st.floats(-1, 1)) for _ in range(n)]
    defects = draw(
        st.dictionaries(
            st.tuples(st.sampled_from(DEFECTS), st.integers(0, n - 1)), st.integers(0, 3), max_size=2
        )
    )
    return turns, edges, values, defects


class Defective(TableGame):
    """A table game that answers wrongly at its defects, and remembers which of them were met."""

    def __init__(self, turns, edges, values, defects, optional):
        super().__init__(turns, edges, values)
        self.defects, self.met = defects, []
        if "bounds" in optional:
            self.bounds = lambda: (-1, 1)
        if "rank" in optional:
            self.rank = lambda state, move: -move
        if "expand" in optional:
            self.expand = self._expand

    def defect(self, kind, state, bad):
        for name in (kind, "raise"):
            which = self.defects.get((name, state))
            if which is None:
                continue
            self.met.append(name)
            if name == "raise":
                raise MyError
            return bad[which % len(bad)]
        return None

    def turn(self, state):
        return (
            self.defect("turn", state, BAD_TURNS) if ("turn", state) in self.defects else super().turn(state)
        )

    def actions(self, state):
        if ("empty", state) in self.defects:
            self.met.append("empty")
            return []
        return self.defect("actions", state, [5, 1.5]) or super().actions(state)

    def outcomes(self, state):
        if ("empty", state) in self.defects:
            self.met.append("empty")
            return []
        pairs = super().outcomes(state)
        if ("outcomes", state) in self.defects:
            return [(0, self.defect("outcomes", state, BAD_PROBABILITIES)), *pairs[1:]]
        self.defect("raise", state, [0])
        return pairs

    def apply(self, state, move):
        return (
            self.defect("apply", state, [[], {}, [1]])
            if ("apply", state) in self.defects
            else super().apply(state, move)
        )

    def value(self, state):
        # 99 is only wrong for a game that gives bounds
        if ("value", state) in self.defects:
            which = self.defects["value", state] % len(BAD_VALUES)
            if BAD_VALUES[which] != 99.0 or hasattr(self, "bounds"):
                self.met.append("value")
                return BAD_VALUES[which]
        self.defect("raise", state, [0])
        return super().value(state)

    def reward(self, state, move):
        if ("reward", state) in self.defects:
            return self.defect("reward", state, [math.nan, math.inf, "x"])
        return super().reward(state, move)

    def _expand(self, state):
        turn = self.turn(state)
        if turn == Turn.OVER:
            return turn, []
        listed = self.outcomes(state) if turn == Turn.CHANCE else self.actions(state)
        if not isinstance(listed, list | range):
            return turn, listed
        pairs = listed if turn == Turn.CHANCE else [(action, 1) for action in listed]
        return turn, [(move, p, self.apply(state, move)) for move, p in pairs]


@settings(max_examples=250, deadline=None)
@given(
    graphs(),
    st.sets(st.sampled_from(["bounds", "rank", "expand"])),
    st.sampled_from([*SEARCHES, AlphaBeta(), Minimax(), Expectimax(samples=1), Expectimax(buckets=1, top=2)]),
    st.integers(1, 4),
)
def test_a_broken_game_gives_its_own_error_or_ours_and_never_an_answer_past_a_defect(
    graph, optional, search, depth
):
    turns, edges, values, defects = graph
    game = Defective(turns, edges, values, defects, optional)
    try:
        found = decide(game, None, search, Budget(depth=depth, nodes=500))
    except (GameError, SettingError, MyError):
        return
    assert not game.met, f"{game.met} went unnoticed"
    assert math.isfinite(found.value)


@settings(max_examples=150, deadline=None)
@given(graphs(), st.sets(st.sampled_from(["bounds", "expand"])))
def test_solving_a_broken_game_gives_its_own_error_or_ours(graph, optional):
    turns, edges, values, defects = graph
    game = Defective(turns, edges, values, defects, optional)
    try:
        found = solve(game)
    except (GameError, MyError):
        return
    assert not game.met, f"{game.met} went unnoticed"
    assert math.isfinite(found.value())


def test_hazard_exports_the_errors():
    assert issubclass(hazard.GameError, ValueError)
    assert issubclass(hazard.SettingError, ValueError)
