"""The limits that the engine has of its own, and what is said where one of them cuts a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.game import has_heuristic
from hazard.search import AlphaBeta, Beam, Expectimax, Minimax, TreeSearch

if TYPE_CHECKING:
    from hazard.decision import Decision

DEEPEST = 500
"""Decisions that expectimax and its relatives look ahead at most."""
LONGEST_PLAN = 2_000
"""Actions in the plan of a beam."""
LONGEST_LINE = 2_000
"""Moves of a line of play, chance included, that expectimax follows."""
LONGEST_PLAIN_LINE = 4_000
"""The same where nothing is pruned, and along one path of a tree search."""
LONGEST_CHANCE_RUN = 500
"""Chance nodes without a decision between them that expectimax follows."""
LONGEST_PLAY_OUT = 1_000
"""Moves of a play-out that stands in for a heuristic."""


def remarks(decision: Decision) -> list[str]:
    """Say which limits cut a decision's search, in full sentences."""
    done, search, said = decision.statistics, decision.search, []
    if nothing_searched(decision):
        value = "no value is known" if value_unknown(decision) else "the value is that of the position itself"
        said.append(
            "The budget was used up before the search had looked one decision ahead: "
            f"the choice is the first action that the game lists, and {value}."
        )
    if decision.stopped == "deepest":
        deepest = LONGEST_PLAN if isinstance(search, Beam) else DEEPEST
        said.append(f"The search looks {deepest:,} decisions ahead and no further, whatever the budget.")
    if decision.stopped == "memory":
        said.append(
            "The game has shown as many states as a search keeps: give hazard.Searcher a larger max_states."
        )
    if done.long_lines:
        tree = isinstance(search, TreeSearch)
        plain = tree or isinstance(search, Minimax) or _unpruned(search)
        most = LONGEST_PLAIN_LINE if plain else LONGEST_LINE
        said.append(f"{_lines(done.long_lines)} cut after {most:,} moves, and valued as unfinished.")
    if done.chance_runs:
        said.append(
            f"{_lines(done.chance_runs)} cut after {LONGEST_CHANCE_RUN:,} chance nodes without a decision, "
            "and valued as unfinished."
        )
    if done.full_tree:
        most = getattr(search, "max_nodes", done.tree_nodes)
        count = f"{done.full_tree:,} simulation{'s' * (done.full_tree != 1)}"
        said.append(f"The tree is full: {count} found no room in its {most:,} nodes; raise max_nodes.")
    if done.short_play_outs:
        rollouts = isinstance(search, TreeSearch)
        most = search.rollout_depth if isinstance(search, TreeSearch) else LONGEST_PLAY_OUT
        hint = "; raise rollout_depth" if rollouts else ""
        count = f"{done.short_play_outs:,} play-out{'s' * (done.short_play_outs != 1)}"
        said.append(f"{count} came to no end within {most:,} moves{hint}.")
    return said


def nothing_searched(decision: Decision) -> bool:
    """Tell whether a search that deepens step by step was stopped before it had taken the first step."""
    steps = isinstance(decision.search, Expectimax | AlphaBeta | Minimax)
    return (
        steps
        and decision.statistics.depth == 0
        and decision.stopped in ("seconds", "nodes", "memory", "asked")
    )


def value_unknown(decision: Decision) -> bool:
    """Tell whether the value only stands for one: nothing was searched, and nobody has guessed.

    >>> import hazard
    >>> class Coin(hazard.Game):
    ...     def start(self): return "heads or tails?"
    ...     def turn(self, state):
    ...         return {"?": hazard.Turn.MAX, "!": hazard.Turn.CHANCE}.get(state[-1], hazard.Turn.OVER)
    ...     def actions(self, state): return ["heads", "tails"]
    ...     def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    ...     def apply(self, state, move): return f"{move}!" if state[-1] == "?" else f"{state} {move}"
    ...     def value(self, state): return float(state.split("! ")[0] == state.split("! ")[1])
    >>> value_unknown(hazard.decide(Coin(), None, hazard.Expectimax(), hazard.Budget(nodes=1)))
    True
    """
    guessed = has_heuristic(decision.game) or getattr(decision.search, "evaluator", None) is not None
    return nothing_searched(decision) and not guessed


def _lines(count: int) -> str:
    return "1 line of play was" if count == 1 else f"{count:,} lines of play were"


def _unpruned(search: object) -> bool:
    """Tell whether expectimax goes by its definition, as minimax does."""
    switches = ("alpha_beta", "table", "merge")
    return not any(getattr(search, name, True) for name in switches)
