"""2048: exact values of small boards, nodes and moves a second, what the row heuristic and the network score.

Depth counts decisions: depth 4 is a move and three more. Programs written for this one game count *slides
tried*, four at each decision, also those that change nothing, and try 55 to 70 million a second on one core;
hazard counts nodes, so its rate is given in both. Seconds are of processor time: games are played by one
thread, and what else runs on the machine should not count.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any, Literal

from common import Report, arguments, seeded_positions
from hazard import AloneResult, Budget, Expectimax, Searcher, Turn, play_alone, solve
from hazard.games import Twenty48
from hazard.games.twenty48.network import Twenty48Training, read_network, shipped_network

# The best expected score from an empty board, and the best chance of a 512 on three by three.
KNOWN = {
    "2 x 2, score": (Twenty48(2, 2), 66.964149457),
    "2 x 3, score": (Twenty48(2, 3), 480.258271776),
    "2 x 3, score, mirror images as one": (Twenty48(2, 3, symmetry=True), 480.258271776),
}
KNOWN_LARGE = {
    "3 x 3, chance of 512, mirror images as one": (Twenty48(3, 3, goal=512, symmetry=True), 0.736774177),
    "3 x 3, score, mirror images as one": (Twenty48(3, 3, symmetry=True), 5468.486797410),
}
SCORE, SURVIVAL = Twenty48(), Twenty48(objective="survival")
SEARCH = Expectimax(deepen=False, min_reach=0.0003)
# Two or three tiles ahead on an empty board, and more the fewer cells are empty.
SELECTIVE = Expectimax(deepen=False, min_reach=0.03)
WITH_WINDOWS = replace(SEARCH, trace=1)
WITH_NETWORK = Expectimax(deepen=False, min_reach=0.001)


def played(game: Twenty48, search: Expectimax, depth: int, games: int, seed: int) -> AloneResult:
    """Play games scored by points, with the processor time they took for their seconds."""
    began = process_time()
    scored = Twenty48(symmetry=game.symmetry)
    found = play_alone(game, search, Budget(depth=depth), games, seed, scored_by=scored)
    return replace(found, seconds=process_time() - began)


def exact_values(report: Report, large: bool) -> None:
    rows = []
    for name, (game, known) in (KNOWN | (KNOWN_LARGE if large else {})).items():
        solution = solve(game, max_states=100_000_000, max_bytes=8_000_000_000)
        rows.append([name, solution.states, solution.seconds, f"{solution.value():.9f}"])
        error = abs(solution.value() - known)
        report.at_most(f"{name}: distance from {known}", error, 1e-8 + solution.error, timed=False)
    report.table("Exact values of best play", ("board", "states", "seconds", "value"), rows)


def slides_per_node(depth: int) -> float:
    """How many slides are tried for each node, from a log of whole searches: four at each decision."""
    nodes = decisions = 0
    for state in seeded_positions(SURVIVAL, 4, seed=1, plies=(60, 120)):
        search = replace(SEARCH, table=False, trace=10_000_000)
        trace = Searcher(SURVIVAL, search).decide(state, Budget(depth=depth)).trace
        nodes += len(trace)
        decisions += sum(node.turn is Turn.MAX and node.cut == "" for node in trace)
    return 4 * decisions / nodes


def speed(report: Report, quick: bool) -> None:
    depth, games, rounds = (3, 1, 1) if quick else (4, 1, 5)
    slides = slides_per_node(3)
    settings: dict[str, tuple[Twenty48, Expectimax]] = {
        "survival": (SURVIVAL, SEARCH),
        "survival, no table": (SURVIVAL, replace(SEARCH, table=False)),
        "survival, mirror images as one": (Twenty48(objective="survival", symmetry=True), SEARCH),
        "score": (SCORE, SEARCH),
    }
    if not quick:
        settings["survival, with windows"] = (SURVIVAL, WITH_WINDOWS)
    best: dict[str, AloneResult] = {}
    for turn in range(rounds):
        for name, (game, search) in settings.items():
            if turn and name != "survival" and name != "score":
                continue
            found = played(game, search, depth, games, seed=1)
            if name not in best or found.seconds < best[name].seconds:
                best[name] = found
    rows = [
        [
            name,
            r.decisions / r.seconds,
            r.nodes / r.decisions,
            r.nodes / r.seconds,
            slides * r.nodes / r.seconds,
        ]
        for name, r in best.items()
    ]
    columns = ("search", "decisions/s", "nodes each", "nodes/s", "slides tried/s")
    report.table(f"Speed, depth {depth}, one thread, best of {rounds}", columns, rows)
    report.note(f"{slides:.3f} slides are tried for each node")
    tried = slides * best["survival"].nodes / best["survival"].seconds
    report.at_least("slides tried a second", tried, 60e6, timed=True)
    if not quick:
        rate = best["score"].decisions / best["score"].seconds
        report.at_least("row heuristic, decisions a second, depth 4", rate, 1600, timed=True)


def average_scores(report: Report, plan: list[RowGames], quick: bool) -> None:
    rows: list[list[Any]] = []
    for objective, search, depth, games in plan:
        found = played(Twenty48(objective=objective), search, depth, games, seed=2048)
        rows.append([objective, search.min_reach, *score_row(found, depth)])
        if quick or objective != "score" or depth < 4:
            continue
        name = f"row heuristic, depth {depth}, min_reach {search.min_reach}"
        report.at_least(f"{name}: average score", found.mean, 136_000, timed=False)
        if search is SELECTIVE:
            report.at_least(f"{name}: decisions a second", found.decisions / found.seconds, 1600, timed=True)
    report.table("What the row heuristic scores", ("objective", "min_reach", *SCORE_COLUMNS), rows)


SCORE_COLUMNS = ("depth", "games", "mean score", "±", "2048", "8192", "16384", "decisions/s")


def score_row(found: AloneResult, depth: int) -> list[Any]:
    largest = [max(map(int, re.findall(r"\d+", SCORE.text(state)))) for state in found.last]
    shares = [f"{sum(tile >= goal for tile in largest) / len(largest):.0%}" for goal in (2048, 8192, 16384)]
    error, rate = found.standard_error or 0.0, found.decisions / found.seconds
    return [depth, len(found.scores), found.mean, error, *shares, rate]


def network_scores(report: Report, file: str, plan: dict[int, int], quick: bool) -> None:
    """What the network scores without look-ahead, in a loop of its own, and in the search by depth."""
    network = shipped_network() if file == "shipped" else read_network(Path(file))
    games = 10 if quick else 1000
    began = process_time()
    moves, scores = network.play(2048, games)
    rate, mean = moves / (process_time() - began), fmean(scores)
    rows: list[list[Any]] = [
        ["the best slide", "-", games, mean, stdev(scores) / games**0.5, "", "", "", rate]
    ]
    found = {}
    for depth, count in plan.items():
        found[depth] = played(Twenty48(network=file), WITH_NETWORK, depth, count, seed=2048)
        rows.append(["search", *score_row(found[depth], depth)])
    report.table("What the network scores (min_reach 0.001)", ("chosen by", *SCORE_COLUMNS), rows)
    if not quick:
        report.at_least("network, average score without look-ahead", mean, 90_000, timed=False)
        report.at_least("network, moves a second without look-ahead", rate, 1e6, timed=True)
        report.at_least("network, average score, depth 3", found[3].mean, 175_000, timed=False)


def training_speed(report: Report, games: int) -> None:
    training = Twenty48Training()
    began = process_time()
    while training.games < games:
        training.play_round()
    rate = training.moves / (process_time() - began)
    columns = ("games", "moves", "moves/s")
    report.table("Training from nothing, one thread", columns, [[training.games, training.moves, rate]])


PARTS = ("exact", "speed", "rows", "network", "training")
# One game's score is about as far from the mean as half of it: 40 games have an error of 7 %.
RowGames = tuple[Literal["score", "survival"], Expectimax, int, int]
ROW_GAMES: list[RowGames] = [
    ("survival", SEARCH, 1, 300),
    ("survival", SEARCH, 2, 200),
    ("survival", SEARCH, 3, 40),
    ("score", SEARCH, 1, 300),
    ("score", SEARCH, 2, 200),
    ("score", SEARCH, 3, 40),
    ("score", SEARCH, 4, 20),
    ("score", SELECTIVE, 5, 20),
    ("score", SELECTIVE, 8, 40),
]
QUICK_ROW_GAMES: list[RowGames] = [("survival", SEARCH, 1, 20), ("score", SEARCH, 2, 4)]
NETWORK_GAMES = {1: 1000, 2: 200, 3: 80}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--large", action="store_true", help="three by three as well: 4.4 GB, 3 minutes")
    parser.add_argument("--network", default="shipped", help="a weight file of hazard train 2048")
    parser.add_argument("--part", choices=PARTS, action="append", help="this part only; repeat for more")
    options = parser.parse_args()
    parts, quick = options.part or PARTS, options.quick
    report = Report("twenty48", quick)
    if "exact" in parts:
        exact_values(report, options.large)
    if "speed" in parts:
        speed(report, quick)
    if "rows" in parts:
        average_scores(report, QUICK_ROW_GAMES if quick else ROW_GAMES, quick)
    if "network" in parts:
        network_scores(report, options.network, {1: 10, 2: 1} if quick else NETWORK_GAMES, quick)
    if "training" in parts:
        training_speed(report, 200 if quick else 5000)
    report.print(options.json)


if __name__ == "__main__":
    main()
