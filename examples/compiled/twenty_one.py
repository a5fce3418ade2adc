"""Twenty-One: draw cards from an endless pack, beat the dealer without going over 21.

Aces count 11 as long as that is not too much. The dealer, who has no choice, draws up to 16 and stands on 17.
Doubling takes one more card for twice the stake. The value is what is won, in stakes.
"""

from typing import NamedTuple

import hazard
from hazard import Turn

CARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # ace last
CHANCES = (1 / 13, 1 / 13, 1 / 13, 1 / 13, 1 / 13, 1 / 13, 1 / 13, 1 / 13, 4 / 13, 1 / 13)
DRAW, STAND, DOUBLE = 0, 1, 2


class Hand(NamedTuple):
    total: int = 0
    aces: int = 0  # that count 11
    cards: int = 0


class Table(NamedTuple):
    player: Hand = Hand()
    dealer: Hand = Hand()
    stake: int = 1
    dealing: bool = True  # a card is on its way
    standing: bool = False  # the player is done


def with_card(hand, card):
    total, aces = hand.total + card, hand.aces + (card == 11)
    while total > 21 and aces > 0:
        total, aces = total - 10, aces - 1
    return Hand(total, aces, hand.cards + 1)


@hazard.compiled
class TwentyOne(hazard.Game):
    def start(self):
        return Table()

    def turn(self, state):
        if state.dealing:
            return Turn.CHANCE
        return Turn.OVER if state.standing or state.player.total > 21 else Turn.MAX

    def actions(self, state):
        if state.player.cards == 2:
            return [DRAW, STAND, DOUBLE]
        return [DRAW, STAND]

    def outcomes(self, state):
        return list(zip(CARDS, CHANCES, strict=True))

    def apply(self, state, move):
        if not state.dealing:
            if move == DRAW:
                return state._replace(dealing=True)
            done = state._replace(dealing=True, standing=True)
            return done._replace(stake=2) if move == DOUBLE else done
        if state.player.cards >= 2 and state.dealer.cards == 0:  # the dealer's open card
            return state._replace(dealer=with_card(state.dealer, move), dealing=False)
        if not state.standing:
            return state._replace(player=with_card(state.player, move), dealing=state.dealer.cards == 0)
        if state.stake == 2 and state.player.cards == 2:  # the one card of a double
            player = with_card(state.player, move)
            return state._replace(player=player, dealing=player.total <= 21)
        dealer = with_card(state.dealer, move)
        return state._replace(dealer=dealer, dealing=dealer.total < 17)

    def value(self, state):
        player, dealer = state.player.total, state.dealer.total
        if player > 21:
            return -1.0 * state.stake
        if dealer > 21 or player > dealer:
            return 1.0 * state.stake
        return 0.0 if player == dealer else -1.0 * state.stake

    def heuristic(self, state):
        return max(-1.0, min(1.0, (state.player.total - 16) / 8)) * state.stake

    def bounds(self):
        return -2.0, 2.0


if __name__ == "__main__":
    print(hazard.decide(TwentyOne(), Table(Hand(12, 0, 2), Hand(6, 0, 1), 1, False)).explain())
