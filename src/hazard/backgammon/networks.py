"""The value networks: where they are kept, and how they learn."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hazard import _core
from hazard.backgammon import bearoff as tables
from hazard.backgammon.game import Networks
from hazard.game import GameError
from hazard.learn.training import Trainable
from hazard.learn.weights import Arrays, Weights, WeightsError, load_weights

GAME = "backgammon"
DESIGN = f"two networks of {_core.BackgammonNetworks.inputs} inputs, layout 4"
SHIPPED = Path(__file__).with_name("weights.npz")


def read_networks(path: Path = SHIPPED, *, bear_off: bool = True) -> Networks:
    """Read networks from a weight file; by default those that come with hazard.

    With ``bear_off``, positions with all checkers at home are valued by :func:`hazard.backgammon.bear_off`.

    >>> from hazard.backgammon import Backgammon
    >>> game = Backgammon()
    >>> win, gammon, *_ = read_networks().chances(game.parse("4HPwATDgc/ABMA max rolls"))
    >>> 0.5 < win < 0.56, 0.1 < gammon < 0.2
    (True, True)
    """
    networks = networks_from(path, load_weights(path, game=GAME, design=DESIGN))
    if bear_off:
        networks.bear_off = tables.bear_off().table
    return networks


@cache
def shipped_networks() -> Networks:
    """Return the networks that come with hazard, read once."""
    return read_networks()


def networks_from(path: Path, weights: Weights) -> Networks:
    """Build the networks of a weight file that has been read."""
    units = weights.about.settings.get("units")
    try:
        contact, race = (int(number) for number in units)  # type: ignore[union-attr]
        return Networks(contact, weights.arrays["contact"], race, weights.arrays["race"])
    except (TypeError, ValueError, KeyError) as error:
        raise WeightsError("backgammon.networks_cannot_be_built", path=path, error=error) from None


def networks_now(path: Path) -> Networks:
    """Read the networks of a weight file as they were when their training stopped: not averaged."""
    weights = load_weights(path, game=GAME, design=DESIGN)
    return networks_from(path, weights.model_copy(update={"arrays": _now(weights)}))


def _now(weights: Weights) -> Arrays:
    return {name: weights.arrays.get(f"{name}_now", array) for name, array in weights.arrays.items()}


class BackgammonTraining:
    """Networks that learn by TD(λ) from games against themselves.

    One game in four begins as a race from a random position, one in eight after some plays at random, and all
    end where the bear-off tables know the rest. Steps are noisy, so what plays in the end is the average of
    the weights over the last games: those are the arrays ``contact`` and ``race``; ``contact_now`` and
    ``race_now`` are the weights that learn.

    Args:
        networks: where to go on from; new ones of ``units`` by default.
        units: hidden units of the network for contact, and of the one for races.
        rate: step size, falling geometrically to ``last_rate`` at ``rate_games`` games.
        average_games: over about so many games the weights are averaged.
        trace_decay: λ: 0 learns from the next position alone, 1 from how the game ends.
        seed: of the first weights and of all dice.
    """

    game = GAME
    design = DESIGN

    def __init__(
        self,
        *,
        units: tuple[int, int] = (192, 32),
        rate: float = 0.05,
        last_rate: float = 0.002,
        rate_games: int = 800_000,
        average_games: int = 100_000,
        trace_decay: float = 0.3,
        seed: int = 1,
        threads: int = 1,
        networks: Networks | None = None,
        averaged: Networks | None = None,
        games: int = 0,
    ) -> None:
        """Start, or go on after ``games``."""
        if len(units) != 2 or not all(1 <= number <= 512 for number in units):
            raise GameError("backgammon.units_out_of_range", found=units)
        if not 0.0 <= trace_decay <= 1.0:
            raise GameError("backgammon.trace_decay_out_of_range", found=trace_decay)
        if average_games < 1:
            raise GameError("backgammon.average_games_too_low", found=average_games)
        if not 0.0 < last_rate <= rate <= 1.0:
            raise GameError("backgammon.rates_out_of_range", rate=rate, last_rate=last_rate)
        if networks is not None and tuple(networks.units) != tuple(units):
            raise GameError("backgammon.units_differ_from_networks", found=units, expected=networks.units)
        self.settings: dict[str, Any] = {
            "units": list(units),
            "rate": rate,
            "last_rate": last_rate,
            "rate_games": rate_games,
            "average_games": average_games,
            "trace_decay": trace_decay,
            "seed": seed,
        }
        self.games = games
        self.threads = threads
        self.networks = networks or Networks.random(units[0], units[1], seed)
        self.networks.bear_off = tables.bear_off().table
        played = averaged or self.networks
        self._averages = {"contact": played.contact, "race": played.race}

    @classmethod
    def resumed(cls, path: Path, threads: int = 1) -> BackgammonTraining:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=GAME, design=DESIGN)
        settings = dict(weights.about.settings)
        settings["units"] = tuple(settings["units"])
        return cls(
            **settings,
            threads=threads,
            networks=networks_now(path),
            averaged=networks_from(path, weights),
            games=weights.about.games,
        )

    @property
    def rate(self) -> float:
        """The step size now."""
        first, last = self.settings["rate"], self.settings["last_rate"]
        return float(first * (last / first) ** min(1.0, self.games / self.settings["rate_games"]))

    def play_round(self) -> float:
        """Play a round of games and learn from it; return the mean squared error."""
        # The first games are endless, and worth learning from at once.
        games = min(64, max(1, self.games))
        positions, error = self.networks.learn(
            self.settings["seed"],
            self.games,
            games,
            self.threads,
            self.rate,
            self.settings["trace_decay"],
        )
        self.games += games
        # Of the first games an average over all of them; then the old fade.
        share = games / min(self.games, self.settings["average_games"])
        for name, average in self._averages.items():
            average += share * (getattr(self.networks, name) - average)
        return float(error / max(positions, 1))

    @property
    def averaged(self) -> Networks:
        """The networks that play: with the average of the weights."""
        contact, race = self.settings["units"]
        averaged = Networks(contact, self._averages["contact"], race, self._averages["race"])
        averaged.bear_off = self.networks.bear_off
        return averaged

    def arrays(self) -> Arrays:
        """Return the weights of both networks, averaged and as they are now."""
        return {
            **{name: average.copy() for name, average in self._averages.items()},
            "contact_now": self.networks.contact,
            "race_now": self.networks.race,
        }

    def measure(self) -> dict[str, float]:
        """Return points per game against a plain player and against the networks that come with hazard."""
        scores = {"plain player": self.averaged.duel(None, 500, 1)[0]}
        if SHIPPED.exists():
            scores["shipped networks"] = self.averaged.duel(read_networks(bear_off=False), 500, 1)[0]
        return scores


def trainable() -> Trainable:
    """Return how the command line trains the networks."""
    return Trainable(BackgammonTraining, BackgammonTraining.resumed, 20_000, networks_now)
