"""Rows of what happens between fights, as people write them: events, Neow's offers, tiers and rates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from pydantic import Field

from hazard.content import read_rows, read_toml, validated
from hazard.spire.rules.monster_rows import Row

Phrases = list[str]


class Way(Row):
    """One of several things that may happen; the last takes what is left of the hundred."""

    percent: str = "100"
    per_try: float = 0.0
    """So much more for each that number 0 has grown by."""
    do: Phrases = Field(default=[])
    to: str | None = None


class OptionRow(Row):
    """A button of an event; without ``to`` the event ends with it."""

    label: str
    text: str = ""
    page: str = "start"
    when: Phrases = Field(default=[])
    shown: Phrases = Field(default=[])
    do: Phrases = Field(default=[])
    chances: list[Way] = Field(default=[])
    to: str | None = None


class EventRow(Row):
    """An event: in which acts, under which conditions, and what its buttons do."""

    id: str
    name: str = ""
    kind: Literal["act", "shrine", "once"] = "act"
    acts: list[int]
    when: Phrases = Field(default=[])
    either: bool = False
    begin: Phrases = Field(default=[])
    option: list[OptionRow] = Field(min_length=1)


class GiftRow(Row):
    """What Neow gives."""

    id: str
    group: Literal["cards", "small", "price", "swap"]
    unless: str | None = None
    text: str
    do: Phrases


class DrawbackRow(Row):
    """What Neow takes."""

    id: str
    text: str
    do: Phrases


class StartRow(Row):
    """What a run begins with."""

    max_hp: str
    hp_percent: str
    gold: int
    potion_slots: str
    deck: list[str]
    bane_from: int
    relics: list[str]


class MapRow(Row):
    """Shares of an act's rooms, in thousandths."""

    shop: str
    rest: str
    elite: str
    unknown: str


class RewardsRow(Row):
    """Rates of rewards."""

    upgraded: list[str] = Field(min_length=4, max_length=4)
    boss_gold: str


class HealRow(Row):
    """What is healed between acts, in percent of what is missing."""

    heal: str


class ShopRow(Row):
    """What the ascension does to prices, in percent."""

    prices: str


class BossesRow(Row):
    """How many bosses end the third act."""

    two: str


class CursesRow(Row):
    """Curses that chance deals."""

    pool: list[str]


class PotionsRow(Row):
    """Potions by rarity."""

    common: list[str]
    uncommon: list[str]
    rare: list[str]
    outside: list[str]


class ActsFile(Row):
    """``acts.toml``."""

    start: StartRow
    map: MapRow
    rewards: RewardsRow
    between_acts: HealRow
    shop: ShopRow
    bosses: BossesRow
    not_first: dict[str, list[str]]
    curses: CursesRow
    potions: PotionsRow


class TiersRow(Row):
    """Relics by tier."""

    common: list[str]
    uncommon: list[str]
    rare: list[str]
    shop: list[str]
    boss: list[str]


class RelicRulesRow(Row):
    """When relics may come up."""

    not_in_shops: list[str]
    opens_screen: list[str]
    attack_to_bottle: list[str]
    skill_to_bottle: list[str]
    power_to_bottle: list[str]
    two_at_the_fire: list[str]
    first_relic: list[str]
    first_act: list[str]


class RelicsFile(Row):
    """``relics.toml``."""

    tiers: TiersRow
    prices: dict[str, int]
    last_floor: dict[str, list[str]]
    rules: RelicRulesRow
    taken: dict[str, Phrases]


@dataclass(frozen=True)
class RunLibrary:
    """All rows of what happens between fights."""

    acts: ActsFile
    relics: RelicsFile
    events: list[EventRow]
    gifts: list[GiftRow]
    drawbacks: list[DrawbackRow]


@cache
def run_library() -> RunLibrary:
    """Return the rows that come with hazard.

    >>> run_library().events[0].id
    'Big Fish'
    """
    folder = resources.files("hazard.spire") / "content" / "run"
    events = [
        row
        for name in ("events-acts.toml", "events-shrines.toml")
        for row in read_rows(folder / name, "event", EventRow)
    ]
    neow: Any = read_toml(folder / "neow.toml")
    return RunLibrary(
        acts=validated(ActsFile, read_toml(folder / "acts.toml"), "acts.toml"),
        relics=validated(RelicsFile, read_toml(folder / "relics.toml"), "relics.toml"),
        events=events,
        gifts=[validated(GiftRow, row, f"neow.toml: gift {n}") for n, row in enumerate(neow["gift"], 1)],
        drawbacks=[
            validated(DrawbackRow, row, f"neow.toml: drawback {n}")
            for n, row in enumerate(neow["drawback"], 1)
        ],
    )
