"""The compiled battle map against plain definitions in exact fractions, and against pictures."""

import random
from itertools import pairwise, product

import pytest
from tests.fivee.rules import plain_grid as plain
from tests.fivee.rules.plain_grid import (
    HALF,
    NONE,
    THREE_QUARTERS,
    TOTAL,
    Drawn,
    random_cells,
    random_space,
    spaces_free_of_walls,
)

from hazard._core import BattleMap


def compiled(drawing, **how):
    return BattleMap(*drawing.arguments(), **how)


# --- distance, cover, sight ---------------------------------------------------------------------------------


def test_a_distance_is_that_of_the_nearest_squares_and_a_diagonal_counts_five():
    dice = random.Random(1)
    board = BattleMap(20, 20)
    for _ in range(300):
        one, other = (random_space(dice, board, 4) for _ in range(2))
        assert board.distance_feet(one, other) == plain.distance_feet(one, other)
    assert board.distance_feet((0, 0, 1), (1, 1, 1)) == 5


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("A..T", NONE),
        ("A.cT", HALF),  # a creature in the way
        ("A.#T", TOTAL),
        # The corner above A sees T's upper corners along the pillar's top; the lower ones are hidden.
        ("....\nA.#T\n....", HALF),
        # (1,0)-(5,2) grazes the pillar, (0,1)-(4,3) passes below it; each corner of A has one line at most.
        ("A....\n..#..\n....T", THREE_QUARTERS),
        # A corridor is seen along, though both its walls are grazed; around a corner nothing is seen.
        ("#####\nA...T\n#####", NONE),
        ("A...#\n###.#\n###.#\n###.T", TOTAL),
        # Walls that meet diagonally leave no gap, one wall alone does.
        ("#T\nA#", TOTAL),
        ("#.T\n.#.\nA.#", TOTAL),
        (".T\nA#", NONE),
        # T's lower left corner is such a meeting point; from T's own side it is in view.
        ("#TA\n.#.", NONE),
        # A creature gives half cover at most, however many stand there.
        ("cccc\nAccT\ncccc", HALF),
        # It does not help behind three-quarters cover, and does not add to half.
        ("....\nAc#T\n....", HALF),
    ],
)
def test_cover_in_pictures(picture, expected):
    drawing = Drawn(picture)
    attacker, target, between = (*drawing["A"], 1), (*drawing["T"], 1), drawing.marks.get("c", [])
    assert compiled(drawing).cover(attacker, target, between) == expected
    assert plain.cover(drawing, attacker, target, between) == expected


def test_cover_equals_lines_traced_in_exact_fractions():
    dice = random.Random(2)
    met = set()
    for _ in range(350):
        drawing = plain.random_drawing(dice, 8, dice.uniform(0, 0.45))
        attacker, target = spaces_free_of_walls(dice, drawing, 2, dice.choice([1, 1, 2, 3]))
        creatures = random_cells(dice, drawing, dice.randint(0, 4))
        expected = plain.cover(drawing, attacker, target, creatures)
        assert compiled(drawing).cover(attacker, target, creatures) == expected, drawing.arguments()
        met.add(expected)
    assert met == {NONE, HALF, THREE_QUARTERS, TOTAL}


def test_cover_from_a_point_equals_lines_traced_from_there():
    dice = random.Random(9)
    for _ in range(200):
        drawing = plain.random_drawing(dice, 8, dice.uniform(0, 0.4))
        (target,) = spaces_free_of_walls(dice, drawing, 1, 3)
        point = (dice.randint(0, drawing.width), dice.randint(0, drawing.height))
        creatures = random_cells(dice, drawing, dice.randint(0, 4))
        expected = plain.cover_from(drawing, point, None, target, creatures)
        assert compiled(drawing).cover_from_point(point, target, creatures) == expected


def test_cover_without_the_table_of_sight_is_the_same():
    dice = random.Random(3)
    for _ in range(300):
        drawing = plain.random_drawing(dice, 30, dice.uniform(0, 0.3), fog=0.02)
        one, other = spaces_free_of_walls(dice, drawing, 2, 4)
        creatures = random_cells(dice, drawing, 6)
        quick, slow = compiled(drawing), compiled(drawing, prepare=False)
        assert quick.cover(one, other, creatures) == slow.cover(one, other, creatures)
        assert quick.line_of_sight(one, other) == slow.line_of_sight(one, other)


def test_sight_is_stopped_by_walls_and_by_fog_and_goes_both_ways():
    dice = random.Random(4)
    met = set()
    for _ in range(250):
        drawing = plain.random_drawing(dice, 8, dice.uniform(0, 0.4), fog=dice.choice([0, 0.1]))
        one, other = spaces_free_of_walls(dice, drawing, 2)
        expected = plain.line_of_sight(drawing, one, other)
        board = compiled(drawing)
        assert board.line_of_sight(one, other) == board.line_of_sight(other, one) == expected
        met.add(expected)
    assert met == {True, False}


