"""A running fight as JSON: it comes back exactly, and what is wrong in it is named."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hazard import _core
from hazard.fivee.content.library import ContentError, bestiary, encounters
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.states import StateDocument, load_state, read_state, write_state
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.questions import asked, rolled, settled
from hazard.fivee.table.table import Table
from hazard.game import GameError


def moments(name, seed, decisions):
    """Play by what looks best and the dice; yield every decision on the way."""
    fight = Fight(encounters()[name], seed=seed)
    game = Combat(fight, plans=1)
    dice = random.Random(seed)
    state = _core.fivee_rested(game.start())
    for _ in range(decisions):
        while (question := asked(game, state)) is not None:
            state = settled(game, state, rolled(question, dice))
        if state.over:
            return
        yield fight, game, state
        state = game.apply(state, game.actions(state)[0])


@pytest.mark.parametrize("name", sorted(encounters()))
def test_every_decision_of_a_fight_comes_back_exactly(name):
    count = 0
    for fight, _, state in moments(name, 7, 30):
        written = json.loads(json.dumps(write_state(fight, state)))
        again, back = read_state(written)
        assert back == _core.fivee_rested(state)
        assert again.encounter == fight.encounter
        assert json.loads(json.dumps(write_state(again, back))) == written
        count += 1
    assert count > 10


def test_a_rested_state_is_the_same_moment():
    """What is left over from how a moment came about changes neither the plans nor what they are worth."""
    for _, game, state in moments("many-eyed-tyrant", 3, 25):
        rested = _core.fivee_rested(state)
        assert game.actions(rested) == game.actions(state)
        assert game.value(rested) == game.value(state)
        assert game.decider(rested) == game.decider(state)


def test_the_encounter_may_be_written_by_its_name():
    fight = Fight(encounters()["troll-cave"], seed=2)
    written = write_state(fight, fight.start, inline=False)
    assert written["encounter"] == "troll-cave"
    assert read_state(written)[1] == fight.start


def test_creatures_of_ones_own_travel_with_the_state():
    own = bestiary()["ogre"].model_copy(update={"id": "big-ogre", "armor_class": 14})
    encounter = encounters()["ogre-bridge"]
    rows = [
        c.model_copy(update={"creature": "big-ogre"}) if c.creature == "ogre" else c
        for c in encounter.combatants
    ]
    fight = Fight(encounter.model_copy(update={"combatants": tuple(rows)}), {"big-ogre": own}, seed=1)
    written = json.loads(json.dumps(write_state(fight, fight.start)))
    again, back = read_state(written)
    assert back == fight.start
    assert again.named("Ogre A").creature == own


def test_what_is_left_out_is_as_at_the_start():
    fight, state = read_state(
        {
            "encounter": "goblin-ambush",
            "round": 3,
            "turn": "Goblin B",
            "combatants": [
                {"name": "wizard", "hit_points": 0},
                {"name": "Goblin A", "hit_points": 0},
                {"name": "Goblin B", "at": "c4", "conditions": ["prone"]},
            ],
        }
    )
    assert state.round == 3
    assert fight.fighters[state.mover].name == "Goblin B"
    assert state.deciding
    assert state.fighter(fight.named("Wizard").number)["flags"] & FLAGS["down"]  # a character is dying
    assert state.fighter(fight.named("Goblin A").number)["flags"] & FLAGS["dead"]
    assert state.fighter(fight.named("Goblin B").number)["at"] == (2, 3)
    suggestion = Director(fight, settings=DirectorSettings(seconds=5)).suggest(state)
    assert suggestion.actor.name == "Goblin B"


def test_conditions_and_spells_come_with_source_and_duration():
    fight, state = read_state(
        {
            "encounter": "goblin-ambush",
            "turn": "Goblin A",
            "combatants": [
                {
                    "name": "Fighter",
                    "effects": [
                        {"action": "Bless", "source": "Cleric", "rounds": 9},
                        {"condition": "poisoned", "source": "Goblin A", "rounds": 2, "dc": 11,
                         "repeat_save": "end_of_turn", "ability": "con"},
                    ],
                },
                {"name": "Cleric", "concentration": "Bless", "slots": {"1": 1}},
            ],
        }
    )  # fmt: skip
    first, second = state.ongoing()
    assert first["rounds"] == 9
    assert first["what"] >= 15
    assert second["dc"] == 11
    row = next(row for row in write_state(fight, state)["combatants"] if row["name"] == "Fighter")
    assert row["conditions"] == ["poisoned"]
    assert row["effects"][0]["action"] == "Bless"


GOOD = {"encounter": "goblin-ambush", "turn": "Goblin A"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"encounter": "goblin"}, "encounter: there is no encounter 'goblin'; expected a .toml file"),
        ({"encounter": "none.toml"}, "'none.toml' is a file; expected the encounter itself"),
        ({"turn": "Bilbo"}, "turn: there is nobody called 'Bilbo'"),
        ({"round": 0}, "the entry round is 0; expected at least 1"),
        ({"rounds": 2}, "the entry rounds is not known here; did you mean round?"),
        ({"stage": "legendary"}, "legendary: expected whose legendary action it is"),
        ({"order": ["Fighter"]}, "order: Rogue, Cleric, Wizard"),
        ({"combatants": [{"name": "Wizard", "hit_points": 999}]}, "Wizard: hit_points: 999 of at most"),
        ({"combatants": [{"name": "Wizard", "at": "z99"}]}, "at: there is no cell 'z99'; expected a1 to t14"),
        ({"combatants": [{"name": "Wizard"}, {"name": "Wizard"}]}, "'Wizard' is there twice"),
        ({"combatants": [{"name": "Wizard", "concentration": "Wish"}]}, "there is no action 'Wish'"),
        ({"combatants": [{"name": "Wizard", "uses_left": {"Fire Bolt": 1}}]}, "has unlimited uses"),
        ({"combatants": [{"name": "Wizard", "conditions": ["sleepy"]}]}, "combatants.0.conditions.0"),
        ({"combatants": [{"name": "Wizard", "effects": [{}]}]}, "a condition, or an action of Wizard"),
        ({"combatants": [{"name": "Wizard", "flags": ["happy"]}]}, "combatants.0.flags.0"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(change, message):
    with pytest.raises(ContentError) as caught:
        read_state({**GOOD, **change}, "my.json")
    assert message in str(caught.value)


def test_files_that_are_no_state_are_refused(tmp_path):
    with pytest.raises(ContentError, match="there is no such file"):
        load_state(tmp_path / "none.json")
    for content, message in (
        (b"{", "not JSON"),
        (b"\xff\xfe", "not"),
        (b"[]", "expected an object"),
        (b"[" * 100_000, "not JSON"),
    ):
        file = tmp_path / "bad.json"
        file.write_bytes(content)
        with pytest.raises(ContentError, match=message):
            load_state(file)


def test_a_state_is_not_written_while_the_dice_are_falling():
    fight = Fight(encounters()["goblin-ambush"], seed=1)
    game = Combat(fight, plans=0)
    state = game.start()
    attack = next(plan for plan in game.actions(state) if plan.target is not None)
    with pytest.raises(GameError, match="roll the dice first"):
        write_state(fight, game.apply(state, attack))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 3000) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(StateDocument.model_fields)),
    junk,
    st.sampled_from(
        ["hit_points", "at", "conditions", "effects", "slots", "uses_left", "flags", "last_attacker"]
    ),
    junk,
)
def test_no_input_ends_in_anything_but_a_state_or_a_content_error(field, value, of_combatant, other):
    document = {**GOOD, "combatants": [{"name": "Goblin A", of_combatant: other}], field: value}
    try:
        fight, state = read_state(document)
    except ContentError:
        return
    fight.rules.check(state)
    write_state(fight, state)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (3, "state.json: encounter: found 3; expected a name"),
        (None, "state.json: encounter: found None; expected a name"),
        ({"name": "x"}, "state.json: encounter: the entry map is missing; the entry combatants is missing"),
    ],
)
def test_a_wrong_encounter_is_named_without_the_schemas_own_words(given, said):
    with pytest.raises(ContentError) as error:
        read_state({"encounter": given}, "state.json")
    assert str(error.value).startswith(said)
    assert "function-after" not in str(error.value)


def test_a_state_that_comes_from_nowhere_has_no_file_opened(tmp_path):
    """Only a file on this machine may name another; what was uploaded may not."""
    file = tmp_path / "secret.toml"
    file.write_text('name = "secret"')
    for name in (str(file), "../secret.toml", "secret.toml"):
        with pytest.raises(ContentError, match="expected the encounter itself"):
            read_state({"encounter": name}, "upload.json")


def lying(fight, state, name):
    """Return the flags and the conditions of somebody, by name."""
    values = state.fighter(fight.named(name).number)
    flags = {flag for flag, bit in FLAGS.items() if values["flags"] & bit}
    return flags, {name for bit, name in enumerate(CONDITIONS) if values["conditions"] >> bit & 1}


@pytest.mark.parametrize("more", [{}, {"flags": []}, {"conditions": []}, {"flags": [], "conditions": []}])
def test_nobody_stands_at_no_hit_points(more):
    rows = [{"name": name, "hit_points": 0, **more} for name in ("Wizard", "Goblin B")]
    fight, state = read_state({"encounter": "goblin-ambush", "combatants": rows, "turn": "Goblin A"})
    assert lying(fight, state, "Wizard") == ({"down"}, {"unconscious", "prone"})
    assert lying(fight, state, "Goblin B") == ({"dead"}, set())
    assert read_state(json.loads(json.dumps(write_state(fight, state))))[1] == state
    # As the rules have it when somebody falls in the midst of a fight.
    whole = Table(Fight(encounters()["goblin-ambush"], seed=1))
    whole.enter(Fact(kind="down", who="Wizard"))
    assert lying(whole.fight, whole.state, "Wizard") == ({"down"}, {"unconscious", "prone"})


def test_whoever_regenerates_from_no_hit_points_lies_there_until_it_does():
    fight, state = read_state(
        {"encounter": "troll-cave", "combatants": [{"name": "Troll A", "hit_points": 0}], "turn": "Fighter"}
    )
    table = Table(Fight(encounters()["troll-cave"], seed=1))
    table.enter(Fact(kind="down", who="Troll A"))
    assert lying(fight, state, "Troll A") == lying(table.fight, table.state, "Troll A")
    assert "dead" not in lying(fight, state, "Troll A")[0]


def test_the_options_of_an_encounter_say_who_dies_at_no_hit_points():
    for option, flags in (
        ("party_dies_at_zero", ("dead", "dead")),
        ("monsters_make_death_saves", ("down",) * 2),
    ):
        whole = encounters()["goblin-ambush"].model_dump(mode="json") | {"options": {option: True}}
        rows = [{"name": name, "hit_points": 0} for name in ("Wizard", "Goblin B")]
        fight, state = read_state({"encounter": whole, "combatants": rows})
        found = tuple(min(lying(fight, state, name)[0]) for name in ("Wizard", "Goblin B"))
        assert found == flags


def test_the_turn_of_somebody_who_lies_there_begins_with_a_death_save():
    rows = [{"name": "Wizard", "hit_points": 0}]
    fight, state = read_state({"encounter": "goblin-ambush", "combatants": rows, "turn": "Wizard"})
    assert Table(fight, state).question.kind == "death_save"


def test_concentration_ends_with_whoever_has_no_hit_points():
    rows = [
        {"name": "Cleric", "hit_points": 0, "concentration": "Bless"},
        {"name": "Fighter", "effects": [{"action": "Bless", "source": "Cleric", "rounds": 9}]},
    ]
    _, state = read_state({"encounter": "goblin-ambush", "combatants": rows})
    assert not state.ongoing()
    rows[0]["hit_points"] = 1
    _, state = read_state({"encounter": "goblin-ambush", "combatants": rows})
    assert len(state.ongoing()) == 1
