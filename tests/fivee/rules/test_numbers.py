"""The numbers of a suggestion: what is told of a plan is what the dice do, to 1e-9, and by hand."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from tests.fivee.small_fights import Scene, blow, creature, flagged

from hazard.dice import Distribution, roll
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.director.breakdown import Breakdown, break_down
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.documents import Reporter
from hazard.fivee.director.telling import plan_lines
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import FightState
from hazard.game import Turn

CLAW = blow("Claw", "1d8+3[slashing]", 5)
STING = {
    "name": "Sting",
    "attack": {"to_hit": 5, "reach": 5},
    "effects": [
        {"damage": "1d8+3[piercing]"},
        {"save": {"ability": "con", "dc": 11, "on_success": "half"}, "damage": "2d8[poison]"},
    ],
}
HIT, CRITICAL = 0.5, 0.05  # +5 against armour class 15


def facing(monster: Creature, points: int, **hero: Any) -> Scene:
    """A monster next to a character with so many hit points."""
    target = creature("Hero", CLAW, level=5, **hero)
    scene = Scene((monster, "monsters", (4, 5)), (target, "party", (5, 5)))
    return scene.put("Hero", hit_points=points)


def numbers(scene: Scene, words: str) -> Breakdown:
    """What is told of the first plan that has these words in it."""
    return break_down(scene.game, scene.state, scene.plan(words))


def carried_out(scene: Scene, plan: Plan) -> dict[FightState, float]:
    """Every way that a plan may go, by the game's own chance nodes."""
    turn, ends = scene.state.turn, defaultdict(float)
    nodes = {scene.game.apply(scene.state, plan): 1.0}
    while nodes:
        following: dict[FightState, float] = defaultdict(float)
        for state, weight in nodes.items():
            if state.over or state.turn != turn or scene.game.turn(state) != Turn.CHANCE:
                ends[state] += weight
                continue
            for outcome, probability in scene.game.outcomes(state):
                following[scene.game.apply(state, outcome)] += weight * probability
        nodes = following
    return ends


