"""``hazard play``: a person at the terminal against a player, or alone, or just watching."""

from __future__ import annotations

import enum
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer
from rich.console import Console

from hazard.arena import draw
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    SeedAgainOption,
    StateOption,
    complete_player,
    examples,
    given,
    never_moves,
    print_json,
    progress_bar,
    refuse_idle,
    refuse_idle_seed,
    say,
)
from hazard.cli.evaluators import EvaluatorOption, give_evaluator
from hazard.errors import UserError
from hazard.game import Game, State, Turn, has_secrets, reward_of, state_text, words
from hazard.players import HumanPlayer, Player, QuitGame, TakeBack, picture
from hazard.registry import find_game, find_player
from hazard.registry.states import read_state
from hazard.several.deciding import is_several, players_of, usual_search
from hazard.simultaneous import Choosing

EXAMPLES = examples(
    "hazard play connect4",
    "hazard play pig --against optimal --seat min",
    "hazard play einstein --against 'treesearch(seconds=0.5)' --seed 7",
    "hazard play leduc --against equilibrium",
    "hazard play 2048 --watch --against 'expectimax(depth=3)'",
    "At the prompt, type a move or its number to play it, ? for a hint, u to undo, q to quit.",
)


FRAME_SECONDS = 0.05
"""The least time between two pictures of a game that is watched: a fast player is shown now and then."""


class Seat(enum.StrEnum):
    """Where the person sits."""

    MAX = "max"
    MIN = "min"


@dataclass
class Table:
    """A game under way: where it stands, how it came there, and who sits where."""

    game: Game
    state: State
    players: dict[Turn, Player]
    console: Console
    dice: random.Random
    total: float = 0.0
    moves: list[tuple[str, str]] = field(default_factory=list)
    before: list[tuple[State, float, int]] = field(default_factory=list)
    """What to return to: the state, the total and the number of moves before each decision of the person."""
    silent: bool = False
    """Whether somebody else shows what happens."""

    def step(self) -> None:
        """Play one move, whoever's it is."""
        turn = Turn(self.game.turn(self.state))
        if turn is Turn.CHANCE:
            self.make(turn, draw(self.game, self.state, self.dice.random()))
            return
        player = self.players[turn]
        if isinstance(player, HumanPlayer) and self.total:
            say(so_far(self), self.console)
        try:
            action = player.choose(self.game, self.state, self.dice)
        except TakeBack:
            self.take_back()
            return
        if isinstance(player, HumanPlayer):
            self.before.append((self.state, self.total, len(self.moves)))
        self.make(turn, action)

    def make(self, turn: Turn, move: Any) -> None:
        """Carry a move out, and say so unless the person just made it."""
        said = words(self.game, self.state, move)
        person = turn is not Turn.CHANCE and isinstance(self.players[turn], HumanPlayer)
        if not self.silent and not person and not self._hidden(turn):
            say(f"{turn.name}: {said}", self.console)
        reward = reward_of(self.game)
        self.total += _first(reward(self.state, move)) if reward is not None else 0.0
        for player in {id(one): one for one in self.players.values()}.values():
            if hasattr(player, "moved"):
                player.moved(self.game, self.state, move)
        self.moves.append((turn.name, said))
        self.state = self.game.apply(self.state, move)

    def _hidden(self, turn: Turn) -> bool:
        """Whether a move must not be told: cards that are dealt, and choices that nobody sees yet."""
        watched = all(not isinstance(player, HumanPlayer) for player in self.players.values())
        if watched or not has_secrets(self.game):
            return False
        return turn is Turn.CHANCE or isinstance(self.state, Choosing)

    def take_back(self) -> None:
        """Return to the person's last decision."""
        if not self.before:
            say("There is nothing to take back.", self.console)
            return
        self.state, self.total, kept = self.before.pop()
        del self.moves[kept:]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return Turn(self.game.turn(self.state)) is Turn.OVER

    def result(self) -> dict[str, Any]:
        """Return the record of the game."""
        worth: Any = self.game.value(self.state) if self.over else None
        value = None if worth is None else self.total + _first(worth)
        return {
            "game": type(self.game).__name__,
            "finished": self.over,
            "value": value,
            **({"values": list(worth)} if isinstance(worth, list | tuple) else {}),
            "state": state_text(self.game, self.state),
            "moves": [{"turn": turn, "move": said} for turn, said in self.moves],
        }


