"""Make the picture of a Slay the Spire turn that README.md shows, from what `hazard tour` says about it.

    python tools/readme_pictures.py                    into docs/images/readme-spire.svg

The picture of the fight is made by tools/readme_picture.py, those of boards and trees by the commands that
docs/gallery.md names.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hazard.spire.cli.tour import spire

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "readme-spire.svg"


def main() -> None:
    """Draw what the stop of the tour prints, as a terminal of 100 columns shows it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        spire(quiet=False)
    lines = [line for line in printed.getvalue().strip().splitlines() if not re.match(r"== |\(", line)]
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text("\n".join(lines).strip()))
    svg = console.export_svg(title="hazard tour: which cards against Gremlin Nob?", unique_id="readme")
    # No font is fetched from elsewhere.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), "utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
