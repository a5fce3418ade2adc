"""What the agent does outside of combat, read from a table: worths of cards, relics and rooms, event rules.

>>> policy = load_policy()
>>> policy.card_worth("Shrug It Off", act=2) > policy.card_worth("Clash", act=2)
True
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hazard.content import read_text
from hazard.errors import UserError, quoted
from hazard.schema import all_of, problems_of
from hazard.spire.protocol.message import Card, plain_id

Worths = dict[str, float]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DeckRules(_Table):
    """When a card is worth taking."""

    take_above: float
    copy_costs: float
    wanted_size: int
    card_costs: float
    upgraded_adds: float
    unknown_card: float
    unknown_upgrade: float


class MapWorths(_Table):
    """What the rooms on a path are worth."""

    monster: float
    unknown: float
    shop: float
    shop_with_gold: float
    gold_wanted: int
    rest: float
    rest_when_hurt: float
    treasure: float
    elite: float
    elite_when_hurt: float
    hurt_below: float
    boss: float


class RestRules(_Table):
    """When to rest, and what to do otherwise."""

    rest_below: float
    rest_before_boss_below: float
    boss_floors: list[int]
    order: list[str]


class ShopRules(_Table):
    """What is bought."""

    keep_gold: int
    purge_worth: float
    purge_curse_worth: float
    buy_card_above: float
    buy_relic_above: float
    buy_potion_above: float
    unknown_relic: float


class PotionRules(_Table):
    """In which fights the simple fallback may use potions."""

    keep_for: list[str]
    in_danger_below: float
    unknown_potion: float


class Selections(_Table):
    """What the selections of cards are for."""

    improve: list[str]
    keep: list[str]
    lose: list[str]
    lose_below: float


class EventRule(_Table):
    """Which button to press in an event, under which conditions."""

    event: str
    choose: list[str] = Field(min_length=1)
    hp_below: float = 2.0
    hp_above: float = -1.0
    gold: int = 0
    lose_least: bool = False
    """Where every button names a card to lose: the one that is worth least, before ``choose``."""


class Dangers(_Table):
    """Which prices of an event ruin a run, in shares of the maximum hit points."""

    least_hp_left: float = 0.35
    most_max_hp_lost: float = 0.2
    hp_without_healing: float = 0.9
    hp_for: dict[str, float] = {"hallway": 0.5, "elite": 0.7, "boss": 0.8}


class EventRules(_Table):
    """The rules of all events, and what to look for where no rule fits."""

    otherwise: list[str]
    rules: list[EventRule]
    dangers: Dangers = Dangers()


class NeowRules(_Table):
    """What Neow's gifts are worth, and what her drawbacks take off; ``#`` stands for any number."""

    unknown: float = 50.0
    rewards: Worths = {}
    drawbacks: Worths = {}

    def worth(self, text: str) -> float:
        """Return what an offer is worth: its gift less its drawbacks, by the words that fit best."""
        gifts = [words for words in self.rewards if _says(text, words)]
        gift = self.rewards[max(gifts, key=len)] if gifts else self.unknown
        return gift - sum(price for words, price in self.drawbacks.items() if _says(text, words))


def _says(text: str, words: str) -> bool:
    said = " ".join(text.lower().split())
    return re.search(re.escape(words.lower()).replace(r"\#", r"\d+"), said) is not None


class Policy(_Table):
    """Everything that the agent knows about a run outside of its fights."""

    character: str = Field(alias="class")
    deck: DeckRules
    cards: Worths
    early: Worths
    upgrades: Worths
    map: MapWorths
    rest: RestRules
    shop: ShopRules
    selections: Selections
    relics: Worths
    potion_use: PotionRules
    potions: Worths
    neow: NeowRules = NeowRules()
    events: EventRules

    @cached_property
    def _plain(self) -> dict[str, dict[str, float]]:
        tables = {"cards": self.cards, "early": self.early, "upgrades": self.upgrades}
        tables |= {"relics": self.relics, "potions": self.potions}
        return {name: {plain_id(key): worth for key, worth in t.items()} for name, t in tables.items()}

    def card_worth(self, card: str, act: int) -> float:
        """Return what a first copy of the card is worth."""
        key, early = plain_id(card), self._plain["early"]
        if act <= 1 and key in early:
            return early[key]
        return self._plain["cards"].get(key, self.deck.unknown_card)

    def offer_worth(self, card: Card, deck: list[Card], act: int) -> float:
        """Return what the card is worth to this deck."""
        if card.type == "CURSE":
            return 0.0
        copies = sum(plain_id(owned.id) == plain_id(card.id) for owned in deck)
        above = max(0, len(deck) - self.deck.wanted_size)
        worth = self.card_worth(card.id, act) + (self.deck.upgraded_adds if card.upgrades else 0.0)
        return worth - copies * self.deck.copy_costs - above * self.deck.card_costs

    def keep_worth(self, card: Card, act: int = 2) -> float:
        """Return what it is worth to have the card in the deck, or in the hand."""
        if card.type in ("CURSE", "STATUS"):
            return -1.0 if card.type == "CURSE" else 0.0
        return self.card_worth(card.id, act) + (self.deck.upgraded_adds if card.upgrades else 0.0)

    def upgrade_worth(self, card: Card, act: int = 2) -> float:
        """Return what upgrading the card is worth."""
        if card.type in ("CURSE", "STATUS") or (card.upgrades and plain_id(card.id) != "searingblow"):
            return -1.0
        return self.first_upgrade_worth(card.id) - 10.0 * card.upgrades

    def first_upgrade_worth(self, card: str) -> float:
        """Return what the first upgrade of a card is worth, by its id."""
        worth = self._plain["upgrades"].get(plain_id(card))
        if worth is not None:
            return worth
        own = self._plain["cards"].get(plain_id(card))
        return self.deck.unknown_upgrade if own is None else own * 0.75

    def relic_worth(self, relic: str) -> float:
        """Return what a relic is worth."""
        return self._plain["relics"].get(plain_id(relic), self.shop.unknown_relic)

    def potion_worth(self, potion: str) -> float:
        """Return what a potion is worth."""
        return self._plain["potions"].get(plain_id(potion), self.potion_use.unknown_potion)


def load_policy(path: Path | None = None) -> Policy:
    """Read a policy from a TOML file; without one, the Ironclad's that comes with hazard."""
    if path is None:
        text = resources.files("hazard.spire").joinpath("policy/ironclad.toml").read_text("utf-8")
    else:
        text = read_text(path)
    name = quoted("ironclad.toml" if path is None else str(path))
    try:
        return Policy.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UserError("spire.policy_not_toml", path=name, error=error) from None
    except ValidationError as error:
        problem = all_of(problems_of(error, Policy))
        raise UserError("content.does_not_fit_schema", place=name, problem=problem) from None
