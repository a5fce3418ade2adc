"""Attack rolls by the book: who has advantage, what is critical, what cover does, on fights made by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.fivee.small_fights import Scene, blow, creature

from hazard.dice import roll
from hazard.fivee.content.creature import Creature

BOW = {
    "name": "Bow",
    "attack": {"to_hit": 5, "range": 30, "long_range": 120},
    "effects": [{"damage": "1d8[piercing]"}],
}
BRUTE = creature("Brute", blow(), BOW)
HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
FAR = (10, 5)
NEAR = (3, 5)


def facing(
    at: tuple[int, int] = NEAR, brute: Creature = BRUTE, hero: Creature = HERO, **encounter: object
) -> Scene:
    """The brute's turn; the hero stands one cell to the left, or further."""
    return Scene((brute, "monsters", (4, 5)), (hero, "party", at), **encounter)  # type: ignore[arg-type]


def hits(scene: Scene, action: str = "Club") -> float:
    odds = scene.odds("Brute", action, "Hero")
    return float(odds["hit"] + odds["critical"])


# +5 against 15: a 10 or more, 11 faces of 20. Both of two must miss: 1 - 0.45 ** 2; both must hit: 0.55 ** 2.
PLAIN, ADVANTAGE, DISADVANTAGE = 0.55, 1 - 0.45**2, 0.55**2


def test_five_against_fifteen_hits_on_a_ten() -> None:
    odds = facing().odds("Brute", "Club", "Hero")
    assert (odds["miss"], odds["hit"], odds["critical"]) == pytest.approx((0.45, 0.5, 0.05))


def test_a_natural_twenty_hits_any_armour_and_a_natural_one_misses_all() -> None:
    assert hits(facing(hero=creature("Hero", armor_class=40, level=5))) == pytest.approx(1 / 20)
    assert hits(facing(hero=creature("Hero", armor_class=1, level=5))) == pytest.approx(19 / 20)


@pytest.mark.parametrize(
    ("on_brute", "on_hero", "action", "at", "expected"),
    [
        ([], ["prone"], "Club", NEAR, ADVANTAGE),
        ([], ["prone"], "Bow", FAR, DISADVANTAGE),
        (["prone"], [], "Club", NEAR, DISADVANTAGE),
        ([], ["restrained"], "Club", NEAR, ADVANTAGE),
        (["restrained"], [], "Club", NEAR, DISADVANTAGE),
        ([], ["blinded"], "Club", NEAR, ADVANTAGE),
        (["blinded"], [], "Club", NEAR, DISADVANTAGE),
        (["invisible"], [], "Club", NEAR, ADVANTAGE),
        ([], ["invisible"], "Club", NEAR, DISADVANTAGE),
        (["poisoned"], [], "Club", NEAR, DISADVANTAGE),
        ([], ["stunned"], "Club", NEAR, ADVANTAGE),
        ([], ["petrified"], "Club", NEAR, ADVANTAGE),
        ([], ["paralyzed"], "Bow", FAR, ADVANTAGE),
        ([], ["grappled"], "Club", NEAR, PLAIN),
        ([], [], "Bow", (16, 5), DISADVANTAGE),  # 60 feet: beyond 30, within 120
        ([], [], "Bow", FAR, PLAIN),
        ([], [], "Bow", NEAR, DISADVANTAGE),  # a foe within 5 feet
        ([], ["blinded"], "Bow", NEAR, ADVANTAGE),  # a foe who cannot see does not bother an archer
        ([], ["stunned"], "Bow", NEAR, ADVANTAGE),  # nor does one who cannot act
        (["poisoned", "invisible"], [], "Club", NEAR, PLAIN),  # one of each: neither
        (["poisoned", "prone"], ["restrained"], "Club", NEAR, PLAIN),  # however many
        (["blinded"], ["blinded"], "Club", NEAR, PLAIN),
        ([], ["unconscious", "prone"], "Bow", FAR, PLAIN),
    ],
)
def test_advantage_comes_from_every_condition_that_gives_it(
    on_brute: list[str], on_hero: list[str], action: str, at: tuple[int, int], expected: float
) -> None:
    scene = facing(at).put("Brute", *on_brute).put("Hero", *on_hero)
    assert hits(scene, action) == pytest.approx(expected)


