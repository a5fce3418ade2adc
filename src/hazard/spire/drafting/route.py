"""Which way through an act, and where to rest on it: the chance to live, by the HP that there will be.

Simulated fights say how the costs of hallways, elites and the boss are spread. From the boss down, every room
then has a value for each number of hit points that one may come with: the chance to live through the act,
and what the rooms on the best way are worth for later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hazard.spire.drafting.ahead import RouteRules, growth

Values = NDArray[np.float64]
"""Two rows, by hit points from 0, where nobody lives, to the maximum: what it is worth, and the chance to
live through the act."""
HALLWAY, ELITE, BOSS = "hallway", "elite", "boss"
REST_SHARE = 0.3


class Room(Protocol):
    """A room of the map: where and what it is, and where one can go from it."""

    x: int
    y: int
    symbol: str

    @property
    def children(self) -> Sequence[Room]:
        """The rooms that can be entered next."""


@dataclass(frozen=True)
class Costs:
    """Hit points that fights of each kind cost, a sample of each; what is healed is negative."""

    samples: Mapping[str, NDArray[np.float64]]

    def of(self, kind: str) -> NDArray[np.int64]:
        """Return what fights of that kind cost somebody who plays better than the quick policy.

        How much better is not known well: several shares are as likely as each other.
        """
        costs, rules = self.samples[kind], growth().route
        shares = rules.played_well[kind] * np.array(rules.spread)
        played = np.where(costs > 0, costs * shares[:, None], costs)
        return np.rint(played).astype(np.int64).ravel()


@dataclass
class Route:
    """The values of all rooms of a map.

    >>> costs = Costs({kind: np.array([10.0, 20.0]) for kind in ("hallway", "elite", "boss")})
    >>> Route([], costs, max_hp=80, gold=0).before_boss[1, [5, 12, 80]].round(2).tolist()
    [0.0, 0.33, 1.0]
    """

    rooms: Sequence[Room]
    costs: Costs
    max_hp: int
    gold: int
    may_rest: bool = True
    may_smith: bool = True
    bosses: int = 1
    left: float = 1.0
    """The share of the run that is still to come, in which what is gained does some good."""
    rules: RouteRules = field(default_factory=lambda: growth().route)
    """What rooms are worth beside the chance to live."""
    _values: dict[tuple[int, int], Values] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Work out every room, from the boss down: children come first."""
        self.before_boss = self._alive()
        for _ in range(self.bosses):
            self.before_boss = self._fight(BOSS, self.before_boss)
        for room in sorted(self.rooms, key=lambda room: -room.y):
            self._values[room.x, room.y] = self._entered(room, self.onward(room))

    def value(self, room: Room, hp: int) -> tuple[float, float]:
        """Return what it is worth to go to the room with so many hit points, and the chance to live on."""
        values = self._values.get((room.x, room.y))
        if values is None:
            values = self._entered(room, self.before_boss)
        worth, chance = values[:, self._clipped(hp)]
        return float(worth), float(chance)

    def onward(self, room: Room) -> Values:
        """Return what the best way on from the room is worth."""
        ahead = [self._values[c.x, c.y] for c in room.children if (c.x, c.y) in self._values and c.y > room.y]
        found = _best(ahead or [self.before_boss])
        found[0, 1:] += self.rules.room
        return found

    def resting(self, onward: Values) -> tuple[Values, Values]:
        """Return what it is worth to rest, and to smith, before going on."""
        hp = np.arange(self.max_hp + 1)
        healed = np.minimum(self.max_hp, hp + int(REST_SHARE * self.max_hp))
        rested = _alive_only(onward[:, healed] if self.may_rest else onward)
        return rested, self._with(onward, self.rules.upgrade if self.may_smith else 0.0)

    def _clipped(self, hp: int) -> int:
        return max(0, min(hp, self.max_hp))

    def _alive(self) -> Values:
        worth = 1.0 + self.rules.hp_kept * np.arange(self.max_hp + 1) / max(1, self.max_hp)
        return _alive_only(np.stack([worth, np.ones_like(worth)]))

    def _fight(self, kind: str, after: Values) -> Values:
        left = np.arange(self.max_hp + 1)[:, None] - self.costs.of(kind)[None, :]
        return _alive_only(after[:, np.clip(left, 0, self.max_hp)].mean(axis=2))

    def _entered(self, room: Room, onward: Values) -> Values:
        rules = self.rules
        match room.symbol:
            case "M":
                return self._with(self._fight(HALLWAY, onward), rules.card)
            case "E":
                return self._with(self._fight(ELITE, onward), rules.relic + rules.card)
            case "R":
                return _best(self.resting(onward))
            case "T":
                return self._with(onward, rules.relic)
            case "$":
                return self._with(onward, rules.shop * min(self.gold, 300) / 100)
            case "?":
                fights = rules.unknown_is["hallway"]
                met = fights * self._fight(HALLWAY, onward) + (1 - fights) * onward
                return self._with(met, rules.unknown)
        return onward

    def _with(self, values: Values, bonus: float) -> Values:
        """Return the values with what is gained: only who lives through the act has something of it."""
        return np.stack([values[0] + self.left * bonus * values[1], values[1]])


def _best(ways: Sequence[Values]) -> Values:
    """Return the way that is worth most, for each number of hit points."""
    stacked = np.stack(ways)
    first = stacked[:, 0].argmax(axis=0)
    return stacked[first, :, np.arange(stacked.shape[2])].T.copy()


def _alive_only(values: Values) -> Values:
    found = values.copy()
    found[:, 0] = 0.0
    return found
