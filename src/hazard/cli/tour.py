"""``hazard tour``: what it does, shown in a few seconds."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from hazard.cli.common import JsonOption, examples, heading, output, print_json, say, show
from hazard.cli.tour_game import DiceNim
from hazard.cli.tour_pause import goes_on, shown_on_one_screen
from hazard.decide import decide
from hazard.decision import Decision
from hazard.domains import loaded, tour_stops
from hazard.game import Game, State, state_text
from hazard.players import picture
from hazard.registry import find_game
from hazard.registry.states import first_decision, read_state
from hazard.search import AlphaBeta, Budget, Expectimax, Minimax, Search
from hazard.solving.solve import solve

EXAMPLES = examples("hazard tour", "hazard tour --json")

DECISIONS: tuple[tuple[str, str, str | None, Budget], ...] = (
    ("Pig: roll again or keep what you have?", "pig", "40 35 18", Budget(depth=8)),
    ("Tic-tac-toe: the whole game", "tictactoe", None, Budget()),
    ("Connect four: ten moves ahead", "connect4", None, Budget(depth=10)),
    (
        "EinStein würfelt nicht: a die says which stone may move",
        "einstein",
        "624../15.../3...c/...ea/..dbf max 3",
        Budget(depth=4),
    ),
    (
        "2048: points to come, as a network has learned them",
        "2048",
        "2 4 8 128/. 4 16 64/. . 2 16/. . . 2",
        Budget(depth=3),
    ),
    (
        "Take It Easy: what every hex is worth for this tile",
        "takeiteasy",
        "924 . ./964 . . ./174 . . . ./578 . . ./573 . . + 978",
        Budget(depth=2),
    ),
    ("Backgammon: which way to hit?", "backgammon", "4HPiASHgc/ABMA max 4-1", Budget(depth=2)),
)
CONNECT4_DEPTH = 7
EINSTEIN_STATE, EINSTEIN_DEPTH = "6.4../.12c./3..../...ea/..dbf max 4 6", 5


@dataclass(frozen=True)
class Step:
    """One search in a comparison: its name, and what it found."""

    name: str
    decision: Decision


def run(json: JsonOption = False) -> None:
    """Show in a few seconds what hazard does, from explained decisions to a game of your own."""
    parts: dict[str, Any] = {"decisions": []}
    for number, (name, stop) in enumerate(_stops(quiet=json)):
        if number > 0 and not json and not goes_on():
            return
        found = shown_on_one_screen(stop)
        if name == "decisions":
            parts[name].append(found)
        else:
            parts[name] = found
    if json:
        print_json(parts)
    else:
        say("\nGo on with: hazard decide --help, hazard play pig, hazard solve pig --plot terminal")


def _stops(quiet: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Name every stop of the tour, and what shows it."""
    for title, spec, text, budget in DECISIONS:
        game = find_game(spec)
        state, _ = first_decision(game, read_state(game, text))
        yield "decisions", partial(_decision, title, game, state, budget, quiet)
    for stop in tour_stops():
        yield stop.rpartition(":")[2], partial(loaded(stop), quiet=quiet)
    fewer = "Alpha-beta finds the value of minimax in fewer nodes"
    yield "alpha_beta", partial(_ladder, fewer, *_connect4(), quiet=quiet)
    star = "Pruning where there is chance: Star1 and Star2"
    yield "star", partial(_ladder, star, *_einstein(), quiet=quiet)
    yield "solved", partial(_solved, quiet=quiet)
    yield "own_game", partial(_own_game, quiet=quiet)


def _explain(decision: Decision) -> None:
    console = output()
    if console.is_terminal:
        console.print(decision)
    else:
        say(decision.explain())


def _decision(title: str, game: Game, state: State, budget: Budget, quiet: bool) -> dict[str, Any]:
    """Explain one decision."""
    decision = decide(game, state, Expectimax(), budget)
    if not quiet:
        heading(title)
        say(picture(game, state) + "\n")
        _explain(decision)
    return {"title": title, **decision.to_dict()}


def _connect4() -> tuple[Game, State, list[tuple[str, Search]], Budget]:
    game = find_game("connect4")
    searches: list[tuple[str, Search]] = [
        ("minimax", Minimax()),
        ("alpha-beta", AlphaBeta(table=False, deepen=False, all_options=False)),
        ("alpha-beta + table, deepening", AlphaBeta(all_options=False)),
    ]
    return game, game.start(), searches, Budget(depth=CONNECT4_DEPTH)


def _einstein() -> tuple[Game, State, list[tuple[str, Search]], Budget]:
    game = find_game("einstein")
    plain = Expectimax(
        alpha_beta=False, star1=False, star2=False, table=False, deepen=False, merge=False, all_options=False
    )
    pruned = replace(plain, alpha_beta=True)
    searches: list[tuple[str, Search]] = [
        ("plain expectimax", plain),
        ("+ alpha-beta", pruned),
        ("+ Star1", replace(pruned, star1=True)),
        ("+ Star2", replace(pruned, star1=True, star2=True)),
        ("+ table, deepening", replace(pruned, star1=True, star2=True, table=True, deepen=True, merge=True)),
    ]
    return game, read_state(game, EINSTEIN_STATE), searches, Budget(depth=EINSTEIN_DEPTH)


def _ladder(
    title: str, game: Game, state: State, searches: list[tuple[str, Search]], budget: Budget, quiet: bool
) -> list[dict[str, Any]]:
    """Run one search after the other on the same position, and compare their nodes with the first's."""
    steps = [Step(name, decide(game, state, search, budget)) for name, search in searches]
    if not quiet:
        heading(title)
        say(f"{type(game).__name__}, {budget.depth} decisions deep from {state_text(game, state)}\n")
        show(_ladder_table(steps))
    return [
        {"search": s.name, "value": s.decision.value, "nodes": s.decision.statistics.nodes,
         "seconds": s.decision.statistics.seconds}
        for s in steps
    ]  # fmt: skip


def _ladder_table(steps: list[Step]) -> RenderableType:
    table = Table()
    for title in ("search", "value", "move", "nodes", "of the first", "ms"):
        table.add_column(title, justify="left" if title in ("search", "move") else "right")
    first = steps[0].decision.statistics.nodes
    for step in steps:
        done = step.decision.statistics
        share = f"{100 * done.nodes / first:.1f} %"
        best = step.decision.best
        table.add_row(
            step.name, f"{best.value:.9f}", best.words, f"{done.nodes:,}", share, f"{1000 * done.seconds:.1f}"
        )
    return table


def _solved(quiet: bool) -> dict[str, Any]:
    """Solve Pig."""
    game = find_game("pig")
    solution = solve(game)
    found = {
        "value": solution.value(),
        "error": solution.error,
        "states": solution.states,
        "seconds": solution.seconds,
    }
    if not quiet:
        heading("Pig, solved")
        say(
            f"Whoever begins wins with probability {solution.value():.9f} under best play, "
            f"proven within {solution.error:.1e}."
        )
        say(f"{solution.states:,} states with cycles, {solution.seconds:.2f} s.")
    return found


def _own_game(quiet: bool) -> dict[str, Any]:
    """Show a game in Python, and decide in it."""
    source = inspect.getsource(DiceNim)
    decision = decide(DiceNim(), None, Expectimax(), Budget(seconds=1))
    if not quiet:
        heading("A game of your own, in Python")
        say(source)
        _explain(decision)
    return {"source": source, **decision.to_dict()}
