"""From a message to a fight that can be planned, with a warning for whatever the rules do not know.

The draw pile's order is in the message but not known to a player: it is left aside unless Frozen Eye shows
it. What a message does not say (cards played this turn, a monster's history) comes from :class:`Tracked`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hazard import _core
from hazard.language import Statement
from hazard.spire.protocol.guessing import NO_MOVE, guess_move
from hazard.spire.protocol.known import Known, known
from hazard.spire.protocol.message import (
    Card,
    Combat,
    GameState,
    Message,
    MessageError,
    Monster,
    Power,
    plain_id,
)
from hazard.spire.protocol.own_numbers import card_in_stasis, own_number
from hazard.spire.protocol.tracked import Tracked
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import state_from
from hazard.spire.rules.monster_rows import INTENTS
from hazard.spire.rules.phrases import WORDS

MOST_MONSTERS, HAND, PILE, SLOTS = 7, 10, 80, 5
JUST_APPLIED = 1
PLAYED_TYPES = ("ATTACK", "SKILL", "POWER")
MOST_COST = 7
MOST_HITS = 10
"""Of a monster that is not known; its moves are so many."""
GONE, ESCAPED, HALF_DEAD, ASLEEP, MINION = 1, 2, 4, 8, 16
HURT, PUZZLE_USED, TAIL_USED, NECRONOMICON_USED, SKULL_ON = 4, 8, 16, 32, 64
CardPicture = tuple[int, int, int, int, bool]
"""Row, cost this turn, cost this combat, extra, free once."""


@dataclass
class FightReading:
    """A fight as the rules see it, and what they did not understand."""

    picture: dict[str, Any]
    ascension: int
    warnings: list[Statement] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Ids that the rules do not know."""

    @property
    def state(self) -> _core.SpireState:
        """The fight as a state of the game."""
        return state_from(compiled(self.ascension), self.picture)


def read_fight(message: Message, tracked: Tracked | None = None, potions: bool = True) -> FightReading:
    """Read the fight that the message tells of; without one, :class:`MessageError`."""
    combat = message.combat
    if combat is None:
        raise MessageError("spire.message_without_fight")
    if tracked is None:
        tracked = Tracked()
        tracked.see(message)
    return _Reader(message.game, combat, tracked, potions).read()


def lasting_growth(card: Card) -> int:
    """Return how far a card of the deck has grown, beyond its first upgrade.

    >>> lasting_growth(Card(id="Searing Blow", upgrades=3))
    3
    """
    match plain_id(card.id):
        case "searingblow":
            return max(0, min(card.upgrades, 255))
        case "ritualdagger":
            return max(0, min(card.misc - 15, 255))
    return 0


def read_card(known: Known, card: Card) -> CardPicture | None:
    """Return a card with the costs that it has anywhere, or None if it is not known."""
    row = known.card_row(card.id, card.upgrades > 0)
    return None if row is None else (row, -1, -1, 0, False)


def _power_extra(rule: str, power: Power) -> int:
    """Return what a power has beside its amount: damage, a price, what it returns to, or that it is fresh."""
    match rule:
        case "the_bomb" | "panache":
            extra = power.damage
        case "malleable" | "flight":
            extra = power.misc or power.amount
        case "combust":
            extra = power.misc or 1
        case _:
            extra = JUST_APPLIED if power.just_applied else 0
    return max(0, min(extra, 255))


