"""Asking the wrong thing: a wrong game, state, search, budget or setting is named, with what is expected."""

from __future__ import annotations

import contextlib
import math

import pytest
from tests.search.broken_games import Toss, named, refusal

import hazard
from hazard import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    GameError,
    Minimax,
    Searcher,
    SettingError,
    TreeSearch,
    decide,
    solve,
)
from hazard.games import Pig, TicTacToe
from hazard.players import RandomPlayer


@pytest.mark.parametrize("search", [Minimax(), AlphaBeta()], ids=named)
def test_minimax_and_alpha_beta_refuse_chance_and_name_the_state(search):
    message = refusal(Toss(), search)
    assert "Expectimax" in message
    assert "tossed" in message
    with pytest.raises(GameError, match="rolling"):
        decide(Pig(), None, search, Budget(depth=2))


def test_there_is_nothing_to_decide_when_it_is_over_or_chances_turn():
    with pytest.raises(GameError, match=r"'heads'.*over"):
        decide(Toss(), "heads")
    with pytest.raises(GameError, match=r"'tossed'.*chance"):
        decide(Toss(), "tossed")
    with pytest.raises(GameError, match=r"0 0 0 max rolling.*chance"):
        decide(Pig(), Pig().parse("0 0 0 max rolling"))


@pytest.mark.parametrize("state", [TicTacToe().start(), "0 0 0", 5, (0, 0)])
def test_a_state_of_another_game_is_refused(state):
    for act in (decide, solve, lambda game, s: solve(Pig(target=5)).value(s)):
        with pytest.raises(GameError, match="state of this game"):
            act(Pig(target=5), state)


@pytest.mark.parametrize("game", [None, "pig", 5, object(), Pig, Toss])
def test_what_is_no_game_is_refused(game):
    for act in (decide, solve, Searcher):
        with pytest.raises(GameError, match=r"hazard\.Game"):
            act(game)


@pytest.mark.parametrize("search", ["expectimax", 5, Expectimax, object()])
def test_what_is_no_search_is_refused(search):
    with pytest.raises(SettingError, match="search"):
        decide(Toss(), None, search)


@pytest.mark.parametrize("game", [Pig, Toss])
def test_a_class_in_place_of_a_game_says_how_to_make_one(game):
    for act in (decide, solve, Searcher, lambda game: hazard.play(game, [RandomPlayer()])):
        with pytest.raises(GameError, match=rf"found the class {game.__name__}; write {game.__name__}\(\)"):
            act(game)


@pytest.mark.parametrize("game", [Pig(), Toss()])
@pytest.mark.parametrize("misplaced", [Expectimax(), TreeSearch(seed=3), Budget(depth=2)])
def test_a_search_or_a_budget_in_place_of_the_state_says_where_it_goes(game, misplaced):
    right = "a budget goes last" if isinstance(misplaced, Budget) else "a search goes after the state"
    with pytest.raises(GameError, match=rf"expected a state .* {right}"):
        decide(game, misplaced)


def test_a_budget_and_a_search_that_changed_places_say_where_they_go():
    with pytest.raises(SettingError, match=r"expected a search .* a budget goes last"):
        decide(Toss(), None, Budget(depth=2))
    with pytest.raises(SettingError, match=r"expected a Budget .* a search goes after the state"):
        decide(Toss(), None, None, Expectimax())
    with pytest.raises(SettingError, match=r"write Expectimax\(\)"):
        decide(Toss(), None, Expectimax)
    with pytest.raises(SettingError, match=r"write Budget\(\)"):
        decide(Toss(), None, None, Budget)


@pytest.mark.parametrize("game", [Pig(), TicTacToe(), Toss()])
@pytest.mark.parametrize("budget", [Budget(), Budget(depth=4)])
def test_a_tree_search_that_nothing_would_end_is_refused(game, budget):
    with pytest.raises(SettingError, match=r"TreeSearch goes on until .* expected seconds or nodes"):
        decide(game, None, TreeSearch(), budget)


