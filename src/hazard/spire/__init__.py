"""Slay the Spire: its combat as a game, content as tables, fights to play and to plan."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.spire.agent.advice import Advice, advise
    from hazard.spire.agent.agent import Agent
    from hazard.spire.agent.policy import load_policy
    from hazard.spire.planner import Plan, Planner, Settings, plan
    from hazard.spire.protocol.message import MessageError, read_message
    from hazard.spire.rules.encounters import encounter, pool
    from hazard.spire.rules.fight import Combat, SpireState, new_fight
    from hazard.spire.rules.scenario import Scenario
    from hazard.spire.rules.setups import SETUPS, Setup, setup
    from hazard.spire.stand_in.serve import StandIn

__all__ = [
    "SETUPS",
    "Advice",
    "Agent",
    "Combat",
    "MessageError",
    "Plan",
    "Planner",
    "Scenario",
    "Settings",
    "Setup",
    "SpireState",
    "StandIn",
    "advise",
    "encounter",
    "load_policy",
    "new_fight",
    "plan",
    "pool",
    "read_message",
    "setup",
]

lazily(
    __name__,
    {
        "hazard.spire.agent.advice": ["Advice", "advise"],
        "hazard.spire.agent.agent": ["Agent"],
        "hazard.spire.agent.policy": ["load_policy"],
        "hazard.spire.planner": ["Plan", "Planner", "Settings", "plan"],
        "hazard.spire.protocol.message": ["MessageError", "read_message"],
        "hazard.spire.rules.encounters": ["encounter", "pool"],
        "hazard.spire.rules.fight": ["Combat", "SpireState", "new_fight"],
        "hazard.spire.rules.scenario": ["Scenario"],
        "hazard.spire.rules.setups": ["SETUPS", "Setup", "setup"],
        "hazard.spire.stand_in.serve": ["StandIn"],
    },
)
