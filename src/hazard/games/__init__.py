"""The games that come with hazard."""

from hazard.games.compiled import CompiledGame
from hazard.games.pig import Pig

__all__ = ["CompiledGame", "Pig"]
