"""Hit chances and saves under every pair of conditions, against a rule book written anew from SRD 5.1."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.fivee.small_fights import Scene, blow, creature

from hazard.fivee.content.words import ABILITIES, CONDITIONS

BOW = {"name": "Bow", "attack": {"to_hit": 6, "range": 80, "long_range": 320}, "effects": [{"damage": "1d8"}]}
GAZES = [
    {"name": f"Gaze {a}", "range": 60, "effects": [{"save": {"ability": a, "dc": 13}, "damage": "1d4"}]}
    for a in ABILITIES
]
ARCHER = creature("Archer", blow("Club", to_hit=6), BOW, *GAZES)
HERO = creature("Hero", blow("Sword"), level=5, saves=dict.fromkeys(ABILITIES, 2))

HELPLESS = {"paralyzed", "petrified", "stunned", "unconscious"}


def by_the_book(mine: set[str], theirs: set[str], feet: int, ranged: bool) -> tuple[float, float, float]:
    """Miss, hit and critical hit of an attack with +6 against armour class 15, by counting 400 rolls."""
    better = bool(theirs & {"blinded", "restrained", *HELPLESS}) or "invisible" in mine
    better |= "prone" in theirs and feet <= 5
    worse = bool(mine & {"blinded", "poisoned", "prone", "restrained"}) or "invisible" in theirs
    worse |= "prone" in theirs and feet > 5
    worse |= "frightened" in mine  # of something that is in sight as long as nobody says otherwise
    # A foe within 5 feet that sees the archer and is not incapacitated spoils the shot.
    sees = "blinded" not in theirs and "invisible" not in mine
    worse |= ranged and feet <= 5 and sees and not theirs & (HELPLESS | {"incapacitated"})
    pick = {1: max, 0: lambda a, _: a, -1: min}[int(better) - int(worse)]
    counts = [0, 0, 0]
    for first, second in product(range(1, 21), repeat=2):
        face = pick(first, second)
        hits = face == 20 or (face > 1 and face + 6 >= 15)
        close = feet <= 5 and bool(theirs & {"paralyzed", "unconscious"})
        counts[0 if not hits else 2 if face == 20 or close else 1] += 1
    return counts[0] / 400, counts[1] / 400, counts[2] / 400


def some_conditions(dice: random.Random) -> set[str]:
    usual = [name for name in CONDITIONS if name not in ("exhaustion", "charmed")]
    return set(dice.sample(usual, dice.randrange(3)))


@pytest.mark.parametrize("seed", range(150))
def test_an_attack_roll_under_any_conditions_is_as_in_the_book(seed: int) -> None:
    dice = random.Random(seed)
    mine, theirs = some_conditions(dice), some_conditions(dice)
    feet, weapon = dice.choice([(5, "Club"), (5, "Bow"), (30, "Bow")])
    scene = Scene((ARCHER, "monsters", (4, 5)), (HERO, "party", (4 + feet // 5, 5)))
    scene.put("Archer", *mine).put("Hero", *theirs)
    found = scene.odds("Archer", weapon, "Hero")
    expected = by_the_book(mine, theirs, feet, ranged=weapon == "Bow")
    assert (found["miss"], found["hit"], found["critical"]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("ability", ABILITIES)
@pytest.mark.parametrize("condition", [name for name in CONDITIONS if name != "exhaustion"])
def test_a_save_under_any_condition_is_as_in_the_book(ability: str, condition: str) -> None:
    scene = Scene((ARCHER, "monsters", (4, 5)), (HERO, "party", (8, 5))).put("Hero", condition)
    chance = (21 - 11) / 20  # +2 against DC 13: 11 or more
    if ability in ("str", "dex") and condition in HELPLESS:
        chance = 0.0
    elif ability == "dex" and condition == "restrained":
        chance **= 2
    number = scene.action("Archer", f"Gaze {ability}")
    assert scene.game.core.save_chance(scene.state, 0, number, 0, 1) == pytest.approx(chance)
