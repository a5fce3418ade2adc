"""The score sheet agrees with the rules."""

from __future__ import annotations

import random

from hazard.takeiteasy import TakeItEasy
from hazard.takeiteasy.board import HEX_NAMES, HEXES, NO_TILE, TILES, hex_number, write_board
from hazard.takeiteasy.game import Placement
from hazard.takeiteasy.score_sheet import LINES, line_points


def test_there_are_fifteen_lines_of_three_to_five_and_every_hex_is_on_three() -> None:
    assert [len(line.hexes) for line in LINES] == [3, 4, 5, 4, 3] * 3
    for number in range(HEXES):
        assert [line.direction for line in LINES if number in line.hexes] == [0, 1, 2]


def test_the_lines_pay_what_the_rules_pay() -> None:
    rules = TakeItEasy(evaluator="formula")
    dice = random.Random(5)
    for _ in range(200):
        # Tiles sorted by a number make whole lines likely.
        tiles = dice.sample(range(TILES), HEXES)
        tiles.sort(key=lambda tile: (tile // 3, tile) if dice.random() < 0.5 else (tile % 9, tile))
        laid, score = [NO_TILE] * HEXES, 0.0
        for tile, name in zip(tiles, HEX_NAMES, strict=True):
            score += rules.reward(rules.parse(write_board(laid, tile)), Placement(hex_number(name)))
            laid[hex_number(name)] = tile
            paid = [line_points(laid, line) for line in LINES]
            assert sum(points or 0 for points in paid) == score
        assert None not in paid
