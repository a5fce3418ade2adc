"""Advice says how sure it is: values with their errors, and what else may be as good."""

import json

import pytest
from tests.spire.protocol import message_samples as samples

from hazard import _core
from hazard.search import Budget
from hazard.spire.agent.advice import advise
from hazard.spire.agent.plans import planner_within
from hazard.spire.planner import Option, Plan, plan
from hazard.spire.rules.fight import new_fight
from hazard.spire.rules.scenario import Scenario

FIGHT = json.dumps(samples.big_fight())


def made(*options: Option, way: str = "search") -> Plan:
    return Plan(options, way, 50, 100, lethal=False, seconds=0.05, simulations=1000)


def option(name: str, value: float, error: float, exact: bool = False) -> Option:
    card = _core.SpireCard(name, 0, None, None, False, False)
    play = _core.SpireMove(_core.SpireMoveKind.PLAY, card, "", None)
    end = _core.SpireMove(_core.SpireMoveKind.END, None, "", None)
    return Option((play, end), value, error, visits=100, exact=exact)


def test_options_within_two_errors_of_their_difference_are_close():
    """The errors 0.03 and 0.04 make one of 0.05 for the difference: 0.1 is close, a little more is not."""
    best = option("Strike", 0.50, 0.03)
    found = made(best, option("Bash", 0.40, 0.04), option("Defend", 0.399, 0.04))
    assert [other.words()[0] for other in found.close] == ["Bash"]
    gap, error = found.gap(found.options[1])
    assert (gap, error) == (pytest.approx(0.1), pytest.approx(0.05))


def test_what_is_exact_is_close_only_to_its_equal():
    best = option("Strike", 0.5, 0.0, exact=True)
    found = made(best, option("Bash", 0.5, 0.0, exact=True), option("Defend", 0.4999, 0.0, exact=True))
    assert [other.words()[0] for other in found.close] == ["Bash"]
    assert "Bash, end turn (as good)" in found.explain()
    assert "Too close" not in found.explain()


def test_scores_of_the_beam_have_no_error_and_nothing_is_close():
    assert made(option("Strike", 5.0, 0.0), option("Bash", 5.0, 0.0), way="beam").close == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            ("Worth 50.0 ± 3.0 HP", "(-10.0 ± 5.0 HP, close)", "(-20.0 ± 5.0 HP)", "Too close to call"),
        ),
        (
            "de",
            ("50,0 ± 3,0 HP", "(-10,0 ± 5,0 HP, gleichauf)", "(-20,0 ± 5,0 HP)", "Zu knapp, um es zu sagen"),
        ),
    ],
)
def test_an_explanation_gives_the_errors_and_names_what_is_close(language, words):
    found = made(option("Strike", 0.5, 0.03), option("Bash", 0.4, 0.04), option("Defend", 0.3, 0.04))
    for word in words:
        assert word in found.explain(language)


def test_values_found_by_search_have_an_error_that_shrinks_with_more_fights():
    game = new_fight(Scenario(monsters=["Jaw Worm"]), ascension=20)
    state = game.sampled(game.start(), seed=1)
    few, many = (plan(state, Budget(nodes=n)) for n in (200, 8_000))
    assert 0 < many.standard_error < few.standard_error < 0.2
    assert many.forecast.hp_left_error > 0


def test_the_error_is_no_smaller_than_the_spread_between_seeds():
    """Options share their luck, so values may lie closer together than their errors say, not further."""
    game = new_fight(Scenario(monsters=["Jaw Worm"]), ascension=20)
    state = game.sampled(game.start(), seed=2)
    plans = [plan(state, Budget(nodes=500), seed) for seed in range(12)]
    mean = sum(found.value for found in plans) / len(plans)
    spread = (sum((found.value - mean) ** 2 for found in plans) / (len(plans) - 1)) ** 0.5
    told = sum(found.standard_error for found in plans) / len(plans)
    assert spread < 2 * told < 0.1


def test_the_same_number_of_fights_and_the_same_seed_give_the_same_advice():
    one, other = (advise(FIGHT, planner_within(simulations=300, seed=4)).to_dict() for _ in range(2))
    for found in (one, other):
        found["explanation"].pop()  # how long it took
    assert one == other
    assert one["simulations"] == 300


def test_advice_in_json_has_errors_and_tells_what_is_close():
    found = advise(FIGHT, planner_within(simulations=300)).to_dict()
    assert found["standard_error"] >= 0
    assert found["options"][0]["value"] == found["value"]
    assert {"standard_error", "visits", "close", "exact"} <= found["options"][0].keys()
    assert not found["options"][0]["close"]


def test_advice_is_given_while_the_game_is_busy_with_a_warning():
    message = samples.fight()
    message["game_state"]["action_phase"] = "EXECUTING_ACTIONS"
    found = advise(json.dumps(message), planner_within(simulations=50))
    assert found.command.split()[0] in ("play", "end")
    assert any("carrying out actions" in warning for warning in found.warnings)
