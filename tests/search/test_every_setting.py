"""A setting is obeyed or refused: every field of every search changes something on some game.

``TABLE`` has a row for each field: what to compare, and on which game. A field that is added to a search and
not to the table fails the first test. What a setting leaves without effect is refused: ``IDLE`` has those.
"""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest
from tests.search.small_games import Wrapped

import hazard
from hazard import Budget, Game, Searcher, SettingError, Turn, decide
from hazard.games import ConnectFour, EinStein, Pig, TakeItEasy, TicTacToe
from hazard.search import AlphaBeta, Beam, Expectimax, Minimax, Search, Solve, TreeSearch


class Walk(Game):
    """Five steps by turns, each with some luck; it has every optional method."""

    def start(self) -> Any:
        return (0, 0, False)

    def turn(self, state: Any) -> Turn:
        step, _, tossing = state
        return Turn.OVER if step == 5 else Turn.CHANCE if tossing else Turn.MAX if step % 2 == 0 else Turn.MIN

    def actions(self, state: Any) -> list[str]:
        return ["wait", "stay", "left", "right", "leap"]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(-1, 0.25), (0, 0.3), (1, 0.25), (2, 0.15), (3, 0.05)]

    def apply(self, state: Any, move: Any) -> Any:
        step, place, tossing = state
        if tossing:
            return (step + 1, place + move, False)
        return (step, place + {"wait": 0, "stay": 0, "left": -1, "right": 1, "leap": 3}[move], True)

    def value(self, state: Any) -> float:
        return float(state[1] % 5)

    def heuristic(self, state: Any) -> float:
        return float(abs(state[1]) % 4)

    def bounds(self) -> tuple[float, float]:
        return (0.0, 4.0)

    def rank(self, state: Any, move: str) -> float:
        return float({"leap": 3, "left": 2, "wait": 1, "stay": 1, "right": 0}[move])

    def quiet(self, state: Any) -> bool:
        return bool(state[1] % 2 == 0)

    def prior(self, state: Any, actions: list[str]) -> list[float]:
        return [0.6 if action == "right" else 0.1 for action in actions]


class Stroll(Walk):
    """The same without luck, and by one player alone."""

    def turn(self, state: Any) -> Turn:
        return Turn.OVER if state[0] == 5 else Turn.MAX

    def apply(self, state: Any, move: Any) -> Any:
        step, place, _ = super().apply(state, move)
        return (step + 1, place, False)


def flat(states: Any) -> list[float]:
    return [0.5] * len(states)


def seen(game: Game, search: Search, budget: Budget, state: Any = None) -> Any:
    """All that a decision says, without what a clock has measured."""
    found = decide(game, game.parse(state) if isinstance(state, str) else state, search, budget)
    done = {name: value for name, value in vars(found.statistics).items() if name != "seconds"}
    options = [(o.action, o.value, o.kind, o.visits, o.low, o.high) for o in found.options]
    return options, done, found.stopped, found.trace


def second(search: TreeSearch) -> Any:
    """What the second decision of one Searcher says."""
    searcher = Searcher(Pig(), search)
    searcher.decide(budget=Budget(nodes=200))
    return searcher.decide(budget=Budget(nodes=200)).statistics.tree_nodes


@dataclasses.dataclass(frozen=True)
class Row:
    """Where a field makes a difference: the same game, with ``to`` and without."""

    to: Any
    game: Game = dataclasses.field(default_factory=Walk)
    budget: Budget = dataclasses.field(default_factory=lambda: Budget(depth=3))
    state: Any = None
    more: dict[str, Any] = dataclasses.field(default_factory=dict)
    """Other settings, in both."""


