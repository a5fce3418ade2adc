"""The cube and the score, against results that are known."""

import math
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard import GameError
from hazard.backgammon import (
    Chances,
    MatchState,
    Position,
    bear_off,
    cube_decision,
    cube_efficiency,
    match_equity,
)
from hazard.backgammon.cube import cubeless_equity
from hazard.backgammon.cube_model import CubeModel

# Kazaross's table, rolled out with XG for up to nine points: rows are 1-away to 5-away.
PUBLISHED = {
    1: (0.5, 0.67736, 0.75076, 0.81436, 0.84179, 0.88731, 0.90724, 0.93250, 0.94402),
    2: (0.32264, 0.5, 0.59947, 0.66870, 0.74359, 0.79940, 0.84225, 0.87539, 0.90197),
    3: (0.24924, 0.40053, 0.5, 0.57150, 0.64795, 0.71123, 0.76209, 0.80468, 0.84017),
    4: (0.18564, 0.33130, 0.42850, 0.5, 0.57732, 0.64285, 0.69924, 0.74577, 0.78799),
    5: (0.15821, 0.25641, 0.35205, 0.42268, 0.5, 0.56635, 0.62638, 0.67786, 0.72540),
}
AFTER_CRAWFORD = (0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906, 0.06953)


def test_the_match_equity_table_is_near_the_published_one():
    table = match_equity()
    for own, row in PUBLISHED.items():
        for other, published in enumerate(row, 1):
            assert table.chance(own, other) == pytest.approx(published, abs=0.0045), (own, other)
    for away, published in enumerate(AFTER_CRAWFORD, 1):
        assert table.chance(away, 1, post_crawford=True) == pytest.approx(published, abs=0.005)
    # Far away the published table is extrapolated.
    for own, other, published in ((2, 15, 0.9769), (10, 15, 0.7111), (5, 25, 0.986), (15, 25, 0.8088)):
        assert table.chance(own, other) == pytest.approx(published, abs=0.01)


def test_match_chances_of_both_sides_make_one_and_fall_with_the_way_to_go():
    table = match_equity()
    for own in range(1, 26):
        for other in range(1, 26):
            assert table.chance(own, other) + table.chance(other, own) == pytest.approx(1)
            if other < 25:
                assert table.chance(own, other) < table.chance(own, other + 1)


def test_scores_outside_the_table_are_refused_and_ends_are_certain():
    assert (match_equity().chance(0, 5), match_equity().chance(5, -1)) == (1.0, 0.0)
    with pytest.raises(GameError, match="at most 25"):
        match_equity().chance(26, 1)
    with pytest.raises(GameError, match="1 to 64"):
        match_equity(65)


# ---- money


def dead(win):
    return cube_decision(Chances(win), efficiency=0.0)


def live(win):
    return cube_decision(Chances(win), efficiency=1.0)


def test_without_gammons_a_dead_cube_is_taken_from_a_quarter_and_a_live_one_from_a_fifth():
    assert dead(0.7499).take
    assert not dead(0.7501).take
    assert live(0.7999).take
    assert not live(0.8001).take
    # Between: 0.5 / (2 + 0.5 x), Janowski's formula.
    for x in (0.25, 0.5, 0.68):
        point = 1 - 0.5 / (2 + 0.5 * x)
        assert cube_decision(Chances(point - 1e-6), efficiency=x).take
        assert not cube_decision(Chances(point + 1e-6), efficiency=x).take


@given(st.floats(0.01, 0.99), st.floats(0, 0.6), st.floats(0, 0.6), st.floats(0, 1))
def test_an_owned_cube_is_worth_what_janowski_says(win, gammons, gammons_lost, x):
    chances = Chances(win, gammons * win, 0.0, gammons_lost * (1 - win))
    model = CubeModel(chances, efficiency=x)
    w, l = 1 + gammons, 1 + gammons_lost  # noqa: E741
    if win < (l + 1) / (w + l + 0.5):  # below the cash point
        assert model.value(1, own=True, other=False) == pytest.approx(win * (w + l + 0.5 * x) - l)
    if win > (l - 0.5) / (w + l + 0.5):  # above the take point
        expected = win * (w + l + 0.5 * x) - l - 0.5 * x
        assert model.value(1, own=False, other=True) == pytest.approx(expected)


def test_a_live_cube_doubles_at_the_cash_point_and_a_dead_one_from_an_even_game():
    assert live(0.80).option("double, take").equity == pytest.approx(live(0.80).option("no double").equity)
    assert live(0.80).option("no double").equity == pytest.approx(1.0)
    assert not dead(0.5).double
    assert dead(0.5001).double


def test_too_good_to_double_plays_for_the_gammon_and_jacobys_rule_forbids_it():
    strong = Chances(0.95, 0.65)
    assert cube_decision(strong).action == "too good to double, pass"
    assert cube_decision(strong, MatchState(jacoby=True)).action == "double, pass"
    owned = MatchState(cube=2, cube_owner=1, jacoby=True)
    assert cube_decision(strong, owned).action == "too good to redouble, pass"


SHAPES = st.tuples(
    st.floats(0.001, 0.999), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)
)


def shaped(win, gammon, backgammon, gammon_lost, backgammon_lost):
    won, lost = win * gammon, (1 - win) * gammon_lost
    return Chances(win, won, won * backgammon, lost, lost * backgammon_lost)


@given(SHAPES, st.floats(0, 1), st.integers(2, 9), st.integers(2, 9), st.sampled_from([1, 2, 4]))
def test_what_one_side_gains_the_other_loses(shape, x, own, other, cube):
    chances = shaped(*shape)
    for model in (
        CubeModel(chances, efficiency=x),
        CubeModel(chances, match_equity().worth(own, other), (own, other), x),
    ):
        for mine, theirs in ((True, True), (True, False), (False, True)):
            there = model.mirrored().value(cube, own=theirs, other=mine)
            assert model.value(cube, own=mine, other=theirs) == pytest.approx(-there, abs=1e-9)


