"""Rollouts: right where the answer is known, less noisy without luck, the same on any number of threads."""

import os
import signal
import threading
import time

import pytest

from hazard import GameError
from hazard.backgammon import START, Position, bear_off, rollout
from hazard.backgammon.networks import read_networks

NETWORKS = read_networks()
PLAIN = read_networks(bear_off=False)
ENDS = [
    Position.of({6: 3, 5: 3}, {6: 3, 4: 3}),
    Position.of({1: 2, 2: 2, 6: 1}, {5: 2, 6: 1}),
    Position.of({6: 2, 1: 1}, {3: 4}),
]


@pytest.mark.parametrize("position", ENDS)
@pytest.mark.parametrize("reduced", [True, False])
def test_played_out_to_the_end_it_is_the_tables_answer_within_its_error(position, reduced):
    """Plays are by the table, and so right; only the dice are random."""
    result = rollout(position, games=1296, seed=3, reduce_variance=reduced, stop_at_table=False)
    exact = bear_off().chances(position).win
    assert abs(result.chances.win - exact) < 4 * result.errors.win + 1e-6
    assert result.equity == pytest.approx(2 * result.chances.win - 1)


@pytest.mark.parametrize("position", ENDS)
def test_with_values_that_are_exact_no_luck_is_left(position):
    result = rollout(position, games=36, stop_at_table=False)
    assert result.chances.win == pytest.approx(bear_off().chances(position).win, abs=1e-5)
    assert result.errors.win < 1e-5


def test_taking_luck_out_makes_the_error_much_smaller_and_the_mean_no_other():
    """The networks alone value and play, so that their mistakes would show if luck had a mean."""
    position = Position.of({6: 3, 5: 2, 4: 2}, {6: 4, 5: 3})
    reduced = rollout(position, games=1296, seed=1, networks=PLAIN)
    plain = rollout(position, games=20_000, seed=2, networks=PLAIN, reduce_variance=False)
    apart = abs(reduced.equity - plain.equity)
    assert apart < 4 * (reduced.equity_error**2 + plain.equity_error**2) ** 0.5
    same_games = rollout(position, games=1296, seed=1, networks=PLAIN, reduce_variance=False)
    assert reduced.equity_error < same_games.equity_error / 3


def test_from_the_start_luck_is_most_of_it():
    reduced = rollout(START, games=36, networks=NETWORKS, plies=12)
    plain = rollout(START, games=36, networks=NETWORKS, reduce_variance=False)
    assert reduced.equity_error < plain.equity_error / 3
    assert -0.1 < reduced.equity < 0.3


def test_threads_change_nothing_and_seeds_change_something():
    position = Position.of({8: 3, 6: 4}, {7: 4, 5: 3})
    one, three, other = (
        rollout(position, games=100, seed=seed, threads=threads, networks=PLAIN)
        for seed, threads in ((5, 1), (5, 3), (6, 1))
    )
    assert one == three
    assert one != other


def test_a_gammon_that_is_certain_is_found():
    # One checker left against fifteen: won at once, and doubly.
    result = rollout(Position.of({1: 1}, {6: 15}), games=36)
    found = result.chances.win, result.chances.win_gammon, result.equity
    assert found == pytest.approx((1.0, 1.0, 2.0))
    result = rollout(Position.of({1: 1}, {22: 2, 6: 13}), games=36)
    assert result.chances.win_backgammon == pytest.approx(1.0)
    assert result.equity == pytest.approx(3.0)


def test_progress_comes_to_the_end():
    seen = []
    rollout(ENDS[0], games=50, networks=PLAIN, progress=lambda *report: seen.append(report))
    assert seen[-1] == ("games", 50, 50)
    assert seen == sorted(seen)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_a_rollout():
    interrupted = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    interrupted.start()
    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        rollout(START, games=10**7, threads=2)
    assert time.monotonic() - before < 60  # not the hours that the games would take


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"games": 0}, "0 games"),
        ({"seed": -1}, "seed is -1"),
        ({"plies": -1}, "-1 plies"),
        ({"threads": 1000}, "1000 threads"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, said):
    with pytest.raises(GameError, match=said):
        rollout(START, **settings)


def test_a_game_that_is_over_is_refused():
    with pytest.raises(GameError, match="over"):
        rollout(Position.of({6: 1}, {}))
