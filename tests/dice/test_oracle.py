"""The core against icepool, which computes with fractions, and against our own fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from tests.dice.random_expressions import random_expression

from hazard.dice import exact, parse, roll


@pytest.mark.parametrize("seed", range(8))
def test_two_thousand_random_expressions_agree_with_icepool(seed):
    rng = Random(seed)
    for _ in range(250):
        text, die = random_expression(rng)
        ours = roll(text)
        theirs = np.zeros(ours.high - ours.low + 1)
        for value, p in zip(die.outcomes(), die.probabilities(), strict=True):
            if ours.low <= value <= ours.high:
                theirs[value - ours.low] = p
            else:
                assert float(p) < 1e-12, text
        assert np.abs(ours.probabilities - theirs).max() < 1e-12, text
        assert (ours.probabilities >= 0).all(), text
        assert abs(float(die.mean()) - ours.mean()) < 1e-9 * max(1, abs(ours.high)), text
        assert parse(str(parse(text))) == parse(text), text


def test_our_fractions_agree_with_the_core():
    rng = Random(99)
    for _ in range(60):
        text, _ = random_expression(rng, depth=1)
        if "!" in text:  # fractions of explosions have thousands of digits
            continue
        fractions, floats = exact(text), roll(text)
        assert sum(fractions.values()) == 1
        assert set(fractions) == {value for value, _ in floats.items()}
        assert all(abs(float(p) - floats.probability(value)) < 1e-13 for value, p in fractions.items()), text


def test_fractions_of_explosions():
    # Six explodes: 1/6 of 1..5, 1/36 of 7..11, ...; the mean is 3.5 * 6/5 = 4.2.
    chances = exact("1d6!")
    assert chances[5] == Fraction(1, 6)
    assert 6 not in chances
    assert chances[11] == Fraction(1, 36)
    assert float(sum(value * p for value, p in chances.items())) == pytest.approx(4.2, abs=1e-12)
    assert all(abs(float(p) - roll("1d6!").probability(value)) < 1e-15 for value, p in chances.items())
