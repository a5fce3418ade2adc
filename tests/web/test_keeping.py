"""A reload finds the work where it was; what is shown is what there is."""

from __future__ import annotations

import json

import pytest
from tests.web.serving import Server, connected, marked, unfold

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect
from tests.fivee.web.test_combat_page import begin
from tests.web.test_game_pages import MATCH


def test_the_tree_that_was_looked_at_is_there_after_a_reload(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}tree?game=tictactoe&depth=99&search=nonsense")
    expect(marked(tab, "tree-headline")).to_be_visible()
    marked(tab, "tree-position").fill("xo./.../... x")
    marked(tab, "look").click()
    expect(tab.get_by_role("alert").or_(marked(tab, "tree-headline")).first).to_be_visible()
    tab.wait_for_url("**state=xo*")
    tab.reload()
    expect(marked(tab, "tree-position")).to_have_value("xo./.../... x")


def test_the_position_id_goes_along_with_the_game(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    expect(marked(tab, "position")).to_have_value("4HPwATDgc/ABMA opening")
    marked(tab, "own-dice").fill("31")
    marked(tab, "own-dice").press("Enter")
    expect(marked(tab, "position")).not_to_have_value("4HPwATDgc/ABMA opening")


def test_a_match_and_a_log_are_there_after_a_reload(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    unfold(tab, "Analyse a match")
    connected(tab)
    upload = {"name": "match.mat", "mimeType": "text/plain", "buffer": MATCH.encode()}
    marked(tab, "match-file").locator("input[type=file]").set_input_files(upload)
    expect(marked(tab, "match-report")).to_be_visible()
    tab.reload()
    expect(marked(tab, "match-report")).to_be_visible()

    tab.goto(f"{server.address}spire")
    lines = [json.dumps({"kind": "decision", "command": word, "ms": 5}) for word in ("play 1 0", "end")]
    upload = {"name": "run.jsonl", "mimeType": "application/json", "buffer": "\n".join(lines).encode()}
    marked(tab, "spire-file").locator("input[type=file]").set_input_files(upload)
    expect(marked(tab, "at")).to_have_text("Decision 1 of 2")
    tab.wait_for_url("**/spire/*")
    tab.reload()
    expect(marked(tab, "at")).to_have_text("Decision 1 of 2")


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    unfold(tab, "Analyse a match")
    connected(tab)
    upload = {"name": "match.mat", "mimeType": "text/plain", "buffer": b"x" * 1_000_001}
    marked(tab, "match-file").locator("input[type=file]").set_input_files(upload)
    expect(tab.get_by_role("alert")).to_contain_text("at most 1.0 MB")


def test_why_not_is_answered_for_any_plan_that_is_typed(tab: Page, server: Server) -> None:
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_be_visible()
    marked(tab, "typed").fill("why not shortbow cleric")
    marked(tab, "typed").press("Enter")
    expect(marked(tab, "why")).to_contain_text("Shortbow at Cleric")


def test_a_game_that_was_only_looked_at_is_not_offered_to_be_gone_on_with(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}pig")
    expect(marked(tab, "roll")).to_be_visible()
    work = tab.url.removeprefix(server.address)
    tab.goto(server.address)
    expect(tab.locator(f'a[href="/{work}"]')).to_have_count(0)
    tab.goto(server.address + work)
    marked(tab, "roll").click()
    expect(tab.get_by_text("You: Roll").first).to_be_visible()
    tab.goto(server.address)
    expect(tab.locator(f'a[href="/{work}"]')).to_have_count(1)


@pytest.mark.parametrize("game", ["pig", "2048", "backgammon"])
def test_the_way_back_from_a_game_leads_out_of_it_and_begins_no_other(
    tab: Page, server: Server, game: str
) -> None:
    tab.goto(f"{server.address}{game}")
    expect(marked(tab, "export")).to_be_visible()
    tab.wait_for_url(f"**/{game}/*")
    tab.go_back()
    tab.wait_for_url(server.address)
