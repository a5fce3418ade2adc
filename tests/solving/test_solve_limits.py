"""A game without end is refused early, and shows what keeps growing; what cannot happen is not asked for."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.search.small_games import TableGame

from hazard import Game, GameError, SettingError, Turn, solve
from hazard.games import Pig
from hazard.solving import growth


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


class Line(Raising):
    """A walk on the numbers from 0 to a last one, with chance between the steps: long, and it ends."""

    def __init__(self, last):
        self.last = last

    def start(self):
        return Pot(self.last // 2, True)

    def turn(self, state):
        return Turn.OVER if state.coins in (0, self.last) else Turn.MAX if state.mine else Turn.CHANCE

    def actions(self, state):
        return [1, 2]

    def outcomes(self, state):
        return [(-1, 0.5), (1, 0.5)]

    def apply(self, state, move):
        return state._replace(mine=False) if state.mine else Pot(state.coins + move, True)


class History(Raising):
    """What was played, and nothing that ends it: twelve times as many states with each round."""

    def start(self):
        return ()

    def turn(self, state):
        return Turn.CHANCE if len(state) % 2 else Turn.MAX

    def outcomes(self, state):
        return [(pips, 1 / 6) for pips in range(1, 7)]

    def apply(self, state, move):
        return (*state, move)


class Debt(Raising):
    """A walk that ends at 20 and may go below zero without a limit: eleven states are open all the time."""

    def start(self):
        return (10, 0)

    def turn(self, state):
        return Turn.OVER if state[0] >= 20 else Turn.CHANCE if state[1] else Turn.MAX

    def actions(self, state):
        return [1, 2, 5]

    def outcomes(self, state):
        return [(-1, 0.5), (1, 0.5)]

    def apply(self, state, move):
        return (state[0] + state[1] * move, 0) if state[1] else (state[0], move)


class Finer(Debt):
    """A share that becomes ever finer, and no larger."""

    def start(self):
        return (0.5, 0)

    def turn(self, state):
        return Turn.MAX

    def actions(self, state):
        return [0.0, 0.3]

    def apply(self, state, move):
        return (0.7 * state[0] + move, 0)


class Pot3(Debt):
    """Roll or bank: what is banked has a cap and the pot has none, and the number of open states wavers."""

    def start(self):
        return (0, 0, 0)

    def turn(self, state):
        return Turn.OVER if state[0] >= 12 else Turn.CHANCE if state[2] else Turn.MAX

    def actions(self, state):
        return ["roll", "bank"]

    def outcomes(self, state):
        return [(pips, 1 / 6) for pips in range(1, 7)]

    def apply(self, state, move):
        banked, pot, rolling = state
        if not rolling:
            return (banked, pot, 1) if move == "roll" else (min(12, banked + pot), 0, 0)
        return (banked, 0 if move == 1 else pot + move, 0)


def test_a_number_that_becomes_ever_finer_is_named():
    with pytest.raises(GameError, match=r"state\[0\] takes ever new values: 0\.\d+, .*rounded"):
        solve(Finer(), max_states=20_000)


@pytest.mark.parametrize(
    ("game", "part"),
    [
        (Raising(), "state.coins"),
        (History(), "len(state)"),
        (Debt(), "state[0]"),
        (Pot3(), "state[1]"),
    ],
)
def test_a_game_without_end_is_given_up_where_a_line_of_play_shows_none(monkeypatch, game, part):
    monkeypatch.setattr(growth, "REFUSE_AT", 20_000)
    monkeypatch.setattr(growth, "SURE_AT", 10_000)
    monkeypatch.setattr(growth, "DIVING", 100.0)  # a loaded machine gives little time
    told = re.escape(f"{part} only grows")
    with pytest.warns(growth.EndlessWarning, match=told), pytest.raises(GameError) as refused:
        solve(game)
    assert refused.value.code == "solve.no_end_in_sight"
    assert int(refused.value.context["count"].replace(",", "")) < 100_000
    assert refused.value.context["part"] == part
    assert f"Some of its states: {game.start()!r}, " in str(refused.value)


def test_whoever_gives_a_limit_is_not_interrupted_before_it(monkeypatch):
    monkeypatch.setattr(growth, "REFUSE_AT", 20_000)
    with pytest.raises(GameError, match="more than 60000 states"):
        solve(Raising(), max_states=60_000)


def test_a_long_game_that_ends_is_neither_warned_of_nor_given_up(monkeypatch):
    for name in ("REFUSE_AT", "SURE_AT", "WARN_AT"):
        monkeypatch.setattr(growth, name, 10_000)
    monkeypatch.setattr(growth, "DIVING", 100.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # From the middle of 20,000 steps, 1 stake more or less each time: half of play ends at either side.
        assert solve(Line(20_000), tolerance=1.0).states == 2 * (20_000 - 1) + 2


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
    assert "states so far, 1 of them still to be followed, among them Pot(coins=1, mine=True), Pot(" in said
    assert "state.coins only grows" in said
    assert told[0].filename == __file__, "it points at the line that called solve"


@pytest.mark.parametrize("states", [lambda n: (n % 7, n % 3), lambda n: "abc"[n % 3], lambda n: n % 2 == 0])
def test_what_comes_back_does_not_grow(states):
    watched = growth.Growth()
    for count in (100, 200, 400, 800, 1600, 3200):
        watched.look([states(n) for n in range(count)], count)
    assert watched.words() is None


class Kept:
    """A number far inside, in a slot and not in a dictionary."""

    __slots__ = ("inner",)

    def __init__(self, number):
        self.inner = ("x", (0, ("y", number)))


def test_a_number_in_a_slot_deep_inside_is_seen():
    watched = growth.Growth()
    for count in (1, 2, 4, 8, 16, 32):
        watched.look([Kept(n) for n in range(count)], count)
    assert str(watched.words()) == "state.inner[1][1][1] only grows: 3, 7, 15, 31."


def test_a_history_that_gets_longer_grows():
    watched = growth.Growth()
    for count in (1, 2, 4, 8, 16, 32):
        watched.look([("x", ("left",) * n) for n in range(count)], count)
    assert str(watched.words()) == "len(state[1]) only grows: 3, 7, 15, 31."


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


def test_the_refusal_says_that_no_end_is_in_sight():
    with pytest.raises(GameError, match="No end of it is in sight: as many states as ever"):
        solve(Raising(), max_states=100_000)


def test_where_fewer_and_fewer_states_are_open_the_end_is_near():
    watched = growth.Growth()
    for count, still in ((10, 500), (20, 900), (40, 1700), (80, 3000), (160, 1200)):
        watched.look([(n,) for n in range(count)], count, still)
    assert watched.ending
    assert "only grows" in str(watched.verdict())
    assert "in sight" not in str(watched.verdict())


def test_a_slow_game_is_warned_of_after_seconds_not_states(monkeypatch):
    monkeypatch.setattr(growth, "WARN_AFTER", 0.0)
    with pytest.warns(growth.EndlessWarning, match="still to be followed"), pytest.raises(GameError):
        solve(Raising(), max_states=50_000)


def test_memory_is_counted_before_it_is_taken():
    """What arrays take while they move is in the account, so the process grows by less than the limit."""
    program = (
        f"import resource, sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from tests.solving.test_solve_limits import Raising; import hazard\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: hazard.solve(Raising(), max_bytes=100_000_000)\n"
        "except hazard.GameError as error: assert 'more than 100 MB' in str(error), error\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    assert kilobytes <= 105_000


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        ("0::/shop/till\n", {"shop/memory.max": "4000", "shop/till/memory.max": "max"}, 4000),
        ("0::/\n", {"memory.max": "800"}, 800),
        ("5:cpu:/x\n4:memory:/box\n", {"memory/box/memory.limit_in_bytes": "1200"}, 1200),
        ("0::/\n", {"memory.max": "max"}, None),
    ],
)
def test_a_container_that_grants_less_memory_is_heeded(tmp_path, groups, files, expected):
    mine = tmp_path / "mine"
    mine.write_text(groups)
    for name, text in files.items():
        path = tmp_path / "groups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = min(growth._own_limits(tmp_path / "groups", mine))
    assert found == expected if expected is not None else found > 10**9


def test_the_command_line_shows_a_game_in_which_nobody_ever_decides(tmp_path):
    (tmp_path / "spin.py").write_text(
        "from hazard import Game, Turn\n\n\n"
        "class Spin(Game):\n"
        "    def start(self): return 0\n"
        "    def turn(self, state): return Turn.CHANCE\n"
        "    def outcomes(self, state): return [('on', 1.0)]\n"
        "    def apply(self, state, move): return 1 - state\n"
        "    def value(self, state): return 0.0\n"
    )
    hazard = [sys.executable, "-m", "hazard"]
    run = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 120}
    assert subprocess.run([*hazard, "solve", "spin.py:Spin"], **run).returncode == 0
    decided = subprocess.run([*hazard, "decide", "spin.py:Spin"], **run)
    assert decided.returncode == 2
    assert "chance has moved 1,000 times in a row" in " ".join(decided.stderr.split())
