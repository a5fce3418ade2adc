"""Yahtzee on a short card. Each round rolls five dice, rolls any of them again up to twice, and scores one
open box of the card: "chance" the sum of all dice, "sixes" the sum of the sixes, "yahtzee" 50 for five of a
kind. The points are rewards along the way, so a value is what is still to come."""

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

import hazard
from hazard import Turn

SCORES = {"chance": sum, "sixes": lambda d: 6 * d.count(6), "yahtzee": lambda d: 50 * (d[0] == d[4])}
THROWS = [Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count)) for count in range(6)]


class Round(NamedTuple):
    card: tuple[str, ...] = ("chance", "sixes", "yahtzee")  # open boxes
    dice: tuple[int, ...] = ()  # on the table, in order; while there are fewer than five, the others roll
    rolls: int = 3  # still allowed


class Yahtzee(hazard.Game):
    def start(self):
        return Round()

    def turn(self, state):
        return Turn.OVER if not state.card else Turn.MAX if len(state.dice) == 5 else Turn.CHANCE

    def actions(self, state):  # a box to score, or the dice to keep
        sizes = range(5) if state.rolls else ()
        return [*state.card, *sorted({kept for size in sizes for kept in combinations(state.dice, size)})]

    def outcomes(self, state):
        count = 5 - len(state.dice)
        return [(faces, ways / 6**count) for faces, ways in THROWS[count].items()]

    def apply(self, state, move):
        if move in state.card:
            return Round(tuple(box for box in state.card if box != move))
        if len(state.dice) == 5:
            return state._replace(dice=move)
        return Round(state.card, tuple(sorted(state.dice + move)), state.rolls - 1)

    def reward(self, state, move):
        return SCORES[move](state.dice) if move in state.card else 0.0

    def value(self, state):
        return 0.0

    def describe(self, state, move):
        verb = "score" if move in state.card else "keep" if len(state.dice) == 5 else "roll"
        return f"{verb} {move or 'nothing'}"


if __name__ == "__main__":
    print(hazard.decide(Yahtzee(), Round(dice=(2, 2, 5, 6, 6), rolls=2), budget=hazard.Budget()).explain())
