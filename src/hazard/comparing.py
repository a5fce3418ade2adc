"""Every search on the same position: what each finds, and what it costs."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from hazard.decide import decide
from hazard.decision import Decision
from hazard.errors import HazardError
from hazard.game import Game, GameError, State, Turn
from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, TreeSearch

TREE_SECONDS = 0.5
"""For tree search where there is a depth only: it goes on within the depth until something ends it."""
PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)


@dataclass(frozen=True)
class Row:
    """One search on the position: its decision, or why it has none."""

    name: str
    decision: Decision | None
    note: str = ""
    error: HazardError | None = None
    """Why there is no decision."""

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        if self.decision is None:
            return {"search": self.name, "note": self.note}
        done = self.decision.statistics
        return {
            "search": self.name,
            "action": self.decision.best.words,
            "value": self.decision.value,
            "kind": self.decision.kind,
            "nodes": done.nodes,
            "simulations": done.simulations,
            "seconds": done.seconds,
            "depth": done.depth,
            "stopped": self.decision.stopped,
            "note": self.note,
        }


def compare(game: Game, state: State, budget: Budget) -> list[Row]:
    """Run the searches one after the other."""
    deepen = budget.depth is None  # with a clock only deepening has an answer in time
    chance = has_chance(game, state)
    searches: list[tuple[str, Search]] = [
        ("minimax", Minimax(deepen=deepen)),
        ("alphabeta", AlphaBeta()),
        ("expectimax, plain", replace(PLAIN, deepen=deepen)),
        ("expectimax", Expectimax()),
        ("beam", Beam()),
        ("treesearch", TreeSearch()),
    ]
    rows = []
    for name, search in searches:
        if chance and isinstance(search, Minimax | AlphaBeta):
            error = HazardError("search.not_for_chance")
            rows.append(Row(name, None, str(error), error))
            continue
        limit, note = budget, ""
        if isinstance(search, TreeSearch) and budget.seconds is None:
            limit, note = replace(budget, seconds=TREE_SECONDS), f"no end of its own: {TREE_SECONDS} s"
        try:
            rows.append(Row(name, decide(game, state, search, limit), note))
        except GameError as error:
            rows.append(Row(name, None, str(error), error))
    return rows


def has_chance(game: Game, state: State, playouts: int = 8, moves: int = 300) -> bool:
    """Tell whether chance has a say in what follows ``state``, judged by a few random games.

    >>> from hazard.games import Pig
    >>> has_chance(Pig(), Pig().start())
    True
    """
    rng = random.Random(0)
    for _ in range(playouts):
        here = state
        for _ in range(moves):
            turn = Turn(game.turn(here))
            if turn is Turn.OVER:
                break
            if turn is Turn.CHANCE:
                return True
            here = game.apply(here, rng.choice(list(game.actions(here))))
    return False
