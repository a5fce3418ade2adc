"""The doubling cube: whether to double, and whether to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hazard.backgammon.bearoff import bear_off
from hazard.backgammon.chances import Chances
from hazard.backgammon.cube_model import CubeModel, money
from hazard.backgammon.match_equity import match_equity
from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.positions import POINTS, Position
from hazard.game import GameError

CONTACT_EFFICIENCY = 0.68
"""How well the cube is used while the sides can still hit each other, as Janowski found."""


@dataclass(frozen=True, slots=True)
class CubeOption:
    """One way to go on, for the side on roll."""

    action: str
    equity: float
    """In units of the cube as it is: 1 for winning it, -1 for losing it."""
    match_chance: float | None
    """The chance to win the match; ``None`` for money."""


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """What the cube asks of both sides, with every alternative.

    ``action`` is the whole advice in words; ``double`` and ``take`` are its parts. Where the side on roll may
    not double, ``why_not`` says so, and there is one option only.
    """

    action: str
    double: bool
    take: bool
    options: tuple[CubeOption, ...]
    why_not: str | None = None

    def option(self, action: str) -> CubeOption:
        """Return the option of that name: ``no double``, ``double, take`` or ``double, pass``."""
        for found in self.options:
            if found.action == action:
                return found
        raise GameError(
            "backgammon.no_such_cube_option", action=action, known=", ".join(o.action for o in self.options)
        )

    @property
    def equity(self) -> float:
        """What the position is worth when both sides do what is right."""
        if not self.double:
            return self.option("no double").equity
        return self.option("double, take" if self.take else "double, pass").equity

    def cost(self, *, double: bool) -> float:
        """Return what the side on roll gives away by doubling, or by not doubling."""
        if len(self.options) == 1:
            return 0.0
        doubled = min(self.option("double, take").equity, self.option("double, pass").equity)
        return max(0.0, self.equity - (doubled if double else self.option("no double").equity))

    def answer_cost(self, *, take: bool) -> float:
        """Return what the other side gives away by taking a double, or by passing it."""
        taken, passed = self.option("double, take").equity, self.option("double, pass").equity
        return max(0.0, taken - passed) if take else max(0.0, passed - taken)

    def explain(self) -> str:
        """Say it in a few lines.

        >>> print(cube_decision(Chances(0.78)).explain())
        double, take
          no double     +0.814
          double, take  +0.970
          double, pass  +1.000
        """
        lines = [self.action + (f" ({self.why_not})" if self.why_not else "")]
        for option in self.options:
            chance = "" if option.match_chance is None else f"  {100 * option.match_chance:.2f} % of matches"
            lines.append(f"  {option.action:<13} {option.equity:+.3f}{chance}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "action": self.action,
            "double": self.double,
            "take": self.take,
            "why_not": self.why_not,
            "options": [
                {"action": o.action, "equity": o.equity, "match_chance": o.match_chance} for o in self.options
            ],
        }


def cube_decision(
    chances: Chances, match: MatchState | None = None, *, efficiency: float = CONTACT_EFFICIENCY
) -> CubeDecision:
    """Decide about the cube before a roll.

    Args:
        chances: of the side on roll, without a cube.
        match: the score, the cube and who owns it; by default a money game with a centred cube.
        efficiency: how well the cube will be used, from 0 (never again) to 1 (perfectly).

    >>> decision = cube_decision(Chances(0.7, 0.15, 0.0, 0.08), MatchState(length=7, score=(3, 2)))
    >>> decision.action, decision.double, decision.take
    ('double, take', True, True)
    """
    match = match or MatchState()
    if not 0.0 <= efficiency <= 1.0:
        raise GameError("backgammon.cube_efficiency_out_of_range", found=efficiency)
    cube, mine = match.cube, match.on_roll
    model = _model(chances, match, efficiency)
    why_not = _why_not(match, model.away[0])
    own, other = (not match.crawford and match.cube_owner in (None, side) for side in (mine, 1 - mine))
    kept = model.value(cube, own=own, other=other)
    if why_not is not None:
        return CubeDecision("no double", False, True, (_option("no double", kept, model, match),), why_not)
    taken, passed = model.value(2 * cube, own=False, other=True), model.worth(cube)
    take = taken <= passed
    # Where it makes no difference: a sure point is taken, and a cube that cannot hurt is turned.
    gain = min(taken, passed) - kept
    double = gain > 1e-9 or (gain > -1e-9 and (not take or model.away[1] <= cube))
    options = tuple(
        _option(action, worth, model, match)
        for action, worth in (("no double", kept), ("double, take", taken), ("double, pass", passed))
    )
    return CubeDecision(_words(double, take, match.cube_owner is not None), double, take, options)


def _words(double: bool, take: bool, again: bool) -> str:
    verb = "redouble" if again else "double"
    if double:
        return f"{verb}, take" if take else f"{verb}, pass"
    return f"no {verb}, take" if take else f"too good to {verb}, pass"


def _option(action: str, worth: float, model: CubeModel, match: MatchState) -> CubeOption:
    won, lost = model.worth(match.cube), model.worth(-match.cube)
    equity = 2 * (worth - lost) / (won - lost) - 1
    return CubeOption(action, equity, (1 + worth) / 2 if match.length else None)


def _model(chances: Chances, match: MatchState, efficiency: float) -> CubeModel:
    if not match.length:
        return CubeModel(chances, money, efficiency=efficiency, jacoby=match.jacoby, max_cube=match.max_cube)
    own, other = (match.length - match.score[side] for side in (match.on_roll, 1 - match.on_roll))
    if own <= 0 or other <= 0:
        raise GameError("backgammon.match_over", score=match.score, length=match.length)
    worth = match_equity(max(25, match.length)).worth(own, other, crawford=match.crawford)
    return CubeModel(chances, worth, (own, other), efficiency, max_cube=match.max_cube)


def _why_not(match: MatchState, away: float) -> str | None:
    if match.crawford:
        return "nobody doubles in the Crawford game"
    if match.cube_owner not in (None, match.on_roll):
        return "the cube belongs to the other side"
    if match.cube >= away:
        return "the cube is dead: it wins the match as it is"
    if 2 * match.cube > match.max_cube:
        return "the cube is as high as it may be"
    return None


def cubeless_equity(chances: Chances, match: MatchState) -> float:
    """Return what chances are worth to the side on roll at this score if the cube is not turned again.

    It is in units of the cube: 1 for winning it, -1 for losing it. For money that is the plain equity.

    >>> only_wins_count = MatchState(length=5, score=(4, 4))
    >>> round(cubeless_equity(Chances(0.6, 0.5, 0.0, 0.0), only_wins_count), 9)
    0.2
    """
    model = _model(chances, match, 0.0)
    return _option("", model.dead(match.cube), model, match).equity


def cube_efficiency(position: Position) -> float:
    """Return how well the cube can still be used: less at the end of a race, not at all on its last roll.

    >>> cube_efficiency(Position.of({6: 1, 2: 1}, {1: 2})), cube_efficiency(Position.of({24: 2}, {24: 2}))
    (0.0, 0.68)
    """
    rearmost = [max((n for n, count in enumerate(side, 1) if count), default=0) for side in _sides(position)]
    if sum(rearmost) > POINTS:
        return CONTACT_EFFICIENCY
    if max(rearmost) <= 6 and any(position.opponent) and bear_off().rolls(position.swapped())[1] > 1 - 1e-6:
        return 0.0
    # Between half used and nearly as well as in contact, by the length of the race.
    return min(CONTACT_EFFICIENCY, 0.5 + 0.0025 * position.pips[0])


def _sides(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return position.own, position.opponent
