"""Areas that stay: they strike at the start or the end of a turn, and whoever walks into them."""

from typing import Any

import pytest
from tests.fivee.small_fights import FIELD, Scene, blow, creature, has

from hazard.fivee.content.library import spells

HERO = creature("Hero", blow("Sword"), level=5)
CORRIDOR = ["." * 24]


def fire(**area: Any) -> dict[str, Any]:
    return {
        "name": "Fire",
        "area": {"shape": "cube", "size": 15, "range": 60, "lingers": True, "at_once": False, **area},
        "concentration": True,
        "effects": [{"save": {"ability": "dex", "dc": 11, "on_success": "half"}, "damage": "8[fire]"}],
    }


def burning(rows: list[str], hero: tuple[int, int], corner: tuple[int, int], **area: Any) -> Scene:
    """A hero, a mage far away, and a fire of three by three cells between them."""
    y = hero[1]
    scene = Scene((HERO, "party", hero), (creature("Mage", fire(**area)), "monsters", (1, y)), rows=rows)
    state = scene.state.copy()
    action = scene.action("Mage", "Fire")
    strike = scene.fight.named("Mage").compiled.record.actions[action].lingers
    x, y = corner
    aim = (2 * x, 2 * y, x, y)
    row = {"source": scene.number("Mage"), "action": action, "strike": strike, "rounds": 10}
    state.set_zones([{**row, "from": (1, hero[1]), "aim": aim}])
    scene.state = state
    return scene


def test_whoever_runs_through_an_area_is_struck_where_it_begins_and_runs_on() -> None:
    scene = burning(CORRIDOR, (14, 0), (8, 0), on_entering=True).do("dash")
    assert scene.chances() == pytest.approx({"saved, 4": 0.5, "not saved, 8": 0.5})
    assert scene.see("Hero")["at"] == (10, 0)  # the first burning cell
    scene.come("not saved")
    assert (scene.see("Hero")["at"], scene.see("Hero")["hit_points"]) == ((2, 0), 22)


def test_an_area_that_strikes_at_the_start_of_turns_alone_can_be_run_through() -> None:
    scene = burning(CORRIDOR, (14, 0), (8, 0)).do("dash")
    assert (scene.see("Hero")["at"], scene.see("Hero")["hit_points"]) == ((2, 0), 30)


def test_where_there_is_room_an_area_is_walked_around() -> None:
    scene = burning(FIELD, (14, 5), (8, 4), on_entering=True).do("dash")
    assert (scene.see("Hero")["at"][0], scene.see("Hero")["hit_points"]) == (2, 30)


def test_whoever_lies_in_a_web_goes_no_further() -> None:
    web = {**fire(on_entering=True), "effects": [{"conditions": [{"name": "restrained", "rounds": 10}]}]}
    scene = Scene((HERO, "party", (14, 0)), (creature("Mage", web), "monsters", (1, 0)), rows=CORRIDOR)
    state = scene.state.copy()
    action = scene.action("Mage", "Fire")
    strike = scene.fight.named("Mage").compiled.record.actions[action].lingers
    row = {"source": 1, "action": action, "strike": strike, "rounds": 10, "from": (1, 0)}
    state.set_zones([{**row, "aim": (16, 0, 8, 0)}])
    scene.state = state
    scene.do("dash")
    assert scene.see("Hero")["at"] == (10, 0)
    assert has(scene.see("Hero"), "restrained")


def test_some_areas_strike_at_the_end_of_the_turn_and_without_a_save() -> None:
    scene = burning(FIELD, (9, 5), (8, 4), strikes="end_of_turn", later_saves=False)
    assert not scene.state.chance  # nothing at the start
    scene.do("dodge")
    assert scene.chances() == pytest.approx({"not saved, 8": 1.0})
    assert scene.come("8").see("Hero")["hit_points"] == 22


def test_whoever_comes_near_a_guarded_foe_is_struck() -> None:
    guard = {**fire(on_entering=True), "name": "Guardians"}
    guard["area"] = {**guard["area"], "shape": "emanation", "range": 0, "spares_friends": True}
    scene = Scene(
        (creature("Priest", blow("Mace"), guard), "monsters", (3, 0)),
        (HERO, "party", (10, 0)),
        rows=CORRIDOR,
    )
    scene.do("Guardians").do("Sword at Priest")
    assert scene.see("Hero")["at"] == (6, 0)
    assert scene.chances() == pytest.approx({"saved, 4": 0.5, "not saved, 8": 0.5})
    scene.come("saved")
    assert scene.see("Hero")["at"] == (4, 0)


@pytest.mark.parametrize(
    ("spell", "on_entering", "strikes"),
    [
        # As the SRD 5.1 says of each: who enters it, and who starts or ends a turn there.
        ("moonbeam", True, "start_of_turn"),
        ("web", True, "start_of_turn"),
        ("spirit guardians", True, "start_of_turn"),
        ("black tentacles", True, "start_of_turn"),
        ("cloudkill", True, "start_of_turn"),
        ("wall of fire", True, "end_of_turn"),
        ("insect plague", True, "end_of_turn"),
        ("stinking cloud", False, "start_of_turn"),
    ],
)
def test_the_areas_of_spells_strike_when_the_rules_say(spell: str, on_entering: bool, strikes: str) -> None:
    area = spells()[spell].action.area
    assert area is not None
    assert area.lingers
    assert (area.on_entering, area.strikes) == (on_entering, strikes)
