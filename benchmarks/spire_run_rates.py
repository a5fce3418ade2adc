"""Simulated maps, rewards, shops, rooms and encounters against the published rates, and how fast runs are.

Each row has what was counted, what is published, and how many standard errors lie between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from time import perf_counter

from common import Report, arguments
from hazard.spire.run import SpireRun
from hazard.spire.run.phrases import WORDS, task

MONSTER, ELITE, REST, SHOP, TREASURE, UNKNOWN = range(1, 7)
OFFERS = {name: number for number, name in enumerate(WORDS["offer"])}
Row = tuple[str, float, float, float, str]
"""What, found, published, standard error (0: there is none to judge by), source."""
REDDIT, WIKI, SIMULATOR = "map algorithm (reddit ndqweh)", "wiki", "sts_lightspeed"


def share(what: str, hits: int, of: int, published: float, source: str) -> Row:
    error = sqrt(max(published * (1 - published), 1e-12) / of)
    return what, hits / of, published, error, source


def maps(count: int) -> Iterator[Row]:
    for ascension, elites in ((0, 0.08), (20, 0.128)):
        game = SpireRun(ascension)
        start = game.start()
        wanted: Counter[int] = Counter()
        dealt: Counter[int] = Counter()
        broken = 0
        for seed in range(count):
            nodes = game.picture(game.sampled(start, seed))["map"]
            rooms = sum(y != 13 for _, y, _, _ in nodes)
            for room, part in ((SHOP, 0.05), (REST, 0.12), (ELITE, elites), (UNKNOWN, 0.22)):
                wanted[room] += int(rooms * part + 0.5)
            dealt.update(room for _, y, room, _ in nodes if y not in (0, 8, 14))
            broken += any((y < 5 and r in (ELITE, REST)) or (y == 13 and r == REST) for _, y, r, _ in nodes)
        for name, room in (("shops", SHOP), ("fires", REST), ("elites", ELITE), ("unknown rooms", UNKNOWN)):
            found, due = dealt[room] / count, wanted[room] / count
            # No rate is published for rooms that the rules leave no place for: told, not judged.
            yield f"{name} a map, ascension {ascension}", found, due, 0.0, f"bag: {REDDIT}, {SIMULATOR}"
        more = sum(dealt[room] > wanted[room] for room in (SHOP, REST, ELITE, UNKNOWN))
        yield f"kinds dealt beyond the bag, ascension {ascension}", more, 0.0, 0.5, f"{REDDIT}, {SIMULATOR}"
        yield f"maps against the rules, ascension {ascension}", broken, 0.0, 0.5, f"{REDDIT}, {WIKI}"


def unknown_rooms(count: int) -> Iterator[Row]:
    """Return what the first unknown room of an act is."""
    game = SpireRun(0)
    start = game.core.arranged({"enter": 6})
    found = Counter(game.picture(game.sampled(start, seed))["room"] for seed in range(count))
    for name, room, part in (("monsters", 1, 0.10), ("a shop", 4, 0.03), ("a chest", 5, 0.02)):
        yield share(f"unknown room: {name}", found[room], count, part, f"{WIKI}, {SIMULATOR}")


def rewards(count: int) -> Iterator[Row]:
    game = SpireRun(0)
    kinds = game.rules.content.card_kinds
    for offer, offset, rare, uncommon in (("hallway", 0, 0.03, 0.37), ("elite", 0, 0.10, 0.40)):
        first = {"card_offset": offset, "tasks": [task("offer_cards", OFFERS[offer])]}
        start = game.core.arranged(first)
        found = Counter(
            kinds[game.picture(game.sampled(start, seed))["sets"][0][0][0]].rarity for seed in range(count)
        )
        source = f"{WIKI}, {SIMULATOR}"
        yield share(f"first card of {offer}, offset 0: rare", found[3], count, rare, source)
        yield share(f"first card of {offer}, offset 0: uncommon", found[2], count, uncommon, source)
    for act, part in ((2, 0.25), (3, 0.50)):
        start = game.core.arranged({"act": act, "tasks": [task("offer_cards")]})
        better = normal = 0
        for seed in range(count):
            for row, _ in game.picture(game.sampled(start, seed))["sets"][0]:
                if kinds[row].rarity != 3:
                    normal += 1
                    better += kinds[row].name.endswith("+")
        yield share(f"cards of act {act} that come upgraded", better, normal, part, f"{WIKI}, {SIMULATOR}")
    tiers = {row: tier for tier in (1, 2, 3) for row in game.core.chances(_relic(game, tier))}
    drawn = Counter(
        tiers.get(
            game.picture(game.sampled(game.core.arranged({"tasks": [task("find_relic")]}), seed))["relics"][
                -1
            ]
        )
        for seed in range(count)
    )
    for name, tier, part in (("common", 1, 0.50), ("uncommon", 2, 0.33), ("rare", 3, 0.17)):
        yield share(f"relics: {name}", drawn[tier], count, part, f"{WIKI}, {SIMULATOR}")


def _relic(game: SpireRun, tier: int):
    return game.core.arranged({"tasks": [task("roll_relic", tier)]})


def shops(count: int) -> Iterator[Row]:
    game = SpireRun(0)
    kinds = game.rules.content.card_kinds
    start = game.core.arranged({"enter": 4, "card_offset": 0})
    rare = prices = cards = 0
    for seed in range(count):
        for place, what, price in game.picture(game.sampled(start, seed))["wares"]:
            if place < 4:
                rare += kinds[what[0]].rarity == 3
                cards += 1
            elif place == 6:
                prices += price
    yield share("shops: rare attacks and skills", rare, cards, 0.09, f"{WIKI}, {SIMULATOR}")
    # 150 gold times 1.2, from nine to eleven tenths, rounded down
    yield (
        "shops: price of the rare colorless card",
        prices / count,
        179.5,
        10.4 / sqrt(count),
        f"{WIKI}, {SIMULATOR}",
    )


def encounters(count: int) -> Iterator[Row]:
    game = SpireRun(0)
    rows = {name: number for number, name in enumerate(game.rules.encounters)}
    for act, fights, pool, names in (
        (1, 0, 0, {"Cultist": 1 / 4, "Jaw Worm": 1 / 4}),
        (1, 9, 1, {"Gremlin Gang": 1 / 16, "Large Slime": 2 / 16, "Exordium Thugs": 1.5 / 16}),
        (2, 9, 1, {"Snake Plant": 6 / 29, "Snecko": 4 / 29, "Chosen and Byrds": 2 / 29}),
        (3, 9, 1, {"Maw": 1 / 8, "3 Darklings": 1 / 8}),
    ):
        start = game.core.arranged({"act": act, "fights": fights, "tasks": [task("roll_encounter", pool)]})
        found = Counter(game.picture(game.sampled(start, seed))["encounter"] for seed in range(count))
        for name, part in names.items():
            yield share(f"act {act}: {name}", found[rows[name]], count, part, f"{WIKI}, {SIMULATOR}")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--samples", type=int, help="samples of each kind (20,000)")
    options = parser.parse_args()
    count = options.samples or (400 if options.quick else 20_000)
    report = Report("spire_run_rates", options.quick)
    parts = (maps, unknown_rooms, rewards, shops, encounters)
    rows = [row for part in parts for row in part(count)]
    worst = 0.0
    table = []
    for what, found, published, error, source in rows:
        off = abs(found - published) / error if error > 0 else None
        worst = max(worst, off or 0.0)
        table.append(
            [what, round(found, 4), round(published, 4), None if off is None else round(off, 2), source]
        )
    report.table(f"{count:,} samples of each", ("what", "found", "published", "errors off", "sources"), table)
    speeds = []
    for ascension in (0, 20):
        game = SpireRun(ascension)
        began = perf_counter()
        found = game.random_runs(300 if options.quick else 3000, seed=1)
        speeds.append(found["defeats"] / (perf_counter() - began))
        report.at_most(
            f"runs at ascension {ascension} that do not end",
            found["unsettled"] + found["unfinished"],
            0,
            timed=False,
        )
    report.note(f"random runs a second: {speeds[0]:,.0f} at ascension 0, {speeds[1]:,.0f} at 20")
    report.at_most("standard errors between what is found and what is published", worst, 4, timed=False)
    report.at_least("whole runs a second with a random policy, one core", min(speeds), 300, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
