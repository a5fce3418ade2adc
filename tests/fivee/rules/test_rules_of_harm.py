"""Saves, areas, falling, dying, healing and what lasts, by the book, on fights made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged, has

from hazard.dice import roll

HERO = creature("Hero", blow("Sword", "1d8+2[slashing]"), level=5)
BRUTE = creature("Brute", blow())
NEAR = (3, 5)


def burst(damage: str = "2d6[fire]", dc: int = 15, on_success: str = "half", **more: Any) -> dict[str, Any]:
    """A cone of 15 feet that calls for a save of Dexterity."""
    return {
        "name": "Breath",
        "area": {"shape": "cone", "size": 15},
        "effects": [{"save": {"ability": "dex", "dc": dc, "on_success": on_success}, "damage": damage}],
        **more,
    }


def ray(effect: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Something done to one target, without an attack roll."""
    return {"name": "Ray", "range": 60, "effects": [effect], **more}


def against(action: dict[str, Any], words: str, **hero: Any) -> Scene:
    """The brute has used an action on the hero."""
    target = creature("Hero", level=5, **hero)
    return Scene((creature("Brute", action), "monsters", (4, 5)), (target, "party", NEAR)).do(words)


def mixed(fails: float, failed: dict[int, float], saved: dict[int, float]) -> dict[int, float]:
    """What is left of 30 hit points."""
    found: dict[int, float] = {}
    for weight, parts in ((fails, failed), (1 - fails, saved)):
        for amount, probability in parts.items():
            left = max(0, 30 - amount)
            found[left] = found.get(left, 0.0) + weight * probability
    return {left: probability for left, probability in found.items() if probability > 0}


def amounts(dice: str) -> dict[int, float]:
    found = roll(dice)
    return {found.low + i: p for i, p in enumerate(found.probabilities)}


# ---- saving throws -----

# +0 against 15: a 15 or more saves, 6 faces of 20.
FAILS = 14 / 20


@pytest.mark.parametrize("action", [burst(), ray(burst()["effects"][0])])
def test_a_save_for_half_leaves_half_rounded_down(action: dict[str, Any]) -> None:
    spread = against(action, action["name"]).spread("Hero")
    assert spread == pytest.approx(mixed(FAILS, amounts("2d6"), amounts("2d6//2")))


@pytest.mark.parametrize("action", [burst(on_success="none"), ray(burst(on_success="none")["effects"][0])])
def test_a_save_for_nothing_leaves_nothing(action: dict[str, Any]) -> None:
    spread = against(action, action["name"]).spread("Hero")
    assert spread == pytest.approx(mixed(FAILS, amounts("2d6"), {0: 1.0}))


@pytest.mark.parametrize("action", [burst(), ray(burst()["effects"][0])])
def test_evasion_turns_half_into_nothing_and_all_into_half(action: dict[str, Any]) -> None:
    spread = against(action, action["name"], traits=[{"kind": "evasion"}]).spread("Hero")
    assert spread == pytest.approx(mixed(FAILS, amounts("2d6//2"), {0: 1.0}))


@pytest.mark.parametrize("action", [burst(), ray(burst()["effects"][0])])
def test_resistance_halves_again_and_weakness_doubles_after_the_save(action: dict[str, Any]) -> None:
    resistant = against(action, action["name"], resistant=[{"types": ["fire"]}]).spread("Hero")
    assert resistant == pytest.approx(mixed(FAILS, amounts("2d6//2"), amounts("2d6//4")))
    weak = against(action, action["name"], vulnerable=[{"types": ["fire"]}]).spread("Hero")
    assert weak == pytest.approx(mixed(FAILS, amounts("2d6*2"), amounts("(2d6//2)*2")))


@pytest.mark.parametrize(
    ("conditions", "fails"),
    [
        ([], FAILS),
        (["restrained"], 1 - 0.3**2),
        (["stunned"], 1.0),
        (["paralyzed"], 1.0),
        (["unconscious"], 1.0),
    ],
)
def test_saves_of_dexterity_fail_for_those_who_cannot_move(conditions: list[str], fails: float) -> None:
    scene = Scene((creature("Brute", burst()), "monsters", (4, 5)), (HERO, "party", NEAR))
    scene.put("Hero", *conditions).do("Breath").come("7 rolled")
    assert scene.chances().get("Hero fails", 0.0) == pytest.approx(fails)


