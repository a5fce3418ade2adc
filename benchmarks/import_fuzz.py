"""Ten thousand broken files through the importers: each is read, or refused with its place.

The files are samples of every format, mutated: cut off, with parts lost, doubled, swapped or replaced.
Anything but a ``ContentError`` is a fault, and is shown with its case. ``--folder`` draws from files of yours
instead: JSON, or YAML, which is broken as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from time import perf_counter

from common import Report, arguments

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.fivee.importers.import_mutations import mutated
from tests.fivee.importers.import_samples import EVERY_SAMPLE

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import import_text
from hazard.fivee.importers.foundry import parse_yaml


def samples_of(folder: Path) -> list[tuple[str, str]]:
    """Return the files of a folder by their names, YAML written as JSON."""
    found = []
    for file in sorted(folder.rglob("*")):
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        if file.suffix in (".yml", ".yaml"):
            text = json.dumps(parse_yaml(text, file.name).value, default=str)
        if file.suffix in (".json", ".yml", ".yaml"):
            found.append((file.name, text))
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cases", type=int, help="how many (10,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="break the files of this folder instead of our samples")
    options = parser.parse_args()
    cases = options.cases or (100 if options.quick else 10_000)
    report = Report("import_fuzz", options.quick)
    samples = samples_of(options.folder) if options.folder else list(EVERY_SAMPLE.items())
    read = refused = faults = 0
    slowest = 0.0
    for case in range(cases):
        form, sample = samples[case % len(samples)]
        text = mutated(sample, random.Random(f"{options.seed} {case}"))
        began = perf_counter()
        try:
            import_text(text, "mutant.txt")
            read += 1
        except ContentError as error:
            refused += 1
            if not str(error).startswith("mutant.txt"):
                faults += 1
                report.note(f"case {case} ({form}): the error does not name the file: {error}")
        except Exception as error:
            faults += 1
            report.note(f"case {case} ({form}): {type(error).__name__}: {error}")
        slowest = max(slowest, perf_counter() - began)
    columns = ("cases", "read", "refused with the place", "faults", "slowest, s")
    report.table("Broken files through the importers", columns, [[cases, read, refused, faults, slowest]])
    report.at_most("faults", faults, 0, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
