"""From a stated creature to one of ours: every entry read, compared with the fields, the rest listed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature, Spellcasting
from hazard.fivee.content.library import spells, validated
from hazard.fivee.content.words import ABILITIES, ability_modifier, proficiency_at
from hazard.fivee.importers.checks import disagreements
from hazard.fivee.importers.printed import misread, numbers_of, with_reading
from hazard.fivee.importers.prose.action import ActionReading, read_action
from hazard.fivee.importers.prose.names import read_name
from hazard.fivee.importers.prose.spellcasting import SpellList, is_spell_list, read_spells
from hazard.fivee.importers.prose.text import MOST_CHARACTERS, named, shown
from hazard.fivee.importers.prose.traits import PLAIN_TRAITS, read_trait
from hazard.fivee.importers.prose.words import average
from hazard.fivee.importers.raw import Entry, RawCreature, slug
from hazard.fivee.importers.report import Imported, Note, Reading, Severity

MOST_ENTRIES = 200
AS_A_WHOLE = "the trait as a whole: "
"""Begins the note of a trait of which nothing was understood."""
_USES_OTHERS = re.compile(
    r"\bmakes? (?:a|an|one|two|three|four|five)\b[^.]*\b(?:attacks?|strikes?)\b|\b(?:uses?|using) "
)


@dataclass
class _Assembly:
    """A creature while its entries are read."""

    raw: RawCreature
    kind: str
    actions: list[dict[str, Any]] = field(default_factory=list)
    traits: list[dict[str, Any]] = field(default_factory=list)
    spellcasting: list[dict[str, Any]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)

    def note(self, action: str, phrase: str, severity: Severity = "lost") -> None:
        note = Note(self.raw.name, action, named(phrase, self.raw.name), severity)
        if note not in self.notes:
            self.notes.append(note)

    def known(self) -> dict[str, dict[str, Any]]:
        """Return the actions that a recipe may use: simple ones, and no variants of them."""
        return {
            row["name"]: row
            for row in self.actions
            if "recipes" not in row and ("(" not in row["name"] or "casts" in row)
        }


def assemble(raw: RawCreature) -> Imported:
    """Return the creature that a source states, and the notes about it."""
    assembly = _Assembly(raw, str(raw.values.get("kind", "")), notes=list(raw.notes))
    _mend_scores(assembly)
    entries = raw.entries[:MOST_ENTRIES]
    if len(raw.entries) > MOST_ENTRIES:
        assembly.note("", f"{len(raw.entries)} traits and actions; the first {MOST_ENTRIES} are read")
    for entry in entries:
        if len(entry.text) > MOST_CHARACTERS:
            assembly.note(entry.name[:80], f"longer than {MOST_CHARACTERS} characters; the rest is not read")
            entry.text = entry.text[:MOST_CHARACTERS]
    later = [entry for entry in entries if entry.section != "trait" and _waits(entry)]
    for entry in entries:
        if entry.section != "trait" and entry not in later:
            _read_action(assembly, entry)
    for entry in sorted(later, key=lambda entry: entry.section != "action"):
        _read_action(assembly, entry)
    for entry in entries:
        if entry.section == "trait":
            _read_trait(assembly, entry)
    return _finish(assembly)


def _mend_scores(assembly: _Assembly) -> None:
    """Bring ability scores that cannot be into 1 to 30: one slip should not cost a whole library."""
    scores = assembly.raw.values.get("abilities", {})
    for ability, score in scores.items():
        if not 1 <= score <= 30:
            scores[ability] = max(1, min(30, score))
            assembly.note("", f"{ability} {score} is no ability score; {scores[ability]} is used")


def _waits(entry: Entry) -> bool:
    """Whether an entry speaks of others, which have to be read first."""
    if entry.name.lower().startswith("multiattack"):
        return True
    return bool(_USES_OTHERS.search(entry.text)) and not re.search(
        r"attack(?: roll)?:|saving throw", entry.text, re.I
    )


def _read_action(assembly: _Assembly, entry: Entry) -> None:
    raw = assembly.raw
    if is_spell_list(entry.text):
        _read_spellcasting(assembly, entry)
        return
    reading = read_action(
        entry.name,
        _with_heads_counted(entry.text, raw),
        raw.name,
        assembly.kind,
        entry.section,
        assembly.known(),
        entry.usage,
    )
    name = read_name(entry.name).name
    if entry.section == "bonus" and not reading.rows and name.lower() in PLAIN_TRAITS:
        _read_trait(assembly, entry)  # a trait that some programs keep among the bonus actions
        return
    kept = _keep_rows(assembly, name, _with_their_rolls(reading))
    if reading.charge is not None:
        assembly.traits.append(reading.charge)
    for phrase in dict.fromkeys(reading.leftover):
        assembly.note(name, phrase)
    _report(assembly, entry, name, reading, kept)
    for phrase in disagreements(entry.stated, kept):
        assembly.note(name, phrase, "differs")


def _with_their_rolls(reading: ActionReading) -> list[dict[str, Any]]:
    """Leave out blows whose attack roll was not understood: they would hit by themselves."""
    if not reading.has_attack or any(row.get("attack") for row in reading.rows):
        return reading.rows
    return [
        row
        for row in reading.rows
        if not any(effect.get("damage") and not effect.get("save") for effect in row.get("effects", []))
    ]


_AS_MANY = re.compile(r"as many (\w+) attacks as it has heads", re.I)


def _with_heads_counted(text: str, raw: RawCreature) -> str:
    """Say how many bites a hydra has: one for each head that another trait counts."""
    heads = next(
        (found[1] for entry in raw.entries if (found := re.search(r"has (\w+) heads", entry.text))), None
    )
    return _AS_MANY.sub(rf"{heads} \1 attacks", text) if heads and _AS_MANY.search(text) else text


def _report(
    assembly: _Assembly, entry: Entry, name: str, reading: ActionReading, kept: list[dict[str, Any]]
) -> None:
    if not kept and not reading.leftover and not reading.charge and entry.text.strip():
        severity: Severity = "lost" if reading.has_attack or reading.has_save else "beyond"
        assembly.note(name, shown(entry.text)[:160], severity)
    for phrase in dict.fromkeys(reading.told):
        assembly.note(name, phrase, "told")
    for phrase in dict.fromkeys(reading.beyond):
        assembly.note(name, phrase, "beyond")
    for phrase in dict.fromkeys(reading.wrong_averages):
        assembly.note(name, phrase, "differs")
    complete = reading.complete and len(kept) >= len(reading.rows)
    rows = kept + ([reading.charge] if reading.charge else [])
    kinds = (reading.has_attack, reading.has_save)
    beside = reading.beyond + reading.told
    _hold_against_the_text(assembly, entry, name, rows, beside, kinds, complete, bool(reading.told))


def _hold_against_the_text(
    assembly: _Assembly,
    entry: Entry,
    name: str,
    rows: list[dict[str, Any]],
    beside: list[str],
    kinds: tuple[bool, bool],
    complete: bool,
    told: bool = False,
) -> None:
    """Compare every number of the text with what was read of it, and list what differs or is missing."""
    numbers = with_reading(entry.text, rows, beside)
    held, wrong = misread(entry.text, rows, complete)
    for phrase in wrong:
        assembly.note(name, phrase, "differs")
    missing = [number for number in numbers if not number.read and not number.beside]
    if complete and missing:
        for number in missing:
            assembly.note(name, f"{number.text}: not read")
        complete = False
    attack, save = kinds
    assembly.readings.append(
        Reading(name, entry.section, attack, save, complete, told, tuple(numbers), held, tuple(wrong))
    )


def _keep_rows(assembly: _Assembly, name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the actions that are valid, each under a name of its own; note the others."""
    kept = []
    names = {row["name"] for row in assembly.actions}
    for row in rows:
        if row["name"] in names:
            economy = row.get("economy", "action")
            row = {**row, "name": _unused(f"{row['name']} ({economy})", names)}
        try:
            Action.model_validate(row)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(str(step) for step in problem["loc"])
            assembly.note(name, f"{where}: {problem['msg'].removeprefix('Value error, ')}".strip(": "))
            continue
        names.add(row["name"])
        kept.append(_with_name(row, assembly.raw.name))
    assembly.actions += kept
    return kept


