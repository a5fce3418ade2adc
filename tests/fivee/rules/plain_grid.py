"""The battle map by plain definitions: exact fractions, sets of pairs, a cell at a time. Easy to believe."""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil, floor

NONE, HALF, THREE_QUARTERS, TOTAL = range(4)


class Drawn:
    """A map from a picture: # wall, ~ difficult, % obscured; any other character marks cells."""

    def __init__(self, picture: str):
        rows = [row.strip() for row in picture.strip().splitlines()]
        self.height, self.width = len(rows), len(rows[0])
        assert {len(row) for row in rows} == {self.width}
        self.marks: dict[str, list[tuple[int, int]]] = {}
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                self.marks.setdefault(mark, []).append((x, y))
        self.walls, self.difficult, self.obscured = (set(self.marks.get(mark, [])) for mark in "#~%")

    def __getitem__(self, mark):
        return self.marks[mark][0]

    def arguments(self):
        return self.width, self.height, sorted(self.walls), sorted(self.difficult), sorted(self.obscured)


def random_drawing(random, most=9, walls=0.2, fog=0.0):
    """Return a random map and keep it small: walls and pinches meet more often."""
    width, height = random.randint(1, most), random.randint(1, most)
    kinds = random.choices("#~%.", [walls, 0.15, fog, 1 - walls], k=width * height)
    return Drawn("\n".join("".join(kinds[y * width : (y + 1) * width]) for y in range(height)))


def random_space(random, drawing, most=2):
    side = random.randint(1, min(most, drawing.width, drawing.height))
    return (random.randint(0, drawing.width - side), random.randint(0, drawing.height - side), side)


def random_cells(random, drawing, count):
    return [(random.randrange(drawing.width), random.randrange(drawing.height)) for _ in range(count)]


def spaces_free_of_walls(random, drawing, count, most=2):
    """Creatures stand where no wall is: take the walls away."""
    found = [random_space(random, drawing, most) for _ in range(count)]
    for space in found:
        drawing.walls -= set(squares(space))
    return found


def squares(space):
    x, y, side = space
    return [(x + i, y + j) for j in range(side) for i in range(side)]


def corners(square):
    return [(square[0] + i, square[1] + j) for j in (0, 1) for i in (0, 1)]


def distance_feet(one, other):
    """Steps of a king between the nearest squares."""
    return 5 * min(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in product(squares(one), squares(other)))


# --- lines --------------------------------------------------------------------------------------------------


@cache
def pieces(dx, dy):
    """Cut the line from (0, 0) to (dx, dy) wherever it meets a line of the grid.

    Returns the points at which it is cut, and for each piece the squares that hold it: one if it lies inside
    a square, two if it runs along an edge.
    """
    cuts = {Fraction(0), Fraction(1)}
    for length in (dx, dy):
        cuts |= {Fraction(step, abs(length)) for step in range(abs(length))}
    points = [(t * dx, t * dy) for t in sorted(cuts)]
    return points, [beside(middle(a, b)) for a, b in pairwise(points)]


def beside(point):
    """Return the squares that hold a point: one inside it, two along an edge, four at a corner."""
    return tuple(product(*({floor(u), ceil(u) - 1} for u in point)))


def middle(a, b):
    return tuple((u + v) / 2 for u, v in zip(a, b, strict=True))


def moved(point, by):
    return (point[0] + by[0], point[1] + by[1])


def pinched(point, wall):
    x, y = point
    a, b, c, d = wall((x - 1, y - 1)), wall((x, y - 1)), wall((x - 1, y)), wall((x, y))
    return (a and d and not b and not c) or (b and c and not a and not d)


def clear_of_walls(start, end, wall, own=None, other=None):
    """Whether no wall stops the line between two corners: of the squares `own` and `other`, or of none."""
    points, held_by = pieces(end[0] - start[0], end[1] - start[1])
    if any(all(wall(moved(square, start)) for square in squares) for squares in held_by):
        return False
    inner = [moved(p, start) for p in points[1:-1] if all(u == int(u) for u in p)]
    if any(pinched((int(x), int(y)), wall) for x, y in inner):
        return False
    # At a pinch a line stays on the side of the square whose corner it is.
    if start == end:
        return not (pinched(start, wall) and own is not None and own != other)
    for corner, square, next_to in ((start, own, points[1]), (end, other, points[-2])):
        if square is not None and pinched(corner, wall):
            near = middle(corner, moved(next_to, start))
            if not all(s <= n <= s + 1 for s, n in zip(square, near, strict=True)):
                return False
    return True


def crosses_any(start, end, cells):
    """Whether the line passes through the inside of one of the cells."""
    _, held_by = pieces(end[0] - start[0], end[1] - start[1])
    return any(len(squares) == 1 and moved(squares[0], start) in cells for squares in held_by)


def wall_of(drawing, also=frozenset()):
    def wall(square):
        x, y = square
        return (
            not (0 <= x < drawing.width and 0 <= y < drawing.height)
            or square in drawing.walls
            or square in also
        )

    return wall


