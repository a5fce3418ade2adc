"""``hazard backgammon``: hints, analysis, rollouts, a game at the terminal, and a player behind a socket."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.backgammon.analyst import Analyst, RatedPlay
from hazard.backgammon.board import draw
from hazard.backgammon.chances import Chances
from hazard.backgammon.cli import play, serve
from hazard.backgammon.cube import cube_decision, cube_efficiency
from hazard.backgammon.game import Backgammon
from hazard.backgammon.match_analysis import Judged, MatchAnalysis, analyse_match
from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.matches import read_match
from hazard.backgammon.notation import notation
from hazard.backgammon.positions import Position
from hazard.backgammon.reading import read_position
from hazard.backgammon.records import MatchRecord
from hazard.backgammon.rollout import rollout
from hazard.cli.common import (
    JsonOption,
    SeedOption,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    show,
)
from hazard.cli.executing import AddressOption, OnOption, WorkersOption, executor_from
from hazard.cli.plain_help import Commands
from hazard.content import beginning
from hazard.errors import UserError
from hazard.game import GameError

app = Commands(
    name="backgammon",
    epilog=examples(
        "hazard backgammon hint 4HPwATDgc/ABMA --dice 31",
        "hazard backgammon analyse match.mat",
        "hazard backgammon play --length 5",
        "Add --help to a command for its options and examples, or --json for output that programs read.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Analyse backgammon positions and matches, play against hazard, or connect it to other programs."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


IdArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="The position: an XGID, a GNU Backgammon position ID, or a position ID "
        "and a match ID joined by a colon.",
    ),
]
DiceOption = Annotated[
    str | None,
    typer.Option("--dice", metavar="ROLL", help="The roll, such as 31, if the ID does not contain one."),
]
PliesOption = Annotated[
    int,
    typer.Option(
        "--plies",
        metavar="N",
        min=0,
        max=2,
        help="How many rolls to look ahead: 0 (instant), 1 (tenths of a second) or 2 (a few seconds).",
    ),
]

START_XGID = "'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'"

SHOWN = 5
"""Plays that a hint shows where nobody says how many."""

# ---- hint


@app.command(
    epilog=examples(
        f"hazard backgammon hint {START_XGID}",
        "hazard backgammon hint 4HPwATDgc/ABMA --dice 64 --plies 1",
        "hazard backgammon hint 4HPwATDgc/ABMA:cAkAAAAAAAAA   # no roll: the cube decision",
    )
)
def hint(
    context: typer.Context,
    position: IdArgument,
    dice: DiceOption = None,
    plies: PliesOption = 1,
    count: Annotated[
        int | None,
        typer.Option(
            "--count", metavar="N", min=1, help="How many plays to show: 5 by default, all with --json."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the best plays for a roll or, without a roll, whether to double and whether to take."""
    where, match = read_position(position, dice)
    analyst = Analyst(plies)
    if match.dice is None:
        refuse_idle(context, "--count", because="backgammon.idle.before_the_roll")
        chances = analyst.chances(where)
        decision = analyst.cube(where, match, chances)
        if json:
            print_json({
                "position": where.id, "plies": plies, "chances": chances.to_dict(),
                "cube": decision.to_dict(),
            })  # fmt: skip
            return
        say(draw(where))
        say(f"X {'has doubled' if match.offer == 'double' else 'is to roll or double'}. {_score(match)}\n")
        say(_chances(chances))
        say(f"\n{decision.explain()}")
        return
    rated = analyst.plays(where, match.dice, match)
    if json:
        print_json({
            "position": where.id, "dice": list(match.dice), "plies": plies,
            "plays": [play.to_dict() for play in rated[:count]],
        })  # fmt: skip
        return
    say(draw(where))
    say(f"X plays {match.dice[0]}-{match.dice[1]}. {_score(match)}\n")
    shown = rated[: count or SHOWN]
    show(_plays_table(shown))
    if len(rated) > len(shown):
        worst, more = rated[-1], len(rated) - len(shown)
        say(f"{more} more; the worst, {notation(worst.play)}, is {worst.behind:.3f} behind.")


