"""Somebody joins a fight that is running: the same fight with one more, and everybody else as they are.

Whoever joins comes last in the encounter, so that nobody else's number changes; a name is given where theirs
would otherwise make another's change ("Goblin" becoming "Goblin A"), because what was written down before
speaks of people by name.

>>> from hazard.fivee.content.library import encounters
>>> fight = Fight(encounters()["ogre-bridge"], seed=1)
>>> larger, state = joined(fight, fight.start, Fact(kind="join", creature="wolf", side="monsters", cell="a1"))
>>> larger.fighters[-1].name, state.fighter(larger.fighters[-1].number)["at"]
('Wolf', (0, 0))
"""

from __future__ import annotations

from collections.abc import Sequence

from hazard.fivee.content.cells import cell_name, cell_of
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Combatant, Encounter
from hazard.fivee.content.library import ContentError, bestiary, validated
from hazard.fivee.rules.fight import Fight, FightState, names_of
from hazard.fivee.rules.states import StateDocument, read_into, write_state
from hazard.fivee.table.facts import Fact, free_cell
from hazard.game import GameError
from hazard.language import languages

Cell = tuple[int, int]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def joined(fight: Fight, state: FightState, fact: Fact) -> tuple[Fight, FightState]:
    """Return the fight with whoever joins, and the same moment in it."""
    if state.chance:
        raise GameError("fivee.roll_dice_first_2")
    if state.over:
        raise GameError("fivee.fight_is_over")
    larger = enlarged(fight, fact)
    newcomer = larger.fighters[-1]
    document = write_state(fight, state, inline=False)
    document["encounter"] = larger.encounter.name
    document.pop("creatures", None)
    order = list(document["order"])
    place = (
        len(order) if fact.source is None else order.index(fight.named(fact.source).name) + (not fact.success)
    )
    order.insert(place, newcomer.name)
    document["order"] = order
    if place < document.get("lair_turn", 0):
        document["lair_turn"] += 1
    after = read_into(larger, validated(StateDocument, document, newcomer.name), newcomer.name)
    cell = _place(larger, after, fact.cell, fact.near)
    after.set_fighter(newcomer.number, {**after.fighter(newcomer.number), "at": cell})
    larger.rules.check(after)
    return larger, after


def enlarged(fight: Fight, fact: Fact) -> Fight:
    """Return the fight with one more, before it has begun."""
    if fact.side is None:
        raise GameError("fivee.side_not_named")
    known = {fighter.creature.id: fighter.creature for fighter in fight.fighters}
    creature = _creature(fact, known)
    at = _start(fight, creature)
    for name in (fact.who, *(f"{fact.who or creature.name} {letter}" for letter in LETTERS[1:])):
        row = Combatant(creature=creature.id, name=name, side=fact.side, at=at)
        values = fight.encounter.model_dump() | {"combatants": (*fight.encounter.combatants, row)}
        encounter = validated(Encounter, values, creature.name)
        larger = Fight(encounter, {**known, creature.id: creature})
        if _everybody_keeps_their_name(fight, larger):
            return larger
    raise GameError("fivee.too_many_of_that_name", name=fact.who or creature.name)


def _creature(fact: Fact, known: dict[str, Creature]) -> Creature:
    """Return the stat block; one that differs from another's of the same id gets an id of its own."""
    creature = fact.stat_block
    if creature is None:
        if fact.creature is None:
            raise GameError("fivee.joining_creature_not_named")
        creature = known.get(fact.creature) or bestiary().get(fact.creature)
        if creature is None:
            raise ContentError("fivee.no_such_creature", creature=fact.creature)
    own, number = creature.id, 2
    while creature.id in known and known[creature.id] != creature:
        creature = creature.model_copy(update={"id": f"{own}-{number}"})
        number += 1
    return creature


def _everybody_keeps_their_name(fight: Fight, larger: Fight) -> bool:
    for language in languages():
        names = names_of(larger, language)
        if names[:-1] != names_of(fight, language) or len({name.lower() for name in names}) < len(names):
            return False
    return True


def _start(fight: Fight, creature: Creature) -> Cell:
    """Return where nobody began: the encounter says where people start, not where they are."""
    taken = {
        (row.at[0] + x, row.at[1] + y)
        for fighter, row in zip(fight.fighters, fight.encounter.combatants, strict=True)
        for x in range(fighter.compiled.record.side)
        for y in range(fighter.compiled.record.side)
    }
    side = cells_of(creature)
    ground = fight.encounter.map
    for x in range(fight.encounter.width - side + 1):
        for y in range(fight.encounter.height - side + 1):
            wanted = [(x + i, y + j) for i in range(side) for j in range(side)]
            if not any(cell in taken or ground[cell[1]][cell[0]] == "#" for cell in wanted):
                return (x, y)
    raise GameError("fivee.no_free_space")


def cells_of(creature: Creature) -> int:
    """Return how many cells a creature takes on each side.

    >>> cells_of(bestiary()["ogre"])
    2
    """
    return {"large": 2, "huge": 3, "gargantuan": 4}.get(creature.size, 1)


def _place(fight: Fight, state: FightState, wanted: str | None, near: bool) -> Cell:
    """Return the cell that the last of a fight enters at: the one that was said, or a free one."""
    newcomer = fight.fighters[-1]
    if wanted is not None and not near:
        return free_cell(fight, state, newcomer.number, wanted)
    cells = edge_first(fight.encounter.width, fight.encounter.height, newcomer.side)
    at = None if wanted is None else cell_of(wanted)
    if at is not None:
        cells = sorted(cells, key=lambda cell: max(abs(cell[0] - at[0]), abs(cell[1] - at[1])))
    for cell in cells:
        try:
            return free_cell(fight, state, newcomer.number, cell_name(cell))
        except GameError:
            continue
    raise GameError("fivee.no_free_space")


def edge_first(width: int, height: int, side: str) -> Sequence[Cell]:
    """Return the cells in the order in which a side fills them: the party from the left, monsters from right.

    >>> edge_first(2, 3, "party")[:3], edge_first(2, 3, "monsters")[0]
    (((0, 1), (0, 2), (0, 0)), (1, 1))
    """
    columns = range(width) if side == "party" else range(width - 1, -1, -1)
    rows = sorted(range(height), key=lambda y: abs(2 * y - height))
    return tuple((x, y) for x in columns for y in rows)
