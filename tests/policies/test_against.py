"""A game against a policy is worth what plain recursion says, for the solver and for every search."""

import itertools
import math

import pytest
from tests.policies.policy_oracles import draw_policy, seeded, worth
from tests.search.drawn_games import draw_game
from tests.search.small_games import Dice

import hazard
from hazard import Game, Turn
from hazard.games import Pig, TicTacToe

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_modelled_side_is_worth_what_recursion_says(seed):
    game = draw_game(seed)
    policy = draw_policy(game, seeded(seed))
    for sides in ({Turn.MAX}, {Turn.MIN}, {Turn.MAX, Turn.MIN}):
        named = {side.name.lower(): policy for side in sides}
        model = hazard.against(game, **named)
        truth = worth(game, dict.fromkeys(sides, policy))
        assert hazard.solve(model).value() == pytest.approx(truth, abs=1e-9)
        if model.turn(0) in (Turn.MAX, Turn.MIN):
            assert hazard.decide(model, budget=hazard.Budget(depth=50)).value == pytest.approx(truth)


def test_rewards_bounds_words_and_guesses_are_kept():
    model = hazard.against(Pig(), min=hazard.RandomPlayer())
    state = Pig().parse("40 35 12 min")
    assert model.bounds() == (0, 1)
    assert model.heuristic(state) == Pig().heuristic(state)
    assert model.text(state) == "40 35 12 min"
    assert model.turn(state) is Turn.CHANCE
    assert list(model.outcomes(state)) == [(Pig.ROLL, 0.5), (Pig.HOLD, 0.5)]
    assert hazard.against(Pig(players=1), max=lambda s: Pig.ROLL).reward(
        Pig(players=1).parse("0 0 5"), Pig.HOLD
    ) == Pig(players=1).reward(Pig(players=1).parse("0 0 5"), Pig.HOLD)


def test_bounds_of_best_play_do_not_bound_the_rewards_that_a_blunder_gives_away():
    # MIN may pay 5 or nothing, so the game is worth 0, and bounds of (0, 0) are right; against one who pays
    # they are not.
    class Payer(Game):
        def start(self):
            return "ask"

        def turn(self, state):
            return {"ask": Turn.MAX, "asked": Turn.MIN}.get(state, Turn.OVER)

        def actions(self, state):
            return ["ask"] if state == "ask" else ["pay", "refuse"]

        def apply(self, state, move):
            return "asked" if state == "ask" else "end"

        def reward(self, state, move):
            return 5.0 if move == "pay" else 0.0

        def value(self, state):
            return 0.0

        def bounds(self):
            return (0.0, 0.0)

    model = hazard.against(Payer(), min=lambda state: "pay")
    assert model.bounds() == (0.0, math.inf)
    assert hazard.decide(model, budget=hazard.Budget(depth=3)).value == 5.0


def test_searches_of_every_kind_take_a_model():
    game = TicTacToe()
    model = hazard.against(game, min=hazard.RandomPlayer())
    truth = hazard.solve(model).value()
    assert truth > hazard.solve(game).value()
    found = hazard.decide(model, None, hazard.Expectimax(), hazard.Budget(depth=9))
    assert found.value == pytest.approx(truth)
    tree = hazard.decide(model, None, hazard.TreeSearch(), hazard.Budget(nodes=3000))
    assert tree.action in game.actions(game.start())


def test_chance_that_can_only_be_drawn_stays_so():
    game = Dice()
    model = hazard.against(game, max=lambda state: "loaded")
    state = model.apply(model.start(), "loaded")
    assert model.turn(model.start()) is Turn.CHANCE
    assert 0 <= model.sample(state, seeded(1)) < 1000
    found = hazard.evaluate(game, max=lambda state: "loaded", games=400)
    assert found.kind == "estimate"
    # the better of two draws from 0..999 has the mean 665.8
    assert abs(found.value - 0.66617) < 4 * found.error


