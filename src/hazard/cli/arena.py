"""``hazard arena``: a match between two players, and how sure the result is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hazard.arena import MatchResult, play
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    SeedOption,
    StateOption,
    complete_player,
    examples,
    output,
    print_json,
    progress_bar,
    refuse_idle,
    refuse_idle_seed,
    say,
)
from hazard.cli.evaluators import give_evaluator
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.errors import UserError
from hazard.players import HumanPlayer
from hazard.registry import find_game, find_player
from hazard.registry.states import read_state
from hazard.specs import split_list

if TYPE_CHECKING:
    from hazard.solving.solve import Progress

EXAMPLES = examples(
    "hazard arena pig --players 'expectimax(depth=2),random' --games 200 --seed 1",
    "hazard arena pig --players 'optimal,expectimax(depth=3)' --games 1000",
    "hazard arena einstein --players 'expectimax(ms=20),treesearch(ms=20)' --games 40 --json",
    "hazard arena connect4 --players 'expectimax(depth=4),expectimax(depth=2)' --on threads --workers 2",
    "hazard arena 'pig(players=1)' --players optimal --games 100",
    "hazard arena my_game.py --players 'treesearch(ms=50),treesearch(ms=50)' --evaluator my.npz",
)

PlayersOption = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="A,B",
        autocompletion=complete_player,
        help="The two players, separated by a comma (one for a one-player game): "
        "random, optimal, human, or any search with a budget.",
    ),
]


def _growing(progress: Progress | None, games: int) -> Callable[[MatchResult], None] | None:
    """Return what shows the interval shrink while games come in from several workers."""
    if progress is None:
        return None

    def show(so_far: MatchResult) -> None:
        error = so_far.standard_error
        sure = "" if error is None else f" ± {error:.4f}"
        progress(f"games, {so_far.mean:.4f}{sure}", so_far.games, games)

    return show


def run(
    context: typer.Context,
    game: GameArgument,
    players: PlayersOption = "expectimax(depth=2),random",
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            help="How many games to play. The number must be even if the games are paired.",
        ),
    ] = 100,
    seed: SeedOption = 0,
    state: StateOption = None,
    paired: Annotated[
        bool, typer.Option(help="Play games in pairs, with the same dice and the seats swapped.")
    ] = True,
    evaluator: Annotated[
        list[Path] | None,
        typer.Option(
            "--evaluator",
            metavar="FILE",
            help="Let the first player's search evaluate states with this weight file of 'hazard "
            "train'. Repeat the option for the second player.",
        ),
    ] = None,
    max_moves: Annotated[
        int, typer.Option("--max-moves", metavar="N", help="Give up on a game with more moves than this.")
    ] = 100_000,
    even: Annotated[
        float | None,
        typer.Option(
            "--even",
            metavar="V",
            help="The value at which neither player has won. By default, the middle of the game's bounds.",
        ),
    ] = None,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Play a match between two players, and report who is stronger with a confidence interval.

    By default games are paired: both games of a pair have the same dice and the seats are swapped, so that
    luck largely cancels out. With --on the games are played on several cores or machines. Ctrl-C ends the
    match and reports the games that are finished.
    """
    rules = find_game(game)
    position = read_state(rules, state)
    with progress_bar() as progress:
        table = [find_player(text, rules, progress=progress) for text in split_list(players)]
        if len(evaluator or []) > len(table):
            raise UserError(
                "cli.more_evaluators_than_players", count=len(evaluator or []), players=len(table)
            )
        for player, file in zip(table, evaluator or [], strict=False):
            give_evaluator(player, file)
        if len(table) == 1:
            refuse_idle(context, "--paired", because="cli.idle.nobody_to_swap")
        refuse_idle_seed(context, rules, position, table)
        executor = executor_from(context, on, workers, address)
        if executor is not None and any(isinstance(player, HumanPlayer) for player in table):
            raise UserError("executor.human_elsewhere", on=executor.kind)
        result = play(
            rules, table, games, seed, state=position, progress=None if executor else progress, paired=paired,
            max_moves=max_moves, even=even, executor=executor, partial=_growing(progress, games),
        )  # fmt: skip
    if json:
        print_json(result.to_dict())
        return
    console = output()
    if console.is_terminal:
        console.print(result)
    say(result.explain())