def run(
    context: typer.Context,
    game: GameArgument,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="SPEC",
            autocompletion=complete_player,
            help="Your opponent: random, optimal, equilibrium (for secrets), a style of the game "
            "(leduc: caller), or any search with its settings.",
        ),
    ] = "expectimax(seconds=0.5)",
    seat: Annotated[
        Seat, typer.Option("--seat", metavar="max|min", help="The side that you play.")
    ] = Seat.MAX,
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch: the player given by --against plays every side.")
    ] = False,
    evaluator: EvaluatorOption = None,
    seed: SeedAgainOption = None,
    state: StateOption = None,
    json: JsonOption = False,
) -> None:
    """Play against hazard in the terminal, with hints and undo, or watch it play.

    With --json, the dialogue goes to standard error and the record of the game to standard output.
    """
    if watch:
        refuse_idle(context, "--seat", because="cli.idle.watch")
    rules = find_game(game)
    start = read_state(rules, state)
    console = Console(file=sys.stderr if json else sys.stdout, highlight=False)
    person = HumanPlayer(console)
    if not given(context, "--against") and is_several(rules):
        against = f"{type(usual_search(rules)).__name__}(seconds=0.5)".lower()
    with progress_bar() as progress:
        rival = find_player(against, rules, console, progress=progress)
    give_evaluator(rival, evaluator)
    if watch and isinstance(rival, HumanPlayer):
        raise UserError("cli.nobody_to_watch")
    if not watch:
        refuse_empty_seats(context, rules, start, Turn[seat.name])
    refuse_idle_seed(context, rules, start, [rival])
    seats = dict.fromkeys(seats_of(rules, start), rival)
    if not watch:
        seats[Turn[seat.name]] = person
    table = Table(
        rules,
        start,
        seats,
        console,
        random.Random(seed),
    )
    if watch and console.is_terminal:
        animate(table)
    elif not watch:
        say(
            f"You play {seat.value.upper()}. Type a move or its number, ? for a hint, u to undo, q to quit.",
            console,
        )
    finish(table)
    if json:
        print_json(table.result())


def _first(worth: Any) -> float:
    """Return MAX's part of a payoff."""
    return float(worth[0]) if isinstance(worth, list | tuple) else float(worth)


def seats_of(game: Game, start: State) -> list[Turn]:
    """List the seats at the table: two, or as many as the game pays."""
    return [Turn.player(number) for number in range(players_of(game, start) if is_several(game) else 2)]


def refuse_empty_seats(context: typer.Context, game: Game, start: State, mine: Turn) -> None:
    """Refuse a seat for the person, or a rival, that would never have to move."""
    for option, turn in (("--seat", mine), ("--against", Turn.MIN if mine is Turn.MAX else Turn.MAX)):
        if given(context, option) and never_moves(game, start, turn):
            because = "cli.idle.rival_never_moves" if option == "--against" else "cli.idle.seat_never_moves"
            refuse_idle(context, option, because=because, player=turn.name, game=type(game).__name__)


def animate(table: Table) -> None:
    """Play to the end, drawing the board again and again in the same place."""
    from rich.live import Live
    from rich.text import Text

    table.silent = True
    with Live(console=table.console, auto_refresh=False, transient=True) as live:
        drawn = -FRAME_SECONDS
        while not table.over:
            table.step()
            if time.monotonic() - drawn >= FRAME_SECONDS:
                live.update(Text(frame(table)), refresh=True)
                drawn = time.monotonic()


def frame(table: Table) -> str:
    """Return the board, what has just happened, and the rewards so far."""
    happened = ", ".join(f"{turn}: {said}" for turn, said in table.moves[-2:])
    return f"{picture(table.game, table.state)}\n\nMove {len(table.moves)}. {happened}\n{so_far(table)}"


def so_far(table: Table) -> str:
    """Say what the rewards add up to, in a game that has paid any."""
    return f"So far: {table.total:,.10g}" if table.total else ""


def finish(table: Table) -> None:
    """Play on until the game is over or the person leaves."""
    try:
        while not table.over:
            table.step()
    except QuitGame:
        say("\nGoodbye.", table.console)
    if table.over:
        say(picture(table.game, table.state), table.console)
        worth = table.result()
        each = ", ".join(f"{value:g}" for value in worth.get("values", []))
        said = f"Values of the players: {each}" if each else f"Value for MAX: {worth['value']:g}"
        say(f"The game is over. {said}", table.console)