def test_magic_resistance_helps_against_spells_and_not_against_breath() -> None:
    trait = {"traits": [{"kind": "magic_resistance"}]}
    assert against(burst(), "Breath", **trait).come("7 rolled").chances()["Hero fails"] == pytest.approx(0.7)
    magic = against(burst(magical=True), "Breath", **trait).come("7 rolled")
    assert magic.chances()["Hero fails"] == pytest.approx(0.49)
    caster = creature(
        "Brute",
        spellcasting=[
            {"ability": "int", "dc": 15, "to_hit": 7, "level": 5, "slots": {3: 1}, "prepared": ["Fireball"]}
        ],
    )
    scene = Scene((caster, "monsters", (4, 5)), (creature("Hero", level=5, **trait), "party", (20, 5)))
    assert scene.do("Fireball").come("28 rolled").chances()["Hero fails"] == pytest.approx(0.49)


def test_the_brave_have_advantage_against_fear_alone() -> None:
    brave = {"traits": [{"kind": "save_advantage", "against": ["frightened"]}]}
    for condition, fails in (("frightened", 0.49), ("poisoned", 0.7)):
        effect = {"save": {"ability": "wis", "dc": 15}, "conditions": [{"name": condition, "rounds": 10}]}
        assert against(ray(effect), "Ray", **brave).chances()["not saved"] == pytest.approx(fails)


# ---- areas -----


def test_an_area_is_one_roll_for_all_friends_included() -> None:
    area = {"shape": "emanation", "size": 15}
    dragon = creature("Brute", burst("1d3[fire]", on_success="none", dc=40, area=area))
    friend = creature("Friend", hit_points="4")
    scene = Scene(
        (dragon, "monsters", (4, 5)),
        (HERO, "party", (2, 5)),
        (friend, "monsters", (1, 5)),
        (creature("Other", level=5), "party", (2, 4)),
    )
    before = {name: scene.see(name)["hit_points"] for name in ("Hero", "Friend", "Other")}
    scene.do("Breath on Hero and Friend and Other")
    for state, _ in scene.until_decision():  # nobody saves against 40: all lose the same
        assert len({points - scene.see(name, state)["hit_points"] for name, points in before.items()}) == 1
    assert scene.spread("Friend") == pytest.approx({4 - face: 1 / 3 for face in range(1, 4)})


def test_recharge_on_five_or_six_is_a_third() -> None:
    scene = Scene((creature("Brute", burst(recharge=5)), "monsters", (4, 5)), (HERO, "party", NEAR))
    scene.do("Breath").come("2 rolled").come("Hero saves").do("Sword").come("miss")
    assert scene.chances() == pytest.approx({"recharged": 1 / 3, "not recharged": 2 / 3})
    assert not any("Breath" in plan for plan in scene.come("not recharged").plans())


# ---- falling and dying -----


def dying(**values: Any) -> Scene:
    """The hero lies dying, and it is the hero's turn next after the brute's."""
    friend = creature("Friend", level=5)
    scene = Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", NEAR), (friend, "party", (20, 11)))
    return scene.put("Hero", "unconscious", "prone", flags=["down"], hit_points=0, **values)


def test_a_death_save_is_a_ten_and_twenty_and_one_are_special() -> None:
    scene = dying().do("dodge")
    assert scene.chances() == pytest.approx(
        {"natural 20": 0.05, "death save made": 0.5, "death save failed": 0.4, "natural 1": 0.05}
    )
    assert scene.spread("Hero", "failures") == pytest.approx({0: 0.55, 1: 0.4, 2: 0.05})


def test_a_natural_twenty_brings_back_one_hit_point_and_the_turn() -> None:
    scene = dying(failures=2).do("dodge").come("natural 20")
    assert scene.see("Hero")["hit_points"] == 1
    assert scene.state.mover == scene.number("Hero")
    assert any("Sword" in plan for plan in scene.plans())


def test_three_successes_are_stable_and_three_failures_dead() -> None:
    stable = dying(successes=2).do("dodge").come("death save made")
    assert flagged(stable.see("Hero"), "stable")
    assert not flagged(stable.see("Hero"), "dead")
    assert flagged(dying(failures=2).do("dodge").come("death save failed").see("Hero"), "dead")
    assert flagged(dying(failures=1).do("dodge").come("natural 1").see("Hero"), "dead")


def test_a_hit_on_the_dying_from_close_by_is_two_failures_and_from_afar_one() -> None:
    scene = dying()
    ruthless = Scene(
        (BRUTE, "monsters", (4, 5)), (HERO, "party", NEAR), (creature("Friend", level=5), "party", (20, 11))
    )
    game = type(ruthless.game)(ruthless.fight, "merciless", buckets=0, plans=0)
    ruthless.game = game
    ruthless.state = scene.state
    ruthless.do("Club at Hero")
    # Advantage, and every hit from 5 feet is critical; then the death save of the hero's own turn.
    ruthless.come("critical hit for 9")
    assert ruthless.see("Hero")["failures"] == 2


