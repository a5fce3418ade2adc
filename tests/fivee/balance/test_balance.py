"""Changes that reach a wanted chance, judged by seeds that they were not chosen by."""

import tomllib

import pytest

from hazard.errors import HazardError
from hazard.fivee.balance.balance import Truth, Wanted, balance
from hazard.fivee.balance.changes import Changed, with_hit_points, with_number, with_swap
from hazard.fivee.balance.text import report, side_by_side
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import bestiary
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.importers.toml import encounter_toml
from hazard.fivee.rules.fight import Fight

GATE = Encounter.model_validate(
    {
        "name": "At the gate",
        "map": ["." * 9] * 7,
        "objective": "deadly",
        "combatants": [
            {"creature": "fighter-1", "side": "party", "at": [1, 2]},
            {"creature": "cleric-1", "side": "party", "at": [1, 4]},
            {"creature": "goblin", "side": "monsters", "at": [6, 2]},
            {"creature": "goblin", "side": "monsters", "at": [6, 4]},
        ],
    }
)


def test_a_fight_with_characters_of_its_own_is_changed_and_written_as_well():
    abilities = {"str": 16, "dex": 10, "con": 14, "int": 8, "wis": 12, "cha": 16}
    eli = {"name": "Eli", "class": "paladin", "level": 2, "abilities": abilities, "weapons": ["greatsword"]}
    rows = {
        "name": "Gate",
        "map": ["......", "......"],
        "character": [eli | {"armor": "chain mail"}],
        "combatants": [
            {"creature": "eli", "side": "party", "at": [0, 0]},
            {"creature": "wolf", "side": "monsters", "at": [4, 0]},
            {"creature": "wolf", "side": "monsters", "at": [4, 1]},
        ],
    }
    found = balance(Fight(Encounter.model_validate(rows)), fights=100, wanted=Wanted("drops", 0.5))
    changed = found.advice[0].changed.encounter
    again = Encounter.model_validate(tomllib.loads(encounter_toml(changed)))
    assert again == changed
    told = Truth(forecast(Fight(again), 3000, seed=987_654))
    assert abs(told.chance("drops").share - 0.5) <= 0.05


@pytest.mark.parametrize("wanted", ["drops=40", "win=80"])
def test_what_is_suggested_reaches_the_wanted_chance_by_another_seed(wanted):
    sought = Wanted.read(wanted)
    found = balance(Fight(GATE), fights=400, wanted=sought, threads=2)
    assert found.advice
    for advice in found.advice:
        told = Truth(forecast(Fight(advice.changed.encounter), 3000, seed=987_654, threads=2))
        assert abs(told.chance(sought.measure).share - sought.chance) <= 0.05


def test_what_is_there_already_is_not_changed():
    now = balance(Fight(GATE), fights=400).truth.drops.share
    found = balance(Fight(GATE), fights=400, wanted=Wanted("drops", now))
    assert not found.advice
    assert "there already" in report(found)


def test_the_chances_of_a_fight_are_in_order():
    # Whoever dies has dropped, and a total party kill is no win.
    truth = balance(Fight(GATE), fights=500).truth
    assert truth.tpk.share <= truth.dies.share <= truth.drops.share
    assert truth.win.share + truth.tpk.share <= 1
    assert 0 <= truth.hit_points_spent <= 1
    assert 0 <= (truth.resources_spent or 0) <= 1


def test_those_who_come_stand_where_there_is_room():
    many = with_number(Changed(GATE), "goblin", 9, bestiary())
    assert many is not None
    cells = [row.at for row in many.encounter.combatants]
    assert len(set(cells)) == len(cells) == 11
    Fight(many.encounter)  # refuses whoever stands in a wall or in somebody
    assert with_number(Changed(GATE), "goblin", 60, bestiary()) is None


def test_one_creature_takes_the_place_of_another():
    changed = with_swap(Changed(GATE), "goblin", "ogre", bestiary())
    assert changed is not None
    assert [row.creature for row in changed.encounter.combatants if row.side == "monsters"] == [
        "ogre",
        "goblin",
    ]
    Fight(changed.encounter)


def test_half_the_hit_points_are_half_of_what_is_printed():
    half = with_hit_points(Changed(GATE), 50, bestiary()).encounter  # goblins have 7
    assert [row.hit_points for row in half.combatants] == ["average", "average", 4, 4]


def test_a_changed_encounter_reads_back_from_its_file():
    changed = with_hit_points(Changed(GATE), 50, bestiary()).encounter
    assert Encounter.model_validate(tomllib.loads(encounter_toml(changed))) == changed


@pytest.mark.parametrize("text", ["", "drops", "drops=", "drops=0", "drops=100", "falls=40", "drops=much"])
def test_what_cannot_be_wanted_is_refused(text):
    with pytest.raises(HazardError, match="expected one of drops, dies, tpk, win"):
        Wanted.read(text)


def test_two_fights_stand_side_by_side_with_their_difference():
    easier = GATE.model_copy(update={"combatants": GATE.combatants[:-1], "name": "One goblin"})
    told = side_by_side([balance(Fight(e), fights=200) for e in (GATE, easier)], "de")
    assert "One goblin" in told
    assert "Jemand fällt" in told
    assert " ± " in told
