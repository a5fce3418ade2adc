"""What each card does, in both versions, as the wikis and card lists of the game state it (version 2.3).

Held against a simulator made apart from them, which has most of these numbers; it says otherwise of an
upgraded Disarm, where the lists were followed.

A fact is read as "cost: what changes" where there are two enemies of 100 HP without block, a player with 40
of 80 HP and 6 energy, a Defend beside the card in hand and eight Strikes to draw:

``damage 8``       HP lost by the enemy aimed at          ``all 8``       by each enemy
``block 5``        ``hp -3``   ``hp +4``                  ``energy 2``    gained, on top of what the card cost
``draws 2``        cards that left the draw pile          ``exhausts``    the card itself is exhausted
``vulnerable 2``   on the enemy aimed at                  ``each weak 1`` on every enemy
``self strength 2``                                       ``discard Wound``, ``hand Wound x2``: new there
``exhausted 1``    other cards that were exhausted        ``gone``        the card is in no pile: a power
"""

CARDS: dict[str, tuple[str, str]] = {
    # basic
    "Strike": ("1: damage 6", "1: damage 9"),
    "Defend": ("1: block 5", "1: block 8"),
    "Bash": ("2: damage 8, vulnerable 2", "2: damage 10, vulnerable 3"),
    # common
    "Anger": ("0: damage 6, discard Anger", "0: damage 8, discard Anger+"),
    "Armaments": ("1: block 5, hand Defend+", "1: block 5, hand Defend+"),
    "Body Slam": ("1: damage 0", "0: damage 0"),
    "Cleave": ("1: all 8", "1: all 11"),
    "Clothesline": ("2: damage 12, weak 2", "2: damage 14, weak 3"),
    "Flex": ("0: self strength 2, self lose_strength 2", "0: self strength 4, self lose_strength 4"),
    "Headbutt": ("1: damage 9", "1: damage 12"),
    "Heavy Blade": ("2: damage 14", "2: damage 14"),
    "Iron Wave": ("1: block 5, damage 5", "1: block 7, damage 7"),
    # itself and the eight Strikes to draw
    "Perfected Strike": ("2: damage 24", "2: damage 33"),
    "Pommel Strike": ("1: damage 9, draws 1, hand Strike", "1: damage 10, draws 2, hand Strike x2"),
    "Shrug It Off": ("1: block 8, draws 1, hand Strike", "1: block 11, draws 1, hand Strike"),
    "Thunderclap": ("1: all 4, each vulnerable 1", "1: all 7, each vulnerable 1"),
    "True Grit": ("1: block 7, exhausted 1", "1: block 9, exhausted 1"),
    "Twin Strike": ("1: damage 10", "1: damage 14"),
    "Wild Strike": ("1: damage 12, draw Wound", "1: damage 17, draw Wound"),
    # uncommon
    "Battle Trance": (
        "0: draws 3, hand Strike x3, self no_draw 1",
        "0: draws 4, hand Strike x4, self no_draw 1",
    ),
    "Blood for Blood": ("4: damage 18", "3: damage 22"),
    "Bloodletting": ("0: hp -3, energy 2", "0: hp -3, energy 3"),
    "Burning Pact": ("1: exhausted 1, draws 2, hand Strike x2", "1: exhausted 1, draws 3, hand Strike x3"),
    "Carnage": ("2: damage 20", "2: damage 28"),
    "Combust": ("1: self combust 5, gone", "1: self combust 7, gone"),
    "Dark Embrace": ("2: self dark_embrace 1, gone", "1: self dark_embrace 1, gone"),
    "Disarm": ("1: strength -2, exhausts", "1: strength -3, exhausts"),
    "Dropkick": ("1: damage 5", "1: damage 8"),
    "Dual Wield": ("1:", "1:"),
    "Entrench": ("2:", "1:"),
    "Evolve": ("1: self evolve 1, gone", "1: self evolve 2, gone"),
    "Feel No Pain": ("1: self feel_no_pain 3, gone", "1: self feel_no_pain 4, gone"),
    "Fire Breathing": ("1: self fire_breathing 6, gone", "1: self fire_breathing 10, gone"),
    "Flame Barrier": ("2: block 12, self flame_barrier 4", "2: block 16, self flame_barrier 6"),
    "Ghostly Armor": ("1: block 10", "1: block 13"),
    "Hemokinesis": ("1: hp -2, damage 15", "1: hp -2, damage 20"),
    "Inflame": ("1: self strength 2, gone", "1: self strength 3, gone"),
    "Intimidate": ("0: each weak 1, exhausts", "0: each weak 2, exhausts"),
    "Metallicize": ("1: self metallicize 3, gone", "1: self metallicize 4, gone"),
    "Power Through": ("1: block 15, hand Wound x2", "1: block 20, hand Wound x2"),
    "Pummel": ("1: damage 8, exhausts", "1: damage 10, exhausts"),
    "Rage": ("0: self rage 3", "0: self rage 5"),
    "Rampage": ("1: damage 8", "1: damage 8"),
    "Reckless Charge": ("0: damage 7, draw Dazed", "0: damage 10, draw Dazed"),
    "Rupture": ("1: self rupture 1, gone", "1: self rupture 2, gone"),
    "Searing Blow": ("2: damage 12", "2: damage 16"),
    "Second Wind": ("1: exhausted 1, block 5", "1: exhausted 1, block 7"),
    "Seeing Red": ("1: energy 2, exhausts", "0: energy 2, exhausts"),
    "Sentinel": ("1: block 5", "1: block 8"),
    "Sever Soul": ("2: exhausted 1, damage 16", "2: exhausted 1, damage 22"),
    "Shockwave": (
        "2: each weak 3, each vulnerable 3, exhausts",
        "2: each weak 5, each vulnerable 5, exhausts",
    ),
    "Spot Weakness": ("1:", "1:"),
    "Uppercut": ("2: damage 13, weak 1, vulnerable 1", "2: damage 13, weak 2, vulnerable 2"),
    "Whirlwind": ("6: all 30", "6: all 48"),
    # rare
    "Barricade": ("3: self barricade 1, gone", "2: self barricade 1, gone"),
    "Berserk": ("0: self vulnerable 2, self berserk 1, gone", "0: self vulnerable 1, self berserk 1, gone"),
    "Bludgeon": ("3: damage 32", "3: damage 42"),
    "Brutality": ("0: self brutality 1, gone", "0: self brutality 1, gone"),
    "Corruption": ("3: self corruption 1, gone", "2: self corruption 1, gone"),
    "Demon Form": ("3: self demon_form 2, gone", "3: self demon_form 3, gone"),
    "Double Tap": ("1: self double_tap 1", "1: self double_tap 2"),
    "Exhume": ("1: exhausts", "0: exhausts"),
    "Feed": ("1: damage 10, exhausts", "1: damage 12, exhausts"),
    "Fiend Fire": ("2: exhausted 1, damage 7, exhausts", "2: exhausted 1, damage 10, exhausts"),
    "Immolate": ("2: all 21, discard Burn", "2: all 28, discard Burn"),
    "Impervious": ("2: block 30, exhausts", "2: block 40, exhausts"),
    "Juggernaut": ("2: self juggernaut 5, gone", "2: self juggernaut 7, gone"),
    "Limit Break": ("1: exhausts", "1:"),
    "Offering": (
        "0: hp -6, energy 2, draws 3, hand Strike x3, exhausts",
        "0: hp -6, energy 2, draws 5, hand Strike x5, exhausts",
    ),
    "Reaper": ("2: all 4, hp +8, exhausts", "2: all 5, hp +10, exhausts"),
    # colourless
    "Bandage Up": ("0: hp +4, exhausts", "0: hp +6, exhausts"),
    "Blind": ("0: weak 2", "0: each weak 2"),
    "Dark Shackles": (
        "0: strength -9, regain_strength 9, exhausts",
        "0: strength -15, regain_strength 15, exhausts",
    ),
    "Deep Breath": ("0: draws 1, hand Strike", "0: draws 2, hand Strike x2"),
    "Dramatic Entrance": ("0: all 8, exhausts", "0: all 12, exhausts"),
    "Enlightenment": ("0:", "0:"),
    "Finesse": ("0: block 2, draws 1, hand Strike", "0: block 4, draws 1, hand Strike"),
    "Flash of Steel": ("0: damage 3, draws 1, hand Strike", "0: damage 6, draws 1, hand Strike"),
    "Good Instincts": ("0: block 6", "0: block 9"),
    "Impatience": ("0: draws 2, hand Strike x2", "0: draws 3, hand Strike x3"),
    "Mind Blast": ("2: damage 8", "1: damage 8"),
    "Panacea": ("0: self artifact 1, exhausts", "0: self artifact 2, exhausts"),
    "Panic Button": ("0: block 30, self no_block 2, exhausts", "0: block 40, self no_block 2, exhausts"),
    "Swift Strike": ("0: damage 7", "0: damage 10"),
    "Trip": ("0: vulnerable 2", "0: each vulnerable 2"),
    "Apotheosis": (
        "2: hand Defend+, draw Strike+ x8, exhausts",
        "1: hand Defend+, draw Strike+ x8, exhausts",
    ),
    "Hand of Greed": ("2: damage 20", "2: damage 25"),
    "Magnetism": ("2: self magnetism 1, gone", "1: self magnetism 1, gone"),
    "Master of Strategy": ("0: draws 3, hand Strike x3, exhausts", "0: draws 4, hand Strike x4, exhausts"),
    "Mayhem": ("2: self mayhem 1, gone", "1: self mayhem 1, gone"),
    "Panache": ("0: self panache 5, gone", "0: self panache 5, gone"),
    "Sadistic Nature": ("0: self sadistic_nature 5, gone", "0: self sadistic_nature 7, gone"),
    "Secret Weapon": ("0: draws 1, hand Strike, exhausts", "0: draws 1, hand Strike"),
    "The Bomb": ("2: self the_bomb 3", "2: self the_bomb 3"),
    "Violence": ("0: draws 3, hand Strike x3, exhausts", "0: draws 4, hand Strike x4, exhausts"),
    # of events
    "Apparition": ("1: self intangible 1, exhausts", "1: self intangible 1, exhausts"),
    "Bite": ("1: damage 7, hp +2", "1: damage 8, hp +3"),
    "J.A.X.": ("0: hp -3, self strength 2", "0: hp -3, self strength 3"),
    "Ritual Dagger": ("1: damage 15, exhausts", "1: damage 15, exhausts"),
    "Shiv": ("0: damage 4, exhausts", "0: damage 6, exhausts"),
}