def test_fog_hides_what_is_in_it_and_behind_it_but_gives_no_cover():
    drawing = Drawn("#####\nA.%.T\n#####")
    board = compiled(drawing)
    a, t = (*drawing["A"], 1), (*drawing["T"], 1)
    assert not board.line_of_sight(a, t)
    assert not board.line_of_sight(a, (2, 1, 1))
    assert board.cover(a, t) == NONE


# --- movement -----------------------------------------------------------------------------------------------


def random_moves(dice):
    drawing = plain.random_drawing(dice, 12, dice.uniform(0, 0.35))
    start = random_space(dice, drawing, 4)
    impassable, crowded = (random_cells(dice, drawing, dice.randint(0, 4)) for _ in range(2))
    how = {
        "flying": dice.random() < 0.3,
        "crawling": dice.random() < 0.3,
        "threats": [
            (*random_space(dice, drawing), dice.choice([5, 10])) for _ in range(dice.choice([0, 0, 1, 3]))
        ],
    }
    return drawing, start, dice.randint(0, 80), impassable, crowded, how


def test_movement_equals_a_plain_search_cell_by_cell():
    dice = random.Random(5)
    for _ in range(250):
        drawing, start, feet, impassable, crowded, how = random_moves(dice)
        moves = compiled(drawing).moves(start, feet, impassable, crowded, **how)
        found = {place: (cost, stop) for place, cost, stop in moves.costs()}
        assert found == plain.costs(drawing, start, feet, impassable, crowded, **how)


def test_a_path_is_made_of_allowed_steps_that_add_up_to_its_cost():
    dice = random.Random(6)
    for _ in range(60):
        drawing, start, feet, impassable, crowded, how = random_moves(dice)
        moves = compiled(drawing).moves(start, feet, impassable, crowded, **how)
        reached = {place: cost for place, cost, _ in moves.costs()}
        for place, cost in reached.items():
            path = moves.path(place)
            assert (path[0], path[-1]) == (start[:2], place)
            # Any step of it, taken alone, is one that the plain search takes for the same price.
            for a, b in pairwise(path):
                drawn_from = (*a, start[2])
                spent = reached[b] - reached[a]
                alone = plain.costs(drawing, drawn_from, spent, impassable, crowded, **how)
                assert alone[b][0] <= spent
            assert sum(reached[b] - reached[a] for a, b in pairwise(path)) == cost
            for *enemy, reach in how["threats"]:
                assert moves.leaves_reach(place, tuple(enemy), reach) == -1


@pytest.mark.parametrize(
    ("picture", "feet", "how", "cost"),
    [
        ("A...Z", 30, {}, 20),
        ("A~~.Z", 30, {}, 30),
        ("A~~.Z", 30, {"flying": True}, 20),
        ("A~.Z.", 30, {"crawling": True}, 35),
        # No corner of a wall is cut: down, right, right, up.
        ("A#Z\n...", 30, {}, 20),
        # Nor squeezed through where two meet.
        ("A#\n#Z", 30, {}, None),
    ],
)
def test_movement_in_pictures(picture, feet, how, cost):
    drawing = Drawn(picture)
    found = {
        place: spent for place, spent, _ in compiled(drawing).moves((*drawing["A"], 1), feet, **how).costs()
    }
    assert found.get(drawing["Z"]) == (cost if cost is not None and cost <= feet else None)


def test_friends_are_passed_slowly_and_never_ended_in_and_foes_are_not_passed():
    board = BattleMap(4, 1)
    assert board.moves((0, 0, 1), 30, [], [(1, 0)]).costs() == [
        ((0, 0), 0, True),
        ((1, 0), 10, False),
        ((2, 0), 15, True),
        ((3, 0), 20, True),
    ]
    assert board.moves((0, 0, 1), 30, [(1, 0)], []).costs() == [((0, 0), 0, True)]


def test_an_opportunity_arises_at_the_last_cell_within_reach():
    # .E...
    # A...Z     along the lower row
    board = BattleMap(5, 2)
    moves = board.moves((0, 1, 1), 30, [(1, 0)])
    assert moves.path((4, 1)) == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]
    assert moves.leaves_reach((4, 1), (1, 0, 1), 5) == 2
    assert moves.leaves_reach((4, 1), (1, 0, 1), 10) == 3
    assert moves.leaves_reach((2, 1), (1, 0, 1), 5) == -1


# --- forced movement, flanking ------------------------------------------------------------------------------


