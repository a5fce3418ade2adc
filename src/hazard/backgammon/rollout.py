"""What a position is worth, by variance-reduced rollouts."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hazard import _core
from hazard.backgammon.chances import Chances
from hazard.backgammon.game import Networks
from hazard.backgammon.positions import Position
from hazard.executing.executor import Done, Executor
from hazard.game import GameError

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """What came out, for the side on roll, with one standard error of each figure."""

    games: int
    chances: Chances
    errors: Chances
    equity: float
    equity_error: float

    def explain(self) -> str:
        """Say it in a few lines.

        >>> print(rollout(Position.of({6: 2}, {6: 2}), games=36).explain())
        equity +0.509 ± 0.000 after 36 games
          win 75.4 ± 0.0 %, gammon 0.0 ± 0.0 %, backgammon 0.0 ± 0.0 %
          lose 24.6 %, gammon 0.0 ± 0.0 %, backgammon 0.0 ± 0.0 %
        """
        chances, errors = self.chances, self.errors

        def shown(chance: float, error: float) -> str:
            return f"{100 * chance:.1f} ± {100 * error:.1f} %".replace("-0.0 ±", "0.0 ±")

        return (
            f"equity {self.equity:+.3f} ± {self.equity_error:.3f} after {self.games:,} games\n"
            f"  win {shown(chances.win, errors.win)}, "
            f"gammon {shown(chances.win_gammon, errors.win_gammon)}, "
            f"backgammon {shown(chances.win_backgammon, errors.win_backgammon)}\n"
            f"  lose {100 * (1 - chances.win):.1f} %, "
            f"gammon {shown(chances.lose_gammon, errors.lose_gammon)}, "
            f"backgammon {shown(chances.lose_backgammon, errors.lose_backgammon)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "games": self.games,
            "equity": self.equity,
            "equity_error": self.equity_error,
            "chances": self.chances.to_dict(),
            "errors": {**self.errors.to_dict(), "lose": self.errors.win},
        }


def rollout(
    position: Position,
    *,
    games: int = 1296,
    seed: int = 0,
    plies: int = 0,
    threads: int = 0,
    reduce_variance: bool = True,
    stop_at_table: bool = True,
    networks: Networks | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> RolloutResult:
    """Play a position out, the side to move about to roll; both sides play what the networks like best.

    Args:
        position: seen by the side on roll.
        games: how many; with 1,296 every pair of first rolls comes up once.
        seed: the same seed rolls the same dice, on any number of threads.
        plies: rolls after which the networks' guess ends a game; 0 plays it out.
        threads: how many to use; 0 for as many as there are processors.
        reduce_variance: whether to take the luck of each roll out of the result.
        stop_at_table: whether a game ends where the bear-off table has an exact answer.
        networks: who plays; by default those that come with hazard.
        progress: called now and then with ``("games", done, games)``.
        executor: see :func:`hazard.executor`; plays on processes or machines instead of ``threads``, with the
            same result. Ctrl-C then ends it with the games that are finished.

    >>> result = rollout(Position.of({6: 3, 5: 4}, {6: 4, 4: 3}), games=72)
    >>> 0.5 < result.chances.win < 0.9, result.equity_error < 0.02
    (True, True)
    """
    from hazard.backgammon.networks import shipped_networks

    for holds, name, found in (
        (1 <= games <= 10**8, "games", games),
        (0 <= seed < 2**64, "seed", seed),
        (0 <= plies <= 1000, "plies", plies),
        (0 <= threads <= 256, "threads", threads),
    ):
        if not holds:
            raise GameError(f"backgammon.rollout.{name}", found=found)
    if not any(position.own) or not any(position.opponent):
        raise GameError("backgammon.rollout_of_finished_game", position=position.id)
    if executor is not None:
        job = _Games(position, seed, plies, reduce_variance, stop_at_table, networks)
        return _spread(job, games, executor, progress)
    mean, errors, equity, equity_error = _core.backgammon_rollout(
        networks or shipped_networks(),
        _core.BackgammonState(position.own, position.opponent),
        games,
        seed,
        threads or os.cpu_count() or 1,
        plies,
        reduce_variance,
        stop_at_table,
        progress,
    )
    return RolloutResult(games, Chances(*mean), Chances(*errors), equity, equity_error)


@dataclass(frozen=True)
class _Games:
    """The games of a rollout as a job: the chances that came of each."""

    position: Position
    seed: int
    plies: int
    reduce_variance: bool
    stop_at_table: bool
    networks: Networks | None

    def __call__(self, numbers: range) -> list[Any]:
        """Play the games of these numbers."""
        from hazard.backgammon.networks import shipped_networks

        return _core.backgammon_rollout_games(
            self.networks or shipped_networks(),
            _core.BackgammonState(self.position.own, self.position.opponent),
            numbers.start,
            numbers.stop,
            self.seed,
            self.plies,
            self.reduce_variance,
            self.stop_at_table,
        )


def _spread(job: _Games, games: int, executor: Executor, progress: Progress | None) -> RolloutResult:
    """Play on several workers, and sum up what came of the games in the order of their numbers."""

    def report(done: Done) -> None:
        if progress is not None:
            progress("games", len(done.by_number), games)

    done = executor.run(job, games, report)
    if done.interrupted and not done.by_number:
        raise KeyboardInterrupt
    results = done.results
    mean, errors, equity, equity_error = _core.backgammon_rollout_summary(results)
    return RolloutResult(len(results), Chances(*mean), Chances(*errors), equity, equity_error)
