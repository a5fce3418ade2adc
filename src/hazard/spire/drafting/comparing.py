"""Which of several choices makes the fights ahead cost the fewest hit points.

Every choice is a player; all of them fight the same fights with the same luck, so that what is left of a
difference is the choice's doing. Fights go on until the best choice stands out or the time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from hazard import _core
from hazard.spire.drafting.ahead import (
    Ahead,
    Where,
    fights_ahead,
    futures,
    growth,
    lines_of,
    steps_until,
)
from hazard.spire.drafting.player import Player
from hazard.spire.drafting.route import Costs
from hazard.spire.rules.compile import Compiled, compiled

Worth = Callable[[str], float]
"""What a card is worth by a table: of its id, with ``+`` if it is upgraded."""
FIGHTS_TO_COMPARE = 192
"""Fights of each kind behind a choice where no time but a number of simulations is given."""
_PORTION = 48
_APART = 2.5
"""Standard errors by which a choice must be behind to be given up."""


@dataclass(frozen=True)
class Limits:
    """How long to compare: until ``seconds`` are over or every choice has fought ``fights`` of each kind."""

    seconds: float | None = 1.0
    fights: int = 960
    threads: int = 1


@dataclass(frozen=True)
class Verdict:
    """What one choice does to the fights ahead."""

    name: str
    gain: float
    """Hit points that it saves, beside the first choice, on the way through this act and much of the next."""
    error: float
    """The standard error of the gain."""
    cost: Mapping[str, float]
    """Hit points that each kind of fight costs."""
    fights: int


@dataclass(frozen=True)
class Comparison:
    """All choices, the best first."""

    verdicts: tuple[Verdict, ...]
    seconds: float

    @property
    def best(self) -> Verdict:
        """The choice that saves the most."""
        return self.verdicts[0]

    def of(self, name: str) -> Verdict:
        """Return the verdict on a choice."""
        return next(verdict for verdict in self.verdicts if verdict.name == name)


@dataclass(frozen=True)
class Tables:
    """What a table says of cards, by row of the rules: how decks grow where nothing is compared."""

    worth: Callable[[int], float]
    judge: _core.SpireJudge


def compare(
    choices: Mapping[str, Player],
    where: Where,
    tables: Tables,
    limits: Limits | None = None,
    seed: int = 0,
) -> Comparison:
    """Compare players that differ in one choice; gains are counted from the first of them.

    With the same seed and no limit of time the answer is the same.
    """
    began = perf_counter()
    limits = limits or Limits()
    players = list(choices.values())
    content, ascension = players[0].content, players[0].ascension
    ahead = fights_ahead(where, ascension)
    field = _field(players, ahead, content, where, tables, limits, seed)
    weights = np.array([fight.weight for fight in ahead])
    costs = [np.empty((len(ahead), 0)) for _ in players]
    open_ = list(range(len(players)))
    fought = 0
    while fought < limits.fights and (
        fought == 0 or limits.seconds is None or perf_counter() - began < limits.seconds
    ):
        portion = field.costs(open_, fought, _PORTION)
        for place, who in enumerate(open_):
            costs[who] = np.concatenate([costs[who], portion[place]], axis=1)
        fought += _PORTION
        open_ = _still_open(open_, costs, weights)
        if len(open_) <= 1:
            break
    verdicts = [_verdict(name, costs[who], costs[0], weights, ahead) for who, name in enumerate(choices)]
    return Comparison(tuple(sorted(verdicts, key=lambda v: -v.gain)), perf_counter() - began)


def fight_costs(
    player: Player, where: Where, tables: Tables, fights: int = 96, threads: int = 1, seed: int = 0
) -> Costs:
    """Return what the fights of this act cost a player, a sample of each kind."""
    limits = Limits(None, fights, threads)
    ahead = [fight for fight in fights_ahead(where, player.ascension) if fight.act == where.act]
    field = _field([player], ahead, player.content, where, tables, limits, seed)
    costs = np.asarray(field.costs([0], 0, fights), dtype=np.float64)[0]
    kinds = {fight.kind for fight in ahead}
    return Costs({k: np.concatenate([costs[i] for i, f in enumerate(ahead) if f.kind == k]) for k in kinds})


def _field(
    players: Sequence[Player],
    ahead: Sequence[Ahead],
    content: Compiled,
    where: Where,
    tables: Tables,
    limits: Limits,
    seed: int,
) -> _core.SpireComparison:
    """Return the compiled comparison: who fights whom, and how decks grow until then."""
    start = growth().start
    fights = [
        (
            lines_of(fight, content, seed),
            steps_until(fight.distance),
            fight.act,
            round(start.share * players[0].max_hp) if fight.name in start.by_real_hp else start.hp,
        )
        for fight in ahead
    ]
    length = max(steps for _, steps, _, _ in fights) + 1
    ways = futures(content.ascension, where.act, tables.worth, seed, length)
    states = [player.state() for player in players]
    return _core.SpireComparison(tables.judge, states, fights, ways, seed, limits.threads)


def _still_open(
    open_: Sequence[int], costs: Sequence[NDArray[np.float64]], weights: NDArray[np.float64]
) -> list[int]:
    """Return the choices that may still be the best."""
    totals = {who: weights @ costs[who] for who in open_}
    best = min(open_, key=lambda who: float(totals[who].mean()))
    kept = []
    for who in open_:
        behind = totals[who] - totals[best]
        spread = float(behind.std(ddof=1)) / behind.size**0.5
        if who == best or float(behind.mean()) < _APART * spread:
            kept.append(who)
    return kept


def _verdict(
    name: str,
    costs: NDArray[np.float64],
    first: NDArray[np.float64],
    weights: NDArray[np.float64],
    ahead: Sequence[Ahead],
) -> Verdict:
    fights = min(costs.shape[1], first.shape[1])
    saved = weights @ (first[:, :fights] - costs[:, :fights])
    error = float(saved.std(ddof=1)) / fights**0.5
    means = costs.mean(axis=1)
    cost = {fight.name: float(mean) for fight, mean in zip(ahead, means, strict=True)}
    return Verdict(name, float(saved.mean()), error, cost, costs.shape[1])


@cache
def tables(ascension: int, card: Worth, upgrade: Worth) -> Tables:
    """Return what a table says, by row: ``card`` and ``upgrade`` ask for an id."""
    content = compiled(ascension)
    kinds = content.card_kinds
    keep = [card(kind.id) + (10.0 if kind.name.endswith("+") else 0.0) for kind in kinds]
    better = [upgrade(kind.id) if row != kind.upgrade else 0.0 for row, kind in enumerate(kinds)]
    return Tables(lambda row: keep[row], _core.SpireJudge(content.core, better, keep))
