"""Kuhn poker: three cards, one each, one bet. Worth -1/18 for MAX, who has to bluff with the jack."""

import hazard
from hazard import Turn


class Kuhn(hazard.Game):
    def start(self):
        return "", ""  # the cards of MAX and MIN; what has been done: p for pass, b for bet

    def turn(self, state):
        cards, bets = state
        if len(cards) < 2:
            return Turn.CHANCE
        return Turn.OVER if bets in ("pp", "bp", "bb", "pbp", "pbb") else Turn.player(len(bets) % 2)

    def sees(self, state, player):
        cards, bets = state
        return cards[player] + bets

    def actions(self, state):
        return ["p", "b"]

    def outcomes(self, state):
        return [(card, 1 / (3 - len(state[0]))) for card in "JQK" if card not in state[0]]

    def apply(self, state, move):
        cards, bets = state
        return (cards + move, bets) if len(cards) < 2 else (cards, bets + move)

    def value(self, state):
        cards, bets = state
        if bets[-2:] == "bp":  # a pass after a bet folds
            return 1.0 if bets == "bp" else -1.0
        return (2.0 if "b" in bets else 1.0) * (1 if cards in ("QJ", "KJ", "KQ") else -1)


if __name__ == "__main__":
    print(hazard.equilibrium(Kuhn()).explain())
