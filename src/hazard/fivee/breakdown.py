"""What a plan may bring, in numbers a game master can check: odds, damage, saves, who may fall."""

from __future__ import annotations

from dataclasses import dataclass, field

from hazard.dice import Distribution
from hazard.fivee.combat import Combat
from hazard.fivee.effects import Effect
from hazard.fivee.fight import FLAGS, FightState
from hazard.fivee.words import ABILITIES


@dataclass(frozen=True)
class AttackLine:
    """One attack roll of a plan."""

    action: str
    target: int
    miss: float
    hit: float
    critical: float
    hit_damage: float
    critical_damage: float
    advantage: int
    armor_class: int

    @property
    def expected(self) -> float:
        """Mean damage, misses included."""
        return self.hit * self.hit_damage + self.critical * self.critical_damage


@dataclass(frozen=True)
class SaveLine:
    """One target's saving throw against an effect, and what depends on it."""

    action: str
    target: int
    ability: str
    dc: int
    fails: float
    damage_on_failure: float
    damage_on_success: float
    conditions: tuple[str, ...]
    after_hit: float = 1.0
    """The chance that the save is called for at all: that of the hit before it."""

    @property
    def expected(self) -> float:
        """Mean damage."""
        mean = self.fails * self.damage_on_failure + (1 - self.fails) * self.damage_on_success
        return self.after_hit * mean


@dataclass
class Breakdown:
    """The numbers of one plan."""

    words: str
    attacks: list[AttackLine] = field(default_factory=list)
    saves: list[SaveLine] = field(default_factory=list)
    healing: dict[int, float] = field(default_factory=dict)
    provoked: list[int] = field(default_factory=list)
    """Who gets an opportunity attack on the way."""
    kill: dict[int, float] = field(default_factory=dict)
    """The chance that a target goes down, by target: exact for attacks that have one target."""
    to: tuple[int, int] = (0, 0)
    action: str | None = None
    bonus: str | None = None

    @property
    def expected_damage(self) -> dict[int, float]:
        """Mean damage by target."""
        found: dict[int, float] = {}
        lines: list[AttackLine | SaveLine] = [*self.attacks, *self.saves]
        for line in lines:
            found[line.target] = found.get(line.target, 0.0) + line.expected
        return found


def break_down(game: Combat, state: FightState, action: str) -> Breakdown:
    """Return the numbers of a plan, given by its words."""
    plan = game.plan(state, action)
    actor = game.decider(state)
    fighter = game.fight.fighters[actor]
    there = state.copy()
    there.set_fighter(actor, {**state.fighter(actor), "at": plan["to"]})
    found = Breakdown(action, provoked=list(plan["provoked"]), to=tuple(plan["to"]))
    totals: dict[int, Distribution] = {}
    parts = [(number, plan["target"]) for number in plan.get("parts", [])]
    if plan["action"] is not None:
        found.action = fighter.actions[plan["action"]].name
    if plan["bonus"] is not None:
        found.bonus = fighter.actions[plan["bonus"]].name
        parts += [(number, plan["bonus_target"]) for number in _parts(game, actor, plan["bonus"])]
    for number, target in parts:
        row = fighter.actions[number]
        if row.attack is not None and target is not None:
            _attack(game, there, actor, number, target, found, totals)
        elif row.area is not None:
            for caught in plan["caught"]:
                _effects(game, there, actor, number, caught, row.effects, found, totals, 1.0)
        elif target is not None or row.who == "self":
            whom = actor if target is None else target
            _effects(game, there, actor, number, whom, row.effects, found, totals, 1.0)
    for target, total in totals.items():
        found.kill[target] = _falls(game, state, target, total)
    return found


def _parts(game: Combat, actor: int, number: int) -> list[int]:
    record = game.fight.fighters[actor].compiled.record.actions[number]
    return list(record.sequences[0]) if record.sequences else [number]


