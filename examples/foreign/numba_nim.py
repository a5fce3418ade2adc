"""The same Nim with functions that Numba compiles: whatever makes C functions can fill the table.

pip install numba
"""

import math

import numba
from numba import carray, types

import hazard
from hazard.compiling.table import filled

STONES, MAX, MIN, CHANCE, OVER = 21, 0, 1, 2, 3
P = types.voidptr
state_of = types.CPointer(types.int32)  # stones, mover, rolling
moves_of, numbers_of = types.CPointer(types.int64), types.CPointer(types.float64)


@numba.njit
def whose(stones, mover, rolling):
    if stones == 0:
        return OVER
    return CHANCE if rolling else (MAX if mover == 1 else MIN)


@numba.cfunc(types.int32(P, P, state_of))
def start(rules, call, state):
    s = carray(state, 4)
    s[0], s[1], s[2] = STONES, 1, 0
    return MAX


@numba.cfunc(types.int32(P, P, state_of))
def turn(rules, call, state):
    s = carray(state, 4)
    return whose(s[0], s[1], s[2])


@numba.cfunc(types.int32(P, P, state_of, moves_of, types.int32))
def actions(rules, call, state, moves, room):
    count = min(carray(state, 4)[0], 3)
    listed = carray(moves, 3)
    for i in range(min(count, room)):
        listed[i] = i + 1
    return count


@numba.cfunc(types.int32(P, P, state_of, moves_of, numbers_of, types.int32))
def outcomes(rules, call, state, moves, probabilities, room):
    listed, chances = carray(moves, 2), carray(probabilities, 2)
    for i in range(min(2, room)):
        listed[i] = i
        chances[i] = 1 / 3 if i == 1 else 2 / 3
    return 2


@numba.cfunc(types.int32(P, P, state_of, types.int64, state_of))
def apply(rules, call, state, move, following):
    s, n = carray(state, 4), carray(following, 4)
    n[0] = s[0] - move
    n[1] = s[1] if s[2] else -s[1]
    n[2] = 1 - s[2]
    return whose(n[0], n[1], n[2])


@numba.cfunc(types.int32(P, P, state_of, numbers_of))
def value(rules, call, state, found):
    carray(found, 1)[0] = 1.0 if carray(state, 4)[1] == -1 else -1.0
    return 0


FUNCTIONS = {
    "start": start,
    "turn": turn,
    "actions": actions,
    "outcomes": outcomes,
    "apply": apply,
    "value": value,
}


def nim():
    """Return the game; a name that is missing in the table is a function that the game does not have."""
    table = filled("Nim", 16, (-1.0, 1.0), lambda name: getattr(FUNCTIONS.get(name), "address", 0))
    return hazard.foreign(table)


if __name__ == "__main__":
    print(hazard.decide(nim(), budget=hazard.Budget(depth=6)).explain())
    assert math.isfinite(hazard.solve(nim()).value())
