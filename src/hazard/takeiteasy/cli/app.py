"""``hazard takeiteasy``: hints, analysis, a game at the terminal, and playing strength."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import JsonOption, check_suffix, examples, print_json, refuse_idle, say, show
from hazard.cli.plain_help import Commands
from hazard.content import read_text
from hazard.decide import Searcher
from hazard.decision import Decision
from hazard.errors import UserError
from hazard.files import write_text
from hazard.game import Turn
from hazard.search import Budget, Expectimax
from hazard.takeiteasy.analysis import GameAnalysis, analyse, read_game
from hazard.takeiteasy.board import HEX_NAMES, NO_TILE, TILE_NAMES, draw_board, tile_number, write_board
from hazard.takeiteasy.cli import play, strength
from hazard.takeiteasy.cli.options import EvaluatorOption, HowOption, TargetOption, game_for
from hazard.takeiteasy.drawing import draw_svg
from hazard.takeiteasy.game import TakeItEasy
from hazard.takeiteasy.rivals import chances_to_win
from hazard.takeiteasy.ways import find_player

EMPTY = write_board([NO_TILE] * 19)
GAME_EXAMPLE = "'978@c1 964@b1 ...'"

app = Commands(
    name="takeiteasy",
    epilog=examples(
        f"hazard takeiteasy hint '{EMPTY} + 978'",
        "hazard takeiteasy play",
        f"hazard takeiteasy analyse {GAME_EXAMPLE}",
        "Add --help to a command for its options and examples, or --json for output that programs read.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Get hints for Take It Easy, analyse games, play or watch one, and measure playing strength."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# ---- hint


@app.command(
    epilog=examples(
        f"hazard takeiteasy hint '{EMPTY} + 978'",
        "hazard takeiteasy hint '924 978 ./964 . . ./174 . . . ./578 . . ./. . .' --tile 963",
        f"hazard takeiteasy hint '{EMPTY} + 978' --target 180 --svg hint.svg",
        "hazard takeiteasy hint '924 . ./. . . ./. . . . ./. . . ./. . .' --tile 963 "
        "--rival '. . ./. . . ./. . 924 . ./. . . ./. . .'",
    )
)
def hint(
    context: typer.Context,
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD",
            help="The board, column by column from the left: tiles such as 164, '.' for an"
            " empty hex, and '+ 978' at the end for the drawn tile.",
        ),
    ],
    tile: Annotated[
        str | None,
        typer.Option(
            "--tile", metavar="TILE", help="The drawn tile, such as 978, if the board does not end with it."
        ),
    ] = None,
    target: TargetOption = None,
    rival: Annotated[
        list[str] | None,
        typer.Option(
            "--rival",
            metavar="BOARD",
            help="Maximise the probability of finishing ahead of this board, which gets "
            "the same tiles. Repeat the option for more boards.",
        ),
    ] = None,
    evaluator: EvaluatorOption = "auto",
    how: HowOption = "lookahead",
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the board to this file (.svg).")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the best hex for a tile, and the value of every empty hex."""
    if svg is not None:
        check_suffix(svg, ".svg")
    game = game_for(target, evaluator)
    state = game.parse(board)
    if tile is not None:
        if state.hand != NO_TILE:
            raise UserError("takeiteasy.drawn_tile_given_twice")
        state = game.parse(write_board(state.tiles, tile_number(tile)))
    if game.turn(state) is not Turn.MAX:
        if game.turn(state) is Turn.OVER:
            raise UserError("takeiteasy.nothing_to_place")
        raise UserError("takeiteasy.no_tile_on_board")
    if rival:
        if target is not None:
            raise UserError("takeiteasy.rival_and_target")
        because = "takeiteasy.idle.rival"
        refuse_idle(context, "--how", because=because)
        _against(game, state, [game.parse(text) for text in rival], svg, json)
        return
    search, budget_of = find_player(how, game.target)
    budget = Budget(depth=1) if budget_of is None else budget_of(state)
    decision = Searcher(game, search or Expectimax()).decide(state, budget)
    if svg is not None:
        best = decision.action.hex
        write_text(svg, draw_svg(state.tiles, worths(game, decision), best=best))
    if json:
        print_json({"board": game.text(state), "score": state.score, **decision.to_dict()})
        return
    say(draw_board(state.tiles, worths(game, decision)))
    say(f"\n{sentence(game, state, decision)}")


