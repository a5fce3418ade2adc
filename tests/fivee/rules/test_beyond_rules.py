"""What the compiled rules cannot play is taken out of a creature, and each time it is said."""

from typing import Any

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary, encounters
from hazard.fivee.rules.beyond_rules import within_the_rules
from hazard.fivee.rules.fight import Fight

BITE = {"name": "Bite", "attack": {"to_hit": 4, "reach": 5}, "effects": [{"damage": "1d6[piercing]"}]}


def creature(*actions: dict[str, Any], **more: Any) -> Creature:
    values = {
        "id": "beast",
        "name": "Beast",
        "armor_class": 12,
        "hit_points": "2d8",
        "actions": list(actions),
    }
    return Creature.model_validate({**values, **more})


def test_a_creature_within_the_rules_stays_as_it_is() -> None:
    beast = creature(BITE)
    assert within_the_rules(beast) == (beast, [])


def test_of_two_situations_that_the_rules_do_not_look_at_the_usual_one_is_played() -> None:
    chimera = {
        **BITE,
        "effects": [
            {"damage": "4d4[piercing]", "only_if": "no_advantage"},
            {"damage": "8d4[piercing]", "only_if": "advantage"},
        ],
    }
    played, caveats = within_the_rules(creature(chimera))
    assert [effect.damage for effect in played.actions[0].effects] == ["4d4[piercing]"]
    assert len(caveats) == 2  # that it needs one situation, and what happens in the other


def test_what_depends_on_who_is_bloodied_is_played_as_it_is() -> None:
    swarm = {
        **BITE,
        "effects": [
            {"damage": "4d4[piercing]", "only_if": "source_not_bloodied"},
            {"damage": "2d4[piercing]", "only_if": "source_bloodied"},
        ],
    }
    beast = creature(swarm)
    assert within_the_rules(beast) == (beast, [])


def test_an_action_of_which_nothing_is_left_leaves_the_recipes_too() -> None:
    cast = {"name": "Ray", "casts": "scorching ray"}
    both = {"name": "Multiattack", "recipes": [[{"use": "Bite"}, {"use": "Ray"}], [{"use": "Ray"}]]}
    played, caveats = within_the_rules(creature(BITE, cast, both))
    assert [action.name for action in played.actions] == ["Bite", "Multiattack"]
    assert [[part.use for part in recipe] for recipe in played.actions[1].recipes] == [["Bite"]]
    assert [str(caveat) for caveat in caveats] == ["left out of Ray: casts scorching ray"]


def test_a_condition_for_who_fails_by_five_is_left_out_not_laid_on_everybody() -> None:
    sting = {
        **BITE,
        "effects": [
            {
                "save": {"ability": "con", "dc": 13},
                "conditions": [{"name": "poisoned"}, {"name": "unconscious", "if_fails_by": 5}],
            }
        ],
    }
    played, caveats = within_the_rules(creature(sting))
    assert [item.name for item in played.actions[0].effects[0].conditions] == ["poisoned"]
    assert "unconscious" in str(caveats[0])


def test_every_creature_that_comes_with_hazard_keeps_its_attacks() -> None:
    for beast in bestiary().values():
        played, _ = within_the_rules(beast)
        before = {action.name for action in beast.actions if action.attack}
        assert before <= {action.name for action in played.actions}, beast.id


def test_that_height_does_not_count_is_said_of_those_who_fly_alone():
    def said(name):
        return [str(left) for left in Fight(encounters()[name], seed=1).caveats if "height" in str(left)]

    assert said("dragon-lair") == [
        "Adult Black Dragon: flies, but height does not count: whoever is near on the map reaches it"
    ]
    assert said("goblin-ambush") == []
