"""Every power does what the game says: damage and block first, then each by itself.

What each does, when, and what it multiplies by was held against the public simulator sts_lightspeed and the
data table of powers in sts-sim; what that table lacks, against sts_lightspeed and bottled_ai, which plays the
real game (Panache, Sadistic Nature, Time Warp, Beat of Death, Fading, Explosive, Shifting, Back Attack). Only
sts_lightspeed has Strength Up, Reactive, Painful Stabs and The Bomb; Mayhem and Magnetism follow the cards'
descriptions.
"""

from __future__ import annotations

import pytest
from tests.spire.scenes import (
    CONTENT,
    attacker,
    chances_of,
    end_turn,
    following,
    hp_of,
    monster,
    names,
    play,
    player,
    powers,
    said,
    scene,
)

from hazard.spire.rules.phrases import WORDS


def dealt(by=None, on=None, card="Strike", relics=()) -> int:
    """HP that one card takes from an enemy with these powers on both sides."""
    game, state = scene([card], powers=by, monsters=[monster(powers=on), monster()], relics=relics)
    return 100 - hp_of(play(game, state, card))


def taken(damage, by=None, on=None, hits=1, block=0, relics=(), hp=40) -> int:
    game, state = scene(
        [], powers=on, monsters=[attacker(damage, hits, powers=by)], block=block, relics=relics, hp=hp
    )
    return hp - player(end_turn(game, state))["hp"]


def blocked(card="Defend", **by) -> int:
    game, state = scene([card], powers=by)
    return player(play(game, state, card))["block"]


# --- what counts in an attack


@pytest.mark.parametrize(
    ("by", "on", "damage"),
    [
        ({"strength": 3}, {}, 9),
        ({"strength": -2}, {}, 4),
        ({"strength": -9}, {}, 0),
        ({"weak": 1}, {}, 4),  # 4.5
        ({"weak": 3}, {}, 4),  # how long, not how much
        ({}, {"vulnerable": 1}, 9),
        ({}, {"vulnerable": 5}, 9),
        # (6 + 3) * 0.75 * 1.5 = 10.125: rounded once, at the end
        ({"strength": 3, "weak": 1}, {"vulnerable": 1}, 10),
        ({"vigor": 8}, {}, 14),
        ({"pen_nib": 1}, {}, 12),
        ({"double_damage": 1}, {}, 12),
        ({}, {"slow": 4}, 8),  # 6 * 1.4 = 8.4
        ({}, {"flight": 3}, 3),
        ({}, {"intangible": 1}, 1),
        ({"strength": 90}, {"invincible": 20}, 20),
        ({}, {"buffer": 1}, 0),
    ],
)
def test_an_attack_is_worked_out_as_the_game_does(by, on, damage):
    assert dealt(by, on) == damage


@pytest.mark.parametrize(
    ("by", "on", "damage"),
    [
        ({"strength": 4}, {}, 14),
        ({"weak": 1}, {}, 7),
        ({}, {"vulnerable": 2}, 15),
        ({"weak": 1, "strength": 1}, {"vulnerable": 2}, 12),  # 11 * 0.75 * 1.5 = 12.375
        ({}, {"intangible": 1}, 1),
        ({"back_attack": 1}, {"surrounded": 1}, 15),
    ],
)
def test_a_monsters_attack_is_worked_out_in_the_same_way(by, on, damage):
    assert taken(10, by, on) == damage


def test_buffer_takes_one_blow_whole():
    assert taken(10, on={"buffer": 1}, hits=2) == 10


@pytest.mark.parametrize(
    ("powers", "block"),
    [
        ({"dexterity": 2}, 7),
        ({"dexterity": -9}, 0),
        ({"frail": 1}, 3),
        ({"dexterity": 2, "frail": 3}, 5),
        ({"no_block": 1}, 0),
    ],
)
def test_block_from_a_card_counts_dexterity_and_frail(powers, block):
    assert blocked(**powers) == block


# --- what comes with time


