"""What looks best at first sight, and damage as it is rolled: laws found by reading fights."""

import itertools

import pytest

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import encounters
from hazard.fivee.content.words import SAVED
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.contest import Contest
from hazard.fivee.rules.fight import Fight


def surrounded(creature):
    """Return a fight in which a creature stands between four characters and is the first to act."""
    heroes = zip(
        ("fighter-5", "rogue-5", "cleric-5", "wizard-5"), ([1, 0], [0, 1], [2, 1], [1, 2]), strict=True
    )
    rows = [{"creature": hero, "side": "party", "at": at, "initiative": 1} for hero, at in heroes]
    rows.append({"creature": creature, "side": "monsters", "at": [1, 1], "initiative": 20})
    return Fight(Encounter.model_validate({"name": "Surrounded", "map": ["..."] * 3, "combatants": rows}))


@pytest.mark.parametrize("creature", ["zombie", "bandit", "skeleton", "orc"])
def test_a_creature_in_danger_strikes_back_rather_than_cower(creature):
    fight = surrounded(creature)
    game = Combat(fight, plans=0)
    start = game.start()
    best = max(game.actions(start), key=lambda plan: game.core.rank(start, plan))
    assert best.action is not None


def test_resisted_damage_of_an_area_is_half_of_the_roll():
    fight = Fight(encounters()["undead-crypt"])  # a wraith takes half of a fireball
    wraith = fight.named("Wraith").number
    taken = []
    for number in range(40):
        steps = Contest(fight).steps(number)
        rolled = 0.0
        for (before, roll), (after, _) in itertools.pairwise(steps):
            if "kind" not in roll or not fight.fighters[roll["actor"]].actions[roll["action"] or 0].area:
                continue
            if roll["kind"] == "area_damage":
                rolled = roll["amount"]
            if roll["kind"] == "area_save" and roll["target"] == wraith:
                lost = before.fighter(wraith)["hit_points"] - after.fighter(wraith)["hit_points"]
                if 0 < lost < before.fighter(wraith)["hit_points"]:
                    taken.append((rolled, lost, bool(roll["result"] & SAVED)))
    assert any(rolled % 2 for rolled, _, _ in taken)
    for rolled, lost, saved in taken:
        assert lost == (rolled // 2 // 2 if saved else rolled // 2)
