"""``hazard takeiteasy bench`` and ``ablation``: how well it plays, and what each technique is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import (
    JsonOption,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    seed_option,
    show,
)
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.errors import UserError
from hazard.executing.executor import Executor
from hazard.specs import split_list
from hazard.takeiteasy.cli.options import EvaluatorOption, TargetOption, game_for
from hazard.takeiteasy.evaluators import find_evaluator
from hazard.takeiteasy.game import TakeItEasy
from hazard.takeiteasy.strength import Played, play_games

BENCH_EXAMPLES = examples(
    "hazard takeiteasy bench",
    "hazard takeiteasy bench --how 'greedy, lookahead, strongest, treesearch(nodes=150)' --games 200",
    "hazard takeiteasy bench --evaluator my.npz --games 5000",
    "hazard takeiteasy bench --target 150 --how 'greedy' --games 2000",
)
ABLATION_EXAMPLES = examples(
    "hazard takeiteasy ablation --games 100", "hazard takeiteasy ablation --evaluators table --games 1000"
)
EVALUATION_SEED = 77_000_000
"""Trainings are seeded from 1 on; no game of a training is a game of a measurement."""

PlayOutsOption = Annotated[
    int,
    typer.Option(
        "--play-outs",
        metavar="N",
        min=0,
        help="Estimate the gain of a search over greedy play from N play-outs for each move. 0 skips this.",
    ),
]
GamesOption = Annotated[
    int, typer.Option("--games", metavar="N", min=2, help="How many games each player plays.")
]
SeedOption = Annotated[int, seed_option("Seed for the draws. The same seed draws the same tiles.")]

WITHOUT_SEARCH = ("greedy",)
WITH_SEARCH = (
    "expectimax(depth=1)",
    "expectimax(depth=2)",
    "lookahead",
    *(f"treesearch(nodes={nodes}, select=puct, exploration=0.3)" for nodes in (50, 150, 500)),
    "treesearch(nodes=150, select=puct, exploration=0.3, siblings=True)",
    "treesearch(boards=16000, select=puct, exploration=0.15, siblings=True, every_outcome=True)",
    "strongest",
    "treesearch(nodes=150, select=puct, exploration=0.3, widen_actions=2)",
    "treesearch(nodes=150, select=puct, exploration=0.3, widen_actions=2, widen_outcomes=2)",
    "treesearch(nodes=150, select=puct, exploration=0.3, backup=expectation)",
    "treesearch(nodes=150, select=puct, exploration=0.3, backup=mean)",
    "treesearch(nodes=150, select=puct, exploration=0.3, unseen=reweight)",
    "treesearch(nodes=150, select=uct, exploration=0.3)",
)


WITH_PLAY_OUTS = tuple(f"treesearch(nodes={nodes}, select=puct, exploration=0.3)" for nodes in (50, 150))
"""Searches on boards that are played out a few times each; more would take seconds a move."""


def bench(
    context: typer.Context,
    how: Annotated[
        str,
        typer.Option(
            "--how",
            metavar="LIST",
            help="The players to measure, separated by commas. The first is the baseline for the others.",
        ),
    ] = "greedy, lookahead",
    games: GamesOption = 100,
    target: TargetOption = None,
    evaluator: EvaluatorOption = "auto",
    seed: SeedOption = EVALUATION_SEED,
    play_outs: PlayOutsOption = 100,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Measure playing strength: let several players play the same draws and compare their scores."""
    ways = split_list(how)
    if play_outs:
        _refuse_idle_play_outs(context, ways, target, [evaluator])
    game = game_for(target, evaluator)
    executor = executor_from(context, on, workers, address)
    plan = [(evaluator, game, one) for one in ways]
    found = _played(plan, games, seed, 0 if target else play_outs, executor)
    _tell(found, games, target, json)


