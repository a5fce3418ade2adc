"""The compiled rules against the rule book, and what a player would look up."""

from collections import Counter

import pytest
from tests import brute_force
from tests.backgammon import rule_book
from tests.backgammon.positions_met import GAME, decisions

import hazard
from hazard import Turn
from hazard.backgammon import START, BackgammonPlay, BackgammonRoll, Position, notation


def afterstates(state):
    """The boards after each play, still seen by the player who made it."""
    return [rule_book.turned(rule_book.of_state(following)) for _, following in GAME._core.plays(state)]


def test_the_plays_are_those_of_the_rule_book():
    for state in decisions(700, seed=1):
        found = afterstates(state)
        assert len(set(found)) == len(found)
        assert set(found) == rule_book.plays(rule_book.of_state(state), *state.dice), GAME.text(state)


def test_every_action_leads_where_its_play_leads():
    for state in decisions(60, seed=2):
        plays = GAME._core.plays(state)
        assert [words for words, _ in plays] == GAME.actions(state)
        for words, following in plays[:20]:
            assert GAME.apply(state, words) == following


def rule_book_perft(position, turns):
    """How many lines there are after the first roll, the first play, the second roll, ..."""
    level, counts = Counter({position: 1}), []
    for _ in range(turns):
        following = Counter()
        for board, lines in level.items():
            for roll in rule_book.ROLLS:
                for reached in rule_book.plays(board, *roll):
                    following[rule_book.turned(reached)] += lines
        counts += [level.total() * 21, following.total()]
        level = Counter({board: lines for board, lines in following.items() if not rule_book.over(board)})
    return counts


@pytest.mark.parametrize(
    ("own", "opponent"),
    [({6: 1, 3: 1}, {5: 1, 2: 1}), ({25: 1, 4: 2}, {1: 2, 2: 1, 24: 1}), ({24: 1}, {25: 2, 3: 1})],
)
def test_perft_with_chance_equals_the_rule_books(own, opponent):
    state = GAME.state(Position.of(own, opponent))
    counts = rule_book_perft(rule_book.of_state(state), turns=2)
    assert [GAME._core.perft(state, plies) for plies in (1, 2, 3, 4)] == counts
    assert brute_force.perft(GAME, state, 3) == counts[:3]


def test_perft_with_chance_from_the_start():
    # 30 opening rolls with 380 plays, 21 rolls each; test_oracles.py counts the same with GNU Backgammon.
    assert [GAME._core.perft(GAME.start(), plies) for plies in (1, 2, 3, 4)] == [30, 380, 7_980, 178_306]
    assert brute_force.perft(GAME, GAME.start(), 3) == [30, 380, 7_980]


def test_an_opening_2_1_has_15_plays():
    for player in (0, 1):
        assert len(GAME.actions(GAME.apply(GAME.start(), BackgammonRoll(2, 1, player)))) == 15


def test_the_opening_roll_is_one_of_thirty_and_any_other_one_of_twenty_one():
    assert [p for _, p in GAME.outcomes(GAME.start())] == pytest.approx([1 / 30] * 30)
    rolls = dict(GAME.outcomes(GAME.state(START)))
    assert len(rolls) == 21
    assert (rolls[BackgammonRoll(3, 1)], rolls[BackgammonRoll(4, 4)]) == pytest.approx((2 / 36, 1 / 36))


@pytest.mark.parametrize(
    ("own", "opponent", "dice", "plays"),
    [
        # Both dice if there is a way to: with 10/4 the 5 would have no move.
        ({24: 1, 10: 1}, {6: 2, 12: 2}, (6, 5), ["24/18 10/5"]),
        # Two ways to the same point are two plays if one of them hits.
        ({24: 1}, {12: 2, 5: 1}, (6, 4), ["24/14", "24/20*/14"]),
        # One die only, and either would do: the larger one. Else the smaller one.
        ({20: 1}, {16: 2}, (6, 5), ["20/14"]),
        ({20: 1}, {16: 2, 11: 2}, (6, 5), ["20/15"]),
        # Nobody else moves while a checker is on the bar.
        ({25: 1, 6: 2}, {3: 2, 4: 2}, (4, 3), ["(no play)"]),
        ({25: 2, 6: 2}, {3: 2}, (4, 3), ["bar/21"]),
        # Four of a kind, as many as go.
        ({24: 1, 6: 2}, {13: 2}, (6, 6), ["24/18"]),
        ({8: 1, 2: 1}, {10: 1}, (1, 1), ["8/4", "8/5 2/1", "8/6 2/off"]),
        # Off by the exact number, or from the rearmost point when that is nearer; all must be home.
        ({6: 1, 5: 1, 1: 1}, {10: 1}, (6, 5), ["6/off 5/off", "6/1 5/off"]),
        ({4: 1, 3: 1}, {10: 1}, (6, 5), ["4/off 3/off"]),
        ({7: 1, 1: 1}, {10: 1}, (6, 1), ["7/off"]),
    ],
)
def test_the_rules_one_by_one(own, opponent, dice, plays):
    state = GAME.state(Position.of(own, opponent), dice=dice)
    assert [notation(play) for play in GAME.actions(state)] == plays
    assert set(afterstates(state)) == rule_book.plays(rule_book.of_state(state), *dice)


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ({6: 14}, 1),  # one checker is off
        ({23: 2, 25: 1}, 1),
        ({6: 15}, 2),
        ({18: 15}, 2),
        ({6: 14, 19: 1}, 3),  # the winner's 6 point
        ({6: 14, 25: 1}, 3),
    ],
)
def test_the_loser_pays_one_two_or_three(loser, points):
    for mover, sign in ((0, 1), (1, -1)):
        state = GAME.state(Position.of({1: 1}, loser), mover, (6, 5))
        over = GAME.apply(state, BackgammonPlay([(1, 0)]))
        assert (GAME.turn(over), GAME.value(over)) == (Turn.OVER, sign * points)
        assert GAME.text(over).endswith(f"{('max', 'min')[mover]} won {points}")
        assert rule_book.points(rule_book.turned(rule_book.of_state(over))) == points


def test_a_race_is_decided_by_the_last_roll():
    # MIN goes off with any roll, so MAX has one: the 11 rolls with a 6, and 2-2, 3-3, 4-4 and 5-5.
    state = GAME.state(Position.of({6: 1, 1: 1}, {1: 2}))
    assert brute_force.expectimax(GAME, state, 2) == pytest.approx((15 - 21) / 36)


def test_a_lead_is_worth_more_than_being_behind():
    ahead = GAME.value(GAME.state(Position.of({6: 5, 5: 5, 4: 5}, {6: 8, 5: 7})))
    behind = GAME.value(GAME.state(Position.of({6: 8, 5: 7}, {6: 5, 5: 5, 4: 5})))
    assert -1 < behind < ahead < 1


def test_values_mirror_when_the_players_change_places():
    for state in decisions(100, seed=4):
        position = GAME.position(state)
        mirrored = GAME.state(position, 1 - state.mover, state.dice)
        assert GAME.value(mirrored) == -GAME.value(state)


def test_a_search_finds_the_play_that_wins():
    state = GAME.state(Position.of({6: 1, 5: 1}, {1: 1}), dice=(6, 5))
    decision = hazard.decide(GAME, state, hazard.Expectimax(), hazard.Budget(depth=1))
    assert (decision.best.words, decision.value) == ("6/off 5/off", 1.0)
