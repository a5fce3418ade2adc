"""Does every state of Slay the Spire settle? Random play with every card, relic and potion, everywhere.

Between two decisions of the player the rules do what happens by itself. Rules that went round in circles
would never come back; they are stopped and the fight counts as unsettled. This program looks for such
fights: the number of a case draws it again, see ``tests/spire/rules/random_battery.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

from common import Report, arguments

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.spire.rules.random_battery import CARDS, ENCOUNTERS, POTIONS, RELICS, case, unsettled

from hazard.cli.common import progress_bar


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cases", type=int, help="fights that are drawn (30,000)")
    parser.add_argument("--fights", type=int, default=20, help="times that each is played")
    parser.add_argument(
        "--seconds", type=float, default=0.0, help="stop after so long; 0: when all are played"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wanted = options.cases or (130 if options.quick else 30_000)
    report = Report("spire_settle", options.quick)
    met = [0] * len(ENCOUNTERS)
    never = actions = most = played = 0
    began = perf_counter()
    with progress_bar() as progress:
        for number in range(options.first, options.first + wanted):
            if options.seconds and perf_counter() - began > options.seconds:
                break
            one = case(number, options.seed)
            lost, happened, made = unsettled(one, options.fights)
            if lost:
                report.note(f"case {number} (seed {options.seed}), {one.encounter}: {lost} did not settle")
            never, actions, most = never + lost, actions + made, max(most, happened)
            met[number % len(ENCOUNTERS)] += 1
            played += 1
            if progress:
                progress("random fights", played, wanted)
    columns = ("cases", "fights", "actions", "encounters", "cards", "relics", "potions", "most that happened")
    counts = (sum(map(bool, met)), len(CARDS), len(RELICS), len(POTIONS))
    row = [played, played * options.fights, actions, *counts, most]
    report.table("Random fights with everything that there is", columns, [row])
    report.at_most("fights that did not settle", never, 0, timed=False)
    report.at_least("encounters that were met", counts[0], min(played, len(ENCOUNTERS)), timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
