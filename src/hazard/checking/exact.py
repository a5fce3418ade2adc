"""A small game, gone through whole: bounds and guesses beside exact values, and parts that decide nothing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from statistics import StatisticsError, correlation
from typing import Any

from hazard.checking.contents import contents, fields_of
from hazard.checking.findings import brief
from hazard.checking.values import Bounds
from hazard.checking.walks import Walker
from hazard.game import GameError, State, Turn
from hazard.solving.solve import Solution, solve
from hazard.solving.solved import steps

SMALL_GAME = 20_000
"""States up to which a game is solved."""
_CLOSE = 1e-3
"""A proven error up to which values are compared."""
_ENOUGH = 30
"""States below which a part that decides nothing costs nothing."""
_FEWER = 0.9
"""Positions that are left without a part, as a share of the states, from which on it is worth a word."""
_GUESSES, _CLEAR = 5, 0.8
"""States of each side that are evidence, and how clearly their guesses go with their values, or against."""


class _TooLong(Exception):  # noqa: N818 - a sign
    """Going through the game takes more time than there is."""


def look_at_the_whole(walker: Walker, start: State, bounds: Bounds | None) -> bool:
    """Solve a small game and look at all of it; return whether its bounds were compared with its values."""

    def stop(*_: Any) -> None:
        if walker.late():
            raise _TooLong

    try:
        solution = solve(walker.asker.game, start, max_states=SMALL_GAME, progress=stop)
        if not walker.asker.broken:
            _look_for_idle_parts(walker, solution, stop)
    except (GameError, _TooLong):
        return False
    if solution.error > _CLOSE:
        return False
    _look_at_guesses(walker, solution)
    if bounds is not None:
        _look_at_bounds(walker, solution, bounds)
    return bounds is not None


def _look_at_bounds(walker: Walker, solution: Solution, bounds: Bounds) -> None:
    """Every value has to lie within the bounds."""
    slack, (low, high) = 1e-6 + solution.error, bounds
    walker.asker.findings.drop("rewards-outside-bounds")  # exact values say more than random play
    for state, _, value, _ in solution.items():
        if not low - slack <= value <= high + slack:
            said = (
                f"{brief(state)} is worth {value:g} under best play, outside the bounds ({low:g}, {high:g})"
            )
            walker.asker.findings.add("outside-bounds", said, state, about="exact")


def _look_at_guesses(walker: Walker, solution: Solution) -> None:
    """The heuristic has to go with the values, whoever moves."""
    asker = walker.asker
    if not asker.has("heuristic") or asker.has("reward"):
        return
    pairs: dict[Turn, list[tuple[float, float]]] = {Turn.MAX: [], Turn.MIN: []}
    seen: dict[Turn, State] = {}
    for node in walker.met.values():
        if node.turn in pairs and node.state in solution:
            guess = float(asker.ask("heuristic", node.state))
            pairs[node.turn].append((guess, solution.value(node.state)))
            seen[node.turn] = node.state
    found = {turn: _agreement(listed) for turn, listed in pairs.items()}
    high, low = found[Turn.MAX], found[Turn.MIN]
    if high is None or low is None or min(abs(high), abs(low)) < _CLEAR:
        return
    each = f"(correlation {high:.2f} where MAX moves, {low:.2f} where MIN does)"
    if high * low < 0:
        said = "the heuristic goes with the exact values where one player moves, and against them where the "
        asker.findings.add("heuristic-mover", f"{said}other does {each}", seen[Turn.MIN])
    elif high < 0:
        said = f"the heuristic is high where the exact values are low {each}"
        asker.findings.add("heuristic-sign", said, seen[Turn.MAX])


def _agreement(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < _GUESSES:
        return None
    try:
        return correlation(*zip(*pairs, strict=True))
    except StatisticsError:  # one of them is always the same
        return None


# ---- parts that decide nothing


def _look_for_idle_parts(walker: Walker, solution: Solution, stop: Any) -> None:
    """Warn of a part of the state without which play would be the same, and states fewer.

    Two states that differ in the part only have to agree in whose turn it is, in what the end is worth, and
    in where each move leads, up to that part: then it makes no difference, now or later.
    """
    game, states = walker.asker.game, solution.states_list()
    if len(states) < _ENOUGH:
        return
    parted = [_parts(state) for state in states]
    names = list(parted[0])
    if len(names) < 2 or any(list(parts) != names for parts in parted):
        return
    numbers = {state: number for number, state in enumerate(states)}
    answers: list[Any] = []
    for state in states:
        stop()
        turn = Turn(game.turn(state))
        rows = [(repr(s.move), s.probability, s.reward, numbers[s.following]) for s in steps(game, state)]
        answers.append((turn, game.value(state) if turn is Turn.OVER else None, sorted(rows)))
    for name in names:
        stop()
        group = _numbered(tuple(v for other, v in parts.items() if other != name) for parts in parted)
        count = max(group) + 1
        if count <= _FEWER * len(states) and (pair := _idle(group, answers)):
            first, second = (states[number] for number in pair)
            said = f"`{name}` of the state decides nothing: without it the {len(states):,} states are "
            said += f"{count:,}; {brief(first)} and {brief(second)} are played alike to the end"
            walker.asker.findings.add("idle-part", said, first, about=name)


def _parts(state: State) -> dict[str, Hashable]:
    """Return what stands side by side in a state, by name."""
    if isinstance(state, tuple) and not hasattr(state, "_fields"):
        return {f"[{place}]": part for place, part in enumerate(state)}
    return {name: contents(part) for name, part in fields_of(state)}


def _numbered(keys: Iterable[Hashable]) -> list[int]:
    """Number what is listed, the same for equal things."""
    known: dict[Hashable, int] = {}
    return [known.setdefault(key, len(known)) for key in keys]


def _idle(group: Sequence[int], answers: Sequence[Any]) -> tuple[int, int] | None:
    """Return two states of one group where all groups answer as one; None where one of them does not."""
    first: dict[int, tuple[int, Any]] = {}
    pair = None
    for number, (turn, value, rows) in enumerate(answers):
        told = turn, value, sorted((move, p, gain, group[after]) for move, p, gain, after in rows)
        known = first.setdefault(group[number], (number, told))
        if known[1] != told:
            return None
        if known[0] != number:
            pair = pair or (known[0], number)
    return pair
