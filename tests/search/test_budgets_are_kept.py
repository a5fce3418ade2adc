"""A budget is what is spent: of simulations whoever makes them, and of time whatever a game does with it."""

from __future__ import annotations

import time

import pytest

import hazard
from hazard import Beam, Budget, Expectimax, Game, GameError, Solve, TreeSearch, Turn
from hazard.games import Pig


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("batch", [1, 8, 64])
@pytest.mark.parametrize("nodes", [100, 5000])
def test_all_threads_and_batches_together_make_as_many_simulations_as_asked_for(threads, batch, nodes):
    search = TreeSearch(threads=threads, batch=batch, prove=False)
    made = hazard.decide(Pig(), None, search, Budget(nodes=nodes)).statistics.simulations
    assert made == nodes


class SlowWheel(Game):
    """One spin of a wheel with many fields; to look at one takes at least a millisecond."""

    fields = 2000

    def __init__(self):
        self.looked_at = 0

    def start(self):
        return "spin?"

    def turn(self, state):
        return {"spin?": Turn.MAX, "spinning": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["spin", "leave"]

    def outcomes(self, state):
        total = self.fields * (self.fields + 1) // 2
        return [(n, ((n * 7919) % self.fields + 1) / total) for n in range(self.fields)]

    def apply(self, state, move):
        self.looked_at += 1
        time.sleep(0.001)
        return "spinning" if move == "spin" else (move,)

    def value(self, state):
        return 0.5 if state[0] == "leave" else state[0] / self.fields

    def bounds(self):
        return (0, 1)


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(star2=False), TreeSearch(), Beam()], ids=str)
def test_a_search_of_a_python_game_is_at_most_one_call_late(search):
    game = SlowWheel()
    decision = hazard.decide(game, None, search, Budget(seconds=0.05))
    assert decision.action in ("spin", "leave")
    # Fifty calls of a millisecond fill the budget; one may be under way, and the answer names two actions.
    assert game.looked_at <= 50 + 3


def test_solving_a_python_game_looks_at_the_clock_between_the_outcomes_of_one_node():
    game = SlowWheel()
    with pytest.raises(GameError, match="give it more time"):
        hazard.decide(game, None, Solve(), Budget(seconds=0.05))
    assert game.looked_at <= 50 + 5 + 3  # it looks every five milliseconds


def test_many_outcomes_are_ordered_as_few_are():
    class Wheel(SlowWheel):
        fields = 200_000

        def apply(self, state, move):
            return "spinning" if move == "spin" else (move,)

    game = Wheel()
    spin = next(o for o in hazard.decide(game, None, Expectimax(), Budget()).options if o.action == "spin")
    truth = sum(p * n / game.fields for n, p in game.outcomes("spinning"))
    assert (spin.value, spin.kind) == (pytest.approx(truth), "exact")
