"""Analysis of a match: what each play and each cube decision cost, and who was lucky."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from hazard.backgammon.analyst import Analyst
from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.notation import find_play, notation
from hazard.backgammon.positions import START, Position
from hazard.backgammon.records import Action, Double, Drop, GameRecord, MatchRecord, Move, Replay, Take

BLUNDER, MISTAKE = 0.08, 0.02
"""Points, at the cube as it stands, from which on a choice has a name."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Judged:
    """One choice that a player made, and what it cost."""

    game: int
    number: int
    player: int
    kind: str
    """``play``, ``double`` (or none, where there should have been one), ``take`` or ``pass``."""
    done: str
    best: str
    error: float
    """Equity given away, in points at the cube as it stands; never negative."""
    position_id: str
    dice: tuple[int, int] | None = None
    luck: float | None = None
    forced: bool = False

    @property
    def mark(self) -> str:
        """``??`` for a blunder, ``?`` for a mistake."""
        return "??" if self.error >= BLUNDER else "?" if self.error >= MISTAKE else ""


@dataclass(slots=True)
class Totals:
    """What a player's choices add up to."""

    plays: int = 0
    """With a choice: forced plays do not count."""
    play_error: float = 0.0
    cube_decisions: int = 0
    cube_error: float = 0.0
    mistakes: int = 0
    blunders: int = 0
    luck: float = 0.0

    def add(self, judged: Judged) -> None:
        """Count one more."""
        if judged.kind == "play":
            self.plays += not judged.forced
            self.play_error += judged.error
        else:
            self.cube_decisions += 1
            self.cube_error += judged.error
        self.luck += judged.luck or 0.0
        self.blunders += judged.error >= BLUNDER
        self.mistakes += MISTAKE <= judged.error < BLUNDER

    @property
    def error_per_play(self) -> float:
        """Points given away with each play that was not forced."""
        return self.play_error / self.plays if self.plays else 0.0


@dataclass(slots=True)
class MatchAnalysis:
    """Every choice of a match, in its order, and each player's totals."""

    players: tuple[str, str]
    length: int
    plies: int
    judged: list[Judged] = field(default_factory=list)
    totals: tuple[Totals, Totals] = field(default_factory=lambda: (Totals(), Totals()))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "players": list(self.players),
            "length": self.length,
            "plies": self.plies,
            "decisions": [{**asdict(judged), "mark": judged.mark} for judged in self.judged],
            "totals": [{**asdict(totals), "error_per_play": totals.error_per_play} for totals in self.totals],
        }


def analyse_match(match: MatchRecord, analyst: Analyst, progress: Progress | None = None) -> MatchAnalysis:
    """Judge every play, every double and every answer of a match; a resignation is nobody's mistake.

    >>> from hazard.backgammon import read_match
    >>> match = read_match('''
    ...  1 point match
    ...
    ...  Game 1
    ...  alice : 0                      bob : 0
    ...   1) 31: 8/5 6/5                 64: 13/7 13/9
    ... ''')
    >>> [(judged.done, judged.error < 0.02) for judged in analyse_match(match, Analyst()).judged]
    [('8/5 6/5', True), ('13/9 13/7', False)]
    """
    analysis = MatchAnalysis(match.players, match.length, analyst.plies)
    total = sum(len(game.actions) for game in match.games)
    done = 0
    crawford_played = False
    for number, game in enumerate(match.games, 1):
        crawford = match.length > 1 and max(game.score) == match.length - 1 and not crawford_played
        crawford_played |= crawford
        judge = _GameJudge(analysis, analyst, number, game, crawford)
        for action in game.actions:
            judge.follow(action)
            done += 1
            if progress is not None:
                progress("decisions", done, total)
    return analysis


class _GameJudge:
    """Follows one game, and judges each action before it is carried out."""

    def __init__(
        self, analysis: MatchAnalysis, analyst: Analyst, number: int, game: GameRecord, crawford: bool
    ) -> None:
        self.analysis = analysis
        self.analyst = analyst
        self.number = number
        self.game = game
        self.crawford = crawford
        self.replay = Replay()
        self.actions = 0

    def follow(self, action: Action) -> None:
        self.actions += 1
        if isinstance(action, Move):
            self._cube(action.player, double=False)
            self._play(action)
        elif isinstance(action, Double):
            self._cube(action.player, double=True)
        else:
            self._answer(action)
        self.replay.follow(action)

    @property
    def position(self) -> Position:
        if self.replay.mover is None:
            return START
        state = self.replay.state
        return Position(tuple(state.own), tuple(state.opponent))

    def _match(self, player: int) -> MatchState:
        return MatchState(
            length=self.analysis.length,
            score=self.game.score,
            cube=self.replay.cube,
            cube_owner=self.replay.cube_owner,
            on_roll=player,
            crawford=self.crawford,
        )

    def _note(self, player: int, kind: str, done: str, best: str, error: float, **more: Any) -> None:
        judged = Judged(self.number, self.actions, player, kind, done, best, error, self.position.id, **more)
        self.analysis.judged.append(judged)
        self.analysis.totals[player].add(judged)

    def _play(self, move: Move) -> None:
        rated = self.analyst.plays(self.position, move.dice, self._match(move.player))
        made = find_play(self.analyst.game.state(self.position, dice=move.dice), move.play)
        played = next(play for play in rated if play.play == made)
        # Who begins plays an opening roll, whose luck is that of winning it.
        luck = None if self.replay.mover is None else self.analyst.luck(self.position, move.dice)
        self._note(
            move.player,
            "play",
            move.play,
            notation(rated[0].play),
            played.behind,
            dice=move.dice,
            luck=luck,
            forced=len(rated) == 1,
        )

    def _cube(self, player: int, *, double: bool) -> None:
        """Judge whether to double; where nobody would think of it there is nothing to note."""
        if self.replay.mover is None:
            return
        decision = self.analyst.cube(self.position, self._match(player))
        error = decision.cost(double=double)
        if double or error >= MISTAKE:
            best = "double" if decision.double else "no double"
            self._note(player, "double", "double" if double else "no double", best, error)

    def _answer(self, action: Take | Drop) -> None:
        take = isinstance(action, Take)
        decision = self.analyst.cube(self.position, self._match(1 - action.player))
        if len(decision.options) == 1:  # a double that the rules of the match forbid was still made
            return
        best = "take" if decision.take else "pass"
        kind = "take" if take else "pass"
        self._note(action.player, kind, kind, best, decision.answer_cost(take=take))
