"""How monsters choose, from outside: the chances of the next move in hundredths, after the last two.

A row is a monster, the ascensions at which it holds, what it did last and before that, and what comes
next. The ascensions stand on both sides of the step that changes the rule: 17 in the hallway, 18 for
elites. The chances follow from the game's tables: "30 spit, 40 tackle, 30 lick; a tackle is not repeated,
then 40 spit to 60 lick" makes 30 + 40 * 0.4 = 46 spit after a tackle.

Held against the public simulators sts_lightspeed and sts-sim (its source), which agree on these, but: the
Nob from 18 on and the Snake Plant from 17 on are as sts-sim and mods that rebuild the monster have them,
against sts_lightspeed; the Chosen and the Maw as sts_lightspeed and the wiki have them. Romeo's second
cross slash from 17 on is in sts-sim alone.
"""

from __future__ import annotations

BELOW_17, FROM_17 = (0, 16), (17, 20)
EVER = (0, 20)
RED, GREEN = "FuzzyLouseNormal", "FuzzyLouseDefensive"
SPIT, TACKLE, LICK = "corrosive_spit", "tackle", "lick"

ROLLS: list[tuple[str, tuple[int, ...], str, str, str]] = [
    *(
        (RED, BELOW_17, last, before, "25 grow, 75 bite")
        for last, before in (("bite", "grow"), ("grow", "bite"))
    ),
    (RED, BELOW_17, "grow", "grow", "100 bite"),
    (RED, EVER, "bite", "bite", "100 grow"),
    (RED, FROM_17, "bite", "grow", "25 grow, 75 bite"),
    (RED, FROM_17, "grow", "bite", "100 bite"),
    (GREEN, BELOW_17, "spit_web", "bite", "25 spit_web, 75 bite"),
    (GREEN, BELOW_17, "spit_web", "spit_web", "100 bite"),
    (GREEN, EVER, "bite", "bite", "100 spit_web"),
    (GREEN, FROM_17, "spit_web", "bite", "100 bite"),
    ("AcidSlime_S", EVER, TACKLE, LICK, "100 lick"),
    ("AcidSlime_S", EVER, LICK, TACKLE, "100 tackle"),
    *(
        row
        for size in ("AcidSlime_M", "AcidSlime_L")
        for row in (
            (size, BELOW_17, LICK, TACKLE, "30 corrosive_spit, 40 tackle, 30 lick"),
            (size, BELOW_17, TACKLE, LICK, "46 corrosive_spit, 54 lick"),
            (size, BELOW_17, SPIT, SPIT, "55 tackle, 45 lick"),
            (size, BELOW_17, LICK, LICK, "42 corrosive_spit, 58 tackle"),
        )
    ),
    ("AcidSlime_M", FROM_17, SPIT, LICK, "40 corrosive_spit, 40 tackle, 20 lick"),
    ("AcidSlime_M", FROM_17, TACKLE, TACKLE, "60 corrosive_spit, 40 lick"),
    ("AcidSlime_M", FROM_17, SPIT, SPIT, "60 tackle, 40 lick"),
    ("AcidSlime_M", FROM_17, LICK, TACKLE, "48 corrosive_spit, 52 tackle"),
    ("AcidSlime_L", FROM_17, SPIT, LICK, "40 corrosive_spit, 30 tackle, 30 lick"),
    ("AcidSlime_L", FROM_17, TACKLE, TACKLE, "58 corrosive_spit, 42 lick"),
    ("AcidSlime_L", FROM_17, SPIT, SPIT, "54 tackle, 46 lick"),
    ("AcidSlime_L", FROM_17, LICK, TACKLE, "52 corrosive_spit, 48 tackle"),
    *(
        row
        for size in ("SpikeSlime_M", "SpikeSlime_L")
        for row in (
            (size, EVER, "flame_tackle", LICK, "30 flame_tackle, 70 lick"),
            (size, EVER, "flame_tackle", "flame_tackle", "100 lick"),
            (size, BELOW_17, LICK, "flame_tackle", "30 flame_tackle, 70 lick"),
            (size, BELOW_17, LICK, LICK, "100 flame_tackle"),
            (size, FROM_17, LICK, "flame_tackle", "100 flame_tackle"),
        )
    ),
    ("FungiBeast", EVER, "bite", "grow", "60 bite, 40 grow"),
    ("FungiBeast", EVER, "bite", "bite", "100 grow"),
    ("FungiBeast", EVER, "grow", "bite", "100 bite"),
    ("GremlinNob", (0, 17), "rush", "skull_bash", "33 skull_bash, 67 rush"),
    ("GremlinNob", (0, 17), "skull_bash", "skull_bash", "33 skull_bash, 67 rush"),
    ("GremlinNob", (0, 17), "rush", "rush", "100 skull_bash"),
    ("GremlinNob", (18, 20), "skull_bash", "bellow", "100 rush"),
    ("GremlinNob", (18, 20), "rush", "skull_bash", "100 rush"),
    ("GremlinNob", (18, 20), "rush", "rush", "100 skull_bash"),
    ("Chosen", EVER, "debilitate", "hex", "40 zap, 60 poke"),
    ("Chosen", EVER, "drain", "poke", "40 zap, 60 poke"),
    ("Chosen", EVER, "zap", "drain", "50 debilitate, 50 drain"),
    ("Snecko", EVER, "perplexing_glare", "", "40 tail_whip, 60 bite"),
    ("Snecko", EVER, "bite", "tail_whip", "40 tail_whip, 60 bite"),
    ("Snecko", EVER, "bite", "bite", "100 tail_whip"),
    ("SnakePlant", (0, 16), "chomp", "enfeebling_spores", "65 chomp, 35 enfeebling_spores"),
    ("SnakePlant", FROM_17, "chomp", "enfeebling_spores", "100 chomp"),
    ("SnakePlant", EVER, "chomp", "chomp", "100 enfeebling_spores"),
    ("BanditLeader", BELOW_17, "cross_slash", "agonizing_slash", "100 agonizing_slash"),
    ("BanditLeader", FROM_17, "cross_slash", "agonizing_slash", "100 cross_slash"),
    ("BanditLeader", FROM_17, "cross_slash", "cross_slash", "100 agonizing_slash"),
    ("BookOfStabbing", EVER, "multi_stab", "single_stab", "15 single_stab, 85 multi_stab"),
    ("BookOfStabbing", EVER, "multi_stab", "multi_stab", "100 single_stab"),
    ("BookOfStabbing", EVER, "single_stab", "multi_stab", "100 multi_stab"),
    ("BronzeOrb", EVER, "beam", "stasis", "30 support_beam, 70 beam"),
    ("BronzeOrb", EVER, "beam", "beam", "100 support_beam"),
    ("BronzeOrb", EVER, "support_beam", "support_beam", "100 beam"),
    ("Orb Walker", EVER, "claw", "laser", "40 claw, 60 laser"),
    ("Orb Walker", EVER, "claw", "claw", "100 laser"),
    ("Orb Walker", EVER, "laser", "laser", "100 claw"),
    ("Repulsor", EVER, "repulse", "repulse", "20 bash, 80 repulse"),
    ("Repulsor", EVER, "bash", "repulse", "100 repulse"),
    ("Spiker", EVER, "spike", "cut", "50 cut, 50 spike"),
    ("Spiker", EVER, "cut", "spike", "100 spike"),
    ("Maw", EVER, "roar", "", "50 nom, 50 slam"),
    ("Maw", EVER, "drool", "nom", "50 nom, 50 slam"),
    ("Maw", EVER, "slam", "drool", "50 nom, 50 drool"),
    ("Maw", EVER, "nom", "drool", "100 drool"),
    ("GiantHead", EVER, "glare", "count", "50 glare, 50 count"),
    ("GiantHead", EVER, "glare", "glare", "100 count"),
    ("GiantHead", EVER, "count", "count", "100 glare"),
    ("AwakenedOne", EVER, "slash", "soul_strike", "25 soul_strike, 75 slash"),
    ("AwakenedOne", EVER, "slash", "slash", "100 soul_strike"),
    ("AwakenedOne", EVER, "soul_strike", "slash", "100 slash"),
    ("AwakenedOne", EVER, "dark_echo", "rebirth", "50 sludge, 50 tackle"),
    ("AwakenedOne", EVER, "sludge", "sludge", "100 tackle"),
    ("AwakenedOne", EVER, "tackle", "tackle", "100 sludge"),
    ("Healer", BELOW_17, "attack", "buff", "60 attack, 40 buff"),
    ("Healer", EVER, "attack", "attack", "100 buff"),
    ("Healer", EVER, "buff", "buff", "100 attack"),
    ("Healer", FROM_17, "attack", "buff", "100 buff"),
]