def _with_name(value: Any, name: str) -> Any:
    """Return a row with the creature's name in place of the sign that stood for it."""
    if isinstance(value, dict):
        return {key: _with_name(below, name) for key, below in value.items()}
    if isinstance(value, list | tuple):
        return [_with_name(below, name) for below in value]
    return named(value, name) if isinstance(value, str) else value


def _unused(name: str, names: set[str]) -> str:
    number = 2
    candidate = name
    while candidate in names:
        candidate = f"{name} {number}"
        number += 1
    return candidate


def _read_spellcasting(assembly: _Assembly, entry: Entry) -> None:
    block = read_spells(entry.text)
    values = assembly.raw.values
    abilities = values.get("abilities", {})
    best = block.ability or max(ABILITIES[3:], key=lambda name: abilities.get(name, 10))
    challenge = values.get("level") or values.get("challenge") or 0
    bonus = (values.get("proficiency") or proficiency_at(challenge)) + ability_modifier(
        abilities.get(best, 10)
    )
    row = block.row(8 + bonus, bonus, max(1, min(20, int(challenge))), best)
    try:
        Spellcasting.model_validate(row)
    except ValidationError as error:
        assembly.note(entry.name, f"the list of spells: {error.errors()[0]['msg']}")
        return
    if not block.names:
        assembly.note(entry.name, shown(entry.text)[:160])
        return
    assembly.spellcasting.append(row)
    said = {"dc": row["dc"], "to_hit": row["to_hit"]}
    dice = [number.text for number in numbers_of(entry.text) if number.kind == "dice"]  # beside spells' names
    _hold_against_the_text(assembly, entry, entry.name, [_as_said(block, said)], dice, (False, False), True)
    unknown = [name for name in dict.fromkeys(block.names) if name not in spells()]
    if unknown:
        assembly.note(entry.name, f"spells without numbers of ours: {', '.join(unknown)}")


