"""The screens of every event, and what their buttons cost, written down apart from the agent's own table.

Prices are functions of the maximum hit points and of whether the ascension is 15 or more. Sources: an
inventory made from the game's wiki, sts_lightspeed, and constants published of the game's own classes. The
rounding has a source for the Halls and the Wheel only; elsewhere it guards against slips, and proves no more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

Points = Callable[[int, bool], int]


def nearest(number: float) -> int:
    return floor(number + 0.5)


def flat(below: int, harder: int | None = None) -> Points:
    return lambda max_hp, hard: harder if hard and harder is not None else below


def share(below: float, harder: float | None = None, rounded: Callable[[float], int] = floor) -> Points:
    return lambda max_hp, hard: rounded(round(max_hp * (harder if hard and harder is not None else below), 6))


NOTHING = flat(0)


@dataclass(frozen=True)
class Button:
    label: str
    text: str = ""
    """What follows the label; {hp} and {max_hp} are the prices."""
    hp: Points = NOTHING
    due: int = 0
    """What has to be paid before one can leave."""
    max_hp: Points = NOTHING
    fight: str = ""
    no_healing: bool = False


LEAVE = Button("Leave")
GO_ON = Button("Continue")
EVENTS: dict[str, list[list[Button]]] = {
    "Neow Event": [
        [Button("Talk")],
        [
            Button("Upgrade a card"),
            Button("Obtain 100 gold"),
            Button("Take {hp} damage Obtain a random rare relic", hp=lambda max_hp, hard: 21),
            Button("Lose your starting relic Obtain a random boss relic"),
        ],
    ],
    "Big Fish": [[Button("Banana", "Heal 25 HP."), Button("Donut", "Max HP +5."), Button("Box", "Cursed.")]],
    "The Cleric": [[Button("Heal", "35 Gold: Heal."), Button("Purify", "50 Gold: Remove a card."), LEAVE]],
    "Dead Adventurer": [
        [Button("Search", "Find Loot. 35%: monster returns.", fight="elite"), LEAVE],
        [Button("Continue", "Find Loot. 60%: monster returns.", fight="elite"), LEAVE],
    ],
    "Golden Idol": [
        [Button("Take", "Trigger a trap."), LEAVE],
        [
            Button("Outrun", "Become Cursed - Injury."),
            Button("Smash", "Take {hp} Damage.", hp=share(0.25, 0.35)),
            Button("Hide", "Lose {max_hp} Max HP.", max_hp=share(0.08, 0.10)),
        ],
    ],
    "Golden Wing": [
        [
            Button("Pray", "Remove a card. Lose {hp} HP.", hp=flat(7)),
            Button("Destroy", "Gain 50 Gold."),
            LEAVE,
        ]
    ],
    "World of Goop": [
        [
            Button("Gather Gold", "Gain 75 Gold. Lose {hp} HP.", hp=flat(11)),
            Button("Leave It", "Lose 35 Gold."),
        ]
    ],
    "Liars Game": [[Button("Agree", "Gain 150 Gold. Become Cursed - Doubt."), Button("Disagree")]],
    "Living Wall": [
        [
            Button("Forget", "Remove a card."),
            Button("Change", "Transform a card."),
            Button("Grow", "Upgrade a card."),
        ]
    ],
    "Mushrooms": [
        [
            Button("Stomp", "Anger them.", fight="hallway"),
            Button("Eat", "Heal 18 HP. Become Cursed - Parasite."),
        ]
    ],
    "Scrap Ooze": [
        [Button("Reach Inside", "Lose {hp} HP. 25%: Find a Relic.", hp=flat(3, 5)), LEAVE],
        [Button("Deeper", "Lose {hp} HP. 35%: Find a Relic.", hp=flat(4, 6)), LEAVE],
    ],
    "Shining Light": [
        [Button("Enter", "Upgrade 2 random cards. Lose {hp} HP.", hp=share(0.2, 0.3, nearest)), LEAVE]
    ],
    "Addict": [
        [Button("Offer Gold", "85 Gold: Obtain a Relic."), Button("Rob", "Become Cursed - Shame."), LEAVE]
    ],
    "Back to Basics": [[Button("Elegance", "Remove a card."), Button("Simplicity", "Upgrade all Strikes.")]],
    "Beggar": [[Button("Offer Gold", "75 Gold: Remove a card."), LEAVE], [GO_ON]],
    "Colosseum": [
        [GO_ON],
        [Button("Fight", fight="hallway")],
        [Button("COWARDICE", "Escape."), Button("VICTORY", "A powerful fight.", fight="elite")],
    ],
    "Cursed Tome": [
        [Button("Read", hp=flat(16, 21)), LEAVE],
        [Button("Continue", "Lose {hp} HP.", hp=flat(1))],
        [Button("Continue", "Lose {hp} HP.", hp=flat(3))],
        [
            Button("Take", "Obtain the Book. Lose {hp} HP.", hp=flat(10, 15)),
            Button("Stop", "Lose {hp} HP.", hp=flat(3)),
        ],
    ],
    "Drug Dealer": [
        [
            Button("Test J.A.X."),
            Button("Become Test Subject", "Transform 2 cards."),
            Button("Ingest Mutagens", "Obtain a special relic."),
        ]
    ],
    "Forgotten Altar": [
        [
            Button("Sacrifice", "Gain 5 Max HP. Lose {hp} HP.", hp=share(0.25, 0.35, nearest)),
            Button("Desecrate", "Become Cursed - Decay."),
        ]
    ],
    "Ghosts": [
        [
            Button("Accept", "Receive 3. Lose {max_hp} Max HP.", max_hp=share(0.5, rounded=ceil)),
            Button("Refuse"),
        ]
    ],
    "Knowing Skull": [
        [GO_ON],
        [
            Button("A Pick Me Up?", "Get a Potion. Lose {hp} HP.", hp=flat(6), due=6),
            Button("Riches?", "Gain 90 Gold. Lose {hp} HP.", hp=flat(8), due=6),
            Button("Success?", "Get a Colorless Card. Lose {hp} HP.", hp=flat(6), due=6),
            Button("How do I leave?", "Lose {hp} HP.", hp=flat(6)),
        ],
    ],
    "Masked Bandits": [[Button("Pay", "Lose ALL of your Gold."), Button("Fight!", fight="hallway")], [GO_ON]],
    "Nest": [
        [GO_ON],
        [
            Button("Smash and Grab", "Obtain 50 Gold."),
            Button("Stay in Line", "A dagger. Lose {hp} HP.", hp=flat(6)),
        ],
    ],
    "The Joust": [[Button("Murderer", "Bet 50 Gold."), Button("Owner", "Bet 50 Gold.")], [Button("Watch")]],
    "The Library": [
        [Button("Read", "Choose 1 of 20 cards to add to your deck."), Button("Sleep", "Heal 15 HP.")]
    ],
    "The Mausoleum": [[Button("Open Coffin", "100%: Become Cursed - Writhe."), LEAVE]],
    "Vampires": [
        [Button("Accept", "Receive 5 Bites. Lose {max_hp} Max HP.", max_hp=share(0.3)), Button("Refuse")],
    ],
    "Falling": [[GO_ON], [Button("Land", "Lose Defend."), Button("Strike", "Lose Strike.")]],
    "MindBloom": [
        [
            Button("I am War", "Fight a Boss from Act 1. Obtain a Rare Relic.", fight="elite"),
            Button("I am Awake", "Upgrade all Cards. You can no longer heal.", no_healing=True),
            Button(third, "Become Cursed."),
        ]
        for third in ("I am Rich", "I am Healthy")
    ],
    "The Moai Head": [
        [
            Button(
                "Jump Inside", "Heal to full HP. Lose {max_hp} Max HP.", max_hp=share(0.125, 0.18, nearest)
            ),
            LEAVE,
        ]
    ],
    "Mysterious Sphere": [[Button("Open Sphere", "Fight. Reward: Rare Relic.", fight="elite"), LEAVE]],
    "SecretPortal": [
        [Button("Enter the Portal", "IMMEDIATELY travel to the boss.", fight="boss"), LEAVE],
    ],
    "SensoryStone": [
        [
            Button("Recall", "Add 1 Colorless card."),
            Button("Recall", "Add 2 Colorless cards. Lose {hp} HP.", hp=flat(5)),
            Button("Recall", "Add 3 Colorless cards. Lose {hp} HP.", hp=flat(10)),
        ]
    ],
    "Spire Heart": [[GO_ON], [Button("Attack", "???")]],
    "Tomb of Lord Red Mask": [[Button("Offer: 99 Gold", "Obtain a Red Mask."), LEAVE]],
    "Winding Halls": [
        [
            Button("Embrace Madness", "Receive 2. Lose {hp} HP.", hp=share(0.125, 0.18, nearest)),
            Button("Focus", "Become Cursed - Writhe. Heal 15 HP."),
            Button("Retrace Your Steps", "Lose {max_hp} Max HP.", max_hp=share(0.05, rounded=nearest)),
        ]
    ],
    "Accursed Blacksmith": [[Button("Forge", "Upgrade a card."), Button("Rummage", "Cursed - Pain."), LEAVE]],
    "Bonfire Elementals": [[GO_ON], [Button("Offer", "Receive a reward based on the offer.")]],
    "Designer": [
        [
            Button("Adjustments", "Lose 50 Gold. Upgrade a card."),
            Button("Clean Up", "Lose 75 Gold. Transform 2 cards."),
            Button("Full Service", "Lose 110 Gold. Remove a card and upgrade a random card."),
            Button("Punch", "Lose {hp} HP.", hp=flat(3, 5)),
        ]
    ],
    "Duplicator": [[Button("Pray", "Duplicate a card in your deck."), LEAVE]],
    "FaceTrader": [
        [GO_ON],
        [Button("Touch", "Lose {hp} HP, gain 50 Gold.", hp=share(0.1)), Button("Trade", "50%."), LEAVE],
    ],
    "Fountain of Cleansing": [[Button("Drink", "Remove all Curses from your deck."), LEAVE]],
    "Golden Shrine": [
        [Button("Pray", "Gain 50 Gold."), Button("Desecrate", "275 Gold. Cursed - Regret."), LEAVE]
    ],
    "Lab": [[Button("Search", "Find some Potions!")]],
    "Match and Keep!": [[GO_ON], [Button("Play")]],
    "N'loth": [
        [Button("Offer: Vajra", "Lose this relic."), Button("Offer: Lantern", "Lose this relic."), LEAVE]
    ],
    "NoteForYourself": [
        [GO_ON],
        [Button("Take and Give", "Receive a card and Store a Card."), Button("Ignore")],
    ],
    "Purifier": [[Button("Pray", "Remove a card."), LEAVE]],
    "The Woman in Blue": [
        [
            Button("Buy 1 Potion", "20 Gold."),
            Button("Buy 2 Potions", "30 Gold."),
            Button("Leave", "Take {hp} Damage.", hp=share(0, 0.05, ceil)),
        ]
    ],
    "Transmorgrifier": [[Button("Pray", "Transform a card."), LEAVE]],
    "Upgrade Shrine": [[Button("Pray", "Upgrade a card."), LEAVE]],
    "WeMeetAgain": [[Button("Give Gold", "Lose 60 Gold."), Button("Attack")]],
    "Wheel of Change": [
        [Button("Play", hp=share(0.1, 0.15))],  # nobody is asked what for
        [Button("Prize?", "Lose {hp} HP.", hp=share(0.1, 0.15))],
        [Button("Prize!", "Remove a card.")],
    ],
}