def _attack(
    game: Combat,
    state: FightState,
    actor: int,
    number: int,
    target: int,
    found: Breakdown,
    totals: dict[int, Distribution],
) -> None:
    row = game.fight.fighters[actor].actions[number]
    blow = game.blow(state, actor, number, target)
    if not blow["possible"]:
        return
    found.attacks.append(
        AttackLine(
            row.name,
            target,
            blow["miss"],
            blow["hit"],
            blow["critical"],
            blow["hit_damage"],
            blow["critical_damage"],
            blow["advantage"],
            blow["armor_class"],
        )
    )
    one = _mixed(
        [
            (blow["miss"], Distribution.constant(0)),
            (blow["hit"], Distribution(blow["hit_low"], blow["hit_probabilities"])),
            (blow["critical"], Distribution(blow["critical_low"], blow["critical_probabilities"])),
        ]
    )
    totals[target] = totals[target] + one if target in totals else one
    hits = blow["hit"] + blow["critical"]
    riders = row.effects[1:] if row.effects and row.effects[0].save is None else row.effects
    _effects(game, state, actor, number, target, riders, found, totals, hits)


def _mixed(parts: list[tuple[float, Distribution]]) -> Distribution:
    kept = [(weight, part) for weight, part in parts if weight > 1e-12]
    total = sum(weight for weight, _ in kept)
    return Distribution.mixture([(weight / total, part) for weight, part in kept])


def _effects(
    game: Combat,
    state: FightState,
    actor: int,
    number: int,
    target: int,
    effects: tuple[Effect, ...],
    found: Breakdown,
    totals: dict[int, Distribution],
    after_hit: float,
) -> None:
    row = game.fight.fighters[actor].actions[number]
    for effect in effects:
        index = row.effects.index(effect)
        if effect.heal is not None:
            record = game.fight.fighters[actor].compiled.record.actions[number].effects[index]
            mean = sum((record.heal.low + i) * p for i, p in enumerate(record.heal.probabilities))
            found.healing[target] = found.healing.get(target, 0.0) + mean
        if effect.save is None and effect.damage is None:
            continue
        damage = game.core.damage_mean(state, actor, number, index, target) if effect.damage else 0.0
        if effect.save is None:
            found.saves.append(
                SaveLine(row.name, target, "", 0, 1.0, damage, damage, _names(effect), after_hit)
            )
        else:
            dc = effect.save.dc or 10
            saved = game.core.save_probability(state, target, ABILITIES.index(effect.save.ability), dc)
            half = damage / 2 if effect.save.on_success == "half" else 0.0
            found.saves.append(
                SaveLine(
                    row.name,
                    target,
                    effect.save.ability,
                    dc,
                    1.0 - saved,
                    damage,
                    half,
                    _names(effect),
                    after_hit,
                )
            )
        if effect.damage is not None:
            _add_saved(game, state, actor, number, index, target, found.saves[-1], totals)


def _add_saved(
    game: Combat,
    state: FightState,
    actor: int,
    number: int,
    index: int,
    target: int,
    line: SaveLine,
    totals: dict[int, Distribution],
) -> None:
    rolled = game.core.damage_distribution(state, actor, number, index, target)
    full = Distribution(rolled[0], rolled[1])
    saved = full // 2 if line.damage_on_success > 0 else Distribution.constant(0)
    if not line.ability:
        saved = full
    one = _mixed(
        [
            (1.0 - line.after_hit, Distribution.constant(0)),
            (line.after_hit * line.fails, full),
            (line.after_hit * (1.0 - line.fails), saved),
        ]
    )
    totals[target] = totals[target] + one if target in totals else one


def _names(effect: Effect) -> tuple[str, ...]:
    return tuple(condition.name for condition in effect.conditions)


def _falls(game: Combat, state: FightState, target: int, total: Distribution) -> float:
    """The chance that a target goes down; over all it may have where its hit points are not known."""
    fighter = state.fighter(target)
    if fighter["flags"] & (FLAGS["down"] | FLAGS["dead"]):
        return 0.0
    if not fighter["flags"] & FLAGS["unknown_hit_points"]:
        return float(total.at_least(round(fighter["hit_points"] + fighter["temporary"] + 0.49)))
    dice = game.fight.fighters[target].compiled.record.hit_points
    alive = felled = 0.0
    for i, probability in enumerate(dice.probabilities):
        left = dice.low + i - fighter["damage"]
        if left > 0:
            alive += probability
            felled += probability * total.at_least(round(left + 0.49))
    return felled / alive if alive else 1.0
