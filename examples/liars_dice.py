"""Liar's Dice, one die each, rolled in secret: bid how many of a face there are in all, or call a liar."""

import hazard
from hazard import Turn


class LiarsDice(hazard.Game):
    def __init__(self, faces=6, wild=1):
        self.faces, self.wild = faces, wild  # the wild face counts as any; 0 for none

    def start(self):
        return (), ()  # the dice; the bids, where 0 is "one 1", then "one 2", up to two of the last face

    def turn(self, state):
        dice, bids = state
        if len(dice) < 2 or "liar" in bids[-1:]:
            return Turn.CHANCE if len(dice) < 2 else Turn.OVER
        return Turn.player(len(bids) % 2)

    def sees(self, state, player):
        return state[0][player], state[1]

    def actions(self, state):
        bids = state[1]
        return [*range(bids[-1] + 1, 2 * self.faces), "liar"] if bids else list(range(2 * self.faces))

    def outcomes(self, state):
        return [(face, 1 / self.faces) for face in range(1, self.faces + 1)]

    def apply(self, state, move):
        dice, bids = state
        return ((*dice, move), bids) if len(dice) < 2 else (dice, (*bids, move))

    def value(self, state):
        dice, (*_, last, _) = state
        count, face = divmod(last, self.faces)
        true = sum(die in (face + 1, self.wild) for die in dice) > count
        return 1.0 if true == (len(state[1]) % 2 == 0) else -1.0  # whether MAX has made the last bid
