"""Any Gymnasium environment that shows its transition table as a :class:`hazard.Game`.

The toy environments (FrozenLake, CliffWalking, Taxi) and many written after them carry a table ``P``, where
``P[state][action]`` lists ``(probability, next_state, reward, terminated)``. With it nothing needs to be
sampled: the best action can be searched for, or the whole environment solved.

A decision is the environment's own state, a whole number; after an action chance moves in
``(state, action)``; ``"over"`` is the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hazard.extras import require
from hazard.game import Game, GameError, Move, State, Turn

OVER = "over"
RESET = "reset"
"""Where an episode may begin in several states: chance picks one."""

ACTION_NAMES = {
    "FrozenLakeEnv": ("left", "down", "right", "up"),
    "CliffWalkingEnv": ("up", "right", "down", "left"),
    "TaxiEnv": ("south", "north", "east", "west", "pickup", "dropoff"),
}
"""What the actions of a known environment are called, in the order of their numbers."""

Outcome = tuple[str, float, State, float]
"""A label, its probability, the next state, the reward."""


class GymnasiumGame(Game):
    """A transition table as a game for one player; use :func:`from_gymnasium`."""

    def __init__(self, env: Any, discount: float, value: Callable[[int], float] | None) -> None:
        """Read the table of ``env`` and name its actions."""
        self.name = _name(env)
        self.discount = discount
        if value is not None:  # a game without the method has its leaves played out
            self.heuristic = lambda state: self._to_come(state, value)
        names = ACTION_NAMES.get(type(env.unwrapped).__name__, ())
        self._rows: dict[int, dict[str, list[Outcome]]] = {}
        for state, row in _items(env.unwrapped.P):
            self._rows[int(state)] = {
                names[action] if action < len(names) else f"action {action}": self._outcomes(listed)
                for action, listed in _items(row)
            }
        self._start = [(state, chance) for state, chance in _start(env) if chance > 0]

    def _outcomes(self, listed: Iterable[tuple[float, int, float, bool]]) -> list[Outcome]:
        """Return a row of the table, equal transitions as one, cut short with the chance 1 - discount."""
        merged: dict[tuple[str, State, float], float] = {}
        for chance, number, reward, terminated in listed:
            following = int(number)
            ways: list[tuple[str, State, float]]
            if terminated:
                ways = [(f"to {following}, over", OVER, 1.0)]
            else:
                cut = (f"to {following}, cut short", OVER, 1.0 - self.discount)
                ways = [(f"to {following}", following, self.discount), cut]
            for label, state, share in ways:
                if chance * share > 0:
                    way = (label, state, float(reward))
                    merged[way] = merged.get(way, 0.0) + float(chance) * share
        labels = [label for label, _, _ in merged]
        return [
            (label if labels.count(label) == 1 else f"{label} ({reward:+g})", chance, state, reward)
            for (label, state, reward), chance in merged.items()
        ]

    # ---- the rules -----------------------------------------------------------------------------------------

    def start(self) -> State:
        """Return the state an episode begins in, or ``"reset"`` where chance picks it."""
        return self._start[0][0] if len(self._start) == 1 else RESET

    def turn(self, state: State) -> Turn:
        """Tell whether MAX decides, chance moves or the episode is over."""
        if state == OVER:
            return Turn.OVER
        return Turn.MAX if isinstance(state, int) else Turn.CHANCE

    def actions(self, state: State) -> list[str]:
        """List the actions of the environment, by name where it is known."""
        return list(self._row(state))

    def outcomes(self, state: State) -> list[tuple[str, float]]:
        """List where chance may lead, with probabilities."""
        return [(label, chance) for label, chance, _, _ in self._chances(state)]

    def apply(self, state: State, move: Move) -> State:
        """Return the state that follows ``move``."""
        return self._step(state, move)[2]

    def reward(self, state: State, move: Move) -> float:
        """Return the environment's reward, which comes with the outcome."""
        return self._step(state, move)[3]

    def value(self, state: State) -> float:
        """Return 0: at the end nothing is still to come."""
        return 0.0

    def _to_come(self, state: State, value: Callable[[int], float]) -> float:
        """Return what is still to come as far as ``value`` knows."""
        if state == OVER:
            return 0.0
        if isinstance(state, int):
            return float(value(state))
        # The reward that is about to be drawn is known in expectation.
        return math.fsum(
            p * (reward + self._to_come(then, value)) for _, p, then, reward in self._chances(state)
        )

    # ---- features ------------------------------------------------------------------------------------------

    def expand(self, state: State) -> tuple[Turn, list[Outcome]]:
        """Answer a whole node at once, with the rewards."""
        turn = self.turn(state)
        if turn is Turn.OVER:
            return turn, []
        if turn is Turn.CHANCE:
            return turn, self._chances(state)
        return turn, [self._decided(state, action) for action in self._row(state)]

    def bounds(self) -> tuple[float, float]:
        """Return what the worst and the best reward are worth, paid as often as they can be."""
        steps = [step for row in self._rows.values() for listed in row.values() for step in listed]
        lowest = min(0.0, *(reward for _, _, _, reward in steps))
        highest = max(0.0, *(reward for _, _, _, reward in steps))
        if all(reward == 0 or following == OVER for _, _, following, reward in steps):
            return lowest, highest  # a reward ends the episode
        often = math.inf if self.discount == 1.0 else 1.0 / (1.0 - self.discount)
        return (lowest * often if lowest else 0.0), (highest * often if highest else 0.0)

    def __repr__(self) -> str:
        """Name the environment and the discount."""
        return f"<{self.name}, discount {self.discount:g}>"

    # ---- the table -----------------------------------------------------------------------------------------

    def _row(self, state: State) -> dict[str, list[Outcome]]:
        try:
            return self._rows[state]
        except KeyError:
            raise GameError("adapter.no_such_state", game=self.name, state=state) from None

    def _decided(self, state: int, action: str) -> Outcome:
        """Return the step of an action: where only one thing can happen, it happens at once."""
        listed = self._row(state)[action]
        if len(listed) == 1:
            return action, 1.0, listed[0][2], listed[0][3]
        return action, 1.0, (state, action), 0.0

    def _chances(self, state: State) -> list[Outcome]:
        if state == RESET:
            return [(f"to {first}", chance, first, 0.0) for first, chance in self._start]
        return self._row(state[0])[state[1]]

    def _step(self, state: State, move: Move) -> Outcome:
        for step in self.expand(state)[1]:
            if step[0] == move:
                return step
        raise GameError("adapter.no_such_move_in_state", move=move, state=state, game=self.name)


