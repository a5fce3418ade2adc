"""Whole games of one player, played in the core."""

import pytest

import hazard
from hazard import Budget, Expectimax, GameError, SettingError, TreeSearch, Turn, play_alone
from hazard.games import Pig, TicTacToe, Twenty48

SMALL = Twenty48(rows=2, columns=2)


def test_games_end_and_are_counted():
    result = play_alone(SMALL, budget=Budget(depth=2), games=20, seed=3)
    assert (result.game, len(result.scores), len(result.last)) == ("Twenty48", 20, 20)
    assert all(SMALL.turn(state) is Turn.OVER for state in result.last)
    assert result.decisions >= 20
    assert result.nodes > result.decisions
    low, high = result.interval
    assert low < result.mean < high


def test_the_same_seed_plays_the_same_games():
    first, again, other = (play_alone(SMALL, games=10, seed=seed) for seed in (1, 1, 2))
    assert first.scores == again.scores
    assert first.scores != other.scores
    assert play_alone(SMALL, games=4, seed=1).scores == first.scores[:4]


def test_deep_search_of_a_small_board_scores_what_best_play_does():
    # Twelve decisions ahead are nearly the whole game: the mean is the exact value within its error.
    result = play_alone(SMALL, Expectimax(deepen=False), Budget(depth=12), games=2000, seed=5)
    assert result.mean == pytest.approx(66.964149457, abs=4 * result.standard_error)


def test_one_objective_may_be_searched_and_another_scored():
    survival = Twenty48(rows=2, columns=3, objective="survival")
    assert set(play_alone(survival, games=5).scores) == {0.0}
    assert play_alone(survival, games=5, scored_by=Twenty48(rows=2, columns=3)).mean > 50


def test_a_game_may_begin_anywhere_and_any_game_of_one_player_will_do():
    state = SMALL.parse("2 4/8 16")
    assert play_alone(SMALL, games=2, state=state).scores == (0.0, 0.0)
    assert play_alone(Pig(target=20, players=1), games=50).mean < -2


def test_progress_is_told_after_each_game():
    seen = []
    play_alone(SMALL, games=3, progress=lambda *report: seen.append(report))
    assert seen == [("games", 1, 3), ("games", 2, 3), ("games", 3, 3)]


def test_one_game_has_no_interval():
    result = play_alone(SMALL, games=1)
    assert (result.standard_error, result.interval) == (None, None)


@pytest.mark.parametrize(
    ("game", "more", "complaint"),
    [
        (TicTacToe(), {}, "MIN is to move"),
        (SMALL, {"scored_by": TicTacToe()}, "compiled games of one kind"),
        (SMALL, {"search": TreeSearch()}, "expected an Expectimax search"),
        (SMALL, {"games": 0}, "games is 0"),
        (SMALL, {"seed": -1}, "seed is -1"),
        (SMALL, {"state": "2 4"}, "expected a state of this game"),
    ],
)
def test_what_cannot_be_played_is_refused(game, more, complaint):
    with pytest.raises((GameError, SettingError), match=complaint):
        play_alone(game, **{"games": 1, **more})


def test_a_game_in_python_is_refused():
    class Nothing(hazard.Game):
        def start(self):
            return 0

        def turn(self, state):
            return Turn.OVER

        def apply(self, state, move):
            return 0

        def value(self, state):
            return 0.0

    with pytest.raises(GameError, match="expected compiled games"):
        play_alone(Nothing())
