"""Explanations are complete, plain where piped, and never fail over somebody's words."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from tests.render.decision_samples import (
    beam_like,
    by_hand,
    odd_decisions,
    odd_words,
    pig,
    tree_search_like,
    worded,
)

from hazard import Option, SettingError, Step, Turn
from hazard.render.explain import bar
from hazard.text import fold, shorten


def test_an_explanation_has_no_escape_codes_when_piped(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in pig().explain()


def test_rich_prints_it_in_colour():
    page = io.StringIO()
    Console(file=page, force_terminal=True, color_system="truecolor", width=100).print(pig())
    assert "\x1b[" in page.getvalue()


def test_a_given_console_is_printed_to_as_well():
    page = io.StringIO()
    text = pig().explain(console=Console(file=page, width=80))
    assert page.getvalue().splitlines()[0].rstrip() == text.splitlines()[0]


@given(odd_decisions(), st.integers(20, 160), st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_no_decision_is_too_odd_to_explain(decision, width, rows):
    text = decision.explain(width=width, options=rows)
    assert "\x1b" not in text
    assert all(line == line.rstrip() and cell_len(line) <= width for line in text.splitlines())


def test_markup_in_words_is_only_words():
    assert "[red]careful[/red]" in worded(tree_search_like(), "[red]careful[/red]").explain()


def test_it_names_action_value_kind_gap_outcomes_line_and_statistics():
    decision = pig()
    text = decision.explain()
    assert text.startswith("roll: ")
    assert "chance to win (estimate)" in text
    assert "Next best: hold" in text
    for outcome in decision.best.outcomes:
        assert outcome.words in text
    assert "roll → face 1 (17 %)" in text
    assert f"{decision.statistics.nodes:,} nodes" in text
    assert "stopped by the depth limit" in text


def test_it_says_plainly_that_min_moves():
    text = pig("80 75 10 min").explain()
    assert "MIN to move" in text
    assert "Values are for MAX, so MIN wants them low." in text
    assert "chance that MAX wins" in text


def test_better_and_worse_are_meant_for_the_mover():
    # For MIN a bust is the worst thing that can happen, and it raises the value.
    bust = next(
        line for line in pig("80 75 10 min").explain().splitlines() if line.strip().startswith("face 1")
    )
    assert "+" in bust
    assert "worse" in bust


@pytest.mark.parametrize(
    ("kind", "said"),
    [("exact", "3 (exact)"), ("lower", "at least 3"), ("upper", "at most 3"), ("estimate", "3 (est")],
)
def test_every_value_says_its_kind(kind, said):
    assert said in by_hand([Option("a", "a", 3.0, kind, 0.0)]).explain()


def test_a_gap_to_a_bound_is_a_bound():
    decision = by_hand([Option("a", "a", 3.0, "exact", 0.0), Option("b", "b", 1.0, "upper", 2.0)])
    assert "Next best: b, at least 2 behind." in decision.explain()
    # For MIN an option that is worth at least so much is at least so far behind.
    decision = by_hand(
        [Option("a", "a", 1.0, "exact", 0.0), Option("b", "b", 3.0, "lower", 2.0)], turn=Turn.MIN
    )
    assert "Next best: b, at least 2 behind." in decision.explain()


def test_tree_search_shows_standard_errors_and_shares_of_visits():
    text = " ".join(tree_search_like().explain().split())
    assert "± 0.25" in text
    assert "75 %" in text
    assert "1,000 simulations" in text
    # The errors are 0.25 and 0.5, so a gap of 0.25 says nothing.
    assert "too close to call" in text


def test_outcomes_that_were_never_tried_are_owned_up_to():
    # The outcomes of the sample add up to 0.75.
    assert any(
        "not searched" in line and "25 %" in line for line in tree_search_like().explain().splitlines()
    )


def test_a_beam_is_a_numbered_plan():
    lines = [line.strip() for line in beam_like().explain().splitlines()]
    start = lines.index("Plan")
    assert lines[start + 1 : start + 4] == ["1. strike", "2. a critical hit (5.0 %)", "3. end the turn"]


def test_options_beyond_the_limit_are_counted():
    options = [Option(i, f"move {i}", float(-i), "exact", float(i)) for i in range(20)]
    text = by_hand(options).explain(options=5)
    assert "move 4" in text
    assert "move 5" not in text
    assert "… 15 more" in text


def test_the_decimals_tell_close_options_apart():
    options = [Option("a", "a", 0.5002, "exact", 0.0), Option("b", "b", 0.5001, "exact", 0.0001)]
    text = by_hand(options).explain()
    assert "0.5002" in text
    assert "0.5001" in text


def test_a_long_line_is_shortened():
    line = [Step(Turn.MAX, i, f"m{i}") for i in range(40)]
    assert "… 28 more" in by_hand([Option(0, "m0", 1.0, "exact", 0.0)], line).explain()


@pytest.mark.parametrize("wrong", [{"width": 3}, {"options": 0}, {"width": "wide"}])
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(SettingError, match="expected a whole number"):
        pig().explain(**wrong)


def test_only_bounds_of_zero_and_one_read_as_a_chance():
    decision = pig()
    assert "%" in decision.explain().splitlines()[0]
    assert "%" not in tree_search_like().explain().splitlines()[0]
    assert replace(decision, game=tree_search_like().game).explain().startswith("roll: worth 0.")


@given(odd_words, st.integers(2, 60))
def test_shortened_words_fit_and_stand_on_one_line(words, cells):
    short = shorten(words, cells)
    assert cell_len(short) <= max(cells, cell_len("(blank)"))
    assert short.splitlines() == [short]
    assert fold(fold(words)) == fold(words)


@given(st.floats(), st.integers(1, 40))
def test_a_bar_stays_within_its_width(fraction, width):
    assert len(bar(fraction, width)) <= width
