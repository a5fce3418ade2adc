"""A decision of one of several players: what to do, how often, and what everybody may expect of it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from hazard.decision import Statistics
from hazard.game import Game, Move, State, Turn, state_text, words
from hazard.search import Budget
from hazard.several.beliefs import Belief
from hazard.text import shorten

_NEVER = 0.005


@dataclass(frozen=True)
class SeveralOption:
    """One action: how often to choose it, and what it is worth."""

    action: Move
    words: str
    probability: float
    """How often it is chosen: the share of the simulations, or 1 for the best of an exact search."""
    value: float
    """What whoever decides may expect of it."""
    payoffs: tuple[float, ...]
    """What every player may expect of it."""
    kind: str
    """``exact`` or ``estimate``."""
    gap: float
    """How much less than by the chosen action whoever decides may expect."""
    visits: int = 0
    standard_error: float | None = None


@dataclass(frozen=True, repr=False)
class SeveralDecision:
    """What to do in a game with secrets or several players, and why; values are for whoever decides."""

    game: Game
    state: State
    player: int
    players: int
    search: Any
    budget: Budget
    options: tuple[SeveralOption, ...]
    """Every action, the chosen one first."""
    worlds: int
    """States that the player held for possible."""
    statistics: Statistics
    stopped: str
    belief: Belief | None = None
    """What whoever decides held for possible; None where nothing is hidden."""

    @property
    def turn(self) -> Turn:
        """Whose decision it is."""
        return Turn.player(self.player)

    @property
    def best(self) -> SeveralOption:
        """The chosen option."""
        return self.options[0]

    @property
    def action(self) -> Move:
        """The chosen action."""
        return self.best.action

    @property
    def value(self) -> float:
        """What whoever decides may expect."""
        return self.best.value

    @property
    def kind(self) -> str:
        """Whether the value is exact or an estimate."""
        return self.best.kind

    @property
    def strategy(self) -> dict[Move, float]:
        """How often each action is chosen."""
        return {option.action: option.probability for option in self.options}

    def explain(self) -> str:
        """Say in words what to do and why."""
        best = self.best
        lines = [f"{best.words}: worth {best.value:+.4g} to {self._name(self.player)} ({best.kind})"]
        if sum(option.probability > _NEVER for option in self.options) > 1 and self.statistics.simulations:
            lines.append(f"Looked at most: {said_shares(self.options)}.")
        width = max(len(shorten(option.words, 32)) for option in self.options)
        for option in self.options[:8]:
            error = f" ± {option.standard_error:.2g}" if option.standard_error else ""
            everybody = ""
            if self.players > 2:
                everybody = "  all: " + ", ".join(f"{worth:+.3g}" for worth in option.payoffs)
            behind = f"  {option.gap:.3g} behind" if option.gap > 0 else ""
            lines.append(
                f"  {shorten(option.words, 32):<{width}}  {option.value:+.4g}{error}{behind}{everybody}"
            )
        if len(self.options) > 8:
            lines.append(f"  and {len(self.options) - 8} more")
        lines.append(self._how())
        return "\n".join(lines)

    def _how(self) -> str:
        did = self.statistics
        of = f" in {self.worlds:,} possible worlds" if self.worlds > 1 else ""
        work = f"{did.simulations:,} simulations{of}" if did.simulations else f"{did.nodes:,} nodes{of}"
        return f"{type(self.search).__name__}: {work}, {did.seconds:.2f} s."

    def _name(self, player: int) -> str:
        return ("MAX", "MIN")[player] if self.players == 2 else f"player {player}"

    def draw(self, path: str | os.PathLike[str] | None = None) -> str:
        """Draw the worlds held for possible, tied together, and the actions, as an SVG picture.

        >>> import hazard
        >>> from hazard.games import Kuhn
        >>> decision = hazard.decide(Kuhn(), ("KQ", "b"), hazard.Determinized(), hazard.Budget(nodes=50))
        >>> decision.draw().count('class="tie"')  # one information set
        1
        """
        from hazard.render.secrets import draw_decision

        return draw_decision(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "game": type(self.game).__name__,
            "state": state_text(self.game, self.state),
            "player": self.player,
            "players": self.players,
            "action": self.best.words,
            "value": self.value,
            "kind": self.kind,
            "search": type(self.search).__name__,
            "worlds": self.worlds,
            "stopped": self.stopped,
            "options": [
                {
                    "action": option.words,
                    "probability": option.probability,
                    "value": option.value,
                    "payoffs": list(option.payoffs),
                    "kind": option.kind,
                    "gap": option.gap,
                    "visits": option.visits,
                    "standard_error": option.standard_error,
                }
                for option in self.options
            ],
            "statistics": vars(self.statistics),
        }

    def to_json(self, indent: int | None = None) -> str:
        """Return everything as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def __str__(self) -> str:
        """Return the explanation."""
        return self.explain()

    def __repr__(self) -> str:
        """Say what was decided."""
        return f"<SeveralDecision: {self.best.words}, {self.value:.6g} for {self._name(self.player)}>"


def said_shares(options: Any) -> str:
    """Say how often actions are chosen, as people do: ``bet 38 %, check 62 %``."""
    shown = [option for option in options if option.probability > _NEVER] or list(options[:1])
    return ", ".join(
        f"{shorten(option.words, 24)} {100 * option.probability:.0f} %"
        for option in sorted(shown, key=lambda option: -option.probability)
    )


def named(game: Game, state: State, action: Move) -> str:
    """Return the words of an action."""
    return words(game, state, action)
