"""Games of self-play on other processes and machines: actors play, one learner learns, weights are published.

Every round the actors are sent the network of the round before, so that no game is staler than that. Each
game has its own seed: where it is played makes no difference to what is learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hazard import _core
from hazard.executing.executor import Executor
from hazard.game import Game
from hazard.learn.learned import Learned, rules_in_core
from hazard.learn.settings import CoreSettings


@dataclass
class PlayingJob:
    """What an actor needs: the game, the network, and how to play."""

    learned: Learned
    game: Game
    settings: CoreSettings
    first: int

    def __call__(self, numbers: range) -> list[Any]:
        """Play games by number; return what each teaches."""
        judge, rules = self.learned.bound_to(self.game)._judge, rules_in_core(self.game)
        return [
            rules.self_play(judge, self.settings, self.first + number, 1, 1).arrays() for number in numbers
        ]


def played_elsewhere(
    executor: Executor, learned: Learned, game: Game, settings: CoreSettings, first: int, games: int
) -> Any:
    """Have a round of games played by the workers of an executor, in the order of their numbers."""
    done = executor.run(PlayingJob(learned, game, settings, first), games)
    if done.interrupted:
        raise KeyboardInterrupt
    samples = _core.Samples()
    for arrays in done.results:
        samples.append(_core.Samples.from_arrays(arrays))
    return samples
