"""Running the command in this process, and a game of one's own to run it on."""

import pytest
from typer.testing import CliRunner

from hazard.cli import app

GAME = '''
import hazard
from hazard import Turn

class Ladder(hazard.Game):
    """Climb one rung surely, or two with a coin; the top is worth 1."""
    def __init__(self, rungs=3): self.rungs = rungs
    def start(self): return (0, False)
    def turn(self, state):
        rung, tossing = state
        return Turn.OVER if rung >= self.rungs else Turn.CHANCE if tossing else Turn.MAX
    def actions(self, state): return ["climb", "toss"]
    def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    def apply(self, state, move):
        rung, tossing = state
        if move == "toss": return (rung, True)
        return (rung + {"climb": 1, "heads": 2, "tails": 0}[move], False)
    def reward(self, state, move): return -1.0 if move in ("climb", "toss") else 0.0
    def value(self, state): return 0.0

class Faulty(Ladder):
    def value(self, state): return 1 / 0
    def reward(self, state, move): return 1 / 0

class Loaded(Ladder):
    def outcomes(self, state): return [("heads", 0.5), ("tails", 0.4)]
'''


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    """Print as on the narrowest usual terminal, whatever the tests are run from."""
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run():
    """Run ``hazard`` with the given arguments and return what came of it."""
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