POSITION = ".../.x./o.."
DEEP = {"game": ConnectFour(), "budget": Budget(depth=6)}
UNSORTED = {"table": False, "order_rank": False}
CHANCE = {"game": EinStein(), "budget": Budget(depth=3), "state": "624../15.../3...c/...ea/..dbf max 3"}
SOME = Budget(nodes=400)
TABLE: dict[type, dict[str, Row]] = {
    Expectimax: {
        "alpha_beta": Row(False, **DEEP),
        "star1": Row(False, **CHANCE, more={"star2": False}),
        "star2": Row(False, **CHANCE),
        "table": Row(False, **DEEP),
        "table_mb": Row(0.01, **DEEP),
        "deepen": Row(False, **DEEP),
        "order_table": Row(False, **DEEP),
        "order_rank": Row(False),
        "order_value": Row(True, **DEEP),
        "order_killers": Row(False, **DEEP, more=UNSORTED),
        "order_history": Row(False, **DEEP, more=UNSORTED),
        "order_outcomes": Row(False),
        "merge": Row(False),
        "all_options": Row(False, **DEEP),
        "quiet_depth": Row(0, budget=Budget(depth=2)),
        "min_reach": Row(0.2),
        "buckets": Row(2),
        "top": Row(1),
        "samples": Row(2),
        "evaluator": Row(flat),
        "seed": Row(5, more={"samples": 2}),
        "trace": Row(3),
    },
    AlphaBeta: {
        "table": Row(False, **DEEP),
        "table_mb": Row(0.01, **DEEP),
        "deepen": Row(False, **DEEP),
        "order_table": Row(False, **DEEP),
        "order_rank": Row(False, **DEEP),
        "order_killers": Row(False, **DEEP, more=UNSORTED),
        "order_history": Row(False, **DEEP, more=UNSORTED),
        "all_options": Row(False, **DEEP),
        "quiet_depth": Row(0, game=Stroll(), budget=Budget(depth=2)),
        "evaluator": Row(flat, **DEEP),
        "trace": Row(3, **DEEP),
    },
    Minimax: {
        "deepen": Row(True, game=TicTacToe(), budget=Budget(depth=2)),
        "evaluator": Row(flat, game=TicTacToe(), budget=Budget(depth=2)),
        "trace": Row(3, game=TicTacToe(), budget=Budget(depth=2)),
    },
    Beam: {
        "width": Row(1, game=Stroll()),
        "expand": Row(1, game=Stroll()),
        "merge": Row(False, game=Stroll()),
        "evaluator": Row(flat, game=Stroll()),
    },
    TreeSearch: {
        "select": Row("puct", budget=SOME),
        "exploration": Row(2.0, budget=SOME),
        "root_noise": Row(0.3, budget=SOME, more={"select": "puct"}),
        "root_noise_fraction": Row(1.0, budget=SOME, more={"select": "puct", "root_noise": 0.3}),
        "considered": Row(2, budget=SOME, more={"select": "gumbel"}),
        "gumbel_scale": Row(0.0, budget=SOME, more={"select": "gumbel", "considered": 2, "seed": 2}),
        "value_scale": Row(0.01, budget=SOME, more={"select": "gumbel"}),
        "visit_offset": Row(0.0, budget=SOME, more={"select": "gumbel", "value_scale": 0.1}),
        "leaf": Row("rollout", budget=SOME),
        "rollout_depth": Row(2, budget=SOME, more={"leaf": "rollout"}),
        "backup": Row("mean", budget=SOME),
        "unseen": Row("reweight", budget=SOME),
        "siblings": Row(True, budget=SOME),
        "every_outcome": Row(True, budget=SOME),
        "widen_actions": Row(1.0, budget=SOME),
        "widen_outcomes": Row(1.0, budget=SOME),
        "prove": Row(False, game=TicTacToe(), state=POSITION, budget=SOME),
        "close": Row(0.01, budget=SOME),
        "play_outs": Row(1.0, budget=SOME),
        "trust": Row(2.0, budget=SOME, more={"play_outs": 1.0}),
        "threads": Row(2, game=Pig(), budget=SOME),
        "virtual_loss": Row(9.0, budget=SOME, more={"batch": 8}),
        "batch": Row(8, budget=SOME, more={"backup": "mean"}),
        "max_nodes": Row(64, budget=SOME),
        "evaluator": Row(flat, budget=SOME),
        "seed": Row(5, budget=SOME, more={"leaf": "rollout"}),
    },
    Budget: {
        "seconds": Row(1e-6, game=ConnectFour(), budget=Budget(nodes=100_000)),
        "nodes": Row(50, game=ConnectFour(), budget=Budget(depth=6)),
        "depth": Row(2, game=ConnectFour(), budget=Budget(nodes=100_000)),
    },
}
SHOWN_ELSEWHERE = {
    "TreeSearch.reuse": "test_reuse_keeps_the_tree_for_the_next_decision",
    "Solve.tolerance": "test_a_solution_keeps_its_tolerance_and_its_size",
    "Solve.max_states": "test_a_solution_keeps_its_tolerance_and_its_size",
}
ROWS = [(kind, name) for kind, rows in TABLE.items() for name in rows]