def cover(drawing, attacker, target, creatures):
    """Return the least cover: the attacker picks a corner of its squares and a square of the target."""
    others = set(creatures) - set(squares(attacker))
    return min(
        cover_from(drawing, eye, own, target, others) for own in squares(attacker) for eye in corners(own)
    )


def cover_from(drawing, eye, own, target, creatures):
    """Return the least cover from one corner, of the square `own` or of none."""
    wall = wall_of(drawing)
    others = set(creatures) - set(squares(target))
    best = TOTAL
    for goal in squares(target):
        stopped = sum(not clear_of_walls(eye, end, wall, own, goal) for end in corners(goal))
        found = (NONE, HALF, HALF, THREE_QUARTERS, TOTAL)[stopped]
        if any(crosses_any(eye, end, others) for end in corners(goal)):
            found = max(found, HALF)
        best = min(best, found)
    return best


def line_of_sight(drawing, one, other):
    wall = wall_of(drawing, drawing.obscured)
    seeing = [square for square in squares(one) if square not in drawing.obscured]
    seen = [square for square in squares(other) if square not in drawing.obscured]
    return any(
        clear_of_walls(a, b, wall, own, goal)
        for own, goal in product(seeing, seen)
        for a, b in product(corners(own), corners(goal))
    )


# --- movement -----------------------------------------------------------------------------------------------


def costs(drawing, start, feet, impassable, crowded, *, flying=False, crawling=False, threats=()):
    """Dijkstra with a heap. Returns the cost of each place and whether one may end there."""
    x, y, side = start
    impassable, crowded = (set(cells) - set(squares(start)) for cells in (impassable, crowded))
    wall = wall_of(drawing)

    def open_place(place):
        return place == (x, y) or not any(wall(square) for square in squares((*place, side)))

    def within(threat, place):
        return distance_feet((*place, side), threat[:3]) <= threat[3]

    found: dict[tuple[int, int], int] = {}
    heap = [(0, (x, y))]
    while heap:
        cost, (a, b) = heapq.heappop(heap)
        if (a, b) in found:
            continue
        found[a, b] = cost
        for c, d in product((a - 1, a, a + 1), (b - 1, b, b + 1)):
            space = set(squares((c, d, side)))
            if not (open_place((c, d)) and open_place((a, d)) and open_place((c, b))) or space & impassable:
                continue
            if any(within(threat, (a, b)) and not within(threat, (c, d)) for threat in threats):
                continue
            slow = bool(space & crowded) or (not flying and bool(space & drawing.difficult))
            if cost + 5 + 5 * slow + 5 * crawling <= feet:
                heapq.heappush(heap, (cost + 5 + 5 * slow + 5 * crawling, (c, d)))
    return {
        place: (cost, place == (x, y) or not set(squares((*place, side))) & crowded)
        for place, cost in found.items()
    }


# --- areas --------------------------------------------------------------------------------------------------


def in_shape(shape, size_feet, width_feet, maker, aim, cell):
    """Whether the middle of a cell lies in a shape, in cells and fractions of them."""
    size, width = Fraction(size_feet, 5), Fraction(width_feet, 5)
    dx, dy = aim[2:]
    x, y = (c + Fraction(1, 2) - Fraction(a, 2) for c, a in zip(cell, aim[:2], strict=True))
    if shape in ("sphere", "cylinder"):
        return x * x + y * y <= size * size
    if shape == "cube":
        return dx <= cell[0] < dx + size and dy <= cell[1] < dy + size
    if shape == "emanation":
        return distance_feet(maker, (*cell, 1)) <= size_feet
    if dx == dy == 0:
        return False
    # The foot of the perpendicular on the axis is `t` times the direction; what is left is the way aside.
    t = (x * dx + y * dy) / Fraction(dx * dx + dy * dy)
    along = t * t * (dx * dx + dy * dy)  # squared
    aside = (x - t * dx) ** 2 + (y - t * dy) ** 2  # squared
    if t <= 0 or along > size * size:
        return False
    return 4 * aside <= along if shape == "cone" else 4 * aside < width * width


def area_cells(drawing, shape, size_feet, maker, aim, width_feet=5):
    wall = wall_of(drawing)
    own = shape in ("cone", "line", "emanation")
    ends = [{a // 2, (a + 1) // 2} for a in aim[:2]]
    if shape == "emanation":
        origins = [(corner, square) for square in squares(maker) for corner in corners(square)]
    elif own:
        # The side or corner of the maker's own squares where it begins.
        origins = [
            (corner, square)
            for square in squares(maker)
            for corner in corners(square)
            if corner in set(product(*ends))
        ]
    else:
        origins = [(corner, None) for corner in product(*ends)]
    return {
        cell
        for cell in product(range(drawing.width), range(drawing.height))
        if in_shape(shape, size_feet, width_feet, maker, aim, cell)
        and not wall(cell)
        and not (own and cell in squares(maker))
        and any(
            clear_of_walls(origin, end, wall, square, cell)
            for origin, square in origins
            for end in corners(cell)
        )
    }
