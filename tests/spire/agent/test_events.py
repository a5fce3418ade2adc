"""Events: at any health and ascension, no button is pressed that kills or ruins; and Neow's gifts."""

import json
from itertools import product

import pytest
from tests.spire.agent.event_facts import EVENTS, LEAVE, Button
from tests.spire.protocol import message_samples as samples

from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.events import answer_event, dangerous_commands
from hazard.spire.agent.memory import FloorMemory
from hazard.spire.agent.policy import load_policy
from hazard.spire.agent.prices import Danger, event_rows, price
from hazard.spire.protocol.message import Message, plain_id, read_message

POLICY = load_policy()
DANGERS = POLICY.events.dangers
MAX_HP = 75
SCREENS = [(event, buttons) for event, screens in EVENTS.items() for buttons in screens]


def shown(event: str, buttons: list[Button], hard: bool, told: bool = True, hp: int = 60, **game) -> Message:
    """The screen as the mod sends it; not ``told``: with labels only."""
    made = samples.event(
        event, *(b.label for b in buttons), ascension_level=15 if hard else 14, current_hp=hp, **game
    )
    for option, button in zip(made["game_state"]["screen_state"]["options"], buttons, strict=True):
        numbers = {"hp": button.hp(MAX_HP, hard), "max_hp": button.max_hp(MAX_HP, hard)}
        option["label"] = button.label.format(**numbers)
        option["text"] = f"[{option['label']}] {button.text.format(**numbers)}" if told else ""
    return read_message(json.dumps(made))


def pressed(message: Message) -> int:
    found = answer_event(message, POLICY, FloorMemory())
    return int(found.command.removeprefix("choose "))


def fate(button: Button, hp: int, hard: bool) -> Danger:
    """What the button does to a player with so many hit points, by the facts."""
    paid = button.hp(MAX_HP, hard) + (button.due if button.hp(MAX_HP, hard) else 0)
    lost = button.max_hp(MAX_HP, hard)
    if paid >= hp or lost >= MAX_HP:
        return Danger.KILLS
    left = (hp - paid) / MAX_HP
    ruins = [
        paid > 0 and left < DANGERS.least_hp_left,
        lost / MAX_HP > DANGERS.most_max_hp_lost,
        button.fight != "" and left < DANGERS.hp_for[button.fight],
        button.no_healing and left < DANGERS.hp_without_healing,
    ]
    return Danger.RUINS if any(ruins) else Danger.NONE


def every_health(message: Message):
    for hp in range(1, MAX_HP + 1):
        message.game.current_hp = hp
        yield hp


@pytest.mark.parametrize("max_hp", [1, 40, 68, 70, 75, 80, 113])
def test_the_table_has_the_prices_of_the_facts(max_hp):
    for (event, buttons), hard in product(SCREENS, (False, True)):
        message = shown(event, buttons, hard, told=False, max_hp=max_hp)
        for button, option in zip(buttons, message.game.screen.options, strict=True):
            if event == "Neow Event" or button.label in ("Continue", "Recall", "Prize?", "Riches?"):
                continue  # the same label at different prices: the button says which
            paid = price(event, option, message.game)
            due = button.due if button.hp(max_hp, hard) else 0
            assert paid.hp == button.hp(max_hp, hard) + due, (event, button.label)
            assert paid.max_hp == button.max_hp(max_hp, hard), (event, button.label)
            assert (paid.fight, paid.no_healing) == (button.fight, button.no_healing), (event, button.label)


@pytest.mark.parametrize("hard", [False, True], ids=["ascension 14", "ascension 15"])
@pytest.mark.parametrize("told", [True, False], ids=["with numbers", "labels only"])
def test_no_button_is_pressed_that_kills_or_ruins_where_another_does_not(hard, told):
    for event, buttons in SCREENS:
        if not told and len({button.label for button in buttons}) < len(buttons):
            continue  # such buttons differ by nothing but their text
        message = shown(event, buttons, hard, told)
        for hp in every_health(message):
            fates = [fate(button, hp, hard) for button in buttons]
            chosen = pressed(message)
            assert fates[chosen] == min(fates), (event, buttons[chosen].label, hp)


@pytest.mark.parametrize("hard", [False, True], ids=["ascension 14", "ascension 15"])
def test_in_an_event_that_nobody_knows_the_numbers_on_the_buttons_count(hard):
    for _, buttons in SCREENS:
        message = shown("Event of a Mod", buttons, hard)
        for hp in every_health(message):
            named = [button.hp(MAX_HP, hard) * ("{hp}" in button.label + button.text) for button in buttons]
            if min(named) < hp:
                assert named[pressed(message)] < hp, (buttons, hp)


@pytest.mark.parametrize(
    ("event", "hp", "never"),
    [
        ("Forgotten Altar", 20, {"Sacrifice"}),
        ("Winding Halls", 12, {"Embrace Madness"}),
        ("MindBloom", 20, {"I am Awake", "I am War"}),
        ("SecretPortal", 15, {"Enter the Portal"}),
        ("Shining Light", 15, {"Enter"}),
        ("Mysterious Sphere", 20, {"Open Sphere"}),
    ],
)
def test_the_hurt_do_not_pay_with_their_life(event, hp, never):
    for buttons in EVENTS[event]:
        made = shown(event, buttons, hard=True, hp=hp)
        assert buttons[pressed(made)].label not in never
        assert never & {
            buttons[int(c.removeprefix("choose "))].label for c in dangerous_commands(made, POLICY)
        }


