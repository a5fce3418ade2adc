"""Gentle objectives do not massacre beginners, and the others still do."""

from dataclasses import replace

import pytest

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.objectives import objectives
from hazard.fivee.content.words import FLAGS
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.fight import Fight, FightState

GENTLE = ("challenging", "dramatic", "teaching")
SETTINGS = DirectorSettings(seconds=30.0)
BREATHERS = (
    "young-white-dragon",
    "young-black-dragon",
    "young-green-dragon",
    "young-red-dragon",
    "adult-blue-dragon",
    "ancient-red-dragon",
)
STRONG = (*BREATHERS, "mage", "archmage", "hill-giant", "frost-giant", "fire-giant", "troll")
PARTY = (("fighter-1", (4, 6)), ("wizard-1", (4, 8)), ("cleric-1", (5, 7)), ("rogue-1", (5, 9)))


def first_level(monster: str, party: int) -> Fight:
    """Beginners in the open, close together, and a monster before them whose turn it is."""
    rows = [
        {"creature": name, "side": "party", "at": at, "initiative": 5, "hit_points": "average"}
        for name, at in PARTY[:party]
    ]
    rows.append({"creature": monster, "side": "monsters", "at": (9, 7), "initiative": 25})
    return Fight(Encounter.model_validate({"name": "Beginners", "map": ["." * 30] * 16, "combatants": rows}))


def surely_felled(
    fight: Fight, objective: str, settings: DirectorSettings = SETTINGS, state: FightState | None = None
) -> list[str]:
    """Those whom the chosen plan takes to 0 hit points with near certainty."""
    suggestion = Director(fight, objective, settings).suggest(state)
    assert suggestion.actor.side == "monsters"
    return [fight.fighters[number].name for number, odds in suggestion.breakdown.kill.items() if odds > 0.9]


@pytest.mark.parametrize("objective", GENTLE)
@pytest.mark.parametrize("monster", STRONG)
def test_a_gentle_objective_does_not_fell_most_of_a_party_of_beginners(monster: str, objective: str) -> None:
    for party in (2, 3, 4):
        assert len(surely_felled(first_level(monster, party), objective)) * 2 <= party


@pytest.mark.parametrize("objective", ["merciless", "deadly"])
@pytest.mark.parametrize("monster", ["young-white-dragon", "young-red-dragon", "mage"])
def test_those_who_fight_to_win_breathe_on_all_whom_they_can(monster: str, objective: str) -> None:
    # A young white dragon's breath is 10d8 (45), half of it on a save: first-level characters have 7 to 12.
    assert len(surely_felled(first_level(monster, 3), objective)) == 3


@pytest.mark.parametrize("objective", GENTLE)
@pytest.mark.parametrize(
    "changes", [{"depth": 1}, {"search": "beam"}, {"reply": "policy"}, {"plans": 3}, {"plans": 0, "depth": 1}]
)
def test_no_way_of_searching_makes_a_gentle_dragon_breathe(
    objective: str, changes: dict[str, object]
) -> None:
    settings = replace(SETTINGS, **changes)  # type: ignore[arg-type]
    assert len(surely_felled(first_level("young-red-dragon", 3), objective, settings)) <= 1


@pytest.mark.parametrize("objective", GENTLE)
def test_a_gentle_dragon_spares_the_last_who_stand(objective: str) -> None:
    fight = first_level("young-red-dragon", 4)
    state = fight.start.copy()
    unconscious_and_prone = 1 << 14 | 1 << 11
    for number in (0, 2):
        dying = {"hit_points": 0, "flags": FLAGS["down"], "conditions": unconscious_and_prone}
        state.set_fighter(number, {**state.fighter(number), **dying})
    assert surely_felled(fight, objective, state=state) == []


@pytest.mark.parametrize("objective", GENTLE)
def test_nothing_is_gained_by_one_more_who_falls_when_others_lie_already(objective: str) -> None:
    # Hurt to the last hit point is worth more to a gentle side than down, and the more lie the more so.
    fight = first_level("ogre", 4)
    game = Director(fight, objective).game("monsters")

    def value(down: int, hurt: bool) -> float:
        state = fight.start.copy()
        for number in range(4):
            points = {"hit_points": 1 if hurt and number == down else state.fighter(number)["hit_points"]}
            dying = {"hit_points": 0, "flags": FLAGS["down"]} if number < down else points
            state.set_fighter(number, {**state.fighter(number), **dying})
        return game.value(state)

    losses = [value(down, True) - value(down + 1, False) for down in range(1, 4)]
    assert losses == sorted(losses)
    assert losses[-1] > losses[0] > 0
    assert value(4, False) < value(0, False)  # all of them down is worse than no blow struck


def test_a_massacre_is_worth_nothing_to_the_gentle_and_all_to_the_others() -> None:
    fight = first_level("young-red-dragon", 3)
    state = fight.start.copy()
    for number in range(3):
        state.set_fighter(number, {**state.fighter(number), "hit_points": 0, "flags": FLAGS["dead"]})
    for name in objectives():
        game = Director(fight, name).game("monsters")
        assert (game.value(state) > game.value(fight.start)) is (name not in GENTLE), name


@pytest.mark.parametrize("objective", GENTLE)
def test_a_character_mends_the_fallen_whatever_the_monsters_are_after(objective: str) -> None:
    # Measured by the gentle side's own table the party would gain by leaving its fallen where they are.
    fight = first_level("ogre", 3)
    state = fight.start.copy()
    dying = {"hit_points": 0, "flags": FLAGS["down"], "conditions": 1 << 14 | 1 << 11}
    state.set_fighter(1, {**state.fighter(1), **dying})
    state.set_order([2, 3, 0, 1])
    choices = {
        name: Director(fight, name, SETTINGS).suggest(state).decision.action for name in (objective, "deadly")
    }
    assert choices[objective] == choices["deadly"]