@pytest.mark.parametrize("points", [6, 11, 16])
def test_poison_after_a_hit_kills_only_with_the_hit(points: int) -> None:
    # The save comes after a hit only: its damage is added to that of the hit, not to the attack as a whole.
    found = numbers(facing(creature("Spider", STING), points), "Sting")
    poison = Distribution.mixture([(0.5, roll("2d8")), (0.5, roll("2d8") // 2)])  # CON +0, DC 11: half fail
    struck = [(HIT, roll("1d8+3") + poison), (CRITICAL, roll("2d8+3") + poison)]
    kill = sum(chance * damage.at_least(points) for chance, damage in struck)
    assert found.kill == {1: pytest.approx(kill, abs=1e-9)}
    mean = sum(chance * damage.mean() for chance, damage in struck)
    assert found.expected_damage == {1: pytest.approx(mean, abs=1e-9)}


def test_a_second_damage_without_a_save_is_doubled_by_a_critical_hit_too() -> None:
    # A critical hit doubles all of the attack's dice (SRD 5.1, Critical Hits).
    bite = blow("Bite", "1d6+4[piercing]")
    bite["effects"].append({"damage": "3d6[necrotic]", "heals_source": True})
    found = numbers(facing(creature("Vampire", bite), 20), "Bite")
    mean = HIT * roll("1d6+4+3d6").mean() + CRITICAL * roll("2d6+4+6d6").mean()
    assert found.expected_damage[1] == pytest.approx(mean, abs=1e-9)
    assert found.told_damage == pytest.approx(mean, abs=1e-9)
    kill = HIT * roll("4d6+4").at_least(20) + CRITICAL * roll("8d6+4").at_least(20)
    assert found.kill[1] == pytest.approx(kill, abs=1e-9)


def test_a_reaction_halves_one_hit_of_several() -> None:
    # Uncanny dodge is one reaction: the second hit of a turn is taken in full.
    dodge = {
        "name": "Uncanny Dodge",
        "economy": "reaction",
        "trigger": "hit",
        "who": "self",
        "halves_damage": True,
    }
    twice = {"name": "Multiattack", "recipes": [[{"use": "Claw", "times": 2}]]}
    scene = facing(creature("Bear", twice, CLAW), 30, actions=[CLAW, dodge])
    found = numbers(scene, "Multiattack")
    full = HIT * roll("1d8+3").mean() + CRITICAL * roll("2d8+3").mean()
    half = HIT * (roll("1d8+3") // 2).mean() + CRITICAL * (roll("2d8+3") // 2).mean()
    missed = 1 - HIT - CRITICAL
    expected = half + missed * half + (1 - missed) * full
    assert found.expected_damage[1] == pytest.approx(expected, abs=1e-9)
    assert found.told_damage == pytest.approx(expected, abs=1e-9)


def test_whoever_is_knocked_down_is_hit_more_easily_by_the_next_attack() -> None:
    slam = blow("Slam", "1d6[bludgeoning]")
    slam["effects"].append({"conditions": [{"name": "prone"}]})
    both = {"name": "Multiattack", "recipes": [[{"use": "Slam", "times": 1}, {"use": "Claw", "times": 1}]]}
    found = numbers(facing(creature("Wolf", both, slam, CLAW), 30), "Multiattack")
    # With advantage: a miss needs two misses, a critical hit one natural 20 of two dice.
    missed = 1 - HIT - CRITICAL
    hits = {0: 1 - missed, 1: 1 - missed**2}
    criticals = {0: CRITICAL, 1: 1 - 0.95**2}
    second = [
        (hits[a] - criticals[a]) * roll("1d8+3").mean() + criticals[a] * roll("2d8+3").mean() for a in (0, 1)
    ]
    expected = HIT * 3.5 + CRITICAL * 7 + missed * second[0] + (1 - missed) * second[1]
    assert found.expected_damage[1] == pytest.approx(expected, abs=1e-9)
    claw = found.attacks[1]
    assert claw.critical == pytest.approx(missed * criticals[0] + (1 - missed) * criticals[1], abs=1e-9)


def test_an_attack_that_needs_a_held_target_is_counted_as_often_as_it_comes_to_it() -> None:
    grab = {
        "name": "Grab",
        "attack": {"to_hit": 5, "reach": 5},
        "effects": [{"conditions": [{"name": "grappled", "escape_dc": 13}]}],
    }
    bite = blow("Bite", "2d6[piercing]", needs=["grappled"])
    both = {"name": "Multiattack", "recipes": [[{"use": "Grab", "times": 1}, {"use": "Bite", "times": 1}]]}
    scene = facing(creature("Vampire", both, grab, bite), 30)
    found = numbers(scene, "Multiattack")
    attack = found.attacks[1]
    assert attack.made == pytest.approx(HIT + CRITICAL)
    assert found.expected_damage[1] == pytest.approx((HIT + CRITICAL) * (HIT * 7 + CRITICAL * 14), abs=1e-9)
    suggestion = Director(scene.fight, settings=DirectorSettings(seconds=20)).suggest(scene.state)
    reporter = Reporter(suggestion)
    told = "\n".join(plan_lines(reporter.plan(found.plan), reporter.say))
    assert "This happens in 55 % of cases." in told


def test_undead_fortitude_counts_in_the_chance_to_fell_a_zombie() -> None:
    # 1d8+3 takes 6 hit points with 3 or more on the die; then CON +3 against DC 5 + damage.
    zombie = creature("Zombie", CLAW, traits=[{"kind": "undead_fortitude"}], abilities={"con": 16})
    hero = creature("Hero", CLAW, level=5)
    scene = Scene((hero, "party", (4, 5)), (zombie, "monsters", (5, 5))).put("Zombie", hit_points=6)
    fails = sum((5 + die + 3 - 3 - 1) / 20 for die in range(3, 9)) / 8
    assert numbers(scene, "Claw").kill[1] == pytest.approx(HIT * fails + CRITICAL * roll("2d8+3").at_least(6))


def test_the_chance_to_kill_somebody_who_is_dying_is_that_of_their_death() -> None:
    # A hit from within 5 feet on the unconscious is critical, and two failures; the third is death.
    bear, hero, friend = (creature("Bear", CLAW), creature("Hero", CLAW, level=5), creature("Friend", CLAW))
    scene = Scene((bear, "monsters", (4, 5)), (hero, "party", (5, 5)), (friend, "party", (20, 9)))
    scene.put("Hero", "unconscious", "prone", flags=["down"], hit_points=0, failures=1)
    scene.game = Combat(scene.fight, "merciless", buckets=0, plans=0)  # who strikes those that are down
    advantage = 1 - (1 - HIT - CRITICAL) ** 2
    assert numbers(scene, "Claw at Hero").kill == {1: pytest.approx(advantage)}


def test_an_area_that_strikes_later_deals_nothing_now() -> None:
    scene = Scene((bestiary()["lich"], "monsters", (4, 5)), (bestiary()["fighter-11"], "party", (10, 5)))
    found = numbers(scene, "Cloudkill")
    assert found.expected_damage == {}
    assert all(line.later for line in found.saves)


SAMPLE = ("giant-spider", "wyvern", "gladiator", "vampire-spawn", "assassin", "imp", "quasit", "ghoul")


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("hero", ["rogue-5", "wizard-5", "fighter-11"])
def test_what_is_told_is_what_the_games_own_dice_do(name: str, hero: str) -> None:
    scene = Scene((bestiary()[name], "monsters", (5, 5)), (bestiary()[hero], "party", (4, 5)))
    for points in (9, 900):  # one may fall; the other loses all that is dealt
        scene.put("Wizard" if hero[0] == "w" else hero.partition("-")[0].title(), hit_points=points, most=900)
        for plan in scene.game.actions(scene.state):
            found = break_down(scene.game, scene.state, plan)
            if found.provoked or 1 not in found.expected_damage:
                continue
            ends = carried_out(scene, plan)
            if points == 9:
                fallen = sum(
                    weight
                    for state, weight in ends.items()
                    if any(flagged(state.fighter(1), flag) for flag in ("down", "dead"))
                )
                assert found.kill[1] == pytest.approx(fallen, abs=1e-9), plan
            else:
                lost = sum(w * (points - state.fighter(1)["hit_points"]) for state, w in ends.items())
                assert found.expected_damage[1] == pytest.approx(lost, abs=1e-9), plan
