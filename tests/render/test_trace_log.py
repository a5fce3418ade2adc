"""The log of a search reads in the order of the visits, with windows and cuts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.render.decision_samples import by_hand, odd_decisions, pig

from hazard import Option, SettingError, Turn
from hazard.decision import TraceNode

OPTION = Option("a", "a", 0.5, "estimate", 0.0)


def node(index, parent, words, turn, depth, window, value, kind="estimate", cut="", probability=1.0, **more):
    return TraceNode(index, parent, words, words, turn, probability, depth, *window, value, kind, cut, **more)


def test_a_cut_says_by_what_to_what_bound_in_which_window():
    trace = [
        node(0, -1, "", Turn.MAX, 2, (0.0, 1.0), 0.5),
        node(1, 0, "roll", Turn.CHANCE, 1, (0.5, 1.0), 0.43, "upper", "star1"),
        node(2, 1, "face 4", Turn.MIN, 1, (-1.0, 2.0), 0.25, "exact", "over", 1 / 6),
    ]
    assert by_hand([OPTION], trace=trace).trace_text().splitlines() == [
        "MAX depth 2 [0, 1] → 0.5",
        "  CHANCE depth 1 [0.5, 1] roll → cut by star1: at most 0.43, window was [0.5, 1]",
        "    MIN depth 1 [-1, 2] face 4 (17 %) → 0.25 (over)",
    ]


def test_every_logged_node_is_one_line():
    decision = pig(trace=100)
    assert len(decision.trace_text(1000).splitlines()) == len(decision.trace)


def test_what_is_beyond_the_limit_is_counted():
    lines = pig(trace=50).trace_text(limit=10).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "… 40 more"


def test_a_step_that_pays_says_how_much():
    trace = [
        node(0, -1, "", Turn.MAX, 1, (0.0, 9.0), 5.0),
        node(1, 0, "take", Turn.OVER, 0, (-2.0, 7.0), 3.0, "exact", "over", reward=2.0),
    ]
    assert by_hand([OPTION], trace=trace).trace_text().splitlines()[1] == (
        "  OVER depth 0 [-2, 7] take pays 2 → 3 (over)"
    )


def test_a_probe_is_what_is_marked_as_one():
    # Certain and right below chance: without the mark it would pass for the only outcome there is.
    trace = [
        node(0, -1, "", Turn.MAX, 2, (0.0, 1.0), 0.5),
        node(1, 0, "roll", Turn.CHANCE, 1, (0.0, 1.0), 0.5),
        node(2, 1, "roll", Turn.CHANCE, 0, (0.0, 1.0), 0.5, cut="horizon", probe=True),
        node(3, 1, "six", Turn.MAX, 1, (0.0, 1.0), 0.5, cut="table"),
    ]
    assert [
        line.split(" → ")[0] for line in by_hand([OPTION], trace=trace).trace_text().splitlines()[2:]
    ] == [
        "    CHANCE depth 0 [0, 1] probing roll",
        "    MAX depth 1 [0, 1] six (100 %)",
    ]


def test_star2_probes_are_told_from_outcomes():
    assert "probing roll" in pig(trace=100, star2=True).trace_text()
    assert "probing" not in pig(trace=100, star2=False).trace_text()


def test_without_a_trace_it_says_how_to_get_one():
    assert "Expectimax(trace=" in pig().trace_text()


def test_a_limit_of_nothing_is_refused():
    with pytest.raises(SettingError, match="limit"):
        pig().trace_text(limit=0)


@given(odd_decisions())
@settings(max_examples=60, deadline=None)
def test_no_trace_is_too_odd_to_log(decision):
    assert len(decision.trace_text().splitlines()) == max(1, len(decision.trace))