# Cards whose effect is a choice or chance: their cost, and whether they are exhausted. They are played in
# test_card_rules.py.
CHOOSING: dict[str, tuple[str, str]] = {
    "Clash": ("0:", "0:"),
    "Havoc": ("1:", "0:"),
    "Sword Boomerang": ("1:", "1:"),
    "Warcry": ("0: exhausts", "0: exhausts"),
    "Infernal Blade": ("1: exhausts", "0: exhausts"),
    "Discovery": ("1: exhausts", "1:"),
    "Forethought": ("0:", "0:"),
    "Jack of All Trades": ("0: exhausts", "0: exhausts"),
    "Madness": ("1: exhausts", "0: exhausts"),
    "Purity": ("0: exhausts", "0: exhausts"),
    "Chrysalis": ("2: exhausts", "2: exhausts"),
    "Metamorphosis": ("2: exhausts", "2: exhausts"),
    "Secret Technique": ("0: exhausts", "0:"),
    "Thinking Ahead": ("0: exhausts", "0:"),
    "Transmutation": ("-1: exhausts", "-1: exhausts"),
}

ETHEREAL = {"Carnage", "Ghostly Armor", "Apparition", "Dazed", "Void", "Ascender's Bane", "Clumsy"}
INNATE = {
    "Brutality+",
    "Dramatic Entrance",
    "Dramatic Entrance+",
    "Mind Blast",
    "Mind Blast+",
    "Writhe",
    "Pride",
}
UNPLAYABLE = {
    *("Wound", "Dazed", "Burn", "Burn+", "Void"),
    *("Ascender's Bane", "Clumsy", "Curse of the Bell", "Decay", "Doubt", "Injury", "Necronomicurse"),
    *("Normality", "Pain", "Parasite", "Regret", "Shame", "Writhe"),
}
