"""Relics with rules of their own, and when the others act; ``test_relic_facts`` has the numbers of each.

The rules were held against the descriptions and simulators that ``relic_facts`` names.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.spire.scenes import (
    CONTENT,
    attacker,
    begun,
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

from hazard import _core
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat
from hazard.spire.rules.scenario import Scenario, relic_row, state_data


def summary(state) -> dict:
    data, now = state.as_dict(), state.as_dict()["player"]
    plain = {"hp": 40, "block": 0, "energy": 3, "hand": 5}
    found = {"hp": now["hp"], "block": now["block"], "energy": now["energy"], "hand": len(data["hand"])}
    changed = {key: value for key, value in found.items() if value != plain[key]}
    changed |= powers(now)
    enemy = powers(data["monsters"][0])
    return changed | ({"enemy": enemy} if enemy else {})


def test_du_vu_doll_counts_curses():
    state = begun("Du-Vu Doll", deck=["Strike x4", "Injury", "Doubt"])[1]
    assert powers(player(state)) == {"strength": 2}


def test_the_toolbox_and_the_gambling_chip_ask_before_the_first_card():
    game, state = begun("Toolbox")
    assert len(game.actions(state)) == 3
    game, state = begun("Gambling Chip")
    after = play(game, play(game, play(game, state, "choose Strike"), "choose Strike"), "done")
    assert len(after.as_dict()["hand"]) == 5
    assert names(after, "discard") == {"Strike": 2}


# --- turns


def after_turns(relic, turns, **more):
    game, state = scene([], relics=[relic], draw=["Strike x9"], turn=1, **more)
    for _ in range(turns):
        state = end_turn(game, state)
    return state


@pytest.mark.parametrize(
    ("relic", "turns", "counter", "change"),
    [
        ("Horn Cleat", 1, 1, {"block": 14}),
        ("Captain's Wheel", 2, 1, {"block": 18}),
        ("Happy Flower", 1, 2, {"energy": 4}),
        ("Incense Burner", 1, 5, {"intangible": 1}),
        ("Art of War", 1, 0, {"energy": 4}),
        ("Pocketwatch", 1, 0, {"hand": 8}),
        ("Horn Cleat", 1, 2, {}),
    ],
)
def test_some_relics_act_when_a_turn_begins(relic, turns, counter, change):
    state = after_turns(relic, turns, counters={relic: counter})
    assert summary(state) == change


def test_orichalcum_helps_whoever_has_no_block():
    for block, hp in ((0, 36), (1, 31)):
        game, state = scene([], relics=["Orichalcum"], monsters=[attacker(10)], block=block)
        assert player(end_turn(game, state))["hp"] == hp


def test_nilrys_codex_offers_a_card_for_the_draw_pile():
    game, state = scene([], relics=["Nilry's Codex"], draw=["Strike x9"])
    asked = end_turn(game, state)
    assert len(game.actions(asked)) == 4  # three cards, or none
    after = play(game, asked, "choose")
    assert sum(sum(names(after, pile).values()) for pile in ("hand", "draw", "discard")) == 10


def test_warped_tongs_upgrades_a_card_each_turn():
    state = after_turns("Warped Tongs", 1)
    assert names(state, "hand") == {"Strike": 4, "Strike+": 1}


def test_ice_cream_and_calipers_and_the_pyramid_keep_things():
    assert player(after_turns("Ice Cream", 1, energy=2))["energy"] == 5
    assert player(after_turns("Calipers", 1, block=20))["block"] == 5
    game, state = scene(["Defend x3", "Dazed"], relics=["Runic Pyramid"], draw=["Strike x9"])
    assert names(end_turn(game, state), "hand") == {"Defend": 3, "Strike": 5}


# --- cards


def test_counts_of_a_turn_begin_anew():
    game, state = scene(["Anger x2"], relics=["Shuriken"], draw=["Anger x9"])
    for _ in range(2):
        state = play(game, state, "Anger")
    state = end_turn(game, state)
    state = play(game, play(game, state, "Anger"), "Anger")
    assert powers(player(state)) == {}


def test_the_tenth_attack_with_the_pen_nib_hits_twice_as_hard():
    game, state = scene(["Strike x3"], relics=["Pen Nib"], counters={"Pen Nib": 8})
    lost = []
    for _ in range(3):
        before = hp_of(state)
        state = play(game, state, "Strike")
        lost.append(before - hp_of(state))
    assert lost == [6, 12, 6]


def test_exhausting_feeds_charons_ashes_and_the_dead_branch():
    game, state = scene(["Seeing Red"], relics=["Charon's Ashes", "Dead Branch"])
    after = play(game, state, "Seeing Red")
    assert (hp_of(after, 0), hp_of(after, 1)) == (97, 97)
    assert len(after.as_dict()["hand"]) == 1


def test_shuffling_feeds_the_abacus_and_the_sundial():
    game, state = scene(
        ["Shrug It Off"],
        relics=["The Abacus", "Sundial"],
        counters={"Sundial": 2},
        draw=[],
        discard=["Strike x3"],
    )
    after = play(game, state, "Shrug It Off")
    assert player(after)["block"] == 8 + 6
    assert player(after)["energy"] == 6 - 1 + 2


def test_mummified_hand_makes_a_card_free_for_the_turn():
    game, state = scene(["Inflame", "Bash"], relics=["Mummified Hand"])
    (bash,) = play(game, state, "Inflame").as_dict()["hand"]
    assert bash[1:3] == (0, 2)


def test_orange_pellets_cure_after_one_card_of_each_kind():
    game, state = scene(
        ["Anger", "Finesse", "Inflame"], relics=["Orange Pellets"], powers={"weak": 3, "frail": 2}, draw=[]
    )
    for card in ("Anger", "Finesse", "Inflame"):
        state = play(game, state, card)
    assert powers(player(state)) == {"strength": 2}


def test_the_necronomicon_repeats_one_dear_attack_a_turn():
    game, state = scene(["Bash x2", "Strike"], relics=["Necronomicon"])
    state = play(game, state, "Strike")
    assert hp_of(state) == 94
    state = play(game, state, "Bash")
    assert hp_of(state) == 94 - 8 - 12
    assert hp_of(play(game, state, "Bash")) == 94 - 8 - 12 - 12


def test_strange_spoon_saves_half_of_what_would_be_exhausted():
    game, state = scene(["Seeing Red"], relics=["Strange Spoon"])
    assert [p for _, p in game.outcomes(following(game, state, "Seeing Red"))] == [0.5, 0.5]


def test_the_unceasing_top_draws_for_an_empty_hand():
    game, state = scene(["Anger"], relics=["Unceasing Top"])
    assert names(play(game, state, "Anger"), "hand") == {"Strike": 1}


def test_velvet_choker_allows_six_cards():
    game, state = scene(["Anger x8"], relics=["Velvet Choker"])
    for _ in range(6):
        state = play(game, state, "Anger")
    assert said(game, state) == ["end turn"]


@pytest.mark.parametrize(
    ("relic", "card", "damage"),
    [
        ("Strike Dummy", "Strike", 9),
        ("Strike Dummy", "Bash", 8),
        ("Wrist Blade", "Anger", 10),
        ("The Boot", "Shiv", 5),
    ],
)
def test_relics_that_add_to_attacks(relic, card, damage):
    game, state = scene([card], relics=[relic])
    assert 100 - hp_of(play(game, state, card)) == damage


def test_the_candle_and_the_kit_let_curses_and_statuses_be_played_away():
    game, state = scene(["Injury", "Wound"], relics=["Blue Candle", "Medical Kit"])
    after = play(game, play(game, state, "Injury"), "Wound")
    assert player(after)["hp"] == 39
    assert names(after, "exhaust") == {"Injury": 1, "Wound": 1}


# --- harm


def struck(relic, damage, hits=1, **more):
    game, state = scene([], relics=[relic], monsters=[attacker(damage, hits)], draw=["Strike x9"], **more)
    return end_turn(game, state)


def test_centennial_puzzle_draws_once_and_the_cube_each_time():
    game, state = scene(["Bloodletting x2"], relics=["Centennial Puzzle"])
    state = play(game, play(game, state, "Bloodletting"), "Bloodletting")
    assert names(state, "hand") == {"Strike": 3}
    game, state = scene(["Bloodletting x2"], relics=["Runic Cube"])
    state = play(game, play(game, state, "Bloodletting"), "Bloodletting")
    assert names(state, "hand") == {"Strike": 2}


@pytest.mark.parametrize(
    ("relic", "damage", "lost"),
    [("Torii", 5, 1), ("Torii", 6, 6), ("Torii", 1, 1), ("Tungsten Rod", 5, 4), ("Tungsten Rod", 1, 0)],
)
def test_relics_that_soften_blows(relic, damage, lost):
    assert 40 - player(struck(relic, damage))["hp"] == lost


def test_tungsten_rod_also_softens_what_one_does_to_oneself():
    game, state = scene(["Bloodletting"], relics=["Tungsten Rod"])
    assert player(play(game, state, "Bloodletting"))["hp"] == 38


def test_lizard_tail_saves_a_life_once():
    game, state = scene([], relics=["Lizard Tail"], monsters=[attacker(50)])
    after = end_turn(game, state)
    assert player(after)["hp"] == 40
    assert end_turn(game, after).lost


def test_magic_flower_heals_half_as_much_again_and_the_bloom_nothing():
    game, state = scene(["Bandage Up"], relics=["Magic Flower"])
    assert player(play(game, state, "Bandage Up"))["hp"] == 46
    game, state = scene(["Bandage Up"], relics=["Mark of the Bloom"])
    assert player(play(game, state, "Bandage Up"))["hp"] == 40


def test_red_skull_gives_strength_while_hp_are_low():
    game, state = scene(["Bloodletting", "Bandage Up"], relics=["Red Skull"], hp=42)
    bled = play(game, state, "Bloodletting")
    assert powers(player(bled)) == {"strength": 3}
    assert powers(player(play(game, bled, "Bandage Up"))) == {}


@pytest.mark.parametrize(
    ("relic", "mine", "theirs", "lost"),
    [
        ("Odd Mushroom", {"vulnerable": 2}, {}, 12),  # 10 * 1.25
        ("Paper Crane", {}, {"weak": 2}, 6),  # 10 * 0.6
    ],
)
def test_relics_that_change_what_debuffs_do_to_the_player(relic, mine, theirs, lost):
    game, state = scene([], relics=[relic], powers=mine, monsters=[attacker(10, powers=theirs)])
    assert 40 - player(end_turn(game, state))["hp"] == lost


@pytest.mark.parametrize(("relic", "kept"), [("Ginger", {"frail": 1}), ("Turnip", {"weak": 1})])
def test_ginger_and_turnip(relic, kept):
    game, state = scene(["Doubt", "Shame"], relics=[relic])
    assert powers(player(end_turn(game, state))) == kept


def test_the_gremlin_horn_pays_for_kills_but_the_last():
    game, state = scene(["Strike"], relics=["Gremlin Horn"], monsters=[monster(hp=3), monster()])
    after = play(game, state, "Strike")
    assert (player(after)["energy"], names(after, "hand")) == (6, {"Strike": 1})


# --- victory


@pytest.mark.parametrize(
    ("relics", "hp"),
    [
        (["Burning Blood"], 46),
        (["Black Blood"], 52),
        (["Meat on the Bone"], 52),
        (["Burning Blood", "Meat on the Bone"], 58),
        (["Face of Cleric"], 41),
        (["Burning Blood", "Mark of the Bloom"], 40),
    ],
)
def test_victory_heals(relics, hp):
    game, state = scene(["Strike"], relics=relics, monsters=[monster(hp=6)])
    assert player(play(game, state, "Strike"))["hp"] == hp


def test_meat_on_the_bone_is_for_those_below_half():
    game, state = scene(["Strike"], relics=["Meat on the Bone"], monsters=[monster(hp=6)], hp=41)
    assert player(play(game, state, "Strike"))["hp"] == 41


def test_toy_ornithopter_and_sacred_bark_make_potions_better():
    game, state = scene([], relics=["Toy Ornithopter", "Sacred Bark"], potions=["Block Potion"])
    after = player(play(game, state, "drink"))
    assert (after["hp"], after["block"]) == (45, 24)


def begun_counting(relic, counter, ascension=0):
    """The first decision of a fight with a relic that has counted so far."""
    content = compiled(ascension)
    data = state_data(content, Scenario(["Cultist x2"], ["Strike x12"], hp=40, relics=[relic]))
    kind = content.relic_kinds[relic_row(content, relic)]
    data["player"]["counters"] = [counter if place == kind.counter else 0 for place in range(24)]
    state = _core.spire_state(content.core, data, True, 1)
    game = Combat(content, state)
    return game, settle(game, state)


@pytest.mark.parametrize(
    ("relic", "counter", "change"),
    [
        ("Girya", 3, {"strength": 3}),
        ("Ancient Tea Set", 1, {"energy": 5}),
        ("Ancient Tea Set", 0, {}),
        ("Pen Nib", 9, {"pen_nib": 1}),
        ("Pen Nib", 8, {}),
        ("Happy Flower", 2, {"energy": 4}),
        ("Incense Burner", 5, {"intangible": 1}),
    ],
)
def test_relics_that_begin_with_a_count(relic, counter, change):
    assert summary(begun_counting(relic, counter)[1]) == change


def test_neows_lament_leaves_enemies_one_hp_while_it_counts():
    for counter, hp in ((3, [1, 1]), (1, [1, 1])):
        state = begun_counting("Neow's Lament", counter)[1].as_dict()
        assert [one["hp"] for one in state["monsters"]] == hp
    state = begun_counting("Neow's Lament", 0)[1].as_dict()
    assert all(48 <= one["hp"] <= 54 for one in state["monsters"])


def test_the_potion_belt_has_two_slots_and_the_eleventh_ascension_takes_one():
    for ascension, slots in ((0, (3, 5)), (10, (3, 5)), (11, (2, 4)), (20, (2, 4))):
        found = [begun_counting(relic, 0, ascension)[1] for relic in ("Cultist Headpiece", "Potion Belt")]
        assert tuple(player(state)["potion_slots"] for state in found) == slots


def test_a_sentry_beside_a_spheric_guardian_is_no_elite():
    for relic in ("Sling of Courage", "Slaver's Collar"):
        found = summary(begun(relic, monsters=["Sentry", "Spheric Guardian"])[1])
        found.pop("enemy")
        assert found == {}
    assert summary(begun("Slaver's Collar", monsters=["Sentry x3"])[1])["energy"] == 4
    assert powers(player(begun("Sling of Courage", monsters=["Sentry x3"])[1])) == {"strength": 2}
    for elites in (["Taskmaster", "Gremlin Nob"], ["Blue Slaver", "Taskmaster", "Red Slaver"]):
        assert powers(player(begun("Sling of Courage", monsters=elites)[1])) == {"strength": 2}


def test_every_relic_is_tested():
    """By name: here, in the table of facts, among the tricky rules or where the draw pile is read."""
    files = ("test_relics.py", "relic_facts.py", "test_tricky_rules.py", "../protocol/test_reading.py")
    told = "".join((Path(__file__).parent / name).read_text("utf-8") for name in files)
    rows = [row for row in CONTENT.library.relics if not row.between_fights]
    assert [row.name for row in rows if f'"{row.name}"' not in told] == []
