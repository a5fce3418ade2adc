"""``hazard evaluate``: what two policies are worth when they meet, and how likely each result is."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hazard.against import draws_only
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    SeedOption,
    StateOption,
    examples,
    output,
    print_json,
    progress_bar,
    read_state,
    say,
)
from hazard.distribution import ResultDistribution, distribution
from hazard.evaluate import MOST_STATES, Evaluation, evaluate
from hazard.policy_specs import find_policy, policy_names
from hazard.registry import find_game
from hazard.render.text import shorten, state_text

EXAMPLES = examples(
    "hazard evaluate 'pig(target=30)' --max optimal --min random",
    "hazard evaluate 'pig(players=1,target=50)' --max pigs.py:hold_at_20 --plot",
    "hazard evaluate einstein --max 'expectimax(depth=2)' --min random --games 200",
    "hazard evaluate 2048 --max 'expectimax(depth=1)' --games 20 --at-least 10000 --json",
)


def _complete(incomplete: str) -> list[str]:
    return [name for name in policy_names() if name.startswith(incomplete)]


def _policy_option(side: str) -> Any:
    told = "random, optimal, a search with a budget, or your own as file.py:function or module:function."
    return typer.Option(
        f"--{side}", metavar="POLICY", autocompletion=_complete, help=f"Who plays {side.upper()}: {told}"
    )


def run(
    game: GameArgument,
    max_policy: Annotated[str | None, _policy_option("max")] = None,
    min_policy: Annotated[str | None, _policy_option("min")] = None,
    state: StateOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", help="Play so many games; by default only where it is not exact."
        ),
    ] = None,
    seed: SeedOption = 0,
    plot: Annotated[bool, typer.Option("--plot", help="How likely each final result is, as bars.")] = False,
    at_least: Annotated[
        list[float] | None,
        typer.Option("--at-least", "-n", metavar="X", help="The chance of X or more; may be given again."),
    ] = None,
    max_states: Annotated[
        int, typer.Option("--max-states", metavar="N", help="Play a larger game out.")
    ] = MOST_STATES,
    json: JsonOption = False,
) -> None:
    """Say what a pair of policies is worth: exactly for a finite game, by play-outs elsewhere.

    The value is for MAX. For a game with one player, --max is all that is needed.
    """
    rules = find_game(game)
    position = read_state(rules, state)
    options: dict[str, Any] = {"games": games, "seed": seed, "max_states": max_states}
    spread: ResultDistribution | None = None
    with progress_bar() as progress:
        sides: dict[str, Any] = {
            name: None if text is None else find_policy(text, rules, progress=progress)
            for name, text in (("max", max_policy), ("min", min_policy))
        }
        found = evaluate(rules, state=position, progress=progress, **sides, **options)
        if plot or at_least:
            if found.kind == "estimate" and games is None and not draws_only(rules):
                options["games"] = found.games  # it is known by now that listing is in vain
            spread = distribution(rules, state=position, progress=progress, **sides, **options)
    chances = {} if spread is None else {bound: spread.at_least(bound) for bound in sorted(at_least or ())}
    if json:
        print_json(summary(type(rules).__name__, state_text(rules, position), sides, found, spread, chances))
        return
    names = ", ".join(f"{side.upper()} {policy.name}" for side, policy in sides.items() if policy is not None)
    say(f"{type(rules).__name__}, {shorten(names, 100)}: {found}")
    if spread is None:
        return
    say(f"Results: {spread}")
    for bound, chance in chances.items():
        say(f"{bound:g} or more: {100 * chance:.4f} %")
    if plot:
        say()
        say(spread.plot(min(output().width, 100)))


def summary(
    game: str,
    state: str,
    sides: dict[str, Any],
    found: Evaluation,
    spread: ResultDistribution | None,
    chances: dict[float, float],
) -> dict[str, Any]:
    """Return everything as plain data."""
    data: dict[str, Any] = {"game": game, "state": state}
    data |= {side: None if policy is None else policy.name for side, policy in sides.items()}
    data |= vars(found)
    if spread is not None:
        named = {f"{bound:g}": chance for bound, chance in chances.items()}
        data["distribution"] = {**spread.to_dict(), "at_least": named}
    return data
