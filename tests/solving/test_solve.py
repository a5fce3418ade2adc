"""Solving: brute-force value iteration agrees, the error bound bounds, the policy is optimal and gets on."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.small_games import TableGame, iterate

from hazard import Budget, Expectimax, GameError, Turn, decide, solve
from hazard.games import Pig, RandomTree, TicTacToe

ROOT = Path(__file__).parents[2]


@st.composite
def cyclic_games(draw, players=(Turn.MAX, Turn.MIN), rewards=False, proper=False):
    """A small graph with cycles and loops. ``proper``: chance ends it from everywhere, sooner or later."""
    n = draw(st.integers(2, 8))
    turns, edges, probabilities, pays = [], [], [], []
    for s in range(n):
        over = s == n - 1 or (s > 0 and draw(st.integers(0, 5)) == 0)
        turn = Turn.OVER if over else draw(st.sampled_from([*players, Turn.CHANCE]))
        targets = st.integers(s + 1, n - 1) if proper and turn in players else st.integers(0, n - 1)
        successors = [] if over else draw(st.lists(targets, min_size=1, max_size=3))
        if proper and turn == Turn.CHANCE:
            successors.append(n - 1)
        weights = [draw(st.integers(1, 8)) for _ in successors]
        turns.append(turn)
        edges.append(successors)
        probabilities.append([w / sum(weights) for w in weights])
        pays.append([draw(st.integers(-3, 3)) if rewards else 0.0 for _ in successors])
    values = [draw(st.integers(-10, 10)) / 10 for _ in range(n)]
    return TableGame(turns, edges, values, probabilities, pays)


def check(game):
    solution, truth = solve(game), iterate(game)
    for state, turn, value, action in solution.items():
        assert turn == game.turns[state]
        assert (action is None) == (turn in (Turn.CHANCE, Turn.OVER))
        assert abs(value - truth[state]) <= solution.error + 1e-12
    assert solution.error <= 1e-9
    return solution


@pytest.mark.parametrize("again", [0.0, 0.5], ids=["a tree", "a cycle"])
@pytest.mark.parametrize("outcomes", [2, 50])
def test_an_interval_holds_the_value_where_large_numbers_cancel_out(outcomes, again):
    # What rounding loses goes by the size of what is added up, not by the size of the sum.
    for seed in range(30):
        rng = random.Random(seed)
        weights = [rng.random() for _ in range(outcomes)]
        chances = [again] * (again > 0) + [(1 - again) * w / sum(weights) for w in weights]
        ends = [rng.uniform(-1e6, 1e6) for _ in range(outcomes)]
        after = [0] * (again > 0) + list(range(1, outcomes + 1))
        turns = [Turn.CHANCE] + [Turn.OVER] * outcomes
        game = TableGame(turns, [after] + [[]] * outcomes, [0.0, *ends], [chances] + [[]] * outcomes)
        low, high = solve(game).interval()
        exact = [Fraction(p) for p in chances[again > 0 :]]
        truth = sum(p * Fraction(end) for p, end in zip(exact, ends, strict=True)) / sum(exact)
        assert Fraction(low) <= truth <= Fraction(high), seed
        assert high - low < 1e-7


@settings(max_examples=150, deadline=None)
@given(cyclic_games())
def test_two_players_on_any_graph(game):
    check(game)


@settings(max_examples=100, deadline=None)
@given(cyclic_games(players=(Turn.MAX,)))
def test_one_player_on_any_graph(game):
    check(game)


@settings(max_examples=100, deadline=None)
@given(cyclic_games(rewards=True, proper=True))
def test_rewards_where_play_ends_sooner_or_later(game):
    solution = check(game)
    assert solution.error <= 1e-9, "where play must end the error is proven"


@settings(max_examples=100, deadline=None)
@given(cyclic_games(proper=True, rewards=True))
def test_the_policy_earns_the_value(game):
    solution = solve(game)
    reachable = {state: action for state, turn, _, action in solution.items() if turn in (Turn.MAX, Turn.MIN)}
    for player in (Turn.MAX, Turn.MIN):  # the policy against best answers of the other side
        policy = {s: a for s, a in reachable.items() if game.turns[s] == player}
        against_best_play = iterate(game, policy=policy)
        for state, _, value, _ in solution.items():
            assert against_best_play[state] == pytest.approx(value, abs=1e-7)


@settings(max_examples=100, deadline=None)
@given(cyclic_games(players=(Turn.MAX,)))
def test_ties_are_never_broken_in_favour_of_waiting_for_ever(game):
    game.values = [abs(v) + 0.1 for v in game.values]  # something to be had wherever the game ends
    solution = solve(game)
    policy = {s: a for s, turn, _, a in solution.items() if turn == Turn.MAX}
    earned = iterate(game, policy=policy)
    for state, _, value, _ in solution.items():
        assert earned[state] == pytest.approx(value, abs=1e-7)


def test_on_ice_every_way_is_a_tie_and_the_policy_still_arrives():
    # A corridor where every step may slip back; walking into the wall stays. Reaching the end is certain if
    # one ever tries, so that all actions, waiting included, are worth 1.
    turns, edges, probabilities = [], [], []
    for place in range(5):
        turns += [Turn.MAX, Turn.CHANCE]
        edges += [[max(0, 2 * place - 2), 2 * place, 2 * place + 1], [2 * place, 2 * place + 2]]
        probabilities += [[1.0] * 3, [2 / 3, 1 / 3]]
    game = TableGame([*turns, Turn.OVER], [*edges, []], [0.0] * 10 + [1.0], [*probabilities, []])
    solution = solve(game)
    for place in range(5):
        assert solution.value(2 * place) == pytest.approx(1)
        assert solution.action(2 * place) == 2


def test_never_ending_play_is_worth_its_rewards_and_nothing_else():
    loop = TableGame([Turn.MAX, Turn.OVER], [[0, 1], []], [0.0, -1.0])
    assert solve(loop).value() == 0  # waiting beats losing 1
    forced = TableGame([Turn.MIN, Turn.MAX, Turn.OVER], [[1], [0, 2], []], [0.0, 0.0, 0.5])
    assert solve(forced).value() == pytest.approx(0.5)


def test_piglet_is_four_sevenths():
    # Neller and Presser 2004
    solution = solve(Pig(target=2, die=(0, 1)))
    assert abs(solution.value() - 4 / 7) <= solution.error <= 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_is_solved_as_it_is_searched(seed):
    game = RandomTree(seed, depth=5, rewards=seed % 2 == 0, width=5 * (seed % 3))
    solution = solve(game)
    assert solution.value() == pytest.approx(decide(game, None, Expectimax(), Budget()).value, abs=1e-9)


def test_a_looser_tolerance_is_kept_too():
    exact = solve(Pig(target=30), tolerance=1e-12)
    for tolerance in (1e-3, 1e-6):
        loose = solve(Pig(target=30), tolerance=tolerance)
        assert loose.error <= tolerance
        assert np.abs(loose.values - exact.values).max() <= loose.error + exact.error
        assert loose.iterations <= exact.iterations


def test_every_state_is_there_once_and_options_agree_with_values():
    game = TicTacToe()
    solution = solve(game)
    assert solution.states == 5478  # positions legal play can reach
    assert len({game.text(state) for state, *_ in solution.items()}) == 5478
    assert all(value == 0 for _, value in solution.options())
    assert solution.values.shape == (5478,)


@pytest.mark.parametrize("game", [Pig(), TableGame([0] * 50, [list(range(50))] * 50, [0.0] * 50)])
def test_too_many_states_is_a_clear_error(game):
    with pytest.raises(GameError, match="more than 20 states; raise max_states"):
        solve(game, max_states=20)


def test_a_state_that_cannot_be_reached_is_a_clear_error():
    game = Pig(target=20)
    solution = solve(game, game.parse("10 10 0"))
    with pytest.raises(GameError, match="cannot be reached"):
        solution.value(game.start())


def test_progress_is_told_and_may_stop_the_work():
    told = []
    solve(Pig(target=60), progress=lambda *report: told.append(report))
    assert told
    assert all(phase in ("states", "values") and done >= 0 for phase, done, _ in told)

    def stop(*report):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        solve(Pig(target=60), progress=stop)


class Slow(TableGame):
    """Counting up for ever."""

    def __init__(self):
        super().__init__([], [], [])

    def turn(self, state):
        return Turn.MAX

    def actions(self, state):
        return (1, 2)

    def apply(self, state, move):
        return 2 * state + move

    def value(self, state):
        return 0.0

    def reward(self, state, move):
        return 0.0


LONG_WORK = {
    "solve a compiled game": "solve(Pig(target=400))",
    "solve a Python game": "solve(Slow())",
    "search a compiled game": "decide(ConnectFour(), None, Expectimax(), Budget(depth=40))",
    "full width": "decide(ConnectFour(), None, Minimax(), Budget(depth=30))",
    "search a Python game": "decide(Slow(), None, Expectimax(table=False, merge=False), Budget(depth=60))",
    "tree search": "decide(ConnectFour(), None, TreeSearch(), Budget(seconds=60))",
    "tree search with threads": "decide(ConnectFour(), None, TreeSearch(threads=2), Budget(seconds=60))",
    "tree search of a Python game": "decide(Slow(), None, TreeSearch(), Budget(seconds=60))",
    "a beam": "decide(Slow(), None, Beam(width=100000), Budget(depth=1000))",
}


@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK.keys())
def test_ctrl_c_ends_long_work_with_keyboard_interrupt(work):
    script = f"""
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us with it ignored
from hazard import *
from hazard.games import ConnectFour, Pig
from tests.solving.test_solve import Slow
pressed = []
def press():
    time.sleep(0.4)
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - pressed[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        text=True,
    )
    word, _, late = done.stdout.partition(" ")
    assert word == "interrupted", done.stdout + done.stderr
    assert float(late) < 5  # a hundredth of a second where nothing else runs; a busy machine may take longer


def test_solving_takes_the_time_it_says():
    before = time.monotonic()
    solution = solve(Pig(target=50))
    assert 0 < solution.seconds <= time.monotonic() - before
