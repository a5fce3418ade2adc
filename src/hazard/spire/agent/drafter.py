"""Cards, upgrades, removals and relics, weighed by what they do to the fights ahead.

Simulated fights say how many hit points a choice saves; the table says what people think of it. Each is wrong
by so much, and so both count: what the fights cannot see (a relic that acts outside of them, a card that the
quick policy plays badly) is not lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hazard.language import Statement
from hazard.spire.agent.policy import Policy
from hazard.spire.drafting.ahead import FLOORS, LAST_ACT, TWO_BOSSES, RouteRules, Where, growth
from hazard.spire.drafting.comparing import Comparison, Limits, Tables, compare, fight_costs, tables
from hazard.spire.drafting.player import Player
from hazard.spire.drafting.route import Route
from hazard.spire.protocol.known import known
from hazard.spire.protocol.message import Card, GameState, Node, Relic, plain_id
from hazard.spire.protocol.reading import lasting_growth

AS_IT_IS = "as it is"
MOST_CARDS = 8
"""Of a deck, that are compared for an upgrade or a removal: those that the table likes best."""

STAYS = ("ascendersbane", "curseofthebell", "necronomicurse")
"""Curses that nobody can remove."""


@dataclass(frozen=True)
class Rated:
    """A choice, and the hit points that it is thought to save."""

    index: int
    name: str
    worth: float
    why: Statement

    def __lt__(self, other: Rated) -> bool:
        """Order by worth; of equals the first one comes first."""
        return (self.worth, -self.index) < (other.worth, -other.index)


class Drafter:
    """Rates choices by simulated fights."""

    def __init__(
        self,
        policy: Policy,
        limits: Limits | None = None,
        seed: int = 0,
        rules: Callable[[GameState], RouteRules] | None = None,
    ) -> None:
        """Compare within ``limits``; the table of ``policy`` is the second opinion.

        ``rules`` says what rooms are worth to a player, as it was learnt; by default the table says it.
        """
        self.policy, self.limits, self.seed, self.rules = policy, limits or Limits(), seed, rules
        self.room: Node | None = None
        """The room that was chosen last on the map."""
        self._tables: dict[int, Tables] = {}

    def cards(self, game: GameState, offered: Sequence[Card | None]) -> list[Rated]:
        """Rate cards that may be added to the deck; 0 is to leave them all."""
        player, rows = self._player(game), known(_ascension(game))
        choices: dict[int, Player] = {}
        prior: dict[int, float] = {}
        for index, card in enumerate(offered):
            row = rows.card_row(card.id, card.upgrades > 0) if card is not None else None
            if card is None or row is None:
                continue
            choices[index] = player.with_card(row)
            worth = self.policy.offer_worth(card, game.deck, game.act)
            prior[index] = worth - self.policy.deck.take_above
        names = {i: card.name for i, card in enumerate(offered) if card is not None}
        return self._rated(game, player, choices, prior, names)

    def upgrades(self, game: GameState, cards: Sequence[Card | None]) -> list[Rated]:
        """Rate cards of the deck that may be upgraded."""
        worths = {
            i: self.policy.upgrade_worth(card, game.act) for i, card in enumerate(cards) if card is not None
        }
        return self._changed(game, cards, worths, Player.upgraded)

    def removals(self, game: GameState, cards: Sequence[Card | None]) -> list[Rated]:
        """Rate cards of the deck that may be removed."""
        nothing = self.policy.deck.take_above
        worths = {
            i: nothing - self.policy.keep_worth(card, game.act)
            for i, card in enumerate(cards)
            if card is not None and plain_id(card.id) not in STAYS
        }
        return self._changed(game, cards, worths, Player.without)

    def relics(self, game: GameState, offered: Sequence[Relic]) -> list[Rated]:
        """Rate relics that may be taken."""
        player, rows = self._player(game), known(_ascension(game))
        choices: dict[int, Player] = {}
        prior: dict[int, float] = {}
        for index, relic in enumerate(offered):
            row = rows.relics.get(plain_id(relic.id))
            choices[index] = player if row is None else player.with_relic(row)
            prior[index] = self.policy.relic_worth(relic.id) - self.policy.shop.unknown_relic
        return self._rated(game, player, choices, prior, {i: r.name for i, r in enumerate(offered)})

    def route(self, game: GameState) -> Route:
        """Return what the rooms of the map are worth to this player."""
        player = self._player(game)
        where = Where(game.act, game.floor, game.act_boss)
        costs = fight_costs(player, where, self._table(player.ascension), threads=self.limits.threads)
        no_rest = ("Coffee Dripper", "Mark of the Bloom")
        return Route(
            game.map,
            costs,
            max(1, game.max_hp),
            game.gold,
            may_rest=not any(game.has_relic(name) for name in no_rest),
            may_smith=not game.has_relic("Fusion Hammer"),
            bosses=2 if game.act == LAST_ACT and player.ascension >= TWO_BOSSES else 1,
            **self._rooms(game, where),
        )

    def _rooms(self, game: GameState, where: Where) -> dict[str, Any]:
        """What rooms are worth: by the table less and less as the run goes on, or as learnt for each act."""
        if self.rules is None:
            return {"left": where.run_left}
        last = game.act >= LAST_ACT
        return {"rules": self.rules(game), "left": where.floors_left / FLOORS if last else 1.0}

    # ---- how it is done -------------------------------------------------------------------------------

    def _changed(
        self,
        game: GameState,
        cards: Sequence[Card | None],
        worths: Mapping[int, float],
        change: Callable[[Player, int], Player],
    ) -> list[Rated]:
        """Rate changes of single cards of the deck: of equal ones the first, and only the likeliest."""
        player = self._player(game)
        places = {_same(card): place for place, card in reversed(list(enumerate(game.deck)))}
        choices: dict[int, Player] = {}
        for index in sorted(worths, key=lambda i: (-worths[i], i)):
            card = cards[index]
            place = places.pop(_same(card), None) if card is not None else None
            if place is not None and len(choices) < MOST_CARDS:
                choices[index] = change(player, place)
        return self._rated(game, player, choices, worths, {i: c.name for i, c in enumerate(cards) if c})

    def _rated(
        self,
        game: GameState,
        player: Player,
        choices: Mapping[int, Player],
        prior: Mapping[int, float],
        names: Mapping[int, str],
    ) -> list[Rated]:
        if not choices:
            return []
        where = Where(game.act, game.floor, game.act_boss)
        players = {AS_IT_IS: player} | {str(index): one for index, one in choices.items()}
        comparison = compare(players, where, self._table(player.ascension), self.limits, self.seed)
        return sorted((_believed(i, names[i], comparison, prior[i]) for i in choices), reverse=True)

    def _player(self, game: GameState) -> Player:
        ascension = _ascension(game)
        rows = known(ascension)
        deck = []
        for card in game.deck:
            row = rows.card_row(card.id, card.upgrades > 0)
            deck.append((rows.stand_in(card) if row is None else row, lasting_growth(card)))
        relics = (rows.relics.get(plain_id(relic.id)) for relic in game.relics)
        return Player(
            tuple(deck), tuple(r for r in relics if r is not None), game.current_hp, game.max_hp, ascension
        )

    def _table(self, ascension: int) -> Tables:
        if ascension not in self._tables:
            self._tables[ascension] = tables(
                ascension, lambda card: self.policy.card_worth(card, 2), self.policy.first_upgrade_worth
            )
        return self._tables[ascension]


def _ascension(game: GameState) -> int:
    return min(20, max(0, game.ascension))


def _same(card: Card | None) -> tuple[str, int, int]:
    """Return what tells cards of a deck apart."""
    return ("", 0, 0) if card is None else (plain_id(card.id), card.upgrades, card.misc)


def _believed(index: int, name: str, comparison: Comparison, points: float) -> Rated:
    """Put what the fights say and what the table says together, each by how far it may be off."""
    belief, verdict = growth().belief, comparison.of(str(index))
    simulated = 1.0 / (verdict.error**2 + belief.bias**2)
    table = 1.0 / belief.table_spread**2
    worth = (simulated * verdict.gain + table * belief.table_point * points) / (simulated + table)
    return Rated(index, name, worth, told_gain(comparison, str(index)))


def told_gain(comparison: Comparison, name: str) -> Statement:
    """Say what a choice does to the fights ahead: in all, and to the fight that it changes most."""
    verdict, before = comparison.of(name), comparison.of(AS_IT_IS)
    most = max(verdict.cost, key=lambda fight: before.cost[fight] - verdict.cost[fight])
    return Statement(
        "spire.why.gain",
        gain=verdict.gain,
        error=verdict.error,
        fight=most,
        before=before.cost[most],
        after=verdict.cost[most],
    )
