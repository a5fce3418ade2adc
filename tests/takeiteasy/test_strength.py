"""How strength is measured: the same draws for everyone, and gains judged move by move."""

import pytest

from hazard import Expectimax, _core, play_alone
from hazard.search import Budget
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.evaluators import find_evaluator
from hazard.takeiteasy.strength import play_games

GAME = TakeItEasy()


def test_every_way_to_play_gets_the_same_tiles():
    alone = play_alone(GAME, Expectimax(table=False), Budget(depth=1), games=5, seed=3)
    for number, last in enumerate(alone.last):
        assert sorted(last.tiles) == sorted(_core.take_it_easy_draws(3, number))
    assert play_games(GAME, "greedy", 5, 3).scores == alone.scores


def test_draws_are_different_tiles_and_depend_on_the_seed_and_the_number():
    draws = [tuple(_core.take_it_easy_draws(seed, number)) for seed in range(3) for number in range(20)]
    assert all(len(set(tiles)) == 19 and set(tiles) <= set(range(27)) for tiles in draws)
    assert len(set(draws)) == len(draws)


def test_what_a_search_gains_move_by_move_is_what_it_gains_in_all():
    # Both are estimates of one number: the sum over moves within 2 points in 100 games, the totals within 4.
    found = play_games(GAME, "expectimax(depth=2)", 100, 5, play_outs=40)
    assert found.gain is not None
    gain, error = found.gain
    ahead, of_totals = found.ahead_of(play_games(GAME, "greedy", 100, 5))
    assert error < of_totals
    assert gain == pytest.approx(ahead, abs=4 * (error**2 + of_totals**2) ** 0.5)
    assert gain > 3 * error  # to look one draw ahead helps the plain formula a lot


def test_playing_as_without_look_ahead_gains_nothing():
    assert play_games(GAME, "expectimax(depth=1)", 3, 5, play_outs=5).gain == (0.0, 0.0)


def test_every_game_is_judged_by_play_outs_of_its_own(monkeypatch):
    # Every game begins with one of 27 positions: the same play-outs each time would never average out.
    seeds = []

    def noted(policy, drawn, chosen, other, games, seed):
        seeds.append(seed)
        return 0.0

    monkeypatch.setattr(_core, "take_it_easy_advantage", noted)
    play_games(GAME, "expectimax(depth=2)", 60, 5, play_outs=1)
    assert len(seeds) > 60
    assert len(set(seeds)) == len(seeds)


def test_a_score_without_the_luck_of_its_draws_has_the_same_mean_and_less_spread():
    game = TakeItEasy(evaluator="table")
    found = play_games(game, "expectimax(depth=1)", 200, 5, play_outs=1)
    assert found.without_luck is not None
    mean, error = found.without_luck
    assert error < found.standard_error / 3
    assert mean == pytest.approx(found.mean, abs=4 * found.standard_error)
    greedy = play_games(game, "greedy", 20_000, 6)  # the same play on a hundred times as many draws
    assert mean == pytest.approx(greedy.mean, abs=4 * (error**2 + greedy.standard_error**2) ** 0.5)
    assert sum(found.luck) / 200 == pytest.approx(found.mean - mean)


def test_luck_is_told_only_where_it_was_asked_for():
    assert play_games(GAME, "expectimax(depth=1)", 2, 5).without_luck is None
    assert play_games(GAME, "greedy", 2, 5).without_luck is None


def test_a_placement_is_as_much_better_as_the_other_is_worse():
    formula = find_evaluator("formula")
    state = GAME.parse("924 978 ./964 . . ./174 . . . ./578 . . ./. . . + 963")
    one = _core.take_it_easy_advantage(formula, state, 2, 9, 50, 1)
    assert one == pytest.approx(-_core.take_it_easy_advantage(formula, state, 9, 2, 50, 1))
    assert one > 20  # it completes the column of nines
    assert _core.take_it_easy_advantage(formula, state, 2, 2, 50, 1) == 0


def test_played_for_a_target_values_are_chances_and_a_reached_target_is_certain():
    late = "924 978 963/964 928 973 968/174 168 . . ./578 563 . ./573 . ."  # the first two columns pay 63
    for target, least in ((63, 1.0), (150, 0.0)):
        game = TakeItEasy(target=target, evaluator="formula")
        for state in (game.parse(late), game.parse(late + " + 123")):
            assert least <= game.value(state) <= 1
