"""Choices that change a deck, by simulated fights: legal, the same for a seed, and told with numbers."""

import json

import pytest

from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.drafter import Drafter
from hazard.spire.agent.policy import load_policy
from hazard.spire.drafting.comparing import Limits
from hazard.spire.protocol.commands import why_illegal
from hazard.spire.protocol.message import Card, GameState, Relic, read_message

POLICY = load_policy()
STARTER = [("Strike_R", "Strike")] * 5 + [("Defend_R", "Defend")] * 4 + [("Bash", "Bash")]


def drafter() -> Drafter:
    return Drafter(POLICY, Limits(seconds=None, fights=48))


def card(key: str, **more: object) -> dict:
    return {"id": key, "name": key, "uuid": key, "type": "SKILL", "price": 50} | more


DECK = [card(key, name=name, uuid=f"{key}{i}") for i, (key, name) in enumerate(STARTER)]


def message(screen_type: str, choices: list[str], **screen: object) -> str:
    game = {
        "screen_type": screen_type, "screen_state": screen, "choice_list": choices, "deck": DECK,
        "relics": [relic("Burning Blood")], "potions": [], "class": "IRONCLAD", "ascension_level": 20,
        "act": 1, "floor": 3, "act_boss": "Hexaghost", "current_hp": 60, "max_hp": 75, "gold": 300,
        "room_phase": "COMPLETE",
    }  # fmt: skip
    commands = ["choose", "skip", "leave", "cancel", "state"]
    line = {"in_game": True, "ready_for_command": True, "available_commands": commands, "game_state": game}
    return json.dumps(line)


def relic(name: str, price: int = 0) -> dict:
    return {"id": name, "name": name, "price": price}


NAMES = [name.lower() for _, name in STARTER]
SCREENS = {
    "a card reward": message(
        "CARD_REWARD",
        ["clash", "immolate", "warcry"],
        cards=[card("Clash"), card("Immolate"), card("Warcry")],
        skip_available=True,
    ),
    "a card that nobody knows": message("CARD_REWARD", ["nobody's"], cards=[card("Nobody's")]),
    "a boss's relics": message(
        "BOSS_REWARD", ["tiny house", "sozu"], relics=[relic("Tiny House"), relic("Sozu")]
    ),
    "an upgrade": message("GRID", NAMES, cards=DECK, for_upgrade=True, num_cards=1),
    "a removal": message("GRID", NAMES, cards=DECK, for_purge=True, num_cards=1),
    "a shop": message(
        "SHOP_SCREEN",
        ["purge", "immolate", "clash", "vajra"],
        cards=[card("Immolate"), card("Clash")],
        relics=[relic("Vajra", 150)],
        purge_available=True,
        purge_cost=75,
    ),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_gets_a_legal_command_and_the_same_one_again(screen: str) -> None:
    answers = [Agent(Settings(games=0), POLICY, drafter=drafter()).answer(SCREENS[screen]) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert why_illegal(read_message(SCREENS[screen]), answers[0]) is None


def test_the_card_that_saves_most_is_taken() -> None:
    agent = Agent(Settings(games=0), POLICY, drafter=drafter())
    assert agent.answer(SCREENS["a card reward"]) == "choose 1"


def test_of_a_starting_deck_a_strike_is_removed() -> None:
    agent = Agent(Settings(games=0), POLICY, drafter=drafter())
    command = agent.answer(SCREENS["a removal"])
    assert STARTER[int(command.split()[1])][1] in ("Strike", "Defend")


def test_a_relic_that_does_nothing_in_a_fight_is_rated_by_the_table() -> None:
    game = GameState.model_validate(json.loads(SCREENS["a boss's relics"])["game_state"])
    quiet = [Relic(id="Ectoplasm of a mod", name="x"), Relic(id="Membership Card", name="y")]
    worths = {rated.name: rated.worth for rated in drafter().relics(game, quiet)}
    assert (worths["x"] < worths["y"]) == (
        POLICY.relic_worth("Ectoplasm of a mod") < POLICY.relic_worth("Membership Card")
    )


def test_worths_come_with_their_error_and_the_fight_that_changes_most() -> None:
    game = GameState.model_validate(json.loads(SCREENS["a card reward"])["game_state"])
    rated = drafter().cards(game, [Card(id="Immolate", name="Immolate"), None])
    assert [one.index for one in rated] == [0]
    assert "±" in str(rated[0].why)
    assert "->" in str(rated[0].why)
