"""A compiled game is the same game: values, node counts, decisions, whole games."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.compiling.six_games import GAMES, both, walked

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, TreeSearch, Turn
from hazard.twin import rules_of

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False, deepen=False)
SEARCHES = {
    "plain": (PLAIN, Budget(depth=2)),
    "default": (Expectimax(), Budget(depth=3)),
    "without merging": (Expectimax(merge=False, alpha_beta=False, star1=False, star2=False), Budget(depth=2)),
    "ordered by value": (Expectimax(order_value=True), Budget(depth=2)),
    "trees": (TreeSearch(seed=5), Budget(nodes=200)),
    "trees by mean": (TreeSearch(seed=5, backup="mean"), Budget(nodes=200)),
    "play-outs": (TreeSearch(seed=5, leaf="rollout"), Budget(nodes=30)),
    "beam": (Beam(width=8), Budget(depth=4)),
}


def same(a: hazard.Decision, b: hazard.Decision) -> None:
    assert a.action == b.action
    assert [(o.action, o.words, o.value, o.kind, o.visits) for o in a.options] == [
        (o.action, o.words, o.value, o.kind, o.visits) for o in b.options
    ]
    assert [(step.move, step.probability) for step in a.line] == [(s.move, s.probability) for s in b.line]
    found = [
        (d.statistics.nodes, d.statistics.evaluations, d.statistics.depth, d.stopped, d.bounds)
        for d in (a, b)
    ]
    assert found[0] == found[1]


def decision_states(game: hazard.Game, seeds: range, moves: int = 30) -> list[object]:
    found = []
    for seed in seeds:
        states = [s for s in walked(game, seed, moves) if game.turn(s) in (Turn.MAX, Turn.MIN)]
        if states:
            found.append(random.Random(seed).choice(states))
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_goes_the_same_way_node_for_node(name: str, search: str) -> None:
    plain, compiled = both(name)
    settings_of, budget = SEARCHES[search]
    if name == "twenty_one" and search == "beam":
        budget = Budget(depth=2)
    for state in decision_states(plain, range(2)):
        same(
            hazard.decide(plain, state, settings_of, budget),
            hazard.decide(compiled, state, settings_of, budget),
        )


def test_searches_without_chance_go_the_same_way_too() -> None:
    plain, compiled = both("connect_four")
    for search, budget in ((hazard.Minimax(), Budget(depth=4)), (AlphaBeta(), Budget(depth=6))):
        for state in decision_states(plain, range(4), 20):
            same(hazard.decide(plain, state, search, budget), hazard.decide(compiled, state, search, budget))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.integers(1, 60))
def test_every_answer_is_the_same_on_states_drawn_at_random(name: str, seed: int, moves: int) -> None:
    plain, compiled = both(name)
    rules = rules_of(compiled)
    core = rules.core()
    state = walked(plain, seed, moves)[-1]
    assert rules.decode(rules.encode(state)) == state
    turn = plain.turn(state)
    assert core.turn(state) == turn
    if turn == Turn.OVER:
        assert core.value(state) == plain.value(state)
        return
    assert core.value(state) == plain.heuristic(state)
    chance = turn == Turn.CHANCE
    listed = list(plain.outcomes(state)) if chance else list(plain.actions(state))
    assert (core.outcomes(state) if chance else core.actions(state)) == listed
    for move in [pair[0] for pair in listed] if chance else listed:
        assert core.apply(state, move) == plain.apply(state, move)
        if hasattr(plain, "reward"):
            assert core.reward(state, move) == plain.reward(state, move)
        if hasattr(plain, "rank") and not chance:
            assert core.rank(state, move) == plain.rank(state, move)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_alike(name: str) -> None:
    plain, compiled = both(name)
    player = hazard.SearchPlayer(Expectimax(), Budget(depth=1))
    seats = [player, hazard.RandomPlayer()] if name not in ("twenty_one", "small_2048") else [player]
    results = [hazard.play(game, seats, games=2, seed=3) for game in (plain, compiled)]
    assert results[0].scores == results[1].scores


def test_solving_finds_the_same_values() -> None:
    plain, compiled = both("twenty_one")
    one, other = hazard.solve(plain), hazard.solve(compiled)
    assert one.states == other.states
    assert math.isclose(one.value(), other.value(), abs_tol=1e-12)


class Bare(hazard.Game):
    """A walk without a heuristic and without bounds: unfinished states are played out."""

    def start(self) -> tuple[int, int, bool]:
        return (0, 0, False)

    def turn(self, state: tuple[int, int, bool]) -> Turn:
        if state[1] >= 14:
            return Turn.OVER
        return Turn.CHANCE if state[2] else (Turn.MAX if state[1] % 2 == 0 else Turn.MIN)

    def actions(self, state):  # type: ignore[no-untyped-def]
        return [-1, 0, 2]

    def outcomes(self, state):  # type: ignore[no-untyped-def]
        return [(-1, 0.25), (0, 0.0), (1, 0.75)]

    def apply(self, state, move):  # type: ignore[no-untyped-def]
        return (state[0] + move, state[1] + (not state[2]), not state[2])

    def value(self, state):  # type: ignore[no-untyped-def]
        return float(state[0])


@pytest.mark.parametrize(
    ("search", "budget"),
    [
        (Expectimax(), Budget(depth=2)),
        (PLAIN, Budget(depth=2)),
        (TreeSearch(seed=1), Budget(nodes=300)),
        (Expectimax(), Budget()),
    ],
)
def test_play_outs_learn_the_same(search: hazard.Search, budget: Budget) -> None:
    same(
        hazard.decide(Bare(), None, search, budget),
        hazard.decide(hazard.compile(Bare()), None, search, budget),
    )
