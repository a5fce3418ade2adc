"""Every page of the web in the states that matter, reached as a visitor reaches them, in either language."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.serving import STAT_BLOCK, connected, marked, slid_open

STRANGE_BLOCK = STAT_BLOCK.replace("or be knocked prone", "or dream of mud until the third full moon")
MATCH = """ 3 point match

 Game 1
 Alexandra Longname : 0           Bob : 0
  1)                               31: 24/23 24/21
  2) 62: 24/18 6/4*                21: bar/24 23/21
  3) 64: bar/21 8/2                65: 21/10
"""
BACKGAMMON = "4HPwATDgc/ABMA max 3-1"
TWENTY48 = "2048 512 64 8/1024 128 32 4/16384 16 8 2/2 4 . ."

Scene = Callable[[Page, str], None]
SCENES: dict[str, Scene] = {}


def scene(act: Scene) -> Scene:
    """Put a scene on the list, by its name."""
    SCENES[act.__name__] = act
    return act


def opened(tab: Page, address: str) -> None:
    """Open a page and wait until it can be used."""
    tab.goto(address)
    expect(tab.locator(".hz-brand")).to_be_visible()
    connected(tab)
    tab.wait_for_timeout(300)  # pages that begin a game lead on to it


def upload(tab: Page, mark: str, name: str, text: str) -> None:
    """Hand in a file."""
    given = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    marked(tab, mark).locator("input[type=file]").set_input_files(given)  # type: ignore[arg-type]


# ---- every page ----------------------------------------------------------------------------------------


@scene
def home(tab: Page, site: str) -> None:
    opened(tab, site)


@scene
def menu(tab: Page, site: str) -> None:
    """The list of pages on a telephone."""
    opened(tab, site)
    tab.set_viewport_size({"width": 360, "height": 900})
    tab.locator(".hz-menu").click()
    expect(tab.locator(".q-menu")).to_be_visible()


@scene
def not_found(tab: Page, site: str) -> None:
    opened(tab, f"{site}spire/nothing")


@scene
def no_page(tab: Page, site: str) -> None:
    opened(tab, f"{site}nothing/of/this/name")


# ---- the combat director -------------------------------------------------------------------------------


@scene
def combat_choice(tab: Page, site: str) -> None:
    opened(tab, f"{site}combat")


def _set_up(tab: Page, site: str, example: str = "goblin-ambush") -> None:
    opened(tab, f"{site}combat")
    marked(tab, f"example-{example}").click()
    expect(marked(tab, "start-fight")).to_be_visible()
    connected(tab)


@scene
def combat_set_up(tab: Page, site: str) -> None:
    _set_up(tab, site)


@scene
def combat_adding(tab: Page, site: str) -> None:
    """A stat block that was read, with what was not understood, and the place for files."""
    _set_up(tab, site, "empty")
    slid_open(tab.locator(".q-expansion-item").nth(0))
    marked(tab, "pasted").fill(STRANGE_BLOCK)
    marked(tab, "read-pasted").click()
    expect(tab.get_by_text("Mud Wolf").nth(1)).to_be_visible()
    slid_open(tab.locator(".q-expansion-item").nth(1))
    expect(marked(tab, "creature-file")).to_be_visible()


@scene
def combat_bestiary(tab: Page, site: str) -> None:
    """The list of creatures to choose from."""
    _set_up(tab, site, "empty")
    marked(tab, "bestiary").click()
    expect(tab.locator(".q-menu")).to_be_visible()


def _fight(tab: Page, site: str, example: str = "goblin-ambush") -> None:
    _set_up(tab, site, example)
    marked(tab, "start-fight").click()
    expect(marked(tab, "suggestion")).to_be_visible()
    connected(tab)


@scene
def combat_turn(tab: Page, site: str) -> None:
    _fight(tab, site)


@scene
def combat_dragon(tab: Page, site: str) -> None:
    """Large tokens, areas, long plans."""
    _fight(tab, site, "dragon-lair")
    marked(tab, "do_and_roll").click()
    tab.wait_for_timeout(1500)


@scene
def combat_why_not(tab: Page, site: str) -> None:
    _fight(tab, site)
    marked(tab, "alternative").last.locator("xpath=preceding-sibling::button").click()
    expect(marked(tab, "why")).to_be_visible()


@scene
def combat_question(tab: Page, site: str) -> None:
    """Dice are asked for."""
    _fight(tab, site)
    for _ in range(6):
        marked(tab, "do_it").click()
        expect(marked(tab, "question").or_(marked(tab, "suggestion")).first).to_be_visible()
        tab.wait_for_timeout(1000)
        if marked(tab, "question").count():
            break
    tab.locator(".q-notification").first.wait_for(state="detached")


@scene
def combat_chosen(tab: Page, site: str) -> None:
    """A token that was clicked: its reach, and what can be done to it."""
    _fight(tab, site)
    tab.locator('[data-pick="token:0"]').click()
    expect(marked(tab, "chosen")).to_be_visible()


@scene
def combat_initiative(tab: Page, site: str) -> None:
    _fight(tab, site)
    for _ in range(2):
        before = marked(tab, "headline").inner_text()
        marked(tab, "do_and_roll").click()
        expect(marked(tab, "headline")).not_to_have_text(before)
        expect(marked(tab, "suggestion")).to_be_visible()
    tab.get_by_role("tab").nth(1).click()
    expect(tab.get_by_role("tabpanel").get_by_role("cell").first).to_be_visible()
    tab.locator(".q-notification").first.wait_for(state="detached")


@scene
def combat_log(tab: Page, site: str) -> None:
    """What happened, and the last of it said at the bottom of the page."""
    _fight(tab, site)
    before = marked(tab, "headline").inner_text()
    marked(tab, "do_and_roll").click()
    expect(marked(tab, "headline")).not_to_have_text(before)
    tab.get_by_role("tab").nth(2).click()
    expect(marked(tab, "logged").first).to_be_visible()


@scene
def combat_forecast(tab: Page, site: str) -> None:
    _fight(tab, site)
    marked(tab, "forecast-tab").click()
    marked(tab, "run-forecast").click()
    expect(marked(tab, "forecast-result")).to_be_visible()
    expect(marked(tab, "forecast-progress")).to_have_count(0)
    tab.wait_for_timeout(1200)  # its charts are drawn slowly


@scene
def combat_adding_in_a_fight(tab: Page, site: str) -> None:
    _fight(tab, site)
    slid_open(tab.locator(".q-expansion-item", has_text="person_add").last)
    expect(marked(tab, "add-creature")).to_be_visible()


@scene
def combat_players(tab: Page, site: str) -> None:
    _fight(tab, site)
    opened(tab, tab.url.partition("?")[0] + "/players")


@scene
def combat_refused(tab: Page, site: str) -> None:
    """A line that is not understood, and the sentence that says so."""
    _fight(tab, site)
    marked(tab, "typed").fill("xyzzy")
    marked(tab, "typed").press("Enter")
    expect(tab.get_by_role("alert")).to_be_visible()


# ---- Slay the Spire ------------------------------------------------------------------------------------


def spire_message() -> str:
    """A fight as the Communication Mod tells of it, with all that a row can have to say."""
    louse = {"id": "FuzzyLouseNormal", "name": "Louse", "current_hp": 12, "max_hp": 15, "intent": "ATTACK",
             "move_id": 3, "move_base_damage": 6, "move_adjusted_damage": 6, "move_hits": 1,
             "powers": [{"id": "Curl Up", "name": "Curl Up", "amount": 5}]}  # fmt: skip
    worm = {"id": "JawWorm", "name": "Jaw Worm", "current_hp": 40, "max_hp": 44, "intent": "ATTACK_DEFEND",
            "move_id": 2, "move_base_damage": 7, "move_adjusted_damage": 10, "move_hits": 1, "block": 6,
            "powers": [{"id": "Strength", "name": "Strength", "amount": 3},
                       {"id": "Vulnerable", "name": "Vulnerable", "amount": 2}]}  # fmt: skip
    strike = {"id": "Strike_R", "name": "Strike", "type": "ATTACK", "cost": 1, "has_target": True,
              "is_playable": True}  # fmt: skip
    defend = {"id": "Defend_R", "name": "Defend", "type": "SKILL", "cost": 1, "is_playable": True}
    bash = {"id": "Bash", "name": "Bash", "type": "ATTACK", "cost": 2, "has_target": True,
            "is_playable": True}  # fmt: skip
    power = {"id": "Inflame", "name": "Inflame", "type": "POWER", "cost": 1, "is_playable": True}
    player = {"current_hp": 33, "max_hp": 75, "energy": 3, "block": 4,
              "powers": [{"id": "Weakened", "name": "Weak", "amount": 1},
                         {"id": "Metallicize", "name": "Metallicize", "amount": 3}]}  # fmt: skip
    combat = {"monsters": [louse, worm], "hand": [strike, defend, bash, power, strike],
              "draw_pile": [strike, defend], "player": player, "turn": 2}  # fmt: skip
    state = {"screen_type": "NONE", "room_phase": "COMBAT", "class": "IRONCLAD", "act": 1, "floor": 6,
             "act_boss": "Slime Boss", "ascension_level": 20, "current_hp": 33, "max_hp": 75,
             "combat_state": combat}  # fmt: skip
    message = {"available_commands": ["play", "end", "state"], "ready_for_command": True, "in_game": True}
    return json.dumps({**message, "game_state": state}, indent=1)


def spire_log() -> str:
    """A run of an agent, as its journal has it."""
    told: list[dict[str, Any]] = [
        {"kind": "decision", "command": "play 1 0", "ms": 5.2, "game": 1, "floor": 6, "turn": 1, "plans": 1,
         "why": "Strike on Louse, Defend, end turn", "value": -3.25, "message": spire_message()},
        {"kind": "decision", "command": "end", "ms": 0.4, "game": 1, "floor": 6, "turn": 1, "replan": "drew"},
    ]  # fmt: skip
    return "\n".join(json.dumps(entry) for entry in told)


@scene
def spire(tab: Page, site: str) -> None:
    opened(tab, f"{site}spire")


@scene
def spire_advice(tab: Page, site: str) -> None:
    opened(tab, f"{site}spire")
    marked(tab, "state").fill(spire_message())
    marked(tab, "advise").click()
    expect(marked(tab, "command")).to_be_visible()


@scene
def spire_run(tab: Page, site: str) -> None:
    opened(tab, f"{site}spire")
    upload(tab, "spire-file", "run-of-tonight.jsonl", spire_log())
    expect(marked(tab, "at")).to_be_visible()
    tab.wait_for_timeout(500)


# ---- Take It Easy --------------------------------------------------------------------------------------


@scene
def takeiteasy(tab: Page, site: str) -> None:
    opened(tab, f"{site}takeiteasy")


def _tiles(tab: Page, site: str, mode: str) -> None:
    opened(tab, f"{site}takeiteasy")
    marked(tab, f"mode-{mode}").click()
    expect(marked(tab, "board")).to_be_visible()
    connected(tab)


def _placed(tab: Page, place: str) -> None:
    there = tab.locator(f'[data-pick="hex:{place}"]').first
    there.click()
    expect(there).not_to_have_attribute("role", "button")


@scene
def takeiteasy_alone(tab: Page, site: str) -> None:
    """In the middle of a game, with the value of every hex."""
    _tiles(tab, site, "alone")
    for place in ("c3", "a1", "a2", "e2", "d4"):
        _placed(tab, place)
    marked(tab, "hint").click()
    expect(tab.locator("[data-testid~=board] text").nth(20)).to_be_visible()


@scene
def takeiteasy_physical(tab: Page, site: str) -> None:
    _tiles(tab, site, "physical")
    tab.locator('[data-pick="tile:978"]').click()
    tab.locator('[data-pick="hex:c3"]').click()
    expect(tab.locator('[data-pick="tile:978"]')).to_have_count(0)
    expect(tab.locator('[data-pick^="tile:"]').first).to_be_visible()


@scene
def takeiteasy_finished(tab: Page, site: str) -> None:
    """Against hazard, to the end, looked over."""
    _tiles(tab, site, "versus")
    for column, hexes in zip("abcde", (3, 4, 5, 4, 3), strict=True):
        for row in range(1, hexes + 1):
            _placed(tab, f"{column}{row}")
    marked(tab, "look-over").click()
    expect(marked(tab, "analysis").locator("tbody tr")).to_have_count(19)


# ---- the other boards ----------------------------------------------------------------------------------


@scene
def backgammon(tab: Page, site: str) -> None:
    opened(tab, f"{site}backgammon")


def _backgammon(tab: Page, site: str) -> None:
    opened(tab, f"{site}backgammon")
    marked(tab, "position").fill(BACKGAMMON)
    marked(tab, "set-up").click()
    expect(marked(tab, "hint")).to_be_visible()


@scene
def backgammon_candidates(tab: Page, site: str) -> None:
    """A checker taken up, and every play rated."""
    _backgammon(tab, site)
    marked(tab, "hint").click()
    expect(marked(tab, "candidates")).to_be_visible()
    tab.locator('[data-pick="point:8"]').click()


@scene
def backgammon_match(tab: Page, site: str) -> None:
    _backgammon(tab, site)
    slid_open(tab.locator(".q-expansion-item").first)
    upload(tab, "match-file", "match.mat", MATCH)
    expect(marked(tab, "match-report")).to_be_visible()
    tab.wait_for_timeout(500)


@scene
def twenty48(tab: Page, site: str) -> None:
    opened(tab, f"{site}2048")


@scene
def twenty48_hint(tab: Page, site: str) -> None:
    """Large tiles, and what each slide is worth."""
    opened(tab, site)
    steps = [{"text": text, "told": "left", "score": 123456.0} for text in (TWENTY48, TWENTY48)]
    work = {"format": "hazard-work/1", "kind": "twenty48", "title": "2048"}
    upload(tab, "import", "game.json", json.dumps(work | {"document": {"positions": steps, "at": 1}}))
    expect(marked(tab, "score")).to_be_visible()
    connected(tab)
    marked(tab, "hint").click()
    expect(marked(tab, "hint-shown")).to_be_visible()


@scene
def pig(tab: Page, site: str) -> None:
    opened(tab, f"{site}pig")
    marked(tab, "roll").click()
    marked(tab, "hint").click()
    expect(marked(tab, "hint-shown")).to_be_visible()


@scene
def pig_surface(tab: Page, site: str) -> None:
    opened(tab, f"{site}pig")
    marked(tab, "show-surface").click()
    expect(marked(tab, "surface").locator("canvas").first).to_be_visible()
    tab.wait_for_timeout(2500)


# ---- the tree explorer ---------------------------------------------------------------------------------


@scene
def tree(tab: Page, site: str) -> None:
    opened(tab, f"{site}tree")
    expect(marked(tab, "tree-headline")).to_be_visible()


@scene
def tree_unfolded(tab: Page, site: str) -> None:
    opened(tab, f"{site}tree?game=pig&state=40+35+12&depth=3")
    expect(marked(tab, "tree-headline")).to_be_visible()
    for _ in range(3):
        tab.locator(".q-tree__arrow:not(.q-tree__arrow--rotate)").first.click()
        tab.wait_for_timeout(600)


@scene
def tree_comparison(tab: Page, site: str) -> None:
    opened(tab, f"{site}tree")
    expect(marked(tab, "tree-headline")).to_be_visible()
    marked(tab, "side-by-side").click()
    expect(marked(tab, "comparison")).to_be_visible()


@scene
def tree_backgammon(tab: Page, site: str) -> None:
    """Long names of moves, long positions."""
    opened(tab, f"{site}tree?game=backgammon&state=4HPwATDgc%2FABMA+max+3-1&depth=1")
    expect(marked(tab, "tree-headline")).to_be_visible()


@scene
def home_again(tab: Page, site: str) -> None:
    """The first page with something to go on with."""
    _set_up(tab, site)
    _placed_one(tab, site)
    opened(tab, site)
    expect(marked(tab, "export").first).to_be_visible()


def _placed_one(tab: Page, site: str) -> None:
    _tiles(tab, site, "physical")
    tab.locator('[data-pick="tile:978"]').click()
    expect(marked(tab, "hint")).to_be_visible()
