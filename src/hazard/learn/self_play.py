"""Learning any game from self-play: what is played, what is learned of it, and how strong it has become."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Literal

import numpy as np

from hazard import _core
from hazard.errors import no_such
from hazard.executing.executor import Executor
from hazard.game import Game, GameError, Turn, check_game, name_of, refuse_secrets
from hazard.learn.elsewhere import played_elsewhere
from hazard.learn.learned import (
    DESIGN,
    Learned,
    action_names,
    encoding_of,
    make_judge,
    rows_of,
    rules_in_core,
)
from hazard.learn.settings import CoreSettings, LearnSettings, settings_from
from hazard.learn.sight import Sight
from hazard.learn.strength import Strength
from hazard.learn.training import LearningCurve, Measurement, Trainable, run_training
from hazard.learn.weights import About, Arrays, Weights, load_weights
from hazard.several.deciding import is_several
from hazard.twin import runs_compiled

EVALUATORS = ("policy", "value", "tuples")
SURVEYED, SURVEYED_PYTHON = 20_000, 3_000
"""States that are looked at to find out what a game is made of."""
LONGEST_RANDOM = 20_000
"""Moves of a random game after which nobody believes that it ends."""


class SelfPlay:
    """A training of an evaluator for any game. It learns from games against itself, a round at a time.

    ``evaluator`` says what is learned: ``"policy"``, the values and the choices of a tree search that uses
    what was learned before; ``"value"``, a network of values by TD(λ); ``"tuples"``, a table of weights for
    the patterns that the game's ``features`` names, by TD(λ). By default, what suits the game.
    """

    design = DESIGN

    def __init__(
        self,
        game: Game,
        evaluator: str | None = None,
        *,
        seed: int = 1,
        threads: int = 1,
        executor: Executor | None = None,
        weights: Weights | None = None,
        **settings: Any,
    ) -> None:
        """Look at the game, and start; or go on with the training that left ``weights``.

        With an ``executor`` the games are played there, by workers who are sent the network of the round.
        """
        check_game(game)
        refuse_secrets(game)
        if is_several(game):
            raise GameError("learn.several_players", game=name_of(game))
        self.rules, self.game, self.threads = game, name_of(game), threads
        self.games = 0
        self._executor = executor
        self._pending: Any = None
        if weights is None:
            self._begin(evaluator, seed, settings)
        else:
            self._go_on(weights)
        self.sides: int = self.plan["sides"]
        self._play = self._core_settings()
        self._make_learner(weights)
        self._strength = Strength(self)
        if executor is not None and self.evaluator == "tuples":
            raise GameError("learn.table_elsewhere", on=executor.kind)

    # ---- beginning

    def _begin(self, evaluator: str | None, seed: int, given: dict[str, Any]) -> None:
        compiled = runs_compiled(self.rules)
        found = rules_in_core(self.rules).survey(
            seed, SURVEYED if compiled else SURVEYED_PYTHON, LONGEST_RANDOM
        )
        if not found["decisions"]:
            raise GameError("learn.nothing_to_decide", game=self.game)
        self.sight = Sight(self.rules, found["states"])
        self.sight.learn_from(found["states"])
        low, high = found["bounds"]
        bounded = math.isfinite(low) and math.isfinite(high)
        self.evaluator = self._chosen(evaluator, bounded)
        self.default = self._default_settings(found)
        chosen = settings_from(given, self.default)
        actions = sorted(code for code, _ in found["actions"])
        self.plan: dict[str, Any] = {
            "evaluator": self.evaluator,
            "sight": self.sight.saved(),
            "sides": 2 if found["min_moves"] else 1,
            "bounds": [repr(float(low)), repr(float(high))],
            "unit": 1.0 if bounded else max(1e-9, found["spread"], abs(found["mean"])),
            "afterwards": self.evaluator == "tuples" and found["always_chance"],
            "units": list(chosen.units),
            "actions": action_names(self.rules, actions[:MOST_ACTIONS]) if self.evaluator == "policy" else [],
        }
        self._chosen_settings = chosen
        self.settings: dict[str, Any] = {"seed": seed, **asdict(chosen)}

    def _chosen(self, evaluator: str | None, bounded: bool) -> str:
        if evaluator is None:
            return "tuples" if self.sight.has_patterns else "policy" if bounded else "value"
        if evaluator not in EVALUATORS:
            raise no_such(evaluator, EVALUATORS, "evaluator", self.game)
        return evaluator

    def _default_settings(self, found: dict[str, Any]) -> LearnSettings:
        decisions = found["decisions"] / found["games"]
        opening = max(2, round(decisions / 3))
        if self.evaluator == "policy":
            return LearnSettings(opening=opening, passes=3.0)
        chance = any(self.rules.turn(state) == Turn.CHANCE for state in found["states"][:500])
        explore = 0.0 if chance else 0.1
        if self.evaluator == "tuples":
            return LearnSettings(trace_decay=0.5, rate=1.0, explore=explore, opening=0 if chance else opening)
        return LearnSettings(explore=explore, passes=4.0, trace_decay=0.9, opening=0 if chance else opening)

    # ---- going on

    def _go_on(self, weights: Weights) -> None:
        arrays, about = weights.arrays, weights.about
        self.plan = json.loads(arrays["plan"].tobytes())
        learned = Learned(about, arrays, "")
        self.sight = learned.bound_to(self.rules).sight
        self.evaluator = self.plan["evaluator"]
        self.settings = dict(about.settings)
        self.games = about.games
        given = {name: value for name, value in self.settings.items() if name != "seed"}
        self._chosen_settings = settings_from(given, LearnSettings())

    @classmethod
    def resumed(cls, game: Game, path: Path, threads: int = 1, executor: Executor | None = None) -> SelfPlay:
        """Go on with the training that wrote the weight file."""
        weights = load_weights(path, game=name_of(game), design=DESIGN)
        return cls(game, threads=threads, executor=executor, weights=weights)

    def _core_settings(self) -> CoreSettings:
        chosen = self._chosen_settings
        names = [item.name for item in fields(CoreSettings) if hasattr(chosen, item.name)]
        low, high = (float(end) for end in self.plan["bounds"])
        return CoreSettings(
            seed=self.settings["seed"],
            search=self.evaluator == "policy",
            share=math.isfinite(low) and math.isfinite(high),
            **{name: getattr(chosen, name) for name in names},
        )

    def _make_learner(self, weights: Weights | None) -> None:
        arrays = {} if weights is None else weights.arrays
        if self.evaluator == "tuples":
            self._table = _core.PatternTable()
            if weights is not None:
                self._table.put(arrays["keys"], arrays["cells"])
            self._judge = make_judge(self.plan, self.rules, self.sight, table=self._table)
            return
        memory: dict[str, Any] | None = None
        if weights is not None:
            named = {"weights": "now", "means": "means", "squares": "squares", "smooth": "network"}
            memory = {name: arrays[array] for name, array in named.items()}
            memory["steps"] = int(arrays["counts"][0])
        self._learner = _core.NetworkLearner(
            encoding_of(self.plan, self.sight).inputs,
            self.plan["units"],
            rows_of(self.plan),
            self.settings["seed"],
            memory,
            self._play,
        )
        self._publish()
        if weights is not None:
            self._restore(arrays)

    def _restore(self, arrays: Arrays) -> None:
        """Take up the states that were kept, and the games that were played but not learned from."""
        rounds = []
        for number in range(int(arrays["counts"][1])):
            rounds.append(_core.Samples.from_arrays(_part(arrays, f"window{number}_")))
        self._learner.restore(rounds, float(arrays["owed"][0]), int(arrays["counts"][2]))
        if "pending_targets" in arrays:
            self._pending = _core.Samples.from_arrays(_part(arrays, "pending_"))

    def _publish(self) -> None:
        """Let the next round be played with what is known now."""
        network = self._learner.network()
        self._weights = self._learner.memory()["smooth"]
        self._judge = make_judge(self.plan, self.rules, self.sight, network=network)

    # ---- a round

    @property
    def round_games(self) -> int:
        """Games of a round: few while little is known, and learned from at once."""
        if self._chosen_settings.round_games:
            return self._chosen_settings.round_games
        if self.evaluator == "tuples":
            return 8 if self.games >= 64 else 1
        return max(1, min(128, 16 + self.games // 8))

    def play_round(self) -> float:
        """Play a round of games and learn from the last one; return the mean squared error of the values.

        A network learns from one round while the next one is played with what it knew before: the games are
        one round old, whoever plays them, and the same seed gives the same network.
        """
        games = self.round_games
        if self.evaluator == "tuples":
            found = self._played(self.games, games)
            self.games += games
            return float(self._table.learn(found, self._play.rate))
        if self._pending is None:
            self._pending = self._played(self.games, games)
            self.games += games
            games = self.round_games
        with ThreadPoolExecutor(1) as pool:
            together = self.threads > 1 or self._executor is not None
            playing = pool.submit(self._played, self.games, games) if together else None
            if playing is None:
                found = self._played(self.games, games)
            error = float(self._learner.learn(self._pending))
            if playing is not None:
                found = playing.result()
        self._pending = found
        self._publish()
        self.games += games
        return error

    def _played(self, first: int, games: int) -> Any:
        if self._executor is not None:
            return played_elsewhere(self._executor, self.learned(), self.rules, self._play, first, games)
        # A game in Python remembers every state that it was asked about: each round begins anew.
        return rules_in_core(self.rules).self_play(self._judge, self._play, first, games, self.threads)

    # ---- what it has come to

    def arrays(self) -> Arrays:
        """Return what playing and resuming need."""
        found: Arrays = {"plan": np.frombuffer(json.dumps(self.plan).encode(), np.uint8)}
        if self.evaluator == "tuples":
            found["keys"], found["cells"] = self._table.cells()
            return found
        memory = self._learner.memory()
        found |= {
            "network": memory["smooth"], "now": memory["weights"], "means": memory["means"],
            "squares": memory["squares"], "owed": np.array([self._learner.owed]),
        }  # fmt: skip
        rounds = self._learner.rounds()
        found["counts"] = np.array([memory["steps"], len(rounds), self._learner.seen], np.uint64)
        for number, samples in enumerate(rounds):
            found |= {f"window{number}_{name}": array for name, array in samples.arrays().items()}
        if self._pending is not None:
            found |= {f"pending_{name}": array for name, array in self._pending.arrays().items()}
        return found

    def learned(self) -> Learned:
        """Return the evaluator that the next games are played with."""
        arrays: Arrays = {"plan": np.frombuffer(json.dumps(self.plan).encode(), np.uint8)}
        if self.evaluator == "tuples":
            arrays["keys"], arrays["cells"] = self._table.cells()
        else:
            arrays["network"] = self._weights
        about = About(game=self.game, design=DESIGN, settings=self.settings, games=self.games, seconds=0.0)
        return Learned(about, arrays, "")

    def measure(self) -> dict[str, float]:
        """Return how well it plays now, against opponents that do not change and against its last self."""
        return self._strength.measure()


MOST_ACTIONS = 16_000
"""Different actions whose weights are learned; rarer ones share one weight."""


def _part(arrays: Arrays, prefix: str) -> Arrays:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def trainable(game: Game, evaluator: str | None = None, executor: Executor | None = None) -> Trainable:
    """Return how the command line trains an evaluator for a game of anybody's."""

    def new(*, seed: int, threads: int, **settings: Any) -> SelfPlay:
        return SelfPlay(game, evaluator, seed=seed, threads=threads, executor=executor, **settings)

    def resumed(path: Path, threads: int) -> SelfPlay:
        return SelfPlay.resumed(game, path, threads, executor)

    return Trainable(new, resumed, -1)


