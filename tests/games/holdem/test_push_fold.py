"""Hold'em before the flop: equities against published numbers, hands by the rule book, the chart."""

import random
from itertools import combinations

import numpy as np
import pytest

import hazard
from hazard import _core
from hazard.games import PushFold
from hazard.games.holdem.equities import KINDS, equities, hands, kind, matchups


def test_equities_against_a_random_hand_are_the_published_ones():
    # As every table of pre-flop odds has them, in per cent.
    weights = matchups() / matchups().sum(axis=1, keepdims=True)
    against_any = (weights * equities()).sum(axis=1)
    for name, published in (("AA", 85.20), ("KK", 82.40), ("AKs", 67.04), ("72o", 34.58), ("32o", 32.30)):
        assert 100 * against_any[kind(name)] == pytest.approx(published, abs=0.006)


def test_the_table_is_consistent():
    found = equities()
    assert np.abs(found + found.T - 1).max() < 1e-12
    assert np.allclose(np.diag(found), 0.5)
    assert matchups().sum() == 1326 * 1225
    assert sum(hands(number) for number in range(169)) == 1326


def slow_strength(cards):
    """The best five of seven by the rule book: independent of the compiled way, and slow."""

    def five(hand):
        ranks = sorted((card // 4 for card in hand), reverse=True)
        counts = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
        flush = len({card % 4 for card in hand}) == 1
        run = ranks if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4 else None
        if ranks == [12, 3, 2, 1, 0]:
            run = [3, 2, 1, 0, -1]
        shape = [count for count, _ in counts]
        order = [rank for _, rank in counts]
        if run and flush:
            return 8, run[:1]
        if shape[0] == 4:
            return 7, order
        if shape[:2] == [3, 2]:
            return 6, order
        if flush:
            return 5, ranks
        if run:
            return 4, run[:1]
        return {3: 3, 2: 2 if shape[:2] == [2, 2] else 1, 1: 0}[shape[0]], order

    return max(five(hand) for hand in combinations(cards, 5))


def test_strengths_are_in_the_order_of_the_rule_book():
    draw = random.Random(1)
    drawn = [draw.sample(range(52), 7) for _ in range(400)]
    # Rare hands have to be among them: straights, flushes, full houses.
    drawn += [
        [0, 4, 8, 12, 48, 51, 50],
        [0, 1, 2, 3, 4, 8, 12],
        [32, 36, 40, 44, 48, 1, 2],
        [0, 1, 2, 4, 5, 6, 9],
    ]
    fast = [_core.hand_strength(cards) for cards in drawn]
    slow = [slow_strength(cards) for cards in drawn]
    for one in range(0, len(drawn), 3):
        for other in range(len(drawn)):
            assert (fast[one] < fast[other]) == (slow[one] < slow[other])


def test_the_chart_at_ten_big_blinds_is_an_equilibrium():
    found = hazard.equilibrium(PushFold(10), algorithm="dcfr", target=1e-4, iterations=3000)
    assert found.stopped == "target"
    assert found.exploitability <= 1e-4
    pushes = {
        KINDS[sees[0]]: found.strategy[0, sees]["push"] for player, sees in found.strategy if player == 0
    }
    calls = {
        KINDS[sees[0]]: found.strategy[1, sees]["call"] for player, sees in found.strategy if player == 1
    }
    # As every published chart of this game has it at ten big blinds.
    assert all(pushes[name] > 0.99 for name in ("AA", "22", "A2o", "K5s", "T9s"))
    assert all(pushes[name] < 0.01 for name in ("72o", "32o", "94o"))
    assert all(calls[name] > 0.99 for name in ("AA", "22", "A2o", "KQo"))
    assert all(calls[name] < 0.01 for name in ("72o", "54s", "96o"))


def test_states_are_read_back_and_wrong_ones_refused():
    game = PushFold(8)
    state = game.parse("AKs 77 push")
    assert game.parse(game.text(state)) == state
    assert game.sees(state, 1) == (kind("77"), "push")
    for wrong in ("AKx 77", "AKs 77 call"):
        with pytest.raises(hazard.GameError):
            game.parse(wrong)
    with pytest.raises(hazard.GameError, match="stack is 1"):
        PushFold(1)
