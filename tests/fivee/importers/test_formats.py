"""The same creature from every format is the same creature."""

import json
import textwrap

import pytest
from tests.fivee.importers.import_samples import (
    EVERY_SAMPLE,
    FIVE_E_DATABASE,
    MULTIATTACK,
    NEW_WORDING,
    OLD_WORDING,
    OPEN5E_2,
    STAT_BLOCK_2024,
)

from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import FORMATS, Imported, import_file, import_text
from hazard.fivee.rules.fight import Fight


def imported(text: str) -> Imported:
    (only,) = import_text(text)
    return only


def action(creature: Creature, name: str) -> Action:
    return next(action for action in creature.actions if action.name == name)


@pytest.mark.parametrize("form", OLD_WORDING)
def test_every_format_of_2014_gives_the_same_hound(form: str) -> None:
    hound = imported(OLD_WORDING[form]).creature
    assert hound.id == "marsh-hound"
    assert (hound.armor_class, hound.hit_points, hound.challenge) == (13, "4d8+4", 1)
    assert (hound.size, hound.kind) == ("medium", "beast")
    assert (hound.speed.walk, hound.speed.swim) == (40, 20)
    assert hound.abilities.str == 14
    assert hound.abilities.cha == 6
    assert hound.save_bonus("dex") == 3
    assert hound.skills == {"perception": 5}
    assert hound.senses.darkvision == 60
    assert hound.condition_immunities == ("poisoned",)
    assert [defense.types for defense in hound.resistant] == [
        ("poison",),
        ("bludgeoning", "piercing", "slashing"),
    ]
    assert [defense.nonmagical_only for defense in hound.resistant] == [False, True]
    assert [trait.kind for trait in hound.traits] == ["pack_tactics"]


@pytest.mark.parametrize("form", OLD_WORDING)
def test_a_bite_of_2014_is_damage_and_then_a_save_or_prone(form: str) -> None:
    bite = action(imported(OLD_WORDING[form]).creature, "Bite")
    assert bite == Action.model_validate(
        {
            "name": "Bite",
            "attack": {"to_hit": 4, "reach": 5},
            "effects": [
                {"damage": "2d4[piercing]+2"},
                {"save": {"ability": "str", "dc": 11}, "conditions": [{"name": "prone"}]},
            ],
        }
    )


@pytest.mark.parametrize("form", NEW_WORDING)
def test_a_bite_of_2024_knocks_over_who_is_not_too_big(form: str) -> None:
    hound = imported(NEW_WORDING[form]).creature
    assert hound.id == "marsh-hound-5.2"
    assert hound.rules == "5.2"
    assert hound.initiative == 1
    assert hound.save_bonus("dex") == 3
    assert action(hound, "Bite") == Action.model_validate(
        {
            "name": "Bite",
            "attack": {"to_hit": 4, "reach": 5},
            "effects": [
                {"damage": "2d4[piercing]+2"},
                {"conditions": [{"name": "prone"}], "largest": "medium"},
            ],
        }
    )


@pytest.mark.parametrize("form", EVERY_SAMPLE)
def test_breath_and_multiattack_are_read_from_every_format(form: str) -> None:
    found = imported(EVERY_SAMPLE[form])
    gas = action(found.creature, "Marsh Gas")
    assert gas.recharge == 5
    assert gas.area is not None
    assert (gas.area.shape, gas.area.size) == ("cone", 15)
    (effect,) = gas.effects
    assert effect.save is not None
    assert (effect.save.ability, effect.save.dc, effect.save.on_success) == ("con", 12, "half")
    assert effect.damage == "3d6[poison]"
    (recipe,) = action(found.creature, "Multiattack").recipes
    assert [(part.use, part.times) for part in recipe] == [("Bite", 2)]


@pytest.mark.parametrize("form", EVERY_SAMPLE)
def test_nothing_of_the_hound_is_left_over(form: str) -> None:
    found = imported(EVERY_SAMPLE[form])
    assert found.notes == []
    assert found.creature.not_understood == ()
    assert all(reading.complete for reading in found.readings)


def test_open5e_2_finds_the_files_beside_its_creatures(tmp_path) -> None:
    for kind in ("Creature", "CreatureAction", "CreatureActionAttack", "CreatureTrait"):
        rows = [row for row in OPEN5E_2 if row["model"] == f"api_v2.{kind.lower()}"]
        (tmp_path / f"mine-{kind}.json").write_text(json.dumps(rows))
    (hound,) = import_file(tmp_path / "mine-Creature.json")
    assert {action.name for action in hound.creature.actions} == {"Bite", "Marsh Gas", "Multiattack"}


