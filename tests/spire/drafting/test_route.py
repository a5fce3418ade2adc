"""The way through an act: by dynamic programming over hit points, as a plain enumeration has it."""

import itertools
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazard.spire.drafting.ahead import growth
from hazard.spire.drafting.route import Costs, Route

KINDS = ("hallway", "elite", "boss")
RULES = growth().route


@dataclass
class Room:
    x: int
    y: int
    symbol: str
    children: list["Room"] = field(default_factory=list)


def costs(**samples: list[float]) -> Costs:
    """What fights cost whoever plays them quickly."""
    return Costs({kind: np.array(samples.get(kind, [0.0]), dtype=float) for kind in KINDS})


def played(kind: str, *samples: float) -> list[int]:
    """What the same fights cost the search, by hand: each as well played as can be thought."""
    well = RULES.played_well[kind]
    return [
        round(cost * (well * share)) if cost > 0 else int(cost) for share in RULES.spread for cost in samples
    ]


def test_before_the_boss_the_chance_to_live_is_the_share_of_fights_that_cost_less() -> None:
    route = Route([], costs(boss=[10, 30, 50, 70]), max_hp=80, gold=0)
    lost = played("boss", 10, 30, 50, 70)
    for hp in range(1, 81):
        left = [hp - cost for cost in lost if cost < hp]
        worth = sum(1 + RULES.hp_kept * kept / 80 for kept in left) / len(lost)
        assert route.before_boss[:, hp] == pytest.approx([worth, len(left) / len(lost)])


def test_two_bosses_are_met_one_after_the_other() -> None:
    one, two = (Route([], costs(boss=[30]), 80, 0, bosses=n).before_boss[1] for n in (1, 2))
    least = min(played("boss", 30))
    assert one[least] == 0 < one[least + 1]
    assert two[2 * least] == 0 < two[2 * least + 1]


def test_the_hopeless_go_as_far_as_they_can() -> None:
    short, long = Room(0, 13, "M"), Room(1, 13, "?")
    rooms = [short, long, Room(1, 14, "?")]
    long.children.append(rooms[2])
    route = Route(rooms, costs(hallway=[5], boss=[500]), max_hp=80, gold=0)
    assert route.value(long, 10)[0] > route.value(short, 10)[0] > 0
    assert route.value(long, 10)[1] == route.value(short, 10)[1] == 0


def test_the_hurt_rest_and_the_healthy_smith() -> None:
    route = Route([], costs(boss=[30]), max_hp=80, gold=0)
    rested, smithed = (values[0] for values in route.resting(route.before_boss))
    assert rested[20] > smithed[20]
    assert smithed[80] > rested[80]


def test_an_elite_is_sought_by_the_strong_and_shunned_by_the_weak() -> None:
    elite, easy = Room(0, 5, "E"), Room(1, 5, "?")
    route = Route([elite, easy], costs(elite=[35], boss=[20]), max_hp=80, gold=0)
    assert route.value(elite, 80)[0] > route.value(easy, 80)[0]
    assert route.value(elite, 40)[0] < route.value(easy, 40)[0]


def test_who_cannot_rest_gains_an_upgrade_by_a_fire_and_who_can_gains_more() -> None:
    fire = Room(0, 14, "R")
    values = [
        Route([fire], costs(boss=[30]), 80, 0, may_rest=rest, may_smith=smith).value(fire, 25)[0]
        for rest, smith in itertools.product((False, True), repeat=2)
    ]
    assert values[0] < values[1] < values[2] <= values[3]


@settings(max_examples=60, deadline=None)
@given(
    symbols=st.lists(st.sampled_from("MER?T$"), min_size=1, max_size=4),
    hallway=st.lists(st.integers(-6, 40), min_size=1, max_size=3),
    elite=st.lists(st.integers(-6, 60), min_size=1, max_size=3),
    boss=st.lists(st.integers(0, 70), min_size=1, max_size=3),
    hp=st.integers(1, 60),
    gold=st.integers(0, 400),
)
def test_one_way_is_worth_what_playing_it_out_by_hand_says(symbols, hallway, elite, boss, hp, gold) -> None:
    rooms = [Room(0, y, symbol) for y, symbol in enumerate(symbols)]
    for room, child in itertools.pairwise(rooms):
        room.children.append(child)
    most = 60
    route = Route(rooms, costs(hallway=hallway, elite=elite, boss=boss), most, gold)

    def fought(kind: list[int], hp: int, go_on) -> float:
        return sum(go_on(min(most, hp - cost)) for cost in kind) / len(kind)

    hallway, elite, boss = played("hallway", *hallway), played("elite", *elite), played("boss", *boss)

    def worth(place: int, hp: int) -> np.ndarray:
        """What it is worth, and the chance to live."""
        if hp <= 0:
            return np.zeros(2)
        if place == len(symbols):
            return fought(boss, hp, lambda left: np.array([1 + RULES.hp_kept * left / most, 1]) * (left > 0))

        def on(hp):
            return worth(place + 1, hp) + np.array([RULES.room, 0]) if hp > 0 else np.zeros(2)

        def bonus(value, more):
            return value + np.array([more * value[1], 0])

        match symbols[place]:
            case "M":
                return bonus(fought(hallway, hp, on), RULES.card)
            case "E":
                return bonus(fought(elite, hp, on), RULES.card + RULES.relic)
            case "R":
                rested, smithed = on(min(most, hp + int(0.3 * most))), bonus(on(hp), RULES.upgrade)
                return rested if rested[0] >= smithed[0] else smithed
            case "T":
                return bonus(on(hp), RULES.relic)
            case "$":
                return bonus(on(hp), RULES.shop * min(gold, 300) / 100)
        share = RULES.unknown_is["hallway"]
        return bonus(share * fought(hallway, hp, on) + (1 - share) * on(hp), RULES.unknown)

    assert route.value(rooms[0], hp)[0] == pytest.approx(worth(0, hp)[0], abs=1e-9)
    assert 0 <= route.value(rooms[0], hp)[1] <= 1 + 1e-9