def train(
    game: Game,
    path: str | Path,
    *,
    minutes: float | None = None,
    seconds: float | None = None,
    games: int | None = None,
    evaluator: Literal["policy", "value", "tuples"] | None = None,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    resume: bool = False,
    measure: bool = True,
    report: Callable[[Measurement], None] | None = None,
    **settings: Any,
) -> Learned:
    """Learn an evaluator for ``game`` from self-play, and write it to ``path``.

    It ends after ``minutes`` or ``seconds``, or once ``games`` have been played, or with Ctrl-C; what was
    learned until then is in the file. Games are played by ``threads``, or by the workers of an ``executor``
    (:func:`hazard.executor`), with the same result. ``settings`` are those of :class:`LearnSettings`.
    """
    if minutes is not None:
        seconds = 60.0 * minutes
    if seconds is None and games is None:
        raise GameError("learn.no_limit")
    path = Path(path)
    before = 0.0
    if resume:
        training = SelfPlay.resumed(game, path, threads, executor)
        before = load_weights(path, game=training.game, design=DESIGN).about.seconds
        LearningCurve.beside(path).keep_up_to(training.games)
    else:
        training = SelfPlay(game, evaluator, seed=seed, threads=threads, executor=executor, **settings)
        LearningCurve.beside(path).path.unlink(missing_ok=True)
    weights = run_training(
        training, path, games=games, seconds=seconds, measure_games=-1 if measure else 0,
        seconds_before=before, report=report,
    )  # fmt: skip
    return Learned(weights.about, weights.arrays, str(path))
