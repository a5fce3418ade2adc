"""What is likely to come after a plan: the dice by what they decide, then the answer.

A search looks at amounts of damage in buckets, and at a hit that a reaction turns aside by itself. Neither
is what a person rolls, so outcomes count here by what they decide: a miss, a hit, a critical hit, a fall, a
save. The chances are then those that the plan's own numbers show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hazard.decide import Searcher
from hazard.fivee.rules.combat import Outcome, Plan
from hazard.fivee.rules.fight import FightState
from hazard.game import Turn
from hazard.search import Budget

if TYPE_CHECKING:
    from hazard.fivee.director.director import Suggestion

MOST_ROLLS = 6
"""Plans with more rolls than this have no likely course."""
REPLY_SECONDS = 0.1


@dataclass(frozen=True)
class LikelyRoll:
    """What the dice decide, and how likely that is; ``word`` is a phrase of the director's."""

    word: str
    who: int | None
    probability: float


@dataclass(frozen=True)
class LikelyPlan:
    """What somebody answers."""

    state: FightState
    plan: Plan


def likely_course(suggestion: Suggestion) -> list[LikelyRoll | LikelyPlan]:
    """Return the likeliest rolls of the suggested plan, and the answer to them; nothing where there is none.

    >>> from hazard.fivee import Director, DirectorSettings, Fight, encounters
    >>> fight = Fight(encounters()["wolves-in-a-blizzard"], seed=1)
    >>> course = likely_course(Director(fight, settings=DirectorSettings(seconds=5)).suggest())
    >>> isinstance(course[-1], LikelyPlan)
    True
    """
    settings, game = suggestion.settings, suggestion.game
    if settings.search == "beam" or suggestion.decision.statistics.depth < 2:
        return []
    found: list[LikelyRoll | LikelyPlan] = []
    state = game.apply(suggestion.state, suggestion.decision.action)
    for _ in range(4 * MOST_ROLLS):
        if state.over or len(found) > MOST_ROLLS:
            return []
        if game.turn(state) is not Turn.CHANCE:
            break
        grouped = _grouped(game.outcomes(state))
        word, chances = max(grouped.items(), key=lambda item: sum(p for _, p in item[1]))
        outcome = max(chances, key=lambda pair: pair[1])[0]
        if len(grouped) > 1:
            who = state.target if outcome.felled else outcome.who
            found.append(LikelyRoll(word, who, sum(p for _, p in chances)))
        state = game.apply(state, outcome)
    if state.over or game.turn(state) is Turn.CHANCE:
        return []
    search, _ = settings.searches()
    answer = Searcher(game, search).decide(state, Budget(depth=1, nodes=None, seconds=REPLY_SECONDS))
    return [*found, LikelyPlan(state, answer.action)]


def _grouped(outcomes: list[tuple[Outcome, float]]) -> dict[str, list[tuple[Outcome, float]]]:
    """Return outcomes by what they decide."""
    found: dict[str, list[tuple[Outcome, float]]] = {}
    several = any(outcome.attacks > 1 for outcome, _ in outcomes)
    for outcome, p in outcomes:
        found.setdefault(_word(outcome, several), []).append((outcome, p))
    return found


def _word(outcome: Outcome, several: bool) -> str:
    match outcome.kind:
        case "strike":
            if outcome.missed:
                return "all_miss" if several else "missed"
            if outcome.felled:
                return "target_falls"
            return "some_hit" if several else "one_critical" if outcome.critical else "one_hit"
        case "rider" | "area_save":
            return ("saved" if outcome.saved else "failed") if outcome.save else "rolled_only"
        case "area_damage":
            return "rolled_only"
        case "death_save" if outcome.critical:
            return "natural_20" if outcome.saved else "natural_1"
    return f"{outcome.kind}_{'yes' if outcome.saved else 'no'}"


def rolls_of(course: list[LikelyRoll | LikelyPlan]) -> Iterator[LikelyRoll]:
    """Yield the dice of a course."""
    yield from (step for step in course if isinstance(step, LikelyRoll))
