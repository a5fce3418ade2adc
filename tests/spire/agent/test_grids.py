"""Grids of the deck's cards: the worst are given away and the best kept, whatever led to the grid."""

import json
from collections.abc import Sequence

import pytest
from tests.spire.agent.event_facts import EVENTS
from tests.spire.protocol import message_samples as samples

from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.policy import load_policy

POLICY = load_policy()
BEST, UPGRADE, WORST = "Offering", "Bash", ("Strike_R", "Strike_R", "Strike_R")


def deck(curse: bool = True) -> list[dict]:
    ids = [*WORST, "Defend_R", UPGRADE, "Shrug It Off", BEST]
    found = [samples.card(id_) for id_ in ids]
    return [*found, samples.card("Regret", type="CURSE", cost=-2)] if curse else found


def grid(number: int, cards: list[dict], chosen: Sequence[dict] = (), **changes) -> str:
    game = {key: changes.pop(key) for key in ("relics", "room_type", "floor") if key in changes}
    flags = {"for_upgrade": False, "for_transform": False, "for_purge": False, **changes}
    made = samples.grid(cards=cards, num_cards=number, selected_cards=list(chosen), **flags)
    made["game_state"] |= {**game, "deck": cards, "choice_list": [c["name"].lower() for c in cards]}
    return json.dumps(made)


def picked(agent: Agent, number: int, cards: list[dict], **changes) -> list[str]:
    """The ids of the cards that the agent selects, one after the other."""
    chosen: list[dict] = []
    for _ in range(number):
        command = agent.answer(grid(number, cards, chosen, **changes))
        chosen.append(cards[int(command.removeprefix("choose "))])
    return [card["id"] for card in chosen]


def led_by(*messages: dict) -> Agent:
    """An agent that was asked these questions on this floor, each with one answer that it can give."""
    agent = Agent(Settings(games=0), POLICY)
    for made in messages:
        assert agent.answer(json.dumps(made)) == "choose 0"
    return agent


def event(event_id: str, label: str, text: str = "") -> dict:
    made = samples.event(event_id, label)
    made["game_state"]["screen_state"]["options"][0]["text"] = f"[{label}] {text}".strip()
    return made


def boss_relic(relic: str) -> dict:
    made = samples.boss_reward()
    made["game_state"]["screen_state"]["relics"] = [samples.relic(relic)]
    made["game_state"]["choice_list"] = [relic.lower()]
    return made


def found_relic(relic: str) -> dict:
    return samples.combat_reward({"reward_type": "RELIC", "relic": samples.relic(relic)})


def of_event(event_id: str, label: str) -> dict:
    """The button of the facts, with its text."""
    buttons = (b for screen in EVENTS[event_id] for b in screen)
    return event(event_id, label, next(b.text for b in buttons if b.label == label))


