"""The limits that the engine has of its own, and what is said where one of them cuts a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.game import has_heuristic
from hazard.language import ENGLISH, Speaker
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


def remarks(decision: Decision, language: str = ENGLISH) -> list[str]:
    """Say which limits cut a decision's search, in full sentences."""
    say = Speaker("render.limit", language)
    done, search, said = decision.statistics, decision.search, []
    if nothing_searched(decision):
        said.append(say("nothing_known" if value_unknown(decision) else "nothing_searched"))
    if decision.stopped == "deepest":
        said.append(say("deepest", depth=LONGEST_PLAN if isinstance(search, Beam) else DEEPEST))
    if decision.stopped == "memory":
        said.append(say("states_kept"))
    if done.long_lines:
        tree = isinstance(search, TreeSearch)
        plain = tree or isinstance(search, Minimax) or _unpruned(search)
        most = LONGEST_PLAIN_LINE if plain else LONGEST_LINE
        said.append(say("long_lines", count=done.long_lines, most=most))
    if done.chance_runs:
        said.append(say("chance_runs", count=done.chance_runs, most=LONGEST_CHANCE_RUN))
    if done.full_tree:
        most = getattr(search, "max_nodes", done.tree_nodes)
        said.append(say("full_tree", count=done.full_tree, most=most))
    if done.short_play_outs:
        rollouts = isinstance(search, TreeSearch)
        most = search.rollout_depth if isinstance(search, TreeSearch) else LONGEST_PLAY_OUT
        hint = "_hint" if rollouts else ""
        said.append(say(f"short_play_outs{hint}", count=done.short_play_outs, most=most))
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


def _unpruned(search: object) -> bool:
    """Tell whether expectimax goes by its definition, as minimax does."""
    switches = ("alpha_beta", "table", "merge")
    return not any(getattr(search, name, True) for name in switches)