def test_three_levels_of_exhaustion_are_disadvantage() -> None:
    assert hits(facing().put("Brute", exhaustion=2)) == pytest.approx(PLAIN)
    assert hits(facing().put("Brute", exhaustion=3)) == pytest.approx(DISADVANTAGE)


def test_fear_hampers_only_while_its_source_is_in_sight() -> None:
    assert hits(facing().lay("Hero", "Brute", "frightened")) == pytest.approx(DISADVANTAGE)
    walled = Scene(
        (BRUTE, "monsters", (4, 1)),
        (HERO, "party", (3, 1)),
        (creature("Ghost", level=3), "party", (10, 1)),
        rows=["......#......"] * 3,
    )
    assert hits(walled.lay("Ghost", "Brute", "frightened")) == pytest.approx(PLAIN)
    assert hits(walled.lay("Hero", "Brute", "frightened")) == pytest.approx(DISADVANTAGE)


def test_dodging_helps_only_those_who_see_the_attack_and_can_move() -> None:
    assert hits(facing().put("Hero", flags=["dodging"])) == pytest.approx(DISADVANTAGE)
    assert hits(facing().put("Hero", "grappled", flags=["dodging"])) == pytest.approx(PLAIN)
    assert hits(facing().put("Hero", "restrained", flags=["dodging"])) == pytest.approx(ADVANTAGE)
    assert hits(facing().put("Hero", "stunned", flags=["dodging"])) == pytest.approx(ADVANTAGE)
    assert hits(facing().put("Hero", flags=["dodging"]).put("Brute", "invisible")) == pytest.approx(ADVANTAGE)


def test_a_pack_needs_an_ally_who_is_next_to_the_target_and_able() -> None:
    wolf = creature("Brute", blow(), traits=[{"kind": "pack_tactics"}])
    mate = creature("Mate", blow())
    for at, conditions, expected in (
        ((2, 5), [], ADVANTAGE),
        ((1, 5), [], PLAIN),
        ((2, 5), ["paralyzed"], PLAIN),
    ):
        scene = Scene((wolf, "monsters", (4, 5)), (HERO, "party", NEAR), (mate, "monsters", at))
        assert hits(scene.put("Mate", *conditions)) == pytest.approx(expected)


def test_flanking_counts_only_where_the_table_plays_it() -> None:
    mate = creature("Mate", blow())
    for flanking, at, expected in ((True, (2, 5), ADVANTAGE), (False, (2, 5), PLAIN), (True, (3, 4), PLAIN)):
        scene = Scene(
            (BRUTE, "monsters", (4, 5)),
            (HERO, "party", NEAR),
            (mate, "monsters", at),
            options={"flanking": flanking},
        )
        assert hits(scene) == pytest.approx(expected)


def test_reckless_blows_are_in_melee_on_ones_own_turn_and_leave_one_open() -> None:
    reckless = creature("Brute", blow(), BOW, traits=[{"kind": "reckless"}])
    scene = facing(brute=reckless)
    assert hits(scene) == pytest.approx(ADVANTAGE)
    assert scene.odds("Hero", "Sword", "Brute")["advantage"] == 1
    assert hits(facing(FAR, brute=reckless), "Bow") == pytest.approx(PLAIN)
    scene.do("dodge")  # the hero's turn: still open, but a parting blow would be an ordinary one
    assert scene.state.mover == scene.number("Hero")
    assert scene.odds("Hero", "Sword", "Brute")["advantage"] == 0  # advantage, and the dodge takes it back
    assert hits(scene) == pytest.approx(PLAIN)


def test_blood_frenzy_needs_blood() -> None:
    shark = creature("Brute", blow(), traits=[{"kind": "blood_frenzy"}])
    assert hits(facing(brute=shark)) == pytest.approx(PLAIN)
    assert hits(facing(brute=shark).put("Hero", hit_points=29)) == pytest.approx(ADVANTAGE)


def test_an_attack_from_hiding_has_advantage_once() -> None:
    scene = facing().put("Brute", flags=["hidden"])
    assert hits(scene) == pytest.approx(ADVANTAGE)
    scene.do("Club at Hero").come("miss")
    assert hits(scene) == pytest.approx(PLAIN)


