"""Areas of effect and their aims against plain definitions, measured squares and pictures."""

import random
from itertools import product

import numpy as np
import pytest
from tests.fivee.rules import plain_grid as plain
from tests.fivee.rules.plain_grid import random_cells, spaces_free_of_walls

from hazard._core import BattleMap

SHAPES = ["sphere", "cube", "cone", "line", "emanation", "cylinder"]


def compiled(drawing):
    return BattleMap(*drawing.arguments())


def random_aim(dice, drawing, shape, maker):
    x, y, side = maker
    if shape in ("cone", "line"):
        rim = [
            (2 * x + i, 2 * y + j)
            for i, j in product(range(2 * side + 1), repeat=2)
            if (i in (0, 2 * side) or j in (0, 2 * side)) and (shape == "line" or (i % 2, j % 2) == (0, 0))
        ]
        return (*dice.choice(rim), dice.randint(-4, 4), dice.randint(-4, 4))
    return (*(2 * c for c in random_cells(dice, drawing, 1)[0]), dice.randint(-3, 9), dice.randint(-3, 9))


@pytest.mark.parametrize("shape", SHAPES)
def test_an_area_is_its_shape_in_view_of_its_origin(shape):
    dice = random.Random(shape)
    for _ in range(40):
        drawing = plain.random_drawing(dice, 8, dice.uniform(0, 0.35))
        (maker,) = spaces_free_of_walls(dice, drawing, 1)
        aim, size, width = (
            random_aim(dice, drawing, shape, maker),
            5 * dice.randint(1, 6),
            dice.choice([5, 10]),
        )
        found = compiled(drawing).area_cells(shape, size, maker, aim, width)
        assert set(found) == plain.area_cells(drawing, shape, size, maker, aim, width), (
            drawing.arguments(),
            aim,
        )


@pytest.mark.parametrize("feet", range(5, 65, 5))
def test_a_square_is_in_a_sphere_if_at_least_half_of_it_is(feet):
    # The rule by measuring: each square cut into 40,000 parts, a quarter of the circle.
    found = set(BattleMap(64, 64).area_cells("sphere", feet, (0, 0, 1), (64, 64, 0, 0)))
    parts = (np.arange(200) + 0.5) / 200
    for x, y in product(range(14), repeat=2):
        inside = ((x + parts[:, None]) ** 2 + (y + parts) ** 2 <= (feet / 5) ** 2).mean()
        if abs(inside - 0.5) > 0.02:  # nearer than that, measuring is no judge
            assert ((32 + x, 32 + y) in found) == (inside > 0.5), (x, y, inside)


def shown(cells, width, height, maker):
    rows = [["*" if (x, y) in cells else "." for x in range(width)] for y in range(height)]
    rows[maker[1]][maker[0]] = "M"
    return ["".join(row) for row in rows]


@pytest.mark.parametrize(
    ("shape", "size", "aim", "picture"),
    [
        # Level from M's upper right corner: at 5 feet each square is a quarter inside, then two, and two.
        ("cone", 15, (2, 4, 1, 0), [".......", "..**...", "M.**...", ".......", "......."]),
        # Slanting from there: the middle of the farthest square is 2.83 squares away, and 0.71 aside.
        ("cone", 15, (2, 4, 1, -1), [".***...", ".**....", "M......", ".......", "......."]),
        ("line", 25, (2, 5, 1, 0), [".......", ".......", "M*****.", ".......", "......."]),
        ("line", 25, (2, 4, 1, -1), ["..*....", ".*.....", "M......", ".......", "......."]),
        ("cube", 15, (2, 5, 1, 1), [".......", ".***...", "M***...", ".***...", "......."]),
        ("sphere", 10, (8, 4, 0, 0), ["...**..", "..****.", "M.****.", "...**..", "......."]),
        ("emanation", 5, (0, 0, 0, 0), [".......", "**.....", "M*.....", "**.....", "......."]),
    ],
)
def test_areas_in_pictures(shape, size, aim, picture):
    board = BattleMap(7, 5)
    assert shown(board.area_cells(shape, size, (0, 2, 1), aim), 7, 5, (0, 2)) == picture


def can_reach(drawing, maker, corner, range_feet):
    """Whether the maker can put a point of origin there: near enough, and a line to it."""
    x, y, side = maker
    apart = max(x - corner[0], corner[0] - x - side, y - corner[1], corner[1] - y - side, 0)
    wall = plain.wall_of(drawing)
    return (
        5 * apart <= range_feet
        and not plain.pinched(corner, wall)
        and any(
            plain.clear_of_walls(own, corner, wall, square, None)
            for square in plain.squares(maker)
            for own in plain.corners(square)
        )
    )


def test_the_aims_of_a_sphere_are_all_that_there_are():
    dice = random.Random(7)
    for _ in range(25):
        drawing = plain.random_drawing(dice, 8, dice.uniform(0, 0.25))
        (maker, *creatures) = spaces_free_of_walls(dice, drawing, dice.randint(2, 7))
        size, reach = 5 * dice.randint(1, 4), 5 * dice.randint(0, 6)
        board = compiled(drawing)
        found = board.area_options("sphere", size, 5, reach, maker, creatures, [], False)
        possible = set()
        for corner in product(range(drawing.width + 1), range(drawing.height + 1)):
            cells = set(board.area_cells("sphere", size, maker, (2 * corner[0], 2 * corner[1], 0, 0)))
            hit = tuple(i for i, c in enumerate(creatures) if cells & set(plain.squares(c)))
            if hit and hit not in possible and can_reach(drawing, maker, corner, reach):
                possible.add(hit)
        assert {tuple(hit) for _, hit in found} == possible


@pytest.mark.parametrize("shape", SHAPES)
def test_an_option_catches_whom_it_says_and_pruning_keeps_the_best(shape):
    dice = random.Random(shape)
    for _ in range(40):
        drawing = plain.random_drawing(dice, 12, dice.uniform(0, 0.2))
        (maker, *creatures) = spaces_free_of_walls(dice, drawing, dice.randint(2, 10))
        foes = [i for i in range(len(creatures)) if dice.random() < 0.6]
        question = (shape, 5 * dice.randint(1, 8), 5, dice.choice([0, 30]), maker, creatures, foes)
        board = compiled(drawing)
        every, best = board.area_options(*question, False), board.area_options(*question, True)
        for aim, hit in every:
            cells = set(board.area_cells(shape, question[1], maker, aim))
            assert hit == [i for i, c in enumerate(creatures) if cells & set(plain.squares(c))]

        def split(hit, foes=foes):
            return frozenset(hit) & set(foes), frozenset(hit) - set(foes)

        sets = {split(hit) for _, hit in every}
        assert len(sets) == len(every)
        unbeaten = {
            (f, a) for f, a in sets if f and not any((g, b) != (f, a) and g >= f and b <= a for g, b in sets)
        }
        assert {split(hit) for _, hit in best} == unbeaten
        assert len(best) == len(unbeaten)


def test_a_burst_is_aimed_to_spare_a_friend():
    # e.e.      both foes (0, 1) can be caught in a sphere of 10 feet without the friend (2)
    # ....f
    board = BattleMap(12, 6)
    found = board.area_options("sphere", 10, 5, 60, (11, 5, 1), [(4, 2, 1), (6, 2, 1), (8, 3, 1)], [0, 1])
    assert [hit for _, hit in found] == [[0, 1]]
