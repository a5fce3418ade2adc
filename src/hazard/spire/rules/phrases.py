"""The grammar of steps: ``"damage 8"``, ``"apply weak 2 to all"``, and what the compiled rules make of them.

A phrase becomes one step or several: five small numbers that C++ reads (op, who, times, amount, arg). The
words for powers, ops and the like come from the rules themselves, so a word that they do not know is an error
here, with the place that wrote it.

Over 400 lines: the whole grammar of steps, one function for each phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from hazard import _core
from hazard.content import ContentError
from hazard.errors import HazardError
from hazard.spire.rules.numbers import NUMBER, one_number

WORDS: dict[str, list[str]] = _core.spire_words()
_NUMBERS = {kind: {name: number for number, name in enumerate(names)} for kind, names in WORDS.items()}
OPS, POWERS, DEEDS = _NUMBERS["op"], _NUMBERS["power"], _NUMBERS["deed"]
CONDITIONS, AMOUNTS = _NUMBERS["condition"], _NUMBERS["amount"]

WHO = {
    "player": 7,
    "target": 8,
    "all": 9,
    "at random": 10,
    "self": 11,
    "allies": 12,
    "others": 13,
    "ally": 14,
    "nobody": 15,
}
PILES = {"hand": 0, "discard": 1, "draw": 2, "exhaust": 3, "options": 4}
PLACES = {"hand": 0, "draw": 1, "discard": 2, "top": 3}
FREE_THIS_TURN, FREE, UPGRADED = 16, 32, 64
FILTERS = {
    "cards": 0,
    "attacks": 1,
    "skills": 2,
    "powers": 3,
    "attacks or powers": 4,
    "upgradable": 5,
    "others": 6,
}
Text = TypeVar("Text")
Read = TypeVar("Read")
TIMES_X = 255
ANY_NUMBER = 99


class StepRow(NamedTuple):
    """A step as the rules read it."""

    op: int
    who: int = WHO["nobody"]
    times: int = 1
    amount: int = 0
    arg: int = 0


@dataclass(frozen=True)
class Names:
    """What a phrase may refer to, and who speaks it."""

    cards: Mapping[str, int] = field(default_factory=dict)
    pools: Mapping[str, int] = field(default_factory=dict)
    monsters: Mapping[str, int] = field(default_factory=dict)
    moves: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, int] = field(default_factory=dict)
    ascension: int = 0
    by_card: bool = True
    aims: bool = True

    def number(self, text: str) -> int:
        """Return the number that ``text`` means at this ascension."""
        return one_number(text, self.ascension)


Builder = Callable[[re.Match[str], Names], list[StepRow]]
_GRAMMAR: list[tuple[re.Pattern[str], Builder, str]] = []


def _phrase(pattern: str, example: str) -> Callable[[Builder], Builder]:
    compiled = re.compile(pattern.replace("<n>", f"({NUMBER})"))

    def register(builder: Builder) -> Builder:
        _GRAMMAR.append((compiled, builder, example))
        return builder

    return register


def read(phrase: str, names: Names) -> list[StepRow]:
    """Return the steps that ``phrase`` means.

    >>> steps = read("apply vulnerable 2", Names())
    >>> steps == [StepRow(OPS["apply"], WHO["target"], 1, 2, POWERS["vulnerable"])]
    True
    >>> read("drawing 3", Names())
    Traceback (most recent call last):
    hazard.errors.HazardError: no rule for the step 'drawing 3'; try something like 'add 1 Wound to hand'
    """
    text = " ".join(phrase.split())
    for pattern, builder, _ in _GRAMMAR:
        match = pattern.fullmatch(text)
        if match is not None:
            return builder(match, names)
    raise HazardError("spire.no_rule_for_step", phrase=phrase, example=_near(text))


def read_all(phrases: list[str], names: Names) -> list[StepRow]:
    """Return the steps of several phrases, one after the other."""
    return [step for phrase in phrases for step in read(phrase, names)]


def read_each(
    written: Iterable[tuple[str, Text, Names]], reader: Callable[[Text, Names], Read]
) -> list[Read]:
    """Return what ``reader`` makes of all that is written; an error names the place where it is."""
    found = []
    for place, text, names in written:
        try:
            found.append(reader(text, names))
        except ValueError as error:
            raise ContentError("spire.error_in_content", place=place, error=error) from None
    return found


def examples() -> list[str]:
    """Return an example of each kind of phrase, sorted."""
    return sorted(repr(example) for _, _, example in _GRAMMAR)


def _near(text: str) -> str:
    first = text.partition(" ")[0]
    return next((example for example in examples() if example.startswith(f"'{first} ")), examples()[0])


def _known(table: Mapping[str, int], word: str, what: str) -> int:
    if word not in table:
        close = ", ".join(sorted(table)[:8])
        raise HazardError(
            "spire.no_such_word", what=what, word=word, known=close, more=" …" if len(table) > 8 else ""
        )
    return table[word]


def _whom(word: str | None, names: Names, otherwise: str) -> int:
    if word is None:
        return WHO[otherwise]
    return WHO[word.removeprefix("to ")]


_TO = r"(?: (to all|at random|to self|to allies|to others|to ally|to player))?"
_TIMES = r"(?: x(\d+|X))?"


def _times(text: str | None) -> int:
    return TIMES_X if text == "X" else int(text or 1)


@_phrase(
    rf"damage <n>{_TIMES}{_TO}(?: (strength) x(\d+)| \+(\d+) per (strike)| (grown)| (searing)| (healing))?",
    "damage 8 x2 to all",
)
def _damage(m: re.Match[str], names: Names) -> list[StepRow]:
    amount, arg = "plain", 0
    if m[4]:
        amount, arg = "strength_times", int(m[5])
    elif m[7]:
        amount, arg = "per_strike", int(m[6])
    else:
        amount = m[8] or m[9] or m[10] or "plain"
    who = _whom(m[3], names, "target")
    return [StepRow(OPS["damage"], who, _times(m[2]), names.number(m[1]), AMOUNTS[amount] | arg << 8)]


@_phrase(r"damage (block|draw pile)", "damage block")
def _damage_by(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["damage"], WHO["target"], 1, 0, AMOUNTS[m[1].replace(" ", "_")])]


@_phrase(rf"hurt <n>{_TIMES}{_TO}", "hurt 10 to all")
def _hurt(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["hurt"], _whom(m[3], names, "target"), _times(m[2]), names.number(m[1]))]


@_phrase(rf"block <n>{_TIMES}{_TO}", "block 5")
def _block(m: re.Match[str], names: Names) -> list[StepRow]:
    amount = AMOUNTS["plain" if names.by_card else "unscaled"]
    return [StepRow(OPS["block"], _whom(m[3], names, "self"), _times(m[2]), names.number(m[1]), amount)]


@_phrase(rf"apply (\w+) <n>{_TO}", "apply weak 2 to all")
def _apply(m: re.Match[str], names: Names) -> list[StepRow]:
    power = _known(POWERS, m[1], "power")
    return [StepRow(OPS["apply"], _whom(m[3], names, "target"), 1, names.number(m[2]), power)]


@_phrase(rf"(gain|lose) (\w+) <n>{_TO}", "gain strength 2")
def _gain(m: re.Match[str], names: Names) -> list[StepRow]:
    power, sign = _known(POWERS, m[2], "power"), 1 if m[1] == "gain" else -1
    return [StepRow(OPS["apply"], _whom(m[4], names, "self"), 1, sign * names.number(m[3]), power)]


@_phrase(r"remove (\w+)(?: (from self))?", "remove weak from self")
def _remove(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["remove"], WHO["self"], 1, 0, _known(POWERS, m[1], "power"))]


@_phrase(r"(draw|energy|heal|gold) <n>", "draw 2")
def _plain(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS[m[1]], WHO["self"], 1, names.number(m[2]))]


@_phrase(r"(?:draw|energy) X(?: \+(\d+))?", "draw X +1")
def _draw_x(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS[m[0].split()[0]], WHO["self"], TIMES_X, int(m[1] or 0))]


@_phrase(r"heal <n>% of max hp", "heal 20% of max hp")
def _heal_percent(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["heal"], WHO["self"], 1, names.number(m[1]), AMOUNTS["max_hp_percent"])]


@_phrase(r"lose (<n>) hp", "lose 3 hp")
def _lose_hp(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["lose_hp"], WHO["self"], 1, names.number(m[1]))]


@_phrase(r"lose hp for each card in hand", "lose hp for each card in hand")
def _regret(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["lose_hp"], WHO["self"], 1, 0, AMOUNTS["cards_in_hand"])]


@_phrase(r"max hp <n>", "max hp 3")
def _max_hp(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["max_hp"], WHO["self"], 1, names.number(m[1]))]


def _place(place: str, free: str | None, upgraded: bool = False) -> int:
    bits = PLACES[place] | (UPGRADED if upgraded else 0)
    if free:
        bits |= FREE_THIS_TURN if "this turn" in free else FREE
    return bits


@_phrase(
    r"add <n> ([A-Z_][\w' .+-]*) to (hand|draw|discard|top)( free(?: this turn)?)?", "add 1 Wound to hand"
)
def _add_card(m: re.Match[str], names: Names) -> list[StepRow]:
    card = _known(names.cards, m[2], "card")
    return [StepRow(OPS["add_card"], WHO["self"], _place(m[3], m[4]), names.number(m[1]), card)]


@_phrase(r"add a copy to (hand|draw|discard|top)", "add a copy to discard")
def _add_copy(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["add_copy"], WHO["self"], PLACES[m[1]], 1)]


@_phrase(
    r"add (<n>|X) random ([a-z_]+)( upgraded)? to (hand|draw|discard|top)( free(?: this turn)?)?",
    "add 1 random attack to hand free this turn",
)
def _add_random(m: re.Match[str], names: Names) -> list[StepRow]:
    pool = _known(names.pools, m[3], "pool of cards")
    count = -1 if m[1] == "X" else names.number(m[1])
    return [StepRow(OPS["add_random"], WHO["self"], _place(m[5], m[6], bool(m[4])), count, pool)]


@_phrase(r"discover ([a-z_]+)(?: x(\d))?( free(?: this turn)?)?", "discover attack free this turn")
def _discover(m: re.Match[str], names: Names) -> list[StepRow]:
    pool = _known(names.pools, m[1], "pool of cards")
    return [StepRow(OPS["discover"], WHO["self"], _place("hand", m[3]), int(m[2] or 1), pool)]


_DEED = r"exhaust|discard|put on top|put at bottom|upgrade|copy|take to hand|take free|gamble"


@_phrase(
    rf"choose (up to )?(<n>|any) (cards|attacks|skills|powers|attacks or powers|upgradable|others) "
    rf"from (hand|discard|draw|exhaust) to ({_DEED})(?: x(\d+))?",
    "choose 1 cards from hand to exhaust",
)
def _choose(m: re.Match[str], names: Names) -> list[StepRow]:
    optional = bool(m[1]) or m[2] == "any"
    if m[6] in ("upgrade", "copy") and m[5] != "hand":
        raise HazardError("spire.choice_not_from_hand", deed=m[6], pile=m[5])
    count = ANY_NUMBER if m[2] == "any" else names.number(m[2])
    deed = DEEDS[m[6].replace(" ", "_")] | PILES[m[5]] << 4
    arg = FILTERS[m[4]] | (1 << 8 if optional else 0) | int(m[7] or 1) << 9
    return [StepRow(OPS["choose"], WHO["self"], deed, count, arg)]


@_phrase(r"exhaust <n> random", "exhaust 1 random")
def _exhaust_random(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["exhaust_random"], WHO["self"], 1, names.number(m[1]))]


@_phrase(r"exhaust (hand|non-attacks)", "exhaust non-attacks")
def _exhaust_hand(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["exhaust_hand"], WHO["self"], 1, 0, int(m[1] == "non-attacks"))]


@_phrase(r"exhaust non-attacks for <n> block each", "exhaust non-attacks for 5 block each")
def _second_wind(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["second_wind"], WHO["self"], 1, names.number(m[1]))]


@_phrase(r"exhaust hand for <n> damage each", "exhaust hand for 7 damage each")
def _fiend_fire(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["fiend_fire"], WHO["target"], 1, names.number(m[1]))]


@_phrase(r"(upgrade hand|upgrade all|double block|double strength|end turn|escape|die)", "double block")
def _named(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS[m[1].replace(" ", "_")], WHO["self"])]


@_phrase(r"play (?:the top card|the top <n> cards)( and exhaust it)?", "play the top card and exhaust it")
def _play_top(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["play_top"], WHO["self"], 1, int(m[1] or 1), int(bool(m[2])))]


@_phrase(
    r"(a random card in hand is free|hand costs at most 1( this turn)?|hand costs by chance)",
    "hand costs at most 1 this turn",
)
def _cheaper(m: re.Match[str], names: Names) -> list[StepRow]:
    op = {"a": "cheap_random", "hand costs at": "cheap_hand", "hand costs by": "random_costs"}
    first = "a" if m[1].startswith("a ") else " ".join(m[1].split()[:3])
    return [StepRow(OPS[op[first]], WHO["self"], 1, 0, int(bool(m[2])))]


@_phrase(r"draw <n> random (attacks|skills) from the draw pile", "draw 3 random attacks from the draw pile")
def _violence(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["draw_from_deck"], WHO["self"], 1, names.number(m[1]), FILTERS[m[2]])]


@_phrase(r"shuffle the discard pile into the draw pile", "shuffle the discard pile into the draw pile")
def _shuffle(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["shuffle_discard"], WHO["self"])]


@_phrase(r"grow <n>", "grow 5")
def _grow(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["grow"], WHO["self"], 1, names.number(m[1]))]


@_phrase(r"upgrade a random card in hand", "upgrade a random card in hand")
def _upgrade_random(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["upgrade_random"], WHO["self"])]


@_phrase(r"discover ([a-z_]+) into draw pile", "discover card into draw pile")
def _discover_into(m: re.Match[str], names: Names) -> list[StepRow]:
    pool = _known(names.pools, m[1], "pool of cards")
    return [StepRow(OPS["discover"], WHO["self"], PLACES["draw"], 1, pool)]


@_phrase(r"fill potion slots", "fill potion slots")
def _fill(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["fill_potions"], WHO["self"])]


@_phrase(r"set a bomb of <n> in <n> turns", "set a bomb of 40 in 3 turns")
def _bomb(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["apply"], WHO["self"], names.number(m[1]), names.number(m[2]), POWERS["the_bomb"])]


@_phrase(r"hurt all by <n> at every 5th card", "hurt all by 10 at every 5th card")
def _panache(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["apply"], WHO["self"], names.number(m[1]), 5, POWERS["panache"])]


@_phrase(r"if (\w+): (.+)", "if vulnerable: draw 1; energy 1")
def _if(m: re.Match[str], names: Names) -> list[StepRow]:
    inner = [step for part in m[2].split(";") for step in read(part.strip(), names)]
    condition = _known(CONDITIONS, m[1], "condition")
    return [StepRow(OPS["if"], WHO["target"], 1, len(inner), condition), *inner]


@_phrase(r"roll", "roll")
def _roll(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["roll"], WHO["self"])]


@_phrase(r"next ([a-z_]+)", "next chomp")
def _set_move(m: re.Match[str], names: Names) -> list[StepRow]:
    return [StepRow(OPS["set_move"], WHO["self"], 1, 0, _known(names.moves, m[1], "move"))]


@_phrase(r"summon <n> (\w+)", "summon 2 TorchHead")
def _summon(m: re.Match[str], names: Names) -> list[StepRow]:
    return [
        StepRow(OPS["summon"], WHO["self"], 1, names.number(m[1]), _known(names.monsters, m[2], "monster"))
    ]


@_phrase(r"do ([a-z_]+)(?: <n>)?", "do steal 15")
def _trigger(m: re.Match[str], names: Names) -> list[StepRow]:
    amount = names.number(m[2]) if m[2] else 0
    return [StepRow(OPS["trigger"], WHO["self"], 1, amount, _known(names.rules, m[1], "rule"))]
