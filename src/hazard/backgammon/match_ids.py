"""Score, cube, dice and turn beside a position: GNU Backgammon's match id, and XG's XGID for both in one.

There are two players, 0 and 1. Player 0 is GNU Backgammon's player 0 and sits at the top in XG; player 1 is
GNU Backgammon's player 1 and sits at the bottom.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, get_args

from hazard.backgammon.positions import POINTS, Position, read_bits, write_bits
from hazard.errors import HazardError
from hazard.game import GameError

Phase = Literal["none", "playing", "over", "resigned", "dropped"]
Offer = Literal["none", "double", "beaver", "raccoon"]

_PHASES, _OFFERS = get_args(Phase), get_args(Offer)
_XG_OFFERS = dict(zip("DBR", _OFFERS[1:], strict=True))
# The fields of a match id in their order, with their bits. The last one, 1 where Jacoby's rule is off, is not
# in the manual; older versions leave it 0.
_FIELDS = {
    **{
        "cube": 4,
        "owner": 2,
        "on_roll": 1,
        "crawford": 1,
        "phase": 3,
        "turn": 1,
        "doubled": 1,
        "resigned": 2,
    },
    **{"die1": 3, "die2": 3, "length": 15, "score0": 15, "score1": 15, "no_jacoby": 1},
}
_CENTRED = 3


@dataclass(frozen=True, slots=True)
class MatchState:
    """What there is to know beside the position.

    Args:
        length: points that the match is played to; 0 for a money game.
        score: the points of players 0 and 1.
        cube: the value of the cube, a power of two.
        cube_owner: who may double next; ``None`` while the cube is centred.
        on_roll: who rolls next, or has rolled, or has doubled instead.
        dice: the roll that is to be played; ``None`` before it.
        offer: ``double`` while the other player has to take or drop; XG also knows ``beaver`` and
            ``raccoon``, the answers that redouble at once.
        turn: whose decision it is; by default follows from the player on roll and the offer.
        crawford: whether this is the Crawford game, in which nobody doubles.
        jacoby: whether gammons count only after a double; money games only.
        beavers: whether a double may be redoubled at once; money games only, and only in an XGID.
        max_cube: the largest value the cube may have; only in an XGID.
        resigned: 1, 2 or 3 points per cube that are offered in a resignation; only in a match id.
        phase: how far the game has come; only in a match id.

    >>> match = MatchState.from_id("QYkqASAAIAAA")  # the example in GNU Backgammon's manual
    >>> match.length, match.score, match.cube, match.cube_owner, match.on_roll, match.dice
    (9, (2, 4), 2, 0, 1, (5, 2))
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    cube_owner: int | None = None
    on_roll: int = 1
    dice: tuple[int, int] | None = None
    offer: Offer = "none"
    turn: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024
    resigned: int = 0
    phase: Phase = "playing"

    def __post_init__(self) -> None:
        """Check the fields, and work out whose turn it is where it is not said."""
        longest = 2**15 - 1
        score = self.length or longest
        for holds, wrong, found, known in (
            (0 <= self.length <= longest, "length", self.length, longest),
            (len(self.score) == 2 and all(0 <= s <= score for s in self.score), "score", self.score, score),
            (_is_cube(self.cube), "cube", self.cube, longest + 1),
            (_is_cube(self.max_cube), "max_cube", self.max_cube, longest + 1),
            (self._highest_cube <= self.max_cube, self._too_high, self.cube, self.max_cube),
            (self.cube_owner in (None, 0, 1), "cube_owner", self.cube_owner, None),
            (self.on_roll in (0, 1), "on_roll", self.on_roll, None),
            (self.turn in (None, 0, 1), "turn", self.turn, None),
            (
                self.dice is None or (len(self.dice) == 2 and all(die in range(1, 7) for die in self.dice)),
                *("dice", self.dice, None),
            ),
            (self.offer in _OFFERS, "offer", self.offer, list(_OFFERS)),
            (not (self.dice and self.offer != "none"), "dice_and_offer", self.offer, None),
            (self.resigned in range(4), "resigned", self.resigned, None),
            (self.phase in _PHASES, "phase", self.phase, list(_PHASES)),
            (not (self.crawford and not self.length), "crawford", None, None),
            (not (self.jacoby and self.length), "jacoby", None, None),
            (not (self.beavers and self.length), "beavers", None, None),
        ):
            if not holds:
                raise GameError(f"backgammon.match_state.{wrong}", found=str(found), known=known)
        if self.turn is None:
            # A doubler waits for the other one; and so does who resigns.
            waiting = (self.offer in ("double", "raccoon")) != (self.resigned > 0)
            object.__setattr__(self, "turn", self.on_roll ^ waiting)

    @property
    def _too_high(self) -> str:
        return "cube_too_high" if self.offer == "none" else "offered_cube_too_high"

    @property
    def _highest_cube(self) -> int:
        return self.cube if self.offer == "none" else 2 * self.cube

    @classmethod
    def from_id(cls, text: str) -> MatchState:
        """Read GNU Backgammon's match id.

        >>> MatchState.from_id("cAkAAAAAAAAA").dice is None
        True
        """
        bits = read_bits(text, letters=12, length=67, what="match")
        fields, begin = {}, 0
        for name, width in _FIELDS.items():
            fields[name] = int(bits[begin : begin + width][::-1], 2)
            begin += width
        dice = fields["die1"], fields["die2"]
        try:
            if fields["phase"] >= len(_PHASES):
                raise GameError(
                    "backgammon.match_id_phase_out_of_range", found=fields["phase"], most=len(_PHASES) - 1
                )
            if fields["owner"] == 2:
                raise GameError("backgammon.match_id_cube_owner_unknown")
            return cls(
                length=fields["length"],
                score=(fields["score0"], fields["score1"]),
                cube=2 ** fields["cube"],
                cube_owner=None if fields["owner"] == _CENTRED else fields["owner"],
                on_roll=fields["on_roll"],
                dice=dice if any(dice) else None,
                offer="double" if fields["doubled"] else "none",
                turn=fields["turn"],
                crawford=bool(fields["crawford"]),
                jacoby=not fields["no_jacoby"] and not fields["length"],
                resigned=fields["resigned"],
                phase=_PHASES[fields["phase"]],
                # A match id does not tell; a cube that has been turned as high may be as high.
                max_cube=max(1024, 2 ** min(15, fields["cube"] + fields["doubled"])),
            )
        except GameError as error:
            raise GameError("backgammon.in_match_id", text=text.strip(), error=error) from None

    @property
    def id(self) -> str:
        """GNU Backgammon's match id.

        >>> MatchState(length=9, score=(2, 4), cube=2, cube_owner=0, on_roll=1, dice=(5, 2)).id
        'QYkqASAAIAAE'
        """
        if self.offer in ("beaver", "raccoon"):
            raise GameError("backgammon.match_id_cannot_tell_offer", offer=self.offer)
        die1, die2 = self.dice or (0, 0)
        values = {
            "cube": self.cube.bit_length() - 1,
            "owner": _CENTRED if self.cube_owner is None else self.cube_owner,
            "on_roll": self.on_roll,
            "crawford": int(self.crawford),
            "phase": _PHASES.index(self.phase),
            "turn": self.turn or 0,
            "doubled": int(self.offer == "double"),
            "resigned": self.resigned,
            "die1": die1,
            "die2": die2,
            "length": self.length,
            "score0": self.score[0],
            "score1": self.score[1],
            "no_jacoby": int(not self.jacoby),
        }
        return write_bits("".join(f"{values[name]:0{width}b}"[::-1] for name, width in _FIELDS.items()))


