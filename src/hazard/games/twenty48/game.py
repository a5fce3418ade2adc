"""2048: slide the tiles, merge the equal ones, and make room for what chance brings."""

from __future__ import annotations

import math
import re
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError, State

Twenty48State = _core.Twenty48State
Twenty48Slide = _core.Twenty48Slide
Twenty48Spawn = _core.Twenty48Spawn

_SIDE = 4
_OBJECTIVES = ("score", "survival", "goal")
_LARGEST, _LARGEST_SUM = 131072, 262140
"""What play can make on sixteen cells: no larger tile, nor tiles that add up to more (131072 + ... + 4)."""
_POWERS = {str(2**power): power for power in range(1, _LARGEST.bit_length())} | {".": 0, "0": 0}


@dataclass(frozen=True, kw_only=True)
class RowWeights:
    """What each feature of a row or column counts for in the row heuristic.

    A line is worth ``alive + empty * cells + merge * tiles - disorder * steps - mass * sum``, and never less
    than 1: empty cells; tiles with an equal one next to them; steps between neighbours that go the wrong way
    (the lesser of up and down); and all tiles. A step is between the tiles' powers of two, each raised to
    ``disorder_power``; the sum is of the powers, each raised to ``mass_power``.

    >>> Twenty48(objective="survival").row_weights.merge
    700.0
    """

    alive: float
    empty: float
    merge: float
    disorder: float
    disorder_power: float
    mass: float
    mass_power: float

    def __post_init__(self) -> None:
        """Refuse what no line can be valued by."""
        for field in fields(self):
            found, most = getattr(self, field.name), 10 if field.name.endswith("_power") else 1e9
            number = isinstance(found, int | float) and not isinstance(found, bool)
            if not (number and math.isfinite(found) and 0 <= found <= most):
                raise GameError("twenty48.row_weight_out_of_range", name=field.name, found=found, most=most)


