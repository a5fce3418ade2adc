"""A type checker knows a game's states and moves, and what a decision of it decides."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TYPED = """
import hazard
from hazard.games import Pig
from tests.typed_pig import SoloPig

game = SoloPig()
decision = hazard.decide(game)
reveal_type(decision.action)
reveal_type(decision.state)
reveal_type(decision.best.action)
reveal_type(decision.plan)
reveal_type(game.apply(game.start(), "roll"))
reveal_type(hazard.Searcher(game).decide().action)
for better in hazard.deciding(game):
    reveal_type(better.action)
reveal_type(hazard.decide(Pig()).action)


class Open(hazard.Game):
    def start(self) -> int:
        return 0

    def turn(self, state: int) -> hazard.Turn:
        return hazard.Turn.OVER

    def apply(self, state: int, move: str) -> int:
        return state

    def value(self, state: int) -> float:
        return 0.0


reveal_type(hazard.decide(Open()).action)
hazard.decide(game, "a state of another game")
"""
SCORE = "tests.typed_pig.Score"


def test_a_type_checker_knows_what_a_decision_decides(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "typed.py").write_text(TYPED)
    here = Path(__file__).parent
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "typed.py"]
    environment = {"MYPYPATH": f"{here.parent}:{here.parent / 'src'}", "PATH": ""}
    found = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    said = re.findall(r'Revealed type is "(.*)"', found.stdout)
    plain = [text.replace("Union[", "").replace("builtins.", "") for text in said]
    assert plain[1] == plain[4] == SCORE, found.stdout
    for text in (*plain[:1], plain[2], plain[5], plain[6]):
        assert "'roll'" in text, found.stdout
        assert "'hold'" in text
        assert "Any" not in text
    assert "'roll'" in plain[3]
    assert plain[3].startswith("tuple[")
    assert plain[7:] == ["hazard._core.PigAction", "Any"]
    errors = re.findall(r"^typed\.py:\d+: error: (.*)$", found.stdout, re.MULTILINE)
    assert len(errors) == 1, found.stdout
    assert '"decide"' in errors[0]
