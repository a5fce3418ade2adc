"""Many games on one worker and on two: threads, processes, and a Ray cluster of two nodes.

The same match is played everywhere, and its results must be the same to the last bit, also when a worker is
killed in the middle. How much faster two workers are than one means something only on two free cores.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import hazard
from common import Report, arguments
from hazard import Budget, Expectimax, RandomPlayer, SearchPlayer
from hazard.executing.executor import Executor, cores
from hazard.fivee.content.library import encounters
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.rules.fight import Fight
from hazard.games import ConnectFour

RAY = str(Path(sys.executable).parent / "ray")


def match(games: int, executor: Executor | None, depth: int = 5) -> tuple[tuple[float, ...], float]:
    players = [SearchPlayer(Expectimax(), Budget(depth=depth)), RandomPlayer()]
    began = time.perf_counter()
    result = hazard.play(ConnectFour(), players, games=games, seed=7, executor=executor)
    return result.scores, time.perf_counter() - began


def on_one_machine(report: Report, games: int, reference: tuple[float, ...]) -> None:
    rows = []
    for kind in ("threads", "processes"):
        seconds = {}
        for workers in (1, 2, 4):
            scores, seconds[workers] = match(games, hazard.executor(kind, workers=workers))
            same = float(scores == reference)
            report.at_least(f"arena on {workers} {kind}: identical", same, 1.0, timed=False)
        rows.append([kind, *seconds.values()])
        share = seconds[1] / seconds[2] / 2
        report.at_least(f"arena on {kind}: two workers, share of linear", share, 0.8, timed=True)
    report.table(
        f"{games} games of connect four, seconds", ["on", "1 worker", "2 workers", "4 workers"], rows
    )


def forecasts(report: Report, fights: int) -> None:
    """A forecast of the same fight on one worker and on two, row by row the same."""
    ambush = Fight(encounters()["goblin-ambush"])
    rows, reference = [], None
    for kind in ("threads", "processes"):
        seconds = {}
        for workers in (1, 2, 4):
            crew = hazard.executor(kind, workers=workers)
            began = time.perf_counter()
            found = forecast(ambush, fights, seed=7, executor=crew)
            seconds[workers] = time.perf_counter() - began
            said = found.record.hit_points.tobytes()
            reference = said if reference is None else reference
            same = float(said == reference)
            report.at_least(f"forecast on {workers} {kind}: identical", same, 1.0, timed=False)
        rows.append([kind, *seconds.values()])
        share = seconds[1] / seconds[2] / 2
        report.at_least(f"forecast on {kind}: two workers, share of linear", share, 0.8, timed=True)
    report.table(f"{fights} fights, seconds", ["on", "1 worker", "2 workers", "4 workers"], rows)


def killed(report: Report, games: int, reference: tuple[float, ...]) -> None:
    """One of two processes is killed with SIGKILL in the middle."""
    executor, gone = hazard.executor("processes", workers=2), []

    def kill_one() -> None:
        time.sleep(1.0)
        for child in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"multiprocessing" in command and b"resource_tracker" not in command:
                os.kill(int(child), signal.SIGKILL)
                gone.append(child)
                return

    killer = threading.Thread(target=kill_one)
    killer.start()
    scores, _ = match(games, executor)
    killer.join()
    report.note(f"killed: {len(gone)} worker")
    report.at_least("one worker killed: identical", float(scores == reference), 1.0, timed=False)


def on_ray(report: Report, games: int, reference: tuple[float, ...]) -> None:
    """A head and a second node with one processor each, as two machines would be."""
    try:
        import ray
    except ImportError:
        report.note("Ray is not installed: pip install 'hazard[ray]'")
        return
    nodes = [_node(["--head", "--port=6399", "--include-dashboard=false"])]
    try:
        seconds = {}
        for workers in (1, 2):
            if workers == 2:
                nodes.append(_node(["--address=127.0.0.1:6399"]))
            time.sleep(8.0)  # until the node has joined
            executor = hazard.executor("ray", workers=workers, address="127.0.0.1:6399")
            match(2 * workers, executor, 1)  # the workers have imported hazard
            scores, seconds[workers] = match(games, executor)
            same = float(scores == reference)
            report.at_least(f"arena on ray, {workers} nodes: identical", same, 1.0, timed=False)
            ray.shutdown()
        rows = [["ray", *seconds.values()]]
        report.table(f"{games} games, seconds on Ray", ["on", "1 node", "2 nodes"], rows)
        share = seconds[1] / seconds[2] / 2
        report.at_least("arena on ray: two nodes, share of linear", share, 0.8, timed=True)
    finally:
        for node in reversed(nodes):
            node.terminate()
            node.wait()


def _node(options: list[str]) -> subprocess.Popen[bytes]:
    """Start a node of one processor that lives as long as its process."""
    command = [RAY, "start", *options, "--num-cpus=1", "--disable-usage-stats", "--block"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("scale", options.quick)
    games = 12 if options.quick else 400
    reference, _ = match(games, None)
    on_one_machine(report, games, reference)
    forecasts(report, 200 if options.quick else 40_000)
    if not options.quick:
        killed(report, games, reference)
        on_ray(report, games, reference)
    report.note(f"{cores()} processors")
    report.print(options.json)


if __name__ == "__main__":
    main()
