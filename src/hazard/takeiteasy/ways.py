"""Ways to play, by name: without look-ahead, with some, or as strongly as there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hazard.game import GameError, State
from hazard.search import Budget, Expectimax, Search, TreeSearch
from hazard.search_specs import search_of
from hazard.specs import Spec, parse_spec
from hazard.takeiteasy.board import HEXES, TILES

BOARDS = 15_000
"""How many boards a look ahead may value where nothing else is said: some milliseconds."""

STRONGEST = TreeSearch(
    select="puct", exploration=0.15, siblings=True, every_outcome=True, close=3.0, play_outs=1.0
)
"""The strongest search: every tile is valued at once, and placements that are close play it off."""
STRONGEST_BOARDS = 16_000
"""How many boards its simulations may value; play-outs come on top where they are needed."""

BudgetOf = Callable[[State], Budget]


def depth_within(hexes: int, boards: int) -> int:
    """Return how many decisions ahead can be looked with so many empty hexes, valuing so many boards at most.

    At least two, and to the end of the game where that is few enough.

    >>> depth_within(19, 15_000), depth_within(4, 15_000), depth_within(1, 15_000)
    (2, 3, 1)
    """
    tiles, count, depth = TILES - 1 - (HEXES - hexes), hexes, 1
    while depth < hexes:
        count *= (tiles - depth + 1) * (hexes - depth)
        if depth >= 2 and count > boards:
            return depth
        depth += 1
    return depth


def simulations_within(hexes: int, boards: int) -> int:
    """Return how many draws a tree search can look behind, each with every tile on every hex left.

    Few of them at first, when a tile has many places and none matters much; many near the end.

    >>> [simulations_within(hexes, 36_000) for hexes in (19, 10, 5, 1)]
    [76, 235, 750, 36000]
    """
    tiles = TILES - 1 - (HEXES - hexes)
    return max(1, boards // max(1, tiles * (hexes - 1)))


def as_deep_as(boards: int = BOARDS) -> BudgetOf:
    """Return the budgets that look ahead as far as so many boards allow."""
    return lambda state: Budget(depth=depth_within(_empty_hexes(state), boards))


def _as_often_as(boards: int) -> BudgetOf:
    return lambda state: Budget(nodes=simulations_within(_empty_hexes(state), boards))


def _empty_hexes(state: State) -> int:
    return list(state.tiles).count(TILES)


def find_player(text: str, target: int | None = None) -> tuple[Search | None, BudgetOf | None]:
    """Read how to play: ``greedy``, ``lookahead``, ``strongest``, or any search with its budget.

    The second and third may be given the boards they may value, ``lookahead(boards=15000)``; so may a tree
    search, instead of ``nodes``: a budget for each move that takes about as long. With a ``target``, values
    are chances.

    >>> find_player("greedy")
    (None, None)
    >>> find_player("treesearch(nodes=150)")[1](None)
    Budget(nodes=150)
    >>> from hazard.takeiteasy import TakeItEasy
    >>> find_player("treesearch(boards=12000, every_outcome=True)")[1](TakeItEasy().start())
    Budget(nodes=25)
    >>> find_player("strongest")[0].play_outs
    1.0
    """
    spec = parse_spec(text)
    if spec.name == "greedy" and not spec.settings and not spec.arguments:
        return None, None
    boards = spec.settings.pop("boards", None)
    if boards is not None and (not isinstance(boards, int) or isinstance(boards, bool) or boards < 1):
        raise GameError("takeiteasy.boards_not_a_whole_number", text=text, boards=boards)
    if spec.name in ("lookahead", "strongest"):
        return _by_boards(spec, text, boards, target)
    search, budget = search_of(spec, text)
    if boards is not None:
        if not isinstance(search, TreeSearch) or budget is not None:
            raise GameError("takeiteasy.boards_not_allowed_here", text=text)
        return search, _as_often_as(boards)
    if budget is None:
        raise GameError("takeiteasy.player_without_budget", text=text, name=spec.name)
    return search, lambda _: budget


def _by_boards(spec: Spec, text: str, boards: int | None, target: int | None) -> tuple[Search, BudgetOf]:
    if spec.settings or spec.arguments:
        raise GameError("takeiteasy.player_unreadable", text=text, name=spec.name)
    if spec.name == "lookahead":
        return Expectimax(table=False, deepen=False), as_deep_as(boards or BOARDS)
    percent = 0.01  # a point is worth about one of them
    search = STRONGEST if target is None else replace(STRONGEST, close=percent * STRONGEST.close)
    return search, _as_often_as(boards or STRONGEST_BOARDS)
