"""Creatures and characters that an encounter defines itself, and those of files beside it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from tests.fivee.content.drawn_creatures import drawn
from typer.testing import CliRunner

from hazard.cli import app
from hazard.fivee.content.character import Character
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import ContentError, bestiary, read_creatures, read_encounter
from hazard.fivee.content.written import write_row
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import read_state, write_state
from hazard.fivee.table.table import Table

OWN = """
name = "A shed"
map = ["........", "........", "........"]

[[combatants]]
creature = "mira"
side = "party"
at = [0, 0]
initiative = 12

[[combatants]]
creature = "mud-thing"
side = "monsters"
at = [5, 1]
initiative = 9

[[creature]]
id = "mud-thing"
name = "Mud Thing"
armor_class = 9
hit_points = "3d8+3"
[[creature.actions]]
name = "Slap"
attack = { to_hit = 4, reach = 5 }
effects = [{ damage = "1d6[bludgeoning]+2" }, { drains_maximum = true }]

[[character]]
name = "Mira"
class = "paladin"
level = 3
subclass = "devotion"
abilities = { str = 16, con = 14, cha = 14 }
armor = "chain mail"
weapons = ["longsword"]
"""


@pytest.fixture
def shed(tmp_path):
    file = tmp_path / "shed.toml"
    file.write_text(OWN)
    return file


def test_an_encounter_defines_who_fights_in_it(shed):
    fight = Fight(read_encounter(shed))
    assert [fighter.name for fighter in fight.fighters] == ["Mira", "Mud Thing"]
    assert fight.fighters[0].creature.hit_points == "28"  # 10 + 2 + 2 × (6 + 2)
    assert fight.fighters[1].creature.armor_class == 9


def test_a_fight_keeps_them_through_journal_state_and_export(shed, tmp_path):
    fight = Fight(read_encounter(shed))
    creatures = [fighter.creature for fighter in fight.fighters]
    document = json.loads(json.dumps(write_state(fight, fight.start)))
    again, state = read_state(document)
    assert [fighter.creature for fighter in again.fighters] == creatures
    assert state == fight.start
    table = Table.begin(tmp_path / "a.hazard", fight, fight.start)
    exported = table.export()
    table.close()
    table = Table.resume(tmp_path / "a.hazard")
    assert [fighter.creature for fighter in table.fight.fighters] == creatures
    table.close()
    assert [f.creature for f in read_state(json.loads(exported))[0].fighters] == creatures


def test_what_the_rules_leave_out_is_kept_all_the_same(shed):
    """The drain of its maximum is not played; a state that forgot it would lose a part of the creature."""
    fight = Fight(read_encounter(shed))
    assert any("maximum" in str(caveat) for caveat in fight.caveats)
    again, _ = read_state(json.loads(json.dumps(write_state(fight, fight.start))))
    assert again.fighters[1].creature.actions[0].effects[1].drains_maximum
    assert [str(caveat) for caveat in again.caveats] == [str(caveat) for caveat in fight.caveats]


def test_an_encounter_reads_back_from_its_own_data(shed):
    encounter = read_encounter(shed)
    assert Encounter.model_validate(json.loads(json.dumps(write_row(encounter)))) == encounter
    assert Encounter.model_validate(encounter.model_dump(mode="json")) == encounter


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn(Character))
def test_characters_nobody_wrote_come_back_as_they_were(character):
    assert Character.model_validate(json.loads(json.dumps(write_row(character)))) == character


def test_an_own_creature_comes_before_one_of_the_bestiary(shed, tmp_path):
    shed.write_text(OWN.replace("mud-thing", "wolf"))
    assert Fight(read_encounter(shed)).fighters[1].creature.name == "Mud Thing"
    other = tmp_path / "mine.toml"
    other.write_text('[[creature]]\nid = "wolf"\nname = "Tame Wolf"\narmor_class = 10\nhit_points = "5"\n')
    assert Fight(read_encounter(shed), read_creatures(other)).fighters[1].creature.name == "Tame Wolf"
    assert bestiary()["wolf"].name == "Wolf"


def test_mistakes_name_the_row(shed, tmp_path):
    shed.write_text(OWN.replace('"paladin"', '"palladin"'))
    with pytest.raises(ContentError, match="character 'Mira': class: 'palladin' is not known"):
        Fight(read_encounter(shed))
    shed.write_text(OWN.replace("armor_class = 9", "armor_class = 99"))
    with pytest.raises(ContentError, match=r"shed.toml: the entry creature.0.armor_class is 99"):
        read_encounter(shed)
    empty = tmp_path / "empty.toml"
    empty.write_text('name = "nobody"\n')
    with pytest.raises(ContentError, match=r"expected rows \[\[creature\]\] or \[\[character\]\]"):
        read_creatures(empty)


@pytest.mark.parametrize(
    "words",
    [
        ["forecast", "--fights", "20", "--json"],
        ["suggest", "--depth", "1", "--json"],
        ["day", "--days", "20", "--json"],
    ],
)
def test_every_command_that_reads_an_encounter_takes_the_party_from_another_file(shed, tmp_path, words):
    party = tmp_path / "party.toml"
    party.write_text(OWN[OWN.index("[[character]]") :])
    shed.write_text(OWN[: OWN.index("[[character]]")])
    command = ["fivee", words[0], str(shed), *words[1:]]
    assert CliRunner().invoke(app, command).exit_code == 2
    done = CliRunner().invoke(app, [*command, "--creatures", str(party)])
    assert done.exit_code == 0, done.output
