"""A beam finds the best plan when it is wide enough, and a plan is worth what playing it gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.small_games import brute_force, planning_game

from hazard import Beam, Budget, Game, Turn, decide
from hazard.games import Pig, RandomTree, TicTacToe

seeds = st.integers(0, 10**6)
WIDE = 10_000


def played(game, decision):
    """What the plan gives when it is played: rewards, and what the state after it is worth."""
    state, collected = decision.state, 0.0
    reward = getattr(game, "reward", lambda s, m: 0.0)
    for step in decision.line:
        assert step.turn == decision.turn == game.turn(state)
        assert step.move in list(game.actions(state))
        collected += reward(state, step.move)
        state = game.apply(state, step.move)
    if game.turn(state) == Turn.CHANCE:
        return collected + sum(
            p * (reward(state, o) + game.value(game.apply(state, o))) for o, p in game.outcomes(state)
        )
    return collected + game.value(state)


@settings(max_examples=60, deadline=None)
@given(seeds, st.booleans())
def test_a_wide_beam_finds_the_best_plan(seed, merge):
    game = planning_game(seed)
    found = decide(game, None, Beam(width=WIDE, merge=merge), Budget())
    assert found.value == pytest.approx(brute_force(game, 0, 99))
    assert (found.best.kind, found.stopped) == ("lower", "complete")


@settings(max_examples=60, deadline=None)
@given(seeds, st.lists(st.integers(1, 6), min_size=1, max_size=4), st.booleans(), st.integers(1, 8))
def test_a_plan_is_legal_and_worth_what_playing_it_gives(seed, width, merge, depth):
    for game in (planning_game(seed), RandomTree(seed, depth=6, rewards=seed % 2 == 0)):
        found = decide(game, None, Beam(width=width, merge=merge), Budget(depth=depth))
        assert found.value == pytest.approx(played(game, found))
        assert len(found.line) <= depth


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(1, 4))
def test_a_narrow_beam_is_never_better_than_the_best_and_merging_costs_no_more_nodes(seed, width):
    game = planning_game(seed)
    best = brute_force(game, 0, 99)
    merged = decide(game, None, Beam(width=width), Budget())
    apart = decide(game, None, Beam(width=width, merge=False), Budget())
    assert max(merged.value, apart.value) <= best + 1e-9
    # the first step knows no duplicates yet but of its own actions
    wide = [decide(game, None, Beam(width=WIDE, merge=m), Budget()).statistics.nodes for m in (True, False)]
    assert wide[0] <= wide[1]


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_merging_never_makes_a_wide_beam_worse(seed):
    game = planning_game(seed, levels=6, width=3)
    # with as many places as states to a level, merging drops nothing that matters
    merged = decide(game, None, Beam(width=3), Budget())
    apart = decide(game, None, Beam(width=3, merge=False), Budget())
    assert merged.value >= apart.value - 1e-9
    assert merged.value == pytest.approx(brute_force(game, 0, 99))


class Line(Game):
    """Three actions everywhere, five steps; ranks point the wrong way. Counts what was played out."""

    def __init__(self):
        self.played = {}

    def start(self):
        return ()

    def turn(self, state):
        return Turn.OVER if len(state) == 5 else Turn.MAX

    def actions(self, state):
        return [0, 1, 2]

    def apply(self, state, move):
        self.played[len(state)] = self.played.get(len(state), 0) + 1
        return (*state, move)

    def value(self, state):
        return float(sum(state))

    heuristic = value

    def rank(self, state, action):
        return -action


@pytest.mark.parametrize(
    ("width", "expand", "per_depth"),
    [
        (2, 0, [3, 6, 6, 6, 6]),  # 1 state at first, then two, three actions each
        ((3, 1), 0, [3, 9, 3, 3, 3]),  # three places after the first step, then one
        (100, 2, [2, 4, 8, 16, 32]),  # two of three actions everywhere
        (100, (3, 1), [3, 3, 3, 3, 3]),  # the last number goes on
        (1, (0, 1, 2), [3, 1, 2, 2, 2]),
    ],
)
def test_schedules_are_honoured_depth_by_depth(width, expand, per_depth):
    game = Line()
    found = decide(game, None, Beam(width=width, expand=expand), Budget())
    assert [game.played[d] for d in range(5)] == per_depth
    assert found.statistics.nodes == sum(per_depth)


def test_rank_decides_what_is_played_out():
    # ranks prefer 0 where values prefer 2: with one action to an expansion the beam sees nothing else
    assert decide(Line(), None, Beam(expand=1), Budget()).value == 0
    assert decide(Line(), None, Beam(expand=0), Budget()).value == 10


def test_min_plans_for_the_least():
    game = TicTacToe()
    state = game.apply(game.start(), game.parse_move(game.start(), "b2"))
    found = decide(game, state, Beam(), Budget(depth=1))
    assert found.turn is Turn.MIN
    assert [o.gap for o in found.options] == sorted(o.gap for o in found.options)


def test_chance_ends_a_plan_and_is_worth_its_expectation():
    game = Pig()
    found = decide(game, game.parse("20 20 10"), Beam(), Budget())
    assert {len(found.line)} == {1}
    for option in found.options:
        after = game.apply(game.parse("20 20 10"), option.action)
        if game.turn(after) == Turn.CHANCE:
            expected = sum(p * game.value(game.apply(after, o)) for o, p in game.outcomes(after))
        else:
            expected = game.value(after)
        assert option.value == pytest.approx(expected)
        assert option.kind == "estimate"


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 10, 50])
def test_when_the_budget_ends_the_best_plan_so_far_answers(nodes):
    game = planning_game(7)
    found = decide(game, None, Beam(), Budget(nodes=nodes))
    assert found.statistics.nodes <= nodes
    assert found.action in list(game.actions(0))
    if found.statistics.depth:
        assert found.value == pytest.approx(played(game, found))
    assert decide(game, None, Beam(), Budget(seconds=1e-9)).action in list(game.actions(0))


def test_an_evaluator_values_open_plans():
    seen = []

    def evaluator(states):
        seen.extend(states)
        return [float(-sum(state)) for state in states]

    found = decide(Line(), None, Beam(evaluator=evaluator), Budget(depth=2))
    assert found.value == 0  # the evaluator likes small sums
    assert all(len(state) < 5 for state in seen)