def test_vulnerable_weak_and_frail_of_the_player_wear_off_with_the_round():
    game, state = scene([], powers={"vulnerable": 2, "weak": 1, "frail": 3})
    assert powers(player(end_turn(game, state))) == {"vulnerable": 1, "frail": 2}


def test_debuffs_on_monsters_wear_off_with_the_round():
    game, state = scene([], monsters=[monster(powers={"vulnerable": 2, "weak": 1})])
    assert powers(end_turn(game, state).as_dict()["monsters"][0]) == {"vulnerable": 1}


@pytest.mark.parametrize(
    ("power", "amount", "hp", "enemy"),
    [("combust", 5, -1, -5), ("regeneration", 5, 5, 0), ("constricted", 4, -4, 0)],
)
def test_some_act_at_the_end_of_the_turn(power, amount, hp, enemy):
    game, state = scene([], powers={power: amount})
    after = end_turn(game, state)
    assert (player(after)["hp"] - 40, hp_of(after) - 100) == (hp, enemy)


def test_regeneration_gets_weaker():
    game, state = scene([], powers={"regeneration": 3})
    state = end_turn(game, end_turn(game, state))
    assert player(state)["hp"] == 40 + 3 + 2
    assert powers(player(state)) == {"regeneration": 1}


def test_combust_costs_a_point_for_each_that_was_played():
    game, state = scene(["Combust x2"])
    after = end_turn(game, play(game, play(game, state, "Combust"), "Combust"))
    assert (player(after)["hp"], hp_of(after)) == (38, 90)


def test_flex_takes_its_strength_back():
    game, state = scene(["Flex+"])
    assert powers(player(end_turn(game, play(game, state, "Flex+")))) == {}


def test_dexterity_for_a_turn_goes_again():
    game, state = scene([], powers={"dexterity": 5, "lose_dexterity": 5})
    assert powers(player(end_turn(game, state))) == {}


@pytest.mark.parametrize("power", ["no_draw", "rage", "double_tap", "entangled"])
def test_some_last_for_the_turn_only(power):
    game, state = scene([], powers={power: 1})
    assert powers(player(end_turn(game, state))) == {}


def test_flame_barrier_lasts_until_the_next_turn_and_burns_whoever_hits():
    game, state = scene([], powers={"flame_barrier": 4}, monsters=[attacker(3, 2)])
    after = end_turn(game, state)
    assert hp_of(after) == 100 - 8
    assert powers(player(after)) == {}


def test_thorns_hurt_for_each_hit_also_when_it_is_blocked():
    game, state = scene([], powers={"thorns": 3}, monsters=[attacker(2, 3)], block=99)
    assert hp_of(end_turn(game, state)) == 100 - 9


@pytest.mark.parametrize(("power", "block"), [("metallicize", 4), ("plated_armor", 6)])
def test_armour_gives_block_before_the_monsters_act(power, block):
    assert taken(10, on={power: block}) == 10 - block


def test_plated_armor_loses_a_plate_for_each_hit_that_hurts():
    game, state = scene([], powers={"plated_armor": 4}, monsters=[attacker(6, 2)])
    assert powers(player(end_turn(game, state))) == {"plated_armor": 2}
    game, state = scene([], powers={"plated_armor": 4}, monsters=[attacker(4)])
    assert powers(player(end_turn(game, state))) == {"plated_armor": 4}


def test_barricade_keeps_block():
    game, state = scene([], powers={"barricade": 1}, block=20)
    assert player(end_turn(game, state))["block"] == 20
    game, state = scene([], block=20)
    assert player(end_turn(game, state))["block"] == 0


