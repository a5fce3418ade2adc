"""The searches as settings: what to use, what to switch off, and how long to take.

Each class here is a small immutable record; the algorithms themselves are compiled. Every optimisation
is a named switch, so that any of them can be turned off and measured.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import Any, Literal, TypeVar

Evaluator = Callable[[Sequence[Any]], Sequence[float]]
"""Values for a batch of states that are not over: ``evaluator([state, ...]) -> [value, ...]``."""


class SettingError(ValueError):
    """A setting has a value it cannot have; the message says which and what is expected."""


def _require(holds: bool, name: str, found: object, expected: str) -> None:
    if not holds:
        raise SettingError(f"{name} is {found!r}; expected {expected}")


Settings = TypeVar("Settings")


def _telling_where_settings_go(kind: type[Settings]) -> type[Settings]:
    """Let a class of settings refuse a setting of another class by saying where that one goes."""
    made: Any = kind
    known, make = [field.name for field in fields(made)], made.__init__

    @wraps(make)
    def checked(self: Settings, *given: Any, **settings: Any) -> None:
        for name, value in settings.items():
            if name not in known:
                raise SettingError(misplaced(kind.__name__, name, value, known))
        make(self, *given, **settings)

    made.__init__ = checked
    return kind


def misplaced(taker: str, name: str, value: object, known: Sequence[str]) -> str:
    """Say that ``taker`` has no setting ``name``, and where such a setting goes.

    >>> misplaced("Expectimax", "depth", 3, [])
    'Expectimax has no setting depth; that is a limit of the budget: Budget(depth=3)'
    """
    if taker != "Budget" and name in ("seconds", "nodes", "depth"):
        where = f"that is a limit of the budget: Budget({name}={value!r})"
    else:
        kinds = (Expectimax, TreeSearch, Beam, AlphaBeta, Minimax)
        home = next((kind for kind in kinds if name in {field.name for field in fields(kind)}), None)
        close = difflib.get_close_matches(name, known, n=1)
        if home is not None:
            where = f"that is a setting of {home.__name__}: {home.__name__}({name}={value!r})"
        elif close:
            where = f"did you mean {close[0]}?"
        else:
            where = f"it has {', '.join(known)}" if known else "it takes none"
    return f"{taker} has no setting {name}; {where}"


@_telling_where_settings_go
@dataclass(frozen=True)
class Budget:
    """How much a search may spend: whichever limit is reached first ends it.

    ``depth`` counts decisions (chance nodes are free). ``nodes`` counts visited nodes, for tree search
    simulations. Nothing given means nothing limited: the search then runs to the end of the game. Tree search
    has no such end and needs seconds or nodes.

    >>> Budget(seconds=0.1)
    Budget(seconds=0.1, nodes=None, depth=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse limits that cannot be kept."""
        seconds, nodes, depth = self.seconds, self.nodes, self.depth
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        _require(
            seconds is None or (number and seconds > 0 and math.isfinite(seconds)),
            "Budget.seconds",
            seconds,
            "a positive number of seconds",
        )
        _require(
            nodes is None or (_is_int(nodes) and 0 < nodes < 2**62),
            "Budget.nodes",
            nodes,
            "a positive whole number below 2**62",
        )
        _require(
            depth is None or (_is_int(depth) and 0 < depth < 2**31),
            "Budget.depth",
            depth,
            "a positive whole number of decisions, below 2**31",
        )

    @property
    def unlimited(self) -> bool:
        """Whether nothing at all ends the search but the end of the game."""
        return self.seconds is None and self.nodes is None and self.depth is None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_fields(settings: Any) -> None:
    """Check each field of a settings record against its annotation and the limits in its metadata."""
    for field in fields(settings):
        found, name = getattr(settings, field.name), f"{type(settings).__name__}.{field.name}"
        if field.type == "bool":
            _require(isinstance(found, bool), name, found, "True or False")
        elif field.type == "int":
            most = 2**62 if field.name in ("seed", "trace", "max_nodes") else 2**31 - 1
            _require(_is_int(found) and 0 <= found <= most, name, found, f"a whole number from 0 to {most}")
        elif field.type == "float":
            number = isinstance(found, int | float) and not isinstance(found, bool)
            _require(number and math.isfinite(found) and found >= 0, name, found, "a number, zero or more")
        elif field.type == "Evaluator | None":
            _require(found is None or callable(found), name, found, "a function of a list of states, or None")


def _check_table(settings: Expectimax | AlphaBeta) -> None:
    name, megabytes = f"{type(settings).__name__}.table_mb", settings.table_mb
    _require(0.001 <= megabytes <= 1 << 20, name, megabytes, "from 0.001 to a million megabytes")


@_telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Expectimax:
    """Depth-first search with MAX, MIN and CHANCE nodes, pruned without changing the value.

    The first group never changes the value, only the work; the second group trades exactness for speed
    and is off by default. The defaults follow ``benchmarks/pruning.py``.
    """

    alpha_beta: bool = True
    """Cut at decision nodes that can no longer matter."""
    star1: bool = True
    """Cut at chance nodes whose value is already outside the window (needs ``bounds``)."""
    star2: bool = True
    """Probe one action under each outcome first, to tighten Star1's bounds."""
    table: bool = True
    """Remember positions (exact, lower and upper values, best move)."""
    table_mb: float = 64
    """Memory for the table, in megabytes."""
    deepen: bool = True
    """Search depth 1, 2, 3, ... within the budget; the last complete depth answers."""
    order_table: bool = True
    """Try the table's move first."""
    order_rank: bool = True
    """Order actions by the game's ``rank``, where it has one."""
    order_value: bool = False
    """Order actions by the value of what they lead to instead, where two or more decisions are left.

    Worth it where that costs little beside what lies below. ``top`` then leaves the last decision whole.
    """
    order_killers: bool = True
    """Try moves first that cut a sibling."""
    order_history: bool = True
    """Order by how often a move has cut anywhere."""
    order_outcomes: bool = True
    """Take the most probable outcomes first; without ``star2``, the most probable for each action."""
    merge: bool = True
    """Search equal successors of a node once."""
    all_options: bool = True
    """Give every root action its own value; otherwise the worse ones carry a bound only."""

    quiet_depth: int = 4
    """How many decisions to look further where the game's ``quiet`` says no."""
    min_reach: float = 0.0
    """Stop where the product of chance probabilities falls below this."""
    buckets: int = 0
    """Group the outcomes of a chance node into so many by successor value, keeping their mean (0: off)."""
    top: int = 0
    """Search only the best so many actions by order (0: all)."""
    samples: int = 0
    """Draw so many outcomes at chance nodes with more than that (0: list them all)."""

    evaluator: Evaluator | None = None
    """Values for states where the search stops, in place of the game's own ``heuristic``."""
    seed: int = 0
    """Seed of the sampling."""
    trace: int = 0
    """Log up to so many nodes with their windows and cuts into ``Decision.trace``."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)
        _check_table(self)
        _require(self.min_reach <= 1, "Expectimax.min_reach", self.min_reach, "a probability")


@_telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class AlphaBeta:
    """Alpha-beta for games without chance: the value of :class:`Minimax` in far fewer nodes."""

    table: bool = True
    table_mb: float = 64
    deepen: bool = True
    order_table: bool = True
    order_rank: bool = True
    order_killers: bool = True
    order_history: bool = True
    all_options: bool = True
    quiet_depth: int = 4
    evaluator: Evaluator | None = None
    trace: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)
        _check_table(self)


@_telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Minimax:
    """The whole tree of a game without chance, nothing skipped: the definition, to measure against."""

    deepen: bool = False
    evaluator: Evaluator | None = None
    trace: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)


@_telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Beam:
    """A plan of several actions by one player, keeping the best few partial plans at each step.

    Expansion has two stages: every action is ranked cheaply by the game's ``rank``, and only the best
    ``expand`` of them are played out. Both schedules are a number or one number per depth; the last one
    goes on. A plan ends where the game ends or somebody else moves; chance is worth its expectation.
    """

    width: int | Sequence[int] = 16
    """How many partial plans to keep at each depth."""
    expand: int | Sequence[int] = 0
    """How many of the ranked actions to play out in each state (0: all)."""
    merge: bool = True
    """Keep only the better of two paths to the same state."""
    evaluator: Evaluator | None = None

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)
        for name, least in (("width", 1), ("expand", 0)):
            schedule = self.schedule(name)
            _require(
                len(schedule) > 0 and all(_is_int(n) and least <= n < 2**31 for n in schedule),
                f"Beam.{name}",
                getattr(self, name),
                f"whole numbers of at least {least}",
            )

    def schedule(self, name: str) -> tuple[int, ...]:
        """Return ``width`` or ``expand`` as one number per depth.

        >>> Beam(width=[12, 8]).schedule("width")
        (12, 8)
        """
        found: int | Sequence[int] = getattr(self, name)
        if isinstance(found, Sequence) and not isinstance(found, str):
            return tuple(found)
        return (found,)


@_telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class TreeSearch:
    """Monte-Carlo tree search with decision and chance nodes.

    It grows a tree where it matters most, one simulation at a time, and answers at any moment.
    """

    select: Literal["uct", "puct"] = "uct"
    """How decision nodes choose: by confidence bound, or by the game's ``prior``."""
    exploration: float = 0.7
    """How much to try what looks worse, in units of the value's range."""
    leaf: Literal["auto", "heuristic", "rollout"] = "auto"
    """What a new leaf is worth: the game's ``heuristic`` (or the evaluator), or a play-out. By itself:
    a play-out where there is neither."""
    rollout_depth: int = 1000
    """Moves after which a play-out of either kind stops and takes the game's ``heuristic``."""
    backup: Literal["auto", "mean", "expectation", "best"] = "auto"
    """Mean of all simulations; expectation over chance children (decisions still average);
    or the best child at decisions as well. By itself: the best of heuristic values, the mean of play-outs."""
    unseen: Literal["leaf", "reweight"] = "leaf"
    """What the outcomes of a chance node that were not tried yet count as: the node's own first value, or as
    much as those that were tried, reweighted to 1."""
    siblings: bool = False
    """Value all that can follow a decision at once, when the decision is met: for evaluators that value many
    states faster than one by one."""
    every_outcome: bool = False
    """Value all that chance can bring at once, when it is met, and begin with the mean of that: a simulation
    costs more and is free of luck. For evaluators that are better than the luck of a few outcomes."""
    widen_actions: float = 0.0
    """Progressive widening of decision nodes: consider ``c * visits ** 0.5`` actions (0: all)."""
    widen_outcomes: float = 0.0
    """Progressive widening of chance nodes: ``c * visits ** 0.5`` distinct outcomes (0: all)."""
    prove: bool = True
    """Carry exact values up the tree and stop when the root is proven."""
    close: float = 0.0
    """Give up options that are further than this behind the best, in value: the search ends once there is
    only one left (0: none is given up)."""
    play_outs: float = 0.0
    """Let options that are close to the best play it off in the end: each is played to the end of the game
    up to so many times for each simulation, by values alone and with the luck taken out, and drops out once
    it is clearly behind (0: no play-outs). Half of ``Budget.seconds`` is for this."""
    trust: float = 40.0
    """How many play-outs the tree's own value counts as; fewer of them are not made."""
    reuse: bool = True
    """Keep the part of the tree that is still ahead when the next decision is asked of the same Searcher."""
    threads: int = 1
    """Threads on one tree (compiled games)."""
    virtual_loss: float = 1.0
    """How strongly a simulation under way discourages others from the same path."""
    batch: int = 1
    """How many leaves to collect for one call of the evaluator; ``siblings`` come all together anyway."""
    max_nodes: int = 4_000_000
    """Nodes the tree may hold; beyond that it is searched but no longer grown."""
    evaluator: Evaluator | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)
        _require(self.select in ("uct", "puct"), "TreeSearch.select", self.select, "'uct' or 'puct'")
        _require(
            self.leaf in ("auto", "heuristic", "rollout"),
            "TreeSearch.leaf",
            self.leaf,
            "'auto', 'heuristic' or 'rollout'",
        )
        _require(
            self.backup in ("auto", "mean", "expectation", "best"),
            "TreeSearch.backup",
            self.backup,
            "'auto', 'mean', 'expectation' or 'best'",
        )
        _require(
            self.unseen in ("leaf", "reweight"), "TreeSearch.unseen", self.unseen, "'leaf' or 'reweight'"
        )
        if self.leaf == "rollout":
            self._require_no_values("with leaf='rollout'")
        _require(self.play_outs <= 1e6, "TreeSearch.play_outs", self.play_outs, "at most a million")
        _require(1 <= self.threads <= 256, "TreeSearch.threads", self.threads, "1 to 256")
        _require(1 <= self.batch <= 65536, "TreeSearch.batch", self.batch, "1 to 65536")
        _require(16 <= self.max_nodes <= 2**31, "TreeSearch.max_nodes", self.max_nodes, "16 to 2147483648")

    def _require_no_values(self, why: str) -> None:
        for name in ("siblings", "every_outcome"):
            _require(not getattr(self, name), f"TreeSearch.{name}", getattr(self, name), f"False {why}")

    def settled_for(self, game_name: str, *, has_values: bool, has_prior: bool = True) -> TreeSearch:
        """Return the search with nothing left to decide by itself, for a game with or without a heuristic.

        ``has_prior`` says whether the game has what ``select="puct"`` goes by.

        >>> search = TreeSearch().settled_for("Nim", has_values=False)
        >>> search.leaf, search.backup
        ('rollout', 'mean')
        """
        leaf = self.leaf if self.leaf != "auto" else "heuristic" if has_values else "rollout"
        backup = self.backup if self.backup != "auto" else "mean" if leaf == "rollout" else "best"
        why = f"as {game_name} has no method `prior`"
        _require(self.select != "puct" or has_prior, "TreeSearch.select", self.select, f"'uct', {why}")
        if not has_values:
            why = f"as {game_name} has neither a `heuristic` nor an `evaluate`, and there is no evaluator"
            _require(leaf != "heuristic", "TreeSearch.leaf", leaf, f"'auto' or 'rollout', {why}")
            self._require_no_values(why)
            _require(self.play_outs == 0, "TreeSearch.play_outs", self.play_outs, f"0, {why}")
        return replace(self, leaf=leaf, backup=backup)


@dataclass(frozen=True, kw_only=True)
class Solve:
    """The whole game, all that can be reached from the state: exact, also where play comes round.

    For small games. It looks at no budget but the seconds: a game that is not solved by then is refused.
    """

    tolerance: float = 1e-10
    """How far a value may be from the truth."""
    max_states: int = 5_000_000
    """States that the game may have."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_fields(self)
        _require(self.tolerance > 0, "Solve.tolerance", self.tolerance, "a positive number")
        _require(self.max_states > 0, "Solve.max_states", self.max_states, "at least 1")


Search = Minimax | AlphaBeta | Expectimax | Beam | TreeSearch | Solve
