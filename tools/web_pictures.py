"""Take pictures of every web page in the states that matter, and say what a program sees wrong in them.

    python tools/web_pictures.py                      all of it, into build/pictures
    python tools/web_pictures.py --only tree combat   the scenes whose names begin so
    python tools/web_pictures.py --quick              one width and one colour scheme for each language
    python tools/web_pictures.py --sight deuteranopia as somebody sees it who cannot tell red from green

Needs Chromium and the development requirements.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.web.looking import COLOURS, WIDTHS, faults, settled
from tests.web.page_scenes import SCENES
from tests.web.serving import Server

LOCALES = {"en": "en-GB", "de": "de-DE"}
SIGHTS = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")
TOKEN = "a-token-for-pictures"


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Pictures of every page of the web.")
    parser.add_argument("--out", type=Path, default=Path("build/pictures"), help="the folder for them")
    parser.add_argument("--only", nargs="*", default=[""], help="scenes whose names begin so")
    parser.add_argument("--widths", nargs="*", type=int, default=list(WIDTHS))
    parser.add_argument("--colours", nargs="*", choices=COLOURS, default=list(COLOURS))
    parser.add_argument("--languages", nargs="*", choices=list(LOCALES), default=list(LOCALES))
    parser.add_argument("--sight", choices=SIGHTS, help="as somebody sees it who cannot tell all colours")
    parser.add_argument("--quick", action="store_true", help="English at a desk, German on a telephone")
    return parser.parse_args()


def looks(options: argparse.Namespace, language: str) -> list[tuple[int, str]]:
    """Return the widths and colours to look at a scene in."""
    if options.quick:
        return [(1280, "light")] if language == "en" else [(360, "dark")]
    return [(width, colours) for width in options.widths for colours in options.colours]


def photographed(tab: Page, name: str, language: str, options: argparse.Namespace) -> list[str]:
    """Take the pictures of one scene; return what is wrong in them."""
    found = []
    for width, colours in looks(options, language):
        settled(tab, width, colours)
        file = f"{name}-{language}-{width}-{colours}{f'-{options.sight}' if options.sight else ''}.png"
        tab.screenshot(path=options.out / file, full_page=True)
        found += [f"{name} {language} {width} {colours}: {fault}" for fault in faults(tab)]
    return found


def scenes(browser: Browser, language: str, options: argparse.Namespace) -> list[str]:
    """Go through the scenes in one language, on a server of its own; return what is wrong."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        for name, act in SCENES.items():
            if not name.startswith(tuple(options.only)):
                continue
            begun = time.monotonic()
            context = browser.new_context(viewport={"width": 1280, "height": 900}, locale=LOCALES[language])
            tab = context.new_page()
            if options.sight:
                session = context.new_cdp_session(tab)
                session.send("Emulation.setEmulatedVisionDeficiency", {"type": options.sight})
            try:
                act(tab, server.address)
                found += photographed(tab, name, language, options)
            except Exception as error:
                tab.screenshot(path=options.out / f"{name}-{language}-failed.png")
                found.append(f"{name} {language}: {str(error).splitlines()[0]}")
            context.close()
            print(f"{name} {language}: {time.monotonic() - begun:.1f} s", file=sys.stderr)
        server.stop()
    return found


def door(browser: Browser, language: str, options: argparse.Namespace) -> list[str]:
    """Look at what somebody sees who does not know the token."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--token", TOKEN)
        context = browser.new_context(locale=LOCALES[language])
        tab = context.new_page()
        tab.goto(server.address.partition("?")[0])
        found = photographed(tab, "door", language, options)
        context.close()
        server.stop()
    return found


def main() -> None:
    """Take them."""
    options = asked()
    options.out.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    found: list[str] = []
    expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for language in options.languages:
            found += scenes(browser, language, options)
            if "door".startswith(tuple(options.only)):
                found += door(browser, language, options)
        browser.close()
    print("\n".join(found) or "Nothing is wrong that a program can see.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
