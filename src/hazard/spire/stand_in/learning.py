"""``hazard train spire``: what positions between fights are worth, learnt from whole runs of the agent.

Each run is played with rooms that are worth more or less than the table says, drawn for each run, so that
runs differ in what they go for. What was learnt is not used while it is learnt: runs do not depend on each
other, and the same seed gives the same weights for any number of threads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, load_weights
from hazard.spire.drafting.ahead import RouteRules, growth
from hazard.spire.drafting.worth import DESIGN, GAME, PositionWorth, Vector, position, run_worth
from hazard.spire.protocol.message import GameState
from hazard.spire.stand_in.measure import Player, play_run

MEASURED_RUNS = 4
MEASURED_SEED = 900_000
_VARIED = ("card", "relic", "upgrade", "shop", "unknown")
Positions = list[tuple[int, Vector]]


class WorthTraining:
    """The worth of positions, learnt run by run.

    Args:
        ascension: of the runs.
        simulations: fights behind each plan of a turn; more play better, and take longer.
        explore: how far the worths of rooms vary from run to run, as the spread of their logarithms.
        seed: of the first run; every run has its own.
    """

    game = GAME
    design = DESIGN

    def __init__(
        self,
        *,
        ascension: int = 20,
        simulations: int = 300,
        explore: float = 0.7,
        seed: int = 1,
        threads: int = 1,
        worth: PositionWorth | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        for name, value, least, most in (
            ("ascension", ascension, 0, 20),
            ("simulations", simulations, 1, 100_000),
            ("explore", explore, 0.0, 3.0),
        ):
            if not least <= value <= most:
                raise GameError(
                    "spire.training_setting_out_of_range", name=name, value=value, least=least, most=most
                )
        self.settings: dict[str, Any] = {
            "ascension": ascension,
            "simulations": simulations,
            "explore": explore,
            "seed": seed,
        }
        self.player = Player(ascension, None, simulations)
        self.games, self.threads = games, threads
        self.worth = PositionWorth.of_the_table() if worth is None else worth

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> WorthTraining:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        worth = PositionWorth.of(weights, path)
        return cls(**weights.about.settings, threads=threads, worth=worth, games=weights.about.games)

    def play_round(self) -> float:
        """Play a run on each thread and learn from all of them, in the order of their seeds."""
        numbers = range(self.games, self.games + self.threads)
        if self.threads == 1:
            played = [self._played(number) for number in numbers]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                played = list(pool.map(self._played, numbers))
        self.games += self.threads
        errors = [error for positions, worth in played for error in self._learnt(positions, worth)]
        return sum(errors) / max(1, len(errors))

    def _learnt(self, positions: Positions, worth: float) -> list[float]:
        acts = sorted({act for act, _ in positions})
        return [self.worth.learn(act, [has for a, has in positions if a == act], worth) for act in acts]

    def _played(self, number: int) -> tuple[Positions, float]:
        """Play one run; return its positions at the map, and what it was worth."""
        seed = int(self.settings["seed"]) * 1_000_000 + number
        drawn = varied(seed, float(self.settings["explore"]))
        positions: Positions = []

        def rules(game: GameState) -> RouteRules:
            if game.screen_type == "MAP":
                positions.append((game.act, position(game)))
            return drawn

        record = play_run(seed, self.player, agent=self.player.agent(seed, rules))
        return positions, run_worth(record.floor, record.act_three_won, record.heart_killed)

    def arrays(self) -> Arrays:
        """Return the sums over all runs, and the weights that they give."""
        return self.worth.arrays()

    def measure(self) -> dict[str, float]:
        """Return the mean floor of a few runs, always the same, with what was learnt."""
        floors: Sequence[int] = [
            play_run(seed, self.player, agent=self.player.agent(seed, self.worth.route_rules)).floor
            for seed in range(MEASURED_SEED, MEASURED_SEED + MEASURED_RUNS)
        ]
        return {"mean floor": sum(floors) / len(floors)}


def varied(seed: int, explore: float) -> RouteRules:
    """Return the table's worths of rooms, each more or less than it says."""
    chance, rules = random.Random(f"{seed} rooms"), growth().route
    return rules.model_copy(
        update={name: getattr(rules, name) * 2.718281828 ** chance.gauss(0, explore) for name in _VARIED}
    )


def trainable() -> Trainable:
    """Return how the command line trains the worth of positions."""
    return Trainable(WorthTraining, WorthTraining.resumed, 0)
