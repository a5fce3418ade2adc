"""How well something plays: many games on the same draws, so that two ways to play are compared fairly.

Game number *n* of a seed has the same tiles for whoever plays it. A game's score varies by some 26 points
from luck, and two ways to play part soon, so that even the difference on the same draws varies by 20. What a
search gains over play without look-ahead is found more sharply move by move: wherever it decides otherwise,
both placements are played out without look-ahead, many times on the same tiles. The sum of these differences
over a game played by the search is, on average, exactly the gain (the performance difference lemma: Kakade
and Langford 2002). And a game's score less what its draws brought, against the average draw as the evaluator
sees it, has the same mean as the score and varies a sixth as much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from time import perf_counter

from hazard import _core
from hazard.decide import Searcher
from hazard.executing.executor import Done, Executor
from hazard.game import State
from hazard.search import Budget, Expectimax, Search
from hazard.solving.solve import Progress
from hazard.takeiteasy.board import HEXES
from hazard.takeiteasy.game import Draw, TakeItEasy
from hazard.takeiteasy.ways import BudgetOf, find_player


@dataclass(frozen=True)
class Played:
    """The scores of some games, in the order of their numbers."""

    name: str
    scores: tuple[int, ...]
    seconds: float
    gains: tuple[float, ...] = ()
    """What each game gained over play without look-ahead, judged move by move; where that was asked for."""
    luck: tuple[float, ...] = ()
    """What the draws of each game brought, against the average draw; where gains were asked for."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return fmean(self.scores)

    @property
    def deviation(self) -> float:
        """The standard deviation of a game's score."""
        return pstdev(self.scores)

    @property
    def standard_error(self) -> float:
        """The standard error of :attr:`mean`."""
        return self.deviation / math.sqrt(len(self.scores))

    @property
    def milliseconds(self) -> float:
        """The time of a placement."""
        return 1000 * self.seconds / (HEXES * len(self.scores))

    @property
    def gain(self) -> tuple[float, float] | None:
        """The mean of :attr:`gains` and its standard error."""
        if not self.gains:
            return None
        return fmean(self.gains), pstdev(self.gains) / math.sqrt(len(self.gains))

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The mean score less the luck of the draws, and its standard error.

        >>> Played("a", (100, 120), 1.0, luck=(-9.0, 11.0)).without_luck
        (109.0, 0.0)
        """
        if not self.luck:
            return None
        fair = [score - luck for score, luck in zip(self.scores, self.luck, strict=True)]
        return fmean(fair), pstdev(fair) / math.sqrt(len(fair))

    def reached(self, target: int) -> float:
        """The share of games with at least so many points."""
        return fmean(score >= target for score in self.scores)

    def ahead_of(self, other: Played) -> tuple[float, float]:
        """Return by how much this is better on the same draws, and the standard error of that.

        >>> Played("a", (100, 120), 1.0).ahead_of(Played("b", (98, 118), 1.0))
        (2.0, 0.0)
        """
        differences = [mine - theirs for mine, theirs in zip(self.scores, other.scores, strict=True)]
        return fmean(differences), pstdev(differences) / math.sqrt(len(differences))


def play_games(
    game: TakeItEasy,
    how: str,
    games: int,
    seed: int,
    *,
    first: int = 0,
    play_outs: int = 0,
    progress: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
    executor: Executor | None = None,
) -> Played:
    """Play games number ``first`` and following of a seed.

    With ``play_outs``, what a search gains is judged move by move, by so many for each; ``clock`` times the
    decisions. An ``executor`` (see :func:`hazard.executor`) plays on processes or machines, with the same
    scores unless a way to play has a time limit.

    >>> result = play_games(TakeItEasy(), "greedy", 50, seed=1)
    >>> 90 < result.mean < 145  # by the plain formula
    True
    """
    search, budget_of = find_player(how, game.target)
    if executor is not None:
        job = _Games(game, how, seed, first, play_outs)
        return _spread(job, games, executor, progress)
    scores: list[int] = []
    if search is None and game.target is None:
        began = clock()
        while len(scores) < games:
            some = min(1000, games - len(scores))
            scores += _core.take_it_easy_play(evaluator_of(game), seed, first + len(scores), some)
            if progress is not None:
                progress(how, len(scores), games)
        return Played(how, tuple(scores), clock() - began)
    player = SearchedGame(game, search or Expectimax(table=False, deepen=False), budget_of, play_outs, clock)
    gains: list[float] = []
    luck: list[float] = []
    for number in range(first, first + games):
        game_played = player.play(_core.take_it_easy_draws(seed, number))
        scores.append(game_played.score)
        gains.append(game_played.gain)
        luck.append(game_played.luck)
        if progress is not None:
            progress(how, len(scores), games)
    judged = (tuple(gains), tuple(luck)) if play_outs else ((), ())
    return Played(how, tuple(scores), player.seconds, *judged)


@dataclass(frozen=True)
class _Games:
    """The games of a measurement as a job: score, seconds, gain and luck of each."""

    game: TakeItEasy
    how: str
    seed: int
    first: int
    play_outs: int

    def __call__(self, numbers: range) -> list[tuple[int, float, float, float]]:
        """Play the games of these numbers."""
        first, count = self.first + numbers.start, len(numbers)
        played = play_games(self.game, self.how, count, self.seed, first=first, play_outs=self.play_outs)
        each = played.seconds / count
        gains, luck = played.gains or (0.0,) * count, played.luck or (0.0,) * count
        return [(score, each, gains[i], luck[i]) for i, score in enumerate(played.scores)]


def _spread(job: _Games, games: int, executor: Executor, progress: Progress | None) -> Played:
    def report(done: Done) -> None:
        if progress is not None:
            progress(job.how, len(done.by_number), games)

    done = executor.run(job, games, report)
    if not done.by_number or done.interrupted:  # players are compared on the same draws, all of them
        raise KeyboardInterrupt
    scores, seconds, gains, luck = zip(*done.results, strict=True)
    judged = (tuple(gains), tuple(luck)) if job.play_outs and find_player(job.how, job.game.target)[0] else ()
    return Played(job.how, tuple(scores), sum(seconds), *judged)


@dataclass
class OneGame:
    """The score of a game played by a search, what was gained by it and what the draws brought."""

    score: int = 0
    gain: float = 0.0
    luck: float = 0.0


class SearchedGame:
    """A search at the board, and what its placements gain over those without look-ahead."""

    def __init__(
        self,
        game: TakeItEasy,
        search: Search,
        budget_of: BudgetOf | None = None,
        play_outs: int = 0,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Prepare to play; one decision ahead where no budget is given."""
        self.game = game
        self.searcher = Searcher(game, search)
        self.budget_of = budget_of or (lambda _: Budget(depth=1))
        self.play_outs, self.clock = play_outs, clock
        self.seconds = 0.0
        """Spent on decisions so far."""

    def play(self, draws: Sequence[int]) -> OneGame:
        """Play one game with the tiles in this order; gain and luck are 0 unless there are play-outs."""
        state, found = self.game.start(), OneGame()
        for number, tile in enumerate(draws):
            drawn = self.game.apply(state, Draw(tile))
            began = self.clock()
            action = self.searcher.decide(drawn, self.budget_of(drawn)).action
            self.seconds += self.clock() - began
            if self.play_outs:
                found.gain += self._gain(drawn, action.hex, seed=hash((tuple(draws), number)))
                found.luck += self._luck(state, drawn)
            state = self.game.apply(drawn, action)
        found.score = state.score
        return found

    def _luck(self, state: State, drawn: State) -> float:
        """Return what a draw brought: on average over all draws nothing, whatever the values are."""
        game = self.game
        return game.value(drawn) - fmean(
            game.value(game.apply(state, tile)) for tile, _ in game.outcomes(state)
        )

    def _gain(self, drawn: State, chosen: int, seed: int) -> float:
        # Each game has play-outs of its own: of a position that is met again and again, such as the first
        # ones, the same few would be wrong in the same way every time.
        policy = evaluator_of(self.game)
        other = _core.take_it_easy_best_hex(policy, drawn)
        if other == chosen:
            return 0.0
        return _core.take_it_easy_advantage(policy, drawn, chosen, other, self.play_outs, seed % 2**63)


def evaluator_of(game: TakeItEasy) -> _core.TakeItEasyValue:
    """Return what values the game's boards: the plain formula where it has nothing better."""
    return _core.TakeItEasyFormula() if game.evaluator is None else game.evaluator
