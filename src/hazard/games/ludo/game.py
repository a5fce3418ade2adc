"""Ludo: four tokens each go once around the track by one die, and home; whoever is met is sent back.

The rules are the common ones of the board with 52 squares. A six brings a token out and gives another roll;
the third six in a row is void and ends the turn. A token that ends on a square with one foe sends it back,
save on the eight safe squares. Two tokens of one colour block their square: no foe may land on it or pass
it. Home is reached by the exact number. Whoever can move has to. The first with all four tokens home wins.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from hazard.errors import quoted
from hazard.game import Game, GameError, Turn

SQUARES, QUARTER = 52, 13
LAST, HOME = 51, 57
"""The last step on the track, and the step that is home; between them is a column of one's own."""
_SAFE = (0, 8)
"""Where in each quarter the safe squares are: where tokens come out, and eight further."""
_PIPS = 30.0
"""By so many steps fewer a player is about e times as likely to win."""

Tokens = tuple[int, ...]


class LudoState(NamedTuple):
    """Who is to move, the die (0: not rolled yet), the sixes in a row, and each player's tokens.

    A token is the number of steps that it has gone, in descending order: 0 is not out yet, 57 is home.
    """

    mover: int
    die: int
    sixes: int
    tokens: tuple[Tokens, ...]


