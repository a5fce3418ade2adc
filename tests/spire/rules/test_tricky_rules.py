"""Rules that programs get wrong, each with the numbers that follow from it.

Held against public programs that play the game: sts_lightspeed, and beside it sts-sim for what dies and
comes back, bottled_ai for blows, exhausting and the order of a round, the wiki for the Boot. A comment
says where they differ, or where only one has the rule.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.spire.rules.monster_fights import HALF_DEAD, POWERS, Fight
from tests.spire.scenes import (
    CONTENT,
    attacker,
    begun,
    end_turn,
    hp_of,
    monster,
    names,
    play,
    player,
    powers,
    scene,
)

from hazard.spire.rules.scenario import relic_row


def foe(state: Any, place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.as_dict()["monsters"][place]
    return found


# ---- what dies, comes back and comes later -------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "card", "lost"),
    [
        ({}, "Strike", 6),
        ({"relics": ["Charon's Ashes"]}, "Seeing Red", 3),
        ({"powers": {"juggernaut": 7}}, "Defend", 7),
        ({"potions": ["Fire Potion"]}, "drink", 20),
    ],
)
def test_the_transient_is_weaker_by_every_hp_it_loses_to_whatever(setting, card, lost):
    hand = [] if card == "drink" else [card]
    game, state = scene(hand, monsters=[monster("Transient", 999, {"shifting": -1})], **setting)
    after = foe(play(game, state, card))
    assert after["hp"] == 999 - lost
    assert powers(after) == {"shifting": -1, "strength": -lost, "regain_strength": lost}


def test_poison_weakens_the_transient_before_it_strikes():
    # 30 less 8 for the poison; at the end of its turn the strength is back.
    hunted = monster("Transient", 999, {"shifting": -1, "poison": 8, "fading": 5}, counters=[30, 0, 0])
    game, state = scene([], monsters=[hunted])
    after = end_turn(game, state)
    assert 40 - player(after)["hp"] == 22
    assert powers(foe(after)) == {"shifting": -1, "poison": 7, "fading": 4}


@pytest.mark.parametrize("kind", ["Darkling", "AwakenedOne"])
def test_the_gremlin_horn_pays_for_those_who_will_be_back(kind):
    link = {"Darkling": {"life_link": -1}, "AwakenedOne": {"unawakened": -1}}[kind]
    standing = [monster(kind, 6, link), monster("Darkling", 50, {"life_link": -1})]
    game, state = scene(["Strike"], relics=["Gremlin Horn"], monsters=standing)
    after = play(game, state, "Strike")
    assert foe(after)["flags"] & HALF_DEAD
    assert (player(after)["energy"], names(after, "hand")) == (6 - 1 + 1, {"Strike": 1})


def test_preserved_insect_shrinks_everybody_in_an_elites_fight_and_nobody_elsewhere():
    for line, share in (
        (["Blue Slaver", "Taskmaster", "Red Slaver"], 0.75),
        (["Mad Gremlin", "Fat Gremlin", "Gremlin Leader"], 0.75),
        (["Sentry", "Spheric Guardian"], 1.0),
        (["Cultist", "Awakened One"], 1.0),
    ):
        for one in begun("Preserved Insect", monsters=line)[1].as_dict()["monsters"]:
            assert one["hp"] == int(one["max_hp"] * share), line


def test_the_philosophers_stone_strengthens_whoever_comes_later():
    def strengths(*line: Any, turns: int) -> list[int]:
        stone = CONTENT.relic_kinds[relic_row(CONTENT, "Philosopher's Stone")].bit
        fight = Fight(list(line), player={"relics": [stone]})
        for _ in range(turns):
            fight.end_turn()
        there = [i for i, one in enumerate(fight.data["monsters"]) if one["hp"] > 0]
        return [fight.powers(i).get("strength", 0) for i in there]

    assert strengths("-", "-", {"name": "TheCollector", "move": "spawn"}, turns=1) == [1, 1, 0]
    split = {"name": "SpikeSlime_L", "hp": 30, "move": "split"}
    assert strengths("-", split, "-", "-", turns=1) == [1, 1]
    fallen = {
        "name": "Darkling",
        "hp": 0,
        "max_hp": 50,
        "flags": HALF_DEAD,
        "move": "reincarnate",
        "powers": {},
    }
    back = {"name": "Darkling", "move": "harden"}
    assert strengths(fallen, back, turns=1) == [1, 0]


def test_the_awakened_ones_first_death_forgets_the_second_playing_of_a_card():
    # From sts_lightspeed alone.
    standing = [monster("AwakenedOne", 5, {"unawakened": -1}), monster("Cultist", 100)]
    game, state = scene(["Immolate"], powers={"double_tap": 1}, monsters=standing)
    after = play(game, state, "Immolate")
    assert (foe(after)["flags"] & HALF_DEAD, hp_of(after, 1)) == (HALF_DEAD, 79)  # 21 once


# ---- blows, block and rounding -------------------------------------------------------------------------


def test_an_attack_is_rounded_down_once_after_all_that_multiplies_it():
    # So sts_lightspeed, which replays real runs; bottled_ai rounds after Weak and again after Vulnerable.
    for strength, debuffs, damage in (
        (1, {"vulnerable": 1}, 7),  # 7 * 0.75 * 1.5 = 7.875
        (4, {"vulnerable": 1}, 11),  # 10 * 0.75 * 1.5 = 11.25; rounded in between, 7 * 1.5 = 10.5 would be 10
        (3, {"vulnerable": 1, "slow": 3}, 13),  # 9 * 0.75 * 1.5 * 1.3 = 13.16; in between, 9 * 1.3 = 11.7
        (3, {"vulnerable": 1, "flight": 3}, 5),  # 9 * 0.75 * 1.5 / 2 = 5.06
    ):
        mine = {"strength": strength, "weak": 1}
        game, state = scene(["Strike"], powers=mine, monsters=[monster(powers=debuffs)])
        assert 100 - hp_of(play(game, state, "Strike")) == damage


def test_intangible_makes_one_of_every_blow_and_every_loss():
    game, state = scene(["Bloodletting", "Burn"], powers={"intangible": 1}, monsters=[attacker(30, 3)])
    state = play(game, state, "Bloodletting")
    assert player(state)["hp"] == 39
    assert player(end_turn(game, state))["hp"] == 39 - 1 - 3
    ghost = monster(powers={"intangible": 1, "poison": 9})
    game, state = scene(["Heavy Blade"], powers={"strength": 9}, monsters=[ghost])
    state = play(game, state, "Heavy Blade")
    assert hp_of(state) == 99
    assert hp_of(end_turn(game, state)) == 98


def test_the_boot_makes_five_of_what_gets_through_to_the_intangible():
    game, state = scene(["Strike"], relics=["The Boot"], monsters=[monster(powers={"intangible": 1})])
    assert hp_of(play(game, state, "Strike")) == 95


def test_curl_up_answers_the_first_attack_that_hurts_and_not_its_own_further_hits():
    louse = monster("FuzzyLouseNormal", 50, {"curl_up": 9})
    game, state = scene(["Twin Strike"], monsters=[louse])
    after = foe(play(game, state, "Twin Strike"))
    assert (after["hp"], after["block"], powers(after)) == (40, 9, {})
    game, state = scene(["Strike"], monsters=[louse | {"block": 6}])
    after = foe(play(game, state, "Strike"))
    assert (after["block"], powers(after)) == (0, {"curl_up": 9})


@pytest.mark.parametrize("power", ["curl_up", "malleable", "angry"])
def test_what_is_no_attack_wakes_no_answer(power):
    game, state = scene([], potions=["Fire Potion"], monsters=[monster(powers={power: 3})])
    after = foe(play(game, state, "drink"))
    assert (after["hp"], after["block"], powers(after)) == (80, 0, {power: 3})


def test_malleable_is_as_before_when_its_turn_is_over():
    plant = monster("SnakePlant", 75, move=1) | {"powers": [(POWERS["malleable"], 3, 3)]}
    game, state = scene(["Twin Strike"], monsters=[plant])
    state = play(game, state, "Twin Strike")
    assert powers(foe(state)) == {"malleable": 5}
    assert powers(foe(end_turn(game, state))) == {"malleable": 3}


@pytest.mark.parametrize(
    ("power", "card", "lost"),
    [("thorns", "Twin Strike", 6), ("sharp_hide", "Twin Strike", 3), ("sharp_hide", "Whirlwind", 3)],
)
def test_thorns_answer_each_hit_and_a_sharp_hide_each_card(power, card, lost):
    game, state = scene([card], monsters=[monster(powers={power: 3})])
    assert 40 - player(play(game, state, card))["hp"] == lost


def test_a_sharp_hide_hurts_through_no_block_only():
    game, state = scene(["Strike"], block=2, monsters=[monster(powers={"sharp_hide": 3})])
    after = player(play(game, state, "Strike"))
    assert (after["hp"], after["block"]) == (39, 0)


def test_a_monster_that_dies_of_thorns_strikes_no_further():
    dying = attacker(5, 3, hp=3)
    game, state = scene([], powers={"thorns": 3}, monsters=[dying, monster()])
    assert player(end_turn(game, state))["hp"] == 35


# ---- the order of a round ------------------------------------------------------------------------------


def test_debuffs_that_a_monster_lays_on_do_not_wear_off_in_that_round_but_more_of_the_same_does():
    bash = {"name": "GremlinNob", "move": "skull_bash", "powers": {}}
    fight = Fight([bash])
    fight.end_turn()
    assert fight.powers(None)["vulnerable"] == 2
    game, state = scene(["Doubt"], powers={"weak": 1})
    # 1 and 1 for Doubt, less 1: from sts_lightspeed alone, where it is called the game's own slip.
    assert powers(player(end_turn(game, state))) == {"weak": 1}


def test_armour_comes_before_burns_and_burns_before_the_monsters():
    # Metallicize 4 stops 4 of the 2 + 2 that two Burns do; the blow of 10 then meets no block.
    game, state = scene(["Burn x2"], powers={"metallicize": 4}, monsters=[attacker(10)])
    assert player(end_turn(game, state))["hp"] == 30


def test_orichalcum_looks_before_the_armour_comes():
    game, state = scene([], relics=["Orichalcum"], powers={"metallicize": 4}, monsters=[attacker(12)])
    assert player(end_turn(game, state))["hp"] == 38


def test_regret_counts_the_hand_before_it_is_discarded_and_ethereal_cards_feed_feel_no_pain():
    game, state = scene(["Regret", "Defend x2", "Dazed"], powers={"feel_no_pain": 3}, monsters=[attacker(5)])
    after = end_turn(game, state)
    assert player(after)["hp"] == 40 - 4 - 2
    assert names(after, "exhaust") == {"Dazed": 1}


def test_a_strength_that_was_lent_is_gone_before_the_monsters_turn_and_ritual_is_there():
    game, state = scene([], powers={"strength": 5, "lose_strength": 5, "ritual": 2})
    assert powers(player(end_turn(game, state))) == {"strength": 2, "ritual": 2}


def test_combust_may_win_before_the_monsters_strike():
    game, state = scene([], powers={"combust": 5}, monsters=[attacker(30, hp=5)])
    after = end_turn(game, state)
    assert after.won
    assert player(after)["hp"] == 39


# ---- exhausting ----------------------------------------------------------------------------------------


def test_a_chain_of_exhausting_pays_for_each_card():
    # Second Wind: three cards exhausted, 5 block each; Feel No Pain 3 each, and for Second Wind itself under
    # Corruption once more; Dark Embrace draws four.
    together = {"corruption": 1, "feel_no_pain": 3, "dark_embrace": 1}
    game, state = scene(["Second Wind", "Wound x2", "Defend"], powers=together, energy=0)
    after = play(game, state, "Second Wind")
    assert player(after)["block"] == 3 * 5 + 4 * 3
    assert names(after, "hand") == {"Strike": 4}
    assert sum(names(after, "exhaust").values()) == 4
