"""Every page in the states that matter, at the width of a telephone, a desk and a projector.

Nothing sticks out, is cut off, lies on something else or is hard to read, as far as a program can see.
``tools/web_pictures.py`` looks at more of it, and takes pictures for people to look at.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.serving import Server, marked, window

pytest.importorskip("playwright")
from playwright.sync_api import expect
from tests.web.looking import faults, settled
from tests.web.page_scenes import SCENES

ON_PAPER = ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
LOOKS = ((360, "dark"), (1280, "light"), (1920, "dark"))
LOCALES = {"combat_turn": "en-GB", "spire_advice": "en-GB", "tree_unfolded": "en-GB"}
"""All others are looked at in German, whose words are longer."""
LOOKED_AT = (
    "home_again", "combat_adding", "combat_turn", "combat_chosen", "spire_advice", "takeiteasy_alone",
    "backgammon_candidates", "twenty48_hint", "pig", "tree_unfolded", "tree_comparison",
    "no_page",
)  # fmt: skip
"""A scene for each page, and those that were wrong before; only the tool has the patience for all."""
TOKEN = "known-to-nobody"


@pytest.mark.parametrize("name", LOOKED_AT)
def test_nothing_sticks_out_is_cut_off_or_hard_to_read(chromium, server: Server, name: str) -> None:
    context = window(chromium, locale=LOCALES.get(name, "de-DE"))
    tab = context.new_page()
    SCENES[name](tab, server.address)
    found = []
    for width, colours in LOOKS:
        settled(tab, width, colours)
        found += [f"{width} {colours}: {fault}" for fault in faults(tab)]
    context.close()
    assert found == []


def test_who_comes_without_the_token_is_asked_for_it(chromium, tmp_path: Path) -> None:
    server = Server(tmp_path, "--token", TOKEN)
    context = window(chromium, viewport={"width": 360, "height": 900}, locale="de-DE", color_scheme="dark")
    tab = context.new_page()
    tab.goto(f"{server.address.partition('?')[0]}tree")
    expect(tab.get_by_text("Ein Token fehlt")).to_be_visible()
    assert faults(tab) == []
    tab.get_by_label("Token").fill("something else")
    tab.get_by_label("Token").press("Enter")
    expect(tab.get_by_text("Ein Token fehlt")).to_be_visible()
    tab.get_by_label("Token").fill(TOKEN)
    tab.get_by_label("Token").press("Enter")
    expect(tab.locator(".hz-brand")).to_be_visible()
    assert "token" not in tab.url
    context.close()
    server.stop()


def test_on_paper_there_is_nothing_to_press(chromium, server: Server) -> None:
    context = window(chromium, color_scheme="dark", locale="en-GB")
    tab = context.new_page()
    SCENES["combat_turn"](tab, server.address)
    tab.emulate_media(media="print")
    expect(tab.locator(".print-only")).to_be_visible()
    expect(tab.locator(".q-btn").locator("visible=true")).to_have_count(0)
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") in ON_PAPER
    tab.emulate_media(media="screen")
    expect(marked(tab, "do_and_roll")).to_be_visible()
    context.close()