def _is_cube(value: int) -> bool:
    return type(value) is int and 1 <= value <= 2**15 and value.bit_count() == 1


def read_xgid(text: str) -> tuple[Position, MatchState]:
    """Read XG's ``XGID=...``: the position, seen by the player on roll, and the rest.

    >>> position, match = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    >>> position.id, match.on_roll, match.dice
    ('4HPwATDgc/ABMA', 1, (3, 1))
    """
    said = text.strip()
    fields = re.sub(r"^XGID\s*=", "", said, flags=re.IGNORECASE).split(":")
    if len(fields) not in (9, 10):
        raise GameError("backgammon.not_an_xgid", text=said[:80], count=len(fields))
    try:
        bottom = _xg_position(fields[0])
        match = _xg_match([field.strip() for field in fields[1:]])
    except GameError as error:
        raise GameError("backgammon.in_xgid", text=said[:100], error=error) from None
    return (bottom if match.on_roll == 1 else bottom.swapped()), match


def _xg_position(signs: str) -> Position:
    """Read 26 signs: the top player's bar, points 1 to 24 and the bar of the bottom player, capitals hers."""
    if not re.fullmatch(r"[-A-Oa-o]{26}", signs):
        raise GameError("backgammon.xgid_position_wrong", found=signs)
    if signs[0].isupper() or signs[25].islower():
        raise GameError("backgammon.xgid_wrong_bar", found=signs)
    counts = [0 if sign == "-" else ord(sign.upper()) - ord("A") + 1 for sign in signs]
    bottom = [n if sign.isupper() else 0 for sign, n in zip(signs, counts, strict=True)]
    top = [n if sign.islower() else 0 for sign, n in zip(signs, counts, strict=True)]
    return Position(own=tuple(bottom[1:]), opponent=tuple(top[POINTS::-1]))


