"""Plays as people write them: ``8/5 6/5``, ``bar/22``, ``13/7*``, ``6/4(2)``, ``24/20*/14``, ``2/off``.

Steps of one checker are written as one, ``24/14``, except that a stop where it hits is shown: ``24/20*/14``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from hazard import _core
from hazard.backgammon.positions import BAR, POINTS
from hazard.errors import UserError
from hazard.game import GameError
from hazard.language import phrase
from hazard.text import shorten

OFF = 0
NO_PLAY = _core.BackgammonPlay()
"""The play of a roll that moves nothing."""
_NOTHING = {"", "(no play)", "no play", "no move", "cannot move", "dance", "dances"}
_NAMES = {"bar": BAR, "off": OFF}
_PATH = re.compile(r"(?P<stops>[a-z0-9*]+(?:/[a-z0-9*]+)+)(?:\((?P<times>[1-4])\))?")
_RULES = _core.Backgammon()


@dataclass(frozen=True, slots=True)
class Path:
    """Where one checker goes: the points it is written to touch, and those on which it hits.

    The bar is 25 and off is 0.
    """

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()


def paths_of(play: _core.BackgammonPlay) -> list[Path]:
    """Return where each checker of a play goes, from the back: its steps are joined.

    >>> paths_of(_core.BackgammonPlay([(24, 20), (20, 14)], [True, False]))
    [Path(points=(24, 20, 14), hits=frozenset({20}))]
    """
    ways: list[_Way] = []
    for (start, end), hits in zip(play.steps, play.hits, strict=True):
        # Go on with a checker that has come here, rather one that did not hit: that reads best.
        here = [way for way in ways if way.points[-1] == start]
        way = next((way for way in here if way.last_hit != start), here[-1] if here else None)
        if way is None:
            way = _Way([start])
            ways.append(way)
        elif way.last_hit != start:
            way.points.pop()
        way.points.append(end)
        if hits:
            way.hits.append(end)
    # Of two from the same point first the one that goes less far, and a hit before what follows it.
    ways.sort(
        key=lambda way: (-way.points[0], -way.points[-1], -len(way.points), way.last_hit != way.points[-1])
    )
    return [Path(tuple(way.points), frozenset(way.hits)) for way in ways]


@dataclass(slots=True)
class _Way:
    """A path that is still being walked."""

    points: list[int]
    hits: list[int] = field(default_factory=list)

    @property
    def last_hit(self) -> int | None:
        return self.hits[-1] if self.hits else None


def notation(play: _core.BackgammonPlay, language: str = "en") -> str:
    """Return a play in the usual notation, which is the same in every language but for a play of nothing.

    >>> notation(_core.BackgammonPlay([(13, 7), (13, 7)], [True, False])), notation(NO_PLAY, "de")
    ('13/7*(2)', '(kein Zug)')
    """
    if not play.steps:
        return phrase("backgammon.move.no_play", language)
    written: list[tuple[str, int]] = []
    last = None
    for path in paths_of(play):
        if path.points == last:  # the same way again; only the first of them can have hit
            written[-1] = written[-1][0], written[-1][1] + 1
            continue
        last = path.points
        stops = (f"{_name(point)}{'*' if point in path.hits else ''}" for point in path.points)
        written.append(("/".join(stops), 1))
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in written)


def _name(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def rolled(roll: _core.BackgammonRoll, language: str = "en") -> str:
    """Return a roll in words; an opening roll with who begins.

    >>> rolled(_core.BackgammonRoll(3, 1)), rolled(_core.BackgammonRoll(6, 2, first=0))
    ('3-1', 'max 6-2')
    """
    dice = f"{roll.high}-{roll.low}"
    if roll.first is None:
        return dice
    return phrase(
        "backgammon.move.min_begins" if roll.first else "backgammon.move.max_begins", language, dice=dice
    )


def read_paths(text: str) -> list[Path]:
    """Read a play without a board; each checker has a path of its own, in the order they are written.

    >>> read_paths("Bar/22, 6/4*(2)")
    [Path(points=(25, 22), hits=frozenset()), Path(points=(6, 4), hits=frozenset({4})), \
Path(points=(6, 4), hits=frozenset({4}))]
    """
    plain = " ".join(text.lower().replace(",", " ").split())
    if plain in _NOTHING:
        return []
    paths = []
    for word in re.sub(r"\s*\(", "(", plain).split():
        found = _PATH.fullmatch(word)
        if not found:
            raise GameError("backgammon.cannot_read_play", word=shorten(word, 40), play=shorten(text, 80))
        stops = [_point(stop, text) for stop in found["stops"].split("/")]
        points = tuple(point for point, _ in stops)
        if stops[0][1] or any(low >= high for high, low in pairwise(points)):
            raise GameError("backgammon.play_goes_wrong_way", word=word, play=shorten(text, 80))
        path = Path(points, frozenset(point for point, hit in stops if hit))
        paths += [path] * int(found["times"] or 1)
    if len(paths) > 4:
        raise GameError("backgammon.play_moves_too_many", play=shorten(text, 80), count=len(paths))
    return paths


def _point(stop: str, text: str) -> tuple[int, bool]:
    """The number of a point, and whether something is hit there."""
    name, star = stop.removesuffix("*"), stop.endswith("*")
    point = int(name) if re.fullmatch(r"[0-9]{1,2}", name) else _NAMES.get(name, -1)
    if not OFF <= point <= BAR or (star and point in (OFF, BAR)):
        raise GameError("backgammon.no_such_place", place=stop, play=shorten(text, 80), most=POINTS)
    return point, star


def find_play(state: Any, text: str) -> _core.BackgammonPlay:
    """Return the legal play that ``text`` means, one of :meth:`Backgammon.actions`.

    Steps may come in any order, one by one or joined, and stars may be missing. Where two plays differ in
    nothing but what they hit on the way, the points that are written decide.

    >>> from hazard.backgammon import START, Backgammon
    >>> game = Backgammon()
    >>> find_play(game.state(START, dice=(3, 1)), "6/5 8/5")
    BackgammonPlay(steps=((8, 5), (6, 5)), hits=(False, False))
    >>> notation(find_play(game.state(START, dice=(6, 4)), "18/14 24/18"))
    '24/14'
    >>> find_play(game.state(START, dice=(6, 4)), "24/15")
    Traceback (most recent call last):
    hazard.game.GameError: '24/15' is not a legal play in 4HPwATDgc/ABMA max 6-4; expected one of: \
