"""Moves that are made at the same time, as hidden ones that are made one after the other.

Rock, paper, scissors is a game of turns in which the second player does not see what the first has chosen.
:func:`in_turns` makes that game of rules in which several players move at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from hazard.game import Game, GameError, Move, State, Turn, check_game, has_secrets, shown, words


class Choosing(NamedTuple):
    """A state in which some players have chosen, and nobody has seen it yet."""

    state: State
    """Where the game stands until all have chosen."""
    movers: tuple[Turn, ...]
    chosen: tuple[Move, ...]
    """What the first of the movers do, in their order."""


class InTurns(Game):
    """A game of turns made of one with simultaneous moves; use :func:`in_turns`."""

    def __init__(self, game: Game) -> None:
        """Play ``game`` one player after the other."""
        check_game(game)
        self.game = game
        self.name = type(game).__name__
        for optional in ("reward", "describe", "heuristic", "bounds"):
            if hasattr(game, optional):
                setattr(self, optional, getattr(self, f"_{optional}"))

    def __repr__(self) -> str:
        """Name the game."""
        return f"<{self.name}, one player after the other>"

    # ---- the rules -----------------------------------------------------------------------------------------

    def start(self) -> State:
        """Return the first state, before anybody chooses."""
        return self._before(self.game.start())

    def turn(self, state: State) -> Turn:
        """Tell who chooses next, or whose node it is where one player moves alone."""
        if isinstance(state, Choosing):
            return state.movers[len(state.chosen)]
        return Turn(self.game.turn(state))

    def actions(self, state: State) -> Iterable[Move]:
        """List what the next player may choose."""
        if not isinstance(state, Choosing):
            return self.game.actions(state)
        rules: Any = self.game
        player = state.movers[len(state.chosen)].number
        return list(rules.actions(state.state, player))

    def outcomes(self, state: State) -> Iterable[tuple[Any, float]]:
        """List what chance may do."""
        return self.game.outcomes(state)

    def apply(self, state: State, move: Move) -> State:
        """Note a choice, and make all of them once the last is known."""
        if not isinstance(state, Choosing):
            return self._before(self.game.apply(state, move))
        chosen = (*state.chosen, move)
        if len(chosen) < len(state.movers):
            return state._replace(chosen=chosen)
        return self._before(self.game.apply(state.state, chosen))

    def value(self, state: State) -> Any:
        """Return what the end pays."""
        return self.game.value(state)

    def sees(self, state: State, player: int) -> Hashable:
        """Return what the player saw before anybody began to choose: no choice that is still hidden."""
        known = state.state if isinstance(state, Choosing) else state
        rules: Any = self.game
        return rules.sees(known, player) if has_secrets(self.game) else known  # type: ignore[no-any-return]

    # ---- what the game may have besides ------------------------------------------------------------------

    def _reward(self, state: State, move: Move) -> Any:
        rules: Any = self.game
        if not isinstance(state, Choosing):
            return rules.reward(state, move)
        chosen = (*state.chosen, move)
        return rules.reward(state.state, chosen) if len(chosen) == len(state.movers) else 0.0

    def _describe(self, state: State, move: Move, language: str = "en") -> str:
        return words(self.game, state.state if isinstance(state, Choosing) else state, move, language)

    def _heuristic(self, state: State) -> Any:
        rules: Any = self.game
        return rules.heuristic(state.state if isinstance(state, Choosing) else state)

    def _bounds(self) -> Any:
        rules: Any = self.game
        return rules.bounds()

    def _before(self, state: State) -> State:
        """Return the state, with nobody's choice made where several choose."""
        found: Any = self.game.turn(state)
        if not isinstance(found, tuple | list | set | frozenset):
            return state
        try:
            movers = tuple(Turn(mover) for mover in found)
        except ValueError:
            movers = ()
        players = [mover.number for mover in movers]
        if not players or None in players or len(set(players)) < len(players):
            raise GameError("game.no_movers", game=self.name, state=shown(state), found=shown(found))
        return Choosing(state, tuple(sorted(movers)), ())


def in_turns(game: Game) -> InTurns:
    """Return a game with simultaneous moves as one of turns, in which nobody sees the others' choice.

    Where several players move at once, the game's ``turn`` returns a tuple of turns, ``actions`` is called
    with the number of a player as well, and ``apply`` with a tuple of choices, in the order of the players.
    All else is as in any game; without ``sees``, everybody sees the state as it was before the choices.

    >>> import hazard
    >>> class Scissors(Game):
    ...     def start(self): return None, None
    ...     def turn(self, state): return Turn.OVER if state[0] else (Turn.MAX, Turn.MIN)
    ...     def actions(self, state, player): return ["rock", "paper", "scissors"]
    ...     def apply(self, state, moves): return moves
    ...     def value(self, state):
    ...         order = ["rock", "paper", "scissors"]
    ...         return [0.0, 1.0, -1.0][(order.index(state[0]) - order.index(state[1])) % 3]
    >>> found = hazard.equilibrium(in_turns(Scissors()), target=1e-6)
    >>> {action: round(p, 3) for action, p in found.at(in_turns(Scissors()).start()).items()}
    {'rock': 0.333, 'paper': 0.333, 'scissors': 0.333}
    """
    return InTurns(game)
