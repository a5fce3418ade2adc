"""How much a planner loses: many fights of one set-up, encounter by encounter."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from hazard.executing.executor import Done, Executor
from hazard.search import Budget
from hazard.spire.planner.planner import DEFAULT_BUDGET, Planner
from hazard.spire.planner.settings import Settings
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.encounters import draw_line, encounter, pool
from hazard.spire.rules.fight import SpireState, new_fight
from hazard.spire.rules.scenario import Scenario
from hazard.spire.rules.setups import Setup, setup

KINDS = ("weak", "strong", "elite", "boss")
Progress = Callable[[str, int, int | None], None]


@dataclass
class Record:
    """What came of the fights against one encounter."""

    encounter: str
    kind: str
    lost: list[int] = field(default_factory=list)
    """HP lost in each fight, what relics heal afterwards not counted; death is all HP."""
    healed: list[int] = field(default_factory=list)
    """The same after relics have healed."""
    deaths: int = 0
    turns: int = 0
    plans: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, hp: int, fight: Mapping[str, Any]) -> None:
        """Note a fight that was begun with ``hp``."""
        self.lost.append(hp - fight["hp"])
        self.healed.append(hp - fight["hp_after"])
        self.deaths += not fight["won"]
        self.turns += fight["turns"]
        self.plans += fight["plans"]
        self.seconds += fight["seconds"]

    @property
    def mean(self) -> float:
        """HP lost on average."""
        return fmean(self.lost)


@dataclass
class Strength:
    """The fights of one set-up by one planner."""

    setup: str
    way: str
    records: list[Record]

    @property
    def mean(self) -> float:
        """HP lost on average, every encounter as weighty as another."""
        return fmean(record.mean for record in self.records)

    @property
    def mean_healed(self) -> float:
        """The same after relics have healed."""
        return fmean(fmean(record.healed) for record in self.records)

    @property
    def standard_error(self) -> float:
        """Of the mean, by the spread of fights within encounters."""
        n = len(self.records)
        spread = sum(stdev(r.lost) ** 2 / len(r.lost) for r in self.records if len(r.lost) > 1)
        return float(spread**0.5 / n)

    @property
    def replans(self) -> float:
        """Plans beyond the first of a turn, on average."""
        turns = sum(record.turns for record in self.records)
        return sum(record.plans for record in self.records) / max(1, turns) - 1

    def of_kind(self, kind: str) -> float | None:
        """HP lost on average against encounters of one kind; None if there are none."""
        means = [record.mean for record in self.records if record.kind == kind]
        return fmean(means) if means else None

    def milliseconds(self, share: float) -> float:
        """How long a plan takes: the time that so large a share of them stay within."""
        times = sorted(second for record in self.records for second in record.seconds)
        return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0


def kind_of(act: int, name: str) -> str:
    """Return the pool that an encounter is met in.

    >>> kind_of(1, "Gremlin Nob")
    'elite'
    """
    return next((kind for kind in KINDS if name in pool(act, kind)), "event")


def start_of(player: Setup, name: str, ascension: int, seed: int, oracle: bool = False) -> SpireState:
    """Return the start of a fight; with ``oracle`` every chance in it is decided, and can be foreseen."""
    line = draw_line(encounter(name), random.Random(seed))
    scenario = Scenario(
        line, player.deck, player.relics, player.potions, player.hp, player.max_hp, player.act
    )
    start: SpireState = new_fight(scenario, ascension, seed, oracle=seed * 2 + 1 if oracle else 0).start()
    return start


def measure(
    name: str,
    settings: Settings | None = None,
    *,
    seeds: Sequence[int] = range(50),
    budget: Budget = DEFAULT_BUDGET,
    ascension: int = 20,
    oracle: bool = False,
    encounters: Sequence[str] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Strength:
    """Play the fights of a set-up and return what they cost.

    An ``executor`` (see :func:`hazard.executor`) plays them on processes or machines instead of ``threads``.
    """
    player, planner = setup(name), Planner(compiled(ascension), settings)
    records = {met: Record(met, kind_of(player.act, met)) for met in encounters or player.encounters()}
    fights = [(met, seed) for met in records for seed in seeds]
    way = planner.settings.way
    if executor is not None:
        job = _Fights(name, settings, budget, ascension, oracle, tuple(fights))
        done = executor.run(job, len(fights), _telling(progress, f"{name}, {way}"))
        if done.interrupted:  # every encounter is as weighty as another, so all are needed
            raise KeyboardInterrupt
        for (met, _), found in zip(fights, done.results, strict=True):
            records[met].add(player.hp, found)
        return Strength(name, way, list(records.values()))

    def fight(one: tuple[str, int]) -> dict[str, Any]:
        met, seed = one
        return planner.fight(start_of(player, met, ascension, seed, oracle), budget, seed)

    with ThreadPoolExecutor(threads) as pool:
        for played, ((met, _), found) in enumerate(zip(fights, pool.map(fight, fights), strict=True)):
            records[met].add(player.hp, found)
            if progress:
                progress(f"{name}, {way}: {met}", played + 1, len(fights))
    return Strength(name, way, list(records.values()))


@dataclass(frozen=True)
class _Fights:
    """The fights of a measurement as a job: what came of each."""

    setup: str
    settings: Settings | None
    budget: Budget
    ascension: int
    oracle: bool
    fights: tuple[tuple[str, int], ...]

    def __call__(self, numbers: range) -> list[dict[str, Any]]:
        """Play the fights of these numbers."""
        player, planner = setup(self.setup), Planner(compiled(self.ascension), self.settings)
        chosen = [self.fights[number] for number in numbers]
        return [
            planner.fight(start_of(player, met, self.ascension, seed, self.oracle), self.budget, seed)
            for met, seed in chosen
        ]


def _telling(progress: Progress | None, what: str) -> Callable[[Done], None]:
    def report(done: Done) -> None:
        if progress is not None:
            progress(what, len(done.by_number), done.total)

    return report
