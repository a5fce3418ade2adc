"""Limits are kept: what a plan may cost the party is exact, and obeyed wherever monsters choose."""

import itertools
import random

import numpy as np
import pytest

from hazard.dice import roll
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.objectives import Limits, objectives
from hazard.fivee.content.words import FLAGS
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.director.restraint import Restrained
from hazard.fivee.rules.contest import DEAD, Contest
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.policies import read_policy
from limits import Count, check, flight, random_moment

SETTINGS = DirectorSettings(seconds=20.0)
PARTY = (("fighter-1", (4, 6)), ("wizard-1", (4, 8)), ("cleric-1", (5, 7)))


def beginners(monster, party=3, at=(9, 7), objective="deadly"):
    rows = [
        {"creature": name, "side": "party", "at": place, "initiative": 5, "hit_points": "average"}
        for name, place in PARTY[:party]
    ]
    rows.append({"creature": monster, "side": "monsters", "at": at, "initiative": 25})
    encounter = {"name": "Beginners", "map": ["." * 30] * 16, "combatants": rows, "objective": objective}
    return Fight(Encounter.model_validate(encounter))


def restrained(fight, objective="deadly"):
    director = Director(fight, objective, SETTINGS)
    return director, Restrained(director.game("monsters"), director.game("party"), 2)


def plans_of(director, fight, words):
    game = director.game("monsters")
    state = game.start()
    every = game.every_plan(state)
    found = [plan for plan in every if words in game.describe(state, plan)]
    assert found, words
    return game, state, found


def test_the_toll_of_a_blow_is_that_of_the_dice():
    # A goblin's shortbow does 1d6+2. A wizard of 7 hit points dies of 14 or more at once: a critical hit, and
    # both dice a 6. An ordinary hit does at most 8.
    fight = beginners("goblin")
    director, limits = restrained(fight)
    wizard = fight.named("Wizard").number
    _game, state, plans = plans_of(director, fight, "Shortbow at Wizard")
    assert state.fighter(wizard)["hit_points"] == state.fighter(wizard)["most"] == 7
    toll = limits.toll(state, plans[0])
    assert toll.death == pytest.approx(0.05 * roll("2d6+2").at_least(14))
    assert toll.exact
    assert toll.total_kill == 0


