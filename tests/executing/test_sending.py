"""Games that somebody wrote in a file of their own are played by workers too, wherever the file is."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import hazard
from hazard.executing import sending
from hazard.executing.executor import executor
from hazard.executing.on_ray import _play
from hazard.executing.sending import Parcel, received, sendable
from hazard.search import SettingError

HEAP = """
import hazard
from hazard import Turn

class Heap(hazard.Game):
    def start(self):
        return (7, 1)
    def turn(self, state):
        return Turn.OVER if state[0] == 0 else Turn.MAX if state[1] == 1 else Turn.MIN
    def actions(self, state):
        return [1, 2] if state[0] > 1 else [1]
    def apply(self, state, move):
        return (state[0] - move, -state[1])
    def value(self, state):
        return float(-state[1])
    def bounds(self):
        return -1.0, 1.0
"""

PROGRAM = """
if __name__ == "__main__":
    players = [hazard.RandomPlayer(), hazard.RandomPlayer()]
    crew = hazard.executor("processes", workers=2)
    there = hazard.play(Heap(), players, games=8, seed=3, executor=crew)
    print(there.scores == hazard.play(Heap(), players, games=8, seed=3).scores)
"""

ELSEWHERE = """
import pickle, sys
from pathlib import Path
from hazard.executing.on_ray import _play
kind, found = _play(Path(sys.argv[1]).read_bytes(), 0, 4)
print(kind, found[0] if kind == "done" else found)
"""


def test_a_game_in_a_file_is_played_by_processes(tmp_path: Path) -> None:
    file = tmp_path / "my_heap.py"
    file.write_text(HEAP)
    game = hazard.find_game(str(file))
    players = [hazard.RandomPlayer(), hazard.RandomPlayer()]
    here = hazard.play(game, players, games=8, seed=3)
    there = hazard.play(game, players, games=8, seed=3, executor=executor("processes", workers=2))
    assert there.scores == here.scores


def test_a_game_in_the_program_itself_is_played_by_processes(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(HEAP + PROGRAM)
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("True\n", 0), ran.stderr


def test_a_worker_of_another_machine_gets_the_file(tmp_path: Path) -> None:
    """It has neither the file nor the program; what `python -c` runs has no file at all."""
    file, job = tmp_path / "far_heap.py", tmp_path / "job"
    file.write_text(HEAP + "def moves(numbers):\n    return [Heap().actions((n, 1)) for n in numbers]\n")
    module = type(hazard.find_game(str(file))).__module__
    job.write_bytes(sendable(sys.modules[module].moves))
    file.unlink()
    ran = subprocess.run([sys.executable, "-c", ELSEWHERE, job], capture_output=True, text=True, check=False)
    assert ran.stdout == "done [[1], [1], [1, 2], [1, 2]]\n", ran.stderr


def test_what_a_worker_cannot_find_is_said() -> None:
    parts = list(pickle.loads(sendable(len)))
    parts[3] = b"cnowhere_at_all\nplay\n."
    with pytest.raises(SettingError, match=r"cannot create the games: No module named 'nowhere_at_all'"):
        received(pickle.dumps(tuple(parts)))
    parts[2], parts[3] = {}, b"c__main__\nno_such_game\n."
    with pytest.raises(SettingError, match="no_such_game is defined in no file"):
        received(pickle.dumps(tuple(parts)))


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = sendable(len)
    assert Parcel(*pickle.loads(sent)).version == hazard.__version__
    monkeypatch.setattr(sending, "__version__", "9.9")
    kind, (error, _) = _play(sent, 0, 1)
    assert kind == "error"
    assert f"this is hazard {hazard.__version__}, but a worker has 9.9" in str(error)
