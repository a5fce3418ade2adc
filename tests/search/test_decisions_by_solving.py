"""Decisions by solving: every reward counts, wherever a game tells it, and exact is what is proven so."""

from __future__ import annotations

import pytest
from tests.search.drawn_games import DrawnGame, draw_game
from tests.search.judging import false_claims

import hazard
from hazard import Budget, Game, GameError, Searcher, Solve, Turn, arena
from hazard.players import RandomPlayer


class OnlyExpands(Game):
    """A drawn game that tells its rewards in `expand` and nowhere else."""

    def __init__(self, drawn: DrawnGame) -> None:
        self.drawn = drawn

    def __getattr__(self, name):
        if name in ("reward", "heuristic", "bounds", "drawn"):
            raise AttributeError(name)
        return getattr(self.drawn, name)

    def start(self):
        return 0

    def turn(self, state):
        return self.drawn.turn(state)

    def actions(self, state):
        return self.drawn.actions(state)

    def outcomes(self, state):
        return self.drawn.outcomes(state)

    def apply(self, state, move):
        return self.drawn.apply(state, move)

    def value(self, state):
        return self.drawn.value(state)

    def expand(self, state):
        game, turn = self.drawn, self.drawn.turns[state]
        chances = game.chances[state] if turn is Turn.CHANCE else [1.0] * len(game.following[state])
        rows = zip(game.actions(state), chances, game.following[state], game.rewards[state], strict=True)
        return turn, list(rows)


def test_rewards_that_only_expand_tells_are_in_every_value():
    for seed in range(200):
        game = draw_game(seed)
        decision = hazard.decide(OnlyExpands(game), 0, Solve(), Budget())
        assert not false_claims(game, decision), seed
        assert {option.kind for option in decision.options} == {"exact"}, seed
        assert decision.proven, seed


class Toll(Game):
    """One step that pays 3, as `expand` says."""

    def start(self):
        return "before"

    def turn(self, state):
        return Turn.MAX if state == "before" else Turn.OVER

    def actions(self, state):
        return ["pass"]

    def apply(self, state, move):
        return "after"

    def value(self, state):
        return 0.0

    def expand(self, state):
        return (Turn.MAX, [("pass", 1.0, "after", 3.0)]) if state == "before" else (Turn.OVER, [])


def test_an_arena_pays_rewards_that_only_expand_tells():
    assert arena.play(Toll(), [RandomPlayer()], games=2).mean == 3.0


class FairWalk(Game):
    """Bet one on a fair coin until nothing or all is left: from `k` of `goal`, all is won in k of goal plays.

    Play goes round for long, so that a coarse tolerance ends the iteration early.
    """

    goal = 20

    def start(self):
        return (self.goal // 2, "bet")

    def turn(self, state):
        stake, what = state
        over = stake in (0, self.goal) or what == "gone"
        return Turn.OVER if over else Turn.CHANCE if what == "toss" else Turn.MAX

    def actions(self, state):
        return ["bet", "leave"]

    def outcomes(self, state):
        return [(1, 0.5), (-1, 0.5)]

    def apply(self, state, move):
        stake, _ = state
        return (
            (stake, {"bet": "toss", "leave": "gone"}[move])
            if isinstance(move, str)
            else (stake + move, "bet")
        )

    def value(self, state):
        return 0.0 if state[1] == "gone" else state[0] / self.goal


@pytest.mark.parametrize("tolerance", [0.5, 1e-2, 1e-4, 1e-6, 1e-10])
def test_a_value_is_exact_only_where_it_is_proven_so(tolerance):
    searcher = Searcher(FairWalk(), Solve(tolerance=tolerance))
    kinds = set()
    for stake in range(1, FairWalk.goal):
        decision = searcher.decide((stake, "bet"), Budget())
        bet = next(option for option in decision.options if option.action == "bet")
        assert bet.low <= stake / FairWalk.goal <= bet.high
        assert bet.kind == "estimate" or abs(bet.value - stake / FairWalk.goal) <= 1e-9
        assert decision.unfinished is None
        kinds |= {bet.kind} | {outcome.kind for outcome in bet.outcomes}
    assert kinds == {"exact"} or tolerance > 1e-9


class NoSum(Game):
    """Pay 1 and get it back, for ever: what that is worth nobody can say."""

    def start(self):
        return 0

    def turn(self, state):
        return Turn.MAX

    def actions(self, state):
        return ["on"]

    def apply(self, state, move):
        return 1 - state

    def reward(self, state, move):
        return 1.0 - 2 * state

    def value(self, state):
        return 0.0


def test_what_cannot_be_certified_is_refused_with_the_reason():
    with pytest.raises(GameError, match=r"proven to within inf.*have no sum"):
        hazard.decide(NoSum(), None, Solve(), Budget())
