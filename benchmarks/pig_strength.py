"""Tree search against the exact optimum of Pig, in pairs of games with the same dice and seats swapped.

With ``--losses`` it does not play but measures, in states that optimal play comes to, how much chance to win
each of many settings gives away per decision. That is a cheap first sieve and too kind: a search that rolls
too long gets into states that optimal play never sees, and gives away several times as much in real games.
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

TUNED = TreeSearch()
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


def given_away(
    game: Pig, solution: Solution, states: list[State], search: Any, budget: Budget
) -> list[float]:
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
    rows.append(("value, best, uct 0.7, no proofs", TreeSearch(backup="best", prove=False)))
    return rows


def losses(report: Report, game: Pig, solution: Solution, options: argparse.Namespace) -> None:
    states, decisions = sampled_states(game, solution, options.states, seed=7)
    limits = [(f"{options.ms:g} ms", Budget(seconds=options.ms / 1000))]
    limits += [(f"{count:,} simulations", Budget(nodes=count)) for count in options.simulations]
    for told, budget in limits:
        rows = []
        for name, search in settings(options.quick):
            lost = given_away(game, solution, states, search, budget)
            error = stdev(lost) / len(lost) ** 0.5
            wrong = fmean(loss > 1e-12 for loss in lost)
            rows.append([name, 1e4 * fmean(lost), 1e4 * error, 100 * wrong, 100 * fmean(lost) * decisions])
        columns = ("settings", "loss / decision, 1e-4", "±", "wrong, %", "loss / game, %, at least")
        report.table(f"Given away at {told}, {len(states)} states", columns, rows)
    depth = 4 if options.quick else 6
    lost = given_away(game, solution, states, Expectimax(), Budget(depth=depth))
    report.note(f"For comparison, expectimax to depth {depth}: {100 * fmean(lost) * decisions:.2f} % a game.")
    report.note(f"A player has {decisions:.1f} decisions with a choice in a game.")


class Measured(SearchPlayer):
    """A player whose every decision is held against the solution.

    The opponent gives nothing away, so a game is won, on average over the dice, with the chance of the start
    less what was given away on the way. That estimate has none of the luck of the dice that results have.
    """

    def __init__(self, solution: Solution, search: Any, budget: Budget, name: str) -> None:
        super().__init__(search, budget, name=name)
        self.solution = solution
        self.given: list[float] = []

    def new_game(self) -> None:
        super().new_game()
        self.given.append(0.0)

    def choose(self, game: Any, state: State, rng: random.Random) -> Any:
        chosen = super().choose(game, state, rng)
        options = self.solution.options(state)
        self.given[-1] += abs(dict(options)[chosen] - options[0][1])
        return chosen


def matches(report: Report, game: Pig, solution: Solution, options: argparse.Namespace) -> None:
    optimum = SolvedPlayer(solution)
    contenders = [
        (f"tree search, {options.ms:g} ms", TUNED, Budget(seconds=options.ms / 1000), options.games),
        ("plain UCT, 1,000 play-outs", BASELINE, Budget(nodes=1000), options.games),
    ]
    rows, shares = [], []
    for name, search, budget, games in contenders:
        games = max(2, games // 2 * 2)
        contender = Measured(solution, search, budget, name)
        result = play(game, [contender, optimum], games=games, seed=options.seed)
        low, high = result.interval or (0.0, 1.0)
        player = result.players[0]
        # With the seats swapped, two perfect players win half each.
        fair, error = 50 - 100 * fmean(contender.given), 196 * stdev(contender.given) / games**0.5
        shares.append((100 * result.mean, fair))
        rows.append(
            [name, games, 100 * result.mean, 100 * low, 100 * high, fair, error, 1000 * player.mean_seconds]
        )
    columns = ("player", "games", "won, %", "95 % from", "to", "variance-reduced, %", "±", "ms each")
    report.table(f"Against the exact optimum of Pig to {game.targets[0]}", columns, rows)
    won, fair = shares[0]
    report.at_least("tree search against the optimum, % won", won, 49, timed=True)
    report.at_most("milliseconds a decision", rows[0][-1], 10, timed=True)
    report.at_least("the same, variance-reduced, %", fair, 49, timed=True)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--ms", type=float, help="time for each decision (9: with everything around it, under 10)"
    )
    parser.add_argument("--games", type=int, help="games to play (2000), in pairs")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    parser.add_argument("--losses", action="store_true", help="measure settings by what they give away")
    parser.add_argument("--states", type=int, help="states to measure in (300)")
    parser.add_argument(
        "--simulations", type=int, nargs="*", default=[], help="budgets that no load disturbs"
    )
    options = parser.parse_args()
    options.ms = options.ms or (1 if options.quick else 9)
    options.games = options.games or (6 if options.quick else 2000)
    options.states = options.states or (20 if options.quick else 300)
    report = Report("pig_strength", options.quick)
    game = Pig(target=30) if options.quick else Pig()
    (losses if options.losses else matches)(report, game, solve(game), options)
    report.print(options.json)


if __name__ == "__main__":
    main()
