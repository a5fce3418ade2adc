"""Games with nothing but their six methods, as users write them first: the default search decides them."""

from __future__ import annotations

from hazard import Game, Turn


class TwentyOne(Game):
    """Roll as often as you dare; over 21 loses, and then the higher total wins. The README's game."""

    def start(self):
        return (0, 0, 0, False)

    def turn(self, state):
        return Turn.CHANCE if state[3] else (Turn.MAX, Turn.MIN, Turn.OVER)[state[2]]

    def actions(self, state):
        return ["roll", "stop"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        mine, theirs, player, rolling = state
        if not rolling:
            return (mine, theirs, player + (move == "stop"), move == "roll")
        mine, theirs = (mine + move, theirs) if player == 0 else (mine, theirs + move)
        return (mine, theirs, 2 if max(mine, theirs) > 21 else player, False)

    def value(self, state):
        assert self.turn(state) is Turn.OVER, "an unfinished game has no value"
        return float(state[0] <= 21 and (state[1] > 21 or state[0] > state[1]))

    def bounds(self):
        return (0, 1)


class Gambler(Game):
    """Stake any part of what there is, up to what is missing to 100; each bet is won with 0.4."""

    def start(self):
        return (50, 0)

    def turn(self, state):
        return Turn.CHANCE if state[1] else Turn.OVER if state[0] in (0, 100) else Turn.MAX

    def actions(self, state):
        return range(1, min(state[0], 100 - state[0]) + 1)

    def outcomes(self, state):
        return [("won", 0.4), ("lost", 0.6)]

    def apply(self, state, move):
        stake = {"won": state[1], "lost": -state[1]}.get(move)
        return (state[0], move) if stake is None else (state[0] + stake, 0)

    def value(self, state):
        return float(state[0] == 100)


class BarePig(Game):
    """Pig: roll for the pot, or bank it; a one loses the pot. Whoever banks the target wins.

    A state is both scores, the pot, whose turn it is and whether the die is rolling. Where ``capped``, a pot
    is never more than what is missing; otherwise it may grow without end, and so may the game.
    """

    def __init__(self, target=30, capped=True):
        self.target, self.capped = target, capped

    def start(self):
        return (0, 0, 0, 0, False)

    def turn(self, state):
        if max(state[0], state[1]) >= self.target:
            return Turn.OVER
        return Turn.CHANCE if state[4] else (Turn.MAX, Turn.MIN)[state[3]]

    def actions(self, state):
        return ["roll", "bank"] if state[2] else ["roll"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        scores, pot, player = list(state[:2]), state[2], state[3]
        if move == "roll":
            return (*scores, pot, player, True)
        if move == "bank":
            scores[player] += pot
        if move in (1, "bank"):
            return (*scores, 0, 1 - player, False)
        return self.within((*scores, pot + move, player, False))

    def within(self, state):
        """Cut the pot to what is missing: more of it is worth no more."""
        missing = self.target - state[state[3]]
        return (*state[:2], min(state[2], missing), *state[3:]) if self.capped else state

    def value(self, state):
        return float(state[0] >= self.target)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class BareTicTacToe(Game):
    """Three in a row; a state is nine letters."""

    def start(self):
        return "." * 9

    def turn(self, state):
        if self.winner(state) or "." not in state:
            return Turn.OVER
        return Turn.MAX if state.count("x") == state.count("o") else Turn.MIN

    def actions(self, state):
        return [cell for cell in range(9) if state[cell] == "."]

    def apply(self, state, move):
        mark = "x" if self.turn(state) is Turn.MAX else "o"
        return state[:move] + mark + state[move + 1 :]

    def winner(self, state):
        return next((state[a] for a, b, c in LINES if state[a] == state[b] == state[c] != "."), None)

    def value(self, state):
        return {"x": 1.0, "o": -1.0}.get(self.winner(state), 0.0)


class Race(Game):
    """Two runners to field 15: walk one or two, or run up to five and fall half the way back once in four."""

    length = 15

    def start(self):
        return (0, 0, 0, "")

    def turn(self, state):
        if max(state[:2]) >= self.length:
            return Turn.OVER
        return Turn.CHANCE if state[3] else (Turn.MAX, Turn.MIN)[state[2]]

    def actions(self, state):
        return ["walk", "run"]

    def outcomes(self, state):
        if state[3] == "walk":
            return [(1, 0.5), (2, 0.5)]
        return [("back", 1 / 4), *((step, 1 / 4) for step in (2, 4, 5))]

    def apply(self, state, move):
        fields, player = list(state[:2]), state[2]
        if not state[3]:
            return (*fields, player, move)
        step = -fields[player] // 2 if move == "back" else move
        fields[player] = min(self.length, fields[player] + step)
        return (*fields, 1 - player, "")

    def value(self, state):
        return float(state[0] >= self.length)


class DiceNim(Game):
    """A heap of 24: name one to four; a coin says whether one more goes too. Who takes the last one loses."""

    def start(self):
        return (24, 0, 0)

    def turn(self, state):
        if state[2]:
            return Turn.CHANCE
        return Turn.OVER if state[0] == 0 else (Turn.MAX, Turn.MIN)[state[1]]

    def actions(self, state):
        return range(1, min(4, state[0]) + 1)

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def apply(self, state, move):
        heap, player, named = state
        return (max(0, heap - named - move), 1 - player, 0) if named else (heap, player, move)

    def value(self, state):
        return 1.0 if state[1] == 0 else -1.0


class Climb(Game):
    """Push your luck on three ways up: try one, again and again, or make camp; a fall loses the rest.

    Whoever camps at the top of two of them wins. The shorter a way is, the harder is each step.
    """

    heights, chances = (2, 3, 4), (0.5, 0.65, 0.8)

    def start(self):
        return ((0, 0, 0), (0, 0, 0), (0, 0, 0), 0, -1)

    def turn(self, state):
        if any(self.wins(camps) for camps in state[:2]):
            return Turn.OVER
        return Turn.CHANCE if state[4] >= 0 else (Turn.MAX, Turn.MIN)[state[3]]

    def wins(self, camps):
        return sum(camp >= height for camp, height in zip(camps, self.heights, strict=True)) >= 2

    def actions(self, state):
        ways = [way for way in range(3) if state[2][way] < self.heights[way]]
        return [*ways, "camp"] if state[2] != state[state[3]] else ways

    def outcomes(self, state):
        chance = self.chances[state[4]]
        return [("step", chance), ("fall", 1 - chance)]

    def apply(self, state, move):
        mine, theirs, now, player, way = state
        if move == "camp":
            mine, theirs = (now, theirs) if player == 0 else (mine, now)
        if move in ("camp", "fall"):
            return (mine, theirs, (theirs, mine)[player], 1 - player, -1)
        if move == "step":
            return (mine, theirs, (*now[:way], now[way] + 1, *now[way + 1 :]), player, -1)
        return (mine, theirs, now, player, move)

    def value(self, state):
        return float(self.wins(state[0]))


def undecided(game, solution, count, rng, seen_as=lambda state: state):
    """Positions of random games in which it matters what is done.

    ``seen_as`` turns a state of the game into one of the ``solution``.
    """
    found = []
    while len(found) < count:
        state, met = game.start(), []
        while game.turn(state) is not Turn.OVER:
            if game.turn(state) is Turn.CHANCE:
                outcomes, chances = zip(*game.outcomes(state), strict=True)
                state = game.apply(state, rng.choices(outcomes, chances)[0])
                continue
            values = [value for _, value in solution.options(seen_as(state))]
            met += [state] if max(values) - min(values) > 1e-9 else []
            state = game.apply(state, rng.choice(list(game.actions(state))))
        found += [rng.choice(met)] if met else []
    return found
