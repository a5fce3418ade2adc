"""What a pair of policies is worth: exactly where the game is finite, by play-outs elsewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

from hazard.arena import MatchResult, play
from hazard.checking.at_sight import refuse_at_sight
from hazard.game import Game, State, Turn, check_game, state_text
from hazard.policies.against import Against, bounds_of, draws_only, wrapped
from hazard.policies.chain import TooManyStatesError
from hazard.policies.policy import Mixture, Policy, as_policy
from hazard.search import SettingError
from hazard.solving.solve import Progress, solve

GAMES = 1000
"""Play-outs where nobody says how many."""

MOST_STATES = 1_000_000
"""A game that shows more states is played out: listing them takes minutes."""


@dataclass(frozen=True)
class Evaluation:
    """The value for MAX of a pair of policies."""

    kind: Literal["exact", "estimate"]
    """Computed from every state, or from games played out."""
    value: float
    error: float
    """Exact: the proven bound of the solver. Estimate: the standard error."""
    low: float
    high: float
    """Exact: the value lies between, proven. Estimate: the 95 % confidence interval."""
    games: int = 0
    """How many games were played; 0 where the value is exact."""
    states: int = 0
    """How many states were listed; 0 where games were played."""

    def __str__(self) -> str:
        """Say it in a line."""
        if self.kind == "estimate":
            sure = f"95 % confidence {self.low:.6g} to {self.high:.6g}"
            return f"{self.value:.6g} (estimate from {self.games:,} games, {sure})"
        if math.isinf(self.error):
            return f"{self.value:.9g} (from {self.states:,} states, not proven)"
        return f"{self.value:.9g} ± {self.error:.1e} (exact, {self.states:,} states)"


def evaluate(
    game: Game,
    max: Any = None,
    min: Any = None,
    state: State = None,
    *,
    games: int | None = None,
    seed: int = 0,
    max_states: int = MOST_STATES,
    tolerance: float = 1e-9,
    progress: Progress | None = None,
) -> Evaluation:
    """Return the value of MAX's policy against MIN's, from ``state`` (by default the start).

    A finite game is solved with both sides as chance, and the value is exact. A game with more than
    ``max_states`` states, or whose outcomes can only be sampled, is played out 1,000 times. ``games`` always
    plays this many games instead. The same seed gives the same games.

    >>> from hazard import RandomPlayer
    >>> from hazard.games import Pig
    >>> piglet = Pig(target=2, die=(0, 1))
    >>> found = evaluate(piglet, max=lambda state: Pig.ROLL, min=RandomPlayer())
    >>> round(found.value, 6), found.kind
    (0.611765, 'exact')
    """
    sides = both_sides(game, max, min)
    start = game.start() if state is None else state
    if games is None and not draws_only(game):
        try:
            return _exact(game, sides, start, max_states, tolerance, progress)
        except TooManyStatesError:
            pass
    result = play_outs(game, sides, start, GAMES if games is None else games, seed, progress)
    low, high = (-math.inf, math.inf) if result.interval is None else result.interval
    error = math.inf if result.standard_error is None else result.standard_error
    return Evaluation("estimate", result.mean, error, low, high, games=result.games)


def _exact(
    game: Game,
    sides: dict[Turn, Policy | Mixture],
    start: State,
    max_states: int,
    tolerance: float,
    progress: Progress | None,
) -> Evaluation:
    meeting = wrapped(game, sides)
    limit_states(meeting, max_states)
    solution = solve(meeting, meeting.at(start), tolerance=tolerance, progress=progress)
    value, error = solution.value(), solution.error
    return Evaluation("exact", value, error, value - error, value + error, states=solution.states)


def both_sides(game: Game, max: Any, min: Any) -> dict[Turn, Policy | Mixture]:
    """Return the policies of both sides; one that is missing is missed only when its side is to move."""
    check_game(game)
    refuse_at_sight(game)
    if max is None and min is None:
        raise SettingError("policy.no_policy_given")
    return {
        turn: _missing(turn) if thing is None else as_policy(thing)
        for turn, thing in ((Turn.MAX, max), (Turn.MIN, min))
    }


def _missing(turn: Turn) -> Policy:
    def answer(game: Game, state: State) -> Any:
        name = turn.name
        raise SettingError(
            "policy.side_without_policy", side=name, state=state_text(game, state), side_again=name
        )

    return Policy("nobody", answer)


def limit_states(game: Against, most: int) -> None:
    """Let ``game`` refuse to show more than ``most`` states; each is asked once whose turn it is."""
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise SettingError("policy.max_states_not_positive", found=most)
    ask, met = game.turn, 0

    def turn(state: State) -> Turn:
        nonlocal met
        met += 1
        if met > most:
            raise TooManyStatesError("policy.too_many_states", most=most)
        return ask(state)

    game.turn = turn  # type: ignore[method-assign]


def play_outs(
    game: Game,
    sides: dict[Turn, Policy | Mixture],
    start: State,
    games: int,
    seed: int,
    progress: Progress | None,
) -> MatchResult:
    """Play games between the policies, MAX's always in MAX's seat."""
    result = play(
        game, [sides[Turn.MAX], sides[Turn.MIN]], games, seed,
        state=start, progress=progress, paired=False, even=0.0,
    )  # fmt: skip
    limits = bounds_of(game, sides)
    finite = limits is not None and math.isfinite(limits[1] - limits[0]) and limits[0] < limits[1]
    return replace(result, bounds=limits if finite else None)
