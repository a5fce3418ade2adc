"""What values boards: found by name, or read from a weight file of any kind."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from hazard import _core
from hazard.game import GameError
from hazard.learn.weights import WeightsError
from hazard.takeiteasy import network, table

Evaluator = _core.TakeItEasyValue

TABLE = Path(__file__).with_name("table.npz")
"""The line table that comes with hazard."""

NAMES = ("auto", "network", "table", "formula", "rollouts")


def find_evaluator(name: str | Path | Evaluator | None) -> Evaluator:
    """Return the evaluator of a name, of a weight file, or the one that is given.

    ``"network"`` and ``"table"`` come with hazard; ``"auto"`` is the better of them, ``"formula"`` needs no
    training, and ``"rollouts"`` plays each board to its end by the formula, ``"rollouts:200:table"`` 200
    times and by the table.

    >>> find_evaluator("formula").of(_core.TakeItEasy().start()) > 0
    True
    >>> find_evaluator("lines")
    Traceback (most recent call last):
    hazard.game.GameError: there is no evaluator 'lines'; expected auto, network, table, formula, rollouts, \
or a weight file that ends in .npz
    """
    if name is None:
        return _core.TakeItEasyFormula()
    if isinstance(name, Evaluator):
        return name
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".npz")):
        return read_evaluator(Path(name))
    if name in ("auto", "network", "table", "formula"):
        return _named(name)
    played = re.fullmatch(r"rollouts(?::(\d{1,6}))?(?::([\w./-]+))?", name) if isinstance(name, str) else None
    if played and int(played[1] or 1) > 0:
        policy = find_evaluator(played[2] or "formula")
        return _core.TakeItEasyRollouts(policy, int(played[1] or 100), 8.0, 0)
    raise GameError("takeiteasy.no_such_evaluator", name=name, known=", ".join(NAMES))


def read_evaluator(path: Path) -> Evaluator:
    """Read a weight file of ``hazard train takeiteasy``: a table or a network."""
    try:
        return table.read_table(path)
    except WeightsError as error:
        if error.context.get("found_design") != network.DESIGN:
            raise
    return network.read_network(path)


@lru_cache(maxsize=4)
def _named(name: str) -> Evaluator:
    if name == "formula":
        return _core.TakeItEasyFormula()
    if name == "auto":
        return _named("network" if network.SHIPPED.exists() else "table" if TABLE.exists() else "formula")
    if name == "table":
        return read_evaluator(TABLE)
    return network.shipped_network()
