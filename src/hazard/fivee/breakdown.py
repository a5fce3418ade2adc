"""What a plan may bring, in numbers a game master can check: odds, damage, saves, who may fall."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hazard import _core
from hazard.dice import Distribution
from hazard.fivee.combat import Combat
from hazard.fivee.effects import Effect
from hazard.fivee.fight import FLAGS, FightState
from hazard.fivee.words import CONDITIONS


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
    answer: int | None = None
    """The reaction that the target may answer a hit with: its number in the target's stat block."""
    turned: float = 0.0
    """Of the misses: hits that this reaction turns aside."""

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
    temporary: dict[int, float] = field(default_factory=dict)
    """Temporary hit points."""
    boons: list[tuple[str, int]] = field(default_factory=list)
    """Actions that change somebody's rolls for a while, and whose."""
    provoked: list[int] = field(default_factory=list)
    """Who gets an opportunity attack on the way."""
    kill: dict[int, float] = field(default_factory=dict)
    """The chance that a target goes down, by target: exact for attacks that have one target.

    Where damage is dealt once a turn only (sneak attack), the mean is exact and this is close.
    """
    unsneaked: float = 1.0
    """The chance that damage once a turn has not been dealt yet."""
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
    there = _there(game, state, actor, plan["to"])
    there.set_aim(plan["aim"])
    found = Breakdown(action, provoked=list(plan["provoked"]), to=tuple(plan["to"]))
    totals: dict[int, Distribution] = {}
    parts = [(number, plan["target"], plan["chosen"]) for number in plan.get("parts", [])]
    if plan["action"] is not None:
        found.action = fighter.actions[plan["action"]].name
    if plan["bonus"] is not None:
        found.bonus = fighter.actions[plan["bonus"]].name
        bonus = _parts(game, actor, plan["bonus"])
        parts += [(number, plan["bonus_target"], plan["bonus_chosen"]) for number in bonus]
    for number, target, chosen in parts:
        row = fighter.actions[number]
        if row.attack is not None and target is not None:
            _attack(game, there, actor, number, target, found, totals)
        elif row.area is not None:
            for caught in plan["caught"]:
                _effects(game, there, actor, number, caught, row.effects, found, totals, 1.0)
        elif target is not None or row.who == "self":
            whole = number in (plan["action"], plan["bonus"])  # not a part of a multiattack
            for whom in chosen if whole else [actor if target is None else target]:
                _effects(game, there, actor, number, whom, row.effects, found, totals, 1.0)
    for target, total in totals.items():
        found.kill[target] = _falls(game, state, target, total)
    return found


def _there(game: Combat, state: FightState, actor: int, to: tuple[int, int]) -> FightState:
    """Return the state with the actor where the plan is carried out, on its feet if it can get up."""
    there = state.copy()
    conditions = state.fighter(actor)["conditions"]
    if state.legend < 0 and game.fight.rules.speed(state, actor) > 0:
        conditions &= ~(1 << CONDITIONS.index("prone"))
    there.set_fighter(actor, {**state.fighter(actor), "at": to, "conditions": conditions})
    return there


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
    ways = [(found.unsneaked, blow)]
    if found.unsneaked < 1.0:
        ways.append((1.0 - found.unsneaked, game.blow(_sneaked(state, actor), actor, number, target)))
    hits = blow["hit"] + blow["critical"]
    found.attacks.append(
        AttackLine(
            row.name,
            target,
            blow["miss"],
            blow["hit"],
            blow["critical"],
            sum(share * _damage(way, "hit").mean() for share, way in ways),
            sum(share * _damage(way, "critical").mean() for share, way in ways),
            blow["advantage"],
            blow["armor_class"],
            blow["answer"],
            blow["turned"],
        )
    )
    one = _mixed([(share, _one_attack(way)) for share, way in ways])
    totals[target] = totals[target] + one if target in totals else one
    if game.fight.fighters[actor].compiled.record.sneak_attack.probabilities:
        found.unsneaked *= 1.0 - hits
    riders = row.effects[1:] if row.effects and row.effects[0].save is None else row.effects
    first = row.effects[0] if row.effects else None
    if first is not None and first.save is None and first.conditions:
        found.saves.append(SaveLine(row.name, target, "", 0, 1.0, 0.0, 0.0, _names(first), hits))
    _effects(game, state, actor, number, target, riders, found, totals, hits)


