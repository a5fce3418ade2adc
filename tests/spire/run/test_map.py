"""The rules of the map, on maps of every act."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import pytest

from hazard.spire.run import SpireRun

GAMES = {0: SpireRun(0), 20: SpireRun(20)}
MONSTER, ELITE, REST, SHOP, TREASURE, UNKNOWN = range(1, 7)
Place = tuple[int, int]


class Drawn:
    """A map: rooms by place, and where each leads."""

    def __init__(self, ascension: int, seed: int) -> None:
        game = GAMES[ascension]
        self.picture = game.picture(game.sampled(game.start(), seed))
        self.rooms: dict[Place, int] = {}
        self.above: dict[Place, list[Place]] = {}
        self.below: dict[Place, list[Place]] = defaultdict(list)
        for x, y, room, edges in self.picture["map"]:
            self.rooms[x, y] = room
            self.above[x, y] = [(x + d, y + 1) for d in (-1, 0, 1) if edges >> (d + 1) & 1 and y < 14]
            for place in self.above[x, y]:
                self.below[place].append((x, y))


@pytest.fixture(scope="module", params=[0, 20])
def maps(request: pytest.FixtureRequest) -> list[Drawn]:
    return [Drawn(request.param, seed) for seed in range(250)]


def test_every_path_leads_from_the_first_row_to_the_last(maps: list[Drawn]) -> None:
    for one in maps:
        assert {y for _, y in one.rooms} == set(range(15))
        for place in one.rooms:
            assert place[1] == 14 or one.above[place]
            assert place[1] == 0 or one.below[place]
            assert all(up in one.rooms for up in one.above[place])


def test_there_are_nearly_always_two_ways_in_and_at_most_six_paths(maps: list[Drawn]) -> None:
    """The first two paths begin apart; where they meet in the second row, one of them is taken away again."""
    rows = [Counter(y for _, y in one.rooms) for one in maps]
    assert sum(row[0] >= 2 for row in rows) > 0.98 * len(maps)
    assert all(max(row.values()) <= 6 for row in rows)


def test_no_two_edges_cross(maps: list[Drawn]) -> None:
    for one in maps:
        for y in range(14):
            edges = [(x, up[0]) for (x, row), ups in one.above.items() if row == y for up in ups]
            assert not any((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(edges, 2))


def test_no_two_first_rooms_lead_to_the_same_room(maps: list[Drawn]) -> None:
    for one in maps:
        assert all(len(one.below[place]) == 1 for place in one.rooms if place[1] == 1)


def test_fixed_rows_are_monsters_treasure_and_fires(maps: list[Drawn]) -> None:
    for one in maps:
        for y, room in ((0, MONSTER), (8, TREASURE), (14, REST)):
            assert {kind for (_, row), kind in one.rooms.items() if row == y} == {room}


def test_no_elite_or_fire_below_the_sixth_row_and_no_fire_before_the_last(maps: list[Drawn]) -> None:
    for one in maps:
        for (_, y), room in one.rooms.items():
            assert y >= 5 or room not in (ELITE, REST)
            assert y != 13 or room != REST


def test_elites_fires_and_shops_do_not_follow_their_like(maps: list[Drawn]) -> None:
    for one in maps:
        for place, room in one.rooms.items():
            if room in (ELITE, REST, SHOP):
                assert all(one.rooms[up] != room for up in one.above[place])


def test_rooms_that_one_room_leads_to_differ(maps: list[Drawn]) -> None:
    """Monsters may be alike: they fill the places for which nothing else is left."""
    for one in maps:
        for place, ups in one.above.items():
            if place[1] + 1 in (8, 14):
                continue
            rooms = [one.rooms[up] for up in ups if one.rooms[up] != MONSTER]
            assert len(rooms) == len(set(rooms))


def test_one_elite_burns(maps: list[Drawn]) -> None:
    for one in maps:
        x, y, _ = one.picture["burning"]
        elites = [place for place, room in one.rooms.items() if room == ELITE]
        assert (x, y) in elites if elites else x == 255


def test_shares_of_rooms_are_the_published_ones() -> None:
    """5 % shops, 12 % fires, 22 % unknown, 8 % elites and from ascension 1 on 12.8 %, of the rooms outside
    of the last row but one. What does not fit anywhere is left out, so shares may be a little lower."""
    for ascension, elites in ((0, 0.08), (20, 0.128)):
        shares: dict[int, list[float]] = defaultdict(list)
        for seed in range(400):
            one = Drawn(ascension, 1000 + seed)
            counted = sum(y != 13 for _, y in one.rooms)
            dealt = Counter(room for (_, y), room in one.rooms.items() if y not in (0, 8, 14))
            for room in (ELITE, REST, SHOP, UNKNOWN):
                shares[room].append(dealt[room] / counted)
        mean = {room: sum(parts) / len(parts) for room, parts in shares.items()}
        assert mean[SHOP] == pytest.approx(0.05, abs=0.006)
        assert mean[REST] == pytest.approx(0.12, abs=0.012)
        assert mean[UNKNOWN] == pytest.approx(0.22, abs=0.006)
        assert mean[ELITE] == pytest.approx(elites, abs=0.012)


def test_the_last_act_is_a_fire_a_shop_an_elite_and_the_heart() -> None:
    game = GAMES[20]
    from hazard.spire.run.phrases import task

    state = game.sampled(game.core.arranged({"act": 4, "keys": 7, "tasks": [task("begin_act")]}), 1)
    picture = game.picture(state)
    assert [(y, room) for _, y, room, _ in picture["map"]] == [(0, REST), (1, SHOP), (2, ELITE)]
    assert game.rules.encounters[picture["bosses"][0]] == "The Heart"
