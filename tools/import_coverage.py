"""How much of a file of creatures the importers understand, and whether its statistics hold.

    python tools/import_coverage.py monsters.json [more.json ...] [--list]

Prints the share of the attacks and of the saves that were understood completely (no clause with a meaning in
a fight was left over), and every place where a printed number is not what its dice say. ``--list`` names the
rest.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from hazard.cli.fivee_import import share
from hazard.fivee.importers import Imported, import_file

ASKED = {"attack": 0.95, "save": 0.80}


def main() -> int:
    """Measure the files of the command line; 1 where less is understood than is asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--list", action="store_true", help="name everything that was not understood")
    words = parser.parse_args()
    enough = True
    for file in words.files:
        found = import_file(file)
        print(f"{file.name}: {len(found)} creatures")
        for what, asked in ASKED.items():
            complete, count = share(found, what)
            part = complete / count if count else 1.0
            enough &= part >= asked
            verdict = "" if part >= asked else f"  below the {asked:.0%} asked"
            print(f"  {what}s understood completely: {complete} of {count} ({part:.1%}){verdict}")
        statistics(found)
        if words.list:
            for imported in found:
                for note in imported.lost:
                    print(f"  {note}")
    return 0 if enough else 1


def statistics(found: list[Imported]) -> None:
    """Print how many printed numbers agree with their dice, and those that do not."""
    differs = [note for imported in found for note in imported.notes if note.severity == "differs"]
    points = [note for note in differs if "hit points" in note.phrase]
    averages = [note for note in differs if re.match(r"printed \d+, but", note.phrase)]
    to_hit = [note for note in differs if "to hit" in note.phrase]
    for what, notes in (
        ("hit points that are not the mean of their dice, rounded down", points),
        ("damage whose printed average is not", averages),
        ("to-hit bonuses on which fields and prose disagree", to_hit),
        (
            "other disagreements of fields and prose",
            [n for n in differs if n not in points + averages + to_hit],
        ),
    ):
        print(f"  {what}: {len(notes)}")
        for note in notes:
            print(f"    {note}")


if __name__ == "__main__":
    raise SystemExit(main())