def _against(game: TakeItEasy, state: Any, rivals: list[Any], svg: Path | None, json: bool) -> None:
    """Say where a tile goes for the best chance to beat other boards."""
    found = chances_to_win(game, state, rivals)
    words = {HEX_NAMES.index(one.hex): f"{one.chance:.1%}" for one in found}
    if svg is not None:
        write_text(svg, draw_svg(state.tiles, words, best=HEX_NAMES.index(found[0].hex)))
    if json:
        options = [asdict(one) for one in found]
        print_json({"board": game.text(state), "score": state.score, "options": options})
        return
    say(draw_board(state.tiles, words))
    best = found[0]
    error = f" ± {best.error:.1%}" if best.error else ""
    lines = [f"{TILE_NAMES[state.hand]} goes to {best.hex}: {best.chance:.1%}{error} to end ahead."]
    if len(found) > 1:
        behind = 100 * (best.chance - found[1].chance)
        lines.append(f"Next best: {found[1].hex}, {behind:.1f} percentage points behind.")
    say("\n" + " ".join(lines))


def worths(game: TakeItEasy, decision: Decision) -> dict[int, str]:
    """Return what each empty hex is worth, in words short enough for a board."""
    return {
        option.action.hex: f"{option.value:.1f}" if game.target is None else f"{option.value:.1%}"
        for option in decision.options
    }


def sentence(game: TakeItEasy, state: Any, decision: Decision) -> str:
    """Say which hex is best, what it is worth, and what else was close."""
    best, drawn = decision.options[0], TILE_NAMES[state.hand]
    if game.target is None:
        worth = f"{best.value:.1f} points to come, {state.score + best.value:.1f} in all"
    else:
        worth = f"{100 * best.value:.1f} % chance of {game.target} points or more"
    exact = " (exact)" if best.kind == "exact" else ""
    lines = [f"{drawn} goes to {best.words}: {worth}{exact}."]
    if len(decision.options) > 1:
        second = decision.options[1]
        behind = best.value - second.value
        said = f"{behind:.1f} points" if game.target is None else f"{100 * behind:.1f} percentage points"
        lines.append(f"Next best: {second.words}, {said} behind.")
    return " ".join(lines)


# ---- analyse


@app.command(
    "analyse",
    epilog=examples(
        f"hazard takeiteasy analyse {GAME_EXAMPLE}",
        "hazard takeiteasy watch --seed 7 --record > game.txt && hazard takeiteasy analyse game.txt",
    ),
)
def analyse_game(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="The game: 19 placements in order, such as 978@c1, or a file that contains them.",
        ),
    ],
    evaluator: EvaluatorOption = "auto",
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=1, max=3, help="How many decisions to look ahead.")
    ] = 2,
    json: JsonOption = False,
) -> None:
    """Analyse a finished game: the cost of each placement, luck and skill, and the best possible score."""
    text = game
    if "@" not in game:
        path = Path(game)
        if not path.is_file():
            raise UserError("takeiteasy.no_such_game_file", name=game)
        text = read_text(path)
    found = analyse(read_game(text), TakeItEasy(evaluator=evaluator), depth)
    if json:
        print_json(found.to_dict())
        return
    show(_turns_table(found))
    say(
        f"{found.score} points = {found.expected:.1f} expected {found.luck:+.1f} luck of the draws "
        f"{-found.cost:+.1f} given away."
    )
    say(f"All tiles known beforehand, {found.hindsight} points were possible: {found.hindsight_board}")


def _turns_table(found: GameAnalysis) -> Table:
    table = Table()
    for heading in ("turn", "tile", "hex", "points", "luck", "cost", "better"):
        table.add_column(heading, justify="left" if heading in ("tile", "hex", "better") else "right")
    for number, turn in enumerate(found.turns, 1):
        better = HEX_NAMES[turn.best] if turn.best != turn.placed.hex else ""
        table.add_row(
            str(number),
            TILE_NAMES[turn.placed.tile],
            HEX_NAMES[turn.placed.hex],
            str(turn.points or ""),
            f"{turn.luck:+.1f}",
            f"{turn.cost:.1f}" if turn.cost > 0.05 else "",
            better,
        )
    return table


app.command("play", epilog=play.PLAY_EXAMPLES)(play.play)
app.command("watch", epilog=play.WATCH_EXAMPLES)(play.watch)
app.command("bench", epilog=strength.BENCH_EXAMPLES)(strength.bench)
app.command("ablation", epilog=strength.ABLATION_EXAMPLES)(strength.ablation)
