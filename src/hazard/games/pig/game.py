"""Pig and its relatives: roll for more or hold what you have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError

PigState = _core.PigState
PigAction = _core.PigAction
PigFace = _core.PigFace


class Pig(CompiledGame[PigState, PigAction]):
    """Roll as often as you dare; a bust loses the turn's points; first to the target wins.

    Args:
        target: points to win, or one number for each player.
        die: number of sides (1 busts, the others count their number), or the points of each face
            with 0 for a bust.
        players: 2, where the value is MAX's chance to win; or 1, where it is minus the number of turns
            still needed.

    >>> game = Pig()
    >>> game.actions(game.parse("20 30 12"))
    [PigAction.ROLL, PigAction.HOLD]
    >>> piglet = Pig(target=2, die=(0, 1))
    >>> piglet.outcomes(piglet.apply(piglet.start(), Pig.ROLL))
    [(PigFace(number=1, points=0), 0.5), (PigFace(number=2, points=1), 0.5)]
    """

    _engine_type = _core.PigEngine
    ROLL = PigAction.ROLL
    HOLD = PigAction.HOLD

    def __init__(
        self, target: int | tuple[int, int] = 100, die: int | Sequence[int] = 6, players: int = 2
    ) -> None:
        """Check the rules and build the game."""
        targets = (target, target) if isinstance(target, int) else tuple(target)
        if len(targets) != 2 or not all(isinstance(t, int) and 1 <= t <= 10_000 for t in targets):
            raise GameError("pig.target_wrong", found=target)
        faces = [0, *range(2, die + 1)] if isinstance(die, int) else list(die)
        if (
            not 2 <= len(faces) <= 64
            or not all(isinstance(f, int) and 0 <= f <= 1000 for f in faces)
            or not any(faces)
        ):
            raise GameError("pig.die_wrong", found=die)
        if players not in (1, 2):
            raise GameError("pig.players_out_of_range", found=players)
        self.targets = targets
        self.faces = tuple(faces)
        self.players = players
        self._core = _core.Pig(list(targets), faces, players)

    def parse(self, text: str) -> PigState:
        """Read ``"max_score min_score pot [max|min] [rolling]"``, for example ``"40 35 12 min"``.

        >>> Pig().text(Pig().parse("40 35 12 min"))
        '40 35 12 min'
        """
        found = re.fullmatch(
            r"\s*(\d{1,5})\s+(\d{1,5})(?:\s+(\d{1,5}))?(?:\s+(max|min))?(?:\s+(rolling))?\s*", text
        )
        if not found:
            raise GameError("pig.state_unreadable", text=text)
        scores = int(found[1]), int(found[2])
        pot = int(found[3] or 0)
        mover = 1 if found[4] == "min" else 0
        for score, target in zip(scores, self.targets, strict=True):
            if score > target:
                raise GameError("pig.score_above_target", text=text, target=target)
        if scores[mover] + pot >= self.targets[mover] and pot:
            raise GameError("pig.pot_already_wins", text=text)
        if mover and self.players == 1:
            raise GameError("pig.min_cannot_move", text=text)
        state: PigState = self._core.state(scores[0], scores[1], pot, mover, bool(found[5]))
        return state

    def describe(self, state: PigState, move: PigAction | PigFace, language: str = "en") -> str:
        """Return words for an action or a face.

        >>> Pig().describe(Pig().start(), PigFace(number=3, points=3), "de")
        'Augen 3'
        """
        from hazard.games.pig.words import described

        return described(move, language)

    def scores(self, state: PigState) -> tuple[int, int]:
        """Return what MAX and MIN have banked.

        >>> Pig().scores(Pig().parse("40 35 12 min"))
        (40, 35)
        """
        return int(self._core.score(state, 0)), int(self._core.score(state, 1))
