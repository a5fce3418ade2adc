"""One position in whatever form it is written, with score, cube and dice where the form has them."""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.backgammon.match_ids import MatchState, read_xgid
from hazard.backgammon.positions import Position
from hazard.game import GameError


def read_position(text: str, dice: str | None = None) -> tuple[Position, MatchState]:
    """Read an XGID, a position id, or a position id and a match id with a colon between them.

    The position is seen by the player on roll. ``dice``, such as ``31`` or ``3-1``, add a roll.

    >>> position, match = read_position("4HPwATDgc/ABMA", dice="31")
    >>> position.pips, match.dice
    ((167, 167), (3, 1))
    """
    text = text.strip()
    if text.upper().startswith("XGID") or text.count(":") > 1:
        position, match = read_xgid(text)
    elif ids := re.fullmatch(r"(\S{14}):(\S{12})", text):
        position, match = Position.from_id(ids[1]), MatchState.from_id(ids[2])
    elif re.fullmatch(r"\S{14}", text):
        position, match = Position.from_id(text), MatchState()
    else:
        raise GameError(
            f"cannot read the position {text[:80]!r}; expected a position id such as 4HPwATDgc/ABMA, one "
            "with a match id behind a colon, or XGID=..."
        )
    if match.phase not in ("none", "playing") or not any(position.own) or not any(position.opponent):
        raise GameError(f"the game in {text[:100]!r} is over; expected one that is being played")
    if match.resigned:
        raise GameError(f"a resignation is offered in {text[:100]!r}; expected a roll, a play or a double")
    if match.offer in ("beaver", "raccoon"):
        raise GameError(f"a {match.offer} is offered in {text[:100]!r}; expected a roll, a play or a double")
    if dice is not None:
        match = replace(match, dice=read_dice(dice), offer="none", turn=None)
    return position, match


def read_dice(text: str) -> tuple[int, int]:
    """Read a roll.

    >>> read_dice("31"), read_dice("6-6")
    ((3, 1), (6, 6))
    """
    found = re.fullmatch(r"\s*([1-6])[-, ]?([1-6])\s*", text)
    if not found:
        raise GameError(f"the dice are {text[:20]!r}; expected two numbers from 1 to 6, such as 31 or 3-1")
    return int(found[1]), int(found[2])
