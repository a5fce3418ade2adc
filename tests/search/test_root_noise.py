"""Noise in the root's priors: as much as is asked for, by the Dirichlet law, and no more."""

from __future__ import annotations

import statistics

import pytest
from tests.search.learner_games import Arms, by_action

from hazard import Budget, Searcher, TreeSearch, decide
from hazard.search import SettingError

WEIGHTS = [0.5, 0.25, 0.15, 0.1]
GAME = Arms([0.1, 0.2, 0.3, 0.4], WEIGHTS)
DRAWS = 3000


def noisy(seed=0, **settings):
    return TreeSearch(select="puct", prove=False, seed=seed, **{"root_noise": 0.5, **settings})


def drawn(alpha, fraction, game=GAME):
    """The priors that many seeds make, action by action."""
    rows = []
    for seed in range(DRAWS):
        found = decide(
            game, None, noisy(seed, root_noise=alpha, root_noise_fraction=fraction), Budget(nodes=1)
        )
        priors = by_action(found, "prior")
        rows.append([priors[action] for action in range(len(WEIGHTS))])
        assert sum(rows[-1]) == pytest.approx(1)
    return list(zip(*rows, strict=True))


@pytest.mark.parametrize(("alpha", "fraction"), [(0.3, 0.25), (0.03, 0.5), (1.0, 1.0), (10.0, 0.7)])
def test_the_noise_has_the_mean_and_the_variance_of_the_dirichlet_law(alpha, fraction):
    n = len(WEIGHTS)
    # symmetric Dirichlet: mean 1/n, variance (n - 1) / (n^2 (n alpha + 1)); mixed in, both by the fraction
    variance = fraction**2 * (n - 1) / (n**2 * (n * alpha + 1))
    for weight, priors in zip(WEIGHTS, drawn(alpha, fraction), strict=True):
        mean = (1 - fraction) * weight + fraction / n
        assert statistics.fmean(priors) == pytest.approx(mean, abs=4 * (variance / DRAWS) ** 0.5)
        assert statistics.variance(priors) == pytest.approx(variance, rel=0.15)


def test_where_all_actions_weigh_the_same_the_mean_of_the_mixed_prior_is_the_prior():
    for priors in drawn(0.3, 0.25, Arms([0.5] * 4, [1.0] * 4)):
        assert statistics.fmean(priors) == pytest.approx(0.25, abs=0.005)


def shape(decision):
    return [(o.action, o.value, o.visits, o.prior) for o in decision.options]


def test_a_fraction_of_nothing_changes_nothing():
    plain = decide(GAME, None, TreeSearch(select="puct", prove=False), Budget(nodes=50))
    none = decide(GAME, None, noisy(root_noise_fraction=0.0), Budget(nodes=50))
    assert shape(plain) == shape(none)


def test_the_seed_decides_about_the_noise():
    first, again, other = (decide(GAME, None, noisy(seed), Budget(nodes=50)) for seed in (1, 1, 2))
    assert shape(first) == shape(again) != shape(other)


def test_each_position_has_noise_of_its_own():
    game = Arms([0.1, 0.2, 0.3, 0.4], WEIGHTS)
    other = Arms([0.1, 0.2, 0.3, 0.4], WEIGHTS, steps=1)
    searcher = Searcher(other, noisy())
    searcher.decide(budget=Budget(nodes=1))
    later = searcher.decide("arms", Budget(nodes=1))
    assert by_action(later, "prior") != by_action(decide(game, None, noisy(), Budget(nodes=1)), "prior")


def test_noise_does_not_stay_in_the_tree():
    searcher = Searcher(GAME, noisy())
    first, second = (searcher.decide(budget=Budget(nodes=20)) for _ in range(2))
    assert by_action(first, "prior") == by_action(second, "prior")


@pytest.mark.parametrize(
    ("settings", "refused"),
    [
        ({"select": "uct", "root_noise": 0.3}, r"root_noise is 0\.3; expected 0, except with select='puct'"),
        ({"select": "gumbel", "root_noise": 0.3}, r"root_noise is 0\.3; expected 0, except"),
        ({"select": "puct", "root_noise": -1}, "root_noise is -1"),
        ({"select": "puct", "root_noise": 1e9}, "at most 1,000,000"),
        ({"select": "puct", "root_noise_fraction": 1.5}, r"root_noise_fraction is 1\.5; expected 0 to 1"),
    ],
)
def test_noise_that_makes_no_sense_is_refused(settings, refused):
    with pytest.raises(SettingError, match=refused):
        TreeSearch(**settings)
