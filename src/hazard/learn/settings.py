"""How a training for any game plays and learns."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from hazard.errors import no_such
from hazard.game import GameError, shown


@dataclass(frozen=True, kw_only=True)
class LearnSettings:
    """How a training plays and learns; every one may be changed by ``--set NAME=VALUE``."""

    units: tuple[int, ...] = (128, 32)
    """Units of each hidden layer, in multiples of sixteen."""
    simulations: int = 32
    """Simulations of each search by which a policy learns."""
    trace_decay: float = 0.7
    """Lambda: 1 learns from how the game ended, 0 from what was thought of the next state."""
    explore: float = 0.0
    """Without a search, how often any action is taken; by default, as the game has chance or not."""
    opening: int = 0
    """The most decisions at the beginning of a game that are random, so that games differ; with a search, up
    to as many more are drawn by the policy."""
    value_scale: float = 0.25
    """How much the values that a search finds count beside the policy (:class:`hazard.TreeSearch`)."""
    round_games: int = 0
    """Games that are played before something is learned of them; 0: as many as last about a second."""
    longest: int = 5000
    """Moves after which a game is cut, and counts as what its last state seems to be worth."""
    window: int = 200_000
    """States that are kept to learn from."""
    passes: float = 2.0
    """How often each state is learned from, on average."""
    batch: int = 256
    """States that make one step."""
    rate: float = 2e-3
    """Size of the steps at first; for tables, by what share of its error a value is moved."""
    least_rate: float = 2e-4
    """Size of the steps in the end."""
    rate_steps: float = 5000.0
    """Steps after which their size begins to fall."""
    weight_decay: float = 0.01
    """By how much weights shrink with each step, in units of its size."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        good = {
            "units": all(isinstance(n, int) and 0 < n <= 1024 and n % 16 == 0 for n in self.units)
            and 1 <= len(self.units) <= 8,
            "simulations": 2 <= self.simulations <= 100_000,
            "trace_decay": 0.0 <= self.trace_decay <= 1.0,
            "explore": 0.0 <= self.explore <= 1.0,
            "opening": 0 <= self.opening <= 1000,
            "value_scale": 0.0 < self.value_scale <= 100.0,
            "round_games": 0 <= self.round_games <= 1_000_000,
            "longest": self.longest >= 1,
            "window": self.window >= 1,
            "passes": 0.0 < self.passes <= 1000.0,
            "batch": 1 <= self.batch <= 1_000_000,
            "rate": 0.0 < self.rate <= 1.0,
            "least_rate": 0.0 < self.least_rate <= self.rate,
            "rate_steps": self.rate_steps >= 1,
            "weight_decay": 0.0 <= self.weight_decay <= 1.0,
        }
        for name, fine in good.items():
            if not fine:
                raise GameError("learn.setting_out_of_range", name=name, found=shown(getattr(self, name)))


def settings_from(given: dict[str, Any], default: LearnSettings) -> LearnSettings:
    """Return settings with what was given changed; a name or a kind that does not exist is refused."""
    known = [item.name for item in fields(LearnSettings)]
    for name, value in given.items():
        if name not in known:
            raise no_such(name, known, "setting", "training")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if name == "units" and isinstance(value, int):
            given = {**given, name: (value,)}
        elif not (isinstance(value, tuple | list) if name == "units" else is_number):
            raise GameError("learn.setting_out_of_range", name=name, found=shown(value))
    for name in ("simulations", "opening", "round_games", "longest", "window", "batch"):
        if name in given and given[name] != int(given[name]):
            raise GameError("learn.setting_out_of_range", name=name, found=shown(given[name]))
    typed = {
        name: tuple(value) if name == "units" else type(getattr(default, name))(value)
        for name, value in ((name, given[name]) for name in given)
    }
    changed: Any = typed
    return replace(default, **changed)


@dataclass(frozen=True)
class CoreSettings:
    """What the core's self-play and learners read."""

    seed: int
    search: bool
    share: bool
    simulations: int
    trace_decay: float
    explore: float
    opening: int
    value_scale: float
    longest: int
    window: int
    passes: float
    batch: int
    rate: float
    least_rate: float
    rate_steps: float
    weight_decay: float
