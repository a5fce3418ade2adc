"""Matches between players: the same dice for both, seats swapped, and how sure the result is.

Games come in pairs. Both games of a pair roll the same dice (the k-th chance event of each uses the k-th
number of the pair's own random stream, whatever the players draw for themselves) and the players change
seats between them. Luck then largely cancels within a pair, and the pairs are the independent observations
that the standard error is computed from.

Over 400 lines: a match from its settings to its table.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from rich.table import Table

from hazard.checking.at_sight import refuse_at_sight, refuse_text
from hazard.confidence import share_interval, t95
from hazard.executing.executor import Done, Executor
from hazard.game import Game, GameError, Move, State, Turn, check_game, name_of, reward_of, state_text
from hazard.players import Player, RandomPlayer, SearchPlayer, SolvedPlayer
from hazard.search import SettingError
from hazard.solving.solve import Progress


@dataclass(frozen=True)
class PlayerRecord:
    """The statistics of one player in a match."""

    name: str
    decisions: int
    mean_seconds: float
    """Per decision."""
    max_seconds: float
    limited: int = 0
    """Decisions that a limit of the engine cut short: see :attr:`Decision.remarks`."""


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The result of the first player, with its confidence interval.

    A score is the game's value as the first player sees it: the value itself in MAX's seat, and mirrored at
    the even result, ``2 * even - value``, in MIN's. Rewards along the way are added up.
    """

    game: str
    players: tuple[PlayerRecord, ...]
    scores: tuple[float, ...]
    """The first player's score in each game, in the order of play."""
    paired: bool
    seed: int
    even: float | None
    """The score of an even result; None for one player."""
    bounds: tuple[float, float] | None = None
    """The lowest and the highest score there can be; None where the game does not say."""

    def __repr__(self) -> str:
        """Say who met, how often, and the first player's mean."""
        names = " against ".join(player.name for player in self.players)
        return f"<MatchResult of {self.game}: {names}, mean {self.mean:.6g} over {self.games:,} games>"

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """The first player's mean score per game."""
        return fmean(self.scores)

    @property
    def observations(self) -> tuple[float, ...]:
        """The independent observations: the mean of each pair, or each game where there are no pairs."""
        if not self.paired:
            return self.scores
        return tuple((a + b) / 2 for a, b in zip(self.scores[::2], self.scores[1::2], strict=True))

    @property
    def standard_error(self) -> float | None:
        """The standard error of :attr:`mean`; None with a single observation."""
        found = self.observations
        return stdev(found) / math.sqrt(len(found)) if len(found) > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of :attr:`mean`, inside the bounds; None with a single observation."""
        error, count = self.standard_error, len(self.observations)
        if error is None:
            return None
        t = t95(count - 1)
        if self.bounds is None:
            return self.mean - t * error, self.mean + t * error
        low, high = self.bounds
        below, above = share_interval((self.mean - low) / (high - low), error / (high - low), count, t)
        return low + below * (high - low), low + above * (high - low)

    @property
    def wins(self) -> int | None:
        """Games better than even for the first player; None for one player."""
        return None if self.even is None else sum(score > self.even + 1e-9 for score in self.scores)

    @property
    def losses(self) -> int | None:
        """Games worse than even for the first player; None for one player."""
        return None if self.even is None else sum(score < self.even - 1e-9 for score in self.scores)

    @property
    def draws(self) -> int | None:
        """Even games; None for one player."""
        return None if self.even is None else self.games - (self.wins or 0) - (self.losses or 0)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "paired": self.paired,
            "seed": self.seed,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "interval_95": None if self.interval is None else list(self.interval),
            "even": self.even,
            "bounds": None if self.bounds is None else list(self.bounds),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "players": [vars(player) for player in self.players],
            "scores": list(self.scores),
        }

    def explain(self) -> str:
        """Say the result in a few lines of text."""
        first = self.players[0].name
        sure = "" if self.standard_error is None else f" ± {self.standard_error:.4f} (standard error)"
        lines = [f"{first} scores {self.mean:.4f}{sure} per game over {self.games} games of {self.game}."]
        if self.interval is not None:
            low, high = self.interval
            unit = "pairs with the same dice and seats swapped" if self.paired else "games"
            lines.append(f"95 % confidence: {low:.4f} to {high:.4f}, from {len(self.observations)} {unit}.")
        if self.even is not None:
            rival = self.players[1].name
            lines.append(f"Against {rival}: {self.wins} won, {self.draws} drawn, {self.losses} lost.")
            lines.append(self._verdict())
        if self.interval is not None and self.interval[0] == self.interval[1]:
            lines.append(
                "Every observation is the same, so the interval says nothing about other dice or openings."
            )
        for player in self.players:
            lines.append(
                f"{player.name}: {player.decisions} decisions, {1000 * player.mean_seconds:.2f} ms each, "
                f"{1000 * player.max_seconds:.2f} ms at most."
            )
            if player.limited:
                lines.append(f"{player.limited} of them were cut short by a limit of the engine.")
        return "\n".join(lines)

    def _verdict(self) -> str:
        """Say who is ahead, if the interval allows it."""
        if self.interval is None or self.even is None:
            return "One observation says nothing about who is stronger."
        low, high = self.interval
        if low <= self.even <= high:
            return f"Neither is proven stronger: an even score, {self.even:g}, is inside the interval."
        ahead = self.players[0].name if self.mean > self.even else self.players[1].name
        return f"{ahead} is ahead: an even score, {self.even:g}, is outside the interval."

    def __rich__(self) -> Table:
        """Show the result as a table on a rich console."""
        table = Table(title=f"{self.game}, {self.games} games", title_justify="left", caption=self._caption())
        for column in ("player", "score", "won", "drawn", "lost", "decisions", "ms each", "ms most"):
            table.add_column(column, justify="left" if column == "player" else "right")
        for seat, player in enumerate(self.players):
            mean = self.mean if seat == 0 or self.even is None else 2 * self.even - self.mean
            counts = (self.wins, self.draws, self.losses)
            shown = ["" if n is None else str(n) for n in (counts if seat == 0 else counts[::-1])]
            times = (f"{1000 * player.mean_seconds:.2f}", f"{1000 * player.max_seconds:.2f}")
            table.add_row(player.name, f"{mean:.4f}", *shown, str(player.decisions), *times)
        return table

    def _caption(self) -> str:
        if self.interval is None or self.standard_error is None:
            return "one observation: no interval"
        low, high = self.interval
        unit = "pairs" if self.paired else "games"
        return (
            f"score of the first ± {self.standard_error:.4f}, 95 % confidence {low:.4f} to {high:.4f} "
            f"({len(self.observations)} {unit})"
        )


def play(
    game: Game,
    players: Sequence[Player],
    games: int = 100,
    seed: int = 0,
    *,
    state: State = None,
    progress: Progress | None = None,
    paired: bool = True,
    max_moves: int = 100_000,
    even: float | None = None,
    executor: Executor | None = None,
    partial: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Play ``games`` games from ``state`` (by default the start) and return the first player's result.

    Give two players, or one for a game without MIN. If ``paired``, games come in pairs with the same dice and
    the seats swapped. Otherwise the first player is always MAX. The same seed gives the same games, provided
    that the players use only the random generator they are given and no time limit.

    More than two players, and two whom the game pays a number each, get a value of their own. Each deal is
    then played in every rotation of the seats: see :class:`hazard.several.match.SeveralMatch`.

    ``even`` is the value of a game that nobody has won, for two players; by default the middle of the game's
    ``bounds``.

    An ``executor`` (see :func:`hazard.executor`) plays them on several cores or machines. The result is the
    same, and ``partial`` sees it grow; Ctrl-C then ends the match with the games that are finished.

    >>> from hazard.games import Pig
    >>> from hazard.players import RandomPlayer
    >>> result = play(Pig(target=20), [RandomPlayer(), RandomPlayer()], games=20, seed=1)
    >>> result.wins + result.losses
    20
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise SettingError("arena.players_are_no_list", found=players)
    from hazard.several.deciding import pays_each
    from hazard.several.match import play_several

    if len(players) > 2 or (len(players) == 2 and even is None and pays_each(game, state)):
        many: Any = play_several(game, players, games, seed, state=state, progress=progress)
        return many  # type: ignore[no-any-return]
    match = _Match(game, list(players), games, seed, state, paired, max_moves, even)
    if executor is not None:
        return _spread(match, games, executor, progress, partial)
    played = []
    for number in range(games):
        played.append(match.play_one(number))
        if progress is not None:
            progress("games", number + 1, games)
    return match.result(played)


def _spread(
    match: _Match,
    games: int,
    executor: Executor,
    progress: Progress | None,
    partial: Callable[[MatchResult], None] | None,
) -> MatchResult:
    """Play a match on several workers."""

    def report(done: Done) -> None:
        if progress is not None:
            progress("games", len(done.by_number), games)
        if partial is not None:
            partial(match.result(done.results))

    done = executor.run(match, games, report, unit=2 if match.paired else 1)
    if done.interrupted and not done.by_number:
        raise KeyboardInterrupt
    return match.result(done.results)


class Played(NamedTuple):
    """One game of a match."""

    score: float
    """The first player's."""
    seconds: tuple[tuple[float, ...], ...]
    """Each decision of each player."""
    limited: tuple[int, ...]


