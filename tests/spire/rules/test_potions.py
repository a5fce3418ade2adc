"""Every potion of the Ironclad's, plain and with Sacred Bark.

The numbers are those of the public simulator sts_lightspeed and of the table of potions in sts-sim, taken
from the wiki. They agree, but sts_lightspeed has the two of the Blood Potion the wrong way round. It does not
play the Smoke Bomb: where that can be used is the game's own condition, as mods and a simulator cite it.
"""

from __future__ import annotations

import pytest
from tests.spire.scenes import (
    CONTENT,
    attacker,
    end_turn,
    hp_of,
    monster,
    names,
    play,
    player,
    powers,
    said,
    scene,
)

SELF = {
    "Heart of Iron": ({"metallicize": 6}, {"metallicize": 12}),
    "Ancient Potion": ({"artifact": 1}, {"artifact": 2}),
    "Cultist Potion": ({"ritual": 1}, {"ritual": 2}),
    "Dexterity Potion": ({"dexterity": 2}, {"dexterity": 4}),
    "Duplication Potion": ({"duplication": 1}, {"duplication": 2}),
    "Essence of Steel": ({"plated_armor": 4}, {"plated_armor": 8}),
    "Liquid Bronze": ({"thorns": 3}, {"thorns": 6}),
    "Regen Potion": ({"regeneration": 5}, {"regeneration": 10}),
    "Speed Potion": ({"dexterity": 5, "lose_dexterity": 5}, {"dexterity": 10, "lose_dexterity": 10}),
    "Flex Potion": ({"strength": 5, "lose_strength": 5}, {"strength": 10, "lose_strength": 10}),
    "Strength Potion": ({"strength": 2}, {"strength": 4}),
}
NUMBERS = {
    "Blood Potion": ({"hp": 56}, {"hp": 72}),
    "Block Potion": ({"block": 12}, {"block": 24}),
    "Energy Potion": ({"energy": 8}, {"energy": 10}),
    "Fruit Juice": ({"max_hp": 85, "hp": 45}, {"max_hp": 90, "hp": 50}),
}
BARK = ((), ("Sacred Bark",))


def drunk(potion, i, hand=("Defend",), **more):
    game, state = scene(hand, relics=BARK[i], potions=[potion], **more)
    return game, play(game, state, "drink")


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("potion", SELF)
def test_potions_that_give_powers(potion, i):
    assert powers(player(drunk(potion, i)[1])) == SELF[potion][i]


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("potion", NUMBERS)
def test_potions_that_give_points(potion, i):
    after = player(drunk(potion, i)[1])
    assert {key: after[key] for key in NUMBERS[potion][i]} == NUMBERS[potion][i]


@pytest.mark.parametrize(
    ("potion", "first", "second"),
    [("Fire Potion", (80, 100), (60, 100)), ("Explosive Potion", (90, 90), (80, 80))],
)
def test_potions_that_hurt(potion, first, second):
    for i, expected in enumerate((first, second)):
        after = drunk(potion, i, powers={"strength": 5, "weak": 1})[1]
        assert (hp_of(after, 0), hp_of(after, 1)) == expected


@pytest.mark.parametrize(("potion", "power"), [("Fear Potion", "vulnerable"), ("Weak Potion", "weak")])
def test_potions_that_weaken(potion, power):
    for i, amount in enumerate((3, 6)):
        assert powers(drunk(potion, i)[1].as_dict()["monsters"][0]) == {power: amount}


def test_swift_potion_draws():
    assert names(drunk("Swift Potion", 0)[1], "hand") == {"Defend": 1, "Strike": 3}
    assert names(drunk("Swift Potion", 1)[1], "hand") == {"Defend": 1, "Strike": 6}


def test_snecko_oil_draws_and_deals_costs():
    after = drunk("Snecko Oil", 0)[1].as_dict()["hand"]
    assert len(after) == 6
    assert all(0 <= card[2] <= 3 for card in after)


