"""Rates of rewards, rooms and shops against the published ones; docs/spire-run.md has the sources."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.spire.scenes import following, said

from hazard.spire.run import SpireRun
from hazard.spire.run.phrases import WORDS, task

GAMES = {0: SpireRun(0), 12: SpireRun(12), 20: SpireRun(20)}
COMMON, UNCOMMON, RARE = 1, 2, 3
OFFERS = {name: number for number, name in enumerate(WORDS["offer"])}


def chances(
    ascension: int, name: str, a: int = 0, b: int = 0, c: int = 0, n: int = 0, m: int = 0, **more: Any
):
    game = GAMES[ascension]
    state = game.core.arranged({**more, "tasks": [task(name, a, b, c, n, m)]})
    return {outcome: chance for outcome, chance in game.core.chances(state).items() if chance > 0}


@pytest.mark.parametrize(
    ("offer", "offset", "rare", "uncommon"),
    [
        ("hallway", 5, 0.00, 0.35),  # 3 and 37 percent, five less for rare at the start
        ("hallway", 0, 0.03, 0.37),
        ("hallway", -10, 0.13, 0.37),
        ("hallway", -40, 0.43, 0.37),
        ("elite", 5, 0.05, 0.40),  # 10 and 40
        ("elite", 0, 0.10, 0.40),
        ("shop", 0, 0.09, 0.37),
        ("colorless", 0, 0.30, 0.70),
        ("neow_cards", 0, 0.00, 0.33),
    ],
)
def test_cards_have_the_published_rarities(offer: str, offset: int, rare: float, uncommon: float) -> None:
    found = chances(0, "roll_rarity", a=OFFERS[offer], card_offset=offset)
    assert found.get(RARE, 0.0) == pytest.approx(rare)
    assert found.get(UNCOMMON, 0.0) == pytest.approx(uncommon)


@pytest.mark.parametrize("offer", ["boss", "neow_rare", "neow_colorless_rare"])
def test_bosses_and_neows_rare_offers_are_all_rare(offer: str) -> None:
    game = GAMES[0]
    start = game.core.arranged({"tasks": [task("offer_cards", OFFERS[offer])]})
    for seed in range(20):
        offered = game.picture(game.sampled(start, seed))["sets"][0]
        assert [game.rules.content.card_kinds[row].rarity for row, _ in offered] == [RARE] * 3
        assert len(set(offered)) == 3


def test_each_common_card_makes_a_rare_one_likelier_by_a_percent() -> None:
    game = GAMES[0]
    state = game.core.arranged({"tasks": [task("offer_cards")]})
    for _ in range(3):
        offset = game.picture(state)["card_offset"]
        before = game.core.chances(state)
        state = game.apply(state, next(name for name, _ in game.outcomes(state)))  # common
        assert game.picture(state)["card_offset"] == offset - 1
        assert before[COMMON] > 0
        state = game.drawn(state, 1)  # which card
        if game.picture(state)["screen"] == "rewards":
            break


@pytest.mark.parametrize(
    ("ascension", "act", "upgraded"), [(0, 2, 0.25), (0, 3, 0.5), (12, 2, 0.125), (12, 3, 0.25)]
)
def test_cards_come_upgraded_by_act(ascension: int, act: int, upgraded: float) -> None:
    assert chances(ascension, "roll_upgrade", act=act)[1] == pytest.approx(upgraded)


@pytest.mark.parametrize(("offset", "chance"), [(0, 0.4), (10, 0.5), (-10, 0.3), (-40, 0.0)])
def test_potions_drop_with_forty_percent_and_what_has_been_dropped(offset: int, chance: float) -> None:
    assert chances(0, "roll_potion_drop", potion_offset=offset).get(1, 0.0) == pytest.approx(chance)


def test_potions_are_common_uncommon_and_rare() -> None:
    assert chances(0, "find_potion") == pytest.approx({COMMON: 0.65, UNCOMMON: 0.25, RARE: 0.10})
    assert [len(chances(0, "roll_potion", a=rarity)) for rarity in (1, 2, 3)] == [17, 9, 7]


def test_relics_have_the_published_tiers() -> None:
    assert chances(0, "find_relic") == pytest.approx({1: 0.50, 2: 0.33, 3: 0.17})
    assert chances(0, "find_relic", b=2) == pytest.approx({1: 0.48, 2: 0.34, 3: 0.18})  # a shop's
    sizes = [len(chances(0, "roll_relic", a=tier, floor=1)) for tier in (1, 2, 3, 4, 5)]
    # 33, 30, 28, 17 and 22; but there is nothing to bottle in a deck of basic cards, and
    # Prismatic Shard is left out
    assert sizes == [33, 27, 28, 16, 22]


def test_chests_have_the_published_sizes_tiers_and_gold() -> None:
    assert chances(0, "roll_chest") == pytest.approx({1: 0.50, 2: 0.33, 3: 0.17})
    assert chances(0, "find_relic", b=1, c=1) == pytest.approx({1: 0.75, 2: 0.25})
    assert chances(0, "find_relic", b=1, c=2) == pytest.approx({1: 0.35, 2: 0.50, 3: 0.15})
    assert chances(0, "find_relic", b=1, c=3) == pytest.approx({2: 0.75, 3: 0.25})


def test_unknown_rooms_begin_with_ten_three_and_two_percent_and_grow() -> None:
    game = GAMES[0]
    state = game.core.arranged({"enter": 6})
    assert game.core.chances(state) == pytest.approx({0: 0.85, 1: 0.10, 2: 0.03, 3: 0.02})
    after = game.drawn(state, 2)
    picture = game.picture(game.sampled(after, 1))
    hit = {1: 0, 4: 1, 5: 2}.get(picture["room"])
    grown = [20, 6, 4]
    if hit is not None:
        grown[hit] = [10, 3, 2][hit]
    assert list(picture["unknown"]) == grown


def test_a_shop_follows_no_shop_and_a_quarter_of_events_are_shrines() -> None:
    game = GAMES[0]
    events = chances(0, "roll_event", act=1, floor=10, gold=99)
    kinds = Counter()
    for row, chance in events.items():
        kinds[game.rules.event(row).kind == "act"] += chance
    assert kinds[True] == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("act", "fights", "pool"),
    [(1, 0, {"Cultist", "Jaw Worm", "2 Louse", "Small Slimes"}),
     (2, 0, {"Spheric Guardian", "Chosen", "Shell Parasite", "3 Byrds", "2 Thieves"}),
     (3, 0, {"3 Darklings", "Orb Walker", "3 Shapes"})],
)  # fmt: skip
def test_an_act_begins_with_easy_fights(act: int, fights: int, pool: set[str]) -> None:
    game = GAMES[0]
    found = chances(0, "roll_encounter", a=0, act=act, fights=fights)
    assert {game.rules.encounters[row] for row in found} == pool
    assert list(found.values()) == pytest.approx([1 / len(pool)] * len(pool))


def test_no_fight_is_like_one_of_the_two_before_and_the_first_hard_one_fits() -> None:
    game = GAMES[0]
    rows = {name: number for number, name in enumerate(game.rules.encounters)}
    last = [rows["Looter"], rows["Blue Slaver"]]
    later = chances(0, "roll_encounter", a=1, act=1, fights=6, last_fights=last)
    assert not {rows["Looter"], rows["Blue Slaver"]} & set(later)
    first = chances(
        0, "roll_encounter", a=1, act=1, fights=3, last_fights=[rows["Small Slimes"], rows["Cultist"]]
    )
    assert not {rows["Large Slime"], rows["Lots of Slimes"]} & set(first)
    # 2 of 16 parts for Looter among all hard fights of the first act; without two of the others 2 of 13
    assert first[rows["Looter"]] == pytest.approx(2 / 13)


def test_no_elite_comes_twice_in_a_row() -> None:
    game = GAMES[0]
    rows = {name: number for number, name in enumerate(game.rules.encounters)}
    found = chances(0, "roll_encounter", a=2, act=1, last_elite=rows["Lagavulin"])
    assert found == pytest.approx({rows["Gremlin Nob"]: 0.5, rows["3 Sentries"]: 0.5})


def test_neow_offers_one_of_each_kind() -> None:
    game = GAMES[0]
    seen = Counter()
    for seed in range(300):
        picture = game.picture(game.sampled(game.start(), seed))
        gifts = [game.rules.library.gifts[gift] for gift, _ in picture["neow"]]
        assert [gift.group for gift in gifts] == ["cards", "small", "price", "swap"]
        drawback = game.rules.library.drawbacks[picture["neow"][2][1] - len(game.rules.library.gifts)]
        assert gifts[2].unless != drawback.id
        seen.update([gifts[0].id, gifts[1].id, drawback.id])
    assert len(seen) == 6 + 5 + 4
    assert min(seen.values()) > 25  # 50, 60 and 75 are expected


@pytest.mark.parametrize(("ascension", "factor"), [(0, 1.0), (20, 1.1)])
def test_shops_sell_the_published_wares_at_the_published_prices(ascension: int, factor: float) -> None:
    game = GAMES[ascension]
    kinds = game.rules.content.card_kinds
    base = {1: 50, 2: 75, 3: 150}
    sales = 0
    for seed in range(120):
        picture = game.picture(game.sampled(game.core.arranged({"enter": 4, "gold": 500}), seed))
        wares = {place: (what, price) for place, what, price in picture["wares"]}
        assert len(wares) == 13
        assert [kinds[wares[place][0][0]].type for place in range(5)] == [0, 0, 1, 1, 2]
        assert [kinds[wares[place][0][0]].rarity for place in (5, 6)] == [2, 3]
        for place in range(7):
            what, price = wares[place]
            full = base[kinds[what[0]].rarity] * (1.2 if place >= 5 else 1.0) * factor
            sale = price < 0.8 * full
            sales += sale
            assert 0.89 * full - 1 <= price * (2 if sale else 1) <= 1.1 * full + 1
        for place in (7, 8, 9):
            assert min(abs(wares[place][1] / factor - price) / price for price in (150, 250, 300)) < 0.06
        for place in (10, 11, 12):
            assert min(abs(wares[place][1] / factor - price) / price for price in (50, 75, 100)) < 0.06
        assert picture["purge_cost"] == 75
    assert sales == 120  # one card of each shop is at half price


def test_a_removal_costs_25_more_each_time() -> None:
    game = GAMES[0]
    state = game.sampled(game.core.arranged({"enter": 4, "gold": 500}), 1)
    pay = game.parse_move(state, "pay 75")
    chosen = game.apply(state, pay)
    after = game.apply(chosen, game.actions(chosen)[0])
    assert after.gold == 425
    assert game.picture(after)["purge_cost"] == 100
    back = following(game, chosen, "back")
    assert back.gold == 500


@pytest.mark.parametrize(("ascension", "low", "high"), [(0, 95, 105), (20, 71, 79)])
def test_gold_of_fights(ascension: int, low: int, high: int) -> None:
    game = GAMES[ascension]
    for room, least, most in ((1, 10, 20), (2, 25, 35), (8, low, high)):
        seen = set()
        for seed in range(60):
            start = game.core.arranged(
                {"enter": room, "act": 1, "fights": 0}
                if room != 8
                else {"act": 1, "tasks": [task("roll_boss"), task("enter_room", a=8)]}
            )
            state = game.sampled(start, seed)
            for step in range(400):
                if not state.in_fight:
                    break
                state = game.core.blessed(state)
                moves = game.moves(state)
                state = game.after(state, moves[(step * 7) % len(moves)], step)
            rewards = game.picture(state)["rewards"]
            seen |= {value for kind, value, _ in rewards if kind == 1}
        assert least <= min(seen)
        assert max(seen) <= most


def test_healing_between_acts_and_at_fires() -> None:
    for ascension, healed in ((0, 80), (20, 64)):  # all of 48 that are missing, or 75 % of it: 36
        game = GAMES[ascension]
        start = game.core.arranged(
            {
                "act": 1,
                "hp": 32 if ascension == 0 else 28,
                "max_hp": 80 if ascension == 0 else 76,
                "tasks": [task("next_act")],
            }
        )
        assert game.sampled(start, 1).hp == healed
    game = GAMES[0]
    fire = game.core.arranged({"enter": 3, "hp": 10, "max_hp": 75})
    assert following(game, fire, "rest").hp == 10 + 22  # 30 % of 75, rounded down
    pillow = game.core.arranged(
        {"enter": 3, "hp": 10, "max_hp": 75, "relics": [game.rules.content.relics["Regal Pillow"]]}
    )
    assert following(game, pillow, "rest").hp == 10 + 22 + 15


def test_relics_change_what_a_fire_offers() -> None:
    game = GAMES[0]
    rows = game.rules.content.relics

    def offered(*relics: str) -> list[str]:
        return said(game, game.core.arranged({"enter": 3, "relics": [rows[name] for name in relics]}))

    assert offered() == ["rest", "smith", "recall"]
    assert offered("Coffee Dripper") == ["smith", "recall"]
    assert offered("Fusion Hammer") == ["rest", "recall"]
    assert offered("Girya", "Shovel") == ["rest", "smith", "recall", "lift", "dig"]
    assert offered("Peace Pipe") == ["rest", "smith", "recall", "toke"]
