"""Messages of every kind of screen, built by hand after the mod's own description of its protocol."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

_NUMBERS = count(1)
COSTS = {"Bash": 2, "AscendersBane": -2, "Whirlwind": -1, "Anger": 0, "Warcry": 0}
SKILLS = {"Defend_R", "Armaments", "True Grit", "Warcry", "Burning Pact", "Shrug It Off"}


def card(id_: str, **changes: Any) -> dict[str, Any]:
    kind = "CURSE" if id_ == "AscendersBane" else "SKILL" if id_ in SKILLS else "ATTACK"
    cost = COSTS.get(id_, 1)
    made = {
        "id": id_,
        "name": id_.removesuffix("_R"),
        "uuid": f"card-{next(_NUMBERS)}",
        "type": kind,
        "rarity": "BASIC",
        "upgrades": 0,
        "cost": cost,
        "has_target": kind == "ATTACK" and id_ not in ("Whirlwind", "Cleave"),
        "exhausts": False,
        "ethereal": id_ == "AscendersBane",
        "is_playable": cost != -2,
    }
    return {**made, **changes}


def monster(id_: str = "JawWorm", **changes: Any) -> dict[str, Any]:
    made = {
        "id": id_,
        "name": id_,
        "current_hp": 40,
        "max_hp": 44,
        "block": 0,
        "intent": "ATTACK",
        "move_id": 1,
        "move_base_damage": 11,
        "move_adjusted_damage": 11,
        "move_hits": 1,
        "half_dead": False,
        "is_gone": False,
        "powers": [],
    }
    return {**made, **changes}


def power(id_: str, amount: int, **changes: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_, "amount": amount, **changes}


def potion(id_: str = "Potion Slot", **changes: Any) -> dict[str, Any]:
    full = id_ != "Potion Slot"
    made = {"id": id_, "name": id_, "can_use": full, "can_discard": full, "requires_target": False}
    return {**made, **changes}


def relic(id_: str, counter: int = -1, **changes: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_, "counter": counter, **changes}


def deck() -> list[dict[str, Any]]:
    ids = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash", "AscendersBane"]
    return [card(id_) for id_ in ids]


def combat(**changes: Any) -> dict[str, Any]:
    made = {
        "player": {"current_hp": 60, "max_hp": 75, "block": 0, "energy": 3, "powers": [], "orbs": []},
        "monsters": [monster()],
        "hand": [card(id_) for id_ in ("Strike_R", "Strike_R", "Defend_R", "Defend_R", "Bash")],
        "draw_pile": [card(id_) for id_ in ("Strike_R", "Strike_R", "Defend_R", "AscendersBane")],
        "discard_pile": [],
        "exhaust_pile": [],
        "limbo": [],
        "turn": 1,
        "cards_discarded_this_turn": 0,
        "times_damaged": 0,
    }
    return {**made, **changes}


def message(commands: list[str], screen_type: str, screen: Any = None, **game: Any) -> dict[str, Any]:
    """A message of a run; ``game`` adds to its state."""
    state = {
        "screen_type": screen_type,
        "screen_name": screen_type,
        "screen_state": screen or {},
        "is_screen_up": screen_type != "NONE",
        "seed": -3047511808784702860,
        "deck": deck(),
        "relics": [relic("Burning Blood")],
        "potions": [potion(), potion()],
        "max_hp": 75,
        "current_hp": 60,
        "gold": 99,
        "act": 1,
        "act_boss": "Hexaghost",
        "floor": 3,
        "ascension_level": 20,
        "class": "IRONCLAD",
        "room_type": "MonsterRoom",
        "room_phase": "COMBAT" if "combat_state" in game else "COMPLETE",
        "action_phase": "WAITING_ON_USER",
        "map": [],
    }
    state |= game
    belt = ["potion"] if any(held["id"] != "Potion Slot" for held in state["potions"]) else []
    return {
        "available_commands": [*commands, *belt, "key", "click", "wait", "state"],
        "ready_for_command": True,
        "in_game": True,
        "game_state": state,
    }


def menu() -> dict[str, Any]:
    return {"available_commands": ["start", "state"], "ready_for_command": True, "in_game": False}


def fight(**changes: Any) -> dict[str, Any]:
    return message(["play", "end"], "NONE", combat_state=combat(**changes))


def big_fight() -> dict[str, Any]:
    hand = [card(id_) for id_ in ["Strike_R"] * 4 + ["Whirlwind", "Anger", "Warcry"] + ["Defend_R"] * 3]
    monsters = [
        monster("SpikeSlime_M", is_gone=True, current_hp=0),
        monster("AcidSlime_M", intent="DEBUG", move_adjusted_damage=-1),
        monster(
            "Cultist", intent="BUFF", move_base_damage=-1, powers=[power("Ritual", 3, just_applied=True)]
        ),
    ]
    found = fight(hand=hand, monsters=monsters, turn=4)
    game = found["game_state"]
    game["potions"] = [potion("Fire Potion", requires_target=True), potion("Block Potion")]
    game["room_type"] = "MonsterRoomElite"
    found["available_commands"].insert(2, "potion")
    return found


def domed_fight() -> dict[str, Any]:
    """With Runic Dome: no intents, no moves."""
    blind = monster("Cultist", intent="NONE")
    for name in ("move_id", "move_base_damage", "move_adjusted_damage", "move_hits"):
        del blind[name]
    found = fight(monsters=[blind, {**blind, "id": "Chosen"}])
    found["game_state"]["relics"].append(relic("Runic Dome"))
    return found


def hand_select(action: str = "ArmamentsAction", in_play: str = "Armaments", **screen: Any) -> dict[str, Any]:
    hand = [card("Strike_R"), card("Defend_R"), card("Bash", upgrades=1, name="Bash+")]
    shown = {"hand": hand, "selected": [], "max_cards": 1, "can_pick_zero": False, **screen}
    return message(
        ["choose"],
        "HAND_SELECT",
        shown,
        choice_list=[c["name"].lower() for c in hand],
        current_action=action,
        combat_state=combat(hand=hand, card_in_play=card(in_play)),
    )


def grid(**screen: Any) -> dict[str, Any]:
    cards = [card("Strike_R"), card("Bash"), card("AscendersBane"), card("Defend_R")]
    shown = {
        "cards": cards,
        "selected_cards": [],
        "num_cards": 1,
        "any_number": False,
        "for_upgrade": False,
        "for_transform": False,
        "for_purge": False,
        "confirm_up": False,
        **screen,
    }
    return message(["choose"], "GRID", shown, choice_list=[c["name"].lower() for c in cards])


def headbutt_grid() -> dict[str, Any]:
    found = grid()
    fight_now = combat(
        discard_pile=found["game_state"]["screen_state"]["cards"], card_in_play=card("Headbutt")
    )
    found["game_state"] |= {
        "combat_state": fight_now,
        "room_phase": "COMBAT",
        "current_action": "DiscardPileToTopOfDeckAction",
    }
    return found


def card_reward(*ids: str, **screen: Any) -> dict[str, Any]:
    cards = [card(id_) for id_ in ids or ("Clash", "Shrug It Off", "Searing Blow")]
    shown = {"cards": cards, "bowl_available": False, "skip_available": True, **screen}
    return message(["choose", "skip"], "CARD_REWARD", shown, choice_list=[c["name"].lower() for c in cards])


def combat_reward(*rewards: dict[str, Any], **game: Any) -> dict[str, Any]:
    shown = list(rewards) or [
        {"reward_type": "GOLD", "gold": 14},
        {"reward_type": "POTION", "potion": potion("Fire Potion")},
        {"reward_type": "CARD"},
    ]
    choices = [reward["reward_type"].lower() for reward in shown]
    return message(["choose", "proceed"], "COMBAT_REWARD", {"rewards": shown}, choice_list=choices, **game)


def map_screen(**game: Any) -> dict[str, Any]:
    """Two ways: monsters all the way on the left, an elite and a treasure on the right."""
    rooms = [("M", 0, 1, 0), ("E", 3, 1, 3), ("M", 0, 2, 0), ("T", 3, 2, 3), ("R", 0, 3, 0), ("R", 3, 3, 3)]
    nodes = [
        {"symbol": s, "x": x, "y": y, "children": [{"x": to, "y": y + 1}], "parents": []}
        for s, x, y, to in rooms
    ]
    shown = {
        "current_node": {"x": 0, "y": 0, "symbol": "M"},
        "next_nodes": [{"x": 0, "y": 1, "symbol": "M"}, {"x": 3, "y": 1, "symbol": "E"}],
        "first_node_chosen": True,
        "boss_available": False,
    }
    choices = ["x=0", "x=3"]
    return message(["choose", "return"], "MAP", shown, choice_list=choices, **{"map": nodes, **game})


def event(event_id: str = "Big Fish", *labels: str, **game: Any) -> dict[str, Any]:
    named = labels or ("Banana", "Donut", "Box")
    options = [
        {"label": label, "text": f"[{label}] Something.", "disabled": False, "choice_index": index}
        for index, label in enumerate(named)
    ]
    shown = {"event_id": event_id, "event_name": event_id, "body_text": "Once...", "options": options}
    choices = [label.lower() for label in named]
    return message(["choose"], "EVENT", shown, choice_list=choices, **{"room_phase": "EVENT", **game})


def rest(**game: Any) -> dict[str, Any]:
    options = ["rest", "smith", "recall"]
    shown = {"has_rested": False, "rest_options": options}
    return message(["choose"], "REST", shown, choice_list=options, **{"room_type": "RestRoom", **game})


def rested() -> dict[str, Any]:
    return message(["proceed"], "REST", {"has_rested": True, "rest_options": []}, room_type="RestRoom")


def shop_room() -> dict[str, Any]:
    return message(["choose", "proceed"], "SHOP_ROOM", choice_list=["shop"], room_type="ShopRoom")


def shop_screen(gold: int = 500) -> dict[str, Any]:
    shown = {
        "cards": [card("Offering", price=140), card("Clash", price=40)],
        "relics": [relic("Torii", price=250)],
        "potions": [potion("FairyPotion", price=100)],
        "purge_available": True,
        "purge_cost": 75,
    }
    choices = ["purge", "offering", "clash", "torii", "fairypotion"]
    return message(["choose", "leave"], "SHOP_SCREEN", shown, choice_list=choices, gold=gold)


def chest(opened: bool = False) -> dict[str, Any]:
    shown = {"chest_type": "SmallChest", "chest_open": opened}
    if opened:
        return message(["proceed"], "CHEST", shown, room_type="TreasureRoom")
    return message(["choose", "proceed"], "CHEST", shown, choice_list=["open"], room_type="TreasureRoom")


def boss_reward() -> dict[str, Any]:
    relics = [relic("Tiny House"), relic("Runic Pyramid"), relic("Runic Dome")]
    choices = [r["name"].lower() for r in relics]
    return message(["choose", "skip"], "BOSS_REWARD", {"relics": relics}, choice_list=choices)


def game_over(victory: bool = False) -> dict[str, Any]:
    return message(["proceed"], "GAME_OVER", {"score": 321, "victory": victory})


def complete() -> dict[str, Any]:
    return message(["proceed"], "COMPLETE")


EVERY_SAMPLE: dict[str, str] = {
    name: json.dumps(made)
    for name, made in {
        "menu": menu(),
        "fight": fight(),
        "big fight": big_fight(),
        "fight under the dome": domed_fight(),
        "Armaments": hand_select(),
        "True Grit": hand_select("ExhaustAction", "True Grit"),
        "Gambling Chip": hand_select("GamblingChipAction", "Anger", max_cards=99, can_pick_zero=True),
        "grid for an upgrade": grid(for_upgrade=True),
        "grid for a removal": grid(for_purge=True),
        "Headbutt": headbutt_grid(),
        "card reward": card_reward(),
        "combat reward": combat_reward(),
        "map": map_screen(),
        "event": event(),
        "unknown event": event("Something New", "Gamble", "Leave"),
        "rest": rest(),
        "rested": rested(),
        "shop room": shop_room(),
        "shop": shop_screen(),
        "chest": chest(),
        "open chest": chest(opened=True),
        "boss reward": boss_reward(),
        "game over": game_over(),
        "complete": complete(),
    }.items()
}
