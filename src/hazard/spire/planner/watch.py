"""Watching a simulated fight: plans are kept while nothing is learned, and dropped when chance has spoken."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hazard._core import SpireMoveKind
from hazard.game import Turn
from hazard.search import Budget
from hazard.spire.planner.plan import Plan
from hazard.spire.planner.planner import Planner
from hazard.spire.planner.settings import Settings
from hazard.spire.planner.strength import start_of
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat
from hazard.spire.rules.setups import Setup

MOST_TURNS, MOST_PLANS = 200, 3000


@dataclass(frozen=True)
class Moment:
    """A plan, or the end of the fight."""

    state: str
    turn: int
    hp: int
    plan: Plan | None = None
    replan: bool = False
    """Whether the turn was planned before, and chance has spoken since."""
    won: bool | None = None

    def text(self, explain: bool = False) -> str:
        """Return it for a person."""
        if self.plan is None:
            return f"{'Won' if self.won else 'Lost'} on turn {self.turn} with {self.hp} HP."
        head = f"{'  (anew) ' if self.replan else ''}{self.state}"
        return (
            f"{head}\n{self.plan.explain()}\n" if explain else f"{head}\n  -> {', '.join(self.plan.words())}"
        )

    def to_dict(self, explain: bool = False) -> dict[str, Any]:
        """Return it for a program; with ``explain`` also why, in words."""
        found: dict[str, Any] = {"state": self.state, "turn": self.turn, "hp": self.hp}
        if self.plan is None:
            return found | {"won": self.won}
        why = {"why": self.plan.explain()} if explain else {}
        return found | {"replan": self.replan, "plan": self.plan.to_dict(), **why}


def watch(
    player: Setup, encounter: str, settings: Settings, budget: Budget, ascension: int = 20, seed: int = 0
) -> Iterator[Moment]:
    """Play a fight and yield every plan, and then the end."""
    content = compiled(ascension)
    start = start_of(player, encounter, ascension, seed)
    game, planner, chance = Combat(content, start), Planner(content, settings), random.Random(seed)
    state = game.sampled(start, chance.getrandbits(62))
    planned = 0
    for _ in range(MOST_PLANS):  # some decks play without end in one turn
        if game.turn(state) is Turn.OVER or state.turn >= MOST_TURNS:
            break
        plan = planner.plan(state, budget)
        yield Moment(game.text(state), state.turn, state.hp, plan, replan=planned == state.turn)
        planned = state.turn
        for move in plan.moves:
            state = game.apply(state, move)
            if game.turn(state) is not Turn.MAX:
                state = game.sampled(state, chance.getrandbits(62))
                break
            if move.kind == SpireMoveKind.END:
                break
    yield Moment(game.text(state), state.turn, state.hp, won=bool(state.won))
