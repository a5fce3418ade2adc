"""A multiattack may be divided between two foes: planned, told, read, written down and played as planned."""

import json

import pytest

from hazard.fivee import Director, DirectorSettings, Encounter, Fight
from hazard.fivee.content.objectives import objective_named
from hazard.fivee.content.written import write_row
from hazard.fivee.director.breakdown import break_down
from hazard.fivee.director.phrases import Wording, plan_words
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.meaning import PlanReader


def owlbear(objective="deadly", fighter="average"):
    """Return an owlbear (beak and claws, +7) between a fighter (AC 18) and a cleric (AC 18)."""
    party = [("fighter-1", [0, 1], fighter), ("cleric-1", [0, 3], "average")]
    combatants = [
        {"creature": name, "side": "party", "at": at, "hit_points": points, "initiative": 5}
        for name, at, points in party
    ]
    combatants.append({"creature": "owlbear", "side": "monsters", "at": [1, 1], "initiative": 15})
    rows = {"name": "Between", "map": ["........"] * 6, "combatants": combatants, "objective": objective}
    return Fight(Encounter.model_validate(rows))


def every_plan(fight):
    game = Combat(fight, objective_named("teaching"), plans=0, buckets=0)
    state = game.start()
    return game, state, game.every_plan(state)


def divided(fight):
    game, state, plans = every_plan(fight)
    return game, state, next(p for p in plans if p.other == 1 and p.target == 0)


def test_each_attack_goes_to_whom_the_plan_has_for_it():
    game, state, plan = divided(owlbear())
    after = game.apply(state, plan)
    assert after.chance
    assert after.target == 0
    missed = next(outcome for outcome, _ in game.outcomes(after) if outcome.missed)
    second = game.apply(after, missed)
    assert second.target == 1


def test_the_numbers_are_those_of_each_attack_on_its_own_target():
    game, state, plan = divided(owlbear())
    found = break_down(game, state, plan)
    assert [(line.action, line.target) for line in found.attacks] == [("Beak", 0), ("Claws", 1)]
    # 1d10+5 and 2d8+5 at +7 against 18: 45 % hits, 5 % criticals with twice the dice
    assert found.expected_damage[0] == pytest.approx(0.45 * 10.5 + 0.05 * 16)
    assert found.expected_damage[1] == pytest.approx(0.45 * 14 + 0.05 * 23)


def test_it_is_planned_where_it_is_worth_more():
    settings = DirectorSettings(seconds=30)
    weak = Director(owlbear(fighter=6), settings=settings).suggest()
    assert weak.explain().startswith("Owlbear → Multiattack (Beak) at Fighter, Claws at Cleric.")
    assert weak.explain("de").startswith(
        "Eulenbär → Mehrfachangriff (Schnabel) auf Kämpfer, Klauen auf Klerikerin."
    )
    strong = Director(owlbear(), settings=settings).suggest()
    assert strong.decision.action.other is None


@pytest.mark.parametrize(
    ("words", "target", "other"),
    [
        ("multiattack fighter", 0, None),
        ("multiattack cleric", 1, None),
        ("beak fighter, claws cleric", 0, 1),
        ("beak cleric, claws fighter", 1, 0),
    ],
)
def test_words_divide_it_only_if_both_are_named(words, target, other):
    game, state, plans = every_plan(owlbear())
    meant = PlanReader(game, state, plans).meant(words)
    assert (meant.target, meant.other) == (target, other)


def test_it_comes_back_from_a_journal():
    _, _, plan = divided(owlbear())
    row = json.loads(json.dumps(write_row(PlanRow.of(plan))))
    assert PlanRow.model_validate(row).record() == plan


def test_an_area_in_place_of_an_attack_is_told_by_itself():
    rows = {
        "name": "Breath",
        "map": ["........"] * 6,
        "combatants": [
            {"creature": "fighter-5", "side": "party", "at": [0, 1], "initiative": 5},
            {"creature": "wizard-5", "side": "party", "at": [0, 3], "initiative": 4},
            {"creature": "chimera", "side": "monsters", "at": [2, 1], "initiative": 15},
        ],
    }
    game, state, plans = every_plan(Fight(Encounter.model_validate(rows)))
    texts = {plan_words(Wording(game.fight), game, state, plan) for plan in plans}
    assert "move to b1, Multiattack (Bite, Claws) at Fighter, Fire Breath on Fighter and Wizard" in texts
