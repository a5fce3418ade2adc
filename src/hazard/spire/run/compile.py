"""From rows of what happens between fights to the tables of the compiled rules, at one ascension."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hazard import _core
from hazard.spire.rules.compile import Compiled, compiled
from hazard.spire.rules.encounters import groups
from hazard.spire.rules.library import ContentError
from hazard.spire.rules.monster_rows import EMPTY_PLACE, EncounterRow
from hazard.spire.rules.numbers import one_number
from hazard.spire.rules.scenario import counted
from hazard.spire.run.phrases import WORDS, RunNames, Task, read_conditions, read_tasks, task
from hazard.spire.run.rows import EventRow, OptionRow, RunLibrary, Way, run_library

_POOLS = ("weak", "strong", "elite", "boss", "event")
_EVENT_POOLS = {"act": 0, "shrine": 1, "once": 2}
_GROUPS = {"cards": 0, "small": 1, "price": 2, "swap": 3}
_DRAWBACK = 9
_TIERS = {"common": 1, "uncommon": 2, "rare": 3, "shop": 4, "boss": 5}
_NEEDS = {
    "attack_to_bottle": 1,
    "skill_to_bottle": 2,
    "power_to_bottle": 3,
    "two_at_the_fire": 4,
    "first_relic": 5,
    "first_act": 6,
}
ADVENTURER = ("3 Sentries", "Gremlin Nob", "Lagavulin Event")
"""Who may have killed the dead adventurer."""
NOWHERE = "nowhere"
"""As a page: the event is left in another way."""


@dataclass(frozen=True)
class CompiledRun:
    """What a run needs to know, and where each name is in it."""

    core: Any
    content: Compiled
    library: RunLibrary
    encounters: list[str]
    """Ids by row."""
    pages: list[list[list[OptionRow]]]
    """Of each event: its pages, and the options of each."""

    @property
    def ascension(self) -> int:
        """The ascension that it was compiled for."""
        return self.content.ascension

    def event(self, row: int) -> EventRow:
        """Return the event of a row."""
        return self.library.events[row]


@cache
def compiled_run(ascension: int = 0) -> CompiledRun:
    """Return what comes with hazard, compiled at ``ascension``."""
    return _Compiler(compiled(ascension), run_library()).compile()


class _Compiler:
    def __init__(self, content: Compiled, library: RunLibrary) -> None:
        self.content, self.library, self.ascension = content, library, content.ascension
        self.rows = list(content.library.encounters)
        self.encounters = {row.id: number for number, row in enumerate(self.rows)}
        self.branches: list[list[dict[str, Any]]] = []
        self.names = RunNames(content.cards, content.relics, self.encounters, {}, self.ascension)
        self.pages: list[list[list[OptionRow]]] = []

    def compile(self) -> CompiledRun:
        data = {
            "rates": self._rates(),
            "encounters": [self._encounter(row) for row in self.rows],
            "relics": self._relics(),
            "relic_rows": [self._relic(name) for name in WORDS["relic"]],
            "potions": self._potions(),
            "events": [self._event(row) for row in self.library.events],
            "branches": self.branches,
            "neow": self._neow(),
            "adventurer": [self.encounters[name] for name in ADVENTURER],
            **self._cards(),
        }
        core = _core.spire_run_content(self.content.core, data)
        return CompiledRun(core, self.content, self.library, [row.id for row in self.rows], self.pages)

    def _number(self, text: str) -> int:
        return one_number(text, self.ascension)

    def _relic(self, name: str) -> int:
        if name not in self.content.relics:
            raise ContentError("spire.run_no_such_row", kind="relic", name=name)
        return self.content.relics[name]

    def _rates(self) -> dict[str, Any]:
        acts = self.library.acts
        max_hp = self._number(acts.start.max_hp)
        shares = {name: self._number(share) / 1000 for name, share in acts.map.model_dump().items()}
        return {
            "start_max_hp": max_hp,
            "start_hp": int(max_hp * self._number(acts.start.hp_percent) / 100 + 0.5),
            "start_gold": acts.start.gold,
            "potion_slots": self._number(acts.start.potion_slots),
            "upgraded": [self._number(text) / 1000 for text in acts.rewards.upgraded],
            "boss_gold_percent": self._number(acts.rewards.boss_gold),
            "heal_between_acts": self._number(acts.between_acts.heal),
            "price_percent": self._number(acts.shop.prices),
            "two_bosses": self._number(acts.bosses.two) == 2,
            **shares,
        }

    # ---- fights -----------------------------------------------------------------------------------------

    def _encounter(self, row: EncounterRow) -> dict[str, Any]:
        lines = row.choices or ([row.line] if row.line else [])
        return {
            "id": row.id,
            "act": row.act,
            "pool": _POOLS.index(row.pool),
            "weight": row.weight,
            "also_strong": row.also_strong,
            "lines": [[self._place(name) for name in line] for line in lines],
            "bag": [self.content.monsters[name] for name, count in row.bag.items() for _ in range(count)],
            "draw": row.draw,
            "not_first": [self.encounters[name] for name in self.library.acts.not_first.get(row.id, [])],
        }

    def _place(self, name: str) -> list[tuple[int, float]]:
        """Return who may stand in a place, with chances; groups are written out."""
        if name == EMPTY_PLACE:
            return [(-1, 1.0)]
        if name not in groups():
            return [(self.content.monsters[name], 1.0)]
        found: dict[int, float] = {}
        for member, chance in groups()[name].items():
            for kind, part in self._place(member):
                found[kind] = found.get(kind, 0.0) + chance * part
        return list(found.items())

    # ---- belongings -------------------------------------------------------------------------------------

    def _relics(self) -> list[dict[str, Any]]:
        file = self.library.relics
        found: dict[str, dict[str, Any]] = {}
        for tier, names in file.tiers.model_dump().items():
            for name in names:
                found[name] = {"tier": _TIERS[tier], "price": file.prices.get(tier, 0)}
        for floor, names in file.last_floor.items():
            for name in names:
                found[name]["last_floor"] = int(floor)
        for name in file.rules.not_in_shops:
            found[name]["in_shops"] = False
        for name in file.rules.opens_screen:
            found[name]["opens_screen"] = True
        for rule, number in _NEEDS.items():
            for name in getattr(file.rules, rule):
                found[name]["needs"] = number
        for name, phrases in file.taken.items():
            found.setdefault(name, {})["taken"] = read_tasks(f"relic {name!r}", phrases, self.names)
        return [{"row": self._relic(name), **rules} for name, rules in found.items()]

    def _potions(self) -> list[tuple[int, bool]]:
        rows = self.library.acts.potions
        rarity = dict.fromkeys(rows.common, 1)
        rarity |= dict.fromkeys(rows.uncommon, 2) | dict.fromkeys(rows.rare, 3)
        ids = sorted(self.content.potions, key=self.content.potions.__getitem__)
        return [(rarity.get(name, 0), name in rows.outside) for name in ids]

    def _cards(self) -> dict[str, Any]:
        content, acts = self.content, self.library.acts
        pools: dict[str, list[list[int]]] = {
            "red": [[] for _ in range(5)],
            "colorless": [[] for _ in range(5)],
        }
        for row in content.library.cards:
            if row.color in pools and row.rarity in ("common", "uncommon", "rare"):
                pools[row.color][("basic", "common", "uncommon", "rare", "special").index(row.rarity)].append(
                    content.cards[row.id]
                )
        deck = [content.cards[name] for name in counted(acts.start.deck)]
        if self.ascension >= acts.start.bane_from:
            deck.append(content.cards["AscendersBane"])
        named = {
            "strike": content.cards["Strike_R"],
            "defend": content.cards["Defend_R"],
            "bash": content.cards["Bash"],
            "necronomicurse": content.cards["Necronomicurse"],
            "bane": content.cards["AscendersBane"],
            "bell": content.cards["CurseOfTheBell"],
            "parasite": content.cards["Parasite"],
            "fairy": content.potions["FairyPotion"],
            "blood_potion": content.potions["BloodPotion"],
            "fruit_juice": content.potions["Fruit Juice"],
            "brew": content.potions["EntropicBrew"],
            "black_blood": content.relics["Black Blood"],
        }
        return {
            **pools,
            "curses": [content.cards[name] for name in acts.curses.pool],
            "start_deck": deck,
            "start_relics": [self._relic(name) for name in acts.start.relics],
            "strong": strong_attacks(content),
            "named": named,
        }

    # ---- events -----------------------------------------------------------------------------------------

    def _event(self, row: EventRow) -> dict[str, Any]:
        titles = list(dict.fromkeys(option.page for option in row.option))
        pages = {title: number for number, title in enumerate(titles)}
        names = RunNames(self.content.cards, self.content.relics, self.encounters, pages, self.ascension)
        place = f"event {row.id!r}"
        options = [[option for option in row.option if option.page == title] for title in titles]
        self.pages.append(options)
        return {
            "id": row.id,
            "name": row.name or row.id,
            "pool": _EVENT_POOLS[row.kind],
            "acts": sum(1 << act for act in row.acts),
            "either": row.either,
            "when": read_conditions(place, row.when, names),
            "begin": read_tasks(place, row.begin, names),
            "pages": [[self._option(place, option, names) for option in page] for page in options],
        }

    def _option(self, place: str, row: OptionRow, names: RunNames) -> dict[str, Any]:
        where = f"{place}: {row.label}"
        tasks = read_tasks(where, row.do, names)
        if row.chances:
            self.branches.append([self._way(where, way, names) for way in row.chances])
            tasks = [*tasks, task("branch", n=len(self.branches) - 1)]
        else:
            tasks = [*tasks, *self._ending(where, tasks, row.to, names)]
        return {
            "label": row.label,
            "text": row.text,
            "when": read_conditions(where, row.when, names),
            "shown": read_conditions(where, row.shown, names),
            "do": tasks,
        }

    def _way(self, where: str, row: Way, names: RunNames) -> dict[str, Any]:
        tasks = read_tasks(where, row.do, names)
        percent = float(row.percent) if "/" not in row.percent else float(self._number(row.percent))
        return {
            "percent": percent,
            "per_try": row.per_try,
            "do": [*tasks, *self._ending(where, tasks, row.to, names)],
        }

    @staticmethod
    def _ending(where: str, tasks: list[Task], to: str | None, names: RunNames) -> list[Task]:
        """Return how the event goes on: a page, the way out, or nothing more where a fight begins."""
        fights = {task(name)[0] for name in ("fight", "boss_of_act", "adventurer_fights")}
        if to == NOWHERE or any(numbers[0] in fights for numbers in tasks):
            return []
        if to is None:
            return [task("leave")]
        if to not in names.pages:
            raise ContentError("spire.run_no_such_row", kind="page", name=f"{where}: {to}")
        return [task("page", n=names.pages[to])]

    def _neow(self) -> list[dict[str, Any]]:
        library = self.library
        first = len(library.gifts)
        drawbacks = {row.id: first + number for number, row in enumerate(library.drawbacks)}
        gifts = [
            {
                "id": row.id,
                "text": row.text,
                "group": _GROUPS[row.group],
                "unless": drawbacks[row.unless] if row.unless else 255,
                "do": read_tasks(f"neow: {row.id}", row.do, self.names),
            }
            for row in library.gifts
        ]
        prices = [
            {
                "id": row.id,
                "text": row.text,
                "group": _DRAWBACK,
                "do": read_tasks(f"neow: {row.id}", row.do, self.names),
            }
            for row in library.drawbacks
        ]
        return gifts + prices


def strong_attacks(content: Compiled) -> list[int]:
    """Return, by row, which cards are attacks for ten or more before anything is added.

    >>> content = compiled()
    >>> [strong_attacks(content)[content.cards[name]] for name in ("Bash", "Bash+", "Bludgeon")]
    [0, 1, 1]
    """
    found: Mapping[int, bool] = {
        content.cards[f"{row.id}{mark}"]: _deals_ten(version.steps or row.steps or [])
        for row in content.library.cards
        if row.type == "attack"
        for mark, version in (("", row), ("+", row.upgraded))
        if version is not None
    }
    return [int(found.get(row, False)) for row in range(len(content.card_kinds))]


def _deals_ten(steps: list[str]) -> bool:
    amounts = [re.match(r"damage (\d+)", step) for step in steps]
    return any(found is not None and int(found[1]) >= 10 for found in amounts)
