"""A page far from its server: whoever is quicker than the answers loses nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Server, marked

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

_LATE = """(() => {
  const late = 400, Fast = window.WebSocket;
  window.WebSocket = class extends Fast {
    send(data) { setTimeout(() => super.send(data), late); }
    set onmessage(take) { super.onmessage = (event) => setTimeout(() => take(event), late); }
  };
})()"""
"""Every message takes this many milliseconds, either way, and none overtakes another."""


@pytest.fixture
def far(chromium, server: Server) -> Iterator[Page]:
    """A browser window whose messages take their time."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(60_000)
    context.add_init_script(_LATE)
    yield context.new_page()
    context.close()


def test_what_is_done_before_the_page_is_connected_arrives_in_its_order(far: Page, server: Server) -> None:
    far.goto(f"{server.address}tree")
    marked(far, "tree-position").fill("")
    marked(far, "tree-position").press_sequentially("40 35 12")
    marked(far, "look").click()
    assert far.evaluate("!window.socket.connected"), "too late to show anything"
    expect(marked(far, "tree-headline")).to_contain_text("66.9 % chance to win")


def test_a_click_counts_that_came_before_the_answer_to_the_last(far: Page, server: Server) -> None:
    far.goto(f"{server.address}backgammon")
    marked(far, "position").fill("4HPwATDgc/ABMA max 3-1")
    marked(far, "set-up").click()
    expect(marked(far, "play")).to_be_disabled()
    for point in (8, 5, 6, 5):
        far.locator(f'[data-pick="point:{point}"]').click()
    expect(marked(far, "play")).to_be_enabled()
