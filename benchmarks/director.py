"""The director: how long suggestions take, and whether its short cuts change what it chooses.

Times are of whole suggestions, from a state to the ranked plans, over the turns of fights that the director
plays against itself. What is judged is processor time, which is what a suggestion takes on a core that has
nothing else to do; the time that went by is shown beside it. The short cuts (buckets, the best plans only,
Star bounds) are held against exhaustive expectimax, every plan and every amount of damage, on small random
fights.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import fmean
from time import perf_counter, process_time
from typing import Any

from common import Report, arguments
from hazard import Budget, Searcher
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight, FightState
from hazard.game import Turn
from pruning import PLAIN

EXHAUSTIVE = replace(PLAIN, quiet_depth=4)  # to the end of every turn that is begun

RANGE = 2.0  # values lie between -1 and 1
STANDARD = DirectorSettings(depth=2, seconds=10.0)
BOSS = replace(DirectorSettings.for_a_boss(), seconds=10.0)


def scene(party: list[str], monsters: list[str], side: int = 20) -> Encounter:
    """A fight on an open map with two walls, the party on the left."""
    rows = [["."] * side for _ in range(side)]
    for y in range(4, 9):
        rows[y][side // 2] = "#"
        rows[side - 1 - y][side // 2 - 3] = "#"
    places = [(2, 4 + 3 * i) for i in range(len(party))]
    foes = [(side - 5 - 3 * (i % 2), 2 + 3 * i) for i in range(len(monsters))]
    combatants = [
        {"creature": name, "side": "party", "at": at} for name, at in zip(party, places, strict=True)
    ]
    combatants += [
        {"creature": name, "side": "monsters", "at": at} for name, at in zip(monsters, foes, strict=True)
    ]
    return Encounter.model_validate(
        {"name": "benchmark", "map": ["".join(row) for row in rows], "combatants": combatants}
    )


def turns(game: Combat, seed: int) -> Iterator[FightState]:
    """The decisions of a fight in which everybody does what looks best at first sight."""
    dice = random.Random(seed)
    state = game.start()
    while game.turn(state) is not Turn.OVER:
        if game.turn(state) is Turn.CHANCE:
            _, state = game.roll(state, dice.getrandbits(60))
        else:
            yield state
            state = game.apply(state, game.actions(state)[0])


@dataclass
class Times:
    """Of each suggestion: milliseconds of processor time, milliseconds that went by, nodes."""

    worked: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)

    def row(self, name: str) -> list[Any]:
        slowest = [percentile(self.worked, 0.99), percentile(self.waited, 0.99)]
        return [name, len(self.nodes), fmean(self.worked), *slowest, fmean(self.nodes)]


def times(encounter: Encounter, settings: DirectorSettings, who: str, suggestions: int) -> Times:
    """Suggestions for the creatures whose name begins with ``who``."""
    found = Times()
    for seed in range(1000):
        fight = Fight(encounter, seed=seed)
        director = Director(fight, settings=settings)
        whole = Combat(fight, buckets=0)
        for state in turns(whole, seed):
            if not fight.fighters[whole.decider(state)].name.startswith(who):
                continue
            began, worked = perf_counter(), process_time()
            suggestion = director.suggest(state)
            found.worked.append(1e3 * (process_time() - worked))
            found.waited.append(1e3 * (perf_counter() - began))
            found.nodes.append(suggestion.decision.statistics.nodes)
            if len(found.nodes) >= suggestions:
                return found
    return found


def percentile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def speed(report: Report, quick: bool) -> None:
    heroes = ["fighter-11", "rogue-11", "cleric-11", "wizard-11"]
    starters = ["fighter-1", "rogue-1", "cleric-1", "wizard-1"]
    count = 6 if quick else 200
    plans = {
        "boss, depth 3": (scene(heroes, ["adult-red-dragon"]), BOSS, "Adult Red Dragon", 200.0),
        "standard creature, depth 2": (
            scene(["fighter-5", "rogue-5", "cleric-5", "wizard-5"], ["ogre", "ogre", "troll"]),
            STANDARD,
            "Ogre",
            50.0,
        ),
    }
    rows: list[list[Any]] = []
    for name, (encounter, settings, who, most) in plans.items():
        found = times(encounter, settings, who, count)
        rows.append(found.row(name))
        slowest = percentile(found.worked, 0.99)
        if not quick:
            report.at_most(f"{name}: milliseconds at the 99th percentile", slowest, most, timed=True)
    found = times(scene(starters, ["goblin"] * 6), STANDARD, "Goblin", 6 * (1 if quick else 40))
    six = [range(i, i + 6) for i in range(0, len(found.nodes) - 5, 6)]
    rounds = Times(*([sum(column[i] for i in r) for r in six] for column in vars(found).values()))
    rows.append(rounds.row("six goblins' round, depth 2"))
    if not quick:
        report.at_most("six goblins' whole round: milliseconds, slowest", max(rounds.worked), 200, timed=True)
    columns = ("decision", "measured", "mean ms", "p99 ms", "p99 that went by", "nodes")
    report.table("How long suggestions take, one thread", columns, rows)


# ---- short cuts ---------------------------------------------------------------------------------------


def random_creature(dice: random.Random, name: str) -> Creature:
    """A creature with one or two attacks, perhaps a save and perhaps a multiattack."""
    sides = dice.choice([4, 6, 8])
    bonus = dice.randint(2, 6)
    attack = {"to_hit": bonus, "reach": 5} if dice.random() < 0.6 else {"to_hit": bonus, "range": 60}
    effects: list[dict[str, Any]] = [{"damage": f"1d{sides}[slashing]+{dice.randint(0, 6)}"}]
    if dice.random() < 0.3:
        effects.append({"save": {"ability": "str", "dc": 12}, "conditions": [{"name": "prone"}]})
    actions: list[dict[str, Any]] = [{"name": "Strike", "attack": attack, "effects": effects}]
    if dice.random() < 0.3:
        actions.append({"name": "Flurry", "recipes": [[{"use": "Strike", "times": 2}]]})
    if dice.random() < 0.3:
        save = {"ability": "dex", "dc": 13, "on_success": "half"}
        area = {"shape": "cone", "size": 15}
        blast = {"save": save, "damage": "2d6[fire]"}
        actions.append({"name": "Blast", "area": area, "effects": [blast], "recharge": 5})
    return Creature.model_validate(
        {
            "id": name,
            "name": name.title(),
            "armor_class": dice.randint(11, 16),
            "hit_points": str(dice.randint(6, 24)),
            "actions": actions,
            "challenge": 1,
        }
    )


def random_fight(seed: int) -> Fight:
    """Two against two on a small map."""
    dice = random.Random(seed)
    width, height, each = 6, 5, 2
    cells = dice.sample([(x, y) for x in range(width) for y in range(height)], 2 * each)
    sides = ["party"] * each + ["monsters"] * each
    names = ["alpha", "beta", "gamma", "delta"]
    creatures = {name: random_creature(dice, name) for name in names}
    order = dice.sample(range(2 * each), 2 * each)
    combatants = [
        {"creature": name, "side": side, "at": at, "initiative": 20 - rank}
        for name, side, at, rank in zip(names, sides, cells, order, strict=True)
    ]
    rows = {"name": f"random {seed}", "map": ["." * width] * height, "combatants": combatants}
    return Fight(Encounter.model_validate(rows), creatures=creatures)


def exhaustive(fight: Fight, depth: int) -> dict[Plan, float]:
    """Every plan's value by plain expectimax over every amount of damage; nobody ducks who can act."""
    game = Combat(fight, plans=0, cells=2, buckets=0)
    decision = Searcher(game, EXHAUSTIVE).decide(game.start(), Budget(depth=depth))
    values = {option.action: option.value for option in decision.options}
    acting = {o.action: o.value for o in decision.options if o.words != "dodge"}
    return acting or values


