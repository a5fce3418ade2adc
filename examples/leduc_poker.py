"""Leduc poker: two jacks, queens and kings, one card each, then one for both; raises of 2, then of 4."""

from hazard import Game, Turn


class Leduc(Game):
    def start(self):
        return "", ""  # the cards: MAX's, MIN's, the board's; the bets: "crc/rrc/", fold, call, raise

    def turn(self, state):
        cards, bets = state
        if bets[-1:] == "f" or bets.count("/") == 2:
            return Turn.OVER
        return Turn.player(len(bets.split("/")[-1]) % 2) if len(cards) == 2 + bets.count("/") else Turn.CHANCE

    def sees(self, state, player):
        return state[0][player] + state[0][2:] + state[1]

    def actions(self, state):
        now = state[1].split("/")[-1]
        return ["f"] * (now[-1:] == "r") + ["c"] + ["r"] * (now.count("r") < 2)

    def outcomes(self, state):
        return [(card, (2 - state[0].count(card)) / (6 - len(state[0]))) for card in "JQK"]

    def apply(self, state, move):
        if move in "JQK":
            return state[0] + move, state[1]
        ends = move == "c" and state[1].split("/")[-1]  # a call ends the round, but for the first
        return state[0], state[1] + move + ("/" if ends else "")

    def value(self, state):
        (mine, theirs, *board), paid = state[0], [1, 1]
        for size, bets in zip((2, 4), state[1].split("/"), strict=False):
            for number, move in enumerate(bets):
                paid[number % 2] = paid[number % 2] if move == "f" else max(paid) + size * (move == "r")
        if state[1][-1] == "f":
            return float(paid[1] if paid[0] > paid[1] else -paid[0])
        higher = (mine + theirs in "QJ KJ KQ") - (theirs + mine in "QJ KJ KQ")
        return paid[0] * float(([mine] == board) - ([theirs] == board) or higher)
