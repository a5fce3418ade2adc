"""How healing that ends at half, or that is meant for several, is divided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hazard.dice import roll
from hazard.fivee.content.actions import Action
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.words import FLAGS
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import FightState


def mended(
    game: Combat, state: FightState, actor: int, row: Action, effect: Effect, first: int
) -> Iterator[tuple[int, float]]:
    """Yield who regains how many hit points on average: ``first``, then whoever has the fewest."""
    amount = float(roll(effect.heal or "0").mean())
    index = row.effects.index(effect)
    number = next(i for i, known in enumerate(game.fight.fighters[actor].actions) if known.name == row.name)
    others = [
        fighter.number
        for fighter in game.fight.fighters
        if effect.shares_healing
        and fighter.number != first
        and fighter.side == game.fight.fighters[actor].side
        and not state.fighter(fighter.number)["flags"] & (FLAGS["dead"] | FLAGS["fled"])
        and _feet(game, state, actor, fighter.number) <= row.range
        and game.core.concerns(state, actor, number, index, fighter.number)
    ]
    for target in [first, *sorted(others, key=lambda other: _left(state.fighter(other)))]:
        taken = min(amount, _missing(state.fighter(target), effect.heals_to_half))
        if taken > 0:
            yield target, taken
        amount -= taken


def _left(fighter: dict[str, Any]) -> float:
    return float(fighter["hit_points"] + fighter["temporary"])


def _missing(fighter: dict[str, Any], to_half: bool) -> float:
    most = fighter["most"] // 2 if to_half else fighter["most"]
    return max(0.0, float(most - fighter["hit_points"]))


def _feet(game: Combat, state: FightState, one: int, other: int) -> int:
    """Feet between two creatures: the cells from edge to edge, a diagonal like any other."""
    sides = [game.fight.fighters[number].compiled.record.side for number in (one, other)]
    places = [state.fighter(number)["at"] for number in (one, other)]
    gaps = [max(a - (b + sides[1] - 1), b - (a + sides[0] - 1), 0) for a, b in zip(*places, strict=True)]
    return 5 * int(max(gaps))
