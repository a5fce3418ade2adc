"""Matches of any number of players: the same chance for every seating, and how sure each mean is."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from hazard.confidence import t95
from hazard.game import Game, GameError, Move, State, Turn, reward_of, state_text
from hazard.search import SettingError
from hazard.several.deciding import players_of

MAX_MOVES = 1_000_000


@dataclass(frozen=True, repr=False)
class SeveralMatch:
    """What each player got on average; seats rotate, and each rotation has the same chance."""

    game: str
    names: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]
    """For each game what each player (not seat) got."""
    seed: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    def mean(self, player: int = 0) -> float:
        """Return what a player got per game."""
        return fmean(score[player] for score in self.scores)

    def observations(self, player: int = 0) -> list[float]:
        """Return the independent observations: the mean over the seatings of each deal."""
        count = len(self.names)
        own = [score[player] for score in self.scores]
        return [fmean(own[first : first + count]) for first in range(0, len(own), count)]

    def interval(self, player: int = 0) -> tuple[float, float] | None:
        """Return the 95 % confidence interval of a player's mean; None with a single observation."""
        found = self.observations(player)
        if len(found) < 2:
            return None
        width = t95(len(found) - 1) * stdev(found) / math.sqrt(len(found))
        return self.mean(player) - width, self.mean(player) + width

    def explain(self) -> str:
        """Say the result in a few lines."""
        lines = [f"{self.game}, {self.games} games, {len(self.observations())} deals in every seating"]
        for player, name in enumerate(self.names):
            interval = self.interval(player)
            sure = "" if interval is None else f", 95 % from {interval[0]:.4f} to {interval[1]:.4f}"
            lines.append(f"  {name}: {self.mean(player):.4f} per game{sure}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Name the game and the first player's mean."""
        return f"<SeveralMatch of {self.game}: {self.names[0]} {self.mean():.4g} over {self.games} games>"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "players": [
                {"name": name, "mean": self.mean(number), "interval_95": self.interval(number)}
                for number, name in enumerate(self.names)
            ],
            "scores": [list(score) for score in self.scores],
        }


def play_several(
    game: Game,
    players: Sequence[Any],
    games: int = 100,
    seed: int = 0,
    *,
    state: State = None,
    progress: Any = None,
) -> SeveralMatch:
    """Play ``games`` games, rounded up so that each deal is played in every rotation of the seats.

    >>> from hazard.games import LiarsDice
    >>> from hazard.players import RandomPlayer
    >>> match = play_several(LiarsDice(faces=2, players=3), [RandomPlayer()] * 3, games=9)
    >>> match.games, abs(sum(match.mean(player) for player in range(3))) < 1e-12
    (9, True)
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise SettingError("arena.games_not_positive", found=games)
    expected = players_of(game, state)
    if len(players) != expected:
        raise SettingError("several.wrong_number_of_players", found=len(players), expected=expected)
    count, scores = len(players), []
    for deal in range(-(-games // count)):
        for rotation in range(count):
            seats = [players[(seat - rotation) % count] for seat in range(count)]
            got = play_once(game, seats, f"{seed}/{deal}", f"{seed}/{deal}/{rotation}", state)
            scores.append(tuple(got[(player + rotation) % count] for player in range(count)))
            if progress is not None:
                progress("games", len(scores), count * -(-games // count))
    names = tuple(str(player.name) for player in players)
    return SeveralMatch(type(game).__name__, names, tuple(scores), seed)


def play_once(
    game: Game, seats: Sequence[Any], chance_seed: str, own_seed: str, state: State = None
) -> list[float]:
    """Play one game, from ``state`` or the start, with a player for each seat; return what each seat got."""
    dice = random.Random(f"{chance_seed}/dice")
    own = [random.Random(f"{own_seed}/{seat}") for seat in range(len(seats))]
    for player in dict.fromkeys(map(id, seats)):
        chosen = next(one for one in seats if id(one) == player)
        if hasattr(chosen, "new_game"):
            chosen.new_game()
    from hazard.arena import draw

    state = game.start() if state is None else state
    totals, reward = [0.0] * len(seats), reward_of(game)
    watchers = [one for one in dict.fromkeys(seats) if hasattr(one, "moved")]
    for _ in range(MAX_MOVES):
        turn = Turn(game.turn(state))
        if turn is Turn.OVER:
            return [a + b for a, b in zip(totals, _each(game.value(state), len(seats)), strict=True)]
        move = draw(game, state, dice.random()) if turn is Turn.CHANCE else _chosen(game, state, seats, own)
        if reward is not None:
            paid = _each(reward(state, move), len(seats))
            totals = [a + b for a, b in zip(totals, paid, strict=True)]
        for watcher in watchers:
            watcher.moved(game, state, move)
        state = game.apply(state, move)
    raise GameError("arena.game_too_long", number=1, max_moves=MAX_MOVES, state=state_text(game, state))


def _chosen(game: Game, state: State, seats: Sequence[Any], own: list[random.Random]) -> Move:
    number = Turn(game.turn(state)).number
    if number is None or number >= len(seats):
        raise SettingError("several.too_few_players", count=len(seats), player=number)
    action = seats[number].choose(game, state, own[number])
    if action not in list(game.actions(state)):
        raise GameError(
            "arena.player_chose_no_move",
            who=seats[number].name,
            action=action,
            state=state_text(game, state),
            known=", ".join(map(str, game.actions(state))),
        )
    return action


def _each(found: Any, count: int) -> list[float]:
    if isinstance(found, list | tuple):
        numbers = [float(number) for number in found]
    else:
        numbers = [float(found), -float(found)] if count == 2 or found else [0.0] * count
    if len(numbers) != count:
        raise SettingError("several.wrong_number_of_players", found=count, expected=len(numbers))
    return numbers
