"""Goofspiel: prizes are turned up from the highest down, both bid a card for each at the same time."""

import hazard
from hazard import Turn


class Goofspiel(hazard.Game):
    def __init__(self, cards=4):
        self.cards = cards

    def start(self):
        return ()  # the bids of both for each prize so far

    def turn(self, state):
        return Turn.OVER if len(state) == self.cards else (Turn.MAX, Turn.MIN)

    def actions(self, state, player):
        return [card for card in range(1, self.cards + 1) if card not in {bids[player] for bids in state}]

    def apply(self, state, moves):
        return (*state, moves)

    def value(self, state):
        prizes = range(self.cards, 0, -1)
        return float(sum(p * ((a > b) - (a < b)) for p, (a, b) in zip(prizes, state, strict=True)))


if __name__ == "__main__":
    print(hazard.equilibrium(hazard.in_turns(Goofspiel())).explain(4))