def test_a_push_goes_straight_away_until_something_stops_it():
    board = BattleMap(8, 8, walls=[(5, 5)])
    assert board.pushed((2, 0, 1), (0, 0, 1), 10) == (4, 0)
    assert board.pushed((2, 0, 1), (0, 0, 1), 500) == (7, 0)
    assert board.pushed((2, 0, 1), (0, 0, 1), 15, [(4, 0)]) == (3, 0)
    assert board.pushed((3, 3, 1), (2, 2, 1), 30) == (4, 4)  # the wall at (5, 5)
    assert board.pushed((2, 1, 1), (0, 0, 1), 10) == (4, 2)  # two along for one down
    assert board.pushed((4, 2, 2), (4, 4, 2), 10) == (4, 0)
    assert board.pulled((7, 0, 1), (0, 0, 1), 10) == (5, 0)
    assert board.pulled((7, 0, 1), (0, 0, 1), 500) == (1, 0)


def test_a_push_never_brings_nearer_and_a_pull_never_takes_away():
    dice = random.Random(8)
    for _ in range(300):
        drawing = plain.random_drawing(dice, 12, 0.15)
        who, other = spaces_free_of_walls(dice, drawing, 2)
        blocked, feet, board = random_cells(dice, drawing, 3), 5 * dice.randint(0, 8), compiled(drawing)
        before = board.distance_feet(who, other)
        if before == 0:
            continue
        away, near = board.pushed(who, other, feet, blocked), board.pulled(who, other, feet, blocked)
        assert before <= board.distance_feet((*away, who[2]), other) <= before + feet
        assert before >= board.distance_feet((*near, who[2]), other) >= max(5, before - feet)
        for place in (away, near):
            space = set(plain.squares((*place, who[2])))
            assert not space & drawing.walls
            assert place == who[:2] or not space & (set(blocked) - set(plain.squares(who)))


def test_flankers_stand_on_opposite_sides_or_corners():
    # abc
    # dTe
    # fgh
    board = BattleMap(3, 3)
    places = {mark: (i % 3, i // 3, 1) for i, mark in enumerate("abcdTefgh")}
    opposite = {"ah", "bg", "cf", "de"}
    for one, other in product("abcdefgh", repeat=2):
        expected = "".join(sorted(one + other)) in opposite
        assert board.flanks(places[one], places[other], places["T"]) == expected


# --- at the door --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda b: BattleMap(0, 5), "a map of 0 by 5 cells; expected 1 to 64"),
        (lambda b: BattleMap(5, 65), "a map of 5 by 65 cells; expected 1 to 64"),
        (lambda b: BattleMap(5, 5, [(5, 0)]), r"wall at \(5, 0\) is off the map; it has 5 by 5 cells"),
        (lambda b: b.cover((0, 0, 1), (-1, 0, 1)), r"target at \(-1, 0\) is off the map"),
        (lambda b: b.cover((9, 9, 2), (0, 0, 1)), r"attacker at \(10, 10\) is off the map"),
        (lambda b: b.cover((0, 0, 5), (0, 0, 1)), "attacker: a side of 5 cells; expected 1 to 4"),
        (lambda b: b.moves((0, 0, 0), 30), "mover: a side of 0 cells"),
        (lambda b: b.moves((0, 0, 1), -5), "a movement of -5 feet; expected 0 to 635"),
        (lambda b: b.moves((0, 0, 1), 30).path((30, 0)), r"goal at \(30, 0\) is off the map"),
        (lambda b: b.moves((0, 0, 1), 30, threats=[(0, 0, 1, 500)]), "a reach of 500 feet"),
        (lambda b: b.area_cells("blob", 20, (0, 0, 1)), "shape 'blob'; expected sphere, cube"),
        (lambda b: b.area_cells("cone", 0, (0, 0, 1)), "a size of 0 feet; expected 5 to 5000"),
        (lambda b: b.area_cells("sphere", 20, (0, 0, 1), (21, 0, 0, 0)), r"the point of origin \(21, 0\)"),
        (lambda b: b.area_cells("cone", 20, (0, 0, 1), (0, 0, 9999, 0)), r"the aim \(9999, 0\)"),
        (
            lambda b: b.area_options("cone", 20, 5, 0, (0, 0, 1), [(1, 1, 1)], [1]),
            "foe number 1 of 1 creatures",
        ),
        (
            lambda b: b.area_options("cone", 20, 5, 0, (0, 0, 1), [(1, 1, 1)] * 65, []),
            "65 creatures; expected",
        ),
        (lambda b: b.pushed((0, 0, 1), (1, 1, 1), -1), "a push of -1 feet"),
    ],
)
def test_what_is_off_the_map_or_no_size_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask(BattleMap(10, 10))
