"""How Star1 and Star2 save work on backgammon: laws of what they cut, not only of what they find."""

from dataclasses import replace

import pytest

from hazard import Budget, Expectimax, Searcher
from hazard.backgammon import Backgammon

GAME = Backgammon(networks=None)
PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, deepen=False, all_options=False)
STAR2 = Expectimax(table=False, deepen=False, all_options=False, order_value=True)
STAR1 = replace(STAR2, star2=False)
# The sides have all but passed each other: most plays of a roll use the same pips and are worth the same.
NEARLY_A_RACE = GAME.parse("7HYVMABWnTkGAA min 4-1")


def test_plays_of_equal_worth_are_not_told_apart_by_their_rounding() -> None:
    """Sums of equal values in another order differ in the last digit, and nothing would be cut."""
    plain, star2 = (
        Searcher(GAME, search).decide(NEARLY_A_RACE, Budget(depth=2)) for search in (PLAIN, STAR2)
    )
    assert star2.value == pytest.approx(plain.value, abs=1e-9)
    assert star2.statistics.evaluations < plain.statistics.evaluations / 10


def test_without_probes_the_outcomes_come_by_their_probability_for_each_play() -> None:
    """Star1 leaves out the last ones; 36 * probability / plays falls from one roll to the next."""
    state = GAME.parse("4HPwATDgc/ABMA max 3-1")
    decision = Searcher(GAME, replace(STAR1, trace=100_000)).decide(state, Budget(depth=2))
    first = decision.trace[1]
    rolls = [node for node in decision.trace if node.parent == first.id]
    plays = [len(GAME.actions(GAME.apply(GAME.apply(state, first.move), node.move))) for node in rolls]
    worth = [node.probability / count for node, count in zip(rolls, plays, strict=True)]
    assert len(rolls) == 21
    assert worth == sorted(worth, reverse=True)
    assert plays[-1] == max(plays)
