"""The best answer to a policy, and what a policy loses by not being the best."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from hazard.checking.at_sight import refuse_at_sight
from hazard.game import Game, Move, State, Turn, check_game, state_text, words
from hazard.players import SolvedPlayer
from hazard.policies.against import wrapped
from hazard.policies.chain import visits
from hazard.policies.policy import Mixture, Policy, as_policy
from hazard.search import SettingError
from hazard.solving.solve import MOST_STATES, Progress, Solution, solve
from hazard.text import shorten


@dataclass(frozen=True)
class BestResponse:
    """The best response of one side to a policy of the other. It is itself a policy."""

    side: Turn
    value: float
    """What the meeting is worth, for MAX."""
    error: float
    """Proven: the value is no further than this from the truth."""
    policy: Policy
    """What to do. Against a mixture its states are those of ``against(game, ...)``, with what is believed."""
    solution: Solution
    """All values, of the game in which the other side is chance."""


def best_response(
    game: Game,
    against: Any,
    side: Turn | str = Turn.MAX,
    state: State = None,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> BestResponse:
    """Return the best policy of ``side`` against ``against``, the policy of the other side, and its value.

    >>> from hazard import RandomPlayer, evaluate
    >>> from hazard.games import Pig
    >>> piglet = Pig(target=2, die=(0, 1))
    >>> best = best_response(piglet, against=RandomPlayer())
    >>> round(best.value, 6) == round(evaluate(piglet, max=best, min=RandomPlayer()).value, 6)
    True
    """
    check_game(game)
    mover = as_side(side)
    other = Turn.MIN if mover is Turn.MAX else Turn.MAX
    meeting = wrapped(game, {other: as_policy(against)})
    solution = solve(meeting, meeting.at(state), max_states=max_states, progress=progress)
    policy = as_policy(SolvedPlayer(solution, name="best response"))
    assert isinstance(policy, Policy)
    return BestResponse(mover, solution.value(), solution.error, policy, solution)


@dataclass(frozen=True)
class LostHere:
    """What a policy gives away in one state."""

    state: State
    chosen: tuple[tuple[Move, float], ...]
    """What the policy does, with probabilities."""
    best: Move
    """What is best."""
    loss: float
    """How much this decision loses, everybody playing the best afterwards."""
    visits: float
    """How often the state is met in a game, on average, with the other side playing the best."""

    @property
    def cost(self) -> float:
        """What the state costs in a game: its loss, as often as it is met."""
        return self.loss * self.visits


@dataclass(frozen=True, repr=False)
class Loss:
    """How much a policy loses against optimal play."""

    game: Game
    side: Turn
    total: float
    """Exploitability: what the side loses, against a rival who answers the policy in the best way."""
    optimum: float
    """What the game is worth for MAX when both sides play the best."""
    value: float
    """What it is worth for MAX with this policy and the best answer to it."""
    error: float
    """Proven: ``total`` is no further than this from the truth."""
    states: tuple[LostHere, ...]
    """Every state in which something is lost, the costliest first; empty for a mixture."""

    def __repr__(self) -> str:
        """Say how much, and in how many states."""
        return f"<Loss of {self.side.name}: {self.total:.6g}, in {len(self.states):,} states>"

    def __rich__(self, most: int = 20) -> Table:
        """Show where the most is lost."""
        said = f"{self.side.name} loses {self.total:.6g}: {self.value:.6g} in place of {self.optimum:.6g}"
        rest = len(self.states) - most
        table = Table(title=said, title_justify="left", caption=f"and {rest:,} more" if rest > 0 else None)
        for heading in ("state", "policy", "best", "loss", "visits", "cost"):
            left = heading in ("state", "policy", "best")
            table.add_column(heading, justify="left" if left else "right")
        for row in self.states[:most]:
            table.add_row(
                shorten(state_text(self.game, row.state), 40),
                shorten(_chosen(self.game, row), 40),
                shorten(words(self.game, row.state, row.best), 24),
                f"{row.loss:.6g}",
                f"{row.visits:.4g}",
                f"{row.cost:.3g}",
            )
        return table


def _chosen(game: Game, row: LostHere) -> str:
    said = [(words(game, row.state, action), share) for action, share in row.chosen]
    return ", ".join(name if share == 1 else f"{name} {100 * share:.0f} %" for name, share in said)


def loss(
    game: Game,
    policy: Any,
    side: Turn | str = Turn.MAX,
    state: State = None,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> Loss:
    """Return what ``policy`` loses for ``side`` against optimal play, in total and state by state.

    Only states that occur between the policy and optimal play of the other side are listed.

    >>> from hazard import RandomPlayer
    >>> from hazard.games import Pig
    >>> found = loss(Pig(target=2, die=(0, 1)), RandomPlayer())
    >>> round(found.total, 6), len(found.states)
    (0.053782, 1)
    """
    check_game(game)
    refuse_at_sight(game)
    mover, played = as_side(side), as_policy(policy)
    root = game.start() if state is None else state
    best = solve(game, root, max_states=max_states, progress=progress)
    meeting = wrapped(game, {mover: played})
    answered = solve(meeting, meeting.at(root), max_states=max_states, progress=progress)
    sign = 1.0 if mover is Turn.MAX else -1.0
    total = sign * (best.value() - answered.value())
    rows = () if isinstance(played, Mixture) else _rows(game, root, played, mover, best, max_states)
    error = best.error + answered.error
    return Loss(game, mover, max(0.0, total), best.value(), answered.value(), error, rows)


def _rows(
    game: Game, root: State, played: Policy, mover: Turn, best: Solution, max_states: int | None
) -> tuple[LostHere, ...]:
    """Go through the states that are met when the policy plays against the best play of the other side."""
    other = Turn.MIN if mover is Turn.MAX else Turn.MAX
    meeting = wrapped(game, {mover: played, other: as_policy(best)})
    rows = []
    for state, often in visits(meeting, root, max_states or MOST_STATES):
        if often <= 0 or Turn(game.turn(state)) is not mover:
            continue
        options = best.options(state)
        chosen = tuple(played.probabilities(game, state))
        played_for = math.fsum(
            share * next(value for move, value in options if move == action) for action, share in chosen
        )
        lost = abs(options[0][1] - played_for)
        if lost > 1e-9 + 4 * _finite(best.error):
            rows.append(LostHere(state, chosen, best.action(state), lost, often))
    return tuple(sorted(rows, key=lambda row: (-row.cost, -row.loss)))


def _finite(error: float) -> float:
    return error if math.isfinite(error) else 0.0


def as_side(side: Turn | str) -> Turn:
    """Read a side: ``Turn.MAX``, ``"max"`` and the like.

    >>> as_side("min")
    Turn.MIN
    """
    found = Turn.__members__.get(side.upper()) if isinstance(side, str) else side
    if not isinstance(found, Turn) or found not in (Turn.MAX, Turn.MIN):
        raise SettingError("policy.unknown_side", side=side)
    return found
