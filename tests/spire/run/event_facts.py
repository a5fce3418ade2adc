"""What the buttons of events do: one line each, at ascension 0 and, after a bar, from 15 on where it differs.

The player has 40 of 80 hit points, 200 gold, five Strikes, four Defends, Bash, Shrug It Off, Inflame and
Clumsy, Burning Blood and Golden Idol, and a Fire Potion. A change is told by what changes: hp, max_hp, gold,
cards, relics, potions. "grid X" is a choice of cards that follows, "fight X" a fight, "rewards X" so many
rewards that wait, "more" that the event goes on.

Sources: the wiki's pages of the events and the simulator sts_lightspeed; see docs/spire-run.md.
"""

FACTS = """
1; Big Fish; Banana; hp 26
1; Big Fish; Donut; hp 5, max_hp 5
1; Big Fish; Box; cards 1, relics 1
1; The Cleric; Heal; gold -35, hp 20
1; The Cleric; Purify; gold -50, grid remove | gold -75, grid remove
1; The Cleric; Leave;
1; Dead Adventurer; Escape;
1; Golden Idol; Leave;
1; Golden Idol; Take > Outrun; cards 1, relics 1
1; Golden Idol; Take > Smash; hp -20, relics 1 | hp -28, relics 1
1; Golden Idol; Take > Hide; max_hp -6, relics 1 | max_hp -8, relics 1
1; Golden Wing; Pray; hp -7, grid remove
1; Golden Wing; Leave;
1; World of Goop; Gather Gold; hp -11, gold 75
1; Liars Game; Agree; gold 175, cards 1 | gold 150, cards 1
1; Liars Game; Disagree;
1; Living Wall; Forget; grid remove
1; Living Wall; Change; grid transform
1; Living Wall; Grow; grid upgrade
1; Mushrooms; Stomp; fight The Mushroom Lair, rewards 2
1; Mushrooms; Eat; hp 20, cards 1
1; Scrap Ooze; Leave;
1; Shining Light; Enter; hp -16 | hp -24
1; Shining Light; Leave;
2; Addict; Offer Gold; gold -85, relics 1
2; Addict; Rob; relics 1, cards 1
2; Addict; Leave;
2; Back to Basics; Elegance; grid remove
2; Back to Basics; Simplicity;
2; Beggar; Offer Gold; gold -75, grid remove
2; Beggar; Leave;
2; Colosseum; Continue > Fight; fight Colosseum Slavers
2; Cursed Tome; Leave;
2; Cursed Tome; Read > Continue; hp -1, more
2; Cursed Tome; Read > Continue > Continue > Continue > Stop; hp -9
2; Cursed Tome; Read > Continue > Continue > Continue > Take; hp -16, rewards 1 | hp -21, rewards 1
2; Drug Dealer; Ingest Mutagens; relics 1
2; Drug Dealer; Become Test Subject; grid transform
2; Drug Dealer; Test J.A.X.; cards 1
2; Forgotten Altar; Offer: Golden Idol;
2; Forgotten Altar; Sacrifice; max_hp 5, hp -16 | max_hp 5, hp -25
2; Forgotten Altar; Desecrate; cards 1
2; Ghosts; Accept; max_hp -40, cards 5 | max_hp -40, cards 3
2; Ghosts; Refuse;
2; Masked Bandits; Pay; gold -200
2; Masked Bandits; Fight!; fight Masked Bandits, rewards 2
2; Nest; Smash and Grab; gold 99 | gold 50
2; Nest; Stay in Line; hp -6, cards 1
2; The Library; Read; grid obtain
2; The Library; Sleep; hp 26 | hp 16
2; The Mausoleum; Leave;
2; Vampires; Accept; max_hp -24
2; Vampires; Refuse;
3; Falling; Land; cards -1
3; Falling; Channel; cards -1
3; Falling; Strike; cards -1
3; MindBloom; I am Awake; relics 1
3; MindBloom; I am Rich; gold 999, cards 2
3; The Moai Head; Jump Inside; max_hp -10, hp 30 | max_hp -14, hp 26
3; The Moai Head; Offer: Golden Idol; gold 333, relics -1
3; The Moai Head; Leave;
3; Mysterious Sphere; Open Sphere; fight 2 Orb Walkers, rewards 2
3; Mysterious Sphere; Leave;
3; SensoryStone; Recall (1); rewards 1
3; SensoryStone; Recall (2); hp -5, rewards 2
3; SensoryStone; Recall (3); hp -10, rewards 3
3; Tomb of Lord Red Mask; Offer Gold; gold -200, relics 1
3; Tomb of Lord Red Mask; Leave;
3; Winding Halls; Embrace Madness; hp -10, cards 2 | hp -14, cards 2
3; Winding Halls; Focus; hp 20, cards 1 | hp 16, cards 1
3; Winding Halls; Retrace Your Steps; max_hp -4
1; Golden Shrine; Pray; gold 100 | gold 50
1; Golden Shrine; Desecrate; gold 275, cards 1
1; Golden Shrine; Leave;
1; Transmorgrifier; Pray; grid transform
1; Transmorgrifier; Leave;
1; Purifier; Pray; grid remove
1; Purifier; Leave;
1; Upgrade Shrine; Pray; grid upgrade
1; Upgrade Shrine; Leave;
1; Match and Keep!; Continue > Let's Play!; more
1; Accursed Blacksmith; Forge; grid upgrade
1; Accursed Blacksmith; Rummage; relics 1, cards 1
1; Accursed Blacksmith; Leave;
1; Bonfire Elementals; Approach > Offer; grid sacrifice
2; Designer; Proceed > Full Service; gold -90, grid remove | gold -110, grid remove
2; Designer; Proceed > Punch; hp -3 | hp -5
2; Duplicator; Pray; grid duplicate
2; Duplicator; Leave;
1; FaceTrader; Touch; gold 75, hp -8 | gold 50, hp -8
1; FaceTrader; Trade; relics 1
1; FaceTrader; Leave;
1; Fountain of Cleansing; Drink; cards -1
1; Fountain of Cleansing; Leave;
2; Knowing Skull; Approach > A Pick Me Up?; hp -6, potions 1, more
2; Knowing Skull; Approach > Riches?; hp -6, gold 90, more
2; Knowing Skull; Approach > Riches? > Riches?; hp -13, gold 180, more
2; Knowing Skull; Approach > Success?; hp -6, cards 1, more
2; Knowing Skull; Approach > How do I leave?; hp -6
1; Lab; Search; rewards 3 | rewards 2
2; N'loth; Offer: the first;
2; N'loth; Offer: the second;
2; N'loth; Leave;
3; SecretPortal; Leave;
1; The Woman in Blue; Buy 1 Potion; gold -20, rewards 1
1; The Woman in Blue; Buy 2 Potions; gold -30, rewards 2
1; The Woman in Blue; Buy 3 Potions; gold -40, rewards 3
1; The Woman in Blue; Leave; | hp -4
1; WeMeetAgain; Give Potion; potions -1, relics 1
1; WeMeetAgain; Give Card; cards -1, relics 1
1; WeMeetAgain; Attack;
"""
BY_ITSELF = {
    ("Dead Adventurer", "Search"),
    ("Scrap Ooze", "Reach Inside"),
    ("World of Goop", "Leave It"),
    ("The Mausoleum", "Open Coffin"),
    ("The Joust", "Murderer"),
    ("The Joust", "Owner"),
    ("Wheel of Change", "Play"),
    ("MindBloom", "I am War"),
    ("WeMeetAgain", "Give Gold"),
    ("Golden Wing", "Destroy"),
    ("Designer", "Adjustments"),
    ("Designer", "Clean Up"),
    ("Colosseum", "Cowardice"),
    ("Colosseum", "Victory"),
    ("SecretPortal", "Enter the Portal"),
    ("Vampires", "Give Vial"),
    ("Tomb of Lord Red Mask", "Don the Red Mask"),
    ("MindBloom", "I am Healthy"),
    ("Falling", "Splat"),
    ("Colosseum", "Fight"),
}
"""Not in the table: chance decides what comes, or more is needed. Each has its test in test_events.py."""
