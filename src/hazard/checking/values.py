"""Values: within the bounds, for MAX, and the heuristic on the same side as the ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import StatisticsError, correlation, fmean

from hazard.checking.asking import Asker, NoAnswer
from hazard.checking.findings import brief
from hazard.checking.nodes import as_number
from hazard.checking.walks import Walk, Walker
from hazard.game import State, Turn

Bounds = tuple[float, float]
Pairs = dict[State, tuple[float, list[float]]]
"""For each state its guess, and what came of it each time."""

_SLACK = 1e-9
_ENOUGH = 30
"""Games of a kind that make evidence."""
_SHORTLY = 8
"""Nodes before an end at which a guess should tell who wins."""
_FEW = 4
"""Different ends that make evidence."""
_STRONG = 0.6
"""A correlation that chance does not bring about in so many games."""


def bounds_of(asker: Asker) -> Bounds | None:
    """Return the game's bounds; None where it has none, or none that can be used."""
    if not asker.has("bounds"):
        return None
    answer = asker.ask("bounds")
    asker.changed("bounds", answer, asker.ask("bounds"))
    pair = [as_number(item) for item in answer] if isinstance(answer, tuple | list) else []
    if len(pair) != 2 or pair[0] is None or pair[1] is None or pair[0] > pair[1]:
        asker.findings.add("bounds", f"{asker.name}.bounds() returned {brief(answer)}")
        raise NoAnswer
    return pair[0], pair[1]


def look_at_bounds(walker: Walker, bounds: Bounds) -> None:
    """Ends and guesses have to lie within the bounds; what random play brings should."""
    asker, (low, high) = walker.asker, bounds
    limits = f"({low:g}, {high:g})"

    def outside(value: float | None) -> bool:
        return value is not None and not low - _SLACK <= value <= high + _SLACK

    for walk in walker.walks:
        for node, guess in zip(walk.nodes, walk.guesses, strict=False):
            if outside(guess):
                said = f"{asker.call('heuristic', node.state)} is {guess:g}, outside the bounds {limits}"
                asker.findings.add("outside-bounds", said, node.state, about="heuristic")
        if walk.end is None:
            continue
        if outside(walk.end):
            last = walk.nodes[-1].state
            said = f"{asker.call('value', last)} is {walk.end:g}, outside the bounds {limits}"
            asker.findings.add("outside-bounds", said, last, about="value")
            continue
        for node, brought in zip(walk.nodes, walk.to_come(), strict=True):
            if outside(brought):
                said = f"a random game brought {brought:g} from {brief(node.state)} on, "
                said += f"outside the bounds {limits}"
                asker.findings.add("rewards-outside-bounds", said, node.state)
                break


def look_at_sides(walks: Sequence[Walk], bounds: Bounds | None, asker: Asker) -> None:
    """Warn where ends are good for the same side, whoever made the last decision."""
    ends: dict[Turn, list[float]] = {Turn.MAX: [], Turn.MIN: []}
    places: dict[Turn, dict[State, None]] = {Turn.MAX: {}, Turn.MIN: {}}
    for walk in walks:
        deciders = [node.turn for node in walk.nodes if node.turn in ends]
        if walk.end is not None and deciders and not any(walk.rewards):
            ends[deciders[-1]].append(walk.end)
            places[deciders[-1]][walk.nodes[-1].state] = None
    both = [*ends[Turn.MAX], *ends[Turn.MIN]]
    different = min(map(len, places.values()))
    apart = places[Turn.MAX].keys().isdisjoint(places[Turn.MIN])  # the end tells who decided last
    if min(map(len, ends.values())) < _ENOUGH or (different < 2 and not apart):
        return
    even = (bounds[0] + bounds[1]) / 2 if bounds and math.isfinite(bounds[1] - bounds[0]) else None
    if len(set(both)) == 1 and both[0] != even:
        said = f"all {len(both):,} games ended with the value {both[0]:g}, whoever decided last"
    elif (
        even is not None
        and different >= _FEW
        and any(
            _one_side(both, even, sign) and all(any(sign * (v - even) > 0 for v in ends[t]) for t in ends)
            for sign in (1, -1)
        )
    ):
        winner = "MAX" if max(both) > even else "MIN"
        said = f"none of {len(both):,} random games was better for the other side than even; {winner} won "
        said += "whoever decided last"
    else:
        return
    asker.findings.add("one-sided", said, next(iter(places[Turn.MIN])))


def look_for_a_score_told_twice(walks: Sequence[Walk], asker: Asker) -> None:
    """Warn where the end is worth what the rewards on the way add up to: then all of it counts twice."""
    ended = [(walk.end, math.fsum(walk.rewards), walk) for walk in walks if walk.end is not None]
    told = {round(end, 9) for end, _, _ in ended}
    if len(ended) < _ENOUGH or len(told) < _FEW:
        return
    if all(math.isclose(end, paid, rel_tol=1e-9, abs_tol=1e-9) for end, paid, _ in ended):
        end, _, walk = max(ended, key=lambda item: abs(item[0]))
        last = walk.nodes[-1].state
        said = f"in all {len(ended):,} games `value` is the sum of the rewards on the way, as "
        said += f"{asker.call('value', last)} is {end:g}: the score counts twice"
        asker.findings.add("score-twice", said, last)


def _one_side(values: Sequence[float], even: float, sign: int) -> bool:
    return all(sign * (value - even) >= 0 for value in values)


def look_at_guesses(walks: Sequence[Walk], asker: Asker) -> None:
    """Warn where the heuristic, shortly before the end, says the contrary of the end."""
    pairs: dict[Turn, Pairs] = {Turn.MAX: {}, Turn.MIN: {}, Turn.CHANCE: {}}
    for walk in walks:
        if walk.end is None or any(walk.rewards):
            continue  # with rewards, little is to come near the end
        brought = walk.to_come()
        for index in range(max(0, len(walk.nodes) - _SHORTLY), len(walk.nodes) - 1):
            guess, node = walk.guesses[index], walk.nodes[index]
            if guess is not None:
                pairs[node.turn].setdefault(node.state, (guess, []))[1].append(brought[index])
    agreement = _correlation({**pairs[Turn.MAX], **pairs[Turn.MIN], **pairs[Turn.CHANCE]})
    high, low = _correlation(pairs[Turn.MAX]), _correlation(pairs[Turn.MIN])
    if high is not None and low is not None and high * low < 0:
        if min(abs(high), abs(low)) > _STRONG:
            said = "shortly before the end the heuristic goes with what comes where one player moves, and "
            said += "against it where the other does (correlation {:.2f} for MAX, {:.2f} for MIN)"
            state = next(iter(pairs[Turn.MIN]))
            asker.findings.add("heuristic-mover", said.format(high, low), state)
        return
    if agreement is not None and agreement < -_STRONG:
        said = (
            f"shortly before the end of {len(walks):,} games the heuristic says the contrary of what comes "
        )
        state = next(state for met in pairs.values() for state in met)
        asker.findings.add("heuristic-sign", f"{said}(correlation {agreement:.2f})", state)


def _correlation(pairs: Pairs) -> float | None:
    """How guesses go with what came of them, each state counted once; None where there are few."""
    if len(pairs) < _ENOUGH // 2:
        return None
    try:
        return correlation(
            [guess for guess, _ in pairs.values()], [fmean(ends) for _, ends in pairs.values()]
        )
    except StatisticsError:  # one of them is always the same
        return None