def test_massive_damage_kills_at_once() -> None:
    # 30 hit points, 10 left: 40 damage is 30 beyond 0.
    for damage, dead in (("39", False), ("40", True)):
        scene = Scene(
            (creature("Brute", ray({"damage": damage})), "monsters", (4, 5)),
            (HERO, "party", NEAR),
            (creature("Friend", level=5), "party", (20, 11)),
        )
        scene.put("Hero", hit_points=10).do("Ray at Hero").come("not saved")
        assert flagged(scene.see("Hero"), "dead") is dead
        assert flagged(scene.see("Hero"), "down") is not dead


def test_damage_as_great_as_ones_maximum_kills_the_dying() -> None:
    for damage, dead in (("29", False), ("30", True)):
        scene = Scene(
            (creature("Brute", burst(damage, dc=40)), "monsters", (4, 5)),
            (HERO, "party", (2, 5)),
            (creature("Friend", level=5), "party", NEAR),
        )
        scene.put("Hero", "unconscious", "prone", flags=["down"], hit_points=0).put(
            "Friend", most=100, hit_points=100
        )
        scene.do("Hero").come("rolled")
        while scene.state.mover == scene.number("Brute"):
            scene.come("fails")
        assert flagged(scene.see("Hero"), "dead") is dead


def test_monsters_die_at_zero_unless_the_table_lets_them_save() -> None:
    mate = creature("Mate", blow())
    for saves in (False, True):
        scene = Scene(
            (HERO, "party", NEAR),
            (BRUTE, "monsters", (4, 5)),
            (mate, "monsters", (20, 11)),
            options={"monsters_make_death_saves": saves},
        )
        scene.put("Brute", hit_points=1).do("Sword at Brute").come("hit for 3")
        assert flagged(scene.see("Brute"), "dead") is not saves
        assert flagged(scene.see("Brute"), "down") is saves


def test_healing_from_zero_wakes_and_forgets_the_death_saves() -> None:
    cure = {"name": "Cure", "who": "ally", "effects": [{"heal": "1d8+3"}]}
    healer = creature("Healer", cure, level=5)
    scene = Scene((healer, "party", (2, 5)), (HERO, "party", NEAR), (BRUTE, "monsters", (9, 5)))
    scene.put("Hero", "unconscious", "prone", flags=["down"], hit_points=0, failures=2, successes=1)
    spread = scene.do("Cure at Hero").spread("Hero")
    assert spread == pytest.approx({3 + face: 1 / 8 for face in range(1, 9)})
    for state, _ in scene.until_decision():
        hero = scene.see("Hero", state)
        assert (hero["failures"], hero["successes"], flagged(hero, "down")) == (0, 0, False)
        assert not has(hero, "unconscious")
        assert has(hero, "prone")


def test_healing_stops_at_the_maximum_and_does_nothing_for_the_dead() -> None:
    cure = {"name": "Cure", "who": "ally", "effects": [{"heal": "20"}]}
    scene = Scene(
        (creature("Healer", cure, level=5), "party", (2, 5)),
        (HERO, "party", NEAR),
        (BRUTE, "monsters", (9, 5)),
    )
    assert scene.put("Hero", hit_points=25).do("Cure at Hero").see("Hero")["hit_points"] == 30
    scene = Scene(
        (creature("Healer", cure, level=5), "party", (2, 5)),
        (HERO, "party", NEAR),
        (BRUTE, "monsters", (9, 5)),
    )
    assert not any("Cure at Hero" in plan for plan in scene.put("Hero", flags=["dead"], hit_points=0).plans())


def test_temporary_hit_points_go_first_and_do_not_add_up() -> None:
    scene = Scene((BRUTE, "monsters", (4, 5)), (HERO, "party", NEAR)).put("Hero", temporary=5)
    scene.do("Club at Hero").come("hit for 7")
    hero = scene.see("Hero")
    assert (hero["temporary"], hero["hit_points"]) == (0, 28)
    aid = {"name": "Aid", "who": "ally", "effects": [{"temporary_hit_points": "8"}]}
    scene = Scene(
        (creature("Healer", aid, level=5), "party", (2, 5)),
        (HERO, "party", NEAR),
        (BRUTE, "monsters", (9, 5)),
    )
    assert scene.put("Hero", temporary=5).do("Aid at Hero").see("Hero")["temporary"] == 8


# ---- several attacks -----