def _sneaked(state: FightState, actor: int) -> FightState:
    """Return the state with the actor's damage once a turn spent."""
    later = state.copy()
    fighter = state.fighter(actor)
    later.set_fighter(actor, {**fighter, "flags": fighter["flags"] | FLAGS["sneaked"]})
    return later


def _one_attack(blow: dict[str, Any]) -> Distribution:
    parts = [(blow[kind], _damage(blow, kind)) for kind in ("hit", "critical")]
    return _mixed([(blow["miss"], Distribution.constant(0)), *parts])


def _damage(blow: dict[str, Any], kind: str) -> Distribution:
    """The damage of a hit or of a critical one, after a reaction that halves it."""
    rolled = Distribution(blow[f"{kind}_low"], blow[f"{kind}_probabilities"] or [1.0])
    return rolled // 2 if blow["halved"] else rolled


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
    record = game.fight.fighters[actor].compiled.record.actions[number]
    for effect in effects:
        index = row.effects.index(effect)
        if effect.when == "miss" or record.effects[index].spares & 1 << target:
            continue
        whom = actor if effect.on_self else target
        _gains(record.effects[index], row.name, whom, found)
        if effect.damage is None and not effect.conditions:
            continue
        damage = (
            _rolled(game, state, actor, number, index, whom) if effect.damage else Distribution.constant(0)
        )
        saved = game.core.save_chance(state, actor, number, index, whom)
        line = _save_line(game, row.name, whom, effect, damage, saved, after_hit)
        found.saves.append(line)
        if effect.damage is not None:
            one = _mixed(
                [
                    (1.0 - after_hit, Distribution.constant(0)),
                    (after_hit * line.fails, _failed(game, whom, effect, damage)),
                    (after_hit * (1.0 - line.fails), _saved(game, whom, effect, damage)),
                ]
            )
            totals[whom] = totals[whom] + one if whom in totals else one


def _gains(record: _core.FiveeEffect, action: str, whom: int, found: Breakdown) -> None:
    for dice, gained in ((record.heal, found.healing), (record.temporary, found.temporary)):
        if dice.probabilities:
            mean = sum((dice.low + i) * p for i, p in enumerate(dice.probabilities))
            gained[whom] = gained.get(whom, 0.0) + mean
    if record.modifier >= 0 and (action, whom) not in found.boons:
        found.boons.append((action, whom))


def _save_line(
    game: Combat,
    action: str,
    target: int,
    effect: Effect,
    damage: Distribution,
    saved: float,
    after_hit: float,
) -> SaveLine:
    if effect.save is None:
        mean = damage.mean()
        return SaveLine(action, target, "", 0, 1.0, mean, mean, _names(effect), after_hit)
    dc = effect.save.dc or 10
    return SaveLine(
        action,
        target,
        effect.save.ability,
        dc,
        1.0 - saved,
        _failed(game, target, effect, damage).mean(),
        _saved(game, target, effect, damage).mean(),
        _names(effect),
        after_hit,
    )


def _rolled(
    game: Combat, state: FightState, actor: int, number: int, index: int, target: int
) -> Distribution:
    low, probabilities = game.core.damage_distribution(state, actor, number, index, target)
    return Distribution(low, probabilities)


def _nimble(game: Combat, target: int, effect: Effect) -> bool:
    """Whether the target takes half on a failure and nothing on a success."""
    record = game.fight.fighters[target].compiled.record
    if effect.save is None or effect.save.on_success != "half":
        return False
    return record.avoidance or (record.evasion and effect.save.ability == "dex")


def _failed(game: Combat, target: int, effect: Effect, damage: Distribution) -> Distribution:
    return damage // 2 if _nimble(game, target, effect) else damage


def _saved(game: Combat, target: int, effect: Effect, damage: Distribution) -> Distribution:
    if effect.save is None:
        return damage
    half = effect.save.on_success == "half" and not _nimble(game, target, effect)
    return damage // 2 if half else Distribution.constant(0)


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
