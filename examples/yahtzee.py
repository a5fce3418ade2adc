"""Yahtzee on a short card. Each round rolls five dice, rolls any of them again up to twice, and scores one
open box of the card: "chance" the sum of all dice, "sixes" the sum of the sixes, "yahtzee" 50 for five of a
kind. The points are rewards along the way, so a value is what is still to come."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import hazard
from hazard import Turn

SCORES = {
    "chance": sum,
    "sixes": lambda dice: 6 * dice.count(6),
    "yahtzee": lambda dice: 50 * (len(set(dice)) == 1),
}


class Round(NamedTuple):
    card: tuple[str, ...]  # open boxes
    dice: tuple[int, ...] = ()  # on the table, sorted; while there are fewer than five, the others roll
    rolls: int = 3  # still allowed


@cache
def throws(count):
    found = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return [(faces, ways / 6**count) for faces, ways in found.items()]


class Yahtzee(hazard.Game):
    def __init__(self, *card):
        self.card = card or tuple(SCORES)

    def start(self):
        return Round(self.card)

    def turn(self, state):
        return Turn.OVER if not state.card else Turn.MAX if len(state.dice) == 5 else Turn.CHANCE

    def actions(self, state):
        kept = (
            {chosen for size in range(5) for chosen in combinations(state.dice, size)} if state.rolls else []
        )
        return [*state.card, *sorted(kept)]

    def outcomes(self, state):
        return throws(5 - len(state.dice))

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
        return (
            f"score {move}"
            if move in state.card
            else f"keep {move or 'none'}"
            if len(state.dice) == 5
            else str(move)
        )


if __name__ == "__main__":
    first_roll = Round(("chance", "sixes", "yahtzee"), (2, 2, 5, 6, 6), rolls=2)
    print(hazard.decide(Yahtzee(), first_roll, budget=hazard.Budget()).explain())