def brute_force(
    left: int, blows: list[tuple[float, dict[int, float], float, dict[int, float]]]
) -> dict[tuple[int, int], float]:
    """Every way attacks may go, one after the other: (damage, attacks made) with its probability."""
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for hit, damage, critical, doubled in blows:
        following: dict[tuple[int, int], float] = {}
        for (total, made), weight in found.items():
            if total >= left:
                following[total, made] = following.get((total, made), 0.0) + weight
                continue
            ways = [(0, 1 - hit - critical)]
            ways += [(amount, hit * p) for amount, p in damage.items()]
            ways += [(amount, critical * p) for amount, p in doubled.items()]
            for amount, p in ways:
                key = (total + amount, made + 1)
                following[key] = following.get(key, 0.0) + weight * p
        found = following
    return found


@pytest.mark.parametrize("left", [1, 7, 12, 19, 30])
def test_a_multiattack_is_the_attacks_one_after_the_other(left: int) -> None:
    bite = blow("Bite", "1d4[piercing]", to_hit=7)
    many = {"name": "All", "recipes": [[{"use": "Club", "times": 2}, {"use": "Bite"}]]}
    beast = creature("Brute", blow(), bite, many)
    other = creature("Other", level=5, hit_points=200)
    scene = Scene((beast, "monsters", (4, 5)), (HERO, "party", NEAR), (other, "party", (20, 11))).put(
        "Hero", hit_points=left
    )
    scene.do("All at Hero")
    club = (0.5, amounts("1d6+3"), 0.05, amounts("2d6+3"))
    expected: dict[float, float] = {}
    felled_after: dict[int, float] = {}
    for (total, made), weight in brute_force(
        left, [club, club, (0.6, amounts("1d4"), 0.05, amounts("2d4"))]
    ).items():
        expected[max(0, left - total)] = expected.get(max(0, left - total), 0.0) + weight
        if total >= left:
            felled_after[made] = felled_after.get(made, 0.0) + weight
    said: dict[int, float] = {}
    for words, probability in scene.chances().items():
        if "down after" in words:
            number = int(words.rsplit(" ", 1)[1])
            said[number] = said.get(number, 0.0) + probability
    assert said == pytest.approx(felled_after)
    ends: dict[float, float] = {}
    for outcome, probability in scene.game.outcomes(scene.state):
        state = scene.game.apply(scene.state, outcome)
        points = scene.see("Hero", state)["hit_points"]
        ends[points] = ends.get(points, 0.0) + probability
    assert ends == pytest.approx(expected)


def test_attacks_that_are_left_when_the_target_falls_go_to_another() -> None:
    twice = creature("Brute", blow(damage="6"), {"name": "Twice", "recipes": [[{"use": "Club", "times": 2}]]})
    other = creature("Other", level=5)
    scene = Scene((twice, "monsters", (4, 5)), (HERO, "party", NEAR), (other, "party", (5, 5))).put(
        "Hero", hit_points=1
    )
    scene.do("Twice at Hero").come("down after 1")
    assert scene.state.target == scene.number("Other")
    assert scene.chances()["miss"] == pytest.approx(0.45)


def test_a_sleeper_wakes_at_the_first_blow() -> None:
    twice = creature(
        "Brute", blow(damage="1d4"), {"name": "Twice", "recipes": [[{"use": "Club", "times": 2}]]}
    )
    scene = Scene((twice, "monsters", (4, 5)), (HERO, "party", NEAR))
    scene.lay("Brute", "Hero", "unconscious", ends_on_damage=True).do("Twice at Hero")
    assert set(scene.chances()) == {"miss"} | {f"critical hit for {n}" for n in range(2, 9)}
    scene.come("critical hit for 2")
    assert not has(scene.see("Hero"), "unconscious")
    assert scene.chances()["miss"] == pytest.approx(0.45)


def test_unknown_hit_points_are_the_mixture_of_all_they_may_be() -> None:
    ogre = creature("Ogre", hit_points="2d4+3")
    many = creature(
        "Hero",
        blow("Sword", "1d8+2[slashing]"),
        {"name": "Twice", "recipes": [[{"use": "Sword", "times": 2}]]},
        level=5,
    )
    mate = creature("Mate")

    def falls(hit_points: Any) -> float:
        scene = Scene(
            (many, "party", NEAR),
            (ogre, "monsters", (4, 5)),
            (mate, "monsters", (20, 11)),
            hit_points={"Ogre": hit_points},
        )
        return scene.do("Twice at Ogre").chance(lambda state: flagged(scene.see("Ogre", state), "dead"))

    mixture = sum(p * falls(points) for points, p in amounts("2d4+3").items())
    assert falls("unknown") == pytest.approx(mixture, abs=1e-12)
