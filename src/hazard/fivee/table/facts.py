"""Facts: what happened at a table, as rows that can be written down, and what each makes of a state."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hazard import _core
from hazard.fivee.content.cells import cell_name, cell_of
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Row
from hazard.fivee.content.words import CONDITIONS, FLAGS, SAVED, Condition
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight, FightState
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.questions import Answer, settled
from hazard.game import GameError

Kind = Literal[
    "plan",  # whoever decides does this
    "dice",  # what the dice said
    "damage",
    "fall",  # somebody falls so many feet and lies there
    "heal",
    "temporary",
    "hit_points",
    "move",
    "condition",
    "condition_ends",
    "dead",
    "down",
    "stable",
    "fled",
    "concentration_ends",
    "death_save",
    "slot",
    "use",
    "recharge",
    "reaction",
    "next",
    "objective",
    "note",
    "join",  # somebody comes into the fight
    "initiative",  # somebody's place in the order
]


class Fact(Row):
    """One thing that happened. Which parts it needs depends on its kind."""

    kind: Kind
    who: str | None = None
    points: Annotated[float, Field(ge=0, le=2000)] = 0
    result: Annotated[int, Field(ge=0, le=31)] = 0
    """Of dice: the bits of the result."""
    rolled: bool = False
    """hazard has rolled these dice."""
    critical: bool = False
    source: str | None = None
    cell: str | None = None
    near: bool = False
    """Of whoever joins: the cell, or the free one that is nearest to it."""
    condition: Condition | None = None
    rounds: Annotated[int, Field(ge=0, le=250)] = 0
    plan: PlanRow | None = None
    """What whoever decides does, as data; ``text`` has it in words."""
    action: str | None = None
    """An action's name. Of a plan: its words, as earlier versions kept it."""
    level: Annotated[int, Field(ge=0, le=9)] = 0
    """Of a spell slot."""
    feet: Annotated[int, Field(ge=0, le=2000)] = 0
    """Of a fall."""
    success: bool = False
    text: str | None = None
    """The name of an objective, a note, or a plan in words."""
    creature: str | None = None
    """The id of whoever joins; ``who`` is the name at the table, ``source`` whom they act after (with
    ``success``, before)."""
    stat_block: Creature | None = None
    """Of a creature that is not in the bestiary."""
    side: Literal["party", "monsters"] | None = None
    score: Annotated[int, Field(ge=-20, le=99)] | None = None
    """An initiative. ``source`` is whom they act after; with ``success``, before."""
    order: tuple[str, ...] = ()
    """Everybody by name, in the order that follows from it."""
    resists: bool | None = None
    """Of a failed save: whether legendary resistance is spent on it; None: as the rules here would."""


def apply_fact(game: Combat, state: FightState, fact: Fact) -> FightState:
    """Return the state after a fact; a fact that cannot be is refused with a reason."""
    fight, core = game.fight, game.core
    match fact.kind:
        case "plan":
            return _plan(game, state, fact)
        case "dice":
            if not state.chance:
                raise GameError("fivee.no_roll_needed")
            return _settled(game, state, fact)
        case "next":
            return _core.fivee_end_turn(core, state)
        case "objective" | "note":
            return state
        case "join":
            raise GameError("fivee.joining_needs_table")
        case "initiative":
            from hazard.fivee.table.initiative import reordered

            return reordered(fight, state, fact.order)
    who = _number(fight, fact.who)
    match fact.kind:
        case "damage":
            source = who if fact.source is None else _number(fight, fact.source)
            return _core.fivee_hurt(core, state, who, fact.points, source, fact.critical)
        case "fall":
            if fact.points == 0:  # whoever takes no damage lands on their feet
                return state
            lying = _core.fivee_lay_on(core, state, who, CONDITIONS.index("prone"), who, 0)
            return _core.fivee_hurt(core, lying, who, fact.points, who, False)
        case "heal":
            return _core.fivee_heal(core, state, who, fact.points)
        case "condition":
            assert fact.condition is not None
            source = who if fact.source is None else _number(fight, fact.source)
            number = CONDITIONS.index(fact.condition)
            return _core.fivee_lay_on(core, state, who, number, source, fact.rounds)
        case "condition_ends":
            assert fact.condition is not None
            return _core.fivee_take_off(core, state, who, CONDITIONS.index(fact.condition))
        case "dead":
            return _core.fivee_kill(core, state, who)
        case "down":
            return _core.fivee_fell(core, state, who)
        case "concentration_ends":
            return _core.fivee_end_concentration(core, state, who)
    return _edited(game, state, who, fact)


def _settled(game: Combat, state: FightState, fact: Fact) -> FightState:
    """Return what follows from dice; legendary resistance is spent or kept as the game master says."""
    who = _core.fivee_asked(game.core, state)["who"] if fact.resists is not None else -1
    if who < 0:
        return settled(game, state, Answer(fact.points, fact.result))
    left: int = state.fighter(who)["resistance_left"]
    kept = left - 1 if fact.resists else left
    tried = state.copy()
    tried.set_fighter(who, {**state.fighter(who), "resistance_left": 0})  # the rules have none to spend
    result = fact.result | SAVED if fact.resists else fact.result
    after = settled(game, tried, Answer(fact.points, result)).copy()
    after.set_fighter(who, {**after.fighter(who), "resistance_left": max(0, kept)})
    return after


