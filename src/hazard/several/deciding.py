"""From a game with secrets or several players to a decision, by what the mover sees and nothing else."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import Any

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight, refuse_text
from hazard.compiled import CompiledGame
from hazard.decision import Statistics
from hazard.ending import compiled_code
from hazard.equilibrium.listing import Lister, list_game
from hazard.game import Game, GameError, Move, State, Turn, check_game, has_heuristic, has_secrets, shown
from hazard.search import Budget, SettingError, TreeSearch
from hazard.search_several import Determinized, InformationSets, MaxN
from hazard.several.beliefs import Belief, Model, beliefs
from hazard.several.decision import SeveralDecision, SeveralOption, named
from hazard.several.seats import Seats
from hazard.twin import rules_of

SeveralSearch = InformationSets | Determinized | MaxN | TreeSearch

DEFAULT_BUDGET = Budget(seconds=1.0)
MAX_STATES = 5_000_000


def players_of(game: Game, state: State = None) -> int:
    """Return how many players a game pays, found by playing it once.

    >>> from hazard.games import Kuhn
    >>> players_of(Kuhn())
    2
    """
    known: Any = getattr(game, "players", None)
    if isinstance(game, CompiledGame) and isinstance(known, int):
        return known
    return Lister(game, game.start() if state is None else state, 100_000, None)._count_players()


def is_several(game: Game) -> bool:
    """Tell whether a game has secrets, or pays every player a number of its own.

    >>> from hazard.games import Kuhn, Pig
    >>> is_several(Kuhn()), is_several(Pig())
    (True, False)
    """
    if has_secrets(game):
        return True
    if isinstance(game, CompiledGame):
        return hasattr(game, "several_engine")
    return pays_each(game)


def pays_each(game: Game, state: State = None) -> bool:
    """Tell whether a game in Python pays each player a number of its own, found by playing it once.

    >>> from hazard.games import Kuhn
    >>> pays_each(Kuhn())
    False
    """
    if isinstance(game, CompiledGame):
        return False
    draw = random.Random(0)
    try:
        state = game.start() if state is None else state
        for _ in range(_LONG_ENOUGH):
            turn = Turn(game.turn(state))
            if turn is Turn.OVER:
                return isinstance(game.value(state), list | tuple)
            if turn > Turn.OVER:
                return True
            if turn is Turn.CHANCE:
                moves = [move for move, p in game.outcomes(state) if p > 0]
            else:
                moves = list(game.actions(state))
            state = game.apply(state, draw.choice(moves))
    except Exception:  # what is wrong with the game is told where it is used
        return False
    return False


def usual_search(game: Game, budget: Budget | None = None) -> SeveralSearch:
    """Return the search that a game with secrets or several players is decided with, if none is asked for.

    >>> from hazard.games import Kuhn, Monopoly
    >>> type(usual_search(Kuhn())).__name__, type(usual_search(Monopoly())).__name__
    ('InformationSets', 'TreeSearch')
    """
    if has_secrets(game):
        return InformationSets()
    # A depth is a limit of max^n alone.
    by_depth = budget is not None and budget.depth is not None and budget.seconds is budget.nodes is None
    return MaxN() if by_depth else TreeSearch()


_WORLDS_COMPARED = 20
"""Worlds of a belief whose actions are compared with those of the state at hand."""
_LONG_ENOUGH = 500
"""Moves of one game at random, to see what it pays."""


class SeveralSearcher:
    """A game and a search that keep the answers of a Python game between decisions.

    >>> from hazard.games import Kuhn
    >>> searcher = SeveralSearcher(Kuhn(), Determinized())
    >>> decision = searcher.decide(("KQ", "b"), Budget(nodes=2000))  # MIN has a queen, and MAX bets
    >>> sorted(decision.strategy), decision.worlds
    (['b', 'p'], 2)
    """

    def __init__(
        self,
        game: Game,
        search: SeveralSearch | None = None,
        *,
        model: Model = None,
        max_states: int = MAX_STATES,
    ) -> None:
        """Prepare ``search``; ``model`` is how the others are taken to have played, for the belief."""
        check_game(game)
        refuse_at_sight(game)
        self.game, self.model = game, model
        self.secret = has_secrets(game)
        if search is None:
            search = usual_search(game)
        self.search: SeveralSearch = search
        self._check()
        self.players = players_of(game)
        if isinstance(game, CompiledGame):
            self._engine = game.several_engine()  # type: ignore[attr-defined]
        elif (rules := rules_of(game)) is not None:
            self._engine = rules.several_engine()
        else:
            self._wrapped = _core.SeveralPython(game, Seats(game), max_states, self.players)
            self._engine = _core.PythonSeveral(self._wrapped)
        self._lock = threading.Lock()

    def _check(self) -> None:
        name = type(self.game).__name__
        kinds = (InformationSets, Determinized) if self.secret else (TreeSearch, MaxN)
        if isinstance(self.search, kinds):
            return
        if self.secret:
            raise GameError("game.has_secrets", game=name)
        if isinstance(self.search, InformationSets | Determinized):
            raise SettingError("several.nothing_hidden", game=name, search=type(self.search).__name__)
        raise SettingError("several.wrong_search", search=type(self.search).__name__, game=name)

    def decide(
        self,
        state: State = None,
        budget: Budget | None = None,
        *,
        history: Sequence[Move] | None = None,
        seed: int | None = None,
        stop: threading.Event | None = None,
    ) -> SeveralDecision:
        """Decide in ``state`` for whoever is to move; ``history`` are the moves so far, if known."""
        state = self.game.start() if state is None else state
        budget = DEFAULT_BUDGET if budget is None else budget
        turn = Turn(self.game.turn(state))
        if turn.number is None:
            raise GameError("equilibrium.nobody_decides", state=shown(state))
        refuse_text(self.game, state)
        belief = beliefs(self.game, state, self.model, history=history) if self.secret else None
        if belief is not None:
            self._same_actions(state, belief)
        with self._lock, compiled_code:
            raw = self._raw(state, belief, budget, seed, stop)
        return self._told(state, turn.number, belief, budget, raw)

    def _same_actions(self, state: State, belief: Belief) -> None:
        """What looks the same to the mover has to have the same actions."""
        here = list(self.game.actions(state))
        for world, _ in belief.worlds[:_WORLDS_COMPARED]:
            if set(self.game.actions(world)) != set(here):
                raise GameError("equilibrium.sampled_actions_differ", first=shown(state), second=shown(world))

    def _raw(
        self,
        state: State,
        belief: Belief | None,
        budget: Budget,
        seed: int | None,
        stop: threading.Event | None,
    ) -> Any:
        search = self.search
        if isinstance(search, MaxN):
            if budget.depth is not None and not has_heuristic(self.game):
                raise SettingError("several.depth_without_heuristic", game=type(self.game).__name__)
            return self._engine.max_n(state, search.paranoid, budget, stop)
        if budget.seconds is None and budget.nodes is None:
            raise SettingError("search.tree_search_without_limit", budget=budget)
        drawn = search.seed if seed is None else seed
        if belief is None:
            assert isinstance(search, TreeSearch)
            exploration = 0.7 if search.exploration is None else float(search.exploration)
            guess = search.leaf != "rollout" and has_heuristic(self.game)
            return self._engine.tree(
                [state], [1.0], "open", exploration, 10_000, guess, search.max_nodes, drawn, budget, stop
            )
        assert isinstance(search, InformationSets | Determinized)
        worlds = _few(belief, search.max_worlds, drawn)
        observer = "open"
        if isinstance(search, InformationSets):
            observer = "mover" if search.observers == "multiple" else "root"
        return self._engine.tree(
            [world for world, _ in worlds],
            [p for _, p in worlds],
            observer,
            search.exploration,
            search.rollout_depth,
            False,
            search.max_nodes,
            drawn,
            budget,
            stop,
        )

    def _told(
        self, state: State, player: int, belief: Belief | None, budget: Budget, raw: Any
    ) -> SeveralDecision:
        if not raw["options"]:
            raise GameError("several.no_answer_in_time", game=type(self.game).__name__, budget=budget)
        exact = raw["exact"]
        # Where time was up before the first visit, nothing speaks for one option more than for another.
        total = sum(visits for _, _, visits, *_ in raw["options"])
        unseen = 1.0 / len(raw["options"])
        # Determinized worlds are averaged: the value decides. In one tree the visits do.
        by_value = isinstance(self.search, MaxN | Determinized)
        ranked = sorted(
            raw["options"], key=lambda item: (item[1], 0) if by_value else (item[2], item[1]), reverse=True
        )
        best = ranked[0][1]
        options = tuple(
            SeveralOption(
                action,
                named(self.game, state, action),
                float(place == 0) if by_value else visits / total if total else unseen,
                value,
                tuple(payoffs),
                "exact" if exact else "estimate",
                max(0.0, best - value),
                visits,
                None if exact or not visits else error,
            )
            for place, (action, value, visits, error, payoffs) in enumerate(ranked)
        )
        return SeveralDecision(
            self.game,
            state,
            player,
            self.players,
            self.search,
            budget,
            options,
            1 if belief is None else len(belief.worlds),
            Statistics(**raw["statistics"]),
            raw["stopped"],
            belief,
        )


def _few(belief: Belief, most: int, seed: int) -> list[tuple[State, float]]:
    """Return all worlds of a belief, or so many drawn from it; the order does not depend on the state."""
    worlds = list(belief.worlds)
    if len(worlds) <= most:
        return worlds
    drawn = random.Random(seed).choices(worlds, [p for _, p in worlds], k=most)
    return [(world, 1.0) for world, _ in drawn]


def strategy_by(
    game: Game,
    search: SeveralSearch,
    budget: Budget,
    *,
    model: Model = None,
    max_histories: int = 200_000,
    progress: Any = None,
) -> dict[tuple[int, Any], dict[Move, float]]:
    """Return what a search does in every information set, for :func:`hazard.exploitability`.

    The search is asked once for each, so that the strategy is what it would play with its seed.

    >>> from hazard.games import Kuhn
    >>> import hazard
    >>> found = strategy_by(Kuhn(), Determinized(), Budget(nodes=200))
    >>> hazard.exploitability(Kuhn(), found).exploitability > 0.05
    True
    """
    searcher = SeveralSearcher(game, search, model=model)
    listed = list_game(game, game.start(), max_histories=max_histories)
    found: dict[tuple[int, Any], dict[Move, float]] = {}
    for number, one in enumerate(listed.all_sets()):
        found[one.name] = {searcher.decide(one.state, budget).action: 1.0}
        if progress is not None:
            progress("information sets", number + 1, len(listed.found))
    return found
