"""``hazard takeiteasy play`` and ``watch``: a game at the terminal, and hazard on the same tiles."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from hazard import _core
from hazard.cli.common import JsonOption, examples, output, print_json, refuse_idle, say, seed_option
from hazard.decide import Searcher
from hazard.errors import UserError
from hazard.game import GameError
from hazard.search import Budget, Expectimax
from hazard.takeiteasy.analysis import Placed, hindsight
from hazard.takeiteasy.board import HEX_NAMES, HEXES, TILE_NAMES, draw_board, hex_number
from hazard.takeiteasy.cli.options import EvaluatorOption, HowOption, TargetOption, game_for
from hazard.takeiteasy.game import Draw, Placement, TakeItEasy
from hazard.takeiteasy.rivals import chances_to_win
from hazard.takeiteasy.ways import find_player

PLAY_EXAMPLES = examples(
    "hazard takeiteasy play",
    "hazard takeiteasy play --seed 7",
    "hazard takeiteasy play --alone",
    "hazard takeiteasy play --to-win",
)
WATCH_EXAMPLES = examples(
    "hazard takeiteasy watch",
    "hazard takeiteasy watch --seed 7 --target 200",
    "hazard takeiteasy watch --record",
)

SeedOption = Annotated[
    int | None,
    seed_option(
        "Seed for the tiles. The same seed draws the same tiles. By default, every game is different."
    ),
]


def play(
    seed: SeedOption = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="Play alone, without hazard on the same tiles.")
    ] = False,
    to_win: Annotated[
        bool,
        typer.Option(
            "--to-win", help="Let hazard look at your board and play to finish ahead of you, not for points."
        ),
    ] = False,
    target: TargetOption = None,
    evaluator: EvaluatorOption = "auto",
    how: HowOption = "lookahead",
) -> None:
    """Play a game: name a hex for each tile. At the end, hazard shows its own score with the same tiles."""
    if to_win and (alone or target is not None):
        raise UserError("takeiteasy.to_win_has_no_effect")
    console, game = output(), game_for(target, evaluator)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    draws = _core.take_it_easy_draws(seed, 0)
    rival = None if alone else _Player(game, how, to_win)
    mine = _own_game(console, game, draws, _Player(game, how), rival)
    if mine is None:
        say("Until next time.", console)
        return
    _tell_end(console, seed, mine, draws, rival)


def watch(
    context: typer.Context,
    seed: SeedOption = None,
    target: TargetOption = None,
    evaluator: EvaluatorOption = "auto",
    how: HowOption = "lookahead",
    record: Annotated[
        bool,
        typer.Option(
            "--record", help="Print only the placements, as 'hazard takeiteasy analyse' reads them."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Watch hazard play a game, tile by tile."""
    if json:
        refuse_idle(context, "--record", because="takeiteasy.idle.json_has_game")
    game = game_for(target, evaluator)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    draws = _core.take_it_easy_draws(seed, 0)
    player = _Player(game, how)
    for tile in draws:
        hex_name, worth = player.place(tile)
        if not record and not json:
            said = (
                f"{100 * worth:.1f} %"
                if target is not None
                else f"{player.state.score} now, {worth:.1f} to come"
            )
            say(f"{TILE_NAMES[tile]} to {hex_name}   ({said})")
    best, _ = hindsight(draws)
    moves = " ".join(map(str, player.placed))
    if json:
        print_json({"seed": seed, "score": player.state.score, "hindsight": best, "game": moves})
    elif record:
        say(moves)
    else:
        say(f"\n{draw_board(player.state.tiles)}\n\n{player.state.score} points; {best} were possible.")


class _Player:
    """hazard at a board of its own."""

    def __init__(self, game: TakeItEasy, how: str, to_win: bool = False) -> None:
        search, budget_of = find_player(how, game.target)
        self.game, self.to_win = game, to_win
        self.searcher = Searcher(game, search or Expectimax())
        self.budget_of = budget_of or (lambda _: Budget(depth=1))
        self.state: Any = game.start()
        self.placed: list[Placed] = []

    def place(self, tile: int) -> tuple[str, float]:
        """Place a tile; return where, and what is to come then."""
        drawn = self.game.apply(self.state, Draw(tile))
        best = self.searcher.decide(drawn, self.budget_of(drawn)).options[0]
        self._put(drawn, best.action)
        return best.words, best.value - self.game.reward(drawn, best.action)

    def answer(self, tile: int, other: Any) -> None:
        """Place a tile that somebody else has just placed on their board."""
        if not self.to_win:
            self.place(tile)
            return
        drawn = self.game.apply(self.state, Draw(tile))
        self._put(drawn, Placement(hex_number(chances_to_win(self.game, drawn, [other])[0].hex)))

    def _put(self, drawn: Any, where: Placement) -> None:
        self.state = self.game.apply(drawn, where)
        self.placed.append(Placed(drawn.hand, where.hex))

    def advise(self, drawn: Any) -> str:
        """Say where the tile in the hand goes, for somebody else's board."""
        best = self.searcher.decide(drawn, self.budget_of(drawn)).options[0]
        said = f"{best.value:.1f} points to come" if self.game.target is None else f"{100 * best.value:.1f} %"
        return f"{best.words}: {said}"


def _own_game(
    console: Console, game: TakeItEasy, draws: Sequence[int], adviser: _Player, rival: _Player | None
) -> Any:
    """Ask for every hex; None where the player leaves."""
    state: Any = game.start()
    say("Type a hex for each tile, ? for a hint, q to quit.", console)
    for number, tile in enumerate(draws, 1):
        drawn = game.apply(state, Draw(tile))
        said = f"{number} of {HEXES}, {state.score} points. Drawn: {TILE_NAMES[tile]}"
        say(f"\n{draw_board(state.tiles)}\n\n{said}", console)
        where = _ask(console, game, drawn, adviser)
        if where is None:
            return None
        state = game.apply(drawn, where)
        if rival is not None:
            rival.answer(tile, state)
    return state


def _ask(console: Console, game: TakeItEasy, drawn: Any, adviser: _Player) -> Placement | None:
    while True:
        try:
            answer = console.input("hex> ", markup=False).strip().lower()
        except EOFError:
            return None
        if answer in ("q", "quit"):
            return None
        if answer == "?":
            say(adviser.advise(drawn), console)
            continue
        try:
            where = Placement(hex_number(answer))
        except GameError as error:
            say(str(error), console)
            continue
        free = game.actions(drawn)
        if where in free:
            return where
        names = ", ".join(HEX_NAMES[one.hex] for one in free)
        say(f"{HEX_NAMES[where.hex]} has a tile already; free are {names}", console)


def _tell_end(console: Console, seed: int, mine: Any, draws: Sequence[int], rival: _Player | None) -> None:
    best, _ = hindsight(draws)
    say(f"\n{draw_board(mine.tiles)}\n\nYou have {mine.score} points.", console)
    if rival is not None:
        theirs = rival.state.score
        verdict = "You win." if mine.score > theirs else "hazard wins." if mine.score < theirs else "A draw."
        say(f"hazard has {theirs} on the same tiles. {verdict}", console)
        say(f"Its game: {' '.join(map(str, rival.placed))}", console)
    say(
        f"With all tiles known in advance, {best} points were possible. (--seed {seed} deals them again.)",
        console,
    )
