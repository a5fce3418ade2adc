"""Cards that ask, roll, or look at what is around them; each number is derived beside it."""

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
    settle,
)

from hazard.game import Turn

STRIKES = ["Strike x8"]


def lost(before, after, place=0):
    return hp_of(before, place) - hp_of(after, place)


# --- what is chosen


def test_armaments_upgrades_the_card_that_is_chosen():
    game, state = scene(["Armaments", "Strike", "Defend"])
    after = play(game, play(game, state, "Armaments"), "choose Strike")
    assert names(after, "hand") == {"Strike+": 1, "Defend": 1}


def test_headbutt_puts_a_discarded_card_on_top_of_the_draw_pile():
    game, state = scene(["Headbutt", "Pommel Strike"], discard=["Bash", "Defend"])
    after = play(game, play(game, state, "Headbutt"), "choose Bash")
    assert after.as_dict()["known_top"] == 1
    drawn = play(game, after, "Pommel Strike")
    assert names(drawn, "hand") == {"Bash": 1}


@pytest.mark.parametrize(("card", "drawn"), [("Warcry", 1), ("Warcry+", 2), ("Thinking Ahead", 2)])
def test_a_card_from_hand_goes_on_top_after_the_draw(card, drawn):
    game, state = scene([card, "Bash"])
    after = play(game, play(game, state, card), "choose Bash")
    assert names(after, "hand") == {"Strike": drawn}
    assert after.as_dict()["known_top"] == 1
    assert len(after.as_dict()["draw"]) == 8 - drawn + 1


def test_true_grit_exhausts_by_chance_and_upgraded_by_choice():
    game, state = scene(["True Grit", "Strike x2", "Bash"])
    chance = following(game, state, "True Grit")
    assert chances_of(game, chance) == {
        "exhaust Strike": pytest.approx(2 / 3),
        "exhaust Bash": pytest.approx(1 / 3),
    }
    game, state = scene(["True Grit+", "Strike x2", "Bash"])
    assert sorted(said(game, following(game, state, "True Grit+"))) == ["choose Bash", "choose Strike"]


@pytest.mark.parametrize(("card", "copies"), [("Dual Wield", 1), ("Dual Wield+", 2)])
def test_dual_wield_copies_attacks_and_powers_only(card, copies):
    game, state = scene([card, "Bash", "Inflame", "Defend"])
    asked = play(game, state, card)
    assert sorted(said(game, asked)) == ["choose Bash", "choose Inflame"]
    assert names(play(game, asked, "choose Bash"), "hand")["Bash"] == 1 + copies


def test_exhume_brings_back_anything_but_an_exhume():
    game, state = scene(["Exhume"], exhaust=["Exhume", "Offering"])
    after = play(game, state, "Exhume")
    assert names(after, "hand") == {"Offering": 1}
    assert names(after, "exhaust") == {"Exhume": 2}


@pytest.mark.parametrize(("card", "most"), [("Purity", 3), ("Purity+", 5)])
def test_purity_exhausts_up_to_so_many(card, most):
    game, state = scene([card, "Strike x6"])
    after = play(game, state, card)
    for _ in range(most):
        assert "done" in said(game, after)
        after = play(game, after, "choose Strike")
    assert names(after, "exhaust")["Strike"] == most
    assert "end turn" in said(game, after)


def test_forethought_makes_a_card_free_once_and_puts_it_away():
    game, state = scene(["Forethought", "Bash", "Strike"], draw=[])
    after = play(game, play(game, state, "Forethought"), "choose Bash")
    game, state = scene(["Pommel Strike"], draw=[], energy=1)
    data = after.as_dict()
    assert data["draw"][0][4] is True  # free once
    assert names(after, "hand") == {"Strike": 1}


def test_secret_technique_fetches_a_skill_and_needs_one():
    game, state = scene(["Secret Technique"], draw=["Strike x3", "Defend", "Shrug It Off"])
    after = play(game, play(game, state, "Secret Technique"), "choose Shrug It Off")
    assert names(after, "hand") == {"Shrug It Off": 1}
    game, state = scene(["Secret Technique"])
    assert said(game, state) == ["end turn"]


