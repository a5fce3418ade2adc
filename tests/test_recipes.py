"""The recipes of CONTRIBUTING.md, tried: a toy domain moves in by its folder and one line of the list."""

import sys

import pytest

import hazard
from hazard import domains
from hazard.cli.lazy import Lazily

GAME = """
import hazard
from hazard import Turn


class Coin(hazard.Game):
    def __init__(self, stake=1.0):
        self.stake = stake

    def start(self):
        return "toss?"

    def turn(self, state):
        return {"toss?": Turn.MAX, "tossed": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["toss", "keep"]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return "tossed" if move == "toss" else move

    def value(self, state):
        return {"heads": 3.0 * self.stake, "keep": 1.0}.get(state, 0.0)
"""
COMMANDS = """
from hazard.cli.plain_help import Commands

app = Commands(name="coin")


@app.command("flip")
def flip() -> None:
    \"\"\"Flip a coin.\"\"\"
    print("heads or tails")


@app.callback()
def _root() -> None:
    \"\"\"Coins.\"\"\"
"""
DOMAIN = """
from hazard.domains import CommandGroup, Domain

DOMAIN = Domain(
    games={"coin": ("toy_coin.game:Coin", {"stake": 2.0})},
    aliases={"penny": "coin"},
    commands={"coin": CommandGroup("toy_coin.commands", "Coins.")},
)
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    folder = tmp_path / "toy_coin"
    folder.mkdir()
    for name, text in {"__init__": "", "game": GAME, "commands": COMMANDS, "domain": DOMAIN}.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(domains, "DOMAINS", (*domains.DOMAINS, "toy_coin"))
    domains.domains.cache_clear()
    yield
    domains.domains.cache_clear()
    for name in [name for name in sys.modules if name.startswith("toy_coin")]:
        del sys.modules[name]


def test_a_toy_domain_moves_in_by_one_line(toy):
    game = hazard.find_game("penny")
    assert game.stake == 2.0
    assert hazard.decide(game).action == "toss"
    group = domains.command_groups()["coin"]
    command = Lazily(group.module, "app", summary=group.summary).load("coin")
    assert "flip" in command.commands


def test_a_domain_that_is_taken_out_is_gone(monkeypatch):
    left = tuple(name for name in domains.DOMAINS if name != "hazard.backgammon")
    monkeypatch.setattr(domains, "DOMAINS", left)
    domains.domains.cache_clear()
    try:
        with pytest.raises(hazard.UserError, match="there is no game 'backgammon'"):
            hazard.find_game("backgammon")
        assert "backgammon" not in domains.command_groups()
        assert all(page.name != "backgammon" for page in domains.pages())
        assert hazard.decide(hazard.find_game("pig"), budget=hazard.Budget(depth=2)).action
    finally:
        domains.domains.cache_clear()