class _Match:
    """The settings of a match, checked, and the clock of each player."""

    def __init__(
        self,
        game: Game,
        players: list[Player],
        games: int,
        seed: int,
        state: State,
        paired: bool,
        max_moves: int,
        even: float | None,
    ) -> None:
        check_game(game)
        refuse_at_sight(game)
        refuse_text(game, state)
        if len(players) not in (1, 2):
            raise SettingError("arena.wrong_number_of_players", count=len(players))
        for number, player in enumerate(players, start=1):
            _check_player(number, player)
        self.paired = paired and len(players) == 2
        if not isinstance(games, int) or games < 1 or (self.paired and games % 2):
            raise SettingError(
                "arena.wrong_number_of_pairs" if self.paired else "arena.games_not_positive", found=games
            )
        self.game, self.players, self.seed, self.max_moves = game, players, seed, max_moves
        self.start = game.start() if state is None else state
        if Turn(game.turn(self.start)) is Turn.OVER:
            raise GameError("arena.game_over_at_start", state=state_text(game, self.start))
        self.bounds = _finite_bounds(game)
        self.even = None
        if len(players) == 1 and even is not None:
            raise SettingError("arena.even_needs_two_players", found=even)
        if len(players) == 2:
            self.even = even = _even(game, even, self.bounds)
            if self.bounds is not None:
                low, high = self.bounds
                self.bounds = min(low, 2 * even - high), max(high, 2 * even - low)

    def __call__(self, numbers: range) -> list[Played]:
        """Play some of the games, as a worker of an executor does, with players of its own."""
        match = copy.copy(self)
        match.players = [_another(player) for player in self.players]
        return [match.play_one(number) for number in numbers]

    def result(self, played: Sequence[Played]) -> MatchResult:
        """Return the result of all games that were played."""
        records = []
        for index, player in enumerate(self.players):
            seconds = [time for game in played for time in game.seconds[index]]
            mean, most = fmean(seconds or [0.0]), max(seconds, default=0.0)
            limited = sum(game.limited[index] for game in played)
            records.append(PlayerRecord(player.name, len(seconds), mean, most, limited))
        scores = tuple(game.score for game in played)
        name = name_of(self.game)
        return MatchResult(name, tuple(records), scores, self.paired, self.seed, self.even, self.bounds)

    def play_one(self, number: int) -> Played:
        """Play one game."""
        self.seconds: list[list[float]] = [[] for _ in self.players]
        self.limited = [0 for _ in self.players]
        swapped = self.paired and number % 2 == 1
        deal = number // 2 if self.paired else number
        dice = random.Random(f"{self.seed}/{deal}/dice")
        own = [random.Random(f"{self.seed}/{number}/player {index}") for index in range(len(self.players))]
        for player in self.players:
            new_game = getattr(player, "new_game", None)
            if new_game is not None:
                new_game()
        game, state, total = self.game, self.start, 0.0
        reward = reward_of(game)
        for _ in range(self.max_moves):
            turn = Turn(game.turn(state))
            if turn is Turn.OVER:
                total += self._for_max(game.value(state))
                score = 2 * self.even - total if swapped and self.even is not None else total
                return Played(score, tuple(map(tuple, self.seconds)), tuple(self.limited))
            if turn is Turn.CHANCE:
                move = draw(game, state, dice.random())
            else:
                move = self._choose(int(turn) ^ int(swapped), state, own)
            if reward is not None:
                total += reward(state, move)
            for player in self.players:
                if hasattr(player, "moved"):
                    player.moved(game, state, move)
            state = game.apply(state, move)
        raise GameError(
            "arena.game_too_long", number=number + 1, max_moves=self.max_moves, state=state_text(game, state)
        )

    def _for_max(self, worth: Any) -> float:
        """Return MAX's part of what an end is worth; MIN's has to be as far from even on the other side."""
        if not isinstance(worth, list | tuple):
            return float(worth)
        mine, theirs = (float(number) for number in worth)
        if (
            self.paired
            and self.even is not None
            and abs(mine + theirs - 2 * self.even) > 1e-9 * max(1, abs(mine))
        ):
            raise SettingError("arena.not_the_others_loss", found=tuple(worth), even=self.even)
        return mine

    def _choose(self, index: int, state: State, own: list[random.Random]) -> Move:
        """Ask player ``index``, take the time, and check the answer."""
        if index >= len(self.players):
            raise SettingError("arena.min_needs_second_player", state=state_text(self.game, state))
        player = self.players[index]
        before = getattr(player, "limited", 0)
        began = perf_counter()
        action = player.choose(self.game, state, own[index])
        self.seconds[index].append(perf_counter() - began)
        self.limited[index] += getattr(player, "limited", 0) - before
        actions = list(self.game.actions(state))
        if action not in actions:
            raise GameError(
                "arena.player_chose_no_move",
                who=player.name,
                action=action,
                state=state_text(self.game, state),
                known=", ".join(map(str, actions)),
            )
        return action