def _as_said(block: SpellList, row: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers that a list of spells states itself, without those that were worked out."""
    return {key: value for key, value in row.items() if getattr(block, key) is not None}


def _read_trait(assembly: _Assembly, entry: Entry) -> None:
    if is_spell_list(entry.text):
        _read_spellcasting(assembly, entry)
        return
    reading = read_trait(
        entry.name, entry.text, assembly.raw.name, assembly.kind, assembly.known(), entry.usage
    )
    name = read_name(entry.name).name
    assembly.traits += [_with_name(row, assembly.raw.name) for row in reading.rows]
    _keep_rows(assembly, name, reading.actions)
    for phrase in dict.fromkeys(reading.leftover):
        assembly.note(name, phrase)
    for phrase in dict.fromkeys(reading.beyond):
        assembly.note(name, phrase, "beyond")
    for phrase in dict.fromkeys(reading.told):
        assembly.note(name, phrase, "told")
    for phrase in reading.wrong_averages:
        assembly.note(name, phrase, "differs")
    save = bool(re.search(r"saving throw:|DC \d+ \w+ sav(?:e|ing throw)\b", entry.text, re.I))
    rows = reading.rows + reading.actions
    whole = not reading.leftover
    known = any(row["kind"] in _KNOWN_BY_NAME for row in reading.rows) or _is_beside(reading.rows, entry)
    beside = [entry.text] if known else reading.beyond + reading.told
    _hold_against_the_text(assembly, entry, name, rows, beside, (False, save), whole, bool(reading.told))


_KNOWN_BY_NAME = set(PLAIN_TRAITS.values())
"""Traits that the rules know by their names, with the numbers in their text."""


def _is_beside(rows: list[dict[str, Any]], entry: Entry) -> bool:
    """Whether a trait means nothing in a fight: mimicry and the like, with a check and no save."""
    kept = [row for row in rows if row.get("kind") == "other" and "note" not in row]
    return bool(kept) and not re.search(r"\bsav(?:e|ing throw)\b", entry.text, re.I)


def _finish(assembly: _Assembly) -> Imported:
    raw = assembly.raw
    _check_hit_points(assembly)
    actions = _with_sound_recipes(assembly)
    legendary = raw.legendary_actions
    if legendary is None:
        legendary = 3 if any(row.get("economy") == "legendary" for row in actions) else 0
    values = {
        "id": slug(raw.name) + ("-5.2" if raw.rules == "5.2" else ""),
        "name": raw.name,
        **({"rules": raw.rules} if raw.rules != "5.1" else {}),
        **raw.values,
        "traits": assembly.traits,
        "actions": actions,
        "legendary_actions": max(0, min(5, legendary)),
        "spellcasting": assembly.spellcasting,
    }
    values = _without_the_impossible(assembly, values)
    lost = [note for note in assembly.notes if note.severity == "lost"]
    values["not_understood"] = [
        f"{note.action}: {note.phrase.removeprefix(AS_A_WHOLE)}" if note.action else note.phrase
        for note in lost
    ]
    creature = validated(Creature, values, raw.place)
    return Imported(creature, assembly.notes, assembly.readings, raw.printed_hit_points)


_DETAILS = {
    "senses", "speed", "skills", "saves", "vulnerable", "resistant", "immune", "condition_immunities",
    "challenge", "tags", "initiative",
}  # fmt: skip
"""What a creature can do without."""


def _without_the_impossible(assembly: _Assembly, values: dict[str, Any]) -> dict[str, Any]:
    """Leave out details that cannot be, and note them: one slip should not cost a whole creature."""
    while True:
        try:
            Creature.model_validate(values)
            return values
        except ValidationError as error:
            problem = error.errors()[0]
        place, key = problem["loc"], next(iter(problem["loc"]), "")
        if key not in _DETAILS or key not in values:
            return values  # the schema says what is wrong with it
        found = repr(problem["input"])[:60]
        what = ".".join(str(step) for step in place)
        assembly.note("", f"{what}: {problem['msg']} (found {found})")
        inner = values[key]
        if len(place) > 1 and isinstance(inner, dict) and place[1] in inner:
            values = {**values, key: {name: row for name, row in inner.items() if name != place[1]}}
        elif len(place) > 1 and isinstance(inner, list) and isinstance(place[1], int):
            values = {**values, key: inner[: place[1]] + inner[place[1] + 1 :]}
        else:
            values = {name: row for name, row in values.items() if name != key}


def _with_sound_recipes(assembly: _Assembly) -> list[dict[str, Any]]:
    """Drop recipes that use an action which could not be kept, and charges with one."""
    names = {row["name"] for row in assembly.actions}
    actions = []
    for row in assembly.actions:
        if "recipes" in row:
            sound = [recipe for recipe in row["recipes"] if all(part["use"] in names for part in recipe)]
            if not sound:
                assembly.note(row["name"], "uses actions that were not understood")
                continue
            row = {**row, "recipes": sound}
        actions.append(row)
    assembly.traits = [
        row for row in assembly.traits if row.get("attack", "") in names or row["kind"] != "charge"
    ]
    return actions


def _check_hit_points(assembly: _Assembly) -> None:
    dice, printed = assembly.raw.values.get("hit_points"), assembly.raw.printed_hit_points
    if not isinstance(dice, str) or printed is None:
        return
    if not re.fullmatch(r"\d{0,4}d\d{1,4}([+-]\d{1,5})?|\d{1,6}", dice):
        return  # the schema says what is wrong with it
    mean = max(1, average(dice))
    if mean != printed:
        assembly.note("", f"printed {printed} hit points, but {dice} is {mean} on average", "differs")
