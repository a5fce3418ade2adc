"""Events: the button that the policy wants most, among those that neither kill nor ruin.

First come the options with the least danger (see :mod:`hazard.spire.agent.prices`), then the rules of the
policy in their order, then its words for events without a rule, then whatever costs least.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hazard.language import Statement
from hazard.spire.agent.memory import Answer, FloorMemory
from hazard.spire.agent.policy import EventRule, Policy
from hazard.spire.agent.prices import Danger, Price, danger, event_of, price, told
from hazard.spire.protocol.commands import choose
from hazard.spire.protocol.message import GameState, Message, Option, same_id

NEOW = "Neow Event"
MAX_HP_COSTS, CURSE_COSTS = 2, 10
"""In hit points, where no rule says what is to be preferred."""


def answer_event(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    """Press a button of the event that is on the screen."""
    game = message.game
    buttons = [option for option in game.screen.options if not option.disabled]
    if not buttons:
        return None
    event = event_of(game)
    prices = [price(event, button, game) for button in buttons]
    dangers = [danger(cost, game, policy.events.dangers) for cost in prices]
    allowed = [b for b, bad in zip(buttons, dangers, strict=True) if bad == min(dangers)]
    button, why = _wanted(event, allowed, game, policy) or _cheapest(allowed, buttons, prices)
    return Answer(choose(_index(button, buttons)), _refusing(why, buttons, prices, dangers, game))


def dangerous_commands(message: Message, policy: Policy) -> dict[str, Danger]:
    """Return the commands that press a button which kills or ruins, where another does not."""
    game = message.game
    if game.screen_type != "EVENT":
        return {}
    buttons = [option for option in game.screen.options if not option.disabled]
    found = {
        choose(_index(button, buttons)): danger(
            price(event_of(game), button, game), game, policy.events.dangers
        )
        for button in buttons
    }
    least = min(found.values(), default=Danger.NONE)
    return {command: bad for command, bad in found.items() if bad > least}


def _wanted(
    event: str, buttons: Sequence[Option], game: GameState, policy: Policy
) -> tuple[Option, Statement] | None:
    if same_id(event, NEOW) and policy.neow.rewards and len(buttons) > 1:
        worths = [policy.neow.worth(button.text or button.label) for button in buttons]
        best = max(range(len(buttons)), key=lambda i: (worths[i], -i))
        said = Statement("spire.why.worth", what=buttons[best].label, worth=worths[best])
        return buttons[best], said
    for rule in policy.events.rules:
        if same_id(rule.event, event) and _applies(rule, game):
            if rule.lose_least and (found := _least_card(buttons, game, policy)) is not None:
                return found
            for words in rule.choose:
                if (button := _button(words, buttons)) is not None:
                    return button, Statement("spire.why.rule", event=rule.event, button=words)
    for words in policy.events.otherwise:
        if (button := _button(words, buttons)) is not None:
            if not event:
                return button, Statement("spire.why.no_rule_at_all", button=words)
            return button, Statement("spire.why.no_rule", event=event, button=words)
    return None


def _applies(rule: EventRule, game: GameState) -> bool:
    health = game.current_hp / game.max_hp if game.max_hp > 0 else 1.0
    return rule.hp_above < health < rule.hp_below and game.gold >= rule.gold


def _button(words: str, buttons: Sequence[Option]) -> Option | None:
    """Return the button with these words: on its label if there is one, or else in its text."""
    by_label = (button for button in buttons if words in button.label.lower())
    by_text = (button for button in buttons if words in button.text.lower())
    return next(by_label, None) or next(by_text, None)


def _least_card(
    buttons: Sequence[Option], game: GameState, policy: Policy
) -> tuple[Option, Statement] | None:
    """Return the button that loses the card which is worth least, where each names one of the deck."""
    found: list[tuple[float, int, str]] = []
    for index, button in enumerate(buttons):
        lost = re.search(r"\blose (.+?)\.?\s*$", button.text.lower())
        card = next((c for c in game.deck if lost and c.name.lower() == lost[1]), None)
        if card is not None:
            found.append((policy.keep_worth(card, game.act), index, card.name))
    if not found:
        return None
    _, index, name = min(found)
    return buttons[index], Statement("spire.why.worth_least", card=name)


def _cheapest(
    allowed: Sequence[Option], buttons: Sequence[Option], prices: Sequence[Price]
) -> tuple[Option, Statement]:
    costs = [cost.hp + MAX_HP_COSTS * cost.max_hp + CURSE_COSTS * cost.curses for cost in prices]
    places = (place for place, button in enumerate(buttons) if button in allowed)
    return buttons[min(places, key=costs.__getitem__)], Statement("spire.why.cheapest")


def _refusing(
    why: Statement,
    buttons: Sequence[Option],
    prices: Sequence[Price],
    dangers: Sequence[Danger],
    game: GameState,
) -> Statement:
    """Add what another button would cost, where one is more dangerous than the others."""
    worst = max(range(len(buttons)), key=lambda i: (dangers[i], -i))
    if dangers[worst] == min(dangers):
        return why
    label = buttons[worst].label or Statement("spire.why.another")
    return Statement("spire.why.would_cost", why=why, button=label, price=told(prices[worst], game))


def _index(button: Option, buttons: Sequence[Option]) -> int:
    return button.choice_index if button.choice_index is not None else buttons.index(button)
