"""From tables that a person reads to the arrays of the compiled rules, at one ascension."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from hazard import _core
from hazard.spire.rules.compile_monsters import all_rows, monster_kinds
from hazard.spire.rules.library import ContentError, Library, shipped
from hazard.spire.rules.phrases import WORDS, Names, StepRow, read_all, read_each
from hazard.spire.rules.schema import CARD_TYPES, NEEDS, RARITIES, CardRow, RelicRow, Version

_FLAGS = {
    "exhausts": 1,
    "ethereal": 2,
    "innate": 4,
    "retains": 8,
    "aims": 16,
    "strike": 32,
    "cheaper_when_hurt": 64,
    "limits_plays": 128,
    "upgrades_forever": 256,
    "needs_aimed": 512,
    "healing": 1024,
    "unknown": 2048,
}
UPGRADES_FOREVER = _FLAGS["upgrades_forever"]
_COSTS = {"X": -1, "unplayable": -2}
_TRIGGERS = ("when_drawn", "when_exhausted", "at_end_of_turn", "when_another_is_played")
_PARTS = ("steps", *_TRIGGERS)
"""Where a card has phrases."""
POOLS = ("attack", "skill", "power", "card", "colorless")
"""Cards that are made by chance, by these names: the Ironclad's and colourless ones, none that heals."""
UNKNOWN = {"attack": "Unknown attack", "skill": "Unknown skill", "power": "Unknown power"}
_RELIC_RULES = {name: number for number, name in enumerate(WORDS["relic"])}


@dataclass(frozen=True)
class Compiled:
    """Content as the rules read it, and where each name is in it."""

    core: _core.SpireContent
    library: Library
    ascension: int
    cards: Mapping[str, int]
    """Rows of cards by id; of upgraded versions by id and ``+``."""
    monsters: Mapping[str, int]
    relics: Mapping[str, int]
    potions: Mapping[str, int]
    powers: Mapping[str, int]
    """Numbers of powers by the game's id and by our word."""
    moves: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of each monster: rows of its moves by name."""
    card_kinds: list[_core.SpireCardKind] = field(default_factory=list)
    relic_kinds: list[_core.SpireRelicKind] = field(default_factory=list)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was compiled from; what comes with hazard is there already."""
        if self.library is shipped():
            return compiled, (self.ascension,)
        return compile_library, (self.library, self.ascension)

    def core_card(self, row: int) -> _core.SpireCardKind:
        """Return the kind of card in ``row``."""
        return self.card_kinds[row]


@cache
def compiled(ascension: int = 0) -> Compiled:
    """Return the content that comes with hazard, compiled at ``ascension``.

    >>> content = compiled()
    >>> content.core.cards[content.cards["Bash+"]].name
    'Bash+'
    """
    return compile_library(shipped(), ascension)


def compile_library(library: Library, ascension: int = 0) -> Compiled:
    """Compile ``library`` at ``ascension``; an error names the row and the phrase."""
    if not 0 <= ascension <= 20:
        raise ContentError("spire.ascension_out_of_range", ascension=ascension)
    core = _core.SpireContent()
    core.ascension = ascension
    cards = _card_rows(library)
    monsters = {row.key: number for number, row in enumerate(all_rows(library))}
    names = Names(
        cards={**cards, **{row.name: cards[row.id] for row in library.cards if row.name not in cards}},
        pools={name: number for number, name in enumerate(POOLS)},
        monsters=monsters,
        ascension=ascension,
    )
    _compile_cards(core, library, cards, names)
    core.pools = _pools(library, cards)
    relics = _compile_relics(core, library, names)
    potions = _compile_potions(core, library, names)
    kinds, moves = monster_kinds(core, library, names)
    core.monsters = kinds
    core.wound, core.dazed = cards.get("Wound", 0), cards.get("Dazed", 0)
    core.prepare()
    powers = {name: number for number, name in enumerate(WORDS["power"])}
    powers |= {row.id: _known_power(powers, row.rule, row.id) for row in library.powers}
    return Compiled(
        core,
        library,
        ascension,
        cards,
        monsters,
        relics,
        potions,
        powers,
        moves,
        list(core.cards),
        list(core.relics),
    )


def _known_power(powers: Mapping[str, int], rule: str, row: str) -> int:
    if rule not in powers:
        raise ContentError("spire.no_rule_for_power", power=row, rule=rule)
    return powers[rule]


def _card_rows(library: Library) -> dict[str, int]:
    rows: dict[str, int] = {}
    number = 0
    for row in library.cards:
        if row.id in rows:
            raise ContentError("spire.card_given_twice", card=row.id)
        rows[row.id] = number
        number += 1
        if row.upgraded is not None:
            rows[f"{row.id}+"] = number
            number += 1
    return rows


def _compile_cards(core: _core.SpireContent, library: Library, rows: Mapping[str, int], names: Names) -> None:
    """Add every version of every card: first its phrases are read, all of them, then the kinds are made."""
    versions = [(row, *version) for row in library.cards for version in _versions(row)]
    written = [
        (f"card {row.id!r}" + (f": {part}" if part in _TRIGGERS else ""), getattr(version, part) or [], names)
        for row, _, version in versions
        for part in _PARTS
    ]
    steps = iter(read_each(written, read_all))
    kinds = []
    for row, mark, version in versions:
        kind = _card_kind(core, row, version, [next(steps) for _ in _PARTS])
        kind.name += mark
        kind.upgrade = rows.get(f"{row.id}+", rows[row.id])
        kinds.append(kind)
    core.cards = kinds


