"""Ten thousand broken files through the importers: each is read, or refused with its place.

    python benchmarks/import_fuzz.py [--cases 10000] [--seed 0]

Anything but a ``ContentError`` is a fault; the program prints it with its case, and ends with 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "fivee" / "importers"))
from import_mutations import mutated
from import_samples import EVERY_SAMPLE

from hazard.fivee.importers import import_text
from hazard.fivee.library import ContentError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    samples = list(EVERY_SAMPLE.items())
    read = refused = faults = 0
    slowest, began = 0.0, time.perf_counter()
    for case in range(words.cases):
        form, sample = samples[case % len(samples)]
        text = mutated(sample, random.Random(f"{words.seed} {case}"))
        start = time.perf_counter()
        try:
            import_text(text, "mutant.txt")
            read += 1
        except ContentError as error:
            refused += 1
            if not str(error).startswith("mutant.txt"):
                faults += 1
                print(f"case {case} ({form}): the error does not name the file: {error}")
        except Exception as error:
            faults += 1
            print(f"case {case} ({form}): {type(error).__name__}: {error}")
        slowest = max(slowest, time.perf_counter() - start)
    seconds = time.perf_counter() - began
    print(f"{words.cases:,} broken files in {seconds:.0f} s, the slowest in {1000 * slowest:.0f} ms:")
    print(f"{read:,} read, {refused:,} refused with their place, {faults:,} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