class Ludo(Game[LudoState, int]):
    """Ludo for two to four players. A move is the step of the token that goes on; 0 brings one out.

    >>> import hazard
    >>> game = Ludo(players=2)
    >>> state = game.parse("0 3 0: 10 5 0 0 / 39 0 0 0")  # a foe is three squares ahead of the first token
    >>> game.text(game.apply(state, 10))
    '1 0 0: 13 5 0 0 / 0 0 0 0'
    >>> hazard.decide(game, state, hazard.MaxN(), hazard.Budget(depth=1)).action
    10
    """

    name = "Ludo"

    def __init__(self, players: int = 4) -> None:
        """Seat the players around the board: two opposite each other."""
        if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 4:
            raise GameError("ludo.wrong_players", found=players)
        self.players = players
        self._seats = (0, 2) if players == 2 else tuple(range(players))

    def __repr__(self) -> str:
        """Name the players."""
        return f"Ludo(players={self.players})"

    # ---- the rules -------------------------------------------------------------------------------------

    def start(self) -> LudoState:
        """Return the board with every token still to come out."""
        return LudoState(0, 0, 0, ((0, 0, 0, 0),) * self.players)

    def turn(self, state: LudoState) -> Turn:
        """Tell whose turn it is; an unrolled die is chance's."""
        if any(tokens[-1] == HOME for tokens in state.tokens):
            return Turn.OVER
        return Turn.player(state.mover) if state.die else Turn.CHANCE

    def outcomes(self, state: LudoState) -> list[tuple[int, float]]:
        """List the faces of the die."""
        return [(face, 1 / 6) for face in range(1, 7)]

    def actions(self, state: LudoState) -> list[int]:
        """List the tokens that may go, by their steps so far; equal ones are one move."""
        return self._moves(state)

    def apply(self, state: LudoState, move: int) -> LudoState:
        """Roll the die, or move a token and send home whoever is met."""
        if state.die == 0:
            return self._rolled(state, move)
        if move not in self._moves(state):
            raise GameError("game.no_move_here", move=quoted(str(move)), state=self.text(state))
        to = move + state.die if move else 1
        square = self._square(state.mover, to)
        met = square if square % QUARTER not in _SAFE else -1
        tokens = [
            self._moved(steps, move, to) if player == state.mover else self._sent_back(player, steps, met)
            for player, steps in enumerate(state.tokens)
        ]
        return self._next(state._replace(tokens=tuple(tokens)))

    def _moved(self, steps: Tokens, move: int, to: int) -> Tokens:
        left = list(steps)
        left[left.index(move)] = to
        return tuple(sorted(left, reverse=True))

    def _sent_back(self, player: int, steps: Tokens, square: int) -> Tokens:
        """Return a foe's tokens without those on a square; -1: nobody is met."""
        if square < 0:
            return steps
        back = [0 if self._square(player, step) == square else step for step in steps]
        return tuple(sorted(back, reverse=True))

    def value(self, state: LudoState) -> Any:
        """Return 1 for whoever has all four tokens home, and 0 for the others."""
        return tuple(float(tokens[-1] == HOME) for tokens in state.tokens)

    def bounds(self) -> tuple[float, float]:
        """Say that somebody wins."""
        return 0.0, 1.0

    def heuristic(self, state: LudoState) -> Any:
        """Guess who wins by the steps that each has gone, and those that bring a token out."""
        gone = [sum(tokens) + sum(8 for step in tokens if step) for tokens in state.tokens]
        most = max(gone)
        weights = [math.exp((steps - most) / _PIPS) for steps in gone]
        return tuple(weight / sum(weights) for weight in weights)

    # ---- as text ---------------------------------------------------------------------------------------

    def text(self, state: LudoState) -> str:
        """Write a state as :meth:`parse` reads it."""
        tokens = " / ".join(" ".join(map(str, steps)) for steps in state.tokens)
        return f"{state.mover} {state.die} {state.sixes}: {tokens}"

    def parse(self, text: str) -> LudoState:
        """Read a state.

        >>> Ludo(players=2).parse("1 6 0: 0 0 0 0 / 57 3 0 0").tokens[1]
        (57, 3, 0, 0)
        """
        head, _, rest = text.partition(":")
        try:
            mover, die, sixes = map(int, head.split())
            tokens = tuple(tuple(sorted(map(int, steps.split()), reverse=True)) for steps in rest.split("/"))
        except ValueError:
            raise GameError("ludo.no_state", found=quoted(text)) from None
        state = LudoState(mover, die, sixes, tokens)
        if not self._is_possible(state):
            raise GameError("ludo.no_state", found=quoted(text))
        return state

    def _is_possible(self, state: LudoState) -> bool:
        return (
            0 <= state.mover < self.players
            and 0 <= state.die <= 6
            and 0 <= state.sixes <= 2
            and len(state.tokens) == self.players
            and all(len(steps) == 4 for steps in state.tokens)
            and all(0 <= step <= HOME for steps in state.tokens for step in steps)
            and sum(steps[-1] == HOME for steps in state.tokens) <= 1
            and (state.die == 0 or bool(self._moves(state)) or self.turn(state) is Turn.OVER)
        )

    # ---- the board -------------------------------------------------------------------------------------

    def _square(self, player: int, step: int) -> int:
        """Return the square of the track that all share; -1: not on it."""
        return (self._seats[player] * QUARTER + step - 1) % SQUARES if 1 <= step <= LAST else -1

    def _moves(self, state: LudoState) -> list[int]:
        blocked, steps = self._blocked(state), state.tokens[state.mover]
        return [
            steps[token]
            for token in range(4)
            if (token == 0 or steps[token] != steps[token - 1]) and self._may_go(state, steps[token], blocked)
        ]

    def _may_go(self, state: LudoState, step: int, blocked: list[int]) -> bool:
        if step == 0:
            return state.die == 6 and self._square(state.mover, 1) not in blocked
        if step + state.die > HOME:
            return False
        for further in range(1, state.die + 1):
            square = self._square(state.mover, step + further)
            if square >= 0 and square in blocked:
                return False
        return True

    def _blocked(self, state: LudoState) -> list[int]:
        """Return the squares that hold two tokens of one foe, behind a -1."""
        blocked = [-1]
        for player in range(self.players):
            steps = state.tokens[player]
            for token in range(3):
                if player != state.mover and steps[token] == steps[token + 1]:
                    blocked.append(self._square(player, steps[token]))
        return blocked

    # ---- the die ---------------------------------------------------------------------------------------

    def _rolled(self, state: LudoState, face: int) -> LudoState:
        rolled = state._replace(die=face)
        if face == 6 and state.sixes == 2:
            return self._passed(state)
        return rolled if self._moves(rolled) else self._next(rolled)

    def _next(self, state: LudoState) -> LudoState:
        """Return who rolls after a move, or after a roll that moves nothing: a six rolls again."""
        if state.die == 6:
            return state._replace(die=0, sixes=state.sixes + 1)
        return self._passed(state)

    def _passed(self, state: LudoState) -> LudoState:
        return state._replace(mover=(state.mover + 1) % self.players, die=0, sixes=0)
