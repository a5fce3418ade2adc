"""Tree search against the exact optimum of Pig, in pairs of games with the same dice and seats swapped.

With ``--losses`` it does not play but measures, in states that optimal play comes to, how much chance to win
each of many settings gives away per decision; that times the decisions of a game is about what it loses in
play, and needs a hundredth of the time. It is how the settings below were chosen.
"""

from __future__ import annotations

import argparse
import random
from statistics import fmean, stdev
from typing import Any

from common import Report, arguments

from hazard import Budget, Expectimax, Searcher, Solution, TreeSearch, Turn, play, solve
from hazard.arena import draw
from hazard.game import State
from hazard.games import Pig
from hazard.players import SearchPlayer, SolvedPlayer

TUNED = TreeSearch(backup="best", exploration=1.4)
BASELINE = TreeSearch(leaf="rollout", backup="mean", prove=False)


def sampled_states(game: Pig, solution: Solution, count: int, seed: int) -> tuple[list[State], float]:
    """Return states with a choice as optimal play meets them, and how many of them a player meets a game."""
    rng, pool, games = random.Random(seed), [], max(40, count)
    for _ in range(games):
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = game.apply(state, draw(game, state, rng.random()))
                continue
            if len(game.actions(state)) > 1:
                pool.append(state)
            state = game.apply(state, solution.action(state))
    return rng.sample(pool, count), len(pool) / games / 2


def given_away(game: Pig, solution: Solution, states: list[State], search: Any, budget: Budget) -> list[float]:
    """Return the chance to win that the chosen action gives away, in each state; each search begins cold."""
    losses = []
    for state in states:
        chosen = Searcher(game, search).decide(state, budget).action
        options = solution.options(state)
        losses.append(abs(dict(options)[chosen] - options[0][1]))
    return losses


def settings(quick: bool) -> list[tuple[str, Any]]:
    if quick:
        return [("default", TreeSearch()), ("tuned", TUNED)]
    rows: list[tuple[str, Any]] = [
        (f"{leaf}, {backup}, uct {c:g}", TreeSearch(leaf=leaf, backup=backup, exploration=c))
        for leaf in ("value", "rollout")
        for backup in ("mean", "expectation", "best")
        for c in (0.1, 0.35, 0.7, 1.4, 2.0)
    ]
    rows += [
        (f"value, best, puct {c:g}", TreeSearch(backup="best", select="puct", exploration=c))
        for c in (0.5, 1.5, 2.5, 4.0)
    ]
    rows.append(("value, best, uct 1.4, no proofs", TreeSearch(backup="best", exploration=1.4, prove=False)))
    return rows


def losses(report: Report, game: Pig, solution: Solution, options: argparse.Namespace) -> None:
    states, decisions = sampled_states(game, solution, options.states, seed=7)
    limits = [("ms", Budget(seconds=options.ms / 1000))]
    limits += [(f"{count:,} simulations", Budget(nodes=count)) for count in options.simulations]
    limits[0] = (f"{options.ms:g} ms", limits[0][1])
    for told, budget in limits:
        rows = []
        found = [*settings(options.quick)]
        for name, search in found:
            lost = given_away(game, solution, states, search, budget)
            error = stdev(lost) / len(lost) ** 0.5
            wrong = fmean(loss > 1e-12 for loss in lost)
            rows.append([name, 1e4 * fmean(lost), 1e4 * error, 100 * wrong, 100 * fmean(lost) * decisions])
        columns = ("settings", "loss / decision, 1e-4", "±", "wrong, %", "≈ loss / game, %")
        report.table(f"Given away at {told}, {len(states)} states", columns, rows)
    depth = 4 if options.quick else 6
    lost = given_away(game, solution, states, Expectimax(), Budget(depth=depth))
    report.note(f"For comparison, expectimax to depth {depth}: {100 * fmean(lost) * decisions:.2f} % a game.")
    report.note(f"A player has {decisions:.1f} decisions with a choice in a game.")


def matches(report: Report, game: Pig, solution: Solution, options: argparse.Namespace) -> None:
    optimum = SolvedPlayer(solution)
    contenders = [
        (f"tree search, {options.ms:g} ms", TUNED, Budget(seconds=options.ms / 1000), options.games),
        ("default settings", TreeSearch(), Budget(seconds=options.ms / 1000), options.games // 5 * 2),
        ("plain UCT, 1,000 play-outs", BASELINE, Budget(nodes=1000), options.games),
    ]
    rows, shares = [], []
    for name, search, budget, games in contenders:
        games = max(2, games // 2 * 2)
        result = play(game, [SearchPlayer(search, budget, name=name), optimum], games=games, seed=options.seed)
        low, high = result.interval or (0.0, 1.0)
        player = result.players[0]
        shares.append(result.mean)
        rows.append([name, games, 100 * result.mean, 100 * low, 100 * high, 1000 * player.mean_seconds])
    columns = ("player", "games", "won, %", "95 % from", "to", "ms a decision")
    report.table("Against the exact optimum of Pig to 100", columns, rows)
    report.at_least("tree search against the optimum, % won", 100 * shares[0], 49, timed=True)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--ms", type=float, help="time for each decision (10)")
    parser.add_argument("--games", type=int, help="games to play (2000), in pairs")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    parser.add_argument("--losses", action="store_true", help="measure settings by what they give away")
    parser.add_argument("--states", type=int, help="states to measure in (300)")
    parser.add_argument("--simulations", type=int, nargs="*", default=[], help="budgets that no load disturbs")
    options = parser.parse_args()
    options.ms = options.ms or (1 if options.quick else 10)
    options.games = options.games or (6 if options.quick else 2000)
    options.states = options.states or (20 if options.quick else 300)
    report = Report("pig_strength", options.quick)
    game = Pig()
    (losses if options.losses else matches)(report, game, solve(game), options)
    report.print(options.json)


if __name__ == "__main__":
    main()