def ablation(
    context: typer.Context,
    evaluators: Annotated[
        str,
        typer.Option("--evaluators", metavar="LIST", help="The evaluators to compare, separated by commas."),
    ] = "rollouts:100, rollouts:5, table, network",
    games: GamesOption = 100,
    seed: SeedOption = EVALUATION_SEED,
    play_outs: PlayOutsOption = 100,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Measure the contribution of each evaluator, search and setting, all on the same draws."""
    plan: list[tuple[str, TakeItEasy, str]] = []
    names = split_list(evaluators)
    if play_outs:
        _refuse_idle_play_outs(context, WITH_SEARCH, None, names)
    for name in names:
        game = TakeItEasy(evaluator=find_evaluator(name))
        searched = WITH_SEARCH
        if name.startswith("rollouts"):
            searched = WITH_PLAY_OUTS if re.match(r"rollouts:\d(:|$)", name) else ()
        plan += [(name, game, how) for how in (*WITHOUT_SEARCH, *searched)]
    if not plan:
        raise UserError("takeiteasy.no_evaluator_to_compare")
    executor = executor_from(context, on, workers, address)
    _tell(_played(plan, games, seed, play_outs, executor), games, None, json)


def _refuse_idle_play_outs(
    context: typer.Context, ways: Sequence[str], target: int | None, evaluators: Sequence[str]
) -> None:
    """Refuse play-outs where nothing is judged by them."""
    if target is not None:
        because = "takeiteasy.idle.target"
    elif all(name.startswith("rollouts") for name in evaluators):
        because = "takeiteasy.idle.rollouts"
    elif all(way in WITHOUT_SEARCH for way in ways):
        because = "takeiteasy.idle.no_search"
    else:
        return
    refuse_idle(context, "--play-outs", because=because)


Row = tuple[str, Played]


def _played(
    plan: list[tuple[str, TakeItEasy, str]],
    games: int,
    seed: int,
    play_outs: int,
    executor: Executor | None = None,
) -> list[Row]:
    with progress_bar() as progress:
        found: list[Row] = []
        for name, game, how in plan:
            judged = 0 if name.startswith("rollouts") else play_outs  # to play play-outs out takes too long
            played = play_games(
                game, how, games, seed, play_outs=judged, progress=progress, executor=executor
            )
            found.append((name, played))
        return found


def _tell(found: list[Row], games: int, target: int | None, json: bool) -> None:
    rows = [_row(one, found[0], target) for one in found]
    if json:
        print_json({"games": games, "target": target, "rows": rows})
        return
    columns = {
        "evaluator": [row["evaluator"] for row in rows],
        "how": [row["how"] for row in rows],
        "mean": [f"{row['mean']:.2f}" for row in rows],
        "± s.e.": [f"{row['standard_error']:.2f}" for row in rows],
        "std": [f"{row['deviation']:.1f}" for row in rows],
        "variance-reduced": [_with_error(row, "without_luck", ".2f") for row in rows],
        "over baseline": ["", *(_with_error(row, "ahead") for row in rows[1:])],
        "gain over greedy": [_with_error(row, "gain") for row in rows],
        "ms a move": [f"{row['milliseconds']:.3f}" for row in rows],
        f"reach {target}": [f"{100 * row['reached']:.1f} %" if target else "" for row in rows],
    }
    told = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = Table()
    for heading in told:
        table.add_column(heading, justify="left" if heading in ("evaluator", "how") else "right")
    for cells in zip(*told.values(), strict=True):
        table.add_row(*cells)
    show(table)
    say(f"{games:,} games each, on the same draws.")


def _with_error(row: dict[str, Any], name: str, shape: str = "+.2f") -> str:
    return "" if row[name] is None else f"{row[name]:{shape}} ± {row[name + '_error']:.2f}"


def _row(one: Row, first: Row, target: int | None) -> dict[str, Any]:
    name, played = one
    ahead, error = played.ahead_of(first[1])
    gain, fair = played.gain or (None, None), played.without_luck or (None, None)
    row: dict[str, Any] = {
        "evaluator": name,
        "how": played.name,
        "mean": played.mean,
        "standard_error": played.standard_error,
        "deviation": played.deviation,
        "without_luck": fair[0],
        "without_luck_error": fair[1],
        "ahead": ahead,
        "ahead_error": error,
        "gain": gain[0],
        "gain_error": gain[1],
        "milliseconds": played.milliseconds,
    }
    return row if target is None else {**row, "reached": played.reached(target)}
