"""A planner for tests: plays the turn by the order of the rules' own list, as far as it can be foreseen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hazard.game import Turn
from hazard.spire.protocol.simulator import Move, MoveKind, simulator


@dataclass
class ListedPlan:
    moves: list[Move]
    value: float = 0.5

    def explain(self, language: str = "en") -> str:
        return "the first of everything"


@dataclass
class ListPlanner:
    """Takes the first action of each list until chance or the end of the turn; counts the questions."""

    asked: list[Any] = field(default_factory=list)

    def __call__(self, state: Any) -> ListedPlan:
        self.asked.append(state)
        rules = simulator(state.as_dict()["ascension"])
        moves: list[Move] = []
        while rules.turn(state) is Turn.MAX and len(moves) < 20:
            move = rules.moves(state)[0]
            moves.append(move)
            if move.kind is MoveKind.END:
                break
            state = rules.after(state, move)
        return ListedPlan(moves)
