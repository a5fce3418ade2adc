"""Whole runs of Slay the Spire: the map, rooms, rewards and fights as one game."""

from hazard.spire.run.game import SpireRun, SpireRunState

__all__ = ["SpireRun", "SpireRunState"]