def _xg_match(fields: list[str]) -> MatchState:
    cube, owner, turn, dice, bottom_score, top_score, rules, length, *largest = fields
    names = ("cube", "score", "score", "rules", "length", "max_cube")
    for name, field in zip(names, (cube, bottom_score, top_score, rules, length, *largest), strict=False):
        if not re.fullmatch(r"[0-9]{1,5}", field):
            raise GameError(
                "backgammon.xgid_field_no_number", what=HazardError(f"backgammon.xgid.{name}"), found=field
            )
    for exponent in (cube, *largest):
        if int(exponent) > 15:
            raise GameError("backgammon.cube_exponent_too_high", found=exponent)
    if owner not in ("-1", "0", "1"):
        raise GameError("backgammon.xgid_cube_owner_unknown", found=owner)
    if turn not in ("-1", "1"):
        raise GameError("backgammon.xgid_turn_unknown", found=turn)
    if dice not in ("00", *_XG_OFFERS) and not re.fullmatch(r"[1-6][1-6]", dice):
        raise GameError("backgammon.xgid_dice_unknown", found=dice)
    if int(rules) > (1 if int(length) else 3):
        raise GameError("backgammon.xgid_rules_out_of_range", found=rules)
    return MatchState(
        length=int(length),
        score=(int(top_score), int(bottom_score)),
        cube=2 ** int(cube),
        cube_owner={"-1": 0, "0": None, "1": 1}[owner],
        on_roll=int(turn == "1"),
        dice=(int(dice[0]), int(dice[1])) if dice.isdigit() and dice != "00" else None,
        offer=_XG_OFFERS.get(dice, "none"),
        crawford=bool(int(length)) and rules == "1",
        jacoby=not int(length) and int(rules) % 2 == 1,
        beavers=not int(length) and int(rules) >= 2,
        max_cube=2 ** int(largest[0]) if largest else 1024,
    )


def write_xgid(position: Position, match: MatchState) -> str:
    """Write an XGID; ``position`` is seen by the player on roll.

    >>> write_xgid(Position.from_id("4HPwATDgc/ABMA"), MatchState(length=7, score=(1, 3)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:1:0:7:10'
    """
    if match.phase != "playing" or match.resigned:
        raise GameError("backgammon.xgid_game_over")
    if replace(match, turn=None).turn != match.turn:
        raise GameError("backgammon.xgid_turn_does_not_follow")
    bottom = position if match.on_roll == 1 else position.swapped()
    signs = [_xg_sign(bottom.opponent[POINTS], "a")]
    for point in range(1, POINTS + 1):
        own, other = bottom.own[point - 1], bottom.opponent[POINTS - point]
        signs.append(_xg_sign(own, "A") if own else _xg_sign(other, "a"))
    signs.append(_xg_sign(bottom.own[POINTS], "A"))
    offered = {offer: sign for sign, offer in _XG_OFFERS.items()}.get(match.offer, "00")
    fields = (
        "".join(signs),
        match.cube.bit_length() - 1,
        0 if match.cube_owner is None else 2 * match.cube_owner - 1,
        2 * match.on_roll - 1,
        "".join(map(str, match.dice)) if match.dice else offered,
        match.score[1],
        match.score[0],
        int(match.crawford) if match.length else int(match.jacoby) + 2 * int(match.beavers),
        match.length,
        match.max_cube.bit_length() - 1,
    )
    return "XGID=" + ":".join(map(str, fields))


def _xg_sign(count: int, first: str) -> str:
    return chr(ord(first) + count - 1) if count else "-"
