"""A balance in words, in English or German: budgets, what the forecast says, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hazard.fivee.balance.balance import MEASURES, Balance, Measure, Truth
from hazard.fivee.balance.budgets import Budget
from hazard.fivee.balance.changes import Change
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.director.phrases import numbers_in
from hazard.fivee.forecasts.forecast import Chance
from hazard.fivee.table.transcript import Language

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "{name}: {characters} character(s) against {monsters} monster(s); {fights} fights, "
        "seed {seed}",
        "guidelines": "What the guidelines say",
        "2014": "2014: {experience} XP × {multiplier:g} for the number of monsters = {counted:.0f}: "
        "{difficulty} ({thresholds}).",
        "2024": "2024: {experience} XP to spend: {difficulty} ({thresholds}).",
        "less": "less than easy",
        "more": "more than high",
        "nothing": "nothing to compare",
        "left_out": "The guidelines do not count {names}: without a level or a challenge rating.",
        "truth": "What the forecast says",
        "drops": "Somebody drops",
        "dies": "Somebody dies",
        "tpk": "Total party kill",
        "win": "The party wins",
        "spent": "The fight takes {rounds:.1f} rounds and costs the party {points:.0f} % of its hit "
        "points{more}.",
        "resources": " and {resources:.0f} % of its slots and limited uses",
        "wanted": "To reach {measure} {chance:.0f} %",
        "there": "The fight is there already.",
        "none": "No change of numbers, hit points or one creature comes within {close:.0f} points of it.",
        "number": "{after} instead of {before} × {creature}",
        "swap": "{creature} instead of one {before}",
        "hit_points": "monsters with {after} % of their hit points",
        "reaches": "{changes}: {measure} {chance} ({fights} other fights).",
        "interval": "{share} ({low} to {high})",
        "compared": "Side by side",
        "fights": "The chances are of {fights} fights each; the intervals are of 95 %.",
        "caveats": "Not included in these numbers",
    },
    "de": {
        "title": "{name}: {characters} Charakter(e) gegen {monsters} Monster; {fights} Kämpfe, "
        "Startwert {seed}",
        "guidelines": "Was die Richtlinien sagen",
        "2014": "2014: {experience} EP × {multiplier:g} für die Zahl der Monster = {counted:.0f}: "
        "{difficulty} ({thresholds}).",
        "2024": "2024: {experience} EP ausgegeben: {difficulty} ({thresholds}).",
        "less": "weniger als leicht",
        "more": "mehr als hoch",
        "nothing": "nichts zu vergleichen",
        "left_out": "Die Richtlinien zählen nicht: {names} (ohne Stufe oder Herausforderungsgrad).",
        "truth": "Was die Prognose sagt",
        "drops": "Jemand fällt",
        "dies": "Jemand stirbt",
        "tpk": "Alle Charaktere fallen",
        "win": "Die Gruppe gewinnt",
        "spent": "Der Kampf dauert {rounds:.1f} Runden und kostet die Gruppe {points:.0f} % ihrer "
        "Trefferpunkte{more}.",
        "resources": " und {resources:.0f} % ihrer Zauberplätze und begrenzten Anwendungen",
        "wanted": "Damit „{measure}“ {chance:.0f} % erreicht",
        "there": "Der Kampf ist schon so.",
        "none": "Keine andere Zahl, keine anderen Trefferpunkte und kein anderes einzelnes Monster kommen "
        "dem auf {close:.0f} Punkte nahe.",
        "number": "{after} statt {before} × {creature}",
        "swap": "{creature} an Stelle von einmal {before}",
        "hit_points": "Monster mit {after} % ihrer Trefferpunkte",
        "reaches": "{changes}: {measure} {chance} ({fights} andere Kämpfe).",
        "interval": "{share} ({low} bis {high})",
        "compared": "Nebeneinander",
        "fights": "Die Chancen sind aus je {fights} Kämpfen; die Intervalle umfassen 95 %.",
        "caveats": "In diesen Zahlen nicht enthalten",
    },
}
_DIFFICULTIES_DE = {
    "easy": "leicht",
    "medium": "mittel",
    "hard": "schwer",
    "deadly": "tödlich",
    "low": "niedrig",
    "moderate": "mittel",
    "high": "hoch",
}


def report(found: Balance, language: Language = "en") -> str:
    """Return what a game master wants to know before the fight.

    >>> from hazard.fivee.content.library import encounters
    >>> from hazard.fivee.balance.balance import balance
    >>> from hazard.fivee.rules.fight import Fight
    >>> told = report(balance(Fight(encounters()["wolves-in-a-blizzard"]), fights=20))
    >>> "2014: " in told and "Somebody drops" in told
    True
    """
    words, truth = _WORDS[language], found.truth
    contest = truth.forecast.contest
    title = words["title"].format(
        name="{name}",
        characters=sum(fighter.side == "party" for fighter in found.fight.fighters),
        monsters=sum(fighter.side == "monsters" for fighter in found.fight.fighters),
        fights=truth.forecast.fights,
        seed=contest.seed,
    )
    parts = [title, _guidelines(found, language), _chances(truth, words)]
    if found.wanted is not None:
        parts.append(_advice(found, language))
    parts = [numbers_in(part, language) for part in parts]
    parts[0] = parts[0].replace("{name}", found.fight.encounter.called(language))
    if caveats := found.fight.caveats:
        parts.append("\n".join([words["caveats"] + ":", *(f"  {c.told(language)}" for c in caveats)]))
    return "\n\n".join(parts)


def side_by_side(found: Sequence[Balance], language: Language = "en") -> str:
    """Return several fights in one table, a column for each; two of them with their difference."""
    words = _WORDS[language]
    names = [one.fight.encounter.called(language) for one in found]
    rows: list[tuple[str, list[str]]] = [
        ("2014", [difficulty(one.budgets[0], language) for one in found]),
        ("2024", [difficulty(one.budgets[1], language) for one in found]),
    ]
    for measure in MEASURES:
        chances = [one.truth.chance(measure) for one in found]
        cells = [f"{100 * chance.share:.1f} %" for chance in chances]
        rows.append((words[measure], cells + ([_difference(*chances)] if len(found) == 2 else [])))
    wide = max(len(name) for name, _ in rows)
    columns = [max(len(name), 16) for name in names]
    lines = [
        words["compared"] + ":",
        "",
        " " * wide + "".join(f"  {n:>{c}}" for n, c in zip(names, columns, strict=True)),
    ]
    for name, cells in rows:
        told = "".join(f"  {cell:>{c}}" for cell, c in zip(cells, columns, strict=False))
        lines.append(
            numbers_in(f"{name:<{wide}}{told}" + "".join(f"   {c}" for c in cells[len(found) :]), language)
        )
    lines += ["", words["fights"].format(fights=found[0].truth.forecast.fights)]
    return "\n".join(lines)


def difficulty(budget: Budget, language: Language) -> str:
    """Return the word for how difficult a guideline finds a fight."""
    words = _WORDS[language]
    if not budget.experience or not any(budget.thresholds.values()):
        return words["nothing"]
    if budget.difficulty is None:
        return words["less" if budget.edition == "2014" else "more"]
    return _DIFFICULTIES_DE[budget.difficulty] if language == "de" else budget.difficulty


def told(changes: Sequence[Change], creatures: Mapping[str, Creature], language: Language) -> str:
    """Return changes in words."""
    words = _WORDS[language]

    def name(id_: int | str | None) -> str:
        creature = creatures.get(str(id_)) or bestiary()[str(id_)]
        return (language == "de" and creature.name_de) or creature.name

    parts = []
    for change in changes:
        before = name(change.before) if change.kind == "swap" else change.before
        called = "" if change.creature is None else name(change.creature)
        parts.append(words[change.kind].format(after=change.after, before=before, creature=called))
    return "; ".join(parts)


def _guidelines(found: Balance, language: Language) -> str:
    words = _WORDS[language]
    lines = [words["guidelines"] + ":"]
    for budget in found.budgets:
        names = {n: _DIFFICULTIES_DE[n] if language == "de" else n for n in budget.thresholds}
        lines.append(
            "  "
            + words[budget.edition].format(
                experience=budget.experience,
                multiplier=budget.multiplier,
                counted=budget.counted,
                difficulty=difficulty(budget, language),
                thresholds=", ".join(f"{names[n]} {most}" for n, most in budget.thresholds.items()),
            )
        )
    if found.sides.left_out:
        lines.append("  " + words["left_out"].format(names=", ".join(found.sides.left_out)))
    return "\n".join(lines)


def _chances(truth: Truth, words: Mapping[str, str]) -> str:
    wide = max(len(words[measure]) for measure in MEASURES)
    lines = [words["truth"] + ":"]
    lines += [f"  {words[measure]:<{wide}}  {_counted(truth.chance(measure), words)}" for measure in MEASURES]
    spent = truth.resources_spent
    more = "" if spent is None else words["resources"].format(resources=100 * spent)
    points = 100 * truth.hit_points_spent
    lines.append("  " + words["spent"].format(rounds=truth.rounds, points=points, more=more))
    return "\n".join(lines)


def _advice(found: Balance, language: Language) -> str:
    words, wanted = _WORDS[language], found.wanted
    assert wanted is not None
    measure: Measure = wanted.measure
    called = words[measure]
    if language == "en":
        called = called[0].lower() + called[1:]
    lines = [words["wanted"].format(measure=called, chance=100 * wanted.chance) + ":"]
    creatures = {fighter.creature.id: fighter.creature for fighter in found.fight.fighters}
    for advice in found.advice:
        changes = told(advice.changed.changes, creatures, language)
        chance = _counted(advice.truth.chance(measure), words)
        fights = advice.truth.forecast.fights
        lines.append(
            "  " + words["reaches"].format(changes=changes, measure=called, chance=chance, fights=fights)
        )
    if len(lines) == 1:
        near = abs(found.truth.chance(measure).share - wanted.chance) <= found.close
        lines.append("  " + (words["there"] if near else words["none"].format(close=100 * found.close)))
    return "\n".join(lines)


def _counted(chance: Chance, words: Mapping[str, str]) -> str:
    share, low, high = (f"{100 * number:.1f}" for number in (chance.share, chance.low, chance.high))
    return words["interval"].format(share=f"{share} %", low=low, high=high)


def _difference(before: Chance, after: Chance) -> str:
    """Return how much two chances differ, in points, with the error of independent fights."""
    half = ((before.high - before.low) ** 2 + (after.high - after.low) ** 2) ** 0.5 / 2
    return f"{100 * (after.share - before.share):+.1f} ± {100 * half:.1f}"
