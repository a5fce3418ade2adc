"""What monsters do, from outside: hit points, and each move's effect, with the ascensions that change them.

Written down apart from the content, so that a slip in one shows against the other. ``11/12@2`` is 11, and 12
from ascension 2 on; ``frail 0/1@17`` is none before ascension 17.

An effect is a list of words: ``hit 7 x2`` the player, ``weak 2`` and other powers laid on the player,
``self strength 3`` on the monster itself, ``block 6`` gained, ``Slimed 2`` such cards made. Effects of powers
that act in the same round (Orb Walker's strength) belong to them: what is seen when the player moves again.

Where the numbers come from. Every row was held against the public simulator sts_lightspeed, which replays
real runs, and against a second source: the public simulator sts-sim (hewzhew), its source where it was
read (most elites and bosses, acts 3 and 4, the acid slimes, the red louse, Byrds, the Centurion and his
Mystic, Romeo, the Red Slaver), its data table of monsters for the rest, or the wiki's page (Jaw Worm,
Chosen, Spire Growth, the Maw, Nemesis, the Guardian, the Champ, the Gremlin Leader). Where the two
differ, a comment says how it was decided. Slips of sts_lightspeed that were set aside because the others
agree against it: the Bear's hit points (38-52), the Centurion's from ascension 7 on (76-83), those of the
Awakened One from 9 on (300-320), the step of the Gremlin Leader's block (at 3), no step at 18 for the
Giant Head and the Nob's order of moves, none at 17 for Romeo and the Snake Plant's spores. The data table
of sts-sim has numbers of its own for several steps at 17 to 19; its source, written later, corrects them.

Rows with one source only: that a Blue Slaver rakes once in a row at most from ascension 17 on
(sts_lightspeed, and there by a condition that misses); that the Inferno leaves three upgraded Burns
besides upgrading the others (the table has the three, sts-sim's source the upgrading); how much block a
Spire Shield's Smash gives when it comes from behind.
"""

from __future__ import annotations

import re

HIT_POINTS = {
    "Cultist": "48-54/50-56@7",
    "JawWorm": "40-44/42-46@7",
    "FuzzyLouseNormal": "10-15/11-16@7",
    "FuzzyLouseDefensive": "11-17/12-18@7",
    "AcidSlime_S": "8-12/9-13@7",
    "AcidSlime_M": "28-32/29-34@7",
    "AcidSlime_L": "65-69/68-72@7",
    "SpikeSlime_S": "10-14/11-15@7",
    "SpikeSlime_M": "28-32/29-34@7",
    "SpikeSlime_L": "64-70/67-73@7",
    "GremlinFat": "13-17/14-18@7",
    "GremlinThief": "10-14/11-15@7",
    "GremlinWarrior": "20-24/21-25@7",
    "GremlinTsundere": "12-15/13-17@7",
    "GremlinWizard": "21-25/22-26@7",
    "FungiBeast": "22-28/24-28@7",
    "SlaverBlue": "46-50/48-52@7",
    "SlaverRed": "46-50/48-52@7",
    "Looter": "44-48/46-50@7",
    "GremlinNob": "82-86/85-90@8",
    "Lagavulin": "109-111/112-115@8",
    "Sentry": "38-42/39-45@8",
    "SlimeBoss": "140/150@9",
    "TheGuardian": "240/250@9",
    "Hexaghost": "250/264@9",
    "SphericGuardian": "20",
    "Chosen": "95-99/98-103@7",
    "Shelled Parasite": "68-72/70-75@7",
    "Byrd": "25-31/26-33@7",
    "Mugger": "48-52/50-54@7",
    "Centurion": "76-80/78-83@7",
    "Healer": "48-56/50-58@7",
    "SnakePlant": "75-79/78-82@7",
    "Snecko": "114-120/120-125@7",
    "BanditChild": "30/34@7",
    "BanditLeader": "35-39/37-41@7",
    "BanditBear": "38-42/40-44@7",
    "GremlinLeader": "140-148/145-155@8",
    "SlaverBoss": "54-60/57-64@8",
    "BookOfStabbing": "160-164/168-172@8",
    "BronzeAutomaton": "300/320@9",
    "BronzeOrb": "52-58/54-60@9",
    "Champ": "420/440@9",
    "TheCollector": "282/300@9",
    "TorchHead": "38-40/40-45@9",
    "Darkling": "48-56/50-59@7",
    "Orb Walker": "90-96/92-102@7",
    "Spiker": "42-56/44-60@7",
    "Repulsor": "29-35/31-38@7",
    "Exploder": "30/30-35@7",
    "Maw": "300",
    "Serpent": "170/190@7",
    "Transient": "999",
    "WrithingMass": "160/175@7",
    "GiantHead": "500/520@8",
    "Nemesis": "185/200@8",
    "Reptomancer": "180-190/190-200@8",
    "Dagger": "20-25",
    "AwakenedOne": "300/320@9",
    "TimeEater": "456/480@9",
    "Deca": "250/265@9",
    "Donu": "250/265@9",
    "SpireShield": "110/125@8",
    "SpireSpear": "160/180@8",
    "CorruptHeart": "750/800@9",
}