@given(SHAPES, st.floats(0, 1), st.integers(1, 9), st.integers(1, 9), st.integers(0, 3))
def test_every_match_decision_is_a_chance_and_the_cube_is_worth_having(shape, x, own, other, power):
    chances = shaped(*shape)
    match = MatchState(length=9, score=(9 - other, 9 - own), cube=2**power, cube_owner=1 if power else None)
    decision = cube_decision(chances, match, efficiency=x)
    for option in decision.options:
        assert -1e-9 <= option.match_chance <= 1 + 1e-9
        assert math.isfinite(option.equity)
    assert decision.cost(double=decision.double) == 0.0
    if len(decision.options) == 3:
        assert decision.answer_cost(take=decision.take) == 0.0
        assert decision.cost(double=not decision.double) >= 0.0


@given(SHAPES, st.floats(0, 1), st.sampled_from([0, 3, 9, 15]), st.sampled_from([0, 1]))
def test_a_cube_at_its_maximum_is_worth_nothing_more_to_anybody(shape, x, length, owner):
    """Nobody can turn it again, so the game is worth the mean of its ends, whoever owns the cube."""
    match = MatchState(length=length, cube=2, max_cube=2, cube_owner=owner)
    decision = cube_decision(shaped(*shape), match, efficiency=x)
    assert decision.option("no double").equity == pytest.approx(cubeless_equity(shaped(*shape), match))
    assert len(decision.options) == 1


def test_a_double_to_the_maximum_is_taken_like_a_dead_cube():
    """Without gammons from a quarter; one turn below that from 3/16."""
    for win in (0.7499, 0.7501):
        last = cube_decision(Chances(win), MatchState(max_cube=2), efficiency=1.0)
        assert last.take == (win < 0.75)
        assert last.option("double, take").equity == pytest.approx(2 * (2 * win - 1))
    # The taker redoubles at 3/4, its opponent's last chance to take; the line from losing 2 at 0 to winning 2
    # there meets -1 at (3/4) / 4.
    for win in (1 - 0.1874, 1 - 0.1876):
        assert cube_decision(Chances(win), MatchState(max_cube=4), efficiency=1.0).take == (win < 1 - 0.1875)
    # With a higher maximum the take point closes in on a fifth, the live cube's.
    highest = cube_decision(Chances(0.8), MatchState(), efficiency=1.0).option("double, take")
    assert highest.equity == pytest.approx(1.0, abs=1e-6)


# ---- last rolls


def test_last_rolls_are_decided_as_by_hand():
    """The other side is off next turn: the cube never turns again, and everything can be counted."""
    pairs = combinations_with_replacement(range(1, 7), 2)
    seen = set()
    for high, low in pairs:
        own = {high: 2} if high == low else {high: 1, low: 1}
        position = Position.of(own, {1: 2})
        win = bear_off().chances(position).win
        assert cube_efficiency(position) == 0.0
        decision = cube_decision(Chances(win), efficiency=cube_efficiency(position))
        # Doubled, the game is worth 2 (2p - 1), passed 1, and not doubled 2p - 1.
        assert decision.option("no double").equity == pytest.approx(2 * win - 1)
        assert decision.option("double, take").equity == pytest.approx(2 * (2 * win - 1))
        assert decision.double == (round(36 * win) > 18)
        assert decision.take == (round(36 * win) <= 27)
        seen.add(decision.action)
    assert seen == {"no double, take", "double, take", "double, pass"}


# ---- matches


def test_at_two_away_each_the_take_point_is_what_passing_leaves():
    """After a double the game is for the match: taking wins p, passing the Crawford game from behind."""
    point = 1 - match_equity().chance(2, 1)
    match = MatchState(length=2)
    assert cube_decision(Chances(point - 1e-6), match).take
    assert not cube_decision(Chances(point + 1e-6), match).take
    assert cube_decision(Chances(0.6), match).option("double, take").match_chance == pytest.approx(0.6)


def test_after_the_crawford_game_the_trailer_doubles_at_once_and_the_leader_has_a_free_drop():
    match = MatchState(length=5, score=(4, 3))  # player 1, on roll, needs two points
    assert cube_decision(Chances(0.45), match).action == "double, take"
    # Passing leaves an even game for the match.
    assert cube_decision(Chances(0.51), match).action == "double, pass"
    # The leader itself has nothing to win by a double.
    leader = cube_decision(Chances(0.7), MatchState(length=5, score=(3, 4)))
    assert leader.action == "no double"
    assert "dead" in leader.why_not


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (MatchState(length=5, score=(4, 1), crawford=True), "Crawford"),
        (MatchState(cube=2, cube_owner=0), "other side"),
        (MatchState(cube=1024, cube_owner=1), "as high"),
        (MatchState(length=3, score=(2, 2)), "dead"),
    ],
)
def test_who_may_not_double_is_told_why(match, reason):
    decision = cube_decision(Chances(0.7), match)
    assert not decision.double
    assert reason in decision.why_not
    assert [option.action for option in decision.options] == ["no double"]
    assert reason in decision.explain()
    with pytest.raises(GameError, match="no option"):
        decision.option("double, take")


def test_what_cannot_be_is_refused():
    with pytest.raises(GameError, match="0 to 1"):
        cube_decision(Chances(0.5), efficiency=1.5)
    with pytest.raises(GameError, match="match is over"):
        cube_decision(Chances(0.5), MatchState(length=5, score=(5, 1)))
    with pytest.raises(GameError, match="1 to 64"):
        cube_decision(Chances(0.5), MatchState(length=100))
