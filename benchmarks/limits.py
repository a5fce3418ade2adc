"""Objectives keep their promises: no suggestion breaks a limit while a plan within the limits exists.

Random encounters, with characters who are wounded or down, under each of the objectives. Of every suggestion
of the monsters the exact toll is compared with the limits; where one is broken, every plan there is has to
break one as well. Morale is checked beside it: under an objective with morale, whoever is below what it bears
flees.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from common import Report, arguments
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.library import bestiary
from hazard.fivee.content.objectives import Objective, objectives
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.director import Director, DirectorSettings, Suggestion
from hazard.fivee.rules.combat import Plan
from hazard.fivee.rules.fight import Fight, FightState

SETTINGS = DirectorSettings(seconds=20.0)
LEVELS = (1, 1, 1, 3, 5)
CLASSES = ("fighter", "rogue", "cleric", "wizard")
WIDTH, HEIGHT = 16, 12


def characters(level: int) -> list[str]:
    """The characters of a level, or of the highest below it that there is."""
    found = []
    for name in CLASSES:
        levels = [int(each.rsplit("-", 1)[1]) for each in bestiary() if each.rsplit("-", 1)[0] == name]
        found.append(f"{name}-{max(at for at in levels if at <= level)}")
    return found


def random_moment(seed: int) -> tuple[Fight, FightState]:
    """A fight in which it is a monster's turn, some characters hurt and some down."""
    dice = random.Random(seed)
    party = dice.sample(characters(dice.choice(LEVELS)), dice.randint(2, 4))
    kinds = sorted(
        each.id for each in bestiary().values() if each.challenge is not None and each.challenge <= 10
    )
    kinds = [name for name in kinds if name.rsplit("-", 1)[0] not in CLASSES]
    monsters = dice.choices(kinds, k=dice.randint(1, 4))
    cells = [(x, y) for x in range(0, WIDTH - 3, 3) for y in range(0, HEIGHT - 3, 3)]
    places = dice.sample(cells, len(party) + len(monsters))
    rows = [{"creature": name, "side": "party", "hit_points": "average"} for name in party]
    rows += [{"creature": name, "side": "monsters", "hit_points": "average"} for name in monsters]
    for row, at in zip(rows, places, strict=True):
        row |= {"at": at, "initiative": dice.randint(1, 20)}
    wide = {"name": f"random {seed}", "map": ["." * (WIDTH + 4)] * (HEIGHT + 4), "combatants": rows}
    fight = Fight(Encounter.model_validate(wide), seed=seed)
    state = fight.start.copy()
    for number in range(len(party)):
        wound(state, number, dice, last=number == len(party) - 1)
    state.turn = state.order.index(dice.randrange(len(party), len(rows)))
    state.deciding = True
    return fight, state


def wound(state: FightState, number: int, dice: random.Random, last: bool) -> None:
    """Leave a character unhurt, hurt or dying; the last one stands."""
    row, luck = state.fighter(number), dice.random()
    if luck < 0.15 and not last:
        lying = 1 << CONDITIONS.index("unconscious") | 1 << CONDITIONS.index("prone")
        dying = {"hit_points": 0.0, "flags": row["flags"] | FLAGS["down"], "conditions": lying}
        state.set_fighter(number, {**row, **dying, "failures": dice.randint(0, 2)})
    elif luck < 0.6:
        state.set_fighter(number, {**row, "hit_points": float(dice.randint(1, max(1, row["most"])))})


@dataclass
class Count:
    """What was found under one objective."""

    suggestions: int = 0
    bound: int = 0
    """Where the best plan without limits would have broken one."""
    none: int = 0
    """Where no plan keeps the limits."""
    broken: int = 0
    """Where a limit is broken though a plan within them exists."""
    seconds: float = 0.0


def check(suggestion: Suggestion, count: Count) -> None:
    """Hold a suggestion against the limits of its objective."""
    count.suggestions += 1
    restraint, restrained = suggestion.restraint, suggestion.restrained
    if restraint is None or restrained is None:
        return
    count.bound += bool(suggestion.barred)

    def keeps(plan: Plan) -> bool:
        now = restrained.toll(suggestion.state, plan)
        soon = restrained.toll(suggestion.state, plan, restrained.turns)
        return restrained.keeps_now(now) and restrained.keeps_soon(soon)

    if keeps(suggestion.decision.action):  # worked out anew, not as the suggestion says
        return
    count.none += 1
    count.broken += any(keeps(plan) for plan in suggestion.game.every_plan(suggestion.state))


def battery(names: Sequence[str], encounters: int, first: int = 0) -> dict[str, Count]:
    """Suggestions in so many random moments under each objective."""
    counts = {name: Count() for name in names}
    for seed in range(first, first + encounters):
        fight, state = random_moment(seed)
        for name in names:
            began = perf_counter()
            suggestion = Director(fight, name, SETTINGS).suggest(state)
            counts[name].seconds += perf_counter() - began
            check(suggestion, counts[name])
    return counts


def flight(objective: Objective, encounters: int) -> tuple[int, int]:
    """How many monsters below what they bear flee, and of how many that can."""
    fled = asked = 0
    for seed in range(encounters):
        fight, state = random_moment(seed)
        actor = fight.fighters[state.mover]
        below = actor.creature.personality.flees_below
        row = state.fighter(actor.number)
        if below <= 0:
            continue
        state.set_fighter(actor.number, {**row, "hit_points": max(1.0, float(int(below * row["most"])) - 1)})
        if state.fighter(actor.number)["hit_points"] >= below * row["most"]:
            continue
        asked += 1
        fled += Director(fight, objective, SETTINGS).suggest(state).decision.action.flees
    return fled, asked


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--encounters", type=int, help="random ones (200)")
    options = parser.parse_args()
    report = Report("limits", options.quick)
    encounters = options.encounters or (5 if options.quick else 200)
    counts = battery(list(objectives()), encounters)
    rows = [
        [name, c.suggestions, c.bound, c.none, c.broken, f"{1e3 * c.seconds / c.suggestions:.0f}"]
        for name, c in counts.items()
    ]
    columns = ("objective", "suggestions", "limits mattered", "no plan keeps them", "broken", "mean ms")
    report.table(f"Limits in {encounters} random encounters", columns, rows)
    broken = sum(count.broken for count in counts.values())
    report.at_most("suggestions that break a limit while a plan within them exists", broken, 0, timed=False)
    for objective in objectives().values():
        if objective.morale:
            fled, asked = flight(objective, encounters)
            report.at_least(
                f"{objective.name}: of {asked} whose heart has sunk, so many flee", fled, asked, timed=False
            )
    report.print(options.json)


if __name__ == "__main__":
    main()