MOVES: dict[str, dict[str, tuple[int, str]]] = {
    "Cultist": {
        "dark_strike": (1, "hit 6"),
        "incantation": (3, "self ritual 3/4@2/5@17"),
    },
    "JawWorm": {
        "chomp": (1, "hit 11/12@2"),
        "bellow": (2, "self strength 3/4@2/5@17, block 6/9@17"),
        "thrash": (3, "hit 7, block 5"),
    },
    "FuzzyLouseNormal": {
        "bite": (3, "hit 5-7/6-8@2"),
        "grow": (4, "self strength 3/4@17"),
    },
    "FuzzyLouseDefensive": {
        "bite": (3, "hit 5-7/6-8@2"),
        "spit_web": (4, "weak 2"),
    },
    "AcidSlime_S": {
        "tackle": (1, "hit 3/4@2"),
        "lick": (2, "weak 1"),
    },
    "AcidSlime_M": {
        "corrosive_spit": (1, "hit 7/8@2, Slimed 1"),
        "tackle": (2, "hit 10/12@2"),
        "lick": (4, "weak 1"),
    },
    "AcidSlime_L": {
        "corrosive_spit": (1, "hit 11/12@2, Slimed 2"),
        "tackle": (2, "hit 16/18@2"),
        "split": (3, "comes AcidSlime_M 2"),
        "lick": (4, "weak 2"),
    },
    "SpikeSlime_S": {
        "tackle": (1, "hit 5/6@2"),
    },
    "SpikeSlime_M": {
        "flame_tackle": (1, "hit 8/10@2, Slimed 1"),
        # Frail 1 at every ascension: so two sources; a third says 2 from ascension 17 on.
        "lick": (4, "frail 1"),
    },
    "SpikeSlime_L": {
        "flame_tackle": (1, "hit 16/18@2, Slimed 2"),
        "split": (3, "comes SpikeSlime_M 2"),
        "lick": (4, "frail 2/3@17"),
    },
    "GremlinFat": {
        "smash": (2, "hit 4/5@2, weak 1, frail 0/1@17"),
        "escape": (99, "gone"),
    },
    "GremlinThief": {
        "puncture": (1, "hit 9/10@2"),
        "escape": (99, "gone"),
    },
    "GremlinWarrior": {
        "scratch": (1, "hit 4/5@2"),
        "escape": (99, "gone"),
    },
    "GremlinTsundere": {
        "protect": (1, "block 7/8@7/11@17"),
        "shield_bash": (2, "hit 6/8@2"),
        "escape": (99, "gone"),
    },
    "GremlinWizard": {
        "ultimate_blast": (1, "hit 25/30@2"),
        "charge": (2, ""),
        "escape": (99, "gone"),
    },
    "FungiBeast": {
        "bite": (1, "hit 6"),
        "grow": (2, "self strength 3/4@2/5@17"),
    },
    "SlaverBlue": {
        "stab": (1, "hit 12/13@2"),
        "rake": (4, "hit 7/8@2, weak 1/2@17"),
    },
    "SlaverRed": {
        "stab": (1, "hit 13/14@2"),
        "entangle": (2, "entangled 1"),
        "scrape": (3, "hit 8/9@2, vulnerable 1/2@17"),
    },
    "Looter": {
        "mug": (1, "hit 10/11@2, gold 15/20@17"),
        "smoke_bomb": (2, "block 6"),
        "escape": (3, "gone"),
        "lunge": (4, "hit 12/14@2, gold 15/20@17"),
    },
    "GremlinNob": {
        "rush": (1, "hit 14/16@3"),
        "skull_bash": (2, "hit 6/8@3, vulnerable 2"),
        "bellow": (3, "self enrage 2/3@18"),
    },
    "Lagavulin": {
        "siphon_soul": (1, "strength -1/-2@18, dexterity -1/-2@18"),
        "attack": (3, "hit 18/20@3"),
        "stunned": (4, ""),
        "sleep": (5, "block 8"),
    },
    "Sentry": {
        "bolt": (3, "Dazed 2/3@18"),
        "beam": (4, "hit 9/10@3"),
    },
    "SlimeBoss": {
        "slam": (1, "hit 35/38@4"),
        "preparing": (2, ""),
        "split": (3, "comes SpikeSlime_L 1, comes AcidSlime_L 1"),
        "goop_spray": (4, "Slimed 3/5@19"),
    },
    "TheGuardian": {
        "close_up": (1, "self sharp_hide 3/4@19"),
        "fierce_bash": (2, "hit 32/36@4"),
        "roll_attack": (3, "hit 9/10@4"),
        "twin_slam": (4, "hit 8 x2"),
        "whirlwind": (5, "hit 5 x4"),
        "charging_up": (6, "block 9"),
        "vent_steam": (7, "weak 2, vulnerable 2"),
    },
    "Hexaghost": {
        "divider": (1, "hit 7 x6"),  # with its own number at 7
        "tackle": (2, "hit 5/6@4 x2"),
        "inflame": (3, "block 12, self strength 2/3@19"),
        "sear": (4, "hit 6, Burn 1/2@19"),
        "activate": (5, ""),
        "inferno": (6, "hit 2/3@4 x6, Burn+ 3"),
    },
    "SphericGuardian": {
        "slam": (1, "hit 10/11@2 x2"),
        "activate": (2, "block 25/35@17"),
        "harden": (3, "hit 10/11@2, block 15"),
        "attack_debuff": (4, "hit 10/11@2, frail 5"),
    },
    "Chosen": {
        "zap": (1, "hit 18/21@2"),
        "drain": (2, "weak 3, self strength 3"),
        "debilitate": (3, "hit 10/12@2, vulnerable 2"),
        "hex": (4, "hex 1"),
        "poke": (5, "hit 5/6@2 x2"),
    },
    "Shelled Parasite": {
        "fell": (1, "hit 18/21@2, frail 2, block 14"),
        "double_strike": (2, "hit 6/7@2 x2, block 14"),
        "life_suck": (3, "hit 10/12@2, block 14, heal 10/12@2"),
        "stunned": (4, "block 14"),
    },
    "Byrd": {
        "peck": (1, "hit 1 x5/6@2"),
        "go_airborne": (2, "self flight 3/4@17"),
        "swoop": (3, "hit 12/14@2"),
        "stunned": (4, ""),
        "headbutt": (5, "hit 3"),
        "caw": (6, "self strength 1"),
    },
    "Mugger": {
        "mug": (1, "hit 10/11@2, gold 15/20@17"),
        "smoke_bomb": (2, "block 11/17@17"),
        "escape": (3, "gone"),
        "lunge": (4, "hit 16/18@2, gold 15/20@17"),
    },
    "Centurion": {
        "slash": (1, "hit 12/14@2"),
        "protect": (2, "block 15/20@17"),
        "fury": (3, "hit 6/7@2 x3"),
    },
    "Healer": {
        "attack": (1, "hit 8/9@2, frail 2"),
        "heal": (2, "heal 16/20@17"),
        "buff": (3, "self strength 2/3@2/4@17"),
    },
    "SnakePlant": {
        "chomp": (1, "hit 7/8@2 x3"),
        "enfeebling_spores": (2, "frail 2, weak 2"),
    },
    "Snecko": {
        "perplexing_glare": (1, "confusion 1"),
        "bite": (2, "hit 15/18@2"),
        "tail_whip": (3, "hit 8/10@2, vulnerable 2, weak 0/2@17"),
    },
    "BanditChild": {
        "stab": (1, "hit 5/6@2 x2"),
    },
    "BanditLeader": {
        "cross_slash": (1, "hit 15/17@2"),
        "mock": (2, ""),
        "agonizing_slash": (3, "hit 10/12@2, weak 2/3@17"),
    },
    "BanditBear": {
        "maul": (1, "hit 18/20@2"),
        "bear_hug": (2, "dexterity -2/-4@17"),
        "lunge": (3, "hit 9/10@2, block 9"),
    },
    "GremlinLeader": {
        "rally": (2, "comes any 2"),
        "encourage": (3, "self strength 3/4@3/5@18"),
        "stab": (4, "hit 6 x3"),
    },
    "SlaverBoss": {
        "scouring_whip": (2, "hit 7, Wound 1/2@3/3@18, self strength 0/1@18"),
    },
    "BookOfStabbing": {
        # With its own number at 2; each stab that gets through leaves a wound.
        "multi_stab": (1, "hit 6/7@3 x2, Wound 2"),
        "single_stab": (2, "hit 21/24@3, Wound 1"),
    },
    "BronzeAutomaton": {
        "flail": (1, "hit 7/8@4 x2"),
        "hyper_beam": (2, "hit 45/50@4"),
        "stunned": (3, ""),
        "spawn_orbs": (4, "comes BronzeOrb 2"),
        "boost": (5, "block 9/12@9, self strength 3/4@4"),
    },
    "BronzeOrb": {
        "beam": (1, "hit 8"),
        "support_beam": (2, ""),
        "stasis": (3, "stolen"),
    },
    "Champ": {
        "heavy_slash": (1, "hit 16/18@4"),
        # Metallicize acts in the same round: 15 and 5, 18 and 6, 20 and 7.
        "defensive_stance": (2, "block 20/24@9/27@19, self metallicize 5/6@9/7@19"),
        "execute": (3, "hit 10 x2"),
        "face_slap": (4, "hit 12/14@4, frail 2, vulnerable 2"),
        # One source has 3, 4 and 5; two others agree on these, of which Anger is the triple.
        "gloat": (5, "self strength 2/3@4/4@19"),
        "taunt": (6, "weak 2, vulnerable 2"),
        "anger": (7, "self strength 6/9@4/12@19"),
    },
    "TheCollector": {
        "spawn": (1, "comes TorchHead 2"),
        "fireball": (2, "hit 18/21@4"),
        "buff": (3, "block 15/18@9/23@19, self strength 3/4@4/5@19"),
        # One source knows no step at 19; the other has it.
        "mega_debuff": (4, "weak 3/5@19, vulnerable 3/5@19, frail 3/5@19"),
        "revive": (5, "comes TorchHead 2"),
    },
    "TorchHead": {
        "tackle": (1, "hit 7"),
    },
    "Darkling": {
        "chomp": (1, "hit 8/9@2 x2"),
        "harden": (2, "block 12, self strength 0/2@17"),
        "nip": (3, "hit 7-11/9-13@2"),
        "regrow": (4, ""),
        "reincarnate": (5, "back half"),
    },
    "Orb Walker": {
        "laser": (1, "hit 10/11@2, Burn 2, self strength 3/5@17"),
        "claw": (2, "hit 15/16@2, self strength 3/5@17"),
    },
    "Spiker": {
        "cut": (1, "hit 7/9@2"),
        "spike": (2, "self thorns 2"),
    },
    "Repulsor": {
        "repulse": (1, "Dazed 2"),
        "bash": (2, "hit 11/13@2"),
    },
    "Exploder": {
        "slam": (1, "hit 9/11@2"),
        "explode": (2, ""),
    },
    "Maw": {
        "roar": (2, "weak 3/5@17, frail 3/5@17"),
        "slam": (3, "hit 25/30@2"),
        "drool": (4, "self strength 3/5@17"),
        "nom": (5, "hit 5"),  # as often as half the turns so far, rounded up
    },
    "Serpent": {
        "quick_tackle": (1, "hit 16/18@2"),
        "constrict": (2, "constricted 10/12@17"),
        "smash": (3, "hit 22/25@2"),
    },
    "Transient": {
        "attack": (1, "hit 30/40@2"),
    },
    "WrithingMass": {
        "strong_strike": (0, "hit 32/38@2"),
        "multi_strike": (1, "hit 7/9@2 x3"),
        # sts_lightspeed and the table of sts-sim have a block of 16 and 18; the source of sts-sim, written
        # later and closer to the game, has as much as the damage, and decided.
        "flail": (2, "hit 15/16@2, block 15/16@2"),
        "wither": (3, "hit 10/12@2, weak 2, vulnerable 2"),
        "implant": (4, ""),
    },
    "GiantHead": {
        "glare": (1, "weak 1"),
        "it_is_time": (2, "hit 30/40@3"),
        "count": (3, "hit 13"),
    },
    "Nemesis": {
        "tri_attack": (2, "hit 6/7@3 x3, self intangible 1"),
        "scythe": (3, "hit 45, self intangible 1"),
        # One source has the step at 3; the wiki and another have it at 18.
        "tri_burn": (4, "Burn 3/5@18, self intangible 1"),
    },
    "Reptomancer": {
        "snake_strike": (1, "hit 13/16@3 x2, weak 1"),
        "summon": (2, "comes Dagger 1/2@18"),
        "big_bite": (3, "hit 30/34@3"),
    },
    "Dagger": {
        "stab": (1, "hit 9, Wound 1"),
        "explode": (2, "hit 25, gone"),
    },
    "AwakenedOne": {
        # With the 2 strength that it has from ascension 4 on.
        "slash": (1, "hit 20/22@4"),
        "soul_strike": (2, "hit 6/8@4 x4"),
        "rebirth": (3, "back whole"),
        "dark_echo": (5, "hit 40/42@4"),
        "sludge": (6, "hit 18/20@4, Void 1"),
        "tackle": (8, "hit 10/12@4 x3"),
    },
    "TimeEater": {
        "reverberate": (2, "hit 7/8@4 x3"),
        "ripple": (3, "block 20, weak 1, vulnerable 1, frail 0/1@19"),
        "head_slam": (4, "hit 26/32@4, draw_reduction 1, Slimed 0/2@19"),
        "haste": (5, "block 0/32@19"),
    },
    "Deca": {
        "beam": (0, "hit 10/12@4 x2, Dazed 2"),
        # Plated armour acts in the same round: 16 and 3.
        "square_of_protection": (2, "block 16/19@19, self plated_armor 0/3@19"),
    },
    "Donu": {
        "beam": (0, "hit 10/12@4 x2"),
        "circle_of_power": (2, "self strength 3"),
    },
    "SpireShield": {
        # Blows from behind count half as much again: 12, 34 and 14, 38, rounded down. The block is what the
        # blow was worth; one source has it without what comes from behind.
        "bash": (1, "hit 18/21@3, strength -1"),
        "fortify": (2, "block 30"),
        "smash": (3, "hit 51/57@3, block 51/57@3/99@18"),
    },
    "SpireSpear": {
        "burn_strike": (1, "hit 5/6@3 x2, Burn 2"),
        "piercer": (2, "self strength 2"),
        "skewer": (3, "hit 10 x3/4@3"),
    },
    "CorruptHeart": {
        "blood_shots": (1, "hit 2 x12/15@4"),
        "echo": (2, "hit 40/45@4"),
        "debilitate": (3, "vulnerable 2, weak 2, frail 2, Dazed 1, Slimed 1, Wound 1, Burn 1, Void 1"),
        "buff": (4, "self strength 2, self artifact 2"),
    },
}

