"""The searches as settings: what to use, what to switch off, and how long to take.

Each class here is a small immutable record; the algorithms themselves are compiled. Every optimisation
is a named switch, so that any of them can be turned off and measured.

Over 400 lines: every search with its settings, most of it documentation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hazard.settings import Evaluator, check_fields, is_int, require, telling_where_settings_go
from hazard.settings import SettingError as SettingError  # where it is looked for
from hazard.settings import refuse_misplaced as refuse_misplaced


@telling_where_settings_go
@dataclass(frozen=True)
class Budget:
    """The limits of a search: the first one reached ends it.

    ``depth`` counts decisions (chance nodes do not count). ``nodes`` counts visited nodes, or simulations of
    a tree search. Without any limit, the search runs to the end of the game. Tree search has no such end and
    needs ``seconds`` or ``nodes``.

    >>> Budget(seconds=0.1)
    Budget(seconds=0.1)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse limits that cannot be kept."""
        seconds, nodes, depth = self.seconds, self.nodes, self.depth
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        require(
            seconds is None or (number and seconds > 0 and math.isfinite(seconds)),
            "Budget.seconds",
            seconds,
            "seconds",
        )
        require(
            nodes is None or (is_int(nodes) and 0 < nodes < 2**62),
            "Budget.nodes",
            nodes,
            "nodes",
        )
        require(
            depth is None or (is_int(depth) and 0 < depth < 2**31),
            "Budget.depth",
            depth,
            "depth",
        )

    @property
    def unlimited(self) -> bool:
        """Whether nothing at all ends the search but the end of the game."""
        return self.seconds is None and self.nodes is None and self.depth is None


def _check_table(settings: Expectimax | AlphaBeta) -> None:
    name, megabytes = f"{type(settings).__name__}.table_mb", settings.table_mb
    default = type(settings).table_mb
    require(settings.table or megabytes == default, name, megabytes, "no_table", value=default)
    require(0.001 <= megabytes <= 1 << 20, name, megabytes, "megabytes")


@telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Expectimax:
    """Depth-first search with MAX, MIN and CHANCE nodes, pruned without changing the value.

    The first group of settings changes only the work and never the value. The second group trades exactness
    for speed and is off by default. The defaults follow ``benchmarks/pruning.py``.
    """

    alpha_beta: bool = True
    """Cut at decision nodes that can no longer matter."""
    star1: bool = True
    """Cut at chance nodes whose value is already outside the window (needs ``bounds``)."""
    star2: bool = True
    """Probe one action under each outcome first, to tighten Star1's bounds."""
    table: bool = True
    """Keep a transposition table (exact values, bounds, best moves)."""
    table_mb: float = 64
    """Memory for the table, in megabytes."""
    deepen: bool = True
    """Iterative deepening: search depth 1, 2, 3, ... within the budget, and answer with the last complete
    one."""
    order_table: bool = True
    """Try the table's move first."""
    order_rank: bool = True
    """Order actions by the game's ``rank``, where it has one."""
    order_value: bool = False
    """Order actions by the value of what they lead to instead, where two or more decisions are left.

    This pays off where it costs little compared with the search below. ``top`` then does not apply to the
    last decision.
    """
    order_killers: bool = True
    """Try moves first that caused a cutoff at a sibling."""
    order_history: bool = True
    """Order by how often a move has caused a cutoff anywhere."""
    order_outcomes: bool = True
    """Take the most probable outcomes first; without ``star2``, the most probable for each action."""
    merge: bool = True
    """Search equal successors of a node once."""
    all_options: bool = True
    """Give every root action its own value. Otherwise worse actions get only a bound."""

    quiet_depth: int = 4
    """How many more decisions to search where the game's ``quiet`` is false."""
    min_reach: float = 0.0
    """Stop where the product of chance probabilities falls below this."""
    buckets: int = 0
    """Group the outcomes of a chance node into this many buckets by value, keeping their mean (0: off)."""
    top: int = 0
    """Search only this many actions, the best by order (0: all)."""
    samples: int = 0
    """Sample this many outcomes at chance nodes that have more (0: list them all)."""

    evaluator: Evaluator | None = None
    """Values for states where the search stops, in place of the game's own ``heuristic``."""
    seed: int = 0
    """Seed for the sampling."""
    trace: int = 0
    """Log up to this many nodes with their windows and cutoffs in ``Decision.trace``."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)
        _check_table(self)
        require(self.min_reach <= 1, "Expectimax.min_reach", self.min_reach, "a probability")


@telling_where_settings_go
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
        check_fields(self)
        _check_table(self)


@telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Minimax:
    """Plain minimax for games without chance, without pruning: the definition and the baseline."""

    deepen: bool = False
    evaluator: Evaluator | None = None
    trace: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)


@telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Beam:
    """A plan of several actions by one player, keeping the best few partial plans at each step.

    Expansion has two stages: every action is ranked cheaply by the game's ``rank``, and only the best
    ``expand`` of them are played out. ``width`` and ``expand`` are a number, or one number per depth of which
    the last one continues. A plan ends where the game ends or another player moves. A chance node is worth
    its expectation.
    """

    width: int | Sequence[int] = 16
    """How many partial plans to keep at each depth."""
    expand: int | Sequence[int] = 0
    """How many of the ranked actions to try in each state (0: all)."""
    merge: bool = True
    """Keep only the better of two paths to the same state."""
    evaluator: Evaluator | None = None

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)
        for name, least in (("width", 1), ("expand", 0)):
            schedule = self.schedule(name)
            require(
                len(schedule) > 0 and all(is_int(n) and least <= n < 2**31 for n in schedule),
                f"Beam.{name}",
                getattr(self, name),
                "whole_numbers",
                least=least,
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


@telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class TreeSearch:
    """Monte Carlo tree search with decision and chance nodes.

    It grows a tree where it matters most, one simulation at a time, and has an answer at any moment.
    """

    select: Literal["auto", "uct", "puct", "gumbel"] = "auto"
    """How to select actions: by upper confidence bound; by prior; or by the policy that the prior and the
    values found so far make together, with sequential halving at the root (it needs ``Budget.nodes``). The
    prior comes from the evaluator, if it returns ``(values, priors)``, or from the game's ``evaluate`` or
    ``prior``. ``auto`` is by prior where the evaluator has learned one (``hazard train``), else by upper
    confidence bound."""
    exploration: float = 0.7
    """How strongly to explore actions that look worse, in units of the value's range (UCT and PUCT)."""
    root_noise: float = 0.0
    """For self-play with PUCT: alpha of the Dirichlet noise in the root's priors (0: none). Every position
    has its own, by the seed."""
    root_noise_fraction: float = 0.25
    """Which share of the root's priors is noise."""
    considered: int = 16
    """Gumbel: how many of the root's actions are drawn, by their priors, to be compared."""
    gumbel_scale: float = 1.0
    """Gumbel: how random that is (0: not at all; those of the highest priors are compared)."""
    value_scale: float = 1.0
    """Gumbel: how much values count beside priors. A value over the whole range of values adds
    ``(visit_offset + most visits) * value_scale`` to the logarithm of a prior."""
    visit_offset: float = 50.0
    """Gumbel: what is added to the visits of the most visited action there."""
    leaf: Literal["auto", "heuristic", "rollout"] = "auto"
    """How to value a new leaf: by the game's ``heuristic`` (or the evaluator), or by a play-out. ``auto``
    uses play-outs only if there is neither."""
    rollout_depth: int = 1000
    """Moves after which a play-out of either kind stops and takes the game's ``heuristic``."""
    backup: Literal["auto", "mean", "expectation", "best"] = "auto"
    """The mean of all simulations, the expectation over chance children (decisions still average), or the
    best child at decisions as well. ``auto`` takes the best for heuristic values, the expectation for values
    that were learned with a policy, and the mean for play-outs."""
    unseen: Literal["leaf", "reweight"] = "leaf"
    """How to count outcomes of a chance node that were not tried yet: with the node's first value, or not
    at all, with the others reweighted to 1."""
    siblings: bool = False
    """Value all successors of a decision at once when it is first reached, for evaluators that value many
    states faster than one by one."""
    every_outcome: bool = False
    """Value all outcomes of a chance node at once when it is first reached, and start with their mean. A
    simulation costs more but has less variance. For evaluators whose errors are smaller than the luck of a
    few outcomes."""
    widen_actions: float = 0.0
    """Progressive widening of decision nodes: consider ``c * visits ** 0.5`` actions (0: all)."""
    widen_outcomes: float = 0.0
    """Progressive widening of chance nodes: ``c * visits ** 0.5`` distinct outcomes (0: all)."""
    prove: bool = True
    """Back up exact values and stop when the root is proven."""
    close: float = 0.0
    """Drop options whose value is further behind the best than this, and stop when only one is left (0:
    drop none)."""
    play_outs: float = 0.0
    """Decide between options that are close to the best by variance-reduced play-outs at the end, up to
    this many per option and simulation. An option that is clearly behind drops out (0: no play-outs). Half
    of ``Budget.seconds`` is for this."""
    trust: float = 40.0
    """How many play-outs the tree's own value counts as. If fewer could be made, none are. It goes with
    ``play_outs`` only."""
    reuse: bool = True
    """Keep the part of the tree that is still ahead for the next decision of the same Searcher."""
    threads: int = 1
    """Threads on one tree; for a game in Python, which they cannot share, more than one is refused."""
    virtual_loss: float = 1.0
    """How strongly a simulation under way discourages others from the same path, of other ``threads`` or of
    the same ``batch``."""
    batch: int = 1
    """How many leaves to collect for one call of the evaluator. ``siblings`` always come together."""
    max_nodes: int = 4_000_000
    """The largest number of nodes in the tree. Beyond that it is searched but no longer grown."""
    evaluator: Evaluator | None = None
    """Values of a batch of states, or ``(values, priors)`` in one call: a network runs once for both."""
    seed: int = 0
    """Seed of everything random."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)
        require(
            self.select in ("auto", "uct", "puct", "gumbel"),
            "TreeSearch.select",
            self.select,
            "'auto', 'uct', 'puct' or 'gumbel'",
        )
        require(
            self.leaf in ("auto", "heuristic", "rollout"),
            "TreeSearch.leaf",
            self.leaf,
            "'auto', 'heuristic' or 'rollout'",
        )
        require(
            self.backup in ("auto", "mean", "expectation", "best"),
            "TreeSearch.backup",
            self.backup,
            "one_of",
            known=["'auto'", "'mean'", "'expectation'", "'best'"],
        )
        require(
            self.unseen in ("leaf", "reweight"),
            "TreeSearch.unseen",
            self.unseen,
            "one_of",
            known=["'leaf'", "'reweight'"],
        )
        if self.leaf == "rollout":
            self._require_no_values("false_with_rollout")
        self._check_exploration()
        require(self.play_outs <= 1e6, "TreeSearch.play_outs", self.play_outs, "at_most", most=10**6)
        require(1 <= self.threads <= 256, "TreeSearch.threads", self.threads, "from_to", low=1, high=256)
        require(1 <= self.batch <= 65536, "TreeSearch.batch", self.batch, "from_to", low=1, high=65536)
        require(
            16 <= self.max_nodes <= 2**31,
            "TreeSearch.max_nodes",
            self.max_nodes,
            "from_to",
            low=16,
            high=2**31,
        )

    def _check_exploration(self) -> None:
        noise, fraction = self.root_noise, self.root_noise_fraction
        require(
            noise == 0 or self.select == "puct",
            "TreeSearch.root_noise",
            noise,
            "noise_with_puct",
        )
        require(noise <= 1e6, "TreeSearch.root_noise", noise, "at_most", most=10**6)
        require(fraction <= 1, "TreeSearch.root_noise_fraction", fraction, "from_to", low=0, high=1)
        require(self.considered >= 1, "TreeSearch.considered", self.considered, "at_least", least=1)
        if self.select != "gumbel":
            return
        for name in ("widen_actions", "close", "play_outs"):
            require(getattr(self, name) == 0, f"TreeSearch.{name}", getattr(self, name), "zero_with_gumbel")

    def _require_no_values(self, expected: str, **gaps: object) -> None:
        for name in ("siblings", "every_outcome"):
            require(not getattr(self, name), f"TreeSearch.{name}", getattr(self, name), expected, **gaps)

    def settled_for(
        self, game_name: str, *, has_values: bool, has_prior: bool = True, compiled: bool = True
    ) -> TreeSearch:
        """Return the search with nothing left to decide by itself, for a game with or without a heuristic.

        ``has_prior`` says whether there is what ``select="puct"`` and ``"gumbel"`` go by, ``compiled``
        whether threads can share the game. Whatever would have no effect is refused.

        >>> search = TreeSearch().settled_for("Nim", has_values=False)
        >>> search.leaf, search.backup
        ('rollout', 'mean')
        """
        if self.select == "auto":
            learned = getattr(self.evaluator, "has_policy", False)
            search = replace(self, select="puct" if learned and self.leaf != "rollout" else "uct")
            return search.settled_for(
                game_name, has_values=has_values, has_prior=has_prior, compiled=compiled
            )
        leaf = self.leaf if self.leaf != "auto" else "heuristic" if has_values else "rollout"
        # What a policy was learned with: noise of single leaves evens out, and the policy finds the best.
        policy = leaf == "heuristic" and getattr(self.evaluator, "has_policy", False)
        valued: Literal["expectation", "best"] = "expectation" if policy else "best"
        backup = self.backup if self.backup != "auto" else "mean" if leaf == "rollout" else valued
        plain = self.select == "uct" or has_prior
        require(plain, "TreeSearch.select", self.select, "uct_without_prior", game=game_name)
        if not has_values:
            require(leaf != "heuristic", "TreeSearch.leaf", leaf, "rollout_without_values", game=game_name)
            self._require_no_values("false_without_values", game=game_name)
            played = self.play_outs
            require(played == 0, "TreeSearch.play_outs", played, "zero_without_values", game=game_name)
        shared = self.threads == 1 or compiled
        require(shared, "TreeSearch.threads", self.threads, "one_thread_in_python", game=game_name)
        settled = replace(self, leaf=leaf, backup=backup)
        settled._require_effects()
        return settled

    def _require_effects(self) -> None:
        """Refuse settings that the others leave without effect."""
        alone, valued = self.threads == self.batch == 1, self.leaf == "heuristic"
        unasked = not valued and not self.play_outs and self.select == "uct"
        for name, idle, why in (
            ("rollout_depth", valued and not self.play_outs, "nothing_played_out"),
            ("trust", not self.play_outs, "goes_with_play_outs"),
            ("unseen", self.backup == "mean", "mean_counts_simulations"),
            ("virtual_loss", alone, "goes_with_threads"),
            ("evaluator", unasked, "valued_by_ends"),
            ("root_noise_fraction", self.root_noise == 0, "goes_with_root_noise"),
            ("exploration", self.select == "gumbel", "goes_with_uct"),
            ("considered", self.select != "gumbel", "goes_with_gumbel"),
            ("gumbel_scale", self.select != "gumbel", "goes_with_gumbel"),
            ("value_scale", self.select != "gumbel", "goes_with_gumbel"),
            ("visit_offset", self.select != "gumbel", "goes_with_gumbel"),
        ):
            found, default = getattr(self, name), getattr(TreeSearch, name)
            require(not idle or found == default, f"TreeSearch.{name}", found, why, value=repr(default))


@telling_where_settings_go
@dataclass(frozen=True, kw_only=True)
class Solve:
    """Solve everything that can be reached from the state, exactly and including cycles.

    This is for small games. Of the budget it takes ``seconds`` alone, and a game that is not solved in time
    is refused.
    """

    tolerance: float = 1e-10
    """The largest error allowed in a value."""
    max_states: int = 5_000_000
    """States that the game may have."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)
        require(self.tolerance > 0, "Solve.tolerance", self.tolerance, "positive")
        require(self.max_states > 0, "Solve.max_states", self.max_states, "at_least", least=1)


Search = Minimax | AlphaBeta | Expectimax | Beam | TreeSearch | Solve
