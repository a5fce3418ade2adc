"""Small fights to look at one rule: targets that do nothing, and cards where they are wanted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hazard.game import Turn
from hazard.spire.rules.compile import compiled
from hazard.spire.rules.fight import Combat, SpireState, new_fight, state_from
from hazard.spire.rules.phrases import WORDS
from hazard.spire.rules.scenario import Scenario, card_data, counted, potion_row, relic_row

CONTENT = compiled(0)
DUMMY = "Unknown monster"
HP, MAX_HP, ENERGY, MONSTER_HP = 40, 80, 6, 100


def powers_data(powers: dict[str, int]) -> list[tuple[int, int, int]]:
    return [(WORDS["power"].index(name), amount, 0) for name, amount in powers.items()]


def cards(names: Any) -> list[tuple[int, int, int, int, bool]]:
    return [card_data(CONTENT, name) for name in counted(names)]


def monster(kind: str = DUMMY, hp: int = MONSTER_HP, powers: dict[str, int] | None = None, **more) -> dict:
    data = {"kind": CONTENT.monsters[kind], "hp": hp, "max_hp": hp, "move": 0, "last": 0, "second_last": 0}
    return data | {"powers": powers_data(powers or {})} | more


def attacker(damage: int, hits: int = 1, **more) -> dict:
    """A monster that hits for so much, turn after turn."""
    return monster(move=hits, last=hits, second_last=hits, counters=[damage, 0, 0], **more)


def scene(
    hand=(), *, relics=(), powers=None, monsters=None, potions=(), counters=None, **more
) -> tuple[Combat, SpireState]:
    """A decision in the middle of a fight: two targets of 100 HP unless said otherwise."""
    kinds = [CONTENT.relic_kinds[relic_row(CONTENT, name)] for name in relics]
    count = [0] * 24
    for name, value in (counters or {}).items():
        count[CONTENT.relic_kinds[relic_row(CONTENT, name)].counter] = value
    player = {
        "hp": more.pop("hp", HP),
        "max_hp": more.pop("max_hp", MAX_HP),
        "block": more.pop("block", 0),
        "energy": more.pop("energy", ENERGY),
        "gold": 99,
        "energy_each_turn": 3 + sum(kind.energy for kind in kinds),
        "relics": [kind.bit for kind in kinds],
        "counters": count,
        "potions": [potion_row(CONTENT, name) for name in potions],
        "powers": powers_data(powers or {}),
    }
    for name in ("cards_played", "attacks_played", "times_damaged", "draw_each_turn"):
        if name in more:
            player[name] = more.pop(name)
    data = {
        "player": player,
        "monsters": monsters if monsters is not None else [monster(), monster()],
        "hand": cards(hand),
        "draw": cards(more.pop("draw", ["Strike x8"])),
        "discard": cards(more.pop("discard", ())),
        "exhaust": cards(more.pop("exhaust", ())),
        "turn": 2,
    } | more
    state = state_from(CONTENT, data)
    return Combat(CONTENT, state), state


def begun(relic: str, **more: Any) -> tuple[Combat, SpireState]:
    """The first decision of a fight with one relic."""
    setting = {"monsters": ["Cultist x2"], "relics": [relic], "hp": HP, "deck": ["Strike x12"]} | more
    game = new_fight(Scenario(**setting))
    return game, settle(game, game.start())


def play(game: Combat, state: SpireState, words: str, seed: int = 1) -> SpireState:
    """Make the first action that begins with these words, and let chance decide."""
    told = said(game, state)
    found = [action for action, say in zip(game.actions(state), told, strict=True) if say.startswith(words)]
    assert found, f"nothing like {words!r} among {told}"
    return settle(game, game.apply(state, found[0]), seed)


def said(game: Any, state: Any) -> list[str]:
    """The actions in words."""
    return [game.describe(state, action) for action in game.actions(state)]


def following(game: Any, state: Any, words: str) -> Any:
    """What follows the action or outcome of these words."""
    return game.apply(state, game.parse_move(state, words))


def chances_of(game: Any, state: Any) -> dict[str, float]:
    """The outcomes in words, with their probabilities."""
    return {game.describe(state, outcome): chance for outcome, chance in game.outcomes(state)}


def settle(game: Combat, state: SpireState, seed: int = 1) -> SpireState:
    return game.sampled(state, seed) if game.turn(state) is Turn.CHANCE else state


def player(state: SpireState) -> dict[str, Any]:
    return state.as_dict()["player"]


def powers(owner: dict[str, Any]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for number, amount, _ in owner["powers"]:
        found[WORDS["power"][number]] += amount
    return dict(found)


def hp_of(state: SpireState, place: int = 0) -> int:
    return state.as_dict()["monsters"][place]["hp"]


def names(state: SpireState, pile: str) -> Counter[str]:
    return Counter(CONTENT.card_kinds[card[0]].name for card in state.as_dict()[pile])


def end_turn(game: Combat, state: SpireState, seed: int = 1) -> SpireState:
    return play(game, state, "end turn", seed)
