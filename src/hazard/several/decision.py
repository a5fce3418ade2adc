"""A decision of one of several players: what to do, how often, and what everybody may expect of it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from hazard.decision import Statistics
from hazard.game import Game, Move, State, Turn, state_text, words
from hazard.language import ENGLISH, number, phrase
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

    def explain(self, language: str = ENGLISH) -> str:
        """Say in words what to do and why."""
        best = self.best
        exact = best.kind == "exact"
        kind = phrase("several.told.exact" if exact else "several.told.estimate", language)
        lines = [
            phrase(
                "several.told.best",
                language,
                action=self._said(best, language),
                value=best.value,
                player=self._name(self.player, language),
                kind=kind,
            )
        ]
        if sum(option.probability > _NEVER for option in self.options) > 1 and self.statistics.simulations:
            lines.append(phrase("several.told.looked_at", language, shares=self._shares(language)))
        said = [shorten(self._said(option, language), 32) for option in self.options[:8]]
        width = max(map(len, said))
        for option, action in zip(self.options, said, strict=False):
            error = f" ± {number(option.standard_error, '.2g', language)}" if option.standard_error else ""
            everybody = ""
            if self.players > 2:
                payoffs = (number(worth, "+.3g", language) for worth in option.payoffs)
                everybody = phrase("several.told.everybody", language, payoffs=", ".join(payoffs))
            behind = phrase("several.told.behind", language, gap=option.gap) if option.gap > 0 else ""
            value = number(option.value, "+.4g", language)
            lines.append(f"  {action:<{width}}  {value}{error}{behind}{everybody}")
        if len(self.options) > 8:
            lines.append(phrase("several.told.more", language, count=len(self.options) - 8))
        lines.append(self._how(language))
        return "\n".join(lines)

    def _how(self, language: str) -> str:
        did = self.statistics
        search, seconds = type(self.search).__name__, did.seconds
        if not did.simulations:
            return phrase("several.told.by_nodes", language, search=search, nodes=did.nodes, seconds=seconds)
        if self.worlds == 1:
            return phrase(
                "several.told.by_simulations",
                language,
                search=search,
                simulations=did.simulations,
                seconds=seconds,
            )
        return phrase(
            "several.told.by_worlds",
            language,
            search=search,
            simulations=did.simulations,
            worlds=self.worlds,
            seconds=seconds,
        )

    def _name(self, player: int, language: str = ENGLISH) -> str:
        if self.players == 2:
            return ("MAX", "MIN")[player]
        return phrase("several.told.player", language, player=player)

    def _said(self, option: SeveralOption, language: str) -> str:
        return option.words if language == ENGLISH else words(self.game, self.state, option.action, language)

    def _shares(self, language: str) -> str:
        """Say how often actions are chosen, as people do: ``bet 38 %, check 62 %``."""
        shown = [option for option in self.options if option.probability > _NEVER] or self.options[:1]
        return ", ".join(
            f"{shorten(self._said(option, language), 24)} {100 * option.probability:.0f} %"
            for option in sorted(shown, key=lambda option: -option.probability)
        )

    def draw(self, path: str | os.PathLike[str] | None = None, language: str = ENGLISH) -> str:
        """Draw the worlds held for possible, tied together, and the actions, as an SVG picture.

        >>> import hazard
        >>> from hazard.games import Kuhn
        >>> decision = hazard.decide(Kuhn(), ("KQ", "b"), hazard.Determinized(), hazard.Budget(nodes=50))
        >>> decision.draw().count('class="tie"')  # one information set
        1
        """
        from hazard.render.secrets import draw_decision

        return draw_decision(self, path, language)

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


def named(game: Game, state: State, action: Move) -> str:
    """Return the words of an action."""
    return words(game, state, action)
