"""What happened in a match: rolls, plays and the cube, game by game; and a referee that follows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hazard.backgammon.game import Backgammon
from hazard.backgammon.notation import find_play, notation
from hazard.backgammon.positions import START
from hazard.game import GameError, Turn


@dataclass(frozen=True, slots=True)
class Move:
    """A player rolls and plays."""

    player: int
    dice: tuple[int, int]
    play: str
    """As the record has it; what is followed has the usual notation."""


@dataclass(frozen=True, slots=True)
class Double:
    """A player offers the cube at a value, twice what it had."""

    player: int
    cube: int


@dataclass(frozen=True, slots=True)
class Take:
    """A player accepts the cube."""

    player: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A player gives the game up rather than accept the cube."""

    player: int


Action = Move | Double | Take | Drop


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: the score it began with, what was done, who won how much; nobody if it was broken off."""

    score: tuple[int, int]
    actions: tuple[Action, ...]
    winner: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match to so many points, 0 for money games; ``notes`` say where and when, as the file does."""

    length: int
    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    notes: dict[str, str] = field(default_factory=dict)


class Replay:
    """A game with its cube, action by action; whatever the rules forbid is an error.

    >>> game = Replay()
    >>> game.follow(Move(0, (3, 1), "6/5 8/5"))
    Move(player=0, dice=(3, 1), play='8/5 6/5')
    >>> game.follow(Double(1, 2)), game.follow(Drop(0))
    (Double(player=1, cube=2), Drop(player=0))
    >>> game.winner, game.points
    (1, 1)
    """

    def __init__(self) -> None:
        """Begin a game; who makes the first move has won the opening roll."""
        self._game = Backgammon(networks=None)  # the rules are enough
        self.state: Any = self._game.start()
        self.cube = 1
        self.cube_owner: int | None = None
        self.offered_by: int | None = None
        self.winner: int | None = None
        self.points = 0

    @property
    def mover(self) -> int | None:
        """Who has to do something next: ``None`` before the opening roll, and when the game is over."""
        if self.winner is not None or self.state == self._game.start():
            return None
        return int(self.state.mover) if self.offered_by is None else 1 - self.offered_by

    def follow(self, action: Action) -> Action:
        """Do ``action``; return it in our words where it is a move."""
        if self.winner is not None:
            raise GameError("backgammon.record_goes_on_after_end")
        if self.mover not in (None, action.player):
            raise GameError("backgammon.record_out_of_turn", player=1 + (self.mover or 0))
        answering = isinstance(action, Take | Drop)
        if answering and self.offered_by is None:
            raise GameError("backgammon.answer_without_double")
        if self.offered_by is not None and not answering:
            raise GameError("backgammon.double_not_answered")
        if isinstance(action, Move):
            return self._move(action)
        if isinstance(action, Double):
            self._double(action)
        elif isinstance(action, Take):
            self.cube, self.cube_owner, self.offered_by = 2 * self.cube, action.player, None
        else:
            self.winner, self.points, self.offered_by = 1 - action.player, self.cube, None
        return action

    def _move(self, move: Move) -> Move:
        opening = self.mover is None
        position = START if opening else self._game.position(self.state)
        if opening and move.dice[0] == move.dice[1]:
            raise GameError("backgammon.opening_roll_is_a_pair", first=move.dice[0], second=move.dice[1])
        rolled = self._game.state(position, move.player, move.dice)
        play = find_play(rolled, move.play)
        self.state = self._game.apply(rolled, play)
        if self._game.turn(self.state) is Turn.OVER:
            self.winner = move.player
            self.points = self.cube * int(abs(self._game.value(self.state)))
        return replace(move, play=notation(play))

    def _double(self, double: Double) -> None:
        if self.mover is None:
            raise GameError("backgammon.double_before_opening_roll")
        if self.cube_owner not in (None, double.player):
            raise GameError("backgammon.cube_belongs_to_other")
        if double.cube != 2 * self.cube:
            raise GameError("backgammon.wrong_cube_offered", found=double.cube, expected=2 * self.cube)
        self.offered_by = double.player

    def win(self, player: int, points: int, *, money: bool) -> None:
        """End the game as the record says: by what happened on the board, or else by a resignation."""
        if self.winner is None:
            if points not in (self.cube, 2 * self.cube, 3 * self.cube):
                raise GameError("backgammon.wrong_resignation", points=points, cube=self.cube)
            self.winner, self.points = player, points
            return
        # Jacoby's rule: before a double, a gammon of a money game counts as one point.
        allowed = {self.points, 1} if money and self.cube == 1 else {self.points}
        if player != self.winner or points not in allowed:
            raise GameError(
                "backgammon.wrong_winner_recorded",
                player=player + 1,
                points=points,
                winner=self.winner + 1,
                expected=self.points,
            )
        self.points = points