def _number(fight: Fight, name: str | None) -> int:
    if name is None:
        raise GameError("fivee.creature_not_named")
    return fight.named(name).number


def plan_of(game: Combat, state: FightState, fact: Fact) -> Plan:
    """Return the plan of a fact; one of an earlier version is found by its words."""
    if fact.plan is not None:
        return fact.plan.record()
    for plan in game.every_plan(state):
        if game.describe(state, plan) == fact.action:
            return plan
    who = game.fight.fighters[game.decider(state)].name
    raise GameError("fivee.no_plan_in_these_words", who=who, words=fact.action)


def _plan(game: Combat, state: FightState, fact: Fact) -> FightState:
    if state.chance:
        raise GameError("fivee.roll_dice_first_2")
    if state.over:
        raise GameError("fivee.fight_is_over")
    return game.apply(state, plan_of(game, state, fact))


def _edited(game: Combat, state: FightState, who: int, fact: Fact) -> FightState:
    """Return the state with one combatant's values changed."""
    values = dict(state.fighter(who))
    flags: int = values["flags"]
    match fact.kind:
        case "temporary":
            values["temporary"] = fact.points
        case "hit_points":
            return _with_hit_points(game, state, who, fact.points)
        case "move":
            values["at"] = free_cell(game.fight, state, who, fact.cell or "")
        case "stable":
            values["flags"] = flags | FLAGS["stable"]
            values["successes"] = values["failures"] = 0
        case "fled":
            values["flags"] = flags | FLAGS["fled"]
        case "reaction":
            values["flags"] = flags | FLAGS["reacted"]
        case "death_save":
            return _death_save(game, state, who, fact)
        case "slot":
            slots = list(values["slots"])
            if slots[fact.level] == 0:
                raise GameError("fivee.no_slot_left", who=fact.who, level=fact.level)
            slots[fact.level] -= 1
            values["slots"] = slots
        case "use" | "recharge":
            values["left"] = _uses(game.fight, who, values["left"], fact)
    changed = state.copy()
    changed.set_fighter(who, values)
    game.fight.rules.check(changed)
    return _core.fivee_go_on(game.core, changed)


def _with_hit_points(game: Combat, state: FightState, who: int, points: float) -> FightState:
    values = state.fighter(who)
    most = values["most"]
    if points > most:
        raise GameError(
            "fivee.hit_points_above_most", who=game.fight.fighters[who].name, most=most, found=points
        )
    if points == 0:
        return _core.fivee_fell(game.core, state, who)
    changed = state.copy()
    known = values["flags"] & ~(FLAGS["unknown_hit_points"] | FLAGS["dead"])
    changed.set_fighter(who, {**values, "flags": known, "hit_points": 0 if known & FLAGS["down"] else points})
    if known & FLAGS["down"]:  # back on its feet, with all that goes with it
        return _core.fivee_heal(game.core, changed, who, points)
    return _core.fivee_go_on(game.core, changed)


def _death_save(game: Combat, state: FightState, who: int, fact: Fact) -> FightState:
    values = dict(state.fighter(who))
    if not values["flags"] & FLAGS["down"]:
        raise GameError("fivee.not_dying", who=fact.who)
    key = "successes" if fact.success else "failures"
    values[key] = values[key] + 1
    if values["failures"] >= 3:
        return _core.fivee_kill(game.core, state, who)
    if values["successes"] >= 3:
        values["flags"] |= FLAGS["stable"]
        values["successes"] = values["failures"] = 0
    changed = state.copy()
    changed.set_fighter(who, values)
    return _core.fivee_go_on(game.core, changed)


def _uses(fight: Fight, who: int, left: list[int], fact: Fact) -> list[int]:
    fighter = fight.fighters[who]
    for number, action in enumerate(fighter.actions):
        place = fight.rules.limited(who, number)
        if place >= 0 and action.name == fact.action:
            used = list(left)
            if fact.kind == "recharge":
                used[place] = max(1, used[place])
            elif used[place] == 0:
                raise GameError("fivee.no_use_left", who=fighter.name, action=action.name)
            else:
                used[place] -= 1
            return used
    raise GameError("fivee.uses_unlimited", action=fact.action, who=fighter.name)


def free_cell(fight: Fight, state: FightState, who: int, name: str) -> tuple[int, int]:
    """Return the cell that a combatant comes to stand in, if it fits there."""
    encounter = fight.encounter
    cell, side = cell_of(name), fight.fighters[who].compiled.record.side
    last = cell_name((encounter.width - side, encounter.height - side))
    if cell is None or cell[0] > encounter.width - side or cell[1] > encounter.height - side:
        raise GameError("fivee.no_such_cell_for", cell=name, who=fight.fighters[who].name, last=last)
    covered = {(cell[0] + x, cell[1] + y) for x in range(side) for y in range(side)}
    if any(encounter.map[y][x] == "#" for x, y in covered):
        raise GameError("fivee.cell_in_wall", cell=name)
    for fighter in fight.fighters:
        other = state.fighter(fighter.number)
        if fighter.number == who or other["flags"] & (FLAGS["dead"] | FLAGS["fled"]):
            continue
        x, y = other["at"]
        theirs = fighter.compiled.record.side
        if any((x + i, y + j) in covered for i in range(theirs) for j in range(theirs)):
            raise GameError("fivee.cell_is_taken", who=fighter.name, cell=name)
    return cell
