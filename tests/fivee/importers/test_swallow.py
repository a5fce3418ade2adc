"""Being swallowed, in two publishers' words: what it does, and what it takes to get out."""

from hazard.fivee.content.actions import Action
from hazard.fivee.importers.prose.action import read_action

BITE = (
    "Melee Weapon Attack: +9 to hit, reach 10 ft., one target. Hit: 22 (3d8 + 9) piercing damage. If"
    " the target is a Large or smaller creature, it must succeed on a DC 19 Dexterity saving throw "
    "or be swallowed by the worm. "
)
INSIDE = (
    "While swallowed, the creature is blinded and restrained, it has total cover against attacks and"
    " other effects outside the worm, and it takes 21 (6d6) acid damage at the start of each of the "
    "worm's turns. If the worm takes 30 damage or more on a single turn from a creature inside it, "
    "the worm must succeed on a DC 21 Constitution saving throw at the end of that turn or "
    "regurgitate all swallowed creatures, which fall prone in a space within 10 feet of the worm. If"
    " the worm dies, a swallowed creature is no longer restrained by it and can escape from the "
    "corpse by using 20 feet of movement, exiting prone."
)


def test_a_bite_that_swallows_has_all_its_numbers():
    reading = read_action("Bite", BITE + INSIDE, "Worm")
    assert reading.leftover == []
    effect = Action.model_validate(reading.rows[0]).effects[1]
    assert (effect.save.dc, effect.largest) == (19, "large")
    assert [condition.name for condition in effect.conditions] == ["blinded", "restrained"]
    held = effect.conditions[1]
    assert (held.ongoing, held.ongoing_at) == ("6d6[acid]", "start_of_source_turn")
    assert (effect.swallows.points, effect.swallows.save.ability, effect.swallows.save.dc) == (30, "con", 21)


def test_a_swallow_after_another_attack_is_a_multiattack_with_a_sequel():
    text = (
        "The frog makes one bite attack against a Small or smaller target it is grappling. If the attack"
        " hits, the target is swallowed, and the grapple ends. The swallowed target is blinded and "
        "restrained, it has total cover against attacks and other effects outside the frog, and it takes"
        " 5 (2d4) acid damage at the start of each of the frog's turns. The frog can have only one "
        "target swallowed at a time."
    )
    reading = read_action("Swallow", text, "Frog", known={"Bite": {"name": "Bite"}})
    assert reading.leftover == []
    (row,) = reading.rows
    assert row["recipes"] == [[{"use": "Bite"}]]
    (effect,) = row["all_hit"]
    assert effect["largest"] == "small"
    assert effect["conditions"][1]["ongoing"] == "2d4[acid]"
