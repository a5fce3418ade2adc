"""Whether a fight is fair, and what would make it so: the forecast's truth, and changes that reach a chance.

A change is looked for with one seed and judged with another one, so that what is suggested has not been
chosen for its luck. The hit points of the monsters are the fine thread: where numbers or another creature
alone do not come close enough, hit points close the gap.

>>> from hazard.fivee.content.library import encounters
>>> from hazard.fivee.rules.fight import Fight
>>> found = balance(Fight(encounters()["wolves-in-a-blizzard"]), fights=50)
>>> found.budgets[0].edition, 0 <= found.truth.drops.share <= 1
('2014', True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from hazard.errors import HazardError
from hazard.fivee.balance.budgets import Budget, Sides, budgets, sides_of
from hazard.fivee.balance.changes import Changed, kinds_of, swaps, with_hit_points, with_number, with_swap
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import bestiary
from hazard.fivee.forecasts.forecast import Chance, Forecast, forecast
from hazard.fivee.rules.contest import DROPPED
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.policies import QUICK, Policy

Measure = Literal["drops", "dies", "tpk", "win"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
CLOSE = 0.03
"""How near the wanted chance a change must come with fights it was not chosen by."""
SEARCHED, JUDGED = 1000, 4000
"""Fights for each step of the search, and for the last word."""
_PERCENTS = (10, 400)
_SWAPS, _KINDS = 6, 3


@dataclass(frozen=True)
class Truth:
    """What a forecast says of a fight as a whole."""

    forecast: Forecast

    @property
    def win(self) -> Chance:
        """The party wins."""
        return self.forecast.win

    @property
    def tpk(self) -> Chance:
        """Everybody of the party falls."""
        return self.forecast.total_party_kill

    @property
    def drops(self) -> Chance:
        """Any character is at 0 hit points at some time."""
        record, party = self.forecast.record, self._party
        return self._counted((record.fates[:, party] & DROPPED != 0).any(axis=1))

    @property
    def dies(self) -> Chance:
        """Any character is dead at the end, or left lying by a party that is beaten."""
        return self._counted(self.forecast.lost[:, self._party].any(axis=1))

    @property
    def rounds(self) -> float:
        """How long it takes on average."""
        return float(self.forecast.record.rounds.mean())

    @property
    def hit_points_spent(self) -> float:
        """The share of the party's hit points that the fight costs on average."""
        record, party = self.forecast.record, self._party
        before = record.history[:, 0, :][:, party].sum(axis=1)
        return 1 - float((record.hit_points[:, party].sum(axis=1) / np.maximum(1, before)).mean())

    @property
    def resources_spent(self) -> float | None:
        """The share of slots and limited uses that is spent on average; None: nobody has any."""
        left = [one.resources_left for one in self.forecast.characters if one.resources_left is not None]
        return 1 - sum(left) / len(left) if left else None

    def chance(self, measure: Measure) -> Chance:
        """Return one of the four chances."""
        found: Chance = getattr(self, measure)
        return found

    @property
    def _party(self) -> list[int]:
        return [fighter.number for fighter in self.forecast.fight.fighters if fighter.side == "party"]

    def _counted(self, happened: Any) -> Chance:
        return Chance.counted(int(happened.sum()), self.forecast.fights)


@dataclass(frozen=True)
class Wanted:
    """A chance that is wanted: of what, and how high.

    >>> Wanted.read("drops=40%")
    Wanted(measure='drops', chance=0.4)
    """

    measure: Measure
    chance: float

    @classmethod
    def read(cls, text: str) -> Wanted:
        """Return what ``text`` wants: a measure, and a chance in percent."""
        name, _, number = text.replace(" ", "").partition("=")
        for measure in MEASURES:
            if name == measure:
                try:
                    percent = float(number.removesuffix("%").replace(",", "."))
                except ValueError:
                    break
                if 1 <= percent <= 99:
                    return cls(measure, percent / 100)
        raise HazardError("fivee.wanted_not_read", text=text, known=", ".join(MEASURES))


@dataclass(frozen=True)
class Advice:
    """A changed encounter, and what becomes of it by a seed that it was not chosen by."""

    changed: Changed
    truth: Truth


@dataclass(frozen=True)
class Balance:
    """What there is to say about a fight."""

    fight: Fight
    sides: Sides
    budgets: tuple[Budget, Budget]
    truth: Truth
    wanted: Wanted | None = None
    advice: tuple[Advice, ...] = ()
    close: float = CLOSE
    """How near the wanted chance is near enough."""


Progress = Callable[[int, int], None]


def balance(
    fight: Fight,
    fights: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    party: str | Policy = QUICK,
    monsters: str | Policy = QUICK,
    wanted: Wanted | None = None,
    progress: Progress | None = None,
) -> Balance:
    """Return the budgets of a fight, its forecast, and changes that reach a wanted chance."""
    sides = sides_of(fight)
    play = _Play(fight, seed, threads, party, monsters, progress)
    truth = play.truth(fight.encounter, fights, seed)
    near = wanted is None or abs(truth.chance(wanted.measure).share - wanted.chance) <= CLOSE
    advice = () if wanted is None or near else tuple(_Search(play, wanted, truth).advice())
    return Balance(fight, sides, budgets(sides.levels, sides.challenges), truth, wanted, advice)