def test_discovery_shows_three_different_cards_and_the_chosen_one_is_free():
    game, state = scene(["Discovery"], energy=1)
    asked = settle(game, following(game, state, "Discovery"), seed=3)
    options = said(game, asked)
    assert len(options) == 3
    after = play(game, asked, options[0])
    (card,) = after.as_dict()["hand"]
    assert card[1] == 0


# --- what chance makes


def test_sword_boomerang_picks_an_enemy_for_each_hit():
    game, state = scene(["Sword Boomerang"])
    first = following(game, state, "Sword Boomerang")
    assert [p for _, p in game.outcomes(first)] == [0.5, 0.5]
    after = settle(game, first)
    assert lost(state, after, 0) + lost(state, after, 1) == 9
    game, state = scene(["Sword Boomerang+"], monsters=[monster()])
    assert lost(state, play(game, state, "Sword Boomerang+")) == 12


def test_havoc_plays_the_top_card_and_exhausts_it():
    game, state = scene(["Havoc"], draw=["Defend x3"])
    after = play(game, state, "Havoc")
    assert player(after)["block"] == 5
    assert names(after, "exhaust") == {"Defend": 1}
    game, state = scene(["Havoc"], draw=["Wound"])
    assert names(play(game, state, "Havoc"), "exhaust") == {"Wound": 1}


def test_havoc_shuffles_when_there_is_nothing_to_draw():
    game, state = scene(["Havoc"], draw=[], discard=["Defend x2"])
    after = play(game, state, "Havoc")
    assert player(after)["block"] == 5
    assert names(after, "draw") == {"Defend": 1}


@pytest.mark.parametrize(
    ("card", "pile", "count", "kind"),
    [
        ("Infernal Blade", "hand", 1, 0),
        ("Jack of All Trades", "hand", 1, None),
        ("Jack of All Trades+", "hand", 2, None),
        ("Chrysalis", "draw", 3, 1),
        ("Chrysalis+", "draw", 5, 1),
        ("Metamorphosis", "draw", 3, 0),
        ("Metamorphosis+", "draw", 5, 0),
        ("Transmutation", "hand", 6, None),
    ],
)
def test_cards_are_made_by_chance_of_the_right_kind(card, pile, count, kind):
    game, state = scene([card], draw=[])
    for seed in range(5):
        made = play(game, state, card, seed).as_dict()[pile]
        kinds = [CONTENT.card_kinds[c[0]] for c in made]
        assert len(made) == count
        assert all(kind is None or k.type == kind for k in kinds)
        assert all(k.rarity in (1, 2, 3) and not k.flags & 1024 for k in kinds)  # never basic, never healing
        if card not in ("Jack of All Trades", "Jack of All Trades+"):
            assert all(c[1] == 0 or k.cost < 0 for c, k in zip(made, kinds, strict=True))


def test_madness_makes_a_random_dear_card_free_for_the_fight():
    game, state = scene(["Madness", "Bash", "Anger"])
    after = play(game, state, "Madness")
    costs = {CONTENT.card_kinds[c[0]].name: c[2] for c in after.as_dict()["hand"]}
    assert costs == {"Bash": 0, "Anger": 0}


@pytest.mark.parametrize(("card", "later"), [("Enlightenment", 2), ("Enlightenment+", 1)])
def test_enlightenment_lowers_costs_for_the_turn_or_for_good(card, later):
    game, state = scene([card, "Bash"])
    after = play(game, state, card)
    assert [c[1:3] for c in after.as_dict()["hand"]] == [(1, later)]


# --- what looks around


def test_body_slam_hits_with_the_block():
    game, state = scene(["Body Slam"], block=17)
    assert lost(state, play(game, state, "Body Slam")) == 17


