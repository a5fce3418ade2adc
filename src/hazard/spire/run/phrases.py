"""The grammar of what happens between fights: ``"lose 7 hp"``, ``"relic of rare"``, ``"gold 50-80"``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hazard import _core
from hazard.spire.rules.library import ContentError
from hazard.spire.rules.numbers import at_ascension

Task = tuple[int, int, int, int, int, int]
"""The number of a task, and its fields a, b, c, n and m; see ``cpp/domains/spire/run/words.hpp``."""
Condition = tuple[int, int, int]

WORDS: dict[str, list[str]] = _core.spire_run_words()
_TASKS = {name: number for number, name in enumerate(WORDS["task"])}
_PURPOSES = {name: number for number, name in enumerate(WORDS["purpose"])}
_OFFERS = {name: number for number, name in enumerate(WORDS["offer"])}
_TIERS = {"any": 0, "common": 1, "uncommon": 2, "rare": 3, "shop": 4, "boss": 5}
_RARITIES = {"common": 1, "uncommon": 2, "rare": 3}
_TO_PLAYER, _TO_REWARDS = 0, 1
_ROUNDED = {None: 0, " rounded": 1, " rounded up": 2}
_PICKS = {
    "an attack": 0,
    "a skill": 1,
    "a power": 2,
    "a potion": 3,
    "a card": 4,
    "a relic": 5,
    "another relic": 6,
    "gold": 7,
}
_N = r"(\d+(?:-\d+)?(?:/\d+(?:-\d+)?@\d+)*)"
"""A number, or a range of numbers, that may depend on the ascension."""


@dataclass(frozen=True)
class RunNames:
    """Where the names in phrases point to."""

    cards: Mapping[str, int]
    relics: Mapping[str, int]
    encounters: Mapping[str, int]
    pages: Mapping[str, int]
    ascension: int

    def number(self, text: str) -> int:
        """Return the one number that ``text`` means."""
        return at_ascension(text, self.ascension)[0]

    def span(self, text: str) -> tuple[int, int]:
        """Return the numbers from which to which ``text`` goes."""
        return at_ascension(text, self.ascension)


def task(name: str, a: int = 0, b: int = 0, c: int = 0, n: int = 0, m: int = 0) -> Task:
    """Return a task by its name.

    >>> task("leave")[1:]
    (0, 0, 0, 0, 0)
    """
    return (_TASKS[name], a, b, c, n, m)


Reader = Callable[[re.Match[str], RunNames], list[Task]]
_READERS: list[tuple[re.Pattern[str], Reader]] = []


def _phrase(pattern: str) -> Callable[[Reader], Reader]:
    def keep(reader: Reader) -> Reader:
        _READERS.append((re.compile(pattern.replace("<N>", _N)), reader))
        return reader

    return keep


def _looked_up(table: Mapping[str, int], name: str) -> int:
    if name not in table:
        raise KeyError(name)
    return table[name]


# ---- hit points and gold -----------------------------------------------------------------------------------


@_phrase(r"(heal|lose|max hp|lose max) <N>(%| thousandths)?( hp| max hp)?( rounded up| rounded)?")
def _share(found: re.Match[str], names: RunNames) -> list[Task]:
    verb, number, unit, what, rounded = found.groups()
    kind = {
        ("heal", None): "heal",
        ("lose", " hp"): "lose_hp",
        ("max hp", None): "max_hp",
        ("lose", " max hp"): "lose_max_hp",
    }[verb, what]
    whole = {None: 0, "%": 100, " thousandths": 1000}[unit]
    return [task(kind, b=1 if unit else 0, c=_ROUNDED[rounded], n=names.number(number), m=whole)]


@_phrase(r"heal (\d+)/(\d+)")
def _heal_part(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("heal", b=1, n=int(found[1]), m=int(found[2]))]


@_phrase(r"heal all")
def _heal_all(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("heal", n=9999)]


@_phrase(r"lose <N> hp more by number (\d)")
def _lose_more(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("lose_hp", a=int(found[2]) + 1, n=names.number(found[1]))]


@_phrase(r"lose (\d+) tenths of the hp")
def _lose_tenths(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("lose_hp", b=2, n=int(found[1]), m=10)]


@_phrase(r"(gold|offer gold|lose) <N>( gold)?")
def _gold(found: re.Match[str], names: RunNames) -> list[Task]:
    kind = {("gold", None): "gold", ("offer gold", None): "offer_gold", ("lose", " gold"): "lose_gold"}[
        found[1], found[3]
    ]
    low, high = names.span(found[2])
    return [task(kind, n=low, m=high)]


@_phrase(r"gold of the act")
def _gold_of_act(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("gold_of_act", n=100)]


@_phrase(r"lose all gold")
def _lose_all(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("lose_gold", n=-1, m=-1)]


# ---- relics and potions ------------------------------------------------------------------------------------


@_phrase(r"(offer )?relic(?: of (\w+))?( without a screen)?")
def _find_relic(found: re.Match[str], names: RunNames) -> list[Task]:
    to = _TO_REWARDS if found[1] else _TO_PLAYER
    return [task("find_relic", a=_TIERS[found[2] or "any"], b=to, m=1 if found[3] else 0)]


@_phrase(r"(offer |lose )?relic (.+)")
def _named_relic(found: re.Match[str], names: RunNames) -> list[Task]:
    kind = {None: "gain_relic", "offer ": "offer_relic", "lose ": "lose_relic"}[found[1]]
    return [task(kind, n=_looked_up(names.relics, found[2]))]


@_phrase(r"(offer )?(?:<N> )?potions?")
def _find_potion(found: re.Match[str], names: RunNames) -> list[Task]:
    to = _TO_REWARDS if found[1] else _TO_PLAYER
    return [task("find_potion", b=to)] * (names.number(found[2]) if found[2] else 1)


@_phrase(r"(\d) potion slots")
def _slots(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("more_potions", n=int(found[1]))]


# ---- cards -------------------------------------------------------------------------------------------------


@_phrase(r"add (?:<N> )?(.+)")
def _add(found: re.Match[str], names: RunNames) -> list[Task]:
    count = names.number(found[1]) if found[1] else 1
    return [task("add_card", n=_looked_up(names.cards, found[2]), m=count)]


@_phrase(r"offer (?:(\d) )?(\w+)")
def _offer(found: re.Match[str], names: RunNames) -> list[Task]:
    kind = "hallway" if found[2] == "cards" else found[2]
    return [task("offer_cards", a=_looked_up(_OFFERS, kind), n=int(found[1] or 0))]


@_phrase(r"random (\w+)( colorless)? card")
def _random_card(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("find_card", a=_RARITIES[found[1]], b=1 if found[2] else 0)]


@_phrase(r"curse")
def _curse(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("find_curse")]


@_phrase(r"(remove|upgrade|transform|transform and upgrade|duplicate|sacrifice|obtain) (\d)")
def _grid(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("grid", a=_PURPOSES[found[1].replace(" ", "_")], n=int(found[2]))]


@_phrase(r"bottle an? (attack|skill|power)")
def _bottle(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("grid", a=_PURPOSES[f"bottle_{found[1]}"], n=1)]


@_phrase(r"(upgrade|transform) (\d)( attacks| skills)? at random")
def _at_random(found: re.Match[str], names: RunNames) -> list[Task]:
    which = {None: 0, " attacks": 1, " skills": 2}[found[3]]
    return [task(f"{found[1]}_random", a=which, n=int(found[2]))]


@_phrase(r"(upgrade all|upgrade the basics|transform the basics|remove the curses|remove the strikes)")
def _whole_deck(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task(found[1].replace(" the ", "_").replace(" ", "_"))]


@_phrase(r"lay out (\d+)")
def _lay_out(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("lay_out", n=int(found[1]))]


# ---- the course of an event --------------------------------------------------------------------------------


@_phrase(r"fight a boss of act (\d)")
def _boss(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("boss_of_act", n=int(found[1]))]


@_phrase(r"fight (.+?)(?: then (\w+))?")
def _fight(found: re.Match[str], names: RunNames) -> list[Task]:
    page = -1 if found[2] is None else _looked_up(names.pages, found[2])
    return [task("fight", n=_looked_up(names.encounters, found[1]), m=page)]


@_phrase(r"count (\d)")
def _count(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("count", a=int(found[1]), n=1)]


@_phrase(r"toss (\d) of (\d)")
def _toss(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("toss", a=int(found[1]), n=int(found[2]))]


@_phrase(r"pick (\d) (.+)")
def _pick(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task("pick", a=int(found[1]), b=_PICKS[found[2]])]


@_phrase(r"(remove picked|lose picked relic|lose picked potion|lose picked gold) (\d)")
def _picked(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task(found[1].replace(" ", "_"), a=int(found[2]))]


@_phrase(r"(adventurer finds|adventurer fights|match|to the boss)")
def _by_name(found: re.Match[str], names: RunNames) -> list[Task]:
    return [task({"to the boss": "to_boss"}.get(found[1], found[1].replace(" ", "_")))]


def read_tasks(place: str, phrases: list[str], names: RunNames) -> list[Task]:
    """Return what the phrases mean; an error names the place and the phrase.

    >>> names = RunNames({}, {}, {}, {}, ascension=20)
    >>> [numbers[4] for numbers in read_tasks("here", ["lose 3/5@15 hp", "gold 10"], names)]
    [5, 10]
    """
    found: list[Task] = []
    for phrase in phrases:
        found += _read(place, phrase, names)
    return found


def _read(place: str, phrase: str, names: RunNames) -> list[Task]:
    for pattern, reader in _READERS:
        match = pattern.fullmatch(phrase)
        if match is None:
            continue
        try:
            return reader(match, names)
        except KeyError:
            continue
    raise ContentError("spire.run_phrase_unreadable", place=place, phrase=phrase)


# ---- conditions --------------------------------------------------------------------------------------------

_ASKS = (
    "always",
    "gold",
    "has",
    "lacks",
    "potion",
    "picked",
    "number_is",
    "number_below",
    "upgradable",
    "removable",
    "floor_at_most",
    "floor_above",
    "hp_above",
    "hp_share_at_most",
    "cursed",
    "relics",
    "row_above",
    "transformable",
    "ascension_below",
    "strong_attack",
)
_CONDITIONS: list[tuple[str, str]] = [
    (r"gold <N>", "gold"),
    (r"picked (\d)", "picked"),
    (r"number (\d) is (\d+)", "number_is"),
    (r"number (\d) below (\d+)", "number_below"),
    (r"floor at most (\d+)", "floor_at_most"),
    (r"floor above (\d+)", "floor_above"),
    (r"hp above (\d+)", "hp_above"),
    (r"hp at most (\d+)%", "hp_share_at_most"),
    (r"relics (\d+)", "relics"),
    (r"row above (\d+)", "row_above"),
    (r"upgradable", "upgradable"),
    (r"removable", "removable"),
    (r"cursed", "cursed"),
    (r"strong attack", "strong_attack"),
]


def read_conditions(place: str, phrases: list[str], names: RunNames) -> list[Condition]:
    """Return what has to hold.

    >>> read_conditions("here", ["gold 50/75@15"], RunNames({}, {}, {}, {}, 20))
    [(1, 75, 0)]
    """
    return [_condition(place, phrase, names) for phrase in phrases]


def _condition(place: str, phrase: str, names: RunNames) -> Condition:
    owned = re.fullmatch(r"(has|lacks) (.+)", phrase)
    if owned and owned[2] in names.relics:
        return (_ASKS.index(owned[1]), names.relics[owned[2]], 0)
    for pattern, ask in _CONDITIONS:
        found = re.fullmatch(pattern.replace("<N>", _N), phrase)
        if found:
            numbers: list[int] = [names.number(text) for text in found.groups()]
            n, m = [*numbers, 0, 0][:2]
            return (_ASKS.index(ask), n, m)
    raise ContentError("spire.run_phrase_unreadable", place=place, phrase=phrase)