@pytest.mark.parametrize(
    ("power", "change"),
    [
        ("berserk", {"energy": 4}),
        ("energized", {"energy": 4}),
        ("next_turn_block", {"block": 1}),
        ("draw_more", {"hand": 6}),
        ("brutality", {"hand": 6, "hp": 39}),
        ("demon_form", {"strength": 1}),
        ("magnetism", {"hand": 6}),
        ("ritual", {"strength": 1}),
    ],
)
def test_some_act_when_a_turn_begins(power, change):
    game, state = scene([], powers={power: 1})
    after = end_turn(game, state)
    now = player(after)
    found = {
        "energy": now["energy"],
        "block": now["block"],
        "hp": now["hp"],
        "hand": len(after.as_dict()["hand"]),
    }
    found["strength"] = powers(now).get("strength", 0)
    assert found == {"energy": 3, "block": 0, "hp": 40, "hand": 5, "strength": 0} | change


def test_a_draw_reduction_costs_one_card_however_long_it_lasts():
    game, state = scene([], powers={"draw_reduction": 3})
    assert len(end_turn(game, state).as_dict()["hand"]) == 4


def test_mayhem_plays_the_top_card():
    game, state = scene([], powers={"mayhem": 1}, draw=["Defend x9"])
    after = end_turn(game, state)
    assert player(after)["block"] == 5
    assert names(after, "discard") == {"Defend": 1}


def test_intangible_of_the_player_covers_the_monsters_turn():
    game, state = scene([], powers={"intangible": 1}, monsters=[attacker(30, 2)])
    after = end_turn(game, state)
    assert player(after)["hp"] == 38
    assert powers(player(after)) == {}


# --- what answers


@pytest.mark.parametrize(
    ("power", "card", "block"),
    [("rage", "Strike", 3), ("rage", "Defend", 5), ("feel_no_pain", "Seeing Red", 3)],
)
def test_block_that_answers_a_card_knows_no_dexterity(power, card, block):
    game, state = scene([card], powers={power: 3, "dexterity": 0})
    assert player(play(game, state, card))["block"] == block
    game, state = scene([card], powers={power: 3, "frail": 1, "dexterity": 5})
    if card != "Defend":
        assert player(play(game, state, card))["block"] == block


def test_dark_embrace_draws_and_evolve_draws_and_fire_breathes():
    game, state = scene(["Seeing Red"], powers={"dark_embrace": 2})
    assert names(play(game, state, "Seeing Red"), "hand") == {"Strike": 2}
    game, state = scene(["Shrug It Off"], powers={"evolve": 1, "fire_breathing": 6}, draw=["Wound x3"])
    after = play(game, state, "Shrug It Off")  # three wounds, and for the last the shuffled Shrug It Off
    assert names(after, "hand") == {"Wound": 3, "Shrug It Off": 1}
    assert (hp_of(after, 0), hp_of(after, 1)) == (100 - 18, 100 - 18)


def test_fire_breathes_at_curses_but_evolve_does_not_draw_for_them():
    game, state = scene(
        ["Shrug It Off"], powers={"evolve": 1, "fire_breathing": 6}, draw=["Injury", "Injury"]
    )
    after = play(game, state, "Shrug It Off")
    assert names(after, "hand") == {"Injury": 1}
    assert hp_of(after) == 94


def test_juggernaut_hits_somebody_for_every_gain_of_block():
    game, state = scene(["Defend"], powers={"juggernaut": 5})
    after = play(game, state, "Defend")
    assert sorted((hp_of(after, 0), hp_of(after, 1))) == [95, 100]


def test_rupture_answers_ones_own_doing_only():
    game, state = scene(["Bloodletting"], powers={"rupture": 2})
    assert powers(player(play(game, state, "Bloodletting"))) == {"rupture": 2, "strength": 2}
    game, state = scene([], powers={"rupture": 2}, monsters=[attacker(5)])
    assert powers(player(end_turn(game, state))) == {"rupture": 2}


def test_what_constricts_is_not_ones_own_doing():
    game, state = scene([], powers={"rupture": 2, "constricted": 4})
    assert powers(player(end_turn(game, state))) == {"rupture": 2, "constricted": 4}


