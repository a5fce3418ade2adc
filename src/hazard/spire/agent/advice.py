"""Advice for one message: what to play and why, in a fight or on any other screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hazard.language import Statement
from hazard.spire.agent.agent import Agent, Settings
from hazard.spire.agent.combat import withhold
from hazard.spire.agent.drafter import Drafter
from hazard.spire.agent.plans import Plan
from hazard.spire.agent.watchdog import Watchdog
from hazard.spire.planner.plan import Plan as SearchedPlan
from hazard.spire.protocol.character import check_class
from hazard.spire.protocol.commands import is_executing
from hazard.spire.protocol.message import Message, MessageError, read_message
from hazard.spire.protocol.reading import read_fight
from hazard.spire.protocol.simulator import Move, simulator


@dataclass(frozen=True)
class Advice:
    """What to do next, and what there is to say about it."""

    command: str
    why: str
    explanation: str = ""
    moves: list[str] = field(default_factory=list)
    value: float | None = None
    standard_error: float | None = None
    """Of the value; None where nothing was planned."""
    options: list[dict[str, Any]] = field(default_factory=list)
    """Every plan that was compared, best first; those that are ``close`` may be as good as the first."""
    simulations: int = 0
    """Fights that were played out to compare them."""
    warnings: list[str] = field(default_factory=list)
    seen: str = ""
    """The fight as it was read, in one line."""

    def to_dict(self) -> dict[str, Any]:
        """Return it for a program."""
        return {
            "command": self.command,
            "why": self.why,
            "plan": self.moves,
            "value": self.value,
            "standard_error": self.standard_error,
            "options": self.options,
            "simulations": self.simulations,
            "explanation": self.explanation.splitlines(),
            "warnings": self.warnings,
            "seen": self.seen,
        }


def advise(
    text: str,
    planner: Callable[[Any], Plan] | None = None,
    language: str = "en",
    drafter: Drafter | None = None,
) -> Advice:
    """Say what to do after the message that ``text`` is; :class:`MessageError` if it is none.

    With a ``drafter``, cards, relics, fires and ways are weighed by simulated fights, otherwise by the table.
    The plan is explained in ``language``, ``en`` or ``de``, with the names that the game itself uses.
    """
    message = read_message(message_part(text))
    if not message.in_game and message.combat is None:
        raise MessageError("spire.message_not_from_run")
    check_class(message.game.player_class)
    noted: list[tuple[Any, Plan]] = []
    agent = Agent(Settings(games=0), combat=None, drafter=drafter)
    plan_by = planner or agent.combat.planner

    def noting(state: Any) -> Plan:
        plan = plan_by(state)
        noted.append((state, plan))
        return plan

    agent.combat.planner = noting
    agent.combat.watchdog = Watchdog(None)  # a person waits, and no game
    agent.combat.waits_for_actions = False
    warnings, seen = _seen(message)
    found = agent.decide(message)
    told = [warning.told(language) for warning in warnings]
    advice = Advice(found.command, found.why.told(language), warnings=told, seen=seen)
    if not noted:
        return advice
    state, plan = noted[-1]
    moves = [move.told(language) for move in _foreseen(state, plan)]
    known: dict[str, Any] = plan.to_dict(language) if isinstance(plan, SearchedPlan) else {}
    return replace(
        advice,
        explanation=plan.explain(language),
        moves=moves,
        value=plan.value,
        **{name: known[name] for name in ("standard_error", "options", "simulations") if name in known},
    )


def _seen(message: Message) -> tuple[list[Statement], str]:
    """Return what there is to warn of, and the fight as it was read, in one line."""
    warnings = [Statement("spire.warning.not_readable", what=problem) for problem in message.problems]
    if is_executing(message):
        warnings.append(Statement("spire.warning.still_executing"))
    if message.combat is None:
        return warnings, ""
    reading = read_fight(message)
    rules = simulator(reading.ascension)
    withhold(rules, reading, message)
    return warnings + reading.warnings, rules.game.text(reading.state)


def message_part(text: str) -> str:
    """Return the JSON in a text that was copied with something around it, such as a line of a log.

    >>> message_part('12:03:11 Received message: {"in_game": false} ')
    '{"in_game": false}'
    """
    first, last = text.find("{"), text.rfind("}")
    return text[first : last + 1] if 0 <= first < last else text


def _foreseen(state: Any, plan: Plan) -> list[Move]:
    """Return the plan move by move, as far as it can be foreseen."""
    rules, found = simulator(int(state.as_dict()["ascension"])), []
    for move in plan.moves:
        try:
            made = rules.move(state, move)
            found.append(made)
            state = rules.after(state, made)
        except ValueError:
            break
    return found
