"""What was learned of any game: the evaluator in a file of ``hazard train``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import Game, GameError, check_game, name_of
from hazard.learn.sight import Sight
from hazard.learn.weights import About, Arrays, WeightsError, read_weights
from hazard.twin import rules_of

DESIGN = "learned 1"
MOST_STATES = 1_000_000
"""Distinct states that a game in Python may show to an evaluator that is asked by itself."""


def load(path: str | PathLike[str]) -> Learned:
    """Read an evaluator that ``hazard train`` has learned for a game of your own.

    It goes into any search, as ``evaluator=``. The game is checked when it is searched: its name and what its
    states, or its features, are made of have to be those it was trained with.
    """
    weights = read_weights(Path(path))
    if weights.about.design != DESIGN or "plan" not in weights.arrays:
        raise WeightsError(
            "learn.not_for_any_game", path=path, game=weights.about.game, design=weights.about.design
        )
    return Learned(weights.about, weights.arrays, str(path))


class Learned:
    """An evaluator for one game; see :func:`load`. With a policy, it also weighs actions for tree search."""

    def __init__(self, about: About, arrays: Arrays, path: str) -> None:
        """Keep what is needed to play."""
        self.about, self.path = about, path
        self.plan: dict[str, Any] = json.loads(arrays["plan"].tobytes())
        self._arrays = {name: arrays[name] for name in PLAYING if name in arrays}
        self._bound: dict[int, LearnedFor] = {}

    def __repr__(self) -> str:
        """Name the game and the training."""
        return f"<{self.plan['evaluator']} evaluator of {self.about.game}, {self.about.games:,} games>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what is needed to play, for other processes."""
        plan = np.frombuffer(json.dumps(self.plan).encode(), np.uint8)
        return Learned, (self.about, {**self._arrays, "plan": plan}, self.path)

    @property
    def has_policy(self) -> bool:
        """Whether it also says how likely each action is the best."""
        return bool(self.plan["actions"])

    def __call__(self, states: Sequence[Any]) -> list[float]:
        """Refuse to value states whose game nobody has named; a search names it."""
        raise GameError("learn.evaluator_without_game", game=self.about.game)

    def bound_to(self, game: Game) -> LearnedFor:
        """Return the evaluator for the searches of a game, or refuse another game than it was trained on."""
        check_game(game)
        known = self._bound.get(id(game))
        if known is None or known.game is not game:
            known = self._bound[id(game)] = self._bound_anew(game)
        return known

    def _bound_anew(self, game: Game) -> LearnedFor:
        if name_of(game) != self.about.game:
            raise GameError(
                "learn.evaluator_of_another_game",
                path=self.path, found=self.about.game, game=name_of(game),
            )  # fmt: skip
        sight = Sight.restored(game, self.plan["sight"])
        if sight is None or sight.signature != self.plan["sight"]["fields"]:
            raise GameError("learn.evaluator_of_other_states", path=self.path, game=self.about.game)
        return LearnedFor(self, game, sight)

    def judge(self, game: Game, sight: Sight) -> Any:
        """Return what the core's searches take."""
        if self.plan["evaluator"] == "tuples":
            table = _core.PatternTable()
            table.put(self._arrays["keys"], self._arrays["cells"])
            return make_judge(self.plan, game, sight, table=table)
        network = _core.DenseNetwork(
            encoding_of(self.plan, sight).inputs,
            self.plan["units"],
            rows_of(self.plan),
            self._arrays["network"],
        )
        return make_judge(self.plan, game, sight, network=network)


PLAYING = ("network", "keys", "cells")
"""The arrays that playing needs; the others are for resuming the training."""


class LearnedFor:
    """An evaluator and the game that it is for: what a search holds."""

    def __init__(self, learned: Learned, game: Game, sight: Sight) -> None:
        """Make what the core takes."""
        self.learned, self.game, self.sight = learned, game, sight
        self.has_policy = learned.has_policy
        self._judge = learned.judge(game, sight)
        self._rules: Any = None

    def __repr__(self) -> str:
        """Name the evaluator."""
        return repr(self.learned)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the evaluator and the game."""
        return _again, (self.learned, self.game)

    def bound_to(self, game: Game) -> LearnedFor:
        """Return the same for another copy of the game."""
        return self if game is self.game else self.learned.bound_to(game)

    def _judged(self, state: Any) -> Any:
        if self._rules is None:
            self._rules = rules_in_core(self.game)
        return self._rules.judged(self._judge, state)

    def __call__(self, states: Sequence[Any]) -> Any:
        """Return the value of each state, for MAX; to the searches of hazard's own games, weights as well.

        Other searches use what was learned in the core, without a call.
        """
        judged = [self._judged(state) for state in states]
        values = [value for value, _, _ in judged]
        asked_by_search = isinstance(self.game, CompiledGame) and not hasattr(self.game, "encode")
        return (
            (values, [weights for _, weights, _ in judged]) if asked_by_search and self.has_policy else values
        )

    def weights(self, state: Any) -> list[float]:
        """Return how likely each action of a state is the best, in the order of the game's ``actions``."""
        weighed: list[float] = self._judged(state)[1]
        return weighed


def _again(learned: Learned, game: Game) -> LearnedFor:
    return learned.bound_to(game)


def rules_in_core(game: Game) -> Any:
    """Return a game as the core can learn it: compiled rules, or the game's methods in Python."""
    rules = rules_of(game)
    if rules is not None:
        return rules.core().rules
    if isinstance(game, CompiledGame) and hasattr(game, "encode"):  # of a shared library
        return game._core.rules
    return _core.PythonGame(game, MOST_STATES)


# ---- from the plan of a training to what the core takes


def encoding_of(plan: dict[str, Any], sight: Sight) -> Any:
    """Return how numbers become inputs."""
    return _core.Encoding([place.encoded() for place in sight.places], plan["sides"])


def rows_of(plan: dict[str, Any]) -> int:
    """Return the number of rows for actions in a network's last layer; one is for what was never seen."""
    return len(plan["actions"]) + 1 if plan["actions"] else 0


def make_judge(
    plan: dict[str, Any], game: Game, sight: Sight, *, network: Any = None, table: Any = None
) -> Any:
    """Return a network or a table with all that it takes to use it."""
    low, high = (float(end) for end in plan["bounds"])
    return _core.Judge(
        encoding_of(plan, sight),
        (low, high, plan["unit"]),
        plan["afterwards"],
        sight,
        network,
        table,
        action_codes(game, plan["actions"]),
    )


def action_names(game: Game, codes: Sequence[int]) -> list[Any]:
    """Return actions as a file keeps them: numbers of texts differ from process to process, texts do not."""
    code = _move_code(game)
    if code is None:
        return list(codes)
    return [code.named(number - 2**64 if number >= 2**63 else number) for number in codes]


def action_codes(game: Game, names: Sequence[Any]) -> list[int]:
    """Return the codes that actions have in this process."""
    code = _move_code(game)
    if code is None:
        return list(names)
    return [code.numbered(name) % 2**64 for name in names]


def _move_code(game: Game) -> Any:
    rules = rules_of(game)
    return None if rules is None else rules.moves[False]
