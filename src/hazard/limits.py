"""The limits that the engine has of its own, and what is said where one of them cuts a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.search import Beam, Minimax, TreeSearch

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


def _lines(count: int) -> str:
    return "1 line of play was" if count == 1 else f"{count:,} lines of play were"


def _unpruned(search: object) -> bool:
    """Tell whether expectimax goes by its definition, as minimax does."""
    switches = ("alpha_beta", "table", "merge")
    return not any(getattr(search, name, True) for name in switches)
