"""Exhaustion, dying and what is left of damage: the numbers of SRD 5.1, each worked out by hand."""

from __future__ import annotations

from collections import defaultdict

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged

from hazard import _core
from hazard.dice import roll
from hazard.fivee.content.library import bestiary, spells
from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.director.breakdown import break_down

HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
FRIEND = creature("Friend", blow("Staff", "1d6[bludgeoning]"), level=5)
BRUTE = creature("Brute", blow())
BLESS = {
    "name": "Bless",
    "who": "ally",
    "range": 30,
    "effects": [{"modifier": {"attack_dice": "1d4", "save_dice": "1d4", "rounds": 10}}],
}


def dying(**values: object) -> Scene:
    """A hero who is dying and has the turn; a friend who can bless stands by."""
    friend = creature("Friend", BLESS, level=5)
    scene = Scene((friend, "party", (3, 5)), (HERO, "party", (5, 5)), (BRUTE, "monsters", (20, 9)))
    return scene.put("Hero", "unconscious", "prone", flags=["down"], hit_points=0, **values)


def death_save(scene: Scene) -> dict[str, float]:
    """What the hero's death save may show, after the friend's turn."""
    while "death save made" not in scene.chances():
        scene = scene.do(scene.plans()[0]) if scene.plans() else scene.come("")
    return scene.chances()


def test_bless_helps_a_death_save_and_exhaustion_hampers_it() -> None:
    blessed = death_save(dying().do("Bless at Hero"))
    # 1d4 more: 9, 8, 7 or 6 on the die will do; a 20 is none of these.
    assert blessed["death save made"] == pytest.approx(sum((20 - need) / 20 for need in (9, 8, 7, 6)) / 4)
    assert blessed["natural 1"] == pytest.approx(0.05)
    tired = death_save(dying(exhaustion=3).do("dodge"))  # disadvantage on saving throws
    assert tired["natural 20"] == pytest.approx(0.05**2)
    assert tired["natural 1"] == pytest.approx(1 - 0.95**2)
    assert tired["death save made"] == pytest.approx(0.55**2 - 0.05**2)


def test_temporary_hit_points_take_damage_even_from_the_dying() -> None:
    # "They can still absorb damage directed at you while you're in that state."
    scene = dying(temporary=9)
    hero = scene.number("Hero")
    after = _core.fivee_hurt(scene.game.core, scene.state, hero, 9.0, hero, False)
    assert after.fighter(hero)["failures"] == 0
    after = _core.fivee_hurt(scene.game.core, after, hero, 1.0, hero, False)
    assert after.fighter(hero)["failures"] == 1


def exhausted(level: int) -> Scene:
    return Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", (5, 5)), (FRIEND, "party", (9, 9))).put(
        "Hero", exhaustion=level
    )


def test_the_fourth_level_of_exhaustion_halves_the_maximum_of_hit_points() -> None:
    scene, number = exhausted(3), CONDITIONS.index("exhaustion")
    hero = scene.number("Hero")
    core = scene.game.core
    after = _core.fivee_lay_on(core, scene.state, hero, number, hero, 0)
    assert (after.fighter(hero)["exhaustion"], after.fighter(hero)["hit_points"]) == (4, 15)
    hurt = _core.fivee_hurt(core, after, hero, 10.0, hero, False)
    assert _core.fivee_heal(core, hurt, hero, 20.0).fighter(hero)["hit_points"] == 15
    # 15 left and 15 the most there can be: 30 points of damage kill at once.
    assert not flagged(_core.fivee_hurt(core, after, hero, 29.0, hero, False).fighter(hero), "dead")
    assert flagged(_core.fivee_hurt(core, after, hero, 30.0, hero, False).fighter(hero), "dead")
    rested = _core.fivee_take_off(core, after, hero, number)
    assert rested.fighter(hero)["exhaustion"] == 3


@pytest.mark.parametrize(
    ("level", "speed", "advantage"), [(0, 30, 0), (1, 30, 0), (2, 15, 0), (3, 15, -1), (5, 0, -1)]
)
def test_exhaustion_slows_and_hampers_level_by_level(level: int, speed: int, advantage: int) -> None:
    scene = exhausted(level)
    assert scene.fight.rules.speed(scene.state, scene.number("Hero")) == speed
    assert scene.odds("Hero", "Sword", "Brute")["advantage"] == advantage