def test_corruption_makes_skills_free_and_exhausts_them():
    game, state = scene(["Impervious", "Shrug It Off"], powers={"corruption": 1}, energy=0)
    after = play(game, play(game, state, "Impervious"), "Shrug It Off")
    assert names(after, "exhaust") == {"Impervious": 1, "Shrug It Off": 1}


def test_corruption_with_its_company_feeds_on_every_skill():
    # Feel No Pain: 3 block for the exhausted Shrug It Off beside its own 8; Dark Embrace: one more card.
    together = {"corruption": 1, "feel_no_pain": 3, "dark_embrace": 1}
    game, state = scene(["Shrug It Off"], powers=together, energy=0)
    after = play(game, state, "Shrug It Off")
    assert player(after)["block"] == 11
    assert names(after, "hand") == {"Strike": 2}


def test_sadistic_nature_hurts_with_every_debuff_that_takes():
    game, state = scene(["Uppercut"], powers={"sadistic_nature": 5})
    assert hp_of(play(game, state, "Uppercut")) == 100 - 13 - 10
    game, state = scene(
        ["Uppercut"], powers={"sadistic_nature": 5}, monsters=[monster(powers={"artifact": 1})]
    )
    assert hp_of(play(game, state, "Uppercut")) == 100 - 13 - 5


def test_panache_hits_all_at_every_fifth_card():
    game, state = scene(["Panache", "Anger x6"])
    state = play(game, state, "Panache")
    for _ in range(5):
        state = play(game, state, "Anger on Unknown monster 1")
    assert (hp_of(state, 0), hp_of(state, 1)) == (100 - 5 * 6 - 10, 90)


def test_duplication_plays_the_next_card_twice():
    game, state = scene(["Shrug It Off"], powers={"duplication": 1})
    after = play(game, state, "Shrug It Off")
    assert player(after)["block"] == 16
    assert powers(player(after)) == {}


def test_hex_brings_a_dazed_for_every_card_that_is_no_attack():
    game, state = scene(["Defend", "Strike"], powers={"hex": 1})
    after = play(game, play(game, state, "Defend"), "Strike")
    assert names(after, "draw")["Dazed"] == 1


def test_confusion_gives_drawn_cards_a_cost_by_chance():
    game, state = scene(["Pommel Strike"], powers={"confusion": 1}, draw=["Bash"])
    drawn = following(game, state, "Pommel Strike on Unknown monster 1")
    assert chances_of(game, drawn) == {f"cost {cost}": 0.25 for cost in range(4)}


def test_entangled_forbids_attacks():
    game, state = scene(["Strike", "Defend"], powers={"entangled": 1})
    assert said(game, state) == ["Defend", "end turn"]


def test_vigor_and_the_pen_nib_are_used_up_by_one_attack():
    game, state = scene(["Twin Strike", "Strike"], powers={"vigor": 8, "pen_nib": 1})
    after = play(game, state, "Twin Strike")
    assert hp_of(after) == 100 - 2 * (5 + 8) * 2
    assert powers(player(after)) == {}


# --- artifact


def test_an_artifact_turns_one_debuff_away():
    game, state = scene(["Uppercut"], monsters=[monster(powers={"artifact": 1})])
    assert powers(play(game, state, "Uppercut").as_dict()["monsters"][0]) == {"vulnerable": 1}


def test_an_artifact_keeps_the_strength_of_flex():
    game, state = scene(["Flex"], powers={"artifact": 1})
    after = end_turn(game, play(game, state, "Flex"))
    assert powers(player(after)) == {"strength": 2}


# --- monsters'


