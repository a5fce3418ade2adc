"""What is a policy, what is none, and what a mixture teaches."""

import random

import pytest
from tests.policies.policy_oracles import hold_at

import hazard
from hazard import GameError, SettingError
from hazard.games import Pig

PIG = Pig(target=20)
EARLY = PIG.parse("3 4 5")


@pytest.mark.parametrize(
    "thing",
    [
        lambda state: Pig.HOLD,
        lambda state: {Pig.HOLD: 1.0, Pig.ROLL: 0.0},
        {EARLY: Pig.HOLD},
        {EARLY: {Pig.HOLD: 1}},
        hazard.as_policy(lambda state: Pig.HOLD),
        type("Holder", (), {"name": "holder", "choose": lambda self, game, state, rng: Pig.HOLD})(),
    ],
)
def test_a_function_a_dict_and_a_player_are_policies(thing):
    policy = hazard.as_policy(thing)
    assert policy.probabilities(PIG, EARLY) == [(Pig.HOLD, 1.0)]
    assert policy.choose(PIG, EARLY, random.Random(1)) == Pig.HOLD


def test_a_solution_and_a_search_do_what_they_say():
    solution = hazard.solve(PIG)
    for thing in (solution, hazard.SolvedPlayer(solution)):
        assert hazard.as_policy(thing).probabilities(PIG, EARLY) == [(solution.action(EARLY), 1.0)]
    budget = hazard.Budget(depth=3)
    decided = hazard.decide(PIG, EARLY, hazard.Expectimax(), budget).action
    player = hazard.SearchPlayer(hazard.Expectimax(), budget)
    assert hazard.as_policy(player).probabilities(PIG, EARLY) == [(decided, 1.0)]
    beside = hazard.Searcher(Pig(target=2, die=(0, 1)))
    assert hazard.as_policy(beside).probabilities(beside.game, beside.game.start()) == [(Pig.ROLL, 1.0)]


def test_the_random_player_takes_all_actions_to_be_equally_likely():
    assert hazard.as_policy(hazard.RandomPlayer()).probabilities(PIG, EARLY) == [
        (Pig.ROLL, 0.5),
        (Pig.HOLD, 0.5),
    ]


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (lambda state: "hodl", "chose 'hodl' in 3 4 5 max; expected one of PigAction.ROLL, PigAction.HOLD"),
        (lambda state: None, "chose None in 3 4 5 max"),
        (lambda state: {"hodl": 1.0}, "gives 'hodl' a probability in 3 4 5 max; expected one of"),
        (lambda state: {Pig.HOLD: 0.5}, "in 3 4 5 max sum to 0.5; expected 1"),
        (lambda state: {Pig.HOLD: 1.5, Pig.ROLL: -0.5}, "the probability 1.5 in 3 4 5 max"),
        (lambda state: {Pig.HOLD: float("nan"), Pig.ROLL: 1.0}, "the probability nan"),
        (lambda state: {Pig.HOLD: "half"}, "the probability 'half'"),
        ({}, "has no action for the state 3 4 5 max; expected one of PigAction.ROLL, PigAction.HOLD"),
        (hazard.solve(Pig(target=2, die=(0, 1))), "does not have the state 3 4 5 max"),
    ],
)
def test_a_wrong_answer_names_the_state_and_what_was_expected(thing, message):
    with pytest.raises(GameError) as error:
        hazard.as_policy(thing).probabilities(PIG, EARLY)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (20, "20 is no policy; expected a function of the state"),
        (hazard.RandomPlayer, "the class RandomPlayer is no policy; write RandomPlayer() to create one"),
        (hazard.Expectimax(), "write SearchPlayer(Expectimax(), Budget(depth=2))"),
    ],
)
def test_what_is_no_policy_is_refused(thing, message):
    with pytest.raises(SettingError) as error:
        hazard.as_policy(thing)
    assert message in str(error.value)


class Tosser:
    name = "tosser"

    def choose(self, game, state, rng):
        return rng.choice(list(game.actions(state)))


