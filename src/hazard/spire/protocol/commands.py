"""The commands that the Communication Mod takes, and which of them a message allows.

>>> from hazard.spire.protocol.message import read_message
>>> rest = read_message(
...     '{"available_commands": ["choose", "state"], "in_game": true, '
...     '"game_state": {"screen_type": "REST", "choice_list": ["rest", "smith"]}}'
... )
>>> legal_commands(rest)
['choose 0', 'choose 1', 'state']
>>> why_illegal(rest, "choose 2")
'there are 2 choices, 0 to 1'
"""

from __future__ import annotations

from hazard.spire.protocol.message import Card, Combat, Message

CONFIRM = ("confirm", "proceed")
CANCEL = ("skip", "cancel", "return", "leave")
CLASSES = ("ironclad", "silent", "defect", "watcher")
MOST_ASCENSION = 20
WAIT = "wait 30"
STATE = "state"
END = "end"


def play(place: int, target: int | None = None) -> str:
    """Play the card at ``place`` (from 0) in the hand; the mod counts from 1, and says 0 for the tenth.

    >>> play(9, 2), play(0)
    ('play 0 2', 'play 1')
    """
    return f"play {(place + 1) % 10}" + ("" if target is None else f" {target}")


def use_potion(slot: int, target: int | None = None) -> str:
    """Drink or throw the potion of that place."""
    return f"potion use {slot}" + ("" if target is None else f" {target}")


def discard_potion(slot: int) -> str:
    """Throw a potion away."""
    return f"potion discard {slot}"


def choose(index: int) -> str:
    """Choose from the list of choices, from 0."""
    return f"choose {index}"


def start(character: str, ascension: int = 0, seed: str | None = None) -> str:
    """Begin a run."""
    return f"start {character} {ascension}" + ("" if seed is None else f" {seed}")


def confirming(message: Message) -> str | None:
    """Return the word that goes on, if there is one: confirm or proceed."""
    return next((word for word in message.available_commands if word in CONFIRM), None)


def cancelling(message: Message) -> str | None:
    """Return the word that goes back, if there is one: skip, cancel, return or leave.

    Not from a grid that can be gone on with: see :func:`may_be_met_with_silence`.
    """
    words = (word for word in message.available_commands if word in CANCEL)
    return None if _is_grid(message) and _goes_on(message) else next(words, None)


def may_be_met_with_silence(message: Message, command: str) -> bool:
    """Whether the mod may send nothing after ``command``: it does not when a grid of cards is cancelled.

    Whoever waits for the next message then waits for ever, so ``state`` has to be asked for.
    """
    return _is_grid(message) and command in CANCEL


def _is_grid(message: Message) -> bool:
    return message.game.screen_type == "GRID"


def _goes_on(message: Message) -> bool:
    choices = "choose" in message.available_commands and bool(message.game.choice_list)
    return choices or confirming(message) is not None


def asks(message: Message) -> bool:
    """Whether the message waits for a command; one sent too early would be carried out twice."""
    return message.ready_for_command


def is_executing(message: Message) -> bool:
    """Whether the game is carrying out actions, such as the end of a turn, although it takes commands.

    A choice of cards in the middle of an action is asked for while the action is carried out.
    """
    return message.game.action_phase == "EXECUTING_ACTIONS" and message.game.screen_type in ("NONE", "")


def is_playable(card: Card, combat: Combat) -> bool:
    """Whether the game lets the card be played now, as far as it says so."""
    if card.is_playable is not None:
        return card.is_playable
    return -1 <= card.cost <= combat.player.energy


def targets(combat: Combat) -> list[int]:
    """Return the places of the monsters that can be aimed at; dead ones keep theirs."""
    return [place for place, monster in enumerate(combat.monsters) if monster.alive]


def legal_commands(message: Message) -> list[str]:
    """List the commands that the message allows, those that change something first."""
    found: list[str] = []
    allowed = set(message.available_commands)
    combat = message.combat
    if combat is not None and "play" in allowed:
        found += _plays(combat)
    if "choose" in allowed:
        found += [choose(index) for index in range(len(message.game.choice_list))]
    words = CONFIRM if cancelling(message) is None else (*CONFIRM, *CANCEL)
    found += [word for word in message.available_commands if word in words]
    if "end" in allowed:
        found.append(END)
    if "potion" in allowed:
        found += _potions(message)
    if "start" in allowed:
        found += [start(character) for character in CLASSES]
    if "wait" in allowed:
        found.append(WAIT)
    return [*dict.fromkeys(found), STATE]


