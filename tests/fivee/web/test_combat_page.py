"""The combat director in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.web.serving import STAT_BLOCK, Server, marked, press_on, unfold, window

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect


def begin(tab: Page, server: Server, example: str = "goblin-ambush") -> None:
    tab.goto(f"{server.address}combat")
    marked(tab, f"example-{example}").click()
    marked(tab, "start-fight").click()
    expect(marked(tab, "headline")).to_be_visible()


def facts(tab: Page) -> int:
    """Return how many facts there are."""
    tab.get_by_role("tab", name="What happened").click()
    expect(marked(tab, "logged").first).to_be_visible()
    count = marked(tab, "logged").count()
    tab.get_by_role("tab", name="Turn").click()
    return count


def wait_for_facts(tab: Page, count: int) -> None:
    """Wait until so many are there, however slow the machine is."""
    tab.get_by_role("tab", name="What happened").click()
    expect(marked(tab, "logged")).to_have_count(count)
    tab.get_by_role("tab", name="Turn").click()


def test_a_fight_is_run_overruled_undone_forecast_reloaded_and_exported(tab: Page, server: Server) -> None:
    begin(tab, server)
    for _ in range(3):
        expect(marked(tab, "suggestion")).to_be_visible()
        before = marked(tab, "headline").inner_text()
        marked(tab, "do_and_roll").click()
        expect(marked(tab, "headline")).not_to_have_text(before)
    expect(marked(tab, "suggestion")).to_be_visible()
    before = facts(tab)
    marked(tab, "alternative").first.click()  # the game master knows better
    wait_for_facts(tab, before + 1)
    expect(marked(tab, "question").or_(marked(tab, "suggestion")).first).to_be_visible()
    if marked(tab, "question").count():
        marked(tab, "roll-all").click()
    expect(marked(tab, "suggestion")).to_be_visible()
    done = facts(tab)
    assert done >= 4
    marked(tab, "undo").click()
    wait_for_facts(tab, done - 1)
    marked(tab, "redo").click()
    wait_for_facts(tab, done)

    marked(tab, "forecast-tab").click()
    marked(tab, "run-forecast").click()
    expect(marked(tab, "forecast-result")).to_contain_text("%")

    tab.reload()
    expect(marked(tab, "suggestion")).to_be_visible()
    wait_for_facts(tab, done)
    with tab.expect_download() as download:
        marked(tab, "export").click()
    state = json.loads(Path(download.value.path()).read_text())
    assert state["encounter"]["name"] == "Goblin ambush"


def test_dice_of_the_table_are_typed_in(tab: Page, server: Server) -> None:
    begin(tab, server)
    for done in range(6):
        expect(marked(tab, "suggestion")).to_be_visible()
        marked(tab, "do_it").click()
        wait_for_facts(tab, done + 1)
        expect(marked(tab, "question").or_(marked(tab, "suggestion")).first).to_be_visible()
        if marked(tab, "question").count():
            break
    marked(tab, "answer").fill("nonsense")
    marked(tab, "answer").press("Enter")
    expect(tab.get_by_text("nonsense").first).to_be_visible()  # refused, in words
    expect(marked(tab, "answer")).to_have_value("nonsense")  # to be mended
    marked(tab, "answer").fill("miss")
    marked(tab, "answer").press("Enter")
    expect(marked(tab, "answer")).to_have_value("")
    tab.get_by_role("tab", name="What happened").click()
    expect(tab.get_by_text("miss").first).to_be_visible()


def test_a_pasted_stat_block_joins_the_fight_with_what_was_not_understood(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}combat")
    marked(tab, "example-empty").click()
    unfold(tab, "From pasted text")
    marked(tab, "pasted").fill(STAT_BLOCK)
    marked(tab, "read-pasted").click()
    expect(tab.get_by_text("Mud Wolf: read.")).to_be_visible()
    marked(tab, "start-fight").click()
    expect(marked(tab, "headline")).to_be_visible()
    tab.get_by_role("tab", name="Initiative").click()
    expect(tab.get_by_role("cell", name="Mud Wolf").first).to_be_visible()


def test_creatures_join_a_running_fight_and_it_is_taken_back(tab: Page, server: Server) -> None:
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_be_visible()
    tokens = tab.locator("[data-drag]")
    expect(tokens).to_have_count(10)
    unfold(tab, "Add a creature")
    marked(tab, "bestiary").fill("wolf")
    tab.get_by_role("option", name="Wolf", exact=True).click()
    marked(tab, "add-creature").click()
    expect(tokens).to_have_count(11)
    unfold(tab, "From pasted text")
    marked(tab, "pasted").fill(STAT_BLOCK)
    marked(tab, "read-pasted").click()
    expect(tab.get_by_text("Mud Wolf: read.")).to_be_visible()  # first: it does not stay
    expect(tokens).to_have_count(12)
    upload = {"name": "wolf.txt", "mimeType": "text/plain", "buffer": STAT_BLOCK.encode()}
    unfold(tab, "From a file")
    marked(tab, "creature-file").locator("input[type=file]").set_input_files(upload)
    expect(tokens).to_have_count(13)
    marked(tab, "undo").click()
    expect(tokens).to_have_count(12)
    tab.reload()
    expect(tokens).to_have_count(12)
    tab.get_by_role("tab", name="Initiative").click()
    expect(tab.get_by_role("cell", name="Mud Wolf")).to_be_visible()


def test_a_fight_is_run_with_the_keyboard_alone(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}combat")
    press_on(tab, marked(tab, "example-goblin-ambush"))
    press_on(tab, marked(tab, "start-fight"))
    expect(marked(tab, "suggestion")).to_be_visible()
    press_on(tab, tab.locator('[data-pick="token:0"]'))
    expect(marked(tab, "chosen")).to_be_visible()
    marked(tab, "cell").focus()
    tab.keyboard.type("j10")
    tab.keyboard.press("Enter")
    expect(tab.locator('[data-drag="0"]')).to_have_attribute("data-cell", "9,9")
    before = marked(tab, "headline").inner_text()
    expect(marked(tab, "suggestion")).to_be_visible()
    press_on(tab, marked(tab, "do_and_roll"))
    expect(marked(tab, "headline")).not_to_have_text(before)
    press_on(tab, marked(tab, "undo"))


def test_a_token_is_dragged_to_another_cell(tab: Page, server: Server) -> None:
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_be_visible()
    token = tab.locator('[data-drag="0"]')
    before = token.get_attribute("data-cell")
    goal = tab.locator('[data-cell="9,9"]').first.bounding_box()
    here = token.bounding_box()
    assert goal is not None
    assert here is not None
    tab.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    tab.mouse.up()
    expect(tab.locator('[data-drag="0"]')).to_have_attribute("data-cell", "9,9")
    assert before != "9,9"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("fight.json", b'{"encounter": "no-such-place"}', "no-such-place"),
        ("fight.json", b"\xff\xfe\x00", "not UTF-8"),
        ("../../etc/passwd", b"root:x:0:0", "expected a saved fight"),
        ("fight.toml", b"name = [", "not TOML"),
        ("fight.json", b'{"encounter": "../../../etc/fight.toml"}', "expected the encounter itself"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(
    tab: Page, server: Server, name: str, content: bytes, reason: str
) -> None:
    tab.goto(f"{server.address}combat")
    upload = {"name": name, "mimeType": "application/json", "buffer": content}
    marked(tab, "load").locator("input[type=file]").set_input_files(upload)
    expect(tab.get_by_text(reason).first).to_be_visible()


def test_nothing_is_lost_when_the_server_is_killed(chromium, tmp_path: Path) -> None:
    server = Server(tmp_path)
    context = window(chromium)
    tab = context.new_page()
    tab.goto(server.address)
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_be_visible()
    before = marked(tab, "headline").inner_text()
    marked(tab, "do_and_roll").click()
    expect(marked(tab, "headline")).not_to_have_text(before)
    done = facts(tab)
    work = tab.url.removeprefix(server.address)
    server.kill()
    server.start()
    tab.goto(server.address + work)
    expect(marked(tab, "suggestion")).to_be_visible()
    assert done > 0
    wait_for_facts(tab, done)
    context.close()
    server.stop()


def test_another_manner_changes_the_suggestion_at_once_and_is_kept(tab: Page, server: Server) -> None:
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_contain_text("Wizard")
    tab.get_by_label("Goblin goes for").click()
    tab.get_by_role("option", name="the strongest").click()
    expect(marked(tab, "suggestion")).not_to_contain_text("Wizard")
    tab.reload()
    expect(marked(tab, "suggestion")).not_to_contain_text("Wizard")


def test_the_page_speaks_german(tab: Page, server: Server) -> None:
    begin(tab, server)
    marked(tab, "language").click()
    expect(tab.get_by_role("tab", name="Verlauf")).to_be_visible()


def test_a_forecast_is_stopped_and_what_is_known_so_far_stays(tab: Page, server: Server) -> None:
    begin(tab, server, "bandits-toll")
    marked(tab, "forecast-tab").click()
    tab.get_by_label("Fights", exact=True).click()
    tab.get_by_role("option", name="5000").click()
    marked(tab, "run-forecast").click()
    expect(marked(tab, "forecast-result")).to_be_visible()
    marked(tab, "stop-forecast").click()
    expect(marked(tab, "forecast-progress")).to_have_count(0)
    expect(marked(tab, "forecast-result")).to_contain_text("%")


def test_how_far_a_creature_can_go_is_shown_when_it_is_clicked(tab: Page, server: Server) -> None:
    begin(tab, server)
    expect(marked(tab, "suggestion")).to_be_visible()
    reach = tab.locator('rect[fill="var(--good)"]')
    expect(reach).to_have_count(0)
    tab.locator('[data-pick="token:0"]').click()
    expect(reach.first).to_be_visible()
    tab.locator('[data-pick="token:0"]').click()
    expect(reach).to_have_count(0)


def test_a_hostile_name_stays_a_name(tab: Page, server: Server) -> None:
    tab.goto(f"{server.address}combat")
    marked(tab, "example-empty").click()
    unfold(tab, "From pasted text")
    name = 'Wolf" onfocus="window.hacked=1" x="<img src=q onerror=window.hacked=1>'
    marked(tab, "pasted").fill(STAT_BLOCK.replace("Mud Wolf", name))
    marked(tab, "read-pasted").click()
    expect(tab.get_by_role("button", name=f"Remove: {name}")).to_be_visible()
    marked(tab, "start-fight").click()
    expect(marked(tab, "headline")).to_be_visible()
    tab.get_by_role("tab", name="Initiative").click()
    expect(tab.get_by_role("cell", name=name).first).to_be_visible()
    assert tab.locator("[onfocus], img[src=q]").count() == 0
    assert tab.evaluate("window.hacked") is None


def test_a_german_page_refuses_in_german(chromium, server: Server) -> None:
    context = window(chromium, locale="de-DE")
    tab = context.new_page()
    tab.goto(f"{server.address}combat")
    marked(tab, "example-goblin-ambush").click()
    marked(tab, "start-fight").click()
    expect(marked(tab, "suggestion")).to_be_visible()
    marked(tab, "typed").fill("xyzzy")
    marked(tab, "typed").press("Enter")
    expect(tab.get_by_text("wird nicht verstanden")).to_be_visible()
    tab.goto(f"{server.address}combat")
    upload = {"name": "f.json", "mimeType": "application/json", "buffer": b'{"encounter": "no-such-place"}'}
    marked(tab, "load").locator("input[type=file]").set_input_files(upload)
    expect(tab.get_by_text("es gibt keinen Kampf")).to_be_visible()
    context.close()
