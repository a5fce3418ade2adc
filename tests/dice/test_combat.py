"""Attacks, saves and damage against enumeration of every roll."""

import pickle
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazard.dice import (
    Attack,
    AttackOdds,
    Distribution,
    apply_damage,
    attack_damage,
    attack_odds,
    damage_taken,
    death_probability,
    effective_damage,
    multiattack,
    parse,
    resist,
    roll,
    save_chance,
    save_damage,
)

quick = settings(max_examples=60, deadline=None)
COMBINE = {-1: min, 0: lambda a, _: a, 1: max}


def rolls(advantage):
    """The natural roll of each of the 400 ways for two d20 to fall."""
    return [COMBINE[advantage](a, b) for a, b in product(range(1, 21), repeat=2)]


@quick
@given(
    st.integers(-5, 15), st.integers(5, 30), st.sampled_from([-1, 0, 1]), st.integers(18, 20), st.booleans()
)
def test_attack_odds_count_all_rolls(to_hit, armor_class, advantage, crit_from, blessed):
    odds = attack_odds(to_hit, armor_class, advantage, crit_from, "1d4" if blessed else None)
    counted = {"miss": 0, "hit": 0, "critical": 0}
    for natural, bonus in product(rolls(advantage), range(1, 5) if blessed else (0,)):
        # Only a 20 hits by itself; a wider range makes criticals of hits ("can score", SRD 5.2).
        hits = natural == 20 or (natural != 1 and natural + to_hit + bonus >= armor_class)
        counted["miss" if not hits else "critical" if natural >= crit_from else "hit"] += 1
    ways = sum(counted.values())
    assert odds.miss == pytest.approx(counted["miss"] / ways, abs=1e-14)
    assert odds.hit == pytest.approx(counted["hit"] / ways, abs=1e-14)
    assert odds.critical == pytest.approx(counted["critical"] / ways, abs=1e-14)


def test_advantage_changes_the_chance_of_a_critical():
    assert attack_odds(5, 15).critical == 0.05
    assert attack_odds(5, 15, advantage=1).critical == pytest.approx(1 - 0.95**2)
    assert attack_odds(5, 15, advantage=-1).critical == pytest.approx(0.05**2)
    assert attack_odds(5, 15, crit_from=19).critical == 0.1


def test_a_natural_one_misses_and_a_twenty_hits():
    assert attack_odds(100, 10) == AttackOdds(0.05, 0.9, 0.05)
    assert attack_odds(-100, 10) == AttackOdds(0.95, 0.0, 0.05)


def test_every_hit_on_the_helpless_is_critical():
    assert attack_odds(5, 15, hits_are_critical=True) == AttackOdds(0.45, 0.0, 0.55)


@quick
@given(st.integers(-5, 12), st.integers(5, 25), st.sampled_from([-1, 0, 1]), st.booleans())
def test_save_chances_count_all_rolls(bonus, dc, advantage, cursed):
    made = [
        natural + bonus - penalty >= dc
        for natural, penalty in product(rolls(advantage), range(1, 5) if cursed else (0,))
    ]
    expected = sum(made) / len(made)
    assert save_chance(bonus, dc, advantage, "-1d4" if cursed else None) == pytest.approx(expected)
    assert save_chance(bonus, dc, advantage, auto_fail=True) == 0


def test_a_blow_by_hand():
    # To-hit +5 against 15: misses 9 of 20, hits 10, critical 1. 1d6+3: mean 6.5, critical 2d6+3: 10.
    damage = attack_damage(attack_odds(5, 15), "1d6+3")
    assert damage.mean() == pytest.approx(0.5 * 6.5 + 0.05 * 10)
    assert damage.probability(0) == pytest.approx(0.45)
    assert damage.probability(4) == pytest.approx(0.5 / 6)
    assert damage.probability(15) == pytest.approx(0.05 / 36)


def test_damage_is_never_negative():
    assert attack_damage(AttackOdds(0, 1, 0), "1d4-3").items() == [(0, 0.75), (1, 0.25)]
    assert damage_taken("1d4-3").low == 0
    assert save_damage(roll("1d4-3"), 0.5).low == 0


