"""How strong an evaluator is while it learns: short matches against opponents that do not change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.arena import MatchResult, play
from hazard.players import Player, RandomPlayer, SearchPlayer
from hazard.search import Budget, Expectimax, TreeSearch

if TYPE_CHECKING:
    from hazard.learn.learned import LearnedFor
    from hazard.learn.self_play import SelfPlay

GAMES, GAMES_ALONE = 20, 10
SIMULATIONS = 200


class Strength:
    """The opponents of one training: random play, a plain tree search, and what it was when last measured."""

    def __init__(self, training: SelfPlay) -> None:
        """Remember whose strength it is."""
        self._training = training
        self._before: LearnedFor | None = None

    def measure(self) -> dict[str, float]:
        """Return a score by opponent; of a game for one player, the mean result."""
        training = self._training
        game, now = training.rules, training.learned().bound_to(training.rules)
        if training.sides == 1:
            return {"points": self._points([_player(now, training.evaluator)], GAMES_ALONE)}
        plain = SearchPlayer(TreeSearch(), Budget(nodes=SIMULATIONS), name="play-outs")
        rivals: dict[str, Player] = {"random": RandomPlayer(), "plain search": plain}
        if self._before is not None:
            rivals["itself before"] = _player(self._before, training.evaluator)
        self._before = now
        return {
            name: _share(play(game, [_player(now, training.evaluator), rival], GAMES, 1))
            for name, rival in rivals.items()
        }

    def _points(self, players: list[Player], games: int) -> float:
        return float(play(self._training.rules, players, games, 1).mean)


def _player(evaluator: LearnedFor, kind: str) -> Player:
    """A short search: of the tree, a little random so that games differ, or by values without look-ahead."""
    if kind == "policy":
        return SearchPlayer(TreeSearch(select="gumbel", evaluator=evaluator), Budget(nodes=SIMULATIONS))
    return SearchPlayer(Expectimax(evaluator=evaluator), Budget(depth=1))


def _share(result: MatchResult) -> float:
    """Return the share of the games that the first player has won; a draw is half of one."""
    even = result.even or 0.0
    return sum(0.5 if score == even else float(score > even) for score in result.scores) / result.games