@dataclass
class _Play:
    """Forecasts of one fight after changes."""

    fight: Fight
    seed: int
    threads: int | None
    party: str | Policy
    monsters: str | Policy
    progress: Progress | None
    done: int = 0
    creatures: dict[str, Creature] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.creatures = {f.creature.id: f.creature for f in self.fight.fighters}

    def truth(self, encounter: Encounter, fights: int, seed: int) -> Truth:
        fight = Fight(encounter, {**self.creatures, **encounter.own_creatures})
        found = forecast(fight, fights, seed, self.threads, self.party, self.monsters)
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, max(30, self.done + 1))
        return Truth(found)


@dataclass
class _Search:
    """Looks for changes that reach a wanted chance."""

    play: _Play
    wanted: Wanted
    before: Truth
    seen: dict[str, float] = field(default_factory=dict)
    """Of encounters as they are written down: those with creatures of their own have no hash."""

    def advice(self) -> Iterator[Advice]:
        """Return what reaches it, at most one of each sort: numbers, hit points, another creature."""
        plain = Changed(self.play.fight.encounter)
        for changed in (self._by_hit_points(plain), self._by_numbers(plain), self._by_swap(plain)):
            if changed is None:
                continue
            truth = self.play.truth(changed.encounter, JUDGED, self._other_seed)
            if self._gap(truth.chance(self.wanted.measure).share) <= CLOSE:
                yield Advice(changed, truth)

    @property
    def _other_seed(self) -> int:
        return (self.play.seed + 1) % 2**64

    @property
    def _harder(self) -> bool:
        now = self.before.chance(self.wanted.measure).share
        return (now < self.wanted.chance) != (self.wanted.measure == "win")

    def _gap(self, share: float) -> float:
        return abs(share - self.wanted.chance)

    def _share(self, changed: Changed) -> float:
        written = changed.encounter.model_dump_json()
        if written not in self.seen:
            # Another seed than that of the first look, and than that of the last word.
            seed = (self.play.seed + 2) % 2**64
            truth = self.play.truth(changed.encounter, SEARCHED, seed)
            self.seen[written] = truth.chance(self.wanted.measure).share
        return self.seen[written]

    def _distance(self, changed: Changed) -> float:
        return self._gap(self._share(changed))

    def _too_hard(self, changed: Changed) -> bool:
        """Whether it is harder than what is wanted."""
        return (self._share(changed) > self.wanted.chance) != (self.wanted.measure == "win")

    # ---- hit points: the more, the harder -----------------------------------------------------------------

    def _by_hit_points(self, changed: Changed) -> Changed | None:
        return self._nearest(_PERCENTS, lambda percent: self._scaled(changed, percent))

    def _scaled(self, changed: Changed, percent: int) -> Changed:
        return with_hit_points(changed, percent, self._creatures)

    @property
    def _creatures(self) -> Mapping[str, Creature]:
        return _Known(self.play.creatures)

    # ---- numbers and creatures, with hit points for what is left of the gap --------------------------------

    def _by_numbers(self, plain: Changed) -> Changed | None:
        kinds = kinds_of(plain.encounter)
        found = []
        for kind, count in kinds.most_common(_KINDS):
            least = 0 if len(kinds) > 1 else 1
            span = (count + 1, 3 * count + 3) if self._harder else (least, count - 1)
            nearest = self._nearest(
                span,
                lambda n, kind=kind: with_number(plain, kind, n, self._creatures),  # type: ignore[misc]
            )
            if nearest is not None:
                found.append(nearest)
        return self._finished(found)

    def _by_swap(self, plain: Changed) -> Changed | None:
        found = []
        for kind, _ in kinds_of(plain.encounter).most_common(_KINDS):
            names = list(swaps(kind, self._creatures, self._harder))[:_SWAPS]
            made = (with_swap(plain, kind, name, self._creatures) for name in names)
            found += [changed for changed in made if changed is not None]
        return self._finished(found)

    def _finished(self, found: list[Changed]) -> Changed | None:
        """Return the best of them, with other hit points where it is not near enough by itself."""
        if not found:
            return None
        best = min(found, key=self._distance)
        if self._distance(best) <= CLOSE / 2:
            return best
        finer = self._by_hit_points(best)
        return finer if finer is not None and self._distance(finer) < self._distance(best) else best

    def _nearest(self, span: tuple[int, int], made: Callable[[int], Changed | None]) -> Changed | None:
        """Return what comes nearest, where more is harder: halves the span until nothing is left of it."""
        low, high = span
        tried: list[Changed] = []
        while low <= high:
            middle = math.isqrt(low * high) if low > 0 and high > 2 * low else (low + high) // 2
            changed = made(middle)
            if changed is not None:
                tried.append(changed)
                if self._distance(changed) <= CLOSE / 6:
                    break
            if changed is None or self._too_hard(changed):
                high = middle - 1
            else:
                low = middle + 1
        return min(tried, key=self._distance, default=None)


class _Known(Mapping[str, Creature]):
    """Creatures of the fight before those of the bestiary, which are read when they are asked for."""

    def __init__(self, own: Mapping[str, Creature]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Creature:
        return self._own.get(name) or bestiary()[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._own), **dict.fromkeys(bestiary())})

    def __len__(self) -> int:
        return len(set(self._own) | set(bestiary()))
