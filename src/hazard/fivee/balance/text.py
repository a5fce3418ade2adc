"""A balance in the words of a language: budgets, what the forecast says, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hazard.fivee.balance.balance import MEASURES, Balance, Measure, Truth
from hazard.fivee.balance.budgets import Budget
from hazard.fivee.balance.changes import Change
from hazard.fivee.content.called import called
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.forecasts.forecast import Chance
from hazard.language import ENGLISH, Speaker, number


def report(found: Balance, language: str = ENGLISH) -> str:
    """Return what a game master wants to know before the fight.

    >>> from hazard.fivee.content.library import encounters
    >>> from hazard.fivee.balance.balance import balance
    >>> from hazard.fivee.rules.fight import Fight
    >>> told = report(balance(Fight(encounters()["wolves-in-a-blizzard"]), fights=20))
    >>> "2014: " in told and "Somebody drops" in told
    True
    """
    say, truth = Speaker("fivee.balance", language), found.truth
    contest = truth.forecast.contest
    title = say(
        "title",
        name=found.fight.encounter.called(language),
        characters=sum(fighter.side == "party" for fighter in found.fight.fighters),
        monsters=sum(fighter.side == "monsters" for fighter in found.fight.fighters),
        fights=truth.forecast.fights,
        seed=contest.seed,
    )
    parts = [title, _guidelines(found, say), _chances(truth, say)]
    if found.wanted is not None:
        parts.append(_advice(found, say))
    if caveats := found.fight.caveats:
        parts.append("\n".join([say("caveats") + ":", *(f"  {c.told(language)}" for c in caveats)]))
    return "\n\n".join(parts)


def side_by_side(found: Sequence[Balance], language: str = ENGLISH) -> str:
    """Return several fights in one table, a column for each; two of them with their difference."""
    say = Speaker("fivee.balance", language)
    names = [one.fight.encounter.called(language) for one in found]
    rows: list[tuple[str, list[str]]] = [
        ("2014", [difficulty(one.budgets[0], say) for one in found]),
        ("2024", [difficulty(one.budgets[1], say) for one in found]),
    ]
    for measure in MEASURES:
        chances = [one.truth.chance(measure) for one in found]
        cells = [f"{say.number(100 * chance.share)} %" for chance in chances]
        rows.append(
            (say(measure), cells + ([_difference(chances[0], chances[1], say)] if len(found) == 2 else []))
        )
    wide = max(len(name) for name, _ in rows)
    columns = [max(len(name), 16) for name in names]
    lines = [
        say("compared") + ":",
        "",
        " " * wide + "".join(f"  {n:>{c}}" for n, c in zip(names, columns, strict=True)),
    ]
    for name, cells in rows:
        told = "".join(f"  {cell:>{c}}" for cell, c in zip(cells, columns, strict=False))
        lines.append(f"{name:<{wide}}{told}" + "".join(f"   {c}" for c in cells[len(found) :]))
    lines += ["", say("fights", fights=found[0].truth.forecast.fights)]
    return "\n".join(lines)


def difficulty(budget: Budget, say: Speaker) -> str:
    """Return the word for how difficult a guideline finds a fight."""
    if not budget.experience or not any(budget.thresholds.values()):
        return say("nothing")
    if budget.difficulty is None:
        return say("less" if budget.edition == "2014" else "more")
    return say.on("fivee.difficulty")(budget.difficulty)


def told(changes: Sequence[Change], creatures: Mapping[str, Creature], say: Speaker) -> str:
    """Return changes in words."""

    def name(id_: int | str | None) -> str:
        return called(creatures.get(str(id_)) or bestiary()[str(id_)], say.language)

    parts = []
    for change in changes:
        before = name(change.before) if change.kind == "swap" else change.before
        creature = "" if change.creature is None else name(change.creature)
        parts.append(say(change.kind, after=change.after, before=before, creature=creature))
    return "; ".join(parts)


def _guidelines(found: Balance, say: Speaker) -> str:
    names = say.on("fivee.difficulty")
    lines = [say("guidelines") + ":"]
    for budget in found.budgets:
        told = say(
            budget.edition,
            experience=budget.experience,
            multiplier=budget.multiplier,
            counted=budget.counted,
            difficulty=difficulty(budget, say),
            thresholds=", ".join(f"{names(n)} {most}" for n, most in budget.thresholds.items()),
        )
        lines.append(f"  {told}")
    if found.sides.left_out:
        lines.append("  " + say("left_out", names=", ".join(found.sides.left_out)))
    return "\n".join(lines)


def _chances(truth: Truth, say: Speaker) -> str:
    wide = max(len(say(measure)) for measure in MEASURES)
    lines = [say("truth") + ":"]
    lines += [f"  {say(measure):<{wide}}  {_counted(truth.chance(measure), say)}" for measure in MEASURES]
    spent = truth.resources_spent
    more = "" if spent is None else say("resources", resources=100 * spent)
    points = 100 * truth.hit_points_spent
    lines.append("  " + say("spent", rounds=truth.rounds, points=points, more=more))
    return "\n".join(lines)


def _advice(found: Balance, say: Speaker) -> str:
    wanted = found.wanted
    assert wanted is not None
    measure: Measure = wanted.measure
    inside = say(f"{measure}_inside")
    lines = [say("wanted", measure=inside, chance=100 * wanted.chance) + ":"]
    creatures = {fighter.creature.id: fighter.creature for fighter in found.fight.fighters}
    for advice in found.advice:
        changes = told(advice.changed.changes, creatures, say)
        chance = _counted(advice.truth.chance(measure), say)
        fights = advice.truth.forecast.fights
        lines.append("  " + say("reaches", changes=changes, measure=inside, chance=chance, fights=fights))
    if len(lines) == 1:
        near = abs(found.truth.chance(measure).share - wanted.chance) <= found.close
        lines.append("  " + (say("there") if near else say("none", close=100 * found.close)))
    return "\n".join(lines)


def _counted(chance: Chance, say: Speaker) -> str:
    share, low, high = (say.number(100 * number) for number in (chance.share, chance.low, chance.high))
    return say("interval", share=f"{share} %", low=low, high=high)


def _difference(before: Chance, after: Chance, say: Speaker) -> str:
    """Return how much two chances differ, in points, with the error of independent fights."""
    half = ((before.high - before.low) ** 2 + (after.high - after.low) ** 2) ** 0.5 / 2
    gap = number(100 * (after.share - before.share), "+.1f", say.language)
    return f"{gap} ± {say.number(100 * half)}"
