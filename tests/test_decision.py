"""What is true of a decision itself; how it is rendered is tested under ``tests/render``."""

from __future__ import annotations

import dataclasses
import json

import pytest

import hazard
from hazard import Budget, Expectimax, Turn
from hazard.games import Pig

POSITIONS = ["0 0", "80 75 10", "80 75 10 min", "85 80 10", "99 99", "40 35 12 min"]


@pytest.fixture(params=POSITIONS)
def decision(request) -> hazard.Decision:
    game = Pig()
    return hazard.decide(game, game.parse(request.param), Expectimax(trace=50), Budget(depth=3))


def test_gaps_are_never_negative(decision):
    assert all(option.gap >= 0 for option in decision.options)
    assert decision.best.gap == 0


def test_options_are_ranked_for_whoever_moves(decision):
    values = [option.value for option in decision.options]
    assert values == sorted(values, reverse=decision.turn is Turn.MAX)


def test_the_value_of_an_action_is_the_mean_of_its_outcomes(decision):
    for option in decision.options:
        if option.outcomes:
            mean = sum(outcome.probability * outcome.value for outcome in option.outcomes)
            assert option.value == pytest.approx(mean, abs=1e-9)


def test_the_line_begins_with_the_chosen_action(decision):
    assert decision.line[0].move == decision.action
    assert decision.plan[0] == decision.action


def test_str_is_the_explanation(decision):
    assert str(decision) == decision.explain()


def test_json_and_dict_say_the_same(decision):
    assert json.loads(decision.to_json(indent=2)) == decision.to_dict()


def test_every_way_to_show_it_names_the_chosen_action(decision):
    words = decision.best.words
    for shown in (decision.explain(), decision.to_json(), decision.draw(), decision.trace_text()):
        assert words in shown


# ---- how it shows itself in a console and in a notebook


def test_a_decision_is_one_short_line(decision):
    said = repr(decision)
    assert "\n" not in said
    assert len(said) < 80
    assert repr(decision.action) in said
    assert decision.kind in said
    assert ("proven" in said) == decision.proven


def test_two_decisions_are_equal_if_all_they_hold_is(decision):
    assert dataclasses.replace(decision) == decision
    assert dataclasses.replace(decision, stopped="memory") != decision


def test_a_record_is_what_its_fields_make_it(decision):
    """Records are made in a quicker way than by their own ``__init__``; nothing may be missing."""
    for record in (decision, decision.statistics, *decision.options, *decision.line, *decision.best.outcomes):
        names = [field.name for field in dataclasses.fields(record)]
        made_of = {name: getattr(record, name) for name in names}
        assert {*vars(record)} - {"_spoken_of"} == {*names}
        assert type(record)(**made_of) == record


class Nasty(hazard.Game):
    """Its words are markup."""

    def start(self):
        return "<b>"

    def turn(self, state):
        return Turn.MAX if state == "<b>" else Turn.OVER

    def actions(self, state):
        return [f"<script>{number}</script>&" for number in range(12)]

    def apply(self, state, move):
        return move

    def value(self, state):
        return float(len(state))


def test_a_notebook_shows_a_table_and_no_markup_of_the_game():
    page = hazard.decide(Nasty())._repr_html_()
    assert page.count("<tr>") == 1 + 8
    assert "… 4 more" in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    solved = hazard.solve(Nasty())._repr_html_()
    assert "Solution of Nasty: 13 states" in solved
    assert "<script>" not in solved
