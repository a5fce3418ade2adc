"""Buckets keep what decisions hang on: the chance of each threshold, and the mean."""

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hazard.dice import AttackOdds, attack_damage, bucket, damage_thresholds, roll

blows = st.builds(
    lambda dice, sides, flat, miss: attack_damage(
        AttackOdds(miss, 0.95 - miss, 0.05), f"{dice}d{sides}+{flat}"
    ),
    st.integers(1, 6),
    st.sampled_from([4, 6, 8, 10, 12]),
    st.integers(0, 12),
    st.sampled_from([0.0, 0.2, 0.35, 0.6]),
)
quick = settings(max_examples=150, deadline=None)


@quick
@given(blows, st.integers(1, 60), st.integers(0, 10), st.booleans(), st.integers(2, 9) | st.none())
def test_the_chance_to_kill_and_the_mean_are_exact(damage, hit_points, wounds, concentrating, most):
    thresholds = damage_thresholds(hit_points, hit_points + wounds, concentrating=concentrating)
    found = bucket(damage, thresholds, most)
    assert most is None or len(found) <= most
    assert sum(b.probability for b in found) == pytest.approx(1)
    kill = sum(b.probability for b in found if b.mean >= hit_points)
    assert kill == pytest.approx(damage.at_least(hit_points), abs=1e-12)
    assert sum(b.probability * b.mean for b in found) == pytest.approx(damage.mean(), abs=1e-9)
    left = sum(b.probability * max(0, hit_points - b.mean) for b in found)
    assert left == pytest.approx((hit_points - damage).clamp(0).mean(), abs=1e-9)


@quick
@given(blows, st.integers(2, 9))
def test_every_threshold_that_fits_is_exact(damage, most):
    thresholds = [9, 4, 15, 22, 30]
    found = bucket(damage, thresholds, most)
    inside = [t for t in thresholds if damage.low < t <= damage.high]
    for threshold in inside[: most - 1]:
        reached = sum(b.probability for b in found if b.low >= threshold)
        assert reached == pytest.approx(damage.at_least(threshold), abs=1e-12)


@quick
@given(blows, st.integers(1, 30))
# Rounding had carried the mean of 1 to 7 beyond 7.
@example(attack_damage(AttackOdds(0.35, 0.95 - 0.35, 0.05), "2d10+5"), 27)
def test_buckets_are_in_order_and_do_not_overlap(damage, most):
    found = bucket(damage, [10, 20], most)
    assert found[0].low == damage.low
    assert found[-1].high == damage.high
    assert all(a.high < b.low for a, b in pairwise(found))
    assert all(b.low <= b.mean <= b.high for b in found)


@quick
@given(blows, st.integers(1, 6))
def test_whole_values_have_the_same_mean_and_stay_inside(damage, most):
    for found in bucket(damage, [7], most):
        values = found.whole()
        assert sum(p for _, p in values) == pytest.approx(found.probability)
        assert sum(v * p for v, p in values) == pytest.approx(found.probability * found.mean)
        assert all(found.low <= v <= found.high for v, _ in values)


def test_more_buckets_leave_less_spread():
    damage = roll("8d6")
    spreads = []
    for most in (1, 2, 4, 8, 100):
        found = bucket(damage, most=most)
        spreads.append(damage.variance() - sum(b.probability * (b.mean - damage.mean()) ** 2 for b in found))
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] == pytest.approx(0, abs=1e-9)


def test_least_mean_and_most_err_where_the_cut_is_exact():
    # 8d6 against 28 hit points: 20/60/20 says 0.6 + 0.2, because the mean is 28; the truth is 0.5405.
    damage, hit_points = roll("8d6"), 28
    cases = ((0.2, damage.low), (0.6, damage.mean()), (0.2, damage.high))
    split = sum(p for p, value in cases if value >= hit_points)
    found = bucket(damage, [hit_points])
    assert len(found) == 2
    assert abs(split - damage.at_least(hit_points)) > 0.25
    assert found[1].probability == pytest.approx(damage.at_least(hit_points), abs=1e-15)


def test_thresholds_of_a_target():
    assert damage_thresholds(20) == [20, 1]
    assert damage_thresholds(20, 24) == [20, 8, 1]
    assert damage_thresholds(10, 24) == [10, 1]  # bloodied already
    assert damage_thresholds(20, 24, temporary=5) == [25, 13, 1]
    assert damage_thresholds(27, concentrating=True) == [27, 1, 22, 24, 26]


def test_no_bucket_at_all_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        bucket(roll("1d6"), most=0)
