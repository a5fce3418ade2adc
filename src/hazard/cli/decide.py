"""``hazard decide``: the best move in one position, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from hazard.cli.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    LanguageOption,
    NodesOption,
    SecondsOption,
    StateOption,
    budget_from,
    check_suffix,
    complete_search,
    examples,
    output,
    print_json,
    refuse_idle,
    say,
    starting_point,
)
from hazard.cli.evaluators import EvaluatorOption, with_evaluator
from hazard.decide import decide
from hazard.decision import Decision
from hazard.errors import UserError, known_language
from hazard.language import phrase
from hazard.registry import find_game, find_search
from hazard.render import Explanation
from hazard.search import Expectimax
from hazard.several.deciding import is_several, usual_search

EXAMPLES = examples(
    "hazard decide pig --state '40 35 12'",
    "hazard decide connect4 --search 'alphabeta(depth=8)'",
    "hazard decide einstein --seconds 0.5 --draw why.html",
    "hazard decide 'my_game.py:Towers(height=3)' --state '(3, 0)' --depth 4",
    "hazard decide pig --depth 2 --trace 40",
    "hazard decide my_game.py:Towers --search treesearch --evaluator towers.npz",
)

SearchOption = Annotated[
    str | None,
    typer.Option(
        "--search",
        metavar="SPEC",
        autocompletion=complete_search,
        help="The search: minimax, alphabeta, expectimax, beam, treesearch or solve, with settings "
        "in parentheses. For hidden information: "
        "informationsets or determinized. For more than two players: treesearch or maxn. By "
        "default expectimax, informationsets or treesearch, as the game requires.",
    ),
]
DrawOption = Annotated[
    Path | None,
    typer.Option("--draw", metavar="FILE", help="Draw the decision tree to this file, as .html or .svg."),
]
TraceOption = Annotated[
    int | None,
    typer.Option(
        "--trace",
        metavar="N",
        help="Print the first N nodes that the search visits, with their windows and cutoffs.",
    ),
]


def run(
    context: typer.Context,
    game: GameArgument,
    state: StateOption = None,
    search: SearchOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    draw: DrawOption = None,
    trace: TraceOption = None,
    evaluator: EvaluatorOption = None,
    lang: LanguageOption = "en",
    json: JsonOption = False,
) -> None:
    """Find the best move in a position, with its value, the alternatives and the possible outcomes.

    Without any limit the search takes one second. With several limits, the first one reached ends it.
    """
    language = known_language(lang)
    if draw is not None:
        check_suffix(draw, ".html", ".svg")
    elif json:
        refuse_idle(context, "--lang", because="cli.idle.names_only")
    rules = find_game(game)
    position = starting_point(rules, state, language)
    method: Any = None
    limits = None
    if search is not None:
        method, limits = find_search(search)
    budget = budget_from(limits, seconds, depth, nodes)
    if method is None:
        method = usual_search(rules, budget) if is_several(rules) else Expectimax()
    decision = decide(rules, position, with_evaluator(with_trace(method, trace), evaluator), budget)
    if draw is not None:
        decision.draw(draw, language=language)
    if json:
        print_json(decision.to_dict())
        return
    console = output()
    if console.is_terminal and isinstance(decision, Decision):
        console.print(Explanation(decision, language=language))
    else:
        say(decision.explain(language=language))
    if trace:
        say("\n" + decision.trace_text(language=language))
    if draw is not None:
        say("\n" + phrase("cli.drawn_in", language, file=draw))


def with_trace(search: Any, trace: int | None) -> Any:
    """Switch the trace on, where the search can keep one."""
    if trace is None:
        return search
    if not hasattr(search, "trace"):
        raise UserError("cli.search_keeps_no_trace", search=type(search).__name__)
    return replace(search, trace=trace)
