"""The end of a race from tables, against enumeration by the rule book and against GNU Backgammon."""

import json
import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.backgammon import rule_book

import hazard
from hazard.backgammon import Backgammon, Position, bear_off
from hazard.backgammon.bearoff import BearOffTable, read_tables
from hazard.backgammon.networks import read_networks

TABLE = bear_off()


def at_home(draw, most):
    counts = {}
    for _ in range(draw.randint(1, most)):
        point = draw.randint(1, 6)
        counts[point] = counts.get(point, 0) + 1
    return counts


@cache
def win(position):
    """The chance to win for the side on roll, by the definition, in exact fractions."""
    if not position[1]:
        return Fraction(0)
    total = Fraction(0)
    for roll in rule_book.ROLLS:
        weight = 1 if roll[0] == roll[1] else 2
        total += weight * max(1 - win(rule_book.turned(after)) for after in rule_book.plays(position, *roll))
    return total / 36


@cache
def fewest_rolls(position):
    if not position[0]:
        return Fraction(0)
    total = Fraction(0)
    for roll in rule_book.ROLLS:
        weight = 1 if roll[0] == roll[1] else 2
        total += weight * min(fewest_rolls(after) for after in rule_book.plays(position, *roll))
    return 1 + total / 36


@pytest.mark.parametrize(
    ("own", "expected"),
    # Both published with all digits by those who tabulated two checkers against two.
    [({6: 2}, 0.754494349), ({6: 1, 5: 1}, 0.772002215)],
)
def test_two_checkers_against_the_same_two_win_as_often_as_published(own, expected):
    assert TABLE.chances(Position.of(own, own)).win == pytest.approx(expected, abs=5e-10)


def test_wins_are_those_of_the_definition():
    draw = random.Random(1)
    for _ in range(40):
        own, opponent = at_home(draw, 2), at_home(draw, 2)
        position = Position.of(own, opponent)
        by_hand = win(rule_book.board(own, {25 - point: n for point, n in opponent.items()}))
        found = TABLE.chances(position)
        assert found.exact
        assert found.win == pytest.approx(float(by_hand), abs=1e-12)


def test_rolls_are_the_fewest_by_definition():
    draw = random.Random(2)
    for _ in range(25):
        own = at_home(draw, 3)
        by_hand = fewest_rolls(rule_book.board(own, {}))
        assert TABLE.mean_rolls(Position.of(own, {1: 1})) == pytest.approx(float(by_hand), abs=1e-6)


def test_the_best_play_by_the_table_is_worth_what_the_position_is():
    """An exact value is the mean over the rolls of the best value after them."""
    game, draw = Backgammon(), random.Random(3)
    for _ in range(60):
        position = Position.of(at_home(draw, 6), at_home(draw, 6))
        total = 0.0
        for roll, chance in game.outcomes(game.state(position)):
            rolled = game.apply(game.state(position), roll)
            after = [game.position(following) for _, following in game._core.plays(rolled)]
            total += chance * max(1.0 if not any(p.opponent) else 1 - TABLE.chances(p).win for p in after)
        assert TABLE.chances(position).win == pytest.approx(total, abs=1e-12)


def test_distributions_are_gnu_backgammons():
    gnubg = pytest.importorskip("gnubg_nn")
    draw = random.Random(4)
    for _ in range(200):
        own = at_home(draw, 15)
        theirs = gnubg.bearoff_probabilities([own.get(point, 0) for point in range(1, 7)])
        ours = TABLE.rolls(Position.of(own, {1: 1}))
        # It begins with one roll, and keeps 16 bits of each.
        assert list(theirs) == pytest.approx(list(ours[1 : len(theirs) + 1]), abs=1e-4), own


def test_without_exact_wins_the_rolls_of_each_side_come_close():
    """Playing for the fewest rolls costs next to nothing: compared where both are known."""
    draw = random.Random(5)
    worst = 0.0
    for _ in range(500):
        position = Position.of(at_home(draw, 6), at_home(draw, 6))
        mine, theirs = TABLE.rolls(position), TABLE.rolls(position.swapped())
        alone = sum(p * sum(theirs[n:]) for n, p in enumerate(mine))
        worst = max(worst, abs(alone - TABLE.chances(position).win))
    assert worst < 0.01


