"""Write the Spire's content, and a line of monsters for every encounter, as bytes for the self-test.

Usage: spire_content.py FILE
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from hazard.spire.rules.compile import compiled
from hazard.spire.rules.encounters import draw_line
from hazard.spire.rules.library import shipped
from hazard.spire.rules.monster_rows import EMPTY_PLACE

NOBODY = 65535


def main() -> None:
    """Write the file named on the command line."""
    content = compiled(20)
    chance = random.Random(1)
    lines = [draw_line(row, chance) for row in shipped().encounters for _ in range(3)]
    rows = [[NOBODY if name == EMPTY_PLACE else content.monsters[name] for name in line] for line in lines]
    Path(sys.argv[1]).write_bytes(content.core.saved(rows))


if __name__ == "__main__":
    main()
