"""Every relic with a number makes the difference that the table of outside facts says, at its moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.spire.rules.relic_facts import FACTS, ONE_SOURCE
from tests.spire.scenes import CONTENT, attacker, end_turn, monster, names, play, player, powers, scene

from hazard import _core
from hazard.spire.rules.fight import Combat
from hazard.spire.rules.scenario import Scenario, relic_row, state_data

NOTHING = "Cultist Headpiece"
"""A relic that only caws: the same moment without the one in question."""
Moment = Callable[[str, int], Any]


def _kind(relic: str) -> Any:
    return CONTENT.relic_kinds[relic_row(CONTENT, relic)]


def _begins(*monsters: str) -> Moment:
    def moment(relic: str, count: int) -> Any:
        data = state_data(CONTENT, Scenario(list(monsters), ["Strike x12"], hp=40, relics=[relic]))
        data["player"]["counters"] = [count if place == _kind(relic).counter else 0 for place in range(24)]
        state = _core.spire_state(CONTENT.core, data, True, 1)
        return Combat(CONTENT, state).sampled(state, 1)

    return moment


def _in_scene(*does: str, hand: tuple[str, ...] = (), **more: Any) -> Moment:
    """A decision in the middle of a fight, and the moves that are made from there."""

    def moment(relic: str, count: int) -> Any:
        counters = {relic: count} if _kind(relic).counter != 255 else {}
        game, state = scene(hand or does, relics=[relic], counters=counters, **more)
        for move in does:
            state = play(game, state, move)
        return state

    return moment


def _turn(**more: Any) -> Moment:
    def moment(relic: str, count: int) -> Any:
        counters = {relic: count} if _kind(relic).counter != 255 else {}
        game, state = scene([], relics=[relic], counters=counters, draw=["Strike x9"], **more)
        return end_turn(game, state)

    return moment


MOMENTS: dict[str, Moment] = {
    "fight begins": _begins("Cultist x2"),
    "elite's fight begins": _begins("Gremlin Nob"),
    "boss's fight begins": _begins("Slime Boss"),
    "turn begins": _turn(),
    "turn begins with block 20": _turn(block=20),
    "turn ends under a blow of 5": _turn(monsters=[attacker(5)]),
    "turn ends under a blow of 10": _turn(monsters=[attacker(10)]),
    "turn ends under a blow of 10, vulnerable": _turn(monsters=[attacker(10)], powers={"vulnerable": 2}),
    "turn ends under a weak blow of 10": _turn(monsters=[attacker(10, powers={"weak": 2})]),
    "attack played": _in_scene("Strike"),
    "free attack played": _in_scene("Anger"),
    "third attack played": _in_scene("Strike", "Strike", "Strike", hand=("Strike x3", "Defend")),
    "third skill played": _in_scene("Defend", "Defend", "Defend", hand=("Defend x4",)),
    "power played": _in_scene("Inflame"),
    "card exhausted": _in_scene("Seeing Red"),
    "Whirlwind played": _in_scene("Whirlwind", energy=1),
    "shuffled": _in_scene("Shrug It Off", draw=[], discard=["Strike x3"]),
    "hit points lost": _in_scene("Bloodletting"),
    "healed by 4": _in_scene("Bandage Up"),
    "curse played": _in_scene("Injury"),
    "potion drunk": _in_scene("drink", hand=("Defend",), potions=["Block Potion"]),
    "vulnerable laid on": _in_scene("Trip"),
    "vulnerable one struck": _in_scene("Strike", monsters=[monster(powers={"vulnerable": 1}), monster()]),
    "block broken": _in_scene("Strike", monsters=[monster(block=4), monster()]),
    "struck for 4": _in_scene("Shiv"),
    "one of two killed": _in_scene("Strike", monsters=[monster(hp=3), monster()]),
    "gold won by a kill": _in_scene("Hand of Greed", monsters=[monster(hp=3), monster()]),
    "fight won": _in_scene("Strike", monsters=[monster(hp=6)]),
}
MADE = ("Wound", "Shiv")
"""Cards that relics make."""


def _seen(state: Any) -> dict[str, int]:
    data, mine = state.as_dict(), player(state)
    found = {key: mine[key] for key in ("hp", "max_hp", "block", "energy")} | powers(mine)
    found["hand"] = len(data["hand"])
    for card in MADE:
        found[card] = sum(names(state, pile)[card] for pile in ("hand", "draw", "discard"))
    for place, foe in enumerate(data["monsters"][:2]):
        found |= {f"foe {place} {name}": amount for name, amount in powers(foe).items()}
        found[f"foe {place} hp"] = foe["hp"]
    return found


def _difference(with_it: dict[str, int], without: dict[str, int]) -> dict[str, int]:
    gap = {name: with_it.get(name, 0) - without.get(name, 0) for name in with_it | without}
    return {name: number for name, number in gap.items() if number}


def _expected(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in filter(None, text.split(", ")):
        *words, number = part.split()
        name = " ".join(words)
        places = {"foe": (0,), "both": (0, 1)}.get(words[0])
        for key in [name] if places is None else [f"foe {i} {words[1]}" for i in places]:
            found[key] = int(number)
    return found


@pytest.mark.parametrize(("relic", "moment", "text"), FACTS)
def test_a_relic_makes_the_difference_that_the_table_says(relic: str, moment: str, text: str) -> None:
    what, _, count = moment.partition(", count ")
    with_it = MOMENTS[what](relic, int(count or 0))
    if what == "curse played":  # nobody can play it without the candle: what is lost is all of the difference
        assert player(with_it)["hp"] - 40 == _expected(text)["hp"]
        return
    assert _difference(_seen(with_it), _seen(MOMENTS[what](NOTHING, 0))) == _expected(text)


def test_the_table_has_every_relic_but_those_without_a_number() -> None:
    rules = {"Du-Vu Doll", "Gambling Chip", "Toolbox", "Neow's Lament", "Preserved Insect", "Nilry's Codex"}
    rules |= {
        "Warped Tongs",
        "Mummified Hand",
        "Necronomicon",
        "Orange Pellets",
        "Strange Spoon",
        "Medical Kit",
    }
    rules |= {"Ginger", "Turnip", "Lizard Tail", "Runic Pyramid", "Frozen Eye", "Potion Belt", NOTHING}
    told = {relic for relic, _, _ in FACTS}
    assert told | rules == {row.name for row in CONTENT.library.relics if not row.between_fights}
    assert not told & rules
    assert told >= ONE_SOURCE
