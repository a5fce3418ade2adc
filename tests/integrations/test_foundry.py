"""The module for Foundry VTT: its own tests under Node, and what it asks is what ``hazard serve`` answers."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.serve.drawn import draw_actor

import hazard
from hazard.errors import HazardError
from hazard.fivee.importers.foundry_combat import read_tracker
from hazard.serve.functions import FUNCTIONS

MODULE = Path(__file__).parents[2] / "integrations" / "foundry"
NODE = shutil.which("node")
with_node = pytest.mark.skipif(NODE is None, reason="there is no Node; on Debian: apt-get install nodejs")


def requests_of(combats):
    """Return what the module makes of combats, by way of the stub of Foundry."""
    lines = "".join(f"{json.dumps(combat)}\n" for combat in combats)
    made = subprocess.run(
        [NODE, MODULE / "tests" / "requests.mjs"], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in made.stdout.splitlines()]


def draw_combat(rng, actors):
    """A combat as a table may have it: names twice, tokens that overlap or lie off the scene, conditions."""
    chosen = [rng.choice(actors) for _ in range(rng.randint(2, 9))]
    chosen[1] = rng.choice([a for a in actors if a["type"] == "npc"] or actors)  # somebody to fight against
    rows = [
        {"actor": actor, "x": rng.randint(-1, 29) * 100 + rng.choice((0, 0, 37)),
         "y": rng.randint(-1, 19) * 100,
         "disposition": 1 if number == 0 else -1 if number == 1 else rng.choice((-2, -1, 0, 1)),
         "initiative": rng.choice((None, rng.randint(-2, 25), rng.uniform(1, 20))),
         "statuses": rng.sample(("prone", "poisoned", "concentrating", "marked"), rng.randint(0, 2)),
         "defeated": number > 1 and rng.random() < 0.1}
        for number, actor in enumerate(chosen)
    ]  # fmt: skip
    walls = [{"c": [rng.randint(0, 3000) for _ in range(4)], "move": rng.choice((0, 20)), "door": 0, "ds": 0}
             for _ in range(rng.randint(0, 4))]  # fmt: skip
    return {
        "combatants": rows,
        "turn": rng.randrange(2),
        "round": rng.randint(0, 9),
        "scene": {"walls": walls},
    }


@with_node
def test_the_modules_own_tests_pass():
    ended = subprocess.run([NODE, "--test", MODULE / "tests"], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


@with_node
def test_what_the_module_asks_is_answered():
    rng = random.Random(5)
    actors = [draw_actor(rng, name) for name in ("Moor Warden", "Bog Thief", "Ash Hound")]
    for number, request in enumerate(requests_of(draw_combat(rng, actors) for _ in range(40))):
        read_tracker(request["tracker"])
        if number < 5:
            answer = FUNCTIONS["foundry_suggest"]({**request, "depth": 1})
            assert answer["actor"].startswith(
                request["tracker"]["combatants"][request["tracker"]["turn"]]["name"]
            )


def test_the_manifest_has_the_version_of_the_package():
    assert json.loads((MODULE / "module.json").read_text("utf-8"))["version"] == hazard.__version__


def tracker(**changes):
    actor = draw_actor(random.Random(1), "Bog Thief")
    rows = [{"name": "A", "actor": "x", "side": "party", "at": [0, 0]},
            {"name": "A", "actor": "x", "side": "monsters", "at": [3, 0]}]  # fmt: skip
    return {"map": ["....."] * 3, "actors": {"x": actor}, "combatants": rows, "turn": 1, **changes}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"actors": {}}, "fivee.tracker_no_actor"),
        ({"turn": 7}, "fivee.tracker_turn_of_nobody"),
        ({"map": ["#####"]}, "fivee.tracker_no_room"),
        ({"combatants": [{"name": "A", "actor": "x", "side": "party", "at": [0, 0]}], "turn": 0},
         "fivee.tracker_one_side"),
    ],
)  # fmt: skip
def test_a_combat_in_which_nobody_could_act_is_refused_with_its_reason(changes, code):
    with pytest.raises(HazardError) as refusal:
        read_tracker(tracker(**changes))
    assert refusal.value.code == code
    assert refusal.value.told("de") != refusal.value.told("en")


def test_a_turn_of_somebody_who_cannot_act_passes_on():
    values = tracker(turn=1)
    values["combatants"][1]["defeated"] = True
    values["combatants"].append(
        {"name": "B", "actor": "x", "side": "monsters", "at": [4, 2], "initiative": 3}
    )
    state, notes = read_tracker(values)
    assert state["turn"] == "B"
    assert [note.told("en") for note in notes] == ["A cannot act; B comes next"]


def test_what_is_no_creature_is_left_out_and_named():
    group = {"name": "The band", "type": "group", "system": {}, "items": []}
    values = tracker()
    values["actors"]["g"] = group
    values["combatants"].append({"name": "The band", "actor": "g", "side": "party", "at": [1, 1]})
    state, notes = read_tracker(values)
    assert [row["name"] for row in state["combatants"]] == ["A", "A 2"]
    assert [note.told("en") for note in notes] == ["The band is left out: its actor could not be read"]


def test_more_than_can_take_part_are_left_out_from_the_farthest():
    values = tracker(map=["." * 40] * 3)
    values["combatants"] = [
        {"name": f"N{i}", "actor": "x", "side": "party" if i % 2 else "monsters", "at": [i, 0]}
        for i in range(30)
    ]  # fmt: skip
    values["turn"] = 0
    state, notes = read_tracker(values)
    assert len(state["combatants"]) == 24
    assert {note.context["name"] for note in notes if note.code == "fivee.tracker_too_many"} == {
        f"N{i}" for i in range(24, 30)
    }