def test_a_player_who_draws_can_be_played_out_but_has_no_probabilities():
    with pytest.raises(SettingError, match="the player tosser draws random numbers"):
        hazard.evaluate(PIG, max=Tosser(), min=Tosser())
    drawn = hazard.evaluate(PIG, max=Tosser(), min=Tosser(), games=400, seed=1)
    exact = hazard.evaluate(PIG, max=hazard.RandomPlayer(), min=hazard.RandomPlayer())
    assert drawn.kind == "estimate"
    assert abs(drawn.value - exact.value) < 4 * drawn.error


def test_a_policy_sits_in_the_arena():
    result = hazard.play(
        PIG, [hazard.as_policy(hold_at(PIG, 8)), hazard.as_policy(hazard.RandomPlayer())], 60, 1
    )
    assert result.players[0].name == "<lambda>"
    assert result.mean > 0.5


def test_a_policy_is_asked_once_about_a_state_when_it_is_a_player():
    class Wavering:
        name = "wavering"
        asked = 0

        def choose(self, game, state, rng):
            self.asked += 1
            return [Pig.ROLL, Pig.HOLD][self.asked % 2]

    policy = hazard.as_policy(Wavering())
    assert policy.probabilities(PIG, EARLY) == policy.probabilities(PIG, EARLY)


# ---- mixtures


def test_what_is_believed_follows_bayes_rule():
    # Prior 1/2, 1/4, 1/4; to roll is likely with 1, 1/2 and 1/5, to hold with 0, 1/2 and 4/5.
    types = hazard.mixture(
        [
            (2, lambda state: Pig.ROLL),
            (1, hazard.RandomPlayer()),
            (1, lambda state: {Pig.ROLL: 0.2, Pig.HOLD: 0.8}),
        ]
    )
    assert types.prior == (0.5, 0.25, 0.25)
    rolled = [0.5 * 1, 0.25 * 0.5, 0.25 * 0.2]
    assert types.posterior([(EARLY, Pig.ROLL)], PIG) == pytest.approx([p / sum(rolled) for p in rolled])
    held = [0, 0.25 * 0.5 * 0.5, 0.25 * 0.2 * 0.8]
    seen = [(EARLY, Pig.ROLL), (EARLY, Pig.HOLD)]
    assert types.posterior(seen, PIG) == pytest.approx([p / sum(held) for p in held])
    assert types.posterior([], PIG) == types.prior


def test_a_move_that_no_policy_makes_teaches_nothing():
    only = hazard.mixture([(1, lambda state: Pig.ROLL)])
    with pytest.raises(GameError, match=r"no policy of the mixture plays PigAction\.HOLD in 3 4 5 max"):
        only.posterior([(EARLY, Pig.HOLD)], PIG)
    with pytest.raises(GameError, match="'hodl' was seen in 3 4 5 max; expected one of"):
        only.posterior([(EARLY, "hodl")], PIG)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "sum to 0"),
        ([(0, hazard.RandomPlayer())], "sum to 0"),
        ([(-1, hazard.RandomPlayer())], "the weight -1"),
        ([hazard.RandomPlayer()], "expected a pair"),
        ([(1, 20)], "20 is no policy"),
    ],
)
def test_a_mixture_of_nothing_is_refused(parts, message):
    with pytest.raises(SettingError, match=message):
        hazard.mixture(parts)


def test_a_mixture_within_a_mixture_is_taken_apart():
    inner = hazard.mixture([(1, lambda state: Pig.ROLL), (3, lambda state: Pig.HOLD)])
    assert hazard.mixture([(1, inner), (1, hazard.RandomPlayer())]).prior == (0.125, 0.375, 0.5)


def test_a_mixture_plays_one_policy_throughout_a_game():
    types = hazard.mixture([(1, lambda state: Pig.ROLL), (1, lambda state: Pig.HOLD)])
    seen = set()
    for seed in range(20):
        types.new_game()
        rng = random.Random(seed)
        seen.add(tuple(types.choose(PIG, EARLY, rng) for _ in range(5)))
    assert seen == {(Pig.ROLL,) * 5, (Pig.HOLD,) * 5}
