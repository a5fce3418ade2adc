"""Laws that hold whatever is met: every card, relic, potion and encounter of the game in random fights."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle, islice, pairwise

import pytest
from tests.spire.scenes import CONTENT, powers

from hazard.game import Turn
from hazard.spire.protocol.simulator import MoveKind
from hazard.spire.rules.encounters import draw_line, encounter
from hazard.spire.rules.fight import new_fight
from hazard.spire.rules.library import shipped
from hazard.spire.rules.scenario import Scenario

LIBRARY = shipped()
ENCOUNTERS = [row.id for row in LIBRARY.encounters]
PILES = ("hand", "draw", "discard", "exhaust")
HEALING_WORDS = ("heal", "max hp", "regeneration", "potion slots")
HEALING_RULES = ("lizard_tail", "bloody_idol")
STARTING_HP = 300


def steps_of(row) -> str:
    """All that a row can do, as one text."""
    return str(row.model_dump(exclude={"id", "name"}))


def heals(row) -> bool:
    if getattr(row, "rule", None) in HEALING_RULES or getattr(row, "saves_life", False):
        return True
    return any(word in steps_of(row).replace("'healing': False", "") for word in HEALING_WORDS)


def known(rows):
    return [row for row in rows if not row.id.startswith("Unknown")]


CARDS = [
    name for row in known(LIBRARY.cards) for name in ([row.name, row.name + "+"][: 1 + bool(row.upgraded)])
]
HARMLESS_CARDS = [
    name
    for row in known(LIBRARY.cards)
    if not heals(row)
    for name in ([row.name, row.name + "+"][: 1 + bool(row.upgraded)])
]


def share(items, part, size):
    """The part with this number of a list that goes round: all parts together hold every item."""
    return list(islice(cycle(items), part * size, (part + 1) * size))


def fights(cards, relics, potions):
    """A random fight for every encounter; together they hold every card, relic and potion."""
    each = [-(-len(items) // len(ENCOUNTERS)) + 1 for items in (cards, relics, potions)]
    for number, name in enumerate(ENCOUNTERS):
        dice = random.Random(number)
        scenario = Scenario(
            draw_line(encounter(name), dice),
            ["Strike x4", "Defend x3", *share(cards, number, max(8, each[0]))],
            hp=STARTING_HP,
            max_hp=2 * STARTING_HP,
            relics=list(dict.fromkeys(share(relics, number, each[1]))),
            potions=share(potions, number, min(3, each[2])),
        )
        yield number, new_fight(scenario, 20, seed=number)


def walk(game, seed, longest=90):
    """The states of a random fight; the dice decide both what is done and what happens."""
    dice, state = random.Random(seed), game.sampled(game.start(), seed)
    for _ in range(longest):
        yield state
        if game.turn(state) is Turn.OVER:
            return
        if game.turn(state) is Turn.CHANCE:
            state = game.sampled(state, dice.getrandbits(31))
            continue
        actions = game.actions(state)
        quiet = [action for action in actions if action.kind != MoveKind.END]
        state = game.apply(state, dice.choice(quiet if quiet and dice.random() < 0.8 else actions))


def base_names(data) -> Counter:
    """How many cards there are of each name, upgraded or not, wherever they are."""
    held = [card for pile in PILES for card in data[pile]]
    held += [data["in_play"][0]] if data["in_play"] is not None else []
    return Counter(CONTENT.card_kinds[card[0]].name.rstrip("+") for card in held)


@pytest.fixture(scope="module")
def walks():
    relics, potions = ([row.name for row in known(rows)] for rows in (LIBRARY.relics, LIBRARY.potions))
    return [[s.as_dict() for s in walk(game, number)] for number, game in fights(CARDS, relics, potions)]


def test_the_fights_hold_everything(walks):
    started = [fight[0] for fight in walks]
    seen = Counter()
    for fight in walks:
        for data in fight:
            seen |= base_names(data)
    assert {row.name for row in known(LIBRARY.cards)} <= set(seen)
    relics = {bit for data in started for bit in data["player"]["relics"]}
    assert len(relics) == len(known(LIBRARY.relics))


def test_numbers_stay_in_their_bounds(walks):
    for fight in walks:
        for data in fight:
            who = data["player"]
            assert 0 <= who["hp"] <= who["max_hp"]
            assert 0 <= who["energy"] <= 127
            assert 0 <= who["block"] <= 999
            assert len(data["hand"]) <= 10
            for monster in data["monsters"]:
                assert 0 <= monster["hp"] <= monster["max_hp"]
                assert 0 <= monster["block"] <= 999


def in_stasis(data) -> int:
    """Cards that orbs hold: their names are not shown, only that they are held."""
    return sum("stasis" in powers(monster) for monster in data["monsters"])


def test_no_card_is_ever_lost_but_a_power_that_was_played_or_what_an_orb_holds(walks):
    used_up = {row.name for row in LIBRARY.cards if row.type == "power"}
    for fight in walks:
        at_rest = [data for data in fight if data["in_play"] is None and not data["queued"]]
        for before, after in pairwise(at_rest):  # a second playing of a card is a copy, and goes
            lost = base_names(before) - base_names(after)
            taken = sum(count for name, count in lost.items() if name not in used_up)
            assert taken <= max(0, in_stasis(after) - in_stasis(before)), (lost, before["turn"])


def test_hp_never_rise_where_nothing_heals():
    relics = [row.name for row in known(LIBRARY.relics) if not heals(row)]
    potions = [row.name for row in known(LIBRARY.potions) if not heals(row)]
    assert len(relics) > 90
    assert len(potions) > 26
    for number, game in fights(HARMLESS_CARDS, relics, potions):
        hp = STARTING_HP
        for state in walk(game, number):
            now = state.as_dict()["player"]
            assert now["hp"] <= hp, (ENCOUNTERS[number], game.text(state))
            assert now["max_hp"] == 2 * STARTING_HP
            hp = now["hp"]