def test_nobodys_policy_is_a_mistake():
    with pytest.raises(hazard.SettingError, match="no policy is given"):
        hazard.against(Pig())
    with pytest.raises(hazard.GameError, match=r"expected a hazard\.Game"):
        hazard.against(Pig, min=hazard.RandomPlayer())


# ---- beliefs


class Guessing(Game):
    """MAX guesses what MIN will show, three times: a point for each guess that is right.

    The state does not tell what was shown before, so only what is believed can remember it.
    """

    rounds = 3

    def start(self):
        return (0, "")

    def turn(self, state):
        return Turn.OVER if state[0] == self.rounds else Turn.MIN if state[1] else Turn.MAX

    def actions(self, state):
        return ["a", "b"]

    def apply(self, state, move):
        return (state[0] + 1, "") if state[1] else (state[0], move)

    def reward(self, state, move):
        return float(state[1] == move)

    def value(self, state):
        return 0.0


TYPES = [(0.3, {"a": 1.0, "b": 0.0}), (0.25, {"a": 0.0, "b": 1.0}), (0.45, {"a": 0.4, "b": 0.6})]


def best_by_enumeration():
    """The best of all 128 ways to guess by what was shown before, each averaged over the types."""
    histories = ["".join(shown) for n in range(3) for shown in itertools.product("ab", repeat=n)]
    best = -math.inf
    for guesses in itertools.product("ab", repeat=len(histories)):
        plan = dict(zip(histories, guesses, strict=True))
        value = 0.0
        for weight, shares in TYPES:
            for shown in itertools.product("ab", repeat=3):
                chance = math.prod(shares[move] for move in shown)
                right = sum(plan["".join(shown[:n])] == shown[n] for n in range(3))
                value += weight * chance * right
        best = max(best, value)
    return best


def guessers():
    return hazard.mixture([(weight, lambda state, shares=shares: shares) for weight, shares in TYPES])


def test_a_mixture_is_drawn_once_and_its_moves_teach():
    model = hazard.against(Guessing(), min=guessers())
    assert model.start() == ((0, ""), (0.3, 0.25, 0.45))
    assert hazard.solve(model).value() == pytest.approx(best_by_enumeration(), abs=1e-9)
    assert hazard.decide(model, budget=hazard.Budget(depth=10)).value == pytest.approx(best_by_enumeration())


def test_the_belief_in_a_state_is_the_posterior_of_the_moves_seen():
    types, game = guessers(), Guessing()
    model = hazard.against(game, min=types)
    state, history = model.start(), []
    for move in ("a", "b", "a", "a"):
        if game.turn(state[0]) is Turn.MIN:
            history.append((state[0], move))
        state = model.apply(state, move)
    assert state[1] == pytest.approx(types.posterior(history, game), abs=1e-11)


def test_a_best_response_to_a_mixture_is_a_policy_of_the_game_against_it():
    game, types = Guessing(), guessers()
    best = hazard.best_response(game, against=types)
    met = hazard.evaluate(hazard.against(game, min=types), max=best)
    assert met.value == pytest.approx(best.value) == pytest.approx(best_by_enumeration())


def test_two_mixtures_meet():
    game = Guessing()
    guess = hazard.mixture([(1, lambda state: "a"), (1, lambda state: "b")])
    # Each type of MIN against each of MAX: 3 guesses, right with the chance that MIN shows the letter.
    expected = sum(w * 0.5 * 3 * shares[letter] for w, shares in TYPES for letter in "ab")
    found = hazard.evaluate(game, max=guess, min=guessers())
    assert found.value == pytest.approx(expected)
    played = hazard.evaluate(game, max=guess, min=guessers(), games=2000, seed=3)
    assert abs(played.value - expected) < 4 * played.error


def test_a_mixture_of_one_is_that_one():
    game = Pig(target=10)
    one = hazard.mixture([(5, hazard.RandomPlayer())])
    plain = hazard.solve(hazard.against(game, min=hazard.RandomPlayer())).value()
    assert hazard.solve(hazard.against(game, min=one)).value() == pytest.approx(plain)