24/20 24/18, 24/14, 24/18 13/9, 24/18 8/4, 24/18 6/2, ... (14 in all)
    """
    paths = read_paths(text)
    plays = _RULES.plays(state)
    if not plays:
        raise GameError("backgammon.no_roll_to_play", state=_RULES.text(state))
    landed = {point for path in paths for point in path.points[1:]}
    blots = {point for point in range(1, POINTS + 1) if state.opponent[POINTS - point] == 1}
    for point in {point for path in paths for point in path.hits} - blots:
        raise GameError("backgammon.no_blot_to_hit", play=text, point=point, state=_RULES.text(state))
    meant = Counter(dict(enumerate(state.own, 1)))
    for path in paths:
        meant.subtract([path.points[0]])
        meant.update([path.points[-1]])
    target = tuple(meant[point] for point in range(1, BAR + 1))
    same: dict[_core.BackgammonPlay, set[int]] = {
        play: _hits(state, after) for play, after in plays if tuple(after.opponent) == target
    }
    exact = [play for play, hits in same.items() if hits == landed & blots]
    fitting = exact or [play for play, hits in same.items() if hits >= landed & blots]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise GameError("backgammon.play_ambiguous", play=text, known=[notation(play) for play in fitting])
    known = [notation(play) for play, _ in plays[:5]]
    said, where = shorten(text.strip() or notation(NO_PLAY), 80), _RULES.text(state)
    if len(plays) == len(known):
        raise GameError("backgammon.play_not_legal", play=said, state=where, known=known)
    raise GameError("backgammon.play_not_among_many", play=said, state=where, known=known, count=len(plays))


def find_roll(game: Any, state: Any, text: str) -> _core.BackgammonRoll:
    """Return the roll that two typed digits mean; of an opening roll, who begins has the first of them.

    >>> from hazard.backgammon import Backgammon
    >>> game = Backgammon()
    >>> find_roll(game, game.start(), "2 and 6"), find_roll(game, game.start(), "max 6-2").first
    (BackgammonRoll(high=6, low=2, first=1), 0)
    """
    digits = [int(sign) for sign in text if sign.isdigit()]
    if len(digits) != 2 or not all(1 <= digit <= 6 for digit in digits):
        raise UserError("backgammon.typed_dice_not_read", text=text)
    high, low = max(digits), min(digits)
    named = [first for first, name in enumerate(("max", "min")) if name in text.lower()]
    begins = named[0] if named else int(digits[0] < digits[1])
    for roll, _ in game.outcomes(state):
        if (roll.high, roll.low) == (high, low) and roll.first in (None, begins):
            return cast(_core.BackgammonRoll, roll)
    raise UserError("backgammon.roll_not_possible_here", text=text)


def _hits(state: Any, after: Any) -> set[int]:
    """The points, as the mover counts them, on which the play to ``after`` hit."""
    return {POINTS - i for i in range(POINTS) if state.opponent[i] and not after.own[i]}
