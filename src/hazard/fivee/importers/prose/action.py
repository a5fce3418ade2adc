"""From the text of one action to rows of our own format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from hazard.fivee.importers.prose.draft import Draft, EffectDraft, rows
from hazard.fivee.importers.prose.names import read_name
from hazard.fivee.importers.prose.reader import Reader, read
from hazard.fivee.importers.prose.rules import RULES
from hazard.fivee.importers.prose.rules_conditions import with_another_condition
from hazard.fivee.importers.prose.rules_damage import swapped
from hazard.fivee.importers.prose.shorthand import whole_recipe
from hazard.fivee.importers.prose.text import SELF, plain, shown

_OUR_OWN = ("on_fire_by", "second_throw", "stable", "point_range", "attaches", "some_only")
_ATTACK = re.compile(r"\b(?:melee|ranged)(?: or ranged)?(?: weapon| spell)? attack(?: roll)?:", re.I)
_SAVE = re.compile(r"\bDC \d+ \w+ saving throw|saving throw: ?_?\*?\*? ?DC \d+", re.I)
_SEVERAL = re.compile(r"one of the following|as detailed below", re.I)
_PART = re.compile(
    r"^(?:[-•] )?(?P<name>[A-Z][\w' -]{2,40}?)(?: \(recharge[^()]*\))?[.:] (?P<text>.+)$", re.M | re.S
)


@dataclass
class ActionReading:
    """What the text of an action came to."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    """Values of :class:`hazard.fivee.content.actions.Action`."""
    charge: dict[str, Any] | None = None
    """Values of :class:`hazard.fivee.content.traits.Charge`, where a run adds something."""
    leftover: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    wrong_averages: list[str] = field(default_factory=list)
    has_attack: bool = False
    has_save: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing that matters in a fight was left over."""
        return not self.leftover and bool(self.rows or self.charge)


def read_action(
    name: str,
    text: str,
    creature: str = "",
    kind: str = "",
    economy: str = "action",
    known: dict[str, dict[str, Any]] | None = None,
    usage: dict[str, Any] | None = None,
) -> ActionReading:
    """Read the prose of an action.

    >>> text = (
    ...     "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. If "
    ...     "the target is a creature, it must succeed on a DC 11 Strength saving throw or be knocked prone."
    ... )
    >>> wolf = read_action("Bite", text, "Wolf")
    >>> wolf.complete, wolf.rows[0]["attack"]
    (True, {'to_hit': 4, 'reach': 5})
    >>> wolf.rows[0]["effects"][1]
    {'save': {'ability': 'str', 'dc': 11}, 'conditions': [{'name': 'prone'}]}
    """
    text, noted = _without_its_note(text)
    named = read_name(f"{name} {noted}")
    prose = plain(text, creature, kind)
    if named.name.lower().startswith("multiattack"):
        prose = whole_recipe(prose, SELF)
    fields = {**named.fields, **(usage or {})}
    fields |= {} if economy == "action" else {"economy": economy}
    parts = _several(prose)
    reading = ActionReading(has_attack=bool(_ATTACK.search(prose)), has_save=bool(_SAVE.search(prose)))
    if parts:
        head = read(Reader(prose[: prose.find(parts[0][0])], Draft()), RULES)
        reading.leftover += head.leftover
    magical = _MAGICAL.search(text) is not None
    for part_name, part in parts or [(named.name, prose)]:
        draft = read(Reader(part, Draft(known=known or {})), RULES)
        shared = {"pool": named.name} if parts and len(parts) > 1 else {}
        if magical and "attack" in draft.fields:
            draft.fields["attack"]["magical"] = True
        _take(reading, part_name, draft, {**fields, **shared})
    return reading


_MAGICAL = re.compile(r"\) magical (?:bludgeoning|piercing|slashing)\b", re.I)
_NOTE = re.compile(
    r"^\W{0,3}(?P<note>\((?:recharges?\b[^()]*|\d+ ?/ ?(?:day|rest|short rest|long rest)[^()]*"
    r"|costs? \d actions?)\))[.:*_ ]*",
    re.I,
)


def _without_its_note(text: str) -> tuple[str, str]:
    """Split off "(Recharge 5-6)" where a book has it before the text and not behind the name."""
    found = _NOTE.match(text[:80])
    return (text[found.end() :], found["note"]) if found else (text, "")


