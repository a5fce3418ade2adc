"""A real server and a real browser, started once for each worker of the suite."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nicegui", reason="the web pages are an extra: pip install 'hazard[web]'")

from serving import PATIENCE, Server, window

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SCREENSHOTS = Path("build/screenshots")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.stop()
    assert "Traceback" not in running.complaints, running.complaints


@pytest.fixture(scope="module")  # while Playwright runs, no other test of the process can have an event loop
def chromium():
    """Headless Chromium, driven by Playwright."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium; `make browser` installs it")
    sync_api = pytest.importorskip("playwright.sync_api")
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium, server: Server, request: pytest.FixtureRequest):
    """A browser window of its own, in English; a picture of where it ended is kept."""
    context = window(chromium)
    page = context.new_page()
    page.goto(server.address)
    yield page
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{re.sub(r'[^a-z0-9_]+', '-', request.node.name)}.png")
    context.close()
