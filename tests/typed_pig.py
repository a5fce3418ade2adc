"""A small game of Pig in Python, with types, in a module of its own: other processes import it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import hazard
from hazard import Turn


@dataclass(frozen=True)
class Score:
    needed: int
    pot: int = 0
    rolling: bool = False
    turns: int = 0


Choice = Literal["roll", "hold"]


class SoloPig(hazard.Game[Score, Choice]):
    """Bank as many points as can be had in some turns of a die that busts on 1."""

    def __init__(self, turns: int = 3, most: int = 6) -> None:
        self.turns = turns
        self.most = most

    def start(self) -> Score:
        return Score(needed=self.most, turns=self.turns)

    def turn(self, state: Score) -> Turn:
        if state.turns == 0 or state.needed <= 0:
            return Turn.OVER
        return Turn.CHANCE if state.rolling else Turn.MAX

    def actions(self, state: Score) -> list[Choice]:
        if state.pot >= state.needed:
            return ["hold"]
        return ["roll", "hold"] if state.pot else ["roll"]

    def outcomes(self, state: Score) -> list[tuple[int, float]]:
        return [(face, 1 / 4) for face in range(1, 5)]

    def apply(self, state: Score, move: Choice | int) -> Score:
        if move == "roll":
            return Score(state.needed, state.pot, True, state.turns)
        if move == "hold":
            return Score(state.needed - state.pot, 0, False, state.turns - 1)
        if move == 1:
            return Score(state.needed, 0, False, state.turns - 1)
        assert isinstance(move, int)
        return Score(state.needed, min(state.pot + move, state.needed), False, state.turns)

    def value(self, state: Score) -> float:
        return float(self.most - max(0, state.needed))


def hold_at_three(state: Score) -> Choice:
    return "hold" if state.pot >= min(3, state.needed) else "roll"


def value_in_a_worker(policy: hazard.Policy) -> float:
    return hazard.evaluate(SoloPig(), max=policy).value


def decide_in_a_worker(
    searcher: hazard.Searcher[Score, Choice], state: Score
) -> hazard.Decision[Score, Choice]:
    return searcher.decide(state, hazard.Budget(depth=4))