def test_a_hidden_attackers_second_blow_is_an_ordinary_one() -> None:
    twice = creature("Brute", blow(damage="1"), {"name": "Twice", "recipes": [[{"use": "Club", "times": 2}]]})
    scene = facing(brute=twice).put("Brute", flags=["hidden"]).do("Twice at Hero")
    # A miss with advantage, then a plain miss: 0.45 ** 2 * 0.45.
    assert scene.spread("Hero")[30] == pytest.approx(0.45**3)


# ---- critical hits -----


def test_a_critical_doubles_dice_not_modifiers() -> None:
    scene = facing()
    odds = scene.odds("Brute", "Club", "Hero")
    assert odds["hit_damage"] == pytest.approx(6.5)  # 3.5 + 3
    assert odds["critical_damage"] == pytest.approx(10.0)  # 7 + 3
    spread = scene.do("Club at Hero").spread("Hero")
    assert spread[30 - 15] == pytest.approx(0.05 / 36)  # two sixes and 3
    assert spread[30 - 4] == pytest.approx(0.5 / 6)  # a one and 3: no critical does so little
    assert spread[30] == pytest.approx(0.45)


def test_a_wider_critical_range_makes_hits_critical_not_misses_hits() -> None:
    champion = creature("Brute", blow(), traits=[{"kind": "critical_range", "crit_from": 19}])
    odds = facing(brute=champion).odds("Brute", "Club", "Hero")
    assert (odds["hit"], odds["critical"]) == pytest.approx((0.45, 0.1))


@pytest.mark.parametrize("condition", ["paralyzed", "unconscious"])
def test_every_hit_on_the_helpless_from_within_five_feet_is_critical(condition: str) -> None:
    odds = facing().put("Hero", condition).odds("Brute", "Club", "Hero")
    assert (odds["hit"], odds["critical"]) == pytest.approx((0.0, ADVANTAGE))
    odds = facing(FAR).put("Hero", condition).odds("Brute", "Bow", "Hero")
    assert odds["critical"] == pytest.approx(1 - 0.95**2)


# ---- cover and bonus dice -----


def test_a_creature_in_the_way_is_half_cover_and_adds_two() -> None:
    mate = creature("Mate", blow())
    scene = Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", FAR), (mate, "monsters", (7, 5)))
    odds = scene.odds("Brute", "Bow", "Hero")
    assert (odds["cover"], odds["armor_class"]) == (1, 17)
    assert hits(scene, "Bow") == pytest.approx(0.45)


def test_cover_adds_two_or_five_and_total_cover_stops_a_shot() -> None:
    rows = ["............", "......#.....", "......##....", "............"]
    found = set()
    for row in range(4):
        for at in ((8, row) for row in range(4)):
            odds = Scene((BRUTE, "monsters", (4, row)), (HERO, "party", at), rows=rows).odds(
                "Brute", "Bow", "Hero"
            )
            found.add(odds["cover"])
            if odds["possible"]:
                assert odds["armor_class"] == 15 + {0: 0, 1: 2, 2: 5}[odds["cover"]]
            else:
                assert odds["cover"] == 3
    assert found >= {0, 2, 3}


def test_bless_and_bane_are_rolled_with_the_d20_and_meet_each_other() -> None:
    bless = {
        "name": "Bless",
        "who": "ally",
        "range": 30,
        "effects": [{"modifier": {"attack_dice": "1d4", "rounds": 10}}],
    }
    bane = {"name": "Bane", "range": 60, "effects": [{"modifier": {"attack_dice": "-1d4", "rounds": 10}}]}
    priest = creature("Priest", bless, blow())
    rival = creature("Hero", bane, level=5)
    scene = Scene((priest, "monsters", (4, 6)), (rival, "party", NEAR), (BRUTE, "monsters", (4, 5)))
    scene.do("Bless at Brute")
    # Needs 10 - 1d4: 12, 13, 14 or 15 faces of 20.
    assert hits(scene) == pytest.approx(sum((12, 13, 14, 15)) / 80)
    scene.do("Bane at Brute")
    both = [Fraction(11 + good - bad, 20) for good in range(1, 5) for bad in range(1, 5)]
    assert hits(scene) == pytest.approx(float(sum(both) / 16))


