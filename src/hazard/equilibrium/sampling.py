"""Equilibria by samples of play: for games too large to be listed, or to see how far samples come."""

from __future__ import annotations

import ast
import json
import os
import random
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight
from hazard.confidence import t95
from hazard.ending import compiled_code
from hazard.equilibrium.listing import InformationSet, Listed, Lister, Progress, seen
from hazard.equilibrium.result import Equilibrium, Point, Standing, Stopped
from hazard.equilibrium.strategy import Probabilities, numbers_from
from hazard.files import write_text
from hazard.game import Game, GameError, Move, State, Turn, check_game, shown
from hazard.search import Budget, SettingError
from hazard.several.seats import Seats
from hazard.twin import rules_of

_STOPPED: dict[str, Stopped] = {
    "nodes": "iterations",
    "seconds": "seconds",
    "asked": "asked",
    "memory": "asked",
}
MAX_SETS = 20_000_000


class _Sampler:
    """The compiled iteration on one game in Python, with the names of its information sets."""

    def __init__(
        self, game: Game, root: State, sampling: str, baselines: bool, seed: int, max_sets: int = MAX_SETS
    ) -> None:
        self.game = game
        self.players = Lister(game, root, 100_000, None)._count_players()
        rules = rules_of(game)
        if rules is None:
            self.wrapped = _core.SeveralPython(game, Seats(game), 50_000_000, self.players)
            kind = _core.PythonSeveralRegret
        else:
            self.wrapped = rules.seats()
            kind = getattr(_core, f"{type(self.wrapped).__name__.replace('Seats', 'Several')}Regret")
        self.regret = kind(self.wrapped, root, sampling, baselines, 0.6, max_sets, seed)
        self.sets: list[tuple[InformationSet, tuple[Move, ...], int]] = []

    def run(self, budget: Budget, stop: threading.Event | None) -> str:
        with compiled_code:
            return str(self.regret.run(self.wrapped, budget, stop))

    def strategy(self) -> dict[InformationSet, Probabilities]:
        """Return the average strategy of every set that was met."""
        for state, player, first, _ in self.regret.sets(self.wrapped, len(self.sets)):
            name = InformationSet(player, seen(self.game, state, player))
            self.sets.append((name, tuple(self.game.actions(state)), first))
        averages = self.regret.memory()[1]
        found = {}
        for name, actions, first in self.sets:
            shares = averages[first : first + len(actions)]
            total = float(shares.sum())
            even = 1.0 / len(actions)
            found[name] = {
                action: float(share) / total if total > 0 else even
                for action, share in zip(actions, shares, strict=True)
            }
        return found


