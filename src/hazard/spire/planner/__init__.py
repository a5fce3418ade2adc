"""Planning turns of Slay the Spire: which cards to play, in which order, on whom, and why."""

from hazard.spire.planner.plan import Option, Plan, Threat
from hazard.spire.planner.planner import DEFAULT_BUDGET, Planner, plan
from hazard.spire.planner.settings import Settings

__all__ = ["DEFAULT_BUDGET", "Option", "Plan", "Planner", "Settings", "Threat", "plan"]
