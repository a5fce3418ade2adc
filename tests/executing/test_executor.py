"""The same results on any number of workers of any kind, also when one is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import hazard
from hazard.executing.executor import Blocks, executor
from hazard.executing.on_ray import _knock
from hazard.extras import MissingExtraError
from hazard.games import Pig
from hazard.search import SettingError


def squares(numbers: range) -> list[int]:
    return [number * number for number in numbers]


class Slow:
    """Tells which process plays, and takes its time."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, numbers: range) -> list[int]:
        (Path(self.folder) / f"{os.getpid()}").write_text("here")
        time.sleep(0.05)
        return squares(numbers)


class Deadly:
    def __call__(self, numbers: range) -> list[int]:
        os.kill(os.getpid(), signal.SIGKILL)
        return []


class Failing:
    def __call__(self, numbers: range) -> list[int]:
        raise ZeroDivisionError("of the game")


class Interrupted:
    def __call__(self, numbers: range) -> list[int]:
        if numbers.start >= 4:
            raise KeyboardInterrupt
        return squares(numbers)


@pytest.mark.parametrize("kind", ["threads", "processes"])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_results_come_in_order_whoever_made_them(kind: str, workers: int) -> None:
    done = executor(kind, workers=workers).run(squares, 37, unit=2)
    assert done.complete
    assert done.results == squares(range(37))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_match_is_the_same_on_every_executor(kind: str) -> None:
    players = [hazard.SearchPlayer(hazard.Expectimax(), hazard.Budget(depth=2)), hazard.RandomPlayer()]
    alone = hazard.play(Pig(), players, games=12, seed=9)
    seen: list[int] = []
    spread = hazard.play(
        Pig(), players, games=12, seed=9, executor=executor(kind, workers=2),
        partial=lambda so_far: seen.append(so_far.games),
    )  # fmt: skip
    assert spread.scores == alone.scores
    assert [p.decisions for p in spread.players] == [p.decisions for p in alone.players]
    assert seen == sorted(seen)
    assert seen[-1] == 12


def test_a_killed_worker_costs_only_its_block(tmp_path: Path) -> None:
    job = Slow(str(tmp_path))

    def kill_one() -> None:
        while not (found := list(tmp_path.iterdir())):
            time.sleep(0.01)
        os.kill(int(found[0].name), signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    done = executor("processes", workers=2).run(job, 24)
    killer.join()
    assert done.results == squares(range(24))


def test_a_game_that_kills_its_workers_is_named() -> None:
    with pytest.raises(SettingError, match=r"have crashed 3 workers"):
        executor("processes", workers=1).run(Deadly(), 3)


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_an_error_of_the_game_is_raised_as_it_is(kind: str) -> None:
    with pytest.raises(ZeroDivisionError, match="of the game"):
        executor(kind, workers=2).run(Failing(), 5)


def test_ctrl_c_ends_with_what_is_there() -> None:
    done = executor("threads", workers=1).run(Interrupted(), 100)
    assert done.interrupted
    assert not done.complete
    assert done.results == squares(range(len(done.results)))


def test_what_cannot_be_sent_is_said() -> None:
    with pytest.raises(SettingError, match="cannot be sent"):
        executor("processes", workers=1).run(lambda numbers: list(numbers), 3)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"on": "gpu"}, "expected one of threads, processes, ray"),
        ({"on": "threads", "workers": 0}, "expected a positive whole number"),
        ({"on": "threads", "address": "localhost:1"}, 'expected on="ray"'),
    ],
)
def test_wrong_settings_are_refused(given: dict[str, object], expected: str) -> None:
    with pytest.raises(SettingError, match=expected):
        executor(**given)  # type: ignore[arg-type]


def test_without_ray_it_is_said_which_extra_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"hazard\[ray\]"):
        executor("ray")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere.invalid:x"])
def test_a_cluster_that_does_not_answer_is_named(address: str) -> None:
    with pytest.raises(SettingError, match="no Ray cluster is reachable"):
        _knock(address)


def test_blocks_grow_to_about_a_second_and_shrink_at_the_end() -> None:
    blocks = Blocks(10_000, workers=2, unit=2)
    assert blocks.take() == range(0, 2)
    blocks.learn(2, 0.02)
    second = blocks.take()
    assert second is not None
    assert len(second) == 100
    while (block := blocks.take()) is not None:
        last = block
    assert len(last) <= 4
    assert last.stop == 10_000


def test_a_forecast_is_the_same_on_every_executor() -> None:
    from hazard.fivee.content.library import encounters
    from hazard.fivee.forecasts.forecast import forecast
    from hazard.fivee.rules.fight import Fight

    fight = Fight(encounters()["wolves-in-a-blizzard"])
    alone = forecast(fight, 30, 5, 1).to_dict("en")
    for kind in ("threads", "processes"):
        assert forecast(fight, 30, 5, executor=executor(kind, workers=2)).to_dict("en") == alone


def test_a_file_of_ours_that_is_called_as_a_module_of_pythons_is_not_taken_for_it(tmp_path):
    for name in ("random", "types", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(f'this is not {__name__}')\n")
    words = ["arena", "pig(target=5)", "--players", "random,random", "--games", "4", "--on", "processes"]
    command = [sys.executable, "-P", "-m", "hazard.cli", *words, "--seed", "1"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
