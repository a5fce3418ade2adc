"""The JSON document holds all of a decision, in valid JSON, and reads back the same."""

from __future__ import annotations

import enum
import json

import numpy as np
import pytest
from hypothesis import given, settings
from tests.render.decision_samples import beam_like, by_hand, odd_decisions, odd_moves, pig, tree_search_like

import hazard
from hazard import Option
from hazard.render import DecisionDocument, document
from hazard.render.document import plain


def refuse(constant):
    raise AssertionError(f"{constant} is not JSON")


@pytest.mark.parametrize(
    "decide", [lambda: pig(trace=200), lambda: pig("40 35 12 min"), tree_search_like, beam_like]
)
def test_the_document_round_trips(decide):
    decision = decide()
    found = document(decision)
    assert DecisionDocument.model_validate_json(decision.to_json()) == found
    assert DecisionDocument.model_validate(decision.to_dict()) == found


@given(odd_decisions())
@settings(max_examples=60, deadline=None)
def test_any_decision_becomes_valid_json_and_back(decision):
    text = decision.to_json()
    assert json.loads(text, parse_constant=refuse) == decision.to_dict()
    assert DecisionDocument.model_validate_json(text) == document(decision)


def test_numbers_that_json_lacks_are_null():
    decision = by_hand([Option("a", "a", float("inf"), "lower", float("nan"))])
    assert decision.to_dict()["value"] is None
    assert decision.to_dict()["options"][0]["gap"] is None


def test_a_state_is_the_games_text_or_its_repr():
    assert pig("40 35 12").to_dict()["state"] == "40 35 12 max"
    assert tree_search_like().to_dict()["state"] == "('chest', 3)"


def test_it_says_which_search_with_which_settings():
    search = pig(star2=False).to_dict()["search"]
    assert search["name"] == "Expectimax"
    assert search["settings"]["star2"] is False
    evaluator = by_hand([Option("a", "a", 0.0, "exact", 0.0)], search=hazard.Expectimax(evaluator=refuse))
    assert evaluator.to_dict()["search"]["settings"]["evaluator"].endswith(".refuse")


def test_every_field_is_described():
    schema = DecisionDocument.model_json_schema()
    models = [part for part in [schema, *schema["$defs"].values()] if "properties" in part]
    assert len(models) == 9
    for part in models:
        assert part["description"]
        for name, field in part["properties"].items():
            assert field.get("description"), f"{part['title']}.{name}"


def test_the_version_is_fixed():
    data = pig().to_dict()
    assert data["version"] == "hazard-decision/2"
    with pytest.raises(ValueError, match="hazard-decision/2"):
        DecisionDocument.model_validate({**data, "version": "hazard-decision/1"})


class Suit(enum.IntEnum):
    HEARTS = 1


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (np.int64(3), 3),
        (np.array([[1, 2]]), [[1, 2]]),
        (Suit.HEARTS, "HEARTS"),
        ({"b": {2, 1}, 3: None}, {"b": [1, 2], "3": None}),
        (b"x", "b'x'"),
        (True, True),
        (10**40, 10**40),
    ],
)
def test_moves_become_what_a_reader_expects(thing, expected):
    assert plain(thing) == expected


@given(odd_moves)
def test_any_move_is_json(move):
    found = plain(move)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