def short_cuts(report: Report, fights: int, depth: int) -> None:
    same = clear = agreed = 0
    worst = 0.0
    for seed in range(fights):
        fight = random_fight(seed)
        values = exhaustive(fight, depth)
        director = Director(fight, settings=replace(STANDARD, depth=depth))
        suggestion = director.suggest()
        sign = 1.0 if suggestion.decision.turn is Turn.MAX else -1.0
        ranked = sorted(values, key=lambda action: -sign * values[action])
        best = values[ranked[0]]
        lost = sign * (best - values[suggestion.decision.action])
        worst = max(worst, lost)
        same += suggestion.decision.action == ranked[0]
        gap = sign * (best - values[ranked[1]]) if len(ranked) > 1 else RANGE
        if gap > 0.01 * RANGE:
            clear += 1
            agreed += suggestion.decision.action == ranked[0]
    report.table(
        f"Short cuts against exhaustive expectimax, {depth} turns, {fights} random fights",
        ("fights", "same choice", "gap over 1 %", "same choice there", "most lost, of the range"),
        [[fights, same, clear, agreed, f"{worst / RANGE:.2%}"]],
    )
    report.at_least("choices that are the same where the gap is over 1 %", agreed, clear, timed=False)
    report.at_most("most that a choice lost, in percent of the range", 100 * worst / RANGE, 1.0, timed=False)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--part", choices=("speed", "short-cuts"), help="only one of the two")
    options = parser.parse_args()
    report = Report("director", options.quick)
    if options.part != "short-cuts":
        speed(report, options.quick)
    if options.part != "speed":
        short_cuts(report, 6 if options.quick else 500, 2)
    report.print(options.json)


if __name__ == "__main__":
    main()