def _versions(row: CardRow) -> list[tuple[str, CardRow]]:
    """Return the card, and upgraded if it can be, each with the mark that its name ends with."""
    if row.upgraded is None:
        return [("", row)]
    changes = {k: v for k, v in row.upgraded.model_dump().items() if v is not None}
    return [("", row), ("+", row.model_copy(update=changes))]


def _card_kind(
    core: _core.SpireContent, row: CardRow, version: Version, steps: list[list[StepRow]]
) -> _core.SpireCardKind:
    kind = _core.SpireCardKind()
    kind.id, kind.name = row.id, row.name
    kind.type, kind.rarity = CARD_TYPES.index(row.type), RARITIES.index(row.rarity)
    kind.needs = NEEDS.index(row.needs)
    cost = version.cost if version.cost is not None else "unplayable"
    kind.cost = _COSTS[cost] if isinstance(cost, str) else cost
    for part, read in zip(_PARTS, steps, strict=True):
        setattr(kind, "play" if part == "steps" else part, core.add_steps(read))
    flags = {name: bool(getattr(version, name)) for name in ("exhausts", "ethereal", "innate", "retains")}
    flags |= {
        name: getattr(row, name)
        for name in ("strike", "healing", "cheaper_when_hurt", "limits_plays", "upgrades_forever")
    }
    flags["aims"] = version.target == "enemy"
    flags["needs_aimed"] = any(step.op == _DAMAGE and step.who == _EACH_FOE for step in steps[0])
    flags["unknown"] = row.id in UNKNOWN.values()
    kind.flags = sum(_FLAGS[name] for name, on in flags.items() if on)
    return kind


_DAMAGE, _EACH_FOE = WORDS["op"].index("damage"), 9


def _pools(library: Library, rows: Mapping[str, int]) -> list[list[int]]:
    made = [row for row in library.cards if row.rarity in ("common", "uncommon", "rare") and not row.healing]
    red = [row for row in made if row.color == "red"]
    by_type = [[rows[row.id] for row in red if row.type == kind] for kind in ("attack", "skill", "power")]
    colorless = [rows[row.id] for row in made if row.color == "colorless"]
    return [*by_type, [rows[row.id] for row in red], colorless]


def _compile_relics(core: _core.SpireContent, library: Library, names: Names) -> dict[str, int]:
    """Relics with a rule of their own have its number as their bit; the others come after them."""
    kinds: list[_core.SpireRelicKind] = []
    rows: dict[str, int] = {}
    counter, free = 0, len(_RELIC_RULES)
    speaker = replace(names, by_card=False)
    read = read_each([(f"relic {row.id!r}", row.steps, speaker) for row in library.relics], read_all)
    for row, steps in zip(library.relics, read, strict=True):
        kind = _core.SpireRelicKind()
        kind.id, kind.name, kind.energy = row.id, row.name, row.energy
        kind.every, kind.each_turn, kind.once = row.every, row.each_turn, row.once
        kind.bit, free = _relic_bit(row, free)
        if row.occasion not in WORDS["occasion"]:
            raise ContentError("spire.no_such_occasion", relic=row.id, occasion=row.occasion)
        kind.occasion = WORDS["occasion"].index(row.occasion)
        if row.every > 1 or row.once or row.counts:
            kind.counter = counter
            counter += 1
        kind.steps = core.add_steps(steps)
        rows[row.id] = len(kinds)
        kinds.append(kind)
    core.relics = kinds
    return rows


def _relic_bit(row: RelicRow, free: int) -> tuple[int, int]:
    if row.rule is None:
        return free, free + 1
    if row.rule not in _RELIC_RULES:
        raise ContentError("spire.no_rule_for_relic", relic=row.id, rule=row.rule)
    return _RELIC_RULES[row.rule], free


def _compile_potions(core: _core.SpireContent, library: Library, names: Names) -> dict[str, int]:
    empty = _core.SpirePotionKind()
    empty.id, empty.name, empty.usable = "Potion Slot", "empty", False
    kinds, rows = [empty], {"Potion Slot": 0}
    speaker = replace(names, by_card=False)
    written = []
    for row in library.potions:
        doubled = row.steps if row.doubled is None else row.doubled
        place = f"potion {row.id!r}"
        written += [(place, row.steps, speaker), (f"{place}: doubled", doubled, speaker)]
    steps = iter(read_each(written, read_all))
    for row in library.potions:
        kind = _core.SpirePotionKind()
        kind.id, kind.name, kind.usable, kind.aims = row.id, row.name, row.usable, row.target == "enemy"
        kind.saves_life, kind.flees = row.saves_life, "escape" in row.steps
        kind.steps, kind.doubled = core.add_steps(next(steps)), core.add_steps(next(steps))
        rows[row.id] = len(kinds)
        kinds.append(kind)
    core.potions = kinds
    return rows
