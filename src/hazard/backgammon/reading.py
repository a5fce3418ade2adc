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
        raise GameError("backgammon.position_not_read", text=text[:80])
    if match.phase not in ("none", "playing") or not any(position.own) or not any(position.opponent):
        raise GameError("backgammon.game_read_is_over", text=text[:100])
    if match.resigned:
        raise GameError("backgammon.resignation_is_offered", text=text[:100])
    if match.offer in ("beaver", "raccoon"):
        raise GameError("backgammon.counter_offer_not_read", offer=match.offer, text=text[:100])
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
        raise GameError("backgammon.dice_not_read", text=text[:20])
    return int(found[1]), int(found[2])