def test_the_reason_names_the_price_that_is_not_paid():
    message = shown("Forgotten Altar", EVENTS["Forgotten Altar"][0], hard=True, hp=20)
    found = answer_event(message, POLICY, FloorMemory())
    assert str(found.why).endswith("Sacrifice would cost 26 of 20 hit points")  # 0.35 of 75


def test_a_message_that_comes_back_never_ends_in_a_button_that_kills():
    agent = Agent(Settings(games=0), POLICY)
    made = samples.event("Forgotten Altar", "Sacrifice", "Desecrate", current_hp=20)
    assert "choose 0" not in {agent.answer(json.dumps(made)) for _ in range(50)}


def test_where_every_button_kills_the_cheapest_is_pressed():
    buttons = [
        Button("Dive", "Lose 30 HP."),
        Button("Jump", "Lose 12 HP."),
        Button("Fall", "Take 20 damage."),
    ]
    assert pressed(shown("Event of a Mod", buttons, hard=True, hp=10)) == 1


def test_a_number_beyond_all_reason_is_no_fault():
    buttons = [Button("Dive", f"Lose {'9' * 5000} HP."), LEAVE]
    assert pressed(shown("Event of a Mod", buttons, hard=True)) == 1


def test_the_table_has_every_event_and_the_policy_names_buttons_that_there_are():
    known = {plain_id(event): screens for event, screens in EVENTS.items()}
    assert {plain_id(row.id) for row in event_rows().values()} == set(known)
    for rule in POLICY.events.rules:
        labels = [f"{b.label} {b.text}".lower() for buttons in known[plain_id(rule.event)] for b in buttons]
        assert any(words in label for words in rule.choose for label in labels), rule
    for event, row in event_rows().items():
        labels = [button.label.lower() for buttons in known[plain_id(row.id)] for button in buttons]
        spelt = {"press on": "focus", "spin": "play"}  # other names of the same buttons
        assert all(any(spelt.get(o.label, o.label) in label for label in labels) for o in row.options), event


def test_an_event_is_known_by_its_name_as_well():
    message = shown("", EVENTS["Golden Wing"][0], hard=True, hp=10)
    message.game.screen.event_name = "Wing Statue"
    assert pressed(message) == 1  # destroy it; praying would leave 3 hit points
    assert "Golden Wing" in str(answer_event(message, POLICY, FloorMemory()).why)


def test_who_falls_loses_the_card_that_is_worth_least():
    buttons = [
        Button("Land", "Lose Offering."),
        Button("Channel", "Lose Inflame+."),
        Button("Strike", "Lose Strike."),
    ]
    deck = [
        samples.card("Offering"),
        samples.card("Inflame", name="Inflame+", upgrades=1),
        samples.card("Strike_R"),
    ]
    assert pressed(shown("Falling", buttons, hard=True, deck=deck)) == 2
    assert pressed(shown("Falling", buttons[:2], hard=True, deck=deck)) == 1


# ---- Neow ---------------------------------------------------------------------------------------------

FREE = (
    "Remove a card from your deck",
    "Transform a card",
    "Upgrade a card",
    "Choose a card to obtain",
    "Choose a colorless card to obtain",
    "Obtain a random rare card",
    "Max HP +8",
    "Enemies in your next three combats have 1 HP",
    "Obtain a random common relic",
    "Obtain 100 gold",
    "Obtain 3 random potions",
)
DRAWBACKS = ("Lose 8 Max HP", "Take 18 damage", "Obtain a curse", "Lose all gold")
LARGE = (
    "Remove 2 cards",
    "Transform 2 cards",
    "Obtain 250 gold",
    "Choose a rare card to obtain",
    "Choose a rare colorless card to obtain",
    "Obtain a random rare relic",
    "Max HP +16",
)
SWAP = "Lose your starting relic Obtain a random boss relic"


def neow(*offers: str) -> str:
    return offers[pressed(shown("Neow Event", [Button(offer) for offer in offers], hard=True))]


def test_every_offer_of_neow_is_known_by_its_words():
    rules = POLICY.neow
    for offer in (*FREE, *LARGE, SWAP):
        assert rules.worth(offer) != rules.unknown, offer
    for drawback in DRAWBACKS:
        assert rules.worth(f"{drawback} {LARGE[0]}") < rules.worth(LARGE[0])
    assert rules.worth("Lose all gold  Max HP +16") < rules.worth("Max HP +16")
    assert rules.worth("[ Take 18  damage   Remove 2  cards ]") == rules.worth(
        "take 18 damage remove 2 cards"
    )


@pytest.mark.parametrize("free", FREE)
def test_no_drawback_is_bought_for_little(free):
    """A rare colorless card or some hit points are not worth one, and nothing is worth a curse."""
    for drawback in DRAWBACKS:
        for little in ("Choose a rare colorless card to obtain", "Max HP +16"):
            assert neow(f"{drawback} {little}", free) == free
    for large in LARGE:
        assert neow(f"Obtain a curse {large}", free) == free or free.startswith(("Max", "Choose a color"))


@pytest.mark.parametrize("drawback", DRAWBACKS)
def test_the_boss_relic_is_taken_before_anything_that_has_another_drawback(drawback):
    for large in LARGE:
        assert neow("Upgrade a card", f"{drawback} {large}", SWAP) == SWAP


def test_fights_that_are_won_at_once_come_first_and_talk_is_answered():
    assert neow("Upgrade a card", FREE[7], "Lose all gold Remove 2 cards", SWAP) == FREE[7]
    assert neow("Max HP +8", FREE[7]) == FREE[7]  # all there is after a run that did not reach the boss
    assert neow("Talk") == "Talk"