def test_types_are_halved_doubled_or_ignored_before_they_are_added():
    odds, blow = AttackOdds(0, 1, 0), "1d8[piercing]+3+1d6[fire]"
    assert attack_damage(odds, blow, {"fire": "immune"}) == roll("1d8+3")
    assert attack_damage(odds, blow, {"fire": "vulnerable"}).close_to(roll("1d8+3+2*1d6"))
    both = attack_damage(odds, blow, {"fire": "resistant", "piercing": "resistant"})
    assert both.close_to(roll("(1d8+3)//2+1d6//2"))
    assert not both.close_to(roll("(1d8+3+1d6)//2"))  # rounding down twice is not rounding down once


def test_resistances_one_by_one():
    assert resist(roll("1d6"), "resistant") == roll("1d6//2")
    assert resist(roll("1d6"), "vulnerable") == roll("2*1d6")
    assert resist(roll("1d6"), "immune") == Distribution.constant(0)
    assert resist(roll("1d6"), "normal") == roll("1d6")
    with pytest.raises(ValueError, match="resistant, vulnerable, immune"):
        resist(roll("1d6"), "strong")
    with pytest.raises(ValueError, match="resistance to fire"):
        attack_damage(AttackOdds(0, 1, 0), "1d6[fire]", {"fire": "strong"})


def test_a_save_halves_or_takes_away():
    half = save_damage("8d6[fire]", 0.4)
    assert half.mean() == pytest.approx(0.6 * 28 + 0.4 * 13.75)
    assert save_damage("8d6", 0.4, "none").probability(0) == pytest.approx(0.4)
    assert save_damage("8d6[fire]", 1, "half", {"fire": "resistant"}).close_to(roll("8d6//2//2"))
    assert save_damage(roll("8d6"), 1).close_to(roll("8d6//2"))
    with pytest.raises(ValueError, match="chance is 2"):
        save_damage("8d6", 2)
    with pytest.raises(ValueError, match="on_save"):
        save_damage("8d6", 0.5, "quarter")


def test_a_multiattack_is_the_sum_of_its_attacks():
    odds = attack_odds(7, 16)
    claw, bite = Attack(odds, parse("2d6+4")), Attack(odds, parse("2d10+4[piercing]+1d6[fire]"))
    together = multiattack([claw, claw, bite, roll("1d4")])
    apart = claw.damage() + claw.damage() + bite.damage() + roll("1d4")
    assert together.close_to(apart)
    assert multiattack([]) == Distribution.constant(0)


def test_an_attack_travels_between_processes():
    claw = Attack(attack_odds(7, 16), parse("2d6+4[slashing]"), {"slashing": "resistant"})
    assert pickle.loads(pickle.dumps(claw)).damage() == claw.damage()


def test_an_attacker_who_is_down_does_nothing():
    damage = effective_damage(roll("1d6"), hit_chance=0.5, unable=0.2)
    assert damage.probability(0) == pytest.approx(0.6)
    assert damage.mean() == pytest.approx(0.4 * 3.5)
    with pytest.raises(ValueError, match="unable"):
        effective_damage(roll("1d6"), 0.5, 1.5)


@quick
@given(st.integers(1, 3), st.integers(0, 4), st.integers(1, 4), st.integers(0, 5))
def test_hit_points_left_count_all_rolls(dice, flat, blows, temporary):
    hit_points, damage = roll(f"{dice}d4+{flat}"), roll(f"{blows}d6")
    expected = {}
    for (hp, p), (hurt, q) in product(hit_points.items(), damage.items()):
        left = max(0, hp - max(0, hurt - temporary))
        expected[left] = expected.get(left, 0) + p * q
    assert dict(apply_damage(hit_points, damage, temporary).items()) == pytest.approx(expected)
    assert death_probability(hit_points, damage, temporary) == pytest.approx(expected.get(0, 0))


def test_death_of_known_hit_points():
    assert death_probability(7, roll("2d6")) == pytest.approx(21 / 36)
    assert death_probability(13, roll("2d6")) == 0
    assert death_probability(7, 7) == 1
    assert apply_damage(7, 3, temporary=5) == Distribution.constant(7)


@pytest.mark.parametrize(
    ("arguments", "said"), [({"advantage": 2}, "advantage is 2"), ({"crit_from": 21}, "crit_from is 21")]
)
def test_settings_that_make_no_sense_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        attack_odds(5, 15, **arguments)