class _Reader:
    def __init__(self, game: GameState, combat: Combat, tracked: Tracked, potions: bool) -> None:
        self.game, self.combat, self.tracked, self.potions = game, combat, tracked, potions
        self.ascension = min(20, max(0, game.ascension))
        self.known: Known = known(self.ascension)
        self.reading = FightReading({}, self.ascension)
        self.flags = 0

    def read(self) -> FightReading:
        combat = self.combat
        frozen = self.game.has_relic("Frozen Eye")
        draw = self._pile(combat.draw_pile, PILE, "draw_pile")
        self.reading.picture = {
            "hand": self._pile(combat.hand, HAND, "hand", in_hand=True),
            "draw": draw if frozen else sorted(draw),
            "known_top": len(draw) if frozen else 0,
            "discard": self._pile(combat.discard_pile, PILE, "discard_pile"),
            "exhaust": self._pile(combat.exhaust_pile, PILE, "exhaust_pile"),
            "monsters": self._monsters(),
            "turn": max(1, min(combat.turn, 60000)),
            "ascension": self.ascension,
            "act": max(1, min(self.game.act, 4)),
            "player": self._player(),
        }
        self._guess_hidden_moves()
        return self.reading

    def _guess_hidden_moves(self) -> None:
        """Runic Dome hides what is coming; what is likeliest is taken for it."""
        picture = self.reading.picture
        for place, monster in enumerate(picture["monsters"]):
            if monster["move"] == NO_MOVE and not monster["flags"] & (GONE | HALF_DEAD):
                monster["move"] = guess_move(self.known.content, picture, place)

    def _unknown(self, kind: str, name: str, taken_as: str) -> None:
        if name in self.reading.unknown:
            return
        self.reading.unknown.append(name)
        what = Statement(f"spire.unknown.{kind}", name=repr(name or "?"))
        taken = Statement(f"spire.unknown.{taken_as}")
        self.reading.warnings.append(Statement("spire.warning.unknown", what=what, taken=taken))

    def _cut(self, pile: Statement, count: int, most: int) -> None:
        told = Statement("spire.warning.too_many_cards", pile=pile, count=count, most=most)
        self.reading.warnings.append(told)

    # ---- cards ----------------------------------------------------------------------------------------

    def _pile(self, cards: list[Card], most: int, place: str, in_hand: bool = False) -> list[CardPicture]:
        if len(cards) > most:
            self._cut(Statement(f"spire.pile.{place}"), len(cards), most)
        return [self._card(card, in_hand) for card in cards[:most]]

    def _card(self, card: Card, in_hand: bool) -> CardPicture:
        row = self.known.card_row(card.id, card.upgrades > 0)
        unknown = row is None
        if row is None:
            row = self.known.stand_in(card)
            self._unknown("card", card.id, "only_its_cost")
        kind = self.known.content.card_kinds[row]
        cost = max(0, min(card.cost, MOST_COST))
        base = max(0, kind.cost)
        lasting = base if in_hand and not unknown and not self._lasts(card) else cost
        if kind.cost < 0:  # X, or cannot be played: there is no cost to change
            cost = lasting = 0
        return row, cost, lasting, self._extra(card), False

    def _lasts(self, card: Card) -> bool:
        """Whether a cost that differs holds for the whole fight, and not for this turn only."""
        confused = any(plain_id(power.id) == "confusion" for power in self.combat.player.powers)
        return confused or plain_id(card.id) in ("bloodforblood", "madness")

    def _extra(self, card: Card) -> int:
        if plain_id(card.id) == "rampage":
            return min(255, self.tracked.growth[card.uuid] * (8 if card.upgrades else 5))
        return lasting_growth(card)

    # ---- monsters -------------------------------------------------------------------------------------

    def _monsters(self) -> list[dict[str, Any]]:
        monsters = self.combat.monsters
        if len(monsters) > MOST_MONSTERS:
            told = Statement("spire.warning.too_many_monsters", count=len(monsters), most=MOST_MONSTERS)
            self.reading.warnings.append(told)
        return [self._monster(place, monster) for place, monster in enumerate(monsters[:MOST_MONSTERS])]

    def _monster(self, place: int, monster: Monster) -> dict[str, Any]:
        row = self.known.monsters.get(plain_id(monster.id))
        moves = self.known.move_rows.get(row, {}) if row is not None else {}
        picture: dict[str, Any] = {
            "hp": self._number(monster.current_hp),
            "max_hp": self._number(monster.max_hp, 1),
            "block": self._number(monster.block),
            "powers": self._powers(monster.powers, 12),
        }
        flags = (
            (GONE if monster.is_gone or monster.current_hp <= 0 else 0)
            if not monster.half_dead
            else HALF_DEAD
        )
        if (
            row is not None
            and monster.move_id is not None
            and monster.move_id not in moves
            and not flags & GONE
        ):
            self._unknown("move", f"{monster.id} {monster.move_id}", "repeats_damage")
            row = None
        elif row is None:
            self._unknown("monster", monster.id, "repeats_damage")
        if row is None:
            hit = monster.move_base_damage if monster.move_base_damage > 0 else monster.move_adjusted_damage
            hits = max(1, min(monster.move_hits, MOST_HITS)) if hit > 0 else 0
            announced = {"move": hits, "counters": [max(0, min(hit, 9999)), 0, 0]}
            return {**picture, "kind": self.known.stand_in_monster, "flags": flags, **announced}
        return {**picture, "kind": row, **self._moves(place, monster, row, flags)}

    def _moves(self, place: int, monster: Monster, row: int, flags: int) -> dict[str, Any]:
        def move_row(number: int | None) -> int:
            rows = self.known.move_rows[row].get(number) if number is not None else None
            return rows[0] if rows else NO_MOVE

        kind = self.known.monster_kinds[row]
        seen = sum(1 << r for r in {move_row(n) for n in self.tracked.moves.get(place, ())} if r < 15)
        move = move_row(monster.move_id)
        shown = kind.moves[move] if move != NO_MOVE else None
        own = own_number(kind, shown, monster, place, self.combat.turn, self.tracked)
        counters = [max(-9999, min(own, 9999)), seen, 0]
        held = card_in_stasis(monster, self.game, self.combat)
        if held is not None and (row_held := self.known.card_row(held.id, held.upgrades > 0)) is not None:
            counters[2] = row_held + 1
            counters[0] = max(0, min(held.cost, 6)) * 0x1100
        if shown is not None and INTENTS[shown.intent] == "sleep":  # the first message does not show intents
            flags |= ASLEEP
        if any(plain_id(power.id) == "minion" for power in monster.powers):
            flags |= MINION
        return {
            "flags": flags,
            "move": move,
            "last": move_row(monster.last_move_id),
            "second_last": move_row(monster.second_last_move_id),
            "counters": counters,
        }

    # ---- the player -----------------------------------------------------------------------------------

    def _player(self) -> dict[str, Any]:
        player, tracked = self.combat.player, self.tracked
        relics, counters, energy = self._relics()
        hurt = self.combat.times_damaged > tracked.damaged_before_turn
        self.flags |= HURT if hurt else 0
        return {
            "hp": self._number(player.current_hp),
            "max_hp": self._number(player.max_hp, 1),
            "block": self._number(player.block),
            "gold": self._number(self.game.gold),
            "energy": max(0, min(player.energy, 99)),
            "energy_each_turn": 3 + energy,
            "draw_each_turn": 7 if self.game.has_relic("Snecko Eye") else 5,
            "potions": self._potions(),
            "potion_slots": min(SLOTS, len(self.game.potions)),
            "cards_played": min(255, tracked.count()),
            "attacks_played": min(255, tracked.count("ATTACK")),
            "skills_played": min(255, tracked.count("SKILL")),
            "powers_played": min(255, tracked.count("POWER")),
            "discarded": max(0, min(self.combat.cards_discarded_this_turn, 255)),
            "times_damaged": max(0, min(self.combat.times_damaged, 255)),
            "relics": relics,
            "counters": counters,
            "powers": self._powers(player.powers, 24),
            "flags": self.flags,
        }

    def _relics(self) -> tuple[list[int], list[int], int]:
        """Return the bits of the relics, their counters, and the energy that they add each turn."""
        bits, counters, energy = [], [0] * 24, 0
        for relic in self.game.relics:
            key = plain_id(relic.id)
            row = self.known.relics.get(key)
            if row is None:
                if key not in self.known.quiet_relics:
                    self._unknown("relic", relic.id, "does_nothing")
                continue
            kind = self.known.content.relic_kinds[row]
            bits.append(kind.bit)
            energy += kind.energy
            if kind.counter < len(counters):
                counters[kind.counter] = max(0, min(self._relic_count(key, kind, relic.counter), 255))
            self._relic_flags(key, relic.counter)
        return sorted(set(bits)), counters, energy

    def _relic_count(self, relic: str, kind: _core.SpireRelicKind, shown: int) -> int:
        """Return how far a relic has counted; those that act once say nothing when they have done so."""
        if kind.once:
            so_far = {"turn_start": self.combat.turn, "turn_end": self.combat.turn - 1}
            return min(kind.every, so_far.get(WORDS["occasion"][kind.occasion], self.combat.times_damaged))
        if relic == "orangepellets":
            return sum(1 << bit for bit, kind in enumerate(PLAYED_TYPES) if self.tracked.count(kind))
        return shown

    def _relic_flags(self, relic: str, counter: int) -> None:
        if relic == "lizardtail" and counter == -2:
            self.flags |= TAIL_USED
        elif relic == "centennialpuzzle" and self.combat.times_damaged > 0:
            self.flags |= PUZZLE_USED
        elif relic == "redskull" and 2 * self.combat.player.current_hp <= self.combat.player.max_hp:
            self.flags |= SKULL_ON
        elif relic == "necronomicon" and any(
            card.type == "ATTACK" and card.cost >= 2 for card in self.tracked.played
        ):
            self.flags |= NECRONOMICON_USED

    def _potions(self) -> list[int]:
        rows = []
        for potion in self.game.potions[:SLOTS]:
            row = self.known.potions.get(plain_id(potion.id))
            if row is None and not potion.empty:
                self._unknown("potion", potion.id, "stays")
            saves = (
                row is not None and self.known.potion_kinds[row].saves_life
            )  # by itself, whoever forbids it
            rows.append(row if row is not None and (saves or (self.potions and potion.can_use)) else 0)
        return rows

    def _powers(self, powers: list[Power], most: int) -> list[tuple[int, int, int]]:
        found = []
        for power in powers[:most]:
            number = self.known.power_row(power.id)
            if number is None:
                self._unknown("power", power.id, "does_nothing")
                continue
            extra = _power_extra(WORDS["power"][number], power)
            found.append((number, max(-9999, min(power.amount, 9999)), extra))
        return found

    @staticmethod
    def _number(value: int, least: int = 0) -> int:
        return max(least, min(value, 30000))
