"""Opponents that are no equilibrium: which style they play, by Bayes, and an answer that is safe.

A response that only exploits can itself be exploited. Here what it may give up is chosen: among all
strategies that keep the game's value less ``give_up`` against anybody, the one that wins most against the
opponent as believed is found exactly, by a linear program over the sequence form (McCracken and Bowling 2004;
for the related restricted Nash response Johanson, Zinkevich and Bowling 2007).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard.equilibrium.linear_program import _flow, _strategy
from hazard.equilibrium.listing import Listed, list_game
from hazard.equilibrium.result import Standing
from hazard.equilibrium.strategy import Strategy, numbers_from
from hazard.extras import require
from hazard.game import Game, GameError, Move, Turn, shown
from hazard.search import SettingError
from hazard.several.beliefs import Model, probabilities


@dataclass(frozen=True)
class SafeResponse:
    """A strategy against an opponent that gives up no more than it was allowed to."""

    player: int
    strategy: Strategy
    """The response, and for the opponent the style that it answers."""
    value: float
    """What the response wins on average against the opponent as believed."""
    worst: float
    """What it wins against an opponent that knows it and answers best."""
    game_value: float
    """What the player is sure of in an equilibrium."""

    @property
    def exploitability(self) -> float:
        """How much less than in an equilibrium it may win against the best answer."""
        return max(0.0, self.game_value - self.worst)


def style_strategy(listed: Listed, style: Model, player: int) -> npt.NDArray[np.float64]:
    """Return how a style plays one seat, as numbers by sequence."""
    numbers = np.ones(listed.count(player))
    for one in listed.sets[player]:
        shares = probabilities(style, listed.game, one.state, player, one.actions)
        total = math.fsum(shares)
        if not total > 0:
            raise SettingError("several.style_does_nothing", sees=repr(one.name.sees), player=player)
        numbers[one.first : one.first + len(one.actions)] = [share / total for share in shares]
    return numbers


def _plan_of(listed: Listed, player: int, strategy: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    plan = np.ones(len(strategy))
    for one in listed.sets[player]:
        own = slice(one.first, one.first + len(one.actions))
        plan[own] = plan[one.parent] * strategy[own]
    return plan


class Opponents:
    """A mixture of styles with weights that follow from what has been seen, and safe answers to it.

    ``styles`` are models by name: strategies, mappings from ``(player, sees)`` to probabilities, or functions
    of ``(game, state)``. All begin with the same weight, or with ``weights``.

    >>> from hazard.games import Kuhn
    >>> styles = {"timid": lambda game, state: {"p": 1.0}, "wild": lambda game, state: {"p": 0.1, "b": 0.9}}
    >>> rivals = Opponents(Kuhn(), styles, player=0)
    >>> rivals.watch(["K", "J", "p", "b", "b"])  # the rival bets a jack
    >>> round(rivals.weights["wild"], 2)
    1.0
    >>> answer = rivals.response(give_up=0.1)
    >>> answer.exploitability <= 0.1 + 1e-9, answer.value > -1 / 18
    (True, True)
    """

    def __init__(
        self,
        game: Game,
        styles: Mapping[str, Model],
        *,
        player: int = 0,
        weights: Mapping[str, float] | None = None,
        max_histories: int = 200_000,
    ) -> None:
        """Prepare to play ``player``'s seat against one of ``styles``."""
        if not styles:
            raise SettingError("several.no_styles")
        self.game, self.player = game, player
        self.listed = list_game(game, game.start(), max_histories=max_histories)
        if self.listed.constant is None or player not in (0, 1):
            raise GameError("equilibrium.lp_needs_constant_sum", game=type(game).__name__)
        given = dict.fromkeys(styles, 1.0) if weights is None else dict(weights)
        total = sum(given.get(name, 0.0) for name in styles)
        if not total > 0 or any(given.get(name, 0.0) < 0 for name in styles):
            raise SettingError("several.wrong_weights", found=repr(given))
        self.weights = {name: given.get(name, 0.0) / total for name in styles}
        self._numbers = {
            name: style_strategy(self.listed, style, 1 - player) for name, style in styles.items()
        }
        self._game_value: float | None = None

    def watch(self, history: Sequence[Move], *, hidden: bool = True) -> None:
        """Learn from a finished game: its moves from the start, chance included.

        With ``hidden``, what the player does not see at the end is not used: the weight of a style is how
        likely it makes all that the player has seen. Without, the game counts as it was, with open cards.
        """
        likely = self._likelihoods(history, hidden)
        weighed = {name: weight * likely[name] for name, weight in self.weights.items()}
        total = sum(weighed.values())
        if total > 0:  # what no style would ever do says nothing about which of them it is
            self.weights = {name: weight / total for name, weight in weighed.items()}

    def _likelihoods(self, history: Sequence[Move], hidden: bool) -> dict[str, float]:
        seen, open_line = self._followed(history)
        alike = self._lines.get(seen, []) if hidden else [open_line]
        return {
            name: sum(
                chance * math.prod(float(numbers[sequence]) for sequence in chosen)
                for chance, chosen in alike
            )
            for name, numbers in self._numbers.items()
        }

    def _followed(self, history: Sequence[Move]) -> tuple[Any, tuple[float, list[int]]]:
        """Return what the player has seen and done in a game, and the game as it was, with open cards."""
        game, listed, me = self.game, self.listed, self.player
        views: list[Any] = []
        chosen: list[int] = []
        state = game.start()
        for move in history:
            turn = Turn(game.turn(state))
            if turn.number is not None:
                one = listed.at(state)
                if move not in one.actions:
                    raise GameError("several.not_such_game", move=shown(move), state=shown(state))
                if turn.number == me:
                    views.append((one.name.sees, move))
                else:
                    chosen.append(one.first + one.actions.index(move))
            state = game.apply(state, move)
        if Turn(game.turn(state)) is not Turn.OVER:
            raise GameError("several.game_not_over", state=shown(state))
        return (tuple(views), self._view(state)), (1.0, chosen)

    @cached_property
    def _lines(self) -> dict[Any, list[tuple[float, list[int]]]]:
        """All whole games by what the player has seen and done: their chance, and the rival's sequences."""
        game, listed, me = self.game, self.listed, self.player
        found: dict[Any, list[tuple[float, list[int]]]] = {}
        stack: list[tuple[Any, float, list[int], tuple[Any, ...]]] = [(game.start(), 1.0, [], ())]
        while stack:
            here, chance, chosen, views = stack.pop()
            turn = Turn(game.turn(here))
            if turn is Turn.OVER:
                found.setdefault((views, self._view(here)), []).append((chance, chosen))
            elif turn is Turn.CHANCE:
                for outcome, p in game.outcomes(here):
                    if p > 0:
                        stack.append((game.apply(here, outcome), chance * p, chosen, views))
            else:
                one = listed.at(here)
                for number, action in enumerate(one.actions):
                    after = game.apply(here, action)
                    if turn.number == me:
                        stack.append((after, chance, chosen, (*views, (one.name.sees, action))))
                    else:
                        stack.append((after, chance, [*chosen, one.first + number], views))
        return found

    def _view(self, state: Any) -> Any:
        """What the player sees of the end; where the game does not tell, what it is paid."""
        try:
            view = self.game.sees(state, self.player)  # type: ignore[attr-defined]
            hash(view)
            return view
        except Exception:
            worth: Any = self.game.value(state)
            return worth[self.player] if isinstance(worth, list | tuple) else worth

    def response(self, give_up: float = 0.0) -> SafeResponse:
        """Return the most profitable strategy against the mixture that gives up at most ``give_up``.

        That is an amount of the game's own payoffs: against the best answer the strategy wins at least the
        game's value less ``give_up``. With 0 it is an equilibrium strategy, the one that wins most here.
        """
        if not isinstance(give_up, int | float) or isinstance(give_up, bool) or not 0 <= give_up < math.inf:
            raise SettingError("several.wrong_give_up", found=give_up)
        listed, player, other = self.listed, self.player, 1 - self.player
        plan = sum(
            weight * _plan_of(listed, other, self._numbers[name]) for name, weight in self.weights.items()
        )
        value = self.game_value
        margin = min(1e-6, give_up / 2)  # for what the linear program leaves open
        found = _safe_plan(listed, player, np.asarray(plan), value - give_up + margin)
        numbers = numbers_from(listed, None)
        numbers[player] = _strategy(listed, player, found)
        numbers[other] = _strategy(listed, other, np.asarray(plan))
        standing = Standing(listed, numbers)
        constant = listed.constant or 0.0
        return SafeResponse(
            player, standing.strategy, standing.values[player], constant - standing.best[other], value
        )

    @property
    def game_value(self) -> float:
        """What the player is sure of in an equilibrium, by a linear program."""
        if self._game_value is None:
            from hazard.equilibrium.linear_program import solved

            standing = Standing(self.listed, solved(self.listed))
            self._game_value = (self.listed.constant or 0.0) - standing.best[1 - self.player]
        return self._game_value