def _plays(combat: Combat) -> list[str]:
    found: list[str] = []
    for place, card in enumerate(combat.hand[:10]):
        if is_playable(card, combat):
            aims: list[int | None] = [*targets(combat)] if card.has_target else [None]
            found += [play(place, aim) for aim in aims]
    return found


def _potions(message: Message) -> list[str]:
    found: list[str] = []
    combat = message.combat
    for slot, potion in enumerate(message.game.potions):
        if potion.can_use and not potion.requires_target:
            found.append(use_potion(slot))
        elif potion.can_use and combat is not None:
            found += [use_potion(slot, aim) for aim in targets(combat)]
    return found + [discard_potion(n) for n, potion in enumerate(message.game.potions) if potion.can_discard]


def why_illegal(message: Message, command: str) -> str | None:
    """Say why the mod would refuse ``command`` after ``message``, or None if it would take it."""
    words = command.split()
    if not words:
        return "there is no command"
    allowed = {*message.available_commands, STATE}
    for family in (CONFIRM, CANCEL):  # the mod takes any word of a family for any other
        if words[0] in family and allowed & {*family}:
            return None
    if words[0] not in allowed:
        return f"{words[0]} is not among {', '.join(message.available_commands) or 'no commands'}"
    match words[0]:
        case "play":
            return _why_no_play(message.combat, words[1:])
        case "choose":
            return _why_no_choice(message.game.choice_list, " ".join(words[1:]))
        case "potion":
            return _why_no_potion(message, words[1:])
        case "start":
            return _why_no_start(words[1:])
        case "wait":
            return None if len(words) == 2 and words[1].isdecimal() else "wait needs a number of frames"
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _why_no_play(combat: Combat | None, words: list[str]) -> str | None:
    if combat is None:
        return "there is no fight"
    number = _number(words[0]) if words else None
    if number is None:
        return "play needs the number of a card"
    place = (number or 10) - 1
    if place >= len(combat.hand):
        return f"there are {len(combat.hand)} cards in hand"
    card = combat.hand[place]
    if not is_playable(card, combat):
        return f"{card.name or card.id} cannot be played now"
    return _why_no_target(combat, words[1:]) if card.has_target else None


def _why_no_target(combat: Combat, words: list[str]) -> str | None:
    aim = _number(words[0]) if words else None
    if aim is None:
        return "a target is needed"
    return None if aim in targets(combat) else f"monster {aim} cannot be aimed at"


def _why_no_choice(choices: list[str], choice: str) -> str | None:
    if choice in choices:
        return None
    index = _number(choice)
    if index is not None and index < len(choices):
        return None
    return f"there are {len(choices)} choices, 0 to {len(choices) - 1}" if choices else "there are no choices"


def _why_no_potion(message: Message, words: list[str]) -> str | None:
    slot = _number(words[1]) if len(words) > 1 else None
    if slot is None or words[0] not in ("use", "discard"):
        return "expected potion use or potion discard, and a place"
    if slot >= len(message.game.potions):
        return f"there are {len(message.game.potions)} places for potions"
    potion = message.game.potions[slot]
    if words[0] == "discard":
        return None if potion.can_discard else f"{potion.name or potion.id} cannot be thrown away"
    if not potion.can_use:
        return f"{potion.name or potion.id} cannot be used now"
    if not potion.requires_target:
        return None
    return "there is no fight" if message.combat is None else _why_no_target(message.combat, words[2:])


def _why_no_start(words: list[str]) -> str | None:
    if not words or words[0].lower() not in CLASSES:
        return f"start needs one of {', '.join(CLASSES)}"
    if len(words) > 1 and (ascension := _number(words[1])) is not None and ascension <= MOST_ASCENSION:
        return None
    return None if len(words) == 1 else f"the ascension is a number from 0 to {MOST_ASCENSION}"
