"""The equilibrium of a small game for two by linear programming over the sequence form, as an exact oracle.

MAX chooses a plan, a probability for each of its sequences; MIN's best answer to it is itself a linear
program, and its dual turns the two into one (Koller, Megiddo and von Stengel 1994). SciPy's HiGHS solves it,
once for each player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hazard.equilibrium.listing import Listed, Strategies
from hazard.extras import require
from hazard.game import GameError


def solved(listed: Listed) -> Strategies:
    """Return the strategies of both players."""
    if listed.constant is None:
        raise GameError("equilibrium.lp_needs_constant_sum", game=type(listed.game).__name__)
    caller = "hazard.equilibrium(algorithm='lp')"
    optimize = require("scipy.optimize", caller=caller, library="SciPy", extra="lp")
    sparse = require("scipy.sparse", caller=caller, library="SciPy", extra="lp")
    return [_strategy(listed, player, _plan(listed, player, optimize, sparse)) for player in (0, 1)]


def _plan(listed: Listed, player: int, optimize: Any, sparse: Any) -> npt.NDArray[np.float64]:
    """Maximize what the player is sure of: over its plan x and the values v of the other's sets.

    maximize v[0]  where  E x = e (x is a plan)  and  F' v <= A' x (no answer of the other does better).
    """
    other = 1 - player
    count, theirs = listed.count(player), listed.count(other)
    own, their = listed.sequences[:, player], listed.sequences[:, other]
    payoff = sparse.csr_matrix((listed.payoffs[:, player], (their, own)), shape=(theirs, count))
    mine, others = _flow(listed, player, sparse), _flow(listed, other, sparse)
    values = others.shape[0]
    cost = np.zeros(count + values)
    cost[count] = -1.0
    start = np.zeros(mine.shape[0])
    start[0] = 1.0
    found = optimize.linprog(
        cost,
        A_ub=sparse.hstack([-payoff, others.T]).tocsr(),
        b_ub=np.zeros(theirs),
        A_eq=sparse.hstack([mine, sparse.csr_matrix((mine.shape[0], values))]).tocsr(),
        b_eq=start,
        bounds=[(0, None)] * count + [(None, None)] * values,
        method="highs",
    )
    if not found.success:
        raise GameError("equilibrium.lp_failed", reason=found.message)
    return np.clip(np.asarray(found.x[:count], np.float64), 0.0, None)


def _flow(listed: Listed, player: int, sparse: Any) -> Any:
    """Return the rows that make numbers a plan: the empty sequence is 1, each set keeps what it is given."""
    rows, columns, numbers = [0], [0], [1.0]
    for row, one in enumerate(listed.sets[player], start=1):
        for sequence in one.sequences:
            rows.append(row)
            columns.append(sequence)
            numbers.append(1.0)
        rows.append(row)
        columns.append(one.parent)
        numbers.append(-1.0)
    shape = (len(listed.sets[player]) + 1, listed.count(player))
    return sparse.csr_matrix((numbers, (rows, columns)), shape=shape)


def _strategy(listed: Listed, player: int, plan: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the probabilities of actions that a plan stands for; alike where it never comes."""
    strategy = np.ones(len(plan))
    for one in listed.sets[player]:
        own = slice(one.first, one.first + len(one.actions))
        total = plan[own].sum()
        strategy[own] = plan[own] / total if total > 1e-12 else 1.0 / len(one.actions)
    return strategy
