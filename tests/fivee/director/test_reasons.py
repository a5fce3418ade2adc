"""Reasons are true of the plan, and what is said to change the choice does change it."""

import re

import pytest

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import encounters
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.documents import Reporter
from hazard.fivee.director.reasons import Reasons
from hazard.fivee.rules.fight import Fight

SETTINGS = DirectorSettings(seconds=20)


def scene(*rows, objective="deadly", width=16):
    combatants = [
        {"creature": name, "side": side, "at": at, "initiative": 20 if side == "monsters" else 5}
        for name, side, at in rows
    ]
    encounter = {"name": "Scene", "map": ["." * width] * 8, "combatants": combatants, "objective": objective}
    return Fight(Encounter.model_validate(encounter))


def phrases(suggestion):
    return [reason.phrase for reason in Reasons(suggestion).told()]


def two_casters(concentrating):
    fight = scene(("cleric-5", "party", (4, 3)), ("cleric-5", "party", (6, 3)), ("ogre", "monsters", (4, 4)))
    state = fight.start.copy()
    bless = next(i for i, row in enumerate(fight.fighters[0].actions) if row.name == "Bless")
    if concentrating:
        state.set_fighter(0, {**state.fighter(0), "concentration": bless + 1})
    return Director(fight, settings=SETTINGS).suggest(state)


def test_whoever_concentrates_is_told_as_a_reason():
    suggestion = two_casters(concentrating=True)
    assert suggestion.decision.action.target == 0
    assert "why_concentration" in phrases(suggestion)
    assert "concentrates on Bless" in suggestion.explain()
    assert "konzentriert sich auf" in suggestion.explain("de")
    assert "why_concentration" not in phrases(two_casters(concentrating=False))


def test_an_area_says_how_many_it_catches():
    fight = scene(
        ("fighter-11", "party", (4, 3)),
        ("rogue-11", "party", (4, 4)),
        ("young-red-dragon", "monsters", (8, 3)),
    )
    suggestion = Director(fight, settings=SETTINGS).suggest()
    assert "Fire Breath" in suggestion.decision.best.words
    assert "Why: 2 foes in the cone: Fighter and Rogue" in suggestion.explain()


def test_a_likely_fall_is_told_with_the_chance_of_the_numbers():
    fight = scene(("wizard-1", "party", (4, 3)), ("ogre", "monsters", (5, 3)))
    suggestion = Director(fight, settings=SETTINGS).suggest()
    told = suggestion.explain()
    kill = re.search(r"Kill (\d+ %)\.", told)[1]
    assert f"{kill} that Wizard falls before acting again" in told


def test_flight_names_the_hit_points():
    fight = scene(("fighter-5", "party", (4, 3)), ("goblin", "monsters", (8, 3)), objective="roleplay")
    state = fight.start.copy()
    state.set_fighter(1, {**state.fighter(1), "hit_points": 1.0})
    suggestion = Director(fight, settings=SETTINGS).suggest(state)
    assert suggestion.decision.action.flees
    assert "Why: 1 of 7 hit points are left, and below 25 % it flees" in suggestion.explain()


@pytest.mark.parametrize("name", sorted(encounters()))
def test_chances_in_a_suggestion_agree_and_buckets_are_not_told(name):
    fight = Fight(encounters()[name], seed=4)
    director = Director(fight, settings=DirectorSettings(seconds=5))
    game = director.game("monsters")
    state = game.start()
    for _ in range(3):
        if state.over or state.chance:
            break
        suggestion = director.suggest(state)
        report = Reporter(suggestion).report()
        rolls = [step for step in report.line if step.who is None]
        attacks = report.plan.attacks
        if len(attacks) == 1 and attacks[0].times == 1 and rolls and not report.plan.provokes:
            told = {
                "a miss": attacks[0].miss, "a hit": attacks[0].hit, "a critical hit": attacks[0].critical
            }  # fmt: skip
            if rolls[0].text in told:
                assert rolls[0].probability == pytest.approx(told[rolls[0].text], abs=1e-9)
        assert not any(re.search(r"\d", step.text) for step in rolls)
        told = suggestion.explain()
        assert "grouped damage" not in told
        assert "most promising" not in told
        state = game.apply(state, suggestion.decision.action)
        while state.chance:
            state = game.apply(state, game.outcomes(state)[0][0])


def test_an_opportunity_attack_is_told_only_where_a_foe_is_in_reach():
    far = scene(("fighter-5", "party", (0, 0)), ("goblin", "monsters", (14, 7)))
    assert not Reporter(Director(far, settings=SETTINGS).suggest()).report().reactions
    near = scene(("fighter-5", "party", (4, 3)), ("ogre", "monsters", (5, 3)))
    told = Director(near, settings=SETTINGS).suggest().explain()
    assert "Reaction: opportunity attack (Greatclub) on whoever walks away: Fighter." in told


@pytest.mark.parametrize("name", ["goblin-ambush", "wolves-in-a-blizzard"])
def test_what_would_change_the_choice_does(name):
    fight = Fight(encounters()[name], seed=1)
    for fighter in fight.fighters:
        if fighter.side != "monsters":
            continue
        state = fight.start.copy()
        state.turn = state.order.index(fighter.number)
        state.deciding = True
        suggestion = Director(fight, "deadly", SETTINGS).suggest(state)
        change = Reasons(suggestion).change()
        if change is not None:
            other = Director(fight, "deadly", SETTINGS).suggest(change.state).decision.action
            mine = suggestion.decision.action
            assert (other.action, other.target, other.bonus) != (mine.action, mine.target, mine.bonus)
            return
    pytest.fail("nothing that was tried changes any choice")
