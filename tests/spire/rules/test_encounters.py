"""Encounters: which there are, who stands in them, and that every one of them plays to an end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hazard.spire.rules.encounters import draw_line, encounter, groups, pool, possible_monsters
from hazard.spire.rules.fight import new_fight
from hazard.spire.rules.library import ContentError, shipped
from hazard.spire.rules.monster_rows import EMPTY_PLACE, EncounterRow
from hazard.spire.rules.scenario import Scenario

NAMES = [row.id for row in shipped().encounters]
DECK = ("Strike x4", "Defend+ x4", "Bash+ x4")


def test_there_are_sixty_three_encounters_and_each_monster_is_in_one() -> None:
    assert len(NAMES) == len(set(NAMES)) == 63
    met = {name.split(" ")[0] for row in shipped().encounters for name in possible_monsters(row)}
    called = {kind for row in shipped().monsters if row.summons for kind in row.summons.kinds}
    left = {kind for row in shipped().monsters for kind in row.splits_into}
    known = {row.id.split(" ")[0] for row in shipped().monsters} - {"Unknown"}
    assert known == met | called | left


def test_pools_have_the_weights_of_the_game() -> None:
    assert pool(1, "weak") == {"Cultist": 2, "Jaw Worm": 2, "2 Louse": 2, "Small Slimes": 2}
    assert sum(pool(1, "strong").values()) == 16
    assert pool(1, "strong")["Exordium Thugs"] == 1.5
    assert sum(pool(2, "weak").values()) == 10
    assert sum(pool(2, "strong").values()) == 29
    assert pool(2, "strong")["Snake Plant"] == 6
    assert len(pool(3, "strong")) == 8
    assert pool(3, "strong")["3 Darklings"] == 1
    assert set(pool(3, "boss")) == {"Awakened One", "Time Eater", "Donu and Deca"}
    assert set(pool(4, "elite") | pool(4, "boss")) == {"Shield and Spear", "The Heart"}
    for act in (1, 2, 3):
        assert len(pool(act, "elite")) == len(pool(act, "boss")) == 3


def test_lines_are_drawn_with_their_chances() -> None:
    chance = random.Random(7)
    draws = 4000
    thugs = Counter(draw_line(encounter("Exordium Thugs"), chance)[1] for _ in range(draws))
    expected = {"Cultist": 1 / 3, "Looter": 1 / 3, "SlaverRed": 1 / 6, "SlaverBlue": 1 / 6}
    for name, share in expected.items():
        assert thugs[name] / draws == pytest.approx(share, abs=0.03)
    slimes = Counter(tuple(draw_line(encounter("Small Slimes"), chance)) for _ in range(draws))
    assert set(slimes) == {("SpikeSlime_S", "AcidSlime_M"), ("AcidSlime_S", "SpikeSlime_M")}


def test_bags_are_drawn_without_putting_back() -> None:
    chance = random.Random(8)
    for _ in range(200):
        gang = Counter(draw_line(encounter("Gremlin Gang"), chance))
        assert gang.total() == 4
        assert max(gang[name] for name in ("GremlinFat", "GremlinThief", "GremlinWarrior")) <= 2
        assert max(gang["GremlinTsundere"], gang["GremlinWizard"]) <= 1
        shapes = Counter(draw_line(encounter("4 Shapes"), chance))
        assert shapes.total() == 4
        assert max(shapes.values()) <= 2
    swarm = Counter(draw_line(encounter("Lots of Slimes"), chance))
    assert swarm == {"SpikeSlime_S": 3, "AcidSlime_S": 2}


def test_groups_are_chances_of_monsters_or_groups() -> None:
    known = {row.id for row in shipped().monsters}
    for members in groups().values():
        assert sum(members.values()) == pytest.approx(1)
        assert all(name in known or name in groups() for name in members)


def test_an_unknown_encounter_is_refused_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="did you mean 'Jaw Worm'"):
        encounter("Jaw Wurm")


def test_an_encounter_says_one_way_only_who_comes() -> None:
    with pytest.raises(ValueError, match="exactly one of"):
        EncounterRow(id="x", act=1, pool="weak", line=["Cultist"], choices=[["Cultist"]])
    with pytest.raises(ValueError, match="draws 3 from a bag of 2"):
        EncounterRow(id="x", act=1, pool="weak", draw=3, bag={"Cultist": 2})


@pytest.mark.parametrize("ascension", [0, 20])
@pytest.mark.parametrize("name", NAMES)
def test_every_encounter_plays_to_an_end(name: str, ascension: int) -> None:
    """A thousand hit points let fights go deep: splits, rebirths and summons all happen."""
    line = draw_line(encounter(name), random.Random(name))
    game = new_fight(Scenario(line, DECK, hp=1000, max_hp=1000, gold=50), ascension, seed=3)
    fights = 40
    won, actions, hp, _, unsettled, _ = game.core.random_fights(fights, 5)
    assert 0 <= won <= fights
    assert actions >= fights
    assert unsettled == 0
    assert 0 <= hp <= 1000 * fights


@pytest.mark.parametrize("name", NAMES)
def test_chances_sum_to_one_all_along_a_fight(name: str) -> None:
    chance = random.Random(name)
    line = draw_line(encounter(name), chance)
    game = new_fight(Scenario(line, DECK, hp=300, max_hp=300), 20, seed=4)
    state = game.start()
    for _ in range(120):
        turn = game.core.turn(state)
        if turn == 3:
            break
        if turn == 2:
            outcomes = game.core.outcomes(state)
            assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-9)
            assert len({label for label, _ in outcomes}) == len(outcomes)
            state = game.core.apply(state, chance.choices(*zip(*outcomes, strict=True))[0])
        else:
            state = game.core.apply(state, chance.choice(game.core.actions(state)))


def test_places_left_empty_are_taken_by_who_comes() -> None:
    assert draw_line(encounter("Automaton"), random.Random(1)) == [
        EMPTY_PLACE,
        "BronzeAutomaton",
        EMPTY_PLACE,
    ]