STARTS_WITH = {
    "FuzzyLouseNormal": "curl_up 3-7/4-8@7/9-12@17",
    "FuzzyLouseDefensive": "curl_up 3-7/4-8@7/9-12@17",
    "GremlinWarrior": "angry 1/2@17",
    "FungiBeast": "spore_cloud 2",
    "Looter": "thievery 15/20@17",
    "Mugger": "thievery 15/20@17",
    "Lagavulin": "metallicize 8, block 8",
    "Sentry": "artifact 1",
    "TheGuardian": "mode_shift 30/35@9/40@19",
    "SphericGuardian": "artifact 3, barricade, block 40",
    "Shelled Parasite": "plated_armor 14, block 14",
    "Byrd": "flight 3/4@17",
    "SnakePlant": "malleable 3",
    "BookOfStabbing": "painful_stabs",
    "BronzeAutomaton": "artifact 3",
    "Darkling": "life_link",
    "Orb Walker": "strength_up 3/5@17",
    "Spiker": "thorns 3/4@2/7@17",
    "Exploder": "explosive 3",
    "Transient": "fading 5/6@17, shifting",
    "WrithingMass": "reactive, malleable 3",
    "GiantHead": "slow 0",
    "AwakenedOne": "regenerate 10/15@19, curiosity 1/2@19, unawakened, strength 0/2@4",
    "TimeEater": "time_warp 0",
    "Deca": "artifact 2/3@19",
    "Donu": "artifact 2/3@19",
    "SpireShield": "artifact 1/2@18, back_attack",
    "SpireSpear": "artifact 1/2@18",
    "CorruptHeart": "invincible 300/200@19, beat_of_death 1/2@19",
    "AcidSlime_L": "split",
    "SpikeSlime_L": "split",
    "SlimeBoss": "split",
}


def at(text: str, ascension: int) -> str:
    """Return what a fact says at one ascension.

    >>> at("hit 4/5@2, weak 1, frail 0/1@17", 3)
    'hit 5, weak 1'
    """
    parts = [_STEPS.sub(lambda found: _step(found[0], ascension), part) for part in text.split(", ")]
    return ", ".join(part for part in parts if not part.endswith(_NONE))


_STEPS = re.compile(r"-?\d+(?:-\d+)?(?:/-?\d+(?:-\d+)?@\d+)+")
_NONE = " none"


def _step(text: str, ascension: int) -> str:
    first, *steps = text.split("/")
    for step in steps:
        number, since = step.split("@")
        if ascension >= int(since):
            first = number
    return "none" if first == "0" else first
