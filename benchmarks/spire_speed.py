"""Slay the Spire's rules in random play: player actions and fights a second, copies of a state, keys."""

from __future__ import annotations

from common import Report, arguments
from hazard import _core
from hazard.spire.rules.setups import SETUPS

FIGHTS = (
    ("starter", "Jaw Worm"),
    ("starter", "Gremlin Nob"),
    ("act-2", "Chosen and Byrds"),
    ("act-3", "3 Darklings"),
)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("spire_speed", options.quick)
    fights, best_of = (300, 1) if options.quick else (20_000, 3)
    rows, actions_each, fights_each = [], [], []
    for setup, name in FIGHTS:
        game = SETUPS[setup].fight(name, seed=1).core
        rounds = [game.random_fights(fights, seed) for seed in range(best_of)]
        won, actions, _, seconds, *_ = min(rounds, key=lambda found: found[3] / found[1])
        rows.append(
            [f"{setup}: {name}", actions / seconds, fights / seconds, actions / fights, 100 * won / fights]
        )
        actions_each.append(actions / seconds)
        fights_each.append(fights / seconds)
    columns = ["fight", "actions a second", "fights a second", "actions a fight", "% won"]
    report.table("Random play on one core", columns, rows)
    game = SETUPS["act-3"].fight("3 Darklings", seed=1).core
    copies = min(_core.spire_copy_nanoseconds(game, 20_000 if options.quick else 2_000_000) for _ in range(3))
    seen, states, keys = _core.spire_count_keys(game, 20_000 if options.quick else 1_000_000, 1)
    report.table("Keys", ["states seen", "different states", "different keys"], [[seen, states, keys]])
    report.at_least("player actions a second, starter deck", actions_each[0], 1_000_000, timed=True)
    report.at_least("whole random fights a second, starter deck", fights_each[0], 20_000, timed=True)
    report.at_most("nanoseconds to copy a state", copies, 300, timed=True)
    report.at_most("different states that share a key", states - keys, 0, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