def test_the_toll_of_a_breath_is_that_of_one_roll_and_a_save_for_each():
    fight = beginners("young-red-dragon")
    director, limits = restrained(fight)
    game, state, plans = plans_of(director, fight, "Fire Breath on Fighter and Wizard and Cleric")
    plan, dragon = plans[0], fight.named("Young Red Dragon")
    breath = roll("16d6")
    rows = {i: state.fighter(i) for i in range(3)}
    fails = {}
    there = state.copy()
    there.set_fighter(dragon.number, {**state.fighter(dragon.number), "at": plan.to})
    there.set_aim(plan.aim)
    for i in rows:
        fails[i] = 1 - game.core.save_chance(there, dragon.number, plan.action, 0, i)
    death = deaths = total = 0.0
    for amount, p in breath.items():
        dies = {
            i: fails[i] * (amount >= r["hit_points"] + r["most"])
            + (1 - fails[i]) * (amount // 2 >= r["hit_points"] + r["most"])
            for i, r in rows.items()
        }
        falls = {
            i: fails[i] * (amount >= r["hit_points"]) + (1 - fails[i]) * (amount // 2 >= r["hit_points"])
            for i, r in rows.items()
        }
        deaths += p * sum(dies.values())
        death += p * (1 - np.prod([1 - q for q in dies.values()]))
        total += p * np.prod(list(falls.values()))
    toll = limits.toll(state, plan)
    assert toll.deaths == pytest.approx(deaths)
    assert toll.death == pytest.approx(death)
    assert toll.total_kill == pytest.approx(total)
    assert toll.exact


def test_the_toll_of_several_blows_counts_what_the_first_leaves():
    # A veteran strikes a lone character three times. Whoever falls is not struck again.
    fight = beginners("veteran", party=1, at=(5, 6))
    director, limits = restrained(fight)
    game, state, plans = plans_of(director, fight, "Multiattack")
    plan = next(p for p in plans if p.to == state.at(fight.named("Veteran").number))
    veteran, row = fight.named("Veteran"), state.fighter(0)
    parts = game.parts(state, plan)
    standing, dead = {int(row["hit_points"]): 1.0}, 0.0
    for part in parts:
        blow = game.blow(state, veteran.number, part, 0)
        after = {}
        for left, p in standing.items():
            outcomes = [(0, blow["miss"])]
            outcomes += [
                (blow["hit_low"] + i, blow["hit"] * q) for i, q in enumerate(blow["hit_probabilities"])
            ]
            doubled = enumerate(blow["critical_probabilities"])
            outcomes += [(blow["critical_low"] + i, blow["critical"] * q) for i, q in doubled]
            for damage, q in outcomes:
                if damage < left:
                    after[left - damage] = after.get(left - damage, 0.0) + p * q
                elif damage >= left + row["most"]:
                    dead += p * q
        standing = after
    toll = limits.toll(state, plan)
    assert toll.death == pytest.approx(dead)
    assert toll.total_kill == pytest.approx(1 - sum(standing.values()))


@pytest.mark.parametrize("seed", range(4))
def test_the_toll_agrees_with_fights_by_the_dice(seed):
    # Independent of how the toll is counted: the plan is carried out 2000 times, every die by itself.
    fight, state = random_moment(seed)
    director, limits = restrained(fight)
    game = director.game("monsters")
    state = game.core.advance(state)
    plan = max(game.every_plan(state)[:12], key=lambda each: limits.toll(state, each).death)
    dice, died = random.Random(seed), 0
    for _ in range(2000):
        moment = game.apply(state, plan)
        while moment.chance and moment.turn == state.turn and moment.round == state.round:
            _, moment = game.roll(moment, dice.getrandbits(60))
        party = [f.number for f in fight.fighters if f.side == "party"]
        before = {i for i in party if state.fighter(i)["flags"] & FLAGS["dead"]}
        died += any(moment.fighter(i)["flags"] & FLAGS["dead"] and i not in before for i in party)
    toll = limits.toll(state, plan)
    assert died / 2000 == pytest.approx(toll.death, abs=4 * (0.25 / 2000) ** 0.5)


@pytest.mark.parametrize("objective", ["teaching", "challenging"])
def test_a_dragon_does_not_breathe_on_beginners_while_there_is_another_plan(objective):
    for party in (2, 3):
        suggestion = Director(beginners("young-red-dragon", party), objective, SETTINGS).suggest()
        assert "Breath" not in suggestion.decision.best.words
        assert suggestion.restraint.kept
        assert suggestion.barred


def test_no_suggestion_breaks_a_limit_while_a_plan_within_them_exists():
    # A small sample of benchmarks/limits.py.
    for seed, name in itertools.product(range(6), ("teaching", "challenging", "dramatic")):
        fight, state = random_moment(seed)
        count = Count()
        suggestion = Director(fight, name, SETTINGS).suggest(state)
        check(suggestion, count)
        assert count.broken == 0, (seed, name)
        if suggestion.restraint.kept:
            assert suggestion.restraint.now.death <= objectives()[name].limits.death_this_turn + 1e-9


def test_where_no_plan_keeps_the_limits_the_least_deadly_is_chosen_and_that_is_said():
    # The dying fighter is next, with two failed death saves: whatever the goblin does, the third may follow.
    strict = objectives()["teaching"].model_copy(
        update={"limits": Limits(death_in_horizon=0.0, total_kill_in_horizon=0.0)}
    )
    dying = {"hit_points": 0.0, "flags": FLAGS["down"], "failures": 2, "conditions": 1 << 14 | 1 << 11}
    two = beginners("goblin", party=2, at=(5, 6))
    state = two.start.copy()
    state.set_fighter(0, {**state.fighter(0), **dying})
    state.set_order([2, 0, 1])
    suggestion = Director(two, strict, SETTINGS).suggest(state)
    restraint = suggestion.restraint
    assert not restraint.kept
    assert restraint.soon.death == pytest.approx(0.45)  # 9 or less of 20
    assert "No plan keeps the limits" in suggestion.explain()
    assert "Kein Plan hält die Grenzen" in suggestion.explain("de")


@pytest.mark.parametrize("policy", ["quick", "director(2)", "nearest"])
def test_forecasts_keep_the_limits_too(policy):
    # A young red dragon before three beginners: those who fall under "teaching" may still fail death saves.
    died = {}
    for objective in ("teaching", "deadly"):
        fight = beginners("young-red-dragon", objective=objective)
        contest = Contest(fight, monsters=read_policy(policy), seed=3)
        record = contest.play(np.arange(10, dtype=np.uint64), 1)
        died[objective] = ((record.fates[:, :3] & DEAD) != 0).sum() / 10
    assert died["teaching"] <= died["deadly"] / 3 > 0


def test_whose_heart_has_sunk_flees_under_roleplay():
    fled, asked = flight(objectives()["roleplay"], 12)
    assert fled == asked > 2


def test_the_suggestion_tells_its_toll_and_what_was_held_back():
    suggestion = Director(beginners("young-red-dragon"), "teaching", SETTINGS).suggest()
    told = suggestion.explain()
    assert "Kills 0.01 characters; a death this turn 1 %, limit 2 %" in told
    assert "Held back by the limits: " in told
    document = suggestion.to_dict()["limits"]
    assert document["kept"]
    assert document["exact"]
    assert document["death_this_turn"] <= document["death_this_turn_limit"]
    assert "It breaks the limits of “teaching”" in suggestion.why_not(suggestion.barred[0])
    assert Director(beginners("ogre"), "deadly", SETTINGS).suggest().to_dict()["limits"] is None
