"""How well something plays: many games on the same draws, so that two ways to play are compared fairly.

Game number *n* of a seed has the same tiles for whoever plays it. A game's score varies by some 26 points
from luck alone; the difference of two ways to play the same tiles varies by less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from time import perf_counter

from hazard import _core
from hazard.decide import Searcher
from hazard.game import GameError, State
from hazard.registry import find_search, parse_spec
from hazard.search import Budget, Expectimax, Search
from hazard.solve import Progress
from hazard.takeiteasy.board import HEXES, TILE_NAMES, TILES
from hazard.takeiteasy.game import TakeItEasy

BOARDS = 25_000
"""How many boards a look ahead may value where nothing else is said: some milliseconds."""

BudgetOf = Callable[[State], Budget]


@dataclass(frozen=True)
class Played:
    """The scores of some games, in the order of their numbers."""

    name: str
    scores: tuple[int, ...]
    seconds: float

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


def depth_within(hexes: int, boards: int) -> int:
    """Return how many decisions ahead can be looked with so many empty hexes, valuing so many boards at most.

    At least two, and to the end of the game where that is few enough.

    >>> depth_within(19, 25_000), depth_within(4, 25_000), depth_within(1, 25_000)
    (2, 4, 1)
    """
    tiles, count, depth = TILES - 1 - (HEXES - hexes), hexes, 1
    while depth < hexes:
        count *= (tiles - depth + 1) * (hexes - depth)
        if depth >= 2 and count > boards:
            return depth
        depth += 1
    return depth


def as_deep_as(boards: int = BOARDS) -> BudgetOf:
    """Return the budgets that look ahead as far as so many boards allow."""
    return lambda state: Budget(depth=depth_within(list(state.tiles).count(TILES), boards))


def find_player(text: str) -> tuple[Search | None, BudgetOf | None]:
    """Read how to play: ``greedy``, ``lookahead(boards=25000)``, or any search with its budget.

    >>> find_player("greedy")
    (None, None)
    >>> find_player("treesearch(nodes=150)")[1](None)
    Budget(seconds=None, nodes=150, depth=None)
    """
    spec = parse_spec(text)
    if spec.name == "greedy" and not spec.settings and not spec.arguments:
        return None, None
    if spec.name == "lookahead":
        boards = spec.settings.get("boards", BOARDS)
        if set(spec.settings) - {"boards"} or spec.arguments or not isinstance(boards, int) or boards < 1:
            raise GameError(f"cannot read {text!r}; expected for example 'lookahead(boards=25000)'")
        return Expectimax(table=False, deepen=False), as_deep_as(boards)
    search, budget = find_search(text)
    if budget is None:
        raise GameError(f"{text!r} has no budget; expected for example '{spec.name}(depth=2)' or (nodes=150)")
    return search, lambda _: budget


def play_games(
    game: TakeItEasy, how: str, games: int, seed: int, *, first: int = 0, progress: Progress | None = None
) -> Played:
    """Play games number ``first`` and following of a seed.

    >>> result = play_games(TakeItEasy(), "greedy", 50, seed=1)
    >>> 90 < result.mean < 145  # by the plain formula
    True
    """
    search, budget_of = find_player(how)
    began = perf_counter()
    scores: list[int] = []
    if search is None and game.target is None:
        while len(scores) < games:
            some = min(1000, games - len(scores))
            scores += _core.take_it_easy_play(_evaluator(game), seed, first + len(scores), some)
            if progress is not None:
                progress(how, len(scores), games)
    else:
        player = Searcher(game, search or Expectimax(table=False, deepen=False))
        for number in range(first, first + games):
            draws = _core.take_it_easy_draws(seed, number)
            scores.append(play_one(player, game, budget_of or (lambda _: Budget(depth=1)), draws).score)
            if progress is not None:
                progress(how, len(scores), games)
    return Played(how, tuple(scores), perf_counter() - began)


def play_one(player: Searcher, game: TakeItEasy, budget_of: BudgetOf, draws: Sequence[int]) -> State:
    """Play one game with the tiles in this order; return its last state."""
    state = game.start()
    for tile in draws:
        state = game.apply(state, TILE_NAMES[tile])
        state = game.apply(state, player.decide(state, budget_of(state)).action)
    return state


def _evaluator(game: TakeItEasy) -> _core.TakeItEasyValue:
    return _core.TakeItEasyFormula() if game.evaluator is None else game.evaluator