def test_the_table_has_every_setting_of_every_search():
    known = {f"{kind.__name__}.{name}" for kind, name in ROWS} | set(SHOWN_ELSEWHERE)
    kinds = (*get_args(Search), Budget)
    assert known == {f"{kind.__name__}.{field.name}" for kind in kinds for field in dataclasses.fields(kind)}


@pytest.mark.parametrize(("kind", "name"), ROWS, ids=lambda part: getattr(part, "__name__", part))
def test_every_setting_changes_something(kind, name):
    row = TABLE[kind][name]
    if kind is Budget:
        before = seen(row.game, Expectimax(), row.budget, row.state)
        after = seen(row.game, Expectimax(), dataclasses.replace(row.budget, **{name: row.to}), row.state)
    else:
        before = seen(row.game, kind(**row.more), row.budget, row.state)
        after = seen(row.game, kind(**row.more, **{name: row.to}), row.budget, row.state)
    assert after != before


@pytest.mark.parametrize("kind", [Expectimax, AlphaBeta, Beam, TreeSearch])
@pytest.mark.parametrize("limit", ["seconds", "nodes", "depth"])
def test_every_limit_of_the_budget_is_kept_by_every_search(kind, limit):
    game = Stroll() if kind is Beam else ConnectFour()  # a beam plans for one side alone
    base = Budget(nodes=3000)
    changed = dataclasses.replace(base, **{limit: {"seconds": 1e-6, "nodes": 5, "depth": 1}[limit]})
    assert seen(game, kind(), changed) != seen(game, kind(), base)


def test_reuse_keeps_the_tree_for_the_next_decision():
    assert second(TreeSearch()) > second(TreeSearch(reuse=False))


def test_a_solution_keeps_its_tolerance_and_its_size():
    game = Pig(target=40)
    close, far = (decide(game, None, Solve(tolerance=t), Budget(seconds=60)).best for t in (1e-9, 0.1))
    assert close.high - close.low < far.high - far.low
    with pytest.raises(hazard.GameError, match="is not solved within"):
        decide(game, None, Solve(max_states=50), Budget(seconds=60))


IDLE = {
    "the table's size without a table": lambda: Expectimax(table=False, table_mb=8),
    "the same for alpha-beta": lambda: AlphaBeta(table=False, table_mb=8),
    "how far to play out, where nothing is": lambda: Searcher(Pig(), TreeSearch(rollout_depth=5)),
    "trust without play-outs": lambda: Searcher(Pig(), TreeSearch(trust=5)),
    "unseen outcomes in a mean": lambda: Searcher(Pig(), TreeSearch(backup="mean", unseen="reweight")),
    "the same by default": lambda: Searcher(Pig(), TreeSearch(leaf="rollout", unseen="reweight")),
    "a share of no noise": lambda: Searcher(Walk(), TreeSearch(select="puct", root_noise_fraction=0.5)),
    "what Gumbel compares without it": lambda: Searcher(Walk(), TreeSearch(considered=4)),
    "exploration by Gumbel": lambda: Searcher(Walk(), TreeSearch(select="gumbel", exploration=2.0)),
    "virtual loss alone": lambda: Searcher(Pig(), TreeSearch(virtual_loss=2)),
    "an evaluator that nothing asks": lambda: Searcher(Pig(), TreeSearch(leaf="rollout", evaluator=flat)),
    "threads on a game in Python": lambda: Searcher(Walk(), TreeSearch(threads=2)),
    "priors that a game has not": lambda: Searcher(Wrapped(Pig()), TreeSearch(select="puct")),
    "nodes for a solution": lambda: decide(Pig(), None, Solve(), Budget(nodes=5)),
    "depth for a solution": lambda: decide(Pig(), None, Solve(), Budget(depth=5)),
}


@pytest.mark.parametrize("what", IDLE)
def test_a_setting_that_could_do_nothing_is_refused(what):
    with pytest.raises(SettingError, match="expected"):
        IDLE[what]()


def test_settings_that_go_with_each_other_are_taken():
    settings = TreeSearch(play_outs=1.0, trust=3.0, rollout_depth=50, batch=4, virtual_loss=2.0)
    for decision in hazard.deciding(TakeItEasy(), TakeItEasy().parse(BOARD), settings, Budget(nodes=300)):
        assert decision.search.trust == 3.0


BOARD = ". . ./. . . ./. . . . ./. . . ./. . . + 978"
