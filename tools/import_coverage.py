"""How much of a folder or a file of creatures the importers understand, and whether the numbers hold.

    python tools/import_coverage.py FOLDER-OR-FILE... [--list] [--json] [--against FILE]

Counts every "+N to hit" and every "DC N" that the text of a creature prints, in actions, traits, reactions
and legendary actions. A number is *read* when the creature has it, and *complete* when besides nothing of its
action that matters in a fight was left over. Every number that was read is held against the text;
``--against`` also compares the creatures with those of the same names in another file. ``--list`` names the
rest.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import Imported, import_file
from hazard.fivee.importers.printed import Number
from hazard.fivee.importers.report import Reading

ASKED = {"attacks": 0.92, "saves": 0.70}
MOST_MISREAD = 0.003
_BESIDE = re.compile(r"Creature(?:Action|ActionAttack|Trait|Set)|Conditions", re.I)


def main() -> int:
    """Measure the files of the command line; 1 where less is understood than is asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("places", nargs="+", type=Path, metavar="FOLDER-OR-FILE")
    parser.add_argument("--list", action="store_true", help="name everything that was not understood")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with the same creatures there")
    words = parser.parse_args()
    rows = [row for place in words.places for row in measured(place, words.list and not words.json)]
    if words.against is not None:
        rows += [{"what": "against"} | compared(words.places, words.against)]
    if words.json:
        print(json.dumps(rows, indent=2))
    else:
        show(rows)
    return 0 if all(good(row) for row in rows) else 1


def files_of(place: Path) -> list[list[Path]]:
    """Return the files of a place in groups that are measured together: a folder of actors is one."""
    if place.is_file():
        return [[place]]
    groups = []
    for folder in sorted({file.parent for file in place.rglob("*") if file.is_file()}):
        files = sorted(
            file for file in folder.iterdir() if file.suffix in (".json", ".yml", ".yaml", ".txt", ".md")
        )
        files = [file for file in files if not _BESIDE.search(file.stem) and file.stem != "NOTE"]
        actors = [file for file in files if file.suffix in (".yml", ".yaml")]
        groups += [[file] for file in files if file not in actors] + ([actors] if actors else [])
    return groups


def measured(place: Path, listed: bool) -> list[dict[str, Any]]:
    """Return a row of figures for each group of files of a place."""
    rows = []
    for group in files_of(place):
        found: list[Imported] = []
        refused = []
        skipped = 0
        for file in group:
            try:
                creatures = import_file(file)
            except ContentError as error:
                refused.append(str(error))
                continue
            skipped += len(getattr(creatures, "skipped", []))
            refused += [f"{one.name}: {one.why}" for one in getattr(creatures, "skipped", [])]
            found += creatures
        name = str(group[0]) if len(group) == 1 else f"{group[0].parent}/ ({len(group)} files)"
        row = figures(name, found) | {"skipped": skipped, "refused": refused}
        rows.append(row)
        if listed:
            listing(name, found, refused)
    return rows


def saved(number: Number) -> bool:
    """Whether a DC is one of a saving throw, and not of a check or an escape."""
    return number.kind == "dc" and number.ability is not None


def figures(name: str, found: list[Imported]) -> dict[str, Any]:
    """Return the counts of one group of files."""
    readings = [reading for imported in found for reading in imported.readings]
    row: dict[str, Any] = {"what": name, "creatures": len(found)}
    for what, counts in (
        ("attacks", lambda number: number.kind == "attack"),
        ("saves", saved),
        ("all DCs", lambda number: number.kind == "dc"),
        ("dice", lambda number: number.kind == "dice"),
    ):
        numbers = [(number, reading) for reading in readings for number in reading.numbers if counts(number)]
        row[what] = len(numbers)
        row[f"{what} read"] = sum(number.read for number, _ in numbers)
        row[f"{what} complete"] = sum(
            (number.read or number.beside) and reading.complete for number, reading in numbers
        )
        row[f"{what} in words"] = sum(
            (number.read or number.beside) and reading.complete and reading.told
            for number, reading in numbers
        )
    row["numbers"] = sum(reading.held for reading in readings)
    row["misread"] = sum(len(reading.misread) for reading in readings)
    row["differs"] = sum(note.severity == "differs" for imported in found for note in imported.notes)
    return row


