"""A page far from its server: whoever is quicker than the answers loses nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.serving import Server, marked, window

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

_LATE = """(() => {
  const late = 400, Fast = window.WebSocket;
  let held = Promise.resolve();
  if (location.hash === '#held') { held = new Promise((go) => { window.letGo = go; }); }
  const later = (act) => held.then(() => setTimeout(act, late));
  window.WebSocket = class extends Fast {
    send(data) { later(() => super.send(data)); }
    set onmessage(take) { super.onmessage = (event) => later(() => take(event)); }
  };
})()"""
"""Every message takes this many milliseconds, either way, and none overtakes another.

On an address that ends in ``#held``, none gets through before ``letGo()``.
"""


@pytest.fixture
def far(chromium, server: Server) -> Iterator[Page]:
    """A browser window whose messages take their time."""
    context = window(chromium)
    context.add_init_script(_LATE)
    yield context.new_page()
    context.close()


def test_what_is_done_before_the_page_is_connected_arrives_in_its_order(far: Page, server: Server) -> None:
    far.goto(f"{server.address}tree#held")
    marked(far, "tree-position").fill("")
    marked(far, "tree-position").press_sequentially("40 35 12")
    marked(far, "look").click()
    far.evaluate("letGo()")
    expect(marked(far, "tree-headline")).to_contain_text("66.9 % chance to win")


def test_a_click_counts_that_came_before_the_answer_to_the_last(far: Page, server: Server) -> None:
    far.goto(f"{server.address}backgammon")
    marked(far, "position").fill("4HPwATDgc/ABMA max 3-1")
    marked(far, "set-up").click()
    expect(marked(far, "play")).to_be_disabled()
    for point in (8, 5, 6, 5):
        far.locator(f'[data-pick="point:{point}"]').click()
    expect(marked(far, "play")).to_be_enabled()


def test_a_hint_asked_for_before_the_die_has_come_to_rest_is_given(far: Page, server: Server) -> None:
    far.goto(f"{server.address}pig")
    for _ in range(3):
        marked(far, "roll").click()
        marked(far, "hint").click()
        expect(marked(far, "hint-shown")).to_be_visible()
        marked(far, "roll").click()
        expect(marked(far, "hint-shown")).to_have_count(0)


def test_a_hint_asked_for_before_the_tile_lies_is_of_the_next_tile(far: Page, server: Server) -> None:
    far.goto(f"{server.address}takeiteasy")
    marked(far, "mode-alone").click()
    far.locator('[data-pick="hex:c3"]').click()
    marked(far, "hint").click()
    expect(far.get_by_text("points still to come if")).to_be_visible()
    expect(marked(far, "score-sheet")).to_be_visible()  # the tile lies


def test_a_click_counts_while_the_board_is_drawn_anew(far: Page, server: Server) -> None:
    _fight(far, server)
    expect(marked(far, "suggestion")).to_be_visible()
    token = far.locator('[data-pick="token:0"]').bounding_box()
    assert token is not None
    far.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    far.mouse.down()
    marked(far, "map").evaluate("node => { node.innerHTML = node.innerHTML; }")
    far.mouse.up()
    expect(marked(far, "chosen")).to_be_visible()


def test_what_is_typed_stays_when_the_fight_goes_on(far: Page, server: Server) -> None:
    _fight(far, server)
    expect(marked(far, "suggestion")).to_be_visible()
    before = marked(far, "headline").inner_text()
    marked(far, "do_and_roll").click()
    marked(far, "typed").fill("goblin 1 dies")
    expect(marked(far, "headline")).not_to_have_text(before)
    expect(marked(far, "suggestion")).to_be_visible()
    expect(marked(far, "typed")).to_have_value("goblin 1 dies")


def test_the_next_line_can_be_typed_before_the_answer_to_the_last(far: Page, server: Server) -> None:
    _fight(far, server)
    expect(marked(far, "suggestion")).to_be_visible()
    marked(far, "typed").fill("xyzzy")
    marked(far, "typed").press("Enter")
    marked(far, "typed").fill("plugh")
    expect(far.get_by_text("xyzzy")).to_be_visible()  # refused, in words
    expect(marked(far, "typed")).to_have_value("plugh")
    marked(far, "typed").press("Enter")
    expect(far.get_by_text("plugh")).to_be_visible()


def _fight(far: Page, server: Server) -> None:
    far.goto(f"{server.address}combat")
    marked(far, "example-goblin-ambush").click()
    marked(far, "start-fight").click()
    expect(marked(far, "headline")).to_be_visible()
