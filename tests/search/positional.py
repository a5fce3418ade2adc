"""The value of a small game by its definition: every plan of one side against every plan of the other.

A plan names one move for each state. Two plans make a Markov chain, whose total reward is a linear equation,
solved in fractions. In games of chance with perfect information no other kind of plan does better (Liggett
and Lippman 1969), so that the best of the worst is the value. Where a chain goes round through rewards
that cancel out for ever, or ends up infinitely rich here and poor there, there is no sum, and so no value.
"""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

from tests.search.small_games import TableGame

from hazard import Turn

NO_SUM = "no sum"


def random_game(seed):
    """Up to seven states: loops, ties, waiting, rewards of all kinds, chances down to 2**-40."""
    draw = random.Random(seed)
    size = draw.randint(2, 7)
    players = draw.choice([[Turn.MAX], [Turn.MIN], [Turn.MAX, Turn.MIN], [Turn.MAX, Turn.MIN]])
    pays = draw.choice([[0], [0], [-3, -2, -1, 0, 1, 2, 3], [0, 0, 0, -1, 1], [0, -1, -2, -0.5]])
    tiny, ends = draw.random() < 0.3, draw.random() < 0.8
    turns, edges, values, probabilities, rewards = [], [], [], [], []
    pairs = 1  # of plans
    for state in range(size):
        over = (ends and state == size - 1) or (state > 0 and draw.random() < 0.15)
        turn = Turn.OVER if over else draw.choice([*players, Turn.CHANCE])
        count = 0 if over else draw.randint(1, 3)
        if turn in players:
            count = count if pairs * count <= 54 else 1
            pairs *= count
        successors = [draw.randrange(size) for _ in range(count)]
        weights = [Fraction(draw.randint(1, 8)) for _ in successors]
        if tiny and turn == Turn.CHANCE and count > 1:
            weights[draw.randrange(count)] = Fraction(1, 2 ** draw.choice([10, 20, 30, 40]))
        turns.append(turn)
        edges.append(successors)
        values.append(draw.randint(-10, 10) / 10 if draw.random() < 0.8 else 0.0)
        probabilities.append([float(weight / sum(weights)) for weight in weights])
        rewards.append([float(draw.choice(pays)) for _ in successors])
    return TableGame(turns, edges, values, probabilities, rewards)


def plans(game, player):
    """Every way to name one move for each state of ``player``."""
    states = [s for s, turn in enumerate(game.turns) if turn == player]
    for moves in itertools.product(*(range(len(game.edges[s])) for s in states)):
        yield dict(zip(states, moves, strict=True))


def true_values(game):
    """Return the value of each state, or None where some pair of plans has no sum."""
    table = [[earned(game, high | low) for low in plans(game, Turn.MIN)] for high in plans(game, Turn.MAX)]
    found = []
    for s in range(len(game.turns)):
        if any(row[s] == NO_SUM for rows in table for row in rows):
            found.append(None)
            continue
        best = max(min(row[s] for row in rows) for rows in table)
        assert best == min(max(rows[k][s] for rows in table) for k in range(len(table[0])))
        found.append(best)
    return found


def earned(game, plan):
    """Return what each state earns if both sides keep to ``plan``."""
    steps = [_steps(game, plan, s) for s in range(len(game.turns))]
    reach = _reach(steps)
    fate = [_fate(steps, reach, s) for s in range(len(steps))]
    ahead = [{fate[t] for t in reach[s]} - {None, 0} for s in range(len(steps))]
    value = [None if not fates else fates.pop() if len(fates) == 1 else NO_SUM for fates in map(set, ahead)]
    finite = [s for s in range(len(steps)) if value[s] is None]
    rows = []
    for s in finite:
        row = {s: Fraction(1)}
        paid = Fraction(game.values[s]) if game.turns[s] == Turn.OVER else Fraction(0)
        if fate[s] is None:
            for p, reward, t in steps[s]:
                row[t] = row.get(t, Fraction(0)) - p
                paid += p * reward
        rows.append(([row.get(t, Fraction(0)) for t in finite], paid))
    for s, number in zip(finite, _solved(rows), strict=True):
        value[s] = number
    return value


def _steps(game, plan, s):
    """Return what may happen in ``s``: probability, reward, next state."""
    if game.turns[s] == Turn.OVER:
        return []
    if game.turns[s] != Turn.CHANCE:
        move = plan[s]
        return [(Fraction(1), Fraction(game.rewards[s][move]), game.edges[s][move])]
    chances = [Fraction(p) for p in game.probabilities[s]]
    return [
        (p / sum(chances), Fraction(reward), t)
        for p, reward, t in zip(chances, game.rewards[s], game.edges[s], strict=True)
    ]


def _reach(steps):
    reach = [{s} for s in range(len(steps))]
    changed = True
    while changed:
        changed = False
        for s, ahead in enumerate(steps):
            for _, _, t in ahead:
                if not reach[t] <= reach[s]:
                    reach[s] |= reach[t]
                    changed = True
    return reach


def _fate(steps, reach, s):
    """Return what staying is worth where the chain never leaves; None where it does, or is over."""
    if not steps[s] or any(s not in reach[t] for t in reach[s]):
        return None
    states = sorted(reach[s])
    if all(reward == 0 for t in states for _, reward, _ in steps[t]):
        return 0
    # How often each state is seen: a stationary distribution.
    rows = []
    for t in states[:-1]:
        into = [sum((p for p, _, to in steps[u] if to == t), Fraction(0)) for u in states]
        rows.append(([i - (u == t) for i, u in zip(into, states, strict=True)], Fraction(0)))
    rows.append(([Fraction(1)] * len(states), Fraction(1)))
    often = dict(zip(states, _solved(rows), strict=True))
    gain = sum(often[t] * p * reward for t in states for p, reward, _ in steps[t])
    size = sum(often[t] * p * abs(reward) for t in states for p, reward, _ in steps[t])
    if abs(gain) <= size / 10**14:  # the rounding of probabilities such as a third
        return NO_SUM
    return math.inf if gain > 0 else -math.inf


def _solved(rows):
    """Gauss and Jordan: each row is (coefficients, right-hand side)."""
    table = [[*map(Fraction, left), right] for left, right in rows]
    for column in range(len(table)):
        pivot = next(i for i in range(column, len(table)) if table[i][column])
        table[column], table[pivot] = table[pivot], table[column]
        scale = table[column][column]
        table[column] = [x / scale for x in table[column]]
        for i, row in enumerate(table):
            if i != column and row[column]:
                factor = row[column]
                table[i] = [x - factor * y for x, y in zip(row, table[column], strict=True)]
    return [row[-1] for row in table]
