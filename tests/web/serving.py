"""``hazard web`` as a process of its own, for the tests that look at its pages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

STAT_BLOCK = """Mud Wolf
Medium beast, unaligned
Armor Class 13 (natural armor)
Hit Points 11 (2d8 + 2)
Speed 40 ft.
STR DEX CON INT WIS CHA
12 (+1) 15 (+2) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
Skills Perception +3, Stealth +4
Senses passive Perception 13
Languages -
Challenge 1/4 (50 XP)
Actions
Bite. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. If the
target is a creature, it must succeed on a DC 11 Strength saving throw or be knocked prone.
"""


class Server:
    """``hazard web`` as a process of its own."""

    def __init__(self, folder: Path, *options: str, open_to_all: bool = True) -> None:
        self.folder = folder
        self.open_to_all = open_to_all and "--token" not in options
        self.options = options
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "hazard", "web", "--no-browser", "--port", "0", "--json"]
        if self.open_to_all:
            command += ["--token", "none"]  # what a token is for, the tests of the doors show
        environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder), *self.options],
            stdout=subprocess.PIPE,
            stderr=(self.folder / "stderr.txt").open("a"),
            text=True,
            env=environment,
            cwd=self.folder,
        )
        assert self.process.stdout is not None
        said = ""
        while "}" not in said:
            line = self.process.stdout.readline()
            assert line, (self.folder / "stderr.txt").read_text()
            said += line
        self.address: str = json.loads(said)["address"]
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(self.address, timeout=5).close()
                return
            except urllib.error.HTTPError:
                return  # it answers, if only to say no
            except OSError:
                time.sleep(0.1)
        raise AssertionError("hazard web does not answer")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def complaints(self) -> str:
        return (self.folder / "stderr.txt").read_text()


PATIENCE = 60_000
"""Milliseconds: a busy machine is slow, not wrong."""


def window(chromium, **options):
    """Return a browser window of its own, which waits as long as a busy machine needs."""
    context = chromium.new_context(
        **({"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"} | options)
    )
    context.set_default_timeout(PATIENCE)
    return context


def marked(page, name: str):
    """Return the element that the page marks with ``name``."""
    return page.locator(f'[data-testid~="{name}"]')


def connected(page):
    """Wait until the page talks to its server."""
    page.wait_for_function("window.socket?.connected === true")
    return page


def unfold(page, title: str) -> None:
    """Open what is folded up under a title."""
    slid_open(page.locator(".q-expansion-item", has_text=title).last)


def slid_open(folded) -> None:
    """Open what is folded up, and wait for it: while it slides open, what is in it moves under the mouse."""
    folded.locator(".q-item").first.click()
    content = folded.locator(".q-expansion-item__content").first
    content.wait_for()
    folded.page.wait_for_function("node => node.style.height === ''", arg=content.element_handle())


def press_on(page, element) -> None:
    """Press Enter on what the Tab key reaches; the focus can be seen on it."""
    element.focus()
    assert element.evaluate("node => node.tabIndex >= 0"), "the Tab key does not stop here"
    page.keyboard.press("Shift+Tab")  # a focus that came by a key is shown
    page.keyboard.press("Tab")
    assert element.evaluate("node => node === document.activeElement"), "Tab does not come back here"
    page.wait_for_function(_IS_MARKED, arg=element.element_handle())  # the mark may fade in
    page.keyboard.press("Enter")


_IS_MARKED = """(node) => {
  const style = getComputedStyle(node), helper = node.querySelector('.q-focus-helper');
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  return outlined || (helper !== null && parseFloat(getComputedStyle(helper).opacity) > 0);
}"""
