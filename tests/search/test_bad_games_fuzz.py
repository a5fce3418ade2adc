"""Games broken at random give their own error or ours, and never an answer past a defect."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.broken_games import SEARCHES, MyError
from tests.search.small_games import TableGame

from hazard import AlphaBeta, Budget, Expectimax, GameError, Minimax, SettingError, Turn, decide, solve

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
