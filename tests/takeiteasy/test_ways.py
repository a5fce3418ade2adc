"""Ways to play by name, and how much each may look at."""

import pytest

from hazard import GameError, Searcher
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.strength import play_games
from hazard.takeiteasy.ways import depth_within, find_player


def test_the_depth_is_what_the_number_of_boards_allows():
    for hexes in range(1, 20):
        for boards in (1, 1_000, 100_000):
            depth = depth_within(hexes, boards)
            assert min(2, hexes) <= depth <= hexes
            assert depth <= depth_within(hexes, 10 * boards)
    # The last four: 4 hexes, 11 tiles, 3 hexes, 10 tiles, 2 hexes, 9 tiles.
    assert depth_within(4, 4 * 11 * 3 * 10 * 2 * 9) == 4
    assert depth_within(4, 4 * 11 * 3 * 10 * 2 * 9 - 1) == 3


def test_the_strongest_search_lets_close_placements_play_it_off():
    game = TakeItEasy(evaluator="table")
    state = game.parse("924 . ./964 . . ./174 . . . ./578 . . ./573 . . + 163")
    search, budget_of = find_player("strongest")
    found = Searcher(game, search).decide(state, budget_of(state))
    played = [option for option in found.options if option.standard_error]
    assert found.best in played
    assert 2 <= len(played) < len(found.options)
    assert all(option.standard_error < 1 for option in played)


def test_the_strongest_search_scores_more_than_none():
    # By games without the luck of their draws, each is right to about 0.8 points; the table alone is 165.4.
    game = TakeItEasy(evaluator="table")
    found = play_games(game, "strongest(boards=4000)", 40, 5, play_outs=1)
    mean, error = found.without_luck
    assert mean > 165.4 - 2 * error
    assert error < 1.5


def test_played_for_a_target_the_strongest_search_counts_in_chances():
    search, _ = find_player("strongest", target=150)
    assert search.close == pytest.approx(0.03)
    game = TakeItEasy(target=150, evaluator="table")
    state = game.parse("924 978 963/964 928 973 968/174 168 . . ./578 563 . ./573 . . + 163")
    found = Searcher(game, search).decide(state, find_player("strongest", 150)[1](state))
    assert 0 <= found.value <= 1


@pytest.mark.parametrize(
    "how",
    [
        "expectimax",
        "lookahead(depth=2)",
        "lookahead(boards=0)",
        "strongest(nodes=5)",
        "strongest(boards=0)",
        "greedy(1)",
        "expectimax(boards=100)",
        "treesearch(boards=100, nodes=5)",
        "treesearch(boards=True)",
    ],
)
def test_a_way_to_play_that_cannot_be_read_is_refused(how):
    with pytest.raises((GameError, ValueError), match=r"expected|no"):
        find_player(how)
