"""Plays, rolls and the cube rated; a match looked over."""

from dataclasses import astuple

import pytest
from tests.backgammon.positions_met import GAME, decisions

from hazard import GameError
from hazard.backgammon import START, Chances, MatchState, Position, notation, read_match
from hazard.backgammon.analyst import Analyst, mean
from hazard.backgammon.cube import cube_decision, cube_efficiency, cubeless_equity
from hazard.backgammon.match_analysis import BLUNDER, analyse_match
from hazard.backgammon.reading import read_dice, read_position

ANALYST = Analyst()


# ---- plays and rolls


def test_every_legal_play_is_rated_and_the_best_comes_first():
    for state in decisions(60, seed=21):
        rated = ANALYST.plays(GAME.position(state), tuple(state.dice))
        assert sorted(play.play for play in rated) == sorted(GAME.actions(state))
        assert [play.behind for play in rated] == sorted(play.behind for play in rated)
        assert rated[0].behind == 0
        for play in rated:
            assert play.equity == pytest.approx(play.chances.equity, abs=1e-5)


def test_a_play_that_ends_the_game_is_worth_its_points():
    best = ANALYST.plays(Position.of({1: 1}, {24 - 1: 2, 6: 13}), (6, 5))[0]
    assert best.equity == 3.0
    assert best.chances == Chances(1.0, 1.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("dice", "play"),
    # Openings that every book and every program agrees on.
    [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3")],
)
@pytest.mark.parametrize("plies", [0, 1])
def test_the_opening_plays_that_nobody_disputes_are_found(dice, play, plies):
    assert notation(Analyst(plies).plays(START, dice)[0].play) == play


def test_looking_ahead_is_the_mean_over_the_rolls_of_the_best_reply():
    position = Position.of({6: 2, 3: 1}, {4: 3})
    ahead = {play.play: play.equity for play in Analyst(1).plays(position, (2, 1))}
    state = GAME.state(position, dice=(2, 1))
    for play, equity in ahead.items():
        after = GAME.position(GAME.apply(state, play))
        assert equity == pytest.approx(-mean(ANALYST.rolls(after)).equity, abs=1e-5)


@pytest.mark.parametrize("plies", [0, 1])
def test_at_the_last_point_gammons_do_not_count(plies):
    """Of two plays the one that wins more often is best there, however many gammons the other wins."""
    last_point = MatchState(length=5, score=(4, 4))
    changed = 0
    for state in decisions(60, seed=23):
        position, dice = GAME.position(state), tuple(state.dice)
        rated = Analyst(plies).plays(position, dice, last_point)
        assert len(rated) == len(GAME.actions(state))
        if not plies:
            assert rated[0].chances.win == pytest.approx(max(play.chances.win for play in rated))
            assert rated[0].equity == pytest.approx(2 * rated[0].chances.win - 1, abs=1e-6)
            changed += rated[0].play != Analyst(plies).plays(position, dice)[0].play
    assert plies or changed > 0


def test_luck_has_no_mean():
    for state in decisions(10, seed=22):
        position = GAME.position(state)
        rolls = ANALYST.rolls(position)
        weighed = sum((1 if a == b else 2) * ANALYST.luck(position, (a, b)) for a, b in rolls)
        assert len(rolls) == 21
        assert weighed == pytest.approx(0, abs=1e-5)


def test_chances_of_one_roll_ahead_are_near_those_at_once():
    at_once, ahead = ANALYST.chances(START), Analyst(1).chances(START)
    assert at_once.win == pytest.approx(ahead.win, abs=0.05)


# Few checkers, who may still hit each other: quick to look far ahead in, and no table knows them.
LATE = [
    Position.of({20: 1, 4: 2, 3: 1}, {23: 2, 6: 1, 1: 1}),
    Position.of({25: 1, 3: 2}, {2: 2, 4: 1}),
    Position.of({21: 2, 6: 1}, {20: 1, 3: 2}),
    Position.of({18: 1, 1: 1}, {17: 1, 2: 1}),
]


def two_rolls_ahead(position):
    """The mean over 21 rolls, each played as one roll ahead says, of the chances one roll after that."""
    one, found = Analyst(1), {}
    for dice in ANALYST.rolls(position):
        best = one.plays(position, dice)[0]
        after = GAME.position(GAME.apply(GAME.state(position, dice=dice), best.play))
        ends = not any(after.opponent)
        found[dice] = best.chances if ends else mean(ANALYST.rolls(after)).swapped()
    return mean(found)


@pytest.mark.parametrize("match", [MatchState(), MatchState(length=5, score=(3, 2))])
def test_the_cube_is_decided_as_many_rolls_ahead_as_asked_for(match):
    for position in LATE:
        chances = two_rolls_ahead(position)
        assert astuple(Analyst(2).chances(position)) == pytest.approx(astuple(chances), abs=1e-6)
        decision = Analyst(2).cube(position, match)
        twin = cube_decision(chances, match, efficiency=cube_efficiency(position))
        assert decision.action == twin.action
        for option, expected in zip(decision.options, twin.options, strict=True):
            assert option.equity == pytest.approx(expected.equity, abs=1e-5)
        one = Analyst(1).cube(position, match).option("no double")
        assert abs(decision.option("no double").equity - one.equity) > 1e-4


@pytest.mark.parametrize("score", [(4, 4), (1, 3)])
def test_at_a_score_the_best_plays_are_rated_as_many_rolls_ahead_as_asked_for(score):
    match = MatchState(length=5, score=score)
    for position in LATE:
        state = GAME.state(position, dice=(3, 1))
        expected = {}
        for play in GAME.actions(state):
            after = GAME.position(GAME.apply(state, play))
            expected[play] = cubeless_equity(two_rolls_ahead(after).swapped(), match)
        rated = Analyst(2).plays(position, (3, 1), match)
        assert sorted(play.play for play in rated) == sorted(expected)
        assert rated[0].equity == pytest.approx(max(expected.values()), abs=1e-5)
        for play in rated:
            if play.behind < 0.05:
                assert play.equity == pytest.approx(expected[play.play], abs=1e-5)


def test_more_plies_than_there_are_are_refused():
    with pytest.raises(GameError, match="expected 0 to 2"):
        Analyst(3)


# ---- reading


def test_positions_are_read_in_every_form():
    expected = Position.from_id("4HPwATDgc/ABMA")
    for text, dice in (
        ("4HPwATDgc/ABMA", None),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", None),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", (3, 1)),
        (" -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 ", (3, 1)),
    ):
        position, match = read_position(text)
        assert (position, match.dice) == (expected, dice)
    assert read_position("4HPwATDgc/ABMA", "6-5")[1].dice == (6, 5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMA:xx",
        "XGID=",
        "//////////////",
        "XGID=-p----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",  # 16 checkers on a point
        "XGID=-o----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",  # 28 checkers in all
        "AAAAAAAAAAAAAA",  # nobody has a checker
    ],
)
def test_what_is_no_position_is_refused_in_one_line(text):
    with pytest.raises(GameError) as error:
        read_position(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "7-1", "1", "111", "x", "٣١"])
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(GameError, match="expected two numbers"):
        read_dice(text)


