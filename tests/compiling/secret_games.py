"""Games with secrets, and games for three, in the part of Python that is compiled."""

from typing import NamedTuple

import hazard
from hazard import Turn


class Dealt(NamedTuple):
    cards: tuple[int, int, int] = (-1, -1, -1)
    dealt: int = 0
    bets: int = 0
    """Two bits a move: 1 for a pass, 2 for a bet; the first one highest."""
    moves: int = 0
    first_bet: int = -1


@hazard.compiled
class Poker(hazard.Game):
    """Kuhn poker with any number of cards, for two or three."""

    def __init__(self, ranks=4, players=2):
        self.ranks, self.count = ranks, players

    def start(self):
        return Dealt()

    def turn(self, state):
        if state.dealt < self.count:
            return Turn.CHANCE
        if state.first_bet < 0 and state.moves == self.count:
            return Turn.OVER
        if state.first_bet >= 0 and state.moves == state.first_bet + self.count:
            return Turn.OVER
        return Turn.player(state.moves % self.count)

    def sees(self, state, player):
        return state.cards[player], state.bets, state.moves

    def actions(self, state):
        return ["pass", "bet"]

    def outcomes(self, state):
        left = [card for card in range(self.ranks) if card not in state.cards]
        return [(card, 1 / len(left)) for card in left]

    def apply(self, state, move):
        if isinstance(move, int):
            cards = list(state.cards)
            cards[state.dealt] = move
            return state._replace(cards=(cards[0], cards[1], cards[2]), dealt=state.dealt + 1)
        bet = 2 if move == "bet" else 1
        first = state.moves if bet == 2 and state.first_bet < 0 else state.first_bet
        return state._replace(bets=4 * state.bets + bet, moves=state.moves + 1, first_bet=first)

    def _paid(self, state, player):
        paid = 1
        for move in range(state.moves):
            if move % self.count == player and (state.bets >> (2 * (state.moves - 1 - move))) & 3 == 2:
                paid = 2
        return paid

    def value(self, state):
        best, winner, pot = -1, 0, 0
        for player in range(self.count):
            paid = self._paid(state, player)
            pot += paid
            if (state.first_bet < 0 or paid == 2) and state.cards[player] > best:
                best, winner = state.cards[player], player
        won = [(pot if player == winner else 0) - self._paid(state, player) for player in range(self.count)]
        return won


class Turns(NamedTuple):
    taken: tuple[int, int, int] = (0, 0, 0)
    mover: int = 0
    left: int = 9


@hazard.compiled
class Heap(hazard.Game):
    """Three take one, two or three from a heap; each keeps what it takes, the last one half of it more."""

    def start(self):
        return Turns()

    def turn(self, state):
        return Turn.OVER if state.left == 0 else Turn.player(state.mover)

    def actions(self, state):
        return list(range(1, min(3, state.left) + 1))

    def apply(self, state, move):
        taken = [*state.taken]
        taken[state.mover] += move
        return Turns((taken[0], taken[1], taken[2]), (state.mover + 1) % 3, state.left - move)

    def reward(self, state, move):
        paid = [0.0, 0.0, 0.0]
        if move == 2:
            paid[state.mover] = -0.25
        return paid

    def value(self, state):
        last = (state.mover + 2) % 3
        return [state.taken[player] * (1.5 if player == last else 1.0) for player in range(3)]
