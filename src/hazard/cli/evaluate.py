"""``hazard evaluate``: what two policies are worth when they meet, and how likely each result is."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hazard.cli.common import (
    GameArgument,
    JsonOption,
    SeedOption,
    StateOption,
    examples,
    output,
    print_json,
    progress_bar,
    refuse_idle,
    say,
)
from hazard.game import state_text
from hazard.policies.against import draws_only
from hazard.policies.distribution import ResultDistribution, distribution
from hazard.policies.evaluate import MOST_STATES, Evaluation, evaluate
from hazard.registry import find_game
from hazard.registry.policies import find_policy, policy_names
from hazard.registry.states import read_state
from hazard.text import shorten

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
        f"--{side}", metavar="POLICY", autocompletion=_complete, help=f"The policy of {side.upper()}: {told}"
    )


def run(
    context: typer.Context,
    game: GameArgument,
    max_policy: Annotated[str | None, _policy_option("max")] = None,
    min_policy: Annotated[str | None, _policy_option("min")] = None,
    state: StateOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Estimate the value from this many games. By default, games are played "
            "only where an exact value is out of reach.",
        ),
    ] = None,
    seed: SeedOption = 0,
    plot: Annotated[
        bool, typer.Option("--plot", help="Show the probability of each final result as a bar chart.")
    ] = False,
    at_least: Annotated[
        list[float] | None,
        typer.Option(
            "--at-least",
            "-n",
            metavar="X",
            help="Show the probability of a result of X or more. Repeat the option for more.",
        ),
    ] = None,
    max_states: Annotated[
        int,
        typer.Option(
            "--max-states",
            metavar="N",
            help="Play a game with more states than this instead of computing its value exactly.",
        ),
    ] = MOST_STATES,
    json: JsonOption = False,
) -> None:
    """Compute the value of a pair of policies, exactly where possible and by play-outs otherwise.

    The value is the one for MAX. A game with one player needs only --max.
    """
    if games is not None:
        refuse_idle(context, "--max-states", because="cli.idle.played_out")
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
        refuse_what_was_idle(context, found, sides)
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


def refuse_what_was_idle(context: typer.Context, found: Evaluation, sides: dict[str, Any]) -> None:
    """Refuse the seed of an exact value, and a policy that never had to decide."""
    if found.kind == "exact":
        refuse_idle(context, "--seed", because="cli.idle.exact")
    for side, policy in sides.items():
        if policy is not None and not policy.asked:
            refuse_idle(context, f"--{side}", because="cli.idle.never_moves", player=side.upper())


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