@pytest.mark.parametrize(("card", "damage"), [("Heavy Blade", 14 + 3 * 4), ("Heavy Blade+", 14 + 5 * 4)])
def test_heavy_blade_counts_strength_several_times(card, damage):
    game, state = scene([card], powers={"strength": 4})
    assert lost(state, play(game, state, card)) == damage


def test_perfected_strike_counts_strikes_in_every_pile_but_the_exhausted():
    # Itself, 2 in hand, 1 to draw, 1 discarded: 6 + 5 * 2; the exhausted one does not count.
    game, state = scene(
        ["Perfected Strike", "Strike", "Twin Strike"],
        draw=["Pommel Strike", "Bash"],
        discard=["Wild Strike"],
        exhaust=["Strike"],
    )
    assert lost(state, play(game, state, "Perfected Strike")) == 16


@pytest.mark.parametrize(("upgrades", "damage"), [(0, 12), (1, 16), (2, 21), (3, 27), (4, 34)])
def test_searing_blow_grows_with_every_upgrade(upgrades, damage):
    # n upgrades: n(n + 7)/2 + 12
    name = "Searing Blow" + (f"+{upgrades}" if upgrades else "")
    game, state = scene([name])
    assert lost(state, play(game, state, "Searing Blow")) == damage


@pytest.mark.parametrize(("card", "growth"), [("Rampage", 5), ("Rampage+", 8)])
def test_rampage_grows_each_time_it_is_played(card, growth):
    game, state = scene([card, "Headbutt", "Battle Trance"], draw=[])
    after = play(game, state, card)
    assert after.as_dict()["discard"][0][3] == growth
    again = play(game, play(game, after, "Battle Trance"), card)
    assert hp_of(again) == 100 - 8 - (8 + growth)


@pytest.mark.parametrize("twice", [{"powers": {"double_tap": 1}}, {"powers": {"duplication": 1}}])
def test_rampage_played_twice_at_once_grows_in_between_and_for_both(twice):
    game, state = scene(["Rampage"], **twice)
    after = play(game, state, "Rampage")
    assert hp_of(after) == 100 - 8 - 13
    card = after.as_dict()["discard"][0]
    assert card[3] == 10
    game, state = scene(["Rampage", "Rampage"], **twice)
    after = play(game, state, "Rampage")
    assert (after.as_dict()["hand"][0][3], after.as_dict()["discard"][0][3]) == (0, 10)


def test_clash_needs_a_hand_of_attacks():
    game, state = scene(["Clash", "Strike"])
    assert lost(state, play(game, state, "Clash")) == 14
    game, state = scene(["Clash", "Defend"])
    assert not any(action.startswith("Clash") for action in said(game, state))


def test_blood_for_blood_gets_cheaper_with_every_loss_of_hp():
    game, state = scene(["Blood for Blood", "Bloodletting x2"], energy=0)
    assert not any(a.startswith("Blood for Blood") for a in said(game, state))
    after = play(game, play(game, state, "Bloodletting"), "Bloodletting")
    assert player(after)["energy"] == 4
    assert player(play(game, after, "Blood for Blood"))["energy"] == 4 - (4 - 2)


@pytest.mark.parametrize("card", ["Dropkick", "Dropkick+"])
def test_dropkick_pays_back_against_the_vulnerable(card):
    game, state = scene([card], monsters=[monster(powers={"vulnerable": 1})])
    after = play(game, state, card)
    assert player(after)["energy"] == 6 - 1 + 1
    assert names(after, "hand") == {"Strike": 1}


@pytest.mark.parametrize(("card", "strength"), [("Spot Weakness", 3), ("Spot Weakness+", 4)])
def test_spot_weakness_needs_an_enemy_about_to_attack(card, strength):
    game, state = scene([card], monsters=[attacker(5)])
    assert powers(player(play(game, state, card))) == {"strength": strength}