@pytest.mark.parametrize(
    ("power", "card", "change"),
    [
        ({"curl_up": 7}, "Strike", {"block": 7}),
        ({"malleable": 3}, "Strike", {"block": 3, "malleable": 4}),
        ({"angry": 2}, "Strike", {"angry": 2, "strength": 2}),
        ({"enrage": 2}, "Defend", {"enrage": 2, "strength": 2}),
        ({"curiosity": 1}, "Inflame", {"curiosity": 1, "strength": 1}),
        ({"slow": 0}, "Defend", {"slow": 1}),
        ({"flight": 3}, "Strike", {"flight": 2}),
        ({"plated_armor": 5}, "Strike", {"plated_armor": 4}),
        ({"shifting": 1}, "Strike", {"shifting": 1, "strength": -6, "regain_strength": 6}),
        ({"artifact": 2}, "Intimidate", {"artifact": 1}),
    ],
)
def test_monsters_powers_answer_the_players_cards(power, card, change):
    game, state = scene([card], monsters=[monster(powers=power)])
    after = play(game, state, card).as_dict()["monsters"][0]
    assert ({"block": after["block"]} if after["block"] else {}) | powers(after) == change


@pytest.mark.parametrize(
    ("power", "card", "hp"),
    [
        ({"sharp_hide": 3}, "Strike", 37),
        ({"sharp_hide": 3}, "Defend", 40),
        ({"thorns": 3}, "Twin Strike", 34),
        ({"beat_of_death": 1}, "Inflame", 39),
    ],
)
def test_monsters_powers_hurt_the_player_for_cards(power, card, hp):
    game, state = scene([card], monsters=[monster(powers=power)])
    assert player(play(game, state, card))["hp"] == hp


def test_malleable_hardens_with_every_hit():
    game, state = scene(["Twin Strike"], monsters=[monster(powers={"malleable": 3})])
    assert play(game, state, "Twin Strike").as_dict()["monsters"][0]["block"] == 3 + 4


def test_spore_cloud_leaves_the_player_vulnerable():
    game, state = scene(["Strike"], monsters=[monster(hp=5, powers={"spore_cloud": 2}), monster()])
    assert powers(player(play(game, state, "Strike"))) == {"vulnerable": 2}


def test_time_warp_ends_the_turn_after_twelve_cards_and_strengthens_all():
    game, state = scene(["Anger", "Strike"], monsters=[monster(powers={"time_warp": 11}), monster()])
    after = play(game, state, "Anger")
    assert after.turn == 3
    assert powers(after.as_dict()["monsters"][0]) == {"time_warp": 0, "strength": 2}
    assert powers(after.as_dict()["monsters"][1]) == {"strength": 2}


@pytest.mark.parametrize(
    ("power", "change"),
    [
        ({"regenerate": 10}, {"hp": 60}),
        ({"metallicize": 5}, {"block": 5}),
        ({"ritual": 3}, {"strength": 3}),
        ({"strength_up": 2}, {"strength": 2}),
        ({"poison": 4}, {"hp": 46}),
        ({"regain_strength": 6, "strength": -6}, {}),
    ],
)
def test_monsters_powers_act_at_the_end_of_the_round(power, change):
    game, state = scene([], monsters=[monster(hp=50, max_hp=100, powers=power)])
    after = end_turn(game, state).as_dict()["monsters"][0]
    found = {"strength": powers(after).get("strength", 0), "hp": after["hp"], "block": after["block"]}
    assert found == {"strength": 0, "hp": 50, "block": 0} | change


def test_ritual_given_in_the_monsters_turn_skips_that_round():
    number = WORDS["power"].index("ritual")
    game, state = scene([], monsters=[monster() | {"powers": [(number, 3, 1)]}])
    after = end_turn(game, state)
    assert powers(after.as_dict()["monsters"][0]) == {"ritual": 3}
    assert powers(end_turn(game, after).as_dict()["monsters"][0]) == {"ritual": 3, "strength": 3}


def test_fading_and_explosive_run_out():
    game, state = scene(
        [], monsters=[monster(powers={"fading": 1}), monster(powers={"explosive": 1}), monster()]
    )
    after = end_turn(game, state)
    assert [bool(m["flags"] & 1) for m in after.as_dict()["monsters"]] == [True, True, False]
    assert player(after)["hp"] == 10


def test_every_power_the_rules_know_has_the_games_own_id():
    known = {row.rule for row in CONTENT.library.powers}
    assert known == set(WORDS["power"]) - {"none", "unknown"}
