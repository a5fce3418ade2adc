"""What all tests share: commands run in this process, a real server, a real browser."""

import os
import random
import re
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner

from hazard.cli import app
from tests.cli.own_files import GAME

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SCREENSHOTS = Path("build/screenshots")

# How long an example takes depends on what else the machine does, and no law here is about time.
settings.register_profile("hazard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hazard")


def pytest_collection_modifyitems(items):
    """Change the order of files, and of tests within a file, by the number HAZARD_ORDER (`make shuffled`)."""
    number = os.environ.get("HAZARD_ORDER")
    if number is None:
        return
    order = random.Random(number)
    files = {item.path: order.random() for item in items}
    items.sort(key=lambda item: (files[item.path], order.random()))


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """A shell starts what runs in the background with Ctrl-C ignored, and tests press it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(monkeypatch):
    """Run ``hazard`` with the given arguments and return what came of it."""
    monkeypatch.setenv("COLUMNS", "80")  # as on the narrowest usual terminal, wherever the tests run
    runner = CliRunner()

    def call(*arguments, input=None):
        return runner.invoke(app, [str(argument) for argument in arguments], input=input, prog_name="hazard")

    return call


@pytest.fixture
def ok(run):
    """Run, and return the standard output of a command that worked, without any escape code."""

    def call(*arguments, **more):
        result = run(*arguments, **more)
        assert result.exit_code == 0, result.output
        assert "\x1b" not in result.output
        return result.stdout

    return call


@pytest.fixture
def refused(run):
    """Run a command that must be refused, and return the one line it says."""

    def call(*arguments, **more):
        result = run(*arguments, **more)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1, result.stderr
        assert result.stderr.startswith("hazard: ")
        return result.stderr

    return call


@pytest.fixture
def own_game(tmp_path):
    path = tmp_path / "ladder.py"
    path.write_text(GAME)
    return path


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A real server, started once for each worker of the suite."""
    pytest.importorskip("nicegui", reason="the web pages are an extra: pip install 'hazard[web]'")
    from tests.web.serving import Server

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
    from tests.web.serving import PATIENCE

    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium, server, request):
    """A browser window of its own, in English; a picture of where it ended is kept."""
    from tests.web.serving import window

    context = window(chromium)
    page = context.new_page()
    page.goto(server.address)
    yield page
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{re.sub(r'[^a-z0-9_]+', '-', request.node.name)}.png")
    context.close()
