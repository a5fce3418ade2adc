"""A small game that tests break in one place, and the searches it is given to."""

from __future__ import annotations

import pytest

from hazard import Beam, Budget, Expectimax, Game, GameError, TreeSearch, Turn, decide

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
SEARCHES = [Expectimax(), PLAIN, Beam(), TreeSearch(), TreeSearch(leaf="rollout")]
SHORT = Budget(depth=3, nodes=300)


def named(search):
    return (
        "plain"
        if search is PLAIN
        else type(search).__name__ + ("-rollout" * (getattr(search, "leaf", "") == "rollout"))
    )


every_search = pytest.mark.parametrize("search", SEARCHES, ids=named)


class Toss(Game):
    """MAX tosses a coin or keeps 1; heads is worth 3, tails 0. Tests override what they break."""

    def start(self):
        return "choose"

    def turn(self, state):
        return {"choose": Turn.MAX, "tossed": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["toss", "keep"]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return "tossed" if move == "toss" else move

    def value(self, state):
        return {"heads": 3.0, "keep": 1.0}.get(state, 0.0)


def broken(**methods):
    """Return Toss with these methods instead of its own."""
    return type("Broken", (Toss,), methods)()


def refusal(game, search=None):
    """Search, and return what the error says that must come of it."""
    with pytest.raises(GameError) as caught:
        decide(game, None, search, SHORT)
    return str(caught.value)


class MyError(Exception):
    pass


def raising(*args):
    raise MyError("mine")