def test_the_same_spell_from_two_casters_counts_once() -> None:
    ward = {
        "name": "Ward",
        "who": "ally",
        "range": 30,
        "effects": [{"modifier": {"armor_class": 2, "rounds": 10}}],
    }
    one, two = creature("One", ward, level=5), creature("Two", ward, level=5)
    scene = Scene(
        (one, "party", (1, 1)), (two, "party", (1, 2)), (HERO, "party", NEAR), (BRUTE, "monsters", (4, 5))
    )
    scene.do("Ward at Hero")
    state = scene.state.copy()
    (ward_of_one,) = state.ongoing()
    state.set_ongoing([ward_of_one, {**ward_of_one, "source": 1}])
    scene.state = state
    assert scene.odds("Brute", "Club", "Hero")["armor_class"] == 17


# ---- damage -----


@pytest.mark.parametrize(
    ("defense", "mean"),
    [
        ({}, 7.0),
        # 2d6 halved and rounded down: each odd total loses a half, and half of all totals are odd.
        ({"resistant": [{"types": ["fire"]}]}, 3.25),
        ({"vulnerable": [{"types": ["fire"]}]}, 14.0),
        ({"immune": [{"types": ["fire"]}]}, 0.0),
        # "Resistance and then vulnerability are applied": each odd total loses one on the way.
        ({"resistant": [{"types": ["fire"]}], "vulnerable": [{"types": ["fire"]}]}, 6.5),
        ({"resistant": [{"types": ["cold"]}]}, 7.0),
    ],
)
def test_resistance_halves_vulnerability_doubles_immunity_ignores(
    defense: dict[str, object], mean: float
) -> None:
    hero = creature("Hero", level=5, **defense)
    scene = facing(brute=creature("Brute", blow(damage="2d6[fire]")), hero=hero)
    assert scene.odds("Brute", "Club", "Hero")["hit_damage"] == pytest.approx(mean)


def test_each_type_of_damage_is_halved_by_itself() -> None:
    hero = creature("Hero", level=5, resistant=[{"types": ["fire"]}])
    scene = facing(brute=creature("Brute", blow(damage="1d8[piercing]+2d6[fire]")), hero=hero)
    assert scene.odds("Brute", "Club", "Hero")["hit_damage"] == pytest.approx(4.5 + 3.25)


@pytest.mark.parametrize(("attack", "mean"), [({}, 1.5), ({"magical": True}, 3.5), ({"spell": True}, 3.5)])
def test_a_hide_against_plain_weapons_does_not_help_against_magic(
    attack: dict[str, object], mean: float
) -> None:
    hero = creature("Hero", level=5, resistant=[{"types": ["slashing"], "nonmagical_only": True}])
    scene = facing(brute=creature("Brute", blow(damage="1d6[slashing]", attack=attack)), hero=hero)
    assert scene.odds("Brute", "Club", "Hero")["hit_damage"] == pytest.approx(mean)  # (0+1+1+2+2+3) / 6


def test_the_petrified_resist_everything() -> None:
    odds = (
        facing(brute=creature("Brute", blow(damage="1d6[fire]")))
        .put("Hero", "petrified")
        .odds("Brute", "Club", "Hero")
    )
    assert odds["hit_damage"] == pytest.approx(1.5)


def test_dice_added_to_a_weapons_damage_double_on_a_critical_and_share_its_fate() -> None:
    mark = {"name": "Mark", "who": "self", "effects": [{"modifier": {"damage_dice": "1d6", "rounds": 10}}]}
    flame = {
        "name": "Flame",
        "who": "self",
        "effects": [{"modifier": {"damage_dice": "1d4[radiant]", "rounds": 10}}],
    }
    hero = creature("Hero", level=5, resistant=[{"types": ["bludgeoning"]}])
    scene = facing(brute=creature("Brute", blow(), mark, flame), hero=hero)
    scene.do("Mark").do("dodge").do("Flame")
    odds = scene.odds("Brute", "Club", "Hero")
    # 1d6+3 and 1d6 are one blow, halved together; the light is not.
    assert odds["hit_damage"] == pytest.approx((roll("2d6+3") // 2).mean() + 2.5)
    assert odds["critical_damage"] == pytest.approx((roll("4d6+3") // 2).mean() + 5.0)