def test_a_gammon_is_lost_when_the_other_is_off_before_the_first_checker():
    # On roll with one checker left: won at once; and a gammon against 15 that have not begun.
    found = TABLE.chances(Position.of({1: 1}, {6: 15}))
    assert (found.win, found.win_gammon, found.lose_gammon) == (1.0, 1.0, 0.0)
    # 15 on the six point roll first. A 6 bears one off, 11 rolls of 36, and so do six pips with one checker:
    # 5-1 and 4-2, two each, 3-3 and 2-2.
    found = TABLE.chances(Position.of({6: 15}, {1: 1}))
    assert found.lose_gammon == pytest.approx((36 - 11 - 4 - 2) / 36, abs=1e-6)
    assert found.win == pytest.approx(0.0, abs=1e-6)


def test_nobody_loses_a_gammon_with_a_checker_off():
    found = TABLE.chances(Position.of({6: 14}, {1: 15}))
    assert found.lose_gammon == 0.0
    assert TABLE.chances(Position.of({6: 15}, {1: 15})).lose_gammon > 0.0


def test_networks_value_the_end_by_the_table():
    game = Backgammon(networks=read_networks())
    plain = Backgammon(networks=read_networks(bear_off=False))
    state = game.state(Position.of({6: 2}, {6: 2}))
    assert game.value(state) == pytest.approx(2 * 0.754494349 - 1, abs=1e-7)
    assert plain.value(state) != game.value(state)
    rolled = game.state(Position.of({6: 2, 3: 1}, {4: 2}), dice=(2, 1))
    decided = hazard.decide(game, rolled, budget=hazard.Budget(depth=1))
    wins = [1 - TABLE.chances(game.position(after)).win for _, after in game._core.plays(rolled)]
    assert decided.value == pytest.approx(2 * max(wins) - 1, abs=1e-6)


def test_a_position_with_a_checker_outside_is_refused():
    with pytest.raises(hazard.GameError, match="not at home"):
        TABLE.chances(Position.of({7: 1}, {6: 2}))
    with pytest.raises(hazard.GameError, match="over"):
        TABLE.chances(Position.of({6: 1}, {}))
    with pytest.raises(hazard.GameError, match="expected 1 to 9"):
        bear_off(10)


# ---- the file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bear_off.cache_clear()
    yield tmp_path / "hazard"
    bear_off.cache_clear()


def test_the_table_is_kept_and_read_back(folder, monkeypatch):
    built = bear_off(1)
    path = folder / "backgammon-bearoff-1.bin"
    assert [file.name for file in folder.iterdir()] == [path.name]
    bear_off.cache_clear()
    monkeypatch.setattr(BearOffTable, "build", None)  # it must come from the file
    again = bear_off(1)
    for name in ("off", "first", "wins"):
        assert np.array_equal(getattr(built.table, name), getattr(again.table, name))


def test_a_damaged_file_is_built_again_with_a_note(folder, caplog):
    bear_off(1)
    path = folder / "backgammon-bearoff-1.bin"
    whole = path.read_bytes()
    line, _, body = whole.partition(b"\n")
    about = json.loads(line)
    wrong_sizes = json.dumps({**about, "sizes": [1, 2, 3]}).encode() + b"\n" + body
    for damaged in (
        b"",
        b"{}\n",
        b"\xff\xfe nonsense",
        b"[1]\n" + body,
        whole[:-1],
        whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:],
        whole.replace(b'"layout": 1', b'"layout": 9'),
        wrong_sizes,
    ):
        caplog.clear()
        path.write_bytes(damaged)
        assert read_tables(path, 1) is None
        assert "built again" in caplog.text
    bear_off.cache_clear()
    bear_off(1)
    assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_no_error(folder, monkeypatch):
    def full_disk(*_):
        raise OSError("no space left")

    monkeypatch.setattr("hazard.cache.os.replace", full_disk)
    assert bear_off(1).checkers == 1
    assert not list(folder.iterdir())


def test_a_file_in_place_of_the_cache_folder_is_no_error(folder):
    folder.write_text("in the way")
    assert bear_off(1).checkers == 1