def test_actions_without_their_creature_are_refused() -> None:
    with pytest.raises(ContentError, match=r"expected Creature\.json beside them"):
        import_text(json.dumps(OPEN5E_2[1:]))


def test_yaml_is_read_where_there_is_a_library_for_it() -> None:
    yaml = pytest.importorskip("yaml")
    text = yaml.safe_dump(json.loads(OLD_WORDING["foundry"]))
    (hound,) = import_text(text, "hound.yml")
    assert hound.creature == imported(OLD_WORDING["foundry"]).creature


def test_the_placeholders_of_foundry_are_filled_in() -> None:
    actor = json.loads(OLD_WORDING["foundry"])
    bite = actor["items"][2]["system"]
    bite["range"] = {"value": 20, "long": 60, "reach": 5}
    bite["properties"] = ["thr"]
    bite["description"]["value"] = (
        "[[/attack extended]]. [[/damage extended]] in melee or [[/damage 1d4 + 2 piercing"
        " average]] at range."
    )
    web = json.loads(json.dumps(actor["items"][2]))
    web["name"] = "Web"
    web["system"]["description"]["value"] = (
        "[[/attack extended]]. Hit: The target is &amp;Reference[restrained] by webbing. As an"
        " action, the restrained "
        "target can make a [[/check]] check, bursting the webbing on a success."
    )
    web["system"]["activities"]["c"] = {
        "type": "check",
        "activation": {"type": "action"},
        "check": {"ability": "str", "dc": {"calculation": "", "formula": "12"}},
    }
    actor["items"].append(web)
    (found,) = import_text(json.dumps(actor))
    assert action(found.creature, "Bite (at range)").effects[0].damage == "1d4[piercing]+2"
    assert action(found.creature, "Web").effects[0].conditions[0].escape_dc == 12
    assert found.notes == []


def test_two_stat_blocks_are_divided_by_dashes() -> None:
    both = OLD_WORDING["stat-block"] + "\n---\n" + NEW_WORDING["stat-block 2024"]
    assert [found.creature.id for found in import_text(both)] == ["marsh-hound", "marsh-hound-5.2"]


def test_lines_copied_from_a_page_may_break_anywhere() -> None:
    (whole,) = import_text(OLD_WORDING["stat-block"])
    head, actions = OLD_WORDING["stat-block"].split("Actions\n")
    broken = "\n".join(textwrap.fill(line, 47) for line in actions.splitlines())
    (found,) = import_text(f"{head}Actions\n{broken}")
    assert found.creature == whole.creature


def test_a_list_of_spells_ends_where_the_next_trait_begins() -> None:
    spells = (
        "Spellcasting. The hound is a 5th-level spellcaster. Its spellcasting ability is Wisdom"
        " (spell save DC 13, +5 "
        "to hit with spell attacks). It has the following spells prepared:\nCantrips (at will): light\n"
        "1st level (4 slots): bless, cure wounds\nKeen Smell. The hound smells well.\nActions"
    )
    (found,) = import_text(OLD_WORDING["stat-block"].replace("Actions", spells))
    (casting,) = found.creature.spellcasting
    assert casting.prepared == ("bless", "cure wounds")
    assert [trait.kind for trait in found.creature.traits] == ["pack_tactics", "other"]


def test_fields_that_contradict_the_prose_are_reported() -> None:
    wrong = json.loads(json.dumps(FIVE_E_DATABASE))
    bite, gas = wrong[0]["actions"][1:]
    bite["attack_bonus"] = 6
    bite["damage"][0]["damage_type"]["index"] = "slashing"
    gas["dc"] |= {"dc_value": 13, "success_type": "none"}
    wrong[0]["hit_points"] = 23
    (found,) = import_text(json.dumps(wrong))
    assert [(note.action, note.phrase, note.severity) for note in found.notes] == [
        ("Bite", "the fields say +6 to hit, the prose +4", "differs"),
        ("Bite", "the fields say 2d4+2 slashing, the prose piercing", "differs"),
        ("Marsh Gas", "the fields say DC 13, the prose DC 12", "differs"),
        ("Marsh Gas", "the fields say none damage on a success, the prose half", "differs"),
        ("", "printed 23 hit points, but 4d8+4 is 22 on average", "differs"),
    ]