def _another(player: Player) -> Player:
    """Return a player with a memory of its own, for another worker; one that has none may be shared."""
    if isinstance(player, SearchPlayer):
        return SearchPlayer(player.search, player.budget, name=player.name)
    return player if isinstance(player, SolvedPlayer | RandomPlayer) else copy.deepcopy(player)


def _check_player(number: int, player: object) -> None:
    """Refuse what cannot play, or could not be named in the result."""
    if isinstance(player, type):
        raise SettingError(
            "arena.player_is_a_class", number=number, kind=player.__name__, example=player.__name__
        )
    if not callable(getattr(player, "choose", None)):
        raise SettingError("arena.not_a_player", number=number, found=player)
    if not isinstance(getattr(player, "name", None), str):
        raise SettingError(
            "arena.player_without_name",
            number=number,
            kind=type(player).__name__,
            example=type(player).__name__.lower(),
        )


def _finite_bounds(game: Game) -> tuple[float, float] | None:
    bounds = getattr(game, "bounds", None)
    low, high = bounds() if bounds is not None else (-math.inf, math.inf)
    return (float(low), float(high)) if math.isfinite(high - low) and low < high else None


def _even(game: Game, even: float | None, bounds: tuple[float, float] | None) -> float:
    """The value of a game that nobody has won: without it a loss cannot be told from a draw."""
    if even is None and bounds is not None:
        return (bounds[0] + bounds[1]) / 2
    if even is None:
        name = name_of(game)
        raise SettingError("arena.no_bounds_for_even", game=name, owner=name)
    if isinstance(even, bool) or not isinstance(even, int | float) or not math.isfinite(even):
        raise SettingError("arena.even_not_a_value", found=even)
    return float(even)


def draw(game: Game, state: State, number: float) -> Move:
    """Return what chance does in ``state`` when the dice show ``number``, uniform from 0 to 1.

    >>> from hazard.games import Pig
    >>> game = Pig()
    >>> draw(game, game.apply(game.start(), Pig.ROLL), 0.99)
    PigFace(number=6, points=6)
    """
    sample = getattr(game, "sample", None)
    if sample is not None:
        return sample(state, random.Random(repr(number)))
    pairs = [(outcome, float(probability)) for outcome, probability in game.outcomes(state)]
    total = math.fsum(probability for _, probability in pairs)
    if abs(total - 1) > 1e-9:
        raise GameError("arena.probabilities_not_one", state=state_text(game, state), total=total)
    for outcome, probability in pairs:
        number -= probability
        if number < 0:
            return outcome
    return max(pairs, key=lambda pair: pair[1])[0]  # rounding left a hair; never an impossible outcome
