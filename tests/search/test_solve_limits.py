"""A game without end is refused early, and shows what keeps growing; what cannot happen is not asked for."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import NamedTuple

import pytest
from small_games import TableGame

from hazard import Game, GameError, SettingError, Turn, growth, solve
from hazard.games import Pig


class Pot(NamedTuple):
    """What lies on the table, and whose turn it is."""

    coins: int
    mine: bool


class Raising(Game):
    """Each player may raise the pot, or end the game; nothing stops the pot."""

    def start(self):
        return Pot(1, True)

    def turn(self, state):
        return Turn.OVER if state.coins == 0 else Turn.MAX if state.mine else Turn.MIN

    def actions(self, state):
        return ["raise", "end"]

    def apply(self, state, move):
        return Pot(0, True) if move == "end" else Pot(state.coins + 1, not state.mine)

    def value(self, state):
        return 0.0


def test_an_endless_game_is_refused_with_states_and_what_grows():
    with pytest.raises(GameError) as refused:
        solve(Raising(), max_states=100_000)
    said = str(refused.value)
    assert said.startswith("the game has more than 100000 states; raise max_states, or search it instead")
    assert "Some of its states: Pot(coins=1, mine=True), Pot(coins=" in said
    assert "state.coins only grows: " in said
    assert "mine" not in said.rpartition("Some of its states")[2].partition("only grows")[2]


def test_memory_ends_an_endless_game_before_the_machine_does():
    # 50 MB are some ten thousands of Python states: far from the 20 million that are allowed.
    with pytest.raises(GameError, match=r"more than 50 MB of memory, \d+ so far; raise max_bytes"):
        solve(Raising(), max_bytes=50_000_000)


def test_memory_ends_a_compiled_game_too():
    with pytest.raises(GameError, match=r"more than 20 MB of memory.*Some of its states"):
        solve(Pig(target=400), max_bytes=20_000_000)


def test_a_game_that_fits_is_not_refused_and_not_warned_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(Pig(target=30), max_bytes=500_000_000).error < 1e-9


def test_a_warning_comes_early_and_once(monkeypatch):
    monkeypatch.setattr(growth, "WARN_AT", 40_000)
    with pytest.warns(growth.EndlessWarning) as told, pytest.raises(GameError):
        solve(Raising(), max_states=200_000)
    assert len(told) == 1
    said = str(told[0].message)
    assert "states so far, among them Pot(coins=1, mine=True), Pot(coins=" in said
    assert "state.coins only grows" in said
    assert told[0].filename == __file__, "it points at the line that called solve"


@pytest.mark.parametrize("states", [lambda n: (n % 7, n % 3), lambda n: "abc"[n % 3], lambda n: n % 2 == 0])
def test_what_comes_back_does_not_grow(states):
    watched = growth.Growth()
    for count in (100, 200, 400, 800, 1600, 3200):
        watched.look([states(n) for n in range(count)], count)
    assert watched.words() == ""


def test_a_history_that_gets_longer_grows():
    watched = growth.Growth()
    for count in (1, 2, 4, 8, 16, 32):
        watched.look([("x", ("left",) * n) for n in range(count)], count)
    assert watched.words() == "the length of state[1] only grows: 3, 7, 15, 31."


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "1 GB", 2**70])
def test_a_senseless_limit_is_a_clear_error(wrong):
    with pytest.raises(SettingError, match="max_bytes is"):
        solve(Pig(target=20), max_bytes=wrong)


class Loaded(TableGame):
    """A die that never shows a six, and does not say what a six would do."""

    def apply(self, state, move):
        assert self.probabilities[state][move] > 0, "this cannot happen"
        return super().apply(state, move)


def test_outcomes_of_probability_zero_are_never_applied():
    chance = Turn.CHANCE
    game = Loaded([chance, Turn.OVER, Turn.OVER], [[2, 1, 99], [], []], [0, 1, 3], [[0.5, 0.5, 0.0], [], []])
    solution = solve(game)
    assert solution.value() == 2
    assert solution.states == 3
    assert solution.options() == [(0, 3.0), (1, 1.0)]


def test_probabilities_that_a_user_has_rounded_make_no_value_of_their_own():
    # 0.3333333333 three times is not quite one: going round would lose a little each time.
    third = 0.3333333333
    game = TableGame([Turn.CHANCE, Turn.OVER], [[0, 0, 1], []], [0, 1], [[third] * 3, []])
    assert solve(game).value() == pytest.approx(1, abs=1e-12)


def test_the_command_line_says_so_and_exits_with_2(tmp_path):
    (tmp_path / "raising.py").write_text(
        "from hazard import Game, Turn\n\n\n"
        "class Raising(Game):\n"
        "    def start(self): return (1, 0)\n"
        "    def turn(self, state): return Turn.MAX\n"
        "    def actions(self, state): return ['raise']\n"
        "    def apply(self, state, move): return (state[0] + 1, 0)\n"
        "    def value(self, state): return 0.0\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "hazard", "solve", "raising.py:Raising", "--max-bytes", "40000000"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    said = " ".join(done.stderr.split())
    assert "more than 40 MB of memory" in said
    assert "Some of its states: (1, 0)," in said
    assert "state[0] only grows" in said
