"""``hazard backgammon play``: a person at the terminal against hazard, for a game or a match."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from hazard.backgammon.analyst import Analyst
from hazard.backgammon.board import draw
from hazard.backgammon.cube import CubeDecision
from hazard.backgammon.game import BackgammonPlay
from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.matches import write_match
from hazard.backgammon.notation import NO_PLAY, find_play, notation
from hazard.backgammon.positions import START, Position
from hazard.backgammon.records import Action, Double, Drop, GameRecord, MatchRecord, Move, Replay, Take
from hazard.cli.common import JsonOption, SeedAgainOption, check_suffix, examples, print_json, say
from hazard.files import write_text
from hazard.game import GameError
from hazard.players import QuitGame

EXAMPLES = examples(
    "hazard backgammon play",
    "hazard backgammon play --length 5 --save match.mat",
    "hazard backgammon play --no-cube --plies 0 --seed 7",
    "At the prompt, type a play such as 8/5 6/5, or roll, double, take or pass. ? gives a hint, q quits.",
)

PERSON, HAZARD = 0, 1
NAMES = ("you", "hazard")


@dataclass
class PlayedGame:
    """A game under way: the referee, and what has been done."""

    score: tuple[int, int]
    crawford: bool = False
    replay: Replay = field(default_factory=Replay)
    actions: list[Action] = field(default_factory=list)

    def do(self, action: Action) -> None:
        """Carry an action out."""
        self.actions.append(self.replay.follow(action))

    @property
    def position(self) -> Position:
        """The board, seen by the side to move."""
        if self.replay.mover is None and self.replay.winner is None:
            return START
        return Position(tuple(self.replay.state.own), tuple(self.replay.state.opponent))

    def record(self) -> GameRecord:
        """Return what a file keeps of it."""
        return GameRecord(self.score, tuple(self.actions), self.replay.winner, self.replay.points)


class Table:
    """A person and hazard, game after game."""

    def __init__(
        self, console: Console, analyst: Analyst, length: int, cube: bool, dice: random.Random
    ) -> None:
        """Sit down for a match to ``length``, 0 for one game for points."""
        self.console = console
        self.analyst = analyst
        self.length = length
        self.cube = cube
        self.dice = dice
        self.games: list[PlayedGame] = []

    @property
    def score(self) -> tuple[int, int]:
        """Points so far."""
        points = [0, 0]
        for game in self.games:
            if game.replay.winner is not None:
                points[game.replay.winner] += game.replay.points
        return points[0], points[1]

    @property
    def over(self) -> bool:
        """Whether the match is won, or the one game played."""
        finished = bool(self.games) and self.games[-1].replay.winner is not None
        return finished if not self.length else max(self.score) >= self.length

    def play(self) -> None:
        """Play on until it is over."""
        while not self.over:
            crawford = (
                self.length > 1
                and max(self.score) == self.length - 1
                and not any(game.crawford for game in self.games)
            )
            self.games.append(PlayedGame(self.score, crawford))
            self._play_game(self.games[-1])

    # ---- one game

    def _play_game(self, game: PlayedGame) -> None:
        if self.length:
            crawford = ", the Crawford game" if game.crawford else ""
            self._say(f"\nGame {len(self.games)}: {game.score[0]} to {game.score[1]}{crawford}.")
        player, rolled = self._opening()
        self._say(f"{NAMES[player]} begin{'s' if player else ''} with {rolled[0]}-{rolled[1]}.")
        while game.replay.winner is None:
            if game.actions:
                player = int(game.replay.state.mover)
                if self._doubled(game, player):
                    break
                rolled = self._roll()
            self._move(game, player, rolled)
        winner, points = game.replay.winner, game.replay.points
        assert winner is not None
        self._say(f"\n{NAMES[winner]} win{'s' if winner else ''} {points} point{'s' if points > 1 else ''}.")

    def _opening(self) -> tuple[int, tuple[int, int]]:
        while True:
            mine, theirs = self._roll()
            if mine != theirs:
                return (PERSON if mine > theirs else HAZARD), (max(mine, theirs), min(mine, theirs))

    def _roll(self) -> tuple[int, int]:
        return self.dice.randint(1, 6), self.dice.randint(1, 6)

    def _match(self, game: PlayedGame, on_roll: int) -> MatchState:
        return MatchState(
            length=self.length,
            score=game.score,
            cube=game.replay.cube,
            cube_owner=game.replay.cube_owner,
            on_roll=on_roll,
            crawford=game.crawford,
        )

    def _doubled(self, game: PlayedGame, player: int) -> bool:
        """Let the side on roll double; tell whether the game ended by a pass."""
        if not self.cube:
            return False
        decision = self.analyst.cube(game.position, self._match(game, player))
        if decision.why_not is not None:
            return False
        if not (self._person_doubles(game, decision) if player == PERSON else decision.double):
            return False
        game.do(Double(player, 2 * game.replay.cube))
        self._say(f"{NAMES[player]} double{'s' if player else ''} to {2 * game.replay.cube}.")
        other = 1 - player
        take = self._person_takes(game, decision) if other == PERSON else decision.take
        game.do(Take(other) if take else Drop(other))
        self._say(f"{NAMES[other]} {'take' if take else 'pass'}{('s' if take else 'es') if other else ''}.")
        return not take

    def _person_doubles(self, game: PlayedGame, decision: CubeDecision) -> bool:
        self._show(game.position)
        return self._choice("roll or double", decision, {"": False, "r": False, "d": True})

    def _person_takes(self, game: PlayedGame, decision: CubeDecision) -> bool:
        self._show(game.position.swapped())
        return self._choice("take or pass", decision, {"t": True, "p": False})

    def _choice(self, question: str, decision: CubeDecision, answers: dict[str, bool]) -> bool:
        while True:
            answer = self._ask(question)
            if answer == "?":
                self._say(decision.explain())
            elif answer[:1].lower() in answers:
                return answers[answer[:1].lower()]
            else:
                self._say(f"{answer!r} is neither; type {question}, ? for a hint, q to quit.")

    def _move(self, game: PlayedGame, player: int, rolled: tuple[int, int]) -> None:
        position = game.position
        state = self.analyst.game.state(position, dice=rolled)
        legal = self.analyst.game.actions(state)
        if player == PERSON:
            self._show(position)
            self._say(f"You have rolled {rolled[0]}-{rolled[1]}.")
        if legal == [NO_PLAY]:
            play = NO_PLAY
        elif player == HAZARD:
            play = self.analyst.plays(position, rolled, self._match(game, player))[0].play
        else:
            play = self._person_plays(game, state, rolled)
        if player == HAZARD or play == NO_PLAY:
            said = "cannot move" if play == NO_PLAY else f"play{'s' if player else ''} {notation(play)}"
            self._say(f"{NAMES[player]}: {rolled[0]}-{rolled[1]}, {said}.")
        game.do(Move(player, rolled, notation(play)))

    def _person_plays(self, game: PlayedGame, state: Any, rolled: tuple[int, int]) -> BackgammonPlay:
        while True:
            answer = self._ask(f"{rolled[0]}-{rolled[1]}")
            if answer == "?":
                match = self._match(game, PERSON)
                for rated in self.analyst.plays(game.position, rolled, match)[:3]:
                    win = 100 * rated.chances.win
                    self._say(f"  {notation(rated.play):<24} {rated.equity:+.3f}  wins {win:.1f} %")
                continue
            try:
                return find_play(state, answer)
            except GameError as error:
                self._say(str(error))

    # ---- the conversation

    def _show(self, position: Position) -> None:
        self._say("\n" + draw(position))

    def _say(self, text: str) -> None:
        say(text, self.console)

    def _ask(self, question: str) -> str:
        try:
            answer = self.console.input(f"{question}> ", markup=False).strip()
        except EOFError:
            raise QuitGame from None
        if answer.lower() in ("q", "quit"):
            raise QuitGame
        return answer


def run(
    length: Annotated[
        int,
        typer.Option(
            "--length",
            metavar="N",
            min=0,
            max=64,
            help="Match length in points. 0 plays a single money game.",
        ),
    ] = 0,
    cube: Annotated[bool, typer.Option("--cube/--no-cube", help="Play with the doubling cube.")] = True,
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", min=0, max=2, help="How many rolls hazard looks ahead.")
    ] = 1,
    seed: SeedAgainOption = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE.mat", help="Write the match to this file (.mat) when it ends."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play backgammon against hazard in the terminal, a money game or a match, with hints.

    With --json, the dialogue goes to standard error and the match record to standard output.
    """
    if save is not None:
        check_suffix(save, ".mat", ".txt")
    console = Console(file=sys.stderr if json else sys.stdout, highlight=False)
    table = Table(console, Analyst(plies), length, cube, random.Random(seed))
    say("You play X and move from 24 to 1. Type a play such as 8/5 6/5, ? for a hint, q to quit.", console)
    try:
        table.play()
    except QuitGame:
        say("\nGoodbye.", console)
    else:
        if length:
            say(f"The match ends {table.score[0]} to {table.score[1]}.", console)
    finally:  # what was played is kept, however it ended
        match = MatchRecord(length, NAMES, tuple(game.record() for game in table.games))
        if save is not None:
            write_text(save, write_match(match))
            say(f"Written to {save}", console)
    if json:
        print_json({
            "players": list(NAMES), "length": length, "score": list(table.score), "finished": table.over,
            "match": write_match(match),
        })  # fmt: skip
