"""Plays as people write them: ``8/5 6/5``, ``bar/22``, ``13/7*``, ``6/4(2)``, ``24/20*/14``, ``2/off``."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hazard import _core
from hazard.backgammon.positions import BAR, POINTS
from hazard.game import GameError
from hazard.text import shorten

OFF = 0
NO_PLAY = "(no play)"
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


def find_play(state: Any, text: str) -> str:
    """Return the legal play that ``text`` means, in the words of :meth:`Backgammon.actions`.

    Steps may come in any order, one by one or joined, and stars may be missing. Where two plays differ in
    nothing but what they hit on the way, the points that are written decide.

    >>> from hazard.backgammon import START, Backgammon
    >>> game = Backgammon()
    >>> find_play(game.state(START, dice=(3, 1)), "6/5 8/5")
    '8/5 6/5'
    >>> find_play(game.state(START, dice=(6, 4)), "18/14 24/18")
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
    same: dict[str, set[int]] = {
        words: _hits(state, after) for words, after in plays if tuple(after.opponent) == target
    }
    exact = [words for words, hits in same.items() if hits == landed & blots]
    fitting = exact or [words for words, hits in same.items() if hits >= landed & blots]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise GameError("backgammon.play_ambiguous", play=text, known=" or ".join(fitting))
    legal = [words for words, _ in plays]
    shown = ", ".join(legal[:5]) + (f", ... ({len(legal)} in all)" if len(legal) > 5 else "")
    said = shorten(text.strip() or NO_PLAY, 80)
    raise GameError("backgammon.play_not_legal", play=said, state=_RULES.text(state), known=shown)


def _hits(state: Any, after: Any) -> set[int]:
    """The points, as the mover counts them, on which the play to ``after`` hit."""
    return {POINTS - i for i in range(POINTS) if state.opponent[i] and not after.own[i]}
