"""What a plan may bring, in numbers a game master can check: odds, damage, saves, who may fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hazard import _core
from hazard.dice import Distribution
from hazard.fivee.content.effects import Effect, Save
from hazard.fivee.content.words import CONDITIONS
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import FightState
from hazard.fivee.table.mending import mended


@dataclass(frozen=True)
class AttackLine:
    """One attack roll of a plan. What the rolls before it change is counted in."""

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
    halved: bool = False
    """This reaction halves the damage."""
    made: float = 1.0
    """The probability that this attack happens: some need a restrained target."""

    @property
    def expected(self) -> float:
        """Mean damage, misses included."""
        return self.made * (self.hit * self.hit_damage + self.critical * self.critical_damage)


@dataclass(frozen=True)
class SaveLine:
    """One target's saving throw against an effect, and what depends on it."""

    action: str
    target: int
    ability: str
    """``grip`` and ``hide`` are contests, without a DC."""
    dc: int
    fails: float
    damage_on_failure: float
    damage_on_success: float
    conditions: tuple[str, ...]
    after_hit: float = 1.0
    """The chance that the save is called for at all: that of the hit before it."""
    later: bool = False
    """It comes to those who are still in the area on their turn, not at once."""

    @property
    def expected(self) -> float:
        """Mean damage of this turn."""
        if self.later:
            return 0.0
        mean = self.fails * self.damage_on_failure + (1 - self.fails) * self.damage_on_success
        return self.after_hit * mean


@dataclass
class Breakdown:
    """The numbers of one plan."""

    plan: Plan
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
    """The chance that a target drops to 0 hit points (or dies, if it has none), by target."""
    expected_damage: dict[int, float] = field(default_factory=dict)
    """Mean damage by target, with all that one roll changes for the next."""
    to: tuple[int, int] = (0, 0)
    action: str | None = None
    bonus: str | None = None

    @property
    def told_damage(self) -> float:
        """The mean damage of the lines: less than there is where something follows from a blow."""
        lines: list[AttackLine | SaveLine] = [*self.attacks, *self.saves]
        return sum(line.expected for line in lines)


def break_down(game: Combat, state: FightState, plan: Plan) -> Breakdown:
    """Return the numbers of a plan."""
    actor = game.decider(state)
    fighter = game.fight.fighters[actor]
    there = _there(game, state, actor, plan.to)
    there.set_aim(plan.aim)
    tally = _core.fivee_tally(game.core, state, plan)
    found = Breakdown(plan, provoked=game.core.provoked(state, plan), to=plan.to)
    found.expected_damage = tally["damage"]
    if plan.action is not None:
        found.action = fighter.actions[plan.action].name
    if plan.bonus is not None:
        found.bonus = fighter.actions[plan.bonus].name
    for blow in tally["attacks"]:
        _attack(game, there, actor, blow, found)
    for number, whom in _others(game, state, actor, plan):
        _effects(game, there, actor, number, whom, found)
    for target in found.expected_damage:
        chance = _core.fivee_falls(game.core, state, plan, target)
        if chance is not None:
            found.kill[target] = chance
    return found


def _others(game: Combat, state: FightState, actor: int, plan: Plan) -> Iterator[tuple[int, int]]:
    """Yield what the plan does besides attacks, and to whom."""
    actions = game.fight.fighters[actor].actions
    chosen_by = game.core.chosen
    main = [(number, plan.target, chosen_by(state, plan)) for number in game.parts(state, plan)]
    extra = [] if plan.bonus is None else _parts(game, actor, plan.bonus)
    bonus = [(number, plan.bonus_target, chosen_by(state, plan, bonus=True)) for number in extra]
    for number, target, chosen in [*main, *bonus]:
        row = actions[number]
        if row.attack is not None:
            continue
        if row.area is not None:
            yield from ((number, caught) for caught in game.caught(state, plan))
        elif target is not None or row.who == "self":
            whole = number in (plan.action, plan.bonus)  # not a part of a multiattack
            yield from (
                (number, whom) for whom in (chosen if whole else [actor if target is None else target])
            )


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


def _attack(game: Combat, state: FightState, actor: int, tally: dict[str, Any], found: Breakdown) -> None:
    number, target = tally["action"], tally["target"]
    row = game.fight.fighters[actor].actions[number]
    blow = game.core.blow(state, actor, number, target)
    answer = blow.get("answer")
    line = AttackLine(
        row.name,
        target,
        max(0.0, tally["miss"]),
        tally["hit"],
        tally["critical"],
        tally["hit_damage"],
        tally["critical_damage"],
        blow.get("advantage", 0),
        blow.get("armor_class", 0),
        answer,
        tally["turned"],
        blow.get("halved", False),
        tally["made"],
    )
    found.attacks.append(line)
    first = row.effects[0] if row.effects else None
    hits = line.made * (line.hit + line.critical)
    if first is not None and first.save is None and first.conditions:
        found.saves.append(SaveLine(row.name, target, "", 0, 1.0, 0.0, 0.0, _names(first), hits))
    _effects(game, state, actor, number, target, found, line)


