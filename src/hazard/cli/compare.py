"""``hazard compare``: every search on the same position."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from rich.table import Table

from hazard.cli.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    SecondsOption,
    StateOption,
    examples,
    print_json,
    show,
    starting_point,
)
from hazard.decide import decide
from hazard.decision import Decision
from hazard.game import Game, GameError, State, Turn
from hazard.registry import find_game
from hazard.render.text import state_text
from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, TreeSearch

EXAMPLES = examples(
    "hazard compare connect4 --depth 6",
    "hazard compare einstein --depth 3",
    "hazard compare pig --state '40 35 12' --seconds 0.2",
)

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)


@dataclass(frozen=True)
class Row:
    """One search on the position: its decision, or why it has none."""

    name: str
    decision: Decision | None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        if self.decision is None:
            return {"search": self.name, "note": self.note}
        done = self.decision.statistics
        return {
            "search": self.name,
            "action": self.decision.best.words,
            "value": self.decision.value,
            "kind": self.decision.kind,
            "nodes": done.nodes,
            "simulations": done.simulations,
            "seconds": done.seconds,
            "depth": done.depth,
            "stopped": self.decision.stopped,
            "note": self.note,
        }


def run(
    game: GameArgument,
    state: StateOption = None,
    depth: DepthOption = None,
    seconds: SecondsOption = None,
    json: JsonOption = False,
) -> None:
    """Run every search on one position: value, move, nodes, speed, and whether the value is exact.

    Each search gets the same limit: --depth, or --seconds (half a second where nothing is said).
    """
    rules = find_game(game)
    position = starting_point(rules, state)
    if depth is None and seconds is None:
        seconds = 0.5
    budget = Budget(seconds=seconds, depth=depth)
    rows = compare(rules, position, budget)
    if json:
        where = state_text(rules, position)
        print_json(
            {"game": type(rules).__name__, "state": where, "searches": [row.to_dict() for row in rows]}
        )
    else:
        show(table_of(rows, f"{type(rules).__name__}: {state_text(rules, position)}"))


def compare(game: Game, state: State, budget: Budget) -> list[Row]:
    """Run the searches one after the other."""
    deepen = budget.depth is None  # with a clock only deepening has an answer in time
    chance = has_chance(game, state)
    searches: list[tuple[str, Search]] = [
        ("minimax", Minimax(deepen=deepen)),
        ("alphabeta", AlphaBeta()),
        ("expectimax, plain", replace(PLAIN, deepen=deepen)),
        ("expectimax", Expectimax()),
        ("beam", Beam()),
        ("treesearch", TreeSearch()),
    ]
    rows = []
    for name, search in searches:
        if chance and isinstance(search, Minimax | AlphaBeta):
            rows.append(Row(name, None, "not for games with chance"))
            continue
        limit, note = budget, ""
        if isinstance(search, TreeSearch) and budget.seconds is None:
            limit, note = Budget(seconds=0.5), "no depth: 0.5 s"
        try:
            rows.append(Row(name, decide(game, state, search, limit), note))
        except GameError as error:
            rows.append(Row(name, None, str(error)))
    return rows


def has_chance(game: Game, state: State, playouts: int = 8, moves: int = 300) -> bool:
    """Tell whether chance has a say in what follows ``state``, judged by a few random games.

    >>> from hazard.games import Pig
    >>> has_chance(Pig(), Pig().start())
    True
    """
    rng = random.Random(0)
    for _ in range(playouts):
        here = state
        for _ in range(moves):
            turn = Turn(game.turn(here))
            if turn is Turn.OVER:
                break
            if turn is Turn.CHANCE:
                return True
            here = game.apply(here, rng.choice(list(game.actions(here))))
    return False


def table_of(rows: list[Row], title: str) -> Table:
    """Lay the rows out."""
    table = Table(title=title, title_justify="left", caption="values are for MAX", caption_justify="left")
    table.add_column("search", no_wrap=True)
    for heading in ("value", "is", "move", "depth", "nodes", "nodes/s", "ms"):
        table.add_column(heading, justify="left" if heading in ("is", "move") else "right")
    table.add_column("note")
    for row in rows:
        if row.decision is None:
            table.add_row(row.name, *[""] * 7, row.note)
            continue
        done = row.decision.statistics
        work = done.nodes or done.simulations
        speed = f"{work / done.seconds:,.0f}" if done.seconds > 0 else ""
        best = row.decision.best
        table.add_row(
            row.name, f"{best.value:.6f}", best.kind, best.words, str(done.depth), f"{work:,}", speed,
            f"{1000 * done.seconds:.1f}", row.note,
        )  # fmt: skip
    return table
