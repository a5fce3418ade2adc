"""From a fight to the message that the mod would send of it: the other direction of :mod:`reading`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import count
from typing import Any

from hazard.spire.protocol.known import Known, known
from hazard.spire.protocol.reading import ASLEEP, ESCAPED, GONE, HALF_DEAD, JUST_APPLIED, CardPicture
from hazard.spire.rules.monster_rows import INTENTS
from hazard.spire.rules.phrases import WORDS
from hazard.spire.rules.schema import CARD_TYPES, RARITIES

Json = dict[str, Any]
_POWERS: list[str] = WORDS["power"]
_TIMED = ("vulnerable", "weak", "frail", "ritual")
"""Powers of which a message says whether they were applied just now."""


class Shower:
    """Shows the fights of one ascension; cards get names by which they can be told apart."""

    def __init__(self, ascension: int) -> None:
        """Look the ids up."""
        self.known: Known = known(ascension)
        self.power_ids = _power_ids()

    def combat(self, picture: Json, playable: set[int]) -> Json:
        """Return ``combat_state``; ``playable`` are the places in the hand that can be played."""
        names: Counter[CardPicture] = Counter()
        player = picture["player"]
        shown: Json = {
            "hand": [
                {**self.card(card, names), "is_playable": place in playable}
                for place, card in enumerate(picture["hand"])
            ],
            "draw_pile": self.cards(picture["draw"], names),
            "discard_pile": self.cards(picture["discard"], names),
            "exhaust_pile": self.cards(picture["exhaust"], names),
            "limbo": [],
            "monsters": [self.monster(monster, player) for monster in picture["monsters"]],
            "player": {
                "current_hp": max(0, player["hp"]),
                "max_hp": player["max_hp"],
                "block": player["block"],
                "energy": player["energy"],
                "powers": self.powers(player["powers"], of_player=True),
                "orbs": [],
            },
            "turn": picture["turn"],
            "cards_discarded_this_turn": player["discarded"],
            "times_damaged": player["times_damaged"],
        }
        if picture["in_play"] is not None:
            shown["card_in_play"] = self.card(picture["in_play"][0], names)
        return shown

    def cards(self, cards: list[CardPicture], names: Counter[CardPicture] | None = None) -> list[Json]:
        """Return the cards of a pile."""
        names = Counter() if names is None else names
        return [self.card(card, names) for card in cards]

    def card(self, card: CardPicture, names: Counter[CardPicture]) -> Json:
        """Return one card; equal ones are told apart by their uuid."""
        row, cost, _, extra, free = card
        kind = self.known.content.card_kinds[row]
        names[card] += 1
        upgraded = kind.name.endswith("+")
        return {
            "id": kind.id,
            "name": kind.name,
            "uuid": f"{row}-{extra}-{names[card]}",
            "type": CARD_TYPES[kind.type].upper(),
            "rarity": RARITIES[kind.rarity].upper(),
            "upgrades": max(extra, 1) if upgraded and kind.id == "Searing Blow" else int(upgraded),
            "cost": kind.cost if kind.cost < 0 else 0 if free else cost,
            "has_target": bool(kind.flags & 16),
            "exhausts": bool(kind.flags & 1),
            "ethereal": bool(kind.flags & 2),
            "is_playable": kind.cost != -2,
            **({"misc": extra + 15} if kind.id == "RitualDagger" else {}),
        }

    def potion(self, row: int, usable: bool) -> Json:
        """Return a potion in its place, or an empty place."""
        kind = self.known.potion_kinds[row]
        return {
            "id": kind.id,
            "name": kind.name if row else kind.id,
            "can_use": bool(row and usable and kind.usable),
            "can_discard": row != 0,
            "requires_target": kind.aims,
        }

    def powers(self, powers: list[tuple[int, int, int]], of_player: bool = False) -> list[Json]:
        """Return powers by the game's ids."""
        found: list[Json] = []
        bombs = count()
        for power, amount, extra in powers:
            name = _POWERS[power]
            shown: Json = {
                "id": self.power_ids.get(name, name),
                "name": name.replace("_", " "),
                "amount": amount,
            }
            if name in _TIMED:
                shown["just_applied"] = bool(extra & JUST_APPLIED)
            elif name in ("the_bomb", "panache"):
                shown["damage"] = extra
                if name == "the_bomb":  # the game numbers them, for they tick apart
                    shown["id"] += str(next(bombs))
            elif name in ("malleable", "flight", "combust"):
                shown["misc"] = extra
            found.append(shown)
        return found

    def monster(self, monster: Json, player: Json) -> Json:
        """Return one monster with its announced move."""
        kind = self.known.monster_kinds[monster["kind"]]
        gone = bool(monster["flags"] & (GONE | ESCAPED | HALF_DEAD))
        shown: Json = {
            "id": kind.id,
            "name": kind.name,
            "current_hp": max(0, monster["hp"]),
            "max_hp": monster["max_hp"],
            "block": monster["block"],
            "half_dead": bool(monster["flags"] & HALF_DEAD),
            "is_gone": gone,
            "powers": self.powers(monster["powers"]),
            "intent": "NONE",
        }
        numbers = [move.number for move in kind.moves]
        for field, name in (("last", "last_move_id"), ("second_last", "second_last_move_id")):
            if monster[field] < len(numbers):
                shown[name] = numbers[monster[field]]
        if monster["move"] < len(numbers):
            shown |= self._intent(monster, kind.moves[monster["move"]], player)
        if monster["flags"] & ASLEEP:
            shown["intent"] = "SLEEP"
        return shown

    def _intent(self, monster: Json, move: Any, player: Json) -> Json:
        base = monster["counters"][0] if move.damage == -1 else move.damage
        base = base if move.attacks else -1
        adjusted = announced(base, monster, player) if base > 0 else base
        hits = {254: monster["counters"][0], 253: 1}.get(move.hits, move.hits)
        return {
            "intent": INTENTS[move.intent].upper(),
            "move_id": move.number,
            "move_base_damage": base,
            "move_adjusted_damage": adjusted,
            "move_hits": max(1, hits),
        }


def announced(base: int, monster: Json, player: Json) -> int:
    """Return one hit as the game announces it: strength, weak, vulnerable, and rounded down at the end."""
    mine = {_POWERS[power]: amount for power, amount, _ in monster["powers"]}
    theirs = {_POWERS[power]: amount for power, amount, _ in player["powers"]}
    damage = float(base + mine.get("strength", 0))
    if "weak" in mine:
        damage *= 0.75
    if "vulnerable" in theirs:
        damage *= 1.5
    if "intangible" in theirs:
        damage = min(damage, 1.0)
    return max(0, int(damage))


@cache
def _power_ids() -> dict[str, str]:
    """Return the game's id of each power that the rules know, the first where there are several."""
    ids: dict[str, str] = {}
    for row in known().content.library.powers:
        ids.setdefault(row.rule, row.id)
    return ids
