"""The worth of a position between fights, learnt from whole runs: act, HP, deck, relics, gold and potions.

A linear function for each act says what a run is likely to be worth in the end. It starts from the table in
``growth.toml`` and moves away from it as far as runs say: a Bayesian regression, whose sums are all it keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hazard.learn.weights import Arrays, Weights, WeightsError, load_weights
from hazard.spire.drafting.ahead import FLOORS, LAST_ACT, RouteRules, growth
from hazard.spire.protocol.message import GameState

GAME = "Slay the Spire, between fights"
DESIGN = "linear in what one has, for each of three acts, layout 1"
WORTHS = ("start", "floors", "hp", "max_hp", "cards", "upgrades", "relics", "gold", "potions")
"""What the worth of a position is made of; each counts for so much in its own unit, see :func:`position`."""
STARTING_CARDS = 10
_PASSED = 0.25
"""What passing an act adds to the worth of a run, by the table: floors, and a chance for more."""
_AT_START = (0.35, 0.5, 0.65)
_SPREAD = 0.04
"""The variance of what runs are worth, about what their positions say."""
_LEAST = 0.05
"""Passing an act is worth so much at least, whatever was learnt."""
_MOST = 0.5
"""And one thing more at most half of that."""
WON, HEART = 0.8, 1.0
HEALED_FROM = 5
"""The ascension from which on an act's end heals three quarters of what is missing, not all."""
Vector = NDArray[np.float64]


def run_worth(floor: int, act_three_won: bool, heart_killed: bool) -> float:
    """Return what a run is worth that has ended, as :meth:`hazard.spire.run.game.SpireRun` values it.

    >>> run_worth(26, False, False), run_worth(51, True, False), run_worth(55, True, True)
    (0.35, 0.8, 1.0)
    """
    if heart_killed:
        return HEART
    return WON if act_three_won else 0.7 * min(floor, 52) / 52


def position(game: GameState) -> Vector:
    """Return what a player has at the map, in the order of :data:`WORTHS`."""
    cards = [card for card in game.deck if card.type not in ("CURSE", "STATUS")]
    floors = min(max(game.floor - (max(1, game.act) - 1) * FLOORS, 0), FLOORS) / FLOORS
    held = sum(not potion.empty for potion in game.potions)
    return np.array(
        [
            1.0,
            floors,
            game.current_hp / max(1, game.max_hp),
            game.max_hp / 75 - 1,
            (len(cards) - STARTING_CARDS) / 10,
            sum(card.upgrades > 0 for card in cards) / 10,
            len(game.relics) / 10,
            game.gold / 300,
            held / 3,
        ]
    )


def _believed() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what the table makes of each part, by act, and how sure that is, in runs."""
    rules = growth().route
    table = np.array(
        [0.0, 0.05, rules.hp_kept, 0.1, 10 * rules.card, 10 * rules.upgrade, 10 * rules.relic, 0.1, 0.1]
    )
    before = _PASSED * np.tile(table, (LAST_ACT, 1))
    before[:, 0] = np.array(_AT_START) - _PASSED * 0.5
    spread = 0.5 * np.abs(before) + 0.02
    spread[:, :2] = 0.5
    return before, _SPREAD / spread**2


@dataclass
class PositionWorth:
    """What positions are worth, and the sums over runs behind it.

    >>> PositionWorth.of_the_table().weights().shape
    (3, 9)
    """

    gram: NDArray[np.float64]
    """Sums of products of what positions have, [act][part][part]."""
    moment: NDArray[np.float64]
    """Sums of what they have times what the run was worth, [act][part]."""

    @classmethod
    def of_the_table(cls) -> PositionWorth:
        """Return the worth of positions before anything is learnt."""
        size = len(WORTHS)
        return cls(np.zeros((LAST_ACT, size, size)), np.zeros((LAST_ACT, size)))

    @classmethod
    def read(cls, path: Path) -> PositionWorth:
        """Read a weight file of ``hazard train spire``."""
        return cls.of(load_weights(path, game=GAME, design=DESIGN), path)

    @classmethod
    def of(cls, weights: Weights, path: Path) -> PositionWorth:
        """Return the worth that a weight file holds."""
        size = len(WORTHS)
        found = weights.arrays.get("gram"), weights.arrays.get("moment")
        shapes = tuple(None if one is None else one.shape for one in found)
        if shapes != ((LAST_ACT, size, size), (LAST_ACT, size)):
            raise WeightsError("spire.worth_not_readable", path=path)
        gram, moment = (np.asarray(one, dtype=np.float64) for one in found)
        if not (np.isfinite(gram).all() and np.isfinite(moment).all()):
            raise WeightsError("spire.worth_not_readable", path=path)
        return cls(gram, moment)

    def arrays(self) -> Arrays:
        """Return what a weight file keeps: the sums, and the weights for whoever reads it."""
        return {"gram": self.gram, "moment": self.moment, "weights": self.weights()}

    def learn(self, act: int, positions: list[Vector], worth: float) -> float:
        """Add the positions of one run in one act, which count as one; return the squared error before."""
        place = min(max(act, 1), LAST_ACT) - 1
        has = np.stack(positions)
        error = float(np.mean((has @ self.weights()[place] - worth) ** 2))
        self.gram[place] += has.T @ has / len(positions)
        self.moment[place] += has.mean(axis=0) * worth
        return error

    def weights(self) -> NDArray[np.float64]:
        """Return what each part counts for, by act."""
        before, sure = _believed()
        found = [
            np.linalg.solve(gram + np.diag(runs), moment + runs * table)
            for gram, moment, table, runs in zip(self.gram, self.moment, before, sure, strict=True)
        ]
        return np.stack(found)

    def value(self, game: GameState) -> float:
        """Return what the run is likely to be worth."""
        return float(position(game) @ self.weights()[min(max(game.act, 1), LAST_ACT) - 1])

    def route_rules(self, game: GameState) -> RouteRules:
        """Return what rooms are worth to this player, beside living through the act, which is 1.

        What the table alone knows (shops, question marks) stays as it is there.
        """
        act = min(max(game.act, 1), LAST_ACT)
        weights, rules = self.weights(), growth().route
        here = dict(zip(WORTHS, weights[act - 1], strict=True))
        lost = run_worth(act * FLOORS - 1, False, False)
        kept = 0.0
        if act == LAST_ACT:
            passed = WON - lost
        else:
            fresh = position(game)
            fresh[WORTHS.index("floors")], fresh[WORTHS.index("hp")] = 0.0, 1.0
            passed = float(fresh @ weights[act]) - lost
            missing = 0.25 if game.ascension >= HEALED_FROM else 0.0
            kept = missing * float(weights[act][WORTHS.index("hp")])
        passed = max(_LEAST, passed)

        def gained(worth: float) -> float:
            return float(np.clip(worth / passed, 0.0, _MOST))

        return rules.model_copy(
            update={
                "card": gained(here["cards"] / 10),
                "upgrade": gained(here["upgrades"] / 10),
                "relic": gained(here["relics"] / 10),
                "hp_kept": gained(kept),
            }
        )
