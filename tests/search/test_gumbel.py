"""Choosing by policy improvement (Danihelka et al. 2022), against the formulas of the paper."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from tests.search.learner_games import Arms, by_action

import hazard
from hazard import Budget, Expectimax, Searcher, TreeSearch, Turn, decide
from hazard.games import Pig, RandomTree
from hazard.search import SettingError


def gumbel(**settings):
    return TreeSearch(select="gumbel", **{"prove": False, **settings})


def halved_visits(considered, simulations):
    """Visits by sequential halving, most first: as many rounds in each phase as fit, and one at least.

    The schedule of the reference implementation of the paper.
    """
    if considered == 1:
        return [simulations]
    phases, visits, left = math.ceil(math.log2(considered)), [0] * considered, simulations
    width = considered
    while left > 0:
        for _ in range(max(1, simulations // (phases * width))):
            for i in range(width):
                if left > 0:
                    visits[i] += 1
                    left -= 1
        width = max(2, width // 2)
    return visits


def test_the_schedule_of_sequential_halving_is_as_published():
    # Four actions, 16 simulations: two phases of 8. Two rounds for all four, then four for the better two.
    assert halved_visits(4, 16) == [6, 6, 2, 2]
    # 16 actions, 32 simulations: a round for all 16 (32 // 64 would be none), one for eight of them, two for
    # four, and there the simulations end.
    assert halved_visits(16, 32) == [4] * 4 + [2] * 4 + [1] * 8


@pytest.mark.parametrize("batch", [1, 4])
def test_simulations_are_shared_out_by_sequential_halving(batch):
    rng = random.Random(1)
    cases = [(4, 4, 16), (16, 16, 32), (6, 16, 50), (1, 16, 5), (9, 1, 7), (5, 3, 2)]
    cases += [(rng.randint(1, 30), rng.randint(1, 20), rng.randint(1, 200)) for _ in range(60)]
    for arms, considered, simulations in cases:
        game = Arms([rng.random() for _ in range(arms)], [rng.random() + 0.01 for _ in range(arms)])
        search = gumbel(considered=considered, batch=batch, seed=rng.randrange(100))
        found = decide(game, None, search, Budget(nodes=simulations))
        width = min(arms, considered)
        expected = halved_visits(width, simulations) + [0] * (arms - width)
        assert sorted(by_action(found, "visits").values(), reverse=True) == sorted(expected, reverse=True)
        assert found.statistics.simulations == simulations


def test_the_best_of_what_is_left_is_chosen():
    values = [0.1, 0.9, 0.5, 0.3]
    found = decide(Arms(values, [0.4, 0.3, 0.2, 0.1]), None, gumbel(gumbel_scale=0), Budget(nodes=16))
    visits = by_action(found, "visits")
    # log prior + 52 q after two rounds: arms 1 and 2 go on, and arm 1 wins
    assert visits == {0: 2, 1: 6, 2: 6, 3: 2}
    assert found.action == 1


def test_without_chance_the_highest_priors_are_considered():
    found = decide(
        Arms([0.5] * 5, [0.1, 0.3, 0.2, 0.25, 0.15]),
        None,
        gumbel(gumbel_scale=0, considered=2),
        Budget(nodes=10),
    )
    assert {action for action, visits in by_action(found, "visits").items() if visits} == {1, 3}


def test_actions_are_drawn_without_replacement_by_their_priors():
    # Plackett and Luce: first i by its weight, then j by its weight among the rest.
    weights, draws = [0.5, 0.3, 0.15, 0.05], 4000
    game, first, pairs = Arms([0.5] * 4, weights), Counter(), Counter()
    for seed in range(draws):
        for simulations, counts in ((1, first), (2, pairs)):
            found = decide(game, None, gumbel(considered=2, seed=seed), Budget(nodes=simulations))
            visits = by_action(found, "visits")
            counts[tuple(action for action in range(4) if visits[action])] += 1

    def close(count, probability):
        return abs(count / draws - probability) < 4 * math.sqrt(probability * (1 - probability) / draws)

    for i, weight in enumerate(weights):
        assert close(first[(i,)], weight)
    for i, j in itertools.combinations(range(4), 2):
        p, q = weights[i], weights[j]
        assert close(pairs[(i, j)], p * q / (1 - p) + q * p / (1 - q))


# ---- the improved policy ------------------------------------------------------------------------------


def improved(priors, values, visits, first, *, sign=1.0, span=1.0, offset=50.0, scale=1.0):
    """The improved policy by its definition; ``first`` is what the state itself was valued at."""
    seen = [i for i, n in enumerate(visits) if n]
    mass, total = sum(priors[i] for i in seen), sum(visits)
    by_prior = sum(priors[i] * values[i] for i in seen) / mass if seen else 0.0
    mixed = (first + total * by_prior) / (1 + total) if seen else first
    completed = [values[i] if n else mixed for i, n in enumerate(visits)]
    sigma = sign * (offset + max(visits)) * scale / span
    logits = [math.log(p) + sigma * q if p > 0 else -math.inf for p, q in zip(priors, completed, strict=True)]
    weights = [math.exp(logit - max(logits)) for logit in logits]
    return [weight / sum(weights) for weight in weights]


def in_order(decision, field, actions):
    found = by_action(decision, field)
    return [found[action] for action in actions]


@pytest.mark.parametrize("turn", [Turn.MAX, Turn.MIN])
@pytest.mark.parametrize("batch", [1, 3])
def test_the_policy_is_the_improved_one(turn, batch):
    rng = random.Random(2)
    for _ in range(60):
        count = rng.randint(2, 12)
        low, high = rng.uniform(-5, 0), rng.uniform(1, 5)
        values = [rng.uniform(low, high) for _ in range(count)]
        weights = [
            rng.choice([0.0, 1.0, 1.0]) * rng.random() + 1e-9 * (rng.random() < 0.8) for _ in range(count)
        ]
        weights[rng.randrange(count)] = 0.5
        first = rng.uniform(low, high)
        game = Arms(values, weights, turn=turn, guess=first, bounds=(low, high))
        offset, scale = rng.choice([50.0, 1.0]), rng.choice([1.0, 0.1])
        search = gumbel(
            considered=rng.randint(1, 12),
            seed=rng.randrange(99),
            batch=batch,
            visit_offset=offset,
            value_scale=scale,
        )
        found = decide(game, None, search, Budget(nodes=rng.randint(1, 60)))
        visits = in_order(found, "visits", range(count))
        priors = in_order(found, "prior", range(count))
        assert priors == pytest.approx([weight / sum(weights) for weight in weights])
        sign = 1.0 if turn is Turn.MAX else -1.0
        expected = improved(
            priors, values, visits, first, sign=sign, span=high - low, offset=offset, scale=scale
        )
        assert in_order(found, "policy", range(count)) == pytest.approx(expected, abs=1e-9)
        assert found.policy == by_action(found, "policy")


def test_the_improved_policy_is_worth_no_less_than_the_prior():
    # Random trees, with what an action leads to valued as it truly is; all actions are tried.
    better = 0
    for seed in range(120):
        game = RandomTree(seed, depth=4, branching=4, rewards=seed % 2 == 1)
        truth, rng = hazard.solve(game), random.Random(seed)

        def known(states, game=game, truth=truth, rng=rng):
            priors = [[rng.random() + 0.01 for _ in game.actions(state)] for state in states]
            return [truth.value(state) for state in states], priors

        state = game.start()
        while game.turn(state) is Turn.CHANCE:
            state = game.apply(state, game.outcomes(state)[0][0])
        if game.turn(state) is Turn.OVER:
            continue
        actions = game.actions(state)
        exact = by_action(decide(game, state, Expectimax(), Budget()), "value")
        search = gumbel(evaluator=known, considered=len(actions), seed=seed)
        found = decide(game, state, search, Budget(nodes=len(actions)))
        assert set(by_action(found, "visits").values()) == {1}
        by_prior, by_policy = (
            sum(by_action(found, field)[action] * exact[action] for action in actions)
            for field in ("prior", "policy")
        )
        gain = (by_policy - by_prior) * (1 if game.turn(state) is Turn.MAX else -1)
        assert gain >= -1e-9
        better += gain > 1e-6
    assert better > 60


def test_below_the_root_simulations_follow_the_improved_policy():
    rng = random.Random(3)
    for _ in range(40):
        count, simulations, first = rng.randint(2, 8), rng.randint(2, 60), rng.random()
        values, weights = ([rng.random() for _ in range(count)] for _ in range(2))
        priors = [weight / sum(weights) for weight in weights]
        search = gumbel(gumbel_scale=0, visit_offset=2.0, value_scale=0.5)
        searcher = Searcher(Arms(values, weights, steps=1, guess=first), search)
        searcher.decide(budget=Budget(nodes=simulations))
        later = searcher.decide("arms", Budget(nodes=1))  # which adds one visit, to the highest prior
        visits = [0] * count
        for _ in range(simulations - 1):  # the first one found the state itself
            policy = improved(priors, values, visits, first, offset=2.0, scale=0.5)
            lag = [p - n / (1 + sum(visits)) for p, n in zip(policy, visits, strict=True)]
            visits[lag.index(max(lag))] += 1
        visits[priors.index(max(priors))] += 1
        assert in_order(later, "visits", range(count)) == visits


# ---- and the rest of the search -----------------------------------------------------------------------


def even(states):
    return [0.5] * len(states), [dict.fromkeys(Pig().actions(state), 1) for state in states]


@pytest.mark.parametrize("threads", [1, 3])
def test_gumbel_searches_a_game_of_chance(threads):
    game = Pig(target=20)
    state = game.parse("10 12 5")
    search = TreeSearch(
        select="gumbel",
        evaluator=lambda states: ([game.heuristic(s) for s in states], even(states)[1]),
        threads=threads,
        batch=4,
    )
    found = decide(game, state, search, Budget(nodes=2000))
    assert found.value == pytest.approx(hazard.solve(game).value(state), abs=0.1)
    assert sum(found.policy.values()) == pytest.approx(1)
    assert found.statistics.simulations == 2000 or threads > 1  # which may leave a few undone


def test_one_thread_and_one_seed_give_one_answer():
    def once(seed):
        search = gumbel(evaluator=even, seed=seed)
        found = decide(Pig(), Pig().parse("20 30 12"), search, Budget(nodes=64))
        return [(o.action, o.value, o.visits, o.policy) for o in found.options]

    assert once(1) == once(1)


def test_a_proof_comes_before_luck():
    # every arm is tried, so the best one is known, whatever was drawn
    for seed in range(20):
        found = decide(
            Arms([0.1, 0.2, 0.3], [0.9, 0.09, 0.01]), None, gumbel(prove=True, seed=seed), Budget(nodes=16)
        )
        assert (found.action, found.kind, found.proven) == (2, "exact", True)


def test_the_share_of_the_visits_is_the_policy_of_the_other_ways():
    found = decide(Pig(), Pig().parse("20 30 12"), TreeSearch(), Budget(nodes=100))
    assert found.policy == {option.action: option.visits / 100 for option in found.options}
    assert [option.prior for option in found.options] == [None, None]
    assert decide(Pig(), None, Expectimax(), Budget(depth=1)).policy == {}


def test_gumbel_needs_to_know_how_many_simulations_there_are():
    with pytest.raises(SettingError, match=r"'gumbel'.*Budget\(seconds=1.*does not say how many.*nodes"):
        decide(Pig(), None, gumbel(evaluator=even), Budget(seconds=1))


def test_gumbel_reports_once_when_it_is_asked_to_improve():
    reports = list(hazard.deciding(Pig(), None, gumbel(evaluator=even), Budget(nodes=500)))
    assert [report.statistics.simulations for report in reports] == [500]


@pytest.mark.parametrize("name", ["widen_actions", "close", "play_outs"])
def test_gumbel_shares_out_simulations_by_rules_of_its_own(name):
    with pytest.raises(SettingError, match=rf"TreeSearch\.{name} is 1; expected 0 with select='gumbel'"):
        TreeSearch(select="gumbel", **{name: 1})


@pytest.mark.parametrize(("name", "value"), [("considered", 0), ("gumbel_scale", -1), ("value_scale", "x")])
def test_settings_of_gumbel_are_checked(name, value):
    with pytest.raises(SettingError, match=rf"TreeSearch\.{name} is {value!r}"):
        TreeSearch(select="gumbel", **{name: value})