def _several(prose: str) -> list[tuple[str, str]]:
    """Split "one of the following breath weapons" into its breaths."""
    if not _SEVERAL.search(prose):
        return []
    lines = [line for line in re.split(r"\n+|(?<=[.:]) - ", prose) if line.strip()]
    found = [_PART.match(line) for line in lines]
    first = next((index for index, match in enumerate(found) if match), None)
    if first is None or any(match is None for match in found[first:]):
        return []
    if any(_SAVE.search(line) or _ATTACK.search(line) for line in lines[:first]):
        return []
    return [(match["name"], match["text"]) for match in found[first:] if match]


def _take(reading: ActionReading, name: str, draft: Draft, fields: dict[str, Any]) -> None:
    """Add what one draft holds to the reading."""
    reading.leftover += draft.leftover
    reading.beyond += draft.beyond
    reading.told += draft.told
    reading.wrong_averages += draft.wrong_averages
    own = {key: value for key, value in draft.fields.items() if key not in _OUR_OWN}
    standard, casts = own.pop("standard", None), own.pop("casts", None)
    effects = draft.finished()
    charge = [effect for effect in effects if effect.scope.only_if == "charged"]
    effects = [effect for effect in effects if effect.scope.only_if != "charged"]
    if charge and draft.charge_feet:
        more = [{key: value for key, value in row.items() if key != "only_if"} for row in rows(charge)]
        reading.charge = {"kind": "charge", "feet": draft.charge_feet, "attack": name, "effects": more}
    row = {"name": name, **fields, **own}
    if draft.told or draft.beyond:
        row["note"] = " ".join(phrase.rstrip(".") + "." for phrase in draft.told + draft.beyond)[:600]
    if not effects and row.get("area") and not row.get("recipes"):
        del row["area"]
    recipes = _recipes(draft)
    reading.rows += [{**fields, **extra} for extra in draft.extra]
    if recipes:
        _take_recipes(reading, row, recipes, effects)
        return
    if standard:
        reading.rows += [
            {**row, "name": f"{name} ({word})" if len(standard) > 1 else name, "standard": word}
            for word in standard
        ]
        return
    if casts:
        _take_casts(reading, row, casts, effects)
        return
    if "attack" in row and not effects:
        return
    row |= {"effects": rows(effects)} if effects else {}
    if not effects and not any(row.get(key) for key in ("teleport_feet", "moves")):
        return
    reading.rows.append(row)
    reading.rows += _variants(row, draft, effects)


def _recipes(draft: Draft) -> list[list[dict[str, Any]]]:
    recipes = []
    for recipe in draft.closed + draft.recipes:
        row = [{"use": use, "times": min(10, recipe.count(use))} for use in dict.fromkeys(recipe)]
        row = [{"use": part["use"]} if part["times"] == 1 else part for part in row]
        if row and row not in recipes:
            recipes.append(row)
    return recipes


def _take_recipes(
    reading: ActionReading,
    row: dict[str, Any],
    recipes: list[list[dict[str, Any]]],
    effects: list[EffectDraft],
) -> None:
    for key in ("attack", "area", "range", "targets", "who", "needs"):
        row.pop(key, None)
    together = row.pop("on_all_hit", False)
    told = all(effect.scope.situation for effect in effects)
    if effects and (together or told):
        row["all_hit"] = rows(effects)
    elif effects:
        reading.leftover.append("what happens beside the attacks")
    reading.rows.append({**row, "recipes": recipes})


def _take_casts(
    reading: ActionReading, row: dict[str, Any], casts: list[dict[str, Any]], effects: list[EffectDraft]
) -> None:
    """One action for each spell; they share what the action may be used."""
    if effects:
        reading.leftover.append("what happens beside the spell")
    many = len(casts) > 1
    for spell in casts:
        label = {"name": f"{row['name']} ({spell['casts']})", "pool": row["name"]} if many else {}
        reading.rows.append({**row, **spell, **label})


def _variants(row: dict[str, Any], draft: Draft, effects: list[EffectDraft]) -> list[dict[str, Any]]:
    found = []
    for variant in draft.variants:
        changes = dict(variant.changes)
        swap = changes.pop("swap", None)
        condition = changes.pop("swap_condition", None)
        other = variant.effects if variant.effects is not None else effects
        if swap is not None:
            other = swapped(other, *swap)
        if condition is not None:
            other = with_another_condition(other, *condition)
        label = {"name": f"{row['name']} ({variant.label})"}
        found.append({**row, **changes, **label, "effects": rows(other)})
    return found


def leftover_text(phrases: list[str]) -> list[str]:
    """Return phrases without doubles, as a person reads them."""
    return list(dict.fromkeys(shown(phrase) for phrase in phrases))