CONTINUE = "Continue"
REMOVALS = {  # what leads there, how many cards, the game's mark
    "Neow, one": ([event("Neow Event", "Remove a card from your deck")], 1, "for_purge"),
    "Neow, two": ([event("Neow Event", "Lose all gold Remove 2 cards")], 2, ""),
    "Empty Cage": ([boss_relic("Empty Cage")], 2, ""),
    "Empty Cage, marked": ([boss_relic("Empty Cage")], 2, "for_purge"),
    "Cleric": ([of_event("The Cleric", "Purify")], 1, "for_purge"),
    "Living Wall": ([of_event("Living Wall", "Forget")], 1, "for_purge"),
    "Wing Statue": ([of_event("Golden Wing", "Pray")], 1, "for_purge"),
    "Purifier": ([of_event("Purifier", "Pray")], 1, "for_purge"),
    "Purifier, unmarked": ([of_event("Purifier", "Pray")], 1, ""),
    "Beggar": ([of_event("Beggar", "Offer Gold"), event("Beggar", CONTINUE)], 1, ""),
    "Ancient Writing": ([of_event("Back to Basics", "Elegance")], 1, ""),
    "Bonfire": ([event("Bonfire Elementals", CONTINUE), of_event("Bonfire Elementals", "Offer")], 1, ""),
    "Note": ([event("NoteForYourself", CONTINUE), of_event("NoteForYourself", "Take and Give")], 1, ""),
    "Designer": ([of_event("Designer", "Full Service")], 1, ""),
    "Wheel": ([of_event("Wheel of Change", "Prize!")], 1, ""),
    "nothing that is known, two": ([], 2, ""),
}
TRANSFORMS = {
    "Neow, one": ([event("Neow Event", "Transform a card")], 1, "for_transform"),
    "Neow, two": ([event("Neow Event", "Lose 8 Max HP Transform 2 cards")], 2, ""),
    "Astrolabe": ([boss_relic("Astrolabe")], 3, ""),
    "Living Wall": ([of_event("Living Wall", "Change")], 1, "for_transform"),
    "Living Wall, unmarked": ([of_event("Living Wall", "Change")], 1, ""),
    "Transmogrifier": ([of_event("Transmorgrifier", "Pray")], 1, ""),
    "Designer": ([of_event("Designer", "Clean Up")], 2, ""),
    "Augmenter": ([of_event("Drug Dealer", "Become Test Subject")], 2, ""),
}
KEPT = {
    "Duplicator": [of_event("Duplicator", "Pray")],
    "Dolly's Mirror": [found_relic("DollysMirror")],
    "Bottled Flame": [found_relic("Bottled Flame")],
    "Bottled Lightning": [found_relic("Bottled Lightning")],
    "Bottled Tornado": [boss_relic("Bottled Tornado")],
    "Library": [of_event("The Library", "Read")],
    "nothing that is known, one": [],
}
UPGRADES = {
    "Neow": ([event("Neow Event", "Upgrade a card")], "for_upgrade"),
    "Living Wall": ([of_event("Living Wall", "Grow")], ""),
    "Forge": ([of_event("Accursed Blacksmith", "Forge")], ""),
    "Upgrade Shrine": ([of_event("Upgrade Shrine", "Pray")], ""),
    "Designer": ([of_event("Designer", "Adjustments")], ""),
}


@pytest.mark.parametrize("way", REMOVALS)
def test_the_worst_cards_are_removed_a_curse_first(way):
    choices, number, mark = REMOVALS[way]
    found = picked(led_by(*choices), number, deck(), **({mark: True} if mark else {}))
    assert found == ["Regret", "Strike_R"][:number]


@pytest.mark.parametrize("way", TRANSFORMS)
def test_the_worst_cards_are_transformed_but_no_curse_into_another(way):
    choices, number, mark = TRANSFORMS[way]
    found = picked(led_by(*choices), number, deck(), **({mark: True} if mark else {}))
    assert found == list(WORST)[:number]


@pytest.mark.parametrize("way", KEPT)
def test_the_best_card_is_kept_twice_or_in_a_bottle(way):
    assert picked(led_by(*KEPT[way]), 1, deck()) == [BEST]


@pytest.mark.parametrize("way", UPGRADES)
def test_what_gains_most_is_upgraded(way):
    choices, mark = UPGRADES[way]
    assert picked(led_by(*choices), 1, deck(), **({mark: True} if mark else {})) == [UPGRADE]


@pytest.mark.parametrize(
    ("relic", "number", "found"),
    [("Astrolabe", 3, list(WORST)), ("Empty Cage", 2, ["Regret", "Strike_R"]), ("Bottled Flame", 1, [BEST])],
)
def test_a_relic_that_came_by_itself_is_seen_among_the_relics(relic, number, found):
    """Neow swaps for a boss's relic without saying which."""
    agent = led_by(event("Neow Event", "Lose your starting relic Obtain a random boss relic"))
    assert picked(agent, number, deck(), relics=[samples.relic(relic)]) == found


def test_a_fire_and_a_shop_lead_to_removals():
    fire = samples.rest(current_hp=75)
    fire["game_state"]["choice_list"] = ["toke"]
    assert picked(led_by(fire), 1, deck()) == ["Regret"]
    agent = led_by(samples.shop_screen(gold=80))  # enough for the removal alone
    assert picked(agent, 1, deck()) == ["Regret"]


def test_the_last_choice_counts_and_no_choice_of_another_floor():
    agent = led_by(of_event("Purifier", "Pray"), found_relic("DollysMirror"))
    assert picked(agent, 1, deck()) == [BEST]
    agent = led_by(of_event("Purifier", "Pray"))
    assert picked(agent, 1, deck(), floor=4) == [BEST]


def test_a_full_selection_is_confirmed():
    cards = deck()
    made = json.loads(grid(2, cards, cards[:2], confirm_up=True))
    made["available_commands"] = ["confirm", "cancel", "state"]
    assert led_by().answer(json.dumps(made)) == "confirm"
