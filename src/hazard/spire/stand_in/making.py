"""Making runs for the stand-in: a set-up's player, and encounters in turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hazard.spire.protocol.showing import Shower
from hazard.spire.rules.encounters import encounter
from hazard.spire.rules.scenario import card_data, counted, relic_row
from hazard.spire.rules.setups import ROOMS, SETUPS, setup
from hazard.spire.stand_in.run import Json, Run

DECKS = tuple(SETUPS)


def run_maker(
    deck: str, encounters: list[str], ascension: int, seed: int, potions: tuple[str, ...] = ()
) -> Callable[[int], tuple[Run, Callable[[], tuple[Any, str]]]]:
    """Return what makes the run of a number: the same seed makes the same runs."""
    player = replace(setup(deck), potions=potions)
    names = [encounter(name).id for name in encounters] or player.encounters()
    shower = Shower(ascension)
    content = shower.known.content

    def make(number: int) -> tuple[Run, Callable[[], tuple[Any, str]]]:
        chance = random.Random(f"{seed} {number}")
        seen: Counter[Any] = Counter()
        cards = [shower.card(_own_costs(content, name), seen) for name in counted(player.deck)]
        relics: list[Json] = [
            {"id": content.relic_kinds[relic_row(content, name)].id, "name": name, "counter": -1}
            for name in player.relics
        ]
        run = Run(cards, relics, player.hp, player.max_hp, ascension=ascension, act=player.act, random=chance)
        run.seed, run.floor = number + 1, 17 * (player.act - 1) + 1
        fought = number

        def next_fight() -> tuple[Any, str]:
            nonlocal fought
            name = names[fought % len(names)]
            fought += 1
            now = replace(player, hp=run.hp, max_hp=run.max_hp, gold=run.gold)
            game = now.fight(name, ascension, chance.getrandbits(31))
            return game.sampled(game.start(), chance.getrandbits(31)), ROOMS.get(
                encounter(name).pool, "MonsterRoom"
            )

        return run, next_fight

    return make


def _own_costs(content: Any, name: str) -> tuple[int, int, int, int, bool]:
    row, _, _, extra, free = card_data(content, name)
    cost = max(0, content.card_kinds[row].cost)
    return row, cost, cost, extra, free
