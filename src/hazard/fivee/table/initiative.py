"""Initiative: entered before a fight begins, or changed while it goes on; ties are asked about.

A change is a fact with the whole order in it, so that what was written needs no scores to be replayed; the
score is kept beside it, for the next change.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.rules.fight import Fight, FightState, names_of
from hazard.fivee.table.facts import Fact
from hazard.game import GameError
from hazard.language import phrase

Ask = Callable[[str], str]
"""Puts a question to the game master and returns the line that was typed."""


def rolled(encounter: Encounter, fight: Fight, seed: int) -> Encounter:
    """Return an encounter in which everybody has an initiative: as given, or rolled by the seed.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"])
    >>> rows = rolled(fight.encounter, fight, 7).combatants
    >>> rows == rolled(fight.encounter, fight, 7).combatants, None in [row.initiative for row in rows]
    (True, False)
    """
    dice = random.Random(seed)
    scores = {}
    for fighter in fight.fighters:
        bonus = fighter.compiled.record.initiative
        scores[fighter.name] = dice.randint(1, 20) + bonus
    return with_scores(encounter, fight, scores)


def with_scores(encounter: Encounter, fight: Fight, scores: Mapping[str, int]) -> Encounter:
    """Return an encounter with these initiatives where it has none of its own."""
    rows = tuple(
        row if row.initiative is not None else row.model_copy(update={"initiative": scores.get(fighter.name)})
        for row, fighter in zip(encounter.combatants, fight.fighters, strict=True)
    )
    return encounter.model_copy(update={"combatants": rows})


def known_scores(fight: Fight, facts: Sequence[Fact]) -> dict[str, int]:
    """Return the initiatives that are known: of the encounter, and what was entered since."""
    rows = zip(fight.fighters, fight.encounter.combatants, strict=True)
    found = {fighter.name: row.initiative for fighter, row in rows if row.initiative is not None}
    for fact in facts:
        if fact.kind == "initiative" and fact.who is not None and fact.score is not None:
            found[fact.who] = fact.score
    return found


def placed(fight: Fight, state: FightState, fact: Fact, facts: Sequence[Fact], language: str) -> Fact:
    """Return the fact with the order that follows from it; a tie that nobody has decided is asked about."""
    if fact.order:
        return fact
    if fact.who is None:
        raise GameError("fivee.creature_not_named")
    order = [fight.fighters[number].name for number in state.order[: len(fight.fighters)]]
    who = fight.named(fact.who).name
    order.remove(who)
    if fact.source is not None and fight.named(fact.source).name != who:
        other = order.index(fight.named(fact.source).name)
        order.insert(other if fact.success else other + 1, who)
        return fact.model_copy(update={"order": tuple(order)})
    called = _called(fight, language)
    if fact.score is None:
        raise GameError("fivee.reply.initiative_what", text=called[who], who=called[who])
    scores = known_scores(fight, facts)
    missing = [name for name in order if name not in scores]
    if missing:
        raise GameError("fivee.reply.initiative_unknown", who=called[who], other=called[missing[0]])
    ties = [name for name in order if scores[name] == fact.score]
    if ties:
        known = phrase("fivee.reply.or", language).join(called[name] for name in ties)
        raise GameError(
            "fivee.reply.initiative_tie",
            who=called[who], score=fact.score, known=known, other=called[ties[0]],
        )  # fmt: skip
    place = sum(scores[name] > fact.score for name in order)
    order.insert(place, who)
    return fact.model_copy(update={"order": tuple(order)})


def reordered(fight: Fight, state: FightState, names: Sequence[str]) -> FightState:
    """Return the same moment with another order; whoever is at their turn stays so."""
    if state.chance:
        raise GameError("fivee.roll_dice_first_2")
    numbers = [fight.named(name).number for name in names]
    if sorted(numbers) != list(range(len(fight.fighters))):
        raise GameError("fivee.order_lacks_somebody")
    mover = state.mover
    changed = state.copy()
    changed.set_order(numbers)
    changed.turn = numbers.index(mover)
    fight.rules.check(changed)
    return changed


# ---- before a fight --------------------------------------------------------------------------------------


def asked_for(
    encounter: Encounter, fight: Fight, seed: int, ask: Ask, language: str
) -> tuple[Encounter, list[str]]:
    """Ask for everybody's initiative; nothing typed rolls it. Return the encounter and the order.

    Creatures of one kind are asked for together: a number is for all of them.
    """
    dice, called = random.Random(seed), _called(fight, language)
    scores: dict[str, int] = {}
    groups: dict[str, list[str]] = {}
    bonuses = {fighter.name: fighter.compiled.record.initiative for fighter in fight.fighters}
    given = dict(
        zip((f.name for f in fight.fighters), (r.initiative for r in encounter.combatants), strict=True)
    )
    for fighter in fight.fighters:
        key = fighter.name if fighter.side == "party" else fighter.creature.id
        groups.setdefault(key, []).append(fighter.name)
    for names in groups.values():
        free = [name for name in names if given[name] is None]
        scores |= {name: score for name in names if (score := given[name]) is not None}
        if not free:
            continue
        typed = _number(
            ask,
            phrase(
                "fivee.reply.initiative_of",
                language,
                names=", ".join(called[name] for name in free),
                bonus=f"{bonuses[free[0]]:+d}",
            ),
            language,
        )
        scores |= {name: dice.randint(1, 20) + bonuses[name] if typed is None else typed for name in free}
    order = sorted(scores, key=lambda name: (-scores[name], -bonuses[name]))
    order = _untied(order, scores, fight, ask, language)
    return with_scores(encounter, fight, scores), order


def _number(ask: Ask, question: str, language: str) -> int | None:
    """Return the number that is typed, or None for nothing; asks again until it is one of them."""
    while True:
        line = ask(question).strip()
        if not line:
            return None
        if re.fullmatch(r"[+-]?[0-9]{1,2}", line):
            return int(line)
        question = phrase("fivee.reply.initiative_no_number", language, text=line)


def _untied(order: list[str], scores: Mapping[str, int], fight: Fight, ask: Ask, language: str) -> list[str]:
    """Return the order with its ties as the game master says; creatures of one kind need no asking."""
    found: list[str] = []
    for score in dict.fromkeys(scores[name] for name in order):
        tied = [name for name in order if scores[name] == score]
        kinds = {
            fight.named(name).creature.id if fight.named(name).side == "monsters" else name for name in tied
        }
        if len(kinds) > 1:
            tied = _in_order(tied, score, fight, ask, language)
        found += tied
    return found


def _in_order(tied: list[str], score: int, fight: Fight, ask: Ask, language: str) -> list[str]:
    called = _called(fight, language)
    names = ", ".join(called[name] for name in tied)
    question = phrase("fivee.reply.initiative_ties", language, names=names, score=score)
    while True:
        line = ask(question).strip()
        if not line:
            return tied
        if first := _listed(line.lower(), fight, tied):
            return first + [name for name in tied if name not in first]
        question = phrase("fivee.reply.initiative_no_order", language, text=line, names=names, score=score)


def _listed(low: str, fight: Fight, tied: Sequence[str]) -> list[str]:
    """Return those of the tied that a line names in their order; nobody, where it says anything else."""
    from hazard.fivee.content.naming import Names
    from hazard.fivee.table.command_words import FILLERS

    mentions = Names(fight).mentions(low)
    rest = low
    for mention in mentions:
        rest = rest[: mention.start] + " " * (mention.end - mention.start) + rest[mention.end :]
    meant = [[name for name in mention.meant if name in tied] for mention in mentions]
    if set(re.findall(r"\w+", rest)) - FILLERS or any(len(names) != 1 for names in meant):
        return []
    return list(dict.fromkeys(names[0] for names in meant))


def _called(fight: Fight, language: str) -> dict[str, str]:
    """Return what everybody is called in a language, by name."""
    return dict(zip((f.name for f in fight.fighters), names_of(fight, language), strict=True))
