"""A run without the game: the player's belongings, and the messages that are the same in every room."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
EMPTY_POTION: Json = {
    "id": "Potion Slot",
    "name": "Potion Slot",
    "can_use": False,
    "can_discard": False,
    "requires_target": False,
}


class RefusedError(Exception):
    """A command that the game does not take; the message is what it says."""


@dataclass
class Run:
    """What the player has."""

    deck: list[Json]
    relics: list[Json] = field(default_factory=list)
    hp: int = 68
    max_hp: int = 75
    gold: int = 99
    ascension: int = 20
    act: int = 1
    floor: int = 0
    seed: int = 1
    act_boss: str = "Hexaghost"
    potions: list[Json] = field(default_factory=lambda: [dict(EMPTY_POTION), dict(EMPTY_POTION)])
    random: random.Random = field(default_factory=random.Random)

    def has_relic(self, relic: str) -> bool:
        """Whether the player owns the relic."""
        return any(owned["id"] == relic for owned in self.relics)

    def throw_away(self, words: list[str]) -> None:
        """Throw away the potion of a place."""
        slot = int(words[0]) if words and words[0].isdecimal() else len(self.potions)
        if slot >= len(self.potions) or not self.potions[slot]["can_discard"]:
            raise RefusedError("Potion index out of bounds.")
        self.potions[slot] = dict(EMPTY_POTION)

    def message(
        self,
        screen_type: str,
        commands: list[str],
        screen: Json | None = None,
        choices: list[str] | None = None,
        **game: Any,
    ) -> Json:
        """Return a message of this run."""
        state: Json = {
            "screen_type": screen_type,
            "screen_name": screen_type,
            "is_screen_up": screen_type != "NONE",
            "screen_state": screen or {},
            "seed": self.seed,
            "deck": self.deck,
            "relics": self.relics,
            "potions": self.potions,
            "max_hp": self.max_hp,
            "current_hp": self.hp,
            "gold": self.gold,
            "act": self.act,
            "act_boss": self.act_boss,
            "floor": self.floor,
            "ascension_level": self.ascension,
            "class": "IRONCLAD",
            "room_type": "MonsterRoom",
            "room_phase": "COMPLETE",
            "action_phase": "WAITING_ON_USER",
            "map": [],
            **game,
        }
        if choices:
            state["choice_list"] = choices
            commands = ["choose", *commands]
        if any(potion["id"] != "Potion Slot" for potion in self.potions):
            commands = [*commands, "potion"]
        return {
            "available_commands": [*commands, "key", "click", "wait", "state"],
            "ready_for_command": True,
            "in_game": True,
            "game_state": state,
        }


MENU: Json = {"available_commands": ["start", "state"], "ready_for_command": True, "in_game": False}


def chosen(words: list[str], choices: list[str]) -> int:
    """Return which choice the words of a command name: a number or a name."""
    name = " ".join(words[1:])
    if name in choices:
        return choices.index(name)
    if name.isdecimal() and int(name) < len(choices):
        return int(name)
    raise RefusedError(f"Invalid choice: {name!r}. Possible choices: {choices}")