def good(row: dict[str, Any]) -> bool:
    """Whether a row reaches what is asked."""
    if row["what"] == "against":
        return bool(row["equal"] >= 0.995 * row["compared"])
    enough = all(row[f"{what} complete"] >= asked * row[what] for what, asked in ASKED.items())
    return enough and row["misread"] <= MOST_MISREAD * row["numbers"]


def show(rows: list[dict[str, Any]]) -> None:
    """Print the rows as a table for a person."""
    for row in rows:
        if row["what"] == "against":
            print(f"  equal to the other file: {row['equal']} of {row['compared']} numbers")
            for line in row["differing"]:
                print(f"    {line}")
            continue
        print(f"{row['what']}: {row['creatures']} creatures, {row['skipped']} skipped")
        for line in row["refused"]:
            print(f"  refused: {line[:200]}")
        for what in ("attacks", "saves", "all DCs", "dice"):
            print(
                f"  {what:8}{row[what]:5}   read {share(row[f'{what} read'], row[what])}"
                f"   complete {share(row[f'{what} complete'], row[what])}"
                f"   of these with words that are only kept {row[f'{what} in words']}"
            )
        part = 100 * row["misread"] / max(1, row["numbers"])
        print(
            f"  numbers held against the text: {row['numbers']}, not said there: {row['misread']}"
            f" ({part:.2f} %)"
        )


def share(part: int, whole: int) -> str:
    """Return a share as text."""
    return f"{part:5} ({100 * part / whole:5.1f} %)" if whole else "    -         "


def listing(name: str, found: list[Imported], refused: list[str]) -> None:
    """Print what was not understood: each number that is missing, and each phrase."""
    print(f"# {name}")
    for line in refused:
        print(f"refused\t{line}")
    phrases: Counter[str] = Counter()
    for imported in found:
        for reading in imported.readings:
            _list_reading(imported, reading)
        for note in imported.notes:
            if note.severity != "beyond":
                print(f"{note.severity}\t{note}")
                phrases[re.sub(r"\d+", "N", note.phrase)[:40]] += note.severity == "lost"
    print("# the phrases that are lost most often")
    for phrase, count in phrases.most_common(40):
        print(f"{count}\t{phrase}")


def _list_reading(imported: Imported, reading: Reading) -> None:
    for number in reading.numbers:
        if number.kind != "dice" and not ((number.read or number.beside) and reading.complete):
            state = "incomplete" if number.read else "kept as a note" if number.beside else "not read"
            print(f"{state}\t{number.text}\t{imported.creature.name}, {reading.name} ({reading.section})")


# ---- the same creatures in two files ----------------------------------------------------------------------


def compared(places: list[Path], other: Path) -> dict[str, Any]:
    """Compare to-hit bonuses, dice and DCs of actions of the same name in two files."""
    twins = {_key(one.creature.name): one for one in import_file(other)}
    equal, count, differing = 0, 0, []
    for file in [file for place in places for group in files_of(place) for file in group]:
        try:
            mine = import_file(file)
        except ContentError as error:
            print(error, file=sys.stderr)
            continue
        for one in mine:
            twin = twins.get(_key(one.creature.name))
            for name, ours, theirs in _pairs(one, twin) if twin else []:
                count += 1
                equal += ours == theirs
                if ours != theirs:
                    differing.append(f"{one.creature.name}, {name}: {ours} against {theirs}")
    return {"compared": count, "equal": equal, "differing": differing}


def _key(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _pairs(one: Imported, twin: Imported) -> list[tuple[str, str, str]]:
    """Return the numbers that both have, action by action: what it is, ours, theirs."""
    theirs = {_key(action.name): action for action in twin.creature.actions}
    found = []
    for action in one.creature.actions:
        other = theirs.get(_key(action.name))
        if other is None or "(" in action.name:
            continue
        if action.attack and other.attack:
            found.append((action.name, str(action.attack.to_hit), str(other.attack.to_hit)))
        dice = [[effect.damage or "" for effect in each.effects if effect.damage] for each in (action, other)]
        found.append((f"{action.name}, dice", " ".join(dice[0]), " ".join(dice[1])))
        saves = [
            " ".join(f"{e.save.dc} {e.save.ability}" for e in each.effects if e.save)
            for each in (action, other)
        ]
        if any(saves):
            found.append((f"{action.name}, saves", saves[0], saves[1]))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
