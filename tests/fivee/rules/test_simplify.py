"""What the compiled rules make of content: volleys, limits of kind and size, and every creature there is."""

from __future__ import annotations

import pytest

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.rules.fight import Fight, Fighter


def met(*creatures: str) -> Fight:
    """A fight on an open field: the first is the party, the rest are the monsters."""
    return Fight(
        Encounter.model_validate(
            {
                "name": "Field",
                "map": ["." * 30] * 8,
                "combatants": [
                    {"creature": name, "side": "monsters" if number else "party", "at": [5 * number, 1]}
                    for number, name in enumerate(creatures)
                ],
            }
        )
    )


def numbered(fighter: Fighter, name: str) -> int:
    return next(i for i, action in enumerate(fighter.actions) if action.name == name)


def test_scorching_ray_is_three_rolls_for_one_slot_and_one_more_a_level() -> None:
    wizard = met("wizard-5", "ogre").fighters[0]
    records = wizard.compiled.record.actions
    for name, slot, rays in (("Scorching Ray", 2, 3), ("Scorching Ray (level 3)", 3, 4)):
        volley = records[numbered(wizard, name)]
        single = numbered(wizard, f"{name} (one roll)")
        assert (volley.slot, volley.sequences) == (slot, [[single] * rays])
        assert (records[single].slot, records[single].to_hit) == (0, 7)


def test_a_multiattack_with_a_volley_in_it_is_one_sequence() -> None:
    dragon = met("fighter-11", "adult-red-dragon-5.2").fighters[1]
    rend, ray = numbered(dragon, "Rend"), numbered(dragon, "Scorching Rays (one roll)")
    multiattack = dragon.compiled.record.actions[numbered(dragon, "Multiattack")]
    assert multiattack.sequences == [[rend] * 3, [rend, rend, ray, ray, ray]]


def test_hold_person_holds_only_humanoids() -> None:
    cleric = met("cleric-5", "bandit", "ogre", "wolf").fighters[0]
    (hold,) = cleric.compiled.record.actions[numbered(cleric, "Hold Person")].effects
    assert hold.spares == 0b1100


def test_a_wolf_of_5_2_knocks_down_nobody_larger_than_medium() -> None:
    wolf = met("ogre", "wolf-5.2", "bandit").fighters[1]
    damage, prone = wolf.compiled.record.actions[0].effects
    assert (damage.spares, prone.spares) == (0, 0b001)


@pytest.mark.parametrize("name", [name for name, creature in bestiary().items() if not creature.is_character])
def test_every_creature_can_fight(name: str) -> None:
    fight = met("fighter-5", name)
    assert fight.fighters[1].actions
    fight.rules.check(fight.start)


@pytest.mark.parametrize("name", encounters())
def test_every_encounter_can_begin(name: str) -> None:
    assert len(Fight(encounters()[name]).fighters) == len(encounters()[name].combatants)
