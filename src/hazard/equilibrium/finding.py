"""From a game to an equilibrium: list it once, then iterate on arrays in C++ until it is good enough."""

from __future__ import annotations

import math
import os
import threading
import time
from typing import Any, Literal, NamedTuple, get_args

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight, refuse_text
from hazard.ending import compiled_code
from hazard.equilibrium.listing import MAX_HISTORIES, Listed, Progress, list_game
from hazard.equilibrium.result import Equilibrium, Memory, Point, Standing, Stopped
from hazard.equilibrium.strategy import numbers_from
from hazard.errors import no_such
from hazard.game import Game, GameError, State, check_game, shown
from hazard.search import Budget, SettingError

Algorithm = Literal["cfr", "cfr+", "dcfr", "pcfr+", "pdcfr+", "external", "outcome", "lp"]

DEFAULT_SECONDS = 10.0
DEFAULT_TARGET = 1e-6


class Discounts(NamedTuple):
    """What tells the members of the family apart; see ``cpp/search/equilibrium/regret_minimizer.hpp``."""

    alpha: float
    beta: float
    gamma: float
    predictive: bool


ALGORITHMS: dict[str, Discounts] = {
    "cfr": Discounts(math.inf, math.inf, 0.0, False),
    "cfr+": Discounts(math.inf, -math.inf, 1.0, False),
    "dcfr": Discounts(1.5, 0.0, 2.0, False),
    "pcfr+": Discounts(math.inf, -math.inf, 2.0, True),
    "pdcfr+": Discounts(2.3, -math.inf, 5.0, True),
}
"""The exponents are those of the papers."""


