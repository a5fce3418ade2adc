"""Take the picture of `hazard web` that README.md shows: a fight on its map, with the suggestion of a turn.

    python tools/readme_picture.py                    into docs/images/web-combat.png

Needs Chromium and the development requirements.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import expect, sync_playwright
from tests.web.looking import settled
from tests.web.page_scenes import SCENES
from tests.web.serving import Server, window

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "web-combat.png"
LARGEST = 200_000
"""Bytes: everybody who looks at the README loads it."""


def main() -> None:
    """Take it."""
    expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        tab = window(browser).new_page()
        SCENES["combat_turn"](tab, server.address)
        settled(tab, 1280, "light")
        tab.set_viewport_size({"width": 1280, "height": 760})
        tab.wait_for_timeout(500)  # what fades in has faded in
        tab.screenshot(path=PICTURE)
        browser.close()
        server.stop()
    size = PICTURE.stat().st_size
    print(f"{PICTURE.relative_to(ROOT)}: {size:,} bytes")
    sys.exit(size > LARGEST)


if __name__ == "__main__":
    main()
