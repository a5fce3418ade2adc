"""What relics do in a fight, from outside: a moment, and what is different from the same one without them.

Written down apart from the content, so that a slip in one shows against the other. A moment is one of
``test_relic_facts.MOMENTS``, with what the relic has counted so far; a difference is a list of words:
``block 10`` more, ``hp 2``, ``energy 1``, ``hand 2`` cards, ``strength 1`` and other powers of the
player, ``foe hp -3`` and ``foe weak 1`` of the first monster, ``both`` of both, ``Wound 2`` such cards in
the piles.

Where the numbers come from. Every row was held against a public table of all 181 relics with the game's
own descriptions (in a simulator in Rust), and against a second source: what the public simulator
sts_lightspeed does (most), the wiki's list of relics as the data table of sts-sim has it (Chemical X,
Face of Cleric, Toy Ornithopter, Sacred Bark, Strange Spoon and others), or bottled_ai, which plays the
real game (Magic Flower, the Boot, Stone Calendar). They agree; old revisions of the wiki have Akabeko at
3. Rows of ``ONE_SOURCE`` are in the table of descriptions only.
"""

from __future__ import annotations

FACTS: list[tuple[str, str, str]] = [
    # --- the beginning of a fight
    ("Akabeko", "fight begins", "vigor 8"),
    ("Anchor", "fight begins", "block 10"),
    ("Ancient Tea Set", "fight begins, count 1", "energy 2"),
    ("Ancient Tea Set", "fight begins, count 0", ""),
    ("Bag of Marbles", "fight begins", "both vulnerable 1"),
    ("Bag of Preparation", "fight begins", "hand 2"),
    ("Blood Vial", "fight begins", "hp 2"),
    ("Bronze Scales", "fight begins", "thorns 3"),
    ("Clockwork Souvenir", "fight begins", "artifact 1"),
    ("Enchiridion", "fight begins", "hand 1"),
    ("Fossilized Helix", "fight begins", "buffer 1"),
    ("Girya", "fight begins, count 3", "strength 3"),
    ("Gremlin Visage", "fight begins", "weak 1"),
    ("Lantern", "fight begins", "energy 1"),
    ("Mark of Pain", "fight begins", "energy 1, Wound 2"),
    ("Mutagenic Strength", "fight begins", "strength 3, lose_strength 3"),
    ("Ninja Scroll", "fight begins", "hand 3, Shiv 3"),
    ("Oddly Smooth Stone", "fight begins", "dexterity 1"),
    ("Pantograph", "boss's fight begins", "hp 25"),
    ("Pantograph", "elite's fight begins", ""),
    ("Philosopher's Stone", "fight begins", "energy 1, both strength 1"),
    ("Red Mask", "fight begins", "both weak 1"),
    ("Red Skull", "fight begins", "strength 3"),  # at half of the hit points
    ("Ring of the Snake", "fight begins", "hand 2"),
    ("Sling of Courage", "elite's fight begins", "strength 2"),
    ("Sling of Courage", "boss's fight begins", ""),
    ("Slaver's Collar", "elite's fight begins", "energy 1"),
    ("Slaver's Collar", "boss's fight begins", "energy 1"),
    ("Slaver's Collar", "fight begins", ""),
    ("Snecko Eye", "fight begins", "hand 2, confusion 1"),
    ("Thread and Needle", "fight begins", "plated_armor 4"),
    ("Twisted Funnel", "fight begins", "both poison 4"),
    ("Vajra", "fight begins", "strength 1"),
    *(
        (name, "fight begins", "energy 1")
        for name in (
            "Busted Crown",
            "Coffee Dripper",
            "Cursed Key",
            "Ectoplasm",
            "Fusion Hammer",
            "Runic Dome",
        )
    ),
    *((name, "fight begins", "energy 1") for name in ("Sozu", "Velvet Choker")),
    # --- turns
    ("Art of War", "turn begins, count 0", "energy 1"),  # no attack was played in the last
    ("Brimstone", "turn begins", "strength 2, both strength 1"),
    ("Calipers", "turn begins with block 20", "block 5"),  # all but 15 are kept
    ("Captain's Wheel", "turn begins, count 2", "block 18"),
    ("Captain's Wheel", "turn begins, count 1", ""),
    ("Happy Flower", "turn begins, count 2", "energy 1"),
    ("Horn Cleat", "turn begins, count 1", "block 14"),
    ("Horn Cleat", "turn begins, count 2", ""),
    ("Ice Cream", "turn begins", "energy 6"),  # what was left
    ("Incense Burner", "turn begins, count 5", "intangible 1"),
    ("Mercury Hourglass", "turn begins", "both hp -3"),
    ("Pocketwatch", "turn begins", "hand 3"),  # three cards or fewer were played
    ("Stone Calendar", "turn begins, count 6", "both hp -52"),  # at the end of the seventh
    ("Stone Calendar", "turn begins, count 5", ""),
    ("Orichalcum", "turn ends under a blow of 10", "hp 6"),
    # --- cards
    ("Bird-Faced Urn", "power played", "hp 2"),
    ("Charon's Ashes", "card exhausted", "both hp -3"),
    ("Dead Branch", "card exhausted", "hand 1"),
    ("Duality", "attack played", "dexterity 1, lose_dexterity 1"),
    ("Ink Bottle", "attack played, count 9", "hand 1"),
    ("Kunai", "third attack played", "dexterity 1"),
    ("Letter Opener", "third skill played", "both hp -5"),
    ("Nunchaku", "attack played, count 9", "energy 1"),
    ("Ornamental Fan", "third attack played", "block 4"),
    ("Pen Nib", "attack played, count 8", "pen_nib 1"),  # the next one is the tenth
    ("Shuriken", "third attack played", "strength 1"),
    ("Strike Dummy", "attack played", "foe hp -3"),
    ("Sundial", "shuffled, count 2", "energy 2"),
    ("The Abacus", "shuffled", "block 6"),
    ("Unceasing Top", "attack played", "hand 1"),  # it was the last card in hand
    ("Wrist Blade", "free attack played", "foe hp -4"),
    ("Chemical X", "Whirlwind played", "both hp -10"),  # twice 5 more
    # --- harm, kills and healing
    ("Centennial Puzzle", "hit points lost", "hand 3"),
    ("Runic Cube", "hit points lost", "hand 1"),
    ("Self-Forming Clay", "hit points lost", "next_turn_block 3"),
    ("Tungsten Rod", "hit points lost", "hp 1"),
    ("Torii", "turn ends under a blow of 5", "hp 4"),
    ("Torii", "turn ends under a blow of 10", ""),
    ("Tungsten Rod", "turn ends under a blow of 5", "hp 1"),
    ("Odd Mushroom", "turn ends under a blow of 10, vulnerable", "hp 3"),  # 12 for 15
    ("Paper Crane", "turn ends under a weak blow of 10", "hp 1"),  # 6 for 7
    ("Paper Frog", "vulnerable one struck", "foe hp -1"),  # 10 for 9
    ("Champion's Belt", "vulnerable laid on", "foe weak 1"),
    ("Hand Drill", "block broken", "foe vulnerable 2"),
    ("Gremlin Horn", "one of two killed", "energy 1, hand 1"),
    ("The Boot", "struck for 4", "foe hp -1"),
    ("Magic Flower", "healed by 4", "hp 2"),
    ("Mark of the Bloom", "healed by 4", "hp -4"),
    ("Toy Ornithopter", "potion drunk", "hp 5"),
    ("Sacred Bark", "potion drunk", "block 12"),  # 24 for 12
    ("Blue Candle", "curse played", "hp -1"),
    # --- victory
    ("Black Blood", "fight won", "hp 12"),
    ("Burning Blood", "fight won", "hp 6"),
    ("Face of Cleric", "fight won", "hp 1, max_hp 1"),
    ("Meat on the Bone", "fight won", "hp 12"),  # at half of the hit points
    ("Bloody Idol", "gold won by a kill", "hp 5"),
]

ONE_SOURCE = {"Duality"}
