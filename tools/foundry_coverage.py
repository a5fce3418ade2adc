"""How many combats of Foundry VTT are accepted: tracker states drawn from a folder of actors.

    python tools/foundry_coverage.py FOLDER --states 1000

FOLDER has actors of the dnd5e system as YAML or JSON, and is searched with all its subfolders. Each state is
drawn as a table may have it (names twice, tokens that overlap or lie off the scene, walls, conditions), goes
through the module under Node, and is accepted if `hazard serve` makes a fight of it. Every tenth is asked
for a suggestion too.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.integrations.test_foundry import draw_combat, requests_of

from hazard.errors import HazardError
from hazard.fivee.importers.foundry_combat import read_tracker
from hazard.fivee.rules.states import read_state
from hazard.serve.functions import FUNCTIONS


def actors_in(folder: Path) -> list[dict]:
    """Return the creatures and characters of a folder."""
    import yaml

    files = [file for end in ("yml", "yaml", "json") for file in sorted(folder.rglob(f"*.{end}"))]
    found = [yaml.safe_load(file.read_text("utf-8")) for file in files]
    return [json.loads(json.dumps(actor, default=str)) for actor in found
            if isinstance(actor, dict) and actor.get("type") in ("npc", "character")]  # fmt: skip


def main() -> None:
    """Draw, ask and count."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    actors, rng = actors_in(asked.folder), random.Random(asked.seed)
    if not actors:
        raise SystemExit(f"{asked.folder} has no actors of Foundry")
    accepted, reasons, begun = 0, Counter(), time.perf_counter()
    for number, request in enumerate(requests_of(draw_combat(rng, actors) for _ in range(asked.states))):
        try:
            read_state(read_tracker(request["tracker"])[0])
            if number % 10 == 0:
                FUNCTIONS["foundry_suggest"]({**request, "depth": 1, "seconds": 5})
            accepted += 1
        except HazardError as error:
            reasons[str(error)] += 1
    seconds = time.perf_counter() - begun
    print(f"{len(actors)} actors, {asked.states} tracker states in {seconds:.0f} s")
    print(f"accepted: {accepted} ({accepted / asked.states:.2%})")
    for reason, count in reasons.most_common(10):
        print(f"  {count:4} {reason}")


if __name__ == "__main__":
    main()