@pytest.mark.parametrize("budget", [1, 0.5, "1s", {"seconds": 1}, Budget])
def test_what_is_no_budget_is_refused(budget):
    with pytest.raises(SettingError, match=r"[Bb]udget"):
        decide(Toss(), None, None, budget)


NOT_A_COUNT = (0, -1, 1.5, "3", True, math.nan)


@pytest.mark.parametrize("found", NOT_A_COUNT)
@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_a_budget_of_no_whole_number_is_refused(name, found):
    with pytest.raises(SettingError, match=name):
        Budget(**{name: found})


@pytest.mark.parametrize("found", [0, -1, "3", True, math.nan, math.inf, [1]])
def test_a_budget_of_no_seconds_is_refused(found):
    with pytest.raises(SettingError, match="seconds"):
        Budget(seconds=found)


@pytest.mark.parametrize("huge", [2**31, 2**40, 2**64, 10**30])
def test_a_huge_limit_is_as_good_as_none_or_refused_by_name(huge):
    for make in (
        lambda: decide(TicTacToe(), None, None, Budget(nodes=huge)),
        lambda: decide(TicTacToe(), None, None, Budget(depth=huge)),
        lambda: decide(Pig(), None, Expectimax(buckets=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(top=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(samples=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, Expectimax(quiet_depth=huge), Budget(depth=1)),
        lambda: decide(Pig(), None, TreeSearch(rollout_depth=huge), Budget(nodes=5)),
        lambda: decide(Pig(), None, Beam(width=huge), Budget(depth=1)),
    ):
        with contextlib.suppress(SettingError):
            assert make().options


def wrong_values(field):
    return {
        "bool": [1, 0, None, "yes"],
        "int": [-1, 1.5, "3", True, None],
        "float": [-0.1, math.nan, math.inf, "3", True, None],
        "Evaluator | None": [5, "value"],
    }.get(field.type, ["nonsense", None, 3.5, -1, True, [], [1.5], [-1], [None]])


@pytest.mark.parametrize("kind", [Expectimax, AlphaBeta, Minimax, Beam, TreeSearch])
def test_every_setting_refuses_what_it_cannot_be_and_says_its_name(kind):
    for field in kind.__dataclass_fields__.values():
        for wrong in wrong_values(field):
            with pytest.raises(SettingError, match=f"{kind.__name__}.{field.name}"):
                kind(**{field.name: wrong})


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (Expectimax, {"table_mb": 0}),
        (AlphaBeta, {"table_mb": 0}),
        (Expectimax, {"min_reach": 1.5}),
        (TreeSearch, {"threads": 0}),
        (TreeSearch, {"batch": 0}),
        (TreeSearch, {"max_nodes": 3}),
        (TreeSearch, {"select": "UCT"}),
        (Beam, {"width": 0}),
        (Beam, {"width": []}),
        (Beam, {"width": (4, 0)}),
    ],
)
def test_settings_out_of_range_are_refused(kind, wrong):
    with pytest.raises(SettingError, match=f"{kind.__name__}.{next(iter(wrong))}"):
        kind(**wrong)


@pytest.mark.parametrize("tolerance", [0, -1, math.nan, math.inf, "x", None])
def test_solve_refuses_a_tolerance_that_is_none(tolerance):
    with pytest.raises(SettingError, match="tolerance"):
        solve(Pig(target=5), tolerance=tolerance)


@pytest.mark.parametrize("max_states", [0, -1, 2**40, 1.5, "x"])
def test_solve_refuses_a_number_of_states_that_is_none(max_states):
    with pytest.raises(SettingError, match="max_states"):
        solve(Pig(target=5), max_states=max_states)


def test_hazard_exports_the_errors():
    assert issubclass(hazard.GameError, ValueError)
    assert issubclass(hazard.SettingError, ValueError)
