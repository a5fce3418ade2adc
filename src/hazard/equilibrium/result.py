"""What was found: strategies, what they are worth, and how far they are from an equilibrium, exactly."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.equilibrium.listing import Listed, OneSet, Strategies
from hazard.equilibrium.strategy import Probabilities, Strategy
from hazard.game import Game, GameError, Move, State

Stopped = Literal["target", "iterations", "seconds", "asked", "solved"]


class Point(NamedTuple):
    """How far the average strategy was after so many iterations."""

    iteration: int
    seconds: float
    exploitability: float


class ActionValue(NamedTuple):
    """One action of an information set."""

    action: Move
    probability: float
    value: float | None
    """What its player can expect by it; None where the others never let the player come here."""


@dataclass(frozen=True)
class Response:
    """The best that one player can do against the strategies of the others."""

    player: int
    value: float
    gain: float
    """How much more that is than by the player's own strategy."""
    strategy: Strategy
    """The same strategies for the others, and the best response for this player."""


class Standing:
    """What strategies are worth for every player, and what every player could gain by leaving them.

    All of it is computed exactly from the whole game, up to rounding.
    """

    def __init__(self, listed: Listed, numbers: Strategies) -> None:
        """Judge strategies of a game that has been listed; use :func:`hazard.exploitability`."""
        self.listed, self.game = listed, listed.game
        self.strategy = Strategy(listed, numbers)
        values, best = listed.form.standing(numbers)
        self.values: tuple[float, ...] = tuple(values)
        """What each player gets on average."""
        self.best: tuple[float, ...] = tuple(best)
        """What each could get, with the others playing as they do."""

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.listed.players

    @property
    def value(self) -> float:
        """What MAX, player 0, gets on average."""
        return self.values[0]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player could gain by the best response to the others."""
        return tuple(max(0.0, best - got) for best, got in zip(self.best, self.values, strict=True))

    @property
    def nash_conv(self) -> float:
        """The sum of all gains: 0 in an equilibrium, and only there."""
        return float(sum(self.gains))

    @property
    def exploitability(self) -> float:
        """The mean gain of a player: NashConv by the number of players."""
        return self.nash_conv / self.players

    @property
    def interval(self) -> tuple[float, float] | None:
        """Two numbers between which the game's value for MAX lies, proven.

        Only a game for two whose payoffs sum to a constant has a value in this sense; else it is None.
        """
        constant = self.listed.constant
        return None if constant is None else (constant - self.best[1], self.best[0])

    def at(self, state: State) -> Probabilities:
        """Return what the player to move in ``state`` does, by what that player sees."""
        return self.strategy.at(state)

    def options(self, state: State) -> list[ActionValue]:
        """Return every action in ``state`` with its probability and its value, the most frequent first.

        The value is what its player can expect, knowing only what is seen, if everybody goes on as here.
        """
        return self.options_of(self.listed.at(state))

    def options_of(self, one: OneSet) -> list[ActionValue]:
        """The same for an information set."""
        player = one.name.player
        worth, mass = self._worth[player], self._mass[player]
        shares = self.strategy.of(one)
        found = [
            ActionValue(action, shares[action], float(worth[s] / mass[s]) if mass[s] > 0 else None)
            for action, s in zip(one.actions, one.sequences, strict=True)
        ]
        return sorted(found, key=lambda option: -option.probability)

    def why(self, state: State, language: str = "en") -> str:
        """Say in words what the player to move in ``state`` does, and why it is mixed if it is.

        >>> import hazard
        >>> from hazard.games import Kuhn
        >>> said = hazard.equilibrium(Kuhn(), iterations=500).why(("QJ", "p"), "de")
        >>> said.partition(";")[0]
        'passen 67 %, setzen 33 %: stets passen, und MAX gewinnt 0,111 mit „aussteigen“, wo Qpb zu sehen ist'
        """
        from hazard.equilibrium.telling import said_options, why_mixed

        one = self.listed.at(state)
        return why_mixed(self, one, language) or said_options(self, one, self.options_of(one), language)

    def draw(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        depth: int | None = None,
        language: str = "en",
    ) -> str:
        """Draw the game as an SVG picture; return the markup, and write it to ``path`` if there is one.

        Each edge has its probability, and a dashed line ties the states that look the same to the player who
        moves in them. ``depth`` are levels below the root; by default as many as can be read.

        >>> import hazard
        >>> from hazard.games import Kuhn
        >>> picture = hazard.equilibrium(Kuhn(), iterations=50).draw()
        >>> picture.startswith("<svg"), picture.count('class="tie"')
        (True, 12)
        """
        from hazard.render.secrets import draw_standing

        return draw_standing(self, path, depth, language)

    def reach(self, one: OneSet) -> float:
        """Return how probable it is that a game comes to an information set."""
        player = one.name.player
        return float(self._mass[player][one.first] * self._plans[player][one.parent])

    @cached_property
    def _worth(self) -> list[npt.NDArray[np.float64]]:
        numbers = self.strategy.numbers
        return [self.listed.form.worth(player, numbers) for player in range(self.players)]

    @cached_property
    def _mass(self) -> list[npt.NDArray[np.float64]]:
        """For each sequence, how probable chance and the others make its information set.

        That is what it would be worth if every end paid 1.
        """
        listed, numbers = self.listed, self.strategy.numbers
        parents = [np.array([one.parent for one in own], np.uint32) for own in listed.sets]
        ones = np.repeat(listed.chances, listed.players)
        form: Any = _core.SequenceForm(parents, listed.firsts, listed.sequences.ravel(), ones)
        return [form.worth(player, numbers) for player in range(self.players)]

    @cached_property
    def _plans(self) -> list[npt.NDArray[np.float64]]:
        """For each sequence, how probable its player makes it."""
        plans = [np.ones(len(numbers)) for numbers in self.strategy.numbers]
        for one in self.listed.all_sets():
            player, own = one.name.player, slice(one.first, one.first + len(one.actions))
            plans[player][own] = plans[player][one.parent] * self.strategy.numbers[player][own]
        return plans

    def best_response(self, player: int = 0) -> Response:
        """Return the best that ``player`` can do against the others, and what it gains."""
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.players:
            raise GameError("equilibrium.no_such_player", found=player, most=self.players - 1)
        value, choice, _ = self.listed.form.best_response(player, self.strategy.numbers)
        numbers = [found.copy() for found in self.strategy.numbers]
        numbers[player][1:] = 0.0
        numbers[player][choice] = 1.0
        gain = max(0.0, value - self.values[player])
        return Response(player, float(value), gain, Strategy(self.listed, numbers))

    def __repr__(self) -> str:
        """Say how good the strategies are."""
        name = type(self.game).__name__
        return f"<{type(self).__name__} of {name}: exploitability {self.exploitability:.3g}>"


class Memory(NamedTuple):
    """All that the next iteration depends on: a run that has it can be taken up again."""

    strategy: Strategies
    regret: Strategies
    sum: Strategies
    steps: int


class Equilibrium(Standing):
    """Strategies of all players that are nearly an equilibrium; see :func:`hazard.equilibrium`."""

    def __init__(
        self,
        listed: Listed,
        numbers: Strategies,
        *,
        algorithm: str,
        iterations: int,
        seconds: float,
        stopped: Stopped,
        history: tuple[Point, ...] = (),
        memory: Memory | None = None,
    ) -> None:
        """Keep what was found, and judge it."""
        super().__init__(listed, numbers)
        self.algorithm = algorithm
        self.iterations = iterations
        self.seconds = seconds
        """How long it took, listing the game included."""
        self.stopped = stopped
        """What ended it: ``target``, ``iterations``, ``seconds`` or ``asked``; ``solved`` for ``lp``."""
        self.memory = memory
        """What ``resume`` needs; None for ``lp`` and for algorithms by samples."""
        self.history = history
        """The exploitability so far, after iterations that lie further and further apart."""

    @property
    def histories(self) -> int:
        """How many lines of play the game has, unfinished ones included."""
        return self.listed.histories

    def explain(self, sets: int = 12, language: str = "en") -> str:
        """Say in words what was found: the value, how sure it is, and the decisions that come up most."""
        from hazard.equilibrium.telling import told

        return told(self, sets, language)

    def __str__(self) -> str:
        """Return the explanation."""
        return self.explain()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        from hazard.equilibrium.telling import as_data

        return as_data(self)

    def to_json(self, indent: int | None = None) -> str:
        """Return everything as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the strategies to a ``.npz`` file, whole or not at all; :meth:`load` reads it back."""
        from hazard.equilibrium.strategy_file import write_equilibrium

        write_equilibrium(path, self)

    @staticmethod
    def load(path: str | os.PathLike[str], game: Game, state: State = None) -> Equilibrium:
        """Read what :meth:`save` has written, for ``game`` from ``state`` on (by default the start).

        The game is listed again, and its value and exploitability are computed again: a file of other rules
        is refused, and nothing is taken on trust.
        """
        from hazard.equilibrium.strategy_file import read_equilibrium

        return read_equilibrium(path, game, state)
