"""What happened in a fight that no message says: what was played this turn, and what monsters have shown.

The mod tells the state, not the history. Whoever sees every message of a fight can add some of it up.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hazard.spire.protocol.message import Card, Combat, GameState, Message, Monster

FightId = tuple[int, int, int]


@dataclass
class Tracked:
    """The history of a fight, message by message."""

    fight: FightId | None = None
    turn: int = -1
    played: list[Card] = field(default_factory=list)
    """This turn."""
    growth: Counter[str] = field(default_factory=Counter)
    """How often each card was played in this fight, by uuid: Rampage grows."""
    moves: dict[int, set[int]] = field(default_factory=dict)
    """Numbers of the moves that each monster has made, by its place."""
    own: dict[int, int] = field(default_factory=dict)
    """Each monster's own number as it has last given it away, by its place."""
    damaged_before_turn: int = 0

    def see(self, message: Message) -> None:
        """Take in a message of a fight."""
        combat = message.combat
        if combat is None:
            return
        fight = fight_id(message.game, combat)
        if fight != self.fight or combat.turn < self.turn:
            self.__init__(fight=fight)  # type: ignore[misc]
        if combat.turn != self.turn:
            self.turn = combat.turn
            self.played = []
            self.damaged_before_turn = combat.times_damaged
        for place, monster in enumerate(combat.monsters):
            self._see_monster(place, monster)

    def _see_monster(self, place: int, monster: Monster) -> None:
        made = self.moves.setdefault(place, set())
        made |= {move for move in (monster.last_move_id, monster.second_last_move_id) if move is not None}

    def play(self, card: Card) -> None:
        """Note that the card is played."""
        self.played.append(card)
        self.growth[card.uuid] += 1

    def count(self, kind: str | None = None) -> int:
        """Return how many cards of the kind were played this turn."""
        return sum(kind is None or card.type == kind for card in self.played)


def fight_id(game: GameState, combat: Combat) -> FightId:
    """Tell one fight from another: where it is, and how many monsters began it does not change that."""
    return game.act, game.floor, game.seed
