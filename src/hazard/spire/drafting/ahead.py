"""What is ahead of a player: the fights of this act and the next, and how a deck grows on its way there."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from hazard.spire.rules.compile import Compiled, compiled
from hazard.spire.rules.encounters import draw_line, encounter, pool
from hazard.spire.rules.monster_rows import EMPTY_PLACE
from hazard.spire.rules.scenario import monster_row, relic_row

FLOORS = 17
"""Floors of an act: fifteen rooms, the boss, and the chest behind it."""
LAST_ACT = 3
TWO_BOSSES = 20
"""The ascension from which on the last act has two bosses."""
_LINES = 48
_FUTURES = 48
CARD, UPGRADE, REMOVAL, RELIC = range(4)
"""What a deck gains, by the numbers of the compiled rules."""
Future = list[tuple[int, int]]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rates(_Table):
    """What a floor brings on average."""

    cards: float
    upgrades: float
    relics: float
    removals: float

    @property
    def steps(self) -> float:
        """All of it."""
        return self.cards + self.upgrades + self.relics + self.removals


class FightRates(_Table):
    """How many fights an act has."""

    hallways: float
    elites: float
    weak: list[int]


class Weights(_Table):
    """How much fights count."""

    boss: float
    next_act: float


class Start(_Table):
    """How many hit points a fight is begun with."""

    hp: int
    by_real_hp: list[str]
    share: float


class Belief(_Table):
    """How simulated fights and a table's worths are put together, in hit points."""

    table_point: float
    table_spread: float
    bias: float
    gold: float
    gold_halves: float
    potion_point: float

    def price(self, gold: int, floors_left: float) -> float:
        """Return what a piece of gold is worth: less to the rich, and nothing where nobody sells any more.

        ``floors_left`` is the share of the run's floors that are still to come.

        >>> growth().belief.price(0, 1.0), round(growth().belief.price(300, 1.0), 3)
        (0.12, 0.03)
        """
        return self.gold * min(1.0, 1.5 * floors_left) / (1 + gold / self.gold_halves)


class RouteRules(_Table):
    """What the rooms of a map are worth, beside the chance to live through the act."""

    card: float
    relic: float
    upgrade: float
    shop: float
    unknown: float
    room: float
    hp_kept: float
    played_well: dict[str, float]
    spread: list[float]
    unknown_is: dict[str, float]


class Growth(_Table):
    """How a run goes on, read from ``growth.toml``."""

    rates: Rates
    rarities: dict[str, float]
    fights: FightRates
    weights: Weights
    start: Start
    relics: dict[str, list[str]]
    belief: Belief
    route: RouteRules


@dataclass(frozen=True)
class Where:
    """How far a run is: the act, the floor, and the boss that waits."""

    act: int = 1
    floor: int = 1
    boss: str = ""

    @property
    def floors_left(self) -> int:
        """Floors until the boss of this act."""
        return max(0, self.act * FLOORS - 1 - self.floor)

    @property
    def run_left(self) -> float:
        """The share of the run that is still to come.

        >>> Where(1, 0).run_left, Where(3, 50).run_left
        (1.0, 0.0)
        """
        return max(0.0, 1.0 - self.floor / (LAST_ACT * FLOORS - 1))


@dataclass(frozen=True)
class Ahead:
    """A kind of fight that is ahead: how much it counts, and how far away it is."""

    name: str
    kind: str
    weight: float
    distance: int
    act: int
    names: tuple[tuple[str, float], ...]
    """Encounters that it may be, with their chances."""


@cache
def growth() -> Growth:
    """Return how a run goes on.

    >>> growth().fights.elites
    1.9
    """
    text = resources.files("hazard.spire").joinpath("drafting/growth.toml").read_text("utf-8")
    return Growth.model_validate(tomllib.loads(text))


def fights_ahead(where: Where, ascension: int) -> list[Ahead]:
    """Return the fights until the boss, and those of the next act at less weight.

    >>> [fight.name for fight in fights_ahead(Where(1, 14, "Hexaghost"), 20)][:3]
    ['hallways of act 1', 'Gremlin Nob', 'Lagavulin']
    """
    act = min(max(where.act, 1), LAST_ACT)
    left = where.floors_left
    found = _act_ahead(act, where.boss, left, 0, left / (FLOORS - 2), 1.0, ascension)
    if act < LAST_ACT:
        found += _act_ahead(act + 1, "", FLOORS - 2, left + 2, 1.0, growth().weights.next_act, ascension)
    return found


