"""Compiled code is kept on disk: found again, made again where it is damaged, and shared by processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.compiling.six_games import FOLDER, both

from hazard.compiling import machine
from hazard.compiling.rules import Rules

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import pig
from hazard.compiling.rules import Rules
print(len(Rules(pig.PigGame()).encode(pig.Pig())))
"""


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "hazard" / "compiled").iterdir())


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("connect_four", "pig"):
        both(name)  # compiled already, with a cache of its own
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_code_is_made_once_and_again_where_it_is_damaged(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, _ = both("connect_four")
    made: list[int] = []
    original = machine.compiled_object
    monkeypatch.setattr(machine, "compiled_object", lambda text: made.append(1) or original(text))
    Rules(plain)
    Rules(plain)
    assert made == [1]
    (file,) = kept(cache)
    whole = file.read_bytes()
    for damaged in (b"", whole[:-9], whole[:40] + b"?" + whole[41:]):
        file.write_bytes(damaged)
        Rules(plain)
        assert file.read_bytes() == whole


def test_another_constant_is_another_game(cache: Path) -> None:
    plain, _ = both("pig")
    Rules(plain)
    Rules(type(plain)(target=50))
    assert len(kept(cache)) == 2


def test_processes_share_the_cache(cache: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(FOLDER)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) for _ in range(2)]
    assert [int(run.communicate()[0]) for run in runs] == [40, 40]
    assert len(kept(cache)) == 1


def test_a_cache_that_cannot_be_written_is_no_error(cache: Path) -> None:
    (cache / "hazard").write_text("in the way")
    plain, _ = both("pig")
    assert Rules(plain).layout.size == 40
