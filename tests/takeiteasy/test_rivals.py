"""Against others on the same tiles: placements by their chance to end ahead."""

import pytest

from hazard import GameError, _core
from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.board import TILE_NAMES, hex_number
from hazard.takeiteasy.game import Draw, Placement
from hazard.takeiteasy.rivals import chances_to_win

GAME = TakeItEasy(evaluator="table")


def boards(number: int, placed: int, in_order: bool = True):
    """A board after some tiles, placed by the table, with the next in the hand; and a rival's.

    The rival has put the same tiles on the hexes in their order, or where the plain formula would.
    """
    draws = _core.take_it_easy_draws(91, number)
    mine, theirs = GAME.start(), GAME.start()
    for spot, tile in enumerate(draws[:placed]):
        drawn = GAME.apply(mine, Draw(tile))
        mine = GAME.apply(drawn, Placement(_core.take_it_easy_best_hex(GAME.evaluator, drawn)))
        drawn = GAME.apply(theirs, Draw(tile))
        plain = _core.take_it_easy_best_hex(_core.TakeItEasyFormula(), drawn)
        theirs = GAME.apply(drawn, Placement(spot if in_order else plain))
    return GAME.apply(mine, Draw(draws[placed])), theirs


@pytest.mark.parametrize("number", range(8))
def test_against_a_board_that_is_full_but_for_the_last_tile_chances_are_certain(number):
    # Nothing is left to chance: everybody has one hex for the tile in the hand.
    mine, theirs = boards(number, 18)
    last = Draw(mine.hand)
    here = GAME.apply(mine, GAME.actions(mine)[0]).score
    drawn = GAME.apply(theirs, last)
    there = GAME.apply(drawn, GAME.actions(drawn)[0]).score
    (found,) = chances_to_win(GAME, mine, [theirs], play_outs=3)
    assert found.chance == (1.0 if here > there else 0.5 if here == there else 0.0)
    assert found.error == 0


def test_two_equal_boards_that_play_alike_tie():
    # The rival places the tile in the hand as the table does, and goes on as I do: the best hex ties always.
    drawn, _ = boards(3, 9)
    mine = GAME.parse(GAME.text(drawn).partition(" + ")[0])
    best = _core.take_it_easy_best_hex(GAME.evaluator, drawn)
    found = {hex_number(one.hex): one.chance for one in chances_to_win(GAME, drawn, [mine], play_outs=40)}
    assert found[best] == pytest.approx(0.5)
    both = {
        hex_number(one.hex): one.chance for one in chances_to_win(GAME, drawn, [mine, mine], play_outs=40)
    }
    assert both[best] == pytest.approx(1 / 3)


def test_a_far_better_board_wins_and_every_rival_more_makes_it_harder():
    mine, theirs = boards(5, 12)
    alone = chances_to_win(GAME, mine, [theirs], play_outs=100)[0]
    assert alone.chance > 0.9  # its tiles lie in the order of the hexes
    weaker = {one.hex: one.chance for one in chances_to_win(GAME, mine, [theirs], play_outs=100)}
    several = {one.hex: one.chance for one in chances_to_win(GAME, mine, [theirs, theirs], play_outs=100)}
    assert all(several[name] <= chance for name, chance in weaker.items())


def test_with_two_tiles_to_come_the_chance_is_the_share_of_draws_that_win():
    # The tile in the hand and one more: every tile that may follow, enumerated.
    open_ones = 0
    for number in range(40):
        mine, theirs = boards(number, 17, in_order=False)
        found = chances_to_win(GAME, mine, [theirs])
        drawn = GAME.apply(theirs, Draw(mine.hand))
        theirs = GAME.apply(drawn, Placement(_core.take_it_easy_best_hex(GAME.evaluator, drawn)))
        for one in found:
            after, exact = GAME.apply(mine, Placement(hex_number(one.hex))), 0.0
            for tile, share in GAME.outcomes(after):
                last = (GAME.apply(after, tile), GAME.apply(theirs, tile))
                here, there = (GAME.apply(drawn, GAME.actions(drawn)[0]).score for drawn in last)
                exact += share * (1.0 if here > there else 0.5 if here == there else 0.0)
            assert one.chance == pytest.approx(exact, abs=1e-9)
            assert one.error == 0
            open_ones += 0.1 < exact < 0.9
    assert open_ones > 0


def test_what_is_no_game_on_the_same_tiles_is_refused():
    mine, theirs = boards(2, 6)
    undrawn = next(tile for tile in range(27) if tile not in {*mine.tiles, mine.hand})
    strange = GAME.parse(f"{TILE_NAMES[undrawn]} . ./. . . ./. . . . ./. . . ./. . .")
    with pytest.raises(GameError, match=r"rival 2 has .* which you have not drawn"):
        chances_to_win(GAME, mine, [theirs, strange])
    with pytest.raises(GameError, match="rival 1 has a tile in the hand"):
        chances_to_win(GAME, mine, [mine])
    with pytest.raises(GameError, match="there is no rival"):
        chances_to_win(GAME, mine, [])
    with pytest.raises(GameError, match="no tile was drawn"):
        chances_to_win(GAME, theirs, [theirs])
