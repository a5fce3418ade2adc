"""A backgammon position, and GNU Backgammon's position id for it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass

from hazard import _core
from hazard.errors import HazardError
from hazard.game import GameError

POINTS, CHECKERS, BAR = 24, 15, 25
Side = tuple[int, ...]
"""How many checkers a side has on its points 1 to 24, and at last on the bar."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the checkers stand, seen by the side to move; what is nowhere has been borne off.

    Each side counts its points from its own home, so point n of one is point 25 - n of the other.

    >>> start = Position.from_id("4HPwATDgc/ABMA")
    >>> start.own[6 - 1], start.own[24 - 1], start.pips
    (5, 2, (167, 167))
    """

    own: Side
    opponent: Side

    def __post_init__(self) -> None:
        """Check that such a position can be."""
        for name, side in (("own", self.own), ("opponent", self.opponent)):
            if len(side) != POINTS + 1 or not all(type(n) is int and n >= 0 for n in side):
                raise GameError(
                    "backgammon.side_counts_wrong", who=name, found=side, expected=POINTS + 1, most=POINTS
                )
            if sum(side) > CHECKERS:
                raise GameError("backgammon.too_many_checkers", who=name, found=sum(side), most=CHECKERS)
        for point in range(1, POINTS + 1):
            if self.own[point - 1] and self.opponent[POINTS - point]:
                raise GameError("backgammon.both_sides_on_point", point=point)
        if not any(self.own) and not any(self.opponent):
            raise GameError("backgammon.both_sides_borne_off")

    @classmethod
    def of(cls, own: Mapping[int, int], opponent: Mapping[int, int]) -> Position:
        """Make a position from the points that are taken; the bar is 25.

        >>> Position.of({6: 2, 25: 1}, {4: 2}).pips
        (37, 8)
        """
        sides = []
        for name, side in (("own", own), ("opponent", opponent)):
            for point in side:
                if point not in range(1, BAR + 1):
                    raise GameError(
                        "backgammon.point_out_of_range", who=name, point=point, most=POINTS, bar=BAR
                    )
            sides.append(tuple(side.get(point, 0) for point in range(1, BAR + 1)))
        return cls(*sides)

    @classmethod
    def from_id(cls, text: str) -> Position:
        """Read GNU Backgammon's position id; the side to move is the one that is written last.

        >>> Position.from_id("4HPwATDgc/ABMA").opponent[13 - 1]
        5
        """
        bits = read_bits(text, letters=14, length=80, what="position")
        counts = [len(ones) for ones in bits.split("0", 50)]
        # After 50 zeros, each of which ends a point, only padding is left.
        if len(counts) < 51 or "1" in bits.split("0", 50)[50]:
            raise GameError("backgammon.position_id_no_board", text=text.strip())
        try:
            return cls(own=tuple(counts[25:50]), opponent=tuple(counts[:25]))
        except GameError as error:
            raise GameError("backgammon.in_position_id", text=text.strip(), error=error) from None

    @property
    def id(self) -> str:
        """GNU Backgammon's position id.

        >>> Position.of({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2}).id
        '4HPwATDgc/ABMA'
        """
        return str(_core.BackgammonState(self.own, self.opponent).position_id)

    @property
    def pips(self) -> tuple[int, int]:
        """What each side has to go, the side to move first."""
        own, opponent = (
            sum(point * n for point, n in enumerate(side, 1)) for side in (self.own, self.opponent)
        )
        return own, opponent

    @property
    def off(self) -> tuple[int, int]:
        """How many checkers each side has borne off, the side to move first."""
        return CHECKERS - sum(self.own), CHECKERS - sum(self.opponent)

    def swapped(self) -> Position:
        """Return the same position seen by the other side."""
        return Position(self.opponent, self.own)


START = Position.of({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2})


def read_bits(text: str, *, letters: int, length: int, what: str) -> str:
    """Decode base 64 into a text of 0 and 1, the lowest bit of each byte first, and check it."""
    text = text.strip()
    if len(text) != letters or not re.fullmatch(r"[A-Za-z0-9+/]*", text):
        raise GameError(
            "backgammon.id_signs_wrong",
            text=text[:40],
            what=HazardError(f"backgammon.id_of.{what}"),
            expected=letters,
            count=len(text),
        )
    try:
        key = base64.b64decode(text + "=" * (-letters % 4), validate=True)
    except binascii.Error as error:
        raise GameError(
            "backgammon.id_not_base64", text=text, what=HazardError(f"backgammon.id_of.{what}"), error=error
        ) from None
    if base64.b64encode(key).decode().rstrip("=") != text:
        raise GameError(
            "backgammon.id_spare_bits_set", text=text, what=HazardError(f"backgammon.id_of.{what}")
        )
    bits = "".join(f"{byte:08b}"[::-1] for byte in key)
    if "1" in bits[length:]:
        raise GameError(
            "backgammon.id_bits_after_end",
            text=text,
            what=HazardError(f"backgammon.id_of.{what}"),
            count=length,
        )
    return bits[:length]


def write_bits(bits: str) -> str:
    """Encode what :func:`read_bits` decodes; the last byte is filled up with zeros."""
    padded = bits + "0" * (-len(bits) % 8)
    key = bytes(int(padded[i : i + 8][::-1], 2) for i in range(0, len(padded), 8))
    return base64.b64encode(key).decode().rstrip("=")