def _score(match: MatchState) -> str:
    cube = f"cube at {match.cube}" if match.cube > 1 or match.cube_owner is not None else "centred cube"
    if not match.length:
        return f"For money, {cube}."
    crawford = ", Crawford" if match.crawford else ""
    mine, theirs = match.score[match.on_roll], match.score[1 - match.on_roll]
    return f"{mine} to {theirs} in a match to {match.length}{crawford}, {cube}."


def _chances(chances: Chances) -> str:
    return (
        f"X wins {_percent(chances.win)} (gammon {_percent(chances.win_gammon)}, "
        f"backgammon {_percent(chances.win_backgammon)}), loses {_percent(1 - chances.win)} "
        f"(gammon {_percent(chances.lose_gammon)}, backgammon {_percent(chances.lose_backgammon)}); "
        f"without a cube {chances.equity:+.3f} points."
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _plays_table(rated: list[RatedPlay]) -> Table:
    table = Table()
    for heading in ("", "play", "equity", "behind", "win", "gammon", "lose", "gammon"):
        table.add_column(heading, justify="left" if heading == "play" else "right")
    for number, rating in enumerate(rated, 1):
        chances = rating.chances
        shares = (chances.win, chances.win_gammon, 1 - chances.win, chances.lose_gammon)
        table.add_row(
            str(number),
            notation(rating.play),
            f"{rating.equity:+.3f}",
            "-" if number == 1 else f"{rating.behind:.3f}",
            *(_percent(share) for share in shares),
        )
    return table


# ---- rollout


@app.command(
    "rollout",
    epilog=examples(
        "hazard backgammon rollout 4HPwATDgc/ABMA --games 324 --cut 12",
        f"hazard backgammon rollout {START_XGID} --plays 3 --games 144 --cut 10",
    ),
)
def run_rollout(
    context: typer.Context,
    position: IdArgument,
    dice: DiceOption = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games to play.")] = 1296,
    cut: Annotated[
        int,
        typer.Option(
            "--cut",
            metavar="N",
            help="Truncate each game after this many rolls and use the network's estimate."
            " 0 plays to the end.",
        ),
    ] = 0,
    plays: Annotated[
        int,
        typer.Option(
            "--plays", metavar="N", min=1, help="With a roll: how many of the best plays to roll out."
        ),
    ] = 3,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="How many threads to use. 0 uses all processors.")
    ] = 0,
    on: OnOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Estimate the equity of a position, or of the best plays of a roll, by variance-reduced rollouts."""
    where, match = read_position(position, dice)
    if on is not None:
        refuse_idle(context, "--threads", because="cli.idle.on_has_workers")
    executor = executor_from(context, on, workers, address)
    settings: dict[str, Any] = {"games": games, "plies": cut, "threads": threads, "seed": seed}
    settings["executor"] = executor
    if match.dice is None:
        refuse_idle(context, "--plays", because="backgammon.idle.before_the_roll")
        with progress_bar() as progress:
            found = rollout(where, **settings, progress=progress)
        decision = cube_decision(found.chances, match, efficiency=cube_efficiency(where))
        if json:
            print_json({"position": where.id, **found.to_dict(), "cube": decision.to_dict()})
            return
        say(draw(where))
        say(f"X is to roll. {_score(match)}\n\n{found.explain()}\n\n{decision.explain()}")
        return
    rows = _rolled_out_plays(where, match.dice, plays, settings)
    if json:
        print_json({"position": where.id, "dice": list(match.dice), "plays": rows})
        return
    say(draw(where))
    say(f"X plays {match.dice[0]}-{match.dice[1]}. {_score(match)}\n")
    table = Table()
    for heading in ("", "play", "equity", "± error", "behind", "win", "gammon", "lose", "gammon"):
        table.add_column(heading, justify="left" if heading == "play" else "right")
    for number, row in enumerate(rows, 1):
        chances = row["chances"]
        shares = (chances[name] for name in ("win", "win_gammon", "lose", "lose_gammon"))
        table.add_row(
            str(number),
            row["play"],
            f"{row['equity']:+.3f}",
            f"{row['equity_error']:.3f}",
            "-" if number == 1 else f"{row['behind']:.3f}",
            *(_percent(share) for share in shares),
        )
    show(table)


def _rolled_out_plays(
    where: Position, dice: tuple[int, int], plays: int, settings: dict[str, Any]
) -> list[dict[str, Any]]:
    """Roll the best plays out, each seen by the side that makes it; best first."""
    game = Backgammon(networks=None)
    state = game.state(where, dice=dice)
    rows: list[dict[str, Any]] = []
    with progress_bar() as progress:
        for rated in Analyst().plays(where, dice)[:plays]:
            after = game.position(game.apply(state, rated.play))
            if not any(after.opponent):
                rows.append({"play": notation(rated.play), "games": 0, "equity": rated.equity,
                             "equity_error": 0.0, "chances": rated.chances.to_dict()})  # fmt: skip
                continue
            found = rollout(after, **settings, progress=progress)
            mine = replace(found, chances=found.chances.swapped(), equity=-found.equity)
            rows.append({"play": notation(rated.play), **mine.to_dict()})
    rows.sort(key=lambda row: -row["equity"])
    for row in rows:
        row["behind"] = rows[0]["equity"] - row["equity"]
    return rows


# ---- analyse


@app.command(
    epilog=examples(
        "hazard backgammon analyse match.mat",
        "hazard backgammon analyse match.mat --plies 1 --all",
        "hazard backgammon analyse match.mat --json > match.json",
    )
)
def analyse(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.mat", help="A match file (.mat), as GNU Backgammon and other programs write it."
        ),
    ],
    plies: PliesOption = 0,
    every: Annotated[bool, typer.Option("--all", help="Show every decision, not only the mistakes.")] = False,
    json: JsonOption = False,
) -> None:
    """Analyse a match: the equity lost by each play and cube decision, and the luck of each player."""
    match = _match_of(file)
    with progress_bar() as progress:
        try:
            analysis = analyse_match(match, Analyst(plies), progress)
        except GameError as error:
            raise UserError("backgammon.in_match_file", file=file, error=error) from None
    if json:
        print_json(analysis.to_dict())
        return
    shown = [judged for judged in analysis.judged if every or judged.mark]
    if shown:
        show(_decisions_table(analysis, shown))
    show(_totals_table(analysis))


def _match_of(file: Path) -> MatchRecord:
    content = beginning(file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    try:
        return read_match(text)
    except GameError as error:
        raise UserError("backgammon.in_match_file", file=file, error=error) from None


def _decisions_table(analysis: MatchAnalysis, shown: list[Judged]) -> Table:
    table = Table()
    for heading in ("game", "no.", "player", "roll", "done", "best", "cost", "", "luck"):
        table.add_column(heading, justify="right" if heading in ("game", "no.", "cost", "luck") else "left")
    for judged in shown:
        table.add_row(
            str(judged.game),
            str(judged.number),
            analysis.players[judged.player],
            "" if judged.dice is None else f"{judged.dice[0]}-{judged.dice[1]}",
            judged.done,
            judged.best if judged.error > 0 else "",
            f"{judged.error:.3f}",
            judged.mark,
            "" if judged.luck is None else f"{judged.luck:+.3f}",
        )
    return table


def _totals_table(analysis: MatchAnalysis) -> Table:
    table = Table()
    table.add_column("")
    for name in analysis.players:
        table.add_column(name, justify="right")
    first, second = analysis.totals
    for heading, row in {
        "plays with a choice": [f"{t.plays}" for t in (first, second)],
        "cost of plays": [f"{t.play_error:.3f}" for t in (first, second)],
        "per play": [f"{t.error_per_play:.4f}" for t in (first, second)],
        "cube decisions noted": [f"{t.cube_decisions}" for t in (first, second)],
        "cost of the cube": [f"{t.cube_error:.3f}" for t in (first, second)],
        "mistakes (?)": [f"{t.mistakes}" for t in (first, second)],
        "blunders (??)": [f"{t.blunders}" for t in (first, second)],
        "luck": [f"{t.luck:+.3f}" for t in (first, second)],
    }.items():
        table.add_row(heading, *row)
    return table


app.command("play", epilog=play.EXAMPLES)(play.run)
app.command("serve", epilog=serve.EXAMPLES)(serve.run)
