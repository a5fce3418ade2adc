"""A game against somebody known: the other side's decisions become chance, with the policy's probabilities.

The wrapped game is a game like any other, so every search and the solver take it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from typing import Any

from hazard.checking.at_sight import refuse_at_sight
from hazard.compiled import CompiledGame
from hazard.game import Game, Move, State, Turn, check_game, refuse_secrets, reward_of, state_text
from hazard.policies.policy import Mixture, Pairs, Policy, as_policy, drawn
from hazard.search import SettingError

_OF_ONE_STATE = ("heuristic", "quiet", "rank", "prior", "describe", "picture")
_DIGITS = 12
"""Beliefs are rounded to so many digits, so that histories that teach the same lead to the same state."""


def against(game: Game, max: Any = None, min: Any = None) -> Against:
    """Return ``game`` with MAX, MIN or both replaced by a policy, so that their nodes are chance nodes.

    Rewards, bounds, words and the heuristic are kept. A :class:`~hazard.Mixture` is drawn once, before the
    game: a state is then ``(state, belief)``, where the belief has the probability of each policy after the
    moves seen, and ``(state, belief in MAX's, belief in MIN's)`` where both sides are mixtures.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> piglet = Pig(target=2, die=(0, 1))
    >>> careless = against(piglet, min=hazard.RandomPlayer())
    >>> round(hazard.solve(careless).value(), 4), round(hazard.solve(piglet).value(), 4)
    (0.6118, 0.5714)
    """
    check_game(game)
    given = {Turn.MAX: max, Turn.MIN: min}
    policies = {turn: as_policy(thing) for turn, thing in given.items() if thing is not None}
    if not policies:
        raise SettingError("policy.no_policy_given")
    return wrapped(game, policies)


def wrapped(game: Game, policies: dict[Turn, Policy | Mixture]) -> Against:
    """Return ``game`` with these policies; one whose chance can only be drawn stays so."""
    refuse_at_sight(game)
    return Against(game, policies) if draws_only(game) else _Listed(game, policies)


def draws_only(game: Game) -> bool:
    """Tell whether the chance of ``game`` can be drawn but not listed."""
    return hasattr(game, "sample") and type(game).outcomes is Game.outcomes and not hasattr(game, "expand")


class Against(Game):
    """A game in which one side or both are chance; see :func:`against`."""

    def __init__(self, game: Game, policies: dict[Turn, Policy | Mixture]) -> None:
        """Wrap ``game``."""
        if len(policies) < 2:  # the side that is left would look at everything
            refuse_secrets(game)
        self.game = game
        self.policies = policies
        self._mixed = [turn for turn in (Turn.MAX, Turn.MIN) if isinstance(policies.get(turn), Mixture)]
        for name in _OF_ONE_STATE:
            if hasattr(game, name):
                setattr(self, name, self._of_inner(getattr(game, name)))
        self._keep_the_rest()

    def _keep_the_rest(self) -> None:
        """Give the game each optional method that is more than a question about one state."""
        game: Any = self.game
        reward = reward_of(game)
        if reward is not None:
            self.reward = self._of_inner(reward)
        limits = bounds_of(game, self.policies)
        if limits is not None:
            self.bounds = lambda: limits
        if hasattr(game, "evaluate"):
            self.evaluate = lambda states: game.evaluate([self.inner(state) for state in states])
        if hasattr(game, "text"):
            self.text = self._text if self._mixed else game.text
        if hasattr(game, "parse"):
            self.parse = lambda text: self._believing(game.parse(text))
        if hasattr(game, "sample"):
            self.sample = self._sample

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made of the game and the policies."""
        return wrapped, (self.game, self.policies)

    def inner(self, state: State) -> State:
        """Return the state of the game itself, without what is believed."""
        return state[0] if self._mixed else state

    def _of_inner(self, method: Callable[..., Any]) -> Callable[..., Any]:
        return (lambda state, *rest: method(state[0], *rest)) if self._mixed else method

    def _believing(self, state: State) -> State:
        return (state, *(self._mixture(turn).prior for turn in self._mixed)) if self._mixed else state

    def _mixture(self, turn: Turn) -> Mixture:
        found = self.policies[turn]
        assert isinstance(found, Mixture)
        return found

    def start(self) -> State:
        """Return the start of the game, with the weights of the mixtures for what is believed."""
        return self._believing(self.game.start())

    def at(self, state: State = None) -> State:
        """Return ``state`` of the game as a state of this one, nothing having been seen yet."""
        return self.start() if state is None else self._believing(state)

    def turn(self, state: State) -> Turn:
        """Tell whose node it is: chance's, where a policy decides."""
        turn = Turn(self.game.turn(self.inner(state)))
        return Turn.CHANCE if turn in self.policies else turn

    def actions(self, state: State) -> Iterable[Move]:
        """List what the side without a policy may do."""
        return self.game.actions(self.inner(state))

    def apply(self, state: State, move: Move) -> Any:
        """Return the state that follows; a move of a mixture changes what is believed of it."""
        if not self._mixed:
            return self.game.apply(state, move)
        inner, beliefs = state[0], list(state[1:])
        turn = Turn(self.game.turn(inner))
        if turn in self._mixed:
            place = self._mixed.index(turn)
            seen = self._mixture(turn).updated(beliefs[place], self.game, inner, move)
            beliefs[place] = tuple(round(share, _DIGITS) for share in seen)
        return (self.game.apply(inner, move), *beliefs)

    def value(self, state: State) -> float:
        """Return what the end is worth."""
        return self.game.value(self.inner(state))

    def chances(self, state: State) -> Pairs | None:
        """Return what the policy does in ``state``; None where none decides."""
        inner = self.inner(state)
        turn = Turn(self.game.turn(inner))
        policy = self.policies.get(turn)
        if policy is None:
            return None
        if isinstance(policy, Mixture):
            return policy.marginal(state[1 + self._mixed.index(turn)], self.game, inner)
        return policy.probabilities(self.game, inner)

    def _sample(self, state: State, rng: random.Random) -> Move:
        pairs = self.chances(state)
        return self.game.sample(self.inner(state), rng) if pairs is None else drawn(pairs, rng)  # type: ignore[attr-defined]

    def _text(self, state: State) -> str:
        beliefs = ("/".join(f"{share:.12g}" for share in belief) for belief in state[1:])
        return " | ".join([state_text(self.game, state[0]), *beliefs])

    def __repr__(self) -> str:
        """Say who plays how."""
        sides = ", ".join(f"{turn.name.lower()}={policy.name}" for turn, policy in self.policies.items())
        return f"against({type(self.game).__name__}, {sides})"


class _Listed(Against):
    """The same where chance can be listed; a game that has the method is asked, so only this one has it."""

    def outcomes(self, state: State) -> Iterable[tuple[Move, float]]:
        """List what chance or the policy may do."""
        pairs = self.chances(state)
        return self.game.outcomes(self.inner(state)) if pairs is None else pairs


_Listed.__name__ = Against.__name__  # what messages call it


def bounds_of(game: Any, policies: Iterable[Turn]) -> tuple[float, float] | None:
    """Return the bounds that still hold when these sides play by a policy, or None.

    Ends are bounded whoever plays. Rewards are only bounded under best play: a MIN that blunders may give
    away more than any state is worth, but never less.
    """
    if not hasattr(game, "bounds"):
        return None
    low, high = map(float, game.bounds())
    if reward_of(game) is not None and not isinstance(game, CompiledGame):
        low = -math.inf if Turn.MAX in policies else low
        high = math.inf if Turn.MIN in policies else high
    return None if math.isinf(low) and math.isinf(high) else (low, high)