# ---- a match

MATCH = """
 3 point match

 Game 1
 alice : 0                      bob : 0
  1) 31: 24/23 13/10             66: 24/18 24/18 13/7 13/7
  2)  Doubles => 2                Takes
  3) 21: 13/11 6/5               11: 8/7 8/7 6/5 6/5
"""


def test_each_choice_is_judged_with_its_cost():
    analysis = analyse_match(read_match(MATCH), ANALYST)
    first, second, double, take, *_ = analysis.judged
    assert (first.kind, first.done, first.best) == ("play", "24/23 13/10", "8/5 6/5")
    assert first.error > BLUNDER
    assert first.mark == "??"
    assert first.luck is None  # the opening roll
    assert second.error < 0.02
    assert second.luck > 0.2
    assert (double.kind, double.done, double.best, double.mark) == ("double", "double", "no double", "??")
    assert (take.kind, take.error) == ("take", 0.0)
    assert first.position_id == START.id


def test_totals_are_the_sums_of_what_was_judged():
    analysis = analyse_match(read_match(MATCH), ANALYST)
    for player, totals in enumerate(analysis.totals):
        mine = [judged for judged in analysis.judged if judged.player == player]
        plays = [judged for judged in mine if judged.kind == "play"]
        assert totals.plays == len([judged for judged in plays if not judged.forced])
        assert totals.play_error == pytest.approx(sum(judged.error for judged in plays))
        assert totals.play_error + totals.cube_error == pytest.approx(sum(judged.error for judged in mine))
        assert totals.luck == pytest.approx(sum(judged.luck or 0 for judged in mine))
        assert all(judged.error >= 0 for judged in mine)


def test_a_player_who_always_plays_the_best_makes_no_mistake():
    """hazard against itself: its own plays cost nothing."""
    text, position, player = " 1 point match\n\n Game 1\n a : 0   b : 0\n", START, 0
    lines = []
    for number, dice in enumerate([(3, 1), (6, 4), (5, 2), (6, 6), (2, 1), (4, 3)]):
        play = ANALYST.plays(position, dice)[0].play
        cell = f"{dice[0]}{dice[1]}: {notation(play)}"
        lines += [f"{number // 2 + 1:3}) {cell:<30}"] if player == 0 else []
        lines[-1] += "" if player == 0 else cell
        position, player = GAME.position(GAME.apply(GAME.state(position, dice=dice), play)), 1 - player
    analysis = analyse_match(read_match(text + "\n".join(lines)), ANALYST)
    assert [judged.error for judged in analysis.judged] == [0.0] * 6


def test_in_the_crawford_game_nobody_should_have_doubled():
    text = """
 2 point match

 Game 1
 a : 0                      b : 0
  1) 31: 8/5 6/5               61: 13/7 8/7
                               Wins 1 point

 Game 2
 a : 0                      b : 1
  1) 31: 8/5 6/5               61: 13/7 8/7
  2) 66: 13/7 13/7 13/7 13/7
"""
    analysis = analyse_match(read_match(text), ANALYST)
    assert {judged.kind for judged in analysis.judged if judged.game == 2} == {"play"}


def test_progress_counts_every_action():
    seen = []
    analyse_match(read_match(MATCH), ANALYST, lambda *report: seen.append(report))
    assert seen == [("decisions", done, 6) for done in range(1, 7)]


def test_the_cube_is_judged_at_the_score():
    position = Position.of({6: 4, 5: 3, 4: 3}, {6: 5, 5: 4, 4: 4})
    money = ANALYST.cube(position, MatchState())
    last_point = ANALYST.cube(position, MatchState(length=5, score=(4, 4)))
    assert money.double
    assert last_point.why_not is not None