def _act_ahead(
    act: int, boss: str, left: int, before: int, share: float, weight: float, ascension: int
) -> list[Ahead]:
    rates, weights = growth().fights, growth().weights
    found: list[Ahead] = []

    def add(name: str, kind: str, count: float, distance: float, names: Mapping[str, float]) -> None:
        if count > 0 and names:
            total = sum(names.values())
            chances = tuple((one, chance / total) for one, chance in names.items())
            found.append(Ahead(name, kind, weight * count, before + round(distance), act, chances))

    easy = max(0.0, rates.weak[act - 1] - (FLOORS - 2 - left) * rates.hallways / (FLOORS - 2))
    add(f"first hallways of act {act}", "hallway", easy, 1, pool(act, "weak"))
    hallways = max(0.3, rates.hallways * share - easy)
    add(f"hallways of act {act}", "hallway", hallways, 0.6 * left, pool(act, "strong"))
    elites = pool(act, "elite")
    for name in elites:
        add(name, "elite", max(0.15, rates.elites * share) / len(elites), 0.6 * left, {name: 1.0})
    bosses = pool(act, "boss")
    two = 2 if act == LAST_ACT and ascension >= TWO_BOSSES else 1
    met = {boss: 1.0} if boss in bosses else bosses
    add(boss if boss in bosses else f"bosses of act {act}", "boss", weights.boss * two, left, met)
    return found


def lines_of(fight: Ahead, content: Compiled, seed: int) -> list[list[int]]:
    """Return lines of monsters that the fight may bring, as rows of the rules; -1 is an empty place."""
    chance = random.Random(f"{seed} {fight.name}")
    names, chances = zip(*fight.names, strict=True)
    drawn = chance.choices(names, chances, k=_LINES)
    lines = [draw_line(encounter(name), chance) for name in drawn]
    return [[-1 if name == EMPTY_PLACE else monster_row(content, name) for name in line] for line in lines]


def steps_until(distance: int) -> int:
    """Return how many steps a deck grows by on so many floors."""
    return round(distance * growth().rates.steps)


def futures(ascension: int, act: int, worth: Callable[[int], float], seed: int, length: int) -> list[Future]:
    """Return ways in which the rest of the run may go, each of ``length`` steps.

    ``worth`` says what a card is worth by its row; of three that a reward offers the best is taken.
    """
    content = compiled(ascension)
    chance = random.Random(f"{seed} futures")
    rates, table = growth().rates, growth().relics
    by_rarity = _offered(content)
    ordinary = [relic_row(content, name) for name in table["ordinary"]]
    bosses = [relic_row(content, name) for name in table["boss"]]
    kinds = (CARD, UPGRADE, RELIC, REMOVAL)
    weights = (rates.cards, rates.upgrades, rates.relics, rates.removals)
    found: list[Future] = []
    for _ in range(_FUTURES):
        future: Future = []
        for number, kind in enumerate(chance.choices(kinds, weights, k=length)):
            if kind == CARD:
                future.append((CARD, max(_three(by_rarity, chance), key=worth)))
            elif kind == RELIC:
                future.append((RELIC, chance.choice(ordinary)))
            else:
                future.append((kind, 0))
            if number == steps_until(FLOORS) - 1:
                future.append((RELIC, chance.choice(bosses)))
        found.append(future)
    return found


def _offered(content: Compiled) -> dict[str, list[int]]:
    rarities = growth().rarities
    found: dict[str, list[int]] = {rarity: [] for rarity in rarities}
    for row in content.library.cards:
        if row.color == "red" and row.rarity in found:
            found[row.rarity].append(content.cards[row.id])
    return found


def _three(by_rarity: Mapping[str, Sequence[int]], chance: random.Random) -> list[int]:
    rarities = growth().rarities
    drawn = chance.choices(list(rarities), list(rarities.values()), k=3)
    return [chance.choice(by_rarity[rarity]) for rarity in drawn]