def _effects(
    game: Combat,
    state: FightState,
    actor: int,
    number: int,
    target: int,
    found: Breakdown,
    attack: AttackLine | None = None,
) -> None:
    """Add a line for each effect on a target; those of an attack come after what its roll has dealt."""
    row = game.fight.fighters[actor].actions[number]
    record = game.fight.fighters[actor].compiled.record.actions[number]
    for index, effect in enumerate(row.effects):
        struck = attack is not None and index == 0 and effect.save is None and effect.when != "miss"
        if struck or not game.core.concerns(state, actor, number, index, target):
            continue
        whom = actor if effect.on_self else target
        if row.missiles and not found.expected_damage.get(whom):
            continue  # something stops them
        if effect.heals_to_half or effect.shares_healing:
            for healed, amount in mended(game, state, actor, row, effect, whom):
                found.healing[healed] = found.healing.get(healed, 0.0) + amount
        else:
            _gains(record.effects[index], row.name, whom, found)
        hides = effect.save is not None and effect.save.contest == "hide"
        if effect.damage is None and not effect.conditions and not hides:
            continue
        damage = _rolled(game, state, actor, number, index, whom, attack)
        half = _halved(game, state, actor, number, index, whom)
        saved = game.core.save_chance(state, actor, number, index, whom)
        due = 1.0 if attack is None else attack.made * _due(effect, attack)
        line = _save_line(game, row.name, whom, effect, (damage, half), saved, due)
        found.saves.append(replace(line, later=record.lingers >= 0 and not record.at_once))


def _due(effect: Effect, attack: AttackLine) -> float:
    """The chance that an effect of an attack comes to pass."""
    return {"hit": attack.hit + attack.critical, "miss": attack.miss, "always": 1.0}[effect.when]


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
    damage: tuple[Distribution, Distribution],
    saved: float,
    after_hit: float,
) -> SaveLine:
    full, half = (part.mean() for part in damage)
    if effect.save is None:
        return SaveLine(action, target, "", 0, 1.0, full, full, _names(effect), after_hit)
    nimble = _nimble(game, target, effect)
    return SaveLine(
        action,
        target,
        effect.save.contest or _better(game, target, effect.save),
        0 if effect.save.contest else effect.save.dc or 10,
        1.0 - saved,
        half if nimble else full,
        half if effect.save.on_success == "half" and not nimble else 0.0,
        _names(effect),
        after_hit,
    )


def _rolled(
    game: Combat,
    state: FightState,
    actor: int,
    number: int,
    index: int,
    target: int,
    attack: AttackLine | None,
) -> Distribution:
    """The damage of an effect; after an attack with twice the dice where that was critical."""
    effect = game.fight.fighters[actor].actions[number].effects[index]
    if effect.damage is None:
        return Distribution.constant(0)

    def dealt(critical: bool) -> Distribution:
        low, chances = game.core.damage_distribution(state, actor, number, index, target, critical)
        return Distribution(low, chances)

    if attack is None or effect.save is not None or effect.when != "hit":
        return dealt(critical=False)
    hits = attack.hit + attack.critical
    share = attack.critical / hits if hits > 0 else 0.0
    return Distribution.mixture([(1.0 - share, dealt(critical=False)), (share, dealt(critical=True))])


def _halved(
    game: Combat, state: FightState, actor: int, number: int, index: int, target: int
) -> Distribution:
    """The damage of an effect after a save for half: halved before a weakness doubles it."""
    if game.fight.fighters[actor].actions[number].effects[index].damage is None:
        return Distribution.constant(0)
    low, chances = game.core.damage_distribution(state, actor, number, index, target, halved=True)
    return Distribution(low, chances)


def _better(game: Combat, target: int, save: Save) -> str:
    """The ability that the target saves with, where it may choose."""
    creature = game.fight.fighters[target].creature
    if save.or_ability is not None and creature.save_bonus(save.or_ability) > creature.save_bonus(
        save.ability
    ):
        return save.or_ability
    return save.ability


def _nimble(game: Combat, target: int, effect: Effect) -> bool:
    """Whether the target takes half on a failure and nothing on a success."""
    record = game.fight.fighters[target].compiled.record
    if effect.save is None or effect.save.on_success != "half":
        return False
    return record.avoidance or (record.evasion and effect.save.ability == "dex")


def _names(effect: Effect) -> tuple[str, ...]:
    return tuple(condition.name for condition in effect.conditions)
