"""The agent: a line from the mod comes in, a command goes out, and never a crash or a loop.

Fights are handed to a :class:`~hazard.spire.agent.combat.CombatPlayer`, all other screens to the policy. What
comes back is checked against what the message allows; what is not allowed, or was tried after the very same
message before and changed nothing, is replaced by the legal command that was tried least.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from hazard.language import Statement
from hazard.spire.agent.combat import CombatPlayer
from hazard.spire.agent.drafter import Drafter
from hazard.spire.agent.events import dangerous_commands
from hazard.spire.agent.grids import chosen_words
from hazard.spire.agent.journal import Journal
from hazard.spire.agent.memory import Answer, Attempts, FloorMemory
from hazard.spire.agent.policy import Policy, load_policy
from hazard.spire.agent.prices import Danger
from hazard.spire.agent.screens import answer_screen
from hazard.spire.protocol.character import check_class, is_class
from hazard.spire.protocol.commands import (
    STATE,
    WAIT,
    asks,
    cancelling,
    confirming,
    legal_commands,
    may_be_met_with_silence,
    start,
    why_illegal,
)
from hazard.spire.protocol.message import Message, MessageError, read_message

SELECTION_SCREENS = ("HAND_SELECT", "GRID", "CARD_REWARD")
_PATIENCE = 40
"""So often the same message may come back in a row before the agent waits a while."""


@dataclass(frozen=True)
class Settings:
    """What the agent is to play."""

    character: str = "ironclad"
    ascension: int = 20
    games: int = 1
    """Runs to play; 0: without end."""
    seed: str | None = None
    keep_messages: bool = False


@dataclass
class Tally:
    """What happened so far."""

    games: int = 0
    victories: int = 0
    messages: int = 0
    commands: int = 0
    unreadable: int = 0
    replaced: int = 0
    unknown: Counter[str] = field(default_factory=Counter)


class Agent:
    """Answers the mod, message by message.

    >>> agent = Agent()
    >>> agent.answer('{"available_commands": ["start", "state"], "in_game": false}')
    'start ironclad 20'
    >>> agent.answer("what?")
    'state'
    """

    def __init__(
        self,
        settings: Settings | None = None,
        policy: Policy | None = None,
        combat: CombatPlayer | None = None,
        journal: Journal | None = None,
        drafter: Drafter | None = None,
    ) -> None:
        """Play by ``policy`` and ``combat``, and write everything into ``journal``.

        With a ``drafter``, cards, upgrades, removals and relics are chosen by simulated fights.
        """
        self.settings = settings or Settings()
        check_class(self.settings.character)
        self.policy = policy or load_policy()
        self.combat = combat or CombatPlayer(self.policy)
        self.journal = journal or Journal(None)
        self.drafter = drafter
        self.tally = Tally()
        self.done = False
        self.follow_up: str | None = None
        """What to send right after the last command, for the mod may say nothing to it."""
        self._floor = FloorMemory()
        self._attempts = Attempts()
        self._in_run = False
        self._doubted = False

    def answer(self, line: str) -> str | None:
        """Return the command to send after ``line``; None: send nothing, for nothing is asked."""
        began = perf_counter()
        self.follow_up = None
        self.tally.messages += 1
        try:
            message = read_message(line)
        except MessageError as error:
            self.tally.unreadable += 1
            self.journal.write("unreadable", error=str(error), line=line[:200], command=STATE)
            return STATE  # always allowed, and the answer to it is a whole message
        if not asks(message):
            return None
        found = self._decide(message)
        if found is None:
            return None
        command = self._checked(line, message, found)
        if words := chosen_words(message, command):
            self._floor.choices.append(words)
        self.follow_up = STATE if may_be_met_with_silence(message, command) else None
        self.tally.commands += 1
        self._write(message, line, command, found, perf_counter() - began)
        return command

    # ---- deciding -------------------------------------------------------------------------------------

    def _decide(self, message: Message) -> Answer | None:
        if message.error is not None:
            self.combat.refused()
            return Answer(STATE, Statement("spire.why.mod_said", error=message.error))
        if not message.in_game:
            return self._menu(message)
        if not self._in_run:
            if self._doubts(message.game.player_class):
                return Answer(STATE, Statement("spire.why.garbled_class"))
            self._in_run = True
            self.tally.games += 1
        if message.game.floor != self._floor.floor:
            self._floor = FloorMemory(floor=message.game.floor)
            self._attempts.forget()
        if message.game.screen_type == "GAME_OVER":
            self._count_game(message)
        return self.decide(message)

    def _doubts(self, player_class: str) -> bool:
        """Refuse a run of another class; a name that nobody knows is doubted once, then refused."""
        doubtful = not self._doubted and not is_class(player_class)
        self._doubted = doubtful
        if not doubtful:
            check_class(player_class)
        return doubtful

    def decide(self, message: Message) -> Answer:
        """Answer a message of a run by itself, whatever came before it."""
        try:
            found = self._in_game(message)
        except Exception as error:  # whatever goes wrong, the game must go on
            self.journal.write("fault", error=f"{type(error).__name__}: {error}")
            found = None
        return found or self._anything(message)

    def _in_game(self, message: Message) -> Answer | None:
        if message.combat is not None and message.game.room_phase in ("COMBAT", ""):
            found = self.combat.answer(message)
            self.tally.unknown.update(self.combat.last.get("unknown", ()))
            if found is not None:
                return found
        return answer_screen(message, self.policy, self._floor, self.drafter)

    def _menu(self, message: Message) -> Answer | None:
        self._in_run = False
        if "start" not in message.available_commands:
            return Answer(STATE, Statement("spire.why.nothing_to_start"))
        if self.settings.games and self.tally.games >= self.settings.games:
            self.done = True
            return None
        self.combat.forget()
        self._floor = FloorMemory()
        command = start(self.settings.character, self.settings.ascension, self.settings.seed)
        return Answer(command, Statement("spire.why.run", number=self.tally.games + 1))

    def _count_game(self, message: Message) -> None:
        if self._floor.rewards_left:
            return
        self._floor.rewards_left.add("counted")
        self.tally.victories += message.game.screen.victory
        self.journal.write(
            "game over",
            floor=message.game.floor,
            score=message.game.screen.score,
            victory=message.game.screen.victory,
        )

    @staticmethod
    def _anything(message: Message) -> Answer:
        """Whatever leads on: go on, go back, the first choice, the end of the turn, patience; no potion."""
        word = confirming(message) or cancelling(message)
        if word:
            return Answer(word, Statement("spire.why.nothing_better"))
        legal = [command for command in legal_commands(message) if not command.startswith(("potion", "play"))]
        return Answer(legal[0], Statement("spire.why.first_legal"))

    # ---- checking -------------------------------------------------------------------------------------

    def _checked(self, line: str, message: Message, found: Answer) -> str:
        """Make sure that the command is legal, and not one that has led nowhere."""
        command = found.command
        legal = legal_commands(message)
        reason = why_illegal(message, command)
        if reason is not None:
            self.journal.write("illegal", command=command, reason=reason, why=str(found.why))
            self.combat.forget_plan()
            command = self._anything(message).command
        if message.in_game and not found.patient:
            tried = self._attempts.next(line, command, self._careful(message, legal))
            if self._attempts.repeats > _PATIENCE and WAIT in legal:
                tried = WAIT
            if tried != command:
                self.combat.forget_plan()
            command = tried
            self._attempts.note(line, command)
        if command != found.command:
            self.tally.replaced += 1
            self.combat.replaced(found.command)
        return command

    def _careful(self, message: Message, legal: list[str]) -> list[str]:
        """Return what may be tried instead: nothing that kills, and what ruins last."""
        dangers = dangerous_commands(message, self.policy)
        kept = [command for command in legal if dangers.get(command) != Danger.KILLS]
        return sorted(kept, key=lambda command: dangers.get(command, Danger.NONE))

    def _write(self, message: Message, line: str, command: str, found: Answer, seconds: float) -> None:
        game = message.game
        told: dict[str, Any] = {
            "n": self.tally.messages,
            "ms": round(1000 * seconds, 2),
            "command": command,
            "why": str(found.why) if command == found.command else f"instead of {found.command}",
            "repairs": list(map(str, message.problems)),
        }
        if message.in_game:
            told |= {
                "game": self.tally.games,
                "floor": game.floor,
                "act": game.act,
                "screen": game.screen_type,
                "hp": game.current_hp,
            }
        if message.combat is not None:
            told |= {"turn": message.combat.turn, **self.combat.last}
        if self.settings.keep_messages:
            told["message"] = line
        self.journal.write("decision", **told)
