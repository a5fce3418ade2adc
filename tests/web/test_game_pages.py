"""Backgammon, 2048, Pig and the tree explorer in a real browser."""

from __future__ import annotations

import json

import pytest
from tests.web.serving import Server, marked, press_on, unfold

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

MATCH = """ 3 point match

 Game 1
 Alice : 0                        Bob : 0
  1)                               31: 8/5 6/5
  2) 62: 24/18 13/11               66: 24/18(2) 13/7(2)
  3) 41: bar/24 8/4
"""


def pick(tab: Page, what: str) -> None:
    """Click something on a board and wait for the board's answer."""
    before = marked(tab, "board").inner_html()
    tab.locator(f'[data-pick="{what}"]').click()
    tab.wait_for_function(
        "old => document.querySelector('[data-testid~=board]').innerHTML !== old", arg=before
    )


def test_a_backgammon_turn_is_rolled_by_hand_rated_and_played(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    marked(tab, "position").fill("4HPwATDgc/ABMA max rolls")
    marked(tab, "set-up").click()
    marked(tab, "own-dice").fill("31")
    marked(tab, "own-dice").press("Enter")
    marked(tab, "hint").click()
    expect(marked(tab, "candidates").locator("tbody tr").first).to_contain_text("8/5 6/5")
    expect(marked(tab, "play")).to_be_disabled()
    for point in (8, 5, 6, 5):
        pick(tab, f"point:{point}")
    expect(marked(tab, "play")).to_be_enabled()
    marked(tab, "play").click()
    expect(tab.get_by_text("You: 8/5 6/5")).to_be_visible()
    marked(tab, "roll").click()
    expect(tab.get_by_text("hazard:").first).to_be_visible()
    tab.reload()
    expect(tab.get_by_text("You: 8/5 6/5")).to_be_visible()


def test_the_moves_that_are_legal_are_the_ones_that_can_be_clicked(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    marked(tab, "position").fill("4HPwATDgc/ABMA max 3-1")
    marked(tab, "set-up").click()
    expect(marked(tab, "hint")).to_be_visible()
    tab.locator('[data-pick="point:1"]').click()  # hazard's: nothing is taken up, nothing is played
    tab.locator('[data-pick="point:2"]').click()
    expect(marked(tab, "play")).to_be_disabled()


def test_a_position_that_cannot_be_is_refused_with_its_reason(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    marked(tab, "position").fill("////////////// max rolls")
    marked(tab, "set-up").click()
    expect(tab.get_by_role("alert")).to_contain_text("position id")


def test_a_match_is_looked_over_and_its_blunders_listed(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}backgammon")
    unfold(tab, "Analyse a match")
    upload = {"name": "match.mat", "mimeType": "text/plain", "buffer": MATCH.encode()}
    marked(tab, "match-file").locator("input[type=file]").set_input_files(upload)
    expect(marked(tab, "match-report")).to_be_visible()
    expect(tab.get_by_text("Alice:").first).to_be_visible()


def test_2048_slides_by_key_and_button_and_gives_a_hint(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}2048")
    board = tab.locator("svg[aria-label='2048']")
    changed = "old => document.querySelector('svg[aria-label=\"2048\"]').innerHTML !== old"
    before = board.inner_html()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):  # not each of them moves something
        tab.keyboard.press(key)
    tab.wait_for_function(changed, arg=before)
    before = board.inner_html()
    for name in ("left", "up", "right", "down"):
        marked(tab, f"slide-{name}").click()
    tab.wait_for_function(changed, arg=before)
    marked(tab, "hint").click()
    expect(marked(tab, "hint-shown")).to_contain_text("Points still to come")


def test_pig_is_played_against_the_optimum_with_exact_chances(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}pig")
    marked(tab, "hint").click()
    expect(marked(tab, "hint-shown")).to_contain_text("53 %")  # the published 0.5306
    marked(tab, "roll").click()
    expect(tab.get_by_text("You: roll").first).to_be_visible()


def test_a_tree_is_unfolded_and_all_searches_stand_side_by_side(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}tree")
    marked(tab, "tree-position").fill("40 35 12")
    marked(tab, "look").click()
    expect(marked(tab, "tree-headline")).to_contain_text("66.9 % chance to win")  # not that of the start
    tab.locator(".q-tree__arrow").nth(1).click()
    expect(marked(tab, "tree").get_by_text("face 1").first).to_be_visible()
    marked(tab, "side-by-side").click()
    expect(marked(tab, "comparison")).to_contain_text("expectimax")
    marked(tab, "tree-position").fill("nonsense")
    marked(tab, "look").click()
    expect(tab.get_by_text("cannot read the Pig state").first).to_be_visible()


def test_a_take_it_easy_game_is_played_to_the_end_and_looked_over(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}takeiteasy")
    marked(tab, "mode-versus").click()
    marked(tab, "hint").click()
    expect(tab.get_by_text("points still to come if")).to_be_visible()
    for column, hexes in zip("abcde", (3, 4, 5, 4, 3), strict=True):
        for row in range(1, hexes + 1):
            tab.locator(f'[data-pick="hex:{column}{row}"]').first.click()
            expect(tab.locator(f'[data-pick="hex:{column}{row}"]').first).not_to_have_attribute(
                "role", "button"
            )
    expect(tab.get_by_text("hazard:").first).to_be_visible()
    marked(tab, "look-over").click()
    expect(marked(tab, "analysis").locator("tbody tr")).to_have_count(19)


def test_take_it_easy_is_played_with_the_keyboard_alone(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}takeiteasy")
    press_on(tab, marked(tab, "mode-alone"))
    expect(marked(tab, "score")).to_be_visible()
    press_on(tab, marked(tab, "hint"))
    expect(tab.get_by_text("points still to come if")).to_be_visible()
    for place in ("c3", "c4"):
        press_on(tab, tab.locator(f'[data-pick="hex:{place}"]').first)
        expect(tab.locator(f'[data-pick="hex:{place}"]').first).not_to_have_attribute("role", "button")


def test_tiles_of_a_real_table_are_said_and_hinted_at(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}takeiteasy")
    marked(tab, "mode-physical").click()
    tab.locator('[data-pick="tile:978"]').click()
    marked(tab, "hint").click()
    expect(tab.get_by_text("points still to come if")).to_be_visible()
    tab.locator('[data-pick="hex:c3"]').click()
    expect(tab.locator('[data-pick="tile:978"]')).to_have_count(0)


def _message() -> str:
    """A fight as the Communication Mod tells of it, made by our own stand-in for the game."""
    monster = {"id": "JawWorm", "name": "Jaw Worm", "current_hp": 40, "max_hp": 44, "intent": "ATTACK",
               "move_id": 1, "move_base_damage": 11, "move_adjusted_damage": 11, "move_hits": 1}  # fmt: skip
    strike = {"id": "Strike_R", "name": "Strike", "type": "ATTACK", "cost": 1, "has_target": True,
              "is_playable": True}  # fmt: skip
    defend = {"id": "Defend_R", "name": "Defend", "type": "SKILL", "cost": 1, "is_playable": True}
    combat = {"monsters": [monster], "hand": [strike, defend, strike], "draw_pile": [strike, defend],
              "player": {"current_hp": 60, "max_hp": 75, "energy": 3}, "turn": 1}  # fmt: skip
    state = {"screen_type": "NONE", "room_phase": "COMBAT", "class": "IRONCLAD", "act": 1, "floor": 1,
             "ascension_level": 20, "current_hp": 60, "max_hp": 75, "combat_state": combat}  # fmt: skip
    commands = ["play", "end", "state"]
    return json.dumps(
        {"available_commands": commands, "ready_for_command": True, "in_game": True, "game_state": state}
    )


def test_a_pasted_spire_state_gets_a_turn_to_play(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}spire")
    marked(tab, "state").fill(_message())
    marked(tab, "advise").click()
    expect(marked(tab, "command")).to_contain_text("play")
    expect(marked(tab, "fighters")).to_contain_text("Jaw Worm")
    expect(marked(tab, "hand")).to_contain_text("Defend")
    marked(tab, "state").fill("{nonsense")
    marked(tab, "advise").click()
    expect(tab.get_by_role("alert")).to_contain_text("JSON")


def test_who_has_no_spire_state_at_hand_gets_an_example(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}spire")
    marked(tab, "spire-example").click()
    expect(marked(tab, "command")).to_contain_text("play")
    expect(marked(tab, "fighters")).to_be_visible()


def test_a_spire_log_is_stepped_through(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}spire")
    lines = [json.dumps({"kind": "decision", "command": word, "ms": 5}) for word in ("play 1 0", "end")]
    upload = {"name": "run.jsonl", "mimeType": "application/json", "buffer": "\n".join(lines).encode()}
    marked(tab, "spire-file").locator("input[type=file]").set_input_files(upload)
    expect(marked(tab, "at")).to_have_text("Decision 1 of 2")
    marked(tab, "chevron_right").click()
    expect(tab.get_by_text("command: end")).to_be_visible()