def test_the_petrified_take_half_of_untyped_damage_too() -> None:
    plain = creature("Brute", blow(damage="2d6"))
    scene = Scene((plain, "monsters", (4, 5)), (HERO, "party", (5, 5))).put("Hero", "petrified")
    assert scene.odds("Brute", "Club", "Hero")["hit_damage"] == pytest.approx(3.25)


def test_a_save_halves_before_a_weakness_doubles_what_is_left() -> None:
    # 1d6 halved is 0 1 1 2 2 3, doubled 0 2 2 4 4 6: 3 on average; a failure takes 7.
    spray = {
        "name": "Spray",
        "range": 10,
        "effects": [{"save": {"ability": "dex", "dc": 11, "on_success": "half"}, "damage": "1d6[fire]"}],
    }
    hero = creature("Hero", blow("Sword"), level=5, vulnerable=[{"types": ["fire"]}])
    scene = Scene((creature("Brute", spray), "monsters", (4, 5)), (hero, "party", (5, 5)))
    found = break_down(scene.game, scene.state, scene.plan("Spray at Hero"))
    (line,) = found.saves
    assert (line.damage_on_failure, line.damage_on_success) == (pytest.approx(7), pytest.approx(3))
    assert found.expected_damage[1] == pytest.approx(0.5 * 7 + 0.5 * 3)
    lost: dict[float, float] = defaultdict(float)
    scene.do("Spray at Hero")
    for points, weight in scene.spread("Hero").items():
        lost[30 - points] += weight
    assert sum(points * weight for points, weight in lost.items()) == pytest.approx(5)


@pytest.mark.parametrize(("condition", "chance"), [("grappled", 0.8), ("restrained", 0.4)])
def test_a_web_gives_way_to_strength_and_a_grip_to_what_serves_best(condition: str, chance: float) -> None:
    # DC 12: 5 or more with Acrobatics +7, 13 or more with Strength -1.
    hold = {
        "name": "Hold",
        "attack": {"to_hit": 5, "reach": 5},
        "effects": [{"conditions": [{"name": condition, "escape_dc": 12}]}],
    }
    rogue = creature("Rogue", blow(), level=5, abilities={"str": 8, "dex": 19}, skills={"acrobatics": 7})
    scene = Scene((creature("Spider", hold), "monsters", (4, 5)), (rogue, "party", (5, 5)))
    scene.do("Hold at Rogue").come("hit").do("escape")
    escaped = scene.chance(lambda state: not state.fighter(1)["conditions"])
    assert escaped == pytest.approx(chance)


# ---- spells whose rows say what they do -----


def casting(*names: str, **more: object) -> Scene:
    caster = creature(
        "Caster",
        level=5,
        spellcasting=[
            {
                "ability": "wis",
                "dc": 15,
                "to_hit": 7,
                "level": 5,
                "slots": {"1": 4, "2": 3},
                "prepared": names,
            }
        ],
        **more,
    )
    return Scene((caster, "party", (4, 5)), (FRIEND, "party", (4, 4)), (BRUTE, "monsters", (5, 5)))


def test_a_spiritual_weapon_is_not_hampered_by_a_foe_at_hand() -> None:
    # It is a melee spell attack; only ranged attacks have disadvantage next to an enemy.
    assert casting("spiritual weapon").odds("Caster", "Spiritual Weapon", "Brute")["advantage"] == 0
    assert casting("guiding bolt").odds("Caster", "Guiding Bolt", "Brute")["advantage"] == -1


def test_a_guiding_bolt_helps_one_attack_only() -> None:
    scene = casting("guiding bolt")
    scene.do("Guiding Bolt at Brute").come("hit")
    assert scene.odds("Friend", "Staff", "Brute")["advantage"] == 1
    scene.do("Staff at Brute").come("miss")
    assert scene.odds("Friend", "Staff", "Brute")["advantage"] == 0


def test_false_life_from_a_higher_slot_gives_five_more() -> None:
    rows = {action.name: action for action in casting("false life").fight.named("Caster").actions}
    assert rows["False Life (level 2)"].effects[0].temporary_hit_points == "1d4+4+5"


def test_an_acid_arrow_that_misses_deals_half_of_its_first_damage() -> None:
    # Half of 4d4, rounded down: a sum of four d4 is odd as often as even.
    miss = spells()["acid arrow"].action.effects[1]
    assert roll(str(miss.damage)).mean() == pytest.approx(4.75)


def test_once_a_round_is_once_a_round_for_a_dragon_of_5_2() -> None:
    dragon = bestiary()["adult-red-dragon-5.2"]
    once = {action.name for action in dragon.actions if action.once_per_round}
    assert once == {"Commanding Presence", "Fiery Rays"}