def _safe_plan(
    listed: Listed, player: int, against: npt.NDArray[np.float64], least: float
) -> npt.NDArray[np.float64]:
    """Maximize what a plan earns against a fixed one, where it earns at least ``least`` against any."""
    caller = "Opponents.response"
    optimize = require("scipy.optimize", caller=caller, library="SciPy", extra="lp")
    sparse = require("scipy.sparse", caller=caller, library="SciPy", extra="lp")
    other = 1 - player
    count, theirs = listed.count(player), listed.count(other)
    own, their = listed.sequences[:, player], listed.sequences[:, other]
    payoff = sparse.csr_matrix((listed.payoffs[:, player], (their, own)), shape=(theirs, count))
    mine, others = _flow(listed, player, sparse), _flow(listed, other, sparse)
    values = others.shape[0]
    start = np.zeros(mine.shape[0])
    start[0] = 1.0
    bounds = [(0, None)] * count + [(least - 1e-9, None)] + [(None, None)] * (values - 1)
    found = optimize.linprog(
        np.concatenate([-(payoff.T @ against), np.zeros(values)]),
        A_ub=sparse.hstack([-payoff, others.T]).tocsr(),
        b_ub=np.zeros(theirs),
        A_eq=sparse.hstack([mine, sparse.csr_matrix((mine.shape[0], values))]).tocsr(),
        b_eq=start,
        bounds=bounds,
        method="highs",
    )
    if not found.success:
        raise GameError("equilibrium.lp_failed", reason=found.message)
    return np.clip(np.asarray(found.x[:count], np.float64), 0.0, None)


def style_from_games(
    game: Game, histories: Sequence[Sequence[Move]], player: int, *, prior: float = 1.0
) -> dict[tuple[int, Any], dict[Move, float]]:
    """Return the style of a player as recorded games show it: how often each action was chosen where.

    ``prior`` is how many times each action is taken to have been seen before.

    >>> from hazard.games import Kuhn
    >>> style = style_from_games(Kuhn(), [["K", "J", "b", "p"], ["K", "Q", "b", "p"]], 0)
    >>> style[0, "K"]
    {'p': 0.25, 'b': 0.75}
    """
    from hazard.equilibrium.listing import seen

    counts: dict[tuple[int, Any], dict[Move, float]] = {}
    for history in histories:
        state = game.start()
        for move in history:
            if Turn(game.turn(state)).number == player:
                name = (player, seen(game, state, player))
                known = counts.setdefault(name, dict.fromkeys(game.actions(state), prior))
                known[move] = known.get(move, prior) + 1
            state = game.apply(state, move)
    return {
        name: {action: count / sum(known.values()) for action, count in known.items()}
        for name, known in counts.items()
    }