def _items(table: Any) -> list[tuple[int, Any]]:
    """Return the numbered rows of a table kept as a dictionary or as a list."""
    return list(table.items() if isinstance(table, Mapping) else enumerate(table))


def _start(env: Any) -> list[tuple[int, float]]:
    """Return where an episode may begin, with probabilities."""
    chances = getattr(env.unwrapped, "initial_state_distrib", None)
    if chances is None:
        return [(int(env.reset(seed=0)[0]), 1.0)]
    total = math.fsum(chances)
    return [(state, float(chance) / total) for state, chance in enumerate(chances)]


def _name(env: Any) -> str:
    return env.spec.id if env.spec is not None else type(env.unwrapped).__name__


def from_gymnasium(
    env: Any,
    *,
    discount: float = 1.0,
    value: Callable[[int], float] | None = None,
    **options: Any,
) -> GymnasiumGame:
    """Return an environment with a transition table ``P`` as a game for one player.

    ::

        game = from_gymnasium("FrozenLake-v1", discount=0.99)
        solution = hazard.solve(game)
        print(solution.value(0), solution.action(0))

    Args:
        env: an environment, or its id with ``options`` as ``gymnasium.make`` takes them.
        discount: what a reward one step later is worth, above 0 and at most 1. It is modelled exactly, as
            a chance of ``1 - discount`` that the episode ends after each step: the expected total is then
            the discounted return.
        value: a guess of the reward still to come in a state, where a search stops; without one, games are
            played out.

    An action with only one possible outcome leads on at once, without a chance node. A limit on the number
    of steps, which ``gymnasium.make`` wraps around an environment, is no part of its table and of the game.

    Raises:
        GameError: if the environment has no table ``P``, or the discount cannot be one.
        ImportError: if Gymnasium is not installed.
    """
    gymnasium = require("gymnasium", caller="from_gymnasium", library="Gymnasium", extra="gymnasium")
    number = isinstance(discount, int | float) and not isinstance(discount, bool)
    if not number or not 0 < discount <= 1:
        raise GameError("adapter.discount_out_of_range", discount=discount)
    if isinstance(env, str):
        try:
            env = gymnasium.make(env, **options)
        except gymnasium.error.Error as error:
            raise GameError("adapter.gymnasium_cannot_make", env=env, error=error) from error
    elif not isinstance(env, gymnasium.Env):
        raise GameError("adapter.not_a_gymnasium_environment", found=env)
    elif options:
        raise GameError("adapter.options_without_id", options=sorted(options))
    if not hasattr(env.unwrapped, "P"):
        raise GameError("adapter.no_transition_table", env=_name(env))
    return GymnasiumGame(env, float(discount), value)
