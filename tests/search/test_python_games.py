"""A game in Python is no second class: the numbers are the compiled ones, and each state is asked once."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.search.small_games import Expanded, TableGame, Wrapped

from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Game,
    Minimax,
    Searcher,
    TreeSearch,
    Turn,
    decide,
    solve,
)
from hazard.games import ConnectFour, EinStein, EinSteinRoll, Pig, RandomTree, TicTacToe

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
# killers and history tell moves apart by their hash in Python, by their number in C++
UNHASHED = {"order_killers": False, "order_history": False, "order_rank": False}
CHANCE = [
    Expectimax(**UNHASHED),
    Expectimax(table=False, **UNHASHED),
    Expectimax(star2=False, merge=False, **UNHASHED),
    Expectimax(samples=3, **UNHASHED),
    Expectimax(buckets=2, **UNHASHED),
    PLAIN,
    Beam(),
    TreeSearch(),
    TreeSearch(backup="best", exploration=0.3),
    TreeSearch(batch=4, widen_outcomes=0.5),
]
NO_CHANCE = [Minimax(), AlphaBeta(**UNHASHED)]


def summary(found):
    return (
        [(o.action, o.value, o.kind, o.visits, o.standard_error or 0.0) for o in found.options],
        found.stopped,
        found.statistics.nodes,
        found.statistics.simulations,
        found.statistics.evaluations,
        found.statistics.depth,
    )


def test_pig_in_python_gives_the_same_numbers_as_compiled_to_the_last_bit():
    game = Pig(target=30)
    for search in CHANCE:
        for text in ("0 0 0", "20 25 4", "12 3 9 min"):
            for budget in (Budget(depth=3, nodes=5000), Budget(nodes=700, depth=9)):
                compiled = decide(game, game.parse(text), search, budget)
                python = decide(Wrapped(game), game.parse(text), search, budget)
                assert summary(python) == summary(compiled), (search, text)


@pytest.mark.parametrize(
    "game", [TicTacToe(), ConnectFour(), RandomTree(5, chance=0.0, width=4)], ids=lambda g: type(g).__name__
)
def test_games_without_chance_give_the_same_numbers(game):
    for search in NO_CHANCE:
        budget = Budget(depth=3)
        python, compiled = (
            summary(decide(Wrapped(game), None, search, budget)),
            summary(decide(game, None, search, budget)),
        )
        # equal options may stand in another order: the compiled game ranks its actions
        assert sorted(python[0]) == sorted(compiled[0])
        assert python[1:] == compiled[1:]


def test_solving_gives_the_same_values():
    game = Pig(target=12)
    compiled, python = solve(game), solve(Wrapped(game))
    assert python.states == compiled.states
    assert python.edges == compiled.edges
    assert (python.values == compiled.values).all()
    assert [a for *_, a in python.items()] == [a for *_, a in compiled.items()]


def test_expand_and_the_methods_are_one():
    einstein = EinStein()
    for game, start in (
        (Pig(target=20), None),
        (einstein, einstein.apply(einstein.start(), EinSteinRoll(2))),
        (RandomTree(9, rewards=True), None),
    ):
        for search in CHANCE:
            budget = Budget(depth=2, nodes=400)
            methods, expand = (
                decide(Wrapped(game), start, search, budget),
                decide(Expanded(game), start, search, budget),
            )
            assert summary(methods) == summary(expand)


@pytest.mark.parametrize("search", CHANCE, ids=str)
def test_each_state_is_asked_once(search):
    for kind in (Wrapped, Expanded):
        game = kind(Pig(target=15))
        searcher = Searcher(game, search)
        for _ in range(2):  # what was answered once is remembered for the next decision as well
            searcher.decide(None, Budget(depth=4, nodes=800))
        asked = Counter(call for call in game.calls)
        assert [call for call, times in asked.items() if times > 1] == []


def test_solve_asks_each_state_once():
    for kind in (Wrapped, Expanded):
        game = kind(Pig(target=10))
        solve(game)
        assert max(Counter(game.calls).values()) == 1


def test_expand_replaces_every_question_but_whose_turn_it_is_at_the_horizon():
    game = Expanded(Pig(target=15))
    decide(game, None, Expectimax(), Budget(depth=3))
    assert {call[0] for call in game.calls} == {"expand", "turn", "value"}


class Batched(Wrapped):
    """Values many states at once, and remembers how many."""

    def __init__(self, compiled):
        super().__init__(compiled)
        self.batches = []

    def evaluate(self, states):
        assert all(self.compiled.turn(state) != Turn.OVER for state in states)
        assert len(set(states)) == len(states)
        self.batches.append(len(states))
        return [self.compiled.value(state) for state in states]


def test_leaves_below_one_node_are_valued_in_one_call():
    game = Batched(ConnectFour())
    found = decide(game, None, AlphaBeta(**UNHASHED), Budget(depth=3))
    plain = decide(Wrapped(ConnectFour()), None, AlphaBeta(**UNHASHED), Budget(depth=3))
    assert found.value == plain.value
    assert max(game.batches) == 7
    assert sum(game.batches) / len(game.batches) > 3


def test_tree_search_values_a_batch_in_one_call():
    game = Batched(Pig(target=40))
    found = decide(game, None, TreeSearch(batch=8), Budget(nodes=200))
    assert 1 < max(game.batches) <= 8
    plain = decide(Wrapped(Pig(target=40)), None, TreeSearch(batch=8), Budget(nodes=200))
    assert [(o.action, o.value, o.visits) for o in found.options] == [
        (o.action, o.value, o.visits) for o in plain.options
    ]


def test_moves_may_be_any_object_even_unhashable():
    class Odd(TableGame):
        def actions(self, state):
            return [{"go": i} for i in range(len(self.edges[state]))]

        def outcomes(self, state):
            return [([i], p) for i, p in enumerate(self.probabilities[state])]

        def apply(self, state, move):
            return self.edges[state][move["go"] if isinstance(move, dict) else move[0]]

        def reward(self, state, move):
            return 0.0

    game = Odd([0, 2, 1, 3, 3], [[1, 2, 3], [3, 4], [3, 4], [], []], [0, 0, 0, 0.2, 1.0])
    for search in (Expectimax(), Beam(), TreeSearch(), PLAIN):
        found = decide(game, None, search, Budget(depth=5, nodes=500))
        assert found.action == {"go": 0}
        assert found.value == pytest.approx(0.6)


def test_outcomes_and_actions_may_be_generators():
    class Lazy(TableGame):
        def actions(self, state):
            yield from super().actions(state)

        def outcomes(self, state):
            yield from super().outcomes(state)

    game = Lazy([0, 2, 3, 3], [[1, 2], [2, 3], [], []], [0, 0, 0.25, 1.0])
    assert decide(game, budget=Budget()).value == pytest.approx(0.625)


def test_describe_words_are_used():
    class Worded(TableGame):
        def describe(self, state, move):
            return f"move {move} of {state}"

    game = Worded([0, 3], [[1], []], [0.0, 1.0])
    found = decide(game, budget=Budget())
    assert found.best.words == "move 0 of 0"
    assert found.line[0].words == "move 0 of 0"


def test_a_game_may_call_a_search_of_its_own():
    class Nested(TableGame):
        def value(self, state):
            return decide(TicTacToe(), None, Expectimax(), Budget(depth=1)).value + state

    game = Nested([0, 0, 0, 3], [[1, 2], [3], [3], []], [0] * 4)
    assert decide(game, None, Expectimax(), Budget(depth=1)).value == 2


def test_no_game_object_is_kept_alive_by_a_finished_search():
    import gc
    import weakref

    class Passing(Game):
        start = TableGame.start

        def turn(self, state):
            return Turn.OVER if state else Turn.MAX

        def actions(self, state):
            return [1]

        def apply(self, state, move):
            return move

        def value(self, state):
            return 0.0

    game = Passing()
    seen = weakref.ref(game)
    decide(game, budget=Budget())
    del game
    gc.collect()
    assert seen() is None
