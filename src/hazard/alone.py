"""Whole games of one player, played without leaving the compiled core: as fast as the search itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter

from hazard.compiled import CompiledGame
from hazard.confidence import t95
from hazard.ending import compiled_code
from hazard.game import GameError, State, name_of
from hazard.search import Budget, Expectimax, SettingError
from hazard.solving.solve import Progress

DEPTH = 2
"""How many decisions to look ahead where no budget is given."""


@dataclass(frozen=True)
class AloneResult:
    """The results of the games, in the order of play."""

    game: str
    scores: tuple[float, ...]
    """The rewards of each game, and what its end is worth."""
    last: tuple[State, ...]
    """Where each game ended."""
    decisions: int
    nodes: int
    seconds: float

    @property
    def mean(self) -> float:
        """The mean score of a game."""
        return fmean(self.scores)

    @property
    def standard_error(self) -> float | None:
        """The standard error of :attr:`mean`; None with a single game."""
        return stdev(self.scores) / math.sqrt(len(self.scores)) if len(self.scores) > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of :attr:`mean` (Student's t); None with a single game."""
        if self.standard_error is None:
            return None
        reach = t95(len(self.scores) - 1) * self.standard_error
        return self.mean - reach, self.mean + reach


def play_alone(
    game: CompiledGame,
    search: Expectimax | None = None,
    budget: Budget | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    scored_by: CompiledGame | None = None,
    state: State = None,
    progress: Progress | None = None,
) -> AloneResult:
    """Play ``games`` games of a compiled game for one player, and return their scores.

    The search sees ``game``. The score is kept by ``scored_by`` (by default the same), which may have
    another objective: 2048 can be searched for survival and scored by points. Without a budget the search
    looks two decisions ahead. The same seed gives the same games, unless the budget has a time limit.

    >>> from hazard.games import Twenty48
    >>> small = Twenty48(rows=2, columns=2)
    >>> result = play_alone(small, budget=Budget(depth=4), games=200, seed=1)
    >>> 60 < result.mean < 74  # at best 66.96 on average
    True
    """
    scored = game if scored_by is None else scored_by
    if not isinstance(game, CompiledGame) or type(scored) is not type(game):
        raise GameError("arena.games_of_unequal_kind", game=game, scored=scored)
    if not isinstance(search, Expectimax | None):
        raise SettingError("arena.not_an_expectimax_search", found=search)
    if not isinstance(games, int) or games < 1:
        raise SettingError("arena.games_not_positive", found=games)
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise SettingError("arena.seed_out_of_range", found=seed)
    began = perf_counter()
    with compiled_code:
        played = game.engine().play_alone(
            scored._core,
            scored.start() if state is None else state,
            Expectimax() if search is None else search,
            Budget(depth=DEPTH) if budget is None else budget,
            games,
            seed,
            progress,
        )
    scores, decisions, nodes, last = zip(*played, strict=True)
    return AloneResult(name_of(game), scores, last, sum(decisions), sum(nodes), perf_counter() - began)
