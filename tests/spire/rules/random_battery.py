"""Fights drawn at random from everything that there is, to be played at random: does every state settle?

Each encounter is met in turn. Decks are of many kinds of cards or of few that are there many times, with
some relics or nearly all; monsters are whole, hurt or almost dead, so that rebirths, splits and last blows
are met as often as anything else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hazard.spire.rules.compile import compiled
from hazard.spire.rules.encounters import draw_line, encounter
from hazard.spire.rules.fight import Combat, new_fight, state_from
from hazard.spire.rules.library import shipped
from hazard.spire.rules.scenario import Scenario

LIBRARY = shipped()
ENCOUNTERS = [row.id for row in LIBRARY.encounters]
CARDS = [
    name
    for row in LIBRARY.cards
    if not row.id.startswith("Unknown")
    for name in ([row.name, row.name + "+"][: 1 + bool(row.upgraded)])
]
RELICS = [row.name for row in LIBRARY.relics if not row.between_fights]
POTIONS = [row.name for row in LIBRARY.potions if not row.id.startswith("Unknown")]
MOST_CARDS = 60


@dataclass(frozen=True)
class Case:
    """A fight that is about to begin, by its number."""

    number: int
    encounter: str
    scenario: Scenario
    ascension: int
    health: float
    """Of the monsters, as a share."""

    def game(self) -> Combat:
        """Return the fight."""
        game = new_fight(self.scenario, self.ascension, seed=self.number)
        data = game.start().as_dict()
        for monster in data["monsters"]:
            monster["hp"] = min(monster["hp"], max(1, round(self.health * monster["hp"])))
        content = compiled(self.ascension)
        return Combat(content, state_from(content, data))


def case(number: int, seed: int = 0) -> Case:
    """Draw the fight with this number."""
    dice = random.Random(f"{seed} {number}")
    name = ENCOUNTERS[number % len(ENCOUNTERS)]
    kinds = dice.sample(CARDS, dice.choice([2, 4, 12, 30]))
    deck = (kinds * dice.choice([1, 4, 15]))[:MOST_CARDS]
    relics = dice.sample(RELICS, min(len(RELICS), dice.choice([0, 3, 12, 90])))
    ascension = dice.choice([0, 20])
    slots = (5 if "Potion Belt" in relics else 3) - (ascension >= 11)
    hp = dice.choice([40, 300, 999])
    scenario = Scenario(draw_line(encounter(name), dice), deck, relics, dice.sample(POTIONS, slots), hp, 999)
    return Case(number, name, scenario, ascension, dice.choice([1.0, 0.3, 0.02]))


def cases(count: int, seed: int = 0) -> Iterator[Case]:
    """Draw so many fights, every encounter as often as another."""
    return (case(number, seed) for number in range(count))


def unsettled(one: Case, fights: int) -> tuple[int, int, int]:
    """Play the fight so often; return the times that it did not settle, the most that happened, actions."""
    _, actions, _, _, never, happened = one.game().core.random_fights(fights, one.number)
    return never, happened, actions