@pytest.mark.parametrize("potion", ["Attack Potion", "Skill Potion", "Power Potion", "Colorless Potion"])
def test_potions_that_offer_three_cards(potion):
    for i, copies in enumerate((1, 2)):
        game, asked = drunk(potion, i, hand=())
        assert len(game.actions(asked)) == 3
        after = play(game, asked, "choose").as_dict()["hand"]
        assert len(after) == copies
        assert all(card[1] == 0 for card in after)


def test_the_forge_upgrades_the_hand():
    assert names(drunk("Blessing of the Forge", 0, ["Strike", "Bash", "Wound"])[1], "hand") == {
        "Strike+": 1,
        "Bash+": 1,
        "Wound": 1,
    }


def test_elixir_exhausts_what_one_likes():
    game, asked = drunk("Elixir", 0, ["Strike", "Wound"])
    after = play(game, play(game, asked, "choose Wound"), "done")
    assert names(after, "exhaust") == {"Wound": 1}


def test_gamblers_brew_changes_cards_for_new_ones():
    game, asked = drunk("Gambler's Brew", 0, ["Wound", "Defend"])
    after = play(game, play(game, asked, "choose Wound"), "done")
    assert names(after, "hand") == {"Defend": 1, "Strike": 1}


def test_liquid_memories_brings_a_card_back_for_nothing():
    after = drunk("Liquid Memories", 0, hand=(), discard=["Bludgeon"])[1].as_dict()["hand"]
    assert after[0][1] == 0
    game, asked = drunk("Liquid Memories", 1, hand=(), discard=["Bludgeon", "Strike", "Bash"])
    after = play(game, play(game, asked, "choose Bludgeon"), "choose Bash")
    assert names(after, "hand") == {"Bludgeon": 1, "Bash": 1}


def test_distilled_chaos_plays_the_top_cards():
    after = drunk("Distilled Chaos", 0, hand=(), draw=["Defend x8"])[1]
    assert player(after)["block"] == 15
    assert names(after, "discard") == {"Defend": 3}
    assert player(drunk("Distilled Chaos", 1, hand=(), draw=["Defend x8"])[1])["block"] == 30


def test_entropic_brew_fills_the_slots():
    after = player(drunk("Entropic Brew", 0)[1])["potions"]
    assert all(after[:3])
    assert not any(after[3:])


def test_smoke_bomb_ends_the_fight_but_not_with_a_boss():
    assert drunk("Smoke Bomb", 0)[1].won
    game, state = scene([], potions=["Smoke Bomb"], monsters=[monster("SlimeBoss")])
    assert said(game, state) == ["end turn"]


def test_nobody_runs_with_a_foe_behind():
    both = [monster("SpireShield", powers={"back_attack": -1}), monster("SpireSpear")]
    game, state = scene([], potions=["Smoke Bomb"], monsters=both, powers={"surrounded": -1})
    assert said(game, state) == ["end turn"]


def test_the_fairy_saves_a_life_by_itself():
    for i, hp in enumerate((24, 48)):
        game, state = scene([], relics=BARK[i], potions=["Fairy in a Bottle"], monsters=[attacker(99)])
        assert said(game, state) == ["end turn"]
        after = end_turn(game, state)
        assert player(after)["hp"] == hp
        assert player(after)["potions"][0] == 0


def test_there_are_thirty_three_potions_and_all_are_tested():
    named = {*SELF, *NUMBERS, "Fire Potion", "Explosive Potion", "Fear Potion", "Weak Potion", "Swift Potion"}
    named |= {"Snecko Oil", "Attack Potion", "Skill Potion", "Power Potion", "Colorless Potion"}
    named |= {"Blessing of the Forge", "Elixir", "Gambler's Brew", "Liquid Memories", "Distilled Chaos"}
    named |= {"Entropic Brew", "Smoke Bomb", "Fairy in a Bottle"}
    assert named == {row.name for row in CONTENT.library.potions}
    assert len(named) == 33