def sampled_and_judged(
    listed: Listed,
    sampling: str,
    budget: Budget,
    goal: float,
    began: float,
    seed: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> Equilibrium:
    """Iterate on samples, and judge the average now and then, exactly, on the game as it was listed."""
    sampler = _Sampler(listed.game, listed.root, sampling, True, seed)
    ends = None if budget.seconds is None else time.monotonic() + budget.seconds
    history: list[Point] = []
    block = 100
    while True:
        done = sampler.regret.steps
        left = None if ends is None else max(1e-3, ends - time.monotonic())
        nodes = block if budget.nodes is None else min(block, budget.nodes - done)
        ended = sampler.run(Budget(left, nodes), stop)
        block = max(100, sampler.regret.steps // 4)
        numbers = numbers_from(listed, sampler.strategy())
        standing = Standing(listed, numbers)
        history.append(Point(sampler.regret.steps, time.monotonic() - began, standing.exploitability))
        if progress is not None:
            said = f"exploitability {standing.exploitability:.2g}, iterations"
            progress(said, sampler.regret.steps, budget.nodes)
        reached = standing.exploitability <= goal
        if reached or ended != "nodes" or sampler.regret.steps == budget.nodes:
            return Equilibrium(
                listed,
                numbers,
                algorithm=sampling,
                iterations=sampler.regret.steps,
                seconds=time.monotonic() - began,
                stopped="target" if reached else _STOPPED[ended],
                history=tuple(history),
            )


@dataclass(frozen=True, repr=False)
class SampledStrategy(Mapping[InformationSet, Probabilities]):
    """Strategies that samples have come to, of a game that need not fit into memory.

    It is a mapping as every strategy is; what was never met is played at random. How good it is has to be
    estimated: see :func:`local_best_response`.
    """

    game: Game
    shares: dict[InformationSet, Probabilities]
    iterations: int
    seconds: float
    stopped: str
    run: _Sampler | None = field(default=None, compare=False)
    """What ``resume`` goes on with, in this process; None for a strategy from a file."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the strategies to a JSON file, whole or not at all; :meth:`load` reads it back."""
        rows = []
        for name, shares in self.shares.items():
            rows.append([name.player, _literal(name.sees), [[_literal(a), p] for a, p in shares.items()]])
        about = {"format": FORMAT, "game": type(self.game).__qualname__, "iterations": self.iterations}
        write_text(path, json.dumps({**about, "seconds": self.seconds, "sets": rows}))

    @staticmethod
    def load(path: str | os.PathLike[str], game: Game) -> SampledStrategy:
        """Read what :meth:`save` has written; to play by, not to go on with."""
        from hazard.equilibrium.strategy_file import StrategyFileError

        try:
            about = json.loads(Path(path).read_text("utf-8"))
            theirs, ours = about["game"], type(game).__qualname__
            if theirs != ours:
                raise StrategyFileError(
                    "equilibrium.file_of_another_game", path=os.fspath(path), found=theirs, expected=ours
                )
            shares = {
                InformationSet(int(player), ast.literal_eval(sees)): _read_shares(actions)
                for player, sees, actions in about["sets"]
            }
            return SampledStrategy(game, shares, int(about["iterations"]), float(about["seconds"]), "read")
        except (ValueError, KeyError, TypeError, SyntaxError, AttributeError) as error:
            raise StrategyFileError("equilibrium.file_damaged", path=os.fspath(path), reason=error) from None

    def __getitem__(self, name: InformationSet | tuple[int, Any]) -> Probabilities:
        """Return what the player of an information set does there."""
        return self.shares[InformationSet(*name)]

    def __iter__(self) -> Iterator[InformationSet]:
        """Go through the information sets."""
        return iter(self.shares)

    def __len__(self) -> int:
        """Count the information sets that were met."""
        return len(self.shares)

    def at(self, state: State) -> Probabilities:
        """Return what the player to move in ``state`` does, by what that player sees."""
        number = Turn(self.game.turn(state)).number
        if number is None:
            raise GameError("equilibrium.nobody_decides", state=shown(state))
        found = self.shares.get(InformationSet(number, seen(self.game, state, number)))
        if found is None:
            actions = list(self.game.actions(state))
            return dict.fromkeys(actions, 1.0 / len(actions))
        return found

    def __repr__(self) -> str:
        """Say how much was met."""
        return f"<SampledStrategy: {len(self):,} information sets, {self.iterations:,} iterations>"


FORMAT = 1


def _literal(thing: Any) -> str:
    """Write what can be read back as a literal of Python: texts, numbers, tuples."""
    text = repr(thing)
    try:
        if ast.literal_eval(text) == thing:
            return text
    except (ValueError, SyntaxError):
        pass
    raise GameError("equilibrium.no_literal", found=shown(thing))


def _read_shares(rows: Any) -> Probabilities:
    shares = {ast.literal_eval(action): float(p) for action, p in rows}
    if not all(0 <= p <= 1 + 1e-9 for p in shares.values()) or abs(sum(shares.values()) - 1) > 1e-6:
        raise ValueError("probabilities")
    return shares


def sampled_equilibrium(
    game: Game,
    state: State = None,
    sampling: str = "external",
    budget: Budget | None = None,
    *,
    iterations: int | None = None,
    baselines: bool = True,
    seed: int = 0,
    max_sets: int = MAX_SETS,
    resume: SampledStrategy | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> SampledStrategy:
    """Find strategies by samples of play, without listing the game: Monte Carlo counterfactual regret.

    ``sampling`` is ``"external"`` (chance and the others are drawn) or ``"outcome"`` (a single line of play,
    with ``baselines`` against its variance). Ten seconds, unless ``budget`` or ``iterations`` say otherwise.
    ``resume`` goes on with an earlier result of the same process, to the sample as if it had not stopped;
    ``iterations`` are further ones. ``progress`` is told how many iterations and information sets there are.

    >>> from hazard.games import Kuhn
    >>> found = sampled_equilibrium(Kuhn(), iterations=20_000)
    >>> round(found[1, "Kb"]["b"], 2), round(found[1, "Jb"]["b"], 2)  # a king calls, a jack does not
    (1.0, 0.0)
    """
    check_game(game)
    refuse_at_sight(game)
    if budget is not None and not isinstance(budget, Budget):
        raise SettingError("equilibrium.expected_budget", found=shown(budget))
    if sampling not in ("external", "outcome"):
        raise SettingError("equilibrium.wrong_sampling", found=sampling)
    seconds = None if budget is None else budget.seconds
    if seconds is None and iterations is None:
        seconds = 10.0
    began = time.monotonic()
    if resume is None:
        root = game.start() if state is None else state
        sampler = _Sampler(game, root, sampling, baselines, seed, max_sets)
    elif not isinstance(resume, SampledStrategy) or resume.run is None or resume.game is not game:
        raise SettingError("equilibrium.no_sampled_run", found=shown(resume))
    else:
        sampler = resume.run
    ended = _in_parts(sampler, seconds, iterations, progress, stop)
    before = 0.0 if resume is None else resume.seconds
    spent = before + time.monotonic() - began
    return SampledStrategy(game, sampler.strategy(), sampler.regret.steps, spent, _STOPPED[ended], sampler)


_PART = 0.25
"""Seconds between two reports of progress."""


def _in_parts(
    sampler: _Sampler,
    seconds: float | None,
    iterations: int | None,
    progress: Progress | None,
    stop: threading.Event | None,
) -> str:
    """Run until a limit is met, telling on the way how far it has come."""
    if progress is None:
        return sampler.run(Budget(seconds, iterations), stop)
    first = sampler.regret.steps
    most = None if iterations is None else first + iterations
    ends = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if ends is None else max(1e-3, ends - time.monotonic())
        part = _PART if left is None else min(left, _PART)
        ended = sampler.run(Budget(part, None if most is None else most - sampler.regret.steps), stop)
        progress(f"{len(sampler.regret):,} information sets, iterations", sampler.regret.steps, most)
        if ended != "seconds" or (ends is not None and time.monotonic() >= ends):
            return ended


@dataclass(frozen=True)
class LocalBestResponse:
    """What a player wins by looking one decision ahead at a time: at most what the best response wins."""

    player: int
    value: float
    interval: tuple[float, float]
    """The 95 % confidence interval of ``value``."""
    games: int


def local_best_response(
    game: Game, strategy: Any, player: int = 0, *, games: int = 200, play_outs: int = 20, seed: int = 0
) -> LocalBestResponse:
    """Estimate what a player can win against ``strategy``, where the game is too large for the exact answer.

    In each decision the player believes what Bayes says of the others' strategy, tries each action in
    play-outs in which all go on by ``strategy``, and takes the best. That is some response, so that the best
    response wins at least as much (Lisy and Bowling 2017): a lower bound of what can be lost, up to chance.

    >>> from hazard.games import Kuhn
    >>> found = local_best_response(Kuhn(), None, player=0, games=300)  # against play at random
    >>> found.value > 0.2
    True
    """
    from hazard.several.beliefs import beliefs, probabilities

    check_game(game)
    for name, number in (("games", games), ("play_outs", play_outs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise SettingError("equilibrium.wrong_games", name=name, found=number)
    count = Lister(game, game.start(), 100_000, None)._count_players()
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < count:
        raise GameError("equilibrium.no_such_player", found=player, most=count - 1)
    draw, won = random.Random(seed), []

    def step(state: State) -> Move:
        turn = Turn(game.turn(state))
        if turn is Turn.CHANCE:
            pairs = list(game.outcomes(state))
            return draw.choices([move for move, _ in pairs], [p for _, p in pairs])[0]
        actions = list(game.actions(state))
        shares = probabilities(strategy, game, state, turn.number or 0, actions)
        return draw.choices(actions, shares if sum(shares) > 0 else None)[0]

    def played_out(state: State, total: float) -> float:
        while Turn(game.turn(state)) is not Turn.OVER:
            move = step(state)
            total += _own(_reward(game, state, move), player)
            state = game.apply(state, move)
        return total + _own(game.value(state), player)

    def best(state: State, history: list[Move]) -> Move:
        belief = beliefs(game, state, strategy, history=history)
        worlds, weights = zip(*belief.worlds, strict=True)
        worth = {}
        for action in game.actions(state):
            drawn = draw.choices(worlds, weights, k=play_outs)
            worth[action] = fmean(
                played_out(game.apply(world, action), _own(_reward(game, world, action), player))
                for world in drawn
            )
        return max(worth, key=lambda action: worth[action])

    for _ in range(games):
        state, total = game.start(), 0.0
        history: list[Move] = []
        while (turn := Turn(game.turn(state))) is not Turn.OVER:
            move = best(state, history) if turn.number == player else step(state)
            total += _own(_reward(game, state, move), player)
            history.append(move)
            state = game.apply(state, move)
        won.append(total + _own(game.value(state), player))
    width = t95(games - 1) * stdev(won) / np.sqrt(games) if games > 1 else float("inf")
    mean = fmean(won)
    return LocalBestResponse(player, mean, (mean - float(width), mean + float(width)), games)


def _reward(game: Any, state: State, move: Move) -> Any:
    return game.reward(state, move) if hasattr(game, "reward") else 0.0


def _own(worth: Any, player: int) -> float:
    if isinstance(worth, list | tuple):
        return float(worth[player])
    return float(worth) if player == 0 else -float(worth)