def test_a_printed_average_that_is_not_the_mean_of_the_dice_is_reported() -> None:
    (found,) = import_text(OLD_WORDING["stat-block"].replace("7 (2d4 + 2)", "9 (2d4 + 2)"))
    assert [str(note) for note in found.notes] == ["Marsh Hound, Bite: printed 9, but 2d4+2 is 7 on average"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a stat block"),
        ("Marsh Hound\nMedium beast", "no line with Armor Class"),
        ("[1, 2", "not JSON"),
        ("{}", "the format is unknown"),
        ('[{"index": "x", "hit_dice": "1d8", "name": 3}]', "expected a text, found 3"),
        (json.dumps([{**FIVE_E_DATABASE[0], "hit_points_roll": "4d0"}]), "'Marsh Hound': hit_points"),
        (json.dumps([{**FIVE_E_DATABASE[0], "armor_class": [{"value": 99}]}]), "armor_class"),
    ],
)
def test_a_bad_text_gets_an_error_that_names_the_place(text: str, message: str) -> None:
    with pytest.raises(ContentError, match=message.replace("[", r"\[")):
        import_text(text)


def test_an_unknown_format_and_a_missing_file_are_named(tmp_path) -> None:
    with pytest.raises(ContentError, match="there is no format 'pdf'"):
        import_file(tmp_path / "x.json", "pdf")
    with pytest.raises(ContentError, match="there is no such file"):
        import_file(tmp_path / "x.json")
    assert "stat-block" in FORMATS


def test_an_imported_creature_can_fight_and_says_what_the_rules_leave_out() -> None:
    swarm = (
        "Melee Attack Roll: +4, reach 5 ft. Hit: 10 (4d4) Piercing damage, or 5 (2d4) Piercing"
        " damage if the hound is "
        "Bloodied."
    )
    rake = (
        "Melee Attack Roll: +4, reach 5 ft. Hit: 5 (2d4) Slashing damage, or 10 (4d4) Slashing damage if the"
        " hound had Advantage on the attack roll."
    )
    (found,) = import_text(
        STAT_BLOCK_2024.replace("***Bite.***", f"***Snap.*** {swarm}\n\n***Rake.*** {rake}\n\n***Bite.***")
    )
    encounter = Encounter.model_validate(
        {
            "name": "Marsh",
            "map": ["......", "......"],
            "combatants": [
                {"creature": "fighter-1", "side": "party", "at": [0, 0]},
                {"creature": found.creature.id, "side": "monsters", "at": [4, 1]},
            ],
        }
    )
    fight = Fight(encounter, {found.creature.id: found.creature})
    hound = fight.fighters[1].compiled
    assert {"Snap", "Bite", "Marsh Gas", "Multiattack"} <= {action.name for action in hound.actions}
    snap = next(action for action in hound.actions if action.name == "Snap")
    assert [effect.damage for effect in snap.effects] == ["4d4[piercing]", "2d4[piercing]"]
    assert not any("Snap" in str(caveat) for caveat in hound.caveats)
    rakes = next(action for action in hound.actions if action.name == "Rake")
    assert [effect.damage for effect in rakes.effects] == ["2d4[slashing]"]
    assert any("Rake" in str(caveat) for caveat in hound.caveats)


def test_a_hydra_bites_once_for_each_head() -> None:
    text = OLD_WORDING["stat-block"].replace(
        MULTIATTACK, "The hound makes as many bite attacks as it has heads."
    )
    text = text.replace("Pack Tactics.", "Multiple Heads. The hound has three heads.\nPack Tactics.")
    (found,) = import_text(text)
    (recipe,) = action(found.creature, "Multiattack").recipes
    assert [(part.use, part.times) for part in recipe] == [("Bite", 3)]


def test_a_number_without_an_end_is_refused_instead_of_being_searched_for_hours():
    with pytest.raises(ContentError, match="a number with more than 100 digits"):
        import_text("Wolf\nArmor Class 13\nHit Points " + "9" * 1_000_000)


def test_a_blow_whose_roll_is_not_understood_does_not_hit_by_itself() -> None:
    text = (
        OLD_WORDING["stat-block"]
        + "Fist. Melee Weapon Attack: sure to hit, one target. Hit: 3 (1d6) cold damage.\n"
    )
    (found,) = import_text(text)
    assert "Fist" not in {action.name for action in found.creature.actions}
    assert "Fist" in {note.action for note in found.lost}