def test_second_wind_gives_block_for_each_card_that_is_no_attack():
    game, state = scene(["Second Wind", "Strike", "Defend x2", "Wound"], powers={"dexterity": 1})
    after = play(game, state, "Second Wind")
    assert player(after)["block"] == 3 * (5 + 1)
    assert names(after, "hand") == {"Strike": 1}


@pytest.mark.parametrize(("card", "each"), [("Fiend Fire", 7), ("Fiend Fire+", 10)])
def test_fiend_fire_hits_for_each_card_of_the_hand(card, each):
    game, state = scene([card, "Strike", "Defend x2"], powers={"strength": 1})
    after = play(game, state, card)
    assert lost(state, after) == 3 * (each + 1)
    assert sum(names(after, "exhaust").values()) == 4


@pytest.mark.parametrize(("card", "energy"), [("Sentinel", 2), ("Sentinel+", 3)])
def test_sentinel_pays_when_it_is_exhausted(card, energy):
    game, state = scene(["Sever Soul", card])
    assert player(play(game, state, "Sever Soul"))["energy"] == 6 - 2 + energy


def test_feed_raises_max_hp_only_by_a_kill_and_never_by_a_minions():
    game, state = scene(["Feed"], monsters=[monster(hp=10), monster()])
    after = play(game, state, "Feed")
    assert (player(after)["max_hp"], player(after)["hp"]) == (83, 43)
    game, state = scene(["Feed"], monsters=[monster(hp=10, powers={"minion": 1}), monster()])
    assert player(play(game, state, "Feed"))["max_hp"] == 80
    game, state = scene(["Feed+"], monsters=[monster(hp=12)])  # also by the last one
    assert player(play(game, state, "Feed+"))["max_hp"] == 84


@pytest.mark.parametrize(("card", "gold"), [("Hand of Greed", 20), ("Hand of Greed+", 25)])
def test_hand_of_greed_pays_for_a_kill(card, gold):
    game, state = scene([card], monsters=[monster(hp=20)])
    assert player(play(game, state, card))["gold"] == 99 + gold


@pytest.mark.parametrize(("card", "growth"), [("Ritual Dagger", 3), ("Ritual Dagger+", 5)])
def test_ritual_dagger_grows_by_kills(card, growth):
    game, state = scene([card], monsters=[monster(hp=15), monster()])
    assert play(game, state, card).as_dict()["exhaust"][0][3] == growth


def test_entrench_and_limit_break_double_what_is_there():
    game, state = scene(["Entrench", "Limit Break"], block=13, powers={"strength": 3})
    after = play(game, play(game, state, "Entrench"), "Limit Break")
    assert player(after)["block"] == 26
    assert powers(player(after)) == {"strength": 6}


def test_reaper_heals_what_gets_through_and_no_more():
    # 4 on each; one has 3 block, the other 2 HP: 1 + 2 healed
    game, state = scene(["Reaper"], monsters=[monster(block=3), monster(hp=2), monster()])
    assert player(play(game, state, "Reaper"))["hp"] == 40 + 1 + 2 + 4


def test_double_tap_plays_an_attack_twice_for_one_price():
    game, state = scene(["Double Tap", "Bash"])
    after = play(game, play(game, state, "Double Tap"), "Bash")
    # 8, and 8 half as hard again on the vulnerable: 8 + 12
    assert lost(state, after) == 20
    assert player(after)["energy"] == 6 - 1 - 2
    assert names(after, "discard")["Bash"] == 1
    assert powers(after.as_dict()["monsters"][0]) == {"vulnerable": 4}


def test_whirlwind_spends_everything():
    game, state = scene(["Whirlwind"], energy=3)
    after = play(game, state, "Whirlwind")
    assert (lost(state, after, 0), lost(state, after, 1), player(after)["energy"]) == (15, 15, 0)


