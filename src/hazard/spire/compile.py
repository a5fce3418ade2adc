"""From tables that a person reads to the arrays of the compiled rules, at one ascension."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from hazard import _core
from hazard.spire.compile_monsters import all_rows, monster_kinds
from hazard.spire.library import ContentError, Library, shipped
from hazard.spire.phrases import WORDS, Names, StepRow, read_all
from hazard.spire.schema import CARD_TYPES, NEEDS, RARITIES, CardRow, RelicRow, Version

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
_COSTS = {"X": -1, "unplayable": -2}
_TRIGGERS = ("when_drawn", "when_exhausted", "at_end_of_turn", "when_another_is_played")
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
        raise ContentError(f"ascension is {ascension}; expected 0 to 20")
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
    core.cards = [kind for row in library.cards for kind in _card_kinds(core, row, cards, names)]
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
        raise ContentError(f"power {row!r}: the rules know no power {rule!r}")
    return powers[rule]


def _card_rows(library: Library) -> dict[str, int]:
    rows: dict[str, int] = {}
    number = 0
    for row in library.cards:
        if row.id in rows:
            raise ContentError(f"card {row.id!r} is there twice")
        rows[row.id] = number
        number += 1
        if row.upgraded is not None:
            rows[f"{row.id}+"] = number
            number += 1
    return rows


def _card_kinds(
    core: _core.SpireContent, row: CardRow, rows: Mapping[str, int], names: Names
) -> list[_core.SpireCardKind]:
    base = _card_kind(core, row, row, names)
    base.upgrade = rows.get(f"{row.id}+", rows[row.id])
    if row.upgraded is None:
        return [base]
    changes = {k: v for k, v in row.upgraded.model_dump().items() if v is not None}
    upgraded = _card_kind(core, row, row.model_copy(update=changes), names)
    upgraded.name = f"{row.name}+"
    upgraded.upgrade = rows[f"{row.id}+"]
    return [base, upgraded]


def _card_kind(core: _core.SpireContent, row: CardRow, version: Version, names: Names) -> _core.SpireCardKind:
    kind = _core.SpireCardKind()
    kind.id, kind.name = row.id, row.name
    kind.type, kind.rarity = CARD_TYPES.index(row.type), RARITIES.index(row.rarity)
    kind.needs = NEEDS.index(row.needs)
    cost = version.cost if version.cost is not None else "unplayable"
    kind.cost = _COSTS[cost] if isinstance(cost, str) else cost
    place = f"card {row.id!r}"
    steps = _read(version.steps, names, place)
    kind.play = core.add_steps(steps)
    for trigger in _TRIGGERS:
        setattr(kind, trigger, core.add_steps(_read(getattr(version, trigger), names, f"{place}: {trigger}")))
    flags = {name: bool(getattr(version, name)) for name in ("exhausts", "ethereal", "innate", "retains")}
    flags |= {
        name: getattr(row, name)
        for name in ("strike", "healing", "cheaper_when_hurt", "limits_plays", "upgrades_forever")
    }
    flags["aims"] = version.target == "enemy"
    flags["needs_aimed"] = any(step.op == _DAMAGE and step.who == _EACH_FOE for step in steps)
    flags["unknown"] = row.id in UNKNOWN.values()
    kind.flags = sum(_FLAGS[name] for name, on in flags.items() if on)
    return kind


_DAMAGE, _EACH_FOE = WORDS["op"].index("damage"), 9


def _read(phrases: list[str] | None, names: Names, place: str) -> list[StepRow]:
    try:
        return read_all(phrases or [], names)
    except ValueError as error:
        raise ContentError(f"{place}: {error}") from None


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
    for row in library.relics:
        kind = _core.SpireRelicKind()
        kind.id, kind.name, kind.energy = row.id, row.name, row.energy
        kind.every, kind.each_turn, kind.once = row.every, row.each_turn, row.once
        kind.bit, free = _relic_bit(row, free)
        if row.occasion not in WORDS["occasion"]:
            raise ContentError(f"relic {row.id!r}: there is no occasion {row.occasion!r}")
        kind.occasion = WORDS["occasion"].index(row.occasion)
        if row.every > 1 or row.once or row.counts:
            kind.counter = counter
            counter += 1
        steps = _read(row.steps, replace(names, by_card=False), f"relic {row.id!r}")
        kind.steps = core.add_steps(steps)
        rows[row.id] = len(kinds)
        kinds.append(kind)
    core.relics = kinds
    return rows


def _relic_bit(row: RelicRow, free: int) -> tuple[int, int]:
    if row.rule is None:
        return free, free + 1
    if row.rule not in _RELIC_RULES:
        raise ContentError(f"relic {row.id!r}: the rules know no relic {row.rule!r}")
    return _RELIC_RULES[row.rule], free


def _compile_potions(core: _core.SpireContent, library: Library, names: Names) -> dict[str, int]:
    empty = _core.SpirePotionKind()
    empty.id, empty.name, empty.usable = "Potion Slot", "empty", False
    kinds, rows = [empty], {"Potion Slot": 0}
    speaker = replace(names, by_card=False)
    for row in library.potions:
        kind = _core.SpirePotionKind()
        kind.id, kind.name, kind.usable, kind.aims = row.id, row.name, row.usable, row.target == "enemy"
        kind.saves_life, kind.flees = row.saves_life, "escape" in row.steps
        kind.steps = core.add_steps(_read(row.steps, speaker, f"potion {row.id!r}"))
        doubled = row.steps if row.doubled is None else row.doubled
        kind.doubled = core.add_steps(_read(doubled, speaker, f"potion {row.id!r}: doubled"))
        rows[row.id] = len(kinds)
        kinds.append(kind)
    core.potions = kinds
    return rows
