"""Backgammon: bring fifteen checkers home and off the board before the other side does."""

from __future__ import annotations

import re
from typing import Literal

from hazard import _core
from hazard.backgammon.board import draw
from hazard.backgammon.match_ids import MatchState, read_xgid
from hazard.backgammon.positions import START, Position
from hazard.compiled import CompiledGame
from hazard.game import GameError, State, Turn

BackgammonState = _core.BackgammonState
BackgammonPlay = _core.BackgammonPlay
BackgammonRoll = _core.BackgammonRoll
Networks = _core.BackgammonNetworks

_PLAYERS = ("max", "min")


class Backgammon(CompiledGame[BackgammonState, BackgammonPlay]):
    """Backgammon for points, without the doubling cube.

    The value is what the game is worth to MAX: 1 for a win, 2 for a gammon (the loser has borne off
    nothing), 3 for a backgammon (and has a checker left on the bar or in the winner's home); negative where
    MIN wins. A turn is a roll and a play. Plays that lead to the same board are one action; a roll that
    moves nothing has the play of no steps.

    >>> game = Backgammon()
    >>> rolled = game.apply(game.start(), BackgammonRoll(2, 1, first=0))
    >>> len(game.actions(rolled)), game.actions(rolled)[0]
    (15, BackgammonPlay(steps=((24, 23), (24, 22)), hits=(False, False)))
    >>> play = game.parse_move(rolled, "13/11 6/5")
    >>> game.describe(rolled, play), game.text(game.apply(rolled, play))
    ('13/11 6/5', '0HPkATDgc/ABMA min rolls')
    """

    _engine_type = _core.BackgammonEngine

    def __init__(self, networks: Networks | Literal["shipped"] | None = "shipped") -> None:
        """Build the game. ``networks`` value its positions; without them (``None``), a plain formula does."""
        if networks == "shipped":
            from hazard.backgammon.networks import shipped_networks

            networks = shipped_networks()
        elif networks is not None and not isinstance(networks, Networks):
            raise GameError("backgammon.networks_unknown", found=networks)
        self._core = _core.Backgammon(networks)

    def state(
        self, position: Position, mover: int = 0, dice: tuple[int, int] | None = None
    ) -> BackgammonState:
        """Return the state in which ``mover`` (0: MAX, 1: MIN) is to roll, or to play the dice.

        >>> game = Backgammon()
        >>> state = game.state(Position.of({2: 1, 3: 1}, {20: 1}), dice=(6, 1))
        >>> [game.describe(state, play) for play in game.actions(state)]
        ['3/off 2/1', '3/off']
        """
        if mover not in (0, 1):
            raise GameError("backgammon.no_such_mover", found=mover)
        if dice is not None and (len(dice) != 2 or not all(die in range(1, 7) for die in dice)):
            raise GameError("backgammon.dice_out_of_range", found=dice)
        if not any(position.own):
            raise GameError("backgammon.mover_has_borne_off")
        if dice and not any(position.opponent):
            raise GameError("backgammon.dice_after_game_over")
        return BackgammonState(position.own, position.opponent, mover, dice or (0, 0))

    def position(self, state: BackgammonState) -> Position:
        """Return where the checkers stand, seen by the side to move."""
        return Position(tuple(state.own), tuple(state.opponent))

    def parse(self, text: str) -> BackgammonState:
        """Read a position id for the side to move and what comes next.

        That is ``opening``, ``max rolls``, ``max 3-1`` (to play that roll) or ``max won 2``. An XGID, or GNU
        Backgammon's position id and match id with a colon between them, is read too: MAX is the player at
        the bottom.

        >>> game = Backgammon()
        >>> state = game.parse("4HPwATDgc/ABMA min 6-6")
        >>> game.describe(state, game.actions(state)[0])
        '24/18(2) 13/7(2)'
        >>> game.text(game.parse("XGID=-b----E-C---eE---c-e----B-:0:0:-1:63:0:0:0:0:10"))
        '4HPwATDgc/ABMA min 6-3'
        """
        if text.strip().upper().startswith("XGID"):
            return self._in_play(*read_xgid(text))
        if ids := re.fullmatch(r"\s*(\S{14}):(\S{12})\s*", text):
            return self._in_play(Position.from_id(ids[1]), MatchState.from_id(ids[2]))
        found = re.fullmatch(
            r"\s*(\S+)\s+(?:(opening)|(max|min)\s+(?:(rolls)|(\d+)-(\d+)|won\s+([123])))\s*", text
        )
        if not found:
            raise GameError("backgammon.cannot_read_state", text=text[:80])
        position = Position.from_id(found[1])
        if found[2]:
            if position != START:
                raise GameError("backgammon.not_the_start", text=text, start=START.id)
            start: BackgammonState = self.start()
            return start
        named = _PLAYERS.index(found[3])
        if found[7]:
            return self._won(position, named, int(found[7]), text)
        if not any(position.opponent):
            raise GameError("backgammon.winner_not_said", text=text)
        dice = (int(found[5]), int(found[6])) if found[5] else None
        return self.state(position, named, dice)

    def _in_play(self, position: Position, match: MatchState) -> BackgammonState:
        """Return the state of a game of some match; player 1 is MAX. The score and the cube are left out."""
        if match.offer != "none" or match.resigned:
            raise GameError("backgammon.offer_is_open")
        if match.phase not in ("none", "playing") and any(position.opponent):
            raise GameError("backgammon.phase_not_in_play", phase=match.phase)
        return self.state(position, 1 - match.on_roll, match.dice)

    def _won(self, position: Position, winner: int, points: int, text: str) -> BackgammonState:
        if any(position.opponent):
            raise GameError("backgammon.nobody_has_won", text=text)
        state = self.state(position, 1 - winner)
        if abs(self.value(state)) != points:
            raise GameError(
                "backgammon.game_worth_differs", text=text, worth=abs(self.value(state)), said=points
            )
        return state

    def describe(
        self, state: BackgammonState, move: BackgammonPlay | BackgammonRoll, language: str = "en"
    ) -> str:
        """Return a play in the usual notation, or a roll."""
        from hazard.backgammon.notation import notation, rolled

        return rolled(move, language) if isinstance(move, BackgammonRoll) else notation(move, language)

    def parse_move(self, state: BackgammonState, text: str) -> BackgammonPlay | BackgammonRoll:
        """Read a play that somebody typed, however it is written, or a roll such as ``3-1``."""
        from hazard.backgammon.notation import find_play, find_roll

        return find_roll(self, state, text) if self.turn(state) is Turn.CHANCE else find_play(state, text)

    def picture(self, state: State) -> str:
        """Draw the board, MAX as X at the bottom, and say what comes next."""
        position = self.position(state)
        return f"{draw(position.swapped() if state.mover else position)}\n{self._next(state)}"

    def _next(self, state: State) -> str:
        _, *words = self.text(state).split()
        if words == ["opening"]:
            return "opening roll"
        player, what, *points = words
        if points:
            return f"{player} won {points[0]} point{'s' if points != ['1'] else ''}"
        return f"{player} rolls" if what == "rolls" else f"{player} plays {what}"
