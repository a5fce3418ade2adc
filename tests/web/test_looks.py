"""Every page at the width of a telephone, a desk and a projector: nothing sticks out; pictures are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from serving import Server, marked, window

pytest.importorskip("playwright")
from playwright.sync_api import expect

PAGES = ("", "combat", "takeiteasy", "spire", "backgammon", "2048", "pig", "tree")
ON_PAPER = ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
SCREENSHOTS = Path("build/screenshots")


@pytest.mark.parametrize(
    ("width", "colours"),
    [(360, "dark"), (360, "light"), (1280, "light"), (1280, "dark"), (1920, "light"), (1920, "dark")],
)
def test_nothing_sticks_out(chromium, server: Server, width: int, colours: str) -> None:
    context = window(
        chromium,
        viewport={"width": width, "height": 900},
        color_scheme=colours,
        locale="de-DE" if width == 360 else "en-GB",
    )
    tab = context.new_page()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def looked_at(name: str) -> None:
        tab.screenshot(path=SCREENSHOTS / f"{name}-{width}-{colours}.png", full_page=True)
        wide = tab.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide"

    for name in PAGES:
        tab.goto(server.address + name)
        expect(tab.locator(".hz-brand")).to_be_visible()
        tab.wait_for_timeout(400)  # pages that begin a game lead on to it
        looked_at(name or "home")
    marked(tab, "side-by-side").click()
    expect(marked(tab, "comparison")).to_be_visible()
    looked_at("comparison")
    tab.goto(f"{server.address}combat")
    marked(tab, "example-goblin-ambush").click()
    expect(marked(tab, "start-fight")).to_be_visible()
    looked_at("set-up")
    marked(tab, "start-fight").click()
    expect(marked(tab, "suggestion")).to_be_visible()
    looked_at("fight")
    tab.emulate_media(media="print")
    looked_at("printed")
    expect(tab.locator(".print-only")).to_be_visible()
    expect(tab.locator(".q-btn").locator("visible=true")).to_have_count(0)
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") in ON_PAPER
    tab.emulate_media(media="screen")
    tab.goto(tab.url.partition("?")[0] + "/players")
    expect(tab.locator("[data-drag]").first).to_be_visible()
    looked_at("players")
    context.close()