def test_dark_shackles_meets_an_artifact_and_leaves_no_strength_behind():
    game, state = scene(["Dark Shackles"], monsters=[monster(powers={"artifact": 1})])
    assert powers(play(game, state, "Dark Shackles").as_dict()["monsters"][0]) == {}
    game, state = scene(["Dark Shackles"], monsters=[attacker(10)])
    after = end_turn(game, play(game, state, "Dark Shackles"))
    assert player(after)["hp"] == 40 - 1
    assert powers(after.as_dict()["monsters"][0]) == {}


def test_the_bomb_goes_off_at_the_end_of_the_third_turn():
    game, state = scene(["The Bomb"])
    after = play(game, state, "The Bomb")
    for turn in range(3):
        assert hp_of(after) == 100, turn
        after = end_turn(game, after)
    assert (hp_of(after, 0), hp_of(after, 1)) == (60, 60)


def test_panic_button_stops_block_from_cards_for_two_turns_and_nothing_else():
    game, state = scene(["Panic Button", "Defend"], powers={"metallicize": 3})
    after = play(game, play(game, state, "Panic Button"), "Defend")
    assert player(after)["block"] == 30
    after = end_turn(game, after)
    assert powers(player(after)) == {"metallicize": 3, "no_block": 1}


# --- statuses and curses


def test_burn_hurts_at_the_end_of_the_turn_and_block_helps():
    game, state = scene(["Burn", "Burn+"], block=5)
    after = end_turn(game, state)
    assert player(after)["hp"] == 40 - (2 + 4 - 5)


@pytest.mark.parametrize(
    ("curse", "change"),
    [("Decay", {"hp": -2}), ("Regret", {"hp": -3}), ("Doubt", {"weak": 1}), ("Shame", {"frail": 1})],
)
def test_curses_in_hand_act_at_the_end_of_the_turn(curse, change):
    game, state = scene([curse, "Strike", "Defend"])
    after = player(end_turn(game, state))
    hp = after["hp"] - 40
    assert ({"hp": hp} if hp else {}) | powers(after) == change


def test_pain_hurts_with_every_other_card():
    game, state = scene(["Pain", "Defend", "Strike"])
    after = play(game, play(game, state, "Defend"), "Strike")
    assert player(after)["hp"] == 38


def test_normality_allows_three_cards():
    game, state = scene(["Normality", "Anger x5"])
    for _ in range(3):
        state = play(game, state, "Anger")
    assert said(game, state) == ["end turn"]


def test_void_takes_energy_when_it_is_drawn_and_never_more_than_there_is():
    game, state = scene(["Shrug It Off"], draw=["Void"], energy=3)
    assert player(play(game, state, "Shrug It Off"))["energy"] == 1
    game, state = scene(["Shrug It Off"], draw=["Void"], energy=1)
    assert player(play(game, state, "Shrug It Off"))["energy"] == 0


def test_necronomicurse_comes_back():
    game, state = scene(["Sever Soul", "Necronomicurse"])
    assert names(play(game, state, "Sever Soul"), "hand") == {"Necronomicurse": 1}


def test_ethereal_cards_are_exhausted_and_the_others_discarded():
    game, state = scene(["Carnage", "Dazed", "Strike"], draw=["Defend x9"])
    after = end_turn(game, state)
    assert names(after, "exhaust") == {"Carnage": 1, "Dazed": 1}
    assert names(after, "discard") == {"Strike": 1}


def test_a_full_hand_takes_no_more_cards():
    game, state = scene(["Battle Trance", "Strike x8"], draw=["Defend x5"])
    after = play(game, state, "Battle Trance")  # nine in hand, eight after playing it: two fit
    assert sum(names(after, "hand").values()) == 10
    game, state = scene(["Power Through", "Strike x9"])
    after = play(game, state, "Power Through")
    assert names(after, "hand")["Wound"] == 1
    assert names(after, "discard") == {"Wound": 1, "Power Through": 1}


def test_a_state_that_is_over_has_no_moves():
    game, state = scene(["Strike"], monsters=[monster(hp=6)])
    won = play(game, state, "Strike")
    assert won.won
    assert game.turn(won) is Turn.OVER
    assert said(game, won) == []