class Twenty48(CompiledGame[Twenty48State, Twenty48Slide]):
    """Slide all tiles to one side; equal ones that meet merge into one of twice the value, which is scored.

    Then chance puts a 2 (nine times in ten) or a 4 on an empty cell. It is over when no slide changes the
    board. A game begins with two tiles. The largest tile that can be made is 131072.

    Args:
        rows: how many, 1 to 4, with at least two cells in all.
        columns: how many, 1 to 4.
        objective: ``"score"``: each merge pays its tile, and values are points still to come. Before the end
            they are a guess from the row heuristic. ``"survival"``: nothing is paid, and the value is the
            row heuristic itself (how orderly and empty the board is), or 0 when the game is over.
        goal: play for this tile instead: the value is the chance to make it, and making it ends the game.
        symmetry: treat boards that are mirror images of each other as one, which makes ``solve`` up to eight
            times smaller; a search gains nothing from it. The board may then appear turned after a move.
        network: what values are guessed by, on four by four cells played for score: ``None`` for the row
            heuristic, ``"shipped"`` for the network that comes with hazard (which takes 256 MB), or a weight
            file of ``hazard train 2048``. ``"auto"``, the command line's choice, is the shipped one where it
            fits, and else the row heuristic.
        row_weights: of the row heuristic, in place of those that are known to play well.

    >>> game = Twenty48()
    >>> state = game.parse("2 2 4 ./. . . ./. . . ./. . . 2")
    >>> game.actions(state)
    [Twenty48Slide.UP, Twenty48Slide.RIGHT, Twenty48Slide.DOWN, Twenty48Slide.LEFT]
    >>> game.text(game.apply(state, Twenty48.LEFT)), game.reward(state, Twenty48.LEFT)
    ('4 4 . ./. . . ./. . . ./2 . . . spawn', 4.0)
    >>> from hazard import solve
    >>> round(solve(Twenty48(rows=2, columns=2)).value(), 4)
    66.9641
    """

    _engine_type = _core.Twenty48Engine
    UP, RIGHT, DOWN, LEFT = Twenty48Slide.UP, Twenty48Slide.RIGHT, Twenty48Slide.DOWN, Twenty48Slide.LEFT

    def __init__(
        self,
        rows: int = 4,
        columns: int = 4,
        objective: Literal["score", "survival", "goal"] | None = None,
        goal: int | None = None,
        symmetry: bool = False,
        network: str | Path | None = None,
        row_weights: RowWeights | None = None,
    ) -> None:
        """Check the settings and build the game."""
        for name, size in (("rows", rows), ("columns", columns)):
            if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= _SIDE:
                raise GameError("twenty48.size_out_of_range", found=size, name=name, most=_SIDE)
        if rows * columns < 2:
            raise GameError("twenty48.too_few_cells")
        if goal is not None and (isinstance(goal, bool) or _POWERS.get(str(goal), 0) < 3):
            raise GameError("twenty48.goal_not_power_of_two", goal=goal, most=_LARGEST)
        chosen = objective if objective is not None else "score" if goal is None else "goal"
        if chosen not in _OBJECTIVES:
            raise GameError("twenty48.unknown_objective", objective=objective, known=", ".join(_OBJECTIVES))
        if (chosen == "goal") != (goal is not None):
            raise GameError("twenty48.goal_without_objective", objective=chosen, goal=goal)
        if not isinstance(symmetry, bool):
            raise GameError("twenty48.symmetry_not_boolean", found=symmetry)
        if row_weights is not None and not isinstance(row_weights, RowWeights):
            raise GameError("twenty48.row_weights_wrong_type", found=row_weights)
        self.rows, self.columns, self.objective, self.goal = rows, columns, chosen, goal
        self.symmetry = symmetry
        fits = (rows, columns, chosen) == (_SIDE, _SIDE, "score")
        if network is not None and network != "auto" and not fits:
            raise GameError("twenty48.network_does_not_fit", rows=rows, columns=columns, objective=chosen)
        self.network = ("shipped" if fits else None) if network == "auto" else network
        power = _POWERS[str(goal)] if goal is not None else 0
        given = None if row_weights is None else astuple(row_weights)
        self._core = _core.Twenty48(
            rows, columns, _OBJECTIVES.index(chosen), power, symmetry, _network(self.network), given
        )

    @property
    def row_weights(self) -> RowWeights:
        """The weights of the row heuristic."""
        names = [field.name for field in fields(RowWeights)]
        return RowWeights(**dict(zip(names, self._core.row_weights, strict=True)))

    def describe(
        self, state: Twenty48State, move: Twenty48Slide | Twenty48Spawn, language: str = "en"
    ) -> str:
        """Return words for a slide or a tile that appears."""
        from hazard.games.twenty48.words import described

        return described(move, language)

    def parse(self, text: str) -> Twenty48State:
        """Read the rows from the top, and ``spawn`` while a tile is still to come: ``"2 4/. . spawn"``.

        >>> game = Twenty48(rows=2, columns=2)
        >>> game.outcomes(game.parse("2 4/8 . spawn"))
        [(Twenty48Spawn(tile=2, row=1, column=1), 0.9), (Twenty48Spawn(tile=4, row=1, column=1), 0.1)]
        """
        found = re.fullmatch(r"\s*([^a-z]*?)\s*(spawn)?\s*", text)
        rows = [row.split() for row in found[1].split("/")] if found else []
        if [len(row) for row in rows] != [self.columns] * self.rows:
            example = "/".join(["2 4 . ."[: 2 * self.columns - 1]] * self.rows)
            raise GameError(
                "twenty48.cannot_read_state", text=text, rows=self.rows, columns=self.columns, example=example
            )
        powers = [0] * _SIDE * _SIDE
        for number, row in enumerate(rows):
            for column, sign in enumerate(row):
                if sign not in _POWERS:
                    raise GameError("twenty48.unknown_tile", tile=sign, text=text, most=_LARGEST)
                if self.goal is not None and _POWERS[sign] > _POWERS[str(self.goal)]:
                    raise GameError("twenty48.tile_beyond_goal", tile=sign, text=text, goal=self.goal)
                powers[_SIDE * number + column] = _POWERS[sign]
        total = sum(2**power for power in powers if power)
        if total > _LARGEST_SUM:
            raise GameError("twenty48.sum_of_tiles_too_large", text=text, total=total, most=_LARGEST_SUM)
        if found and found[2] and all(_POWERS[sign] for row in rows for sign in row):
            raise GameError("twenty48.no_empty_cell", text=text)
        state: Twenty48State = self._core.position(powers, bool(found and found[2]))
        return state

    def picture(self, state: State) -> str:
        """Draw the board in columns.

        >>> game = Twenty48(rows=2, columns=3)
        >>> print(game.picture(game.parse("2 . 512/. 4 . spawn")))
           2    .  512
           .    4    .
        """
        rows = self.text(state).removesuffix(" spawn").split("/")
        cells = [row.split() for row in rows]
        width = max(4, *(len(cell) for row in cells for cell in row))
        return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in cells)


def _network(name: str | Path | None) -> Any:
    """Find a network by its name or file; reading weight files is loaded only where it is needed."""
    if name is None:
        return None
    if not isinstance(name, str | Path):
        raise GameError("twenty48.unknown_network", found=name)
    from hazard.games.twenty48.network import read_network, shipped_network

    return shipped_network() if name == "shipped" else read_network(Path(name))