def equilibrium(
    game: Game,
    state: State = None,
    algorithm: Algorithm = "pdcfr+",
    budget: Budget | None = None,
    *,
    iterations: int | None = None,
    target: float | None = None,
    alternating: bool = True,
    threads: int = 1,
    seed: int = 0,
    resume: Equilibrium | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
    max_histories: int = MAX_HISTORIES,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Equilibrium:
    """Find an equilibrium of ``game`` from ``state`` on (by default the start), by regret minimisation.

    The game may have hidden information (``sees``) and any number of players. It is listed once in Python;
    the rest is compiled. The iteration ends when the exploitability is at most ``target`` (by default 1e-6),
    after ``iterations``, or after ``budget.seconds`` (listing included), whichever comes first. Without any
    limit it takes ten seconds at most; with ``iterations`` alone there is no target.

    ``algorithm`` is one of the family of counterfactual regret minimization, or ``"lp"``: a linear program,
    exact but for small games of two players with payoffs of a constant sum (needs ``hazard[lp]``).
    ``"external"`` and ``"outcome"`` follow samples of play, drawn by ``seed``; games too large to list are
    for :func:`sampled_equilibrium`.

    ``alternating`` updates the players in turn, otherwise all at once. ``threads`` share the work of an
    iteration, with the same result. ``resume`` continues an earlier run of the same game and algorithm
    (``iterations`` are then further ones), and ``checkpoint`` names a file to which the run is saved every
    ``checkpoint_seconds``, and at its end.

    For two players whose payoffs sum to a constant, all algorithms converge to an equilibrium. For others
    they need not, but the exploitability of the result is exact in any case.

    >>> from hazard import Game, Turn
    >>> class Pennies(Game):  # MIN names heads or tails without having seen what MAX has chosen
    ...     def start(self): return ""
    ...     def turn(self, state): return (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]
    ...     def sees(self, state, player): return "nothing"
    ...     def actions(self, state): return ["h", "t"]
    ...     def apply(self, state, move): return state + move
    ...     def value(self, state): return {"hh": 3.0, "tt": 1.0}.get(state, 0.0)
    >>> found = equilibrium(Pennies())
    >>> round(found.value, 4), {action: round(p, 3) for action, p in found.at("").items()}
    (0.75, {'h': 0.25, 't': 0.75})
    """
    began = time.monotonic()
    seconds, goal = _limits(algorithm, budget, iterations, target)
    _check_run(algorithm, threads, resume, checkpoint, checkpoint_seconds)
    listed = listed_game(
        game,
        state,
        max_histories=max_histories,
        deadline=None if seconds is None else began + seconds,
        progress=progress,
    )
    if algorithm == "lp":
        from hazard.equilibrium.linear_program import solved

        numbers = solved(listed)
        return Equilibrium(
            listed,
            numbers,
            algorithm="lp",
            iterations=0,
            seconds=time.monotonic() - began,
            stopped="solved",
        )
    left = None if seconds is None else max(1e-3, began + seconds - time.monotonic())
    budget = Budget(left, iterations)
    if algorithm in ("external", "outcome"):
        from hazard.equilibrium.sampling import sampled_and_judged

        return sampled_and_judged(listed, algorithm, budget, goal, began, seed, progress, stop)
    run = _Run(listed, algorithm, alternating, threads, goal, began, progress, stop)
    if resume is not None:
        run.take_up(resume)
    return run.until(budget, checkpoint, checkpoint_seconds)


class _Run:
    """Iterations on a game that has been listed, in one go or from checkpoint to checkpoint."""

    def __init__(
        self,
        listed: Listed,
        algorithm: str,
        alternating: bool,
        threads: int,
        goal: float,
        began: float,
        progress: Progress | None,
        stop: threading.Event | None,
    ) -> None:
        self.listed, self.algorithm, self.goal, self.began = listed, algorithm, goal, began
        self.progress, self.stop = progress, stop
        self.minimizer = _core.RegretMinimizer(listed.form, *ALGORITHMS[algorithm], alternating, threads)
        self.history: list[Point] = []
        self.told = 0.0
        self.before = 0.0  # seconds of earlier runs
        self.begun = time.monotonic()

    def take_up(self, earlier: Equilibrium) -> None:
        """Go on where an earlier run has ended."""
        sizes = [self.listed.count(player) for player in range(self.listed.players)]
        memory = earlier.memory
        if memory is None or earlier.algorithm != self.algorithm:
            raise SettingError("equilibrium.cannot_resume", found=earlier.algorithm, expected=self.algorithm)
        if [len(own) for own in memory.sum] != sizes:
            raise SettingError("equilibrium.resume_of_another_game", game=type(self.listed.game).__name__)
        self.minimizer.remember(self.listed.form, *memory)
        self.history, self.before = list(earlier.history), earlier.seconds

    def watch(self, step: int, seconds: float, nash_conv: float) -> None:
        """Note how far it has come."""
        now = time.monotonic()
        point = Point(step, self.before + now - self.began, nash_conv / self.listed.players)
        self.history.append(point)
        if self.progress is not None and now - self.told >= 0.1:
            self.told = now
            self.progress(f"exploitability {point.exploitability:.2g}, iterations", step, self.most)

    def until(self, budget: Budget, checkpoint: Any, every: float) -> Equilibrium:
        """Iterate until the budget is used up or the goal is met."""
        first = self.minimizer.steps
        self.most = None if budget.nodes is None else first + budget.nodes
        ends = None if budget.seconds is None else self.begun + budget.seconds
        while True:
            left = None if ends is None else max(1e-3, ends - time.monotonic())
            nodes = None if self.most is None else self.most - self.minimizer.steps
            last = checkpoint is None or (left is not None and left <= every)
            part = Budget(left if last else every, nodes)
            with compiled_code:
                ended = self.minimizer.run(part, self.goal * self.listed.players, self.stop, self.watch)
            finished = last or ended != "seconds"
            if checkpoint is not None or finished:
                found = self.found(_STOPPED[ended])
            if checkpoint is not None:
                found.save(checkpoint)
            if finished:
                return found

    def found(self, stopped: Stopped) -> Equilibrium:
        """Return the average strategies so far, judged."""
        return Equilibrium(
            self.listed,
            self.minimizer.average(),
            algorithm=self.algorithm,
            iterations=self.minimizer.steps,
            seconds=self.before + time.monotonic() - self.began,
            stopped=stopped,
            history=tuple(self.history),
            memory=Memory(*self.minimizer.memory()),
        )


def _check_run(algorithm: str, threads: Any, resume: Any, checkpoint: Any, every: Any) -> None:
    """Refuse settings of a run that make no sense, or would do nothing."""
    check_threads_and_checkpoints(threads, every)
    if resume is not None and not isinstance(resume, Equilibrium):
        raise SettingError("equilibrium.resume_is_no_run", found=shown(resume))
    if algorithm in ("lp", "external", "outcome") and (
        resume is not None or checkpoint is not None or threads != 1
    ):
        raise SettingError("equilibrium.idle_run_settings", algorithm=algorithm)


def check_threads_and_checkpoints(threads: Any, every: Any) -> None:
    """Refuse what is no number of threads, and no time between two checkpoints.

    >>> check_threads_and_checkpoints(2, 60.0)
    """
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise SettingError("equilibrium.wrong_threads", found=threads)
    if not isinstance(every, int | float) or isinstance(every, bool) or not 0 < every < math.inf:
        raise SettingError("equilibrium.wrong_checkpoint_seconds", found=every)


_STOPPED: dict[str, Stopped] = {
    "settled": "target",
    "nodes": "iterations",
    "seconds": "seconds",
    "asked": "asked",
}


def exploitability(
    game: Game, strategy: Any = None, state: State = None, *, max_histories: int = MAX_HISTORIES
) -> Standing:
    """Evaluate strategies of all players exactly: each player's expected payoff, and what each could gain.

    ``strategy`` is a mapping from information sets ``(player, sees)`` to probabilities of actions, or the
    result of :func:`equilibrium`. In information sets that it leaves out, all actions are equally likely, and
    without a strategy in all of them.

    >>> from hazard import Game, Turn
    >>> class Pennies(Game):
    ...     def start(self): return ""
    ...     def turn(self, state): return (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]
    ...     def sees(self, state, player): return "nothing"
    ...     def actions(self, state): return ["h", "t"]
    ...     def apply(self, state, move): return state + move
    ...     def value(self, state): return {"hh": 3.0, "tt": 1.0}.get(state, 0.0)
    >>> at_random = exploitability(Pennies())
    >>> at_random.value, at_random.gains, at_random.best_response(1).strategy[1, "nothing"]
    (1.0, (0.5, 0.5), {'h': 0.0, 't': 1.0})
    """
    listed = listed_game(game, state, max_histories=max_histories)
    return Standing(listed, numbers_from(listed, strategy))


def listed_game(
    game: Game,
    state: State,
    *,
    max_histories: int = MAX_HISTORIES,
    deadline: float | None = None,
    progress: Progress | None = None,
) -> Listed:
    """Check what is asked for, and list the game."""
    check_game(game)
    refuse_at_sight(game)
    refuse_text(game, state)
    if isinstance(max_histories, bool) or not isinstance(max_histories, int) or max_histories < 1:
        raise SettingError("equilibrium.max_histories_not_positive", found=max_histories)
    root = game.start() if state is None else state
    if isinstance(root, Budget):
        raise GameError("equilibrium.expected_state", found=shown(root))
    return list_game(game, root, max_histories=max_histories, deadline=deadline, progress=progress)


def _limits(
    algorithm: str, budget: Budget | None, iterations: int | None, target: float | None
) -> tuple[float | None, float]:
    """Check the limits, and return the seconds and the target."""
    if algorithm not in get_args(Algorithm):
        unknown = no_such(str(algorithm), get_args(Algorithm), "algorithm")
        raise SettingError(unknown.code, **unknown.context)
    if budget is not None and not isinstance(budget, Budget):
        raise SettingError("equilibrium.expected_budget", found=shown(budget))
    if budget is not None and (budget.nodes is not None or budget.depth is not None):
        raise SettingError("equilibrium.wrong_limit", budget=budget)
    whole = isinstance(iterations, int) and not isinstance(iterations, bool)
    if iterations is not None and (not whole or not 0 < iterations < 2**62):
        raise SettingError("equilibrium.iterations_not_positive", found=iterations)
    number = isinstance(target, int | float) and not isinstance(target, bool)
    if target is not None and (not number or not 0 <= target < math.inf):
        raise SettingError("equilibrium.target_not_a_number", found=target)
    if algorithm == "lp" and (iterations is not None or target is not None):
        raise SettingError("equilibrium.lp_has_no_limit")
    seconds = None if budget is None else budget.seconds
    if seconds is None and iterations is None and algorithm != "lp":
        seconds = DEFAULT_SECONDS
    if target is None:
        target = DEFAULT_TARGET if iterations is None else -1.0
    return seconds, float(target)
