"""Players as they are at four points of a run, for measuring and trying out: hit points, deck, relics."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hazard.errors import UserError, quoted
from hazard.spire.rules.encounters import draw_line, encounter, pool
from hazard.spire.rules.fight import Combat, new_fight
from hazard.spire.rules.scenario import Scenario

ROOMS = {"elite": "MonsterRoomElite", "boss": "MonsterRoomBoss"}


@dataclass(frozen=True)
class Setup:
    """A player, and the act whose encounters such a player meets."""

    act: int
    hp: int
    max_hp: int
    deck: tuple[str, ...]
    relics: tuple[str, ...]
    potions: tuple[str, ...] = ()
    gold: int = 99

    def encounters(self) -> list[str]:
        """Return the names of the act's encounters, events aside."""
        names = [name for kind in ("weak", "strong", "elite", "boss") for name in pool(self.act, kind)]
        return list(dict.fromkeys(names))

    def fight(self, name: str, ascension: int = 20, seed: int = 0) -> Combat:
        """Return a fight of this player against an encounter; ``seed`` draws who stands in the line."""
        line = draw_line(encounter(name), random.Random(seed))
        scenario = Scenario(
            line, self.deck, self.relics, self.potions, self.hp, self.max_hp, self.act, self.gold
        )
        return new_fight(scenario, ascension, seed)


_STARTER = ("Strike x5", "Defend x4", "Bash", "Ascender's Bane")
SETUPS = {
    "starter": Setup(1, 68, 75, _STARTER, ("Burning Blood",)),
    "act-1": Setup(
        1,
        60,
        75,
        ("Strike x5", "Defend x4", "Bash+", "Ascender's Bane", "Pommel Strike", "Shrug It Off", "Uppercut",
         "Cleave", "Inflame", "Anger"),
        ("Burning Blood", "Vajra"),
    ),
    "act-2": Setup(
        2,
        65,
        75,
        ("Strike x4", "Defend x4", "Bash+", "Ascender's Bane", "Inflame+", "Pommel Strike+", "Shrug It Off+",
         "Uppercut+", "Whirlwind+", "Shrug It Off", "Flame Barrier", "Battle Trance", "Disarm",
         "Spot Weakness"),
        ("Burning Blood", "Vajra", "Lantern", "Coffee Dripper"),
    ),
    "act-3": Setup(
        3,
        70,
        80,
        ("Strike x2", "Defend x3", "Bash+", "Ascender's Bane", "Corruption+", "Feel No Pain+",
         "Burning Pact+", "True Grit+", "Offering+", "Shrug It Off+", "Body Slam+", "Shockwave+",
         "Dark Embrace", "Second Wind", "Impervious", "Fiend Fire", "Shrug It Off", "Flame Barrier",
         "Pommel Strike", "Immolate"),
        ("Burning Blood", "Vajra", "Lantern", "Coffee Dripper", "Charon's Ashes", "Bag of Preparation"),
    ),
}  # fmt: skip


def setup(name: str) -> Setup:
    """Return a set-up by its name.

    >>> setup("starter").hp
    68
    """
    if name not in SETUPS:
        raise UserError("spire.no_such_deck", name=quoted(name), known=", ".join(SETUPS))
    return SETUPS[name]
